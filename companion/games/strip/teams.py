"""Who plays with whom in each of the three rounds, and what a fixer may choose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, zip_longest
from string import ascii_uppercase

from companion.engine import Reason
from companion.games.strip.components import LAYOUTS, TEAM_COUNT


@dataclass(frozen=True, slots=True)
class RoundTeams:
    """The teams of one round: in the order of their fixers, each with its members in turn order, the fixer first."""

    number: int
    first: str
    order: tuple[str, ...]
    teams: tuple[tuple[str, ...], ...]
    letters: tuple[str, ...]

    @property
    def fixers(self) -> tuple[str, ...]:
        """Name the fixers in turn order: of each team the member who plays first (VS-R15)."""
        return tuple(team[0] for team in self.teams)

    def team_of(self, seat: str) -> tuple[str, ...]:
        """Find the team of a seat."""
        return next(team for team in self.teams if seat in team)

    def partner_of(self, seat: str) -> str | None:
        """Name the partner of a seat, None for a solo player (VS-R14)."""
        return next((member for member in self.team_of(seat) if member != seat), None)


def rounds(seats: Sequence[str], first: str, layout: Sequence[str]) -> tuple[RoundTeams, ...]:
    """Work out all rounds from the seats clockwise, the first player of round 1 and a layout without faults.

    The first player marker moves one seat clockwise each round, and positions count from it (VS-R13, R44).
    """
    start = seats.index(first)
    return tuple(_round(number, _turned(seats, start + number - 1), at) for number, at in enumerate(layout, 1))


def _turned(seats: Sequence[str], start: int) -> tuple[str, ...]:
    return tuple(seats[(start + place) % len(seats)] for place in range(len(seats)))


def _round(number: int, order: tuple[str, ...], positions: str) -> RoundTeams:
    letters = tuple(dict.fromkeys(positions))
    teams = tuple(tuple(seat for seat, at in zip(order, positions, strict=True) if at == letter) for letter in letters)
    return RoundTeams(number, order[0], order, teams, letters)


def layout_faults(players: int, layout: Sequence[str]) -> tuple[Reason, ...]:
    """Name each round whose team letters do not fit so many players (VS-R13, A4, A5).

    A letter a seat, none more than twice, as many letters as there are teams: a letter used once plays solo.
    """
    faults = []
    for number, (letters, like) in enumerate(zip_longest(layout, LAYOUTS[players], fillvalue=""), 1):
        if not like or not _fits(players, letters):
            values = {"round": number, "layout": letters, "players": players, "teams": TEAM_COUNT[players]}
            faults.append(Reason("layout", values | {"like": LAYOUTS[players][0]}))
    return tuple(faults)


def _fits(players: int, letters: str) -> bool:
    used = set(letters)
    return (
        len(letters) == players
        and used <= set(ascii_uppercase)
        and len(used) == TEAM_COUNT[players]
        and all(letters.count(letter) <= 2 for letter in used)
    )


def repeat_partners(ahead: Sequence[RoundTeams], seats: Sequence[str] = ()) -> tuple[tuple[str, str], ...]:
    """Name each pair that is a team in more than one round, once (VS-C02).

    Pairs and the two of a pair stand in the order of `seats`, without it in the turn order of the first round.
    """
    seated = seats or ahead[0].order
    return tuple((a, b) for a, b in combinations(seated, 2) if sum(now.partner_of(a) == b for now in ahead) > 1)


def choice_faults(dealt: Sequence[str], rigged: str, secure: str) -> tuple[Reason, ...]:
    """List what is wrong with a fixer's choice: the two casinos dealt take one role each (VS-R17)."""
    named = dict.fromkeys((rigged, secure))
    faults = [Reason("not-dealt", {"casino": c, "dealt": tuple(dealt)}) for c in named if c not in dealt]
    if rigged == secure:
        faults.append(Reason("same-casino", {"casino": rigged}))
    return tuple(faults)
