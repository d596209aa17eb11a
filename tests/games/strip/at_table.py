"""A Vegas Strip table for tests: acts taken one by one, and whole random games with everything a table does."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from random import Random
from typing import Any

import pytest

from companion.engine import BrokenLog, Event, Option, Reason, Refused, fitted, next_redo, next_undo, replay
from companion.games.strip.game import VegasStrip
from companion.games.strip.money import effects_due
from companion.games.strip.state import State
from companion.words import say

GAME = VegasStrip()

#: 200 games a player count in the ordinary run; `make drill` asks for more
GAMES = int(os.environ.get("DRILL_GAMES", "200"))

#: what a random table confirms without being asked twice
SURE = ("out-of-turn", "third-tile", "tiles-left", "seven-unsettled", "total-impossible", "totals-impossible")


class AtTable:
    """One table with its log: every act is numbered, taken and kept, and every sentence about it is spoken."""

    def __init__(self, players: int = 4, **changes: Any) -> None:
        data = dict(GAME.defaults(players, {}))
        data["settings"] = changes.pop("settings", {})
        data |= changes
        first = Event("setup", data, number=1, at="2026-11-27T20:00:00+00:00")
        state = GAME.start(first)
        assert isinstance(state, State), state
        self.state = state
        self.log = [first]
        self.states = [state]

    def attempt(self, kind: str, secret: dict[str, Any] | None = None, confirm: Iterable[str] = (), **data: Any) -> Any:
        """Put an act to the rules without taking it."""
        after = GAME.apply(self.state, self._event(kind, secret, confirm, data))
        if isinstance(after, Refused):
            assert after.reasons, (kind, data, "refused without a reason")
            self.spoken(after.reasons)
        return after

    def take(
        self, kind: str, secret: dict[str, Any] | None = None, confirm: Iterable[str] = (), **data: Any
    ) -> AtTable:
        """Take an act that must be accepted."""
        event = self._event(kind, secret, confirm, data)
        after = GAME.apply(self.state, event)
        assert not isinstance(after, Refused), (kind, data, [reason.code for reason in after.reasons])
        new = after.story[len(self.state.story) :]
        self._keep(event, after)
        self.spoken([line.said for line in new])
        return self

    def reasons(
        self, kind: str, secret: dict[str, Any] | None = None, confirm: Iterable[str] = (), **data: Any
    ) -> tuple[Reason, ...]:
        """List the reasons against an act, none when it would be taken."""
        after = self.attempt(kind, secret, confirm, **data)
        return after.reasons if isinstance(after, Refused) else ()

    def codes(
        self, kind: str, secret: dict[str, Any] | None = None, confirm: Iterable[str] = (), **data: Any
    ) -> list[str]:
        """Name the reasons against an act, none when it would be taken."""
        return [reason.code for reason in self.reasons(kind, secret, confirm, **data)]

    def refusal(self, kind: str, secret: dict[str, Any] | None = None, confirm: Iterable[str] = (), **data: Any) -> str:
        """Speak the reasons against an act that must be refused."""
        reasons = self.reasons(kind, secret, confirm, **data)
        assert reasons, (kind, data, "was taken")
        return " ".join(self.spoken(reasons))

    def spoken(self, reasons: Iterable[Reason]) -> list[str]:
        """Speak reasons as the table hears them: each has a sentence, and every value that the sentence names."""
        return [say(GAME.sentences, reason, self.state.names) for reason in reasons]

    def told(self) -> list[str]:
        """Speak the story of the table."""
        return self.spoken(line.said for line in self.state.story)

    def undo(self) -> AtTable:
        """Take back what an undo would take back now."""
        target = next_undo(GAME, self.log)
        assert target is not None, "nothing to take back"
        return self._turn("undone", target)

    def redo(self) -> AtTable:
        """Bring back what a redo would bring back now."""
        target = next_redo(GAME, self.log)
        assert target is not None, "nothing to bring back"
        return self._turn("redone", target)

    def _turn(self, kind: str, target: Event) -> AtTable:
        event = self._event(kind, None, (), {"event": target.number})
        self._keep(event, replay(GAME, [*self.log, event]))
        return self

    def _keep(self, event: Event, state: State) -> None:
        self.state = state
        self.log.append(event)
        self.states.append(state)

    def _event(self, kind: str, secret: dict[str, Any] | None, confirm: Iterable[str], data: dict[str, Any]) -> Event:
        at = f"2026-11-27T20:{len(self.log) // 60 % 60:02d}:{len(self.log) % 60:02d}+00:00"
        return Event(kind, data, secret or {}, None, at, len(self.log) + 1, tuple(confirm))

    def deal(self, order: Iterable[str] | None = None, salt: str = "") -> AtTable:
        """Deal the round in the order given, else as the casinos lie; without a salt as logs had it before seals."""
        secret = {"order": tuple(order or self.state.casino_names)} | ({"salt": salt} if salt else {})
        return self.take("dealt", secret)

    def choose_all(self, rig: str = "upper") -> AtTable:
        """Let every fixer rig the same of the two."""
        assert self.state.round is not None
        for fixer in self.state.round.fixers:
            self.take("chosen", {"rig": rig}, seat=fixer)
        return self

    def begin(self, order: Iterable[str] | None = None) -> AtTable:
        """Deal and choose, so that tiles can be placed."""
        return self.deal(order).choose_all()

    def place(self, set_id: str, tile: int, casino: str, **more: Any) -> AtTable:
        """Place a tile, in turn or not."""
        return self.take("placed", confirm=("out-of-turn",), set=set_id, tile=tile, casino=casino, **more)

    def lay(self, casino: str, leader: str | None = None, **tiles: str) -> AtTable:
        """Lay a casino as it lies: s1="4 5", s2="6+3"."""
        given = {key.removeprefix("s"): text.split() for key, text in tiles.items()}
        return self.take("laid", confirm=("third-tile",), casino=casino, tiles=given, leader=leader)

    def end(self) -> AtTable:
        """End the turns, whatever is left in hands."""
        return self.take("ended", confirm=("tiles-left",))

    def reveal_all(self, casinos: Iterable[str] = ()) -> AtTable:
        """Reveal in turn order; with printed cards the casinos named."""
        assert self.state.round is not None
        named = list(casinos)
        for i, fixer in enumerate(self.state.round.fixers):
            if named:
                self.take("turned_over", fixer=fixer, casino=named[i])
            else:
                self.take("revealed", fixer=fixer)
        return self

    def close(self) -> AtTable:
        """Close the round; a 7 that nobody settled costs nothing."""
        return self.take("closed", confirm=("seven-unsettled",))

    def empty_round(self) -> AtTable:
        """Play a round in which no tile is placed and every jackpot stays."""
        return self.begin().end().reveal_all().close()


def put_right(game: Any, log: Sequence[Event], change: Event) -> tuple[Event, Any] | Event:
    """Put a line right, or give the event that stands against it."""
    try:
        return fitted(game, log, change)
    except BrokenLog as broken:
        return log[broken.number - 1]


def reasons_in(value: Any) -> Iterator[Reason]:
    """Find every reason in a view, wherever it stands."""
    if isinstance(value, Reason):
        yield value
    elif is_dataclass(value):
        for part in fields(value):
            yield from reasons_in(getattr(value, part.name))
    elif isinstance(value, dict):
        for inner in value.values():
            yield from reasons_in(inner)
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from reasons_in(inner)


# Random games


def random_game(
    players: int, seed: int, tokens: bool = True, rounds: int = 3, plain: bool = False, **settings: Any
) -> AtTable:
    """Play a whole game by chance: a `plain` one in turn and without characters, else with all that a table does."""
    chance = Random(seed)
    if not plain:
        settings = _random_settings(chance) | settings
    table = AtTable(players, settings=settings)
    if not plain:
        _random_characters(table, Random(f"characters {seed}"))
    for _ in range(rounds):
        random_round(table, chance, tokens, plain)
    return table


def random_side(chance: Random) -> dict[str, Any]:
    """Make up a side as its owner could enter it: mostly one or two limits, now and then an effect or a reminder."""
    blocks: dict[str, Any] = {
        "most": chance.randint(3, 9),
        "once": True,
        "from": chance.randint(1, 3),
        "to": chance.randint(5, 9),
        "parity": chance.choice(("odd", "even")),
        "most_a_player": chance.choice((1, 2)),
        "level": chance.choice(("never", "leader")),
    }
    side: dict[str, Any] = {"limits": {key: blocks[key] for key in chance.sample(sorted(blocks), chance.randint(0, 2))}}
    if chance.random() < 0.4:
        side["effect"] = chance.choice((-20, -3, 1, 4))
    if chance.random() < 0.3:
        side["reminder"] = "And something else"
    return side


def _random_characters(table: AtTable, chance: Random) -> None:
    """Enter some sides, shuffle the characters, or none of it; a side is entered later at times."""
    for slot in chance.sample(table.state.sides, chance.choice((0, 8, 20, 20))):
        table.take("completed", name=slot.name, data=random_side(chance))
    if chance.random() < 0.8:
        order = chance.sample([slot.name for slot in table.state.sides], len(table.state.sides))
        table.take("shuffled", first_game=chance.random() < 0.3, order=order)


def _random_effects(table: AtTable, chance: Random) -> None:
    """Let characters act on their jackpots, or say that they do not this time, or leave it open."""
    for casino in effects_due(table.state):
        if chance.random() < 0.8:
            table.take("effect", casino=casino, acts=chance.random() < 0.8)


def _random_settings(chance: Random) -> dict[str, Any]:
    return {
        "penalty": chance.choice(("learning", "experienced")),
        "two_player_winner": chance.choice(("most", "both")),
        "chip_totals": chance.choice(("open", "hidden")),
        "fixer_cards": chance.choice(("app",) * 7 + ("printed",)),
        "starting_jackpot": chance.choice((15, 15, 15, 1, 8)),
        "tiles": chance.choice(((1, 2, 3, 4, 5, 6, 7),) * 3 + ((2, 4, 6, 7), (1, 1, 7, 7, 3))),
    }


def random_round(table: AtTable, chance: Random, tokens: bool = True, plain: bool = False) -> None:
    """Play one round by chance, with re-made choices, looks, tokens, characters and early ends thrown in."""
    order = list(table.state.casino_names)
    chance.shuffle(order)
    table.deal(order)
    now = table.state.round
    assert now is not None
    _random_effects(table, chance)
    if not now.printed:
        _random_choices(table, chance)
    while table.state.phase == "turns":
        if plain:
            _random_placement(table, chance)
        else:
            _random_act(table, chance, tokens)
    _random_payout(table, chance, plain)


def _random_choices(table: AtTable, chance: Random) -> None:
    now = table.state.round
    assert now is not None
    for fixer in now.fixers:
        if chance.random() < 0.5:
            table.take("first_look", seat=fixer)
        for _ in range(chance.choice((1, 1, 2))):
            table.take("chosen", {"rig": chance.choice(("upper", "lower"))}, seat=fixer)
    for seat in table.state.seats:
        if chance.random() < 0.7 and not table.codes("first_look", seat=seat):
            table.take("first_look", seat=seat)


def _random_act(table: AtTable, chance: Random, tokens: bool) -> None:
    act = chance.random()
    if act < 0.10:
        _random_character(table, chance, tokens)
    elif act < 0.14:
        _random_lay(table, chance, tokens)
    elif act < 0.145:
        table.end()
    elif act < 0.15:
        _random_totals(table, chance)
    elif act < 0.152 and table.state.may_redeal:
        order = tuple(chance.sample(table.state.casino_names, len(table.state.casinos)))
        table.take("redealt", {"order": order}).choose_all()
    elif act < 0.153 and not table.codes("printed"):
        table.take("printed")
    elif act < 0.17:
        _random_ruling(table, chance)
    elif act < 0.20:
        _random_try(table, chance, table.state.sets, tokens)
    else:
        _random_placement(table, chance, tokens)


def _random_placement(table: AtTable, chance: Random, tokens: bool = False) -> None:
    """Place or discard a tile of whoever is on turn; end the turns where the cards forbid everything."""
    due = [half.set for half in table.state.halves]
    if any(_random_try(table, chance, due, tokens and chance.random() < 0.1) for _ in range(6)):
        return
    free = [option for set_id in due for option in _free(table, set_id)]
    if not free:
        table.end()
        return
    option = chance.choice(free)
    table.take(option.kind, dict(option.secret), **option.data)


def _random_try(table: AtTable, chance: Random, sets: Sequence[str], tokens: bool) -> bool:
    """Try to place a tile of one of these sets, perhaps with tokens, out of turn where it must be."""
    state = table.state
    set_id = chance.choice([s for s in sets if state.hand(s)])
    act: dict[str, Any] = {"set": set_id, "casino": chance.choice(state.casino_names)}
    act["tile"] = chance.choice(state.hand(set_id))
    if tokens:
        act["token"] = chance.random() < 0.6
        act["moves"] = _random_moves(state, chance)
    confirm = () if set_id in {half.set for half in state.halves} else ("out-of-turn",)
    if table.codes("placed", confirm=confirm, **act):
        return False
    table.take("placed", confirm=confirm, **act)
    return True


def _random_moves(state: State, chance: Random) -> list[list[Any]]:
    lying = [(c, s, t) for c in state.casino_names for s, tiles in state.there(c).items() for t in tiles]
    picked = chance.sample(lying, min(len(lying), chance.choice((0, 1, 1, 2))))
    return [[casino, set_id, tile.face, not tile.token] for casino, set_id, tile in picked]


def _free(table: AtTable, set_id: str) -> list[Option]:
    """List what a set may place or discard now."""
    options = GAME.options(table.state, table.state.owner(set_id))
    return [option for option in options if not option.reasons and option.data.get("set") == set_id]


def _random_character(table: AtTable, chance: Random, tokens: bool) -> None:
    state = table.state
    casino = chance.choice(state.casino_names)
    act = chance.choice(("jackpot", "chips", "token", "token"))
    if act == "jackpot":
        table.take("jackpot", casino=casino, n=chance.choice((-min(3, state.jackpots[casino]) or 2, 1, 5)))
    elif act == "chips":
        table.take("chips", seat=chance.choice(state.seats), n=chance.randint(1, 6))
    elif tokens:
        for move in _random_moves(state, chance)[:1]:
            act_data = dict(zip(("casino", "set", "tile", "on"), move, strict=True))
            if not table.codes("token", **act_data):
                table.take("token", **act_data)


def _random_ruling(table: AtTable, chance: Random) -> None:
    state = table.state
    half = chance.choice(state.halves)
    act = {"set": half.set, "tile": chance.choice(half.hand), "casino": chance.choice(state.casino_names)}
    table.take("ruled", allows=chance.random() < 0.5, note="", **act)


def _random_lay(table: AtTable, chance: Random, tokens: bool) -> None:
    """Lay a casino as it lies: as it is known, or with tiles put down, taken away or found to lie elsewhere."""
    state = table.state
    casino = chance.choice(state.casino_names)
    tiles = {s: [str(t) for t in there] for s, there in state.there(casino).items()}
    for _ in range(chance.choice((0, 0, 1, 2))):
        set_id = chance.choice(state.sets)
        face = chance.choice(state.settings.tiles)
        lying = tiles.get(set_id, [])
        text = f"{face}+3" if tokens and chance.random() < 0.2 else str(face)
        if all(tile.removesuffix("+3") != str(face) for tile in lying):
            tiles[set_id] = [*lying, text][-2:]
    leader = next(iter(tiles), None)
    if not table.codes("laid", confirm=SURE, casino=casino, tiles=tiles, leader=leader):
        table.take("laid", confirm=SURE, casino=casino, tiles=tiles, leader=leader)


def _random_totals(table: AtTable, chance: Random) -> None:
    """Type in every total; where a top is level, the set named first stood ahead."""
    state = table.state
    totals: dict[str, dict[str, int]] = {}
    leaders: dict[str, str] = {}
    for place, casino in enumerate(state.casino_names):
        there = dict(state.standing_at(casino))
        row = {s: there.get(s, 0) + chance.choice((0, 0, 3, 5)) for s in state.sets}
        totals[str(place)] = row
        leaders[str(place)] = max(row, key=lambda s: row[s])
    table.take("totals", confirm=SURE, totals=totals, leaders=leaders)


def _random_payout(table: AtTable, chance: Random, plain: bool = False) -> None:
    now = table.state.round
    assert now is not None
    table.reveal_all(chance.sample(table.state.casino_names, len(now.fixers)) if now.printed else ())
    if not plain and chance.random() < 0.1:
        casino = chance.choice(table.state.casino_names)
        tiles = {s: [str(t) for t in there] for s, there in table.state.there(casino).items()}
        table.take("laid", confirm=SURE, casino=casino, tiles=tiles, leader=next(iter(tiles), None))
    for seat in table.state.seats:
        if chance.random() < 0.3:
            table.take("penalty", seat=seat, on=chance.random() < 0.6)
    table.close()
    if not plain and chance.random() < 0.2:
        table.take("corrected", seat=chance.choice(table.state.seats), n=chance.randint(1, 5), note="")
    if not plain and chance.random() < 0.2:
        table.take("counted", chips={seat: chance.randint(0, 60) for seat in table.state.seats})


# Tables of refusals


@dataclass(frozen=True)
class Refusal:
    """An act that is refused: by which rule, at which table, with which codes, and what the sentences must name."""

    rule: str
    at: Callable[[], AtTable]
    kind: str
    data: dict[str, Any]
    codes: tuple[str, ...]
    says: tuple[str, ...] = ()
    secret: dict[str, Any] = field(default_factory=dict)
    confirm: tuple[str, ...] = ()

    def check(self) -> None:
        """Put the act to the table, which must name every reason and be left as it was."""
        table = self.at()
        before = repr(table.state)
        assert table.codes(self.kind, self.secret, self.confirm, **self.data) == list(self.codes)
        sentences = table.refusal(self.kind, self.secret, self.confirm, **self.data)
        assert [word for word in self.says if word not in sentences] == [], sentences
        assert not set("{}") & set(sentences)
        assert repr(table.state) == before


def refused(
    rule: str,
    at: Callable[[], AtTable],
    kind: str,
    codes: str,
    *says: str,
    secret: dict[str, Any] | None = None,
    confirm: tuple[str, ...] = (),
    **data: Any,
) -> Any:
    """Write one line of a table of refusals; `codes` are apart by blanks."""
    case = Refusal(rule, at, kind, data, tuple(codes.split()), says, secret or {}, confirm)
    return pytest.param(case, id=f"{rule} {case.codes[0]} {'-'.join(map(str, data.values()))[:40]}".replace(" ", "-"))
