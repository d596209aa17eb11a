"""What the casinos pay at the end of a round, how teams split it, and who wins the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.engine import Reason, Refused, Who
from companion.games.strip.components import LEARNING_PENALTY

Paid = tuple[str, str, int]
"""Casino, set and chips."""


@dataclass(frozen=True, slots=True)
class CasinoTotals:
    """One casino at the end of a round: its jackpot, the total of each set with tiles there, and the leader.

    `leader` says who stands ahead where the top is level; nowhere else does it count.
    """

    jackpot: int
    totals: Mapping[str, int]
    leader: str | None = None


class LeaderNeeded(ValueError):
    """A level top at a casino, and no word of who stands ahead there (VS-A14)."""

    def __init__(self, casino: str, level: tuple[str, ...], points: int) -> None:
        """Keep the casino, the sets that are level there, and their total."""
        super().__init__(f"who stands ahead at {casino}: {', '.join(level)}?")
        self.casino = casino
        self.level = level
        self.points = points


@dataclass(frozen=True, slots=True)
class Pile:
    """The pile of one team: each member's share of it, and the odd chip that goes back to the supply (VS-R35, R36)."""

    team: tuple[str, ...]
    pile: int
    share: int
    returned: int


@dataclass(frozen=True, slots=True)
class Payout:
    """All movements of chips at the end of a round; `gain`, the changes of the jackpots and `supply` add up to 0.

    `income` is from casinos and characters, before the split; `gain` is after split and penalties. `taken` holds the
    rigged casinos in the order of the reveals (leader None: unclaimed), `paid` what secure casinos paid. `refilled`
    is None after the last round.
    """

    income: Mapping[str, int]
    piles: tuple[Pile, ...]
    gain: Mapping[str, int]
    jackpots: Mapping[str, int]
    refilled: Mapping[str, int] | None
    supply: int
    taken: tuple[tuple[str, str | None, int], ...]
    paid: tuple[Paid, ...]
    penalties: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Standing:
    """The end of a game: seats from best to worst, their places (level seats share one), who won, and why."""

    order: tuple[str, ...]
    places: Mapping[str, int]
    winners: tuple[str, ...]
    because: tuple[Reason, ...]


def leader_of(casino: CasinoTotals, name: str = "") -> str | None:
    """Name the set that leads a casino, None at an empty one (VS-R25, A11).

    Raises LeaderNeeded, with the casino's `name`, where the top is level and `leader` names none of those level.
    """
    top = max(casino.totals.values(), default=0)
    level = tuple(set_id for set_id, points in casino.totals.items() if points == top)
    if casino.leader in level:
        return casino.leader
    if len(level) > 1:
        raise LeaderNeeded(name, level, top)
    return level[0] if level else None


def payout(
    teams: Sequence[Sequence[str]],
    casinos: Mapping[str, CasinoTotals],
    reveals: Sequence[tuple[str, str]],
    *,
    starting_jackpot: int,
    last_round: bool,
    blockers: Collection[str] = (),
    chips: Mapping[str, int] | None = None,
    offenders: Collection[str] = (),
    penalty: str = "learning",
) -> Payout | Refused:
    """Pay out one round (VS-R28 to R37, R42b, R44, C04, C06, C09).

    `reveals` pairs each team's fixer with its rigged casino; all other casinos are secure. `chips` are what characters
    gave each seat. `offenders` are the seats that placed a 7 at their own rigged casino. A casino revealed twice is
    refused (`same-casino`). Raises LeaderNeeded where a top is level and nobody says who stands ahead.
    """
    rigged = [casino for _, casino in reveals]
    twice = [casino for casino, times in Counter(rigged).items() if times > 1]
    if twice:
        return Refused(tuple(Reason("same-casino", {"casino": casino}) for casino in twice))
    leaders = {name: leader_of(casino, name) for name, casino in casinos.items()}
    taken = tuple((name, leaders[name], casinos[name].jackpot if leaders[name] else 0) for name in rigged)
    paid = _secure_payouts({name: casino for name, casino in casinos.items() if name not in rigged}, leaders, blockers)
    given = {seat: (chips or {}).get(seat, 0) for team in teams for seat in team}
    income = _income(given, taken, paid)
    piles = tuple(split(tuple(team), sum(income[seat] for seat in team)) for team in teams)
    shares = {seat: pile.share for pile in piles for seat in pile.team}
    penalties = {seat: _forfeit(share, penalty) for seat, share in shares.items() if seat in offenders}
    jackpots = _left({name: casino.jackpot for name, casino in casinos.items()}, taken)
    filled = refill(jackpots, starting_jackpot)
    came_in = sum(n for _, leader, n in taken if leader in blockers) + sum(pile.returned for pile in piles)
    went_out = sum(n for _, _, n in paid) + sum(given.values())
    if not last_round:
        went_out += sum(filled.values()) - sum(jackpots.values())
    return Payout(
        income=income,
        piles=piles,
        gain={seat: share - penalties.get(seat, 0) for seat, share in shares.items()},
        jackpots=jackpots,
        refilled=None if last_round else filled,
        supply=came_in + sum(penalties.values()) - went_out,
        taken=taken,
        paid=paid,
        penalties=penalties,
    )


def refill(jackpots: Mapping[str, int], starting_jackpot: int) -> dict[str, int]:
    """Fill the casinos that hold no chips; the others stay as they are (VS-R44, C06)."""
    return {name: jackpot or starting_jackpot for name, jackpot in jackpots.items()}


def standing(totals: Mapping[str, int], last_round: Mapping[str, int], two_player_winner: str = "most") -> Standing:
    """Rank at least two seats by chips, then by the net chips of the last round, and tell who won (VS-R45, A29 to A31).

    Seats level in both stand in the order of `totals` and share a place. The first two win, with everyone level with
    the second; of two players only the first (`most`, unless level in both) or both (`both`).
    """
    rank = {seat: (chips, last_round[seat]) for seat, chips in totals.items()}
    order = tuple(sorted(rank, key=rank.__getitem__, reverse=True))
    alone = len(order) == 2 and two_player_winner == "most"
    bar = rank[order[0 if alone else 1]]
    winners = tuple(seat for seat in order if rank[seat] >= bar)
    places = {seat: 1 + sum(other > rank[seat] for other in rank.values()) for seat in order}
    because = (_won(winners, order, rank), *_decided_late(order, rank), *_level(order, rank))
    return Standing(order, places, winners, because)


def _secure_payouts(
    secure: Mapping[str, CasinoTotals], leaders: Mapping[str, str | None], blockers: Collection[str]
) -> tuple[Paid, ...]:
    """Pay everyone but the leader and blockers their total from the supply (VS-R30, R42b, A22)."""
    return tuple(
        (name, set_id, points)
        for name, casino in secure.items()
        for set_id, points in casino.totals.items()
        if set_id != leaders[name] and set_id not in blockers
    )


def _income(
    given: Mapping[str, int], taken: Sequence[tuple[str, str | None, int]], paid: Sequence[Paid]
) -> dict[str, int]:
    """Add up what each seat brings in; blockers are no seats and bring nothing (VS-R42b)."""
    income = dict(given)
    for _, set_id, n in (*taken, *paid):
        if set_id in income:
            income[set_id] += n
    return income


def split(team: tuple[str, ...], chips: int) -> Pile:
    """Split a pile in equal whole shares, what is odd going back to the supply (VS-R35, R36)."""
    share, odd = divmod(chips, len(team))
    return Pile(team, chips, share, odd)


def _forfeit(share: int, penalty: str) -> int:
    """Tell what a 7 at one's own rigged casino costs: never more than the share (VS-C09, A28)."""
    at_stake = max(share, 0)
    return min(LEARNING_PENALTY, at_stake) if penalty == "learning" else at_stake


def _left(jackpots: Mapping[str, int], taken: Sequence[tuple[str, str | None, int]]) -> dict[str, int]:
    left = dict(jackpots)
    for name, _, n in taken:
        left[name] -= n
    return left


def _won(winners: tuple[str, ...], order: tuple[str, ...], rank: Mapping[str, tuple[int, int]]) -> Reason:
    if len(winners) == 1:
        winner, other = order
        values = {"winner": Who(winner), "total": rank[winner][0], "other": Who(other), "other_total": rank[other][0]}
        return Reason("wins-alone", values)
    return Reason("win-together", {"winners": tuple(map(Who, winners)), "totals": tuple(rank[s][0] for s in winners)})


def _decided_late(order: tuple[str, ...], rank: Mapping[str, tuple[int, int]]) -> tuple[Reason, ...]:
    """Name neighbours in the order with equal chips whom the last round put apart."""
    found = []
    for above, below in pairwise(order):
        (chips, better), (same, worse) = rank[above], rank[below]
        if chips == same and better > worse:
            values = {"above": Who(above), "below": Who(below), "total": chips, "better": better, "worse": worse}
            found.append(Reason("last-round-decides", values))
    return tuple(found)


def _level(order: tuple[str, ...], rank: Mapping[str, tuple[int, int]]) -> tuple[Reason, ...]:
    """Name the seats that are level in both numbers."""
    groups = {key: tuple(Who(seat) for seat in order if rank[seat] == key) for key in rank.values()}
    return tuple(
        Reason("level-in-both", {"seats": seats, "total": chips, "gain": gain})
        for (chips, gain), seats in groups.items()
        if len(seats) > 1
    )
