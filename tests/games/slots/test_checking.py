"""The grid check: marks and reasons are the judge's, odd entries stand beside them, and no address breaks it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.slots import GAME
from companion.games.slots.grid import SIZES
from companion.games.slots.state import JustPlayed
from companion.games.slots.symbols import CARDS, NAMES
from companion.games.slots.view import GridView
from companion.judge import answer_to
from tests.games.slots.at_machine import WIDE, AtMachine

#: every letter as a symbol, called as the judge calls it
ALL = {f"symbol:{letter}": {"name": NAMES[letter], "points": 2, "count": None} for letter in CARDS - set("CLS*@$")} | {
    "symbol:S": {"name": "shield", "points": 10, "count": None}
}

VECTORS = [
    case
    for line in (Path(__file__).parents[2] / "data" / "cases.jsonl").read_text("utf-8").splitlines()
    for case in [json.loads(line)]
    if case["request"].get("game") == "slots"
    and case["request"].get("ask") == "placement"
    and "error" not in case["expect"]
    and "refused" not in case["expect"]
]

POOLS = ("CLP", "CL*", "CLS*", "CLPQ*", "CLPQTUS*", "C@$*S", "CCLLPPQQTTUUVVS*", "S*", "CS@*.", "CLPS*..")


def table_for(phase: str = "play", players: int = 2, **changes: Any) -> AtMachine:
    """Open a table in a phase, at which every card may lie."""
    table = AtMachine(players, ALL, spin="B", cumber="A", **changes)
    table = table.begin() if phase == "build" else table.built()
    return table.take("emptied", on=True) if phase == "end" else table


def ask(**request: Any) -> dict[str, Any]:
    answer = answer_to(json.dumps({"game": "slots", "ask": "placement", **request}).encode())
    assert "error" not in answer, answer
    return answer


def judged(table: AtMachine, rows: list[str], card: str, **more: Any) -> list[dict[str, Any]]:
    """Ask the judge about every cell, with the rules of this table."""
    state = table.state
    request = {"grid": rows, "card": card, "variations": list(state.variations)}
    names = ("any_as_shield", "all_paired_by", "just_played_yields")
    return ask(**request, settings={name: getattr(state.settings, name) for name in names}, **more)["cells"]


def told(table: AtMachine, rows: list[str], card: str, cell: int, **at: str) -> dict[str, Any]:
    """Look at one cell of the check, in the judge's words."""
    grid = "/".join(row.replace(" ", "") for row in rows)
    verdict = table.grid(grid=grid, card=card, cell=str(cell), **at).verdict
    assert verdict is not None
    reasons = [{"code": r.code, "text": table.spoken([r])[0]} for r in verdict.broken]
    return {
        "legal": verdict.legal,
        "broken": reasons,
        "exception": verdict.exception and verdict.exception.code,
        "prizes": [{"symbol": p.symbol, "cells": [list(c) for c in p.cells]} for p in verdict.prizes],
    }


def mark(cell: Mapping[str, Any]) -> str:
    return ("prize" if cell["prizes"] else "yes") if cell["legal"] else "no"


# E-114


@pytest.mark.parametrize("case", VECTORS, ids=[case["id"] for case in VECTORS])
def test_page_and_judge_agree_on_every_published_vector(case: dict[str, Any]) -> None:
    """E-114: verdict, codes and sentences"""
    request = case["request"]
    table = on_the_table(request)
    machine = table.state.machines[0]
    assert machine is not None
    hand = "".join(request.get("hand", ()))
    for cell in range(len(machine.stacks)) if "cell" not in request else [index(request)]:
        found = told(table, request["grid"], request["card"], cell, hand=hand)
        plain = {key: value for key, value in request.items() if key not in ("game", "ask", "cell")}
        assert found == ask(**plain, cell=list(divmod(cell, machine.columns)))


def index(request: Mapping[str, Any]) -> int:
    row, column = request["cell"]
    return row * len(request["grid"][0].split()) + column


def on_the_table(request: Mapping[str, Any]) -> AtMachine:
    """Bring a table into a published position: stacks as high, the last card just played."""
    variations = set(request.get("variations", ()))
    if len(request["grid"]) * len(request["grid"][0].split()) == 12:
        variations |= {"J"}
    table = table_for(
        request.get("phase", "play"),
        variations=sorted(variations),
        settings={k: v for k, v in request.get("settings", {}).items() if k != "rank_names"},
    )
    table.lay("/".join(row.replace(" ", "") for row in request["grid"]))
    machine = table.state.machines[0]
    assert machine is not None
    heights = [height for row in request.get("heights", ()) for height in row] or [1] * len(machine.stacks)
    stacks = tuple(top if top == "." else "Z" * (n - 1) + top for top, n in zip(machine.tops, heights, strict=True))
    other = next(seat for seat in table.state.seats if seat != table.state.on_turn)
    last = request.get("last")
    table.state = replace(
        table.state,
        machines=(replace(machine, stacks=tuple(stack.replace(".", "") for stack in stacks)),),
        last_played=JustPlayed(other, 0, machine.shape.index(tuple(last))) if last else None,
    )
    return table


def random_rows(chance: Random) -> list[str]:
    rows, columns = chance.choice(SIZES)
    pool = chance.choice(POOLS)
    return [" ".join(chance.choice(pool) for _ in range(columns)) for _ in range(rows)]


@pytest.mark.parametrize("seed", range(60))
def test_the_marks_are_the_judges_for_random_grids(seed: int) -> None:
    """E-114: typed into the address, in every phase, under every placement rule"""
    chance = Random(seed)
    variations = sorted(letter for letter in "ABFG" if chance.random() < 0.35)
    for _ in range(8):
        rows = random_rows(chance)
        phase = chance.choice(("play", "play", "end", "build"))
        big = len(rows) * len(rows[0].split()) == 12
        table = table_for(
            phase,
            variations=sorted({*variations, *("J" if big else "")}),
            settings={
                "any_as_shield": chance.random() < 0.7,
                "all_paired_by": chance.choice(("cards", "paylines")),
                "just_played_yields": chance.random() < 0.3,
            },
        )
        card = chance.choice("CLPQS*@$")
        hand = [card, chance.choice("CLPQS*")] if chance.random() < 0.5 else []
        more: dict[str, Any] = {"hand": hand} if hand else {}
        # A grid without an open cell is built, whatever the table told of its turns.
        judged_as = "play" if phase == "build" and not any("." in row for row in rows) else phase
        due = judged(table, rows, card, phase=judged_as, **more)
        grid = table.grid(grid="/".join(row.replace(" ", "") for row in rows), card=card, hand="".join(hand))
        assert [cell.mark for cell in grid.cells] == [mark(cell) for cell in due]
        for index in range(0, len(due), 4):
            assert told(table, rows, card, index, hand="".join(hand)) == due[index]


@pytest.mark.parametrize("stage", ["setup", "begun", "between", "over"])
def test_a_question_can_be_asked_at_any_time(stage: str) -> None:
    """Issue 3, E-114: before the game, in it without telling turns, and after it"""
    table = AtMachine(2, ALL, rounds=1 if stage == "over" else 2)
    if stage != "setup":
        table.begin()
    if stage in ("between", "over"):
        table.take("ended")
    rows = ["P Q P", "Q L C", "L C T"]
    due = ask(grid=rows, card="P")["cells"]
    grid = table.grid(grid="PQP/QLC/LCT", card="P")
    assert [cell.mark for cell in grid.cells] == [mark(cell) for cell in due]
    assert (grid.recorded, grid.claims, grid.asked) == (False, (), None)


# What is shown


def check(grid: str = "PQP/QLC/LCT", changes: Mapping[str, Any] | None = None, **at: str) -> GridView:
    return AtMachine(2, WIDE, **(changes or {})).built().grid(grid=grid, **at)


def test_a_verdict_repeats_the_position_it_judged() -> None:
    """E-116: grid, card and hand, as they can be asked again"""
    grid = check(card="P", hand="PL", cell="0")
    assert (grid.typed, grid.card, grid.hand, grid.recorded) == ("PQP/QLC/LCT", "P", "PL", False)
    assert [cell.index for cell in grid.cells if cell.chosen] == [0]
    assert check(grid.typed, card=grid.card, hand=grid.hand, cell="0") == grid


def test_a_grid_as_recorded_is_not_a_question_of_its_own() -> None:
    """Issue 3: the check stays a check until the grid is the recorded one"""
    table = AtMachine(2, WIDE).built().lay("PQP/QLC/LCT")
    assert table.grid().recorded
    assert table.grid(grid="PQP/QLC/LCT").recorded
    assert not table.grid(grid="PQP/QLC/LCU").recorded


def test_an_answer_is_old_once_the_recorded_grid_has_changed() -> None:
    """E-116: a question on the page that only asks holds on to its position and to what was recorded then"""
    table = AtMachine(2, WIDE).built().lay("PQP/QLC/LCT")
    at = {"sheet": "ask", "card": "B", "cell": "4"}
    view = GAME.view(table.state, None, at)
    held = {**at, **view.question}
    assert view.question == {"grid": "PQP/QLC/LCT", "was": "PQP/QLC/LCT"}
    assert GAME.view(table.state, None, held).grid == view.grid
    table.play("B", 1)
    later = GAME.view(table.state, None, held)
    assert later.grid is not None and later.grid.old and later.grid.typed == "PQP/QLC/LCT"
    assert later.question == view.question
    table.undo()
    assert GAME.view(table.state, None, held).grid == view.grid


@pytest.mark.parametrize(("recorded", "was"), [(False, "-"), (True, "PQP/QLC/LCT")])
def test_a_grid_of_ones_own_is_old_once_another_is_recorded(recorded: bool, was: str) -> None:
    """E-116"""
    table = AtMachine(2, WIDE).built()
    if recorded:
        table.lay("PQP/QLC/LCT")
    grid = table.grid(grid="UVW/QLC/LCT", card="P")
    assert (grid.lies, grid.old) == (was, False)
    table.lay("UVP/QLC/LCT")
    assert table.grid(grid="UVW/QLC/LCT", card="P", was=was).old


@pytest.mark.parametrize("at", [{"sheet": "ask"}, {"sheet": "grid", "card": "P"}, {}])
def test_without_an_answer_there_is_nothing_to_hold_on_to(at: dict[str, str]) -> None:
    """E-116: on the board an answer follows the recorded grid by itself"""
    assert GAME.view(AtMachine(2, WIDE).built().lay("PQP/QLC/LCT").state, None, at).question == {}


@pytest.mark.parametrize(
    ("brush", "ticked", "typed"),
    [
        ("C", "0 4 5", "CQP/QCC/L.T"),
        ("C", "5 8", "PQP/QLC/L.C"),
        ("C", "", "PQP/QL./L.T"),
        (".", "0 7", ".QP/QLC/L.T"),
        ("?", "0", "?QP/QLC/LCT"),
        ("Z", "0", "PQP/QLC/LCT"),
        ("", "0", "PQP/QLC/LCT"),
        ("C", "9 -1 x 4", "PQP/QC./L.T"),
    ],
)
def test_what_is_painted_lies_where_it_was_ticked(brush: str, ticked: str, typed: str) -> None:
    """Issue 3, paint mode: in the ticked cells and no other; what is no card or no cell changes nothing"""
    assert check(painted_with=brush, painted=ticked).typed == typed


def test_the_cards_that_forbid_it_are_outlined() -> None:
    """Issue 3, E-106: the offending cards, and those of the prize"""
    grid = check("PPC/QLT/UVW", card="U", cell="0")
    assert [cell.index for cell in grid.cells if cell.why] == [0, 1]
    grid = check("PPC/QLT/UVW", card="P", cell="2")
    assert [cell.index for cell in grid.cells if cell.line] == [0, 1, 2]
    assert grid.verdict is not None
    assert grid.verdict.legal


@pytest.mark.parametrize(
    ("grid", "card", "cell", "points"),
    [
        ("PPC/QLT/UVW", "P", 2, 14),
        ("CCP/CQT/UVC", "C", 2, 8),
        ("CLP/CLT/UVW", "*", 6, 8),
        ("**P/QLT/UVW", "*", 2, None),
        ("SQP/STL/UVW", "S", 2, 10),
    ],
)
def test_what_a_prize_would_bring(grid: str, card: str, cell: int, points: int | None) -> None:
    """Issue 3, E-96: its points, none where a value is missing or an ANY is still to be named"""
    shown = check(grid, card=card).cells[cell]
    assert (shown.mark, shown.points) == ("prize", points)


def test_points_that_are_not_entered_are_not_guessed() -> None:
    """E-96"""
    cell = AtMachine(2, {}).built().grid(grid="SLC/SCL/LCL", card="S").cells[2]
    assert (cell.mark, cell.points) == ("prize", None)


def test_each_reason_names_its_rule_and_where_it_is_from() -> None:
    """E-107"""
    grid = check("P*C/QLT/UVW", {"variations": ["B"]}, card="T", cell="0")
    assert grid.verdict is not None
    (reason,) = grid.verdict.broken
    assert (reason.values["rule"], reason.values["source"]) == ("SM-VB", "variation B")


def test_two_machines_are_asked_about_one_at_a_time() -> None:
    """SM-VD"""
    table = AtMachine(2, WIDE, variations=["D"]).built().lay("PQP/QLC/LCT").lay("UVW/QLC/LCT", machine=1)
    assert [table.grid(machine=n).typed for n in ("0", "1", "2", "-1", "x")] == [
        "PQP/QLC/LCT",
        "UVW/QLC/LCT",
        *["PQP/QLC/LCT"] * 3,
    ]
    assert table.grid(machine="1").machine == 1


# A23, E-110


def test_a_hand_that_fits_nowhere_has_a_verdict_of_its_own() -> None:
    """E-110, SM-A23: with what then"""
    stuck = AtMachine(2, WIDE, variations=["F"]).built().lay("PPC/QCQ/LLW").play("X", 8).take("turned")
    one, two = stuck.grid(hand="T").nothing_fits, stuck.grid(hand="TU").nothing_fits
    assert one is not None
    assert two is not None
    assert stuck.spoken([one, two]) == [
        "This card fits nowhere. You must play it all the same: cover any card but ANY and full stacks.",
        "No card of yours fits anywhere. You must play one all the same: cover any card but ANY and full stacks.",
    ]
    assert stuck.grid(hand="TC").nothing_fits is None
    assert stuck.grid(hand="").nothing_fits is None


# E-111

COUNTED = WIDE | {"symbol:P": {"name": "plum", "points": 14, "count": 3}}


@pytest.mark.parametrize(
    ("grid", "at", "decks", "codes", "says"),
    [
        ("PQP/QLC/LCT", {"card": "P"}, 1, [], ""),
        ("PQP/QLC/LPT", {"card": "T"}, 1, [], ""),
        ("PQP/QLC/LPT", {"card": "P"}, 1, ["too-many-cards"], "4 of plum are here; your deck has 3"),
        ("PQP/QLC/LPT", {"hand": "PT", "card": "P"}, 1, ["too-many-cards"], "4 of plum"),
        ("PQP/QLC/LPT", {"hand": "PPT", "card": "T"}, 1, ["too-many-cards"], "5 of plum"),
        ("PQP/QLC/LPT", {"hand": "PPT", "card": "T"}, 2, [], ""),
        ("PQP/QLC/LC.", {"card": "P"}, 1, ["grid-unfinished"], "One cell is not filled in"),
        ("PQP/QLC/L??", {"card": "P"}, 1, ["grid-unfinished"], "2 cells are not filled in"),
        ("PQP/QLC/LCT", {"hand": "QT", "card": "P"}, 1, ["card-not-in-hand"], "Plum is not in the hand"),
        ("CCC/QLP/LUT", {"card": "P"}, 1, ["prize-stands"], "A prize stands in this grid already: cherry"),
        ("CCC/LLL/QUT", {"card": "P"}, 1, ["prize-stands"], "2 prizes stand"),
        ("CCC/QLP/LU.", {"card": "P", "hand": "Q"}, 1, ["grid-unfinished", "card-not-in-hand", "prize-stands"], ""),
    ],
)
def test_odd_entries_stand_beside_the_verdict(
    grid: str, at: dict[str, str], decks: int, codes: list[str], says: str
) -> None:
    """E-111: named all at once, and never instead of the answer"""
    table = AtMachine(2, COUNTED, settings={"decks": decks}).built()
    shown = table.grid(grid=grid, cell="0", **at)
    assert [reason.code for reason in shown.odd] == codes
    assert says in " ".join(table.spoken(shown.odd))
    assert shown.verdict is not None
    assert all(cell.mark for cell in shown.cells)


def test_more_expansion_cards_than_a_box_holds_are_odd() -> None:
    """SM-R2, E-111"""
    table = AtMachine(2, WIDE, cumber="A", spin="B").built()
    assert [odd.code for odd in table.grid(grid="$$P/Q$C/$LT", card="P").odd] == ["too-many-cards"]
    assert table.grid(grid="@@P/Q@C/@LT", card="P").odd == ()


def test_an_open_cell_is_nothing_odd_while_building_or_at_the_end() -> None:
    assert AtMachine(2, WIDE).begin().grid(grid="P../.../...", card="L").odd == ()
    table = AtMachine(2, WIDE).built().take("emptied", on=True)
    assert table.grid(grid="P../CLT/QUV", card="X").odd == ()


def test_what_nobody_has_named_has_no_sign_of_its_own_in_a_sentence() -> None:
    """E-106: a card that is not known is called so"""
    table = AtMachine(2, WIDE, variations=["B"]).begin()
    verdict = table.grid(grid="?*./.../...", card="L", cell="0").verdict
    assert verdict is not None
    said = " ".join(table.spoken(verdict.broken))
    assert "unnamed card" in said
    assert said.isascii()


# Nonsense in the address

TYPED = [
    ("", "board"),
    ("nonsense", "unknown-card"),
    ("PQP/QL/LCT", "grid-ragged"),
    ("PQPQP/QLCQL/LCTLC/PQPQP/QLCQL", "grid-size"),
    ("PQPL/QLCL/LCTL", "grid-size"),
    ("P", "grid-size"),
    ("///", "grid-size"),
    ("/", "grid-size"),
    ("PQP/QLC/LCZ", "unknown-card"),
    ("PQP/QLC/LC@", "unknown-card"),
    ("\u202e\x00\U0001f600", "unknown-card"),
    ("{n}", "unknown-card"),
    ("P" * 100_000, "grid-size"),
]


@pytest.mark.parametrize(("typed", "code"), TYPED, ids=[code + str(n) for n, (_, code) in enumerate(TYPED)])
def test_a_grid_that_is_none_is_named_and_the_recorded_one_shown(typed: str, code: str) -> None:
    """E-111: what has no meaning is refused, and nothing is guessed"""
    for table in (AtMachine(2, WIDE).built(), AtMachine(2, WIDE).built().lay("UVW/QLC/LCT")):
        grid = table.grid(grid=typed)
        named = [odd.code for odd in grid.odd if odd.code in {code for _, code in TYPED}]
        assert named == ([] if code == "board" else [code])
        assert grid.typed in (".../.../...", "UVW/QLC/LCT")


anything = st.text(max_size=30) | st.sampled_from(["0", "8", "9", "-1", "\u0662", "P", "*", "?", ".", "PQP/QLC/LCT"])


@settings(max_examples=300, deadline=None)
@given(
    at=st.dictionaries(
        st.sampled_from(["sheet", "grid", "machine", "card", "cell", "hand", "round", "seat", "symbol"]), anything
    ),
    grid=st.text("PQLC*S.?/ @", max_size=16),
    stage=st.sampled_from(["setup", "build", "play", "end", "over"]),
)
def test_no_address_breaks_the_board(at: dict[str, str], grid: str, stage: str) -> None:
    """E-111: whatever is typed"""
    table = STAGES[stage]
    for sheet in ("grid", "ask", at.get("sheet", "")):
        asked = {**at, "sheet": sheet}
        view = table.view(**asked)
        assert (view.grid is None) == (sheet not in ("grid", "ask"))
        table.view(**{**asked, "grid": grid})


def stages() -> Iterator[tuple[str, AtMachine]]:
    yield "setup", AtMachine(2, WIDE)
    yield "build", AtMachine(2, WIDE, variations=["D", "J"]).begin().lay("P.../..../....")
    yield "play", AtMachine(2, WIDE, variations=["F", "G"]).built().lay("C?C/QLP/LPT")
    yield "end", AtMachine(2, WIDE).built().lay("CCC/QLP/LPT").take("emptied", on=True)
    yield "over", AtMachine(1, {}).begin().take("ended")


STAGES = dict(stages())


def test_a_question_records_nothing() -> None:
    """Issue 3: the check stays a check"""
    table = AtMachine(2, WIDE).built().lay("PQP/QLC/LCT")
    before = repr(table.state)
    GAME.view(table.state, "1", {"sheet": "grid", "grid": "UVW/QLC/LCT", "card": "P", "cell": "0", "hand": "PQ"})
    assert repr(table.state) == before


def test_sm_a38_a_typed_grid_without_an_open_cell_is_judged_in_play_whatever_was_recorded_before() -> None:
    """SM-R9, A38: one recorded card is no reason to judge a full grid as if it were being built."""
    table = AtMachine(1)
    table.take("begun")
    table.take("gridded", machine=0, grid="C../.../...")
    grid = GAME.view(table.state, None, {"sheet": "ask", "grid": "CLS/LCS/CLL", "card": "C"}).grid
    assert "occupied" not in {code for cell in range(9) for code in codes_at(table, cell)}
    assert grid.nothing_fits is None


def codes_at(table: AtMachine, cell: int) -> list[str]:
    asked = {"sheet": "ask", "grid": "CLS/LCS/CLL", "card": "C", "cell": str(cell)}
    return [reason.code for reason in GAME.view(table.state, None, asked).grid.verdict.broken]
