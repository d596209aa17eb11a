"""What a game promises, and how its table is told again from the log.

A game is a set of pure functions over immutable values. Its truth is the log of a table: a list of events. Nothing
here knows of Flask, SQLite, a clock or chance; what is drawn by chance arrives inside an event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol, TypeVar

from companion.help import Help


class Who(str):
    """A seat, or a set of tiles, named inside a sentence: words put the person's name in its place."""

    __slots__ = ()


#: what `Game.concerns` names where an act records something for more than one person
SEVERAL = "*"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is so: a code that words turn into a sentence, and the numbers, names and cells in it.

    `values` hold strings, whole numbers, `Who`, and tuples of these. `confirm` marks a reason that only asks:
    the same act is taken when it comes again with this code among its confirmed ones.
    """

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)
    confirm: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """An act that is not taken, with every reason against it."""

    reasons: tuple[Reason, ...]

    @property
    def asks_only(self) -> bool:
        """Tell whether every reason can be confirmed away."""
        return all(reason.confirm for reason in self.reasons)


def refuse(code: str, **values: Any) -> Refused:
    """Build a refusal with one reason."""
    return Refused((Reason(code, values),))


@dataclass(frozen=True, slots=True)
class Event:
    """One line of a table's log.

    `data` is open to everyone at the table. `secret` never leaves the state except through `Game.view`. `by` is the
    seat that acted, or None where the host or an unseated device did. `at` is UTC in ISO form. `number` counts from 1.
    """

    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)
    secret: Mapping[str, Any] = field(default_factory=dict)
    by: str | None = None
    at: str = ""
    number: int = 0
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the story that a viewer may read: when, by whom, and the reason that words turn into a sentence."""

    number: int
    at: str
    by: str | None
    said: Reason
    round: int = 0
    taken_back: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """One act that can be named now, free when `reasons` is empty."""

    kind: str
    data: Mapping[str, Any]
    secret: Mapping[str, Any] = field(default_factory=dict)
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Act:
    """One act of a try-out: its kind, and what its event says openly and in secret."""

    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)
    secret: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tryout:
    """A table to try a game out without its box: the data of its `setup` event, made-up people in it, and their acts.

    The acts lead into the middle of a game. What is drawn for them is drawn as at any table, so none may depend on it.
    """

    setup: Mapping[str, Any]
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One value that a recorded line holds and that can be put right; `choices` pair values and labels.

    Without choices it is a whole number. `name` is the value's name in the event's data.
    """

    name: str
    label: Reason
    value: str
    choices: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Amount:
    """Chips or points of a seat, or of a place of the table, as everyone may count them.

    `more` and `less` are the codes of what is said where it has grown or shrunk.
    """

    more: str
    less: str
    of: str
    n: int
    place: str = ""


@dataclass(frozen=True, slots=True)
class Value:
    """One printed value: where it is kept, what it is called, what it says (None: not known), and whence.

    `source` is one of cards.SOURCES. A value that stands `aside` is not counted: a name or a picture beside others.
    """

    card: str
    key: str
    label: Reason
    says: Reason | None
    source: str
    aside: bool = False

    @property
    def place(self) -> tuple[str, str]:
        """Name the place at which it is kept."""
        return self.card, self.key


@dataclass(frozen=True, slots=True)
class Card:
    """Printed values that are looked at and entered together.

    `kind` names the form and the template of the game, `face` holds what that template shows. `notes` are what to know
    of the values, such as a number that does not add up.
    """

    name: str
    kind: str
    title: Reason
    values: tuple[Value, ...]
    face: Any
    notes: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """A value that no card can have, and why; without a key it is the card itself."""

    card: str
    key: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the seats from best to worst, each with its place (level seats share one), and who won."""

    order: tuple[str, ...]
    places: Mapping[str, int]
    winners: tuple[str, ...]
    because: tuple[Reason, ...]


class Seated(Protocol):
    """A person as every view shows them: the seat's id, and the name by which people know it."""

    @property
    def id(self) -> str:
        """Give the id of the seat."""

    @property
    def name(self) -> str:
        """Give the name."""


class View(Protocol):
    """What every game's view holds, whatever else is in it."""

    @property
    def seats(self) -> Sequence[Seated]:
        """List the people in the order of their seats."""

    @property
    def names(self) -> Mapping[str, str]:
        """Map seats and sets to the names of today."""

    @property
    def scopes(self) -> Mapping[str, str]:
        """Map each kind of act to the part of the table that it moves."""

    @property
    def log(self) -> Sequence[Line]:
        """List the lines of the story that this viewer may read."""


S = TypeVar("S")


class Game(Protocol[S]):
    """One game: data about it, and pure functions over its states."""

    key: str
    title: str
    #: for the lobby: what the companion does for this game, in a few short lines
    offers: tuple[str, ...]
    players: range
    sentences: Mapping[str, str | tuple[str, str]]
    #: kinds that only the seat named in the event's own `seat` may send, whoever else may record
    own_kinds: frozenset[str]
    #: kinds that only the host may send
    host_kinds: frozenset[str]
    #: kinds that are never taken back, and behind which no undo reaches
    lasting_kinds: frozenset[str]
    #: kinds that an undo passes over: they stand beside the play
    passing_kinds: frozenset[str]

    #: kinds whose draw everyone may see at once: its order goes into the open part of the event
    open_draws: frozenset[str]

    #: the rules in our own words, and which of them stands behind a reason
    help: Help
    #: a table with made-up people, some turns into the game
    tryout: Tryout
    #: kinds whose lines can be put right later: what they move follows; what was dealt, chosen or opened stands (E-90)
    mended_kinds: frozenset[str]

    def defaults(self, players: int, kept: Mapping[str, Any]) -> Mapping[str, Any]:
        """Fill in the data of a `setup` event for so many players, from what earlier tables kept."""

    def again(self, state: S, kept: Mapping[str, Any]) -> Mapping[str, Any]:
        """Fill in the data of a `setup` event that goes on with the seats of a finished game, from what is kept now."""

    def start(self, event: Event) -> S | Refused:
        """Open a table from its `setup` event."""

    def apply(self, state: S, event: Event) -> S | Refused:
        """Take one event, or refuse it with every reason against it and nothing changed."""

    def without(self, state: S, event: Event) -> S:
        """Keep what stays true of an event that was taken back: mostly nothing."""

    def entries(self, state: S, event: Event) -> Sequence[Entry]:
        """Name what can be put right in an event that met this state; nothing where it can only be struck."""

    def amounts(self, state: S) -> Sequence[Amount]:
        """Count the chips and points that everyone may see."""

    def draw(self, state: S, kind: str) -> Sequence[str] | None:
        """Name what must be shuffled for an event of this kind; its order goes into the event's secret `order`.

        A random `salt` of 64 hexadecimal digits goes beside it. The order of an open draw goes into the open `order`.
        """

    def scope(self, state: S, kind: str, data: Mapping[str, Any]) -> str:
        """Name the part of the table that an event moves; a form is stale only when its own part has moved."""

    def concerns(self, state: S, event: Event) -> str | None:
        """Name the seat for which an event records something, SEVERAL, or None when it concerns the table as such."""

    def options(self, state: S, seat: str | None) -> Sequence[Option]:
        """List every act that can be named now, each free or with the reasons why not, by what the table may know."""

    def view(self, state: S, seat: str | None, at: Mapping[str, str], held: bool = False) -> View:
        """Show what one viewer may know, and nothing else; `held` adds the seat's own card."""

    def rounds_over(self, state: S) -> int:
        """Count the rounds that are over; whenever there is one more, a copy of the tables is kept."""

    def outcome(self, state: S) -> Outcome | None:
        """Tell how the game ended, or None while it runs."""

    def keep(self, state: S) -> Mapping[str, Any] | None:
        """Name what later tables shall start from, or None."""

    def cards(self, kept: Mapping[str, Any]) -> Sequence[Card]:
        """List the printed cards of the owner's copy that the rulebook leaves out, as far as they are known."""

    def printed(self, kept: Mapping[str, Any]) -> Mapping[str, Any]:
        """Keep, of all that later tables start from, what is printed on cards."""

    def card_faults(self, kept: Mapping[str, Any]) -> Sequence[Fault]:
        """List every value that no card of this game can have, with its place; nothing where all can be kept."""

    def cards_at(self, state: S) -> Mapping[str, Any]:
        """Give the cards by which a table is judged now, the way they are kept."""

    def record(self, state: S) -> str:
        """Tell who may record: `everyone`, `own` or `host`.

        An event that settles it says so as `record` in its data, and comes from the host.
        """

    def has_secrets(self, state: S) -> bool:
        """Tell whether seats hold dealt cards now that others must not see."""


class BrokenLog(ValueError):
    """A log that the rules refuse at one of its lines."""

    def __init__(self, number: int, refused: Refused) -> None:
        super().__init__(f"event {number} is refused: {[reason.code for reason in refused.reasons]}")
        self.number = number
        self.refused = refused


UNDONE, REDONE = "undone", "redone"
#: the owner has entered values of a card (`name`, `data`) that were missing at a table: the game takes those alone
COMPLETED = "completed"
#: a phone took or left a seat, or became the host's: told to everyone, and no matter of the game
SEAT_TAKEN, SEAT_FREED, HOST_MOVED = "seat_taken", "seat_freed", "host_moved"
#: a phone asks for a seat or for the host's part, and the others said no
PLEADED, DENIED, OPENED = "pleaded", "denied", "card_opened"
#: somebody calls everyone to look at their card, so that nobody's look is a sign
TOGETHER = "together"
#: the table went back to the last good line: from the event named to this one, nothing counts any more
CUT = "cut"
#: an earlier line was put right: what it says from now on, or that it does not count
AMENDED = "amended"
HANDS = frozenset({SEAT_TAKEN, SEAT_FREED, HOST_MOVED, PLEADED, DENIED, OPENED})
#: the people of this table are made up, and nothing of it is kept for later ones
TRIED_OUT = "tried_out"
#: what stands in a log beside the events that a state is made from
BESIDE = HANDS | {TOGETHER, TRIED_OUT, CUT, UNDONE, REDONE, AMENDED}
#: what says of earlier events whether they count, and what they say
TURNS = frozenset({CUT, UNDONE, REDONE, AMENDED})


def counted(events: Sequence[Event]) -> tuple[Event, ...]:
    """Leave out the events behind which the table went back because its log could not be told (E-104).

    Raises BrokenLog where one that says so cannot be read.
    """
    if not any(event.kind == CUT for event in events):
        return tuple(events)
    kept: list[Event] = []
    end = len(events) + 1
    for event in reversed(events):
        if event.number < end:
            kept.append(event)
            end = _named(event) if event.kind == CUT else event.number
    return tuple(reversed(kept))


def _named(event: Event) -> int:
    """Give the number of the earlier event that an event names."""
    number = event.data.get("event")
    if not isinstance(number, int) or not 0 < number < event.number:
        raise BrokenLog(event.number, refuse("event-unreadable"))
    return number


def taken_back(events: Sequence[Event]) -> frozenset[int]:
    """Name the numbers of the events that stand undone at the end of this log."""
    gone: set[int] = set()
    for event in counted(events):
        if event.kind == UNDONE:
            gone.add(_named(event))
        elif event.kind == REDONE:
            gone.discard(_named(event))
    return frozenset(gone)


def amended(events: Sequence[Event]) -> Mapping[int, Event | None]:
    """Map the numbers of the events that were put right to what they say now, None where they do not count any more.

    Raises BrokenLog where one that says so cannot be read.
    """
    now: dict[int, Event | None] = {}
    for event in amendments(events):
        number, becomes = _named(event), event.data.get("becomes")
        if not isinstance(becomes, Mapping | None):
            raise BrokenLog(event.number, refuse("event-unreadable"))
        now[number] = None if becomes is None else replace(events[number - 1], data=becomes)
        now |= dict.fromkeys(event.data.get("without", ()))
    return now


def amendments(events: Sequence[Event]) -> tuple[Event, ...]:
    """List the standing events by which earlier ones were put right."""
    gone = taken_back(events)
    return tuple(e for e in counted(events) if e.kind == AMENDED and e.number not in gone)


def standing(events: Sequence[Event]) -> tuple[Event, ...]:
    """List the events that count: neither undone, nor struck, nor beside the game; and what put them right."""
    gone = taken_back(events) | {number for number, event in amended(events).items() if event is None}
    return tuple(e for e in counted(events) if e.number not in gone and (e.kind not in BESIDE or e.kind == AMENDED))


def replay(game: Game[S], events: Sequence[Event]) -> S:
    """Fold a log into its state.

    Raises BrokenLog with the number of the first event that the rules refuse, or that they cannot read.
    """
    return _fold(game, events, frozenset())[0]


def _fold(game: Game[S], events: Sequence[Event], may_go: frozenset[int]) -> tuple[S, list[int]]:
    """Fold a log, and let go of those events among `may_go` that the rules refuse: their numbers come beside the state.

    Raises BrokenLog as `replay` does.
    """
    gone, put_right = taken_back(events), amended(events)
    latest = max((event.number for event in amendments(events)), default=0)
    lost: list[int] = []
    first, *rest = (event for event in counted(events) if event.kind not in BESIDE)
    state = _told(game.start, first)
    for event in rest:
        now = put_right.get(event.number, event)
        if event.number in gone or now is None:
            state = game.without(state, event)
            continue
        try:
            state = after(game, state, now, sure=event.number < latest)
        except BrokenLog:
            if event.number not in may_go:
                raise
            lost.append(event.number)
            state = game.without(state, event)
    return state, lost


def after(game: Game[S], state: S, event: Event, sure: bool = False) -> S:
    """Take the next event of a log that was recorded before.

    `sure` answers whatever only asks: the event met another table when it was recorded, and an earlier line was put
    right since. Raises BrokenLog where the rules refuse it or cannot read it.
    """
    return _told(partial(_surely if sure else _plainly, game, state), event)


def _plainly(game: Game[S], state: S, event: Event) -> S | Refused:
    return game.apply(state, event)


def _surely(game: Game[S], state: S, event: Event) -> S | Refused:
    taken = game.apply(state, event)
    while isinstance(taken, Refused) and taken.asks_only:
        asked = tuple(reason.code for reason in taken.reasons if reason.code not in event.confirmed)
        if not asked:
            break
        event = replace(event, confirmed=(*event.confirmed, *asked))
        taken = game.apply(state, event)
    return taken


def _told(take: Callable[[Event], S | Refused], event: Event) -> S:
    try:
        state = take(event)
    except Exception as error:
        # Another version, or a damage, may have put anything into it: what goes wrong here is the event's fault.
        raise BrokenLog(event.number, refuse("event-unreadable")) from error
    if isinstance(state, Refused):
        raise BrokenLog(event.number, state)
    return state


def fitted(game: Game[S], events: Sequence[Event], change: Event) -> tuple[Event, S]:
    """Tell a log with an earlier line put right; the change then names the later lines that no longer fit (E-90).

    Raises BrokenLog with the line that stands against it: the one that was to be put right, or one that must stand.
    """
    may_go = {event.number for event in events if event.kind in game.mended_kinds} - {_named(change)}
    state, lost = _fold(game, (*events, change), frozenset(may_go))
    return replace(change, data={**change.data, "without": lost}), state


def last_good(game: Game[Any], events: Sequence[Event]) -> int:
    """Find the number of the last event up to which a log can be told, 0 where not even its first can be (E-104)."""
    end = len(events)
    while end:
        try:
            replay(game, events[:end])
        except BrokenLog as broken:
            # Only an event that speaks of earlier ones can have broken what was good before it came.
            turns = [event.number for event in events[broken.number : end] if event.kind in TURNS]
            end = max(turns, default=broken.number) - 1
        else:
            return end
    return 0


def next_undo(game: Game[Any], events: Sequence[Event]) -> Event | None:
    """Find the event that an undo would take back now, or None where a lasting one stands in the way."""
    for event in reversed(standing(events)):
        if event.kind in game.lasting_kinds:
            return None
        if event.kind not in game.passing_kinds:
            return event
    return None


def next_redo(game: Game[Any], events: Sequence[Event]) -> Event | None:
    """Find the event that a redo would bring back now: the latest undone one, while nothing new was recorded since."""
    gone = taken_back(events)
    by_number = {event.number: event for event in events}
    for event in reversed(counted(events)):
        if event.kind == UNDONE and event.data["event"] in gone:
            return by_number[event.data["event"]]
        if event.kind == AMENDED or (event.kind not in game.passing_kinds and event.kind not in BESIDE):
            return None
    return None
