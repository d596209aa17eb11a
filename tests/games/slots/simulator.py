"""Whole games with real cards: a table that deals, plays, claims, fills and scores by the rules, and tells the app.

The rules are followed once more, slowly: placements by `reference`, prizes and points by hand. Nothing of the game's
own code decides anything here but which of several ways to claim there are; even those are looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

from companion.games.slots.machine import Asked, pending
from tests.games.slots import reference
from tests.games.slots.at_machine import AtMachine
from tests.games.slots.reference import Position

#: a made-up deck of 72: the symbols with their cards and points, and eight ANYs
MIX = {"C": (10, 8), "L": (9, 12), "S": (8, 10), "O": (8, 16), "P": (8, 18), "G": (7, 24), "B": (7, 30), "R": (7, 40)}
ANYS = 8
POINTS = {symbol: points for symbol, (_, points) in MIX.items()} | {"@": 100, "$": 200}
NAMES = {"S": "shield", "O": "orange", "P": "plum", "G": "grapes", "B": "bell", "R": "bar"}

Card = tuple[str, int]
Cell = tuple[int, int]


class PileIsEmpty(Exception):
    """The pile is empty, and under variation O that ends the round at once."""


@dataclass(frozen=True)
class House:
    """What a table agreed on. `tracked` is all, later or never: from when on the grid is recorded."""

    players: int
    variations: frozenset[str] = frozenset()
    spin: str = ""
    cumber: str = ""
    decks: int = 1
    rounds: int = 1
    mode: str = "competitive"
    tracked: str = "all"
    settings: dict[str, Any] = field(default_factory=dict)
    open_value: str = ""

    def has(self, letters: str) -> bool:
        return bool(set(letters) & self.variations)

    @property
    def hand(self) -> int:
        return 4 if self.has("I") else 3


def random_house(players: int, chance: Random) -> House:
    """Draw what a table agrees on: a few variations that fit, expansions, settings."""
    letters = set(chance.sample("ABDEFGHIJKLMNOPQRST", chance.choice((0, 1, 3, 5, 8))))
    if players > 3:
        letters.discard("E")
    mode = chance.choice(("competitive", "co-operative")) if players > 1 else "solo"
    if players in (4, 6, 8) and chance.random() < 0.4:
        mode, letters = "teams", letters | {"C"}
    if mode != "teams" and mode != "competitive" and chance.random() < 0.3:
        letters.add("U")
    decks = 2 if players > 4 or letters & {"D", "T"} else chance.choice((1, 1, 1, 2))
    if players > 5:
        letters -= {"T"}
    tracked = chance.choice(("all", "all", "all", "later", "never"))
    cumber = chance.choice(("", "", "A", "B"))
    if tracked == "later" or cumber == "B" or "P" in letters:
        # A grid recorded as it lies shows no heights, so a full stack cannot be told from a lower one.
        letters -= {"G"}
    settings = {
        "any_as_shield": chance.random() < 0.7,
        "all_paired_by": chance.choice(("cards", "paylines")),
        "just_played_yields": chance.random() < 0.3,
        "bonus": chance.choice(("every-pair", "once")),
        "any_in_hand": chance.choice((0, 5)),
    }
    return House(
        players,
        frozenset(letters),
        chance.choice(("", "", "A", "B", "AB")),
        cumber,
        decks,
        chance.choice((1, 1, 1, 2)),
        mode,
        tracked,
        settings | {"decks": decks},
        chance.choice(("", "", "P", "R")),
    )


class Simulator:
    """One table of people with cards, and the app beside it."""

    def __init__(self, house: House, chance: Random) -> None:
        self.house, self.chance = house, chance
        kept = {
            f"symbol:{symbol}": {"name": name, "points": None if symbol == house.open_value else POINTS[symbol]}
            for symbol, name in NAMES.items()
        }
        self.table = AtMachine(
            house.players,
            kept,
            first=str(chance.randint(1, house.players)),
            mode=house.mode,
            rounds=house.rounds,
            spin=house.spin,
            cumber=house.cumber,
            variations=sorted(house.variations),
            settings=house.settings,
        )
        self.seats = [str(n + 1) for n in range(house.players)]
        self.valued = not house.open_value
        self.lines: list[dict[str, tuple[Counter[str], list[str]]]] = []
        self.judged = 0

    def play(self) -> Simulator:
        """Play all rounds."""
        rounds = self.house.players if self.house.has("E") else self.house.rounds
        first = self.seats.index(self.table.state.first)
        for number in range(rounds):
            assert self.table.state.phase == ("setup" if number == 0 else "between")
            self.table.begin()
            Round(self, (first + number) % len(self.seats)).play()
        assert self.table.state.phase == "over"
        return self

    def points(self, number: int, seat: str) -> int:
        """Count the points of a seat in a round by hand, as far as they are known."""
        sets, hand = self.lines[number][seat]
        values = {s: p for s, p in POINTS.items() if self.valued or s != self.house.open_value}
        total = 0
        for symbol, n in sets.items():
            pairs = n // 2 if self.house.settings["bonus"] == "every-pair" else min(1, n // 2)
            total += values.get(symbol, 0) * (n + (pairs if self.house.has("R") else 0))
        if self.house.has("O"):
            costs = {**values, "*": self.house.settings["any_in_hand"]}
            total -= sum(costs.get(card, 0) for card in hand)
        return total

    def totals(self) -> dict[str, int]:
        """Add the rounds up by hand, for seats or for teams of partners who sit opposite."""
        totals = {seat: sum(self.points(n, seat) for n in range(len(self.lines))) for seat in self.seats}
        if self.house.mode != "teams":
            return totals
        half = len(self.seats) // 2
        return {"ABCD"[i]: totals[self.seats[i]] + totals[self.seats[i + half]] for i in range(half)}

    def missing(self) -> bool:
        """Tell whether a value that nobody has entered counts for anybody."""
        if self.valued:
            return False
        held = self.house.has("O")
        lines = [line for number in self.lines for line in number.values()]
        return any(sets[self.house.open_value] or (held and self.house.open_value in hand) for sets, hand in lines)


class Round:
    """One pass through the deck."""

    def __init__(self, sim: Simulator, start: int) -> None:
        self.sim, self.house, self.chance, self.table, self.seats = sim, sim.house, sim.chance, sim.table, sim.seats
        self.start = start
        rows, columns = self.chance.choice(((3, 4), (4, 3))) if self.house.has("J") else (3, 3)
        self.rows, self.columns = rows, columns
        self.machines: list[list[list[Card]]] = [
            [[] for _ in range(rows * columns)] for _ in range(2 if self.house.has("D") else 1)
        ]
        self.emptied_cells: list[set[int]] = [set() for _ in self.machines]
        self.discard: list[Card] = []
        self.gone: list[Card] = []
        self.open: list[Card] = []
        self.won: list[Card] = []
        # Under Q, prizes that cross in ANYs may be more than their cards: then there are fewer to keep.
        self.without_card = 0
        self.fronts: dict[str, list[Card]] = {seat: [] for seat in self.seats}
        self.sets: dict[str, Counter[str]] = {seat: Counter() for seat in self.seats}
        self.hands: dict[str, list[Card]] = {seat: [] for seat in self.seats}
        self.laid = 0
        self.covered = not self.house.has("P")
        self.over = False
        self.last: tuple[str, Card] | None = None
        self.tracked = False
        self.pile = self._deck()
        self.cards = Counter(self.pile)
        self.sim.lines.append({seat: (self.sets[seat], []) for seat in self.seats})

    def _deck(self) -> list[Card]:
        """Shuffle all 72 cards of each deck, and the expansions that belong in it (SM-R5)."""
        symbols = [s for s, (n, _) in MIX.items() for _ in range(n)] + ["*"] * ANYS
        assert len(symbols) == 72
        symbols += ["@"] * (4 if self.house.spin else 0) + ["$"] * (3 if self.house.cumber else 0)
        deck = [(symbol, number) for number, symbol in enumerate(symbols * self.house.decks)]
        self.chance.shuffle(deck)
        return deck

    # The cards

    def conserve(self) -> None:
        """SM-P1, P10: every card is somewhere, and none is anywhere twice; under Q one card is kept for each prize."""
        lying = [card for machine in self.machines for stack in machine for card in stack]
        held = [card for hand in (*self.hands.values(), *self.fronts.values()) for card in hand]
        places = (self.pile, self.discard, self.gone, self.open, self.won, lying, held)
        assert Counter(card for place in places for card in place) == self.cards
        if self.house.has("Q"):
            prizes = sum(n for won in self.sets.values() for symbol, n in won.items() if symbol not in "@$")
            assert sum(symbol not in "@$" for symbol, _ in self.won) == prizes - self.without_card

    def draw(self) -> Card | None:
        """Draw the top of the pile; under Q a discard pile is shuffled once the pile is empty."""
        if not self.pile:
            return None
        card = self.pile.pop(0)
        if not self.pile and self.house.has("Q") and not self.over:
            self.pile, self.discard = self.discard, []
            self.chance.shuffle(self.pile)
        return card

    def look_at_pile(self) -> None:
        """Begin the end phase once the pile is empty (SM-A25); under O the round is over (SM-VO)."""
        if self.pile or self.over:
            return
        self.over = True
        if not self.table.state.emptied:
            self.table.take("emptied", on=True)
        if self.house.has("O"):
            raise PileIsEmpty

    def to_hand(self, seat: str, cards: int) -> None:
        """Draw cards into a hand, as far as the pile goes."""
        for _ in range(cards):
            card = self.draw()
            if card is not None:
                self.hands[seat].append(card)
        self.look_at_pile()

    def deal(self) -> None:
        """Deal the hands (SM-R7, VT), Spin Again A, and what K and L lay out: under K the hand stays whole (SM-A41)."""
        if "A" in self.house.spin:
            spins = [card for card in self.pile if card[0] == "@"][: len(self.seats)]
            for seat, card in zip(self.seats, spins, strict=False):
                self.pile.remove(card)
                self.fronts[seat] = [card]
        if self.house.spin == "A":
            self._put_aside("@")
        order = self.seats[self.start :] + self.seats[: self.start]
        for place, seat in enumerate(order):
            for _ in range(self.house.hand + (place if self.house.has("T") else 0)):
                self.hands[seat].append(self.pile.pop(0))
            if self.house.has("K"):
                self.gone.append(self.hands[seat].pop(self.chance.randrange(len(self.hands[seat]))))
                self.hands[seat].append(self.pile.pop(0))
        if self.house.has("L"):
            self.open = [self.pile.pop(0) for _ in self.seats]

    def _put_aside(self, symbol: str) -> None:
        self.gone += [card for card in self.pile if card[0] == symbol]
        self.pile = [card for card in self.pile if card[0] != symbol]

    # Turns

    @property
    def cells(self) -> int:
        return self.rows * self.columns * len(self.machines)

    @property
    def building(self) -> bool:
        return self.laid < self.cells

    def turn_order(self) -> Iterator[str]:
        """Name who plays: clockwise, or under S a lap the other way, its last player twice, then clockwise (SM-P11)."""
        n = len(self.seats)
        at = self.start
        if self.house.has("S"):
            for step in range(n):
                yield self.seats[(self.start - step) % n]
            at = (self.start + 1) % n
        while True:
            yield self.seats[at]
            at = (at + 1) % n

    def play(self) -> None:
        """Play until the last card, or until the pile is empty under O."""
        self.deal()
        if self.house.tracked == "all":
            self.record()
        idle = 0
        try:
            for turn, seat in zip(count(), self.turn_order(), strict=False):
                assert turn < 3000, "a round that does not end (SM-P2)"
                assert self.table.state.on_turn == seat
                assert self.table.state.stage == ("end" if self.over else "build" if self.building else "play")
                idle = 0 if self.turn(seat) else idle + 1
                self.conserve()
                if self.over and (not any(self.hands.values()) or idle > len(self.seats)):
                    break
                if idle > 3 * len(self.seats):
                    break
                self.next_turn()
        except PileIsEmpty:
            pass
        self.conserve()
        self.finish()

    def next_turn(self) -> None:
        """Go on to the next turn, and do between turns what a table does there."""
        self.table.take("turned")
        if self.house.tracked == "later" and not self.tracked and not self.building and self.chance.random() < 0.1:
            self.record()
        if self.chance.random() < 0.05:
            self.disturb()

    def turn(self, seat: str) -> bool:
        """Take one turn; tell whether a card was played."""
        if self.house.has("O") and not self.hands[seat] and not self.over:
            self.to_hand(seat, 1)
            return True
        played = self.part(seat)
        spins = 0
        while self.fronts[seat] and self.chance.random() < 0.3:
            self.gone.append(self.fronts[seat].pop())
            self.table.take("spun", spin="A")
            played |= self.part(seat)
            spins += 1
        self.draw_up(seat, 1 + spins)
        while "B" in self.house.spin and self._holds(seat, "@") and self.chance.random() < 0.5:
            self.gone.append(self._from_hand(seat, "@"))
            self.table.take("spun", spin="B")
            played |= self.part(seat)
            self.draw_up(seat, 2)
        return played

    def part(self, seat: str) -> bool:
        """Do steps 1 to 6 of a turn."""
        self.claim_from_hand(seat)
        played = self.lay(seat)
        if self.covered:
            self.resolve(seat)
        elif not self.building:
            self.cover()
        if not self.building:
            self.cumber(seat)
        return played

    def draw_up(self, seat: str, cards: int) -> None:
        """Draw at the end of a turn (SM-R40, R42, VL, VN, VO); L, N and O wait until the grid stands (SM-A55)."""
        if self.over:
            return
        if not self.building and self.house.has("O") and self.chance.random() < 0.4:
            return
        if not self.building and self.house.has("N"):
            if self.hands[seat]:
                self.discard.append(self.hands[seat].pop(self.chance.randrange(len(self.hands[seat]))))
            self.to_hand(seat, cards + 1)
            return
        if not self.building and self.open and self.pile and self.chance.random() < 0.5:
            left = len(self.pile) + len(self.discard)
            self.hands[seat].append(self.open.pop(self.chance.randrange(len(self.open))))
            self.open.append(self.draw() or self.open.pop())
            assert len(self.pile) + len(self.discard) == left - 1, "SM-P10: the pile gives one card, whichever is taken"
            self.look_at_pile()
            return
        self.to_hand(seat, cards)

    # Prizes in hand

    def claim_from_hand(self, seat: str) -> None:
        """Claim three of a kind, and draw back up to a hand (SM-R13); a set that needs an ANY may be kept (SM-A6)."""
        if self.house.has("H") or not self.covered:
            return
        while True:
            held = self._set_in_hand(seat)
            if held is None:
                return
            symbol, cards = held
            for card in cards:
                self.hands[seat].remove(card)
            self.win(seat, [symbol], cards)
            if self.chance.random() < 0.5:
                self.table.take("prize", seat=seat, symbol=symbol, n=1)
            else:
                self.table.take("sets", seat=seat, symbol=symbol, sets=self.sets[seat][symbol])
            if not self.over:
                self.to_hand(seat, max(0, self.house.hand - len(self.hands[seat])))

    def _set_in_hand(self, seat: str) -> tuple[str, list[Card]] | None:
        hand = self.hands[seat]
        anys = [card for card in hand if card[0] == "*"]
        for symbol in sorted({card[0] for card in hand} - {"*"}):
            own = [card for card in hand if card[0] == symbol]
            if len(own) >= 3:
                return symbol, own[:3]
            wild = symbol not in "@$" and (symbol != "S" or self.house.settings["any_as_shield"])
            if wild and len(own) + len(anys) >= 3 and self.chance.random() < 0.6:
                return symbol, [*own, *anys][:3]
        return None

    def win(self, seat: str, symbols: Sequence[str], cards: Sequence[Card]) -> None:
        """Keep prizes: all their cards, or under Q as many as prizes; expansion cards never come back (SM-A46, A54)."""
        self.sets[seat].update(symbols)
        self.won += [card for card in cards if card[0] in "@$"]
        others = sorted((card for card in cards if card[0] not in "@$"), key=lambda card: card[0] not in symbols)
        kept = sum(symbol not in "@$" for symbol in symbols) if self.house.has("Q") else len(others)
        self.won += others[:kept]
        self.without_card += max(0, kept - len(others))
        self.discard += others[kept:]

    def _holds(self, seat: str, symbol: str) -> bool:
        return any(card[0] == symbol for card in self.hands[seat])

    def _from_hand(self, seat: str, symbol: str) -> Card:
        card = next(card for card in self.hands[seat] if card[0] == symbol)
        self.hands[seat].remove(card)
        return card

    # Placing

    def tops(self, machine: int) -> list[str]:
        return [stack[-1][0] if stack else "." for stack in self.machines[machine]]

    def rows_of(self, machine: int) -> list[list[str]]:
        tops = self.tops(machine)
        return [tops[i : i + self.columns] for i in range(0, len(tops), self.columns)]

    def position(self, machine: int, card: str) -> Position:
        """Put a placement as a question to the reference."""
        stacks = self.machines[machine]
        heights = [len(stack) for stack in stacks]
        # F speaks of another player's card, while it lies on top (SM-A39).
        just = self.last[1] if self.last and self.last[0] != self.table.state.on_turn else None
        last = next((i for i, stack in enumerate(stacks) if just and stack and stack[-1] == just), None)
        return Position(
            self.rows_of(machine),
            card,
            "build" if self.building else "end" if self.over else "play",
            self.house.variations,
            None if last is None else divmod(last, self.columns),
            [heights[i : i + self.columns] for i in range(0, len(heights), self.columns)],
            None,
            self.house.settings,
        )

    def lay(self, seat: str) -> bool:
        """Lay a card where the reference lets it, or where it must go as it fits nowhere (SM-R20, A23)."""
        hand = self.hands[seat]
        if not hand:
            return False
        ways = [
            (card, machine, cell)
            for card in {symbol for symbol, _ in hand}
            for machine in range(len(self.machines))
            for cell in self._fitting(machine, card)
        ]
        self.compare(seat, ways)
        if not ways:
            ways = self._forced(seat)
        if not ways:
            return False
        greedy = self.chance.random() < 0.5
        prizes = [way for way in ways if self._pays(*way)] if greedy else []
        symbol, machine, cell = self.chance.choice(sorted(prizes or ways))
        told = [card for card, _ in hand]
        card = self._from_hand(seat, symbol)
        self.machines[machine][cell].append(card)
        if self.tracked:
            self.table.take("played", machine=machine, cell=cell, card=symbol, hand=told)
        self.laid += self.building
        self.last = (seat, card)
        return True

    def _fitting(self, machine: int, card: str) -> list[int]:
        position = self.position(machine, card)
        if self.building:
            return [i for i, cell in enumerate(position.cells) if reference.judge(position, cell)[0]]
        return [i for i, cell in enumerate(position.cells) if reference.fits(position, cell)]

    def _pays(self, card: str, machine: int, cell: int) -> bool:
        return bool(reference.prizes(self.position(machine, card), divmod(cell, self.columns)))

    def _forced(self, seat: str) -> list[tuple[str, int, int]]:
        """List every cell when nothing fits: all but ANYs and full stacks (SM-A23)."""
        if self.building:
            return []
        found = []
        for card in sorted({symbol for symbol, _ in self.hands[seat]}):
            for machine, stacks in enumerate(self.machines):
                for cell, stack in enumerate(stacks):
                    full = self.house.has("G") and len(stack) >= 5
                    if stack and stack[-1][0] != "*" and not full:
                        found.append((card, machine, cell))
        return found

    def compare(self, seat: str, ways: list[tuple[str, int, int]]) -> None:
        """Ask the app about every cell now and then, and compare its marks with the reference (E-114)."""
        if self.house.tracked != "all" or self.chance.random() > 0.15:
            return
        hand = "".join(symbol for symbol, _ in self.hands[seat])
        for machine in range(len(self.machines)):
            card = self.chance.choice(hand)
            grid = self.table.grid(machine=str(machine), card=card, hand=hand)
            forced = set() if ways else {cell for c, m, cell in self._forced(seat) if (c, m) == (card, machine)}
            yes = {cell for c, m, cell in ways if (c, m) == (card, machine)} | forced
            assert {cell.index for cell in grid.cells if cell.mark in ("yes", "prize")} == yes, (grid, yes)
            assert {cell.index for cell in grid.cells if cell.mark == "prize"} == {
                cell for cell in yes if self._pays(card, machine, cell)
            }
            assert (grid.nothing_fits is not None) == (not ways)
            self.sim.judged += 1

    # Claiming and filling

    def standing(self, machine: int) -> bool:
        """Tell whether a prize stands in a machine, by the definitions."""
        rows = self.rows_of(machine)
        tops = [symbol for row in rows for symbol in row]
        anys = tops.count("*") if self.house.settings["any_as_shield"] else 0
        return bool(self._lines(machine)) or min(tops.count("S"), (tops.count("S") + anys) // 3) > 0

    def _lines(self, machine: int) -> list[tuple[str, list[Cell]]]:
        rows = self.rows_of(machine)
        cells = [(r, c) for r in range(self.rows) for c in range(self.columns)]
        named = ((reference.sym([rows[r][c] for r, c in line]), line) for line in reference.paylines(cells))
        return [(symbol, line) for symbol, line in named if symbol not in (None, "S")]

    def resolve(self, seat: str) -> None:
        """Claim what stands, look at what is uncovered, fill, and look again, until nothing is left (SM-R26, A9)."""
        while True:
            ready = [machine for machine in range(len(self.machines)) if self.standing(machine)]
            if ready:
                self.claim(seat, ready[0])
            elif not self.over and any(self._to_fill()):
                self.fill()
            else:
                break
        assert not self.tracked or pending(self.table.state) is None

    def _to_fill(self) -> list[list[int]]:
        return [sorted(cell for cell in cells) for cells in self.emptied_cells]

    def claim(self, seat: str, machine: int) -> None:
        """Claim in one of the ways that the app offers, or all that stands where nothing is recorded."""
        lines = self._lines(machine)
        if self.tracked:
            waiting = pending(self.table.state)
            assert isinstance(waiting, tuple) and waiting[0] == machine, waiting
            choice = self.chance.randrange(len(waiting[1]))
            way = [(prize.symbol, list(prize.cells)) for prize in waiting[1][choice]]
            self.check_way(machine, way, lines)
        else:
            choice, way = 0, self._usual(machine, lines)
        wild = self.chance.choice([s for s in MIX if s != "S"])
        won = [(wild if symbol == "*" else symbol, cells) for symbol, cells in way]
        # A card that several prizes share leaves once.
        cards: dict[Cell, Card] = {}
        for _, cells in won:
            for r, c in cells:
                if (r, c) not in cards:
                    cards[r, c] = self.machines[machine][r * self.columns + c].pop()
                    if not self.machines[machine][r * self.columns + c]:
                        self.emptied_cells[machine].add(r * self.columns + c)
        self.win(seat, [symbol for symbol, _ in won], list(cards.values()))
        if self.tracked:
            self.table.take("claimed", machine=machine, choice=choice, symbol=wild)
            self.tell_uncovered(machine)
        else:
            for symbol, _ in won:
                self.table.take("prize", seat=seat, symbol=symbol)
        self.same()

    def check_way(self, machine: int, way: list[tuple[str, list[Cell]]], lines: list[tuple[str, list[Cell]]]) -> None:
        """Look at a way to claim: its lines stand, shields are apart, and only what spent ANYs forbid is left out."""
        rows = self.rows_of(machine)
        own = [(symbol, cells) for symbol, cells in way if symbol != "S"]
        shields = [cells for symbol, cells in way if symbol == "S"]
        assert all(line in lines for line in own)
        taken = [cell for cells in shields for cell in cells]
        assert len(taken) == len(set(taken)) == 3 * len(shields)
        for cells in shields:
            symbols = [rows[r][c] for r, c in cells]
            assert "S" in symbols and set(symbols) <= {"S", "*"}
            assert set(symbols) == {"S"} or self.house.settings["any_as_shield"]
        assert not any(cell in taken for _, cells in own for cell in cells)
        assert all(line in own or any(cell in taken for cell in line[1]) for line in lines)

    def _usual(self, machine: int, lines: list[tuple[str, list[Cell]]]) -> list[tuple[str, list[Cell]]]:
        rows = self.rows_of(machine)
        spent = {cell for _, cells in lines for cell in cells}
        cells = [(r, c) for r in range(self.rows) for c in range(self.columns)]
        shields = [(r, c) for r, c in cells if rows[r][c] == "S"]
        anys = [(r, c) for r, c in cells if rows[r][c] == "*" and (r, c) not in spent]
        wild = anys if self.house.settings["any_as_shield"] else []
        n = min(len(shields), (len(shields) + len(wild)) // 3)
        pool = [*shields, *wild][: 3 * n]
        firsts, others = pool[:n], pool[n:]
        return [*lines, *(("S", [firsts[i], *others[2 * i : 2 * i + 2]]) for i in range(n))]

    def tell_uncovered(self, machine: int) -> None:
        """Tell the app what came to light where it could not know."""
        while True:
            waiting = pending(self.table.state)
            if not (isinstance(waiting, Asked) and waiting.kind == "uncovered"):
                return
            assert waiting.machine == machine
            top = self.tops(machine)[waiting.index]
            self.table.take("shown", machine=machine, cell=waiting.index, card=top)

    def fill(self) -> None:
        """Fill all the cells that claims have emptied, row by row, the first machine first (SM-R17, A9, A38)."""
        for machine, cells in enumerate(self._to_fill()):
            for cell in cells:
                if self.over:
                    return
                self._fill(machine, cell)
        self.same()

    def _fill(self, machine: int, cell: int) -> None:
        if self.tracked:
            waiting = pending(self.table.state)
            assert waiting == Asked("filled", machine, cell), (waiting, machine, cell)
        card = self.draw()
        assert card is not None
        self.machines[machine][cell].append(card)
        self.emptied_cells[machine].discard(cell)
        if self.tracked:
            self.table.take("shown", machine=machine, cell=cell, card=card[0])
            waiting = pending(self.table.state)
            if not self.pile and not self.house.has("O") and isinstance(waiting, Asked) and self.chance.random() < 0.5:
                self.table.take("shown", machine=waiting.machine, cell=waiting.index, card=".")
                assert self.table.state.emptied
        self.look_at_pile()

    # What is recorded

    def record(self) -> None:
        """Record every machine as it lies."""
        self.tracked = True
        for machine in range(len(self.machines)):
            self.table.lay("/".join("".join(row) for row in self.rows_of(machine)), machine)
        self.same()

    def same(self) -> None:
        """Compare the tops that the app shows with the cards on the table."""
        if self.tracked:
            shown = [list(machine.tops) for machine in self.table.state.machines if machine]
            assert shown == [self.tops(machine) for machine in range(len(self.machines))]

    def cover(self) -> None:
        """Under P cover every prize from the pile, row by row, until none is left (SM-VP, A45)."""
        self.covered = True
        if self.tracked and any(self.standing(machine) for machine in range(len(self.machines))):
            assert self.table.state.covering
            assert pending(self.table.state) is None
        for _ in range(30):
            ready = [machine for machine in range(len(self.machines)) if self.standing(machine)]
            if not ready:
                break
            machine = ready[0]
            way = self._usual(machine, self._lines(machine))
            for r, c in sorted({cell for _, cells in way for cell in cells}):
                card = self.draw()
                assert card is not None
                self.machines[machine][r * self.columns + c].append(card)
        if self.tracked:
            self.record()
            assert pending(self.table.state) is None

    # Expansion cards

    def cumber(self, seat: str) -> None:
        """Play a Cumber for one of its actions (SM-R55, A33, A34)."""
        if self.house.cumber != "B" or not self._holds(seat, "$") or self.chance.random() < 0.4:
            return
        action = self.chance.randint(1, 5)
        if self.over and action in (3, 4):
            assert self.table.codes("cumbered", action=action) == ["cumber-pile-empty"]
            return
        self.gone.append(self._from_hand(seat, "$"))
        self.table.take("cumbered", action=action)
        if action == 1:
            self._move(seat)
        if action == 4:
            self.to_hand(seat, 3)
            while len(self.hands[seat]) > self.house.hand and not self.over:
                self.pile.append(self.hands[seat].pop(0))
        elif not self.over:
            self.to_hand(seat, 1)

    def _move(self, seat: str) -> None:
        """Move a top card to another cell by the placement rules; an emptied cell is filled (SM-A34)."""
        machine = self.chance.randrange(len(self.machines))
        stacks = self.machines[machine]
        # A grid recorded as it lies does not show that a card went onto, or came off, another of its kind.
        sources = [i for i, stack in enumerate(stacks) if stack and [c[0] for c in stack[-2:-1]] != [stack[-1][0]]]
        if not sources:
            return
        source = self.chance.choice(sources)
        card = stacks[source].pop()
        tops = self.tops(machine)
        cells = [cell for cell in self._fitting(machine, card[0]) if cell != source and tops[cell] != card[0]]
        target = self.chance.choice(cells) if cells else source
        stacks[target].append(card)
        if not stacks[source] and not self.over:
            filler = self.draw()
            assert filler is not None
            stacks[source].append(filler)
        if self.tracked:
            self.table.lay("/".join("".join(row) for row in self.rows_of(machine)), machine)
            self.same()
        self.look_at_pile()
        self.resolve(seat)

    # Beside the play

    def disturb(self) -> None:
        """Do what people do beside the play: correct, undo, rename, time, enter a value."""
        table, seat = self.table, self.chance.choice(self.seats)
        act = self.chance.randrange(6)
        if act == 0:
            table.take("prize", seat=seat, symbol="C").take("prize", seat=seat, symbol="C", n=-1)
        elif act == 1:
            sets = self.sets[seat]["L"]
            table.take("sets", seat=seat, symbol="L", sets=70).take("sets", seat=seat, symbol="L", sets=sets)
        elif act == 2 and len(table.log) < 300:
            before = table.state
            assert table.undo().redo().state == before
        elif act == 3:
            table.take("named", seat=seat, name=f"Ann {self.chance.randint(1, 9)}")
        elif act == 4 and self.sim.house.open_value:
            symbol = self.sim.house.open_value
            table.take("symbol", letter=symbol, points=POINTS[symbol])
            self.sim.valued = True
        else:
            runs = table.state.sheets[-1].clock.since is not None
            table.take("clock", do="stop" if runs else "start")

    def finish(self) -> None:
        """Tell the hands under O, and end the round (SM-R44, VO)."""
        for seat in self.seats:
            left = [symbol for symbol, _ in self.hands[seat]]
            self.sim.lines[-1][seat][1].extend(left)
            if self.house.has("O"):
                self.table.take("hand", seat=seat, cards=left)
        self.table.take("ended", confirm=("told-first",))
