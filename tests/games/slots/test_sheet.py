"""The score sheet: prizes counted up and down, typed, corrected; hands under O; rounds, totals, winners."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import replay
from companion.games.slots import GAME
from companion.games.slots.sheet import MOST_SETS
from companion.games.slots.state import Sheet, State
from tests.games.slots.at_machine import AtMachine
from tests.games.strip.at_table import Refusal, refused


def row(table: AtMachine, seat: str = "1", **at: str) -> Any:
    return next(row for row in table.view(**at).sheet if row.seat == seat)


def counts(table: AtMachine, seat: str = "1", **at: str) -> dict[str, int]:
    return {count.symbol: count.sets for count in row(table, seat, **at).counts if count.sets}


def two_rounds() -> AtMachine:
    """Play two rounds of two people: 1 has 8 and 14, 2 has 12 and 20."""
    table = AtMachine(2, rounds=2).begin().prizes("1", C=1).prizes("2", L=1).take("ended")
    return table.begin().prizes("1", P=1).prizes("2", B=1)


# Counting


def test_a_tap_is_a_prize_and_another_takes_it_back() -> None:
    """SM-R46, E-93, E-95: with what it does told"""
    table = AtMachine(2).begin()
    table.take("prize", seat="1", symbol="L").take("prize", seat="1", symbol="L", n=1)
    assert (counts(table), row(table).points) == ({"L": 2}, 24)
    table.take("prize", seat="1", symbol="L", n=-1)
    assert (counts(table), row(table).points) == ({"L": 1}, 12)
    table.take("prize", seat="1", symbol="L", n=-1)
    assert (counts(table), row(table).points, row(table).sums) == ({}, 0, ())
    assert table.told()[-3:] == [
        "Player 1: lemon, 2 in all.",
        "Player 1: lemon taken back, 1 left.",
        "Player 1: lemon taken back, 0 left.",
    ]


@pytest.mark.parametrize("n", [0, 1, 7, MOST_SETS])
def test_a_number_can_be_typed(n: int) -> None:
    """E-93"""
    table = AtMachine(2).begin().take("sets", seat="2", symbol="B", sets=n)
    assert row(table, "2").points == 20 * n
    table.take("sets", seat="2", symbol="B", sets=0)
    assert row(table, "2").points == 0


def test_lines_keep_the_order_of_the_seats() -> None:
    """E-88: whoever leads"""
    table = AtMachine(3, first="2").begin().prizes("3", B=5).prizes("2", C=1)
    view = table.view()
    assert [row.seat for row in view.sheet] == ["1", "2", "3"]
    assert list(view.standings.order) == ["3", "2", "1"]
    assert [count.symbol for count in view.sheet[0].counts] == ["C", "L", "S", "P", "B"]


@pytest.mark.parametrize(
    ("variations", "settings", "sets", "points", "bonus"),
    [
        ([], {}, {"L": 2}, 24, "sum-sets"),
        (["R"], {}, {"L": 1}, 12, "sum-sets"),
        (["R"], {}, {"L": 2}, 36, "sum-bonus"),
        (["R"], {}, {"L": 3}, 48, "sum-bonus"),
        (["R"], {}, {"L": 4}, 72, "sum-bonus"),
        (["R"], {"bonus": "once"}, {"L": 4}, 60, "sum-bonus"),
        (["R"], {"bonus": "once"}, {"L": 2}, 36, "sum-bonus"),
    ],
)
def test_the_bonus_of_r(variations: list[str], settings: Any, sets: dict[str, int], points: int, bonus: str) -> None:
    """SM-VR, A47: shown as a sum that can be opened"""
    table = AtMachine(2, variations=variations, settings=settings).begin().prizes("1", **sets)
    assert row(table).points == points
    assert [line.said.code for line in row(table).sums] == [bonus]


def test_the_bonus_of_a_symbol_without_points_stays_open() -> None:
    """E-96, SM-VR"""
    table = AtMachine(2, {}, variations=["R"]).begin().prizes("1", S=2)
    assert [line.said.code for line in row(table).sums] == ["sum-bonus-unknown"]
    assert row(table).points == 0
    assert row(table).missing == ("S",)


def test_expansion_cards_score_as_prizes() -> None:
    """SM-R53, R54"""
    table = AtMachine(2, spin="B", cumber="A").begin().prizes("1", **{"@": 1, "$": 2})
    assert row(table).points == 500


# Hands under O


@pytest.mark.parametrize(
    ("cards", "settings", "points"),
    [
        (["C"], {}, -8),
        (["C", "L"], {}, -20),
        (["*"], {}, 0),
        (["*", "C"], {"any_in_hand": 10}, -18),
        (["C", "C", "C"], {}, -24),
        ([], {}, 0),
    ],
)
def test_cards_left_in_hand_cost_their_points(cards: list[str], settings: Any, points: int) -> None:
    """SM-VO, A44: totals may be negative; three alike that nobody claimed cost three times"""
    table = AtMachine(2, variations=["O"], settings=settings).begin()
    assert row(table).hand_asked
    table.take("hand", seat="1", cards=cards)
    line = row(table)
    assert (line.points, line.hand, line.hand_asked) == (points, tuple(cards), False)


@pytest.mark.parametrize(
    ("variations", "acts", "due"),
    [
        pytest.param(["O"], [], False, id="SM-VO: not from the first card"),
        pytest.param(["O"], ["emptied"], True, id="SM-VO: the empty pile ends the round"),
        pytest.param([], ["emptied"], False, id="SM-VO: in no other game"),
    ],
)
def test_a_hand_is_due_once_the_pile_is_empty(variations: list[str], acts: list[str], due: bool) -> None:
    """SM-VO"""
    table = AtMachine(2, variations=variations).begin()
    for act in acts:
        table.take(act)
    assert row(table).hand_due == due
    table.take("ended", confirm=("hands-untold",))
    assert row(table).hand_due == bool(variations)
    if variations:
        assert not row(table.take("hand", seat="1", cards=[])).hand_due


def test_the_result_says_whose_hand_was_never_told() -> None:
    """SM-VO, E-81: round by round, until it is told"""
    table = AtMachine(2, rounds=2, variations=["O"]).begin().take("hand", seat="1", cards=["C"])
    table.take("ended", confirm=("hands-untold",)).begin().take("ended", confirm=("hands-untold",))
    assert table.spoken(GAME.outcome(table.state).because) == [
        "Player 2 wins with 0 points: the most points win.",
        "Player 2 never said what was left in hand in round 1: it counts as empty.",
        "Player 1 and Player 2 never said what was left in hand in round 2: their hands count as empty.",
    ]
    for seat, number in (("2", 1), ("1", 2), ("2", 2)):
        table.take("hand", seat=seat, cards=["L"], round=number)
    assert table.spoken(GAME.outcome(table.state).because) == [
        "Player 1 wins with \u221220 points: the most points win.",
    ]


def test_a_hand_that_nobody_told_is_asked_for() -> None:
    """SM-VO, A44: once, with the names, and taken as empty when confirmed"""
    table = AtMachine(3, variations=["O"]).begin().take("hand", seat="2", cards=["L"])
    (reason,) = table.reasons("ended")
    assert (reason.code, reason.confirm, reason.values["seats"]) == ("hands-untold", True, ("1", "3"))
    assert table.refusal("ended").startswith("Player 1 and Player 3 have not said")
    table.take("ended", confirm=("hands-untold",))
    assert [row.points for row in table.view().sheet] == [0, -12, 0]
    table.take("hand", seat="3", cards=["C"])
    assert [row.total for row in table.view().sheet] == [0, -12, -8], "told late, it counts all the same"


def test_without_o_a_round_ends_at_once() -> None:
    AtMachine(2).begin().take("ended")


# Rounds and corrections


def test_rounds_add_up() -> None:
    """SM-A2, R45, R47, E-95"""
    table = two_rounds()
    assert [(row.points, row.total) for row in table.view().sheet] == [(14, 22), (20, 32)]
    assert [(row.points, row.total) for row in table.view(round="1").sheet] == [(8, 22), (12, 32)]
    table.take("ended")
    assert [dict(line) for line in table.view().points_by_round] == [{"1": 8, "2": 12}, {"1": 14, "2": 20}]


@pytest.mark.parametrize("phase", ["play", "between", "over"])
def test_a_line_of_a_finished_round_can_be_corrected(phase: str) -> None:
    """E-90: later as well; the old value stays in the log, and everything follows"""
    table = two_rounds()
    if phase != "play":
        table.take("ended")
    if phase == "between":
        table = AtMachine(2, rounds=2).begin().prizes("1", C=1).take("ended")
    before = [row.total for row in table.view().sheet]
    table.take("prize", seat="1", symbol="C", n=1, round=1)
    assert counts(table, "1", round="1") == {"C": 2}
    assert [row.total for row in table.view().sheet] == [before[0] + 8, before[1]]
    assert table.told()[-1] == "Round 1 corrected: Player 1 has 2 of cherry."
    table.undo()
    assert [row.total for row in table.view().sheet] == before


def test_a_correction_can_turn_the_result() -> None:
    """E-91: winners, places and reasons follow"""
    table = two_rounds().take("ended")
    assert GAME.outcome(table.state).winners == ("2",)
    table.take("sets", seat="1", symbol="B", sets=1, round=1)
    outcome = GAME.outcome(table.state)
    assert outcome.winners == ("1",)
    assert table.spoken(outcome.because) == ["Player 1 wins with 42 points: the most points win."]


def test_no_total_is_stored() -> None:
    """E-91: neither points nor totals nor ranks are in the state; they come from the sets told"""
    fields = set(State.__dataclass_fields__) | set(Sheet.__dataclass_fields__)
    assert not {name for name in fields if "total" in name or "point" in name or "rank" in name or "score" in name}
    table = two_rounds()
    assert table.state.total("2") == 32
    log = [event for event in table.log if event.data.get("symbol") != "B"]
    assert replay(GAME, log).total("2") == 12


def test_the_seat_that_scores_has_a_form_of_its_own() -> None:
    """E-87: two people may score at once; prize, typed number and hand of one seat and round share a scope"""
    table = two_rounds()
    scopes = table.view().scopes
    assert scopes["prize:1"] != scopes["prize:2"]
    for kind in ("prize", "sets", "hand"):
        assert GAME.scope(table.state, kind, {"seat": "1"}) == scopes["prize:1"]
        assert GAME.scope(table.state, kind, {"seat": "1", "round": 1}) == table.view(round="1").scopes["prize:1"]
    assert table.view(round="1").scopes["prize:1"] != scopes["prize:1"]


@pytest.mark.parametrize("record", ["everyone", "own", "host"])
def test_an_act_concerns_the_seat_it_is_about(record: str) -> None:
    """E-50: a prize the seat that gets it, a play whoever is on turn, the rest the table"""
    state = AtMachine(2, settings={"record": record}).begin().state
    concerned = {
        kind: GAME.concerns(state, AtMachine(2)._event(kind, None, (), {"seat": "2"}))
        for kind in ("prize", "sets", "hand", "named", "played", "claimed", "shown", "turned", "spun", "seated")
    }
    assert concerned == {
        **dict.fromkeys(("prize", "sets", "hand", "named"), "2"),
        **dict.fromkeys(("played", "claimed", "shown", "turned", "spun"), "1"),
        "seated": None,
    }
    assert GAME.record(state) == record


# The end


@pytest.mark.parametrize(
    ("sets", "places", "winners"),
    [
        ({"1": 1, "2": 2, "3": 3}, {"3": 1, "2": 2, "1": 3}, ("3",)),
        ({"1": 2, "2": 2, "3": 1}, {"1": 1, "2": 1, "3": 3}, ("1", "2")),
        ({"1": 1, "2": 1, "3": 1}, {"1": 1, "2": 1, "3": 1}, ("1", "2", "3")),
        ({"1": 3, "2": 1, "3": 1}, {"1": 1, "2": 2, "3": 2}, ("1",)),
    ],
)
def test_all_level_at_the_top_win(sets: dict[str, int], places: dict[str, int], winners: tuple[str, ...]) -> None:
    """SM-R47, A29, E-82: level ones share a place, the next is left out"""
    table = AtMachine(3).begin()
    for seat, n in sets.items():
        table.prizes(seat, C=n)
    assert GAME.outcome(table.state) is None
    table.take("ended")
    outcome = GAME.outcome(table.state)
    assert (dict(outcome.places), outcome.winners) == (places, winners)
    assert outcome.because[0].code == ("won" if len(winners) == 1 else "level")
    assert "most points" in table.spoken(outcome.because)[0] or "level" in table.spoken(outcome.because)[0]


def test_teams_level_at_the_top_win_together() -> None:
    """SM-VC, A29, A37"""
    table = AtMachine(6, mode="teams", variations=["C", "Q"]).begin()
    table.prizes("1", C=1).prizes("4", C=2).prizes("2", L=2).prizes("6", P=1).take("ended")
    outcome = GAME.outcome(table.state)
    assert (dict(outcome.places), outcome.winners) == ({"A": 1, "B": 1, "C": 3}, ("A", "B"))
    assert table.spoken(outcome.because) == ["Teams A and B win together, level with 24 points."]


@pytest.mark.parametrize("players", [1, 2, 5])
def test_nobody_wins_where_all_play_together(players: int) -> None:
    """SM-R48, E-103: it never counts as a win"""
    table = AtMachine(players, mode="co-operative").begin().prizes("1", B=3)
    assert set(table.view().standings.places.values()) == {1}
    table.take("ended")
    outcome = GAME.outcome(table.state)
    assert outcome.winners == ()
    assert table.spoken(outcome.because) == ["60 points in one round."]


@pytest.mark.parametrize(
    ("mode", "sets", "said"),
    [
        ("competitive", {"1": "L", "2": "C"}, "Player 1 leads with 12 points so far."),
        ("competitive", {"1": "C", "2": "C"}, "Player 1, Player 2, Player 3 and Player 4 lead"),
        ("teams", {"1": "L", "2": "C"}, "Team A leads with 12 points so far."),
        ("teams", {"1": "L", "2": "L"}, "Teams A and B lead together with 12 points so far."),
        ("co-operative", {"1": "L"}, "12 points so far, in one round."),
    ],
)
def test_nobody_has_won_while_points_are_open(mode: str, sets: dict[str, str], said: str) -> None:
    """E-96, SM-R47: whoever has most leads so far, and each open total names what it lacks"""
    table = AtMachine(4, {}, mode=mode, variations=["C"] if mode == "teams" else []).begin()
    for seat, letter in sets.items():
        table.take("prize", seat=seat, symbol=letter)
    if set(sets.values()) == {"C"}:
        table.prizes("3", C=1).prizes("4", C=1)
    table.take("prize", seat="4", symbol="S").take("ended")
    result = table.view().result
    assert result is not None
    assert table.spoken(result.because)[0].startswith(said)
    assert result.missing[{"teams": "B"}.get(mode, "4")] == ("S",)
    assert result.missing["A" if mode == "teams" else "1"] == ()
    assert table.view().standings.missing == result.missing
    table.take("symbol", letter="S", points=2)
    after = table.view().result
    assert after is not None
    assert "so far" not in table.spoken(after.because)[0]
    assert after.confirmed is not None
    assert table.spoken([after.confirmed]) == ["Shield counts 2 a set."]
    assert table.prizes("1", L=2).view().result.confirmed is None


# Refusals


def running() -> AtMachine:
    return AtMachine(2, variations=["O"]).begin()


NAMED = "cherry, lemon, shield, plum and bell"

REFUSALS = [
    refused("E-93", running, "prize", "prize-none", "Player 1", "cherry", seat="1", symbol="C", n=-1),
    refused("E-93", running, "prize", "prize-step", seat="1", symbol="C", n=5),
    refused("E-93", running, "prize", "prize-step", seat="1", symbol="C", n=0),
    refused("issue 3", running, "prize", "unknown-symbol", "Q", NAMED, seat="1", symbol="Q"),
    refused("SM-A12", running, "prize", "unknown-symbol", NAMED, seat="1", symbol="*"),
    refused("SM-R53", running, "prize", "unknown-symbol", NAMED, seat="1", symbol="@"),
    refused("issue 3", running, "prize", "unknown-seat", "seat 9", seat="9", symbol="C"),
    refused("issue 3", running, "prize", "unknown-seat", seat=None, symbol="C"),
    refused("E-90", running, "prize", "unknown-round", "round 2", "1 began", seat="1", symbol="C", round=2),
    refused("E-90", running, "sets", "unknown-round", "round 0", seat="1", symbol="C", sets=1, round=0),
    refused("E-90", running, "hand", "unknown-round", "round -1", seat="1", cards=[], round=-1),
    refused("E-111", running, "prize", "unknown-seat unknown-round unknown-symbol", seat="9", symbol="Q", round=7, n=1),
    refused("issue 3", running, "sets", "sets-range", "0 to 99", seat="1", symbol="C", sets=1_000_000),
    refused("issue 3", running, "sets", "sets-range", "0 to 99", seat="1", symbol="C", sets=-1),
    refused("E-84", running, "sets", "sets-range", seat="1", symbol="C", sets=None),
    refused("E-93", lambda: running().prizes("1", C=99), "prize", "sets-range", "0 to 99", seat="1", symbol="C", n=1),
    refused("SM-VO", running, "hand", "unknown-card", "Q", seat="1", cards=["C", "Q", "Q"]),
    refused("SM-VO", running, "hand", "unknown-card unknown-card", "Q", "@", seat="1", cards=["Q", "@"]),
    refused("SM-VO", running, "hand", "hand-long", "7 cards", "6 is the most", seat="1", cards=["C"] * 7),
    refused("SM-VO", running, "hand", "unknown-seat", "seat 3", seat="3", cards=[]),
    refused("SM-VO", lambda: AtMachine(2).begin(), "hand", "hand-idle", "variation O", seat="1", cards=["C"]),
    refused("SM-VO", running, "ended", "hands-untold", "Player 1 and Player 2 have"),
    refused(
        "SM-VO", lambda: running().take("hand", seat="1", cards=[]), "ended", "hands-untold", "Player 2 has not said"
    ),
]


@pytest.mark.parametrize("case", REFUSALS)
def test_refused(case: Refusal) -> None:
    """E-106, E-111: every reason, with its numbers, and nothing changed"""
    case.check()


@pytest.mark.parametrize(
    ("players", "variations", "most"), [(1, ["O"], 6), (4, ["O", "T"], 9), (8, ["O", "T"], 13), (2, ["O", "I"], 7)]
)
def test_a_hand_is_no_longer_than_hands_can_get(players: int, variations: list[str], most: int) -> None:
    """SM-VI, VT, A51: the longest hand dealt, and a little"""
    table = AtMachine(players, variations=variations).begin().take("hand", seat="1", cards=["C"] * most)
    assert table.codes("hand", seat="1", cards=["C"] * (most + 1)) == ["hand-long"]
