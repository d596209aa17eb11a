"""+3 tokens: what a tile is worth with one, ties with tokens moving, and who stands ahead at a level top."""

from __future__ import annotations

import pytest

from companion.games.strip.tiles import Tile
from tests.games.strip.at_table import GAME, AtTable, Refusal, refused

A, B, C, D, E, F = "Santorini", "Sunset Gondola", "The Peacock", "Sunken Treasure", "Gold Rush", "Casino 6"


def three() -> AtTable:
    """Seat three who play alone: spades rigs Santorini, diamonds The Peacock, hearts Gold Rush."""
    return AtTable(3).begin()


def on(table: AtTable, casino: str, set_id: str, tile: int) -> AtTable:
    return table.take("token", casino=casino, set=set_id, tile=tile, on=True)


def off(table: AtTable, casino: str, set_id: str, tile: int) -> AtTable:
    return table.take("token", casino=casino, set=set_id, tile=tile, on=False)


# What a token does


def test_a_token_raises_a_tile_by_three_while_it_lies_there() -> None:
    """VS-C08, R06: totals, ranks and lead; gone at once when removed"""
    table = on(three().lay(A, s1="4", s2="5"), A, "1", 4)
    assert table.state.standing_at(A) == (("1", 7), ("2", 5))
    assert table.state.tokens_left == 5
    assert table.told()[-1] == "A +3 token lies on the 4 of Spades at Santorini."
    off(table, A, "1", 4)
    assert table.state.standing_at(A) == (("2", 5), ("1", 4))
    assert table.state.tokens_left == 6
    assert table.told()[-1] == "The +3 token leaves the 4 of Spades at Santorini."


def test_a_token_counts_in_the_payout() -> None:
    """VS-C08: at a secure casino; also one moved after the last tile"""
    table = on(three().lay(B, s1="7", s2="4").end(), B, "2", 4).reveal_all().close()
    assert {seat: table.state.chips(seat) for seat in "123"} == {"1": 0, "2": 7, "3": 0}
    table = three().lay(B, s1="7", s2="1+3").end().reveal_all().close()
    assert {seat: table.state.chips(seat) for seat in "123"} == {"1": 0, "2": 4, "3": 0}


def test_a_tile_returns_without_its_token() -> None:
    """VS-R29, C08: six tokens are there again in the next round"""
    table = three().lay(A, s1="4+3 5+3", s2="1+3").end().reveal_all().close().deal()
    assert table.state.tokens_left == 6
    assert table.state.hand("1") == (1, 2, 3, 4, 5, 6, 7)


def test_a_tile_may_be_placed_with_its_token() -> None:
    """VS-C08, A15: its number decides the tie, and the lead"""
    table = three().lay(A, s2="5")
    assert table.codes("placed", set="1", tile=2, casino=A, token=True) == ["ties-leader"]
    table.take("placed", set="1", tile=5, casino=A, token=True)
    assert table.state.standing_at(A) == (("1", 8), ("2", 5))
    assert table.told()[-1] == "Spades: 5+3 at Santorini."


# Ties with tokens moving (VS-A15): the final totals decide


def test_a_tie_that_a_token_dissolves_is_legal() -> None:
    """VS-A15"""
    table = three().lay(A, s2="5")
    act = {"set": "1", "tile": 5, "casino": A}
    assert table.codes("placed", **act) == ["ties-leader"]
    table.take("placed", moves=[[A, "2", 5, True]], **act)
    assert table.state.standing_at(A) == (("2", 8), ("1", 5))
    table = (
        three()
        .lay(A, s2="5+3")
        .take("placed", set="1", tile=5, casino=A, moves=[[A, "2", 5, False], [A, "1", 5, True]])
    )
    assert table.state.standing_at(A) == (("1", 8), ("2", 5))


def test_a_tie_that_a_token_makes_is_not() -> None:
    """VS-A15: at the casino of the tile, by whichever token"""
    table = three().lay(A, s2="5")
    assert table.codes("placed", set="1", tile=4, casino=A) == []
    assert table.codes("placed", set="1", tile=2, casino=A, moves=[[A, "1", 2, True]]) == ["ties-leader"]
    assert table.codes("placed", set="2", tile=1, casino=A, moves=[[A, "2", 5, True]], confirm=("out-of-turn",)) == []
    table = three().lay(A, s2="5+3", s3="1")
    assert table.codes("placed", set="1", tile=5, casino=A, moves=[[A, "2", 5, False]]) == ["ties-leader"]


def test_a_leader_may_tie_with_nobody_when_tokens_move() -> None:
    """VS-A12, A15: the leader's own tile is checked as well once a token moves with it"""
    table = three().lay(A, s2="5+3", s1="4")
    act = {"set": "2", "tile": 1, "casino": A, "confirm": ("out-of-turn",)}
    assert table.codes("placed", moves=[[A, "2", 5, False], [A, "1", 4, True]], **act) == []
    table = three().lay(A, s2="5+3", s1="6")
    assert table.codes("placed", moves=[[A, "2", 5, False]], **act) == ["ties-leader"]


def test_tokens_may_move_between_casinos() -> None:
    """VS-C08: with a placement anywhere; a level top elsewhere is announced (VS-A14)"""
    table = three().lay(A, s2="4+3", s3="4").lay(B, s3="1")
    table.take("placed", set="1", tile=1, casino=C, moves=[[A, "2", 4, False], [B, "3", 1, True]])
    assert table.state.standing_at(A) == (("2", 4), ("3", 4))
    assert table.state.standing_at(B) == (("3", 4),)
    assert table.told()[-1] == "At Santorini Diamonds and Hearts are level with 4; Diamonds stays ahead."


# The 7 and the token (VS-A16)

SEVENS = [(7, False, True), (4, True, True), (7, True, False), (6, False, False), (4, False, False)]


@pytest.mark.parametrize(("tile", "token", "wrong"), SEVENS)
def test_the_number_when_placed_makes_a_seven(tile: int, token: bool, wrong: bool) -> None:
    """VS-A16, C09: a 4+3 is one, a 7+3 is none"""
    table = three().take("placed", set="1", tile=tile, casino=A, token=token)
    assert GAME.view(table.state, "1", {}).own.check_sevens is wrong
    table.end().reveal_all()
    assert [p.suggested for p in GAME.view(table.state, None, {}).payout.penalties] == [wrong, False, False]


def test_a_token_that_comes_or_goes_later_breaks_nothing() -> None:
    """VS-A16, A17"""
    later = on(three().place("1", 4, A), A, "1", 4).end().reveal_all()
    gone = off(three().take("placed", set="1", tile=4, casino=A, token=True), A, "1", 4).end().reveal_all()
    moved = three().place("1", 7, B).lay(A, s1="7").end().reveal_all()
    suggested = [GAME.view(t.state, None, {}).payout.penalties[0].suggested for t in (later, gone, moved)]
    assert suggested == [False, True, False]


# A level top that nobody placed (VS-A14): the earlier leader stays ahead


@pytest.mark.parametrize(
    ("lying", "moves", "order"),
    [
        ({"s1": "6", "s2": "3"}, [("2", 3, True)], "12"),
        ({"s1": "3+3", "s2": "3"}, [("1", 3, False)], "12"),
        ({"s2": "3+3", "s1": "3"}, [("2", 3, False)], "21"),
        ({"s1": "6+3", "s2": "7", "s3": "7"}, [("1", 6, False)], "231"),
        ({"s1": "6+3", "s3": "7", "s2": "7"}, [("1", 6, False)], "321"),
        ({"s1": "7", "s2": "5", "s3": "2"}, [("3", 2, True)], "123"),
        ({"s1": "6", "s2": "3"}, [("2", 3, True), ("2", 3, False), ("2", 3, True)], "12"),
        ({"s1": "4+3", "s2": "6"}, [("1", 4, False), ("1", 4, True), ("1", 4, False)], "21"),
    ],
)
def test_who_was_ahead_stays_ahead(lying: dict[str, str], moves: list[tuple[str, int, bool]], order: str) -> None:
    """VS-A14: also of two who are level once the leader has dropped below them, and below the lead"""
    table = three().lay(A, leader=next(iter(lying)).removeprefix("s"), **lying)
    for set_id, tile, lies in moves:
        table.take("token", casino=A, set=set_id, tile=tile, on=lies)
    assert "".join(s for s, _ in table.state.standing_at(A)) == order
    view = GAME.view(table.state, None, {}).casinos[0]
    assert [stand.leads for stand in view.stands] == [True] + [False] * (len(order) - 1)


def test_the_one_who_stays_ahead_is_paid_as_the_leader() -> None:
    """VS-A14, R28, R30"""
    table = on(on(three().lay(A, s2="6", s1="3").lay(B, s3="6", s2="3"), A, "1", 3), B, "2", 3)
    view = GAME.view(table.state, None, {})
    assert table.spoken(view.casinos[0].notes) == ["Diamonds and Spades are level with 6; Diamonds stays ahead."]
    assert [stand.level for stand in view.casinos[0].stands] == [False, True]
    table.end().reveal_all()
    how = next(line for line in GAME.view(table.state, None, {}).payout.lines if line.casino == A)
    assert "Level at the top: Diamonds stood ahead." in table.spoken(how.how)
    table.close()
    assert {seat: table.state.chips(seat) for seat in "123"} == {"1": 0, "2": 15 + 6, "3": 0}


def test_a_tile_may_break_a_level_top_and_not_join_it() -> None:
    """VS-A14, R25: of those level the one ahead is named"""
    table = on(three().lay(A, s2="6", s3="3"), A, "3", 3)
    assert table.reasons("placed", set="1", tile=6, casino=A)[0].values["leader"] == "2"
    table.place("3", 1, A)
    assert table.state.standing_at(A) == (("3", 7), ("2", 6))


# A discard goes by where the tokens lie now


def only_threes() -> AtTable:
    """Bring diamonds on turn with 3s alone, while spades lead every casino with a 3."""
    table = AtTable(3, settings={"tiles": (3,) * 7}).begin()
    for casino in table.state.casino_names:
        table.lay(casino, s1="3")
    assert table.state.on_turn == "2"
    return table


def test_a_token_may_make_room_for_a_tile() -> None:
    """VS-C10, C08: what was due before is due no longer"""
    table = only_threes()
    assert table.codes("discarded", set="2", tile=3) == []
    on(table, B, "1", 3)
    assert table.codes("placed", set="2", tile=3, casino=B) == []
    assert table.codes("discarded", set="2", tile=3) == ["discard-not-due"]


def test_a_token_may_take_the_last_place() -> None:
    """VS-C10, C08: and then a discard is due"""
    table = on(only_threes(), B, "1", 3)
    table.place("2", 3, B).undo()
    off(table, B, "1", 3)
    assert table.codes("placed", set="2", tile=3, casino=B) == ["ties-leader"]
    assert table.codes("discarded", set="2", tile=3) == []


def six_out() -> AtTable:
    """Put all six tokens on tiles."""
    return three().lay(A, s1="1+3 2+3", s2="1+3 3+3", s3="2+3 3+3")


REFUSALS = [
    refused("VS-C08", three, "token", "token-no-tile", "4", A, casino=A, set="1", tile=4, on=True),
    refused("VS-C08", three, "token", "token-no-tile", casino="Nowhere", set="9", tile=4, on=True),
    refused("VS-C08", three, "token", "token-no-tile"),
    refused(
        "VS-C08",
        lambda: three().lay(A, s1="4+3"),
        "token",
        "token-there",
        "4",
        "Spades",
        casino=A,
        set="1",
        tile=4,
        on=True,
    ),
    refused(
        "VS-C08", lambda: three().lay(A, s1="4"), "token", "token-not-there", "4", casino=A, set="1", tile=4, on=False
    ),
    refused(
        "VS-R06",
        lambda: six_out().lay(B, s1="4"),
        "token",
        "tokens-short",
        "7",
        "6",
        casino=B,
        set="1",
        tile=4,
        on=True,
    ),
    refused(
        "VS-R06",
        six_out,
        "placed",
        "tokens-short",
        "7",
        "6",
        set="1",
        tile=4,
        casino=B,
        token=True,
        confirm=("out-of-turn",),
    ),
    refused("VS-R06", six_out, "laid", "tokens-short", "7", casino=B, tiles={"1": ["4+3"]}),
    refused(
        "VS-C08",
        lambda: three().lay(A, s2="4"),
        "placed",
        "token-not-there",
        set="1",
        tile=5,
        casino=B,
        moves=[[A, "2", 4, False]],
    ),
    refused(
        "VS-C08",
        lambda: three().lay(A, s2="4"),
        "placed",
        "token-no-tile",
        "5",
        set="1",
        tile=5,
        casino=B,
        moves=[[A, "2", 5, True]],
    ),
    refused("VS-C08", three, "placed", "token-there", set="1", tile=5, casino=B, token=True, moves=[[B, "1", 5, True]]),
    refused("VS-C08", lambda: AtTable(3).deal(), "token", "choices-missing", casino=A, set="1", tile=4, on=True),
    refused("VS-C08", lambda: AtTable(3), "token", "not-now-setup", casino=A, set="1", tile=4, on=True),
    refused(
        "VS-C08",
        lambda: three().end().reveal_all().close(),
        "token",
        "not-now-between",
        casino=A,
        set="1",
        tile=4,
        on=True,
    ),
]


@pytest.mark.parametrize("case", REFUSALS)
def test_refused(case: Refusal) -> None:
    """E-106, E-112"""
    case.check()


def test_tiles_are_written_as_they_are_read() -> None:
    """VS-C08"""
    assert (str(Tile(4, True)), Tile.parse("4+3"), Tile(4, True).number) == ("4+3", Tile(4, True), 7)
