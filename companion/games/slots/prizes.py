"""Prizes: what stands on the paylines, in the shields and in a hand, and what happens once it is claimed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from companion.games.slots.grid import Cell, Grid, Shape, indexes
from companion.games.slots.symbols import ANY, EXPANSION_CARDS, OPEN, SHIELD

#: the cards that lie on each cell, row by row, each from bottom to top; empty where the cell is open
Stacks = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Prize:
    """Three cards of one symbol and the cells where they lie, row by row; ANY where all three are ANYs (SM-A12)."""

    symbol: str
    cells: tuple[Cell, ...]


def symbol_of(a: str, b: str, c: str) -> str | None:
    """Name the symbol that three cards make together, or None (SM-R27, SM-R37).

    ANY stands in for every symbol but Spin Again and Cumber (SM-A14).
    """
    kinds = {a, b, c}
    if OPEN in kinds or len(kinds) > 2:
        return None
    if len(kinds) == 1:
        return a
    if ANY not in kinds:
        return None
    (symbol,) = kinds - {ANY}
    return None if symbol in EXPANSION_CARDS else symbol


def lines_on(grid: Grid, lines: Iterable[int] | None = None) -> tuple[Prize, ...]:
    """List the prizes on the paylines of a grid, or on some of its `lines`, sorted by their cells.

    Shields are no such prize, wherever they lie: `shield_prizes` counts them (SM-R39, SM-A15). Lines may cross, and an
    ANY may stand in several (SM-A11, SM-A13).
    """
    found = []
    for line in grid.shape.lines if lines is None else lines:
        symbol = symbol_of(*(grid.tops[index] for index in indexes(line)))
        if symbol is not None and symbol != SHIELD:
            found.append(Prize(symbol, grid.shape.in_mask(line)))
    return tuple(found)


def shield_prizes(shields: int, anys: int, any_as_shield: bool) -> int:
    """Count the prizes in so many shields and ANYs: at least one real shield is in each (SM-R39, SM-A14, SM-A15)."""
    return min(shields, (shields + anys) // 3) if any_as_shield else shields // 3


def claims(grid: Grid, any_as_shield: bool = True) -> tuple[Prize, ...]:
    """List what is claimed at once: every payline, then shields with the ANYs that no claimed payline uses.

    Shields are taken before ANYs, row by row, and each prize gets a real shield of its own (SM-A9, SM-A14).
    """
    lines = lines_on(grid)
    spent = grid.shape.mask(tuple({cell for prize in lines for cell in prize.cells}))
    shields = grid.shape.in_mask(grid.shields)
    anys = grid.shape.in_mask(grid.anys & ~spent) if any_as_shield else ()
    count = shield_prizes(len(shields), len(anys), any_as_shield)
    taken = (*shields, *anys)[: 3 * count]
    firsts, others = taken[:count], taken[count:]
    sets = (tuple(sorted((first, *others[2 * number : 2 * number + 2]))) for number, first in enumerate(firsts))
    return (*lines, *(Prize(SHIELD, cells) for cells in sets))


@dataclass(frozen=True, slots=True)
class Resolved:
    """What is left once nothing can be claimed: the prizes in the order claimed, the stacks, and the draw pile."""

    prizes: tuple[Prize, ...]
    stacks: Stacks
    pile: tuple[str, ...]


def tops_of(shape: Shape, stacks: Stacks) -> Grid:
    """Show the cards that lie open on stacks."""
    return Grid(shape, [stack[-1:] or OPEN for stack in stacks])


def uncovered(shape: Shape, stacks: Stacks, prizes: Sequence[Prize]) -> Stacks:
    """Take the top cards of all these prizes away, a card that several share once (SM-R23, SM-R24, SM-A8)."""
    taken = {shape.index(cell) for prize in prizes for cell in prize.cells}
    return tuple(stack[:-1] if index in taken else stack for index, stack in enumerate(stacks))


def filled(stacks: Stacks, pile: Sequence[str]) -> tuple[Stacks, tuple[str, ...]]:
    """Fill open cells row by row from the top of the pile, as far as it goes (SM-R17, SM-A25)."""
    cells, left = list(stacks), list(pile)
    for index, stack in enumerate(cells):
        if not stack and left:
            cells[index] = left.pop(0)
    return tuple(cells), tuple(left)


def resolve(shape: Shape, stacks: Stacks, pile: Sequence[str], any_as_shield: bool = True) -> Resolved:
    """Claim, look at what is uncovered, and fill only when nothing more can be claimed, until all is done.

    It ends because each claim takes cards off the grid for good (SM-R26, SM-A9, SM-P2).
    """
    prizes: list[Prize] = []
    left = tuple(pile)
    while True:
        found = claims(tops_of(shape, stacks), any_as_shield)
        if found:
            prizes += found
            stacks = uncovered(shape, stacks, found)
        elif left and not all(stacks):
            stacks, left = filled(stacks, left)
        else:
            return Resolved(tuple(prizes), stacks, left)


def hand_sets(hand: Sequence[str], variations: Collection[str] = (), any_as_shield: bool = True) -> tuple[str, ...]:
    """List the symbols of which a hand holds a set of three, sorted; any three of its cards may be it.

    ANYs count towards each (SM-R13, SM-A7), three ANYs are a set of their own (SM-A12). None under H (SM-VH).
    """
    if "H" in variations:
        return ()
    anys = hand.count(ANY)
    found = {ANY} if anys >= 3 else set()
    for symbol in set(hand) - {ANY}:
        count = hand.count(symbol)
        helped = symbol not in EXPANSION_CARDS and (symbol != SHIELD or any_as_shield)
        if count + (anys if helped else 0) >= 3:
            found.add(symbol)
    return tuple(sorted(found))
