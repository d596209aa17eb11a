"""The story of a table over http: read by round and by person, and an earlier line put right (E-90, E-91)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from companion import play
from companion.games.strip import tiles
from companion.games.strip.state import State
from tests.conftest import Cast, Phone, opened, recorded, scope_now, sit_down


@pytest.fixture
def table(app: Flask) -> Cast:
    """Seat four people at Vegas Strip with printed cards, and let tiles lie and a jackpot grow."""
    cast = sit_down(app, "strip")
    take(cast, "settled", fixer_cards="printed")
    take(cast, "dealt")
    for seat, tile, casino in (("1", "6", "Santorini"), ("2", "4", "The Peacock"), ("3", "5", "Santorini")):
        take(cast, "placed", set=seat, tile=tile, casino=casino)
    take(cast, "jackpot", casino="The Peacock", n="4")
    return cast


def take(cast: Cast, kind: str, **fields: str) -> None:
    answer = cast.host.act(kind, **fields)
    assert answer.status_code == 303, re.findall('class="lead".*', answer.text)


def state(cast: Cast) -> State:
    found: State = opened(cast.host.app, cast.code).state
    return found


def total(cast: Cast, set_id: str, casino: str) -> int:
    return tiles.total(state(cast).there(casino).get(set_id, ()))


def line(phone: Phone, said: str) -> str:
    """Find the address at which a line of the story can be put right."""
    items = re.findall(r"<li.*?</li>", phone.get(phone.at("/log")).text, re.DOTALL)
    found = [re.search(r'href="([^"]+/line/[^"]+)"', item) for item in items if said in item and "gone" not in item]
    assert len(found) == 1 and found[0], said
    return found[0][1]


def shown(phone: Phone, address: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", phone.get(address).text))


def put_right(phone: Phone, address: str, **fields: str) -> int:
    """Ask what a correction moves, and take it as it was shown."""
    query = "&".join(f"{name}={value}" for name, value in fields.items())
    page = phone.get(f"{address}?{query}").text
    mark = re.search(r'name="mark" value="([^"]+)"', page)
    assert mark, page
    return phone.post(address, mark=mark[1], key=play.new_key(), **fields).status_code


def test_e90_a_tile_of_an_earlier_line_is_put_right_and_the_old_value_stays_readable(table: Cast) -> None:
    """E-90, E-91: first it tells what moves and changes nothing; then the total follows, with who, when and why."""
    address = line(table.host, "Spades: 6 at Santorini")
    before = recorded(table.host.app, table.code)
    preview = shown(table.host, f"{address}?set=1&tile=4&casino=Santorini&why=slip")
    assert "Spades has 4 at Santorini instead of 6." in preview
    assert recorded(table.host.app, table.code) == before
    assert put_right(table.seats["2"], address, set="1", tile="4", casino="Santorini", why="slip") == 303
    assert total(table, "1", "Santorini") == 4
    told = shown(table.onlooker, table.onlooker.at("/log"))
    assert "Put right: Spades: 6 at Santorini. Why: slip" in told
    assert "entered by Diamonds" in told
    assert told.count("Spades: 4 at Santorini.") == 1
    assert "Spades: 6 at Santorini.does not count any more" in told
    # A second correction names what the first one said, and the page shows the line as it reads now.
    assert "Spades: 4 at Santorini." in shown(table.host, address)
    assert put_right(table.seats["2"], address, set="1", tile="3", casino="Santorini", why="again") == 303
    assert "Put right: Spades: 4 at Santorini. Why: again" in shown(table.onlooker, table.onlooker.at("/log"))
    assert table.host.act("undone").status_code == 303
    assert total(table, "1", "Santorini") == 4
    # One visible undo takes it back, and a redo brings it again.
    assert table.host.act("undone").status_code == 303
    assert total(table, "1", "Santorini") == 6
    assert table.host.act("redone").status_code == 303
    assert total(table, "1", "Santorini") == 4


def test_e90_a_jackpot_of_an_earlier_line_moves_by_the_difference(table: Cast) -> None:
    """Issue 5: what moves is listed before it is taken; a minus is understood (E-80)."""
    address = line(table.host, "4 onto The Peacock")
    preview = shown(table.host, f"{address}?casino=The+Peacock&n=%E2%88%922")
    assert "The Peacock holds 13 chips instead of 19: take 6 off it." in preview
    assert put_right(table.host, address, casino="The Peacock", n="-2") == 303
    assert state(table).jackpots["The Peacock"] == 13


def test_e90_a_line_of_an_earlier_round_moves_what_was_paid_long_ago(table: Cast) -> None:
    """Issue 5: deals, reveals and teams stand; chips of the closed round and of the winners follow."""
    take(table, "ended", confirmed="tiles-left")
    take(table, "turned_over", fixer="1", casino="Santorini")
    take(table, "turned_over", fixer="2", casino="Gold Rush")
    take(table, "closed")
    take(table, "dealt")
    had = {seat: state(table).chips(seat) for seat in "1234"}
    address = line(table.host, "Hearts: 5 at Santorini")
    preview = shown(table.host, f"{address}?set=3&tile=7&casino=Santorini")
    assert "Spades returns" in preview and "Hearts gets" in preview
    assert put_right(table.host, address, set="3", tile="7", casino="Santorini") == 303
    now = {seat: state(table).chips(seat) for seat in "1234"}
    assert now["3"] > had["3"] and now["1"] < had["1"]
    assert [event.kind for event in opened(table.host.app, table.code).events].count("turned_over") == 2
    assert state(table).round is not None and state(table).round.number == 2


def test_e90_later_lines_that_no_longer_fit_are_named_before(table: Cast) -> None:
    """Issue 5: they are let go of by whoever saw them listed, and come back with an undo."""
    take(table, "token", casino="Santorini", set="3", tile="5", on="1")
    address = line(table.host, "Hearts: 5 at Santorini")
    preview = shown(table.host, f"{address}?strike=1")
    assert "no longer fits and will not count any more" in preview
    assert "+3" in preview.partition("no longer fits")[2]
    assert put_right(table.host, address, strike="1") == 303
    assert total(table, "3", "Santorini") == 0
    assert table.host.act("undone").status_code == 303
    assert total(table, "3", "Santorini") == 8


def test_e90_what_must_stand_stands_against_a_correction(table: Cast) -> None:
    """Issue 5: a line that would make a paid round impossible is refused with the line that stands in the way."""
    address = line(table.host, "Diamonds: 4 at The Peacock")
    refused = table.host.get(f"{address}?set=2&tile=9&casino=Santorini")
    assert refused.status_code == 422
    assert "\u201c9\u201d cannot stand there. Take one of 1, 2, 3, 4, 5, 6 and 7." in shown(
        table.host, f"{address}?set=2&tile=9&casino=Santorini"
    )
    same = shown(table.host, f"{address}?set=2&tile=4&casino=The+Peacock")
    assert "That is what the line says already" in same


def test_e87_a_correction_is_taken_as_it_was_shown_or_shown_anew(table: Cast) -> None:
    """E-87, E-86: where something else moved meanwhile, 409 with the fresh outlook; a key counts once."""
    address = line(table.host, "Spades: 6 at Santorini")
    fields = {"set": "1", "tile": "4", "casino": "Santorini"}
    page = table.host.get(f"{address}?set=1&tile=4&casino=Santorini").text
    mark = re.search(r'name="mark" value="([^"]+)"', page)
    assert mark
    assert put_right(table.seats["3"], line(table.host, "Diamonds: 4"), set="2", tile="5", casino="The Peacock") == 303
    take(table, "placed", set="4", tile="3", casino="Gold Rush")
    key = play.new_key()
    first = table.host.post(address, mark="0" * 16, key=key, **fields)
    assert first.status_code == 409
    assert "Spades has 4 at Santorini instead of 6." in re.sub(r"<[^>]+>", "", first.text)
    assert table.host.post(address, mark=mark[1], key=key, **fields).status_code == 303
    count = len(opened(table.host.app, table.code).events)
    assert table.host.post(address, mark=mark[1], key=key, **fields).status_code == 303
    assert len(opened(table.host.app, table.code).events) == count


def test_e50_only_those_who_may_record_put_right(table: Cast) -> None:
    """E-50, E-06: an onlooker and a stranger move nothing; where everybody records for themselves, only one's own."""
    address = line(table.host, "Spades: 6 at Santorini")
    for phone in (table.onlooker, table.stranger):
        assert "/line/" not in phone.get(phone.at("/log")).text
        assert phone.get(f"{address}?strike=1").status_code == 403
        assert phone.post(address, strike="1", mark="0", key=play.new_key()).status_code == 403
    take(table, "agreed", record="own")
    assert table.seats["2"].get(f"{address}?strike=1").status_code == 403
    theirs = table.seats["1"].get(f"{address}?set=2&tile=5&casino=Santorini")
    assert theirs.status_code == 403
    assert put_right(table.seats["1"], address, set="1", tile="5", casino="Gold Rush") == 303


def test_e90_an_unknown_line_is_not_found(table: Cast) -> None:
    assert table.host.get(table.host.at("/line/0123456789abcdef")).status_code == 404
    assert table.host.post(table.host.at("/line/none"), strike="1").status_code == 404


def test_the_story_is_read_by_round_and_by_person(table: Cast) -> None:
    """Issue 5: the log reads like a story, filterable by round and person, also by what does not exist"""
    of_spades = shown(table.onlooker, table.onlooker.at("/log?seat=1"))
    assert "Spades: 6 at Santorini." in of_spades
    assert "Diamonds: 4" not in of_spades
    assert re.search(r"\d+ of \d+ lines", of_spades)
    assert "Spades: 6" not in shown(table.onlooker, table.onlooker.at("/log?round=0"))
    assert "No line of the story" in shown(table.onlooker, table.onlooker.at("/log?round=3"))
    assert "Diamonds: 4" in shown(table.onlooker, table.onlooker.at("/log?seat=99&round="))


# Two people enter the same thing


@pytest.mark.parametrize(
    ("theirs", "yours", "said"),
    [
        (
            ("jackpot", {"casino": "Gold Rush", "n": "2"}),
            ("jackpot", {"casino": "Gold Rush", "n": "3"}),
            "entered: 2 onto Gold Rush: its jackpot is 17. Yours was: 3 onto Gold Rush: its jackpot is 18. "
            "It is not recorded.",
        ),
        (
            ("jackpot", {"casino": "Gold Rush", "n": "2"}),
            ("jackpot", {"casino": "Gold Rush", "n": "2"}),
            "Somebody was faster and entered the same: 2 onto Gold Rush: its jackpot is 17.",
        ),
        (
            ("placed", {"set": "4", "tile": "3", "casino": "Gold Rush"}),
            ("placed", {"set": "4", "tile": "9", "casino": "Gold Rush"}),
            "Somebody was faster: Clubs: 3 at Gold Rush. Here is how the table stands now.",
        ),
    ],
)
def test_e87_the_slower_of_two_sees_both_values(table: Cast, theirs: Any, yours: Any, said: str) -> None:
    """E-87, issue 5: 409 with what was entered and what was meant; nothing is overwritten."""
    kind, fields = yours
    scope = scope_now(table.host.app, table.code, kind, fields)
    assert table.seats["1"].act(theirs[0], **theirs[1]).status_code == 303
    count = len(opened(table.host.app, table.code).events)
    answer = table.seats["2"].act(kind, scope=scope, **fields)
    assert answer.status_code == 409
    assert said in re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", answer.text))
    assert len(opened(table.host.app, table.code).events) == count


def test_e87_a_correction_that_was_faster_is_named(table: Cast) -> None:
    scope = scope_now(table.host.app, table.code, "jackpot", {"casino": "Gold Rush"})
    assert put_right(table.seats["3"], line(table.host, "Diamonds: 4"), set="2", tile="5", casino="The Peacock") == 303
    answer = table.seats["2"].act("jackpot", scope=scope, casino="Gold Rush", n="1")
    assert answer.status_code == 409
    assert "Somebody was faster: Put right: Diamonds: 4 at The Peacock." in re.sub(r"<[^>]+>", "", answer.text)
