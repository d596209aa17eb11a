"""The rules once more, in the plainest way, worked out from what lies on the board: what the pages are held against."""

from __future__ import annotations

from collections.abc import Sequence

from tests.browser.table import Casino

JACKPOT, SEVEN = 15, 7


def may_go(casino: Casino, who: str, tile: int) -> bool:
    """Judge a tile by what lies there: at most two of a set, and never level with the leader (VS-R22, R25)."""
    tiles = [tile for stand in casino.stands if stand.who == who for tile in stand.tiles]
    others = [stand.total for stand in casino.stands if stand.who != who]
    return len(tiles) < 2 and (not others or sum(tiles) + tile != max(others))


def highest_that_fits(
    casinos: Sequence[Casino], who: str, hand: Sequence[int], rigged: str
) -> tuple[int, list[Casino]]:
    """Find the highest tile of a hand that may go anywhere, and where; tile 0 where none may.

    `rigged` is where this set's own 7 must not go (VS-R23), '' for blockers.
    """
    for tile in sorted(hand, reverse=True):
        fitting = [c for c in casinos if may_go(c, who, tile) and not (tile == SEVEN and c.name == rigged)]
        if fitting:
            return tile, fitting
    return 0, []


def leader(casino: Casino) -> str | None:
    """Name the set with most; without +3 tokens no two can be level at the top."""
    top = max((stand.total for stand in casino.stands), default=0)
    ahead = [stand.who for stand in casino.stands if stand.total == top]
    assert len(ahead) < 2
    return ahead[0] if ahead else None


def is_blockers(casino: Casino, who: str | None) -> bool:
    """Tell whether a set at a casino belongs to nobody's purse (VS-R42b)."""
    return any(stand.blocker for stand in casino.stands if stand.who == who)


def reveal_line(casino: Casino) -> str:
    """Say where the jackpot of a rigged casino goes (VS-R28, R42b)."""
    first = leader(casino)
    if first is None:
        return f"Nobody leads {casino.name}: its {casino.jackpot} stay there."
    if is_blockers(casino, first):
        return f"{first} lead {casino.name}: its {casino.jackpot} go back to the supply."
    return f"{first} takes {casino.jackpot} from {casino.name}."


def secure_chips(casino: Casino) -> dict[str, int]:
    """Count what a secure casino pays: everyone but the leader and blockers their total (VS-R30)."""
    return {s.who: s.total for s in casino.stands if s.who != leader(casino) and not s.blocker}


def incomes(people: Sequence[str], casinos: Sequence[Casino], rigged: Sequence[str]) -> dict[str, int]:
    """Add up what each person brings to the team (VS-R28, R30)."""
    brought = dict.fromkeys(people, 0)
    for casino in casinos:
        paid = secure_chips(casino)
        if casino.name in rigged:
            paid = {leader(casino) or "": casino.jackpot}
        for who, chips in paid.items():
            brought[who] = brought.get(who, 0) + chips
    return {name: brought[name] for name in people}


def shares(teams: Sequence[Sequence[str]], brought: dict[str, int]) -> dict[str, int]:
    """Split each pile in whole halves; an odd chip goes back first (VS-R35, R36)."""
    return {name: sum(brought[other] for other in team) // len(team) for team in teams for name in team}


def refilled(casinos: Sequence[Casino], rigged: Sequence[str]) -> list[str]:
    """Name the casinos that a leader has emptied (VS-R44)."""
    return [casino.name for casino in casinos if casino.name in rigged and leader(casino)]
