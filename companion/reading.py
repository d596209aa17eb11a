"""Reads the judge's requests: one line of JSON, strictly, with the place of everything that is wrong.

A line is parsed by `parse`, which keeps its `id` whatever else is wrong. `Line.fields` opens the object on it, and
`Fields` and `Value` hand out typed values; what does not fit raises `Unreadable`. `told` writes reasons the way
answers carry them.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeVar

from companion.engine import Reason
from companion.words import Sentences, listed, say

T = TypeVar("T")
D = TypeVar("D")

DEEPEST = 50
LONGEST_NUMBER = 1000
_STRING_OR_BRACKET = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)


class Unreadable(ValueError):
    """A request that cannot be read: a code of the judge's contract, a plain sentence, and the place."""

    def __init__(self, code: str, text: str, at: str) -> None:
        """Keep code, sentence and place apart."""
        super().__init__(f"{at}: {text}" if at else text)
        self.code = code
        self.text = text
        self.at = at


class _Object(dict[str, Any]):
    """A JSON object that remembers the first key that was given twice."""

    twice: str | None = None


class _Beyond(str):
    """A number as it was written, too large to be counted with."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One line of JSON as it was parsed; `deep` says that something nested too deep was left out of `value`."""

    value: Any
    deep: bool

    @property
    def echo(self) -> dict[str, Any]:
        """Hold the `id` that every answer brings back, or nothing where the line has none."""
        return {"id": self.value["id"]} if isinstance(self.value, dict) and "id" in self.value else {}

    def fields(self) -> Fields:
        """Open the object on the line.

        Raises Unreadable where the line holds something else, a key twice, or more than 50 levels.
        """
        fields = Value(self.value, "").fields()
        if self.deep:
            raise Unreadable("value", f"The request is nested deeper than {DEEPEST} levels; it needs far fewer.", "")
        twice = next(_twice(self.value, ""), None)
        if twice is not None:
            raise Unreadable("duplicate", "This key is given twice in one object; give it once.", twice)
        return fields


def parse(line: bytes) -> Line:
    """Parse one line of JSON.

    Raises Unreadable with the code `not-json`, for NaN and Infinity and for bytes that are no UTF-8 as well.
    """
    try:
        text, deep = _shallow(line.decode("utf-8"))
        value = json.loads(
            text, object_pairs_hook=_object, parse_int=_whole, parse_float=_real, parse_constant=_no_number
        )
    except UnicodeDecodeError as error:
        raise Unreadable("not-json", f"This line is not UTF-8 text: byte {error.start + 1} is wrong.", "") from error
    except ValueError as error:
        raise Unreadable("not-json", f"This line is not JSON: {error}.", "") from error
    return Line(value, deep)


@dataclass(frozen=True, slots=True)
class Fields:
    """The keys of one object, each taken by name; those that nobody took are unknown."""

    _values: Mapping[str, Any]
    _at: str
    _known: list[str] = field(default_factory=list)

    def take(self, key: str) -> Value:
        """Take the value of a key that must be there; raises Unreadable (`missing`)."""
        self._known.append(key)
        if key not in self._values:
            raise Unreadable("missing", f"The key {key} is needed here.", _inside(self._at, key))
        return Value(self._values[key], _inside(self._at, key))

    def optional(self, key: str, read: Callable[[Value], T], default: D) -> T | D:
        """Read the value of a key that may be left out; null is no way to leave it out."""
        self._known.append(key)
        if key not in self._values:
            return default
        return read(Value(self._values[key], _inside(self._at, key)))

    def done(self) -> None:
        """Raise Unreadable (`unknown-key`) for the first key that nobody took."""
        for key in self._values:
            if key not in self._known:
                known = f"known are {listed(self._known)}" if self._known else "none is known"
                raise Unreadable("unknown-key", f"The key {key} is not known here; {known}.", _inside(self._at, key))


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a request, and its place."""

    raw: Any
    at: str

    def fail(self, text: str, code: str = "value") -> NoReturn:
        """Raise Unreadable at this place."""
        raise Unreadable(code, text, self.at)

    def whole(self, least: int | None = None, most: int | None = None) -> int:
        """Read a whole number, within bounds where they are given; true and 4.0 are none."""
        if isinstance(self.raw, _Beyond):
            self.fail(f"This number is too large; {LONGEST_NUMBER} digits are the most.")
        if not isinstance(self.raw, int) or isinstance(self.raw, bool):
            self._mistyped("a whole number")
        if least is not None and self.raw < least:
            self.fail(f"{self.raw} is too low here; {least} is the least.")
        if most is not None and self.raw > most:
            self.fail(f"{self.raw} is too high here; {most} is the most.")
        return self.raw

    def flag(self) -> bool:
        """Read true or false."""
        if not isinstance(self.raw, bool):
            self._mistyped("true or false")
        return self.raw

    def text(self) -> str:
        """Read a string."""
        if not isinstance(self.raw, str) or isinstance(self.raw, _Beyond):
            self._mistyped("a string")
        return self.raw

    def seat(self) -> int | str:
        """Read a seat as it was written, a name or a whole number; `str` of it tells which seat it is."""
        return self.text() if isinstance(self.raw, str) and not isinstance(self.raw, _Beyond) else self.whole()

    def one_of(self, *choices: T) -> T:
        """Read one of a few values; true is not 1."""
        alike = [choice for choice in choices if type(choice) is type(self.raw)]
        if not alike:
            self._mistyped(_choices(choices))
        if self.raw not in alike:
            self.fail(f"{_short(self.raw)} is not known here; this must be {_choices(choices)}.")
        return alike[alike.index(self.raw)]

    def items(self, count: int | None = None) -> list[Value]:
        """Read a list, of so many values where a count is given."""
        if not isinstance(self.raw, list):
            self._mistyped("a list")
        if count is not None and len(self.raw) != count:
            self.fail(f"This list must hold {count} values, and it holds {len(self.raw)}.")
        return [Value(raw, f"{self.at}[{index}]") for index, raw in enumerate(self.raw)]

    def entries(self) -> dict[str, Value]:
        """Read an object whose keys are free, such as names of seats or casinos."""
        if not isinstance(self.raw, dict):
            self._mistyped("an object")
        return {key: Value(raw, _inside(self.at, key)) for key, raw in self.raw.items()}

    def fields(self) -> Fields:
        """Read an object whose keys are named; end with its `done`."""
        if not isinstance(self.raw, dict):
            self._mistyped("an object")
        return Fields(self.raw, self.at)

    def _mistyped(self, wanted: str) -> NoReturn:
        self.fail(f"This must be {wanted}, and it is {_kind(self.raw)}.", "type")


def settings(fields: Fields, readers: Mapping[str, Callable[[Value], Any]]) -> dict[str, Any]:
    """Read the `settings` of a request: those that are given, each by the reader of its name.

    Raises Unreadable for a name without a reader (`unknown-key`) and for a value that its reader does not take.
    """
    given = fields.optional("settings", Value.fields, None)
    if given is None:
        return {}
    missing = object()
    read = {name: given.optional(name, reader, missing) for name, reader in readers.items()}
    given.done()
    return {name: value for name, value in read.items() if value is not missing}


def told(sentences: Sentences, reasons: Iterable[Reason]) -> list[dict[str, str]]:
    """Write reasons the way an answer carries them: each with its code and its sentence."""
    return [{"code": reason.code, "text": say(sentences, reason)} for reason in reasons]


def _shallow(text: str) -> tuple[str, bool]:
    """Put null for whatever is nested too deep for the parser, so that the rest of the line can still be read."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return text, False
    kept: list[str] = []
    depth = start = 0
    deep = False
    for match in _STRING_OR_BRACKET.finditer(text):
        if match[0] in "[{":
            depth += 1
            if depth == DEEPEST + 1:
                deep = True
                kept.append(text[start : match.start()] + "null")
        elif match[0] in "]}":
            if depth == DEEPEST + 1:
                start = match.end()
            depth -= 1
    return ("".join(kept) + (text[start:] if depth <= DEEPEST else ""), deep)


def _object(pairs: list[tuple[str, Any]]) -> _Object:
    made = _Object()
    for key, value in pairs:
        if key in made and made.twice is None:
            made.twice = key
        made[key] = value
    return made


def _twice(node: Any, at: str) -> Iterator[str]:
    if isinstance(node, _Object) and node.twice is not None:
        yield _inside(at, node.twice)
    if isinstance(node, dict):
        for key, value in node.items():
            yield from _twice(value, _inside(at, key))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from _twice(value, f"{at}[{index}]")


def _whole(digits: str) -> int | _Beyond:
    return int(digits) if len(digits) <= LONGEST_NUMBER else _Beyond(digits)


def _real(digits: str) -> float | _Beyond:
    number = float(digits)
    return number if math.isfinite(number) else _Beyond(digits)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _inside(at: str, key: str) -> str:
    return f"{at}.{key}" if at else key


def _kind(raw: Any) -> str:
    if raw is None:
        return "null"
    if isinstance(raw, bool):
        return "true" if raw else "false"
    if isinstance(raw, int | float | _Beyond):
        return f"the number {_short(raw)}"
    if isinstance(raw, str):
        return f"the string {_short(raw)}"
    return "a list" if isinstance(raw, list) else "an object"


def _short(raw: Any) -> str:
    text = str(raw) if isinstance(raw, _Beyond) else json.dumps(raw, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _choices(choices: Iterable[Any]) -> str:
    return listed([_short(choice) for choice in choices], "or")
