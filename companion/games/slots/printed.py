"""The printed cards of a copy of Vegas Slot Machine 1973, as its owner looks at them and enters them (SM-A1).

Kept by name: `symbol:B` {name, picture, points, count}, `any`, `spin_again` and `cumber` {count}, `rank_names` {names},
`month` {effect}. Every value may be missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any

from companion.cards import BOOK, ENTERED, UNKNOWN
from companion.engine import Card, Fault, Reason, Value
from companion.games.slots.card import (
    ALWAYS,
    BASE,
    KEPT,
    KEPT_ANY,
    KEPT_CUMBER,
    KEPT_SPIN,
    MOST_COUNT,
    MOST_POINTS,
    NAMED,
    PICTURES,
    RESERVED,
    SHORTEST,
    Entry,
    always,
    any_count,
    card_of,
    term,
    to_pick,
)
from companion.games.slots.symbols import NAMES, SLOT_CARDS, SYMBOLS
from companion.games.slots.variations import CHOICES
from companion.language import N_, Term
from companion.names import cleaned, folded, length

SYMBOLS_CARD, RANKS, MONTH = "symbols", "rank_names", "month"
#: the most signs of this month's effect
LONGEST_EFFECT = 300

_PICTURED: Mapping[str, str] = {picture: picture for picture in PICTURES}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the form: a symbol, what is known of it, and from where.

    `key` names its fields. `named` tells that every card has it, `scored` that its points are the owner's to
    enter, `odd` that they are unlike all printed values.
    """

    key: str
    letter: str
    name: str
    picture: str
    points: int | None
    points_source: str
    count: int | None
    count_source: str
    named: bool = True
    scored: bool = True
    odd: bool = False


@dataclass(frozen=True, slots=True)
class SymbolsFace:
    """The form of the score card and the deck: its rows, those of the picker, and the most that can be typed."""

    rows: tuple[Row, ...]
    offered: tuple[Row, ...]
    pictures: tuple[str, ...]
    most_points: int
    most_count: int


@dataclass(frozen=True, slots=True)
class ChoiceFace:
    """The form of one choice."""

    now: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TextFace:
    """The form of one text."""

    now: str
    longest: int


def printed(kept: Mapping[str, Any]) -> dict[str, Any]:
    """Keep what is printed on cards of the owner's copy: not the best scores."""
    return {name: data for name, data in kept.items() if name in _CHECKS or letter_in(name)}


def cards(kept: Mapping[str, Any]) -> tuple[Card, ...]:
    """List the cards to look at and enter: score card and deck, names of the ranks, this month's Cumber effect."""
    return _symbols(kept), _ranks(kept), _month(kept)


def _ranks(kept: Mapping[str, Any]) -> Card:
    names = kept.get(RANKS, {}).get("names")
    choices = tuple(map(str, CHOICES[RANKS]))
    now = names or choices[0]
    value = Value(RANKS, "names", Reason("label-ranks"), Reason(f"says-ranks-{now}"), ENTERED if names else BOOK)
    return Card(RANKS, RANKS, Reason("card-ranks"), (value,), ChoiceFace(now, choices))


def _month(kept: Mapping[str, Any]) -> Card:
    effect = kept.get(MONTH, {}).get("effect")
    says = Reason("says-month", {"effect": effect}) if effect else None
    value = Value(MONTH, "effect", Reason("label-month"), says, ENTERED if effect else UNKNOWN)
    return Card(MONTH, MONTH, Reason("card-month"), (value,), TextFace(effect or "", LONGEST_EFFECT))


def _symbols(kept: Mapping[str, Any]) -> Card:
    card = card_of(kept)
    rows = (*map(_row, card), *_counted(kept))
    offered = tuple(Row(e.letter, e.letter, e.name, e.picture, None, "", None, "", named=False) for e in to_pick(card))
    values = tuple(value for row in rows for value in _values(row))
    face = SymbolsFace(rows, offered, PICTURES, MOST_POINTS, MOST_COUNT)
    return Card(SYMBOLS_CARD, SYMBOLS_CARD, Reason("card-symbols"), values, face, _notes(card, any_count(kept)))


def _row(entry: Entry) -> Row:
    return Row(
        entry.letter,
        entry.letter,
        entry.name,
        entry.picture,
        entry.points,
        UNKNOWN if entry.points is None else entry.source,
        entry.count,
        UNKNOWN if entry.count is None else ENTERED,
        named=entry.letter in NAMED,
        odd=bool(entry.points and entry.points % 2),
    )


def _counted(kept: Mapping[str, Any]) -> Iterator[Row]:
    """Give the cards of which only the number in the deck is the owner's to enter: ANY, and those of the expansions."""
    count = any_count(kept)
    counted = UNKNOWN if count is None else ENTERED
    yield Row(KEPT_ANY, "*", SYMBOLS["*"].name, "any", None, "", count, counted, scored=False)
    for key, entry, book in zip((KEPT_SPIN, KEPT_CUMBER), always(kept), ALWAYS, strict=True):
        counted = BOOK if entry.count == book.count else ENTERED
        yield Row(key, entry.letter, entry.name, entry.picture, entry.points, BOOK, entry.count, counted, scored=False)


def _values(row: Row) -> Iterator[Value]:
    name = f"{KEPT}{row.key}" if row.scored else row.key
    said = {"symbol": row.name}
    if row.scored:
        points = None if row.points is None else Reason("says-points", {**said, "n": row.points})
        yield Value(name, "points", Reason("label-points", said), points, row.points_source)
    count = None if row.count is None else Reason("says-count", {**said, "n": row.count})
    yield Value(name, "count", Reason("label-count", said), count, row.count_source)
    if row.scored:
        yield Value(name, "name", Reason("label-name", said), Reason("says-name", said), ENTERED, aside=True)
        drawn = Reason("says-picture", {"picture": _PICTURED.get(row.picture, row.picture)})
        yield Value(name, "picture", Reason("label-picture", said), drawn, ENTERED, aside=True)


def _notes(card: tuple[Entry, ...], anys: int | None) -> tuple[Reason, ...]:
    """Say what looks wrong: odd points, a deck that is not 72 cards, fewer symbols than any card has (SM-R1)."""
    found = [Reason("odd-points", {"symbol": e.name, "n": e.points}) for e in card if e.points and e.points % 2]
    counts = [*(entry.count for entry in card), anys]
    n = sum(count or 0 for count in counts)
    if len(card) < SHORTEST:
        found.append(Reason("card-short", {"n": len(card)}))
    if n > SLOT_CARDS:
        found.append(Reason("deck-more", {"n": n, "deck": SLOT_CARDS, "over": n - SLOT_CARDS}))
    elif None not in counts and n < SLOT_CARDS:
        found.append(Reason("deck-less", {"n": n, "deck": SLOT_CARDS, "under": SLOT_CARDS - n}))
    return tuple(found)


# What no card can say


def card_faults(kept: Mapping[str, Any]) -> tuple[Fault, ...]:
    """List every value that no card of this game can have, with its place."""
    faults: list[Fault] = []
    for name, data in kept.items():
        checks = _SYMBOL_CHECKS if letter_in(name) else _CHECKS.get(name)
        if checks is None:
            faults.append(Fault(name, "", Reason("card-unknown", {"name": name[:40], "known": ("symbol:B", *_CHECKS)})))
            continue
        what = _called(name, data)
        for key, value in data.items():
            check = checks.get(key)
            why = check(what, value) if check else Reason("card-key", {"name": key[:40], "known": tuple(checks)})
            faults += [Fault(name, key, why)] if why else []
    return tuple(faults) or _twice(kept)


def letter_in(name: str) -> str:
    """Read the letter of a symbol from the name under which it is kept, '' where it is none."""
    letter = name.removeprefix(KEPT) if name.startswith(KEPT) else ""
    return letter if len(letter) == 1 and letter in ascii_uppercase else ""


def _called(name: str, data: Mapping[str, Any]) -> str:
    """Name what a value is about, in a refusal."""
    own = data.get("name")
    return term(own[:40]) if isinstance(own, str) and own else NAMES.get(letter_in(name), name)


def _twice(kept: Mapping[str, Any]) -> tuple[Fault, ...]:
    """Find symbols of the same name: nobody could tell them apart."""
    untold = [entry for entry in BASE if f"{KEPT}{entry.letter}" not in kept]
    faults, seen = [], {folded(entry.name): entry.letter for entry in untold}
    for name in (name for name in kept if letter_in(name)):
        called = folded(_called(name, kept[name]))
        if seen.setdefault(called, letter_in(name)) != letter_in(name):
            faults.append(Fault(name, "name", Reason("symbol-twice", {"symbol": _called(name, kept[name])})))
    return tuple(faults)


def _name_fault(what: str, value: Any) -> Reason | None:
    if not isinstance(value, str):
        return Reason("card-text", {"what": what})
    name = cleaned(value)
    if isinstance(name, Reason):
        return name
    reserved = folded(name) in {folded(SYMBOLS[letter].name) for letter in RESERVED}
    return Reason("symbol-reserved", {"symbol": name}) if reserved else None


def _picture_fault(what: str, value: Any) -> Reason | None:
    known = value in PICTURES if isinstance(value, str) else False
    return None if known else Reason("card-picture", {"what": what, "pictures": tuple(map(str, PICTURES))})


def _points_fault(what: str, value: Any) -> Reason | None:
    fits = type(value) is int and 0 <= value <= MOST_POINTS
    return None if fits else Reason("card-points", {"what": what, "typed": _typed(value), "most": MOST_POINTS})


def _count_fault(what: str, value: Any) -> Reason | None:
    fits = type(value) is int and 0 < value <= MOST_COUNT
    return None if fits else Reason("card-count", {"what": what, "typed": _typed(value), "most": MOST_COUNT})


def _typed(value: Any) -> str:
    """Repeat what was typed for a number, where it can be repeated."""
    return str(value)[:20] if isinstance(value, int | float | str) else Term(N_("that"))


def _ranks_fault(what: str, value: Any) -> Reason | None:
    return None if value in CHOICES[RANKS] else Reason("card-ranks-which", {"known": tuple(map(str, CHOICES[RANKS]))})


def _effect_fault(what: str, value: Any) -> Reason | None:
    if not isinstance(value, str):
        return Reason("card-text", {"what": what})
    # Marks count nothing as letters, but a tower of them is no text.
    fits = length(value) <= LONGEST_EFFECT and len(value) <= 4 * LONGEST_EFFECT
    return None if fits else Reason("card-effect-long", {"most": LONGEST_EFFECT, "long": len(value)})


_Check = Callable[[str, Any], Reason | None]
_SYMBOL_CHECKS: Mapping[str, _Check] = {
    "name": _name_fault,
    "picture": _picture_fault,
    "points": _points_fault,
    "count": _count_fault,
}
_CHECKS: Mapping[str, Mapping[str, _Check]] = {
    KEPT_ANY: {"count": _count_fault},
    KEPT_SPIN: {"count": _count_fault},
    KEPT_CUMBER: {"count": _count_fault},
    RANKS: {"names": _ranks_fault},
    MONTH: {"effect": _effect_fault},
}
