"""The slot machine on the table: its shapes and paylines, the cards that lie open, and their notation as text.

A set of cells is a bitmask: bit `row * columns + column` stands for a cell, so that "every card with its like on a
payline" is one look into a table made beforehand. People see cells as (row, column) from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from companion.games.slots.symbols import ANY, CARDS, OPEN, SHIELD

Cell = tuple[int, int]
#: three neighbouring cells, row by row
Line = tuple[Cell, ...]
#: a mask for every set of cells of a shape
Table = tuple[int, ...]

SIZES = ((3, 3), (3, 4), (4, 3))
_STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


class GridError(ValueError):
    """Rows that are no slot machine; `row` and `column` say where, as far as there is such a place."""

    def __init__(self, text: str, row: int | None = None, column: int | None = None) -> None:
        """Keep the sentence and the place."""
        super().__init__(text)
        self.row = row
        self.column = column


def paylines(rows: int, columns: int) -> tuple[Line, ...]:
    """List every straight run of three neighbouring cells of a grid, sorted by their cells (SM-R28, SM-A40).

    Rows and columns are at least 1. The hand, the ninth payline of the book, is not among them (SM-A53).
    """
    lines: list[Line] = []
    for row in range(rows):
        for column in range(columns):
            for down, right in _STEPS:
                if row + 2 * down < rows and 0 <= column + 2 * right < columns:
                    middle = (row + down, column + right)
                    lines.append(((row, column), middle, (row + 2 * down, column + 2 * right)))
    return tuple(sorted(lines))


def indexes(mask: int) -> Iterator[int]:
    """Walk through the cells of a mask by their index, row by row."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Shape:
    """A size of slot machine, with everything that is known before a card lies on it.

    `cells` and `paylines` are for people, `lines` are the same paylines as masks, `lines_through[i]` those through one
    cell. Of the tables, for every set of cells m: `sets_of_two[m]` are those in m that share a payline with another
    cell of m; `completed_by[m]` are the cells that lie on a payline with two more cells of m; `beside[m]` share a
    payline with a cell of m; `touching[m]` lie next to a cell of m, corners included (SM-R11).
    """

    __slots__ = (
        "all",
        "beside",
        "cells",
        "columns",
        "completed_by",
        "lines",
        "lines_through",
        "paylines",
        "rows",
        "sets_of_two",
        "touching",
    )

    def __init__(self, rows: int, columns: int) -> None:
        """Work out the paylines and the tables."""
        self.rows, self.columns = rows, columns
        self.cells: tuple[Cell, ...] = tuple((row, column) for row in range(rows) for column in range(columns))
        self.all = (1 << len(self.cells)) - 1
        self.paylines = paylines(rows, columns)
        self.lines = tuple(self.mask(line) for line in self.paylines)
        self.lines_through = tuple(
            tuple(line for line in self.lines if line >> index & 1) for index in range(len(self.cells))
        )
        partners = [_united(lines) & ~(1 << index) for index, lines in enumerate(self.lines_through)]
        self.beside = _summed(partners)
        self.touching = _summed([self.mask(self._neighbours(cell)) for cell in self.cells])
        self.sets_of_two = _sets_of_two(partners)
        self.completed_by = _completed_by(partners, self.lines)

    def index(self, cell: Cell) -> int:
        """Give the index of a cell, row by row from 0. Raises IndexError outside the grid."""
        row, column = cell
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise IndexError(f"{cell} lies outside {self.rows} rows of {self.columns}")
        return row * self.columns + column

    def mask(self, cells: Sequence[Cell]) -> int:
        """Gather cells into a mask. Raises IndexError for a cell outside the grid."""
        return sum(1 << self.index(cell) for cell in cells)

    def in_mask(self, mask: int) -> tuple[Cell, ...]:
        """List the cells of a mask, row by row."""
        return tuple(self.cells[index] for index in indexes(mask))

    def _neighbours(self, cell: Cell) -> list[Cell]:
        return [(r, c) for r, c in self.cells if max(abs(r - cell[0]), abs(c - cell[1])) == 1]


def _united(masks: Sequence[int]) -> int:
    united = 0
    for mask in masks:
        united |= mask
    return united


def _summed(of_cell: Sequence[int]) -> Table:
    table = [0]
    for mask in range(1, 1 << len(of_cell)):
        low = mask & -mask
        table.append(table[mask ^ low] | of_cell[low.bit_length() - 1])
    return tuple(table)


def _sets_of_two(partners: Sequence[int]) -> Table:
    table = [0]
    for mask in range(1, 1 << len(partners)):
        low = mask & -mask
        found = mask & partners[low.bit_length() - 1]
        table.append(table[mask ^ low] | found | (low if found else 0))
    return tuple(table)


def _completed_by(partners: Sequence[int], lines: Sequence[int]) -> Table:
    third = {1 << b | 1 << a: 0 for b in range(len(partners)) for a in range(b)}
    for line in lines:
        for index in indexes(line):
            third[line ^ 1 << index] |= 1 << index
    table = [0]
    for mask in range(1, 1 << len(partners)):
        low = mask & -mask
        cells = table[mask ^ low]
        for index in indexes(mask & partners[low.bit_length() - 1]):
            cells |= third[low | 1 << index]
        table.append(cells)
    return tuple(table)


@cache
def shape_of(rows: int, columns: int) -> Shape:
    """Give the shape of a size. Raises GridError for any but 3 rows of 3, 3 rows of 4 and 4 rows of 3 (SM-VJ)."""
    if (rows, columns) not in SIZES:
        raise GridError(f"A slot machine has 3 rows of 3 cards, 3 of 4 or 4 of 3, not {rows} of {columns}.")
    return Shape(rows, columns)


class Grid:
    """The cards that lie open on a slot machine, and what follows from them alone. Never changed once made.

    `tops` are the symbols row by row, OPEN where no card lies. `masks` tell for each symbol there where it lies, ANY
    included; `open`, `anys` and `shields` are masks too. `in_sets` are the cards in sets of two, ANY aside (SM-R31,
    SM-R38, SM-A16).
    """

    __slots__ = ("anys", "in_sets", "masks", "open", "shape", "shields", "tops")

    def __init__(self, shape: Shape, tops: Sequence[str]) -> None:
        """Look through the cards once; there must be one symbol, or OPEN, for each cell."""
        masks: dict[str, int] = {}
        bit = 1
        for symbol in tops:
            masks[symbol] = masks.get(symbol, 0) | bit
            bit <<= 1
        sets_of_two = shape.sets_of_two
        self.shape = shape
        self.tops = tuple(tops)
        self.open = masks.pop(OPEN, 0)
        self.anys = masks.get(ANY, 0)
        self.shields = masks.get(SHIELD, 0)
        in_sets = 0
        for mask in masks.values():
            in_sets |= sets_of_two[mask]
        self.in_sets = in_sets & ~self.anys
        self.masks: Mapping[str, int] = masks

    @classmethod
    def parse(cls, rows: Sequence[str]) -> Grid:
        """Read the notation: one text a row, the cells apart by blanks, such as `P Q P`.

        Raises GridError for an unknown symbol, rows of unequal length, or a size that no slot machine has.
        """
        cells = [row.split() for row in rows]
        for number, row in enumerate(cells):
            for column, symbol in enumerate(row):
                if symbol != OPEN and symbol not in CARDS:
                    raise GridError(f"{symbol!r} is no symbol: {SYMBOLS_ARE}.", number, column)
            if len(row) != len(cells[0]):
                raise GridError(f"The rows have unequal lengths: {len(cells[0])} cards, then {len(row)}.", number)
        shape = shape_of(len(cells), len(cells[0]) if cells else 0)
        return cls(shape, [symbol for row in cells for symbol in row])

    def rows(self) -> list[str]:
        """Write the notation that `parse` reads."""
        columns = self.shape.columns
        return [" ".join(self.tops[i : i + columns]) for i in range(0, len(self.tops), columns)]

    def put(self, card: str, index: int) -> Grid:
        """Lay a card on a cell, by its index, whatever lies there."""
        return Grid(self.shape, (*self.tops[:index], card, *self.tops[index + 1 :]))

    def __repr__(self) -> str:
        return f"Grid.parse({self.rows()!r})"


SYMBOLS_ARE = "a capital letter, * for ANY, @ for Spin Again, $ for Cumber, or . for an open cell"
