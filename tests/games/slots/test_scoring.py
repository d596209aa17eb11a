"""Points, ranks and winners."""

from __future__ import annotations

import pytest

from companion.games.slots.scoring import (
    calibrated,
    known_points,
    ladder,
    next_rank,
    points,
    rank,
    score,
    standing,
    team_totals,
)
from companion.games.slots.symbols import (
    CUMBER_CARDS,
    KNOWN,
    LADDER,
    NAMES,
    PICKER,
    RECORDS,
    SLOT_CARDS,
    SPIN_AGAIN_CARDS,
    SYMBOLS,
    THOUGHT_POSSIBLE,
    TIME_MARKS,
    VALUES,
)
from companion.games.slots.variations import Settings

ONCE, DEAR_ANY = Settings(bonus="once"), Settings(any_in_hand=10)
GOOD_502, WIZARD_FROM = Settings(rank_502="good"), Settings(rank_604="from")


@pytest.mark.parametrize(
    ("prizes", "hand", "variations", "settings", "total"),
    [
        pytest.param({"C": 1, "L": 1}, "", "", Settings(), 20, id="SM-R46"),
        pytest.param({"C": 1, "L": 2}, "", "", Settings(), 32, id="SM-R46: two sets without R"),
        pytest.param({}, "", "", Settings(), 0, id="SM-R46: nothing"),
        pytest.param({"@": 1}, "", "", Settings(), 100, id="SM-R53"),
        pytest.param({"$": 2}, "", "", Settings(), 400, id="SM-R54"),
        pytest.param({"P": 1, "L": 2}, "", "", Settings(), None, id="SM-A1: a value is missing"),
        pytest.param({"P": 0, "L": 2}, "", "", Settings(), 24, id="SM-A1: a value that is not needed"),
        pytest.param({"*": 1}, "", "", Settings(), None, id="SM-A12: ANY has no value of its own"),
        pytest.param({"*": 0}, "", "", Settings(), 0, id="SM-A12: no such prize"),
        pytest.param({"L": 2}, "", "R", Settings(), 36, id="SM-VR"),
        pytest.param({"L": 1, "C": 1}, "", "R", Settings(), 20, id="SM-VR: two symbols"),
        pytest.param({"L": 3}, "", "R", Settings(), 48, id="SM-VR: three sets"),
        pytest.param({"L": 4}, "", "R", Settings(), 72, id="SM-A47: every pair"),
        pytest.param({"L": 4}, "", "R", ONCE, 60, id="SM-A47: once"),
        pytest.param({"L": 1}, "", "R", ONCE, 12, id="SM-A47: once needs two"),
        pytest.param({"@": 2}, "", "R", Settings(), 300, id="SM-A47: Spin Again too"),
        pytest.param({}, "C", "O", Settings(), -8, id="SM-VO"),
        pytest.param({"L": 2}, "CL", "O", Settings(), 4, id="SM-A44"),
        pytest.param({"L": 2}, "CL", "", Settings(), 24, id="SM-VO: only with O"),
        pytest.param({"L": 1}, "C*", "O", Settings(), 4, id="SM-A44: ANY costs nothing"),
        pytest.param({"L": 1}, "C*", "O", DEAR_ANY, -6, id="SM-A44: ANY as the table settled"),
        pytest.param({}, "CCC", "O", Settings(), -24, id="SM-A44: a set in hand costs three times"),
        pytest.param({}, "@$", "O", Settings(), -300, id="SM-A44: expansion cards"),
        pytest.param({}, "P", "O", Settings(), None, id="SM-A44: a value is missing"),
        pytest.param({"L": 2}, "L", "OR", Settings(), 24, id="SM-VO, SM-VR: no bonus on a minus"),
        pytest.param({"C": 3, "L": 1}, "CL", "KLMNPQT", Settings(), 36, id="SM-VQ and others: no effect on points"),
    ],
)
def test_points(prizes, hand, variations, settings, total):
    assert points(score(prizes, tuple(hand), variations=variations, settings=settings)) == total


def test_a_score_can_be_opened_line_by_line():
    """SM-R46, SM-VR, SM-VO: what is known is added up beside what is not."""
    lines = score({"L": 3, "P": 1}, ("C", "C"), variations="RO")
    assert [(s.symbol, s.count, s.bonus, s.points, s.in_hand) for s in lines] == [
        ("L", 3, 1, 48, False),
        ("P", 1, 0, None, False),
        ("C", 2, 0, -16, True),
    ]
    assert points(lines) is None
    assert known_points(lines) == 32


def test_entered_values_come_before_known_ones():
    """SM-A1: the score card of the own box decides."""
    assert points(score({"C": 1, "P": 2}, values={"C": 10, "P": 20})) == 50


@pytest.mark.parametrize(
    ("total", "name", "following", "to_go"),
    [
        pytest.param(0, "Beginner", "Basic", 402, id="SM-R49: 0"),
        pytest.param(400, "Beginner", "Basic", 2, id="SM-R49: 400"),
        pytest.param(401, "Beginner", "Basic", 1, id="SM-A27: 401"),
        pytest.param(402, "Basic", "Good", 102, id="SM-R49: 402"),
        pytest.param(502, "Basic", "Good", 2, id="SM-A27: 502"),
        pytest.param(503, "Basic", "Good", 1, id="SM-A27: 503"),
        pytest.param(504, "Good", "Gambler", 96, id="SM-A27: 504"),
        pytest.param(599, "Good", "Gambler", 1, id="SM-A27: 599"),
        pytest.param(600, "Gambler", "Wizard", 4, id="SM-R49: 600"),
        pytest.param(603, "Gambler", "Wizard", 1, id="SM-A27: 603"),
        pytest.param(604, "Wizard", "Master", 46, id="SM-R49: 604"),
        pytest.param(605, "Gambler", "Master", 45, id="SM-A27: 605"),
        pytest.param(649, "Gambler", "Master", 1, id="SM-A27: 649"),
        pytest.param(650, "Master", "Slot Machine King", 50, id="SM-R49: 650"),
        pytest.param(672, "Master", "Slot Machine King", 28, id="SM-R50: 672"),
        pytest.param(699, "Master", "Slot Machine King", 1, id="SM-R49: 699"),
        pytest.param(-8, "Beginner", "Basic", 410, id="SM-A27: below 0 it is held, not ahead"),
    ],
)
def test_ranks(total, name, following, to_go):
    assert rank(total).book == name
    ahead = next_rank(total)
    assert ahead is not None
    assert (ahead.book, ahead.first - total) == (following, to_go)


@pytest.mark.parametrize("total", [700, 732, 1_000_000])
def test_the_top(total):
    """SM-R49: nothing lies above 700."""
    assert rank(total).book == "Slot Machine King"
    assert next_rank(total) is None


def test_settings_of_the_ladder():
    """SM-A27: `rank_502` and `rank_604`."""
    assert [rank(total, GOOD_502).book for total in (501, 502, 503)] == ["Basic", "Good", "Good"]
    ahead = next_rank(500, GOOD_502)
    assert ahead is not None
    assert (ahead.book, ahead.first) == ("Good", 502)
    assert [rank(total, WIZARD_FROM).book for total in (603, 604, 605, 649, 650)] == [
        "Gambler",
        "Wizard",
        "Wizard",
        "Wizard",
        "Master",
    ]
    assert ladder() is LADDER


@pytest.mark.parametrize(
    ("variations", "decks", "expansions", "holds"),
    [
        pytest.param("", 1, False, True, id="SM-A28"),
        pytest.param("AFG", 1, False, True, id="SM-A28: other variations"),
        pytest.param("", 2, False, False, id="SM-A28: two decks"),
        pytest.param("Q", 1, False, False, id="SM-A28: Q"),
        pytest.param("R", 1, False, False, id="SM-A28: R"),
        pytest.param("", 1, True, False, id="SM-A28: expansions"),
    ],
)
def test_calibration(variations, decks, expansions, holds):
    assert calibrated(variations, decks, expansions) is holds


def test_winners():
    """SM-R47, SM-A29, E-82: all who are level at the top win; level ones share a place and the next is left out."""
    found = standing({"a": 96, "b": 104, "c": 104, "d": -4})
    assert found.order == ("b", "c", "a", "d")
    assert found.places == {"b": 1, "c": 1, "a": 3, "d": 4}
    assert found.winners == ("b", "c")


def test_teams():
    """SM-VC, SM-A37: a team's score is the sum of its members'."""
    totals = team_totals({"1": 100, "2": 120, "3": 100, "4": 90}, {"1": "A", "2": "B", "3": "A", "4": "B"})
    assert totals == {"A": 200, "B": 210}
    assert standing(totals).winners == ("B",)


def test_the_data_of_the_box():
    """SM-R1, SM-R2, SM-R50, SM-R53, SM-R54, SM-VU, SM-A1: nothing unknown is claimed."""
    assert (SLOT_CARDS, SPIN_AGAIN_CARDS, CUMBER_CARDS) == (72, 4, 3)
    assert VALUES == {"C": 8, "L": 12, "@": 100, "$": 200}
    assert len(SYMBOLS) == len(KNOWN) + len(PICKER) == 18, "every letter stands for one symbol"
    assert len({NAMES[letter] for letter in SYMBOLS}) == 18
    assert (NAMES["B"], NAMES["Q"]) == ("bell", "Q")
    assert [mark.points for mark in RECORDS] == [656, 672]
    assert THOUGHT_POSSIBLE.points == 732
    assert [(mark.points, mark.minutes) for mark in TIME_MARKS] == [(700, 5), (600, 20)]
    assert [r.site for r in LADDER[3:]] == ["Gambler Pro", "Magician", "King Coin", "Master"]
    assert all(symbol.source for symbol in SYMBOLS.values())
