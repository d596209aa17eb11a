"""Who wins, and why."""

from __future__ import annotations

import pytest

from companion.games.strip.payout import standing
from companion.games.strip.words import SENTENCES
from companion.words import say

ENDS = [
    # totals and last round by seat, setting, order, winners, places in that order
    pytest.param("a 40 1, b 35 1, c 30 1, d 28 1", "most", "abcd", "ab", [1, 2, 3, 4], id="VS-R45-first-and-second"),
    pytest.param("a 40 1, b 35 9, c 35 12", "most", "acb", "ac", [1, 2, 3], id="VS-R45-last-round-decides"),
    pytest.param("a 20 0, b 35 9, c 35 12", "most", "cba", "bc", [1, 2, 3], id="VS-A30-last-round-decides-the-first"),
    pytest.param("a 40 1, b 35 9, c 35 9", "most", "abc", "abc", [1, 2, 2], id="VS-A29-level-with-the-second"),
    pytest.param("b 35 9, a 35 9, c 30 9", "most", "bac", "ab", [1, 1, 3], id="VS-A29-level-first-is-harmless"),
    pytest.param("a 35 9, b 35 9, c 35 9, d 1 0", "most", "abcd", "abc", [1, 1, 1, 4], id="VS-A29-three-level-first"),
    pytest.param("a 35 9, b 35 9, c 35 8", "most", "abc", "ab", [1, 1, 3], id="VS-A29-third-falls-by-the-last-round"),
    pytest.param("a 20 -3, b 20 -10, c 31 2, d 20 0", "most", "cdab", "cd", [1, 2, 3, 4], id="VS-A30-net-losses-count"),
    pytest.param("y 41 20, x 50 3", "most", "xy", "x", [1, 2], id="VS-A31-most"),
    pytest.param("y 41 20, x 50 3", "both", "xy", "xy", [1, 2], id="VS-A31-both"),
    pytest.param("y 41 20, x 41 21", "most", "xy", "x", [1, 2], id="VS-A31-most-by-the-last-round"),
    pytest.param("y 41 20, x 41 20", "most", "yx", "xy", [1, 1], id="VS-A31-level-in-both-numbers"),
    pytest.param("a 1 1, b 2 2, c 3 3", "both", "cba", "bc", [1, 2, 3], id="VS-A31-setting-is-for-two-players"),
    pytest.param("c 5 0, a 5 0, b 5 0", "most", "cab", "abc", [1, 1, 1], id="VS-R45-level-in-the-given-order"),
]


@pytest.mark.parametrize(("table", "setting", "order", "winners", "places"), ENDS)
def test_standing(table: str, setting: str, order: str, winners: str, places: list[int]) -> None:
    rows = [row.split() for row in table.split(", ")]
    totals = {seat: int(chips) for seat, chips, _ in rows}
    last_round = {seat: int(gain) for seat, _, gain in rows}
    end = standing(totals, last_round, setting)
    assert "".join(end.order) == order
    assert "".join(sorted(end.winners)) == winners
    assert [end.places[seat] for seat in order] == places


@pytest.mark.parametrize(
    ("totals", "last_round", "sentences"),
    [
        pytest.param(
            {"a": 40, "b": 35, "c": 35},
            {"a": 1, "b": 9, "c": 12},
            [
                "The winners are a and c, with 40 and 35 chips.",
                "Both c and b have 35 chips; the last round decides, with 12 against 9.",
            ],
            id="VS-R45-says-what-decided",
        ),
        pytest.param(
            {"a": 40, "b": 35, "c": 35},
            {"a": 1, "b": 9, "c": 9},
            [
                "The winners are a, b and c, with 40, 35 and 35 chips.",
                "Nothing tells b and c apart: each has 35 chips, 9 of them from the last round.",
            ],
            id="VS-A29-says-why-three-win",
        ),
        pytest.param(
            {"a": 40, "b": 35, "c": 30},
            {"a": 12, "b": 9, "c": 1},
            ["The winners are a and b, with 40 and 35 chips."],
            id="VS-R45-the-last-round-decides-nothing-where-totals-differ",
        ),
        pytest.param(
            {"y": 41, "x": 50},
            {"y": 20, "x": 3},
            ["Of two players x wins with 50 chips against 41; a literal reading of the rules would let both win."],
            id="VS-A31-shows-the-literal-reading",
        ),
    ],
)
def test_the_end_is_explained(totals: dict[str, int], last_round: dict[str, int], sentences: list[str]) -> None:
    assert [say(SENTENCES, reason) for reason in standing(totals, last_round).because] == sentences
