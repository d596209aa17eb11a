"""Writes the payout of a round as instructions in order, each with how its number came about (VS-R28 to R36)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Reason, Who
from companion.games.strip.components import LEARNING_PENALTY
from companion.games.strip.payout import Payout, split
from companion.games.strip.state import Round, State
from companion.games.strip.tally import Taken, after_payout, books, suggested_offenders, takings
from companion.games.strip.view import PayLine, PayoutView, PenaltyView, TeamView


def payout_view(state: State) -> PayoutView | None:
    """Show the payout as far as it has come, or None outside it."""
    now = state.round
    if now is None or state.phase != "payout":
        return None
    lines = [_reveal_line(state, taken) for taken in takings(state)]
    left = now.fixers[len(now.reveals) :]
    piles = books(state).piles
    teams = tuple(
        team_view(letter, team, piles[team]) for letter, team in zip(now.teams.letters, now.teams.teams, strict=True)
    )
    if left:
        return PayoutView(left[0], len(left), tuple(lines), teams, (), {}, False, 0)
    paid = after_payout(state)
    lines += [*_secure_lines(state, paid), *_chip_lines(now), *_split_lines(paid), *_penalty_lines(state, paid)]
    lines += _refill_lines(state, paid)
    suggested = suggested_offenders(state)
    return PayoutView(
        next_reveal=None,
        reveals_left=0,
        lines=tuple(lines),
        piles=teams,
        penalties=tuple(_penalty(state, now, paid, seat, seat in suggested) for seat in state.seats),
        gains=dict(paid.gain),
        ready=True,
        unsettled=sum(seat not in now.penalties for seat in suggested),
    )


def team_view(letter: str, team: tuple[str, ...], chips: int) -> TeamView:
    """Show a team with its pile, and how that splits."""
    pile = split(team, chips)
    return TeamView(letter, team, chips, pile.share, pile.returned)


def _reveal_line(state: State, taken: Taken) -> PayLine:
    values = {"casino": taken.casino, "fixer": Who(taken.fixer), "n": taken.chips}
    how = _how_they_stand(state, taken.casino)
    if taken.leader is None:
        said = Reason("pay-nobody", {**values, "n": state.jackpots[taken.casino]})
    elif taken.leader in state.blockers:
        said = Reason("pay-blockers", {**values, "leader": Who(taken.leader)})
    else:
        said = Reason("pay-jackpot", {**values, "leader": Who(taken.leader)})
    return PayLine("reveal", said, how, taken.casino, taken.leader, taken.chips)


def _how_they_stand(state: State, casino: str) -> tuple[Reason, ...]:
    """Open a total to its tiles: one line for each set at a casino, the leader first."""
    now = state.round
    standing = state.standing_at(casino)

    def line(set_id: str, points: int) -> Reason:
        if now is None or now.typed is not None:
            return Reason("stands-typed", {"set": Who(set_id), "total": points})
        there = state.there(casino)[set_id]
        if len(there) == 1 and not there[0].token:
            return Reason("stands-one", {"set": Who(set_id), "total": points})
        tiles = " + ".join(f"({tile})" if tile.token else str(tile) for tile in there)
        return Reason("stands-with", {"set": Who(set_id), "total": points, "tiles": tiles})

    lines = tuple(line(set_id, points) for set_id, points in standing)
    if len(lines) > 1 and standing[0][1] == standing[1][1]:
        lines += (Reason("stands-level", {"leader": Who(standing[0][0])}),)
    return lines


def _secure_lines(state: State, paid: Payout) -> Iterator[PayLine]:
    """Pay each secure casino: the leader is thrown out, everyone else is paid, blockers never (VS-R30, A22, A24)."""
    now = state.round
    assert now is not None
    rigged = {casino for _, casino in now.reveals}
    for casino in state.casino_names:
        standing = state.standing_at(casino)
        if casino in rigged or not standing:
            continue
        how = _how_they_stand(state, casino)
        leader, _ = standing[0]
        yield PayLine("secure", Reason("pay-out", {"leader": Who(leader), "casino": casino}), how, casino, leader)
        for set_id, points in standing[1:]:
            if set_id in state.blockers:
                said = Reason("pay-blockers-nothing", {"set": Who(set_id), "casino": casino})
                yield PayLine("secure", said, how, casino, set_id)
            else:
                said = Reason("pay-secure", {"seat": Who(set_id), "n": points, "casino": casino})
                yield PayLine("secure", said, how, casino, set_id, points)


def _chip_lines(now: Round) -> Iterator[PayLine]:
    for seat, n in now.chips.items():
        if n:
            how = (Reason("how-chips", {"seat": Who(seat), "n": n}),)
            yield PayLine("chips", Reason("pay-chips", {"seat": Who(seat), "n": n}), how, None, seat, n)


def _split_lines(paid: Payout) -> Iterator[PayLine]:
    """Split each pile in two whole halves, an odd chip going back first (VS-R35, R36)."""
    for pile in paid.piles:
        team = tuple(Who(seat) for seat in pile.team)
        how = tuple(Reason("pile-part", {"seat": Who(seat), "n": paid.income[seat]}) for seat in pile.team)
        if len(pile.team) == 1:
            said = Reason("pay-keep", {"seat": team[0], "n": pile.share})
            yield PayLine("split", said, how, None, pile.team[0], pile.share)
            continue
        code = "pay-split-odd" if pile.returned else "pay-split"
        values = {"seats": team, "pile": pile.pile, "n": pile.share}
        yield PayLine("split", Reason(code, values), how, None, pile.team[0], pile.share)


def _penalty_lines(state: State, paid: Payout) -> Iterator[PayLine]:
    for seat, n in paid.penalties.items():
        code = f"how-penalty-{state.settings.penalty}"
        how = (Reason(code, {"n": n, "penalty": LEARNING_PENALTY}),)
        yield PayLine("penalty", Reason("pay-penalty", {"seat": Who(seat), "n": n}), how, None, seat, n)


def _refill_lines(state: State, paid: Payout) -> Iterator[PayLine]:
    """Refill the emptied casinos and name what stays on the others; none after the last round (VS-R44, A26)."""
    if paid.refilled is None:
        return
    for casino in state.casino_names:
        before, after = paid.jackpots[casino], paid.refilled[casino]
        if after != before:
            how = (Reason("how-refill", {"n": after}),)
            yield PayLine("refill", Reason("pay-refill", {"casino": casino, "n": after}), how, casino, None, after)


def _penalty(state: State, now: Round, paid: Payout, seat: str, suggested: bool) -> PenaltyView:
    share = next(pile.share for pile in paid.piles if seat in pile.team)
    chips = share if state.settings.penalty == "experienced" else min(LEARNING_PENALTY, share)
    return PenaltyView(seat, suggested, bool(now.penalties.get(seat)), seat in now.penalties, chips)
