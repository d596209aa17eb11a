"""The card of this copy: what the owner enters, what stands, what is missing, and what later tables start from."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.engine import replay
from companion.games.slots import GAME
from companion.games.slots.card import BASE, PRACTICE
from companion.games.slots.symbols import PICKER
from tests.games.slots.at_machine import AtMachine
from tests.games.strip.at_table import Refusal, refused


def bare(players: int = 2, **changes: Any) -> AtMachine:
    """Open a table of somebody who has entered nothing yet."""
    return AtMachine(players, {}, **changes)


def symbols(table: AtMachine) -> dict[str, tuple[str, int | None, int | None, str]]:
    return {s.letter: (s.name, s.points, s.count, s.source) for s in table.view().symbols}


def later(table: AtMachine, *others: AtMachine) -> AtMachine:
    """Open a table after these, as the store keeps what each of them named."""
    store: dict[str, Any] = {}
    for one in (table, *others):
        store |= json.loads(json.dumps(GAME.keep(one.state)))
    return AtMachine(2, store)


def row(table: AtMachine, seat: str = "1") -> Any:
    return next(row for row in table.view().sheet if row.seat == seat)


# What is known


def test_nothing_unknown_is_given_points() -> None:
    """SM-A1, rules section 0: cherry 8 and lemon 12 from the book, the shield without points"""
    assert symbols(bare()) == {
        "C": ("cherry", 8, None, "book"),
        "L": ("lemon", 12, None, "book"),
        "S": ("shield", None, None, "book"),
    }
    assert bare().view().entered == (2, 3)


@pytest.mark.parametrize(
    ("spin", "cumber", "more"),
    [("", "", set()), ("A", "", set()), ("B", "", {"@"}), ("AB", "A", {"@", "$"}), ("", "B", {"$"})],
)
def test_expansion_cards_are_symbols_where_they_are_in_the_deck(spin: str, cumber: str, more: set[str]) -> None:
    """SM-R51 to R55: Spin Again A lies beside the deck; three Spin Again count 100, three Cumbers 200"""
    table = bare(spin=spin, cumber=cumber)
    shown = symbols(table)
    assert set(shown) == {"C", "L", "S"} | more
    assert {letter: shown[letter][1:3] for letter in more} == {
        letter: {"@": (100, 4), "$": (200, 3)}[letter] for letter in more
    }


def test_the_practice_card_is_made_up_and_says_so() -> None:
    """Component data: ten symbols, marked as made up, never a default, never kept"""
    table = bare().take("practice", on=True)
    view = table.view()
    assert view.settings.practice
    assert len(view.symbols) == 10
    assert {symbol.source for symbol in view.symbols} == {"made-up"}
    assert all(symbol.points is not None for symbol in view.symbols)
    assert len({entry.letter for entry in PRACTICE}) == 10
    assert GAME.keep(table.begin().take("ended").state) == {}
    assert symbols(bare().take("practice", on=True).take("practice", on=False)) == symbols(bare())


def test_what_was_entered_before_the_practice_card_is_there_after_it() -> None:
    """Component data: and no made-up value takes its place in later tables"""
    table = bare().take("symbol", letter="P", points=14).take("symbol", letter="S", points=10)
    assert table.codes("practice", on=True) == ["practice-instead"]
    assert "2 symbols" in table.refusal("practice", on=True)
    table.take("practice", confirm=("practice-instead",), on=True)
    assert GAME.keep(table.state) == {}
    table.take("practice", on=False)
    assert symbols(later(table))["S"] == ("shield", 10, None, "entered")
    assert symbols(table)["P"] == ("plum", 14, None, "entered")
    assert symbols(later(table))["P"] == ("plum", 14, None, "entered")


# Entering


@pytest.mark.parametrize("offered", PICKER, ids=lambda symbol: symbol.name)
def test_a_symbol_from_the_picker_keeps_its_letter_and_picture(offered: Any) -> None:
    """Component data"""
    for data in ({"letter": offered.letter}, {"letter": "", "name": offered.name}):
        table = bare().take("symbol", points=10, **data)
        shown = table.view().symbols[-1]
        assert (shown.letter, shown.name, shown.picture) == (offered.letter, offered.name, offered.name)


def test_a_symbol_by_name_takes_a_letter_of_its_own() -> None:
    """Component data: any symbol the score card shows, each with a letter that no other has"""
    table = bare()
    for number in range(23):
        table.take("symbol", letter="", name=f"Symbol {number}", points=2 * number, count=4)
    shown = symbols(table)
    assert len(shown) == 26
    assert set(shown) == set("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    assert not {"O", "P", "V"} & {s.letter for s in table.view().symbols[:17]}, "letters of the picker go last"
    assert {s.picture for s in table.view().symbols[3:]} == {"letter"}
    assert table.codes("symbol", letter="", name="One more") == ["symbols-full"]
    assert "26 symbols" in table.refusal("symbol", letter="", name="One more")


def test_points_and_count_can_come_one_after_the_other() -> None:
    """SM-A1, E-84: an empty field is no value"""
    table = bare().take("symbol", letter="P")
    assert symbols(table)["P"] == ("plum", None, None, "entered")
    table.take("symbol", letter="P", count=8)
    assert symbols(table)["P"] == ("plum", None, 8, "entered")
    table.take("symbol", letter="P", points=14)
    assert symbols(table)["P"] == ("plum", 14, 8, "entered")
    table.take("symbol", letter="P", points=None, count=9)
    assert symbols(table)["P"] == ("plum", 14, 9, "entered")
    assert table.told()[-4:] == [
        "Plum is on the card; its points are still open.",
        "Plum is on the card; its points are still open.",
        "Plum counts 14 a set.",
        "Plum counts 14 a set.",
    ]


@pytest.mark.parametrize(("points", "odd"), [(10, False), (11, True), (0, False), (None, False)])
def test_odd_points_are_hinted_at_and_taken(points: int | None, odd: bool) -> None:
    """SM-A1: all printed values seem even"""
    table = bare().take("symbol", letter="P", points=points)
    assert table.view().symbols[-1].odd == odd


# E-96


def test_a_missing_value_is_never_a_nought() -> None:
    """E-96: known points and a question, on the line, in the total, in the standing, and at the end"""
    table = bare().begin().take("prize", seat="1", symbol="C").take("prize", seat="1", symbol="S")
    table.take("prize", seat="2", symbol="L")
    line = row(table)
    assert (line.points, line.missing, line.total, line.total_missing) == (8, ("S",), 8, ("S",))
    assert [(sum_.said.code, sum_.points) for sum_ in line.sums] == [("sum-sets", 8), ("sum-sets-unknown", None)]
    assert row(table, "2").missing == ()
    assert table.view().standings.incomplete
    table.take("ended")
    result = table.view().result
    assert result is not None
    assert result.incomplete == ("S",)
    assert result.missing == table.view().standings.missing == {"1": ("S",), "2": ()}
    assert [reason.code for reason in result.because] == ["lead", "points-open"]
    assert "shield" in table.spoken(result.because)[1]


def test_entering_the_value_completes_every_sum() -> None:
    """E-96: at once, in every round, and after the end as well"""
    table = bare(1, rounds=2).begin().prizes("1", S=2).take("ended").begin().prizes("1", S=1, C=1).take("ended")
    assert table.view().ranks == ()
    table.take("symbol", letter="S", points=30)
    line = row(table)
    assert (line.points, line.missing, line.total, line.total_missing) == (38, (), 98, ())
    assert [rank.points for rank in table.view().ranks] == [60, 38]
    assert not table.view().standings.incomplete


def test_a_missing_value_of_a_card_in_hand_counts_as_missing_too() -> None:
    """E-96, SM-VO"""
    table = bare(variations=["O"]).begin().take("hand", seat="1", cards=["S", "C"])
    assert (row(table).points, row(table).missing) == (-8, ("S",))
    table.take("symbol", letter="S", points=10)
    assert (row(table).points, row(table).missing) == (-18, ())


def test_nothing_is_missing_where_nothing_is_scored() -> None:
    """E-96: an unknown value that nobody has scored keeps no sum open"""
    table = bare().begin().take("prize", seat="1", symbol="S").take("prize", seat="1", symbol="S", n=-1)
    assert row(table).missing == ()
    assert not table.view().standings.incomplete


# What stands


def test_a_value_stands_from_the_start_of_the_table() -> None:
    """E-96: points known when it opened are those of the whole game"""
    store = {"symbol:P": {"name": "plum", "points": 14, "count": None}}
    table = AtMachine(2, store).begin()
    assert table.codes("symbol", letter="P", points=16) == ["points-stand"]
    assert "plum counts 14" in table.refusal("symbol", letter="P", points=16).lower()
    table.take("symbol", letter="P", points=14)
    assert replay(GAME, table.log).values["P"] == 14


def test_what_can_still_be_entered_is_offered() -> None:
    """E-90: what the act would take is what the page offers, symbol by symbol"""
    store = {"symbol:P": {"name": "plum", "points": 14, "count": None}}
    for table in (AtMachine(2, store, spin="B"), AtMachine(2, store, spin="B").begin()):
        for shown in table.view().symbols:
            taken = not table.codes("symbol", letter=shown.letter, points=500)
            assert (shown.may_value, shown.may_enter) == (taken, shown.letter != "@"), shown
    assert not any(shown.may_enter for shown in AtMachine(2, practice=True).view().symbols)


@pytest.mark.parametrize("letter", ["C", "L"])
def test_what_the_rulebook_gives_stands_always(letter: str) -> None:
    """Component data"""
    for table in (bare(), bare().begin()):
        assert table.codes("symbol", letter=letter, points=9) == ["points-stand"]


def test_a_slip_of_the_owner_can_be_put_right() -> None:
    """E-90: at set-up any own entry, in a running game what was entered at this table"""
    store = {"symbol:P": {"name": "plum", "points": 140, "count": None}}
    table = AtMachine(2, store).take("symbol", letter="P", points=14)
    assert symbols(later(table))["P"] == ("plum", 14, None, "entered")
    table.begin().take("prize", seat="1", symbol="S").take("symbol", letter="S", points=100)
    table.take("symbol", letter="S", points=10)
    assert row(table).points == 10
    assert symbols(later(table))["S"][1] == 10


def test_an_undo_passes_a_value_by() -> None:
    """E-94: a value of the copy stands beside the play"""
    table = bare().begin().take("prize", seat="1", symbol="S").take("symbol", letter="S", points=10).undo()
    assert (table.state.values["S"], row(table).points) == (10, 0)


# Later tables


def test_later_tables_start_from_what_was_entered() -> None:
    """Issue 3: entered once, for this and all later tables"""
    table = bare().take("symbol", letter="S", points=10, count=7).begin()
    table.take("symbol", letter="", name="Lucky moon", points=60)
    after = later(table)
    assert symbols(after) == symbols(table)
    assert after.view().symbols[2].source == "entered"
    assert GAME.keep(after.state) == {}, "what was not touched here is not written again"


def test_two_tables_at_once_keep_what_either_has_entered() -> None:
    """E-87: a table that opened earlier does not write over what another has entered since"""
    one, other = bare().begin(), bare().begin()
    one.take("symbol", letter="P", points=14)
    other.take("symbol", letter="G", points=16)
    assert {letter: given[1] for letter, given in symbols(later(one, other)).items()} == {
        "C": 8,
        "L": 12,
        "S": None,
        "P": 14,
        "G": 16,
    }


def test_a_value_put_right_again_is_kept_as_it_was_left() -> None:
    store = {"symbol:P": {"name": "plum", "points": 14, "count": None}}
    table = AtMachine(2, store).take("symbol", letter="P", points=140).take("symbol", letter="P", points=14)
    assert GAME.keep(table.state) == store


# Refusals


def practising() -> AtMachine:
    return bare().take("practice", on=True)


REFUSALS = [
    refused("issue 3", bare, "symbol", "points-range", "1000000", "0 to 999", letter="S", points=1_000_000),
    refused("issue 3", bare, "symbol", "points-range", "-8", letter="S", points=-8),
    refused("issue 3", bare, "symbol", "count-range", "73", "1 to 72", letter="S", count=73),
    refused("issue 3", bare, "symbol", "count-range", letter="S", count=0),
    refused("E-112", bare, "symbol", "points-range", "Many cannot", letter="S", points="many"),
    refused("E-43", bare, "symbol", "name-blank", letter="", name="   "),
    refused("E-43", bare, "symbol", "name-blank", letter="Z", name=""),
    refused("E-43", bare, "symbol", "name-long", "40", letter="", name="x" * 50),
    refused("E-41", bare, "symbol", "symbol-twice", "Cherry", letter="", name="Cherry", points=10),
    refused("SM-A14", bare, "symbol", "symbol-reserved", "ANY", letter="*", points=10),
    refused("SM-R53", bare, "symbol", "symbol-reserved", "Spin Again", letter="@", points=10),
    refused("SM-R54", bare, "symbol", "symbol-reserved", "Cumber", letter="", name="cumber", points=10),
    refused("SM-A1", practising, "symbol", "practice-card", letter="S", points=10),
    refused("E-92", AtMachine, "practice", "practice-instead", "3 symbols", on=True),
    refused("E-96", bare, "symbol", "points-stand", "Cherry", "8", letter="C", points=24),
]


@pytest.mark.parametrize("case", REFUSALS)
def test_refused(case: Refusal) -> None:
    """E-106, E-111"""
    case.check()


def test_the_card_knows_its_sources() -> None:
    """Component data: data about the game, each with its source"""
    assert {entry.source for entry in BASE} == {"book"}
    assert {entry.source for entry in PRACTICE} == {"made-up"}


# What the owner enters elsewhere while a table runs


def test_a_value_that_was_missing_completes_the_table_and_a_known_one_stands() -> None:
    """SM-A1, issue 6: points, cards in the deck, ANY, the month; each line says what came"""
    table = bare().begin()
    table.take("completed", name="symbol:S", data={"points": 30})
    table.take("completed", name="symbol:S", data={"name": "shield", "points": 40, "count": 6})
    table.take("completed", name="symbol:B", data={"name": "gong", "picture": "bell"})
    table.take("completed", name="any", data={"count": 5})
    table.take("completed", name="month", data={"effect": "Swap two."})
    assert symbols(table)["S"] == ("shield", 30, 6, "entered")
    assert symbols(table)["B"] == ("gong", None, None, "entered")
    assert [s.picture for s in table.view().symbols if s.letter == "B"] == ["bell"]
    assert table.state.in_deck("*") == 5
    assert table.view().month == "Swap two."
    assert table.codes("symbol", letter="S", points=12) == ["points-stand"]
    assert replay(GAME, table.log) == table.state


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("symbol:C", {"points": 10}),
        ("symbol:C", {"name": "kirsche", "count": 3}),
        ("symbol:B", {"name": "lemon"}),
        ("symbol:S", {}),
        ("any", {}),
        ("spin_again", {"count": 5}),
        ("rank_names", {"names": "site"}),
    ],
)
def test_what_a_table_knows_is_not_changed_from_elsewhere(name: str, data: dict[str, Any]) -> None:
    expected = "completed-unread" if data.get("name") == "lemon" else "completed-known"
    assert bare().codes("completed", name=name, data=data) == [expected]


@pytest.mark.parametrize("data", [None, [], {"points": -1}, {"nonsense": 1}])
def test_a_card_that_cannot_be_read_completes_nothing(data: Any) -> None:
    assert bare().codes("completed", name="symbol:S", data=data) == ["completed-unread"]
    assert bare().codes("completed", name="nonsense", data={}) == ["completed-unread"]


def test_a_practice_table_is_completed_for_when_it_comes_back_to_its_own_card() -> None:
    table = bare().take("practice", on=True).take("completed", name="symbol:S", data={"points": 30})
    assert symbols(table)["S"][3] == "made-up"
    assert symbols(table.take("practice", on=False))["S"] == ("shield", 30, None, "entered")


def test_points_that_the_owner_read_off_the_card_go_before_those_of_the_book() -> None:
    """SM-A44: cherry 8 is read from a remark, and the score card settles it"""
    table = AtMachine(2, {"symbol:C": {"name": "Kirsche", "points": 24}, "spin_again": {"count": 6}}, spin="B")
    assert symbols(table)["C"] == ("Kirsche", 24, None, "entered")
    assert symbols(table)["@"] == ("Spin Again", 100, 6, "book")
    assert [s.picture for s in table.view().symbols if s.letter == "C"] == ["cherry"]
