"""The recorded slot machine: cards played, prizes claimed, cards uncovered and drawn, in the right order.

What must be told next follows from the machines (`pending`): a card nobody has named, then claims, then all the cells
that claims have emptied, row by row, the first machine before the second; then claims again (SM-R14 to R18, R26, A9,
A38).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from companion.engine import Event, Reason, Refused, Who, refuse
from companion.games.slots.grid import SIZES, Cell, Grid
from companion.games.slots.placement import Phase, Rules
from companion.games.slots.prizes import Prize, claims, lines_on, shield_prizes
from companion.games.slots.state import NAMELESS, UNKNOWN, JustPlayed, Machine, State, told
from companion.games.slots.symbols import ANY, OPEN, SHIELD
from companion.games.slots.variations import grid_size
from companion.games.slots.verdict import Placing, verdict
from companion.games.slots.words import place
from companion.language import N_, Term

#: the most cards that are looked at in a hand; ten are dealt at the most
MOST_HELD = 40


@dataclass(frozen=True, slots=True)
class Asked:
    """A cell whose card has to be told next: uncovered by a claim, or drawn to fill it."""

    kind: str
    machine: int
    index: int


Pending = Asked | tuple[int, tuple[tuple[Prize, ...], ...]] | None


def pending(state: State) -> Pending:
    """Find what must be told next: a cell, the ways to claim at a machine, or nothing."""
    machines = [(number, machine) for number, machine in enumerate(state.machines) if machine is not None]
    for number, machine in machines:
        if UNKNOWN in machine.stacks:
            return Asked("uncovered", number, machine.stacks.index(UNKNOWN))
    empty = () if state.emptied else ((number, index) for number, machine in machines for index in machine.to_fill)
    fill = next((Asked("filled", number, index) for number, index in empty), None)
    if fill and state.filling:
        return fill
    for number, machine in machines:
        ways = ways_to_claim(state, machine)
        if ways:
            return number, ways
    return fill


def ways_to_claim(state: State, machine: Machine) -> tuple[tuple[Prize, ...], ...]:
    """List the ways to claim what stands in a machine; none where it is covered instead (SM-VP, A14, A45)."""
    return () if state.covering else claim_ways(machine.grid, state.settings.any_as_shield)


def owed_claim(state: State) -> Reason | None:
    """Say that the card just played may lie only where its prize is claimed, or None where nothing is owed (SM-A18)."""
    card = state.played_now
    machine = state.machines[card.machine] if card is not None and card.owes else None
    if card is None or machine is None or not ways_to_claim(state, machine):
        return None
    where = place(machine.shape, machine.shape.cells[card.index])
    return Reason("claim-owed", {"card": card_name(state, machine.tops[card.index]), "place": where})


def claim_ways(grid: Grid, any_as_shield: bool) -> tuple[tuple[Prize, ...], ...]:
    """List the ways to claim what stands in a grid, the usual one first: all paylines, then what shields are left.

    An ANY may serve a prize of shields instead of its paylines. Ways that win the same count once, and those that win
    less than another not at all (SM-A6, A14).
    """
    usual = claims(grid, any_as_shield)
    if not usual:
        return ()
    ways = {_won(usual): usual}
    for way in _with_more_shields(grid) if any_as_shield else ():
        ways.setdefault(_won(way), way)
    return tuple(way for won, way in ways.items() if not any(Counter(won) < Counter(more) for more in ways))


def _won(way: Sequence[Prize]) -> tuple[str, ...]:
    return tuple(sorted(prize.symbol for prize in way))


def _with_more_shields(grid: Grid) -> Iterator[tuple[Prize, ...]]:
    """Spend ANYs on prizes of shields in every way, and claim the paylines that are left."""
    shape, lines = grid.shape, lines_on(grid)
    shields, anys = shape.in_mask(grid.shields), shape.in_mask(grid.anys)
    for count in range(1, shield_prizes(len(shields), len(anys), True) + 1):
        for spent in combinations(anys, max(0, 3 * count - len(shields))):
            left = tuple(prize for prize in lines if not set(spent) & set(prize.cells))
            yield (*left, *_shield_sets((*shields, *spent), count))


def _shield_sets(cells: Sequence[Cell], count: int) -> Iterator[Prize]:
    """Share cells out to prizes of shields, shields before ANYs, so that each prize gets a real one."""
    firsts, others = cells[:count], cells[count:]
    for number, first in enumerate(firsts):
        yield Prize(SHIELD, tuple(sorted((first, *others[2 * number : 2 * number + 2]))))


def shield_choice(grid: Grid, way: Sequence[Prize], any_as_shield: bool) -> tuple[Cell, ...]:
    """List the cards that may go with the prizes of shields of a way to claim, real shields first (SM-A15).

    Empty where all of them go, or none: then there is nothing to choose.
    """
    shape, lines = grid.shape, {cell for prize in way if prize.symbol != SHIELD for cell in prize.cells}
    anys = tuple(cell for cell in shape.in_mask(grid.anys) if cell not in lines) if any_as_shield else ()
    fitting = (*shape.in_mask(grid.shields), *anys)
    return fitting if 0 < shields_due(way) < len(fitting) else ()


def shields_due(way: Sequence[Prize]) -> int:
    """Count the cards that go with the prizes of shields of a way to claim."""
    return sum(len(prize.cells) for prize in way if prize.symbol == SHIELD)


# Handlers


def gridded(state: State, event: Event) -> State | Refused:
    """Record a machine as it lies; a stack whose top is as recorded keeps what is known of it, prizes covered aside."""
    number = event.data.get("machine", 0)
    tops = read_grid(state, str(event.data.get("grid", "")))
    if isinstance(tops, Refused):
        return tops
    if not isinstance(number, int) or not 0 <= number < len(state.machines):
        return refuse("unknown-machine", n=len(state.machines))
    rows, columns = shape_for(state, tops)
    cells = [symbol for row in tops for symbol in row]
    old = state.machines[number] or Machine(rows, columns, ("",) * len(cells))
    if (old.rows, old.columns) != (rows, columns):
        old = Machine(rows, columns, ("",) * len(cells))
    # What is recorded for the first time as a whole may have been played on before.
    building = state.told_built < state.cells and not state.opened and not state.emptied
    below = "" if building and OPEN in cells else UNKNOWN
    # A prize may be covered by cards of its own kind: then even a top that looks the same is another card (SM-VP).
    prizes = claims(old.grid, state.settings.any_as_shield) if state.covering and OPEN not in cells else ()
    known = ("",) * len(cells) if prizes else old.stacks
    stacks = tuple(_stack(stack, top, below) for stack, top in zip(known, cells, strict=True))
    machine = Machine(rows, columns, stacks, tuple(index for index in old.to_fill if not stacks[index]))
    after = _with_machine(state, number, machine)
    if prizes:
        cards = (_beside(card, number, old, machine, prizes) for card in (state.played_now, state.last_played))
        after = replace(after, played_now=next(cards), last_played=next(cards))
    if len(state.machines) == 1:
        return told(after, event, "gridded")
    return told(after, event, "gridded-numbered", machine=number + 1)


def _stack(known: str, top: str, below: str) -> str:
    if (known[-1:] or OPEN) == top:
        return known
    if top == OPEN:
        return ""
    return UNKNOWN if top == UNKNOWN else below + top


def read_grid(state: State, text: str) -> tuple[tuple[str, ...], ...] | Refused:
    """Read a grid as an address holds it: rows apart by '/', a sign a cell, '.' open, '?' not named."""
    rows = tuple(tuple(row) for row in text.replace(" ", "").split("/"))
    allowed = state.cards | {OPEN, UNKNOWN}
    strange = sorted({symbol for row in rows for symbol in row if symbol not in allowed})
    if strange:
        return refuse("unknown-card", card=strange[0])
    lengths = {len(row) for row in rows}
    if len(lengths) > 1:
        return refuse("grid-ragged", lengths=tuple(str(len(row)) for row in rows))
    size = (len(rows), len(rows[0]))
    wanted = grid_size(state.variations)
    if size not in SIZES or size not in (wanted, wanted[::-1]):
        return refuse("grid-size", rows=size[0], columns=size[1], wanted_rows=wanted[0], wanted_columns=wanted[1])
    return rows


def shape_for(state: State, tops: Sequence[Sequence[str]]) -> tuple[int, int]:
    """Give the rows and columns of a grid that was read."""
    return len(tops), len(tops[0])


def played(state: State, event: Event) -> State | Refused:
    """Play a card onto a cell by the placement rules (SM-R14, R29 to R36)."""
    number, index = event.data.get("machine", 0), event.data.get("cell")
    card = str(event.data.get("card", ""))
    machine = _machine(state, number)
    if isinstance(machine, Refused):
        return machine
    if not isinstance(index, int) or not 0 <= index < len(machine.stacks):
        return refuse("unknown-cell", n=len(machine.stacks))
    if card not in state.cards:
        return refuse("unknown-card", card=card)
    held = placing(state, number, machine, card, hand_of(state, event.data.get("hand")))
    too_early = _not_yet(state, machine, held.phase)
    if too_early is not None:
        return too_early
    found = verdict(held, machine.shape.cells[index])
    if not found.legal:
        return Refused(found.broken)
    after = _with_machine(state, number, machine.put(index, card))
    seat = str(state.on_turn)
    owes = found.exception is not None and found.exception.code == "makes-prize"
    played_now = JustPlayed(seat, number, index, owes)
    after = replace(after, has_played=True, played_now=played_now, opened=state.opened or held.phase != "build")
    where = place(machine.shape, machine.shape.cells[index])
    return told(after, event, "played", seat=Who(seat), card=card_name(state, card), place=where)


def _not_yet(state: State, machine: Machine, phase: Phase) -> Refused | None:
    """Tell what comes before a card can be played at all."""
    if pending(state) is not None:
        return refuse("told-first")
    if state.has_played:
        return refuse("played-already", seat=Who(str(state.on_turn)))
    if state.round_over:
        return refuse("pile-ends-round", piles=(state.piles,))
    stands = claims(machine.grid, state.settings.any_as_shield) if state.covering and phase != "build" else ()
    if stands:
        names = tuple(dict.fromkeys(card_name(state, prize.symbol) for prize in stands))
        return refuse("cover-first", prizes=names, n=len(stands))
    return None


def hand_of(state: State, cards: object) -> tuple[str, ...]:
    """Read a hand that is told beside a card: what is no card of this table is left out."""
    told = cards[:MOST_HELD] if isinstance(cards, str | list | tuple) else ()
    return tuple(card for card in map(str, told) if card in state.cards)


def placing(state: State, number: int, machine: Machine, card: str, hand: tuple[str, ...] = ()) -> Placing:
    """Hold a card over a machine, recorded or typed, with everything that the rules look at."""
    names = {entry.letter: entry.name for entry in state.symbols} | {ANY: "ANY"}
    return Placing(
        machine.grid,
        card,
        Rules.of(state.variations, state.settings),
        _phase(state, number, machine),
        _just_played(state, number, machine),
        machine.heights,
        hand if card in hand and not fits_beside(state, number, hand) else (),
        names | dict.fromkeys(NAMELESS, "unnamed card"),
    )


def _phase(state: State, number: int, machine: Machine) -> Phase:
    """Tell by which rules a card lies: a grid without an open cell stands, however few turns were told (SM-R9, A38)."""
    if state.stage == "end":
        return "end"
    # The machine in question may be typed: what is recorded in its place does not count.
    others = (other for at, other in enumerate(state.machines) if at != number)
    is_open = any(OPEN in lying.tops for lying in (machine, *others) if lying is not None)
    return "build" if state.phase == "play" and state.stage == "build" and is_open else "play"


def _just_played(state: State, number: int, machine: Machine) -> Cell | None:
    """Find the card of a previous player, where a machine still shows it; the own one is none (SM-VF, A39)."""
    last = state.last_played
    if last is None or last.seat == state.on_turn or last.machine != number:
        return None
    recorded = state.machines[number]
    if recorded is None or recorded.shape is not machine.shape:
        return None
    return machine.shape.cells[last.index] if recorded.tops[last.index] == machine.tops[last.index] else None


def fits_beside(state: State, number: int, hand: Sequence[str]) -> bool:
    """Tell whether a card of a hand may lie on another recorded machine: then nothing forces it here (SM-A23, A38)."""
    others = [(n, machine) for n, machine in enumerate(state.machines) if machine is not None and n != number]
    return any(placing(state, n, machine, card).judged().legal for n, machine in others for card in set(hand))


def claimed(state: State, event: Event) -> State | Refused:
    """Claim what stands in a machine, for the person on turn (SM-R15, R16, R18, R22 to R24)."""
    waiting = pending(state)
    if waiting is None or isinstance(waiting, Asked):
        return refuse("nothing-to-claim")
    number, ways = waiting
    choice = event.data.get("choice", 0)
    if not isinstance(choice, int) or not 0 <= choice < len(ways):
        return refuse("unknown-claim", n=len(ways))
    machine = state.machines[number]
    assert machine is not None
    prizes = _with_shields_chosen(machine.grid, ways[choice], event.data.get("shields"), state.settings.any_as_shield)
    if isinstance(prizes, Refused):
        return prizes
    wild = str(event.data.get("symbol", ""))
    if any(prize.symbol == ANY for prize in prizes) and wild not in {entry.letter for entry in state.card}:
        return refuse("any-symbol", symbols=tuple(entry.name for entry in state.card))
    won = Counter(wild if prize.symbol == ANY else prize.symbol for prize in prizes)
    after = _with_machine(state, number, _taken(machine, prizes))
    seat = str(state.on_turn)
    after = after.with_prizes(len(state.sheets), seat, won)
    names = tuple(_times(n, card_name(state, letter)) for letter, n in won.items())
    paid = after.played_now and replace(after.played_now, owes=False)
    after = replace(after, prizes_now=after.prizes_now + len(prizes), played_now=paid)
    return told(after, event, "claimed", seat=Who(seat), prizes=names, n=len(prizes))


def _with_shields_chosen(
    grid: Grid, way: tuple[Prize, ...], chosen: object, any_as_shield: bool
) -> tuple[Prize, ...] | Refused:
    """Let the prizes of shields take the cards that the claimer picked, by the index of their cells (SM-A15)."""
    open_to = shield_choice(grid, way, any_as_shield)
    if not isinstance(chosen, list | tuple) or not open_to:
        return way
    cells = [cell for cell in open_to if grid.shape.index(cell) in chosen]
    due, real = shields_due(way), set(grid.shape.in_mask(grid.shields))
    count = due // 3
    if len(cells) != due or len(chosen) != due or len(real & set(cells)) < count:
        places = tuple(place(grid.shape, cell) for cell in open_to)
        return refuse("shields-chosen", n=due, prizes=count, picked=len(chosen), places=places)
    return (*(prize for prize in way if prize.symbol != SHIELD), *_shield_sets(cells, count))


def _taken(machine: Machine, prizes: Sequence[Prize]) -> Machine:
    """Take the top cards of prizes off, a shared one once; cells that are known to be empty now want filling."""
    cells = {machine.shape.index(cell) for prize in prizes for cell in prize.cells}
    stacks = tuple(stack[:-1] if i in cells else stack for i, stack in enumerate(machine.stacks))
    empty = tuple(sorted({*machine.to_fill, *(i for i in cells if not stacks[i])}))
    return replace(machine, stacks=stacks, to_fill=empty)


def shown(state: State, event: Event) -> State | Refused:
    """Name the card that was asked for: uncovered by a claim or drawn from the pile; '.' where there is none."""
    waiting = pending(state)
    if not isinstance(waiting, Asked):
        return refuse("nothing-asked")
    card = str(event.data.get("card", ""))
    if card != OPEN and card not in state.cards:
        return refuse("unknown-card", card=card)
    if (event.data.get("machine", waiting.machine), event.data.get("cell")) != (waiting.machine, waiting.index):
        return refuse("asked-elsewhere")
    machine = state.machines[waiting.machine]
    assert machine is not None
    where = place(machine.shape, machine.shape.cells[waiting.index])
    if waiting.kind == "uncovered":
        machine = machine.named(waiting.index, card)
        if card == OPEN:
            machine = replace(machine, to_fill=tuple(sorted({*machine.to_fill, waiting.index})))
        after = _with_machine(state, waiting.machine, machine)
        return told(after, event, "uncovered", card=card_name(state, card), place=where)
    if card == OPEN:
        return with_pile_empty(state, event)
    after = _with_machine(replace(state, filling=True), waiting.machine, machine.put(waiting.index, card))
    return told(after, event, "filled", card=card_name(state, card), place=where)


def with_pile_empty(state: State, event: Event) -> State:
    """Note that nothing is left to draw: the end phase, or under O the end of the round (SM-R41, VO)."""
    code = "emptied-o" if "O" in state.variations else "emptied"
    return told(replace(state, emptied=True), event, code, piles=(state.piles,))


def _times(n: int, name: str) -> str:
    return name if n == 1 else Term("{n} \u00d7 {symbol}", n=n, symbol=name)


def card_name(state: State, card: str) -> str:
    """Name a card inside a sentence."""
    entry = state.entry(card)
    return entry.name if entry else {ANY: "ANY", OPEN: Term(N_("nothing"))}.get(card, card)


def _machine(state: State, number: object) -> Machine | Refused:
    if not isinstance(number, int) or not 0 <= number < len(state.machines):
        return refuse("unknown-machine", n=len(state.machines))
    machine = state.machines[number]
    return machine if machine is not None else refuse("grid-missing", machine=number + 1)


def _with_machine(state: State, number: int, machine: Machine) -> State:
    """Put a machine in its place, and forget the cards just played that no longer lie there (SM-A39)."""
    machines = tuple(machine if i == number else other for i, other in enumerate(state.machines))
    return replace(
        state,
        machines=machines,
        filling=state.filling and any(other.to_fill for other in machines if other is not None),
        played_now=_still_there(state, state.played_now, number, machine),
        last_played=_still_there(state, state.last_played, number, machine),
    )


def _beside(
    card: JustPlayed | None, number: int, before: Machine, after: Machine, covered: Sequence[Prize]
) -> JustPlayed | None:
    """Keep a card just played that lies beside the prizes that were covered and still looks the same (SM-VF, VP)."""
    if card is None or card.machine != number:
        return card
    cell = after.shape.cells[card.index]
    lies = before.tops[card.index] == after.tops[card.index] and not any(cell in prize.cells for prize in covered)
    return card if lies else None


def _still_there(state: State, card: JustPlayed | None, number: int, after: Machine) -> JustPlayed | None:
    before = state.machines[number]
    if card is None or card.machine != number or before is None:
        return card
    lies = before.shape is after.shape and after.stacks[card.index].startswith(before.stacks[card.index])
    return card if lies else None
