"""The turn helper: whose turn it is, its steps under this table's variations, and what expansion cards may do now."""

from __future__ import annotations

from companion.engine import Reason, Who
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
        played=state.has_played,
        round_over=state.emptied and "O" in state.variations,
    )


def _step(code: str, because: str = "", **values: object) -> TurnStep:
    return TurnStep(Reason(code, values), because)


def _building(state: State) -> tuple[TurnStep, ...]:
    """List the steps while the grid is built (SM-R9 to R12, A3, A5, A55, VP)."""
    claims = _step("build-no-claims", "P") if "P" in state.variations else _step("build-claims")
    return (*_dealing(state), _step("build-place"), claims, _step("build-draw"))


def _dealing(state: State) -> tuple[TurnStep, ...]:
    """List what the variations change before the first card of a round is laid (SM-VK, VT, A41, A49)."""
    if state.turn:
        return ()
    hands = tuple(map(str, opening_hands(len(state.seats), state.variations)))
    growing = (_step("deal-growing", "T", hands=hands),) if "T" in state.variations else ()
    return (*growing, _step("deal-discard", "K")) if "K" in state.variations else growing


def _steps(state: State) -> tuple[TurnStep, ...]:
    """List the eight steps of a turn, as the variations and the end of the pile change them (SM-R13 to R19)."""
    on = set(state.variations)
    if state.emptied and "O" in on:
        return (_step("step-round-over", "O"),)
    size = hand_size(state.variations)
    hand = _step("step-hand-off", "H") if "H" in on else _step("step-hand", "I" if "I" in on else "", size=size)
    ending = state.emptied
    kept = _step("step-claim-one", "Q") if "Q" in on else _step("step-claim")
    fill = _step("step-no-fill") if ending else _step("step-fill", "D" if "D" in on else "")
    play = _step("step-play", ", ".join(letter for letter in "ABDFG" if letter in on))
    claiming = (kept, _step("step-uncovered"), fill, _step("step-again"))
    return (hand, play, *claiming, _draw(on, ending), _step("step-end"))


def _draw(on: set[str], ending: bool) -> TurnStep:
    """Tell what is drawn at the end of a turn (SM-R40, R42, VL, VN, VO, A42, A43)."""
    if ending:
        return _step("step-no-draw")
    if "N" in on:
        return _step("step-draw-two", "N")
    if "O" in on:
        return _step("step-draw-optional", "O")
    if "L" in on:
        return _step("step-draw-open", "L")
    return _step("step-draw")


def _spin(state: State) -> tuple[Reason, ...]:
    """Tell when each kind of Spin Again may be played (SM-R51, R52, A31, A54)."""
    return tuple(Reason(f"spin-{kind.lower()}") for kind in ("A", "B") if kind in state.spin)


def _cumber(state: State) -> tuple[CumberAction, ...]:
    """List the five actions of a Cumber, each free or with why not (SM-R55, A33, A34)."""
    if state.cumber != "B":
        return ()
    return tuple(CumberAction(_action(state, n), cumber_refusal(state, n)) for n in range(1, 6))


def _action(state: State, number: int) -> Reason:
    """Say what an action does; after a prize action 3 is for the person on turn alone (SM-R55, A33)."""
    if number == 3 and state.prizes_now and len(state.seats) > 1:
        return Reason("cumber-3-scored", {"seat": Who(str(state.on_turn)), "n": state.prizes_now})
    return Reason(f"cumber-{number}")


def cumber_refusal(state: State, number: int) -> Reason | None:
    """Tell why an action of a Cumber cannot be taken now: two of them need the draw pile (SM-A33)."""
    return Reason("cumber-pile-empty") if state.emptied and number in (3, 4) else None
