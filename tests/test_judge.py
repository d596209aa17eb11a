"""The judge answers every line: the worked examples of every game, lines that cannot be read, and anything else."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import asks
from companion.judge import judge

CASES = [json.loads(line) for line in (Path(__file__).parent / "data" / "cases.jsonl").read_text("utf-8").splitlines()]

#: the lists that hold reasons: their codes count, in any order
REASONS = ("broken", "open", "private", "refused")
#: the lists whose order says nothing
ANY_ORDER = ("winners", "placements", "prizes", "lines")
ERRORS = {
    "not-json",
    "type",
    "value",
    "missing",
    "unknown-key",
    "unknown-ask",
    "duplicate",
    "grid",
    "leader-needed",
}


def ask(*lines: Any) -> tuple[list[Any], int]:
    """Put lines to the judge, bytes as they stand and the rest as JSON; give its answers and exit status."""
    out = io.BytesIO()
    status = judge([line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines], out)
    return [json.loads(line, parse_constant=pytest.fail) for line in out.getvalue().splitlines()], status


def same(want: Any, got: Any) -> bool:
    """Compare two values as JSON: true is not 1."""
    return json.dumps(want, sort_keys=True) == json.dumps(got, sort_keys=True)


def codes(reasons: list[Any]) -> set[str]:
    return {reason["code"] if isinstance(reason, dict) else reason for reason in reasons}


def jumbled(items: list[Any]) -> list[str]:
    return sorted(json.dumps(item, sort_keys=True) for item in items)


def differences(want: Any, got: Any, key: str = "", at: str = "answer") -> Iterator[str]:
    """Yield whatever an answer has otherwise than expected; what is not expected by name is not looked at."""
    if key == "error":
        fits = isinstance(got, dict)
    elif key in REASONS and isinstance(want, list):
        fits = isinstance(got, list) and codes(want) == codes(got)
    elif key in ANY_ORDER and isinstance(want, list):
        fits = isinstance(got, list) and jumbled(want) == jumbled(got)
    elif isinstance(want, dict):
        fits = isinstance(got, dict) and want.keys() - {"text"} <= got.keys()
        for name in want.keys() - {"text"} if fits else ():
            yield from differences(want[name], got[name], name, f"{at}.{name}")
    elif isinstance(want, list) and any(isinstance(item, dict) for item in want):
        fits = isinstance(got, list) and len(got) == len(want)
        for i, item in enumerate(want if fits else ()):
            yield from differences(item, got[i], key, f"{at}[{i}]")
    else:
        fits = same(want, got)
    if not fits:
        yield f"{at}: got {got}, expected {want}"


def of_known_games() -> list[Any]:
    known = asks()
    return [pytest.param(case, id=f"{case['id']}-{case['rule']}") for case in CASES if case["request"]["game"] in known]


@pytest.mark.parametrize("case", of_known_games())
def test_worked_example(case: dict[str, Any]) -> None:
    (answer,), status = ask(case["request"] | {"id": case["id"]})
    assert list(differences(case["expect"], answer)) == []
    assert answer["id"] == case["id"]
    assert ("error" in answer) is ("error" in case["expect"])
    assert status == (2 if "error" in answer else 0)


def test_every_game_with_worked_examples_is_found() -> None:
    assert {case["request"]["game"] for case in CASES} <= set(asks())


def test_the_comparison_can_fail() -> None:
    """A test of the tests: each way of comparing tells a difference."""
    for want, got in (
        ({"legal": True}, {"legal": 1}),
        ({"open": ["a"]}, {"open": [{"code": "b"}]}),
        ({"winners": ["a", "b"]}, {"winners": ["a"]}),
        ({"piles": [{"pile": 1}, {}]}, {"piles": [{"pile": 2}, {}]}),
        ({"piles": [{}]}, {"piles": [{}, {}]}),
        ({"order": ["a", "b"]}, {"order": ["b", "a"]}),
        ({"error": {}}, {"refused": []}),
        ({"supply": 0}, {}),
    ):
        assert list(differences(want, got))


GOOD: dict[str, Any] = {"game": "strip", "ask": "winners", "totals": {"a": 1, "b": 2}, "last_round": {"a": 1, "b": 2}}

UNREADABLE = [
    pytest.param(b"{", "not-json", "", id="cut-off"),
    pytest.param(b"\xff\xfe", "not-json", "", id="no-utf-8"),
    pytest.param(b'{"game": NaN}', "not-json", "", id="nan"),
    pytest.param(b"[]", "type", "", id="list"),
    pytest.param(b"7", "type", "", id="number"),
    pytest.param({}, "missing", "game", id="no-game"),
    pytest.param({"game": "poker", "ask": "winners"}, "value", "game", id="another-game"),
    pytest.param({"game": None, "ask": "winners"}, "type", "game", id="game-null"),
    pytest.param({"game": ["strip"], "ask": "winners"}, "type", "game", id="game-list"),
    pytest.param({"game": "strip"}, "missing", "ask", id="no-ask"),
    pytest.param({"game": "strip", "ask": "who"}, "unknown-ask", "ask", id="another-ask"),
    pytest.param({"game": "strip", "ask": 1}, "type", "ask", id="ask-number"),
    pytest.param(GOOD | {"colour": "red"}, "unknown-key", "colour", id="unknown-key"),
    pytest.param(GOOD | {"settings": None}, "type", "settings", id="settings-null"),
    pytest.param(GOOD | {"totals": {"a": 1}}, "value", "last_round.b", id="a-value-inside"),
    pytest.param(b'{"game": "strip", "game": "strip"}', "duplicate", "game", id="twice"),
]


@pytest.mark.parametrize(("line", "code", "at"), UNREADABLE)
def test_a_line_that_cannot_be_read_is_an_error_with_its_place(line: Any, code: str, at: str) -> None:
    (answer,), status = ask(line)
    assert (answer["error"]["code"], answer["error"]["at"]) == (code, at)
    assert answer["error"]["text"].endswith(".")
    assert status == 2


def test_the_lines_after_an_error_are_answered_and_blank_ones_skipped() -> None:
    answers, status = ask(GOOD, b"  \r\n", b"{", b"", GOOD | {"id": 4}, b"\n")
    assert [("order" in answer, answer.get("id")) for answer in answers] == [(True, None), (False, None), (True, 4)]
    assert status == 2


def test_a_refusal_is_no_error() -> None:
    (answer,), status = ask({"game": "strip", "ask": "table", "players": 9, "id": [1]})
    assert answer == {"id": [1], "refused": [{"code": "players", "text": answer["refused"][0]["text"]}]}
    assert status == 0


@pytest.mark.parametrize("name", [None, 0, "", "\ud800", "é", {"a": [1.5]}, False, 10**400])
def test_the_id_comes_back_in_answers_errors_and_refusals(name: Any) -> None:
    lines = [GOOD, {"game": "strip", "ask": "table", "players": 1}, {"game": "strip"}, {"a": "\udfff"}]
    answers, _ = ask(*(line | {"id": name} for line in lines))
    assert all(same(answer["id"], name) for answer in answers)


def test_without_id_none_comes_back() -> None:
    answers, _ = ask(GOOD, {"game": "strip"})
    assert not any("id" in answer for answer in answers)


def test_each_answer_is_out_before_the_next_line_is_read() -> None:
    """Somebody who asks line by line waits for each answer."""
    out = io.BytesIO()

    def lines() -> Iterator[bytes]:
        for answered in range(3):
            assert len(out.getvalue().splitlines()) == answered
            yield json.dumps(GOOD).encode()

    assert judge(lines(), out) == 0


# Anything at all

#: a busy machine is no failure
unhurried = settings(deadline=None)

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
    | st.sampled_from(["A", "4+3", "\ud800", 10**500, 0, 3, "3", "C", "@", "*"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


def assert_answered(*lines: Any) -> None:
    """Expect one JSON object a line, with finished sentences, and the exit status that belongs to them."""
    answers, status = ask(*lines)
    assert len(answers) == len(lines)
    for answer in answers:
        if "error" in answer:
            assert answer["error"].keys() == {"code", "text", "at"}
            assert answer["error"]["code"] in ERRORS
        for reason in answer.get("refused", answer.get("open", ())):
            assert reason.keys() == {"code", "text"}
            assert reason["text"].endswith(".")
    assert status == (2 if any("error" in answer for answer in answers) else 0)


@unhurried
@given(st.binary(min_size=1).filter(lambda line: line.strip()))
def test_no_line_of_bytes_crashes(line: bytes) -> None:
    assert_answered(line)


@unhurried
@given(anything)
def test_no_json_crashes(value: Any) -> None:
    assert_answered(value)


def swapped(value: Any, path: list[int], other: Any) -> Any:
    """Put another value somewhere into a request, in the place that the path leads to."""
    if not path or not isinstance(value, dict | list) or not value:
        return other
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = keys[path[0] % len(keys)]
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[key] = swapped(value[key], path[1:], other)
    return copy


@unhurried
@given(
    st.sampled_from([case["request"] for case in CASES]),
    st.lists(st.integers(0, 9), min_size=1, max_size=5),
    anything,
)
def test_no_request_with_a_wrong_part_crashes(request: Any, path: list[int], other: Any) -> None:
    assert_answered(swapped(request, path, other), request | {"settings": other})
