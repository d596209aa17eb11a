"""Lists every act that can be named now, each free or with the reasons against it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine import Event, Option, Refused
from companion.games.slots.events import apply
from companion.games.slots.machine import Asked, pending
from companion.games.slots.setup import KEEPS
from companion.games.slots.state import ASKS, State
from companion.games.slots.symbols import ANY, OPEN
from companion.games.slots.variations import VARIATIONS

Act = tuple[str, Mapping[str, Any], Mapping[str, Any]]


def options(state: State, seat: str | None) -> tuple[Option, ...]:
    """List the acts of a seat, or those that concern the whole table where seat is None.

    Acts with a free number or text (a grid as it lies, a value, a hand) are not listed.
    """
    named = _of_table(state) if seat is None else _of_seat(state, seat)
    return tuple(_judged(state, kind, data, secret) for kind, data, secret in named)


def _judged(state: State, kind: str, data: Mapping[str, Any], secret: Mapping[str, Any]) -> Option:
    # The clock of the round needs a time to stop at; the latest that is known will do.
    after = apply(state, Event(kind, data, secret, at=state.story[-1].at))
    return Option(kind, data, secret, after.reasons if isinstance(after, Refused) else ())


def _of_table(state: State) -> Iterator[Act]:
    if state.phase == "setup":
        for letter in VARIATIONS:
            yield "varied", {"letter": letter, "on": letter not in state.variations}, {}
        yield "surprised", {KEEPS: True}, {"order": tuple(VARIATIONS)}
    if state.phase in ("setup", "between"):
        yield "begun", {}, {}
    if state.phase != "play":
        return
    yield "turned", {}, {}
    yield "emptied", {"on": not state.emptied}, {}
    for kind in ("A", "B"):
        yield "spun", {"spin": kind, ASKS: True}, {}
    for action in range(1, 6):
        yield "cumbered", {"action": action, ASKS: True}, {}
    for do in ("start", "pause", "resume", "stop"):
        yield "clock", {"do": do}, {}
    yield "ended", {}, {}
    yield from _of_machines(state)


def _of_machines(state: State) -> Iterator[Act]:
    """Name what the recorded machines wait for, else every card on every cell."""
    waiting = pending(state)
    if isinstance(waiting, Asked):
        for card in sorted({*state.cards, OPEN}):
            yield "shown", {"machine": waiting.machine, "cell": waiting.index, "card": card}, {}
        return
    if waiting is not None:
        number, ways = waiting
        for choice, way in enumerate(ways):
            named = any(prize.symbol == ANY for prize in way)
            for letter in [entry.letter for entry in state.card] if named else [""]:
                yield "claimed", {"machine": number, "choice": choice, "symbol": letter}, {}
        return
    for number, machine in enumerate(state.machines):
        for index in range(len(machine.stacks) if machine else 0):
            for card in sorted(state.cards):
                yield "played", {"machine": number, "cell": index, "card": card}, {}


def _of_seat(state: State, seat: str) -> Iterator[Act]:
    for number in range(1, len(state.sheets) + 1):
        for entry in state.symbols:
            for n in (1, -1):
                yield "prize", {"seat": seat, "symbol": entry.letter, "n": n, "round": number}, {}
