"""Whose turn it is and what it allows: order, building, the eight steps, the pile's end, Spin Again and Cumber."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from companion.engine import replay
from companion.games.slots import GAME
from companion.games.slots.view import TurnView
from tests.games.slots.at_machine import AtMachine
from tests.games.strip.at_table import Refusal, refused


def turn(table: AtMachine) -> TurnView:
    view = table.view().turn
    assert view is not None
    return view


def order(table: AtMachine, turns: int) -> list[str]:
    """Pass so many turns, and name who was on turn in each."""
    seats = []
    for _ in range(turns):
        seats.append(turn(table).seat)
        following = turn(table).next_seat
        table.take("turned")
        assert turn(table).seat == following
    return seats


def by_hand(seats: str, start: int, reverse: bool) -> Any:
    """SM-A48, P11: the order of turns, told once more."""
    n = len(seats)
    if reverse:
        yield from (seats[(start - step) % n] for step in range(n))
        start += 1
    while True:
        yield seats[start % n]
        start += 1


# Order


@pytest.mark.parametrize("variations", [[], ["S"]])
@pytest.mark.parametrize("first", [0, 1, 3])
@pytest.mark.parametrize("players", [1, 2, 4, 5])
def test_turns_go_round(players: int, first: int, variations: list[str]) -> None:
    """SM-R8, VS, A48, P11: building turns included, and the start moves on each round"""
    seats = "12345"[:players]
    first %= players
    table = AtMachine(players, first=seats[first], variations=variations, rounds=3, settings={"decks": 2})
    for number in range(3):
        table.begin()
        due = by_hand(seats, (first + number) % players, bool(variations))
        assert order(table, 3 * players + 2) == list(islice(due, 3 * players + 2))
        table.take("ended")


def test_nobody_is_on_turn_between_rounds() -> None:
    table = AtMachine(2, rounds=2).begin().take("ended")
    assert table.view().turn is None
    assert table.spoken([table.view().headline]) == ["Round over"]
    assert table.begin().spoken([table.view().headline]) == ["Player 2\u2019s turn"]


# Building


@pytest.mark.parametrize(
    ("variations", "cells"), [([], 9), (["J"], 12), (["D"], 18), (["D", "J"], 24), (["D", "J", "P"], 24)]
)
def test_building_takes_a_card_for_each_cell(variations: list[str], cells: int) -> None:
    """SM-R9, VJ, VD, A38: both machines before normal play"""
    table = AtMachine(3, variations=variations).begin()
    for laid in range(cells):
        assert (turn(table).stage, turn(table).built, turn(table).cells) == ("build", laid, cells)
        table.take("turned")
    assert (turn(table).stage, turn(table).built) == ("play", cells)


def steps(table: AtMachine) -> list[tuple[str, str]]:
    return [(step.said.code, step.because) for step in turn(table).steps]


def notes(table: AtMachine) -> dict[str, list[tuple[str, str]]]:
    """List what is said more of each step."""
    found = {step.said.code: [(note.said.code, note.because) for note in step.notes] for step in turn(table).steps}
    table.spoken(note.said for step in turn(table).steps for note in step.notes)
    return {code: said for code, said in found.items() if said}


def test_the_steps_while_building() -> None:
    """SM-R10, R11, R12, VP"""
    assert steps(AtMachine(2).begin()) == [("build-place", ""), ("build-claims", ""), ("build-draw", "")]
    assert steps(AtMachine(2, variations=["P"]).begin())[1] == ("build-no-claims", "P")


def test_what_comes_before_the_first_card() -> None:
    """SM-R6, R7, VK, VT, A41, A49: hands that grow in turn order, and a card discarded and drawn anew"""
    table = AtMachine(3, variations=["I", "K", "T"]).begin()
    assert steps(table)[:2] == [("deal-growing", "I, T"), ("deal-discard", "K")]
    assert "Deal 4, 5 and 6 cards" in table_says(table)
    assert steps(table.take("turned"))[0] == ("build-place", "")


@pytest.mark.parametrize(
    ("players", "variations", "due"),
    [
        pytest.param(2, "I", [("deal-size", "I")], id="SM-VI"),
        pytest.param(2, "M", [("deal-memory", "M")], id="SM-VM"),
        pytest.param(3, "L", [("deal-open", "L")], id="SM-VL"),
        pytest.param(
            3, "LKTM", [("deal-growing", "T"), ("deal-open", "L"), ("deal-discard", "K"), ("deal-memory", "M")]
        ),
        pytest.param(3, "Q", [], id="SM-VQ"),
    ],
)
def test_what_is_dealt(players: int, variations: str, due: list[tuple[str, str]]) -> None:
    """SM-VI, VK, VL, VM, VT: said before the first card, and not again"""
    table = AtMachine(players, variations=list(variations)).begin()
    assert steps(table)[: -3 or None] == due
    assert len(steps(table.take("turned"))) == 3


def test_both_machines_are_built() -> None:
    """SM-VD, A38"""
    assert notes(AtMachine(2, variations=["D"]).begin()) == {"build-place": [("note-build-both", "D")]}


# The eight steps

PLAIN = [
    ("step-hand", ""),
    ("step-play", ""),
    ("step-claim", ""),
    ("step-uncovered", ""),
    ("step-fill", ""),
    ("step-again", ""),
    ("step-draw", ""),
    ("step-end", ""),
]


@pytest.mark.parametrize(
    ("variations", "changed"),
    [
        ([], {}),
        (["H"], {0: ("step-hand-off", "H")}),
        (["I"], {0: ("step-hand", "I")}),
        (["A", "B", "D", "F", "G"], {4: ("step-fill-both", "D")}),
        (["L"], {6: ("step-draw-open", "L")}),
        (["N"], {6: ("step-draw-two", "N")}),
        (["O"], {6: ("step-draw-optional", "O")}),
        (["L", "N"], {6: ("step-draw-open-two", "L, N")}),
        (["L", "O"], {6: ("step-draw-open-optional", "L, O")}),
        (["N", "O"], {6: ("step-draw-two-optional", "N, O")}),
        (["L", "N", "O"], {6: ("step-draw-open-two-optional", "L, N, O")}),
        (["K", "M", "R", "S", "T"], {}),
    ],
)
def test_the_eight_steps(variations: list[str], changed: dict[int, tuple[str, str]]) -> None:
    """SM-R13 to R19: in short, with what this table's variations change"""
    due = [changed.get(number, step) for number, step in enumerate(PLAIN)]
    assert steps(AtMachine(2, variations=variations).built()) == due


@pytest.mark.parametrize(
    ("variations", "due"),
    [
        ("", []),
        ("ADFG", [("note-d", "D"), ("note-a", "A"), ("note-f", "F"), ("note-g", "G")]),
        ("B", [("note-b", "B")]),
        ("AB", [("note-a", "A")]),
        ("M", [("note-m", "M")]),
    ],
)
@pytest.mark.parametrize("ending", [False, True])
def test_each_variation_says_what_it_changes_about_the_play(
    variations: str, due: list[tuple[str, str]], ending: bool
) -> None:
    """SM-VA, VB, VD, VF, VG, VM, A35: in words, beside its letter, while anything is played"""
    table = AtMachine(2, variations=list(variations)).built().take("emptied", on=ending)
    assert notes(table).get("end-play" if ending else "step-play", []) == due


def test_alone_there_is_no_player_before() -> None:
    """SM-VF, A39"""
    assert notes(AtMachine(1, variations=["F", "G"]).built()) == {"step-play": [("note-g", "G")]}


def test_under_q_discards_make_a_new_pile_before_the_end() -> None:
    """SM-VQ, A46: the end comes once both piles are empty"""
    table = AtMachine(5, variations=["Q"]).built()
    assert [step for step in steps(table) if step not in PLAIN] == [("step-claim-one", "Q"), ("step-reshuffle", "Q")]
    assert steps(table)[-3:] == [("step-reshuffle", "Q"), ("step-draw", ""), ("step-end", "")]
    assert table.spoken([turn(table).piles]) == ["Both piles are"]
    table.take("emptied", on=True)
    assert table.told()[-1] == "Both piles are empty: the end phase."
    assert "Draw nothing: both piles are empty." in table_says(table)
    assert "step-reshuffle" not in dict(steps(table))
    assert AtMachine(2, variations=["O", "Q"]).built().take("emptied", on=True).told()[-1] == (
        "Both piles are empty, and that ends the round."
    )


@pytest.mark.parametrize(
    ("grid", "said"),
    [
        ("CCC/LPB/PLS", "Keep one cherry, discard the rest."),
        ("CCC/LLL/PSB", "Keep one cherry and one lemon, discard the rest."),
        ("CPB/CLL/CCC", "Keep 2 \u00d7 cherry, discard the rest."),
    ],
)
def test_under_q_a_claim_says_what_is_kept(grid: str, said: str) -> None:
    """SM-VQ, A46, P10: a card for each prize"""
    table = AtMachine(5, variations=["Q"]).built().lay(grid)
    keep = table.grid().claims[0].keep
    assert keep is not None
    assert table.spoken([keep]) == [said]
    assert AtMachine(5).built().lay(grid).grid().claims[0].keep is None


def test_a_hand_is_filled_up_to_its_size() -> None:
    """SM-VI, VT, A49, A51"""
    assert "up to 3" in table_says(AtMachine(2, variations=["T"]).built())
    assert "up to 4" in table_says(AtMachine(2, variations=["I", "T"]).built())


#: what nobody does once nothing is left to draw
WORDS = ("draw back", "fill again", "Draw a card")


def table_says(table: AtMachine) -> str:
    return " ".join(table.spoken(step.said for step in turn(table).steps))


def test_the_end_phase() -> None:
    """SM-R41, R42: no draw, empty cells stay empty; a slip can be put right"""
    table = AtMachine(2).built().take("emptied", on=True)
    assert (turn(table).stage, turn(table).pile_empty) == ("end", True)
    assert [code for code, _ in steps(table)] == [
        "end-hand",
        "end-play",
        "step-claim",
        "step-uncovered",
        "step-no-fill",
        "step-no-draw",
        "end-last",
    ]
    assert [part for part in WORDS if part in table_says(table)] == []
    table.take("emptied", on=False)
    assert (turn(table).stage, steps(table)) == ("play", PLAIN)


@pytest.mark.parametrize(
    ("variations", "due"), [(["O"], [("step-round-over", "O")]), (["N"], None), (["L"], None), (["O", "Q"], "over")]
)
def test_the_end_of_the_pile_under_variations(variations: list[str], due: Any) -> None:
    """SM-VO, A42, A43, A44: under O it ends the round at once; L and N draw and discard no more"""
    table = AtMachine(2, variations=variations).built().take("emptied", on=True)
    if due:
        assert steps(table) == [("step-round-over", "O")]
        table.lay("LBC/CLP/BPB")
        assert table.codes("played", machine=0, cell=0, card="C") == ["pile-ends-round"]
    else:
        assert steps(table)[-2:] == [("step-no-draw", ""), ("end-last", "")]


def test_a_new_round_starts_with_a_full_pile() -> None:
    table = AtMachine(2, rounds=2).built().take("emptied", on=True).take("ended").begin()
    assert (turn(table).stage, turn(table).built, turn(table).pile_empty) == ("build", 0, False)


# Spin Again


@pytest.mark.parametrize(
    ("spin", "codes"), [("A", ["spin-a"]), ("B", ["spin-b"]), ("AB", ["spin-a", "spin-b"]), ("", [])]
)
def test_what_spin_again_allows(spin: str, codes: list[str]) -> None:
    """SM-R51, R52, A31, A54"""
    assert [reason.code for reason in turn(AtMachine(2, spin=spin).built()).spin] == codes


@pytest.mark.parametrize(("spin", "codes"), [("A", ["spin-a-end"]), ("B", ["spin-b-end"])])
def test_a_spin_again_in_the_end_phase_draws_nothing(spin: str, codes: list[str]) -> None:
    """SM-R42, A25"""
    table = AtMachine(2, spin=spin).built().take("emptied", on=True)
    assert [reason.code for reason in turn(table).spin] == codes
    assert "draw" not in table.spoken(turn(table).spin)[0].replace("drawn", "")


def test_one_spin_again_lies_in_front_of_each() -> None:
    """SM-R51: a second one is asked about, by person and round; those of the deck are as many as are held"""
    table = AtMachine(2, rounds=2, spin="AB").built()
    table.take("spun", spin="A", asks=True)
    (reason,) = table.reasons("spun", spin="A", asks=True)
    assert (reason.code, reason.confirm, reason.values["seat"]) == ("spin-gone", True, "2")
    assert [said.code for said in turn(table).spin] == ["spin-gone", "spin-b"]
    table.take("spun", spin="B", asks=True).take("spun", spin="A", asks=True, confirm=("spin-gone",))
    assert table.take("turned").codes("spun", spin="A", asks=True) == []
    assert table.take("ended").begin().take("turned").codes("spun", spin="A", asks=True) == []


@pytest.mark.parametrize(
    ("grid", "turns", "asks"),
    [
        pytest.param("", 0, True, id="no card of the round is told"),
        pytest.param("", 1, False, id="a table that records no grid"),
        pytest.param("PBP/BLC/LCS", 9, True, id="a recorded grid without a card of this turn"),
    ],
)
def test_a_spin_again_comes_after_the_play(grid: str, turns: int, asks: bool) -> None:
    """SM-R51, R52: asked, as the table may have told less than it did"""
    table = AtMachine(2, spin="AB").begin()
    for _ in range(turns):
        table.take("turned")
    if grid:
        table.lay(grid)
    for kind in "AB":
        assert table.codes("spun", spin=kind, asks=True) == (["spin-before-play"] if asks else [])
        assert table.codes("spun", spin=kind, asks=True, confirm=("spin-before-play",)) == []
    if grid:
        assert table.play("S", table.free("S")[0]).codes("spun", spin="A", asks=True) == []


def test_acts_of_older_logs_are_told_as_they_were() -> None:
    """E-112: nobody was asked about them"""
    table = AtMachine(2, spin="A", cumber="B").begin().take("spun", spin="A").take("spun", spin="A")
    early = AtMachine(2, cumber="B").begin().take("cumbered", action=1).take("cumbered", action=3)
    for older in (table, early):
        assert replay(GAME, older.log) == older.state


def test_a_spin_again_gives_the_same_person_another_turn() -> None:
    """SM-R51, A54: and may be chained"""
    table = AtMachine(3, spin="AB").built().take("spun", spin="A").take("spun", spin="B")
    assert (turn(table).seat, turn(table).number, turn(table).prizes) == ("1", 10, 0)
    assert table.take("turned").state.on_turn == "2"


def test_a_spin_again_while_building_lays_one_card_more() -> None:
    """SM-R10, R51: a building turn is a turn; the rulebook makes no exception"""
    table = AtMachine(2, spin="A").begin().take("spun", spin="A")
    assert (turn(table).seat, turn(table).built) == ("1", 1)
    for _ in range(7):
        table.take("turned")
    assert turn(table).stage == "build"
    assert turn(table.take("turned")).stage == "play"


def test_a_spin_again_frees_another_card_to_play() -> None:
    """SM-R51"""
    table = AtMachine(2, spin="A").built().lay("PBP/BLC/LCS")
    table.play("S", table.free("S")[0])
    again = {"machine": 0, "cell": table.free("P")[0], "card": "P"}
    assert table.codes("played", **again) == ["played-already"]
    table.take("spun", spin="A").play(**again)


# Cumber


def cumber(table: AtMachine) -> dict[int, str]:
    return {n: action.reason.code for n, action in enumerate(turn(table).cumber, 1) if action.reason}


def test_the_five_actions_of_a_cumber() -> None:
    """SM-R55, A33: free in any turn, building turns included"""
    for table in (AtMachine(2, cumber="B").begin().take("turned"), AtMachine(2, cumber="B").built()):
        assert [action.said.code for action in turn(table).cumber] == [f"cumber-{n}" for n in range(1, 6)]
        assert cumber(table) == {}
        for action in range(1, 6):
            table.take("cumbered", action=action)
    for other in ("", "A"):
        assert turn(AtMachine(2, cumber=other).built()).cumber == ()


def test_a_cumber_needs_a_card_in_the_grid_for_two_of_its_actions() -> None:
    """SM-R55: to move one, or to put the last one away; asked, as it may lie there untold"""
    table = AtMachine(2, cumber="B").begin()
    assert cumber(table) == {1: "cumber-no-card", 3: "cumber-no-card"}
    for action in range(1, 6):
        due = ["cumber-no-card"] if action in (1, 3) else []
        assert table.codes("cumbered", action=action, asks=True) == due
        assert table.codes("cumbered", action=action, asks=True, confirm=("cumber-no-card",)) == []
    assert cumber(table.lay("..C/.../...")) == {}


def test_a_cumber_needs_the_pile_for_two_of_its_actions() -> None:
    """SM-A33: what the helper greys is what is refused"""
    table = AtMachine(2, cumber="B").built().take("emptied", on=True)
    assert cumber(table) == {3: "cumber-pile-empty", 4: "cumber-pile-empty"}
    for action in range(1, 6):
        assert bool(table.reasons("cumbered", action=action)) == (action in (3, 4))


def test_after_a_prize_others_may_not_take_the_card_away() -> None:
    """SM-R55, A33: any prize of this turn, in hand or grid; the person on turn may, and so may whoever plays alone"""
    table = AtMachine(3, cumber="B").built().take("prize", seat="1", symbol="C")
    assert turn(table).cumber[2].said.code == "cumber-3-scored"
    assert "Player 1" in table.spoken([turn(table).cumber[2].said])[0]
    assert cumber(table) == {}
    table.take("prize", seat="1", symbol="C", n=-1)
    assert turn(table).cumber[2].said.code == "cumber-3"
    table.take("prize", seat="2", symbol="C")
    assert turn(table).cumber[2].said.code == "cumber-3", "a prize of somebody else was no prize of this turn"
    table.take("prize", seat="1", symbol="C").take("turned")
    assert turn(table).cumber[2].said.code == "cumber-3"
    alone = AtMachine(1, cumber="B").built().take("prize", seat="1", symbol="C")
    assert turn(alone).cumber[2].said.code == "cumber-3"


@pytest.mark.parametrize(
    ("acts", "prizes"),
    [
        ([("prize", {"symbol": "C"})], 1),
        ([("sets", {"symbol": "C", "sets": 4})], 4),
        ([("sets", {"symbol": "C", "sets": 4}), ("prize", {"symbol": "C", "n": -1})], 3),
        ([("prize", {"symbol": "L", "n": -1})], 0),
    ],
)
def test_prizes_of_this_turn_are_counted(acts: list[tuple[str, Any]], prizes: int) -> None:
    """SM-A33: what was won in turns before does not count"""
    table = AtMachine(2, rounds=2).begin().prizes("2", C=3).take("turned").prizes("2", L=1).take("turned")
    table.prizes("1", L=1).take("turned").take("turned")
    for kind, data in acts:
        table.take(kind, seat="1", **data)
    assert turn(table).prizes == prizes


# What must be told first


def waiting() -> AtMachine:
    """Record a grid in which a prize stands."""
    return AtMachine(2, spin="A", rounds=2).built().lay("CCC/LPB/PLS")


def played_third(grid: str) -> AtMachine:
    """Play the third cherry onto the top right of a grid."""
    return AtMachine(2, spin="A", rounds=2).built().lay(grid).play("C", 2)


def test_a_turn_and_a_round_ask_before_they_pass_a_claim_by() -> None:
    """SM-A6, A18, R15: the prize would go to the next; a second tap goes on all the same"""
    for kind, data in (("turned", {}), ("spun", {"spin": "A"}), ("ended", {})):
        (reason,) = waiting().reasons(kind, **data)
        assert (reason.code, reason.confirm) == ("told-first", True)
        waiting().take(kind, confirm=("told-first",), **data)


@pytest.mark.parametrize(("kind", "data"), [("turned", {}), ("spun", {"spin": "A"}), ("ended", {})])
def test_a_card_that_lies_only_for_its_prize_goes_with_the_claim(kind: str, data: dict[str, Any]) -> None:
    """SM-A18, A6: no second tap goes on without it, as it does where the card may lie there anyway; a log from before
    that was asked is told as it was.
    """
    owing = {**data, "asks": True}

    licensed = played_third("CCS/LPS/PLL")
    assert licensed.codes(kind, confirm=("told-first",), **owing) == ["claim-owed"]
    assert licensed.refusal(kind, **owing) == (
        "Cherry may lie in the top right only for the prize that it makes. Claim it in the grid, or undo the card."
    )
    assert licensed.codes(kind, confirm=("told-first",), **data) == []
    licensed.take("claimed", machine=0, choice=0, symbol="")
    assert licensed.codes(kind, **owing) == ["told-first"]
    free = played_third("CCS/LPB/PLL")
    assert free.codes(kind, **owing) == ["told-first"]
    assert free.codes(kind, confirm=("told-first",), **owing) == []


def test_a_turn_says_what_the_recorded_machines_wait_for() -> None:
    """SM-A6, A38, R17: nothing where one of them is not recorded"""
    table = AtMachine(2).built()
    assert (turn(table).in_grid, turn(table).to_tell) == (False, "")
    table.lay("CCS/LPB/PLL").play("C", 2)
    assert (turn(table).in_grid, turn(table).to_tell) == (True, "claim")
    table.take("claimed", machine=0, choice=0, symbol="")
    assert (turn(table).in_grid, turn(table).to_tell) == (True, "card")
    two = AtMachine(2, variations=["D"]).begin().lay("CCS/LPB/PLL")
    assert not turn(two).in_grid
    assert turn(two.lay("CCS/LPB/PLL", machine=1)).in_grid


def test_under_o_every_question_comes_at_once() -> None:
    """E-111"""
    table = AtMachine(2, variations=["O"]).built().lay("CCC/LPB/PLS")
    assert table.codes("ended") == ["told-first", "hands-untold"]
    assert table.codes("ended", confirm=("told-first",)) == ["hands-untold"]
    table.take("ended", confirm=("told-first", "hands-untold"))


REFUSALS = [
    refused("SM-R51", lambda: AtMachine(2).built(), "spun", "spin-idle", "none", spin="A"),
    refused("SM-R51", lambda: AtMachine(2, spin="B").built(), "spun", "spin-idle", "B", spin="A"),
    refused("SM-R51", lambda: AtMachine(2, spin="AB").built(), "spun", "spin-idle", "A and B", spin="AB"),
    refused("SM-R51", waiting, "spun", "told-first", spin="A"),
    refused("SM-R51", waiting, "spun", "told-first spin-before-play", "Player 2\u2019s turn", spin="A", asks=True),
    refused(
        "SM-R51",
        lambda: waiting().take("spun", spin="A", confirm=("told-first",)),
        "spun",
        "told-first spin-gone spin-before-play",
        "Player 2 has played",
        spin="A",
        asks=True,
    ),
    refused("SM-R55", lambda: AtMachine(2, cumber="B").begin(), "cumbered", "cumber-no-card", action=3, asks=True),
    refused("SM-R54", lambda: AtMachine(2, cumber="A").built(), "cumbered", "cumber-idle", "Cumber B", action=1),
    refused("SM-R55", lambda: AtMachine(2, cumber="B").built(), "cumbered", "cumber-idle", action=6),
    refused("SM-R55", lambda: AtMachine(2, cumber="B").built(), "cumbered", "cumber-idle", action=0),
    refused(
        "SM-A33",
        lambda: AtMachine(2, cumber="B").built().take("emptied", on=True),
        "cumbered",
        "cumber-pile-empty",
        action=4,
    ),
    refused("SM-R15", waiting, "turned", "told-first", "claim"),
    refused("SM-R44", waiting, "ended", "told-first"),
    refused("SM-A18", lambda: played_third("CCS/LPS/PLL"), "turned", "claim-owed", "the top right", asks=True),
]


@pytest.mark.parametrize("case", REFUSALS)
def test_refused(case: Refusal) -> None:
    """E-106"""
    case.check()


def test_the_turn_has_a_scope_of_its_own() -> None:
    """E-87: a prize entered meanwhile makes no form of the turn old"""
    table = AtMachine(2).begin()
    scopes = table.view().scopes
    assert GAME.scope(table.state, "turned", {}) == scopes["turned"]
    assert scopes["turned"] not in {scopes["prize:1"], scopes["gridded"], scopes["clock"], scopes["ended"]}
