"""Tables as they stand: a log told into a state, who holds the seats, and what a device may do there."""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

from companion.engine import AMENDED, BESIDE, CUT, TRIED_OUT, TURNS, Event, Game, Outcome, after, counted, replay
from companion.games import games
from companion.store import Former, LoggedEvent, Plea, Store, TableRow

#: where an event holds, among its secrets, the order that was drawn for it
DRAWN = "order"
#: the event of a seat's first look at its card; a game that has cards takes it
FIRST_LOOK = "first_look"


class NoTable(LookupError):
    """A code that no table of a known game has."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks or acts: the hash of a device, the seats it holds, and whether it is the host's.

    `seat` is the one through which it looks now, or None for a board that shows what everybody may see.
    """

    device: str | None = None
    seats: tuple[str, ...] = ()
    host: bool = False
    seat: str | None = None
    may_record: bool = False


@dataclass(frozen=True, slots=True)
class Person:
    """Someone at a table: seat, name, suit ('' where the game has none), and the hash of the seat's device if any."""

    seat: str
    name: str
    suit: str
    device: str | None

    @property
    def taken(self) -> bool:
        """Tell whether a device holds the seat."""
        return self.device is not None


@dataclass(frozen=True)
class Told:
    """A log, the state that it tells, how everybody may see it, and how many of its events moved each scope.

    `mark` is the key of the latest event that changed anything for others than the one seat that sent it.
    """

    game: Game[Any]
    log: tuple[LoggedEvent, ...]
    state: Any
    public: Any
    scopes: Mapping[str, int]
    mark: str

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """List the events of the log."""
        return tuple(logged.event for logged in self.log)

    def mark_for(self, seat: str | None) -> str:
        """Give the keys of the latest events that may have changed anything for a seat, or for everybody (None)."""
        own = (logged for logged in reversed(self.log) if logged.event.kind in self.game.own_kinds)
        mine = next((logged.key for logged in own if seat and logged.event.data.get("seat") == seat), "")
        return f"{self.mark} {mine}"


@dataclass(frozen=True)
class Table:
    """A table as it stands now."""

    row: TableRow
    told: Told
    holders: Mapping[str, str]
    formers: frozenset[Former] = frozenset()
    pleas: tuple[Plea, ...] = ()
    blind: Mapping[str, int] = field(default_factory=dict)

    @property
    def code(self) -> str:
        """Give the code by which people find the table."""
        return self.row.code

    @property
    def game(self) -> Game[Any]:
        """Give the game that is played at it."""
        return self.told.game

    @property
    def is_tryout(self) -> bool:
        """Tell whether its people are made up: then nothing of it is kept for later tables."""
        return any(event.kind == TRIED_OUT for event in self.events)

    @property
    def has_cards(self) -> bool:
        """Tell whether seats of this game have a card of their own to look at."""
        return FIRST_LOOK in self.game.own_kinds

    @property
    def deals(self) -> tuple[int, ...]:
        """Number the events that dealt something, the latest last."""
        return tuple(event.number for event in counted(self.events) if DRAWN in event.secret)

    @property
    def deal_mark(self) -> str:
        """Tell the deals of this table apart, as everyone may: a card page of an older one is void (E-34)."""
        # A deal behind which the table went back is none any more, and whatever comes next is another one.
        return str(sum(DRAWN in event.secret or event.kind == CUT for event in self.events))

    @property
    def secrets_since(self) -> int | None:
        """Number the event that dealt the cards that others must not see now, or None while there are none."""
        return self.deals[-1] if self.deals and self.game.has_secrets(self.state) else None

    @property
    def last_deal(self) -> int:
        """Number the latest event that dealt cards, hidden or open by now; 0 where there is none."""
        return self.deals[-1] if self.deals and self.has_cards else 0

    def is_blind(self, seat: str) -> bool:
        """Tell whether the device of a seat took it over after the latest deal, and nobody vouched for its card.

        It stays so when the round is closed: closing can be taken back.
        """
        return self.blind.get(seat) == self.last_deal

    def may_look(self, seat: str) -> bool:
        """Tell whether the device of a seat may see its card: not one that took it over after the deal."""
        return self.secrets_since is None or not self.is_blind(seat)

    @property
    def devices(self) -> frozenset[str]:
        """Name every device that sits or hosts here."""
        return frozenset({*self.holders.values(), self.row.host} - {""})

    @property
    def seeing(self) -> frozenset[str]:
        """Name the devices that hold a seat and see its card: only they vouch for a card, or for a host (E-06)."""
        return frozenset(device for seat, device in self.holders.items() if not self.is_blind(seat))

    @property
    def state(self) -> Any:
        """Give the game's state."""
        return self.told.state

    @property
    def events(self) -> tuple[Event, ...]:
        """List all events, those taken back included."""
        return self.told.events

    @property
    def following(self) -> int:
        """Number the event that comes next. It counts what nobody may see as well: never show it."""
        return len(self.told.log) + 1

    @property
    def outcome(self) -> Outcome | None:
        """Tell how the game ended, or None while it runs."""
        return self.game.outcome(self.state)

    @property
    def names(self) -> Mapping[str, str]:
        """Map seats and sets of tiles to the names that people know them by."""
        names: Mapping[str, str] = self.told.public.names
        return names

    @cached_property
    def people(self) -> tuple[Person, ...]:
        """List the people in the order of their seats."""
        seats = self.told.public.seats
        return tuple(Person(s.id, s.name, getattr(s, "suit", ""), self.holders.get(s.id)) for s in seats)

    def person(self, seat: str) -> Person | None:
        """Find the person on a seat."""
        return next((person for person in self.people if person.seat == seat), None)

    def lost_by(self, device: str | None) -> tuple[str, ...]:
        """Name the seats that a device held and did not leave itself, in the order of the seats."""
        lost = {former.seat for former in self.formers if former.device == device and not former.left}
        return tuple(p.seat for p in self.people if p.seat in lost and p.device != device)

    def stand(self, scope: str) -> str:
        """Say how far a scope has come, in the words that a form carries: its name and the count of its events.

        The count is of this scope alone: the numbers of the log would tell how often somebody chose or looked. Going
        back to the last good line, or putting an earlier line right, moves every scope.
        """
        moved = {scope, CUT, AMENDED}
        return f"{scope}@{sum(self.told.scopes.get(name, 0) for name in moved)}"

    def scope_of(self, number: int) -> str:
        """Name the scope that an event of the log moved."""
        return self.told.log[number - 1].scope

    def viewer(self, device: str | None, seat: str | None = None) -> Viewer:
        """Tell what a device may do; it looks through `seat` where it holds that one, else through its only seat."""
        seats = tuple(p.seat for p in self.people if device is not None and p.device == device)
        host = device is not None and device == self.row.host
        if seat not in seats:
            seat = seats[0] if len(seats) == 1 else None
        records = host or (bool(seats) and self.game.record(self.state) != "host")
        return Viewer(device, seats, host, seat, records)


def open_table(store: Store, code: str) -> Table:
    """Load a table and tell its log.

    Raises NoTable for an unknown code, and BrokenLog where the rules refuse the log.
    """
    row = store.table(code)
    game = games().get(row.game) if row else None
    if row is None or game is None:
        raise NoTable(code)
    told = _tell(store, game, code)
    # A seat that was removed has no say and no card, whoever held it.
    seats = {seat.id for seat in told.public.seats}
    holders = {seat: device for seat, device in store.seats(code).items() if seat in seats}
    pleas = tuple(p for p in store.pleas(code) if (p.seat in seats if p.seat else p.device in holders.values()))
    return Table(row, told, holders, store.formers(code), pleas, store.blind(code))


def note(store: Store, code: str, kind: str, seat: str, by: str | None, vouched: Sequence[str] = ()) -> None:
    """Write into the story what became of a seat or of the host's part: nothing of that must go unseen (E-32)."""
    following = open_table(store, code).following
    data = {"seat": seat, "vouched": list(vouched)} if vouched else {"seat": seat}
    store.append(code, Event(kind, data, by=by, at=now(), number=following), "seats", new_key())


# Codes, keys and times

#: what codes are made of: no vowel, so no word; of letters and digits that look alike, one
ALPHABET = "0123456789CFGHJKMNPRTVWXY"
CODE_LENGTH = 5
_ALIKE = str.maketrans("OQDILZSBU", "00011258V")


def new_code() -> str:
    """Make a table code."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def free_code(store: Store) -> str:
    """Make a code that no table has; to be asked for inside `Store.writing`."""
    code = new_code()
    while store.table(code) is not None:
        code = new_code()
    return code


def code_of(typed: str) -> str:
    """Read a code as somebody typed it: capitals, blanks, and letters that look alike do not matter."""
    return "".join(char for char in typed.upper().translate(_ALIKE) if char.isascii() and char.isalnum())[:12]


def new_key() -> str:
    """Make a random key of 192 bits, for a form, a device or a seat code."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """Hash a random token for keeping."""
    return hashlib.sha256(token.encode()).hexdigest()


def now() -> str:
    """Give the time in UTC, in ISO form to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """Turn values into what the log will give back, so that the state now is the state replayed (E-112)."""
    back: dict[str, Any] = json.loads(json.dumps(dict(values)))
    return back


# What is remembered between requests: immutable values only, so that every thread may read them

K = TypeVar("K")
V = TypeVar("V")


class Memory(Generic[K, V]):
    """The values that were asked for latest, up to a number of them."""

    def __init__(self, most: int) -> None:
        """Hold up to so many values."""
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: K) -> V | None:
        """Give the value of a key, or None."""
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key]

    def put(self, key: K, value: V) -> None:
        """Hold a value, and let the one go that was not asked for the longest."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            if len(self._values) > self._most:
                self._values.popitem(last=False)

    def remember(self, key: K, make: Callable[[], V]) -> V:
        """Give the value of a key, made now where it is not held."""
        held = self.get(key)
        if held is None:
            held = make()
            self.put(key, held)
        return held


_told: Memory[tuple[Path, str], Told] = Memory(64)


def _tell(store: Store, game: Game[Any], code: str) -> Told:
    """Tell a table's log, going on from what was told before where the log still begins like that."""
    known = _told.get((store.path, code))
    fresh = store.events(code, len(known.log) if known else 1)
    if known and not (fresh and fresh[0].key == known.log[-1].key):
        # A restored copy of the database holds another log under this code.
        known, fresh = None, store.events(code)
    if known and len(fresh) == 1:
        return known
    log = (*known.log, *fresh[1:]) if known else tuple(fresh)
    state = _state(game, known, log)
    public = game.view(state, None, {})
    quiet = known is not None and public == known.public and all(_is_private(game, logged) for logged in fresh[1:])
    mark = known.mark if known and quiet else log[-1].key
    told = Told(game, log, state, public, Counter(logged.scope for logged in log), mark)
    _told.put((store.path, code), told)
    return told


def _is_private(game: Game[Any], logged: LoggedEvent) -> bool:
    """Tell whether an event may be nobody's business but its seat's: a look, a choice, and no matter of an undo."""
    return logged.event.kind in game.own_kinds & game.passing_kinds


def _state(game: Game[Any], known: Told | None, log: Sequence[LoggedEvent]) -> Any:
    events = [logged.event for logged in log]
    fresh = events[len(known.log) :] if known else events
    if known is None or any(event.kind in TURNS for event in fresh):
        return replay(game, events)
    state = known.state
    for event in (event for event in fresh if event.kind not in BESIDE):
        state = after(game, state, event)
    return state
