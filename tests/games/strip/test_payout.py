"""What casinos pay, how teams split, what a wrong 7 costs, and where every chip goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.engine import Refused
from companion.games.strip.payout import CasinoTotals, LeaderNeeded, Payout, Pile, leader_of, payout, refill

PAIRS = (("A", "P"), ("B", "D"))
SOLO = (("A",), ("B",), ("C",))
TWO = (("A",), ("B",))


def casino(jackpot: int = 15, leader: str | None = None, **totals: int) -> CasinoTotals:
    return CasinoTotals(jackpot, totals, leader)


def paid(teams: tuple[tuple[str, ...], ...], casinos: Mapping[str, CasinoTotals], rigged: str, **more: Any) -> Payout:
    """Pay out a round in which the fixers rigged the casinos of these letters, in the order of the teams."""
    reveals = [(team[0], name) for team, name in zip(teams, rigged, strict=True)]
    given = {"starting_jackpot": 15, "last_round": True} | more
    result = payout(teams, casinos, reveals, **given)
    assert isinstance(result, Payout)
    moved = sum(result.gain.values()) + result.supply
    after = result.jackpots if result.refilled is None else result.refilled
    assert moved + sum(after.values()) - sum(at.jackpot for at in casinos.values()) == 0
    return result


INCOME = [
    # teams, casinos, rigged, more, income (zeros left out), supply
    pytest.param(PAIRS, {"X": casino(A=1), "Y": casino()}, "XY", {}, {"A": 15}, 1, id="VS-R28-leader-takes-all"),
    pytest.param(PAIRS, {"X": casino(A=4, B=6), "Y": casino()}, "XY", {}, {"B": 15}, 1, id="VS-R28-whoever-rigged"),
    pytest.param(
        PAIRS,
        {"X": casino(), "Y": casino(D=9, B=6, P=4)},
        "XY",
        {},
        {"D": 15},
        1,
        id="VS-R33-others-get-nothing-where-rigged",
    ),
    pytest.param(
        PAIRS, {"X": casino(), "Y": casino(), "Z": casino(P=8, A=7, D=4)}, "XY", {}, {"A": 7, "D": 4}, -10, id="VS-R34"
    ),
    pytest.param(
        PAIRS, {"X": casino(), "Y": casino(), "Z": casino(A=7)}, "XY", {}, {}, 0, id="VS-A24-one-player-at-a-secure-one"
    ),
    pytest.param(
        SOLO,
        {"X": casino(), "Y": casino(), "W": casino(), "Z": casino(A=9, B=6, C=6)},
        "XYW",
        {},
        {"B": 6, "C": 6},
        -12,
        id="VS-A24-level-below-the-leader",
    ),
    pytest.param(
        PAIRS,
        {"X": casino(), "Y": casino(), "U": casino(A=5, B=3)},
        "XY",
        {},
        {"B": 3},
        -2,
        id="VS-C03-the-undealt-casino-is-secure",
    ),
    pytest.param(PAIRS, {"X": casino(18), "Y": casino()}, "XY", {}, {}, 0, id="VS-A23-nobody-at-a-rigged-one"),
    pytest.param(PAIRS, {"X": casino(0, A=3), "Y": casino()}, "XY", {}, {}, 0, id="VS-A23-empty-jackpot"),
    pytest.param(
        TWO,
        {"X": casino(a=6, B=5), "Y": casino()},
        "XY",
        {"blockers": {"a": "A", "b": "B"}},
        {},
        15,
        id="VS-R42b-blockers-win-a-jackpot",
    ),
    pytest.param(
        TWO,
        {"X": casino(), "Y": casino(), "Z": casino(a=9, A=5, B=4, b=2)},
        "XY",
        {"blockers": {"a": "A", "b": "B"}},
        {"A": 5, "B": 4},
        -9,
        id="VS-A22-blockers-lead-a-secure-one",
    ),
    pytest.param(
        TWO,
        {"X": casino(), "Y": casino(), "Z": casino(A=9, a=8, B=1)},
        "XY",
        {"blockers": {"a": "A", "b": "B"}},
        {"B": 1},
        -1,
        id="VS-R42b-blockers-are-not-paid",
    ),
    pytest.param(
        SOLO,
        {"X": casino(A=2), "Y": casino(), "W": casino()},
        "XYW",
        {"chips": {"A": 3, "C": 4}},
        {"A": 18, "C": 4},
        -7,
        id="VS-C04-A34-character-chips-of-solo-players",
    ),
    pytest.param(
        TWO,
        {"X": casino(), "Y": casino()},
        "XY",
        {"blockers": {"a": "A"}, "chips": {"a": 5, "B": 2}},
        {"B": 2},
        -2,
        id="VS-A34-character-chips-of-blockers",
    ),
    pytest.param(
        SOLO,
        {"X": casino(leader="B", B=7, C=7), "Y": casino(), "W": casino()},
        "XYW",
        {},
        {"B": 15},
        0,
        id="VS-A14-ahead-at-a-rigged-one",
    ),
    pytest.param(
        SOLO,
        {"X": casino(), "Y": casino(), "W": casino(), "Z": casino(leader="C", B=7, C=7)},
        "XYW",
        {},
        {"B": 7},
        -7,
        id="VS-A14-ahead-at-a-secure-one",
    ),
]


@pytest.mark.parametrize(("teams", "casinos", "rigged", "more", "income", "supply"), INCOME)
def test_income(
    teams: tuple[tuple[str, ...], ...],
    casinos: Mapping[str, CasinoTotals],
    rigged: str,
    more: dict[str, Any],
    income: dict[str, int],
    supply: int,
) -> None:
    result = paid(teams, casinos, rigged, **more)
    assert result.income == {seat: income.get(seat, 0) for team in teams for seat in team}
    assert result.supply == supply


SPLITS = [
    # teams, what A, P, B, D (or A, B, C) bring in as chips, piles, supply
    pytest.param(PAIRS, {"P": 1}, [(1, 0, 1), (0, 0, 0)], 0, id="VS-A27-a-pile-of-one"),
    pytest.param(PAIRS, {"A": 20}, [(20, 10, 0), (0, 0, 0)], -20, id="VS-R35-even"),
    pytest.param(PAIRS, {"A": 7, "D": 19}, [(7, 3, 1), (19, 9, 1)], -24, id="VS-R35-odd"),
    pytest.param(PAIRS, {"A": 5, "P": 8}, [(13, 6, 1), (0, 0, 0)], -12, id="VS-R32-one-pile-a-team"),
    pytest.param(SOLO, {"A": 19, "B": 6}, [(19, 19, 0), (6, 6, 0), (0, 0, 0)], -25, id="VS-R36-R37-solo-keeps-all"),
    pytest.param((("A", "P"), ("B",)), {"A": 3, "B": 3}, [(3, 1, 1), (3, 3, 0)], -5, id="VS-R14-solo-beside-a-pair"),
]


@pytest.mark.parametrize(("teams", "chips", "piles", "supply"), SPLITS)
def test_split(
    teams: tuple[tuple[str, ...], ...], chips: dict[str, int], piles: list[tuple[int, int, int]], supply: int
) -> None:
    casinos = {name: casino() for name in "XYZ"}
    result = paid(teams, casinos, "XYZ"[: len(teams)], chips=chips)
    expected = [Pile(team, *numbers) for team, numbers in zip(teams, piles, strict=True)]
    assert list(result.piles) == expected
    assert result.gain == {seat: pile.share for pile in expected for seat in pile.team}
    assert result.supply == supply


def test_an_odd_chip_goes_back_once_a_round_and_not_once_a_casino() -> None:
    """VS-R35, E-83: 15 from one casino and 3 from another are 18, nine each."""
    result = paid(PAIRS, {"X": casino(A=1), "Y": casino(), "Z": casino(B=9, P=3)}, "XY")
    assert result.piles[0] == Pile(("A", "P"), 18, 9, 0)


PENALTIES = [
    # penalty, offenders, jackpot that A wins, gain of A and of P, supply
    pytest.param("learning", ["A"], 46, 13, 23, 10, id="VS-C09-learning-takes-ten"),
    pytest.param("learning", ["A"], 18, 0, 9, 9, id="VS-A28-learning-takes-no-more-than-the-share"),
    pytest.param("learning", ["A"], 20, 0, 10, 10, id="VS-A28-exactly-the-share"),
    pytest.param("learning", ["P"], 46, 23, 13, 10, id="VS-A28-the-offender-alone-pays"),
    pytest.param("learning", ["A", "P"], 46, 13, 13, 20, id="VS-A28-both-offend"),
    pytest.param("learning", ["B"], 46, 23, 23, 0, id="VS-A28-nothing-to-lose"),
    pytest.param("learning", ["A"], 19, 0, 9, 10, id="VS-A28-after-the-split"),
    pytest.param("experienced", ["A"], 46, 0, 23, 23, id="VS-C09-experienced-takes-the-share"),
    pytest.param("experienced", ["B"], 46, 23, 23, 0, id="VS-C09-experienced-takes-nothing-of-nothing"),
]


@pytest.mark.parametrize(("penalty", "offenders", "jackpot", "own", "partner", "supply"), PENALTIES)
def test_penalty(penalty: str, offenders: list[str], jackpot: int, own: int, partner: int, supply: int) -> None:
    casinos = {"X": casino(jackpot, A=7), "Y": casino()}
    result = paid(PAIRS, casinos, "XY", penalty=penalty, offenders=offenders)
    assert (result.gain["A"], result.gain["P"]) == (own, partner)
    assert result.supply == supply
    assert result.income["A"] == jackpot
    assert set(result.penalties) == set(offenders)


def test_a_solo_offender_pays_from_everything_won() -> None:
    """VS-C09, R36: the share of a solo player is the whole pile."""
    casinos = {"X": casino(B=3), "Y": casino(), "W": casino()}
    assert paid(SOLO, casinos, "XYW", offenders=["B"]).gain == {"A": 0, "B": 5, "C": 0}
    assert paid(SOLO, casinos, "XYW", offenders=["B"], penalty="experienced").gain["B"] == 0


@pytest.mark.parametrize("penalty", ["learning", "experienced"])
def test_a_penalty_never_pays_out(penalty: str) -> None:
    """VS-A28: where characters took more than was won there is nothing left to lose, and nothing to get back."""
    casinos = {"X": casino(), "Y": casino(), "W": casino()}
    result = paid(SOLO, casinos, "XYW", chips={"B": -4}, offenders=["B"], penalty=penalty)
    assert (result.gain["B"], result.penalties) == (-4, {"B": 0})


REFILLS = [
    pytest.param({"X": casino(A=2), "Y": casino()}, False, {"X": 15, "Y": 15}, id="VS-R44-a-claimed-one"),
    pytest.param({"X": casino(18), "Y": casino(4)}, False, {"X": 18, "Y": 4}, id="VS-C06-unclaimed-ones-stay"),
    pytest.param({"X": casino(), "Y": casino(), "Z": casino(0)}, False, {"Z": 15}, id="VS-R44-an-empty-secure-one"),
    pytest.param({"X": casino(0, A=3), "Y": casino()}, False, {"X": 15}, id="VS-A23-claimed-at-nothing"),
    pytest.param({"X": casino(a=3), "Y": casino()}, False, {"X": 15}, id="VS-A25-won-by-blockers"),
    pytest.param({"X": casino(A=2), "Y": casino()}, True, None, id="VS-A26-not-after-the-last-round"),
]


@pytest.mark.parametrize(("casinos", "last", "refilled"), REFILLS)
def test_refill(casinos: dict[str, CasinoTotals], last: bool, refilled: dict[str, int] | None) -> None:
    result = paid(PAIRS, casinos, "XY", last_round=last, blockers=["a"])
    if refilled is None:
        assert result.refilled is None
    else:
        assert result.refilled is not None
        assert {name: result.refilled[name] for name in refilled} == refilled


def test_a_refill_goes_to_the_starting_jackpot() -> None:
    """VS-R04, R44: zeros alone are filled, to the same number each."""
    assert refill({"X": 0, "Y": 3, "Z": 0}, 12) == {"X": 12, "Y": 3, "Z": 12}


def test_jackpots_of_secure_casinos_are_not_touched() -> None:
    """VS-R30, A25: what a secure casino pays comes from the supply."""
    result = paid(PAIRS, {"X": casino(A=1), "Y": casino(), "Z": casino(20, A=9, B=5)}, "XY")
    assert result.jackpots == {"X": 0, "Y": 15, "Z": 20}
    assert result.supply == 1 + 1 - 5


def test_the_payout_tells_who_took_what() -> None:
    """VS-R28, R30: rigged casinos in the order of the reveals, None where nobody is; secure ones set by set."""
    casinos = {"X": casino(), "Y": casino(18, P=4, B=2), "Z": casino(A=9, B=5, D=2)}
    result = paid(PAIRS, casinos, "YX")
    assert result.taken == (("Y", "P", 18), ("X", None, 0))
    assert result.paid == (("Z", "B", 5), ("Z", "D", 2))


def test_a_casino_revealed_twice_is_refused() -> None:
    """VS-A7: one fixer card a casino."""
    refused = payout(
        PAIRS, {"X": casino(A=3), "Y": casino()}, [("A", "X"), ("B", "X")], starting_jackpot=15, last_round=True
    )
    assert isinstance(refused, Refused)
    assert [(reason.code, reason.values["casino"]) for reason in refused.reasons] == [("same-casino", "X")]


@pytest.mark.parametrize(
    ("at", "leader"),
    [
        pytest.param(casino(), None, id="VS-A11-nobody"),
        pytest.param(casino(A=4, B=3), "A", id="VS-R25-highest"),
        pytest.param(casino(leader="B", A=4, B=3), "A", id="VS-A14-named-without-need"),
        pytest.param(casino(leader="B", A=4, B=4, C=1), "B", id="VS-A14-named-at-a-level-top"),
    ],
)
def test_leader(at: CasinoTotals, leader: str | None) -> None:
    assert leader_of(at) == leader


@pytest.mark.parametrize("named", [None, "C", "Z"])
def test_a_level_top_needs_a_leader_among_those_level(named: str | None) -> None:
    """VS-A14: asked for by casino and by name, wherever the top is level."""
    at = casino(leader=named, A=4, B=4, C=1)
    with pytest.raises(LeaderNeeded) as caught:
        leader_of(at, "Z")
    assert (caught.value.casino, caught.value.level, caught.value.points) == ("Z", ("A", "B"), 4)
    with pytest.raises(LeaderNeeded):
        payout(
            TWO, {"X": casino(), "Y": casino(), "Z": at}, [("A", "X"), ("B", "Y")], starting_jackpot=1, last_round=True
        )
