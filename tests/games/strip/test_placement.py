"""Where a tile may lie, and when one is discarded instead."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import Reason
from companion.games.strip.placement import (
    Half,
    discard_due,
    due_if_rigged,
    leads,
    must_discard,
    open_faults,
    outlook,
    placements,
    private_faults,
    total_after,
    totals,
    way_to_place_all,
)
from companion.games.strip.tiles import Tile
from companion.games.strip.words import SENTENCES
from companion.words import say

There = dict[str, tuple[Tile, ...]]


def lie(**sets: str) -> There:
    """Lay tiles at one casino: `lie(A="4 4+3")`."""
    return {set_id: tuple(Tile.parse(word) for word in words.split()) for set_id, words in sets.items()}


def codes(reasons: tuple[Reason, ...]) -> list[str]:
    return [reason.code for reason in reasons]


OPEN = [
    # there, tile of A, how tokens and leader stand, open codes, total, leads
    pytest.param(lie(), "3", {}, [], 3, True, id="VS-A11-no-leader-at-an-empty-casino"),
    pytest.param(lie(B=""), "3", {}, [], 3, True, id="VS-A11-a-set-without-tiles-is-not-there"),
    pytest.param(lie(B="5"), "5", {}, ["ties-leader"], 5, False, id="VS-R25-level"),
    pytest.param(lie(B="5"), "6", {}, [], 6, True, id="VS-R25-above"),
    pytest.param(lie(B="5"), "4", {}, [], 4, False, id="VS-R25-under"),
    pytest.param(lie(B="5 4", A="4"), "5", {}, ["ties-leader"], 9, False, id="VS-R25-second-tile-level"),
    pytest.param(lie(B="5 4", A="4"), "6", {}, [], 10, True, id="VS-R25-second-tile-above"),
    pytest.param(lie(B="5 4", C="6"), "6", {}, [], 6, False, id="VS-R26-level-with-another"),
    pytest.param(lie(A="5", B="4"), "2", {}, [], 7, True, id="VS-A12-leader-adds"),
    pytest.param(lie(A="5", B="5 4"), "2", {}, [], 7, False, id="VS-R21-two-tiles-add-up"),
    pytest.param(lie(P="6"), "6", {}, ["ties-leader"], 6, False, id="VS-A13-partner-leads"),
    pytest.param(lie(a="6"), "6", {}, ["ties-leader"], 6, False, id="VS-A13-own-blockers-lead"),
    pytest.param(lie(A="1 2"), "6", {}, ["two-tiles"], 9, True, id="VS-R22-third-tile"),
    pytest.param(lie(A="1 2", B="4"), "1", {}, ["two-tiles", "ties-leader"], 4, False, id="VS-R22-R25-both"),
    pytest.param(lie(A="1 2 3"), "4", {}, ["two-tiles"], 10, True, id="VS-A18-three-tiles-block"),
    pytest.param(lie(B="1 2 3"), "4", {}, [], 4, False, id="VS-A18-three-tiles-of-another"),
    pytest.param(lie(B="7"), "4+3", {}, ["ties-leader"], 7, False, id="VS-C08-token-counts"),
    pytest.param(lie(B="4+3"), "7", {}, ["ties-leader"], 7, False, id="VS-C08-token-of-another-counts"),
    pytest.param(lie(B="6"), "6", {"final": {"A": 9}}, [], 9, True, id="VS-A15-raw-tie-disappears"),
    pytest.param(lie(B="6"), "3", {"final": {"A": 6}}, ["ties-leader"], 6, False, id="VS-A15-new-tie"),
    pytest.param(lie(B="6"), "3", {"final": {"B": 3}}, ["ties-leader"], 3, False, id="VS-A15-leader-falls-level"),
    pytest.param(lie(B="6"), "6", {"final": {"B": 9}}, [], 6, False, id="VS-A15-leader-rises"),
    pytest.param(lie(B="6", C=""), "6", {"final": {"C": 9}}, ["ties-leader"], 6, False, id="VS-A15-no-tiles-no-total"),
    pytest.param(lie(B="6"), "3", {"final": {"A": 9, "B": 3}}, [], 9, True, id="VS-A15-both-move"),
    pytest.param(lie(B="7", C="7"), "7", {"leader": "B"}, ["ties-leader"], 7, False, id="VS-A14-level-three"),
    pytest.param(lie(B="7"), "7", {"leader": "A"}, ["ties-leader"], 7, True, id="VS-A14-leader-never-makes-legal"),
    pytest.param(lie(B="7"), "6", {"leader": "A"}, [], 6, False, id="VS-A14-leader-counts-only-level"),
    pytest.param(lie(B="7"), "8", {"leader": "B"}, [], 8, True, id="VS-A14-above-whoever-is-named"),
]


def may_discard(*position: Any, **more: Any) -> bool:
    """Tell whether a table takes the discard."""
    return bool(discard_due(*position, **more))


@pytest.mark.parametrize(("there", "tile", "more", "faults", "reached", "ahead"), OPEN)
def test_open_verdict(
    there: There, tile: str, more: dict[str, Any], faults: list[str], reached: int, ahead: bool
) -> None:
    placed = Tile.parse(tile)
    assert codes(open_faults(there, "A", placed, **more)) == faults
    assert total_after(there, "A", placed, final=more.get("final")) == reached
    assert leads(there, "A", placed, **more) is ahead


@pytest.mark.parametrize(
    ("tile", "rigged", "blocker", "faults"),
    [
        pytest.param("7", True, False, ["seven-at-rigged"], id="VS-R23-own-rigged"),
        pytest.param("7", False, False, [], id="VS-R24-any-other"),
        pytest.param("7", True, True, [], id="VS-R42-blockers"),
        pytest.param("6", True, False, [], id="VS-R23-six"),
        pytest.param("4+3", True, False, ["seven-at-rigged"], id="VS-A16-four-with-token"),
        pytest.param("7+3", True, False, [], id="VS-A16-seven-with-token"),
    ],
)
def test_private_verdict(tile: str, rigged: bool, blocker: bool, faults: list[str]) -> None:
    assert codes(private_faults(Tile.parse(tile), rigged, blocker)) == faults


def test_totals_leave_out_sets_without_tiles() -> None:
    """VS-R21: ranked are those that have tiles there."""
    assert totals(lie(A="4 2+3", B="", C="1")) == {"A": 9, "C": 1}


SAID = [
    pytest.param(
        lie(S="5 4", A="4"),
        "5",
        {},
        ["Here S leads with 9; 4 + 5 is 9 as well: 6 would lead, 3 stays under."],
        id="E-106-ties-with-a-second-tile",
    ),
    pytest.param(
        lie(S="5"),
        "5",
        {},
        ["Here S leads with 5, and this tile is 5 as well: 6 would lead, 4 stays under."],
        id="E-106-ties-with-a-first-tile",
    ),
    pytest.param(
        lie(S="7"),
        "7",
        {},
        ["Here S leads with 7, and this tile is 7 as well: no tile would lead, 6 stays under."],
        id="E-106-nothing-would-lead",
    ),
    pytest.param(
        lie(S="1"),
        "1",
        {},
        ["Here S leads with 1, and this tile is 1 as well: 2 would lead, no tile stays under."],
        id="E-106-nothing-stays-under",
    ),
    pytest.param(
        lie(S="5 4", A="4"),
        "5",
        {"hand": (Tile(1), Tile(5), Tile(4, token=True), Tile(7))},
        ["Here S leads with 9; 4 + 5 is 9 as well: 4+3 would lead, 1 stays under."],
        id="E-106-nearest-in-the-hand",
    ),
    pytest.param(
        lie(S="9", A="4"),
        "2",
        {"final": {"A": 9}},
        ["Here S leads with 9; 4 + 2 + 3 is 9 as well: 3 would lead, 1 stays under."],
        id="VS-C08-tokens-in-the-sum",
    ),
    pytest.param(
        lie(S="7", T="7"),
        "7",
        {"leader": "T"},
        ["Here T leads with 7, and this tile is 7 as well: no tile would lead, 6 stays under."],
        id="VS-A14-names-the-one-ahead",
    ),
    pytest.param(
        lie(S="7", T="6"),
        "7",
        {"leader": "T"},
        ["Here S leads with 7, and this tile is 7 as well: no tile would lead, 6 stays under."],
        id="VS-A14-names-nobody-below-the-top",
    ),
    pytest.param(
        lie(A="1 2"),
        "6",
        {},
        ["At most 2 tiles of a set may lie here, and A already has 1 and 2; another casino can still take the 6."],
        id="E-106-two-tiles",
    ),
]


@pytest.mark.parametrize(("there", "tile", "more", "sentences"), SAID)
def test_refusals_carry_their_numbers_and_what_would_work(
    there: There, tile: str, more: dict[str, Any], sentences: list[str]
) -> None:
    assert [say(SENTENCES, fault) for fault in open_faults(there, "A", Tile.parse(tile), **more)] == sentences


def test_the_private_refusal_names_the_number() -> None:
    """VS-R23, E-106: a 4 with its token is told to count as 7."""
    (fault,) = private_faults(Tile(4, token=True), rigged=True, blocker=False)
    assert "this 4+3 counts as 7" in say(SENTENCES, fault)


@pytest.mark.parametrize(
    ("there", "tile", "more", "sentence"),
    [
        pytest.param(lie(), "6", {}, "Empty: 6 would lead", id="VS-A11-empty"),
        pytest.param(lie(B="5"), "6", {}, "Would lead with 6", id="VS-R25-would-lead"),
        pytest.param(lie(A="2"), "6", {}, "Stays first with 8", id="VS-R21-alone"),
        pytest.param(lie(A="4", B="3"), "6", {}, "Stays first with 10", id="VS-R25-stays-first"),
        pytest.param(lie(A="3", B="3"), "1", {"leader": "A"}, "Stays first with 4", id="VS-A14-ahead-at-a-level-top"),
        pytest.param(lie(A="3", B="3"), "1", {}, "Would lead with 4", id="VS-A14-nobody-named-ahead"),
        pytest.param(lie(B="7", C="2"), "6", {}, "Place 2 with 6", id="VS-R21-second"),
        pytest.param(lie(B="7", C="6"), "6", {}, "Place 3 with 6", id="VS-A14-newcomer-stands-below"),
        pytest.param(lie(B="7"), "7", {}, "Place 2 with 7", id="VS-R25-level-is-no-lead"),
    ],
)
def test_outlook(there: There, tile: str, more: dict[str, Any], sentence: str) -> None:
    assert say(SENTENCES, outlook(there, "A", Tile.parse(tile), **more)) == sentence


OPTIONS = [
    # casinos, hand, rigged, blockers, placements
    pytest.param(
        {"1": lie(B="2 7"), "2": lie(A="4", C="7"), "3": lie(B="5"), "4": lie(A="1 2")},
        "3 5 7",
        "1",
        (),
        ["3 1", "3 3", "5 1", "5 2", "7 2", "7 3"],
        id="VS-R22-R23-R25-all-at-once",
    ),
    pytest.param({"1": lie(), "2": lie()}, "7 1 7", None, (), ["7 1", "7 2", "1 1", "1 2"], id="VS-R20-equal-once"),
    pytest.param({"1": lie(B="7"), "2": lie(), "3": lie(A="2 3")}, "7", "2", (), [], id="VS-A19-own-rigged-seven"),
    pytest.param({"1": lie(B="7"), "2": lie(), "3": lie(A="2 3")}, "7", "2", ("A",), ["7 2"], id="VS-R42-blockers"),
    pytest.param({"1": lie(), "2": lie()}, "4+3 7", "1", (), ["4+3 2", "7 2"], id="VS-A16-token-in-hand"),
    pytest.param({}, "7", None, (), [], id="VS-C10-no-casino"),
    pytest.param({"1": lie()}, "", None, (), [], id="VS-A36-empty-hand"),
]


@pytest.mark.parametrize(("casinos", "hand", "rigged", "blockers", "expected"), OPTIONS)
def test_placements_of_a_hand(
    casinos: dict[str, There], hand: str, rigged: str | None, blockers: tuple[str, ...], expected: list[str]
) -> None:
    tiles = [Tile.parse(word) for word in hand.split()]
    found = placements(casinos, "A", tiles, rigged=rigged, blockers=blockers)
    assert [f"{tile} {casino}" for tile, casino in found] == expected
    must = must_discard(casinos, "A", tiles, rigged=rigged, blockers=blockers)
    assert must is (bool(tiles) and not expected)


FULL = lie(A="1 2", a="1 2")

DISCARDS = [
    # casinos, hand of A, casinos of which any one would make the discard due
    pytest.param({"1": lie(A="1 2"), "2": lie(B="4")}, (4,), "12", id="VS-A19-nothing-fits"),
    pytest.param({"1": lie(A="1 2"), "2": lie(B="4")}, (4, 5), "", id="VS-A19-another-tile-fits"),
    pytest.param({"1": lie(A="1 2"), "2": lie(B="4")}, (7,), "2", id="VS-A19-seven-has-one-place"),
    pytest.param({"1": lie(), "2": lie(B="4")}, (7,), "", id="VS-A19-seven-has-two-places"),
    pytest.param({"1": lie(A="1 2"), "2": lie(B="4")}, (4, 7), "2", id="VS-A19-only-the-seven-fits-once"),
    pytest.param({"1": lie(B="7"), "2": lie(B="7")}, (7,), "12", id="VS-A19-seven-fits-nowhere"),
]


@pytest.mark.parametrize(("casinos", "hand", "due"), DISCARDS)
def test_a_discard_goes_by_what_the_table_may_know(casinos: dict[str, There], hand: tuple[int, ...], due: str) -> None:
    halves = [Half("A", hand)]
    assert due_if_rigged(casinos, halves) == set(due)
    assert may_discard(casinos, halves, "A") is bool(due)


def test_blockers_are_free_of_the_private_rule() -> None:
    """VS-R42, A19: a blocker 7 with one place is placed."""
    casinos = {"1": lie(a="1 2"), "2": lie(B="4")}
    assert not may_discard(casinos, [Half("a", (7,))], "a", blockers=("a",))


TURN = [
    # casinos, hands of A and its blockers a, casinos of which any one would make the discard due, a way
    pytest.param({"1": lie(), "2": lie()}, (3,), (3,), "", "A 3 1, a 3 2", id="VS-A20-both-fit"),
    pytest.param({"1": lie(), "2": FULL}, (3,), (3,), "12", None, id="VS-A20-one-place-for-two-level-tiles"),
    pytest.param({"1": lie(), "2": FULL}, (3,), (3, 4), "", "A 3 1, a 4 1", id="VS-A20-another-tile-makes-room"),
    pytest.param({"1": lie(B="5"), "2": FULL}, (5,), (6,), "", "a 6 1, A 5 1", id="VS-A20-only-the-blocker-first"),
    pytest.param({"1": lie(B="5"), "2": FULL}, (6,), (5,), "", "A 6 1, a 5 1", id="VS-A20-only-the-tile-first"),
    pytest.param({"1": lie(B="5"), "2": FULL}, (5,), (5,), "12", None, id="VS-A20-no-order"),
    pytest.param({"1": lie(), "2": FULL}, (7,), (3,), "1", "A 7 1, a 3 1", id="VS-A19-A20-seven-with-one-place"),
    pytest.param({"1": lie(), "2": lie()}, (7,), (7,), "", "A 7 1, a 7 2", id="VS-A19-A20-sevens-in-either-order"),
    pytest.param({"1": lie(), "2": lie()}, (7, 2), (7,), "", "A 2 1, a 7 1", id="VS-A20-the-way-avoids-a-seven"),
]


@pytest.mark.parametrize(("casinos", "hand", "blocks", "due", "way"), TURN)
def test_a_turn_of_two_halves(
    casinos: dict[str, There], hand: tuple[int, ...], blocks: tuple[int, ...], due: str, way: str | None
) -> None:
    halves = [Half("A", hand), Half("a", blocks)]
    assert due_if_rigged(casinos, halves, blockers=("a",)) == set(due)
    assert may_discard(casinos, halves, "A", blockers=("a",)) is bool(due)
    found = way_to_place_all(casinos, halves, blockers=("a",))
    assert (found and ", ".join(f"{set_id} {face} {casino}" for set_id, face, casino in found)) == way


def test_the_half_that_still_fits_is_not_discarded() -> None:
    """VS-A20: the possible half is played and the other one discarded, not the other way round."""
    casinos = {"1": lie(A="1 2"), "2": lie(A="1 2")}
    halves = [Half("A", (5,)), Half("a", (5,))]
    assert may_discard(casinos, halves, "A", now=casinos, blockers=("a",))
    assert not may_discard(casinos, halves, "a", now=casinos, blockers=("a",))


def test_after_one_of_two_halves_that_exclude_each_other_the_other_is_discarded() -> None:
    """VS-A20: judged by the beginning of the turn and by the moment of the discard."""
    began = {"1": lie(), "2": FULL}
    now = {"1": lie(A="3"), "2": FULL}
    halves = [Half("A", (3,)), Half("a", (3,))]
    assert not may_discard(began, halves, "a", now=began, blockers=("a",))
    assert may_discard(began, halves, "a", now=now, blockers=("a",))


@pytest.mark.parametrize(
    ("rulings", "due", "way"),
    [
        pytest.param([("A", 4, "1", True)], False, (("A", 4, "1"),), id="VS-A33-a-card-allows"),
        pytest.param([("A", 4, "2", False)], True, None, id="VS-A33-a-card-forbids-what-is-illegal-anyway"),
        pytest.param([("A", 4, "1", True), ("A", 4, "1", False)], True, None, id="VS-A33-the-last-word-counts"),
        pytest.param([("B", 4, "1", True)], True, None, id="VS-A33-of-another-set"),
    ],
)
def test_cards_decide_over_the_open_rules(
    rulings: list[tuple[str, int, str, bool]], due: bool, way: tuple[tuple[str, int, str], ...] | None
) -> None:
    casinos = {"1": lie(A="1 2"), "2": lie(B="4")}
    halves = [Half("A", (4,))]
    assert may_discard(casinos, halves, "A", rulings=rulings) is due
    assert way_to_place_all(casinos, halves, rulings=rulings) == way


def test_a_card_that_forbids_the_only_place_makes_a_discard_due() -> None:
    """VS-R27, A33: what a character forbids at its casino is no place to place."""
    casinos = {"1": lie(A="1 2"), "2": lie()}
    assert not may_discard(casinos, [Half("A", (4,))], "A")
    assert may_discard(casinos, [Half("A", (4,))], "A", rulings=[("A", 4, "2", False)])
