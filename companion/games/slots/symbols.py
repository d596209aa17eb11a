"""What is printed on the cards of Vegas Slot Machine 1973, as far as it is known: data only, each with its source.

A symbol is one character: a capital letter, or `*` ANY, `@` Spin Again, `$` Cumber. `.` is an open cell, never a card.
Sources: the rulebook (book), the publisher's page (site); what neither gives is None until the owner of a box types
it in (SM-A1).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_uppercase

from companion.language import N_, Term

CHERRY, LEMON, SHIELD = "C", "L", "S"
ANY, SPIN_AGAIN, CUMBER, OPEN = "*", "@", "$", "."

#: every character that may stand for a card
CARDS = frozenset(ascii_uppercase) | {ANY, SPIN_AGAIN, CUMBER}
#: cards that ANY never stands in for (SM-A14)
EXPANSION_CARDS = frozenset({SPIN_AGAIN, CUMBER})


@dataclass(frozen=True, slots=True)
class Symbol:
    """One symbol: its letter, its name inside a sentence, the points of a set (None: not known), and their source.

    The name is a term, but for the cards that keep their printed name in every tongue.
    """

    letter: str
    name: str
    points: int | None
    source: str


KNOWN = (
    Symbol(CHERRY, Term(N_("cherry")), 8, "book, read from the -8 of one cherry left in hand (SM-A44)"),
    Symbol(LEMON, Term(N_("lemon")), 12, "book, variation R: two sets without the bonus are 24"),
    Symbol(SHIELD, Term(N_("shield")), None, "book names it; its points stand on the score card"),
    Symbol(ANY, "ANY", None, "book; it has no prize of its own (SM-A12)"),
    Symbol(SPIN_AGAIN, "Spin Again", 100, "book, expansion 1"),
    Symbol(CUMBER, "Cumber", 200, "book, expansion 2"),
)

#: names to pick from for what the owner's score card shows; no points are claimed for them
PICKER = tuple(
    Symbol(letter, Term(name), None, "offered by the picker; points are the owner's to enter")
    for letter, name in (
        ("O", N_("orange")),
        ("P", N_("plum")),
        ("G", N_("grapes")),
        ("M", N_("melon")),
        ("B", N_("bell")),
        ("R", N_("bar")),
        ("V", N_("seven")),
        ("D", N_("diamond")),
        ("H", N_("horseshoe")),
        ("K", N_("clover")),
        ("T", N_("star")),
        ("N", N_("coin")),
    )
)

SYMBOLS: Mapping[str, Symbol] = {symbol.letter: symbol for symbol in (*KNOWN, *PICKER)}
#: letters without a name of their own are called by their letter
NAMES: Mapping[str, str] = {letter: letter for letter in CARDS} | {s.letter: s.name for s in SYMBOLS.values()}
VALUES: Mapping[str, int] = {s.letter: s.points for s in SYMBOLS.values() if s.points is not None}

# book, components (SM-R1, SM-R2)
SLOT_CARDS, SCORE_CARDS, SPIN_AGAIN_CARDS, CUMBER_CARDS = 72, 4, 4, 3
# book, set-up (SM-R3, SM-R7)
PLAYERS = range(1, 9)
ROUNDS = range(1, 4)
HAND = 3


@dataclass(frozen=True, slots=True)
class Rank:
    """One line of the ladder of solo and co-operative play: its first number of points, and its two names in use."""

    first: int
    book: str
    site: str


#: SM-R49, read as SM-A27 reads it; 504 and the second names: site
LADDER = (
    Rank(0, "Beginner", "Beginner"),
    Rank(402, "Basic", "Basic"),
    Rank(504, "Good", "Good"),
    Rank(600, "Gambler", "Gambler Pro"),
    Rank(604, "Wizard", "Magician"),
    Rank(650, "Master", "King Coin"),
    Rank(700, "Slot Machine King", "Master"),
)
WIZARD = LADDER[4]
#: the other reading of the book's second and third line, which share 502
GOOD_FROM_502 = 502


@dataclass(frozen=True, slots=True)
class Mark:
    """A score to beat, the date of it in ISO form or the minutes it belongs to, and its source."""

    points: int
    when: str | None
    minutes: int | None
    source: str


RECORDS = (
    Mark(656, "2019-11-09", None, "book: the creator, solo"),
    Mark(672, "2019-11-23", None, "book: the creator, solo"),
)
THOUGHT_POSSIBLE = Mark(732, None, None, "site: thought to be the most that can be had; 700 was never scored")
TIME_MARKS = (
    Mark(700, None, 5, "book, variation U: extremely hard"),
    Mark(600, None, 20, "book, variation U: doable"),
)
