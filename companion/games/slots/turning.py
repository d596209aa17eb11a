"""The turn helper: whose turn it is, its steps under this table's variations, and what expansion cards may do now."""

from __future__ import annotations

from companion.engine import Reason, Who
from companion.games.slots.machine import Asked, pending
from companion.games.slots.printed import MONTH
from companion.games.slots.state import State
from companion.games.slots.variations import hand_size, opening_hands
from companion.games.slots.view import CumberAction, TurnStep, TurnView


def turn_view(state: State) -> TurnView | None:
    """Show the running turn, or None while no round runs."""
    seat = state.on_turn
    if seat is None:
        return None
    return TurnView(
        seat=seat,
        said=Reason("headline-play", {"seat": Who(seat)}),
        number=state.turn + 1,
        stage=state.stage,
        built=state.built,
        cells=state.cells,
        next_seat=state.seat_at(state.turn + 1),
        prizes=state.prizes_now,
        steps=_building(state) if state.stage == "build" else _steps(state),
        spin=_spin(state),
        cumber=_cumber(state),
        pile_empty=state.emptied,
        in_grid=None not in state.machines,
        to_tell=_to_tell(state),
        played=state.has_played,
        round_over=state.round_over,
        piles=state.piles,
    )


def _to_tell(state: State) -> str:
    """Say what the recorded machines wait for: a claim, a card to be named, or nothing (SM-R15 to R18)."""
    waiting = pending(state)
    return "" if waiting is None else "card" if isinstance(waiting, Asked) else "claim"


def _step(code: str, because: str = "", notes: tuple[TurnStep, ...] = (), **values: object) -> TurnStep:
    return TurnStep(Reason(code, values), because, notes)


def _building(state: State) -> tuple[TurnStep, ...]:
    """List the steps while the grid is built (SM-R9 to R12, A3, A5, A55, VP, VD)."""
    both = (_step("note-build-both", "D"),) if "D" in state.variations else ()
    claims = _step("build-no-claims", "P") if "P" in state.variations else _step("build-claims")
    if "Q" in state.variations and "P" not in state.variations:
        claims = _step("build-claims", notes=(_step("note-keep-one", "Q"),))
    return (*_dealing(state), _step("build-place", notes=both), claims, _step("build-draw"))


def _dealing(state: State) -> tuple[TurnStep, ...]:
    """List what the variations change before the first card of a round is laid (SM-VI, VK, VL, VM, VT, A41, A49)."""
    if state.turn:
        return ()
    on, players = set(state.variations), len(state.seats)
    hands = opening_hands(players, state.variations)
    dealt: dict[str, TurnStep] = {}
    if "T" in on:
        because = "I, T" if "I" in on else "T"
        dealt["T"] = _step("deal-growing", because, hands=tuple(map(str, hands)), n=len(hands))
    elif "I" in on:
        dealt["I"] = _step("deal-size", "I", size=hands[0])
    if "L" in on:
        dealt["L"] = _step("deal-open", "L", n=players)
    if "K" in on:
        dealt["K"] = _step("deal-discard", "K")
    if "M" in on:
        dealt["M"] = _step("deal-memory", "M")
    return tuple(dealt.values())


def _steps(state: State) -> tuple[TurnStep, ...]:
    """List the eight steps of a turn, as the variations change them, or those of the ending (SM-R13 to R19, R42)."""
    on = set(state.variations)
    if state.round_over:
        return (_step("step-round-over", "O", piles=(state.piles,)),)
    if len(state.seats) == 1:
        # Alone there is no player before (SM-A39).
        on.discard("F")
    return _ending(state, on) if state.emptied else _playing(on, hand_size(state.variations))


def _playing(on: set[str], size: int) -> tuple[TurnStep, ...]:
    hand = _step("step-hand-off", "H") if "H" in on else _step("step-hand", "I" if "I" in on else "", size=size)
    fill = _step("step-fill-both", "D") if "D" in on else _step("step-fill")
    again = (_step("step-again"),)
    reshuffle = (_step("step-reshuffle", "Q"),) if "Q" in on else ()
    return (hand, _play("step-play", on), *_claims(on), fill, *again, *reshuffle, _draw(on), _step("step-end"))


def _ending(state: State, on: set[str]) -> tuple[TurnStep, ...]:
    """List the steps once nothing is left to draw (SM-R41 to R44, A25, A26)."""
    hand = _step("step-hand-off", "H") if "H" in on else _step("end-hand")
    nothing = _step("step-no-draw", piles=(state.piles,))
    return (hand, _play("end-play", on), *_claims(on), _step("step-no-fill"), nothing, _step("end-last"))


def _claims(on: set[str]) -> tuple[TurnStep, ...]:
    return (_step("step-claim-one", "Q") if "Q" in on else _step("step-claim"), _step("step-uncovered"))


def _play(code: str, on: set[str]) -> TurnStep:
    """Tell to play a card, with what each variation adds about where it may lie; B is idle beside A (SM-A35)."""
    told = [letter for letter in "DMABFG" if letter in on and not (letter == "B" and "A" in on)]
    return _step(code, notes=tuple(_step(f"note-{letter.lower()}", letter) for letter in told))


def _draw(on: set[str]) -> TurnStep:
    """Tell what is drawn at the end of a turn; L, N and O change it side by side (SM-R40, VL, VN, VO, A43, A55)."""
    changed = [letter for letter in "LNO" if letter in on]
    parts = {"L": "open", "N": "two", "O": "optional"}
    if not changed:
        return _step("step-draw")
    return _step(f"step-draw-{'-'.join(parts[letter] for letter in changed)}", ", ".join(changed))


def _spin(state: State) -> tuple[Reason, ...]:
    """Tell when each kind of Spin Again may be played (SM-R42, R51, R52, A31, A54)."""
    return tuple(_spin_kind(state, kind) for kind in ("A", "B") if kind in state.spin)


def _spin_kind(state: State, kind: str) -> Reason:
    seat = str(state.on_turn)
    if kind == "A" and seat in state.spun_a:
        return Reason("spin-gone", {"seat": Who(seat)})
    return Reason(f"spin-{kind.lower()}{'-end' if state.emptied else ''}")


def spin_doubts(state: State, kind: str) -> tuple[Reason, ...]:
    """List what speaks against a Spin Again now: one lies in front of each, and it comes after the play (SM-R51, R52).

    A table may have told less than it did, so these only ask.
    """
    seat = Who(str(state.on_turn))
    gone = (Reason("spin-gone", {"seat": seat}, confirm=True),) if kind == "A" and seat in state.spun_a else ()
    recorded = any(machine is not None for machine in state.machines)
    played = state.has_played or (not recorded and state.built)
    return gone if played else (*gone, Reason("spin-before-play", {"seat": seat}, confirm=True))


def _cumber(state: State) -> tuple[CumberAction, ...]:
    """List the five actions of a Cumber, each free or with why not (SM-R55, A33, A34)."""
    if state.cumber != "B":
        return ()
    return tuple(CumberAction(_action(state, n), cumber_refusal(state, n)) for n in range(1, 6))


def _action(state: State, number: int) -> Reason:
    """Say what an action does; after a prize action 3 is for the person on turn alone (SM-R55, A33)."""
    if number == 3 and state.prizes_now and len(state.seats) > 1:
        return Reason("cumber-3-scored", {"seat": Who(str(state.on_turn)), "n": state.prizes_now})
    if number == 5 and (effect := state.kept.get(MONTH, {}).get("effect")):
        return Reason("cumber-5-told", {"effect": effect})
    return Reason(f"cumber-{number}")


def cumber_refusal(state: State, number: int) -> Reason | None:
    """Tell why an action of a Cumber cannot be taken now: two need the draw pile, two a card in the grid (SM-A33).

    The first card may lie there untold, so the latter only asks.
    """
    if state.emptied and number in (3, 4):
        return Reason("cumber-pile-empty", {"piles": (state.piles,)})
    if not state.built and number in (1, 3):
        return Reason("cumber-no-card", {"n": number}, confirm=True)
    return None
