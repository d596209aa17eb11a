"""The way in for other phones: the host sees when one has come, and the address can always be had."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.room import Room

REACH = "#reach"


def test_e65_the_host_page_turns_green_by_itself(room: Room) -> None:
    """E-65: with no tap of the host, once another phone has opened the address; then it asks no more."""
    host = room.phone("host")
    code = host.make_table(4)
    host.tap("#way-join")
    expect(host.page.locator(REACH)).to_contain_text("No other phone has come in yet.")
    expect(host.page.locator(f"{REACH} li").first).to_be_visible()
    room.phone("guest").open(f"/t/{code}/join")
    expect(host.page.locator(REACH)).to_contain_text("Another phone has come in")
    # htmx asks no more.
    assert host.page.locator(f"{REACH}[hx-trigger]").count() == 0


def test_e65_a_lost_connection_is_said_once(room: Room) -> None:
    """E-65: the page that waits for phones says that it has lost the table, not that a tap went wrong."""
    host = room.phone("host")
    host.expects("ERR_INTERNET_DISCONNECTED", "htmx:sendError")
    host.make_table(4)
    host.tap("#way-join")
    host.context.set_offline(True)
    expect(host.page.locator("#offline")).to_be_visible()
    assert host.page.locator(".failed").count() == 0
    host.context.set_offline(False)
    expect(host.page.locator("#offline")).to_be_hidden()


def test_e66_on_plain_http_the_address_is_there_to_be_selected(room: Room) -> None:
    """E-63, E-66: no button that would do nothing; one tap selects the whole address."""
    host = room.phone("host")
    code = host.make_table(4)
    host.tap("#way-join")
    expect(host.page.locator(".address")).to_be_visible()
    assert not host.page.evaluate("window.isSecureContext")
    expect(host.page.locator("[data-send]").first).to_be_hidden()
    expect(host.page.locator("[data-send]").last).to_be_hidden()
    host.page.locator(".address").click()
    assert host.page.evaluate("getSelection().toString()").strip() == f"{room.url}/t/{code}/join"


@pytest.mark.parametrize("way", ["share", "copy"])
def test_e66_where_a_browser_can_send_and_copy_it_is_offered(room: Room, way: str) -> None:
    """E-66: each button only where its own function is there, and it passes on the address of the join page."""
    host = room.phone("host")
    host.page.add_init_script(
        "window.passed = []; const take = (what) => { passed.push(what); return Promise.resolve(); };"
        + {
            "share": "Object.defineProperty(navigator, 'share', {value: ({url}) => take(url)})",
            "copy": "Object.defineProperty(navigator, 'clipboard', {value: {writeText: take}})",
        }[way]
    )
    code = host.make_table(4)
    host.tap("#way-join")
    other = {"share": "copy", "copy": "share"}[way]
    expect(host.page.locator(f"[data-send={other}]")).to_be_hidden()
    host.tap(f"[data-send={way}]")
    expect(host.page.locator(f"[data-send={way}]")).to_have_text("Done")
    assert host.page.evaluate("passed") == [f"{room.url}/t/{code}/join"]
