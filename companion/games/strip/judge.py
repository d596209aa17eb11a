"""What the judge can be asked about Vegas Strip: reads each request, asks the rules, and writes the answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.engine import Reason, Refused, Who
from companion.games.strip import placement as rules
from companion.games.strip.characters import FREE, LEVELS, PARITIES, Limits
from companion.games.strip.components import CASINO_COUNT, LAYOUTS, ROUNDS, TEAM_COUNT
from companion.games.strip.payout import CasinoTotals, LeaderNeeded, Payout, leader_of, payout, standing
from companion.games.strip.teams import RoundTeams, choice_faults, layout_faults, repeat_partners, rounds
from companion.games.strip.tiles import Tile
from companion.games.strip.words import SENTENCES
from companion.reading import Fields, Unreadable, Value, settings, told
from companion.words import listed, say

Answer = dict[str, Any]
Written = int | str
There = dict[str, tuple[Tile, ...]]

T = TypeVar("T")


# Questions


def asked_table(request: Fields) -> Answer:
    """Answer `table`: casinos, teams and fixers of the three rounds (VS-R02, R13, R15, R16, A4 to A6)."""
    _settings(request)
    players = request.take("players").whole()
    first = request.optional("first", lambda value: _first(value, players), 0)
    casinos = request.optional("casinos", Value.whole, None)
    layout = request.optional("layout", _layout, None)
    faults = _table_faults(players, casinos, layout)
    if faults:
        return _refused(faults)
    seats = [str(seat) for seat in range(players)]
    ahead = rounds(seats, seats[first], layout or LAYOUTS[players])
    return {
        "casinos": CASINO_COUNT[players],
        "undealt": CASINO_COUNT[players] - 2 * TEAM_COUNT[players],
        "rounds": [_round(now) for now in ahead],
        "warnings": [_warning(pair) for pair in repeat_partners(ahead, seats)],
    }


def asked_choice(request: Fields) -> Answer:
    """Answer `choice`: whether a fixer may rig and secure these casinos (VS-R17)."""
    _settings(request)
    dealt = [casino.text() for casino in request.take("dealt").items(2)]
    rigged, secure = request.take("rigged").text(), request.take("secure").text()
    faults = choice_faults(dealt, rigged, secure)
    return _refused(faults) if faults else {"rigged": rigged, "secure": secure}


def asked_placement(request: Fields) -> Answer:
    """Answer `placement`: a verdict on one tile at one casino, open and private reasons apart (VS-R22 to R27, A35)."""
    _settings(request)
    there = _there(request.take("tiles"))
    seat = str(request.take("seat").seat())
    tile = _tile(request.take("tile"))
    rigged = request.optional("rigged", Value.flag, False)
    blockers = request.optional("blockers", _sets, frozenset[str]())
    # A seat without tiles here need not be named before, so known is whoever the request names in any other way.
    known = {*there, seat, *blockers}
    final = request.optional("final", lambda value: _final(value, known), None)
    leader = request.optional("leader", lambda value: _known(value, known), None)
    limits = request.optional("limits", _limits, FREE)
    open_reasons = rules.open_faults(there, seat, tile, final=final, leader=leader, limits=limits)
    private = rules.private_faults(tile, rigged, seat in blockers)
    return {
        "legal": not open_reasons and not private,
        "open": told(SENTENCES, open_reasons),
        "private": told(SENTENCES, private),
        "total": rules.total_after(there, seat, tile, final=final),
        "leads": rules.leads(there, seat, tile, final=final, leader=leader),
    }


def asked_options(request: Fields) -> Answer:
    """Answer `options`: every legal placement of a hand, the private rule included (VS-R20 to R27, C10)."""
    _settings(request)
    casinos = {name: _there(value) for name, value in request.take("casinos").entries().items()}
    seat = str(request.take("seat").seat())
    hand = [_tile(value) for value in request.take("hand").items()]
    rigged = request.optional("rigged", lambda value: _casino(value, casinos), None)
    blockers = request.optional("blockers", _sets, frozenset[str]())
    limits = request.optional("limits", lambda value: _limited(value, casinos), {})
    found = rules.placements(casinos, seat, hand, rigged=rigged, blockers=blockers, limits=limits)
    return {
        "placements": [[str(tile) if tile.token else tile.face, casino] for tile, casino in found],
        "discard": rules.must_discard(casinos, seat, hand, rigged=rigged, blockers=blockers, limits=limits),
    }


def asked_payout(request: Fields) -> Answer:
    """Answer `payout`: where every chip of a round goes (VS-R28 to R37, R42b, R44, C04, C06, C09)."""
    penalty = _settings(request).get("penalty", "learning")
    teams = _teams(request.take("teams"))
    seats = {str(seat) for team in teams for seat in team}
    blockers = request.optional("blockers", lambda value: _owners(value, seats), {})
    sets = {*seats, *blockers}
    piles = {name: _pile(value, sets) for name, value in request.take("casinos").entries().items()}
    leaders = request.optional("leaders", lambda value: _leaders(value, piles, sets), {})
    casinos = {name: CasinoTotals(at.jackpot, at.totals, leaders.get(name)) for name, at in piles.items()}
    reveals = _reveals(request.take("reveals"), teams, casinos)
    starting_jackpot = request.take("starting_jackpot").whole(0)
    last_round = request.take("last_round").flag()
    chips = request.optional("character_chips", lambda value: _chips(value, sets), {})
    offenders = request.optional("offenders", lambda value: [_known(seat, seats) for seat in value.items()], [])
    _leaders_known(casinos)
    paid = payout(
        [[str(seat) for seat in team] for team in teams],
        casinos,
        reveals,
        starting_jackpot=starting_jackpot,
        last_round=last_round,
        blockers=blockers,
        chips=chips,
        offenders=offenders,
        penalty=penalty,
    )
    return _refused(paid.reasons) if isinstance(paid, Refused) else _paid(paid, teams)


def asked_winners(request: Fields) -> Answer:
    """Answer `winners`: the order at the end and who won (VS-R45, A29 to A31)."""
    two_player_winner = _settings(request).get("two_player_winner", "most")
    totals = {seat: value.whole() for seat, value in request.take("totals").entries().items()}
    last_round = _last_round(request.take("last_round"), totals)
    if len(totals) not in LAYOUTS:
        return _refused([_wrong_players(len(totals))])
    end = standing(totals, last_round, two_player_winner)
    return {"order": list(end.order), "winners": list(end.winners)}


ASKS: Mapping[str, Callable[[Fields], Answer]] = {
    "table": asked_table,
    "choice": asked_choice,
    "placement": asked_placement,
    "options": asked_options,
    "payout": asked_payout,
    "winners": asked_winners,
}


# Settings (rules.md, section 8)


def _layout(value: Value) -> list[str]:
    return [letters.text() for letters in value.items(ROUNDS)]


def _any_layout(value: Value) -> list[str]:
    """Read the layout of a table whose number of players the setting does not tell: valid for any of them."""
    layout = _layout(value)
    players = len(layout[0])
    if players not in LAYOUTS or layout_faults(players, layout):
        value.fail(f"These are no team letters for {_players()} players, such as {listed(LAYOUTS[4])} for 4.")
    return layout


SETTINGS: Mapping[str, Callable[[Value], Any]] = {
    "starting_jackpot": lambda value: value.whole(0),
    "tiles": lambda value: [face.whole(1) for face in value.items()],
    "layout": _any_layout,
    "penalty": lambda value: value.one_of("learning", "experienced"),
    "two_player_winner": lambda value: value.one_of("most", "both"),
    "chip_totals": lambda value: value.one_of("open", "hidden"),
    "fixer_cards": lambda value: value.one_of("app", "printed"),
    "record": lambda value: value.one_of("everyone", "own", "host"),
}


def _settings(request: Fields) -> Mapping[str, Any]:
    return settings(request, SETTINGS)


# The table


def _first(value: Value, players: int) -> int:
    """Read who starts; of a number of players that is refused anyway no seat can be unknown."""
    seat = value.seat()
    if players not in LAYOUTS:
        return 0
    names = [str(number) for number in range(players)]
    if str(seat) not in names:
        value.fail(f"There is no seat {seat}; seats are {listed(names, 'or')}.")
    return names.index(str(seat))


def _table_faults(players: int, casinos: int | None, layout: list[str] | None) -> tuple[Reason, ...]:
    if players not in LAYOUTS:
        return (_wrong_players(players),)
    faults: tuple[Reason, ...] = ()
    due = CASINO_COUNT[players]
    if casinos not in (None, due):
        faults += (Reason("casino-count", {"n": casinos, "players": players, "due": due}),)
    return faults + (layout_faults(players, layout) if layout else ())


def _wrong_players(n: int) -> Reason:
    return Reason("players", {"n": n, "least": min(LAYOUTS), "most": max(LAYOUTS)})


def _players() -> str:
    return f"{min(LAYOUTS)} to {max(LAYOUTS)}"


def _round(now: RoundTeams) -> Answer:
    return {
        "first": int(now.first),
        "teams": [[int(seat) for seat in team] for team in now.teams],
        "fixers": [int(seat) for seat in now.fixers],
    }


def _warning(pair: tuple[str, str]) -> Answer:
    warned = Reason("repeat-partners", {"seats": tuple(map(Who, pair))})
    return {"code": warned.code, "text": say(SENTENCES, warned), "seats": [int(seat) for seat in pair]}


# Tiles and casinos


def _tile(value: Value) -> Tile:
    """Read a tile: a number stands for itself, a string always carries the token."""
    if type(value.raw) is not str:
        return Tile(value.whole(1))
    tile = None
    with suppress(ValueError):
        tile = Tile.parse(value.raw)
    if tile is None or not tile.token:
        value.fail('A tile is a whole number of at least 1, or a string like "4+3" for a 4 with its token.')
    return tile


def _tiles(value: Value) -> tuple[Tile, ...]:
    return tuple(_tile(tile) for tile in value.items())


def _there(value: Value) -> There:
    return {set_id: _tiles(tiles) for set_id, tiles in value.entries().items()}


def _sets(value: Value) -> frozenset[str]:
    return frozenset(str(set_id.seat()) for set_id in value.items())


def _limits(value: Value) -> Limits:
    """Read what the character of a casino limits, all of it optional."""
    fields = value.fields()
    least = fields.optional("from", lambda number: number.whole(1), None)
    highest = fields.optional("to", lambda number: number.whole(1 if least is None else least), None)
    limits = Limits(
        most=fields.optional("most", lambda number: number.whole(1), None),
        once=fields.optional("once", Value.flag, False),
        least=least,
        highest=highest,
        parity=fields.optional("parity", lambda word: word.one_of(*PARITIES), None),
        most_a_player=fields.optional("most_a_player", lambda number: number.whole(1), None),
        level=fields.optional("level", lambda word: word.one_of(*LEVELS), None),
    )
    fields.done()
    return limits


def _limited(value: Value, casinos: Collection[str]) -> dict[str, Limits]:
    return {casino: _limits(entry) for casino, entry in _at_casinos(value, casinos).items()}


def _at_casinos(value: Value, casinos: Collection[str]) -> dict[str, Value]:
    entries = value.entries()
    for casino, entry in entries.items():
        if casino not in casinos:
            entry.fail(f"There is no casino {casino} here; known are {_names(casinos)}.")
    return entries


def _known(value: Value, known: Collection[str]) -> str:
    seat = str(value.seat())
    if seat not in known:
        _stranger(value, seat, known)
    return seat


def _casino(value: Value, casinos: Collection[str]) -> str:
    casino = value.text()
    if casino not in casinos:
        value.fail(f"There is no casino {casino} here; known are {_names(casinos)}.")
    return casino


def _stranger(value: Value, seat: str, known: Collection[str]) -> None:
    value.fail(f"Nobody here is {seat}; known are {_names(known)}.")


def _names(names: Iterable[str]) -> str:
    return listed(sorted(names)) or "none"


def _final(value: Value, known: Collection[str]) -> dict[str, int]:
    """Read totals after tokens; for a known set without tiles here there is nothing to replace."""
    return _by_set(value, known, lambda points: points.whole(0))


def _by_set(value: Value, known: Collection[str], read: Callable[[Value], T]) -> dict[str, T]:
    entries = value.entries()
    for set_id, entry in entries.items():
        if set_id not in known:
            _stranger(entry, set_id, known)
    return {set_id: read(entry) for set_id, entry in entries.items()}


# The payout


@dataclass(frozen=True, slots=True)
class _Casino:
    jackpot: int
    totals: Mapping[str, int]


def _teams(value: Value) -> list[list[Written]]:
    """Read the teams as they were written; nobody is in two of them, or twice in one."""
    teams: list[list[Written]] = []
    seen: set[str] = set()
    for team in value.items():
        members = team.items()
        if len(members) not in (1, 2):
            team.fail(f"A team is 1 or 2 seats, and this one is {len(members)}.")
        for member in members:
            seat = str(member.seat())
            if seat in seen:
                member.fail(f"The seat {seat} is in a team already; each seat is in one team.")
            seen.add(seat)
        teams.append([member.seat() for member in members])
    return teams


def _owners(value: Value, seats: Collection[str]) -> dict[str, str]:
    owners = {set_id: (_known(owner, seats), owner) for set_id, owner in value.entries().items()}
    for set_id, (_, owner) in owners.items():
        if set_id in seats:
            owner.fail(f"{set_id} is a seat of a team, so it cannot be a set of blockers too.")
    return {set_id: seat for set_id, (seat, _) in owners.items()}


def _pile(value: Value, sets: Collection[str]) -> _Casino:
    fields = value.fields()
    jackpot = fields.take("jackpot").whole(0)
    there = _by_set(fields.take("tiles"), sets, _tiles)
    fields.done()
    return _Casino(jackpot, rules.totals(there))


def _leaders(value: Value, casinos: Collection[str], sets: Collection[str]) -> dict[str, str]:
    return {casino: _known(entry, sets) for casino, entry in _at_casinos(value, casinos).items()}


def _leaders_known(casinos: Mapping[str, CasinoTotals]) -> None:
    """Raise Unreadable for a level top of which nobody says who stood ahead; it goes before any refusal."""
    for name, casino in casinos.items():
        try:
            leader_of(casino, name)
        except LeaderNeeded as needed:
            text = f"{listed(needed.level)} are level at {name} with {needed.points}; say which of them stood ahead."
            raise Unreadable("leader-needed", text, f"leaders.{name}") from needed


def _reveals(value: Value, teams: list[list[Written]], casinos: Collection[str]) -> list[tuple[str, str]]:
    """Read one reveal for each team, by its first seat."""
    due = {str(team[0]) for team in teams}
    reveals: dict[str, str] = {}
    for item in value.items():
        fixer, casino = item.items(2)
        seat = str(fixer.seat())
        if seat not in due:
            fixer.fail(f"{seat} is the first seat of no team; the fixers are {_names(due)}.")
        if seat in reveals:
            fixer.fail(f"{seat} reveals twice; each team reveals 1 casino.")
        reveals[seat] = _casino(casino, casinos)
    if len(reveals) < len(due):
        value.fail(f"Each team reveals 1 casino; missing: {_names(due - reveals.keys())}.", "missing")
    return list(reveals.items())


def _chips(value: Value, sets: Collection[str]) -> dict[str, int]:
    return _by_set(value, sets, lambda chips: chips.whole(0))


def _paid(paid: Payout, teams: list[list[Written]]) -> Answer:
    return {
        "income": dict(paid.income),
        "piles": [
            {"team": team, "pile": pile.pile, "share": pile.share, "returned": pile.returned}
            for team, pile in zip(teams, paid.piles, strict=True)
        ],
        "gain": dict(paid.gain),
        "jackpots": dict(paid.jackpots),
        "refilled": paid.refilled,
        "supply": paid.supply,
    }


# The end


def _last_round(value: Value, totals: Mapping[str, int]) -> dict[str, int]:
    gains = _by_set(value, totals, Value.whole)
    for seat in totals:
        if seat not in gains:
            raise Unreadable("missing", f"The last round of {seat} is missing.", f"{value.at}.{seat}")
    return gains


def _refused(reasons: Iterable[Reason]) -> Answer:
    return {"refused": told(SENTENCES, reasons)}
