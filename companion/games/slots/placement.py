"""Where a card may be laid: every cell of a slot machine judged at once for one card.

A thumb waits for it, so it is a handful of bit operations on sets of cells. `verdict` puts it into reasons
(SM-R29 to SM-R38, SM-A16 to SM-A26, SM-A39).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from companion.games.slots.grid import Grid
from companion.games.slots.symbols import ANY, EXPANSION_CARDS, SHIELD
from companion.games.slots.variations import Settings

Phase = Literal["build", "play", "end"]
#: the most cards in a stack under G (SM-VG)
FULL = 5


@dataclass(frozen=True, slots=True)
class Rules:
    """The switches that placement goes by: variations A, B, F and G, then three settings of the table."""

    cover_sets: bool = False
    any_pairs: bool = False
    spare_just_played: bool = False
    limit_stacks: bool = False
    any_as_shield: bool = True
    by_paylines: bool = False
    prize_on_just_played: bool = False

    @classmethod
    def of(cls, variations: Collection[str], settings: Settings) -> Rules:
        """Read them off a table's variations and settings.

        A lets sets of two be covered, though which cards are in one stays a fact for E3; beside A, B is idle (SM-A35).
        """
        return cls(
            cover_sets="A" in variations,
            any_pairs="B" in variations and "A" not in variations,
            spare_just_played="F" in variations,
            limit_stacks="G" in variations,
            any_as_shield=settings.any_as_shield,
            by_paylines=settings.all_paired_by == "paylines",
            prize_on_just_played=settings.just_played_yields,
        )


BASE = Rules()


class Judged(NamedTuple):
    """What holds on each cell for one card, as masks of cells.

    `legal` is the answer, `prize` where the card would make one. Then come the rules that are broken there, each taken
    by itself, and the exceptions that are granted there, at most one a cell.
    """

    legal: int
    prize: int
    same_symbol: int
    pair: int
    two_shields: int
    any: int
    just_played: int
    stack_full: int
    occupied: int = 0
    not_adjacent: int = 0
    makes_prize: int = 0
    all_paired: int = 0
    only_this_symbol: int = 0
    nothing_else: int = 0


def judge_cells(
    grid: Grid,
    card: str,
    rules: Rules = BASE,
    phase: Phase = "play",
    last: int = 0,
    full: int = 0,
    hand: Sequence[str] = (),
) -> Judged:
    """Judge every cell of a grid for one card.

    `last` is the mask of the card that the player before just played, `full` that of the stacks that are full: they
    count only under F and G. `hand` is the player's whole hand, empty where it is not known (SM-A23).
    """
    shape, open_, anys, shields = grid.shape, grid.open, grid.anys, grid.shields
    in_sets = grid.in_sets
    if rules.any_pairs:
        in_sets |= shape.beside[anys] & ~(anys | open_)
    same = grid.masks.get(card, 0)
    pair = 0 if rules.cover_sets else in_sets
    two_shields = shields if shields & (shields - 1) else 0
    just_played = last & ~open_ if rules.spare_just_played else 0
    stack_full = full & ~open_ if rules.limit_stacks else 0
    broken = same, pair, two_shields, anys, just_played, stack_full
    prize = prize_cells(grid, card, rules.any_as_shield)

    if phase == "build":
        covered = shape.all ^ open_
        far = open_ & ~shape.touching[covered] if covered else 0
        return Judged(open_ ^ far, prize, *broken, covered, far)

    bent = same | pair | two_shields
    never = anys | stack_full
    firm = never if rules.prize_on_just_played else never | just_played
    makes_prize = prize & (bent | just_played) & ~firm
    legal = shape.all & ~(bent | never | just_played) | makes_prize
    if open_:
        return Judged(legal, prize, *broken, makes_prize=makes_prize)

    free = shape.all & ~(anys | in_sets | two_shields)
    barred = never | just_played | makes_prize
    all_paired = only_this = nothing_else = 0
    if _every_payline_has_set(grid, rules) if rules.by_paylines else not free:
        all_paired = pair & ~(same | two_shields | barred)
    if not free & ~same:
        only_this = free & ~barred
    legal |= all_paired | only_this
    if not legal and hand and not _fits(grid, hand, rules, phase, last, full):
        legal = nothing_else = shape.all & ~never
    return Judged(legal, prize, *broken, 0, 0, makes_prize, all_paired, only_this, nothing_else)


def _fits(grid: Grid, hand: Sequence[str], rules: Rules, phase: Phase, last: int, full: int) -> bool:
    return any(judge_cells(grid, card, rules, phase, last, full).legal for card in set(hand))


def _every_payline_has_set(grid: Grid, rules: Rules) -> bool:
    symbols = [mask for symbol, mask in grid.masks.items() if symbol != ANY]
    return all(
        any((line & mask).bit_count() >= 2 for mask in symbols)
        or (rules.any_pairs and line & grid.anys and line & ~grid.anys)
        for line in grid.shape.lines
    )


def prize_cells(grid: Grid, card: str, any_as_shield: bool = True) -> int:
    """Mask the cells where a card makes a prize as it lands: on a payline, or as a third shield (SM-R34, SM-A19)."""
    completed_by, anys = grid.shape.completed_by, grid.anys
    if card == SHIELD:
        return _shield_cells(grid, any_as_shield)
    if card != ANY:
        like = grid.masks.get(card, 0)
        return completed_by[like] if card in EXPANSION_CARDS else completed_by[like | anys]
    cells = completed_by[anys]
    for symbol, mask in grid.masks.items():
        if symbol != SHIELD and symbol not in EXPANSION_CARDS:
            cells |= completed_by[mask | anys]
    if any_as_shield and grid.shields:
        cells |= _shield_cells(grid, True) & ~(grid.shields if grid.shields.bit_count() == 1 else 0)
    return cells


def _shield_cells(grid: Grid, any_as_shield: bool) -> int:
    fitting = grid.shields | grid.anys if any_as_shield else grid.shields
    count = fitting.bit_count()
    if count == 2:
        return grid.shape.all ^ fitting
    return grid.shape.all if count > 2 else 0
