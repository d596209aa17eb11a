"""Questions that several kinds of events put before they are taken."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.engine import Event, Reason, Who
from companion.games.strip.components import TOKENS
from companion.games.strip.state import Lay, Round, State
from companion.names import length, unturned

#: the most chips that one act may move: far above what a game can hold, far below nonsense
MOST_CHIPS = 500
#: the most signs that a refusal repeats of what was sent
MOST_QUOTED = 60


#: what a question of older logs covers that has a sentence of its own by now
_SINCE = {"out-of-turn": "opening-blocker"}


def unconfirmed(event: Event, reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Keep the reasons that still stand: those that ask fall once the event confirms their code."""
    given = {*event.confirmed, *(_SINCE[code] for code in event.confirmed if code in _SINCE)}
    return tuple(reason for reason in reasons if not (reason.confirm and reason.code in given))


def noted(event: Event) -> str:
    """Give the note of an act in brackets, without signs that would turn the line around it; '' where it has none."""
    note = unturned(str(event.data.get("note", "")))
    return f" ({note})" if length(note) else ""


def the_round(state: State) -> Round:
    """Give the running round."""
    assert state.round is not None, "PHASES keeps acts of a round away from a table without one"
    return state.round


def unknown_set(state: State, set_id: object) -> tuple[Reason, ...]:
    """Refuse a set of tiles that nobody at this table has."""
    return () if set_id in state.sets else (Reason("unknown-set", {"set": str(set_id)[:MOST_QUOTED]}),)


def unknown_casino(state: State, casino: object) -> tuple[Reason, ...]:
    """Refuse a casino that does not lie on this table."""
    if casino in state.casino_names:
        return ()
    return (Reason("unknown-casino", {"casino": str(casino)[:MOST_QUOTED], "casinos": state.casino_names}),)


def unknown_seat(state: State, seat: object) -> tuple[Reason, ...]:
    """Refuse a seat that is not at this table."""
    return () if seat in state.seats else (Reason("unknown-seat", {"seat": str(seat)[:MOST_QUOTED]}),)


def not_in_hand(state: State, set_id: str, tile: object) -> tuple[Reason, ...]:
    """Refuse a tile that a set does not hold."""
    hand = state.hand(set_id)
    if tile in hand:
        return ()
    code = "not-in-hand" if hand else "hand-empty"
    return (Reason(code, {"set": Who(set_id), "tile": str(tile), "hand": tuple(map(str, hand))}),)


def chips_faults(n: object) -> tuple[Reason, ...]:
    """Refuse what is no number of chips that a table could move."""
    if not isinstance(n, int) or n == 0 or abs(n) > MOST_CHIPS:
        return (Reason("chips-number", {"most": MOST_CHIPS}),)
    return ()


def tokens_short(lay: Lay) -> tuple[Reason, ...]:
    """Refuse more +3 tokens on tiles than the box holds."""
    lying = sum(t.token for sets in lay.values() for _, tiles in sets for t in tiles)
    return (Reason("tokens-short", {"tokens": TOKENS, "lying": lying}),) if lying > TOKENS else ()


def turned(state: State, **changes: Any) -> State:
    """Change the round; where a turn has passed on, note how it lay and forget what the cards said of it.

    Between the halves of a turn both stay. What a card says to a set that has not placed outlives other people's
    tiles, as long as the turn is the same.
    """
    after = state.with_round(**changes)
    same_turn = after.on_turn == state.on_turn and bool(after.halves)
    if same_turn and len(after.halves) < len(state.halves):
        return after
    now = the_round(after)
    waiting = tuple(r for r in now.rulings if same_turn and after.used(r[0]) <= state.used(r[0]))
    return after.with_round(turn_lay=now.lay, turn_discards=now.discards, rulings=waiting)
