"""The verdict on a placement as people read it: the rules broken, the exception that allows it, and the prizes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engine import Reason
from companion.games.slots.grid import Cell, Grid, indexes
from companion.games.slots.placement import BASE, FULL, Judged, Phase, Rules, judge_cells
from companion.games.slots.prizes import Prize, lines_on, shield_prizes
from companion.games.slots.symbols import ANY, NAMES, SHIELD
from companion.games.slots.words import BASE_RULE, READING, SETTING, line_name, place, variation
from companion.language import N_, Term


@dataclass(frozen=True, slots=True)
class Placing:
    """A card held over a grid, with everything that the rules look at.

    `last` is the cell that the player before just played, `heights` the cards in each stack, row by row, `hand` the
    player's whole hand; each is left out where it is not known. `names` are what symbols are called in sentences.
    """

    grid: Grid
    card: str
    rules: Rules = BASE
    phase: Phase = "play"
    last: Cell | None = None
    heights: tuple[int, ...] = ()
    hand: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=lambda: NAMES)

    def judged(self) -> Judged:
        """Judge every cell, as masks. Raises IndexError for a `last` outside the grid."""
        last = 0 if self.last is None else self.grid.shape.mask((self.last,))
        full = sum(1 << index for index, height in enumerate(self.heights) if height >= FULL)
        return judge_cells(self.grid, self.card, self.rules, self.phase, last, full, self.hand)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What holds on one cell; reasons and prizes are put together only when somebody asks for them.

    Each reason holds its `rule` by id, its `source` (base rule, variation, setting) and the `cells` it speaks of.
    """

    placing: Placing
    judged: Judged
    index: int

    @property
    def cell(self) -> Cell:
        """Give the cell that was judged."""
        return self.placing.grid.shape.cells[self.index]

    @property
    def legal(self) -> bool:
        """Tell whether the card may lie there."""
        return self._holds(self.judged.legal)

    @property
    def broken(self) -> tuple[Reason, ...]:
        """List every rule that the card breaks there, each taken by itself."""
        return self._reasons(_BROKEN)

    @property
    def exception(self) -> Reason | None:
        """Give the exception that allows it all the same, or None."""
        return next(iter(self._reasons(_EXCEPTIONS)), None)

    @property
    def prizes(self) -> tuple[Prize, ...]:
        """List the prizes that the card makes there, whether it may lie there or not."""
        return prizes_at(self.placing, self.index) if self._holds(self.judged.prize) else ()

    def _holds(self, mask: int) -> bool:
        return bool(mask >> self.index & 1)

    def _reasons(self, codes: Iterable[str]) -> tuple[Reason, ...]:
        held = (code for code in codes if self._holds(getattr(self.judged, code.replace("-", "_"))))
        return tuple(_reason(self.placing, code, self.index) for code in held)


def verdicts(placing: Placing) -> tuple[Verdict, ...]:
    """Judge every cell, row by row."""
    judged = placing.judged()
    return tuple(Verdict(placing, judged, index) for index in range(len(placing.grid.shape.cells)))


def verdict(placing: Placing, cell: Cell) -> Verdict:
    """Judge one cell. Raises IndexError outside the grid."""
    return Verdict(placing, placing.judged(), placing.grid.shape.index(cell))


def prizes_at(placing: Placing, index: int) -> tuple[Prize, ...]:
    """List the prizes that a card makes on a cell: paylines sorted by their cells, then at most one of shields.

    A shield prize takes the card's own cell and the first others row by row, shields before ANYs (SM-A19).
    """
    card, any_as_shield = placing.card, placing.rules.any_as_shield
    grid = placing.grid.put(card, index)
    shape, here = grid.shape, 1 << index
    lines = lines_on(grid, shape.lines_through[index])
    if card != SHIELD and not (card == ANY and any_as_shield):
        return lines
    if not shield_prizes(grid.shields.bit_count(), grid.anys.bit_count(), any_as_shield):
        return lines
    others = (*shape.in_mask(grid.shields & ~here), *shape.in_mask(grid.anys & ~here))
    return (*lines, Prize(SHIELD, tuple(sorted((shape.cells[index], *others[:2])))))


def _reason(placing: Placing, code: str, index: int) -> Reason:
    told = _TOLD[code]
    shape, symbol = placing.grid.shape, placing.grid.tops[index]
    cell = shape.cells[index]
    values = {
        "rule": told.rule,
        "source": told.source,
        "symbol": _name(placing, symbol),
        "place": place(shape, cell),
        "cells": (cell,),
        **told.more(placing, index),
    }
    return Reason(code, values)


def _name(placing: Placing, symbol: str) -> str:
    return placing.names.get(symbol, symbol)


def _nothing(placing: Placing, index: int) -> Mapping[str, Any]:
    return {}


def _pair(placing: Placing, index: int) -> Mapping[str, Any]:
    """Name the cards that this one is in sets of two with: its likes, or under B the ANYs where it has none."""
    grid, here = placing.grid, 1 << index
    symbol = grid.tops[index]
    likes = grid.masks[symbol] & grid.shape.beside[here]
    partners = likes or grid.anys & grid.shape.beside[here]
    shared = {
        next(cells for cells, line in zip(grid.shape.paylines, grid.shape.lines, strict=True) if not both & ~line)
        for both in (here | 1 << other for other in indexes(partners))
    }
    values = {
        "partner": _name(placing, symbol if likes else ANY),
        "lines": tuple(line_name(grid.shape, line) for line in sorted(shared)),
        "cells": grid.shape.in_mask(partners | here),
    }
    return values if likes else {**values, "rule": "SM-VB", "source": variation("B")}


def _two_shields(placing: Placing, index: int) -> Mapping[str, Any]:
    cells = placing.grid.shape.in_mask(placing.grid.shields)
    return {"shields": len(cells), "cells": cells}


def _stack_full(placing: Placing, index: int) -> Mapping[str, Any]:
    return {"height": placing.heights[index], "most": FULL}


def _makes_prize(placing: Placing, index: int) -> Mapping[str, Any]:
    prizes = prizes_at(placing, index)
    values = {
        "n": len(prizes),
        "prizes": tuple(_prize_name(placing, prize) for prize in prizes),
        "cells": tuple(sorted({cell for prize in prizes for cell in prize.cells})),
    }
    on_just_played = placing.rules.spare_just_played and placing.last == placing.grid.shape.cells[index]
    return {**values, "source": SETTING} if on_just_played else values


def _prize_name(placing: Placing, prize: Prize) -> Reason:
    shape, name = placing.grid.shape, _name(placing, prize.symbol)
    if prize.symbol == SHIELD:
        return Reason("prize-in", {"symbol": name, "places": tuple(place(shape, cell) for cell in prize.cells)})
    return Reason("prize-on", {"symbol": name, "line": line_name(shape, prize.cells)})


def _all_paired(placing: Placing, index: int) -> Mapping[str, Any]:
    if placing.rules.by_paylines:
        return {"what": Term(N_("payline holds")), "source": SETTING}
    return {"what": Term(N_("card lies in"))}


@dataclass(frozen=True, slots=True)
class _Told:
    """How a code becomes a reason: its rule, where that comes from, and what its sentence needs beside the cell."""

    rule: str
    source: Term = BASE_RULE
    more: Callable[[Placing, int], Mapping[str, Any]] = _nothing


_BROKEN = {
    "same-symbol": _Told("SM-R30"),
    "pair": _Told("SM-R31", more=_pair),
    "two-shields": _Told("SM-R32", more=_two_shields),
    "any": _Told("SM-R33"),
    "just-played": _Told("SM-VF", variation("F")),
    "stack-full": _Told("SM-VG", variation("G"), _stack_full),
    "occupied": _Told("SM-R10"),
    "not-adjacent": _Told("SM-R11"),
}
_EXCEPTIONS = {
    "makes-prize": _Told("SM-R34", more=_makes_prize),
    "all-paired": _Told("SM-R35", more=_all_paired),
    "only-this-symbol": _Told("SM-R36"),
    "nothing-else": _Told("SM-A23", READING),
}
_TOLD = _BROKEN | _EXCEPTIONS
