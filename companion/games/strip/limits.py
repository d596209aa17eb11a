"""What the limits of a character have against a tile at its casino (VS-R27).

They are open: everyone can read the card. Numbers count with their +3 token (VS-C08) as the tiles lie when one is
placed, totals after all tokens have moved (VS-A15); a player is a set of tiles, blockers being a set of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.engine import Reason, Who
from companion.games.strip.characters import FREE, Limits
from companion.games.strip.tiles import Tile
from companion.language import N_, Term

There = Mapping[str, Sequence[Tile]]
"""Each set at one casino with its tiles there; a set without tiles is not there."""

NO_TILE = Term(N_("no tile"))


@dataclass(frozen=True, slots=True)
class Placing:
    """A tile on its way to a casino: what lies there, the total it makes, and the totals of the other sets."""

    there: There
    set: str
    tile: Tile
    reached: int
    others: Mapping[str, int]

    @property
    def own(self) -> Sequence[Tile]:
        """Give the tiles of the set that lie there already."""
        return self.there.get(self.set, ())

    def with_tile(self, tile: Tile) -> Placing:
        """Put another tile in place of this one; tokens that move along move whichever tile is placed."""
        return Placing(self.there, self.set, tile, self.reached - self.tile.number + tile.number, self.others)


def allows_level(limits: Limits) -> bool:
    """Tell whether a total may equal the leader's here, who then stays ahead (VS-A14)."""
    return limits.level == "leader"


def broken(limits: Limits, placing: Placing) -> Iterator[str]:
    """Name the limits that a tile breaks, by the codes of `faults`."""
    if limits == FREE:
        return
    if limits.most is not None and _lying(placing.there) >= limits.most:
        yield "limit-most"
    if limits.most_a_player is not None and len(placing.own) >= limits.most_a_player:
        yield "limit-player"
    yield from _numbers_broken(limits, placing)


def _numbers_broken(limits: Limits, placing: Placing) -> Iterator[str]:
    """Name the limits that another number could keep."""
    number = placing.tile.number
    if not (limits.least or number) <= number <= (limits.highest or number):
        yield "limit-range"
    if limits.parity is not None and limits.parity != ("odd" if number % 2 else "even"):
        yield "limit-odd" if limits.parity == "odd" else "limit-even"
    if limits.once and _with_number(placing):
        yield "limit-once"
    # A tie with the leader is against the rules of every casino and told by them.
    if limits.level == "never" and placing.reached in placing.others.values() and not ties_leader(limits, placing):
        yield "limit-equal"


def faults(limits: Limits, placing: Placing, choice: Iterable[Tile]) -> tuple[Reason, ...]:
    """Say of each limit that a tile breaks who has placed what, and the nearest of the tiles in `choice` that fits."""
    codes = tuple(broken(limits, placing))
    if not codes:
        return ()
    nearest = _nearest(limits, placing, choice)
    return tuple(Reason(code, _values(code, limits, placing) | {"nearest": nearest}) for code in codes)


def fits(limits: Limits, placing: Placing) -> bool:
    """Tell whether no limit stands against the number of a tile, whatever else does."""
    return next(_numbers_broken(limits, placing), None) is None


def numbers(limits: Limits) -> Reason | None:
    """Say which numbers a range takes."""
    if limits.least is not None and limits.highest is not None:
        return Reason("numbers-between", {"least": limits.least, "highest": limits.highest})
    if limits.least is not None:
        return Reason("numbers-from", {"least": limits.least})
    return None if limits.highest is None else Reason("numbers-to", {"highest": limits.highest})


def briefly(limits: Limits) -> tuple[Reason, ...]:
    """Say in a few words each what a card limits, in the order of its building blocks."""
    said = []
    if limits.most is not None:
        said.append(Reason("most-here", {"n": limits.most}))
    if limits.once:
        said.append(Reason("once-here"))
    range_ = numbers(limits)
    if range_ is not None:
        said.append(Reason("numbers-here", {"numbers": range_}))
    if limits.parity is not None:
        said.append(Reason("odd-here" if limits.parity == "odd" else "even-here"))
    if limits.most_a_player is not None:
        said.append(Reason("player-here", {"n": limits.most_a_player}))
    if limits.level is not None:
        said.append(Reason("leader-here" if allows_level(limits) else "never-here"))
    return tuple(said)


def _values(code: str, limits: Limits, placing: Placing) -> dict[str, object]:
    tile = placing.tile
    shown = f"{tile.number} ({tile})" if tile.token else str(tile)
    shared: dict[str, object] = {"set": Who(placing.set), "tile": str(tile), "number": tile.number, "shown": shown}
    if code == "limit-most":
        return shared | {"n": _lying(placing.there), "most": limits.most}
    if code == "limit-player":
        return shared | {"n": limits.most_a_player, "tiles": tuple(map(str, placing.own))}
    if code == "limit-range":
        return shared | {"numbers": numbers(limits)}
    if code == "limit-once":
        return shared | {"sets": tuple(map(Who, _with_number(placing)))}
    if code == "limit-equal":
        level = tuple(Who(set_id) for set_id, points in placing.others.items() if points == placing.reached)
        return shared | {"sets": level, "total": placing.reached}
    return shared


def _nearest(limits: Limits, placing: Placing, choice: Iterable[Tile]) -> str:
    """Name the tile nearest in number that these limits and the leader's total leave possible."""
    others = [placing.with_tile(tile) for tile in choice if tile.number != placing.tile.number]
    found = [other.tile for other in others if fits(limits, other) and not ties_leader(limits, other)]
    here = placing.tile.number
    return str(min(found, key=lambda tile: (abs(tile.number - here), tile.number))) if found else NO_TILE


def ties_leader(limits: Limits, placing: Placing) -> bool:
    """Tell whether a tile gives exactly the total of the best of the others, where that is forbidden (VS-R25)."""
    if not placing.others or allows_level(limits):
        return False
    return placing.reached == max(placing.others.values())


def _lying(there: There) -> int:
    return sum(map(len, there.values()))


def _with_number(placing: Placing) -> list[str]:
    number = placing.tile.number
    return [set_id for set_id, tiles in placing.there.items() if any(tile.number == number for tile in tiles)]
