"""What each kind of event does to a slot machine table, and in which phase it is open at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.engine import Event, Refused, refuse
from companion.games.slots.machine import claimed, gridded, played, shown
from companion.games.slots.setup import SETUP_HANDLERS
from companion.games.slots.sheet import begun, clock, cumbered, emptied, ended, hand, prize, sets, spun, turned
from companion.games.slots.state import State

Handler = Callable[[State, Event], State | Refused]


def apply(state: State, event: Event) -> State | Refused:
    """Take one event, or refuse it with every reason against it and nothing changed."""
    handler = HANDLERS.get(event.kind)
    if handler is None:
        return refuse("unknown-act", kind=event.kind)
    phases = PHASES.get(event.kind, ())
    if phases and state.phase not in phases:
        return refuse("setup-only") if phases == _SETUP else refuse(f"not-now-{state.phase}")
    return handler(state, event)


HANDLERS: Mapping[str, Handler] = {
    **SETUP_HANDLERS,
    "begun": begun,
    "prize": prize,
    "sets": sets,
    "hand": hand,
    "turned": turned,
    "spun": spun,
    "cumbered": cumbered,
    "emptied": emptied,
    "clock": clock,
    "ended": ended,
    "gridded": gridded,
    "played": played,
    "claimed": claimed,
    "shown": shown,
}

_SETUP, _PLAY = ("setup",), ("play",)
_SCORED = ("play", "between", "over")

#: the phases in which a kind of event is open; no entry: always
PHASES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("seated", "settled", "varied", "surprised", "practice"), _SETUP),
    "begun": ("setup", "between"),
    **dict.fromkeys(("prize", "sets", "hand"), _SCORED),
    **dict.fromkeys(("turned", "spun", "cumbered", "emptied", "clock", "ended"), _PLAY),
    **dict.fromkeys(("gridded", "played", "claimed", "shown"), _PLAY),
}
