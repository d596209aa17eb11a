"""A slot machine table to try out without the box: made-up people and points, some turns into the round."""

from __future__ import annotations

from companion import people
from companion.engine import Act, Tryout
from companion.games.slots import setup
from companion.people import Player

_NAMES = ("Ada", "Bo", "Cleo")

TRYOUT = Tryout(
    setup={
        **setup.defaults(len(_NAMES), {}),
        "players": people.written([Player(str(n), name) for n, name in enumerate(_NAMES, 1)]),
        "practice": True,
    },
    acts=(
        Act("begun"),
        # The grid but for its last cell, which the first of them then fills.
        Act("gridded", {"machine": 0, "grid": "CCO/BMG/LL."}),
        Act("played", {"machine": 0, "cell": 8, "card": "R"}),
        Act("turned"),
        # Three cherries in the top row; the orange comes to light, and two cells are filled from the pile.
        Act("played", {"machine": 0, "cell": 2, "card": "C"}),
        Act("claimed", {"machine": 0, "choice": 0, "symbol": ""}),
        Act("shown", {"machine": 0, "cell": 0, "card": "P"}),
        Act("shown", {"machine": 0, "cell": 1, "card": "G"}),
        Act("turned"),
        # Three lemons from the hand, then a card without a prize: but now two bells lie on the middle row, and a third
        # one would make a prize there, as a lemon would in the bottom row.
        Act("prize", {"seat": "3", "symbol": "L", "n": 1}),
        Act("played", {"machine": 0, "cell": 5, "card": "B"}),
        Act("turned"),
    ),
)
