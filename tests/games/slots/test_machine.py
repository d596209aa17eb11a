"""The recorded machine: laid as it lies, played on, claimed from, uncovered and filled, in the right order."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.slots.grid import Grid, shape_of
from companion.games.slots.machine import Asked, claim_ways, pending
from companion.games.slots.prizes import lines_on
from companion.games.slots.state import Machine
from tests.games.slots.at_machine import WIDE, AtMachine
from tests.games.strip.at_table import Refusal, refused

#: a grid of nine different cards: no prize, no set of two
STABLE = "CLP/BQT/UVW"


def machine(players: int = 2, **changes: Any) -> AtMachine:
    """Open a table in normal play, with nothing recorded yet."""
    return AtMachine(players, WIDE, **changes).built()


def laid(grid: str = STABLE, players: int = 2, **changes: Any) -> AtMachine:
    """Open a table in normal play with this grid recorded."""
    return machine(players, **changes).lay(grid)


def from_the_first_card(**changes: Any) -> AtMachine:
    """Open a table that records its machine from the first card on."""
    return AtMachine(2, WIDE, **changes).begin().lay(".../.../...")


def build(table: AtMachine, cards: str) -> AtMachine:
    """Lay cards row by row, a turn each; what is '.' is left for later."""
    for cell, card in enumerate(cards):
        if card != ".":
            table.play(card, cell).take("turned", confirm=("told-first",))
    return table


def asked(table: AtMachine) -> tuple[str, int, int] | None:
    waiting = pending(table.state)
    return (waiting.kind, waiting.machine, waiting.index) if isinstance(waiting, Asked) else None


def ways(table: AtMachine) -> list[list[str]]:
    """List what each way to claim wins."""
    waiting = pending(table.state)
    return [[prize.symbol for prize in way] for way in waiting[1]] if isinstance(waiting, tuple) else []


def machine_of(table: AtMachine) -> Machine:
    recorded = table.state.machines[0]
    assert recorded is not None
    return recorded


def stacks(table: AtMachine, number: int = 0) -> list[str]:
    recorded = table.state.machines[number]
    assert recorded is not None
    return list(recorded.stacks)


def won(table: AtMachine) -> dict[str, int]:
    """Count what whoever is on turn has won."""
    return dict(table.state.sheets[-1].prizes.get(str(table.state.on_turn), {}))


# As it lies


def test_a_machine_is_recorded_as_it_lies() -> None:
    """SM-R21: what lies below is not known, and never shown"""
    table = laid()
    assert table.tops() == STABLE
    assert stacks(table) == [f"?{card}" for card in STABLE.replace("/", "")]
    assert table.told()[-1] == "The slot machine was recorded as it lies."


def test_what_is_known_of_a_stack_is_kept_while_its_top_is() -> None:
    """SM-R21, P7: recording again after one change forgets that stack alone"""
    table = build(from_the_first_card(), "CLPBQTUVW").play("X", 0).lay("XLP/BQT/UCW")
    assert stacks(table) == ["CX", "L", "P", "B", "Q", "T", "U", "?C", "W"]


def test_while_building_nothing_can_lie_below() -> None:
    """SM-R10: so a claim leaves an open cell, and nothing is asked about it"""
    table = AtMachine(2, WIDE).begin().lay("CCC/.../...")
    assert ways(table) == [["C"]]
    assert asked(table.take("claimed", choice=0)) == ("filled", 0, 0)


def test_a_whole_grid_at_the_start_may_have_been_played_on() -> None:
    """SM-R21: a table that told no turns records what lies there now"""
    table = AtMachine(1, WIDE).begin().lay("CCC/BQT/UVW")
    assert asked(table.take("claimed", choice=0)) == ("uncovered", 0, 0)


@pytest.mark.parametrize("grid", ["LPQL/CTUV/PWXQ", "LCP/PTW/QUX/LVQ"])
def test_j_takes_either_way_round(grid: str) -> None:
    """SM-VJ, A40"""
    table = laid(grid, variations=["J"])
    assert table.tops() == grid
    assert (table.grid().rows, table.grid().columns) == (grid.count("/") + 1, grid.index("/"))


def test_turning_a_machine_forgets_its_stacks() -> None:
    """SM-A40"""
    table = laid("LPQL/CTUV/PWXQ", variations=["J", "F"])
    table.play("B", 5).take("turned").lay("LCP/PBW/QUX/LVQ")
    assert all(stack[0] == "?" for stack in stacks(table))
    assert table.codes("played", machine=0, cell=5, card="T") == []


def test_two_machines_are_two_grids() -> None:
    """SM-VD, A38: lines, pairs and shields are each machine's own"""
    table = machine(variations=["D"]).lay("SQP/BLT/UVW").lay("XPQ/CLS/TBU", machine=1)
    assert table.tops(1) == "XPQ/CLS/TBU"
    assert table.codes("played", machine=0, cell=0, card="C") == []
    table.play("S", 0, machine=1)
    assert ways(table) == [], "three shields, but on two machines"


def test_both_machines_are_built_before_normal_play() -> None:
    """SM-A38: a full machine waits for the other"""
    table = AtMachine(2, WIDE, variations=["D"]).begin().lay(STABLE).lay("P../.../...", machine=1)
    assert table.codes("played", machine=0, cell=8, card="X") == ["occupied"]
    assert table.codes("played", machine=1, cell=8, card="X") == ["not-adjacent"]
    table.play("X", 1, machine=1)


# Playing


def test_a_play_is_judged_by_the_rules() -> None:
    """SM-R14, R30 to R36, E-106: every broken rule, with its cells"""
    table = laid("PPQ/CLT/UVP")
    reasons = table.reasons("played", machine=0, cell=0, card="P")
    assert [reason.code for reason in reasons] == ["same-symbol", "pair"]
    assert reasons[1].values["cells"] == ((0, 0), (0, 1), (2, 2))
    assert "Plum and plum share the top row and the diagonal" in table.refusal("played", machine=0, cell=0, card="P")


def test_a_card_that_makes_a_prize_goes_on_a_pair() -> None:
    """SM-R34"""
    table = laid("PPC/QCT/BBL")
    assert table.codes("played", machine=0, cell=6, card="X") == ["pair"]
    assert ways(table.play("C", 6)) == [["C"]]


def test_a_machine_can_be_played_on_whatever_turns_were_told() -> None:
    """SM-R9: a grid without an open cell stands; a table that tells no turns is not held back"""
    table = AtMachine(1, WIDE).begin().lay(STABLE)
    assert table.state.stage == "play"
    assert table.play("X", 8).state.stage == "play"


@pytest.mark.parametrize(
    ("variations", "grids", "turns", "built", "stage"),
    [
        pytest.param([], ["CL./.../..."], 0, 2, "build", id="SM-R9: two lie at turn 1"),
        pytest.param([], ["CL./.../..."], 5, 5, "build", id="SM-R10: more turns were told than lie there"),
        pytest.param([], [STABLE], 0, 9, "play", id="SM-R9: a full grid at turn 1"),
        pytest.param(["D"], [STABLE], 0, 9, "build", id="SM-A38: the first of two machines"),
        pytest.param(["D"], [STABLE, STABLE], 3, 18, "play", id="SM-A38: both machines"),
    ],
)
def test_what_lies_recorded_counts_as_built(
    variations: list[str], grids: list[str], turns: int, built: int, stage: str
) -> None:
    """SM-R9, R10, A38: whatever turns were told"""
    table = AtMachine(2, WIDE, variations=variations).begin()
    for _ in range(turns):
        table.take("turned")
    for machine, grid in enumerate(grids):
        table.lay(grid, machine)
    assert (table.state.built, table.state.stage) == (built, stage)


def test_a_claim_leaves_a_built_grid_built() -> None:
    """SM-R9, R17: a cell that waits to be filled had its card"""
    table = AtMachine(1, WIDE).begin().lay("CCC/BQT/UVW").take("claimed", choice=0)
    for cell in (0, 1, 2):
        table.show(cell, ".")
    assert (asked(table), table.state.built, table.state.stage) == (("filled", 0, 0), 9, "play")


def test_one_card_a_turn() -> None:
    """SM-R14"""
    table = laid().play("X", 8)
    assert table.codes("played", machine=0, cell=7, card="Q") == ["played-already"]
    assert table.take("turned").play("Q", 8).told()[-1] == "Player 1 plays symbol Q onto the bottom right."


def test_building_goes_beside_what_lies() -> None:
    """SM-R10, R11, A3, A4: corners count; the first card goes anywhere"""
    table = from_the_first_card().play("P", 0).take("turned")
    assert table.codes("played", machine=0, cell=8, card="L") == ["not-adjacent"]
    assert table.codes("played", machine=0, cell=0, card="L") == ["occupied"]
    table.play("L", 4).take("turned").play("C", 8)


# F and G


def test_the_card_just_played_is_spared() -> None:
    """SM-VF: until another was played, and on its own machine"""
    table = laid(variations=["F", "D"]).lay(STABLE, machine=1).play("X", 8).take("turned")
    (reason,) = table.reasons("played", machine=0, cell=8, card="C")
    assert (reason.code, reason.values["rule"]) == ("just-played", "SM-VF")
    assert table.codes("played", machine=1, cell=8, card="B") == []
    table.play("X", 1).take("turned")
    assert table.codes("played", machine=0, cell=8, card="S") == []


def test_the_card_just_played_is_free_once_it_has_left() -> None:
    """SM-A39"""
    table = laid("CCP/BQT/UVW", variations=["F"]).play("C", 2)
    table.take("claimed", choice=0).show(0, "X").show(1, "S").take("turned")
    assert table.tops() == "XSP/BQT/UVW"
    assert table.codes("played", machine=0, cell=2, card="L") == []
    assert table.grid(card="L").cells[2].mark == "yes"


@pytest.mark.parametrize(
    ("built", "told", "spared"),
    [("CCCBQTUVX", "LSP/BQT/UVX", ["just-played"]), ("LSPBQTCCC", "LSP/BQT/UVC", [])],
    ids=["beside", "in it"],
)
def test_a_card_just_played_is_spared_where_prizes_were_covered_beside_it(
    built: str, told: str, spared: list[str]
) -> None:
    """SM-VF, VP: beside the prize it is the same card; in the prize it looks the same, and is another"""
    table = build(from_the_first_card(variations=["F", "P"]), built[:-1]).play(built[-1], 8)
    table.take("gridded", machine=0, grid=told).take("turned")
    assert table.codes("played", machine=0, cell=8, card="Q") == spared


@pytest.mark.parametrize(("players", "spin"), [(1, ""), (2, "A")])
def test_the_own_card_is_no_previous_players(players: int, spin: str) -> None:
    """SM-A39: alone, and after a Spin Again"""
    table = laid(players=players, variations=["F"], spin=spin).play("X", 8)
    table.take("spun", spin="A") if spin else table.take("turned")
    assert table.codes("played", machine=0, cell=8, card="C") == []


def test_the_card_stays_spared_while_others_are_skipped() -> None:
    """SM-A25, A39: the previous player is who took the last turn"""
    table = laid(players=3, variations=["F"]).play("X", 8).take("turned").take("turned")
    assert table.codes("played", machine=0, cell=8, card="C") == ["just-played"]
    table.take("turned")
    assert table.codes("played", machine=0, cell=8, card="C") == [], "it is the own card again"


def test_a_card_that_was_moved_away_is_spared_no_more() -> None:
    """SM-A39, A34: the grid is recorded again without it"""
    table = laid(variations=["F"]).play("X", 8).take("turned").lay(STABLE)
    assert table.codes("played", machine=0, cell=8, card="S") == []
    kept = laid(variations=["F"]).play("X", 8).take("turned").lay("CLP/BQT/USX")
    assert kept.codes("played", machine=0, cell=8, card="T") == ["just-played"]


@pytest.mark.parametrize("yields", [False, True])
def test_a_setting_lets_a_prize_go_on_it(yields: bool) -> None:
    """SM-A39"""
    settings = {"just_played_yields": yields}
    table = laid("CLP/BCT/UVW", variations=["F"], settings=settings).play("X", 8).take("turned")
    assert table.codes("played", machine=0, cell=8, card="C") == ([] if yields else ["just-played"])


def test_a_stack_of_five_is_full() -> None:
    """SM-VG: known cards are counted, one by one"""
    table = build(from_the_first_card(variations=["G"]), "CLPBQTUVW")
    for card in "XSXS":
        assert table.grid(card=card).odd == ()
        table.play(card, 8).take("turned")
    assert machine_of(table).heights[8] == 5
    (reason,) = table.reasons("played", machine=0, cell=8, card="X")
    assert (reason.code, reason.values["height"], reason.values["rule"]) == ("stack-full", 5, "SM-VG")


def test_what_nobody_has_looked_at_counts_nothing() -> None:
    """SM-VG, E-111: a stack recorded as it lies has one known card, and the check says that it does not know"""
    table = laid(variations=["G"])
    assert set(machine_of(table).heights) == {1}
    for card in "XSXS":
        assert [odd.code for odd in table.grid(card=card).odd] == ["heights-unknown"]
        table.play(card, 8).take("turned")
    assert table.codes("played", machine=0, cell=8, card="X") == ["stack-full"]


# A23


def stuck(**changes: Any) -> AtMachine:
    """Record a grid in which a T fits nowhere: all but the card just played lie in sets of two."""
    table = machine(**{"variations": ["F"]} | changes).lay("PPC/QCQ/LLW")
    if table.state.machine_count == 2:
        table.lay(STABLE, machine=1)
    return table.play("X", 8).take("turned")


def test_what_fits_nowhere_may_cover_anything_but_any_and_full_stacks() -> None:
    """SM-A23, R20, E-110: a card must be played all the same"""
    table = stuck()
    assert table.codes("played", machine=0, cell=0, card="T") == ["pair"], "the hand is not told"
    assert table.grid(card="T").nothing_fits is None
    asked_for = table.grid(card="T", hand="TT")
    assert {cell.mark for cell in asked_for.cells} == {"yes"}
    assert asked_for.nothing_fits is not None
    assert "No card of yours fits" in table.spoken([asked_for.nothing_fits])[0]
    assert table.codes("played", machine=0, cell=0, card="T", hand=["T", "C"]) == ["pair"], "the cherry fits"
    assert table.play("T", 0, hand=["T", "T"]).state.has_played


def test_a_hand_is_not_forced_where_the_other_machine_takes_a_card() -> None:
    """SM-A23, A38"""
    table = stuck(variations=["D", "F"])
    assert table.free("T", 1)
    assert table.grid(card="T", hand="T").nothing_fits is None
    assert table.codes("played", machine=0, cell=0, card="T", hand=["T"]) == ["pair"]
    assert {cell.mark for cell in table.grid(card="T", hand="T").cells} == {"no"}


# Claiming


def test_a_prize_goes_to_whoever_is_on_turn() -> None:
    """SM-R15, R23, A6"""
    table = laid("CCP/BQT/UVW").play("C", 2).take("claimed", choice=0)
    assert (table.state.on_turn, won(table), table.state.prizes_now) == ("2", {"C": 1}, 1)
    assert table.told()[-1] == "Player 2 claims a prize: cherry."


def test_crossing_prizes_share_a_card() -> None:
    """SM-R22, R24, A8, A10: five cards, top cards only, the shared one once"""
    table = build(from_the_first_card(), "LLPBQLUVL").play("L", 2)
    assert ways(table) == [["L", "L"]]
    table.take("claimed", choice=0)
    assert won(table) == {"L": 2}
    assert stacks(table) == ["", "", "P", "B", "Q", "", "U", "V", ""]
    assert table.state.machines[0].to_fill == (0, 1, 5, 8)


@pytest.mark.parametrize(
    ("grid", "settings", "expected"),
    [
        # nothing, one line, two that cross, shields in a line and anywhere
        (STABLE, {}, []),
        ("CCC/BQT/UVW", {}, [["C"]]),
        ("CCC/CQT/CVW", {}, [["C", "C"]]),
        ("SQP/BST/UVS", {}, [["S"]]),
        ("SQS/BTU/VWS", {}, [["S"]]),
        # an ANY that serves two lines at once
        ("CLP/B*T/ULC", {}, [["C", "L"]]),
        # an ANY that could serve a line or the shields: the claimer chooses
        ("C*C/SBT/UVS", {}, [["C"], ["S"]]),
        ("C*C/SBT/UVS", {"any_as_shield": False}, [["C"]]),
        ("C*C/SBT/*VS", {}, [["C", "S"]]),
        # two ANYs in two lines, and one is enough for the shields
        ("C*C/SBS/*LL", {}, [["C", "L"], ["L", "S"], ["C", "S"]]),
        # both ANYs for one shield
        ("C*C/SBT/*LL", {}, [["C", "L"], ["S"]]),
        # the same symbols won in another way count once
        ("C*C/SBS/*CC", {}, [["C", "C"], ["C", "S"]]),
        # what wins less than another way is no way
        ("SSS/BLT/*QU", {}, [["S"]]),
        # three ANYs are a prize of any symbol, or help a shield
        ("***/BQT/UVW", {}, [["*"]]),
        ("***/BQT/UVS", {}, [["*"], ["S"]]),
    ],
)
def test_the_ways_to_claim(grid: str, settings: dict[str, Any], expected: list[list[str]]) -> None:
    """SM-R15, R39, A6, A11 to A15: all lines first; then every other way that wins something else"""
    table = laid(grid, settings=settings)
    assert ways(table) == expected
    claims = table.grid().claims
    assert [[prize.symbol for prize in choice.prizes] for choice in claims] == expected
    assert [choice.any_symbol for choice in claims] == ["*" in way for way in expected]


def test_every_way_to_claim_is_whole() -> None:
    """SM-A6, A14: each line that stands is won, or an ANY of it went to the shields"""
    chance = Random(7)
    for _ in range(2000):
        grid = Grid(shape_of(3, 3), [chance.choice("CCLS*S") for _ in range(9)])
        for way in claim_ways(grid, True):
            spent = [cell for prize in way if prize.symbol == "S" for cell in prize.cells]
            assert len(spent) == len(set(spent))
            assert all(line in way or set(line.cells) & set(spent) for line in lines_on(grid))


@pytest.mark.parametrize(("choice", "sets", "taken"), [(0, {"C": 1}, {0, 1, 2}), (1, {"S": 1}, {1, 3, 8})])
def test_the_claimer_chooses_what_an_any_serves(choice: int, sets: dict[str, int], taken: set[int]) -> None:
    """SM-A14"""
    table = laid("C*C/SBT/UVS").take("claimed", choice=choice)
    assert won(table) == sets
    assert {index for index, stack in enumerate(stacks(table)) if stack == "?"} == taken


@pytest.mark.parametrize("symbol", ["C", "B", "S"])
def test_three_anys_take_a_name(symbol: str) -> None:
    """SM-A12"""
    assert won(laid("***/BQT/UVW").take("claimed", choice=0, symbol=symbol)) == {symbol: 1}


def test_three_anys_are_no_expansion_card() -> None:
    """SM-A12, A14"""
    table = laid("***/BQT/UVW", spin="B", cumber="A")
    for symbol in ("@", "$", "*", "", "Z"):
        assert table.codes("claimed", choice=0, symbol=symbol) == ["any-symbol"]
    assert "Spin Again" not in table.refusal("claimed", choice=0, symbol="@")


def test_expansion_cards_on_a_payline_are_a_prize() -> None:
    """SM-R53, R54, A14, A32: an ANY is none of them"""
    table = laid("@@@/$$*/UVW", spin="B", cumber="A")
    assert ways(table) == [["@"]]
    assert won(table.take("claimed", choice=0)) == {"@": 1}


def test_several_prizes_of_a_kind_are_counted() -> None:
    """SM-A11"""
    table = laid("CCC/CQT/CVW").take("claimed", choice=0)
    assert won(table) == {"C": 2}
    assert table.told()[-1] == "Player 2 claims 2 prizes: 2 \u00d7 cherry."


def test_four_in_a_row_are_two_prizes() -> None:
    """SM-VJ, A40: and four cards"""
    table = laid("LLLL/PQTU/QPUT", variations=["J"]).take("claimed", choice=0)
    assert won(table) == {"L": 2}
    assert stacks(table).count("?") == 4


# Uncovering and filling


def test_uncovered_prizes_come_before_filling() -> None:
    """SM-R16, R26, A9: cherries came to light below the lemons"""
    table = laid("LLL/PQT/BUV").take("claimed", choice=0)
    for cell in range(3):
        assert asked(table) == ("uncovered", 0, cell)
        table.show(cell, "C")
    assert ways(table) == [["C"]]
    table.take("claimed", choice=0).show(0, ".").show(1, ".").show(2, ".")
    assert asked(table) == ("filled", 0, 0)


def test_all_cells_are_filled_before_anybody_looks_again() -> None:
    """SM-A9, R17, R18: lemons that the first of three cards completes wait for those that cross them"""
    table = build(from_the_first_card(), "LPTLBQ").play("C", 6).take("turned").play("C", 7).take("turned")
    table.play("C", 8).take("claimed", choice=0).show(6, "L")
    assert asked(table) == ("filled", 0, 7), "the column of lemons stands, but two cells are open"
    assert table.codes("claimed", choice=0) == ["nothing-to-claim"]
    table.show(7, "L").show(8, "L")
    assert (asked(table), ways(table)) == (None, [["L", "L"]])
    table.take("claimed", choice=0)
    assert [asked(table)] + [asked(table.show(cell, "X")) for cell in (0, 3)] == [
        ("filled", 0, 0),
        ("filled", 0, 3),
        ("filled", 0, 6),
    ]


def test_the_first_machine_is_filled_first() -> None:
    """SM-A38: once nothing more can be claimed on either"""
    table = AtMachine(2, WIDE, variations=["D"]).begin().lay(".../.../CCC", machine=1).lay("LLL/.../...")
    table.take("claimed", choice=0)
    assert ways(table) == [["C"]]
    table.take("claimed", choice=0)
    order = []
    while waits := asked(table):
        order.append(waits[1:])
        table.show(waits[2], "PQT"[waits[2] % 3], machine=waits[1])
    assert order == [(0, 0), (0, 1), (0, 2), (1, 6), (1, 7), (1, 8)]


def test_cells_left_open_while_building_are_not_filled() -> None:
    """SM-A5: only those that the claim emptied"""
    table = from_the_first_card().play("C", 3).take("turned").play("C", 4).take("turned").play("C", 5)
    table.take("claimed", choice=0).show(3, "P").show(4, "Q").show(5, "T")
    assert (table.tops(), asked(table)) == (".../PQT/...", None)


def test_the_pile_runs_out_while_filling() -> None:
    """SM-A25, R41 to R43: row by row as far as it goes; the rest stays empty, and may be played on"""
    table = laid("CCC/BQT/UVW").take("claimed", choice=0)
    table.show(0, ".").show(1, ".").show(2, ".").show(0, "X").show(1, ".")
    assert (table.state.stage, asked(table), table.tops()) == ("end", None, "X../BQT/UVW")
    table.take("turned").play("P", 2)
    assert table.tops() == "X.P/BQT/UVW"


def test_a_pile_that_was_not_empty_goes_on_filling() -> None:
    """SM-R41: a slip put right; a cell that was played on meanwhile is not asked for"""
    table = AtMachine(2, WIDE).begin().lay("CCC/.../...").take("claimed", choice=0).show(0, "B").show(1, ".")
    table.take("turned").play("X", 1).take("emptied", on=False)
    assert asked(table) == ("filled", 0, 2)


def test_in_the_end_phase_nothing_is_filled() -> None:
    """SM-R42, R43"""
    table = laid("CCC/BQT/UVW").take("emptied", on=True).take("claimed", choice=0)
    table.show(0, ".").show(1, "L").show(2, ".")
    assert (asked(table), table.tops()) == (None, ".L./BQT/UVW")


def test_cards_that_nobody_has_named_are_asked_for_first() -> None:
    """E-111: nothing is guessed, and what is unknown makes no prize"""
    table = laid("C?C/BQT/UVW")
    assert (asked(table), ways(table)) == (("uncovered", 0, 1), [])
    assert ways(table.show(1, "C")) == [["C"]]


def test_a_grid_recorded_again_in_mid_filling_goes_on() -> None:
    """E-89: a cell put right does not lose those that are still to be filled"""
    table = AtMachine(2, WIDE).begin().lay("CCC/.../...").take("claimed", choice=0).show(0, "B").lay("L../.../...")
    assert asked(table) == ("filled", 0, 1)


# P


def built_with_a_prize() -> AtMachine:
    """Build under P a grid in which cherries stand in the top row."""
    return build(from_the_first_card(variations=["P"]), "CCCBQTUVW")


def test_under_p_nothing_is_claimed_while_building() -> None:
    """SM-VP, A45: nor in the turn of the ninth card, nor before the prizes are covered"""
    table = from_the_first_card(variations=["P"])
    for cell, card in enumerate("CCCBQTUVW"):
        assert pending(table.play(card, cell).state) is None
        table.take("turned")
    assert (table.state.stage, pending(table.state), table.grid().claims) == ("play", None, ())
    assert [odd.code for odd in table.grid(card="X").odd] == ["prize-to-cover"]


def test_under_p_prizes_are_covered_before_the_first_play() -> None:
    """SM-VP, A45: whatever covers them, even a card of their own kind"""
    table = built_with_a_prize()
    assert table.codes("played", machine=0, cell=8, card="X") == ["cover-first"]
    table.lay("CPX/BQT/UVW")
    assert stacks(table)[:4] == ["?C", "?P", "?X", "?B"], "a cherry may lie on the cherry"
    assert table.play("S", 8).state.opened


def test_under_p_claims_begin_with_normal_play() -> None:
    """SM-VP"""
    table = build(from_the_first_card(variations=["P"]), "CCPBQTUVW").play("C", 2)
    assert ways(table) == [["C"]]


def test_under_p_a_machine_recorded_later_pays() -> None:
    """SM-VP: once the first normal turn is over, what stands is a prize"""
    assert ways(machine(variations=["P"]).take("turned").lay("CCC/BQT/UVW")) == [["C"]]


# Undo


def test_a_claim_can_be_taken_back() -> None:
    """E-94"""
    table = laid("CCC/BQT/UVW")
    before = table.state
    assert table.take("claimed", choice=0).undo().state == before


# Which shields are taken


def test_the_claimer_picks_the_shields() -> None:
    """SM-A15: of more than are due; the usual ones are marked, and the ANY of a claimed payline is not among them"""
    table = laid("SSP/BSS/C*C")
    (claim,) = table.grid().claims
    assert [(card.index, card.taken) for card in claim.shields] == [(0, True), (1, True), (4, True), (5, False)]
    assert (claim.to_take, claim.shields[-1].place) == (3, "the middle right")


@pytest.mark.parametrize("picked", [(0, 1, 4), (0, 1, 5), (5, 4, 1)])
def test_picked_shields_go_and_the_others_stay(picked: tuple[int, ...]) -> None:
    """SM-A15"""
    table = laid("SSP/BSS/UVC").take("claimed", choice=0, shields=list(picked))
    assert won(table) == {"S": 1}
    assert {index for index, stack in enumerate(stacks(table)) if stack == "?"} == set(picked)


def test_an_any_may_go_instead_of_a_shield() -> None:
    """SM-A14, A15: any fitting card, with one real shield for each prize"""
    table = laid("SSP/BS*/UVC").take("claimed", choice=0, shields=[0, 4, 5])
    assert {index for index, stack in enumerate(stacks(table)) if stack == "?"} == {0, 4, 5}


def test_all_that_fit_leave_nothing_to_pick() -> None:
    """SM-A15: then what is sent beside the claim changes nothing"""
    (claim,) = laid("SSP/BSQ/UVC").grid().claims
    assert (claim.shields, claim.to_take) == ((), 3)
    assert won(laid("SSP/BSQ/UVC").take("claimed", choice=0, shields=[8])) == {"S": 1}


# Refusals


def crossed(rule: str, kind: str, codes: str, *says: str, at: Any = laid, **data: Any) -> Any:
    return refused(rule, at, kind, codes, *says, **data)


def claiming() -> AtMachine:
    return laid("CCC/BQT/UVW")


def filling() -> AtMachine:
    return claiming().take("claimed", choice=0).show(0, ".").show(1, ".").show(2, ".")


def four_shields() -> AtMachine:
    return laid("SSP/BS*/UVC")


REFUSALS = [
    crossed("SM-A15", "claimed", "shields-chosen", "3 cards", "2 were", at=four_shields, shields=[0, 1]),
    crossed("SM-A15", "claimed", "shields-chosen", "0 were", at=four_shields, shields=[]),
    crossed("SM-A15", "claimed", "shields-chosen", at=four_shields, shields=[0, 1, 8]),
    crossed("SM-A15", "claimed", "shields-chosen", at=four_shields, shields=[0, 0, 1]),
    crossed("SM-A14", "claimed", "shields-chosen", "1 of them real", at=lambda: laid("S*P/BT*/*VU"), shields=[1, 5, 6]),
    crossed("issue 3", "gridded", "unknown-card", "Z", machine=0, grid="CLP/BQT/UVZ"),
    crossed("issue 3", "gridded", "unknown-card", "@", machine=0, grid="CLP/BQT/UV@"),
    crossed("issue 3", "gridded", "grid-ragged", "3, 2 and 3", machine=0, grid="CLP/BQ/UVW"),
    crossed("issue 3", "gridded", "grid-size", "5 by 5", "3 by 3", machine=0, grid="/".join(["PQPQP"] * 5)),
    crossed("issue 3", "gridded", "grid-size", "1 by 0", machine=0, grid=""),
    crossed("SM-VJ", "gridded", "grid-size", "3 by 4", "3 by 3", machine=0, grid="LPQL/CTUV/PWXQ"),
    crossed(
        "SM-VJ",
        "gridded",
        "grid-size",
        "3 by 3",
        "3 by 4",
        at=lambda: machine(variations=["J"]),
        machine=0,
        grid=STABLE,
    ),
    crossed("SM-VD", "gridded", "unknown-machine", "1 lie", machine=1, grid=STABLE),
    crossed("issue 3", "gridded", "unknown-machine", machine=-1, grid=STABLE),
    crossed("SM-VD", "played", "unknown-machine", machine=1, cell=0, card="C"),
    crossed("issue 3", "played", "grid-missing", "machine 1", at=machine, machine=0, cell=0, card="C"),
    crossed("issue 3", "played", "unknown-cell", "9", machine=0, cell=9, card="C"),
    crossed("issue 3", "played", "unknown-cell", machine=0, cell=-1, card="C"),
    crossed("issue 3", "played", "unknown-cell", machine=0, cell=None, card="C"),
    crossed("issue 3", "played", "unknown-card", "Z", machine=0, cell=8, card="Z"),
    crossed("SM-R53", "played", "unknown-card", "@", machine=0, cell=8, card="@"),
    crossed("SM-R14", "played", "told-first", at=claiming, machine=0, cell=8, card="C"),
    crossed("SM-R17", "played", "told-first", at=filling, machine=0, cell=8, card="C"),
    crossed(
        "SM-R14",
        "played",
        "played-already",
        "Player 2",
        at=lambda: laid().play("X", 8),
        machine=0,
        cell=7,
        card="X",
    ),
    crossed("SM-R30", "played", "same-symbol", "Symbol W", "bottom right", "base rule", machine=0, cell=8, card="W"),
    crossed(
        "SM-R31",
        "played",
        "pair",
        "Plum and plum",
        "top row",
        at=lambda: laid("PPC/BQT/UVW"),
        machine=0,
        cell=0,
        card="X",
    ),
    crossed(
        "SM-R32", "played", "two-shields", "2 shields", at=lambda: laid("SQP/BTS/UVW"), machine=0, cell=0, card="X"
    ),
    crossed("SM-R33", "played", "any", "never covered", at=lambda: laid("CLP/BQT/UV*"), machine=0, cell=8, card="X"),
    crossed("SM-R15", "claimed", "nothing-to-claim", choice=0),
    crossed("SM-R15", "claimed", "nothing-to-claim", at=filling, choice=0),
    crossed("SM-A14", "claimed", "unknown-claim", "1 are open", at=claiming, choice=1),
    crossed("SM-A14", "claimed", "unknown-claim", at=claiming, choice=-1),
    crossed("SM-A12", "claimed", "any-symbol", "cherry, lemon", at=lambda: laid("***/BQT/UVW"), choice=0, symbol="*"),
    crossed("SM-R17", "shown", "nothing-asked", machine=0, cell=0, card="C"),
    crossed("SM-R17", "shown", "nothing-asked", at=claiming, machine=0, cell=0, card="C"),
    crossed("SM-A9", "shown", "asked-elsewhere", at=filling, machine=0, cell=1, card="C"),
    crossed("SM-A38", "shown", "asked-elsewhere", at=filling, machine=1, cell=0, card="C"),
    crossed("issue 3", "shown", "unknown-card", "Z", at=filling, machine=0, cell=0, card="Z"),
    crossed("issue 3", "shown", "unknown-card", at=filling, machine=0, cell=0, card="?"),
    crossed("SM-VP", "played", "cover-first", "cherry", at=built_with_a_prize, machine=0, cell=8, card="P"),
    crossed(
        "SM-VO",
        "played",
        "pile-ends-round",
        at=lambda: laid(variations=["O"]).take("emptied", on=True),
        machine=0,
        cell=8,
        card="P",
    ),
]


@pytest.mark.parametrize("case", REFUSALS)
def test_refused(case: Refusal) -> None:
    """E-106, E-111: every reason, with its numbers, and nothing changed"""
    case.check()


@pytest.mark.parametrize("kind", ["gridded", "played", "claimed", "shown"])
def test_a_machine_is_recorded_in_a_running_round_only(kind: str) -> None:
    """E-112"""
    assert AtMachine(2).codes(kind, machine=0, grid=STABLE, cell=0, card="C") == ["not-now-setup"]
    assert laid().take("ended").codes(kind, machine=0, grid=STABLE, cell=0, card="C") == ["not-now-over"]


def test_a_machine_tells_its_tops_and_heights() -> None:
    """SM-VG, R21"""
    recorded = Machine(3, 3, ("", "?", "?C", "CL", "?CL", "P", "P", "P", "P"), (0,))
    assert recorded.tops == (".", "?", "C", "L", "L", "P", "P", "P", "P")
    assert recorded.heights == (0, 1, 1, 2, 2, 1, 1, 1, 1)
    assert recorded.put(0, "C").to_fill == ()
