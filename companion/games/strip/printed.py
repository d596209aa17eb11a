"""The printed cards of a copy of Vegas Strip, as its owner looks at them and enters them.

Kept by name: the set-up cards `2` to `6` {starting_jackpot, tiles, layout}, `casinos` {1 to 6}, `suits` {spades ...},
and the sides `side:1A` to `side:10B` of the characters. Every value may be missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.cards import ASSUMED, BOOK, DERIVED, ENTERED, REVIEW, UNKNOWN
from companion.engine import Card, Fault, Reason, Refused, Value
from companion.games.strip.characters import (
    LEVELS,
    LONGEST_REMINDER,
    MOST_EFFECT,
    MOST_LIMIT,
    NUMBERS,
    PARITIES,
    Side,
    Slot,
    read,
    slots,
    written,
)
from companion.games.strip.components import CASINOS, LAYOUTS, SUITS, TILES
from companion.games.strip.limits import briefly
from companion.games.strip.setup import (
    CASINOS_CARD,
    MOST_JACKPOT,
    PLAYERS,
    SET_UP,
    SUITS_CARD,
    card_for,
    casino_names,
    set_up_faults,
    suit_names,
)
from companion.games.strip.teams import layout_faults, repeat_partners, rounds
from companion.language import N_, Term
from companion.names import cleaned, folded

SET_UP_CARD, CHARACTER_CARD = "set-up", "character"
#: whence the names that come with the app are known (component-data): the sixth casino is called by its number
_CASINO_SOURCES = (BOOK, BOOK, BOOK, REVIEW, REVIEW, UNKNOWN)
_SIDES = frozenset(slot.name for slot in slots({}))
#: what a side says at its casino; the first of these that it has stands for the side
_SAYING = ("reminder", "limits", "effect")
_SUIT_SOURCES = (BOOK, BOOK, BOOK, BOOK, ASSUMED, ASSUMED)


@dataclass(frozen=True, slots=True)
class SetUpFace:
    """The form of a set-up card: what it says, the numbers to pick from, and the letters that teams have.

    `faces` is empty where this table uses other tiles than the known numbers, one each.
    """

    players: int
    starting_jackpot: int
    most_jackpot: int
    tiles: tuple[int, ...]
    faces: tuple[int, ...]
    layout: tuple[str, ...]
    letters: str


@dataclass(frozen=True, slots=True)
class NamesFace:
    """The form of a few names: each with its field, what it names, the name, and its source."""

    names: tuple[tuple[str, Reason, str, str], ...]


@dataclass(frozen=True, slots=True)
class SideFace:
    """One side of a character in the form: what is entered, as plain data, and what is `known` without, and whence."""

    letter: str
    entered: Mapping[str, Any]
    known: tuple[Reason, ...]
    source: str


@dataclass(frozen=True, slots=True)
class CharacterFace:
    """The form of a character: its name, both sides, and what can be picked or typed at most."""

    name: str
    sides: tuple[SideFace, ...]
    parities: tuple[str, ...] = PARITIES
    levels: tuple[str, ...] = LEVELS
    most_limit: int = MOST_LIMIT
    most_effect: int = MOST_EFFECT
    longest_reminder: int = LONGEST_REMINDER


def printed(kept: Mapping[str, Any]) -> dict[str, Any]:
    """Keep what is printed on cards of the owner's copy."""
    return {name: data for name, data in kept.items() if name in _SIDES or _keys(name)}


def cards(kept: Mapping[str, Any]) -> tuple[Card, ...]:
    """List the cards to look at and enter: set-up cards, names of casinos and suits, the ten characters."""
    sides = slots(kept)
    characters = (_character(tuple(slot for slot in sides if slot.number == number)) for number in NUMBERS)
    return (*(_set_up(players, kept) for players in PLAYERS), _casinos(kept), _suits(kept), *characters)


def _set_up(players: int, kept: Mapping[str, Any]) -> Card:
    name, known = str(players), kept.get(str(players), {})
    card = card_for(players, kept)
    # Where nobody has a partner there is one way to lay it out (VS-R14).
    assumed = {"layout": DERIVED if len(set(LAYOUTS[players][0])) == players else ASSUMED}
    says = {
        "starting_jackpot": Reason("says-jackpot", {"n": card.starting_jackpot}),
        "tiles": Reason("says-tiles", {"tiles": " ".join(map(str, card.tiles))}),
        "layout": Reason("says-layout", {"layout": ", ".join(card.layout)}),
    }
    values = tuple(
        Value(name, key, Reason(f"label-{key}"), says[key], ENTERED if key in known else assumed.get(key, ASSUMED))
        for key in SET_UP
    )
    letters = "ABC"[: len(set(card.layout[0]))] if card.layout else ""
    faces = TILES if set(card.tiles) <= set(TILES) and len(set(card.tiles)) == len(card.tiles) else ()
    face = SetUpFace(players, card.starting_jackpot, MOST_JACKPOT, card.tiles, faces, card.layout, letters)
    return Card(name, SET_UP_CARD, Reason("card-set-up", {"n": players}), values, face, _notes(players, card.layout))


def _notes(players: int, layout: tuple[str, ...]) -> tuple[Reason, ...]:
    """Warn of each two seats that are partners in more than one round, named by the places of round 1 (VS-A5, C02)."""
    if layout_faults(players, layout):
        return ()
    seats = tuple(str(place) for place in range(1, players + 1))
    pairs = repeat_partners(rounds(seats, "1", layout))
    return tuple(Reason("card-repeat", {"one": _place(one), "other": _place(other)}) for one, other in pairs)


def _place(seat: str) -> Term:
    return Term((N_("1st"), N_("2nd"), N_("3rd"), N_("4th"), N_("5th"), N_("6th"))[int(seat) - 1])


def _casinos(kept: Mapping[str, Any]) -> Card:
    known = kept.get(CASINOS_CARD, {})
    keys = [str(place) for place in range(1, len(CASINOS) + 1)]
    named = zip(keys, casino_names(kept), _CASINO_SOURCES, strict=True)
    lines = [
        (key, Reason("label-casino", {"n": key}), name, ENTERED if key in known else by) for key, name, by in named
    ]
    return _named(CASINOS_CARD, lines)


def _suits(kept: Mapping[str, Any]) -> Card:
    known = kept.get(SUITS_CARD, {})
    named = zip(SUITS, suit_names(kept).values(), _SUIT_SOURCES, strict=True)
    lines = [
        (suit, Reason("label-suit", {"n": number}), name, ENTERED if suit in known else source)
        for number, (suit, name, source) in enumerate(named, 1)
    ]
    return _named(SUITS_CARD, lines)


def _named(card: str, lines: list[tuple[str, Reason, str, str]]) -> Card:
    values = tuple(
        Value(card, key, label, Reason("says-name", {"name": name}) if source else None, source)
        for key, label, name, source in lines
    )
    return Card(card, card, Reason(f"card-{card}"), values, NamesFace(tuple(lines)))


def _character(sides: tuple[Slot, ...]) -> Card:
    name = sides[0].character
    values = tuple(value for slot in sides for value in _of_side(slot))
    own = next((slot.side.name for slot in sides if slot.side and slot.source == ENTERED), "")
    face = CharacterFace(own, tuple(_side_face(slot) for slot in sides))
    return Card(f"character:{sides[0].number}", CHARACTER_CARD, Reason("card-character", {"name": name}), values, face)


def _side_face(slot: Slot) -> SideFace:
    side = slot.side or Side()
    if slot.source == ENTERED:
        return SideFace(slot.letter, written(side), (), ENTERED)
    return SideFace(slot.letter, {}, _does(slot), slot.source or UNKNOWN)


def _of_side(slot: Slot) -> Iterator[Value]:
    """Give a side as one value to be entered; what the book or a review tells is but a part, and stands beside."""
    label = Reason("label-side", {"side": slot.letter, "name": slot.character})
    does = Reason("says-side", {"side": slot.letter, "does": _joined(_does(slot))})
    if slot.source != ENTERED:
        yield Value(slot.name, "reminder", label, None, UNKNOWN)
    if slot.source not in (None, ENTERED):
        yield Value(slot.name, "known", label, does, slot.source)
    if slot.source == ENTERED:
        said = written(slot.side or Side())
        first = next((key for key in _SAYING if key in said), _SAYING[0])
        for key in _SAYING:
            yield Value(slot.name, key, label, does, ENTERED, aside=key != first)
        called = Reason("says-name", {"name": said["name"]}) if "name" in said else None
        yield Value(slot.name, "name", Reason("label-side-name", label.values), called, ENTERED, aside=True)


def _does(slot: Slot) -> tuple[Reason, ...]:
    """Say what a side does: its limits, its effect, and its reminder."""
    side = slot.side or Side()
    effect = f"{side.effect:+d}".replace("-", "\u2212")
    return (
        *briefly(side.limits),
        *([Reason("does-effect", {"n": effect})] if side.effect else []),
        *([Reason("does-reminder", {"reminder": slot.reminder})] if side.reminder else []),
    )


def _joined(parts: tuple[Reason, ...]) -> Reason:
    """Say one thing after the other, each as a sentence of its own."""
    if not parts:
        return Reason("does-nothing")
    one, *more = parts
    return Reason("does-and", {"one": one, "more": _joined(tuple(more))}) if more else one


# What no card can say


def card_faults(kept: Mapping[str, Any]) -> tuple[Fault, ...]:
    """List every value that no card of this game can have, with its place."""
    faults = tuple(fault for name, data in kept.items() for fault in _faults(name, data))
    return faults or tuple(_namesakes(kept))


def _namesakes(kept: Mapping[str, Any]) -> Iterator[Fault]:
    """Find a name that two characters have: a label would not say which of them lies there."""
    sides = slots(kept)
    own = [slot for slot in sides if slot.source == ENTERED]
    for slot in own:
        others = {other.number for other in sides if folded(other.character) == folded(slot.character)} - {slot.number}
        # Of two that were both entered, the later one is told; a name that comes with the app is never up for taking.
        taken = others - {other.number for other in own if other.number > slot.number}
        if taken:
            yield Fault(slot.name, "name", Reason("card-twice", {"name": slot.character}))


def _faults(name: str, data: Mapping[str, Any]) -> Iterator[Fault]:
    if name in _SIDES:
        side = read(data)
        for reason in side.reasons if isinstance(side, Refused) else ():
            yield Fault(name, str(reason.values.get("at", "")).partition(".")[0], reason)
        return
    known = _keys(name)
    if not known:
        known_cards = ("2", CASINOS_CARD, SUITS_CARD, "side:1A")
        yield Fault(name, "", Reason("card-unknown", {"name": name[:40], "known": known_cards}))
    for key, value in data.items() if known else ():
        if key not in known:
            yield Fault(name, key, Reason("card-key", {"name": key[:40], "known": known}))
        elif name in (CASINOS_CARD, SUITS_CARD):
            why = _name_fault(value)
            yield from [Fault(name, key, why)] if why else []
        else:
            held = tuple(value) if isinstance(value, list) else value
            yield from (Fault(name, key, why) for why in set_up_faults(int(name), key, held))
    if name in (CASINOS_CARD, SUITS_CARD):
        yield from _twice(name, data)


def _keys(name: str) -> tuple[str, ...]:
    if name == CASINOS_CARD:
        return tuple(str(place) for place in range(1, len(CASINOS) + 1))
    if name == SUITS_CARD:
        return SUITS
    return SET_UP if name in {str(players) for players in PLAYERS} else ()


def _name_fault(value: object) -> Reason | None:
    if not isinstance(value, str):
        return Reason("card-text")
    name = cleaned(value)
    return name if isinstance(name, Reason) else None


def _twice(name: str, data: Mapping[str, Any]) -> Iterator[Fault]:
    """Find a name that two casinos or two suits have: nobody could tell them apart (E-41)."""
    held = {key: value for key, value in data.items() if isinstance(value, str)}
    shipped = {str(place): casino for place, casino in enumerate(CASINOS, 1)}
    all_names = {**(shipped if name == CASINOS_CARD else {suit: suit for suit in SUITS}), **held}
    for key, value in held.items():
        if any(folded(other) == folded(value) for at, other in all_names.items() if at != key):
            yield Fault(name, key, Reason("card-twice", {"name": value[:40]}))
