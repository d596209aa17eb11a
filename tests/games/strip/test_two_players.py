"""A table of two: blockers, the odd first and last turn, and discards of one half."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from companion.games.strip.placement import Half
from companion.games.strip.state import State
from companion.games.strip.tiles import Tile
from tests.games.strip.at_table import GAME, AtTable, Refusal, refused

A, B, C, D, E = "Santorini", "Sunset Gondola", "The Peacock", "Sunken Treasure", "Gold Rush"


def two(tiles: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7), first: str = "1") -> AtTable:
    return AtTable(2, settings={"tiles": tiles}).take("seated", do="first", seat=first).begin((A, B, C, D, E))


def due(state: State) -> set[str]:
    return {half.set for half in state.halves}


# The turns


def turns(tiles: int, first: str) -> list[set[str]]:
    """Write down by the rulebook which sets play in each turn."""
    second = {"1": "2", "2": "1"}[first]
    both = [{second, f"{second}b"}, {first, f"{first}b"}]
    return [{f"{first}b"}, *both * (tiles - 1), {second, f"{second}b"}, {first}]


@pytest.mark.parametrize("first", ["1", "2"])
@pytest.mark.parametrize("tiles", [1, 2, 3])
def test_every_order_of_halves_goes_the_same_way_round(tiles: int, first: str) -> None:
    """VS-R38, R39, R43, A20, A21: the first player opens with a blocker and ends with the last normal tile."""
    whole = turns(tiles, first)
    assert len(whole) == 2 * tiles + 1
    for orders in product((False, True), repeat=2 * tiles - 1):
        table, backwards = two(tuple(range(1, tiles + 1)), first), iter(orders)
        for turn in whole:
            assert due(table.state) == turn
            halves = sorted(turn, reverse=len(turn) == 2 and next(backwards))
            for left, set_id in enumerate(halves, 1 - len(halves)):
                assert table.state.on_turn == table.state.owner(set_id)
                place_somewhere(table, set_id)
                assert left == 0 or due(table.state) == {halves[1]}
        assert table.state.phase == "payout"


def place_somewhere(table: AtTable, set_id: str) -> None:
    """Place or discard any tile of a set, in turn."""
    for tile in table.state.hand(set_id):
        for casino in table.state.casino_names:
            if not table.codes("placed", set=set_id, tile=tile, casino=casino):
                table.take("placed", set=set_id, tile=tile, casino=casino)
                return
    table.take("discarded", set=set_id, tile=table.state.hand(set_id)[0])


@pytest.mark.parametrize("tiles", [1, 2, 3])
def test_the_turn_puts_itself_right_from_any_position(tiles: int) -> None:
    """VS-A20, A36: whatever was forgotten or played ahead, somebody is due until every hand is empty."""
    for used in product(range(tiles + 1), repeat=4):
        state = with_used(two((1,) * tiles).state, used)
        while state.phase == "turns":
            halves = state.halves
            assert 1 <= len(halves) <= 2
            assert len({state.owner(half.set) for half in halves}) == 1
            assert all(half.hand == state.hand(half.set) and half.hand for half in halves)
            count = dict(zip(state.sets, used, strict=True))
            used = tuple(count[s] + (s == halves[0].set) for s in state.sets)
            state = with_used(state, used)
        assert used == (tiles,) * 4


def with_used(state: State, used: tuple[int, ...]) -> State:
    """Lay so many tiles of each set, two a casino at most."""
    lay = {}
    for i, casino in enumerate(state.casino_names):
        counts = [(s, min(2, max(0, n - 2 * i))) for s, n in zip(state.sets, used, strict=True)]
        lay[casino] = tuple((s, (Tile(1),) * n) for s, n in counts if n)
    return replace(state.with_round(lay=lay))


def test_a_turn_may_not_be_left_half_played() -> None:
    """VS-R39: the other player's tile asks"""
    table = two().place("1b", 1, A).place("2", 3, B)
    assert due(table.state) == {"2b"}
    assert table.codes("placed", set="1", tile=1, casino=C) == ["out-of-turn"]
    assert table.refusal("placed", set="1", tile=1, casino=C) == (
        "It is not the turn of Spades. Due now: Diamonds\u2019 blockers."
    )


def test_a_round_opens_with_one_blocker_alone() -> None:
    """VS-R43: an own tile of whoever begins asks with that reason, any other tile with the turn"""
    act = {"tile": 1, "casino": C}
    assert two().codes("placed", set="1", **act) == ["opening-blocker"]
    assert two().refusal("placed", set="1", **act) == (
        "The first turn of a round is one blocker alone. Due now: Spades\u2019 blockers."
    )
    assert two().codes("placed", set="2", **act) == ["out-of-turn"]
    for confirmed in ("opening-blocker", "out-of-turn"):
        two().take("placed", set="1", confirm=(confirmed,), **act)
    assert two().place("1b", 1, A).codes("placed", set="1", **act) == ["out-of-turn"]


def test_removed_tiles_leave_the_blockers_as_well() -> None:
    """VS-A21, R38"""
    table = two((2, 3))
    assert table.state.hand("1b") == table.state.hand("2b") == (2, 3)
    assert table.codes("placed", set="1b", tile=1, casino=A) == ["not-in-hand"]


# Blockers


def test_blockers_rank_lead_and_tie_like_a_player() -> None:
    """VS-R41, A13: their owner's tiles may not tie with them either, and two of them may lie at a casino."""
    table = two().place("1b", 4, A)
    assert table.state.standing_at(A) == (("1b", 4),)
    assert table.codes("placed", confirm=("out-of-turn",), set="1", tile=4, casino=A) == ["ties-leader"]
    assert table.codes("placed", confirm=("out-of-turn",), set="2", tile=4, casino=A) == ["ties-leader"]
    table.place("1", 5, A).place("1", 1, A).place("1b", 1, A)
    assert table.codes("placed", confirm=("out-of-turn",), set="1b", tile=2, casino=A) == ["two-tiles"]
    assert [s for s, _ in table.state.standing_at(A)] == ["1", "1b"]


def test_a_blockers_seven_may_lie_at_the_own_rigged_casino() -> None:
    """VS-R42, A35: it is no 7 for the card, the page or the penalty"""
    table = two().place("1b", 7, A).place("2", 1, B)
    assert table.state.round.rigged["1"] == A
    assert not GAME.view(table.state, "1", {}).own.check_sevens
    assert [r.code for r in GAME.view(table.state, "1", {}, held=True).card.follows] == ["card-seven"]
    dock = GAME.view(table.state, "1", {"set": "1b", "tile": "6"}).dock
    assert not dock.seven
    table.end().reveal_all()
    assert not any(p.suggested for p in GAME.view(table.state, None, {}).payout.penalties)


def test_a_jackpot_led_by_blockers_goes_back_to_the_supply() -> None:
    """VS-R42b, P15, A22, A25: and is refilled; blockers that do not lead get nothing, their owner is paid."""
    table = two().lay(A, s1b="7", s1="2").lay(B, s2b="6", s1="5", s1b="3", s2="1").end().reveal_all()
    view = GAME.view(table.state, None, {}).payout
    said = table.spoken(line.said for line in view.lines)
    assert "Spades\u2019 blockers lead Santorini: its 15 go back to the supply." in said
    assert "Spades\u2019 blockers get nothing at Sunset Gondola." in said
    assert "Spades takes 5 from the supply for Sunset Gondola." in said
    supply = table.state.supply
    table.close()
    assert {seat: table.state.chips(seat) for seat in ("1", "2")} == {"1": 5, "2": 1}
    assert table.state.supply - supply == 15 - 5 - 1 - 15
    assert table.state.jackpots[A] == 15


# Discards of one half (VS-A20)


def squeezed(**at_gold_rush: str) -> AtTable:
    """Bring spades on turn with nothing but 3s, and no place for them but Gold Rush; one blocker is gone already."""
    table = two((3,) * 7)
    for casino in (A, B, C, D, E):
        table.lay(casino, leader="2", s2="3", s2b="3")
    if "s1b" not in at_gold_rush:
        table.take("discarded", set="1b", tile=3)
    table.lay(E, **at_gold_rush)
    assert [(half.set, len(half.hand)) for half in table.state.halves] == [("1", 7), ("1b", 6)]
    return table


def test_the_half_that_fits_is_placed_and_the_other_discarded() -> None:
    """VS-A20, C10"""
    table = squeezed()
    for set_id in ("1", "1b"):
        assert table.codes("discarded", set=set_id, tile=3) == ["discard-first-place"]
    table.place("1", 3, E)
    assert due(table.state) == {"1b"}
    assert table.codes("placed", set="1b", tile=3, casino=E) == ["ties-leader"]
    table.take("discarded", set="1b", tile=3)
    assert [table.state.used(set_id) for set_id in ("1", "1b")] == [1, 2]


SAID = (
    "Nothing needs to be discarded: 3 at Gold Rush for Spades\u2019 blockers, then 3 at Gold Rush for Spades, "
    "places both. Take the last tile back if it stands in the way."
)


def test_no_half_is_discarded_while_an_order_places_both() -> None:
    """VS-A20: the refusal points the order out"""
    table = squeezed(s1b="3")
    assert table.codes("placed", set="1", tile=3, casino=E) == ["ties-leader"]
    assert table.refusal("discarded", set="1", tile=3) == SAID
    assert table.refusal("discarded", set="1b", tile=3) == SAID
    table.place("1b", 3, E).place("1", 3, E)
    assert [table.state.used(set_id) for set_id in ("1", "1b")] == [1, 2]


def test_an_order_that_was_spoilt_is_pointed_out_as_well() -> None:
    """VS-A20: the first half lies where it need not, and now the second fits nowhere"""
    table = squeezed(s1b="3").lay(D).take("ruled", set="1", tile=3, casino=D, allows=False)
    table.place("1b", 3, D)
    assert due(table.state) == {"1"}
    for casino in table.state.casino_names:
        assert table.codes("placed", set="1", tile=3, casino=casino) != []
    assert table.refusal("discarded", set="1", tile=3) == SAID
    table.undo().place("1b", 3, E).place("1", 3, E)


def test_a_token_moved_in_between_counts_for_a_discard() -> None:
    """VS-A20, C08: what fits is judged with the token where it lies now"""
    table = squeezed(s2="3+3")
    for set_id in ("1", "1b"):
        assert table.codes("placed", set=set_id, tile=3, casino=E) == []
        assert table.codes("discarded", set=set_id, tile=3) == ["discard-other-order"]
    table.take("token", casino=E, set="2", tile=3, on=False)
    for set_id in ("1", "1b"):
        assert table.codes("placed", set=set_id, tile=3, casino=E) == ["ties-leader"]
        assert table.codes("discarded", set=set_id, tile=3) == []


def test_halves_are_named_with_their_hands() -> None:
    """VS-R39"""
    table = two((1, 2)).place("1b", 2, A)
    assert table.state.halves == (Half("2", (1, 2)), Half("2b", (1, 2)))
    dock = GAME.view(table.state, None, {}).dock
    assert (dock.set, dock.due) == ("2", ("2", "2b"))


@pytest.mark.parametrize("at", [two, lambda: two().place("1b", 4, A), lambda: squeezed(s1b="3")])
def test_everything_offered_in_a_turn_of_two_halves_is_taken(at: Callable[[], AtTable]) -> None:
    """E-109"""
    table = at()
    for seat in ("1", "2"):
        for option in GAME.options(table.state, seat):
            assert table.codes(option.kind, dict(option.secret), **option.data) == [r.code for r in option.reasons]


REFUSALS = [
    refused("VS-R43", two, "placed", "opening-blocker", "Spades\u2019 blockers", set="1", tile=4, casino=A),
    refused("VS-R43", two, "placed", "out-of-turn", set="2b", tile=4, casino=A),
    refused(
        "VS-R41",
        lambda: two().place("1b", 4, A),
        "placed",
        "ties-leader",
        "Spades\u2019 blockers",
        "4",
        "5",
        "3",
        set="2",
        tile=4,
        casino=A,
    ),
    refused("VS-A20", lambda: squeezed(s1b="3"), "discarded", "discard-other-order", E, set="1", tile=3),
    refused("VS-A20", squeezed, "discarded", "discard-first-place", "Spades", set="1", tile=3),
    refused("VS-A20", two, "discarded", "discard-not-due", "1 at Santorini", set="1b", tile=4),
    refused("E-106", two, "placed", "unknown-set", set="3", tile=4, casino=A),
]


@pytest.mark.parametrize("case", REFUSALS)
def test_refused(case: Refusal) -> None:
    """E-106, E-112"""
    case.check()
