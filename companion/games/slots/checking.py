"""The grid check: every cell judged for a card in hand, on the recorded machine or on one typed into the address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.engine import Reason, Refused
from companion.games.slots.machine import (
    Asked,
    card_name,
    fits_beside,
    hand_of,
    pending,
    placing,
    read_grid,
    shield_choice,
    shields_due,
    ways_to_claim,
)
from companion.games.slots.placement import FULL
from companion.games.slots.prizes import Prize, claims
from companion.games.slots.state import UNKNOWN, Machine, State
from companion.games.slots.symbols import ANY, OPEN, SHIELD
from companion.games.slots.variations import grid_size
from companion.games.slots.verdict import Verdict, verdicts
from companion.games.slots.view import (
    AskedCell,
    CellView,
    ClaimChoice,
    GridView,
    PrizeView,
    ShieldView,
    VerdictView,
)
from companion.games.slots.words import place

At = Mapping[str, str]

#: stands in an address for a machine that is not recorded
NOTHING_LIES = "-"


def grid_view(state: State, at: At) -> GridView | None:
    """Show a slot machine with the answer on each cell, where the board is asked for one."""
    if at.get("sheet") not in ("grid", "ask"):
        return None
    number = _number(at.get("machine"), state.machine_count)
    recorded = state.machines[number] if number < len(state.machines) else None
    machine, is_recorded, fault = _machine_for(state, at, recorded)
    card = at.get("card", "")
    card = card if card in state.cards else ""
    hand = hand_of(state, at.get("hand"))
    found = verdicts(placing(state, number, machine, card, hand)) if card else ()
    chosen = _chosen(at, machine)
    waiting = pending(state) if is_recorded else None
    shown = found[chosen] if found and chosen is not None else None
    lies = typed(recorded) if recorded else NOTHING_LIES
    return GridView(
        machine=number,
        machines=state.machine_count,
        rows=machine.rows,
        columns=machine.columns,
        cells=tuple(_cell(state, machine, i, found, chosen, shown) for i in range(len(machine.stacks))),
        typed=typed(machine),
        recorded=is_recorded,
        lies=lies,
        old=at.get("was", lies) != lies and typed(machine) != lies,
        card=card,
        hand="".join(hand),
        verdict=_verdict(shown) if shown else None,
        nothing_fits=_nothing_fits(state, number, machine, hand),
        odd=(*fault, *_odd(state, machine, card, hand), *_heights(state, machine, is_recorded)),
        claims=_claims(state, machine, number, is_recorded),
        asked=_asked(machine, waiting, number),
        would_pay=_would_pay(state, number, machine) if state.practice and is_recorded and not card else "",
    )


def question(grid: GridView | None, at: At) -> Mapping[str, str]:
    """Say what an address must hold so that a question stays one about this position, whatever is recorded (E-116)."""
    if grid is None or not grid.card or at.get("sheet") != "ask":
        return {}
    return {"grid": grid.typed, "was": at.get("was", grid.lies)}


def _machine_for(state: State, at: At, recorded: Machine | None) -> tuple[Machine, bool, tuple[Reason, ...]]:
    """Take the grid typed into the address, else the recorded one, else an empty one; tell if it is as recorded."""
    text = at.get("grid", "")
    fault: tuple[Reason, ...] = ()
    if text:
        rows = read_grid(state, text)
        if not isinstance(rows, Refused):
            tops = _painted(state, at, tuple(symbol for row in rows for symbol in row))
            if recorded and recorded.tops == tops:
                return recorded, True, ()
            stacks = tuple("" if top == OPEN else top for top in tops)
            return Machine(len(rows), len(rows[0]), stacks), False, ()
        fault = rows.reasons
    if recorded is not None:
        return recorded, True, fault
    rows_due, columns = grid_size(state.variations)
    return Machine(rows_due, columns, ("",) * (rows_due * columns)), False, fault


def _painted(state: State, at: At, tops: tuple[str, ...]) -> tuple[str, ...]:
    """Take over what was painted: the card of the brush lies in the ticked cells, and in no other."""
    brush = at.get("painted_with", "")
    if brush not in state.cards | {OPEN, UNKNOWN}:
        return tops
    ticked = at.get("painted", "").split()
    return tuple(brush if str(i) in ticked else OPEN if top == brush else top for i, top in enumerate(tops))


def _number(text: str | None, most: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 3 and int(text) < most else 0


def _chosen(at: At, machine: Machine) -> int | None:
    text = at.get("cell", "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else None
    return number if number is not None and number < len(machine.stacks) else None


def typed(machine: Machine) -> str:
    """Write the open cards as an address holds them: rows apart by '/'."""
    tops = machine.tops
    return "/".join("".join(tops[i : i + machine.columns]) for i in range(0, len(tops), machine.columns))


def _cell(
    state: State, machine: Machine, index: int, found: tuple[Verdict, ...], chosen: int | None, shown: Verdict | None
) -> CellView:
    row, column = machine.shape.cells[index]
    mark, points = "", None
    if found:
        answer = found[index]
        mark = ("prize" if answer.prizes else "yes") if answer.legal else "no"
        points = _points(state, answer.prizes) if mark == "prize" else None
    blamed = {cell for reason in (*shown.broken,) for cell in reason.values["cells"]} if shown else set()
    paid = {cell for prize in shown.prizes for cell in prize.cells} if shown else set()
    return CellView(
        row=row,
        column=column,
        index=index,
        place=place(machine.shape, (row, column)),
        symbol=machine.tops[index],
        mark=mark,
        points=points,
        chosen=index == chosen,
        why=(row, column) in blamed,
        line=(row, column) in paid,
    )


def _points(state: State, prizes: tuple[Prize, ...]) -> int | None:
    """Count what prizes would bring, None where a value is missing."""
    values = [state.values.get(prize.symbol) for prize in prizes]
    return None if None in values else sum(value for value in values if value is not None)


def _verdict(shown: Verdict) -> VerdictView:
    prizes = tuple(PrizeView(prize.symbol, prize.cells) for prize in shown.prizes)
    return VerdictView(shown.cell, shown.legal, shown.broken, shown.exception, prizes)


def _nothing_fits(state: State, number: int, machine: Machine, hand: tuple[str, ...]) -> Reason | None:
    """Tell when no card of the hand fits anywhere, and what follows (SM-A23, E-110)."""
    if not hand:
        return None
    here = any(placing(state, number, machine, card).judged().legal for card in set(hand))
    if here or fits_beside(state, number, hand):
        return None
    return Reason("hand-fits-nowhere", {"n": len(hand)})


def _odd(state: State, machine: Machine, card: str, hand: tuple[str, ...]) -> tuple[Reason, ...]:
    """Name what a real deck or a finished turn could not show, beside the verdict and never instead of it (E-111)."""
    tops = machine.tops
    odd: tuple[Reason, ...] = ()
    unfinished = tops.count(UNKNOWN) + (tops.count(OPEN) if state.stage == "play" else 0)
    if unfinished:
        odd += (Reason("grid-unfinished", {"n": unfinished}),)
    for symbol, n in Counter([*tops, *(hand or card)]).items():
        most = state.in_deck(symbol)
        if most is not None and n > most:
            odd += (Reason("too-many-cards", {"symbol": card_name(state, symbol), "n": n, "most": most}),)
    if hand and card and card not in hand:
        odd += (Reason("card-not-in-hand", {"card": card_name(state, card)}),)
    stands = claims(machine.grid, state.settings.any_as_shield)
    if stands:
        names = tuple(dict.fromkeys(card_name(state, prize.symbol) for prize in stands))
        code = "prize-to-cover" if state.covering else "prize-stands"
        odd += (Reason(code, {"prizes": names, "n": len(stands)}),)
    return odd


def _heights(state: State, machine: Machine, is_recorded: bool) -> tuple[Reason, ...]:
    """Name what the answer leaves out under G: a grid as it lies does not show how high its stacks are (SM-VG)."""
    if "G" not in state.variations or (is_recorded and not any(stack[:1] == UNKNOWN for stack in machine.stacks)):
        return ()
    return (Reason("heights-unknown", {"most": FULL}),)


def _would_pay(state: State, number: int, machine: Machine) -> str:
    """Find a card that would make the dearest prize here, for whoever has no cards to hold; '' where none would."""
    paid = (
        (points, letter)
        for letter in state.values
        for answer in verdicts(placing(state, number, machine, letter))
        if answer.legal and answer.prizes and (points := _points(state, answer.prizes)) is not None
    )
    return max(paid, default=(0, ""))[1]


def _claims(state: State, machine: Machine, number: int, is_recorded: bool) -> tuple[ClaimChoice, ...]:
    waiting = pending(state) if is_recorded else None
    if waiting is None or isinstance(waiting, Asked) or waiting[0] != number:
        return ()
    return tuple(_claim(state, machine, way) for way in ways_to_claim(state, machine))


def _claim(state: State, machine: Machine, way: tuple[Prize, ...]) -> ClaimChoice:
    shape, taken = machine.shape, {cell for prize in way if prize.symbol == SHIELD for cell in prize.cells}
    shields = (
        ShieldView(shape.index(cell), place(shape, cell), machine.tops[shape.index(cell)], cell in taken)
        for cell in sorted(shield_choice(machine.grid, way, state.settings.any_as_shield))
    )
    return ClaimChoice(
        prizes=tuple(PrizeView(prize.symbol, prize.cells) for prize in way),
        any_symbol=any(prize.symbol == ANY for prize in way),
        keep=_keep(state, way) if "Q" in state.variations else None,
        shields=tuple(shields),
        to_take=shields_due(way),
    )


def _keep(state: State, way: tuple[Prize, ...]) -> Reason:
    """Say which cards of the prizes are kept: one of each, showing its symbol (SM-VQ, A46)."""
    kept = Counter(prize.symbol for prize in way)
    cards = tuple(Reason("keep-card", {"symbol": card_name(state, letter), "n": n}) for letter, n in kept.items())
    return Reason("keep-one", {"cards": cards})


def _asked(machine: Machine, waiting: object, number: int) -> AskedCell | None:
    if not isinstance(waiting, Asked) or waiting.machine != number:
        return None
    return AskedCell(waiting.kind, place(machine.shape, machine.shape.cells[waiting.index]), waiting.index)
