"""How long all nine cells take to be judged for one card, beside python-chess listing the legal moves of a position.

A chess library's move generator is a yardstick that everybody knows, and a ratio measured in one run, the two turn by
turn, says the same on a fast machine and on a busy one. Run `python -m benchmarks.judge_cells`; it needs the optional
dependencies `bench`.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter

import chess

from companion.games.slots.grid import Grid, Shape, shape_of
from companion.games.slots.placement import judge_cells

Question = tuple[Grid, str]

CARDS = "CLPBVS*"
#: so many positions of either kind, drawn by this seed
POSITIONS, SEED = 300, 1973


def questions(shape: Shape, chance: Random) -> list[Question]:
    """Lay cards at random, and take one in hand."""
    return [(Grid(shape, chance.choices(CARDS, k=len(shape.cells))), chance.choice(CARDS)) for _ in range(POSITIONS)]


def boards(chance: Random) -> list[chess.Board]:
    """Play chess at random, and keep every third position."""
    found: list[chess.Board] = []
    board = chess.Board()
    while len(found) < POSITIONS:
        if board.is_game_over():
            board = chess.Board()
        board.push(chance.choice(list(board.legal_moves)))
        if not board.ply() % 3 and not board.is_game_over():
            found.append(board.copy(stack=False))
    return found


def judge(asked: Sequence[Question]) -> None:
    """Judge every cell, the grid being there."""
    for grid, card in asked:
        judge_cells(grid, card)


def judge_anew(asked: Sequence[Question]) -> None:
    """Build the grid from its cards, as every question on a page does, and judge every cell."""
    for grid, card in asked:
        judge_cells(Grid(grid.shape, grid.tops), card)


def moves(positions: Sequence[chess.Board]) -> None:
    """List every legal move."""
    for board in positions:
        list(board.legal_moves)


def microseconds(act: Callable[[], None]) -> float:
    """Measure an act once, a position."""
    begun = perf_counter()
    act()
    return (perf_counter() - begun) * 1e6 / POSITIONS


def main(rounds: int) -> None:
    """Measure turn by turn and print the medians, and the median of the ratios."""
    chance = Random(SEED)
    asked, positions = questions(shape_of(3, 3), chance), boards(chance)
    acts: dict[str, Callable[[], None]] = {
        "nine cells judged": lambda: judge(asked),
        "the same, grid built anew": lambda: judge_anew(asked),
        "legal moves in chess": lambda: moves(positions),
    }
    times: dict[str, list[float]] = {name: [] for name in acts}
    for _ in range(rounds):
        for name, act in acts.items():
            times[name].append(microseconds(act))
    *ours, chess_moves = times
    for name, taken in times.items():
        print(f"{name:28}{statistics.median(taken):9.2f} microseconds")
    for name in ours:
        ratio = statistics.median(mine / theirs for mine, theirs in zip(times[name], times[chess_moves], strict=True))
        print(f"{name + ', of chess':28}{ratio:9.3f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=50, help="how often everything is measured (default 50)")
    main(parser.parse_args().rounds)
