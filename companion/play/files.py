"""Tables as files: the story anyone may read, and a finished game whole, so that another installation can hold it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine import BESIDE, CUT, REDONE, UNDONE, BrokenLog, Event, Game, Refused, counted, refuse, replay
from companion.games import games
from companion.play.cards import version_at
from companion.play.sentences import say
from companion.play.sight import see
from companion.play.tables import NoTable, Table, Viewer, free_code, new_key
from companion.store import Store

FORMAT = 1
#: far more lines than an evening has, and far fewer than would fill a disk
MOST_EVENTS = 20_000


def export(table: Table) -> dict[str, Any]:
    """Give the story of a table as everybody may read it; once the winners stand, its whole log with it.

    While a game runs its deals stay where they are (VS-A8): a copy without them could not be played on.
    """
    whole = {"events": [_written(event) for event in table.events]} if table.outcome is not None else {}
    return {
        "format": FORMAT,
        "game": table.game.key,
        "code": table.code,
        "created": table.row.created,
        "tryout": table.is_tryout,
        "cards": version_at(table),
        "lines": _lines(table),
        **whole,
    }


def raw(store: Store, code: str) -> dict[str, Any]:
    """Give the log of a table that does not open, with all that was dealt in secret: for the serving machine alone.

    Raises NoTable for an unknown code (E-104).
    """
    row = store.table(code)
    if row is None:
        raise NoTable(code)
    events = [{"number": kept.event.number, **_written(kept.event)} for kept in store.events(code)]
    return {"raw": FORMAT, "game": row.game, "code": code, "created": row.created, "events": events}


def _lines(table: Table) -> list[dict[str, Any]]:
    names = table.names
    return [
        {
            "number": line.number,
            "at": line.at,
            "by": names.get(line.by) if line.by else None,
            "round": line.round,
            "text": say(table.game, line.said, names),
            "taken_back": line.taken_back,
        }
        for line in see(table, Viewer(), {}).view.log
    ]


def _written(event: Event) -> dict[str, Any]:
    return {
        "kind": event.kind,
        "data": dict(event.data),
        "secret": dict(event.secret),
        "by": event.by,
        "at": event.at,
        "confirmed": list(event.confirmed),
    }


def bring_in(store: Store, exported: Any) -> str | Refused:
    """Take an exported game into this installation under a new code, or say what is wrong with it (E-33, E-98).

    It is taken whole or not at all: every event must be one that the rules take.
    """
    if not isinstance(exported, dict) or exported.get("format") != FORMAT:
        return refuse("import-format", format=FORMAT)
    key = str(exported.get("game"))
    game = games().get(key)
    if game is None:
        return refuse("game-unknown", game=key[:40], games=tuple(known.title for known in games().values()))
    listed = exported.get("events")
    if not isinstance(listed, list) or not 0 < len(listed) <= MOST_EVENTS:
        return refuse("import-running")
    try:
        events = [_read(entry, number) for number, entry in enumerate(listed, start=1)]
        state = replay(game, events)
    except BrokenLog as broken:
        return Refused((*refuse("import-broken", number=broken.number).reasons, *broken.refused.reasons))
    except (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        return refuse("import-unreadable")
    if game.outcome(state) is None:
        return refuse("import-running")
    with store.writing():
        code = free_code(store)
        # Nobody hosts a game that is over, and no phone holds its seats.
        store.add_table(code, game.key, "", str(exported.get("created") or events[0].at))
        for event, scope in zip(events, _scopes(game, events), strict=True):
            store.append(code, event, scope, new_key())
    return code


def _scopes(game: Game[Any], events: Sequence[Event]) -> list[str]:
    """Name the scope that each event moved, as it was when the event was first taken."""
    scopes: list[str] = []
    state: Any = None
    count = {event.number for event in counted(events)}
    for at, event in enumerate(events):
        if event.kind == CUT or event.number not in count:
            scopes.append(CUT)
        elif event.kind in (UNDONE, REDONE):
            scopes.append(scopes[event.data["event"] - 1])
            state = replay(game, events[: at + 1])
        elif event.kind in BESIDE:
            scopes.append("seats")
        else:
            state = game.start(event) if state is None else state
            scopes.append(game.scope(state, event.kind, event.data))
            state = game.apply(state, event) if at else state
    return scopes


def why_not(exported: Any, refused: Refused) -> str:
    """Say why an exported game was not taken in, in the words of its game."""
    game = games().get(str(exported.get("game"))) if isinstance(exported, dict) else None
    return " ".join(say(game, reason) for reason in refused.reasons)


def _read(entry: Mapping[str, Any], number: int) -> Event:
    by = entry["by"]
    return Event(
        kind=str(entry["kind"]),
        data=dict(entry["data"]),
        secret=dict(entry["secret"]),
        by=None if by is None else str(by),
        at=str(entry["at"]),
        number=number,
        confirmed=tuple(map(str, entry["confirmed"])),
    )
