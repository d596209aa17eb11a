"""Where every chip of a table lies: the payout of the running round, as far as it has come, and the books."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from companion.engine import Reason, Refused, Who
from companion.games.strip.components import ROUNDS, TILES_A_CASINO, TOKENS
from companion.games.strip.payout import CasinoTotals, Payout, payout
from companion.games.strip.state import Round, State
from companion.language import N_, Term


def casino_totals(state: State) -> Mapping[str, CasinoTotals]:
    """Put jackpot, totals and leader of each casino together, as the payout wants them."""
    return {name: _totals_at(state, name) for name in state.casino_names}


def _totals_at(state: State, casino: str) -> CasinoTotals:
    standing = state.standing_at(casino)
    return CasinoTotals(state.jackpots[casino], dict(standing), standing[0][0] if standing else None)


def after_payout(state: State) -> Payout:
    """Work out the payout of a round whose reveals are done, penalties included."""
    now = state.round
    assert now is not None and now.revealed
    paid = payout(
        now.teams.teams,
        casino_totals(state),
        now.reveals,
        starting_jackpot=state.settings.starting_jackpot,
        last_round=now.number == ROUNDS,
        blockers=state.blockers,
        chips=now.chips,
        offenders=[seat for seat, on in now.penalties.items() if on],
        penalty=state.settings.penalty,
    )
    assert not isinstance(paid, Refused), "a table cannot reveal one casino twice"
    return paid


@dataclass(frozen=True, slots=True)
class Taken:
    """What a reveal moved: the leader, none at an empty casino, and the chips of its jackpot."""

    fixer: str
    casino: str
    leader: str | None
    chips: int


def takings(state: State) -> tuple[Taken, ...]:
    """List what the casinos revealed so far have paid (VS-R28, A23)."""
    now = state.round
    if now is None:
        return ()

    def take(fixer: str, casino: str) -> Taken:
        standing = state.standing_at(casino)
        leader = standing[0][0] if standing else None
        return Taken(fixer, casino, leader, state.jackpots[casino] if leader else 0)

    return tuple(take(fixer, casino) for fixer, casino in now.reveals)


@dataclass(frozen=True, slots=True)
class Books:
    """All accounts of a table; their sum is always 0."""

    supply: int
    jackpots: Mapping[str, int]
    piles: Mapping[tuple[str, ...], int]
    players: Mapping[str, int]

    @property
    def balance(self) -> int:
        """Add up all accounts."""
        return self.supply + sum(self.jackpots.values()) + sum(self.piles.values()) + sum(self.players.values())


def books(state: State) -> Books:
    """Tell where every chip lies after the last event, inside a payout too (VS-P1)."""
    players = {seat: state.chips(seat) for seat in state.seats}
    now = state.round
    if now is None:
        return Books(state.supply, state.jackpots, {}, players)
    income = {seat: now.chips.get(seat, 0) for seat in state.seats}
    jackpots, supply = dict(state.jackpots), state.supply
    for taken in takings(state):
        jackpots[taken.casino] -= taken.chips
        if taken.leader in state.blockers:
            supply += taken.chips
        elif taken.leader:
            income[taken.leader] += taken.chips
    if now.revealed:
        for _, set_id, n in after_payout(state).paid:
            income[set_id] += n
            supply -= n
    piles = {team: sum(income[seat] for seat in team) for team in now.teams.teams}
    return Books(supply, jackpots, piles, players)


def suggested_offenders(state: State) -> tuple[str, ...]:
    """Name the seats that placed a 7 at their own rigged casino, as far as the app saw it; a 7 moved there is none.

    VS-C09, A16, A17. Only asked once all reveals are done: before that the answer would tell.
    """
    now = state.round
    if now is None or not now.revealed:
        return ()
    rigged = dict(now.reveals)
    return tuple(seat for seat in state.seats if seven_stands(now, seat, rigged[now.fixer_of(seat)]))


def seven_stands(now: Round, seat: str, casino: str) -> bool:
    """Tell whether a seat placed a 7 at a casino, as far as the app saw it, and the tile lies there still."""
    lying = {tile.face for tile in dict(now.lay[casino]).get(seat, ())}
    return any(s == seat and at == casino and face in lying for s, face, at in now.sevens)


def impossible_totals(state: State, rows: Mapping[str, tuple[tuple[str, int], ...]]) -> Iterator[Reason]:
    """Point out typed totals that a set's tiles cannot make, two a casino and each tile once (E-111)."""
    tokens = TOKENS if state.pro_gambler_plays else 0
    for set_id in state.sets:
        typed = {casino: dict(row)[set_id] for casino, row in rows.items() if set_id in dict(row)}
        alone = [casino for casino, n in typed.items() if not _can_make(state.settings.tiles, (n,), tokens)]
        for casino in alone:
            values = {"set": Who(set_id), "casino": casino, "total": typed[casino]}
            yield Reason("total-impossible", values, confirm=True)
        wanted = tuple(sorted(typed.values(), reverse=True))
        if not alone and not _can_make(state.settings.tiles, wanted, tokens):
            shown = tuple(Term(N_("{n} at {casino}"), n=n, casino=casino) for casino, n in typed.items())
            yield Reason("totals-impossible", {"set": Who(set_id), "totals": shown}, confirm=True)


@cache
def _can_make(tiles: tuple[int, ...], wanted: tuple[int, ...], tokens: int) -> bool:
    """Tell whether the tiles can be split so that one or two of them, tokens included, make each wanted total."""
    if not wanted:
        return True
    first, rest = wanted[0], wanted[1:]
    for size in range(1, TILES_A_CASINO + 1):
        for picked in combinations(range(len(tiles)), size):
            missing = first - sum(tiles[i] for i in picked)
            if missing < 0 or missing % 3 or missing // 3 > min(size, tokens):
                continue
            left = tuple(t for i, t in enumerate(tiles) if i not in picked)
            if _can_make(left, rest, tokens - missing // 3):
                return True
    return False
