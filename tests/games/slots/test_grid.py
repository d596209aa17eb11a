"""Shapes, paylines and the notation of a grid."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.slots.grid import SIZES, Grid, GridError, indexes, paylines, shape_of
from companion.games.slots.symbols import CARDS, OPEN
from companion.games.slots.words import line_name, place

SHAPES = [shape_of(*size) for size in SIZES]
SHAPE_IDS = ["3x3", "3x4", "4x3"]
LINES_3X3 = (
    ((0, 0), (0, 1), (0, 2)),
    ((0, 0), (1, 0), (2, 0)),
    ((0, 0), (1, 1), (2, 2)),
    ((0, 1), (1, 1), (2, 1)),
    ((0, 2), (1, 1), (2, 0)),
    ((0, 2), (1, 2), (2, 2)),
    ((1, 0), (1, 1), (1, 2)),
    ((2, 0), (2, 1), (2, 2)),
)


def test_the_eight_paylines_of_the_grid():
    """SM-R28, SM-A53: two diagonals, three rows, three columns; the hand is the ninth and not among them."""
    assert paylines(3, 3) == LINES_3X3


@pytest.mark.parametrize(
    ("rows", "columns", "count"),
    [
        pytest.param(3, 4, 14, id="SM-VJ, SM-A40: 3 rows of 4"),
        pytest.param(4, 3, 14, id="SM-VJ, SM-A40: 4 rows of 3"),
        pytest.param(1, 1, 0, id="SM-A40: a single cell"),
        pytest.param(2, 2, 0, id="SM-A40: nowhere three in a row"),
        pytest.param(1, 3, 1, id="SM-A40: one row"),
        pytest.param(5, 1, 3, id="SM-A40: windows of one column"),
        pytest.param(20, 20, 2 * 20 * 18 + 2 * 18 * 18, id="SM-A40: 20 by 20"),
    ],
)
def test_paylines_of_other_sizes(rows, columns, count):
    lines = paylines(rows, columns)
    assert len(set(lines)) == len(lines) == count
    assert list(lines) == sorted(lines)
    assert all(list(line) == sorted(line) for line in lines)


def test_paylines_of_three_rows_of_four():
    """SM-A40 names the fourteen: six in the rows, four columns, four diagonals."""
    rows = {tuple((row, start + step) for step in range(3)) for row in range(3) for start in (0, 1)}
    columns = {tuple((row, column) for row in range(3)) for column in range(4)}
    falling = {((0, c), (1, c + 1), (2, c + 2)) for c in (0, 1)}
    rising = {((0, c + 2), (1, c + 1), (2, c)) for c in (0, 1)}
    assert set(paylines(3, 4)) == rows | columns | falling | rising


def test_lines_through_each_cell():
    """SM-P5 and SM-A10: corner 3, edge 2, centre 4; in three rows of four 3 4 4 3, 2 5 5 2, 3 4 4 3."""
    assert [len(lines) for lines in shape_of(3, 3).lines_through] == [3, 2, 3, 2, 4, 2, 3, 2, 3]
    assert [len(lines) for lines in shape_of(3, 4).lines_through] == [3, 4, 4, 3, 2, 5, 5, 2, 3, 4, 4, 3]


@pytest.mark.parametrize("shape", SHAPES, ids=SHAPE_IDS)
def test_tables_hold_what_they_say(shape):
    """SM-R11, SM-R31, SM-R34: every table against its definition, all sets of cells of 3x3, a fifth of the others."""
    for mask in range(0, shape.all + 1, 1 if shape.all < 512 else 5):
        inside = {shape.cells[index] for index in indexes(mask)}
        shared = {
            cell
            for cell, line in product(shape.cells, shape.paylines)
            if cell in line and any(other in inside for other in line if other != cell)
        }
        completed = {
            cell
            for cell, line in product(shape.cells, shape.paylines)
            if cell in line and all(other in inside for other in line if other != cell)
        }
        near = {c for c in shape.cells for o in inside if max(abs(c[0] - o[0]), abs(c[1] - o[1])) == 1}
        assert set(shape.in_mask(shape.beside[mask])) == shared
        assert set(shape.in_mask(shape.sets_of_two[mask])) == shared & inside
        assert set(shape.in_mask(shape.completed_by[mask])) == completed
        assert set(shape.in_mask(shape.touching[mask])) == near


@given(
    st.sampled_from(SHAPES).flatmap(
        lambda s: st.tuples(
            st.just(s), st.lists(st.sampled_from([*sorted(CARDS), OPEN]), min_size=len(s.cells), max_size=len(s.cells))
        )
    )
)
def test_notation_goes_both_ways(shape_and_tops):
    shape, tops = shape_and_tops
    grid = Grid(shape, tops)
    again = Grid.parse(grid.rows())
    assert (again.shape, again.tops) == (shape, tuple(tops))
    assert eval(repr(grid), {"Grid": Grid}).tops == grid.tops


def test_a_grid_tells_where_its_symbols_lie():
    grid = Grid.parse(["P * P", "S . P", "* . S"])
    where = {symbol: grid.shape.in_mask(mask) for symbol, mask in grid.masks.items()}
    assert where == {"P": ((0, 0), (0, 2), (1, 2)), "*": ((0, 1), (2, 0)), "S": ((1, 0), (2, 2))}
    assert grid.shape.in_mask(grid.open) == ((1, 1), (2, 1))
    assert grid.shape.in_mask(grid.anys) == ((0, 1), (2, 0))
    assert grid.shape.in_mask(grid.shields) == ((1, 0), (2, 2))


def test_a_card_is_put_on_a_new_grid():
    grid = Grid.parse(["P Q P", "Q L C", "L C T"])
    assert grid.put("S", 4).rows() == ["P Q P", "Q S C", "L C T"]
    assert grid.rows() == ["P Q P", "Q L C", "L C T"]


@pytest.mark.parametrize(
    ("rows", "text", "place"),
    [
        pytest.param(["P Q P", "Q L", "L C T"], "unequal lengths: 3 cards, then 2", (1, None), id="ragged"),
        pytest.param(["P Q P"] * 2, "not 2 of 3", (None, None), id="two rows"),
        pytest.param(["P Q P Q T"] * 5, "not 5 of 5", (None, None), id="5x5"),
        pytest.param(["P Q P Q"] * 4, "not 4 of 4", (None, None), id="4x4"),
        pytest.param([], "not 0 of 0", (None, None), id="nothing"),
        pytest.param(["", "", ""], "not 3 of 0", (None, None), id="empty rows"),
        pytest.param(["P Q P", "Q l C", "L C T"], "'l' is no symbol", (1, 1), id="small letter"),
        pytest.param(["PQP", "Q L C", "L C T"], "'PQP' is no symbol", (0, 0), id="no blanks"),
        pytest.param(["P Q P", "Q L C", "L C 7"], "'7' is no symbol", (2, 2), id="figure"),
    ],
)
def test_what_is_no_grid(rows, text, place):
    with pytest.raises(GridError, match=text) as caught:
        Grid.parse(rows)
    assert (caught.value.row, caught.value.column) == place


@pytest.mark.parametrize("cell", [(-1, 0), (3, 0), (0, 3), (0, -1)])
def test_cells_outside_have_no_index(cell):
    with pytest.raises(IndexError, match="outside 3 rows of 3"):
        shape_of(3, 3).index(cell)


@pytest.mark.parametrize("shape", SHAPES, ids=SHAPE_IDS)
def test_places_and_paylines_have_names_of_their_own(shape):
    assert len({place(shape, cell) for cell in shape.cells}) == len(shape.cells)
    assert len({line_name(shape, line) for line in shape.paylines}) == len(shape.paylines)


def test_names_of_places_and_paylines():
    small, wide, high = SHAPES
    assert place(small, (0, 1)) == "the top middle"
    assert place(small, (1, 1)) == "the centre"
    assert place(wide, (2, 3)) == "row 3, column 4"
    assert [line_name(small, line) for line in LINES_3X3[:4]] == [
        "the top row",
        "the left column",
        "the diagonal from the top left to the bottom right",
        "the middle column",
    ]
    assert line_name(wide, ((1, 1), (1, 2), (1, 3))) == "row 2, columns 2 to 4"
    assert line_name(wide, ((0, 3), (1, 3), (2, 3))) == "column 4"
    assert line_name(high, ((0, 0), (0, 1), (0, 2))) == "row 1"
    assert line_name(high, ((1, 2), (2, 2), (3, 2))) == "column 3, rows 2 to 4"
