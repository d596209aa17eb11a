"""The state of a slot machine table: immutable values, and the questions that can be put to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from companion.engine import Event, Line, Reason
from companion.games.slots.card import Card, Entry, always, any_count
from companion.games.slots.grid import Grid, Shape, shape_of
from companion.games.slots.scoring import Sum, known_points, score
from companion.games.slots.symbols import ANY, OPEN
from companion.games.slots.variations import (
    DEFAULTS,
    Settings,
    grid_size,
    rounds,
    seat_on_turn,
    starting_seat,
    team_of,
)
from companion.language import N_, Term
from companion.names import told_apart
from companion.people import Player

UNKNOWN = "?"
#: stands in an act that comes from a page which asks about it first; older logs hold such acts unasked, and replay
ASKS = "asks"
#: the signs that stand for cards nobody has named, one for each cell: each is like no other
NAMELESS = tuple(chr(0xE000 + index) for index in range(12))


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a round: the seconds run so far, and since when it runs now (None: it stands)."""

    seconds: int = 0
    since: str | None = None
    used: bool = False

    def stopped(self, at: str) -> Clock:
        """Stop the clock."""
        if self.since is None:
            return self
        ran = datetime.fromisoformat(at) - datetime.fromisoformat(self.since)
        return replace(self, seconds=self.seconds + max(0, int(ran.total_seconds())), since=None)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One round on the score sheet: each seat's sets by symbol, and under O the cards left in each hand."""

    prizes: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    clock: Clock = field(default_factory=Clock)
    ended: bool = False


@dataclass(frozen=True, slots=True)
class Machine:
    """One slot machine as recorded: the cards of each cell from bottom to top, '?' where nobody has named one.

    What lies below a top is never shown (SM-R21). `to_fill` are the cells that a claim has emptied.
    """

    rows: int
    columns: int
    stacks: tuple[str, ...]
    to_fill: tuple[int, ...] = ()

    @property
    def shape(self) -> Shape:
        """Give the shape of the machine."""
        return shape_of(self.rows, self.columns)

    @property
    def tops(self) -> tuple[str, ...]:
        """List what lies open, row by row."""
        return tuple(stack[-1:] or OPEN for stack in self.stacks)

    @property
    def grid(self) -> Grid:
        """Give the open cards for judging; a card that nobody has named is like no other."""
        return judged_grid(self.shape, self.tops)

    @property
    def heights(self) -> tuple[int, ...]:
        """Count the cards in each stack; what may lie below a card when nobody has looked counts nothing (SM-VG)."""
        return tuple(len(stack.lstrip(UNKNOWN)) or len(stack) for stack in self.stacks)

    def put(self, index: int, card: str) -> Machine:
        """Lay a card on a cell."""
        left = tuple(cell for cell in self.to_fill if cell != index)
        return replace(self, stacks=self._with(index, self.stacks[index] + card), to_fill=left)

    def named(self, index: int, card: str) -> Machine:
        """Name the card that came to light on a cell, or say that none is left; below it may lie more."""
        return replace(self, stacks=self._with(index, "" if card == OPEN else UNKNOWN + card))

    def _with(self, index: int, stack: str) -> tuple[str, ...]:
        return (*self.stacks[:index], stack, *self.stacks[index + 1 :])


@dataclass(frozen=True, slots=True)
class JustPlayed:
    """The card that somebody just played, by its machine and cell.

    `owes` tells that it may lie there only for the prize that it makes, and that nothing was claimed since (SM-A18).
    """

    seat: str
    machine: int
    index: int
    owes: bool = False


def judged_grid(shape: Shape, tops: tuple[str, ...]) -> Grid:
    """Build the grid that the rules judge."""
    return Grid(shape, [NAMELESS[i] if top == UNKNOWN else top for i, top in enumerate(tops)])


@dataclass(frozen=True)
class State:
    """A table of Vegas Slot Machine 1973. It never changes, so what follows from it is worked out once.

    `turn` counts the turns of the round from 0, `more_built` the building cards laid by Spin Agains beside them.
    `played_now` and `last_played` are the cards that this turn and the turn before played, while they lie where they
    were played (SM-VF); `has_played` stays. `opened` tells that a card was played in normal play, `filling` that cells
    are being filled: then nothing is claimed before all of them are (SM-A9). `spun_a` are the seats that have played
    the Spin Again in front of them (SM-R51).
    """

    players: tuple[Player, ...]
    first: str
    card: Card
    mode: str = "competitive"
    chosen_rounds: int = 1
    spin: str = ""
    cumber: str = ""
    variations: tuple[str, ...] = ()
    settings: Settings = DEFAULTS
    practice: bool = False
    kept: Mapping[str, Any] = field(default_factory=dict)
    entered_here: frozenset[str] = frozenset()
    left: tuple[Player, ...] = ()
    next_seat: int = 1
    sheets: tuple[Sheet, ...] = ()
    machines: tuple[Machine | None, ...] = ()
    turn: int = 0
    more_built: int = 0
    prizes_now: int = 0
    emptied: bool = False
    opened: bool = False
    filling: bool = False
    has_played: bool = False
    played_now: JustPlayed | None = None
    last_played: JustPlayed | None = None
    spun_a: frozenset[str] = frozenset()
    story: tuple[Line, ...] = ()

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """Name the seats clockwise."""
        return tuple(player.id for player in self.players)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Give every seat the name under which people know it; those who left keep theirs in the story."""
        return told_apart([(player.id, _called(player)) for player in (*self.players, *self.left)])

    @property
    def phase(self) -> str:
        """Name the phase: setup, play, between (rounds) or over."""
        if not self.sheets:
            return "setup"
        if not self.sheets[-1].ended:
            return "play"
        return "over" if len(self.sheets) >= self.rounds else "between"

    @property
    def rounds(self) -> int:
        """Count the rounds that are played in all (SM-R3, VE)."""
        return rounds(len(self.players), self.chosen_rounds, self.variations)

    @property
    def together(self) -> bool:
        """Tell whether all play for one score."""
        return self.mode in ("solo", "co-operative")

    @cached_property
    def symbols(self) -> Card:
        """List the symbols that can be prizes at this table, with those of the expansions in play."""
        both = always(self.kept)
        extra = [entry for entry, on in zip(both, ("B" in self.spin, bool(self.cumber)), strict=True) if on]
        return (*self.card, *extra)

    def entry(self, letter: str) -> Entry | None:
        """Find a symbol of this table."""
        return next((entry for entry in self.symbols if entry.letter == letter), None)

    def in_deck(self, letter: str) -> int | None:
        """Count the cards of a symbol, or the ANYs, in the decks of this table; None where nobody has (SM-A30)."""
        entry = self.entry(letter)
        count = entry.count if entry else None
        if letter == ANY and not self.practice:
            count = any_count(self.kept)
        return None if count is None else count * self.settings.decks

    @cached_property
    def cards(self) -> frozenset[str]:
        """Name every card that may lie in the grid: the symbols and ANY."""
        return frozenset(entry.letter for entry in self.symbols) | {ANY}

    @cached_property
    def values(self) -> Mapping[str, int]:
        """Map the symbols whose points are known to the points of a set."""
        return {entry.letter: entry.points for entry in self.symbols if entry.points is not None}

    # Teams and turns

    @cached_property
    def teams(self) -> Mapping[str, tuple[str, ...]]:
        """Map each team's letter to its seats, partners opposite; empty where there are none (SM-VC, A37)."""
        if self.mode != "teams" or len(self.players) % 2:
            return {}
        found: dict[str, tuple[str, ...]] = {}
        for i, seat in enumerate(self.seats):
            letter = "ABCD"[team_of(len(self.seats), i)]
            found[letter] = (*found.get(letter, ()), seat)
        return found

    def starter(self, number: int) -> str:
        """Name the seat that starts a round, counted from 1 (SM-R45)."""
        return self.seats[starting_seat(len(self.seats), self.seats.index(self.first), number)]

    def seat_at(self, turn: int) -> str:
        """Name the seat that plays a turn of the running round, counted from 0 (SM-R8, VS)."""
        start = self.seats.index(self.starter(len(self.sheets)))
        return self.seats[seat_on_turn(len(self.seats), start, turn, self.variations)]

    @property
    def on_turn(self) -> str | None:
        """Name the seat whose turn it is."""
        return self.seat_at(self.turn) if self.phase == "play" else None

    @property
    def machine_count(self) -> int:
        """Count the slot machines on the table (SM-VD)."""
        return 2 if "D" in self.variations else 1

    @property
    def cells(self) -> int:
        """Count the cells of all machines: so many cards are built before normal play (SM-R9, A38)."""
        rows, columns = grid_size(self.variations)
        return rows * columns * self.machine_count

    @property
    def told_built(self) -> int:
        """Count the cards laid while building, by the turns told (SM-R9, R10)."""
        return min(self.turn + self.more_built, self.cells)

    @property
    def built(self) -> int:
        """Count the cards laid while building, by the turns told or by what lies recorded if that is more (SM-R9).

        A cell that a claim has emptied had its card.
        """
        lying = (machine for machine in self.machines if machine is not None)
        return max(self.told_built, sum(sum(map(bool, m.stacks)) + len(m.to_fill) for m in lying))

    @property
    def piles(self) -> Reason:
        """Name what is empty in the end: under Q discards make a new pile, so it is both (SM-VQ, A35, A46).

        Inside a sentence it stands in a tuple: by itself a reason begins with a capital.
        """
        return Reason("both-piles" if "Q" in self.variations else "the-pile")

    @property
    def round_over(self) -> bool:
        """Tell whether nothing is played any more: under O the empty pile ends the round (SM-VO)."""
        return self.emptied and "O" in self.variations

    @property
    def stage(self) -> str:
        """Name the stage of the round: build, play or end (SM-R41, A25)."""
        if self.emptied:
            return "end"
        return "build" if self.built < self.cells and not self.opened else "play"

    @property
    def covering(self) -> bool:
        """Tell whether prizes are covered and not claimed: under P until the first card after building (SM-VP)."""
        return "P" in self.variations and not self.opened and self.turn + self.more_built <= self.cells

    # Scores

    def sums(self, number: int, seat: str) -> tuple[Sum, ...]:
        """Lay out what a seat scores in a round, counted from 1, line by line."""
        sheet = self.sheets[number - 1]
        return score(
            sheet.prizes.get(seat, {}),
            sheet.hands.get(seat, ()),
            values=self.values,
            variations=self.variations,
            settings=self.settings,
        )

    def points(self, number: int, seat: str) -> int:
        """Count the points of a seat in a round, as far as they are known."""
        return known_points(self.sums(number, seat))

    def missing(self, number: int, seat: str) -> tuple[str, ...]:
        """Name the symbols that a seat scored in a round and whose points nobody has entered."""
        return tuple(dict.fromkeys(line.symbol for line in self.sums(number, seat) if line.each is None))

    def missing_of_all(self, number: int) -> tuple[str, ...]:
        """Name the symbols whose points keep a round open for anybody (E-96)."""
        return tuple(dict.fromkeys(symbol for seat in self.seats for symbol in self.missing(number, seat)))

    def total(self, seat: str) -> int:
        """Add up the rounds of a seat, as far as they are known (SM-R47)."""
        return sum(self.points(number, seat) for number in range(1, len(self.sheets) + 1))

    def total_missing(self, seat: str) -> tuple[str, ...]:
        """Name the symbols whose points are not entered and keep a seat's total open (E-96)."""
        rounds = range(1, len(self.sheets) + 1)
        return tuple(dict.fromkeys(symbol for number in rounds for symbol in self.missing(number, seat)))

    def with_prizes(self, number: int, seat: str, more: Mapping[str, int]) -> State:
        """Add sets to a seat's line of a round."""
        prizes = self.sheets[number - 1].prizes
        line = dict(prizes.get(seat, {}))
        for letter, n in more.items():
            line[letter] = line.get(letter, 0) + n
        return self.with_sheet(number, prizes=dict(prizes) | {seat: {k: n for k, n in line.items() if n}})

    def with_sheet(self, number: int, **changes: Any) -> State:
        """Copy the state with some fields of one round's sheet changed."""
        at = number - 1
        changed = replace(self.sheets[at], **changes)
        return replace(self, sheets=(*self.sheets[:at], changed, *self.sheets[at + 1 :]))


def told(state: State, event: Event, code: str, **values: Any) -> State:
    """Add a line to the story of the table."""
    line = Line(event.number, event.at, event.by, Reason(code, values), len(state.sheets))
    return replace(state, story=(*state.story, line))


def newcomer(seat: str) -> Term:
    """Name somebody who has not given a name."""
    return Term(N_("Player {n}"), n=seat)


def _called(player: Player) -> str:
    """Give the name of a person; one that only numbers the seat is ours, and spoken in any tongue."""
    ours = newcomer(player.id)
    return ours if ours == player.name else player.name
