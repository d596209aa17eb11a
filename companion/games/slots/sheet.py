"""The score sheet and the turn: rounds, prizes, hands, the clock, and what the cards of expansions do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.engine import Event, Reason, Refused, Who, refuse
from companion.games.slots.machine import owed_claim, pending, with_pile_empty
from companion.games.slots.setup import start_reasons
from companion.games.slots.state import ASKS, Clock, Sheet, State, told
from companion.games.slots.turning import cumber_refusal, spin_doubts
from companion.games.slots.variations import hand_size, most_in_hand

#: the most sets of one symbol that a seat may be given in a round; 72 cards make 24
MOST_SETS = 99


def begun(state: State, event: Event) -> State | Refused:
    """Begin the next round: an empty sheet, an empty grid, the start moved on (SM-R45)."""
    reasons = start_reasons(state)
    if reasons:
        return Refused(reasons)
    after = replace(
        state,
        sheets=(*state.sheets, Sheet()),
        machines=(None,) * state.machine_count,
        turn=0,
        more_built=0,
        prizes_now=0,
        emptied=False,
        opened=False,
        filling=False,
        has_played=False,
        played_now=None,
        last_played=None,
        spun_a=frozenset(),
    )
    number = len(after.sheets)
    return told(after, event, "begun", round=number, seat=Who(after.starter(number)))


def prize(state: State, event: Event) -> State | Refused:
    """Give a seat a set, or take one back; also in a round that is over (SM-R46)."""
    n = event.data.get("n", 1)
    if n not in (1, -1):
        return refuse("prize-step")
    had = _sets(state, event)
    if isinstance(had, Refused):
        return had
    return _counted(state, event, had, had + n)


def sets(state: State, event: Event) -> State | Refused:
    """Set how many sets of a symbol a seat has (E-93)."""
    had = _sets(state, event)
    if isinstance(had, Refused):
        return had
    wanted = event.data.get("sets")
    if type(wanted) is not int or wanted < 0:
        return refuse("sets-range", most=MOST_SETS)
    return _counted(state, event, had, wanted)


def _sets(state: State, event: Event) -> int | Refused:
    """Find how many sets a seat has of the symbol that an event names, or tell what is wrong with it."""
    number = round_of(state, event)
    seat, letter = event.data.get("seat"), event.data.get("symbol")
    reasons = unknown_seat(state, seat) + _unknown_round(state, event)
    entry = state.entry(str(letter))
    if entry is None:
        named = tuple(e.name for e in state.symbols)
        reasons += (Reason("unknown-symbol", {"symbol": str(letter), "symbols": named}),)
    if reasons or number is None:
        return Refused(reasons)
    return state.sheets[number - 1].prizes.get(str(seat), {}).get(str(letter), 0)


def _counted(state: State, event: Event, had: int, now: int) -> State | Refused:
    seat, letter = str(event.data["seat"]), str(event.data["symbol"])
    entry = state.entry(letter)
    name = entry.name if entry else letter
    if now < 0:
        return refuse("prize-none", seat=Who(seat), symbol=name)
    if now > MOST_SETS:
        return refuse("sets-range", most=MOST_SETS)
    number = round_of(state, event) or len(state.sheets)
    after = state.with_prizes(number, seat, {letter: now - had})
    if number == len(state.sheets) and seat == state.on_turn:
        after = replace(after, prizes_now=max(0, after.prizes_now + now - had))
    code = "prize-corrected" if state.sheets[number - 1].ended else ("prize-up" if now > had else "prize-down")
    return told(after, event, code, seat=Who(seat), symbol=name, n=now, round=number)


def hand(state: State, event: Event) -> State | Refused:
    """Note the cards left in a hand at the end of a round: under O they cost their points (SM-VO, A44)."""
    number, seat = round_of(state, event), event.data.get("seat")
    cards = event.data.get("cards", ())
    held = tuple(map(str, cards)) if isinstance(cards, list | tuple) else (str(cards),)
    reasons = unknown_seat(state, seat) + _unknown_round(state, event)
    if "O" not in state.variations:
        reasons += (Reason("hand-idle"),)
    reasons += tuple(Reason("unknown-card", {"card": card}) for card in dict.fromkeys(held) if card not in state.cards)
    # A hand that grew to more than one could hold is a slip of the thumb.
    most = most_in_hand(len(state.players), state.variations)
    if len(held) > most:
        reasons += (Reason("hand-long", {"n": len(held), "most": most, "size": hand_size(state.variations)}),)
    if reasons or number is None:
        return Refused(reasons)
    hands = dict(state.sheets[number - 1].hands) | {str(seat): held}
    return told(state.with_sheet(number, hands=hands), event, "hand-left", seat=Who(str(seat)), n=len(held))


def turned(state: State, event: Event) -> State | Refused:
    """End a turn: the next one begins (SM-R19)."""
    asks = _still_to_tell(state, event)
    if asks:
        return Refused(asks)
    after = replace(_next_play(state), turn=state.turn + 1)
    return told(after, event, "turned", seat=Who(str(after.on_turn)))


def _next_play(state: State) -> State:
    """Make way for another card; whoever played none was skipped, and the card before stays the last (SM-A25, A39)."""
    last = state.played_now if state.has_played else state.last_played
    return replace(state, prizes_now=0, last_played=last, has_played=False, played_now=None)


def _still_to_tell(state: State, event: Event) -> tuple[Reason, ...]:
    """Ask before a turn or a round ends while the recorded grid waits for a claim or a card (SM-R15 to R18).

    A prize for whose sake alone a card may lie there is claimed, and that is no question (SM-A18).
    """
    owed = owed_claim(state) if event.data.get(ASKS) else None
    if owed is not None:
        return (owed,)
    if pending(state) is None or "told-first" in event.confirmed:
        return ()
    return (Reason("told-first", confirm=True),)


def spun(state: State, event: Event) -> State | Refused:
    """Play a Spin Again: the same person has another turn (SM-R51, R52, A54)."""
    kind = event.data.get("spin")
    if kind not in ("A", "B") or kind not in state.spin:
        return refuse("spin-idle", kinds=tuple(state.spin) or ("none",))
    asks = _still_to_tell(state, event) + _asked(event, spin_doubts(state, kind))
    if asks:
        return Refused(asks)
    after = _next_play(state)
    if state.told_built < state.cells and not state.opened and not state.emptied:
        after = replace(after, more_built=state.more_built + 1)
    seat = str(state.on_turn)
    if kind == "A":
        after = replace(after, spun_a=state.spun_a | {seat})
    return told(after, event, "spun", seat=Who(seat))


def _asked(event: Event, doubts: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """Keep the doubts that still stand: not those that were confirmed, and none where a log is older than they are.

    A log that was written before the question was put must be told as it was.
    """
    return tuple(doubt for doubt in doubts if event.data.get(ASKS) and doubt.code not in event.confirmed)


def cumbered(state: State, event: Event) -> State | Refused:
    """Note that a Cumber card was played for one of its five actions (SM-R55, A33)."""
    action = event.data.get("action")
    if state.cumber != "B" or action not in (1, 2, 3, 4, 5):
        return refuse("cumber-idle")
    against = cumber_refusal(state, int(action))
    stands = against and (_asked(event, (against,)) if against.confirm else (against,))
    return Refused(stands) if stands else told(state, event, f"cumbered-{int(action)}")


def emptied(state: State, event: Event) -> State | Refused:
    """Say that the draw pile is empty, or that it is not after all (SM-R41)."""
    if event.data.get("on", True):
        return with_pile_empty(state, event)
    return told(replace(state, emptied=False), event, "not-emptied")


def clock(state: State, event: Event) -> State | Refused:
    """Start, pause, resume or stop the clock of the round (SM-VU, A50)."""
    do, number = event.data.get("do"), len(state.sheets)
    now = state.sheets[-1].clock
    if do in ("start", "resume"):
        if now.since is not None:
            return refuse("clock-runs")
        # A clock that was stopped by hand may go on only where the table allows pauses.
        if do == "resume" and not state.settings.timer_pause:
            return refuse("clock-no-pause")
        fresh = Clock(now.seconds if do == "resume" else 0, event.at, used=True)
        return told(state.with_sheet(number, clock=fresh), event, "clock-on")
    if do not in ("pause", "stop"):
        return refuse("unknown-act", kind="clock")
    if now.since is None:
        return refuse("clock-stands")
    if do == "pause" and not state.settings.timer_pause:
        return refuse("clock-no-pause")
    halted = now.stopped(event.at)
    return told(state.with_sheet(number, clock=halted), event, "clock-off", **minutes(halted.seconds))


def minutes(seconds: int) -> dict[str, Any]:
    """Say a time in minutes and seconds."""
    return {"time": f"{seconds // 60}:{seconds % 60:02d}"}


def ended(state: State, event: Event) -> State | Refused:
    """End the round; an open claim, and under O a hand that nobody told of, is asked for first (SM-R44, VO)."""
    number = len(state.sheets)
    sheet = state.sheets[-1]
    reasons = _still_to_tell(state, event) + _hands_untold(state, event)
    if reasons:
        return Refused(reasons)
    after = state.with_sheet(number, ended=True, clock=sheet.clock.stopped(event.at))
    return told(after, event, "ended-last" if after.phase == "over" else "ended", round=number)


def _hands_untold(state: State, event: Event) -> tuple[Reason, ...]:
    hands = state.sheets[-1].hands
    untold = tuple(Who(seat) for seat in state.seats if "O" in state.variations and seat not in hands)
    if not untold or "hands-untold" in event.confirmed:
        return ()
    return (Reason("hands-untold", {"seats": untold, "n": len(untold)}, confirm=True),)


def round_of(state: State, event: Event) -> int | None:
    """Find the round that an event speaks of, the latest one if it names none; None for one that never was."""
    number = event.data.get("round", len(state.sheets))
    return number if isinstance(number, int) and 1 <= number <= len(state.sheets) else None


def _unknown_round(state: State, event: Event) -> tuple[Reason, ...]:
    if round_of(state, event) is not None:
        return ()
    return (Reason("unknown-round", {"round": str(event.data.get("round")), "n": len(state.sheets)}),)


def unknown_seat(state: State, seat: object) -> tuple[Reason, ...]:
    """Refuse a seat that is not at this table."""
    return () if seat in state.seats else (Reason("unknown-seat", {"seat": str(seat)}),)
