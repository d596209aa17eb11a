"""The printed cards of a copy of Vegas Strip, as its owner looks at them and enters them.

Kept by name: the set-up cards `2` to `6` {starting_jackpot, tiles, layout}, `casinos` {1 to 6}, `suits` {spades ...},
and the sides `side:1A` to `side:10B` of the characters. Every value may be missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.cards import ASSUMED, BOOK, DERIVED, ENTERED, REVIEW, UNKNOWN
from companion.engine import Card, Fault, Reason, Value
from companion.games.strip.components import CASINOS, LAYOUTS, SUITS, TILES
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
from companion.names import cleaned, folded

SET_UP_CARD = "set-up"
#: whence the names that come with the app are known (component-data): the sixth casino is called by its number
_CASINO_SOURCES = (BOOK, BOOK, BOOK, REVIEW, REVIEW, UNKNOWN)
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


def printed(kept: Mapping[str, Any]) -> dict[str, Any]:
    """Keep what is printed on cards of the owner's copy: all that this game keeps."""
    return dict(kept)


def cards(kept: Mapping[str, Any]) -> tuple[Card, ...]:
    """List the cards to look at and enter: set-up cards, casinos, suits."""
    return (*(_set_up(players, kept) for players in PLAYERS), _casinos(kept), _suits(kept))


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


def _place(seat: str) -> str:
    ending = {"1": "st", "2": "nd", "3": "rd"}.get(seat, "th")
    return f"{seat}{ending}"


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


# What no card can say


def card_faults(kept: Mapping[str, Any]) -> tuple[Fault, ...]:
    """List every value that no card of this game can have, with its place."""
    return tuple(fault for name, data in kept.items() for fault in _faults(name, data))


def _faults(name: str, data: Mapping[str, Any]) -> Iterator[Fault]:
    known = _keys(name)
    if not known:
        yield Fault(name, "", Reason("card-unknown", {"name": name[:40], "known": ("2", "casinos", "suits")}))
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
