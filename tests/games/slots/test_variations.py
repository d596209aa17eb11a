"""The lettered variations, what no table can be, and whose turn it is."""

from __future__ import annotations

import pytest

from companion.games.slots.variations import (
    CHOICES,
    DEFAULTS,
    VARIATIONS,
    grid_size,
    hand_size,
    notes,
    opening_hands,
    refusals,
    rounds,
    seat_on_turn,
    starting_seat,
    team_of,
)
from companion.games.slots.words import SENTENCES
from companion.words import say


def codes(reasons):
    return [reason.code for reason in reasons]


def test_every_letter_has_one_plain_line():
    """SM-VA to SM-VU."""
    assert "".join(VARIATIONS) == "ABCDEFGHIJKLMNOPQRSTU"
    assert all(v.line.endswith(".") and len(v.line) < 90 for v in VARIATIONS.values())
    assert VARIATIONS["F"].rule == "SM-VF"


def test_defaults_come_first():
    """Section 8 of the rules: each setting starts with its first value."""
    assert {name: getattr(DEFAULTS, name) for name in CHOICES} == {name: c[0] for name, c in CHOICES.items()}
    assert DEFAULTS.any_in_hand == 0


@pytest.mark.parametrize(
    ("players", "variations", "refused"),
    [
        *(pytest.param(n, "", [], id=f"SM-R3: {n}") for n in range(1, 9)),
        *(pytest.param(n, "", ["players"], id=f"SM-R3, E-30: {n}") for n in (-1, 0, 9, 100)),
        *(pytest.param(n, "C", [], id=f"SM-VC: {n}") for n in (4, 6, 8)),
        *(pytest.param(n, "C", ["teams"], id=f"SM-VC, E-30: {n}") for n in (1, 2, 3, 5, 7)),
        pytest.param(9, "CU", ["players"], id="SM-R3: refused alone"),
        pytest.param(4, "CU", ["variations"], id="SM-A35: C with U"),
        pytest.param(5, "CU", ["teams", "variations"], id="SM-A35: both"),
        pytest.param(None, "CU", ["variations"], id="SM-A35: without players"),
        pytest.param(None, "C", [], id="SM-VC: without players"),
        pytest.param(2, "AB", [], id="SM-A35: A with B is allowed"),
        pytest.param(4, "ABCDEFGHIJKLMNOPQRST", [], id="SM-A35: all but U"),
    ],
)
def test_refusals(players, variations, refused):
    assert codes(refusals(players, variations)) == refused


@pytest.mark.parametrize(
    ("players", "variations", "sentence"),
    [
        (9, "", "9 people cannot play: the game takes 1 to 8, so 8 is the nearest."),
        (0, "", "0 people cannot play: the game takes 1 to 8, so 1 is the nearest."),
        (
            5,
            "C",
            "5 people cannot be split: teams of two take 4, 6 or 8 people, and nearest are 4 and 6 (variation C).",
        ),
        (
            4,
            "CU",
            "Variation C is for teams that compete, variation U for solo and co-operative play: choose one of the two.",
        ),
    ],
    ids=["E-30: too many", "E-30: too few", "E-30: teams", "E-117: a clash"],
)
def test_refusals_say_what_would_work(players, variations, sentence):
    assert [say(SENTENCES, reason) for reason in refusals(players, variations)] == [sentence]


@pytest.mark.parametrize(
    ("players", "variations", "mode", "decks", "noted"),
    [
        pytest.param(4, "", "competitive", 1, [], id="SM-A30: four"),
        pytest.param(5, "", "competitive", 1, ["small-deck"], id="SM-A30: five"),
        pytest.param(5, "", "competitive", 2, [], id="SM-A30: five with two decks"),
        pytest.param(8, "Q", "competitive", 1, [], id="SM-VQ: eight"),
        pytest.param(2, "AB", "competitive", 1, ["idle-b"], id="SM-A35: A makes B idle"),
        pytest.param(4, "C", "co-operative", 1, ["idle-c"], id="SM-A35: C without teams"),
        pytest.param(2, "U", "competitive", 1, ["idle-u"], id="SM-A35: U in competition"),
        pytest.param(2, "U", "co-operative", 1, [], id="SM-VU: together"),
        pytest.param(1, "ES", "solo", 1, ["idle-e", "idle-s"], id="SM-A35: E and S alone"),
    ],
)
def test_notes(players, variations, mode, decks, noted):
    reasons = notes(players, variations, mode, decks)
    assert codes(reasons) == noted
    assert all(say(SENTENCES, reason) for reason in reasons)


def turns(players, start, count, variations=""):
    return [seat_on_turn(players, start, turn, variations) for turn in range(count)]


@pytest.mark.parametrize(
    ("players", "start", "variations", "seats"),
    [
        pytest.param(5, 2, "", [2, 3, 4, 0, 1, 2], id="SM-R8"),
        pytest.param(1, 0, "", [0, 0, 0], id="SM-R8: alone"),
        pytest.param(6, 0, "CQ", [0, 1, 2, 3, 4, 5], id="SM-VC: teams change nothing"),
        pytest.param(8, 7, "CD", [7, 0, 1], id="SM-R8: from the last seat"),
        pytest.param(4, 0, "S", [0, 3, 2, 1, 1, 2, 3, 0, 1, 2, 3, 0], id="SM-VS, SM-A48"),
        pytest.param(3, 2, "S", [2, 1, 0, 0, 1, 2, 0, 1], id="SM-VS: from another seat"),
        pytest.param(2, 1, "S", [1, 0, 0, 1, 0, 1], id="SM-VS: two"),
        pytest.param(1, 0, "S", [0, 0, 0], id="SM-A35: S alone does nothing"),
    ],
)
def test_turns(players, start, variations, seats):
    assert turns(players, start, len(seats), variations) == seats


def test_rounds_and_starts():
    """SM-R45, SM-VE, SM-A52: the start moves clockwise; under E everyone starts once."""
    assert [starting_seat(3, 2, number) for number in (1, 2, 3)] == [2, 0, 1]
    assert rounds(5, 2) == 2
    assert rounds(5, 2, "E") == 5


def test_hands_and_grids():
    """SM-R7, SM-R9, SM-VI, SM-VJ, SM-VT, SM-A35, SM-A51."""
    assert (hand_size(), hand_size("I")) == (3, 4)
    assert opening_hands(4) == (3, 3, 3, 3)
    assert opening_hands(4, "T") == (3, 4, 5, 6)
    assert opening_hands(3, "IT") == (4, 5, 6)
    assert (grid_size(), grid_size("J")) == ((3, 3), (3, 4))


def test_partners_sit_opposite():
    """SM-VC, SM-A37."""
    assert [team_of(6, seat) for seat in range(6)] == [0, 1, 2, 0, 1, 2]
