"""What the judge can be asked about Vegas Slot Machine 1973, each answered by the rules of this folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from companion.engine import Reason
from companion.games.slots import scoring
from companion.games.slots.grid import Cell, Grid, GridError, Shape, paylines, shape_of
from companion.games.slots.placement import Phase, Rules
from companion.games.slots.prizes import Prize, Stacks, hand_sets, lines_on, resolve, shield_prizes, tops_of
from companion.games.slots.symbols import CARDS, OPEN, VALUES
from companion.games.slots.variations import CHOICES, VARIATIONS, Settings, refusals, seat_on_turn
from companion.games.slots.verdict import Placing, Verdict, verdict, verdicts
from companion.games.slots.words import SENTENCES
from companion.reading import Fields, Unreadable, Value, settings, told

Answer = dict[str, Any]

MOST_ROWS = 20
MOST_TURNS = 100_000
_PHASES: tuple[Phase, ...] = get_args(Phase)


def _placement(request: Fields) -> Answer:
    grid = _grid(request.take("grid"))
    card = _card(request.take("card"))
    cell = request.optional("cell", lambda value: _cell(value, grid.shape), None)
    phase: Phase = request.optional("phase", lambda value: value.one_of(*_PHASES), "play")
    hand = request.optional("hand", lambda value: _hand_with(value, card), ())
    heights = request.optional("heights", lambda value: _heights(value, grid), ())
    last = request.optional("last", lambda value: _cell(value, grid.shape), None)
    variations = request.optional("variations", _variations, ())
    rules = Rules.of(variations, _settings(request))
    if refused := refusals(variations=variations):
        return _refused(refused)
    placing = Placing(grid, card, rules, phase, last, heights, hand)
    if cell is not None:
        return _verdict(verdict(placing, cell))
    return {"cells": [_verdict(each) for each in verdicts(placing)]}


def _prizes(request: Fields) -> Answer:
    grid = request.optional("grid", _grid, None)
    hand = request.optional("hand", _cards, None)
    variations = request.optional("variations", _variations, ())
    any_as_shield = _settings(request).any_as_shield
    if grid is None and hand is None:
        raise Unreadable("missing", "A grid or a hand is needed here, or both.", "grid")
    if refused := refusals(variations=variations):
        return _refused(refused)
    lines = lines_on(grid) if grid else ()
    shields, anys = (grid.shields.bit_count(), grid.anys.bit_count()) if grid else (0, 0)
    return {
        "lines": [_prize(prize) for prize in lines],
        "shield_prizes": shield_prizes(shields, anys, any_as_shield),
        "hand": list(hand_sets(hand or (), variations, any_as_shield)),
    }


def _resolve(request: Fields) -> Answer:
    shape, stacks = _stacks(request.take("stacks"))
    pile = _cards(request.take("pile"))
    resolved = resolve(shape, stacks, pile, _settings(request).any_as_shield)
    return {
        "prizes": [prize.symbol for prize in resolved.prizes],
        "grid": tops_of(shape, resolved.stacks).rows(),
        "pile": list(resolved.pile),
    }


def _paylines(request: Fields) -> Answer:
    rows = request.take("rows").whole(1, MOST_ROWS)
    columns = request.take("columns").whole(1, MOST_ROWS)
    _settings(request)
    lines = paylines(rows, columns)
    return {"grid": len(lines), "lines": [_cells(line) for line in lines]}


def _score(request: Fields) -> Answer:
    prizes = _counts(request.take("prizes"))
    hand = request.optional("hand", _cards, ())
    variations = request.optional("variations", _variations, ())
    values = request.optional("values", _counts, {})
    lines = scoring.score(prizes, hand, values={**VALUES, **values}, variations=variations, settings=_settings(request))
    if refused := refusals(variations=variations):
        return _refused(refused)
    return {"points": scoring.points(lines)}


def _rank(request: Fields) -> Answer:
    points = request.take("points").whole()
    chosen = _settings(request)
    following = scoring.next_rank(points, chosen)
    return {
        "rank": scoring.rank(points, chosen).book,
        "next": None if following is None else {"rank": following.book, "points": following.first - points},
    }


def _turns(request: Fields) -> Answer:
    players = request.take("players").whole()
    start = request.take("start")
    seat = str(start.seat())
    count = request.take("count").whole(0, MOST_TURNS)
    variations = request.optional("variations", _variations, ())
    _settings(request)
    if refused := refusals(players, variations):
        return _refused(refused)
    seats = [str(number) for number in range(players)]
    if seat not in seats:
        start.fail(f"There is no seat {seat} at this table; its seats are 0 to {players - 1}.")
    return {"seats": [seat_on_turn(players, seats.index(seat), turn, variations) for turn in range(count)]}


def _winners(request: Fields) -> Answer:
    totals = {seat: total.whole() for seat, total in request.take("totals").entries().items()}
    _settings(request)
    standing = scoring.standing(totals)
    return {"order": list(standing.order), "winners": list(standing.winners)}


ASKS: Mapping[str, Callable[[Fields], Answer]] = {
    "placement": _placement,
    "prizes": _prizes,
    "resolve": _resolve,
    "paylines": _paylines,
    "score": _score,
    "rank": _rank,
    "turns": _turns,
    "winners": _winners,
}


def _verdict(found: Verdict) -> Answer:
    return {
        "legal": found.legal,
        "broken": told(SENTENCES, found.broken),
        "exception": None if found.exception is None else found.exception.code,
        "prizes": [_prize(prize) for prize in found.prizes],
    }


def _prize(prize: Prize) -> Answer:
    return {"symbol": prize.symbol, "cells": _cells(prize.cells)}


def _cells(cells: tuple[Cell, ...]) -> list[list[int]]:
    return [list(cell) for cell in cells]


def _refused(reasons: tuple[Reason, ...]) -> Answer:
    return {"refused": told(SENTENCES, reasons)}


def _grid(value: Value) -> Grid:
    rows = value.items()
    try:
        return Grid.parse([row.text() for row in rows])
    except GridError as fault:
        (value if fault.row is None else rows[fault.row]).fail(str(fault), "grid")


def _stacks(value: Value) -> tuple[Shape, Stacks]:
    given = value.items()
    rows = [row.items() for row in given]
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            given[number].fail(f"The rows have unequal lengths: {len(rows[0])} stacks, then {len(row)}.", "grid")
    try:
        shape = shape_of(len(rows), len(rows[0]) if rows else 0)
    except GridError as fault:
        value.fail(str(fault), "grid")
    return shape, tuple(_stack(stack) for row in rows for stack in row)


def _stack(value: Value) -> str:
    stack = value.text()
    if stack == OPEN:
        return ""
    for symbol in stack:
        if symbol not in CARDS:
            value.fail(f"{symbol!r} is no card: a card is {_CARDS_ARE}.")
    return stack


def _heights(value: Value, grid: Grid) -> tuple[int, ...]:
    shape = grid.shape
    rows = [row.items(shape.columns) for row in value.items(shape.rows)]
    cells = (height for row in rows for height in row)
    return tuple(height.whole(0 if top == OPEN else 1) for height, top in zip(cells, grid.tops, strict=True))


def _cell(value: Value, shape: Shape) -> Cell:
    row, column = value.items(2)
    return row.whole(0, shape.rows - 1), column.whole(0, shape.columns - 1)


def _card(value: Value) -> str:
    card = value.text()
    if card not in CARDS:
        value.fail(f"{card!r} is no card: a card is {_CARDS_ARE}.")
    return card


def _cards(value: Value) -> tuple[str, ...]:
    return tuple(_card(card) for card in value.items())


def _hand_with(value: Value, card: str) -> tuple[str, ...]:
    hand = _cards(value)
    if card not in hand:
        value.fail(f"The card {card} is not in this hand; the hand is the whole hand, the card included.")
    return hand


def _variations(value: Value) -> tuple[str, ...]:
    letters: list[str] = []
    for item in value.items():
        letter = item.one_of(*VARIATIONS)
        if letter in letters:
            item.fail(f"Variation {letter} is given twice; give it once.", "duplicate")
        letters.append(letter)
    return tuple(letters)


def _counts(value: Value) -> dict[str, int]:
    counts = {}
    for symbol, number in value.entries().items():
        if symbol not in CARDS:
            number.fail(f"{symbol!r} is no symbol: a symbol is {_CARDS_ARE}.")
        counts[symbol] = number.whole(0)
    return counts


def _settings(request: Fields) -> Settings:
    return Settings(**settings(request, _SETTINGS))


def _choice(choices: tuple[str | int | bool, ...]) -> Callable[[Value], str | int | bool]:
    return lambda value: value.one_of(*choices)


_SETTINGS: Mapping[str, Callable[[Value], Any]] = {
    **{name: _choice(choices) for name, choices in CHOICES.items()},
    "any_in_hand": Value.whole,
}
_CARDS_ARE = "a capital letter, * for ANY, @ for Spin Again or $ for Cumber"
