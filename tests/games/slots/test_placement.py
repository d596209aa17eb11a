"""Where a card may be laid: a table of cases by rule, the sentences, and random positions against the reference."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest

from companion.games.slots.grid import Grid
from companion.games.slots.placement import BASE, Rules, judge_cells
from companion.games.slots.symbols import NAMES
from companion.games.slots.variations import Settings
from companion.games.slots.verdict import Placing, verdict, verdicts
from companion.games.slots.words import SENTENCES
from companion.words import say
from tests.games.slots import reference
from tests.games.slots.positions import random_position

MIXED = "P Q P / Q L C / L C T"  # P in the corners, Q, C and L in sets of two; T alone
PAIRED = "P P Q / C L Q / C L P"  # every card in a set of two
ALL_BUT_T = "P P Q / C L Q / C L T"


def placing(rows, card, *, variations="", last=None, heights=None, hand="", phase="play", **settings):
    grid = Grid.parse(rows.split(" / "))
    flat = tuple(int(height) for height in heights.split()) if heights else ()
    rules = Rules.of(variations, Settings(**settings))
    return Placing(grid, card, rules, phase, last, flat, tuple(hand))


def case(name, rows, card, cell, broken="", exception=None, prizes=(), **rest):
    """One line of the table: legal where nothing is broken or an exception is granted."""
    return pytest.param(placing(rows, card, **rest), cell, broken.split(), exception, list(prizes), id=name)


CASES = [
    # the four rules
    case("SM-R30", MIXED, "T", (2, 2), "same-symbol"),
    case("SM-R30: ANY is a symbol too (SM-A24)", "* P Q / L Q C / T C P", "*", (0, 0), "same-symbol any"),
    case("SM-R30: Spin Again (SM-A24)", "@ P Q / L Q C / T C P", "@", (0, 0), "same-symbol"),
    case("SM-R31", MIXED, "T", (0, 0), "pair"),
    case("SM-R31: a gap between (SM-A16)", MIXED, "T", (0, 2), "pair"),
    case("SM-R31: with its own symbol", MIXED, "P", (0, 2), "same-symbol pair"),
    case("SM-R31: alone on its paylines", MIXED, "P", (2, 2)),
    case("SM-R31: likes that share no payline", MIXED, "T", (1, 0)),
    case("SM-R31: an open third cell (SM-A26)", "P P . / L Q C / T C Q", "T", (0, 0), "pair", phase="end"),
    case("SM-R31: the next window (SM-A40)", "L P Q L / C T U V / P W X Q", "U", (0, 0)),
    case("SM-R31: one window (SM-A40)", "L L Q P / C T U V / P W X Q", "U", (0, 0), "pair"),
    case("SM-R31: shields in line", "S P Q / L Q P / T C S", "L", (0, 0), "pair two-shields"),
    case("SM-R32", "S P Q / L Q S / T C P", "L", (0, 0), "two-shields"),
    case("SM-R32: a single shield", "S P Q / L Q T / T C P", "L", (0, 0)),
    case("SM-R32: an ANY is no shield here (SM-A15)", "S P Q / L * T / T C P", "L", (0, 0)),
    case("SM-R33", "* P Q / L Q C / T C P", "L", (0, 0), "any"),
    case("SM-R38: an ANY makes no set of two", "* P Q / L Q C / T P L", "T", (1, 0), "", None,
         [("T", "00 10 20")]),
    case("SM-R29: an open cell", "P . Q / L Q C / T C P", "P", (0, 1), phase="end"),
    case("SM-R43: in play too (SM-A26)", "P . Q / L Q C / T C P", "P", (0, 1)),
    # a prize (E1)
    case("SM-R34", "P Q P / Q Q C / L C T", "P", (0, 1), "pair", "makes-prize", [("P", "00 01 02")]),
    case("SM-R34: another card", "P Q P / Q Q C / L C T", "T", (0, 1), "pair"),
    case("SM-R34: nothing to lift", "P Q P / L T C / L C T", "P", (0, 1), "", None, [("P", "00 01 02")]),
    case("SM-R34: an open cell", "C P Q / L . P / Q L C", "C", (1, 1), "", None, [("C", "00 11 22")]),
    case("SM-R34: over two shields", "S C C / L P S / T Q P", "C", (0, 0), "two-shields", "makes-prize",
         [("C", "00 01 02")]),
    case("SM-R22: two prizes at once", "L T L / P L Q / Q L P", "L", (0, 1), "", None,
         [("L", "00 01 02"), ("L", "01 11 21")]),
    case("SM-R37: an ANY played", "L L Q / P T Q / V C U", "*", (0, 2), "pair", "makes-prize", [("L", "00 01 02")]),
    case("SM-R37: an ANY played between ANYs", "* P * / Q L C / L C T", "*", (0, 1), "", None, [("*", "00 01 02")]),
    case("SM-A17: never an ANY, whatever it makes", "L L * / P T Q / V C U", "L", (0, 2), "any", None,
         [("L", "00 01 02")]),
    case("SM-A17: Spin Agains on an ANY", "@ @ * / P T Q / V C U", "@", (0, 2), "any", None, [("@", "00 01 02")]),
    case("SM-A14: an ANY does not help Spin Again", "@ * Q / P T Q / V C U", "@", (0, 2), "pair"),
    case("SM-A19: no hoped-for prize", MIXED, "L", (0, 0), "pair"),
    case("SM-A19: the third shield", "S Q Q / L P S / T C P", "S", (0, 1), "pair", "makes-prize",
         [("S", "00 01 12")]),
    case("SM-A19: a shield with an ANY", "S Q Q / L P T / T C *", "S", (0, 1), "pair", "makes-prize",
         [("S", "00 01 22")]),
    case("SM-A14: not with the setting", "S Q Q / L P T / T C *", "S", (0, 1), "pair", any_as_shield=False),
    case("SM-A19: an ANY as third shield", "S Q Q / L P S / T C P", "*", (0, 1), "pair", "makes-prize",
         [("S", "00 01 12")]),
    case("SM-A14: an ANY is none with the setting", "S Q Q / L P S / T C P", "*", (0, 1), "pair",
         any_as_shield=False),
    case("SM-A14: covering the only shield", "S P Q / L T * / C * Q", "*", (0, 0)),
    case("SM-A19: shields before ANYs", "* P S / L Q T / S C P", "S", (1, 1), "", None, [("S", "02 11 20")]),
    case("SM-A15: a shield on a shield", "S P S / L Q T / S C P", "S", (0, 0), "same-symbol pair two-shields",
         "makes-prize", [("S", "00 02 20")]),
    case("SM-A15: lines first, then shields", "L S L / P Q T / S L *", "*", (0, 1), "two-shields", "makes-prize",
         [("L", "00 01 02"), ("S", "01 20 22")]),
    # all in sets of two (E2), all but one symbol (E3)
    case("SM-R35", PAIRED, "T", (0, 0), "pair", "all-paired"),
    case("SM-R35: R1 stays (SM-A21)", PAIRED, "P", (0, 0), "same-symbol pair"),
    case("SM-R35: a prize comes first", PAIRED, "P", (0, 2), "pair", "makes-prize", [("P", "00 01 02")]),
    case("SM-R35: R4 stays (SM-A21)", "C * P / P P L / C C L", "U", (0, 1), "any"),
    case("SM-R35: ANYs aside (SM-A20)", "C * P / P P L / C C L", "U", (0, 0), "pair", "all-paired"),
    case("SM-R35: guarded shields count (SM-A20)", "P P S / C L L / C S Q", "T", (0, 0), "pair"),
    case("SM-R35: R3 stays (SM-A21)", "P P S / C L L / C S P", "T", (0, 2), "two-shields"),
    case("SM-R35: shields guarded (SM-A20)", "P P S / C L L / C S P", "T", (0, 0), "pair", "all-paired"),
    case("SM-R35: an open cell (SM-A26)", "P P Q / C L Q / C L .", "T", (0, 0), "pair"),
    case("SM-A20: by paylines", PAIRED, "T", (0, 0), "pair", all_paired_by="paylines"),
    case("SM-A20: every payline", "P L P / L L P / P P L", "T", (0, 0), "pair", "all-paired",
         all_paired_by="paylines"),
    case("SM-A20: every payline, one card free", "P P L / L P P / T L L", "U", (0, 0), "pair", None,
         all_paired_by="paylines"),
    case("SM-R36", ALL_BUT_T, "T", (2, 2), "same-symbol", "only-this-symbol"),
    case("SM-R36: only there (SM-A22)", ALL_BUT_T, "T", (0, 0), "pair"),
    case("SM-R36: another card may go there", ALL_BUT_T, "P", (2, 2)),
    case("SM-R36: two symbols free", "P Q T / P C L / L T *", "Q", (0, 1), "same-symbol"),
    case("SM-R36: an open cell (SM-A26)", "P P Q / C L Q / . L T", "T", (2, 2), "same-symbol"),
    case("SM-R36: by cards, whatever the setting", ALL_BUT_T, "T", (2, 2), "same-symbol", "only-this-symbol",
         all_paired_by="paylines"),
    # nothing fits (SM-A23)
    case("SM-A23", ALL_BUT_T, "U", (0, 0), "pair", "nothing-else", variations="F", last=(2, 2), hand="U"),
    case("SM-A23: lifts F as well", ALL_BUT_T, "U", (2, 2), "just-played", "nothing-else", variations="F",
         last=(2, 2), hand="U"),
    case("SM-A23: not without the hand", ALL_BUT_T, "U", (0, 0), "pair", variations="F", last=(2, 2)),
    case("SM-A23: another card fits", ALL_BUT_T, "U", (0, 0), "pair", variations="F", last=(2, 2), hand="UP"),
    case("SM-A23: the card itself fits elsewhere", ALL_BUT_T, "U", (0, 1), "pair", hand="UT"),
    case("SM-A23: not on a full stack", ALL_BUT_T, "U", (2, 2), "stack-full", variations="G",
         heights="1 1 1 1 1 1 1 1 5", hand="U"),
    case("SM-A23: beside a full stack", ALL_BUT_T, "U", (0, 0), "pair", "nothing-else", variations="G",
         heights="1 1 1 1 1 1 1 1 5", hand="U"),
    case("SM-A23: not on an ANY", "* P P / C C L / S S L", "U", (0, 0), "any", variations="G", hand="UU",
         heights="1 5 5 5 5 5 5 5 5"),
    # variations
    case("SM-VA", MIXED, "T", (0, 0), variations="A"),
    case("SM-VA: R3 stays (SM-A35)", "S P Q / L Q P / T C S", "L", (0, 0), "two-shields", variations="A"),
    case("SM-VA: E2 is moot (SM-A35)", PAIRED, "P", (0, 0), "same-symbol", variations="A"),
    case("SM-VA: sets of two stay a fact (SM-A35)", ALL_BUT_T, "T", (2, 2), "same-symbol", "only-this-symbol",
         variations="A"),
    case("SM-VB", "* P Q / L Q C / T P L", "C", (1, 0), "pair", variations="B"),
    case("SM-VB: ANYs themselves (SM-A36)", "* P Q / L Q C / T P L", "C", (0, 0), "any", variations="B"),
    case("SM-VB: Spin Again and Cumber", "* P @ / L Q C / $ P L", "C", (2, 0), "pair", variations="B"),
    case("SM-VB: off its paylines", "* P Q / L Q C / T V L", "P", (2, 1), variations="B"),
    case("SM-VB: the centre opens all (SM-A36)", "P Q C / C * L / Q L T", "U", (2, 2), "pair", "all-paired",
         variations="B"),
    case("SM-VB: by paylines too (SM-A36)", "P P Q / T * Q / T U U", "V", (0, 1), "pair", "all-paired",
         variations="B", all_paired_by="paylines"),
    case("SM-VB: protects nothing beside A (SM-A35)", "* P Q / L Q C / T V L", "C", (1, 0), variations="AB"),
    case("SM-VB: idle for E3 as well beside A (SM-A35)", "* C * / C L T / C P C", "P", (2, 1), "same-symbol",
         variations="AB"),
    case("SM-VB: opening E3", "* C * / C L T / C P C", "P", (2, 1), "same-symbol", "only-this-symbol",
         variations="B"),
    case("SM-VF", MIXED, "P", (2, 2), "just-played", variations="F", last=(2, 2)),
    case("SM-VF: only with F", MIXED, "P", (2, 2), last=(2, 2)),
    case("SM-VF: another cell", MIXED, "P", (2, 2), variations="F", last=(1, 0)),
    case("SM-VF: the card has left", "P Q P / Q L C / L C .", "P", (2, 2), variations="F", last=(2, 2)),
    case("SM-VF: a prize does not lift it (SM-A39)", "P P Q / C L T / L C P", "P", (0, 2), "just-played", None,
         [("P", "00 01 02")], variations="F", last=(0, 2)),
    case("SM-VF: by setting it does (SM-A39)", "P P Q / C L T / L C P", "P", (0, 2), "just-played", "makes-prize",
         [("P", "00 01 02")], variations="F", last=(0, 2), just_played_yields=True),
    case("SM-VF: E2 does not lift it (SM-A39)", PAIRED, "T", (0, 0), "pair just-played", variations="F",
         last=(0, 0)),
    case("SM-VF: E3 does not lift it (SM-A39)", ALL_BUT_T, "T", (2, 2), "same-symbol just-played", variations="F",
         last=(2, 2)),
    case("SM-VG", MIXED, "P", (2, 2), "stack-full", variations="G", heights="1 1 1 1 1 1 1 1 5"),
    case("SM-VG: four", MIXED, "P", (2, 2), variations="G", heights="1 1 1 1 1 1 1 1 4"),
    case("SM-VG: six", MIXED, "P", (2, 2), "stack-full", variations="G", heights="1 1 1 1 1 1 1 1 6"),
    case("SM-VG: only with G", MIXED, "P", (2, 2), heights="1 1 1 1 1 1 1 1 5"),
    case("SM-VG: heights not known", MIXED, "P", (2, 2), variations="G"),
    case("SM-VG: a prize does not lift it (SM-A39)", "P Q P / Q Q C / L C T", "P", (0, 1), "pair stack-full", None,
         [("P", "00 01 02")], variations="G", heights="1 5 1 1 1 1 1 1 1", just_played_yields=True),
    # building
    case("SM-R9, SM-R10: the first card", ". . . / . . . / . . .", "L", (2, 0), phase="build"),
    case("SM-R10: on a card", "P Q . / . . . / . . .", "L", (0, 0), "occupied", phase="build"),
    case("SM-R10: on a card, and R1, R2", "P P . / . . . / . . .", "P", (0, 0), "same-symbol pair occupied",
         phase="build"),
    case("SM-R10: no exception lifts it", "C P C / . . . / . . .", "C", (0, 1), "occupied", None,
         [("C", "00 01 02")], phase="build"),
    case("SM-R10: a full grid", PAIRED, "T", (0, 0), "pair occupied", phase="build", hand="T"),
    case("SM-R11", "P . . / . . . / . . .", "L", (2, 2), "not-adjacent", phase="build"),
    case("SM-R11: diagonally", "P . . / . . . / . . .", "L", (1, 1), phase="build"),
    case("SM-R11: to any earlier card (SM-A3)", "P Q . / . . . / . . .", "L", (1, 0), phase="build"),
    case("SM-R11: in three rows of four", "P . . . / . . . . / . . . .", "L", (0, 2), "not-adjacent",
         phase="build"),
    case("SM-R12", "C . C / . P . / . . .", "C", (0, 1), "", None, [("C", "00 01 02")], phase="build"),
    case("SM-R11: not in play", "P . . / . . . / . . .", "L", (2, 2)),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "cell", "broken", "exception", "prizes"), CASES)
def test_placement(asked, cell, broken, exception, prizes):
    found = verdict(asked, cell)
    assert sorted(reason.code for reason in found.broken) == sorted(broken)
    assert (found.exception and found.exception.code) == exception
    assert found.legal is (not broken or exception is not None)
    told = [(p.symbol, " ".join(f"{row}{column}" for row, column in p.cells)) for p in found.prizes]
    assert told == prizes


SAID = [
    pytest.param(placing("O Q C / L B T / P B M", "T"), (1, 1), "pair",
        "Bell and bell share the middle column: a set of two, which stays uncovered (base rule).", id="SM-R31"),
    pytest.param(placing("B B C / L B T / P T M", "T"), (0, 1), "pair",
        "Bell and bell share the top row and the middle column: a set of two, which stays uncovered (base rule).",
        id="SM-R31: on two paylines"),
    pytest.param(placing("B * C / L M T / P T K", "T", variations="B"), (0, 0), "pair",
        "ANY and bell share the top row: a set of two, which stays uncovered (variation B).", id="SM-VB"),
    pytest.param(placing(MIXED, "T"), (2, 2), "same-symbol",
        "Star already lies in the bottom right, and no card covers its own symbol (base rule).", id="SM-R30"),
    pytest.param(placing("S P Q / L Q S / T C P", "L"), (0, 0), "two-shields",
        "2 shields lie in the grid, and from two on none of them may be covered (base rule).", id="SM-R32"),
    pytest.param(placing("* P Q / L Q C / T C P", "L"), (0, 0), "any",
        "ANY lies in the top left, and an ANY is never covered (base rule).", id="SM-R33"),
    pytest.param(placing(MIXED, "P", variations="F", last=(2, 2)), (2, 2), "just-played",
        "The player before just played the star in the bottom right: it stays uncovered for now (variation F).",
        id="SM-VF"),
    pytest.param(placing(MIXED, "P", variations="G", heights="1 1 1 1 1 1 1 1 6"), (2, 2), "stack-full",
        "The stack in the bottom right has 6 cards, and 5 are the most (variation G).", id="SM-VG"),
    pytest.param(placing("P Q . / . . . / . . .", "L", phase="build"), (0, 0), "occupied",
        "The plum lies in the top left: while building, cards go on open cells only (base rule).", id="SM-R10"),
    pytest.param(placing("P . . / . . . / . . .", "L", phase="build"), (2, 2), "not-adjacent",
        "No card lies beside the bottom right: while building, a card goes beside one that lies there, corners count "
        "(base rule).", id="SM-R11"),
    pytest.param(placing("C C Q / P T Q / V M U", "C"), (0, 2), "makes-prize",
        "It may go there because it makes a prize: cherry on the top row (base rule).", id="SM-R34"),
    pytest.param(placing("S Q Q / L P S / T C P", "S"), (0, 1), "makes-prize",
        "It may go there because it makes a prize: shield in the top left, the top middle and the middle right "
        "(base rule).", id="SM-R34: shields"),
    pytest.param(placing("L L Q / P L Q / L C M", "L"), (0, 2), "makes-prize",
        "It may go there because it makes 2 prizes: lemon on the top row and lemon on the diagonal from the top right "
        "to the bottom left (base rule).", id="SM-R34: two"),
    pytest.param(placing("P P Q / C L T / L C P", "P", variations="F", last=(0, 2), just_played_yields=True), (0, 2),
        "makes-prize",
        "It may go there because it makes a prize: plum on the top row (by a setting of this table).", id="SM-A39"),
    pytest.param(placing(PAIRED, "T"), (2, 2), "all-paired",
        "Every card lies in a set of two, so a card of such a set may be covered (base rule).", id="SM-R35"),
    pytest.param(placing("P L P / L L P / P P L", "T", all_paired_by="paylines"), (2, 2), "all-paired",
        "Every payline holds a set of two, so a card of such a set may be covered (by a setting of this "
        "table).", id="SM-A20"),
    pytest.param(placing(ALL_BUT_T, "T"), (2, 2), "only-this-symbol",
        "Every card but star is in a set of two, so star may go on star (base rule).", id="SM-R36"),
    pytest.param(placing(ALL_BUT_T, "U", variations="F", last=(2, 2), hand="U"), (2, 2), "nothing-else",
        "No card of this hand fits anywhere and one must be played, so any may be covered but ANY and full stacks "
        "(our reading where the rulebook is silent).", id="SM-A23"),
]  # fmt: skip


def reasons_of(found):
    return [*found.broken, *([found.exception] if found.exception else [])]


@pytest.mark.parametrize(("asked", "cell", "code", "sentence"), SAID)
def test_verdicts_are_plain_sentences(asked, cell, code, sentence):
    """E-106, E-107: every broken rule and exception, with its cells or numbers and where it comes from."""
    said = {reason.code: say(SENTENCES, reason) for reason in reasons_of(verdict(asked, cell))}
    assert said[code] == sentence


def test_symbols_are_called_as_their_owner_calls_them():
    """SM-A1: names come from the owner's own score card."""
    grid = Grid.parse(["B Q C", "L B T", "P V M"])
    found = verdict(Placing(grid, "T", names={**NAMES, "B": "golden bell"}), (1, 1))
    assert "Golden bell and golden bell share" in say(SENTENCES, found.broken[0])


def test_reasons_hold_the_cells_to_outline():
    """E-106: the offending cards of a set of two, of shields, of a prize."""
    pair = verdict(placing(MIXED, "T"), (0, 0)).broken[0]
    assert pair.values["cells"] == ((0, 0), (0, 2))
    assert pair.values["rule"] == "SM-R31"
    shields = verdict(placing("S P Q / L Q S / T C P", "L"), (0, 0)).broken[0]
    assert shields.values["cells"] == ((0, 0), (1, 2))
    prize = verdict(placing("L T L / P L Q / Q L P", "L", variations="F", last=(0, 1), just_played_yields=True), (0, 1))
    assert prize.exception is not None
    assert prize.exception.values["cells"] == ((0, 0), (0, 1), (0, 2), (1, 1), (2, 1))


def test_random_positions_against_the_reference():
    """Section 5.2 and the judge's contract, all shapes, phases, variations and settings; every sentence can be said."""
    random = Random(1973)
    seen = set()
    for _ in range(2500):
        position = random_position(random)
        rules = Rules.of(position.variations, Settings(**position.settings))
        grid = Grid.parse([" ".join(row) for row in position.tops])
        heights = tuple(chain.from_iterable(position.heights or ()))
        asked = Placing(grid, position.card, rules, position.phase, position.last, heights, tuple(position.hand or ()))
        for found in verdicts(asked):
            codes = {reason.code for reason in found.broken}
            exception = found.exception and found.exception.code
            prizes = [(prize.symbol, list(prize.cells)) for prize in found.prizes]
            assert (found.legal, codes, exception, prizes) == reference.judge(position, found.cell), (asked, found.cell)
            assert verdict(asked, found.cell) == found
            assert all(say(SENTENCES, reason).endswith(").") for reason in reasons_of(found))
            seen |= codes | {exception}
    assert len(seen) == 8 + 4 + 1, f"a rule or exception was never met: {seen}"


def test_the_judgement_of_all_cells_is_quick():
    """SM-A16: far more than any thumb needs; the loose bound only catches a slow path that slipped in."""
    from time import perf_counter

    grid = Grid.parse(["P Q P", "Q L C", "L C T"])
    start = perf_counter()
    for _ in range(2000):
        judge_cells(grid, "T", BASE)
    assert (perf_counter() - start) / 2000 < 50e-6
