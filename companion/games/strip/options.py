"""Lists every act that can be named now, each free or with the reasons against it, by what the table may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine import Event, Option, Refused
from companion.games.strip.dealing import something_to_see
from companion.games.strip.events import apply
from companion.games.strip.money import effects_due
from companion.games.strip.state import State


def options(state: State, seat: str | None) -> tuple[Option, ...]:
    """List the acts of a seat, or those that concern the whole table where seat is None.

    Acts with a free number or text (chips, totals, a casino as it lies) are not listed.
    """
    named = _of_table(state) if seat is None else _of_seat(state, seat)
    return tuple(_judged(state, kind, data, secret) for kind, data, secret in named)


Act = tuple[str, Mapping[str, Any], Mapping[str, Any]]


def _judged(state: State, kind: str, data: Mapping[str, Any], secret: Mapping[str, Any]) -> Option:
    after = apply(state, Event(kind, data, secret))
    return Option(kind, data, secret, after.reasons if isinstance(after, Refused) else ())


def _of_table(state: State) -> Iterator[Act]:
    """Name the acts of the payout and the deal."""
    now = state.round
    if state.phase in ("setup", "between"):
        # The order stands for any: which one the deal brings is drawn when it is made.
        yield "dealt", {}, {"order": state.casino_names}
    if state.phase == "setup":
        order = [slot.name for slot in state.sides]
        yield "shuffled", {"first_game": False, "order": order}, {}
        yield "shuffled", {"first_game": True, "order": order}, {}
    if now is None:
        return
    for casino in effects_due(state):
        yield "effect", {"casino": casino, "acts": True}, {}
        yield "effect", {"casino": casino, "acts": False}, {}
    if state.phase in ("choose", "turns"):
        yield "redealt", {}, {"order": state.casino_names}
        yield "printed", {}, {}
    if state.phase == "turns":
        yield "ended", {}, {}
    if state.phase == "payout" and not now.revealed:
        fixer = now.fixers[len(now.reveals)]
        if not now.printed:
            yield "revealed", {"fixer": fixer}, {}
        for casino in state.casino_names if now.printed else ():
            yield "turned_over", {"fixer": fixer, "casino": casino}, {}
    if now.revealed:
        for seat in state.seats:
            yield "penalty", {"seat": seat, "on": True}, {}
            yield "penalty", {"seat": seat, "on": False}, {}
        yield "closed", {}, {}


def _of_seat(state: State, seat: str) -> Iterator[Act]:
    """Name a seat's placements, discards, and what it can do with its card."""
    now = state.round
    if now is None:
        return
    if seat in now.hands:
        yield "chosen", {"seat": seat}, {"rig": "upper"}
        yield "chosen", {"seat": seat}, {"rig": "lower"}
    if something_to_see(state, seat):
        yield "first_look", {"seat": seat}, {}
    if state.phase != "turns":
        return
    for set_id in (s for s in state.sets if state.owner(s) == seat):
        for tile in dict.fromkeys(state.hand(set_id)):
            yield "discarded", {"set": set_id, "tile": tile}, {}
            for casino in state.casino_names:
                yield "placed", {"set": set_id, "tile": tile, "casino": casino}, {}
