"""Number tiles, and the +3 token that a tile may carry."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from companion.games.strip.components import TOKEN_ADDS

# A thousand digits are far more than anybody needs, and few enough to be added up and written out again.
_NOTATION = re.compile(r"([1-9][0-9]{0,999})(\+3)?")


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One tile: the number printed on it, and whether a +3 token lies on it."""

    face: int
    token: bool = False

    @property
    def number(self) -> int:
        """Count the tile for what it is worth now, for all purposes (VS-C08)."""
        return self.face + TOKEN_ADDS if self.token else self.face

    @classmethod
    def parse(cls, text: str | int) -> Tile:
        """Read a tile from `4`, `"4"` or, with its token, `"4+3"`.

        Raises ValueError for anything else, numbers below 1 included.
        """
        match = _NOTATION.fullmatch(str(text)) if isinstance(text, str | int) else None
        if match is None:
            raise ValueError(f"no tile: {text!r}")
        return cls(int(match[1]), match[2] is not None)

    def __str__(self) -> str:
        """Write the tile the way `parse` reads it."""
        return f"{self.face}+{TOKEN_ADDS}" if self.token else str(self.face)


def total(tiles: Iterable[Tile]) -> int:
    """Add up the numbers of tiles (VS-R21)."""
    return sum(tile.number for tile in tiles)
