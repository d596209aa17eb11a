"""Requests are read strictly, and what is wrong is named with its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.reading import Fields, Unreadable, Value, parse, settings


@pytest.mark.parametrize(
    ("line", "code", "at"),
    [
        pytest.param(b"", "not-json", "", id="nothing"),
        pytest.param(b"{", "not-json", "", id="cut-off"),
        pytest.param(b"{} {}", "not-json", "", id="two-on-a-line"),
        pytest.param(b'{"a": NaN}', "not-json", "", id="nan"),
        pytest.param(b'{"a": -Infinity}', "not-json", "", id="infinity"),
        pytest.param(b'{"a": 01}', "not-json", "", id="leading-zero"),
        pytest.param(b"{'a': 1}", "not-json", "", id="single-quotes"),
        pytest.param(b'{"a": "\xff"}', "not-json", "", id="no-utf-8"),
        pytest.param(b'{"a": "\xed\xa0\x80"}', "not-json", "", id="half-a-surrogate-pair-in-bytes"),
        pytest.param(b"[1]", "type", "", id="a-list"),
        pytest.param(b"null", "type", "", id="null"),
        pytest.param(b'{"a": 1, "a": 1}', "duplicate", "a", id="twice"),
        pytest.param(b'{"a": {"b": [0, {"c": 1, "c": 2}]}}', "duplicate", "a.b[1].c", id="twice-inside"),
        pytest.param(b'{"a": ' + b"[" * 99_999 + b"]" * 99_999 + b"}", "value", "", id="deep"),
        pytest.param(b'{"a": ' + b'{"a":' * 999 + b"1" + b"}" * 999 + b"}", "value", "", id="deep-objects"),
    ],
)
def test_a_line_that_is_no_request(line: bytes, code: str, at: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse(line).fields()
    assert (caught.value.code, caught.value.at) == (code, at)
    assert caught.value.text.endswith(".")


@pytest.mark.parametrize(
    ("line", "echo"),
    [
        pytest.param(b'{"id": 7}', {"id": 7}, id="a-number"),
        pytest.param(b'{"id": null}', {"id": None}, id="null"),
        pytest.param(b'{"id": [{"a": 1.5}]}', {"id": [{"a": 1.5}]}, id="anything"),
        pytest.param(b'{"id": "x", "a": 1, "a": 2}', {"id": "x"}, id="beside-a-key-given-twice"),
        pytest.param(b'{"a": ' + b"[" * 99_999 + b"]" * 99_999 + b', "id": 3}', {"id": 3}, id="behind-something-deep"),
        pytest.param(b'{"a": "' + b"[" * 99_999 + b'\\"", "id": 3}', {"id": 3}, id="brackets-in-a-string-are-not-deep"),
        pytest.param(b"{}", {}, id="none"),
        pytest.param(b'["id"]', {}, id="no-object"),
    ],
)
def test_the_id_is_kept_whatever_else_is_wrong(line: bytes, echo: dict[str, Any]) -> None:
    assert parse(line).echo == echo


def test_brackets_in_strings_are_no_nesting() -> None:
    assert parse(b'{"a": "' + b"[{" * 99 + b'\\""}').fields().take("a").text() == "[{" * 99 + '"'


READ = [
    pytest.param(Value.whole, 3, 3, id="whole"),
    pytest.param(Value.whole, -3, -3, id="whole-below-zero"),
    pytest.param(Value.flag, False, False, id="flag"),
    pytest.param(Value.text, "", "", id="text"),
    pytest.param(Value.seat, 3, 3, id="seat-as-a-number"),
    pytest.param(Value.seat, "3", "3", id="seat-as-a-name"),
    pytest.param(lambda value: value.one_of("a", 1), 1, 1, id="one-of"),
    pytest.param(lambda value: value.whole(1, 3), 1, 1, id="least"),
    pytest.param(lambda value: value.whole(1, 3), 3, 3, id="most"),
]


@pytest.mark.parametrize(("read", "raw", "value"), READ)
def test_typed_values(read: Callable[[Value], Any], raw: Any, value: Any) -> None:
    assert read(Value(raw, "a")) == value


MISREAD = [
    pytest.param(Value.whole, True, "type", id="whole-true"),
    pytest.param(Value.whole, 4.0, "type", id="whole-4.0"),
    pytest.param(Value.whole, "4", "type", id="whole-string"),
    pytest.param(Value.whole, None, "type", id="whole-null"),
    pytest.param(lambda value: value.whole(1), 0, "value", id="too-low"),
    pytest.param(lambda value: value.whole(1, 3), 4, "value", id="too-high"),
    pytest.param(Value.flag, 1, "type", id="flag-1"),
    pytest.param(Value.flag, None, "type", id="flag-null"),
    pytest.param(Value.text, 1, "type", id="text-number"),
    pytest.param(Value.seat, True, "type", id="seat-true"),
    pytest.param(Value.seat, 1.5, "type", id="seat-fraction"),
    pytest.param(Value.seat, None, "type", id="seat-null"),
    pytest.param(Value.items, {}, "type", id="list-object"),
    pytest.param(lambda value: value.items(2), [1], "value", id="list-short"),
    pytest.param(Value.entries, [], "type", id="object-list"),
    pytest.param(Value.fields, None, "type", id="object-null"),
    pytest.param(lambda value: value.one_of("a", 1), True, "type", id="one-of-true-is-not-1"),
    pytest.param(lambda value: value.one_of("a", 1), "b", "value", id="one-of-another"),
]


@pytest.mark.parametrize(("read", "raw", "code"), MISREAD)
def test_values_of_another_type(read: Callable[[Value], Any], raw: Any, code: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(Value(raw, "a.b[2]"))
    assert (caught.value.code, caught.value.at) == (code, "a.b[2]")


@pytest.mark.parametrize("digits", ["9" * 1001, "-" + "9" * 5000, "1e999"])
@pytest.mark.parametrize("read", [Value.whole, Value.text, Value.seat, Value.flag, Value.items])
def test_numbers_too_large_to_count_with_are_refused(digits: str, read: Callable[[Value], Any]) -> None:
    with pytest.raises(Unreadable):
        read(parse(f'{{"a": {digits}}}'.encode()).fields().take("a"))


def test_places_go_down_into_lists_and_objects() -> None:
    fields = parse(b'{"tiles": {"A": [5, null]}}').fields()
    with pytest.raises(Unreadable) as caught:
        fields.take("tiles").entries()["A"].items()[1].whole()
    assert caught.value.at == "tiles.A[1]"


def test_keys_that_nobody_took_are_unknown() -> None:
    inner = Fields({"here": 1, "where": 2}, "a")
    inner.take("here")
    assert inner.optional("there", Value.whole, 9) == 9
    with pytest.raises(Unreadable) as caught:
        inner.done()
    assert (caught.value.code, caught.value.at) == ("unknown-key", "a.where")
    assert "here and there" in caught.value.text


def test_a_key_that_must_be_there() -> None:
    with pytest.raises(Unreadable) as caught:
        Fields({}, "casinos.X").take("jackpot")
    assert (caught.value.code, caught.value.at) == ("missing", "casinos.X.jackpot")


def test_null_is_no_way_to_leave_a_key_out() -> None:
    with pytest.raises(Unreadable):
        Fields({"first": None}, "").optional("first", Value.whole, 0)


def test_settings() -> None:
    readers = {"penalty": lambda value: value.one_of("learning", "experienced"), "decks": Value.whole}
    assert settings(Fields({}, ""), readers) == {}
    assert settings(Fields({"settings": {"penalty": "learning"}}, ""), readers) == {"penalty": "learning"}
    for given, code, at in (
        ({"penalty": "mild"}, "value", "settings.penalty"),
        ({"penalty": None}, "type", "settings.penalty"),
        ({"bonus": "once"}, "unknown-key", "settings.bonus"),
        (None, "type", "settings"),
    ):
        with pytest.raises(Unreadable) as caught:
            settings(Fields({"settings": given}, ""), readers)
        assert (caught.value.code, caught.value.at) == (code, at)
