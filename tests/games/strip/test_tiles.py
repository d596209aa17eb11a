"""Tiles, their +3 token and their notation, and what lies in the box."""

from __future__ import annotations

import pytest

from companion.games.strip import components
from companion.games.strip.tiles import Tile, total


@pytest.mark.parametrize(
    ("text", "tile", "number"),
    [
        pytest.param("4", Tile(4), 4, id="VS-A2-plain"),
        pytest.param(7, Tile(7), 7, id="VS-A2-number"),
        pytest.param("4+3", Tile(4, token=True), 7, id="VS-C08-token"),
        pytest.param("7+3", Tile(7, token=True), 10, id="VS-C08-above-seven"),
        pytest.param("12+3", Tile(12, token=True), 15, id="VS-A2-other-numbers"),
    ],
)
def test_a_tile_is_read_counted_and_written(text: str | int, tile: Tile, number: int) -> None:
    assert Tile.parse(text) == tile
    assert tile.number == number
    assert str(tile) == str(text)


@pytest.mark.parametrize(
    "text", ["", "0", "0+3", "04", "-1", "4+2", "4+3+3", "+3", "4 ", "4+3\n", "seven", "٤", True, 0]
)
def test_what_is_no_tile_is_an_error(text: str | int) -> None:
    with pytest.raises(ValueError, match="no tile"):
        Tile.parse(text)


def test_a_total_counts_tokens() -> None:
    """VS-R21, C08: the total is the sum of the numbers now."""
    assert total([Tile(4, token=True), Tile(2)]) == 9
    assert total([]) == 0


def test_the_box_adds_up() -> None:
    """VS-R01, R03, A1, A4: 42 tiles for six; two casinos a fixer, and never more than one left over."""
    assert len(components.TILES) == 42 // 6
    for players, casinos in components.CASINO_COUNT.items():
        assert casinos - 2 * components.TEAM_COUNT[players] in (0, 1)
        assert casinos <= len(components.CASINOS)
    assert len(set(components.CASINOS)) == len(components.CASINOS) == 6
    assert len(set(components.SUITS)) == max(components.CASINO_COUNT)
