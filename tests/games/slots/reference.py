"""The placement rules once more, slowly and straight from the formal definitions: cell by cell, without a bit in sight.

Nothing of the game's own code is used here, so that a mistake in one of the two shows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import product

ANY, SHIELD, EXPANSION = "*", "S", "@$"


@dataclass
class Position:
    """A placement question: `tops` are rows of symbols, `heights` and `last` as in the judge's request."""

    tops: list[list[str]]
    card: str
    phase: str = "play"
    variations: frozenset[str] = frozenset()
    last: tuple[int, int] | None = None
    heights: list[list[int]] | None = None
    hand: list[str] | None = None
    settings: dict[str, object] = field(default_factory=dict)

    @property
    def cells(self):
        return list(product(range(len(self.tops)), range(len(self.tops[0]))))

    def at(self, cell):
        return self.tops[cell[0]][cell[1]]

    def setting(self, name, default):
        return self.settings.get(name, default)

    def count(self, symbol):
        return sum(self.at(cell) == symbol for cell in self.cells)


def paylines(cells):
    return _paylines(tuple(cells))


@cache
def _paylines(cells):
    found = []
    for a in cells:
        for step in ((0, 1), (1, 0), (1, 1), (1, -1)):
            b = (a[0] + step[0], a[1] + step[1])
            c = (b[0] + step[0], b[1] + step[1])
            if b in cells and c in cells:
                found.append(sorted([a, b, c]))
    return sorted(found)


def sym(cards):
    if "." in cards:
        return None
    plain = [card for card in cards if card != ANY]
    if not plain:
        return ANY
    if any(card != plain[0] for card in plain):
        return None
    if plain[0] in EXPANSION and len(plain) < 3:
        return None
    return plain[0]


def laid(position, cell):
    tops = [list(row) for row in position.tops]
    tops[cell[0]][cell[1]] = position.card
    return Position(tops, position.card, settings=position.settings)


def prizes(position, cell):
    """The prizes of the card on this cell, as (symbol, sorted cells)."""
    after = laid(position, cell)
    found = []
    for line in paylines(after.cells):
        symbol = sym([after.at(c) for c in line])
        if cell in line and symbol is not None and symbol != SHIELD:
            found.append((symbol, line))
    wild = position.setting("any_as_shield", True)
    if position.card == SHIELD or (position.card == ANY and wild):
        shields, anys = after.count(SHIELD), after.count(ANY) if wild else 0
        if min(shields, (shields + anys) // 3) >= 1:
            others = [c for c in after.cells if c != cell and after.at(c) == SHIELD]
            if wild:
                others += [c for c in after.cells if c != cell and after.at(c) == ANY]
            found.append((SHIELD, sorted([cell, *others[:2]])))
    return found


def any_pairs(position):
    """B is idle beside A."""
    return "B" in position.variations and "A" not in position.variations


def paired(position, cell):
    top = position.at(cell)
    if top in (ANY, "."):
        return False
    for line in paylines(position.cells):
        if cell in line:
            others = [position.at(c) for c in line if c != cell]
            if top in others or (any_pairs(position) and ANY in others):
                return True
    return False


def closed(position, cell):
    top = position.at(cell)
    return top == ANY or paired(position, cell) or (top == SHIELD and position.count(SHIELD) >= 2)


def payline_has_set(position, line):
    cards = [position.at(cell) for cell in line]
    plain = [card for card in cards if card not in (ANY, ".")]
    return len(set(plain)) < len(plain) or (any_pairs(position) and ANY in cards and bool(plain))


def broken(position, cell):
    """Every rule that the placement breaks in play, by code."""
    top, codes = position.at(cell), set()
    if top == ".":
        return codes
    if top == position.card:
        codes.add("same-symbol")
    if paired(position, cell) and "A" not in position.variations:
        codes.add("pair")
    if top == SHIELD and position.count(SHIELD) >= 2:
        codes.add("two-shields")
    if top == ANY:
        codes.add("any")
    if "F" in position.variations and position.last == cell:
        codes.add("just-played")
    if "G" in position.variations and position.heights and position.heights[cell[0]][cell[1]] >= 5:
        codes.add("stack-full")
    return codes


def full(position):
    return position.count(".") == 0


def all_paired(position):
    if position.setting("all_paired_by", "cards") == "paylines":
        return all(payline_has_set(position, line) for line in paylines(position.cells))
    return all(closed(position, cell) for cell in position.cells)


def exception(position, cell):
    """The exception, of those that the rulebook names, that lifts what is broken here; None without one."""
    codes = broken(position, cell)
    lifted = {"same-symbol", "pair", "two-shields"}
    if position.setting("just_played_yields", False):
        lifted.add("just-played")
    if codes <= lifted and prizes(position, cell):
        return "makes-prize"
    if not full(position):
        return None
    if codes == {"pair"} and all_paired(position):
        return "all-paired"
    unpaired = [c for c in position.cells if not closed(position, c)]
    if codes == {"same-symbol"} and cell in unpaired and {position.at(c) for c in unpaired} == {position.card}:
        return "only-this-symbol"
    return None


def fits(position, cell):
    return not broken(position, cell) or exception(position, cell) is not None


def stuck(position):
    for card in position.hand:
        other = Position(
            position.tops,
            card,
            "play",
            position.variations,
            position.last,
            position.heights,
            None,
            position.settings,
        )
        if any(fits(other, cell) for cell in other.cells):
            return False
    return True


def judge(position, cell):
    """(legal, codes, exception, prizes) on one cell."""
    won = prizes(position, cell)
    codes = broken(position, cell)
    if position.phase == "build":
        return build(position, cell, codes, won)
    if not codes:
        return True, codes, None, won
    granted = exception(position, cell)
    if granted is None and position.hand and not codes & {"any", "stack-full"} and stuck(position):
        granted = "nothing-else"
    return granted is not None, codes, granted, won


def build(position, cell, codes, won):
    if position.at(cell) != ".":
        return False, codes | {"occupied"}, None, won
    lying = [c for c in position.cells if position.at(c) != "."]
    near = any(max(abs(c[0] - cell[0]), abs(c[1] - cell[1])) == 1 for c in lying)
    codes = {"not-adjacent"} if lying and not near else set()
    return not codes, codes, None, won
