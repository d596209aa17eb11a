"""Every form: what comes of a tap that is refused, late, doubled, or sent into the void, and what is kept meanwhile."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qsl
from urllib.request import Request as Asked
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.room import NAME, Room
from tests.browser.table import Phone, boxes, middle


def at_the_turns(room: Room, people: int = 4) -> Phone:
    """Make a table that plays with printed fixer cards, deal, and open its board; nobody sits on this phone."""
    phone = room.phone("host")
    phone.make_table(people)
    assert phone.submit("?sheet=settings", "settled", fixer_cards="printed") == 200
    phone.board()
    phone.deal()
    return phone


def story(phone: Phone) -> list[str]:
    """Read every line of the table's log, the newest first."""
    tab = phone.context.new_page()
    tab.goto(f"{phone.url}/t/{phone.code}/log")
    lines = tab.locator(".log li > span").all_inner_texts()
    tab.close()
    return lines


def stands_still(page: Page) -> None:
    """Keep a page from following the table, as a phone in a dead corner of the room."""
    page.route("**/live?*", lambda route: route.fulfill(status=204))
    page.route("**/stream?*", lambda route: route.fulfill(status=204))
    # The stream that is open goes as it does when the page is left.
    page.evaluate("window.dispatchEvent(new Event('pagehide'))")


# E-79: what becomes of a refused tap


def test_a_refusal_is_shown_where_the_form_is_and_read_out(room: Room) -> None:
    """E-79: 422 comes into the open sheet as an alert with its numbers, and what was typed is still there."""
    host = at_the_turns(room)
    host.expects("status of 422")
    host.sheet("casino", casino="Santorini")
    host.page.locator("#jackpot-n").fill("-99")
    host.page.locator("#sheet").get_by_role("button", name="Record").tap()
    expect(host.page.locator("#sheet").get_by_role("alert")).to_contain_text("Santorini holds 15 chips")
    expect(host.page.locator("#jackpot-n")).to_have_value("-99")
    host.page.locator("#jackpot-n").fill("-5")
    # A second tap on the spot at once is taken for the other half of a double tap.
    host.page.wait_for_timeout(600)
    host.page.locator("#sheet").get_by_role("button", name="Record").tap()
    host.told("5 off Santorini: its jackpot is 10.")


def test_a_stale_second_tab_has_no_effect(room: Room) -> None:
    """E-52, E-79: a tap on what has moved on is answered 409 with the fresh board, says so, and changes nothing."""
    host = at_the_turns(room)
    host.expects("status of 409")
    host.pick("1", 4)
    old = host.context.new_page()
    old.goto(host.page.url)
    stands_still(old)
    host.place("Santorini")
    host.told("Spades: 4 at Santorini.")
    with old.expect_response("**/act*") as answer:
        old.locator("#casino-3").tap()
    assert answer.value.status == 409
    expect(old.get_by_role("alert")).to_be_visible()
    expect(old.locator("#table h1")).to_have_text("Diamonds\u2019 turn")
    assert story(host)[0] == "Spades: 4 at Santorini."


WAYS: list[tuple[str, Callable[[Route], None], str, str]] = [
    ("404", lambda route: route.fulfill(status=404, body="gone"), "status of 404", "not open to this phone"),
    ("500", lambda route: route.fulfill(status=500, body="oh"), "status of 500", "nothing was recorded"),
]


@pytest.mark.parametrize(("fault", "console", "sentence"), [way[1:] for way in WAYS], ids=[way[0] for way in WAYS])
def test_a_fault_is_told_beside_the_form(
    room: Room, fault: Callable[[Route], None], console: str, sentence: str
) -> None:
    """E-79: 404 and 500 say so as an alert, keep what was typed, and leave the button alive."""
    host = at_the_turns(room)
    host.expects(console, "Response Status Error Code", "htmx:responseError")
    host.sheet("casino", casino="Santorini")
    host.page.route("**/act*", fault)
    host.page.locator("#jackpot-n").fill("3")
    host.page.locator("#sheet").get_by_role("button", name="Record").tap()
    expect(host.page.locator("#sheet .failed[role=alert]")).to_contain_text(sentence)
    expect(host.page.locator("#jackpot-n")).to_have_value("3")
    host.page.unroute("**/act*")
    host.page.locator("#sheet").get_by_role("button", name="Record").tap()
    host.told("3 onto Santorini: its jackpot is 18.")


def test_an_act_without_a_network_goes_out_once_there_is_one(room: Room) -> None:
    """E-79: a dead network says so as an alert, once, keeps what was typed, and sends it by itself when it is back."""
    host = at_the_turns(room)
    host.expects("ERR_INTERNET_DISCONNECTED", "htmx:sendError")
    host.sheet("casino", casino="Santorini")
    host.context.set_offline(True)
    host.page.locator("#jackpot-n").fill("3")
    host.page.locator("#sheet").get_by_role("button", name="Record").tap()
    alert = host.page.locator("#sheet .failed[role=alert]")
    expect(alert).to_contain_text("No answer from the table")
    alert.evaluate("line => { line.title = 'the first'; }")
    host.page.wait_for_timeout(2500)
    expect(alert).to_have_attribute("title", "the first")
    expect(host.page.locator("#jackpot-n")).to_have_value("3")
    host.context.set_offline(False)
    host.told("3 onto Santorini: its jackpot is 18.")
    assert story(host).count("3 onto Santorini: its jackpot is 18.") == 1


def test_an_act_whose_answer_is_lost_is_asked_after_before_anything_else_comes(room: Room) -> None:
    """E-79, E-86: what the board promises, "cannot count twice", holds whenever somebody taps again."""
    host = at_the_turns(room)
    host.expects("ERR_FAILED", "htmx:sendError")
    keys: list[str] = []

    def lose(route: Route) -> None:
        """Let the act arrive, and nothing come back."""
        keys.append(dict(parse_qsl(route.request.post_data or ""))["key"])
        headers = {"Cookie": route.request.all_headers()["cookie"], "Content-Type": "application/x-www-form-urlencoded"}
        body = (route.request.post_data or "").encode()
        with urlopen(Asked(route.request.url.replace(NAME, "127.0.0.1"), body, headers)):
            if len(keys) > 2:
                route.continue_()
            else:
                route.abort()

    host.page.route("**/act*", lose)
    host.pick("1", 4)
    host.tap("#casino-0")
    expect(host.page.locator("#dock .failed[role=alert]")).to_contain_text("sent again, and cannot count twice")
    # A board that comes meanwhile would have another key under the finger.
    host.page.evaluate("window.htmx.trigger('#table', 'wake')")
    host.told("Spades: 4 at Santorini.")
    assert len(keys) > 1, "it was sent again"
    assert len(set(keys)) == 1
    assert story(host).count("Spades: 4 at Santorini.") == 1


def looking(phone: Phone, link: str) -> Route:
    """Tap a link whose answer hangs, and give the request."""
    held: list[Route] = []
    phone.page.route("**/t/*?*sheet=*", lambda route: held.append(route))
    phone.tap(link)
    for _ in range(100):
        if held:
            break
        phone.page.wait_for_timeout(50)
    return held[0]


def test_an_act_goes_before_a_look_that_is_on_its_way(room: Room) -> None:
    """E-79: a link whose answer hangs takes no tap away, and leaves no dead button."""
    host = room.phone("host")
    host.make_table(4)
    assert host.submit("?sheet=settings", "settled", fixer_cards="printed") == 200
    host.board()
    looking(host, "#way-characters")
    host.page.wait_for_timeout(600)
    host.tap("#deal")
    host.told("Round 1 began with the printed fixer cards.")


def test_what_comes_while_an_answer_is_on_its_way_is_asked_for_after_it(room: Room) -> None:
    """E-68: a push that could not be taken is not left to the next slow poll."""
    host, guest = at_the_turns(room), room.phone("guest")
    guest.expects("ERR_FAILED", "htmx:sendError")
    guest.code = host.code
    guest.board()
    guest.page.wait_for_timeout(500)
    look = looking(guest, "#casino-0")
    host.pick("1", 4)
    host.place("Santorini")
    host.told("Spades: 4 at Santorini.")
    guest.page.wait_for_timeout(500)
    look.abort()
    news = re.compile("Spades: 4 at Santorini")
    expect(guest.page.locator("#table")).to_have_attribute("data-says", news, timeout=4000)
    expect(guest.page.locator(".failed")).to_have_count(0)


def test_a_placement_whose_answer_was_lost_counts_once(room: Room) -> None:
    """E-79, E-86: a tap without an answer says so in the dock; the same tap again is no second event."""
    host = at_the_turns(room)
    host.expects("ERR_FAILED", "htmx:sendError")
    host.pick("1", 4)
    stands_still(host.page)
    host.page.route("**/act*", lambda route: route.abort(), times=1)
    host.tap("#casino-0")
    expect(host.page.locator("#dock .failed[role=alert]")).to_contain_text("No answer from the table")
    # It had arrived nevertheless: only the answer got lost.
    host.post(f"/t/{host.code}/act", *fields_of_placement(host), ("casino", "Santorini"))
    host.tap("#casino-0")
    host.told("Spades: 4 at Santorini.")
    assert story(host).count("Spades: 4 at Santorini.") == 1


def fields_of_placement(phone: Phone) -> list[tuple[str, str]]:
    """Read what the form of the picked tile would send, but for the casino."""
    found = phone.page.evaluate("[...new FormData(document.getElementById('place'))]")
    return [(name, value) for name, value in found]


def test_a_phone_that_may_no_longer_record_is_told(room: Room) -> None:
    """E-79, E-50: where the host alone records by now, a tap from an old page says so and changes nothing."""
    host = at_the_turns(room)
    guest = room.phone("Bea")
    guest.claim_seat(host.code, 2, "Bea")
    guest.board()
    guest.expects("status of 403", "Response Status Error Code", "htmx:responseError")
    guest.pick("1", 4)
    stands_still(guest.page)
    assert host.submit("?sheet=settings", "agreed", record="host") == 200
    guest.tap("#casino-0")
    expect(guest.page.locator("#dock").get_by_role("alert")).to_be_visible()
    assert "Spades: 4" not in story(host)[0]
    guest.board()
    expect(guest.page.locator("#dock a.tile")).to_have_count(0)


def test_a_phone_that_lost_its_seat_is_told(room: Room) -> None:
    """E-79, E-39: a tap from a page whose seat has been freed says why nothing came of it, and shows the board."""
    host = at_the_turns(room)
    guest = room.phone("Bea")
    guest.claim_seat(host.code, 2, "Bea")
    guest.board()
    guest.expects("status of 403", "Response Status Error Code")
    guest.pick("1", 4)
    stands_still(guest.page)
    host.open(f"/t/{host.code}/join")
    host.page.get_by_text("A seat for another phone").tap()
    host.page.get_by_role("button", name="Free the seat of Bea").tap()
    expect(host.page.locator("#name-2")).to_be_visible()
    guest.tap("#casino-0")
    expect(guest.page.get_by_role("alert")).to_contain_text("seat")
    expect(guest.page.locator("h1")).to_have_count(1)
    assert "Spades: 4" not in story(host)[0]


def test_a_board_without_a_network_says_so_until_it_is_back(room: Room) -> None:
    """E-68, E-79: a poll that gets no answer shows it, and the page catches up by itself afterwards."""
    host = at_the_turns(room)
    guest = room.phone("Bea")
    guest.claim_seat(host.code, 2, "Bea")
    guest.board()
    guest.expects("ERR_INTERNET_DISCONNECTED", "htmx:sendError")
    guest.context.set_offline(True)
    expect(guest.page.locator("#offline")).to_contain_text("Not connected")
    host.pick("1", 4)
    host.place("Santorini")
    guest.context.set_offline(False)
    guest.told("Spades: 4 at Santorini.")
    expect(guest.page.locator("#offline")).to_be_hidden()


def test_a_hidden_page_asks_nothing_and_catches_up_at_once(room: Room) -> None:
    """E-68: a page in the background is not followed; made visible again it fetches the whole state."""
    host = at_the_turns(room)
    guest = room.phone("Bea")
    guest.claim_seat(host.code, 2, "Bea")
    guest.board()
    guest.page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    # A poll may have been on its way.
    guest.page.wait_for_timeout(1500)
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.url))
    host.pick("1", 4)
    host.place("Santorini")
    host.told("Spades: 4 at Santorini.")
    guest.page.wait_for_timeout(1500)
    assert asked == []
    guest.page.evaluate("""delete document.hidden;
        document.dispatchEvent(new Event('visibilitychange', {bubbles: true}));""")
    guest.told("Spades: 4 at Santorini.")


# E-86: once is enough


def test_a_double_tap_counts_once(room: Room) -> None:
    """E-86, E-52: two quick taps on a number of people, Deal, a casino and Undo count once, at whatever speed."""
    host = room.phone("host")
    offer = host.offer()
    offer.locator("summary").tap()
    start = middle(offer.get_by_role("button", name="4", exact=True))
    host.page.touchscreen.tap(*start)
    host.page.touchscreen.tap(*start)
    expect(host.page.locator("#table")).to_be_visible()
    host.code = host.page.url.rsplit("/", 1)[1]
    host.open("/")
    expect(host.page.locator("[aria-labelledby=running] li")).to_have_count(1)
    host.board()
    assert host.submit("?sheet=settings", "settled", fixer_cards="printed") == 200
    host.board()
    twice(host, "#deal", "Round 1 began with the printed fixer cards.")
    host.pick("1", 4)
    twice(host, "#casino-0", "Spades: 4 at Santorini.")
    expect(host.page.locator(".sheet")).to_have_count(0)
    host.pick("2", 5)
    twice(host, "#casino-1", "Diamonds: 5 at Sunset Gondola.")
    twice(host, "#undo", "Spades: 4 at Santorini.")
    lines = story(host)
    assert [lines.count(line) for line in ("Spades: 4 at Santorini.", "Diamonds: 5 at Sunset Gondola.")] == [1, 1]
    assert sum("Round 1" in line for line in lines) == 1
    assert sum(line.startswith("Taken back") for line in lines) == 1


def test_what_only_opens_does_so_while_an_act_is_on_its_way(room: Room) -> None:
    """E-79: a tap on a row is not lost because the answer to the one before is late, and the answer leaves it open."""
    host = room.phone("host")
    host.make_table(4)
    host.sheet("casinos")
    held: list[Route] = []
    host.page.route("**/act*", lambda route: held.append(route))
    host.tap("#shuffle")
    host.tap("#row-of-1 > summary")
    expect(host.page.locator("#row-of-1")).to_have_attribute("open", "")
    held[0].continue_()
    expect(host.page.locator("#sheet .sign small")).to_have_count(5)
    expect(host.page.locator("#row-of-1")).to_have_attribute("open", "")


def test_no_casino_of_an_empty_board_moves_when_a_tile_is_picked(room: Room) -> None:
    host = room.phone("host")
    host.make_table(4)
    assert host.submit("?sheet=settings", "settled", fixer_cards="printed") == 200
    host.board()
    host.deal()
    before = boxes(host.page, "#table .casino")
    host.pick("1", 4)
    expect(host.page.locator(".outlook").first).to_contain_text("4 would lead")
    assert boxes(host.page, "#table .casino") == before


_TWICE = """([x, y]) => new Promise(done => {
  const press = () => document.elementFromPoint(x, y)?.closest('a, button')?.dispatchEvent(
    new MouseEvent('click', {bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: y}));
  press();
  setTimeout(() => { press(); done(); }, 150);
})"""


def twice(phone: Phone, selector: str, line: str) -> None:
    """Press twice at one place; by the second time the answer may have put something else there."""
    phone.page.evaluate(_TWICE, list(middle(phone.page.locator(selector))))
    phone.told(line)
    phone.board()
    phone.told(line)


def test_the_same_form_posted_again_gets_the_first_answer(room: Room) -> None:
    """E-86: a form that is sent once more, at once or later, makes one event; a reload after an act sends nothing."""
    host = at_the_turns(room)
    host.pick("1", 4)
    fields = fields_of_placement(host)
    for _ in range(2):
        answer = host.post(f"/t/{host.code}/act", *fields, ("casino", "Santorini"))
        assert answer["status"] == 200
    host.told("Spades: 4 at Santorini.")
    host.page.reload()
    host.told("Spades: 4 at Santorini.")
    assert story(host).count("Spades: 4 at Santorini.") == 1


# E-88, E-89: entering numbers


def names_of_fields(phone: Phone) -> list[str]:
    found: list[str] = phone.page.locator("#sheet form input[type=text]").evaluate_all(
        "all => all.map(one => one.name)"
    )
    return found


def test_rows_stay_where_they_are_and_a_draft_is_kept(room: Room) -> None:
    """E-88, E-89: totals keep casino and seat order, survive reload and turning, and leave no draft once sent."""
    host = at_the_turns(room)
    host.expects("status of 422")
    host.sheet("totals")
    order = names_of_fields(host)
    assert order == [f"total_{casino}_{seat}" for casino in range(5) for seat in range(1, 5)]
    typed = {"total_0_4": "13", "total_0_1": "3", "total_1_2": "9", "total_4_3": "7"}
    for name, value in typed.items():
        host.page.locator(f"[name={name}]").fill(value)
        assert names_of_fields(host) == order
    host.page.set_viewport_size({"width": 844, "height": 390})
    host.page.reload()
    assert names_of_fields(host) == order
    for name, value in typed.items():
        expect(host.page.locator(f"[name={name}]")).to_have_value(value)
    host.page.set_viewport_size({"width": 390, "height": 844})
    host.tap("button#totals")
    expect(host.page.locator("#sheet")).to_have_count(0)
    expect(host.page.locator("#table h1")).to_have_text("Payout")
    assert host.page.evaluate("Object.keys(sessionStorage).filter(key => key.startsWith('draft'))") == []
    first = host.casinos()[0]
    assert [(stand.who, stand.total) for stand in first.stands] == [("Clubs", 13), ("Spades", 3)]
    host.sheet("totals")
    assert names_of_fields(host) == order


def test_typing_is_not_disturbed_by_what_others_do(room: Room) -> None:
    """E-88, E-89: while somebody types, the page waits with what is new and says so; a tap brings it."""
    host = at_the_turns(room)
    guest = room.phone("Bea")
    guest.claim_seat(host.code, 2, "Bea")
    guest.sheet("totals")
    guest.page.locator("[name=total_0_1]").fill("5")
    host.pick("1", 4)
    host.place("Santorini")
    expect(guest.page.locator("#changed")).to_contain_text("What you typed is kept")
    expect(guest.page.locator("[name=total_0_1]")).to_have_value("5")
    guest.page.locator("#changed").get_by_role("button", name="Refresh").tap()
    guest.told("Spades: 4 at Santorini.")
    expect(guest.page.locator("#changed")).to_be_hidden()


# E-31, E-92


def test_a_start_that_is_not_possible_says_why_beside_the_button(room: Room) -> None:
    """E-31: the reason stays beside the button as long as it holds, and no choice made before is lost."""
    host = room.phone("host")
    host.make_table(4)
    host.tap("text=Penalty, bank, who records")
    host.page.get_by_label("all the round brought").tap(force=True)
    host.page.locator("#sheet").get_by_role("button", name="Save").tap()
    host.sheet("card")
    host.page.locator("#f-tiles").fill("1 2 3 4 5 6 7 8 9 10 11")
    host.page.locator("#sheet").get_by_role("button", name="Save").tap()
    expect(host.page.locator("#sheet")).to_have_count(0)
    for _ in range(2):
        expect(host.page.locator("#dock .start-reasons")).to_contain_text(
            "Each set has 11 tiles, but 5 casinos hold 10"
        )
        expect(host.page.locator("#deal")).to_be_disabled()
        host.page.reload()
    host.sheet("card")
    host.page.locator("#f-tiles").fill("1 2 3 4 5 6 7")
    host.page.locator("#sheet").get_by_role("button", name="Save").tap()
    expect(host.page.locator("#dock .start-reasons")).to_have_count(0)
    expect(host.page.locator("#deal")).to_be_enabled()
    host.sheet("settings")
    expect(host.page.get_by_label("all the round brought")).to_be_checked()


def test_ending_the_turns_stands_apart_asks_once_and_can_be_taken_back(room: Room) -> None:
    """E-92, E-94: the end of the turns is not beside undo, asks with the tiles left, and undo names and reverts it."""
    host = at_the_turns(room)
    expect(host.page.get_by_text("End the turns")).to_have_count(0)
    host.tap("#way-menu")
    host.page.get_by_role("link", name="End the turns").tap()
    expect(host.page.locator("#sheet")).to_contain_text("28 tiles are still in hand")
    host.tap("button#end")
    expect(host.page.locator("#table h1")).to_have_text("Payout")
    host.told("The turns were ended with 28 tiles in hand.")
    host.tap("#undo")
    expect(host.page.locator("#table h1")).to_have_text("Spades\u2019 turn")


def test_e77_a_sheet_that_an_act_closed_stays_closed(room: Room) -> None:
    """E-77: a wake-up before htmx has read the new address, a moment after the answer, brings no old sheet back."""
    host = at_the_turns(room)
    host.tap("#way-menu")
    host.page.get_by_role("link", name="End the turns").tap()
    expect(host.page.locator("button#end")).to_be_visible()
    host.page.evaluate(
        "document.addEventListener('htmx:afterSwap', () => setTimeout(() => htmx.trigger('#table', 'wake')))"
    )
    with host.page.expect_response(lambda answer: "/live?" in answer.url) as woken:
        host.tap("button#end")
    assert "sheet=" not in woken.value.url
    expect(host.page.locator("#table h1")).to_have_text("Payout")
    expect(host.page.locator("#sheet")).to_have_count(0)


# E-75: the way back


def test_e75_back_closes_a_sheet_and_leads_to_no_old_form(room: Room) -> None:
    """E-75: a phone's own Back closes what lies over the board; the set-up form is never under it."""
    host = at_the_turns(room)
    host.tap("#casino-1")
    expect(host.page.locator("#sheet")).to_be_visible()
    host.page.go_back()
    expect(host.page.locator("#sheet")).to_have_count(0)
    expect(host.page.locator("#table h1")).to_have_text("Spades\u2019 turn")
    host.pick("1", 4)
    host.tap("#casino-2")
    host.told("Spades: 4 at The Peacock.")
    while host.page.go_back() is not None:
        expect(host.page.locator("#deal")).to_have_count(0)
        if not host.page.url.startswith(f"{host.url}/t/"):
            break
    host.board()
    host.told("Spades: 4 at The Peacock.")
