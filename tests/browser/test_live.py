"""What one phone does is on all others at once, comes to each by one message, and takes nothing away from anybody."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.room import Room
from tests.browser.slots import Player
from tests.browser.table import Phone
from tests.browser.test_forms import at_the_turns


def ends_with(text: str) -> re.Pattern[str]:
    """Match what ends with a sentence."""
    return re.compile(re.escape(text) + "$")


def watching(room: Room, host: Phone, owner: str = "a large screen") -> Phone:
    """Hand somebody who only looks on the board, and wait until its stream is open."""
    phone = room.phone(owner)
    phone.code = host.code
    with phone.page.expect_request("**/stream?*"):
        phone.board()
    return phone


def asked_from_now(page: Page) -> list[str]:
    """Gather the addresses that a page asks for from now on."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    return asked


def test_e68_an_act_comes_to_the_others_without_their_asking(room: Room) -> None:
    """E-68: one message brings the board; the page that acted has it as the answer."""
    host = at_the_turns(room)
    screen = watching(room, host)
    screen.page.wait_for_timeout(1000)
    asked, own = asked_from_now(screen.page), asked_from_now(host.page)
    host.pick("1", 4)
    host.place("Santorini")
    screen.told("Spades: 4 at Santorini.")
    host.told("Spades: 4 at Santorini.")
    assert asked == []
    assert [url for url in own if "/live" in url] == []


def test_e68_two_boards_in_one_browser_are_both_live(room: Room) -> None:
    """E-44, E-68: only the page that acted goes without a message, not every page of its phone."""
    host = at_the_turns(room)
    second = host.context.new_page()
    with second.expect_request("**/stream?*"):
        second.goto(f"{host.url}/t/{host.code}")
    second.wait_for_timeout(1000)
    host.pick("1", 4)
    host.place("Santorini")
    expect(second.locator("#table")).to_have_attribute("data-says", ends_with("Spades: 4 at Santorini."))


def test_a_message_takes_neither_entry_nor_sheet_nor_place(room: Room) -> None:
    """E-89: a push under a half-typed entry waits; an open sheet stays; the page lies where it was scrolled to."""
    host = at_the_turns(room)
    typing = room.phone("Bea")
    typing.claim_seat(host.code, 2, "Bea")
    typing.sheet("casino", casino="Santorini")
    typing.page.locator("#jackpot-n").fill("-3")
    screen = watching(room, host)
    screen.page.evaluate("window.scrollTo(0, 200)")
    screen.page.wait_for_timeout(500)
    host.pick("1", 4)
    host.place("Santorini")
    screen.told("Spades: 4 at Santorini.")
    assert screen.page.evaluate("window.scrollY") == 200
    expect(typing.page.locator("#changed")).to_contain_text("What you typed is kept")
    expect(typing.page.locator("#jackpot-n")).to_have_value("-3")


def test_a_message_from_before_is_not_taken(room: Room) -> None:
    """A phone that has seen more by an answer than a late message says asks instead, and stays where it is."""
    host = at_the_turns(room)
    screen = watching(room, host)
    before = screen.page.evaluate("document.querySelector('#table').outerHTML")
    # Every later stream of this page brings a message of its own, an old one.
    lines = "".join(f"data: {line}\n" for line in before.split("\n"))
    host.pick("1", 4)
    host.place("Santorini")
    screen.told("Spades: 4 at Santorini.")
    headers = {"Content-Type": "text/event-stream"}
    body = f"retry: 60000\nevent: board\n{lines}\n"
    screen.page.route("**/stream?*", lambda route: route.fulfill(status=200, headers=headers, body=body))
    asked = asked_from_now(screen.page)
    screen.page.evaluate("window.dispatchEvent(new Event('pagehide')); window.dispatchEvent(new Event('pageshow'))")
    screen.page.wait_for_timeout(1500)
    assert any("/stream?" in url for url in asked)
    assert any("/live?" in url for url in asked)
    screen.told("Spades: 4 at Santorini.")


def test_an_ending_that_is_taken_back_is_seen_by_those_who_hear_and_by_those_who_slept(room: Room) -> None:
    """E-68, E-77: a finished game asks no more, and still nobody is left with an end that is none."""
    host, near, asleep = room.phone("host"), room.phone("near"), room.phone("asleep")
    host.make_table(2, "slots")
    player = Player(host)
    player.begins()
    player.ends()
    for phone in (near, asleep):
        phone.code = host.code
        phone.board()
        expect(phone.page.locator("#table h1")).to_have_text("The game is over")
    asleep.page.evaluate("""Object.defineProperty(document, 'hidden', {value: true, configurable: true});
        document.dispatchEvent(new Event('visibilitychange', {bubbles: true}));""")
    host.tap("#undo")
    for phone in (host, near):
        expect(phone.page.locator("#table h1")).to_contain_text("turn")
    expect(asleep.page.locator("#table h1")).to_have_text("The game is over")
    asleep.page.evaluate("""delete document.hidden;
        document.dispatchEvent(new Event('visibilitychange', {bubbles: true}));""")
    expect(asleep.page.locator("#table h1")).to_contain_text("turn", timeout=2000)


def test_e68_a_phone_that_wakes_sees_the_whole_truth_whatever_it_missed(room: Room) -> None:
    """E-68, E-69: no message reached it while it slept; it is right within two seconds of waking, without a stream."""
    host = at_the_turns(room)
    screen = watching(room, host)
    screen.page.evaluate("""Object.defineProperty(document, 'hidden', {value: true, configurable: true});
        document.dispatchEvent(new Event('visibilitychange', {bubbles: true}));""")
    screen.page.route("**/stream?*", lambda route: route.abort())
    screen.expects("ERR_FAILED")
    for tile, casino in ((4, "Santorini"), (5, "The Peacock"), (6, "Sunset Gondola")):
        host.pick(str("1234"[tile - 4]), tile)
        host.place(casino)
    host.told("Hearts: 6 at Sunset Gondola.")
    screen.page.wait_for_timeout(500)
    assert "Hearts" not in str(screen.page.locator("#table").get_attribute("data-says"))
    screen.page.evaluate("""delete document.hidden;
        document.dispatchEvent(new Event('visibilitychange', {bubbles: true}));""")
    expect(screen.page.locator("#table")).to_have_attribute(
        "data-says", ends_with("Hearts: 6 at Sunset Gondola."), timeout=2000
    )
