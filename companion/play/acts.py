"""Everything that moves a game: open a table, act, take back, look. Each holds the write lock from start to end."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.engine import (
    AMENDED,
    REDONE,
    SEVERAL,
    TRIED_OUT,
    UNDONE,
    BrokenLog,
    Event,
    Game,
    Reason,
    Refused,
    Who,
    next_redo,
    next_undo,
    refuse,
    replay,
)
from companion.games import games
from companion.play.copies import snapshot_after
from companion.play.seats import why_not_yours
from companion.play.tables import DRAWN, FIRST_LOOK, Table, Viewer, free_code, new_key, now, open_table, plain
from companion.store import Store

SETUP = "setup"


@dataclass(frozen=True, slots=True)
class Posted:
    """An act as a form sends it. `scope` is what `Table.stand` said when the form was made, `key` its one-time key."""

    kind: str
    data: Mapping[str, Any]
    scope: str
    key: str
    secret: Mapping[str, Any] | None = None
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """An act that was taken, now or when it was first posted: the number of its event."""

    number: int


@dataclass(frozen=True, slots=True)
class Stale:
    """An act for a part of the table that has moved on since its form was made."""


@dataclass(frozen=True, slots=True)
class NotYours:
    """An act of somebody who may not do it; the reason says who may."""

    reason: Reason


Answer = Done | Refused | Stale | NotYours


def new_table(store: Store, key: str, players: int, device: str, form_key: str = "") -> str | Refused:
    """Open a table of a game for so many people and give its code; the same form twice opens one table (E-86)."""
    form_key = form_key or new_key()
    with store.writing():
        code = store.opened(form_key)
        if code is not None:
            return code
        game = _game(key)
        if isinstance(game, Refused):
            return game
        if players not in game.players:
            least, most = game.players.start, game.players.stop - 1
            return refuse("people-count", game=game.title, least=least, most=most, n=players)
        return _opened(store, game, game.defaults(players, store.kept(game.key)), device, form_key)


def try_out(store: Store, key: str, device: str, form_key: str = "") -> str | Refused:
    """Open a table of made-up people, all on the device that asks and some turns into the game, and give its code.

    It is a table like any other, told by the same events, but for the mark in its log. The same form twice opens one.
    """
    form_key = form_key or new_key()
    with store.writing():
        code = store.opened(form_key)
        if code is not None:
            return code
        game = _game(key)
        if isinstance(game, Refused):
            return game
        opened = _opened(store, game, game.tryout.setup, device, form_key, is_tryout=True)
        assert isinstance(opened, str), "a game sets up the table that it is tried out at"
        for person in open_table(store, opened).people:
            store.take_seat(opened, person.seat, device, now())
        for act in game.tryout.acts:
            table = open_table(store, opened)
            scope = table.stand(game.scope(table.state, act.kind, act.data))
            done = _take(store, table, table.viewer(device), Posted(act.kind, act.data, scope, new_key(), act.secret))
            assert isinstance(done, Done), (act, done)
        return opened


def _game(key: str) -> Game[Any] | Refused:
    game = games().get(key)
    titles = tuple(known.title for known in games().values())
    return refuse("game-unknown", game=key, games=titles) if game is None else game


def again(store: Store, code: str, viewer: Viewer) -> str | Refused | NotYours:
    """Open the table on which the people of a finished one go on, each on the own phone (E-54).

    Whoever asks second is led to the same table.
    """
    with store.writing():
        table = open_table(store, code)
        if not table.viewer(viewer.device).may_record:
            return NotYours(Reason("onlooker"))
        if table.row.next_code is not None:
            return table.row.next_code
        if table.outcome is None:
            return refuse("again-running")
        # A game that was taken in from a file has no host: whoever goes on with it is.
        host = table.row.host or str(viewer.device)
        data = table.game.again(table.state, {} if table.is_tryout else store.kept(table.game.key))
        opened = _opened(store, table.game, data, host, new_key(), is_tryout=table.is_tryout)
        if isinstance(opened, Refused):
            return opened
        seats = {person.seat for person in table.people}
        for seat, device in ((s, d) for s, d in table.holders.items() if s in seats):
            store.take_seat(opened, seat, device, now())
            store.keep_pin(opened, seat, store.pin(code, seat))
        store.follow_up(code, opened)
        return opened


def _opened(
    store: Store, game: Game[Any], data: Mapping[str, Any], host: str, form_key: str, *, is_tryout: bool = False
) -> str | Refused:
    event = Event(SETUP, plain(data), at=now(), number=1)
    state = game.start(event)
    if isinstance(state, Refused):
        return state
    code = free_code(store)
    store.add_table(code, game.key, host, event.at)
    store.append(code, event, game.scope(state, SETUP, event.data), form_key)
    if is_tryout:
        store.append(code, Event(TRIED_OUT, at=event.at, number=2), "seats", new_key())
    return code


def act(store: Store, code: str, viewer: Viewer, posted: Posted) -> Answer:
    """Take one act at a table, or say why not; a key that was taken before gets its first answer again (E-86)."""
    with store.writing():
        table = open_table(store, code)
        answer = _answer(store, table, table.viewer(viewer.device, viewer.seat), posted)
    if isinstance(answer, Done):
        snapshot_after(store, table)
        # Told now, and not when the next one asks, whose answer would take longer for a choice that is hidden (E-20).
        open_table(store, code)
    return answer


def _answer(store: Store, table: Table, viewer: Viewer, posted: Posted) -> Answer:
    if not viewer.seats and not viewer.host:
        return NotYours(Reason("onlooker"))
    if posted.kind in table.game.own_kinds and (denied := _denied(table, viewer, _event(table, viewer, posted))):
        # Before the key is looked up: whether another's choice is the same one would tell what it is (E-01).
        return NotYours(denied)
    taken = store.answered(table.code, posted.key)
    if taken is not None:
        # The same form again is answered again; another one under its key would be lost without a word (E-87).
        return Done(taken) if _is_same(table.game, table.events[taken - 1], posted) else Stale()
    if posted.kind in (UNDONE, REDONE):
        return _turn(store, table, viewer, posted)
    return _take(store, table, viewer, posted)


def _is_same(game: Game[Any], event: Event, posted: Posted) -> bool:
    if event.kind != posted.kind:
        return False
    if posted.kind in (UNDONE, REDONE):
        return True
    secret = plain(posted.secret or {})
    data = plain(posted.data)
    if event.kind in game.open_draws:
        data[DRAWN] = event.data[DRAWN]
    return event.data == data and all(event.secret.get(name) == value for name, value in secret.items())


def _take(store: Store, table: Table, viewer: Viewer, posted: Posted) -> Answer:
    game, state = table.game, table.state
    event = _event(table, viewer, posted)
    denied = _denied(table, viewer, event)
    if denied is not None:
        return NotYours(denied)
    scope = game.scope(state, event.kind, event.data)
    if posted.scope != table.stand(scope):
        return Stale()
    event = _drawn(game, state, event)
    after = game.apply(state, event)
    if isinstance(after, Refused):
        return after
    store.append(table.code, event, scope, posted.key)
    # What was said of a phone before a deal was not said of the cards that it brings.
    for plea in (plea for plea in table.pleas if plea.seat and DRAWN in event.secret):
        store.drop_plea(plea.id)
    keep(store, table, after)
    return Done(event.number)


def _turn(store: Store, table: Table, viewer: Viewer, posted: Posted) -> Answer:
    """Take back the latest act, or bring it back: never behind a deal or a look (E-113)."""
    undo = posted.kind == UNDONE
    target = undoable(table) if undo else redoable(table)
    if target is None:
        return refuse("undo-nothing" if undo else "redo-nothing")
    denied = denied_to(table, viewer, spoken_of(table, target))
    if denied is not None:
        return NotYours(denied)
    scope = table.scope_of(target.number)
    if posted.data.get("event") != target.number or posted.scope != table.stand(scope):
        return Stale()
    event = Event(posted.kind, {"event": target.number}, by=viewer.seat, at=now(), number=table.following)
    try:
        replay(table.game, (*table.events, event))
    except BrokenLog as broken:
        return Refused((Reason("undo-breaks"), *broken.refused.reasons))
    store.append(table.code, event, scope, posted.key)
    return Done(event.number)


def spoken_of(table: Table, event: Event) -> Event:
    """Find the line of the game that an event is about: its own, or the one that it put right."""
    return table.events[event.data["event"] - 1] if event.kind == AMENDED else event


def denied_to(table: Table, viewer: Viewer, event: Event) -> Reason | None:
    """Say who may take a recorded event back or put it right, or None where the viewer may."""
    return _denied(table, viewer, event, replay(table.game, table.events[: event.number - 1]))


def undoable(table: Table) -> Event | None:
    """Find the event that an undo would take back now; never the set-up that opened the table."""
    target = next_undo(table.game, table.events)
    return target if target is not None and target.number > 1 else None


def redoable(table: Table) -> Event | None:
    """Find the event that a redo would bring back now."""
    return next_redo(table.game, table.events)


def look(store: Store, code: str, viewer: Viewer, seat: str) -> Table | NotYours:
    """Enter that a seat's card is looked at, and give the table for showing it: the look is kept before (E-04).

    The first look at a deal is an event as well: from then on the choice that was seen stands.
    """
    with store.writing():
        table = open_table(store, code)
        if viewer.device is None or table.holders.get(seat) != viewer.device:
            return NotYours(why_not_yours(table, viewer, seat))
        if not table.may_look(seat):
            return NotYours(Reason("card-shut", {"seat": Who(seat)}))
        event = Event(FIRST_LOOK, {"seat": seat}, by=seat, at=now(), number=table.following)
        if not isinstance(table.game.apply(table.state, event), Refused):
            store.append(code, event, table.game.scope(table.state, FIRST_LOOK, event.data), new_key())
        store.note_look(code, seat, viewer.device, event.at, table.following)
    return open_table(store, code)


def _event(table: Table, viewer: Viewer, posted: Posted) -> Event:
    data, secret = plain(posted.data), plain(posted.secret or {})
    event = Event(posted.kind, data, secret, None, now(), table.following, posted.confirmed)
    own = event.kind in table.game.own_kinds
    concerned = data.get("seat") if own else table.game.concerns(table.state, event)
    # On a phone with several seats it is the one that the act is about.
    return replace(event, by=concerned if concerned in viewer.seats else viewer.seat)


def _denied(table: Table, viewer: Viewer, event: Event, before: Any = None) -> Reason | None:
    """Say who may do this instead, or None where the viewer may (E-50); `before` is the state that the event met."""
    game = table.game
    if event.kind in game.own_kinds:
        seat = str(event.data.get("seat", ""))
        if seat not in viewer.seats:
            return Reason("only-own", {"seat": Who(seat)})
        # Whoever does not see a card does not choose with it.
        return None if table.may_look(seat) else Reason("card-shut", {"seat": Who(seat)})
    # Who may record is for the host to say, in whatever kind of act it is said.
    records = game.record(table.state if before is None else before)
    if event.kind in game.host_kinds or event.data.get("record", records) != records:
        return None if viewer.host else Reason("only-host")
    record = game.record(table.state)
    if record == "host":
        return None if viewer.host else Reason("only-host-records")
    concerned = game.concerns(before or table.state, event) if record == "own" else None
    if concerned == SEVERAL:
        return None if viewer.host else Reason("only-host-several")
    # Somebody must be able to record for a person who has no phone.
    if concerned is None or concerned in viewer.seats or (viewer.host and concerned not in table.holders):
        return None
    return Reason("only-own-records", {"seat": Who(concerned)})


def _drawn(game: Game[Any], state: Any, event: Event) -> Event:
    """Shuffle what this event draws, by the randomness of the operating system (E-26, E-28).

    A salt of 256 bits comes with it, so that a game can show at once that it will not change what was drawn.
    """
    pack = game.draw(state, event.kind)
    if pack is None:
        return event
    order = list(pack)
    secrets.SystemRandom().shuffle(order)
    if event.kind in game.open_draws:
        return replace(event, data={**event.data, DRAWN: order})
    return replace(event, secret={**event.secret, DRAWN: order, "salt": secrets.token_hex(32)})


def keep(store: Store, table: Table, after: Any) -> None:
    """Keep what later tables start from, where an act has changed it; a try-out leaves them alone."""
    if table.is_tryout:
        return
    game = table.game
    held = game.keep(table.state) or {}
    # What this table has kept before may have been put right elsewhere since.
    fresh = {name: data for name, data in (game.keep(after) or {}).items() if held.get(name) != data}
    if fresh:
        store.keep(game.key, fresh, now())
