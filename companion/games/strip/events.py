"""What each kind of event does to a Vegas Strip table, or why it is refused.

Every handler takes a state and an event and answers with the next state or with all reasons against it. Only the open
rules refuse: a private reason would tell the table what somebody rigged (VS-A35).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.engine import Event, Refused, Who, refuse
from companion.games.strip.completing import completed
from companion.games.strip.dealing import chosen, dealt, first_look, printed, redealt
from companion.games.strip.labelling import labelled, shuffled
from companion.games.strip.lying import laid, totals
from companion.games.strip.money import (
    chips,
    closed,
    corrected,
    counted,
    effect,
    jackpot,
    penalty,
    revealed,
    turned_over,
)
from companion.games.strip.setup import SETUP_HANDLERS
from companion.games.strip.state import State
from companion.games.strip.turns import discarded, ended, placed, ruled, token

Handler = Callable[[State, Event], State | Refused]


def apply(state: State, event: Event) -> State | Refused:
    """Take one event, or refuse it with every reason against it and nothing changed."""
    handler = HANDLERS.get(event.kind)
    if handler is None:
        return refuse("unknown-act", kind=event.kind)
    phases = PHASES.get(event.kind, ())
    if phases and state.phase not in phases:
        if state.phase == "choose" and "turns" in phases:
            missing = tuple(Who(seat) for seat in state.seats if state.still_chooses(seat))
            return refuse("choices-missing", seats=missing, n=len(missing))
        return refuse(f"not-now-{state.phase}")
    return handler(state, event)


HANDLERS: Mapping[str, Handler] = {
    **SETUP_HANDLERS,
    "labelled": labelled,
    "shuffled": shuffled,
    "completed": completed,
    "dealt": dealt,
    "redealt": redealt,
    "printed": printed,
    "chosen": chosen,
    "first_look": first_look,
    "placed": placed,
    "discarded": discarded,
    "ruled": ruled,
    "token": token,
    "laid": laid,
    "totals": totals,
    "ended": ended,
    "effect": effect,
    "jackpot": jackpot,
    "chips": chips,
    "revealed": revealed,
    "turned_over": turned_over,
    "penalty": penalty,
    "closed": closed,
    "counted": counted,
    "corrected": corrected,
}

#: what records a tile, and with it locks every choice of the round (VS-A9)
LOCKING = frozenset({"placed", "discarded", "token", "laid", "totals", "ended"})

_ROUND = ("choose", "turns", "payout")
_AFTER_DEAL = (*_ROUND, "between", "over")

#: the phases in which a kind of event is open at all; no entry: always
PHASES: Mapping[str, tuple[str, ...]] = {
    "seated": ("setup",),
    "tabled": ("setup",),
    "settled": ("setup",),
    "shuffled": ("setup",),
    "dealt": ("setup", "between"),
    "redealt": ("choose", "turns"),
    "printed": ("choose", "turns"),
    "chosen": ("choose", "turns"),
    "first_look": _ROUND,
    "placed": ("turns",),
    "discarded": ("turns",),
    "ruled": ("turns",),
    "token": ("turns", "payout"),
    "laid": ("turns", "payout"),
    "totals": ("turns", "payout"),
    "ended": ("turns",),
    "effect": _ROUND,
    "jackpot": _ROUND,
    "chips": _ROUND,
    "revealed": ("payout",),
    "turned_over": ("payout",),
    "penalty": ("payout",),
    "closed": ("payout",),
    "counted": _AFTER_DEAL,
    "corrected": _AFTER_DEAL,
}
