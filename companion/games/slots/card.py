"""The card of this copy: what the owner of a box has entered of symbols, points and counts (SM-A1).

Points that are known when a table starts stand at it; those that were missing may be entered later and complete it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Any

from companion.engine import Reason
from companion.games.slots.symbols import (
    ANY,
    CHERRY,
    CUMBER,
    CUMBER_CARDS,
    EXPANSION_CARDS,
    KNOWN,
    LEMON,
    NAMES,
    PICKER,
    SHIELD,
    SPIN_AGAIN,
    SPIN_AGAIN_CARDS,
    SYMBOLS,
)
from companion.language import N_, Term
from companion.names import cleaned, folded

#: before the letter of a symbol, in the name under which it is kept
KEPT = "symbol:"
#: under which the numbers of other cards in the deck are kept
KEPT_ANY, KEPT_SPIN, KEPT_CUMBER = "any", "spin_again", "cumber"
#: the most points that a set may be given, and the most cards of one symbol in a deck of 72
MOST_POINTS, MOST_COUNT = 999, 72
#: a card with fewer symbols than this is surely not filled in: three symbols are named, and the box has many more
SHORTEST = 6

_TERMS: Mapping[str, str] = {symbol.name: symbol.name for symbol in SYMBOLS.values()}


@dataclass(frozen=True, slots=True)
class Entry:
    """One symbol of this copy; points a set and cards in the deck are None until they are entered.

    `source` is that of the points, `drawn` the picture that the owner chose, '' for the symbol's own.
    """

    letter: str
    name: str
    points: int | None = None
    count: int | None = None
    source: str = "book"
    drawn: str = ""

    def __post_init__(self) -> None:
        """Call what the game itself names by the game's own term, wherever the name was kept: it has other tongues."""
        object.__setattr__(self, "name", term(self.name))

    @property
    def picture(self) -> str:
        """Name the picture: the one that the owner chose, else a known symbol's own name, else 'letter'."""
        if self.drawn:
            return self.drawn
        known = SYMBOLS.get(self.letter)
        fits = known and (known.name == self.name or self.letter in NAMED)
        return known.name.lower().replace(" ", "-") if known and fits else "letter"


def term(name: str) -> str:
    """Give the term of a symbol that the game has a name for, and any other name as it is."""
    return _TERMS.get(name, name)


Card = tuple[Entry, ...]

#: symbols that every card has, whatever they are called in this edition
NAMED = (CHERRY, LEMON, SHIELD)

#: the symbols that the rulebook names, in the order of the sheet
BASE: Card = tuple(Entry(s.letter, s.name, s.points) for s in KNOWN if s.letter in NAMED)
ALWAYS = (
    Entry(SPIN_AGAIN, SYMBOLS[SPIN_AGAIN].name, SYMBOLS[SPIN_AGAIN].points, SPIN_AGAIN_CARDS),
    Entry(CUMBER, SYMBOLS[CUMBER].name, SYMBOLS[CUMBER].points, CUMBER_CARDS),
)

#: cards of which only the number in the deck is the owner's to tell, by the name under which it is kept
COUNTED: Mapping[str, Entry] = {KEPT_ANY: Entry(ANY, SYMBOLS[ANY].name), KEPT_SPIN: ALWAYS[0], KEPT_CUMBER: ALWAYS[1]}

#: cards with a name and points of their own, which no symbol of a score card can have
RESERVED = EXPANSION_CARDS | {ANY}

#: the pictures that the owner may choose from
PICTURES = (*(s.name for s in (*KNOWN[:3], *PICKER)), Term(N_("letter")))

#: made-up points for trying the app without the game; marked as made up wherever they count
PRACTICE: Card = tuple(
    Entry(letter, SYMBOLS[letter].name, points, None, "made-up")
    for letter, points in zip("CLOPGMBRVS", (8, 12, 10, 14, 16, 18, 20, 24, 30, 40), strict=True)
)


def card_of(kept: Mapping[str, Any]) -> Card:
    """Read the card of this copy from what is kept, symbol by symbol; what the owner read off the card goes first."""
    known = {entry.letter: entry for entry in BASE}
    for letter, given in ((n.removeprefix(KEPT), given) for n, given in kept.items() if n.startswith(KEPT)):
        base = known.get(letter, Entry(letter, given.get("name") or NAMES[letter], source="entered"))
        points = given.get("points", base.points)
        points, source = (base.points, base.source) if points in (None, base.points) else (points, "entered")
        name, count, drawn = given.get("name") or base.name, given.get("count"), given.get("picture") or ""
        known[letter] = replace(base, name=name, points=points, count=count, source=source, drawn=drawn)
    return tuple(known.values())


def always(kept: Mapping[str, Any]) -> Card:
    """List the cards of the expansions, Spin Again and Cumber; the book counts them, unless this copy has others."""
    counts = (kept.get(name, {}).get("count") for name in (KEPT_SPIN, KEPT_CUMBER))
    return tuple(entry if n is None else replace(entry, count=n) for entry, n in zip(ALWAYS, counts, strict=True))


def any_count(kept: Mapping[str, Any]) -> int | None:
    """Count the ANYs in the deck, None until the owner has."""
    count: int | None = kept.get(KEPT_ANY, {}).get("count")
    return count


def to_pick(card: Card) -> Card:
    """List what the picker offers beside a card: the symbols of it that are not on the card."""
    taken = {entry.letter for entry in card}
    return tuple(Entry(s.letter, s.name) for s in PICKER if s.letter not in taken)


def kept_card(card: Card, letters: Collection[str]) -> Mapping[str, Any]:
    """Write some symbols of the card for later tables, each by itself: another table may enter another one."""
    return {f"{KEPT}{entry.letter}": _written(entry) for entry in card if entry.letter in letters}


def _written(entry: Entry) -> dict[str, Any]:
    drawn = {"picture": entry.drawn} if entry.drawn else {}
    return {"name": entry.name, "points": entry.points, "count": entry.count, **drawn}


def entered(
    card: Card, letter: str, name: str, points: int | None, count: int | None, standing: Collection[str] = ()
) -> Card | Reason:
    """Enter a symbol, or a value of one, or tell why not; the points of the letters in `standing` are not changed."""
    if points is not None and not (type(points) is int and 0 <= points <= MOST_POINTS):
        return Reason("points-range", {"points": str(points), "most": MOST_POINTS})
    if count is not None and not (type(count) is int and 0 < count <= MOST_COUNT):
        return Reason("count-range", {"n": str(count), "most": MOST_COUNT})
    known = next((entry for entry in card if entry.letter == letter), None)
    if known is not None:
        return _completed(card, known, points, count, letter in standing)
    called = cleaned(name or (SYMBOLS[letter].name if letter in SYMBOLS else ""))
    if isinstance(called, Reason):
        return called
    called = term(called)
    if folded(called) in {folded(SYMBOLS[reserved].name) for reserved in RESERVED}:
        return Reason("symbol-reserved", {"symbol": called})
    if any(folded(entry.name) == folded(called) for entry in card):
        return Reason("symbol-twice", {"symbol": called})
    free = free_letter(card, called, letter)
    if free is None:
        return Reason("symbols-full", {"n": len(card)})
    return (*card, Entry(free, called, points, count, "entered"))


def _completed(card: Card, known: Entry, points: int | None, count: int | None, stands: bool) -> Card | Reason:
    changed = points is not None and points != known.points
    if changed and stands:
        return Reason("points-stand", {"symbol": known.name, "points": known.points})
    done = replace(known, count=known.count if count is None else count)
    if changed:
        done = replace(done, points=points, source="entered")
    return tuple(done if entry is known else entry for entry in card)


def free_letter(card: Sequence[Entry], name: str, asked: str = "") -> str | None:
    """Find a letter for a new symbol: the picker's own, else the first free one."""
    taken = {entry.letter for entry in card}
    picked = [s.letter for s in PICKER if s.name == name] + ([asked] if asked in SYMBOLS.keys() - RESERVED else [])
    reserved = {s.letter for s in PICKER}
    free = [letter for letter in ascii_uppercase if letter not in reserved] + sorted(reserved)
    return next((letter for letter in (*picked, *free) if letter not in taken), None)
