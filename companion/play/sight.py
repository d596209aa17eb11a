"""What a viewer may know of a table: the only way from a log to a page, a poll or an export."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.engine import (
    AMENDED,
    CUT,
    HANDS,
    REDONE,
    TOGETHER,
    TRIED_OUT,
    UNDONE,
    BrokenLog,
    Event,
    Game,
    Line,
    Reason,
    Refused,
    Who,
    amended,
    counted,
    replay,
    taken_back,
)
from companion.games import games
from companion.play.acts import Posted, redoable, undoable
from companion.play.calls import looking_at
from companion.play.tables import Memory, NoTable, Table, Viewer, open_table, plain
from companion.play.vouching import Asked, asked, silent
from companion.store import Store, TableRow


@dataclass(frozen=True, slots=True)
class Seen:
    """What one viewer may know of a table.

    `view` is the game's own view, its log joined by what was taken back and numbered as this viewer reads it. `undo`
    and `redo` are the lines that would be taken or brought back now, without a number. `revision` changes exactly when
    something does that this viewer may see: it neither counts nor times what is hidden. `asked` are the open pleas in
    which this device has a part, `lost` the seats that it held and lost to others while it sits nowhere. `together` is
    the time at which everyone looks at their card at once, while it is near; `silent` are the seats whose phones have
    not been heard of for a while (E-70).
    """

    view: Any
    undo: Line | None
    redo: Line | None
    revision: str
    asked: tuple[Asked, ...] = ()
    lost: tuple[str, ...] = ()
    together: str | None = None
    silent: tuple[str, ...] = ()


# Kept by table and by the keys of events: a key alone comes from a form, and another table may hold it as well. What
# changed nothing for this viewer makes no view anew: it would be heard by how long the answer takes (E-20).
_seen: Memory[tuple[str, str, str | None, tuple[tuple[str, str], ...]], Seen] = Memory(256)
_lines: Memory[tuple[str, str, str], tuple[Line, ...]] = Memory(4096)

# With times in it, a revision would tell two tables apart that are equal but for their clocks.
_TIMES = re.compile(r"\d{4}-\d\d-\d\dT[0-9:.+Z-]+")


def see(table: Table, viewer: Viewer, at: Mapping[str, str], held: bool = False) -> Seen:
    """Show a table to one viewer who asks for `at`; `held` adds the card of the seat that the viewer looks through."""
    if held:
        seen = _see(table, viewer.seat, at, held=True)
    else:
        wish = (table.code, table.told.mark_for(viewer.seat), viewer.seat, tuple(sorted(at.items())))
        seen = _seen.remember(wish, lambda: _see(table, viewer.seat, at, held=False))
    pleas, lost = asked(table, viewer), () if viewer.seats else table.lost_by(viewer.device)
    together = looking_at(table)
    # These are no matter of the game, and yet worth a fresh page.
    nameless = tuple(replace(plea, id="") for plea in pleas)
    # A phone that sleeps is missed only where the table waits for it: else this would tell when somebody looks (E-20).
    quiet = tuple(seat for seat in silent(table) if seat in getattr(seen.view, "waiting", ()))
    flags = (viewer.host, table.row.next_code is not None, together is not None, quiet)
    revision = f"{seen.revision}{_digest(repr((sorted(table.holders), nameless, lost, flags)), 4)}"
    return replace(seen, asked=pleas, lost=lost, together=together, silent=quiet, revision=revision)


def public_mark(store: Store, code: str) -> str:
    """Mark how a table stands for everybody, '' where it cannot be told.

    It changes when anybody's board does, but for what a seat alone knows of itself.
    """
    try:
        table = open_table(store, code)
    except (NoTable, BrokenLog):
        return ""
    words = tuple((plea.id, sorted(plea.yes)) for plea in table.pleas)
    return f"{see(table, Viewer(), {}).revision} {_digest(repr((table.row.host, words)), 8)}"


def _see(table: Table, seat: str | None, at: Mapping[str, str], held: bool) -> Seen:
    # Every game's view is a frozen dataclass of its own.
    view: Any = table.game.view(table.state, seat, at, held)
    undo, redo = undoable(table), redoable(table)
    turns = {kind: table.scope_of(event.number) for kind, event in ((UNDONE, undo), (REDONE, redo)) if event}
    view = replace(view, log=story(table, view.log), scopes={**view.scopes, **turns, AMENDED: AMENDED})
    revision = f"{len(view.log)}-{_digest(_TIMES.sub('', repr(view)), 8)}"
    undo_line, redo_line = (replace(line_of(table, event), number=0) if event else None for event in (undo, redo))
    return Seen(view, undo_line, redo_line, revision)


def _digest(text: str, length: int) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:length]


def story(table: Table, log: Sequence[Line]) -> tuple[Line, ...]:
    """Join a viewer's log with what was taken back or put right, and number its lines from 1.

    The numbers of the table's log would tell how often somebody looked or changed a choice (E-20).
    """
    return tuple(replace(line, number=number) for number, line in enumerate(ordered(table, log), start=1))


def ordered(table: Table, log: Sequence[Line]) -> Sequence[Line]:
    """Order the lines of a viewer's story, each still with the number of its event."""
    old = taken_back(table.events) | amended(table.events).keys()
    gone = [replace(line, taken_back=True) for number in sorted(old) for line in _public(table, number)]
    events = counted(table.events)
    turns = [line_of(table, event) for event in events if event.kind in (UNDONE, REDONE, AMENDED)]
    beside = [_beside(event, log) for event in events if event.kind in HANDS | {TOGETHER, TRIED_OUT, CUT}]
    return sorted([*gone, *log, *turns, *beside], key=lambda line: line.number)


def _beside(event: Event, log: Sequence[Line]) -> Line:
    """Tell what became of a seat, of the host's part, or of the whole table, in the round of the line before it."""
    number = max((line.round for line in log if line.number < event.number), default=0)
    seat = event.data.get("seat")
    values: dict[str, Any] = {"seat": Who(seat)} if seat else {}
    vouched = tuple(map(Who, event.data.get("vouched", ())))
    if vouched:
        values["vouched"] = vouched
    said = Reason(event.kind + "-host" * (seat == "") + "-vouched" * bool(vouched), values)
    return Line(event.number, event.at, event.by, said, number)


def line_of(table: Table, event: Event) -> Line:
    """Give the public line of an event, or a wordless one where it had none."""
    if event.kind in (UNDONE, REDONE, AMENDED):
        line = _spoken_of(table, event)
        values: dict[str, Any] = {"what": line.said}
        why = event.data.get("why")
        struck = event.kind == AMENDED and event.data.get("becomes") is None
        if why:
            values["why"] = why
        code = event.kind + "-struck" * struck + "-why" * bool(why)
        return Line(event.number, event.at, event.by, Reason(code, values), line.round)
    lines = _public(table, event.number)
    return lines[-1] if lines else Line(event.number, event.at, event.by, Reason("entry"))


def _spoken_of(table: Table, event: Event) -> Line:
    """Give the line that an undo, a redo or a correction speaks of: for a correction as it stood until then (E-90)."""
    of = table.events[event.data["event"] - 1]
    lines = _public(table, of.number, event.number - 1) if event.kind == AMENDED else ()
    return lines[-1] if lines else line_of(table, of)


def line_now(table: Table, event: Event) -> Line:
    """Give the public line of an event as it reads now, without its number in the log (E-20)."""
    lines = (line for line in reversed(table.told.public.log) if line.number == event.number)
    return replace(next(lines, None) or line_of(table, event), number=0)


def overtaken(table: Table, posted: Posted) -> Reason:
    """Say what was recorded since the form of an act was made, and beside it what the form was for (E-87).

    What others may not know of each other is left out: both are told as everybody reads them.
    """
    game = table.game
    scope = game.scope(table.state, posted.kind, posted.data)
    moved = (logged.event for logged in reversed(table.told.log) if logged.scope in (scope, AMENDED, CUT))
    latest = next(moved, None)
    if latest is None or latest.number == 1 or {latest.kind, posted.kind} & (game.own_kinds | {CUT, UNDONE, REDONE}):
        return Reason("stale")
    theirs = line_of(table, latest).said
    yours = None if latest.kind == AMENDED else _wanted(table, latest, posted)
    if yours is None:
        return Reason("stale-seen", {"theirs": theirs})
    return Reason("stale-same" if yours == theirs else "stale-both", {"theirs": theirs, "yours": yours})


def _wanted(table: Table, latest: Event, posted: Posted) -> Reason | None:
    """Tell what an act would have said in the place of the one that was faster, or None where it says nothing."""
    before = replay(table.game, table.events[: latest.number - 1])
    act = Event(posted.kind, plain(posted.data), at=latest.at, number=latest.number, confirmed=posted.confirmed)
    then = table.game.apply(before, act)
    log = () if isinstance(then, Refused) else table.game.view(then, None, {}).log
    return next((line.said for line in reversed(log) if line.number == latest.number), None)


def _public(table: Table, number: int, until: int = 0) -> tuple[Line, ...]:
    """Find the lines that everybody could read of an event when it was recorded, or when the log was so long."""

    def then() -> tuple[Line, ...]:
        state = replay(table.game, table.events[: until or number])
        log: Sequence[Line] = table.game.view(state, None, {}).log
        return tuple(line for line in log if line.number == number)

    keys = table.told.log[number - 1].key, table.told.log[(until or number) - 1].key
    return _lines.remember((table.code, *keys), then)


def unopened(store: Store, game: Game[Any], players: int) -> Any:
    """Show a table as it would open now for so many people, filled in from what earlier ones kept.

    Nobody opens it, so its one line has no time.
    """
    state = game.start(Event("setup", plain(game.defaults(players, store.kept(game.key))), number=1))
    assert not isinstance(state, Refused), "a game fills in a table that it opens"
    return game.view(state, None, {})


@dataclass(frozen=True, slots=True)
class Running:
    """A table in the lobby of a device; `people` is empty where its log cannot be told."""

    code: str
    game_title: str
    people: tuple[str, ...]
    when: str
    over: bool
    is_tryout: bool = False


def tables_of(store: Store, device: str | None) -> tuple[Running, ...]:
    """List the tables that a device hosts or sits at, the newest first; of the try-outs of a game only the newest."""
    rows = store.tables_of(device) if device else ()
    found = [_running(store, row) for row in rows if row.game in games()]
    newest = {one.game_title: one.code for one in reversed(found) if one.is_tryout}
    return tuple(one for one in found if not one.is_tryout or newest[one.game_title] == one.code)


def _running(store: Store, row: TableRow) -> Running:
    title = games()[row.game].title
    try:
        table = open_table(store, row.code)
    except BrokenLog:
        return Running(row.code, title, (), row.created, over=False)
    people = tuple(person.name for person in table.people)
    # The time of the last line that everybody may read: that of the last event would tell of hidden ones (E-20).
    when = see(table, Viewer(), {}).view.log[-1].at
    return Running(row.code, title, people, when, table.outcome is not None, table.is_tryout)
