"""Plays a log a second time, slowly and without the package: chip by chip, as people would with the box before them.

Only the log is read. What the rules say is written down once more here, so that a mistake has to be made twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.engine import Event

LAYOUTS = {
    2: ["AB", "AB", "AB"],
    3: ["ABC", "ABC", "ABC"],
    4: ["ABBA", "ABBA", "ABAB"],
    5: ["ABCBA", "ABCBA", "ABCBA"],
    6: ["ABCCBA", "ABCCBA", "ABCCBA"],
}


class Evening:
    """One table through a whole game: who has how many chips, and what each closed round brought."""

    def __init__(self, log: Iterable[Event]) -> None:
        setup, *acts = log
        self.seats = [person["id"] for person in setup.data["players"]]
        self.first = self.seats.index(setup.data["first"])
        self.casinos = [casino["name"] for casino in setup.data["casinos"]]
        self.settings = {"starting_jackpot": 15, "penalty": "learning", "two_player_winner": "most"}
        self.settings |= setup.data["settings"]
        self.chips = dict.fromkeys(self.seats, 0)
        self.jackpots = dict.fromkeys(self.casinos, 0)
        self.rounds: list[dict[str, Any]] = []
        self.sides: dict[str, dict[str, Any]] = dict(setup.data.get("sides", {}))
        self.below: dict[str, str] = {}
        self.breaches: list[tuple[str, str]] = []
        for act in acts:
            getattr(self, f"_{act.kind}", self._nothing)(**{**act.data, **act.secret})

    def _settled(self, **settings: Any) -> None:
        self.settings |= settings

    # The characters

    def _completed(self, name: str, data: dict[str, Any]) -> None:
        self.sides[name] = data

    def _shuffled(self, order: list[str], first_game: bool) -> None:
        """Lay the characters out in the order in which either of their sides comes up first."""
        for casino in self.casinos:
            top = next(name for name in order if name[:-1] not in {below[:-1] for below in self._laid_before(casino)})
            self.below[casino] = f"{top[:-1]}A" if first_game else top

    def _laid_before(self, casino: str) -> list[str]:
        return [self.below[other] for other in self.casinos[: self.casinos.index(casino)]]

    def _side(self, casino: str) -> dict[str, Any]:
        return self.sides.get(self.below.get(casino, ""), {})

    def _effect(self, casino: str, acts: bool) -> None:
        if acts:
            self.jackpots[casino] = max(0, self.jackpots[casino] + self._side(casino)["effect"])

    def _ruled(self, set: str, tile: int, casino: str, allows: bool, note: str = "") -> None:
        if allows:
            self.allowed.add((set, tile, casino))

    def _check(self, set: str, tile: str, casino: str) -> None:
        """Note what a tile on its way breaks by its own number and by how many tiles lie there."""
        limits = self._side(casino).get("limits", {})
        number = self._worth([tile])
        lying = [self._worth([other]) for _, tiles in self.at[casino] for other in tiles]
        broken = {
            "most": len(lying) >= limits.get("most", 99),
            "once": bool(limits.get("once")) and number in lying,
            "from": number < limits.get("from", 0),
            "to": number > limits.get("to", 99),
            "parity": number % 2 == {"odd": 0, "even": 1}.get(limits.get("parity", ""), 2),
            "most_a_player": len(dict(self.at[casino]).get(set, ())) >= limits.get("most_a_player", 2),
        }
        self.breaches += [(casino, limit) for limit, wrong in broken.items() if wrong]

    def _check_level(self, set: str, casino: str) -> None:
        """Note what a tile that lies breaks by its set's total."""
        worth = {who: self._worth(tiles) for who, tiles in self.at[casino]}
        others = [n for who, n in worth.items() if who != set]
        level = self._side(casino).get("limits", {}).get("level")
        if level == "never" and worth[set] in others:
            self.breaches.append((casino, "never"))
        if level != "leader" and others and worth[set] == max(others):
            self.breaches.append((casino, "leader"))

    # The round

    def _dealt(self, order: Iterable[str] = (), salt: str = "") -> None:
        if not self.rounds:
            self.jackpots = dict.fromkeys(self.casinos, self.settings["starting_jackpot"])
        number = len(self.rounds)
        start = self.first + number
        turn_order = [self.seats[(start + i) % len(self.seats)] for i in range(len(self.seats))]
        letters = self.settings.get("layout", LAYOUTS[len(self.seats)])[number]
        self.teams = [[s for s, at in zip(turn_order, letters, strict=True) if at == letter] for letter in "ABC"]
        self.teams = [team for team in self.teams if team]
        self._redealt(order)
        self.at: dict[str, list[tuple[str, list[str]]]] = {casino: [] for casino in self.casinos}
        self.typed: dict[str, list[tuple[str, int]]] | None = None
        self.revealed: list[str] = []
        self.given = dict.fromkeys(self.seats, 0)
        self.offenders: set[str] = set()
        self.allowed: set[tuple[str, int, str]] = set()

    def _redealt(self, order: Iterable[str] = (), salt: str = "") -> None:
        cards = list(order)
        self.hands = {team[0]: (cards[2 * i : 2 * i + 2]) for i, team in enumerate(self.teams)}
        self.rigged: dict[str, str] = {}

    def _chosen(self, seat: str, rig: str) -> None:
        upper, lower = self.hands[seat]
        self.rigged[seat] = upper if rig == "upper" else lower

    def _placed(self, set: str, tile: int, casino: str, token: bool = False, moves: Iterable[list[Any]] = ()) -> None:
        free = (set, tile, casino) in self.allowed
        if not free:
            self._check(set, f"{tile}+3" if token else f"{tile}", casino)
        for who, tiles in self.at[casino]:
            if who == set:
                tiles.append(f"{tile}+3" if token else f"{tile}")
                break
        else:
            self.at[casino].append((set, [f"{tile}+3" if token else f"{tile}"]))
        self._tidy(casino)
        for casino_there, who, face, on in moves:
            self._token(casino_there, who, face, on)
        if not free:
            self._check_level(set, casino)

    def _token(self, casino: str, set: str, tile: int, on: bool) -> None:
        tiles = dict(self.at[casino])[set]
        before, after = (f"{tile}", f"{tile}+3") if on else (f"{tile}+3", f"{tile}")
        tiles[tiles.index(before)] = after
        self._tidy(casino)

    def _laid(self, casino: str, tiles: dict[str, list[str]], leader: str | None = None) -> None:
        self._take_from_elsewhere(casino, tiles)
        there = [who for who, _ in self.at[casino] if tiles.get(who)]
        there += [who for who in tiles if tiles[who] and who not in there]
        self.at[casino] = [(who, list(tiles[who])) for who in there]
        self._tidy(casino)
        top = [who for who, lying in self.at[casino] if self._worth(lying) == self._worth(self.at[casino][0][1])]
        if leader in top:
            self.at[casino].sort(key=lambda entry: (entry[0] not in top, entry[0] != leader))
        if self.typed is not None:
            self.typed[casino] = [(who, self._worth(lying)) for who, lying in self.at[casino]]

    def _take_from_elsewhere(self, casino: str, tiles: dict[str, list[str]]) -> None:
        all_faces = self.settings.get("tiles", [1, 2, 3, 4, 5, 6, 7])
        for who, lying in tiles.items():
            spare = list(all_faces)
            for text in lying:
                spare.remove(self._face(text))
            for other in self.casinos:
                for owner, elsewhere in self.at[other]:
                    if other == casino or owner != who:
                        continue
                    for text in list(elsewhere):
                        if self._face(text) in spare:
                            spare.remove(self._face(text))
                        else:
                            elsewhere.remove(text)
                self._tidy(other)

    def _totals(self, totals: dict[str, dict[str, int]], leaders: dict[str, str]) -> None:
        self.typed = {}
        for place, casino in enumerate(self.casinos):
            row = [(who, n) for who, n in totals.get(str(place), {}).items() if n]
            row.sort(key=lambda entry: (-entry[1], entry[0] != leaders.get(str(place))))
            self.typed[casino] = row

    def _tidy(self, casino: str) -> None:
        """Rank the sets there; whoever is level keeps the place."""
        self.at[casino] = [entry for entry in self.at[casino] if entry[1]]
        self.at[casino].sort(key=lambda entry: -self._worth(entry[1]))

    @staticmethod
    def _face(text: str) -> int:
        return int(str(text).split("+")[0])

    @staticmethod
    def _worth(tiles: Iterable[str]) -> int:
        return sum(sum(map(int, str(text).split("+"))) for text in tiles)

    # The chips

    def _jackpot(self, casino: str, n: int) -> None:
        self.jackpots[casino] += n

    def _chips(self, seat: str, n: int) -> None:
        self.given[seat] += n

    def _revealed(self, fixer: str, casino: str = "") -> None:
        self.revealed.append(casino or self.rigged[fixer])

    _turned_over = _revealed

    def _penalty(self, seat: str, on: bool) -> None:
        if on:
            self.offenders.add(seat)
        else:
            self.offenders.discard(seat)

    def _closed(self) -> None:
        before = dict(self.chips)
        piles = {tuple(team): 0 for team in self.teams}
        for seat, n in self.given.items():
            piles[self._team(seat)] += n
        for casino in self.revealed:
            standing = self._standing(casino)
            if standing:
                if standing[0][0] in self.seats:
                    piles[self._team(standing[0][0])] += self.jackpots[casino]
                self.jackpots[casino] = 0
        for casino in self.casinos:
            if casino not in self.revealed:
                for who, points in self._standing(casino)[1:]:
                    if who in self.seats:
                        piles[self._team(who)] += points
        for team, pile in piles.items():
            for seat in team:
                share = pile if len(team) == 1 else pile // 2
                self.chips[seat] += share - self._forfeit(seat, share)
        if len(self.rounds) < 2:
            for casino, jackpot in self.jackpots.items():
                if jackpot == 0:
                    self.jackpots[casino] = self.settings["starting_jackpot"]
        gains = {seat: self.chips[seat] - before[seat] for seat in self.seats}
        piles_shown = {"+".join(team): pile for team, pile in piles.items()}
        self.rounds.append({"piles": piles_shown, "gains": gains, "jackpots": dict(self.jackpots)})

    def _forfeit(self, seat: str, share: int) -> int:
        if seat not in self.offenders:
            return 0
        return share if self.settings["penalty"] == "experienced" else min(10, share)

    def _corrected(self, seat: str, n: int, note: str = "") -> None:
        self.chips[seat] += n

    def _nothing(self, **_data: Any) -> None:
        """Looks, rulings, discards, names and counts move no chip."""

    def _team(self, seat: str) -> tuple[str, ...]:
        return next(tuple(team) for team in self.teams if seat in team)

    def _standing(self, casino: str) -> list[tuple[str, int]]:
        if self.typed is not None:
            return self.typed[casino]
        return [(who, self._worth(tiles)) for who, tiles in self.at[casino]]

    # The end

    def winners(self) -> list[str]:
        """Name the first two by chips, then by the last round, with everyone level with the second."""
        last = self.rounds[-1]["gains"]
        best = sorted(self.seats, key=lambda seat: (-self.chips[seat], -last[seat]))
        alone = len(best) == 2 and self.settings["two_player_winner"] == "most"
        least = best[0] if alone else best[1]
        return [s for s in best if (self.chips[s], last[s]) >= (self.chips[least], last[least])]
