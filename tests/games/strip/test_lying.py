"""Casinos as they lie on the table, and tables that type in totals instead of tiles."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.strip.at_table import GAME, AtTable, Refusal, refused

A, B, C, D, E, F = "Santorini", "Sunset Gondola", "The Peacock", "Sunken Treasure", "Gold Rush", "Casino 6"


def three(tiles: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7)) -> AtTable:
    """Seat three who play alone: spades rigs Santorini, diamonds The Peacock, hearts Gold Rush."""
    return AtTable(3, settings={"tiles": tiles}).begin()


# As it lies


def test_a_forgotten_turn_never_breaks_tracking() -> None:
    """Issue 2, step 4: one event lays the casino as it is, and the turn goes on with whoever is due."""
    table = three().place("1", 4, A)
    table.lay(A, s1="4", s2="6", s3="1")
    assert table.state.standing_at(A) == (("2", 6), ("1", 4), ("3", 1))
    assert table.state.on_turn == "1"
    assert table.told()[-1] == "Santorini as it lies: Diamonds 6, Spades 4 and Hearts 1."


def test_a_tile_that_lay_elsewhere_comes_here() -> None:
    """VS-P7: no tile lies twice"""
    table = three().lay(A, s1="4 5", s2="7").lay(B, s1="5")
    assert table.state.there(A) == {"2": table.state.there(A)["2"], "1": (table.state.there(A)["1"][0],)}
    assert [tile.face for tile in table.state.there(A)["1"]] == [4]
    assert [tile.face for tile in table.state.there(B)["1"]] == [5]
    assert table.state.hand("1") == (1, 2, 3, 6, 7)


def test_a_tile_that_a_set_has_twice_may_lie_twice() -> None:
    """VS-A2: with other tiles than one each"""
    table = three((3, 3, 5)).lay(A, s1="3").lay(B, s1="3")
    assert table.state.hand("1") == (5,)
    table.lay(C, s1="3")
    assert sorted([*table.state.there(A), *table.state.there(B), *table.state.there(C)]) == ["1", "1"]
    table.lay(D, s1="3 3")
    assert [table.state.there(casino) for casino in (A, B, C)] == [{}, {}, {}]


def test_a_tile_that_was_discarded_may_turn_up() -> None:
    """VS-C10"""
    table = three((3,) * 7)
    for casino in (A, B, C, D, E, F):
        table.lay(casino, s1="3")
    table.take("discarded", set="2", tile=3)
    assert table.state.used("2") == 1
    table.lay(A, s2="3 3", s1="3").lay(B, s2="3 3", s1="3").lay(C, s2="3 3", s1="3")
    assert len(table.state.round.discards) == 1
    table.lay(D, s2="3", s1="3", leader="1")
    assert table.state.hand("2") == ()
    assert table.state.round.discards == ()


def test_an_empty_casino_lies_empty() -> None:
    """VS-A11"""
    table = three().lay(A, s1="4").lay(A)
    assert (table.state.standing_at(A), table.state.hand("1")) == ((), (1, 2, 3, 4, 5, 6, 7))
    assert table.told()[-1] == "Santorini as it lies: no tiles."


def test_the_last_casino_laid_ends_the_turns() -> None:
    """VS-R28: and taking tiles away again goes back to them"""
    table = three((1, 2)).lay(A, s1="1", s2="2").lay(B, s1="2", s3="1")
    assert table.state.phase == "turns"
    table.lay(C, s2="1", s3="2")
    assert table.state.phase == "payout"
    table.lay(C, s3="2")
    assert (table.state.phase, table.state.on_turn) == ("turns", "2")


def test_third_tiles_are_asked_about_and_then_stand() -> None:
    """VS-A18, R22: a character may have made one; nothing more is placed there."""
    table = three()
    given = {"1": ["1", "2", "3"]}
    (asked,) = table.reasons("laid", casino=A, tiles=given)
    assert (asked.code, asked.confirm, asked.values["n"]) == ("third-tile", True, 3)
    table.take("laid", confirm=("third-tile",), casino=A, tiles=given)
    assert table.state.standing_at(A) == (("1", 6),)
    assert table.codes("placed", set="1", tile=4, casino=A, confirm=("out-of-turn",)) == ["two-tiles"]


# Who stands ahead at a level top

LEVEL: list[tuple[str, dict[str, str], dict[str, str], str | None, Any]] = [
    ("nobody stood there", {}, {"s1": "5", "s2": "5"}, None, "ask"),
    ("named", {}, {"s1": "5", "s2": "5"}, "2", "21"),
    ("named who is not level", {}, {"s1": "5", "s2": "5", "s3": "1"}, "3", "ask"),
    ("the leader led before", {"s2": "5"}, {"s1": "5", "s2": "5"}, None, "21"),
    ("both stood there", {"s2": "5", "s1": "3", "s3": "7"}, {"s1": "6", "s2": "6"}, None, "21"),
    ("one was there and did not lead", {"s3": "7", "s1": "3"}, {"s1": "6", "s2": "6"}, None, "ask"),
    ("the word of the table counts", {"s2": "5", "s1": "3"}, {"s1": "5", "s2": "5"}, "1", "12"),
    ("level below the lead", {}, {"s1": "7", "s2": "5", "s3": "5"}, None, "123"),
]


@pytest.mark.parametrize(("case", "before", "after", "leader", "order"), LEVEL, ids=[case for case, *_ in LEVEL])
def test_a_level_top_asks_who_was_ahead(
    case: str, before: dict[str, str], after: dict[str, str], leader: str | None, order: str
) -> None:
    """VS-A14: unless it is known"""
    table = three().lay(A, **before)
    given = {name.removeprefix("s"): text.split() for name, text in after.items()}
    reasons = table.reasons("laid", casino=A, tiles=given, leader=leader)
    if order == "ask":
        assert [(reason.code, reason.confirm) for reason in reasons] == [("who-was-ahead", False)]
        assert "Spades and Diamonds" in table.refusal("laid", casino=A, tiles=given, leader=leader)
    else:
        table.take("laid", casino=A, tiles=given, leader=leader)
        assert "".join(s for s, _ in table.state.standing_at(A)) == order


# Laying in the payout


def test_a_casino_may_be_put_right_in_the_payout() -> None:
    """VS-R28: what was revealed pays by how it really lay"""
    table = three().lay(A, s1="4", s2="6").end().take("revealed", fixer="1", casino="")
    table.lay(A, s1="7", s2="6")
    assert GAME.view(table.state, None, {}).payout.lines[0].seat == "1"
    table.take("revealed", fixer="2", casino="").take("revealed", fixer="3", casino="").close()
    assert table.state.chips("1") == 15


def test_no_tile_is_placed_any_more_once_a_casino_was_revealed() -> None:
    """VS-R28: not even where one comes back to a hand by laying a casino right"""
    table = three((1, 2)).lay(A, s1="1", s2="2").lay(B, s1="2", s3="1").lay(C, s2="1", s3="2")
    table.take("revealed", fixer="1", casino="").lay(C, s3="2")
    assert (table.state.phase, table.state.hand("2")) == ("payout", (1,))


def test_a_seven_laid_breaks_nothing_by_itself() -> None:
    """VS-A17: the app saw nobody place it; the table may still take the penalty"""
    table = three().lay(A, s1="7").end().reveal_all()
    assert not any(p.suggested for p in GAME.view(table.state, None, {}).payout.penalties)
    table.take("penalty", seat="1", on=True).close()
    assert table.state.chips("1") == 5


# Totals instead of tiles


def rows(*totals: dict[str, int]) -> dict[str, dict[str, int]]:
    return {str(place): row for place, row in enumerate(totals)}


def test_a_table_without_tiles_types_in_its_totals() -> None:
    """Issue 2, step 6: reveals, payout and splits go as usual."""
    table = three().take("totals", totals=rows({"1": 5, "2": 7, "3": 0}, {"1": 6, "3": 13}, {"2": 9}), leaders={})
    assert table.state.phase == "payout"
    assert table.state.standing_at(A) == (("2", 7), ("1", 5))
    assert table.state.standing_at(B) == (("3", 13), ("1", 6))
    assert table.state.standing_at(F) == ()
    view = GAME.view(table.state, None, {})
    assert [stand.tiles for casino in view.casinos for stand in casino.stands] == [()] * 5
    table.reveal_all()
    lines = GAME.view(table.state, None, {}).payout.lines
    assert "Diamonds: 7, as typed in" in table.spoken(reason for line in lines for reason in line.how)
    table.close()
    assert {seat: table.state.chips(seat) for seat in "123"} == {"1": 6, "2": 15 + 15, "3": 0}


def test_totals_are_asked_at_a_level_top() -> None:
    """VS-A14, E-111: at every such casino at once; the answer comes with the form"""
    table, totals = three(), rows({"1": 5, "2": 5}, {}, {"2": 4, "3": 4, "1": 1})
    assert table.codes("totals", totals=totals, leaders={}) == ["who-was-ahead", "who-was-ahead"]
    assert table.codes("totals", totals=totals, leaders={"0": "2"}) == ["who-was-ahead"]
    assert table.codes("totals", totals=totals, leaders={"0": "2", "2": "1"}) == ["who-was-ahead"], "1 is not level"
    table.take("totals", totals=totals, leaders={"0": "2", "2": "3"})
    assert [table.state.standing_at(c)[0][0] for c in (A, C)] == ["2", "3"]
    how = GAME.view(table.reveal_all().state, None, {}).payout.lines[0].how
    assert table.spoken(how)[-1] == "Level at the top: Diamonds stood ahead."


IMPOSSIBLE: list[tuple[str, dict[str, dict[str, int]], list[str]]] = [
    ("one tile", rows({"1": 7}), []),
    ("two tiles", rows({"1": 13}), []),
    ("more than two tiles make", rows({"1": 14}), ["total-impossible"]),
    ("of two people", rows({"1": 14, "2": 15}), ["total-impossible", "total-impossible"]),
    ("all seven in four casinos", rows({"1": 13}, {"1": 9}, {"1": 5}, {"1": 1}), []),
    ("each tile once", rows({"1": 13}, {"1": 13}), ["totals-impossible"]),
    ("28 is all there is", rows({"1": 8}, {"1": 8}, {"1": 8}, {"1": 8}), ["totals-impossible"]),
    ("one at each of six", rows({"1": 7}, {"1": 6}, {"1": 5}, {"1": 4}, {"1": 3}, {"1": 2}), []),
    ("not all alone", rows({"1": 7}, {"1": 7}, {"1": 7}, {"1": 7}), []),
    ("four times 7 leave nothing", rows({"1": 7}, {"1": 7}, {"1": 7}, {"1": 7}, {"1": 1}), ["totals-impossible"]),
]


@pytest.mark.parametrize(("case", "totals", "codes"), IMPOSSIBLE, ids=[case for case, *_ in IMPOSSIBLE])
def test_totals_that_no_tiles_make_are_pointed_out(case: str, totals: Any, codes: list[str]) -> None:
    """E-111, VS-R22: and taken when the table says so"""
    table = three()
    reasons = table.reasons("totals", totals=totals, leaders={"0": "1"})
    assert [reason.code for reason in reasons] == codes
    assert all(reason.confirm for reason in reasons)
    table.take("totals", confirm=codes, totals=totals, leaders={"0": "1"})


def test_tokens_make_higher_totals_where_they_are_in_play() -> None:
    """VS-R06, C08, E-111: with Pro Gambler on the table"""
    table = three()
    assert table.codes("totals", totals=rows({"1": 19}), leaders={}) == ["total-impossible"]
    table.take("labelled", casino=C, character="Pro Gambler", side="A")
    assert table.codes("totals", totals=rows({"1": 19}), leaders={}) == []
    assert table.codes("totals", totals=rows({"1": 20}), leaders={}) == ["total-impossible"]
    # 7+3 and 6+3, 5+3 and 4+3, 3+3 and 2+3 use all six tokens, so the 1 is worth 1.
    for last, codes in ((1, []), (4, ["totals-impossible"])):
        assert table.codes("totals", totals=rows({"1": 19}, {"1": 15}, {"1": 11}, {"1": last}), leaders={}) == codes


def test_where_totals_were_typed_one_casino_may_be_laid() -> None:
    """The sentence about totals that stand says so: the others keep theirs."""
    table = three().take("totals", totals=rows({"1": 5, "2": 7}, {"1": 6, "3": 9}, {"2": 9}), leaders={})
    table.take("revealed", fixer="1", casino="")
    assert table.refusal("totals", totals=rows({"1": 7})) == (
        "A casino has been revealed, so totals stand. Lay a casino as it lies to put one right."
    )
    table.lay(A, s1="7 1", s2="5 2")
    assert table.state.phase == "payout"
    assert table.state.standing_at(A) == (("1", 8), ("2", 7))
    assert table.state.standing_at(B) == (("3", 9), ("1", 6))
    table.take("revealed", fixer="2", casino="").take("revealed", fixer="3", casino="").close()
    assert {seat: table.state.chips(seat) for seat in "123"} == {"1": 15 + 6, "2": 15, "3": 0}


def test_totals_may_be_typed_again_and_taken_back() -> None:
    """E-113"""
    table = three().place("1", 4, A).take("totals", totals=rows({"1": 5}), leaders={})
    table.take("totals", totals=rows({"1": 6}), leaders={})
    assert table.state.standing_at(A) == (("1", 6),)
    table.undo().undo()
    assert (table.state.phase, table.state.standing_at(A)) == ("turns", (("1", 4),))


def test_empty_fields_are_no_zeros_and_no_totals() -> None:
    """E-84, E-88: a form sent empty by mistake ends nothing"""
    table = three().place("1", 4, A)
    for totals in ({}, rows({}), rows({}, {}, {})):
        assert table.codes("totals", totals=totals, leaders={}) == ["totals-empty"]
    assert table.codes("totals", totals=rows({"1": 0}), leaders={}) == []


FULL = {"1": 4, "2": 5, "3": 6}

REFUSALS = [
    refused("E-111", three, "laid", "unknown-casino", "Nowhere", A, casino="Nowhere", tiles={"1": ["4"]}),
    refused("E-111", three, "laid", "unknown-casino", tiles={"1": ["4"]}),
    refused("E-111", three, "laid", "unknown-set unknown-set", "1b", casino=A, tiles={"1b": ["4"], "9": ["4"]}),
    refused("VS-A1", three, "laid", "unknown-tile", "8", "1, 2, 3, 4, 5, 6 and 7", casino=A, tiles={"1": ["8"]}),
    refused("E-111", three, "laid", "tile-twice", "only one 4", casino=A, tiles={"1": ["4", "4+3"]}),
    refused(
        "E-111",
        lambda: three((4, 4, 5)),
        "laid",
        "tile-twice",
        "2 tiles with a 4",
        casino=A,
        tiles={"1": ["4", "4", "4"]},
    ),
    refused("VS-A18", three, "laid", "third-tile", "3", "2", casino=A, tiles={"1": ["4", "5", "1"]}),
    refused(
        "VS-A14",
        three,
        "laid",
        "third-tile who-was-ahead",
        "9",
        casino=A,
        tiles={"1": ["1", "3", "5"], "2": ["4", "5"]},
    ),
    refused("VS-R17", lambda: AtTable(3).deal(), "laid", "choices-missing", casino=A, tiles={"1": ["4"]}),
    refused("VS-R20", lambda: AtTable(3), "laid", "not-now-setup", casino=A, tiles={"1": ["4"]}),
    refused("E-111", three, "totals", "unknown-casino", totals={"6": FULL}),
    refused("E-111", three, "totals", "unknown-set", "9", totals={"0": {"9": 4}}),
    refused(
        "E-111", three, "totals", "total-absurd total-absurd", "-1", "501", "500", totals={"0": {"1": -1, "2": 501}}
    ),
    refused(
        "E-111",
        three,
        "totals",
        "total-impossible totals-impossible",
        "14",
        totals={"0": {"1": 14}, "1": {"2": 13}, "2": {"2": 13}},
    ),
    refused("VS-A14", three, "totals", "who-was-ahead", A, "5", totals={"0": {"1": 5, "2": 5}}),
    refused("E-84", three, "totals", "totals-empty", totals={}),
    refused("VS-R28", lambda: three().end().reveal_all(), "totals", "totals-too-late", totals={"0": FULL}),
    refused("VS-R28", lambda: three().end().reveal_all().close(), "totals", "not-now-between", totals={"0": FULL}),
]


@pytest.mark.parametrize("case", REFUSALS)
def test_refused(case: Refusal) -> None:
    """E-106, E-112"""
    case.check()
