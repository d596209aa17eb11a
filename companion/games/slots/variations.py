"""The lettered variations and the settings of a table, which of them clash, and whose turn it is under them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from companion.engine import Reason
from companion.games.slots.symbols import HAND, PLAYERS
from companion.language import N_, Term

Mode = Literal["solo", "competitive", "teams", "co-operative"]


@dataclass(frozen=True, slots=True)
class Settings:
    """What a table may settle for itself, defaults first (rules.md section 8 gives the reading behind each)."""

    decks: int = 1
    any_as_shield: bool = True
    all_paired_by: str = "cards"
    just_played_yields: bool = False
    bonus: str = "every-pair"
    any_in_hand: int = 0
    rank_502: str = "basic"
    rank_604: str = "exactly"
    rank_names: str = "book"
    timer_pause: bool = False
    record: str = "everyone"


DEFAULTS = Settings()
#: the values that each setting may have; `any_in_hand` may be any whole number
CHOICES: Mapping[str, tuple[str | int | bool, ...]] = {
    "decks": (1, 2),
    "any_as_shield": (True, False),
    "all_paired_by": ("cards", "paylines"),
    "just_played_yields": (False, True),
    "bonus": ("every-pair", "once"),
    "rank_502": ("basic", "good"),
    "rank_604": ("exactly", "from"),
    "rank_names": ("book", "site"),
    "timer_pause": (False, True),
    "record": ("everyone", "own", "host"),
}


@dataclass(frozen=True, slots=True)
class Variation:
    """One lettered variation of the rulebook: its letter, one plain line, and the id of its rule."""

    letter: str
    line: Term

    @property
    def rule(self) -> str:
        """Give the id of its rule."""
        return f"SM-V{self.letter}"


VARIATIONS: Mapping[str, Variation] = {
    letter: Variation(letter, Term(line))
    for letter, line in (
        ("A", N_("Cards in a set of two may be covered.")),
        ("B", N_("An ANY and a symbol on one payline are a set of two as well.")),
        ("C", N_("4, 6 or 8 people play in teams of two, partners seated opposite.")),
        ("D", N_("Two slot machines lie on the table; each turn you choose one.")),
        ("E", N_("As many rounds as people, so that everyone starts once.")),
        ("F", N_("The card that the previous player just played may not be covered.")),
        ("G", N_("A stack holds 5 cards at most.")),
        ("H", N_("Three of a kind in the hand are no prize; only the grid pays.")),
        ("I", N_("Hands have 4 cards.")),
        ("J", N_("The slot machine has 4 columns and 3 rows.")),
        ("K", N_("At the start of a round everyone discards one card unseen and draws another.")),
        ("L", N_("One open card a person lies by the pile; the draw may take one of them.")),
        ("M", N_("Look at your hand once, then play it from memory.")),
        ("N", N_("After your play, discard another card and draw two.")),
        ("O", N_("Drawing is optional; the empty pile ends the game, and cards in hand cost their points.")),
        ("P", N_("Nothing is claimed while building; prizes are covered up before the first turn.")),
        ("Q", N_("Keep one card for each prize; the rest makes a new pile once the pile is empty.")),
        ("R", N_("Two sets of one symbol score a third one as a bonus.")),
        ("S", N_("The first lap goes the other way round, then its last player plays again.")),
        ("T", N_("The first hand has 3 cards, the next 4, and so on in turn order.")),
        ("U", N_("Play against a timer: 600 points in 20 minutes, or 700 in 5.")),
    )
}

TEAM_PLAYERS = (4, 6, 8)
#: the only pair that excludes each other: teams compete, the timer is for solo and co-operative play (SM-A35)
CLASH = ("C", "U")


def refusals(players: int | None = None, variations: Collection[str] = ()) -> tuple[Reason, ...]:
    """List what no table can be: too few or too many people, uneven teams, variations that exclude each other.

    Players are not looked at where they are None. A wrong number of them is refused alone.
    """
    if players is not None and players not in PLAYERS:
        least, most = PLAYERS[0], PLAYERS[-1]
        nearest = least if players < least else most
        return (Reason("players", {"players": players, "least": least, "most": most, "nearest": nearest}),)
    found: list[Reason] = []
    if players is not None and "C" in variations and players not in TEAM_PLAYERS:
        least = min(abs(fitting - players) for fitting in TEAM_PLAYERS)
        closest = tuple(str(fitting) for fitting in TEAM_PLAYERS if abs(fitting - players) == least)
        found.append(Reason("teams", {"players": players, "nearest": closest}))
    if set(CLASH) <= set(variations):
        found.append(Reason("variations", {"one": CLASH[0], "other": CLASH[1]}))
    return tuple(found)


def notes(players: int, variations: Collection[str], mode: Mode, decks: int = 1) -> tuple[Reason, ...]:
    """List what a table may do but should know of: variations left idle, a deck too small (SM-A30, SM-A35)."""
    together = mode in ("solo", "co-operative")
    noted = {
        "idle-b": {"A", "B"} <= set(variations),
        "idle-c": "C" in variations and together,
        "idle-u": "U" in variations and not together,
        "idle-e": "E" in variations and players == 1,
        "idle-s": "S" in variations and players == 1,
        "idle-f": "F" in variations and players == 1,
        "idle-t": "T" in variations and players == 1,
    }
    found = [Reason(code) for code, holds in noted.items() if holds]
    if players > 4 and decks == 1 and "Q" not in variations:
        found.append(Reason("small-deck", {"players": players}))
    return tuple(found)


def hand_size(variations: Collection[str] = ()) -> int:
    """Give the size of a hand: three cards, four under I (SM-VI, SM-A51)."""
    return HAND + 1 if "I" in variations else HAND


def opening_hands(players: int, variations: Collection[str] = ()) -> tuple[int, ...]:
    """Count the cards that each is dealt, in turn order from the starting player; one more each under T (SM-VT)."""
    size = hand_size(variations)
    return tuple(size + place if "T" in variations else size for place in range(players))


def most_in_hand(players: int, variations: Collection[str] = ()) -> int:
    """Count the most cards that a hand may be said to hold: the longest hand dealt, and three that came to it."""
    return max(opening_hands(players, variations)) + HAND


def grid_size(variations: Collection[str] = ()) -> tuple[int, int]:
    """Give the rows and columns of a slot machine: 3 and 3, or 3 and 4 under J (SM-R9, SM-VJ, SM-A40)."""
    return (3, 4) if "J" in variations else (3, 3)


def rounds(players: int, chosen: int, variations: Collection[str] = ()) -> int:
    """Count the rounds: as chosen, or one for each person under E (SM-VE, SM-A52)."""
    return players if "E" in variations else chosen


def starting_seat(players: int, first: int, number: int) -> int:
    """Name the seat that starts a round: one seat on, clockwise, for each round from 1 (SM-R45)."""
    return (first + number - 1) % players


def seat_on_turn(players: int, start: int, turn: int, variations: Collection[str] = ()) -> int:
    """Name the seat that plays a turn of a round, both counted from 0: clockwise from the start (SM-R8).

    Under S the first lap runs the other way, its last player plays twice in a row, and from there it goes clockwise
    (SM-VS, SM-A48).
    """
    if "S" not in variations:
        return (start + turn) % players
    if turn < players:
        return (start - turn) % players
    return (start + 1 + turn - players) % players


def team_of(players: int, seat: int) -> int:
    """Give the number of a seat's team, from 0: partners sit opposite each other (SM-VC, SM-A37)."""
    return seat % (players // 2)
