"""Prizes on paylines, of shields and in hands; claiming, uncovering and filling."""

from __future__ import annotations

import pytest

from companion.games.slots.grid import Grid, shape_of
from companion.games.slots.prizes import claims, filled, hand_sets, lines_on, resolve, shield_prizes, symbol_of, tops_of


@pytest.mark.parametrize(
    ("cards", "symbol"),
    [
        pytest.param("CCC", "C", id="SM-R27"),
        pytest.param("CCL", None, id="SM-R27: two are not three"),
        pytest.param("CC.", None, id="SM-A26: an open cell"),
        pytest.param("...", None, id="SM-A26: three open cells"),
        pytest.param("*.*", None, id="SM-A26: ANYs and an open cell"),
        pytest.param("LL*", "L", id="SM-R37"),
        pytest.param("L**", "L", id="SM-R37: two ANYs"),
        pytest.param("L*P", None, id="SM-R37: one ANY is one symbol"),
        pytest.param("***", "*", id="SM-A12"),
        pytest.param("SS*", "S", id="SM-A14: a shield is a symbol"),
        pytest.param("@@@", "@", id="SM-R53"),
        pytest.param("@@*", None, id="SM-R53, SM-A14: no ANY for Spin Again"),
        pytest.param("$$$", "$", id="SM-R54"),
        pytest.param("$**", None, id="SM-R54, SM-A14: no ANY for Cumber"),
        pytest.param("@$@", None, id="SM-A32: they do not mix"),
    ],
)
def test_three_cards(cards, symbol):
    assert symbol_of(*cards) == symbol


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        pytest.param(["L P Q", "P * C", "C Q L"], [("L", "00 11 22")], id="SM-R37: an ANY in the diagonal"),
        pytest.param(["C . C", "L P Q", "P Q L"], [], id="SM-A26"),
        pytest.param(["L L L", "P L Q", "Q L P"], [("L", "00 01 02"), ("L", "01 11 21")], id="SM-R24: crossing"),
        pytest.param(["L P L", "P L Q", "L Q L"], [("L", "00 11 22"), ("L", "02 11 20")], id="SM-R22: diagonals"),
        pytest.param(["L L L", "P Q T", "C C C"], [("L", "00 01 02"), ("C", "20 21 22")], id="SM-A11: apart"),
        pytest.param(
            ["* L L", "C P T", "C Q P"],
            [("L", "00 01 02"), ("C", "00 10 20"), ("P", "00 11 22")],
            id="SM-A13: one ANY, three symbols",
        ),
        pytest.param(["* * *", "P Q L", "U P T"], [("*", "00 01 02")], id="SM-A12"),
        pytest.param(["S S S", "P Q L", "L P Q"], [], id="SM-A15: shields are counted apart"),
        pytest.param(["S S *", "P Q L", "L P Q"], [], id="SM-A15: with an ANY as well"),
        pytest.param(["P Q L", "L P Q", "$ $ $"], [("$", "20 21 22")], id="SM-R54"),
        pytest.param(["L L L L", "P Q T U", "Q P U T"], [("L", "00 01 02"), ("L", "01 02 03")], id="SM-VJ: four"),
        pytest.param(["L L P L", "P Q T U", "Q T U T"], [], id="SM-VJ: a gap"),
        pytest.param(["L P", "L Q", "L T", "L U"], None, id="SM-VJ: too narrow"),
    ],
)
def test_lines(rows, lines):
    if lines is None:
        with pytest.raises(ValueError, match="4 of 2"):
            Grid.parse(rows)
        return
    found = [(p.symbol, " ".join(f"{row}{column}" for row, column in p.cells)) for p in lines_on(Grid.parse(rows))]
    assert found == lines


@pytest.mark.parametrize(
    ("shields", "anys", "with_any", "without"),
    [
        pytest.param(3, 0, 1, 1, id="SM-R39"),
        pytest.param(2, 0, 0, 0, id="SM-R39: two"),
        pytest.param(2, 1, 1, 0, id="SM-A14: an ANY helps"),
        pytest.param(1, 2, 1, 0, id="SM-A14: one real shield is enough"),
        pytest.param(0, 3, 0, 0, id="SM-A14: none is not"),
        pytest.param(4, 0, 1, 1, id="SM-A15: four"),
        pytest.param(6, 0, 2, 2, id="SM-A15: two sets"),
        pytest.param(2, 4, 2, 0, id="SM-A15: a real one each"),
        pytest.param(2, 7, 2, 0, id="SM-A15: no more sets than shields"),
    ],
)
def test_shields(shields, anys, with_any, without):
    assert shield_prizes(shields, anys, True) == with_any
    assert shield_prizes(shields, anys, False) == without


@pytest.mark.parametrize(
    ("hand", "sets"),
    [
        pytest.param("CCC", ["C"], id="SM-R13"),
        pytest.param("CCL", [], id="SM-R13: two"),
        pytest.param("CC", [], id="SM-R13: a short hand"),
        pytest.param("", [], id="SM-R13: no hand"),
        pytest.param("LL*", ["L"], id="SM-R37"),
        pytest.param("L**", ["L"], id="SM-R37: two ANYs"),
        pytest.param("***", ["*"], id="SM-A12"),
        pytest.param("@@@", ["@"], id="SM-R53"),
        pytest.param("@@*", [], id="SM-A14"),
        pytest.param("$**", [], id="SM-A14: Cumber"),
        pytest.param("SSS", ["S"], id="SM-R39, SM-A15"),
        pytest.param("SS*", ["S"], id="SM-A14: shields"),
        pytest.param("CCCL", ["C"], id="SM-VI"),
        pytest.param("CCL*", ["C"], id="SM-VI, SM-A7"),
        pytest.param("CL**", ["C", "L"], id="SM-A7: a choice"),
        pytest.param("C***", ["*", "C"], id="SM-A7, SM-A12: a choice with ANYs"),
        pytest.param("CCCLLL", ["C", "L"], id="SM-VT: two sets at once"),
        pytest.param("@@@**C", ["@", "C"], id="SM-A7: sorted"),
    ],
)
def test_hands(hand, sets):
    assert list(hand_sets(tuple(hand))) == sets
    assert hand_sets(tuple(hand), {"H"}) == (), "SM-VH, SM-A35: the hand is no payline"


def test_an_any_is_no_shield_in_the_hand_where_the_table_says_so():
    """SM-A14 with the setting: `S S *` is no set."""
    assert hand_sets(("S", "S", "*"), any_as_shield=False) == ()
    assert hand_sets(("C", "C", "*"), any_as_shield=False) == ("C",)


@pytest.mark.parametrize(
    ("rows", "claimed"),
    [
        pytest.param(["S P Q", "L T S", "Q S P"], ["S 00 12 21"], id="SM-R39"),
        pytest.param(["S P L", "L Q P", "Q * S"], ["S 00 21 22"], id="SM-A14"),
        pytest.param(["S L P", "* Q T", "T S *"], ["S 00 10 21"], id="SM-A14: the first ANY, row by row"),
        pytest.param(["L L *", "P Q S", "T P S"], ["L 00 01 02"], id="SM-A14: the ANY is spent on the line"),
        pytest.param(["L L *", "* Q S", "T P S"], ["L 00 01 02", "S 10 12 22"], id="SM-A14: another ANY is left"),
        pytest.param(["S S S", "S P S", "P S T"], ["S 00 02 10", "S 01 12 21"], id="SM-A15: two sets"),
        pytest.param(["S * P", "* S *", "P * T"], ["S 00 01 10", "S 11 12 21"], id="SM-A15: a real shield each"),
    ],
)
def test_what_is_claimed_at_once(rows, claimed):
    found = claims(Grid.parse(rows))
    assert [f"{p.symbol} " + " ".join(f"{row}{column}" for row, column in p.cells) for p in found] == claimed


PILED = [
    pytest.param(
        [["CL", "CL", "CL"], ["P", "Q", "T"], ["T", "P", "Q"]], "UUU", "LCU", [". . .", "P Q T", "T P Q"], "",
        id="SM-R16, SM-R26: uncovered, then filled",
    ),
    pytest.param(
        [["L", "L", "L"], ["P", "Q", "T"], ["T", "P", "Q"]], "UPQ", "L", ["U P Q", "P Q T", "T P Q"], "",
        id="SM-R25: row by row",
    ),
    pytest.param(
        [["P", "Q", "L"], ["T", "L", "P"], ["L", "Q", "T"]], "UVW", "L", ["P Q U", "T V P", "W Q T"], "",
        id="SM-R17: left to right, top to bottom",
    ),
    pytest.param(
        [["P", "Q", "L"], ["T", "L", "P"], ["L", "Q", "T"]], "U", "L", ["P Q U", "T . P", ". Q T"], "",
        id="SM-R42, SM-A25: as far as the pile goes",
    ),
    pytest.param(
        [["CL", "PL", "QL"], ["P", "Q", "T"], ["T", "P", "C"]], "UV", "L", ["C P Q", "P Q T", "T P C"], "UV",
        id="SM-A8: top cards only, nothing to fill",
    ),
    pytest.param(
        [["CL", "CL", "L"], ["P", "Q", "T"], ["T", "P", "Q"]], "CV", "LC", ["V . .", "P Q T", "T P Q"], "",
        id="SM-R18: a set made by filling",
    ),
    pytest.param(
        [["L", "L", "L"], ["P", "L", "Q"], ["Q", "L", "P"]], "UVWX", "LL", ["U V W", "P X Q", "Q . P"], "",
        id="SM-R24: five cards, two prizes",
    ),
    pytest.param(
        [["L", "L", "L"], ["C", "P", "T"], ["C", "Q", "C"]], "", "L", [". . .", "C P T", "C Q C"], "",
        id="SM-A9: an open cell makes no set",
    ),
    pytest.param(
        [["P", "Q", "S"], ["T", "L", "P"], ["S", "L", "*"]], "", "S", ["P Q .", "T L P", ". L ."], "",
        id="SM-A14: the ANY as third shield",
    ),
    pytest.param(
        [["L", "L", "*"], ["P", "Q", "S"], ["T", "P", "S"]], "", "L", [". . .", "P Q S", "T P S"], "",
        id="SM-A14: lines first",
    ),
    pytest.param(
        [["", "", ""], ["", "", ""], ["", "", ""]], "PQ", "", ["P Q .", ". . .", ". . ."], "",
        id="SM-A25: an empty grid",
    ),
    pytest.param(
        [["*", "*", "*"], ["P", "Q", "T"], ["T", "U", "P"]], "", "*", [". . .", "P Q T", "T U P"], "",
        id="SM-A12: three ANYs",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("stacks", "pile", "prizes", "rows", "left"), PILED)
def test_resolve(stacks, pile, prizes, rows, left):
    shape = shape_of(len(stacks), len(stacks[0]))
    resolved = resolve(shape, tuple(stack for row in stacks for stack in row), tuple(pile))
    assert "".join(prize.symbol for prize in resolved.prizes) == prizes
    assert tops_of(shape, resolved.stacks).rows() == rows
    assert "".join(resolved.pile) == left


def test_resolve_goes_by_the_shield_setting():
    """SM-A14: with `any_as_shield` off the ANY is no third shield."""
    stacks = ("P", "Q", "S", "T", "L", "P", "S", "L", "*")
    assert resolve(shape_of(3, 3), stacks, ("U",), any_as_shield=False).prizes == ()


def test_filling_takes_the_top_of_the_pile_first():
    """SM-R17."""
    assert filled(("", "P", ""), ("Q", "T", "U")) == (("Q", "P", "T"), ("U",))
