"""Chips: jackpots, characters, reveals, penalties, the close of a round, and the count on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.engine import Event, Reason, Refused, Who, refuse
from companion.games.strip.checks import chips_faults, noted, the_round, unconfirmed, unknown_casino, unknown_seat
from companion.games.strip.components import ROUNDS
from companion.games.strip.state import Closed, State, told
from companion.games.strip.tally import after_payout, suggested_offenders

#: the most chips that anybody could have piled up before them
MOST_COUNTED = 9999


def jackpot(state: State, event: Event) -> State | Refused:
    """Add chips from the supply to a jackpot, or put some back (VS-C05)."""
    casino, n = event.data.get("casino"), event.data.get("n", 0)
    reasons = unknown_casino(state, casino) or chips_faults(n)
    if reasons:
        return Refused(reasons)
    casino = str(casino)
    here = state.jackpots[casino]
    if state.round and any(casino == revealed for _, revealed in state.round.reveals):
        return refuse("jackpot-paid", casino=casino)
    if here + n < 0:
        return refuse("jackpot-short", casino=casino, here=here, n=-n)
    after = replace(state, jackpots=dict(state.jackpots) | {casino: here + n}, supply=state.supply - n)
    return told(after, event, "jackpot-up" if n > 0 else "jackpot-down", n=abs(n), casino=casino, now=here + n)


def effect(state: State, event: Event) -> State | Refused:
    """Let a character act on the jackpot at its casino once a round, or say that it does not this time (VS-C05, C07b).

    What it takes away is at most what lies there; the supply gives and takes.
    """
    casino = event.data.get("casino")
    reasons = unknown_casino(state, casino)
    if reasons:
        return Refused(reasons)
    now, casino = the_round(state), str(casino)
    side = state.side_at(casino)
    if side is None or not side.effect:
        return refuse("effect-none", casino=casino)
    if casino in now.effects:
        return refuse("effect-done", casino=casino, round=now.number)
    if any(casino == opened for _, opened in now.reveals):
        return refuse("jackpot-paid", casino=casino)
    acts = bool(event.data.get("acts"))
    here = state.jackpots[casino]
    n = effect_on(state, casino) if acts else 0
    if acts and not n:
        return refuse("effect-empty", casino=casino)
    after = state.with_round(effects=dict(now.effects) | {casino: acts})
    after = replace(after, jackpots=dict(state.jackpots) | {casino: here + n}, supply=state.supply - n)
    label = state.casino(casino)
    values = {"character": label.character if label else "", "casino": casino, "n": abs(n), "now": here + n}
    if not acts:
        return told(after, event, "effect-not", **values)
    if n != side.effect:
        return told(after, event, "effect-short", wanted=-side.effect, **values)
    return told(after, event, "effect-up" if n > 0 else "effect-down", **values)


def effect_on(state: State, casino: str) -> int:
    """Count the chips that the character at a casino puts on its jackpot now, less than 0 where it takes some."""
    side = state.side_at(casino)
    return max(side.effect, -state.jackpots[casino]) if side else 0


def effects_due(state: State) -> tuple[str, ...]:
    """Name the casinos whose characters have not acted in this round, as long as there is something to move."""
    now = state.round
    if now is None:
        return ()
    gone = {*now.effects, *(casino for _, casino in now.reveals)}
    acting = ((casino, state.side_at(casino)) for casino in state.casino_names if casino not in gone)
    return tuple(casino for casino, side in acting if side and effect_on(state, casino))


def chips(state: State, event: Event) -> State | Refused:
    """Give chips from the supply to a player, by a character: they join the team's pile (VS-C04, A34)."""
    seat, n = event.data.get("seat"), event.data.get("n", 0)
    reasons = unknown_seat(state, seat) or chips_faults(n)
    if reasons:
        return Refused(reasons)
    now, seat = the_round(state), str(seat)
    had = now.chips.get(seat, 0)
    if had + n < 0:
        return refuse("chips-short", seat=Who(seat), n=-n, had=had)
    after = state.with_round(chips=dict(now.chips) | {seat: had + n})
    after = replace(after, supply=after.supply - n)
    return told(after, event, "chips-up" if n > 0 else "chips-down", seat=Who(seat), n=abs(n))


def revealed(state: State, event: Event) -> State | Refused:
    """Open a fixer's rigged casino, in turn order; the leader there takes the jackpot (VS-R28, A10)."""
    now = the_round(state)
    fixer, casino = str(event.data.get("fixer")), event.data.get("casino")
    if now.revealed:
        return refuse("reveals-done")
    due = now.fixers[len(now.reveals)]
    if fixer != due:
        return refuse("reveal-order", fixer=Who(due))
    if not now.printed:
        casino = now.rigged[fixer]
    # Logs from before `turned_over` name the casino of a printed card here.
    reasons = unknown_casino(state, casino)
    reasons += tuple(Reason("same-casino", {"casino": c, "fixer": Who(f)}) for f, c in now.reveals if c == casino)
    if reasons:
        return Refused(reasons)
    after = state.with_round(reveals=(*now.reveals, (fixer, str(casino))))
    return told(after, event, "revealed", fixer=Who(fixer), casino=str(casino))


def turned_over(state: State, event: Event) -> State | Refused:
    """Note the casino on a printed card that was turned over (VS-R28, A10).

    Somebody typed it, so that it can be taken back; what the app dealt could be looked at like that, and is refused.
    """
    now = the_round(state)
    return revealed(state, event) if now.printed else refuse("card-not-printed", round=now.number)


def penalty(state: State, event: Event) -> State | Refused:
    """Take or waive the penalty for a 7 at one's own rigged casino (VS-C09, A28)."""
    seat = event.data.get("seat")
    reasons = unknown_seat(state, seat)
    if reasons:
        return Refused(reasons)
    now, on = the_round(state), bool(event.data.get("on"))
    if not now.revealed:
        return refuse("reveals-missing", fixer=Who(now.fixers[len(now.reveals)]))
    after = state.with_round(penalties=dict(now.penalties) | {str(seat): on})
    return told(after, event, "penalty-on" if on else "penalty-off", seat=Who(str(seat)))


def closed(state: State, event: Event) -> State | Refused:
    """Close the round: piles are split, penalties taken, empty jackpots refilled (VS-R32 to R36, R44)."""
    now = the_round(state)
    if not now.revealed:
        return refuse("reveals-missing", fixer=Who(now.fixers[len(now.reveals)]))
    asked = [Reason("seven-unsettled", {"seat": Who(s)}, confirm=True) for s in suggested_offenders(state)]
    open_questions = [r for r in asked if r.values["seat"] not in now.penalties]
    reasons = unconfirmed(event, open_questions)
    if reasons:
        return Refused(reasons)
    paid = after_payout(state)
    left = paid.refilled if paid.refilled is not None else paid.jackpots
    # The character chips have left the supply when they were given.
    supply = state.supply + paid.supply + sum(now.chips.values())
    after = replace(state, jackpots=dict(left), supply=supply)
    after = told(after, event, "closed" if now.number < ROUNDS else "closed-last", round=now.number)
    return replace(after, round=None, past=(*state.past, Closed(now, dict(paid.gain))))


def counted(state: State, event: Event) -> State | Refused:
    """Note the chips that really lie before each player, to be held against the books."""
    typed: Mapping[str, int] = event.data.get("chips", {})
    reasons = tuple(r for seat in typed for r in unknown_seat(state, seat))
    absurd = {s: n for s, n in typed.items() if not 0 <= n <= MOST_COUNTED}
    reasons += tuple(Reason("count-absurd", {"seat": Who(s), "n": n, "most": MOST_COUNTED}) for s, n in absurd.items())
    if not typed:
        reasons += (Reason("count-empty"),)
    if reasons:
        return Refused(reasons)
    apart = {s: n - state.chips(s) for s, n in typed.items()}
    off = tuple(_off(state, seat, n) for seat, n in apart.items() if n)
    after = replace(state, counted=dict(typed))
    return told(after, event, "counted-off" if off else "counted-right", off=off)


def _off(state: State, seat: str, n: int) -> Reason:
    """Say that a count is off, and by how much where the totals lie open: else it would tell them (VS-A37)."""
    if state.chips_open:
        return Reason("seat-off", {"seat": Who(seat), "n": f"{n:+d}"})
    return Reason("seat-off-hidden", {"seat": Who(seat)})


def corrected(state: State, event: Event) -> State | Refused:
    """Correct what a player owns by a signed number of chips, against the supply."""
    seat, n = event.data.get("seat"), event.data.get("n", 0)
    reasons = unknown_seat(state, seat) or chips_faults(n)
    if reasons:
        return Refused(reasons)
    seat = str(seat)
    if state.chips(seat) + n < 0:
        if not state.chips_open:
            return refuse("correction-short-hidden", seat=Who(seat), n=-n)
        return refuse("correction-short", seat=Who(seat), n=-n, had=state.chips(seat))
    after = replace(state, corrections=(*state.corrections, (seat, n)), supply=state.supply - n)
    return told(after, event, "corrected", seat=Who(seat), n=f"{n:+d}", note=noted(event))
