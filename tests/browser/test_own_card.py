"""The own card: covered unless a hand holds it, whatever happens to the phone, and never kept anywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.browser.room import Room
from tests.browser.table import Card, Phone, boxes, marked_up


def dealt(room: Room) -> Phone:
    """Deal to four, of whom this phone holds the first fixer; its card page lies open."""
    fixer = room.phone("Anna")
    code = fixer.make_table(4)
    fixer.take_seat(code, 1, "Anna")
    fixer.deal()
    fixer.card()
    return fixer


def assert_covered(page: Page, card: Card) -> None:
    """Nothing of the card is anywhere on the page."""
    expect(page.locator(".hold")).to_have_attribute("aria-expanded", "false")
    expect(page.locator(".card.open")).to_have_count(0)
    expect(page.locator(".card .face")).to_be_empty()
    text = page.content()
    assert card.upper not in text and card.lower not in text


# E-13


def reloaded(phone: Phone) -> Page:
    phone.page.reload()
    return phone.page


def came_back(phone: Phone) -> Page:
    phone.page.goto(f"{phone.url}/t/{phone.code}")
    phone.page.go_back()
    return phone.page


def went_forward_again(phone: Phone) -> Page:
    phone.page.go_back()
    phone.page.go_forward()
    return phone.page


def opened_in_a_new_tab(phone: Phone) -> Page:
    tab = phone.context.new_page()
    tab.goto(phone.page.url)
    return tab


def reconnected(phone: Phone) -> Page:
    phone.expects("ERR_INTERNET_DISCONNECTED")
    phone.context.set_offline(True)
    phone.page.evaluate("fetch('/').catch(() => 0)")
    phone.context.set_offline(False)
    phone.page.evaluate("window.dispatchEvent(new Event('online'))")
    return phone.page


@pytest.mark.parametrize("again", [reloaded, came_back, went_forward_again, opened_in_a_new_tab])
def test_a_card_comes_up_covered_even_from_under_a_finger(room: Room, again: Callable[[Phone], Page]) -> None:
    """E-13: after reload, Back, Forward and in a new tab the card is covered, though it was held open before."""
    fixer = dealt(room)
    card = fixer.look()
    with fixer.holding():
        expect(fixer.page.locator(".card.open")).to_be_visible()
        page = again(fixer)
    assert_covered(page, card)


def test_a_card_is_covered_after_a_reconnect_and_a_restart(room: Room) -> None:
    """E-13: nor does a lost network or a browser that was closed leave it open; the seat is still there."""
    fixer = dealt(room)
    card = fixer.look()
    assert_covered(reconnected(fixer), card)
    restarted = room.phone("Anna, browser restarted", storage_state=fixer.context.storage_state())
    restarted.open(f"/t/{fixer.code}/card")
    assert_covered(restarted.page, card)
    assert restarted.look() == card


def test_a_choice_that_cannot_be_sent_stays_on_its_page(room: Room) -> None:
    """E-70: no browser's error page; it says so, and the choice is sent once the network is back."""
    fixer = dealt(room)
    fixer.page.get_by_label("Rig the upper").tap()
    fixer.context.set_offline(True)
    fixer.page.get_by_role("button", name="Confirm").tap()
    offline = fixer.page.locator("#offline")
    expect(offline).to_contain_text("Not connected")
    offline.get_by_role("link", name="Retry").tap()
    expect(fixer.page.get_by_label("Rig the upper")).to_be_checked()
    fixer.context.set_offline(False)
    expect(offline).to_be_hidden()
    fixer.rig("upper")


# E-14


@contextmanager
def by_finger(phone: Phone) -> Iterator[None]:
    with phone.holding():
        yield


@contextmanager
def by_mouse(phone: Phone) -> Iterator[None]:
    phone.page.locator(".hold").hover()
    phone.page.mouse.down()
    yield
    phone.page.mouse.up()


@contextmanager
def by_space(phone: Phone) -> Iterator[None]:
    phone.page.locator(".hold").focus()
    phone.page.keyboard.down("Space")
    yield
    phone.page.keyboard.up("Space")


@contextmanager
def by_enter(phone: Phone) -> Iterator[None]:
    phone.page.locator(".hold").focus()
    phone.page.keyboard.down("Enter")
    yield
    phone.page.keyboard.up("Enter")


@pytest.mark.parametrize("held", [by_finger, by_mouse, by_space, by_enter])
def test_a_card_is_open_only_while_it_is_held(
    room: Room, held: Callable[[Phone], AbstractContextManager[None]]
) -> None:
    """E-14, E-119: finger, mouse, Space and Enter alike open it, letting go covers it, and both are spoken."""
    fixer = dealt(room)
    with held(fixer):
        expect(fixer.page.locator(".hold")).to_have_attribute("aria-expanded", "true")
        # A phone takes a long press for a wish to open its own menu.
        fixer.page.wait_for_timeout(700)
        card = fixer.shown()
    assert_covered(fixer.page, card)
    assert fixer.page.url.endswith("/card/1")


def lost_focus(phone: Phone) -> None:
    """Put the browser away; playwright otherwise pretends that every page has the focus."""
    session = phone.context.new_cdp_session(phone.page)
    session.send("Emulation.setFocusEmulationEnabled", {"enabled": False})
    window = session.send("Browser.getWindowForTarget")["windowId"]
    session.send("Browser.setWindowBounds", {"windowId": window, "bounds": {"windowState": "minimized"}})


def hidden(phone: Phone) -> None:
    """Lock the phone: a page without a window cannot be hidden in earnest."""
    phone.page.evaluate(
        """Object.defineProperty(document, 'hidden', {value: true});
        document.dispatchEvent(new Event('visibilitychange', {bubbles: true}));"""
    )


def shown_again(phone: Phone) -> None:
    """Let the page come out of the browser's page cache, which automated browsers do not have."""
    phone.page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")


@pytest.mark.parametrize("away", [lost_focus, hidden, shown_again])
def test_a_card_covers_itself_when_nobody_can_be_looking(room: Room, away: Callable[[Phone], None]) -> None:
    """E-14, E-16: no focus, a hidden tab and a page from the page cache cover it, though the finger still lies."""
    fixer = dealt(room)
    card = fixer.look()
    with fixer.holding():
        expect(fixer.page.locator(".card.open")).to_be_visible()
        away(fixer)
        assert_covered(fixer.page, card)


def test_a_card_can_be_opened_by_a_tap_and_covers_itself(room: Room) -> None:
    """E-14: who cannot hold opens it as a page of its own; that goes back to its cover when it loses the focus."""
    fixer = dealt(room)
    card = fixer.look()
    fixer.page.get_by_role("button", name="Open it without holding").tap()
    expect(fixer.page.locator(".pair")).to_contain_text(card.upper)
    fixer.page.get_by_role("link", name="Cover").tap()
    assert_covered(fixer.page, card)
    fixer.page.get_by_role("button", name="Open it without holding").tap()
    expect(fixer.page.locator(".pair")).to_contain_text(card.lower)
    fixer.page.evaluate("window.dispatchEvent(new Event('blur'))")
    assert_covered(fixer.page, card)


# E-15, E-16


def test_no_storage_holds_a_dealt_casino(room: Room) -> None:
    """E-15: after a look and five further taps neither storage holds a casino, and no address was pushed for it."""
    fixer = dealt(room)
    assert fixer.page.locator("body").get_attribute("hx-history") == "false"
    before = fixer.page.evaluate("history.length")
    card = fixer.look()
    assert fixer.page.evaluate("history.length") == before
    fixer.rig("upper")
    fixer.tap("nav .icon:last-child")
    fixer.tap("#way-menu")
    fixer.page.get_by_role("link", name="Close").tap()
    fixer.tap("#casino-2")
    expect(fixer.page.locator("#sheet")).to_be_visible()
    stored = fixer.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert card.upper not in stored and card.lower not in stored
    assert fixer.page.evaluate("htmx.config.historyCacheSize") == 0


def test_no_private_answer_may_be_kept(room: Room) -> None:
    """E-16: page, look, redirect and refusal of a card all say no-store."""
    fixer = dealt(room)
    heard: list[tuple[str, int, str]] = []

    def note(request: Request) -> None:
        answer = request.response()
        if answer and re.search("/t/.*/card", request.url):
            heard.append((request.method, answer.status, answer.headers.get("cache-control", "")))

    fixer.context.on("requestfinished", note)
    fixer.expects("status of 403")
    fixer.card()
    fixer.look()
    fixer.open(f"/t/{fixer.code}/card/2")
    expect(fixer.page.locator("h1")).to_have_text("Not on this phone")
    assert {(method, status) for method, status, _ in heard} == {
        ("GET", 303),
        ("GET", 200),
        ("POST", 200),
        ("GET", 403),
    }
    assert {kept for _, _, kept in heard} == {"no-store"}


# E-18

_SIGNALS = """
window.signals = [];
const note = (name) => function () { window.signals.push(name); };
Navigator.prototype.vibrate = note('vibrate');
HTMLMediaElement.prototype.play = note('play');
window.Audio = note('Audio');
window.AudioContext = note('AudioContext');
window.Notification = note('Notification');
"""


def test_both_choices_look_sound_and_tap_the_same(room: Room) -> None:
    """E-18: whatever is rigged, taps, layout, markup and title are the same, and nothing sounds or shakes."""
    assert seen_while_rigging(room, "upper") == seen_while_rigging(room, "lower")


def seen_while_rigging(room: Room, which: str) -> dict[str, list[str]]:
    """Rig one of two casinos at a new table, and keep what shows of it on the phones of the team."""
    fixer, partner = room.phone("Anna"), room.phone("Dev")
    fixer.context.add_init_script(_SIGNALS)
    fixer.take_seat(fixer.make_table(4), 1, "Anna")
    partner.take_seat(fixer.code, 4, "Dev")
    fixer.deal()
    fixer.card()
    fixer.page.get_by_label(f"Rig the {which}").tap()
    picked = boxes(fixer.page)
    fixer.rig(which)
    rest = looks_like(fixer)
    with fixer.holding():
        expect(fixer.page.locator(".card.open .pair")).to_be_visible()
        # A line is as wide as the name in it; the boxes around stay.
        held = looks_like(fixer, ".card, .pair, .pair > div, .hold")
    partner.card()
    assert fixer.page.evaluate("window.signals") == []
    return {"picked": picked, "rest": rest, "held": held, "partner": looks_like(partner)}


def looks_like(phone: Phone, measured: str = "body, body *") -> list[str]:
    """Keep the markup, the measures and the title of a page, without the code of its table."""
    kept = [marked_up(phone.page), *boxes(phone.page, measured), phone.page.title()]
    return [text.replace(phone.code, "CODE") for text in kept]


# A slow or dead network


def test_an_answer_after_the_finger_has_gone_is_never_shown(room: Room) -> None:
    """E-14: a look that comes late, over a slow network, is thrown away, also by a browser that cannot break it off."""
    fixer = dealt(room)
    card = fixer.look()
    fixer.context.add_init_script("AbortController.prototype.abort = () => {}")
    fixer.page.reload()
    waiting: list[Route] = []
    fixer.page.route("**/look", lambda route: waiting.append(route))
    with fixer.page.expect_request("**/look"), fixer.holding():
        expect(fixer.page.locator(".hold")).to_have_attribute("aria-expanded", "false")
    with fixer.page.expect_response("**/look") as answered:
        waiting[0].continue_()
    answered.value.finished()
    assert_covered(fixer.page, card)


def test_a_look_without_a_network_says_so(room: Room) -> None:
    """E-79: a card that cannot be fetched says why it stays covered, and opens once the network is back."""
    fixer = dealt(room)
    fixer.expects("ERR_INTERNET_DISCONNECTED")
    fixer.context.set_offline(True)
    with fixer.holding():
        expect(fixer.page.locator("[data-hint]")).to_contain_text("No answer from the table")
    fixer.context.set_offline(False)
    assert fixer.look().upper


def test_a_card_that_moved_to_another_phone_says_so(room: Room) -> None:
    """E-39, E-23: a seat that was taken along to another phone leaves a sentence behind, and no card."""
    fixer = dealt(room)
    fixer.expects("status of 403")
    fixer.open(f"/t/{fixer.code}/join")
    fixer.page.get_by_text("A seat for another phone").tap()
    fixer.page.get_by_role("button", name="QR code for the seat of Anna").tap()
    expect(fixer.page.locator("h1")).to_have_text("Seat of Anna")
    address = fixer.page.locator(".address").inner_text()
    fixer.card()
    newer = room.phone("Anna's other phone")
    newer.open(address)
    newer.page.get_by_role("button", name="I am Anna").tap()
    expect(newer.page.locator("#table")).to_be_visible()
    with fixer.holding():
        expect(fixer.page.locator("h1")).to_have_text("Not on this phone")
