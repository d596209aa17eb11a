"""The properties of whole games for any seed that hypothesis thinks of, for each number of players."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.strip import test_whole_games
from tests.games.strip.at_table import GAMES, AtTable, random_game

CHECKS: list[Callable[[list[AtTable]], None]] = [
    check for name, check in vars(test_whole_games).items() if name.startswith("test_")
]


@pytest.mark.parametrize("players", range(2, 7))
@settings(max_examples=max(1, GAMES // 10), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**64), plain=st.booleans())
def test_the_properties_hold_in_any_game(players: int, seed: int, plain: bool) -> None:
    """VS-P1 to VS-P16, E-85, E-91, E-112."""
    table = random_game(players, seed, plain=plain)
    for check in CHECKS:
        check([table])


def test_every_property_of_whole_games_is_among_them() -> None:
    assert len(CHECKS) >= 16
