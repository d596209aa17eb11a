"""Putting an earlier line right: chips, points and jackpots follow; deals, choices, reveals and teams stand (E-90)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.engine import (
    AMENDED,
    Amount,
    BrokenLog,
    Entry,
    Event,
    Line,
    Reason,
    Refused,
    amended,
    fitted,
    refuse,
    replay,
    taken_back,
)
from companion.names import unturned
from companion.play.acts import Answer, Done, NotYours, Stale, denied_to, keep
from companion.play.sight import line_now, ordered
from companion.play.tables import Table, Viewer, hashed, now, open_table, plain
from companion.store import Store

#: letters of a reason that somebody gives for a correction
MOST_WHY = 60


@dataclass(frozen=True, slots=True)
class Outlook:
    """What would come of a correction.

    `moves` are the chips and points that it moves, `lost` the later lines that no longer fit and would not count any
    more. `mark` tells this outlook from any other: who saw it takes this one, or is shown the next.
    """

    moves: tuple[Reason, ...]
    lost: tuple[Line, ...]
    mark: str


def mended_lines(table: Table, viewer: Viewer) -> Mapping[int, str]:
    """Map the lines of a viewer's story that can be put right, by their number there, to the ids of their events.

    An id tells nothing of what lies between: it comes from the random key under which the event was posted.
    """
    struck = {number for number, event in amended(table.events).items() if event is None} | taken_back(table.events)
    lines = ordered(table, table.game.view(table.state, viewer.seat, {}).log)
    found = ((place, line, table.events[line.number - 1]) for place, line in enumerate(lines, start=1))
    return {
        place: line_id(table, event)
        for place, line, event in found
        if not line.taken_back and event.kind in table.game.mended_kinds and event.number not in struck
    }


def line_id(table: Table, event: Event) -> str:
    """Give the id under which everyone may speak of an event."""
    return hashed(table.told.log[event.number - 1].key)[:16]


def mended_event(table: Table, viewer: Viewer, wanted: str) -> Event | None:
    """Find the event of an id, as it says now, if it is one that this viewer reads of and that can be put right."""
    if wanted not in mended_lines(table, viewer).values():
        return None
    event = next(event for event in table.events if line_id(table, event) == wanted)
    return amended(table.events).get(event.number) or event


def entries(table: Table, event: Event) -> tuple[Entry, ...]:
    """Name what can be put right in an event."""
    return tuple(table.game.entries(replay(table.game, table.events[: event.number - 1]), event))


def outlook(table: Table, viewer: Viewer, event: Event, data: Mapping[str, Any] | None, why: str) -> Outlook | Refused:
    """Work out what a correction would bring: what the event says from then on, None where it never was.

    Later lines that the rules refuse then are let go of; one that must stand stands against the correction.
    """
    found = _worked_out(table, viewer, event, data, why)
    return found if isinstance(found, Refused) else found[2]


def _worked_out(
    table: Table, viewer: Viewer, event: Event, data: Mapping[str, Any] | None, why: str
) -> tuple[Event, Any, Outlook] | Refused:
    why = unturned(why)
    if len(why) > MOST_WHY:
        return refuse("amend-why-long", most=MOST_WHY, long=len(why))
    if data is not None and plain(data) == event.data:
        return refuse("amend-same")
    saying: dict[str, Any] = {
        "event": event.number,
        "becomes": None if data is None else plain(data),
        "without": [],
        "why": why,
    }
    change = Event(AMENDED, saying, by=viewer.seat, at=now(), number=table.following)
    try:
        change, state = fitted(table.game, table.events, change)
    except BrokenLog as broken:
        if broken.number == event.number:
            return broken.refused
        return _stands_against(table, table.events[broken.number - 1], broken.refused)
    moves = tuple(_moves(table.game.amounts(table.state), table.game.amounts(state)))
    lost = [table.events[number - 1] for number in change.data["without"]]
    # By the ids of the lines: a number of the log would tell how much in it is hidden (E-20).
    ids = [line_id(table, line) for line in (event, *lost)]
    mark = hashed(repr((ids, change.data["becomes"], why, moves)))[:16]
    return change, state, Outlook(moves, tuple(line_now(table, line) for line in lost), mark)


def _stands_against(table: Table, event: Event, refused: Refused) -> Refused:
    what = Reason("amend-breaks", {"what": line_now(table, event).said})
    # Why a hidden act does not fit would tell of it.
    return Refused((what, *(refused.reasons if event.kind not in table.game.own_kinds else ())))


def _moves(before: Sequence[Amount], after: Sequence[Amount]) -> Iterator[Reason]:
    was, now = ({(a.more, a.of, a.place): a for a in amounts} for amounts in (before, after))
    for key in {**was, **now}:
        amount = now.get(key) or replace(was[key], n=0)
        had = was[key].n if key in was else 0
        if amount.n != had:
            code = amount.more if amount.n > had else amount.less
            values = {"of": amount.of, "place": amount.place, "n": abs(amount.n - had), "was": had, "now": amount.n}
            yield Reason(code, values)


def amend(
    store: Store,
    code: str,
    viewer: Viewer,
    line: str,
    data: Mapping[str, Any] | None,
    *,
    why: str,
    key: str,
    mark: str,
) -> Answer:
    """Put a line right as its outlook said, or strike it where data is None; a key that came before counts once."""
    with store.writing():
        table = open_table(store, code)
        viewer = table.viewer(viewer.device, viewer.seat)
        taken = store.answered(code, key)
        if taken is not None:
            return Done(taken) if table.events[taken - 1].kind == AMENDED else Stale()
        event = mended_event(table, viewer, line)
        if event is None:
            return Stale()
        reason = denied(table, viewer, event, data)
        if reason is not None:
            return NotYours(reason)
        found = _worked_out(table, viewer, event, data, why)
        if isinstance(found, Refused):
            return found
        change, after, seen = found
        if seen.mark != mark:
            return Stale()
        store.append(code, change, AMENDED, key)
        keep(store, table, after)
        return Done(change.number)


def denied(table: Table, viewer: Viewer, event: Event, data: Mapping[str, Any] | None) -> Reason | None:
    """Say who may let an event say this, or strike it where data is None; None where the viewer may."""
    if not viewer.seats and not viewer.host:
        return Reason("onlooker")
    return denied_to(table, viewer, event) or (data and denied_to(table, viewer, replace(event, data=data))) or None
