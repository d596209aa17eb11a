"""What moves on the table moves on the phones: once, briefly, above everything and in nobody's way."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.room import Room
from tests.browser.slots import company
from tests.browser.table import Phone
from tests.browser.test_forms import at_the_turns
from tests.browser.test_live import watching

#: notes what a script lets fly, how long, and what of it changes; halts it on request
_WATCH = """() => {
  window.flown = [];
  const begin = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const flight = begin.call(this, frames, timing);
    const {endTime} = flight.effect.getComputedTiming();
    const changes = [...new Set(flight.effect.getKeyframes().flatMap(Object.keys))];
    const thing = {text: this.textContent, name: this.getAttribute('class')};
    if (this.matches('.flying')) window.flown.push({...thing, endTime, changes});
    if (window.halted) flight.pause();
    return flight;
  };
}"""
#: what every key frame has beside the properties that it changes
_OF_ANY_FRAME = {"offset", "computedOffset", "easing", "composite"}
#: milliseconds in which a flight would have begun and ended
_A_WHILE = 500


def watched(phone: Phone) -> Page:
    """Open the board of a phone and note from now on what flies on it."""
    phone.board()
    phone.page.evaluate(_WATCH)
    return phone.page


def flown(page: Page) -> list[dict[str, Any]]:
    """Give what flew so far, once all that was due has begun."""
    page.wait_for_timeout(_A_WHILE)
    found: list[dict[str, Any]] = page.evaluate("window.flown")
    return found


def brief(flight: dict[str, Any]) -> bool:
    """Tell whether a flight takes less than 400 ms and changes nothing for which the page is laid out anew."""
    return flight["endTime"] < 400 and set(flight["changes"]) - _OF_ANY_FRAME <= {"transform", "opacity"}


def test_a_tile_flies_to_its_casino_on_every_phone_once(room: Room) -> None:
    """A pushed board, a polled one and that of the phone which acted: each shows it, and none when it is loaded."""
    host = at_the_turns(room)
    pushed, polled = room.phone("pushed"), room.phone("polled")
    polled.context.route("**/stream?*", lambda route: route.abort())
    polled.expects("ERR_FAILED")
    for phone in (pushed, polled):
        phone.code = host.code
    pages = [watched(phone) for phone in (host, pushed, polled)]
    host.pick("1", 4)
    host.place("Santorini")
    for page in pages:
        (flight,) = flown(page)
        assert flight["text"] == "4"
        assert brief(flight)
        expect(page.locator(".flying")).to_have_count(0)
    pages[1].reload()
    pages[1].evaluate(_WATCH)
    assert flown(pages[1]) == []


def test_the_next_tap_waits_for_nothing_that_flies(room: Room) -> None:
    """While a tile is on its way, held there, the finger finds what lies below it."""
    host = at_the_turns(room)
    page = watched(host)
    page.evaluate("window.halted = true")
    host.pick("1", 4)
    host.place("Santorini")
    expect(page.locator(".flying")).to_have_count(1)
    page.evaluate("""() => {
      const [copy, tile] = ['.flying', '#tile-2-5'].map(query => document.querySelector(query));
      const {x, y} = tile.getBoundingClientRect();
      copy.getAnimations()[0].effect.setKeyframes({transform: [`translate(${x}px, ${y}px) scale(3)`, 'none']});
    }""")
    host.pick("2", 5)
    expect(page.locator(".flying")).to_have_count(1)
    host.place("The Peacock")
    host.told("Diamonds: 5 at The Peacock.")


def test_nothing_flies_where_people_want_no_motion_or_nothing_has_moved(room: Room) -> None:
    """Reduced motion is honoured; an undo, a sheet that opens and closes, and waking to old news move nothing."""
    host = at_the_turns(room)
    calm = room.phone("calm", reduced_motion="reduce")
    calm.code = host.code
    page = watched(calm)
    own = watched(host)
    host.pick("1", 4)
    host.place("Santorini")
    calm.told("Spades: 4 at Santorini.")
    assert flown(page) == []
    assert len(flown(own)) == 1
    host.tap("#casino-0")
    expect(own.locator("#sheet")).to_be_visible()
    own.locator("#sheet .sheet-head a").tap()
    expect(own.locator("#sheet")).to_have_count(0)
    assert len(flown(own)) == 1
    host.tap("#undo")
    expect(own.locator("#undo")).not_to_be_visible()
    assert len(flown(own)) == 1


def test_chips_fly_from_a_jackpot_to_the_pile_of_whoever_leads_there(room: Room) -> None:
    """VS-R28: a revealed jackpot goes to the pile of its leader's team; where nobody lies, nothing moves."""
    host = at_the_turns(room)
    assert host.submit("?set=1&tile=4", "placed", casino="Santorini") == 200
    assert host.submit("?sheet=end", "ended", confirmed="tiles-left") == 200
    screen = watching(room, host)
    page = watched(screen)
    assert host.submit("?sheet=reveal", "turned_over", casino="Santorini") == 200
    screen.told("reveals Santorini.")
    (flight,) = flown(page)
    assert "chip" in flight["name"]
    assert brief(flight)
    assert host.submit("?sheet=reveal", "turned_over", casino="The Peacock") == 200
    screen.told("reveals The Peacock.")
    assert len(flown(page)) == 1


def test_a_prize_flies_to_the_pile_of_its_owner(room: Room) -> None:
    """On the phone that recorded it and on the other; one that is taken back moves nothing."""
    ann, bob = company(room, "Ann", "Bob")
    pages = [watched(player.phone) for player in (ann, bob)]
    ann.scores(1, "C", sets=1)
    for page in pages:
        (flight,) = flown(page)
        assert "symbol" in flight["name"]
        assert brief(flight)
    ann.phone.tap("#less-1")
    expect(pages[0].locator("#done-1")).to_be_visible()
    ann.phone.tap("#p1C")
    bob.phone.told("taken back")
    assert [len(flown(page)) for page in pages] == [1, 1]
