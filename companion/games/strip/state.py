"""The state of a Vegas Strip table: immutable values, and the questions that can be put to them.

A round holds what lies on the table and who knows what; money is never stored beside the acts that moved it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from companion.engine import Event, Line, Reason
from companion.games.strip.characters import FREE, PRO_GAMBLER_NUMBER, Limits, Side, Slot, slot_at
from companion.games.strip.components import CASINO_COUNT, NEWCOMERS, ROUNDS, TILES, TOKENS
from companion.games.strip.placement import Half, Ruling
from companion.games.strip.teams import RoundTeams, rounds
from companion.games.strip.tiles import Tile, total
from companion.language import N_
from companion.names import Many, told_apart
from companion.people import Player

Ranked = tuple[tuple[str, tuple[Tile, ...]], ...]  # the sets at one casino, from the leader down
Lay = Mapping[str, Ranked]  # what lies at each casino


@dataclass(frozen=True, slots=True)
class Casino:
    """A casino card on the table, with the label of the character below it."""

    name: str
    character: str = ""
    side: str = "A"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the set-up card says and what the table agreed on (rules.md, section 8)."""

    starting_jackpot: int
    tiles: tuple[int, ...] = TILES
    layout: tuple[str, ...] = ()
    confirmed: bool = False
    penalty: str = "learning"
    two_player_winner: str = "most"
    chip_totals: str = "open"
    fixer_cards: str = "app"
    bank: str = "chips"
    record: str = "everyone"


@dataclass(frozen=True, slots=True)
class Discard:
    """A discarded tile, and the casinos of which any one, had it been rigged, would have made the discard due."""

    set: str
    face: int
    due_if_rigged: frozenset[str]


@dataclass(frozen=True, slots=True)
class Deal:
    """What the app dealt in a round: all of it secret until the winners stand (VS-A8).

    `number` counts the deals of the game. `salt` is '' in a log from before deals were sealed.
    """

    round: int
    number: int
    hands: Mapping[str, tuple[str, str]]  # fixer -> upper, lower
    undealt: tuple[str, ...]
    salt: str = ""


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its teams, its secrets, and what lies at each casino."""

    teams: RoundTeams
    lay: Lay
    dealt_at: str
    printed: bool = False  # printed cards are used; a deal beside them is void
    deal: Deal | None = None  # secret
    voided: tuple[Deal, ...] = ()  # secret: what was dealt in this round before it was dealt anew
    rigged: Mapping[str, str] = field(default_factory=dict)  # secret: fixer -> casino
    looked: frozenset[str] = frozenset()
    discards: tuple[Discard, ...] = ()
    sevens: tuple[tuple[str, int, str], ...] = ()  # set, face, casino of each 7 as it was placed
    tokens_were_used: bool = False
    begun: bool = False  # the first tile of the round has been recorded
    turn_lay: Lay = field(default_factory=dict)  # as it lay when the current turn began
    turn_discards: tuple[Discard, ...] = ()  # and what was discarded by then
    rulings: tuple[Ruling, ...] = ()
    typed: Mapping[str, tuple[tuple[str, int], ...]] | None = None  # untracked: totals per casino, leader first
    ended: bool = False
    reveals: tuple[tuple[str, str], ...] = ()
    chips: Mapping[str, int] = field(default_factory=dict)
    penalties: Mapping[str, bool] = field(default_factory=dict)  # seat -> taken or waived
    effects: Mapping[str, bool] = field(default_factory=dict)  # casino -> its character acted, or not this time

    @property
    def number(self) -> int:
        """Tell which of the three rounds this is."""
        return self.teams.number

    @property
    def fixers(self) -> tuple[str, ...]:
        """Name the fixers in turn order."""
        return self.teams.fixers

    @property
    def deals(self) -> tuple[Deal, ...]:
        """List what the app dealt in this round, in order, void deals included."""
        return (*self.voided, self.deal) if self.deal else self.voided

    @property
    def hands(self) -> Mapping[str, tuple[str, str]]:
        """Map each fixer to the two casinos dealt, upper and lower; with printed cards the app knows of none."""
        return self.deal.hands if self.deal and not self.printed else {}

    def fixer_of(self, seat: str) -> str:
        """Name the fixer of a seat's team."""
        return self.teams.team_of(seat)[0]

    @property
    def everyone_chose(self) -> bool:
        """Tell whether no choice is missing; with printed cards the app waits for none."""
        return self.printed or all(fixer in self.rigged for fixer in self.fixers)

    @property
    def revealed(self) -> bool:
        """Tell whether every fixer has revealed."""
        return len(self.reveals) == len(self.fixers)


@dataclass(frozen=True, slots=True)
class Closed:
    """A finished round: its last state, and what each seat gained."""

    round: Round
    gain: Mapping[str, int]


@dataclass(frozen=True)
class State:
    """A table of Vegas Strip. `supply` is an account: what the supply holds more than at the start (VS-A32).

    A state never changes, so what follows from it is worked out once.
    """

    players: tuple[Player, ...]
    first: str
    casinos: tuple[Casino, ...]
    settings: Settings
    kept: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    sides: tuple[Slot, ...] = ()  # what is known of the characters at this table
    next_seat: int = 1
    left: tuple[Player, ...] = ()
    round: Round | None = None
    past: tuple[Closed, ...] = ()
    jackpots: Mapping[str, int] = field(default_factory=dict)
    supply: int = 0
    corrections: tuple[tuple[str, int], ...] = ()
    counted: Mapping[str, int] = field(default_factory=dict)
    story: tuple[Line, ...] = ()

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """Name the seats clockwise."""
        return tuple(player.id for player in self.players)

    @cached_property
    def blockers(self) -> Mapping[str, str]:
        """Map each set of blockers to its owner: only at a table of two (VS-R38)."""
        return {f"{seat}b": seat for seat in self.seats} if len(self.players) == 2 else {}

    @cached_property
    def sets(self) -> tuple[str, ...]:
        """Name all sets of tiles, each player's blockers after the own tiles."""
        return tuple(s for seat in self.seats for s in (seat, f"{seat}b") if s == seat or s in self.blockers)

    def owner(self, set_id: str) -> str:
        """Name the player to whom a set of tiles belongs."""
        return self.blockers.get(set_id, set_id)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Give every seat and set the name under which people know it; those who left keep theirs in the story."""
        shown = told_apart([(player.id, _called(player)) for player in self.players])
        blockers = [(blocker, _blockers(shown[seat])) for blocker, seat in self.blockers.items()]
        return told_apart([*shown.items(), *blockers, *((player.id, _called(player)) for player in self.left)])

    def player(self, seat: str) -> Player:
        """Find a player by seat."""
        return next(player for player in self.players if player.id == seat)

    def casino(self, name: str) -> Casino | None:
        """Find a casino on the table by its name."""
        return next((casino for casino in self.casinos if casino.name == name), None)

    @cached_property
    def casino_names(self) -> tuple[str, ...]:
        """Name the casinos in the order in which they lie."""
        return tuple(casino.name for casino in self.casinos)

    @cached_property
    def _labels(self) -> Mapping[str, Slot | None]:
        return {c.name: slot_at(self.sides, c.character, c.side) if c.character else None for c in self.casinos}

    def character_at(self, casino: str) -> Slot | None:
        """Find the character that a casino's label names, None without a label or where it names none of the ten."""
        return self._labels.get(casino)

    def side_at(self, casino: str) -> Side | None:
        """Give what is known of the side that lies below a casino."""
        slot = self.character_at(casino)
        return slot.side if slot else None

    @cached_property
    def limits(self) -> Mapping[str, Limits]:
        """Map each casino whose character is known to limit something to its limits (VS-R27)."""
        known = {casino: slot.side.limits for casino, slot in self._labels.items() if slot and slot.side}
        return {casino: limits for casino, limits in known.items() if limits != FREE}

    @property
    def casinos_due(self) -> int:
        """Count the casinos that this number of players uses (VS-A4), 0 for a number that cannot play."""
        return CASINO_COUNT.get(len(self.players), 0)

    @property
    def deals(self) -> tuple[Deal, ...]:
        """List every deal of the game by the app, in order, void ones included."""
        rounds = [closed.round for closed in self.past] + ([self.round] if self.round else [])
        return tuple(deal for played in rounds for deal in played.deals)

    @property
    def may_redeal(self) -> bool:
        """Tell whether the running round can be dealt anew: by the app, and before its first tile."""
        now = self.round
        return self.phase in ("choose", "turns") and now is not None and bool(now.hands) and not now.begun

    @cached_property
    def phase(self) -> str:
        """Name the phase: setup, choose, turns, payout, between (a closed round and the next deal) or over."""
        if self.round is None:
            if not self.past:
                return "setup"
            return "over" if len(self.past) == ROUNDS else "between"
        if not self.round.everyone_chose:
            return "choose"
        return "payout" if self.all_played else "turns"

    @property
    def all_played(self) -> bool:
        """Tell whether the payout may run: hands empty, totals typed, the turns ended, or a casino revealed."""
        now = self.round
        if now is None:
            return False
        return bool(now.reveals) or now.ended or now.typed is not None or not any(map(self.hand, self.sets))

    def hand(self, set_id: str) -> tuple[int, ...]:
        """List the tiles of a set that are neither placed nor discarded. Hands are public (VS-R12)."""
        return self._hands[set_id]

    @cached_property
    def _hands(self) -> Mapping[str, tuple[int, ...]]:
        left = {set_id: list(self.settings.tiles) for set_id in self.sets}
        if self.round is None:
            return {set_id: tuple(tiles) for set_id, tiles in left.items()}
        gone = [(s, tile.face) for ranked in self.round.lay.values() for s, tiles in ranked for tile in tiles]
        for set_id, face in (*gone, *((discard.set, discard.face) for discard in self.round.discards)):
            left[set_id].remove(face)
        return {set_id: tuple(tiles) for set_id, tiles in left.items()}

    def used(self, set_id: str) -> int:
        """Count the tiles of a set that were placed or discarded this round."""
        return len(self.settings.tiles) - len(self.hand(set_id))

    def there(self, casino: str) -> dict[str, tuple[Tile, ...]]:
        """Map each set at a casino to its tiles, from the leader down."""
        return dict(self.round.lay[casino]) if self.round else {}

    def standing_at(self, casino: str) -> tuple[tuple[str, int], ...]:
        """Rank the sets at a casino with their totals, the leader first (VS-R21, VS-A14)."""
        if self.round is None:
            return ()
        if self.round.typed is not None:
            return self.round.typed[casino]
        return tuple((set_id, total(tiles)) for set_id, tiles in self.round.lay[casino])

    @property
    def tokens_about(self) -> bool:
        """Tell whether +3 tokens are in this game: by the label of a character, or because one was used (VS-R06)."""
        used = self.round is not None and self.round.tokens_were_used
        return used or self.pro_gambler_plays

    @property
    def pro_gambler_plays(self) -> bool:
        """Tell whether a label brings the +3 tokens into the game (VS-R06)."""
        return any(slot is not None and slot.number == PRO_GAMBLER_NUMBER for slot in self._labels.values())

    @property
    def tokens_left(self) -> int:
        """Count the +3 tokens that lie on no tile."""
        if self.round is None:
            return TOKENS
        lying = sum(t.token for ranked in self.round.lay.values() for _, tiles in ranked for t in tiles)
        return TOKENS - lying

    @cached_property
    def halves(self) -> tuple[Half, ...]:
        """Name what is still to be played in the turn that runs now: one set, or two at a table of two.

        Empty when nobody is on turn. A turn goes to whoever has used fewest tiles, in turn order, so that a forgotten
        or an early tile puts itself right (VS-R20, R39, R43, A20, A36).
        """
        if self.phase != "turns" or self.round is None:
            return ()
        order = self.round.teams.order
        if self.blockers:
            return self._two_player_halves(*order)
        seat = min(order, key=lambda s: (self.used(s), order.index(s)))
        return (Half(seat, self.hand(seat)),)

    def _two_player_halves(self, first: str, second: str) -> tuple[Half, ...]:
        """Name the halves of a two-player turn: the opening turn has no own tile, the last one no blocker."""
        tiles = len(self.settings.tiles)
        own, block = self.used(first), self.used(f"{first}b")
        turns_of_first = tiles + 1 if own == block == tiles else min(block, own + 1)
        turns_of_second = min(self.used(second), self.used(f"{second}b"))
        if turns_of_first <= turns_of_second:
            seat, own_due, block_due = first, turns_of_first, turns_of_first + 1
        else:
            seat, own_due, block_due = second, turns_of_second + 1, turns_of_second + 1
        due = ((seat, own_due), (f"{seat}b", min(block_due, tiles)))
        return tuple(Half(s, self.hand(s)) for s, count in due if self.used(s) < count)

    @cached_property
    def on_turn(self) -> str | None:
        """Name the seat whose turn it is."""
        halves = self.halves
        return self.owner(halves[0].set) if halves else None

    @property
    def waited_for(self) -> tuple[str, ...]:
        """Name the seats that still have to look or choose, in seat order and one wording for all (E-20)."""
        now = self.round
        if now is None or now.printed or now.begun or self.phase not in ("choose", "turns"):
            return ()
        return tuple(seat for seat in self.seats if seat not in now.looked or self.still_chooses(seat))

    def still_chooses(self, seat: str) -> bool:
        """Tell whether a seat is a fixer whose choice is missing."""
        now = self.round
        return now is not None and not now.printed and seat in now.fixers and seat not in now.rigged

    def chips(self, seat: str) -> int:
        """Count the chips a seat owns: the gains of all closed rounds and its corrections."""
        won = sum(closed.gain[seat] for closed in self.past)
        return won + sum(n for who, n in self.corrections if who == seat)

    @property
    def chips_open(self) -> bool:
        """Tell whether everyone may know what everyone owns (VS-A37)."""
        return self.settings.chip_totals == "open" or self.phase == "over"

    def rounds_ahead(self) -> tuple[RoundTeams, ...]:
        """Work out positions, teams and fixers of all three rounds from seating, first player and layout (VS-R13)."""
        return rounds(self.seats, self.first, self.settings.layout)

    def with_round(self, **changes: object) -> State:
        """Copy the state with some fields of its round changed."""
        assert self.round is not None
        return replace(self, round=replace(self.round, **changes))  # type: ignore[arg-type]


def told(state: State, event: Event, code: str, **values: Any) -> State:
    """Add a line to the story of the table."""
    number = state.round.number if state.round else len(state.past)
    line = Line(event.number, event.at, event.by, Reason(code, values), number)
    return replace(state, story=(*state.story, line))


def ranked(before: Ranked, tiles: Mapping[str, tuple[Tile, ...]]) -> Ranked:
    """Rank the sets at a casino by total, moving nobody who is level: whoever was ahead stays ahead (VS-A14)."""
    order = [set_id for set_id, _ in before if set_id in tiles]
    order += [set_id for set_id in tiles if set_id not in order]
    order.sort(key=lambda set_id: -total(tiles[set_id]))
    return tuple((set_id, tuple(tiles[set_id])) for set_id in order if tiles[set_id])


def _called(player: Player) -> str:
    """Give the name of a person; one that only repeats the suit is ours, and spoken in any tongue."""
    newcomer = NEWCOMERS.get(player.suit, "")
    return newcomer if newcomer == player.name else player.name


def _blockers(owner: str) -> Many:
    """Name somebody's blockers: Ina's, Clubs' (with the typographic apostrophe)."""
    text = N_("{owner}\u2019 blockers") if owner.endswith(("s", "S")) else N_("{owner}\u2019s blockers")
    return Many(text, owner=owner)
