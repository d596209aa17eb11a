"""A Vegas Strip table to try out without the box: made-up people in the middle of round 1."""

from __future__ import annotations

from companion import people
from companion.engine import Act, Tryout
from companion.games.strip import setup
from companion.games.strip.components import CASINOS, SUITS
from companion.people import Player

_NAMES = ("Ada", "Bo", "Cleo", "Dan")
#: who places which tile at which casino, in turn order; no 7, for nobody knows yet which casinos will be rigged
_PLACED = (
    ("1", 5, 2),
    ("2", 6, 0),
    ("3", 4, 2),
    ("4", 5, 4),
    ("1", 4, 0),
    ("2", 5, 3),
    ("3", 6, 1),
    ("4", 3, 0),
    ("1", 3, 1),
    ("2", 4, 4),
    ("3", 3, 4),
    ("4", 6, 2),
)

TRYOUT = Tryout(
    setup={
        **setup.defaults(len(_NAMES), {}),
        "players": people.written(
            [Player(str(n), name, suit) for n, (name, suit) in enumerate(zip(_NAMES, SUITS, strict=False), 1)]
        ),
    },
    acts=(
        Act("dealt"),
        Act("chosen", {"seat": "1"}, {"rig": "upper"}),
        Act("chosen", {"seat": "2"}, {"rig": "lower"}),
        *(Act("placed", {"set": who, "tile": tile, "casino": CASINOS[at]}) for who, tile, at in _PLACED),
    ),
)
