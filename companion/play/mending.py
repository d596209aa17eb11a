"""Tables whose log cannot be told to its end: how far it can be, and the way back to there. Nothing is erased."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine import CUT, Event, Game, Reason, last_good, replay
from companion.games import games
from companion.play.sentences import say
from companion.play.tables import NoTable, new_key, now
from companion.store import Store


@dataclass(frozen=True, slots=True)
class Broken:
    """A table that does not open, as a device sees it: whether it may mend it, and the last line that can be told.

    `line` is that line in words and `at` its time, both '' where not even the first one can be told.
    """

    code: str
    game_title: str
    may_mend: bool
    line: str
    at: str


def broken(store: Store, code: str, device: str | None) -> Broken | None:
    """Tell what is left of a table that does not open, by what everybody may read; None where it opens.

    Raises NoTable for an unknown code.
    """
    game, events = log_of(store, code)
    end = last_good(game, events)
    if end == len(events):
        return None
    line, text = None, ""
    if end:
        view = game.view(replay(game, events[:end]), None, {})
        line = view.log[-1]
        text = say(game, line.said, view.names)
    return Broken(code, game.title, _belongs(store, code, device), text, line.at if line else "")


def mend(store: Store, code: str, device: str | None) -> Reason | None:
    """Go back to the last good line, or say why not; a table that opens stays as it is.

    What was recorded after that line stays in the file, and an event says that it does not count (E-104).
    """
    with store.writing():
        game, events = log_of(store, code)
        if not _belongs(store, code, device):
            return Reason("mend-not-yours")
        end = last_good(game, events)
        if not end:
            return Reason("mend-nothing")
        if end < len(events):
            mine = [seat for seat, holder in store.seats(code).items() if holder == device]
            by = mine[0] if len(mine) == 1 else None
            event = Event(CUT, {"event": end + 1}, by=by, at=now(), number=len(events) + 1)
            store.append(code, event, CUT, new_key())
        return None


def log_of(store: Store, code: str) -> tuple[Game[Any], Sequence[Event]]:
    """Read the game and the log of a table, which may be one that cannot be told.

    Raises NoTable for a code that no table of a known game has.
    """
    row = store.table(code)
    game = games().get(row.game) if row else None
    if game is None:
        raise NoTable(code)
    return game, [logged.event for logged in store.events(code)]


def _belongs(store: Store, code: str, device: str | None) -> bool:
    row = store.table(code)
    return device is not None and row is not None and device in {row.host, *store.seats(code).values()}
