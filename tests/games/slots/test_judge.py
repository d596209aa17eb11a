"""What the judge is asked about the slot machine: answers in the contract's form, settings, and bad input."""

from __future__ import annotations

import json

import pytest

from companion.judge import answer_to

GRID = ["P Q P", "Q L C", "L C T"]
PLACEMENT = {"ask": "placement", "grid": GRID, "card": "T"}
PAIRED = {**PLACEMENT, "grid": ["P P Q", "C L Q", "C L P"], "cell": [0, 0]}
FIVE = {"ask": "turns", "players": 5, "start": 0, "count": 1}
STACKS = [["CL", "L", "L"], ["P", "Q", "T"], ["T", "P", "Q"]]


def ask(request, **more):
    return answer_to(json.dumps({"game": "slots", **request, **more}).encode())


def test_one_cell():
    assert ask(PLACEMENT, cell=[0, 0]) == {
        "legal": False,
        "broken": [
            {
                "code": "pair",
                "text": "Plum and plum share the top row: a set of two, which stays uncovered (base rule).",
            }
        ],
        "exception": None,
        "prizes": [],
    }


def test_all_cells_row_by_row():
    cells = ask({**PLACEMENT, "grid": ["P P C", "L Q S", "T C *", "V W X"], "card": "P"})["cells"]
    assert len(cells) == 12
    assert cells[2] == {
        "legal": True,
        "broken": [],
        "exception": None,
        "prizes": [{"symbol": "P", "cells": [[0, 0], [0, 1], [0, 2]]}],
    }
    assert [one for one in cells if "same-symbol" in [r["code"] for r in one["broken"]]] == cells[:2]
    assert cells[0] == ask({**PLACEMENT, "grid": ["P P C", "L Q S", "T C *", "V W X"], "card": "P"}, cell=[0, 0])


def test_everything_that_a_placement_may_hold():
    answer = ask(
        PLACEMENT,
        id="x1",
        cell=[2, 2],
        phase="end",
        hand=["T", "C"],
        heights=[[1, 1, 1], [1, 1, 1], [1, 1, 5]],
        last=[2, 2],
        variations=["F", "G"],
    )
    assert [reason["code"] for reason in answer["broken"]] == ["same-symbol", "just-played", "stack-full"]
    assert answer["id"] == "x1"


def test_prizes():
    lines = [
        {"symbol": "L", "cells": [[0, 2], [1, 2], [2, 2]]},
        {"symbol": "L", "cells": [[1, 0], [1, 1], [1, 2]]},
    ]
    both = {"ask": "prizes", "grid": ["S L *", "L * L", "S C L"], "hand": ["C", "C", "*"]}
    assert ask(both) == {"lines": lines, "shield_prizes": 1, "hand": ["C"]}
    assert ask({"ask": "prizes", "hand": ["C", "C", "C"]}) == {"lines": [], "shield_prizes": 0, "hand": ["C"]}
    assert ask({"ask": "prizes", "grid": GRID}) == {"lines": [], "shield_prizes": 0, "hand": []}


def test_resolve():
    assert ask({"ask": "resolve", "stacks": STACKS, "pile": ["U", "V", "W"]}) == {
        "prizes": ["L"],
        "grid": ["C U V", "P Q T", "T P Q"],
        "pile": ["W"],
    }


def test_open_cells_among_stacks():
    """SM-A25: an empty text, or a full stop, is an open cell."""
    stacks = [["", ".", "L"], ["P", "Q", "T"], ["T", "P", "Q"]]
    assert ask({"ask": "resolve", "stacks": stacks, "pile": ["U"]})["grid"] == ["U . L", "P Q T", "T P Q"]


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        pytest.param(
            {"ask": "paylines", "rows": 1, "columns": 4},
            {"grid": 2, "lines": [[[0, 0], [0, 1], [0, 2]], [[0, 1], [0, 2], [0, 3]]]},
            id="paylines",
        ),
        pytest.param({"ask": "score", "prizes": {"P": 2}, "values": {"P": 20}}, {"points": 40}, id="score"),
        pytest.param({"ask": "score", "prizes": {"S": 1}}, {"points": None}, id="score: not known"),
        pytest.param({"ask": "score", "prizes": {"C": 1}, "values": {"C": 10}}, {"points": 10}, id="score: own card"),
        pytest.param(
            {"ask": "rank", "points": 605},
            {"rank": "Gambler", "next": {"rank": "Master", "points": 45}},
            id="rank",
        ),
        pytest.param({"ask": "rank", "points": 700}, {"rank": "Slot Machine King", "next": None}, id="rank: top"),
        pytest.param({"ask": "turns", "players": 3, "start": 1, "count": 4}, {"seats": [1, 2, 0, 1]}, id="turns"),
        pytest.param({"ask": "turns", "players": 3, "start": "1", "count": 0}, {"seats": []}, id="turns: none"),
        pytest.param(
            {"ask": "winners", "totals": {"b": 5, "a": 7, "c": 7}},
            {"order": ["a", "c", "b"], "winners": ["a", "c"]},
            id="winners",
        ),
    ],
)
def test_answers(request_, answer):
    assert ask(request_) == answer


@pytest.mark.parametrize(
    ("name", "value", "request_", "key", "answer"),
    [
        ("any_as_shield", False, {"ask": "prizes", "hand": ["S", "S", "*"]}, "hand", []),
        ("any_as_shield", False, {"ask": "prizes", "grid": ["S S P", "L * Q", "T C P"]}, "shield_prizes", 0),
        ("all_paired_by", "paylines", PAIRED, "legal", False),
        ("bonus", "once", {"ask": "score", "prizes": {"L": 4}, "variations": ["R"]}, "points", 60),
        ("any_in_hand", 10, {"ask": "score", "prizes": {}, "hand": ["*"], "variations": ["O"]}, "points", -10),
        ("rank_502", "good", {"ask": "rank", "points": 502}, "rank", "Good"),
        ("rank_604", "from", {"ask": "rank", "points": 620}, "rank", "Wizard"),
        ("rank_names", "site", {"ask": "rank", "points": 604}, "rank", "Wizard"),
        ("decks", 2, {"ask": "score", "prizes": {"L": 1}}, "points", 12),
        ("timer_pause", True, {"ask": "score", "prizes": {"L": 1}}, "points", 12),
        ("record", "host", {"ask": "score", "prizes": {"L": 1}}, "points", 12),
    ],
)  # fmt: skip
def test_settings(name, value, request_, key, answer):
    """Section 8: every name is taken, also where it changes nothing."""
    assert ask(request_, settings={name: value})[key] == answer


@pytest.mark.parametrize(
    ("request_", "refused"),
    [
        pytest.param({"ask": "turns", "players": 9, "start": 0, "count": 1}, ["players"], id="SM-R3"),
        pytest.param({"ask": "turns", "players": 0, "start": 0, "count": 1}, ["players"], id="SM-R3: none"),
        pytest.param(
            {"ask": "turns", "players": 9, "start": 0, "count": 1, "variations": ["C", "U"]}, ["players"],
            id="SM-R3: alone",
        ),
        pytest.param({**FIVE, "variations": ["C"]}, ["teams"], id="SM-VC"),
        pytest.param({**PLACEMENT, "variations": ["C", "U"]}, ["variations"], id="SM-A35: placement"),
        pytest.param({"ask": "prizes", "hand": [], "variations": ["U", "C"]}, ["variations"], id="SM-A35: prizes"),
        pytest.param({"ask": "score", "prizes": {}, "variations": ["C", "U"]}, ["variations"], id="SM-A35: score"),
    ],
)  # fmt: skip
def test_refusals(request_, refused):
    assert [reason["code"] for reason in ask(request_)["refused"]] == refused


TURNS = {"ask": "turns", "players": 4, "start": 0, "count": 4}
UNREADABLE = [
    ({"ask": "claim"}, "unknown-ask", "ask"),
    ({"ask": "placement", "card": "T"}, "missing", "grid"),
    ({"ask": "placement", "grid": GRID}, "missing", "card"),
    ({**PLACEMENT, "grid": None}, "type", "grid"),
    ({**PLACEMENT, "grid": ["P Q P", 3, "L C T"]}, "type", "grid[1]"),
    ({**PLACEMENT, "grid": ["P Q P", "Q L", "L C T"]}, "grid", "grid[1]"),
    ({**PLACEMENT, "grid": ["P Q P", "Q L c", "L C T"]}, "grid", "grid[1]"),
    ({**PLACEMENT, "grid": ["P Q P T U"] * 5}, "grid", "grid"),
    ({**PLACEMENT, "grid": []}, "grid", "grid"),
    ({**PLACEMENT, "card": "t"}, "value", "card"),
    ({**PLACEMENT, "card": "."}, "value", "card"),
    ({**PLACEMENT, "card": ""}, "value", "card"),
    ({**PLACEMENT, "card": "TT"}, "value", "card"),
    ({**PLACEMENT, "card": None}, "type", "card"),
    ({**PLACEMENT, "cell": None}, "type", "cell"),
    ({**PLACEMENT, "cell": [3, 0]}, "value", "cell[0]"),
    ({**PLACEMENT, "cell": [0, -1]}, "value", "cell[1]"),
    ({**PLACEMENT, "cell": [0]}, "value", "cell"),
    ({**PLACEMENT, "cell": [True, 0]}, "type", "cell[0]"),
    ({**PLACEMENT, "last": [0, 3]}, "value", "last[1]"),
    ({**PLACEMENT, "phase": "middle"}, "value", "phase"),
    ({**PLACEMENT, "hand": ["C"]}, "value", "hand"),
    ({**PLACEMENT, "hand": []}, "value", "hand"),
    ({**PLACEMENT, "hand": ["T", "?"]}, "value", "hand[1]"),
    ({**PLACEMENT, "heights": [[1, 1, 1], [1, 1, 1], [1, 1, 0]]}, "value", "heights[2][2]"),
    ({**PLACEMENT, "heights": [[1, 1, 1], [1, 1, 1], [1, 1]]}, "value", "heights[2]"),
    ({**PLACEMENT, "heights": [[1, 1, 1], [1, 1, 1]]}, "value", "heights"),
    ({**PLACEMENT, "heights": [[1, 1, 1], [1, 1, 1], [1, 1, 1.0]]}, "type", "heights[2][2]"),
    ({**PLACEMENT, "variations": ["V"]}, "value", "variations[0]"),
    ({**PLACEMENT, "variations": ["a"]}, "value", "variations[0]"),
    ({**PLACEMENT, "variations": "AB"}, "type", "variations"),
    ({**PLACEMENT, "variations": ["A", "A"]}, "duplicate", "variations[1]"),
    ({**PLACEMENT, "colour": "red"}, "unknown-key", "colour"),
    ({**PLACEMENT, "settings": {"penalty": "learning"}}, "unknown-key", "settings.penalty"),
    ({**PLACEMENT, "settings": {"any_as_shield": 1}}, "type", "settings.any_as_shield"),
    ({**PLACEMENT, "settings": {"decks": 3}}, "value", "settings.decks"),
    ({**PLACEMENT, "settings": {"decks": True}}, "type", "settings.decks"),
    ({**PLACEMENT, "settings": None}, "type", "settings"),
    ({"ask": "prizes"}, "missing", "grid"),
    ({"ask": "prizes", "hand": "CCC"}, "type", "hand"),
    ({"ask": "prizes", "hand": ["CC"]}, "value", "hand[0]"),
    ({"ask": "resolve", "stacks": STACKS}, "missing", "pile"),
    ({"ask": "resolve", "stacks": STACKS[:2], "pile": []}, "grid", "stacks"),
    ({"ask": "resolve", "stacks": [[], [], []], "pile": []}, "grid", "stacks"),
    ({"ask": "resolve", "stacks": [["C"], ["C", "L"], ["P"]], "pile": []}, "grid", "stacks[1]"),
    ({"ask": "resolve", "stacks": [["C.", "P", "Q"], *STACKS[1:]], "pile": []}, "value", "stacks[0][0]"),
    ({"ask": "resolve", "stacks": STACKS, "pile": ["."]}, "value", "pile[0]"),
    ({"ask": "resolve", "stacks": STACKS, "pile": [], "variations": []}, "unknown-key", "variations"),
    ({"ask": "paylines", "rows": 0, "columns": 3}, "value", "rows"),
    ({"ask": "paylines", "rows": 3, "columns": 21}, "value", "columns"),
    ({"ask": "paylines", "rows": "3", "columns": 3}, "type", "rows"),
    ({"ask": "score", "prizes": {"c": 1}}, "value", "prizes.c"),
    ({"ask": "score", "prizes": {".": 1}}, "value", "prizes.."),
    ({"ask": "score", "prizes": {"C": -1}}, "value", "prizes.C"),
    ({"ask": "score", "prizes": {"C": None}}, "type", "prizes.C"),
    ({"ask": "score", "prizes": {}, "values": {"plum": 20}}, "value", "values.plum"),
    ({"ask": "score", "prizes": {}, "values": {"P": 1.5}}, "type", "values.P"),
    ({"ask": "score", "prizes": {}, "hand": ["C", 1]}, "type", "hand[1]"),
    ({"ask": "rank", "points": "604"}, "type", "points"),
    ({"ask": "rank"}, "missing", "points"),
    ({**TURNS, "start": 4}, "value", "start"),
    ({**TURNS, "start": "x"}, "value", "start"),
    ({**TURNS, "count": -1}, "value", "count"),
    ({**TURNS, "count": 10**9}, "value", "count"),
    ({**TURNS, "players": True}, "type", "players"),
    ({**TURNS, "players": 9, "seats": []}, "unknown-key", "seats"),
    ({"ask": "winners", "totals": {"a": None}}, "type", "totals.a"),
    ({"ask": "winners", "totals": [1, 2]}, "type", "totals"),
]


@pytest.mark.parametrize(
    ("request_", "code", "at"), UNREADABLE, ids=[f"{r['ask']} {code} {at}" for r, code, at in UNREADABLE]
)
def test_what_cannot_be_read(request_, code, at):
    """One plain sentence each, with the place, and nothing else."""
    answer = ask(request_, id=7)
    assert set(answer) == {"id", "error"}
    assert (answer["error"]["code"], answer["error"]["at"]) == (code, at)
    assert answer["error"]["text"].endswith(".")
