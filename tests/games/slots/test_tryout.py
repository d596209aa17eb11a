"""The table to try the slot machine out at: a position that the rules allow, one card away from a prize."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.slots.card import PRACTICE
from companion.games.slots.machine import pending
from companion.games.slots.prizes import claims
from companion.games.slots.state import Machine
from companion.games.slots.symbols import OPEN, SLOT_CARDS
from companion.games.slots.tryout import TRYOUT
from tests.games.slots.at_machine import AtMachine

LETTERS = {entry.letter for entry in PRACTICE}


def tried() -> AtMachine:
    """Play the try-out by the rules, nothing of it confirmed; a turn that ends leaves nothing to tell (SM-A6)."""
    setup = {name: value for name, value in TRYOUT.setup.items() if name not in ("players", "kept")}
    table = AtMachine(len(TRYOUT.setup["players"]), TRYOUT.setup["kept"], **setup)
    for act in TRYOUT.acts:
        assert act.kind != "turned" or pending(table.state) is None, "a prize is passed by"
        table.take(act.kind, **act.data)
    return table


def lying(table: AtMachine) -> Machine:
    machine = table.state.machines[0]
    assert machine is not None
    return machine


def test_nothing_is_left_to_tell_and_no_prize_stands() -> None:
    """SM-A6, P4"""
    table = tried()
    assert pending(table.state) is None
    assert claims(lying(table).grid, table.state.settings.any_as_shield) == ()
    assert OPEN not in lying(table).tops
    assert table.grid().odd == ()
    assert table.state.on_turn == "1"


def test_every_card_is_one_of_the_deck_and_lies_in_one_place() -> None:
    """SM-R1, R23: what was laid lies in the grid or on a pile of prizes, and no symbol has more than its share"""
    table, laid = tried(), Counter[str]()
    for act in TRYOUT.acts:
        laid.update(act.data.get("grid", "").replace("/", "").replace(OPEN, ""))
        laid.update(act.data.get("card", ""))
        laid.update({act.data["symbol"]: 3 * act.data["n"]} if act.kind == "prize" else {})
    piles = Counter[str]()
    for sets in table.state.sheets[0].prizes.values():
        piles.update({letter: 3 * n for letter, n in sets.items()})
    assert laid == Counter("".join(lying(table).stacks)) + piles
    assert set(laid) <= LETTERS
    assert max(laid.values()) < SLOT_CARDS // (len(LETTERS) + 1), "with one more to come"
    assert [table.state.points(1, seat) for seat in table.state.seats] == [0, 8, 12]


@pytest.mark.parametrize(
    ("card", "cell", "line", "points"),
    [("B", 4, ((1, 0), (1, 1), (1, 2)), 20), ("L", 8, ((2, 0), (2, 1), (2, 2)), 12)],
)
def test_a_card_at_hand_makes_a_prize_at_once(card: str, cell: int, line: object, points: int) -> None:
    """SM-R15, R27: without an exception, and the others lie as they may"""
    table = tried()
    grid = table.grid(card=card, cell=str(cell))
    assert [at.index for at in grid.cells if at.mark == "prize"] == [cell]
    assert {at.mark for at in grid.cells} == {"prize", "yes", "no"}
    assert grid.verdict is not None
    assert (grid.verdict.broken, grid.verdict.exception) == ((), None)
    assert [(prize.symbol, prize.cells) for prize in grid.verdict.prizes] == [(card, line)]
    table.play(card, cell).take("claimed", machine=0, choice=0, symbol="")
    assert table.state.points(1, "1") == points


def test_the_prize_is_followed_by_filling_what_it_emptied() -> None:
    """SM-R16, R17: below two of the cards lies another, and one cell is filled"""
    table = tried().play("B", 4)
    assert table.codes("turned") == ["told-first"]
    table.take("claimed", machine=0, choice=0, symbol="")
    assert lying(table).tops == ("P", "G", "O", OPEN, "M", "G", "L", "L", "R")
    table.take("shown", machine=0, cell=3, card="V").take("turned")
    assert table.state.on_turn == "2"


def test_a_card_that_would_pay_is_named_where_practice_is_played_with_any_card() -> None:
    """The dearest; none at a real table, with a card in hand, in a grid of one's own, or where none makes a prize"""
    table = tried()
    assert table.grid().would_pay == "B"
    assert table.grid(card="R").would_pay == ""
    assert table.grid(grid="CLP/.../...").would_pay == ""
    assert AtMachine(2).built().lay("CCB/LPB/PLP").grid().would_pay == ""
    assert AtMachine(2, practice=True).built().lay("CLO/PGM/BRV").grid().would_pay == ""
    assert AtMachine(2, practice=True).built().lay("CCO/PGM/BRV").grid().would_pay == "C"
