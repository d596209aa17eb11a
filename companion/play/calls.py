"""Calls to look at the cards all together, so that nobody's look is a sign."""

from __future__ import annotations

from datetime import datetime, timedelta

from companion.engine import TOGETHER, Event, Reason
from companion.play.tables import Table, Viewer, new_key, now, open_table
from companion.store import Store

#: seconds from the call until everyone looks, and for which they do
UNTIL, FOR = 10, 10


def call(store: Store, code: str, viewer: Viewer) -> Reason | None:
    """Call everyone to look at their card in a moment, or say why not; while a call stands, another is the same one."""
    with store.writing():
        table = open_table(store, code)
        viewer = table.viewer(viewer.device, viewer.seat)
        if not viewer.seats and not viewer.host:
            return Reason("onlooker")
        if table.secrets_since is None:
            return Reason("nothing-hidden")
        if looking_at(table) is None:
            event = Event(TOGETHER, by=viewer.seat, at=now(), number=table.following)
            store.append(code, event, "calls", new_key())
        return None


def looking_at(table: Table) -> str | None:
    """Tell the time, in UTC and ISO form, at which everyone looks at their card, while a call for it stands."""
    calls = [event for event in table.events if event.kind == TOGETHER]
    if not calls:
        return None
    at = datetime.fromisoformat(calls[-1].at) + timedelta(seconds=UNTIL)
    over = datetime.fromisoformat(now()) > at + timedelta(seconds=FOR)
    return None if over else at.isoformat(timespec="seconds")
