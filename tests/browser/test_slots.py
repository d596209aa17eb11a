"""Vegas Slot Machine 1973 in a browser: a grid is filled, asked about and played on, and a round ends in a rank."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.room import Room
from tests.browser.slots import Player, company, solo
from tests.browser.table import no_overlap

#: a third cherry fits between two, on a seven that is in no set of two
GRID = "cherry lemon plum/lemon seven bell/bell plum cherry"


def test_a_solo_round_from_the_grid_to_the_rank(room: Room) -> None:
    """SM-R14 to R18, R23, R31, R34, R49, E-95, E-106: ask, play, claim, uncover, refill, correct, end, and the rank"""
    ann = solo(room)
    ann.sees_grid()
    ann.paints(GRID)
    ann.holds("cherry")
    assert ann.marks() == ["no", "yes", "yes", "yes", "prize 8", "yes", "yes", "yes", "no"]
    verdict = ann.asks(8)
    expect(verdict).to_contain_text("Cherry already lies in the bottom right")
    expect(verdict).to_contain_text("share the diagonal from the top left to the bottom right: a set of two")
    expect(verdict.locator(".rule")).to_have_text(["Why? SM-R30", "Why? SM-R31"])
    assert ann.outlined() == [0, 8]
    ann.asks(4)
    ann.phone.tap("#record-grid")
    ann.phone.told("recorded as it lies")
    ann.phone.tap("#play")
    ann.phone.told("Ann plays cherry onto the centre")
    ann.phone.tap("#claim-1")
    ann.phone.told("Ann claims a prize: cherry.")
    # What the cards lay on is told first, then cells are filled, and a prize that filling makes is claimed as well.
    ann.shows("the top left", "nothing")
    ann.shows("the bottom right", "seven")
    ann.shows("the top left", "ANY")
    ann.phone.tap("#claim-1")
    ann.phone.told("Ann claims a prize: seven.")
    ann.shows("the centre", "lemon")
    ann.shows("the bottom right", "plum")
    ann.shows("the top left", "bell")
    ann.phone.tap("#turned")
    expect(ann.page.locator("#turned")).to_have_count(0)
    ann.phone.tap("#to-score")
    expect(ann.points()).to_have_text("48")
    ann.corrects(1, "seven", sets=12)
    expect(ann.points()).to_have_text("488")
    ann.ends()
    expect(ann.page.locator("#h-rank")).to_have_text("Basic")
    expect(ann.page.locator(".ranked")).to_contain_text("16 to Good")
    expect(ann.page.locator(".ladder .you")).to_contain_text("488")
    assert ann.ladder() == ["Slot Machine King", "Master", "Wizard", "Gambler", "Good", "You", "Basic", "Beginner"]


def test_a_finished_round_is_put_right_and_the_rank_follows(room: Room) -> None:
    """E-80, E-90, E-91, E-103: a prize of a finished round taken back and given again; the rank is that of now"""
    ann = solo(room)
    ann.scores(1, "V", sets=1)
    ann.scores(1, "B", sets=1)
    ann.ends()
    expect(ann.page.locator(".ladder .you")).to_contain_text("60")
    ann.phone.tap("#past-1")
    ann.phone.tap("#less-1")
    expect(ann.page.locator("#done-1")).to_be_visible()
    ann.phone.tap("#p1V")
    ann.phone.told("Round 1 corrected: Ann has 0 of seven.")
    ann.phone.tap("#done-1")
    ann.phone.tap("#from-round")
    expect(ann.page.locator(".ladder .you")).to_contain_text("20")
    expect(ann.page.locator(".ranked")).to_contain_text("382 to Basic")


def test_three_people_with_both_expansions(room: Room) -> None:
    """SM-R51, R52, R55, A14, A33, E-71, E-88: an ANY serves either prize, Spin Again, Cumber, and all phones follow"""
    ann, ben, cy = company(room, "Ann", "Ben", "Cy", settled=("spin-AB", "cumber-B"))
    ann.sees_grid()
    ann.paints("cherry ANY cherry/shield bell plum/seven lemon shield")
    ann.phone.tap("#record-grid")
    expect(ann.page.locator("#dock .ask")).to_contain_text("An ANY serves one way or another")
    # Whoever looks on sees the same choice, and the claim goes to the person on turn.
    ben.sees_grid()
    expect(ben.page.locator("#claim-1, #claim-2")).to_have_text(["Claim cherry", "Claim shield"])
    ben.phone.tap("#claim-2")
    for player in (ann, ben, cy):
        player.phone.told("Ann claims a prize: shield.")
    ann.shows("the top middle", "lemon")
    ann.shows("the middle left", "nothing")
    ann.shows("the bottom right", "plum")
    ann.shows("the middle left", "seven")
    ann.phone.tap("#to-score")
    turn = ann.turn()
    expect(turn.locator(".actions li").nth(2)).to_contain_text("only Ann may now")
    turn.locator("#cumber-3").tap()
    # The others are told first, and nothing can be pressed before the own answer is there.
    for player in (cy, ann):
        player.phone.told("A Cumber put the last card under the pile.")
    # The grid was recorded as it lay, so no card of this turn was told: it asks first.
    ann.phone.expects("status of 422")
    turn.locator("#spin-B").tap()
    expect(turn.locator("#refusals")).to_contain_text("No card of Ann\u2019s turn is told yet")
    turn.locator("#confirm").tap()
    for player in (cy, ann):
        player.phone.told("Ann plays a Spin Again and goes on.")
    expect(cy.page.locator("#table h1")).to_have_text("Ann\u2019s turn")
    turn.locator("#emptied").tap()
    expect(turn.locator(".actions .why")).to_have_text(["Not now: the pile is empty."] * 2)
    expect(turn.locator("#cumber-1, #cumber-3, #cumber-4")).to_have_count(1)
    turn.get_by_role("link", name="Close").tap()
    ann.phone.tap("#turned")
    for player in (ann, ben, cy):
        expect(player.page.locator("#table h1")).to_have_text("Ben\u2019s turn")
    cy.scores(3, "C", sets=1)
    expect(ann.page.locator("#player-3 .tally .points")).to_have_text("8")
    assert ann.page.locator(".players bdi").all_inner_texts() == ["Ann", "Ben", "Cy"]
    # The shields count once their points are entered, on all phones.
    expect(ben.phone.page.locator("#table h1")).to_have_text("Ben\u2019s turn")
    ben.phone.tap("#to-score")
    ben.enters_value("shield", 10)
    expect(ann.points(1)).to_have_text("10")
    ann.ends()
    expect(cy.page.locator(".winner")).to_have_text("Ann10")
    expect(cy.page.locator(".because")).to_contain_text("Ann wins with 10 points: the most points win.")
    ann.phone.tap("#again")
    expect(ann.page.locator(".clockwise li").filter(has_text="Ben")).to_contain_text("starts")


def test_two_together_against_the_clock(room: Room) -> None:
    """SM-R48, VU, A50, E-35, E-36: the clock is the server's; it outlives a reload, pauses, and stands by the rank"""
    ann, ben = company(room, "Ann", "Ben", settled=("mode-co-operative",), varied="U", pause=True)
    clock = ann.page.locator(".clock time")
    expect(ann.page.locator(".marks li")).to_have_text(["700 points in 5:00", "600 points in 20:00"])
    ann.phone.tap("#clock-start")
    expect(clock).not_to_have_text("0:00")
    ann.page.reload()
    expect(ann.page.locator(".timer.runs time")).not_to_have_text("0:00")
    expect(ben.page.locator(".timer.runs time")).not_to_have_text("0:00")
    ben.phone.tap("#clock-pause")
    expect(ann.page.locator(".timer:not(.runs)")).to_be_visible()
    stood = clock.inner_text()
    ann.page.reload()
    expect(clock).to_have_text(stood)
    ann.phone.tap("#clock-resume")
    expect(ann.page.locator(".timer.runs time")).not_to_have_text(stood)
    ann.scores(1, "V", sets=1)
    ben.scores(2, "V", sets=1)
    ann.ends()
    for player in (ann, ben):
        expect(player.page.locator(".ranked")).to_contain_text("Your rank together")
        expect(player.page.locator(".ranked")).to_contain_text("by the clock")
        expect(player.page.locator(".ladder .you")).to_contain_text("80")


# What a thumb needs in sight


def test_a_refusal_stands_where_the_thumb_is(room: Room) -> None:
    """E-106, E-117: far down a long sheet as at its head"""
    ann = Player(room.phone("Ann"))
    ann.phone.expects("status of 422")
    ann.phone.make_table(4, "slots")
    ann.phone.sheet("variations")
    ann.phone.tap("#vary-C")
    ann.phone.told("Variation C is on.")
    ann.phone.tap("#vary-U")
    refusals = ann.page.locator("#sheet > #refusals")
    expect(refusals).to_contain_text("choose one of the two")
    expect(refusals).to_be_in_viewport(ratio=1)
    expect(ann.page.locator("#vary-U")).to_be_in_viewport()


#: where an element lies in its page, however far a thumb still presses it down
_PLACE = """one => {
  const place = [0, 0];
  for (; one; one = one.offsetParent) { place[0] += one.offsetLeft; place[1] += one.offsetTop; }
  return place;
}"""


def test_no_prize_moves_under_a_thumb(room: Room) -> None:
    """E-93: neither for the key that takes one back, nor, in its own row, for what asks for the worth of a symbol."""
    ann = Player(room.phone("Ann"))
    ann.phone.make_table(3, "slots")
    ann.begins()
    for tapped, watched in (("#p1C", "#p2C"), ("#p1S", "#p1C")):
        key = ann.page.locator(watched)
        before = key.evaluate(_PLACE)
        ann.phone.tap(tapped)
        expect(ann.page.locator(f"{tapped} .count")).to_have_text("1")
        assert key.evaluate(_PLACE) == before


@pytest.mark.parametrize("width", [320, 390])
def test_the_name_of_a_prize_is_not_cut_off(room: Room, width: int) -> None:
    """SM-R53: "Spin Again" on its key, with many symbols and with few"""
    ann = Player(room.phone("Ann", viewport={"width": width, "height": 844}))
    ann.phone.make_table(3, "slots")
    ann.phone.tap("#settled-spin-B")
    expect(ann.page.locator("#settled-spin-B")).to_have_attribute("aria-pressed", "true")
    ann.phone.board()
    ann.begins()
    words = ann.page.locator(".prize > .word")
    expect(words.filter(has_text="Spin Again").first).to_be_visible()
    cut = words.evaluate_all(
        "all => all.filter(w => w.scrollWidth > w.clientWidth + 1 || w.scrollHeight > w.clientHeight + 1)"
        ".map(w => w.textContent)"
    )
    assert cut == []


def test_a_result_with_its_whole_ladder_fits_the_screen(room: Room) -> None:
    """SM-R49, R50: no line of it lies half under the dock, and no date is broken"""
    ann = solo(room)
    ann.scores(1, "V", sets=1)
    ann.ends()
    ladder, dock = ann.page.locator(".ranked").bounding_box(), ann.page.locator("#dock").bounding_box()
    assert ladder
    assert dock
    assert ladder["y"] + ladder["height"] <= dock["y"]
    record = ann.page.locator(".ladder .record", has_text="23\u00a0Nov\u00a02019")
    expect(record).to_have_text("The creator alone, 23\u00a0Nov\u00a02019672")


# What a thumb and a slow room do to a grid that is filled in


def test_quick_taps_on_many_cells_all_count(room: Room) -> None:
    """E-73, E-89: a painted cell waits for no answer, and a reload keeps what was painted"""
    ann = solo(room)
    ann.sees_grid()
    ann.phone.tap("#brush")
    expect(ann.page.locator("#painting")).to_be_attached()
    ann.page.evaluate("for (const n of [0, 4, 8, 2]) document.getElementById(`cell-${n}`).click()")
    ann.page.reload()
    for index in (0, 2, 4, 8):
        expect(ann.cell(index)).to_be_checked()
    ann.cell(2).tap()
    expect(ann.cell(2)).not_to_be_checked()
    ann.phone.tap("#laid")
    expect(ann.page.locator("#change-grid")).to_be_visible()
    assert ann.page.locator(".cell .word").all_inner_texts() == ["cherry"] * 3


def test_a_tap_too_many_records_nothing(room: Room) -> None:
    """E-52: what lies where "It lies like this" was neither records the grid nor ends the turn"""
    ann = solo(room)
    ann.sees_grid()
    ann.phone.tap("#brush")
    expect(ann.page.locator("#painting")).to_be_attached()
    ann.cell(0).tap()
    spot = ann.page.locator("#laid").bounding_box()
    ann.phone.tap("#laid")
    expect(ann.page.locator("#record-grid")).to_be_visible()
    assert no_overlap(spot, ann.page.locator("#record-grid").bounding_box())
    spot = ann.page.locator("#record-grid").bounding_box()
    ann.phone.tap("#record-grid")
    ann.phone.told("recorded")
    ann.holds("lemon")
    ann.asks(1)
    assert no_overlap(spot, ann.page.locator("#play").bounding_box())


def test_an_answer_is_marked_as_old_once_the_grid_has_changed(room: Room) -> None:
    """E-116: the page that only asks keeps the position it judged, and says so when the table has moved on"""
    ann, ben = company(room, "Ann", "Ben")
    ann.sees_grid()
    ann.paints(GRID)
    ann.phone.tap("#record-grid")
    ann.phone.told("recorded")
    ben.phone.open(f"/t/{ben.phone.code}/ask")
    ben.holds("bell")
    expect(ben.asks(4)).to_contain_text("bell on the seven in the centre")
    expect(ben.page.locator(".old")).to_have_count(0)
    ann.holds("plum")
    ann.asks(4)
    ann.phone.tap("#play")
    expect(ben.page.locator(".old")).to_contain_text("the grid at the table has changed since")
    expect(ben.page.locator("#verdict")).to_contain_text("bell on the seven in the centre")
    ben.phone.tap("#ask-anew")
    expect(ben.page.locator(".old")).to_have_count(0)
    expect(ben.asks(4)).to_contain_text("bell on the plum in the centre")
