"""Points, ranks and winners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from companion.games.slots.symbols import ANY, GOOD_FROM_502, LADDER, VALUES, WIZARD, Rank
from companion.games.slots.variations import DEFAULTS, Settings


@dataclass(frozen=True, slots=True)
class Sum:
    """One line of a score: so many sets of a symbol with their bonus, or so many cards left in hand.

    `each` is the points of one of them, None where they are not known.
    """

    symbol: str
    count: int
    bonus: int
    each: int | None
    in_hand: bool = False

    @property
    def points(self) -> int | None:
        """Count the points of this line, minus for cards in hand; None where they are not known."""
        if self.each is None:
            return None
        return -self.count * self.each if self.in_hand else (self.count + self.bonus) * self.each


def bonus_sets(sets: int, variations: Collection[str], settings: Settings = DEFAULTS) -> int:
    """Count the bonus sets that so many sets of one symbol bring under R: one for every two, or one (SM-VR, SM-A47)."""
    if "R" not in variations:
        return 0
    return min(sets // 2, 1) if settings.bonus == "once" else sets // 2


def score(
    prizes: Mapping[str, int],
    hand: Sequence[str] = (),
    *,
    values: Mapping[str, int] = VALUES,
    variations: Collection[str] = (),
    settings: Settings = DEFAULTS,
) -> tuple[Sum, ...]:
    """Lay out a score line by line: the sets claimed, then under O the cards left in hand (SM-R46, SM-VO, SM-A44).

    `values` are points a set, by symbol. ANY has none of its own; in hand it costs what the table settled (SM-A12).
    """
    lines = [
        Sum(symbol, sets, bonus_sets(sets, variations, settings), None if symbol == ANY else values.get(symbol))
        for symbol, sets in prizes.items()
        if sets
    ]
    if "O" in variations:
        for symbol, count in Counter(hand).items():
            cost = settings.any_in_hand if symbol == ANY else values.get(symbol)
            lines.append(Sum(symbol, count, 0, cost, in_hand=True))
    return tuple(lines)


def points(lines: Sequence[Sum]) -> int | None:
    """Add a score up; None where a value in it is not known."""
    return None if any(line.each is None for line in lines) else known_points(lines)


def known_points(lines: Sequence[Sum]) -> int:
    """Add up the lines of a score whose values are known."""
    return sum(line.points for line in lines if line.points is not None)


def ladder(settings: Settings = DEFAULTS) -> tuple[Rank, ...]:
    """Give the ranks from the bottom, as the table reads the line that begins at 502 or 504 (SM-R49, SM-A27)."""
    if settings.rank_502 == "good":
        return tuple(Rank(GOOD_FROM_502, r.book, r.site) if r.book == "Good" else r for r in LADDER)
    return LADDER


def rank(total: int, settings: Settings = DEFAULTS) -> Rank:
    """Give the rank for so many points: the last line reached, Beginner below 0, Wizard for 604 alone (SM-A27).

    The table may settle that Wizard holds from 604 on.
    """
    if total == WIZARD.first:
        return WIZARD
    reached = LADDER[0]
    for line in ladder(settings):
        if line.first <= total and (line != WIZARD or settings.rank_604 == "from"):
            reached = line
    return reached


def next_rank(total: int, settings: Settings = DEFAULTS) -> Rank | None:
    """Give the first line of the ladder above so many points, None at the top.

    The one that is held is not ahead: who stands below 0 is a Beginner all the same (SM-A27).
    """
    held = rank(total, settings)
    return next((line for line in ladder(settings) if line.first > total and line != held), None)


def calibrated(variations: Collection[str], decks: int = 1, expansions: bool = False) -> bool:
    """Tell whether the ladder was made for such a round: one deck, no expansion, neither Q nor R (SM-A28)."""
    return decks == 1 and not expansions and not {"Q", "R"} & set(variations)


@dataclass(frozen=True, slots=True)
class Standing:
    """People or teams from best to worst, the place of each (level ones share it), and all who won."""

    order: tuple[str, ...]
    places: Mapping[str, int]
    winners: tuple[str, ...]


def standing(totals: Mapping[str, int]) -> Standing:
    """Rank totals: most points win, and all who are level at the top win together (SM-R47, SM-A29).

    Level ones stand in the order given and share a place; the next place is left out.
    """
    order = tuple(sorted(totals, key=lambda who: -totals[who]))
    places = {who: 1 + sum(total > totals[who] for total in totals.values()) for who in order}
    return Standing(order, places, tuple(who for who in order if places[who] == 1))


def team_totals(totals: Mapping[str, int], teams: Mapping[str, str]) -> Mapping[str, int]:
    """Add up the members of each team; `teams` gives the team of each seat (SM-VC, SM-A37)."""
    added: dict[str, int] = {}
    for seat, total in totals.items():
        added[teams[seat]] = added.get(teams[seat], 0) + total
    return added
