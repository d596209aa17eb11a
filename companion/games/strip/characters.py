"""The ten characters of Vegas Strip, two sides each: what is known of them, and what an owner of a box has entered.

A side is put together from building blocks that the rules can follow: limits on placing at its casino, and an effect
on its jackpot. Whatever else a card says stays with the reminder. Sides are kept as plain data under the names
`side:1A` to `side:10B`; the numbers are ours, since the cards carry none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine import Reason, Refused
from companion.games.strip.components import CASINO_OWNER, CHARACTERS, CHIPS, HIGH_ROLLER, PRO_GAMBLER
from companion.language import N_, Term
from companion.names import cleaned, folded, length, unturned

LETTERS = ("A", "B")
NUMBERS = range(1, CHARACTERS + 1)

#: the most that a limit may name: no casino holds more tiles, and no tile has a higher number
MOST_LIMIT = 50
#: the most chips that an effect moves: as many as the box holds
MOST_EFFECT = CHIPS
#: the most signs of a reminder
LONGEST_REMINDER = 300

#: where what is known of a side comes from
ENTERED = "entered"
SOURCES = ("book", "review", ENTERED)

PARITIES = ("odd", "even")
#: no equal totals at all, or equal totals with the leader allowed; never both
LEVELS = ("never", "leader")

Kept = Mapping[str, Any]
"""What is kept of an owner's copy, by name."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a side limits about placing at its casino: each only forbids, but `level` "leader", which allows.

    `most` tiles in all, each number `once`, numbers from `least` to `highest`, `parity` odd or even, `most_a_player`
    tiles of a set; with `level` "never" no two totals are equal, with "leader" a total may equal the leader's.
    """

    most: int | None = None
    once: bool = False
    least: int | None = None
    highest: int | None = None
    parity: str | None = None
    most_a_player: int | None = None
    level: str | None = None


FREE = Limits()


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a character card; `effect` chips go onto the jackpot at the start of each round, 0 for none."""

    name: str = ""
    reminder: str = ""
    limits: Limits = FREE
    effect: int = 0


@dataclass(frozen=True, slots=True)
class Slot:
    """One of the 20 sides: what is known of it, None if nothing, and whence (`book`, `review`, `entered`, None).

    `character` is what the card is called at a table: its name, or "Character 4" until it has one. What the book or a
    review tells is a part of the side only, so that the side is open until it is entered.
    """

    number: int
    letter: str
    character: str
    side: Side | None
    source: str | None

    @property
    def name(self) -> str:
        """Give the name under which the side is kept."""
        return kept_name(self.number, self.letter)

    @property
    def reminder(self) -> str:
        """Give what the side reminds of: in the words of its owner, or in ours."""
        text = self.side.reminder if self.side else ""
        return text if self.source == ENTERED else Term(text)

    @property
    def names(self) -> tuple[str, ...]:
        """Give whatever a label may call the character."""
        own = self.side.name if self.side else ""
        known = (own, self.character, NAMES.get(self.number, ""), _by_number(self.number))
        return tuple(name for name in known if name)


#: what characters are called where the book says it; the numbers are ours
PRO_GAMBLER_NUMBER = 3
NAMES: Mapping[int, str] = {1: CASINO_OWNER, 2: HIGH_ROLLER, PRO_GAMBLER_NUMBER: PRO_GAMBLER}

#: what is known of a side before its owner enters it, and its ground
KNOWN: Mapping[tuple[int, str], tuple[str, Side]] = {
    (1, "B"): ("book", Side(CASINO_OWNER, N_("Goes by who led before. Where nobody led, nothing happens."))),
    (2, "A"): (
        "book",
        Side(HIGH_ROLLER, N_("Acts in each round, after the jackpots are filled. How much: see the card.")),
    ),
    # The book brings the tokens into play with the character, whichever side lies up (VS-R06).
    (3, "A"): ("book", Side(PRO_GAMBLER, N_("+3 tokens go on tiles and off again. Whose and when: see the card."))),
    (3, "B"): ("book", Side(PRO_GAMBLER, N_("+3 tokens go on tiles and off again. Whose and when: see the card."))),
    # Neither name nor side is known of these two.
    (4, "A"): ("review", Side("", N_("By a review, which leaves out name and side."), Limits(most=5))),
    (5, "A"): ("review", Side("", N_("By a review, which leaves out name and side."), Limits(once=True))),
}


def kept_name(number: int, letter: str) -> str:
    """Name what is kept of one side: `side:4A`."""
    return f"side:{number}{letter}"


def slots(kept: Kept) -> tuple[Slot, ...]:
    """List the 20 sides of a copy in order, as entered, else as far as they are known."""
    known = {kept_name(*place): written(side) | {"source": source} for place, (source, side) in KNOWN.items()}
    names = [kept_name(number, letter) for number in NUMBERS for letter in LETTERS]
    entered = {name: side for name in names if isinstance(side := read(kept.get(name)), Side)}
    return read_slots(known | {name: written(side) for name, side in entered.items()})


def read_slots(given: Mapping[str, Any]) -> tuple[Slot, ...]:
    """List the 20 sides in order from what is known of them by name, each with its `source`, `entered` if unsaid.

    A side that cannot be read, whatever version or hand wrote it, counts as not entered.
    """
    return tuple(slot for number in NUMBERS for slot in _of_card(given, number))


def written_slots(known: Sequence[Slot]) -> dict[str, Any]:
    """Write what is known of the sides as plain data, the way `read_slots` takes it."""
    return {slot.name: written(slot.side) | {"source": slot.source} for slot in known if slot.side is not None}


def characters(known: Sequence[Slot]) -> tuple[str, ...]:
    """Name the ten characters, "Character 4" where no name is known."""
    return tuple(slot.character for slot in known if slot.letter == LETTERS[0])


def slot_at(known: Sequence[Slot], character: str, letter: str) -> Slot | None:
    """Find the side that a label names: by what the character is called, by any name on either side, or its number."""
    wanted = folded(character)
    called = next((slot.number for slot in known if wanted == folded(slot.character)), None)
    number = called or next((slot.number for slot in known if wanted in map(folded, slot.names)), None)
    return next((slot for slot in known if (slot.number, slot.letter) == (number, letter)), None)


def _of_card(given: Mapping[str, Any], number: int) -> Iterator[Slot]:
    """Give both sides of one card; a name that either of them has is the character's."""
    sides = {letter: _sourced(given.get(kept_name(number, letter))) for letter in LETTERS}
    names = [side.name for side, _ in sides.values() if side and side.name]
    called = next(iter((*names, NAMES.get(number) or _by_number(number))))
    for letter, (side, source) in sides.items():
        yield Slot(number, letter, called, side, source)


def _sourced(given: object) -> tuple[Side, str] | tuple[None, None]:
    if not isinstance(given, Mapping):
        return None, None
    side = read({key: value for key, value in given.items() if key != "source"})
    source = given.get("source", ENTERED)
    return (side, source) if isinstance(side, Side) and source in SOURCES else (None, None)


_NUMBERED = {number: Term(N_("Character {n}"), n=number) for number in NUMBERS}


def _by_number(number: int) -> Term:
    return _NUMBERED[number]


def called(label: str) -> str:
    """Give the name that a label says; one that only numbers a character is ours, and spoken in any tongue."""
    return next((numbered for numbered in _NUMBERED.values() if numbered == label), label)


# Plain data


def read(data: object) -> Side | Refused:
    """Read a side from plain data: `name`, `reminder`, `limits`, `effect`, only those that are set.

    Refused with every fault at once, each with its place (`limits.most`) as `at` among its values.
    """
    if not isinstance(data, Mapping):
        return Refused((_mistyped("side", Term(N_("a table of its parts"))),))
    faults: list[Reason] = [*_unknown(data, "", ("name", "reminder", "limits", "effect"))]
    name, reminder = data.get("name", ""), data.get("reminder", "")
    if not isinstance(name, str):
        faults.append(_mistyped("name", Term(N_("a text"))))
    elif name and isinstance(clean := cleaned(name), Reason):
        faults.append(Reason(clean.code, {**clean.values, "at": "name"}))
    if not isinstance(reminder, str):
        faults.append(_mistyped("reminder", Term(N_("a text"))))
    elif length(reminder) > LONGEST_REMINDER or len(reminder) > 4 * LONGEST_REMINDER:
        faults.append(Reason("side-long", {"at": "reminder", "most": LONGEST_REMINDER, "long": len(reminder)}))
    limits = read_limits(data.get("limits", {}))
    effect = data.get("effect", 0)
    faults += limits.reasons if isinstance(limits, Refused) else ()
    faults += _number_faults("effect", effect, -MOST_EFFECT, MOST_EFFECT)
    if faults or isinstance(limits, Refused):
        return Refused(tuple(faults))
    return Side(unturned(name), unturned(reminder), limits, effect)


def read_limits(data: object) -> Limits | Refused:
    """Read limits from plain data: `most`, `once`, `from`, `to`, `parity`, `most_a_player`, `level`, all optional.

    Refused with every fault at once, as `read` does.
    """
    if not isinstance(data, Mapping):
        return Refused((_mistyped("limits", Term(N_("a table of limits"))),))
    faults: list[Reason] = [*_unknown(data, "limits.", tuple(_KEYS))]
    for key in ("most", "from", "to", "most_a_player"):
        if key in data:
            faults += _number_faults(f"limits.{key}", data[key], 1, MOST_LIMIT)
    if not isinstance(data.get("once", False), bool):
        faults.append(_mistyped("limits.once", Term(N_("true or false"))))
    for key, choices in (("parity", PARITIES), ("level", LEVELS)):
        if key in data and data[key] not in choices:
            faults.append(Reason("side-choice", {"at": f"limits.{key}", "choices": choices}))
    if not faults and data.get("from", 1) > data.get("to", MOST_LIMIT):
        faults.append(Reason("side-range", {"at": "limits.to", "least": data["from"], "highest": data["to"]}))
    if faults:
        return Refused(tuple(faults))
    return Limits(**{_KEYS[key]: value for key, value in data.items()})


def written(side: Side) -> dict[str, Any]:
    """Write a side as plain data, the way `read` takes it: only what is set."""
    parts = {"name": side.name, "reminder": side.reminder, "limits": written_limits(side.limits), "effect": side.effect}
    return {key: value for key, value in parts.items() if value}


def written_limits(limits: Limits) -> dict[str, Any]:
    """Write limits as plain data, the way `read_limits` takes them: only those that are set."""
    return {key: value for key, field in _KEYS.items() if (value := getattr(limits, field))}


#: each limit's name in plain data, and in `Limits`; two of them are words of Python or of the rules there
_KEYS: Mapping[str, str] = {
    "most": "most",
    "once": "once",
    "from": "least",
    "to": "highest",
    "parity": "parity",
    "most_a_player": "most_a_player",
    "level": "level",
}


def _unknown(data: Mapping[Any, Any], within: str, known: tuple[str, ...]) -> list[Reason]:
    strange = [str(key)[:60] for key in data if key not in known]
    return [Reason("side-unknown-key", {"at": f"{within}{key}", "known": known}) for key in strange]


def _mistyped(at: str, wanted: str) -> Reason:
    return Reason("side-type", {"at": at, "wanted": wanted})


def _number_faults(at: str, number: object, least: int, most: int) -> tuple[Reason, ...]:
    if not isinstance(number, int) or isinstance(number, bool):
        return (_mistyped(at, "a whole number"),)
    if not least <= number <= most:
        return (Reason("side-number", {"at": at, "number": number, "least": least, "most": most}),)
    return ()
