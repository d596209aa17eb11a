"""Setting up a Vegas Strip table: people, casino cards and the set-up card, changeable until the first deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion import people
from companion.engine import Event, Line, Reason, Refused, Who, refuse
from companion.games.strip.characters import called, read_slots, slots, written_slots
from companion.games.strip.components import (
    CASINO_COUNT,
    CASINOS,
    LAYOUTS,
    STARTING_JACKPOT,
    SUIT_NAMES,
    SUITS,
    TILES,
    TILES_A_CASINO,
)
from companion.games.strip.state import Casino, Settings, State, told
from companion.games.strip.teams import layout_faults, repeat_partners
from companion.names import cleaned, folded
from companion.people import Player

PLAYERS = range(2, 7)
#: the highest number a tile may carry, and the most tiles of a set
MOST_TILE, MOST_TILES = 20, 12
#: any whole number may stand on the set-up card (VS-A3); this one is far above what a table of chips can hold
MOST_JACKPOT = 999

CHOICES: Mapping[str, tuple[str, ...]] = {
    "penalty": ("learning", "experienced"),
    "two_player_winner": ("most", "both"),
    "chip_totals": ("open", "hidden"),
    "fixer_cards": ("app", "printed"),
    "bank": ("chips", "app"),
    "record": ("everyone", "own", "host"),
}
#: what the set-up card says
SET_UP = ("starting_jackpot", "tiles", "layout")
#: under which the names of the casinos and of the suits are kept
CASINOS_CARD, SUITS_CARD = "casinos", "suits"
#: settings that stay open after the first deal
ALWAYS_OPEN = ("bank", "record")

Kept = Mapping[str, Mapping[str, Any]]


def defaults(players: int, kept: Mapping[str, Any]) -> Mapping[str, Any]:
    """Fill in a `setup` for so many players: suits in order, the casinos due, the set-up card as last confirmed."""
    suits = [SUITS[i % len(SUITS)] for i in range(players)]
    seated = [Player(str(i + 1), capital(suit, kept), suit) for i, suit in enumerate(suits)]
    casinos = [{"name": name} for name in casino_names(kept)[: CASINO_COUNT.get(players, 0)]]
    return {
        "players": people.written(seated),
        "first": "1",
        "casinos": casinos,
        "settings": {},
        "kept": dict(kept),
        # Written out, so that a log says by which cards it was judged, whatever a later version knows of them.
        "sides": written_slots(slots(kept)),
    }


def capital(suit: str, kept: Kept) -> str:
    """Give the name of a suit the way a person in it is called at first."""
    name = suit_names(kept)[suit]
    return name[:1].upper() + name[1:]


def start(event: Event) -> State | Refused:
    """Open a table from its `setup` event; any number of people but two to six is refused (VS-A6)."""
    data = event.data
    players = people.read(data["players"])
    if len(players) not in PLAYERS:
        return refuse("players", n=len(players), least=PLAYERS.start, most=PLAYERS.stop - 1)
    casinos = tuple(Casino(c["name"], called(c.get("character", "")), c.get("side", "A")) for c in data["casinos"])
    kept: Kept = data.get("kept", {})
    settings = replace(card_for(len(players), kept), **_tuples(data.get("settings", {})))
    state = State(
        players,
        data["first"],
        casinos,
        settings,
        kept,
        read_slots(data.get("sides", {})),
        next_seat=max(int(p.id) for p in players) + 1,
    )
    line = Line(event.number, event.at, event.by, Reason("opened", {"n": len(players)}))
    return replace(state, story=(line,))


def again(state: State, kept: Kept) -> Mapping[str, Any]:
    """Set up the next table with the same seats, the first player moved on by one, and the cards as kept by now."""
    seats = state.seats
    following = seats[(seats.index(state.first) + 1) % len(seats)]
    settings = {name: getattr(state.settings, name) for name in Settings.__dataclass_fields__}
    return {
        "players": people.written(state.players),
        "first": following,
        "casinos": [{"name": c.name, "character": c.character, "side": c.side} for c in state.casinos],
        "settings": settings | (set_up(card_for(len(seats), kept)) if str(len(seats)) in kept else {}),
        "kept": dict(kept),
        "sides": written_slots(slots(kept)),
    }


def keep(state: State) -> Mapping[str, Any] | None:
    """Name the set-up card of this player count for later tables, once the table has confirmed it."""
    if not state.settings.confirmed:
        return None
    card = {"starting_jackpot": state.settings.starting_jackpot, "tiles": list(state.settings.tiles)}
    return {str(len(state.players)): card | {"layout": list(state.settings.layout)}}


def cards_at(state: State) -> Mapping[str, Any]:
    """Give the cards by which this table is judged now, as they are kept."""
    return {**state.kept, **(keep(state) or {})}


def card_for(players: int, kept: Kept) -> Settings:
    """Read the set-up card of a player count: as a table confirmed it before, else assumed (VS-A3, A5)."""
    known = kept.get(str(players), {})
    return Settings(
        starting_jackpot=known.get("starting_jackpot", STARTING_JACKPOT),
        tiles=tuple(known.get("tiles", TILES)),
        layout=tuple(known.get("layout", LAYOUTS[players])),
        confirmed=known.keys() >= set(SET_UP),
    )


def casino_names(kept: Kept) -> tuple[str, ...]:
    """List the names of the six casinos, as entered, else as far as they are known."""
    known = kept.get(CASINOS_CARD, {})
    return tuple(str(known.get(str(place), name)) for place, name in enumerate(CASINOS, 1))


def suit_names(kept: Kept) -> Mapping[str, str]:
    """Map each suit to what it is called on this copy."""
    known = kept.get(SUITS_CARD, {})
    return {suit: str(known[suit]) if suit in known else SUIT_NAMES[suit] for suit in SUITS}


def set_up(card: Settings) -> dict[str, Any]:
    """Give what a set-up card says, and whether it does."""
    return {name: getattr(card, name) for name in (*SET_UP, "confirmed")}


def start_reasons(state: State) -> tuple[Reason, ...]:
    """List everything that stands against the deal, all at once (E-30, E-31)."""
    reasons: tuple[Reason, ...] = ()
    if len(state.players) not in PLAYERS:
        reasons += (Reason("players", {"n": len(state.players), "least": PLAYERS.start, "most": PLAYERS.stop - 1}),)
    if len(state.casinos) != state.casinos_due:
        reasons += (Reason("casino-cards", {"n": len(state.casinos), "due": state.casinos_due}),)
    tiles, casinos = len(state.settings.tiles), len(state.casinos)
    if not 0 < tiles <= TILES_A_CASINO * casinos:
        reasons += (Reason("tiles-count", {"n": tiles, "most": TILES_A_CASINO * casinos, "casinos": casinos}),)
    return (*reasons, *layout_faults(len(state.players), state.settings.layout))


def layout_warnings(state: State) -> tuple[Reason, ...]:
    """Warn of each pair that plays together in more than one round (VS-A5, C02)."""
    if layout_faults(len(state.players), state.settings.layout):
        return ()
    pairs = repeat_partners(state.rounds_ahead())
    return tuple(Reason("repeat-partners", {"seats": (Who(a), Who(b))}) for a, b in pairs)


# Handlers


def named(state: State, event: Event) -> State | Refused:
    """Give a seat another name; its id, and with it everything recorded, stays (E-41, E-43)."""
    players = people.renamed(state.players, event.data.get("seat"), event.data.get("name", ""))
    if isinstance(players, Reason):
        return Refused((players,))
    return told(replace(state, players=players), event, "named", seat=Who(str(event.data["seat"])))


def seated(state: State, event: Event) -> State | Refused:
    """Add, remove or move a person, give a suit, or say who starts (VS-R07, R08, E-33)."""
    do, seat = event.data.get("do"), event.data.get("seat")
    if do == "add":
        return _add(state, event)
    if seat not in state.seats:
        return refuse("unknown-seat", seat=str(seat))
    seat = str(seat)
    if do == "remove":
        return _remove(state, event, seat)
    if do in ("up", "down"):
        players = people.moved(state.players, state.seats.index(seat), -1 if do == "up" else 1)
        return told(replace(state, players=players), event, "seat-moved", seat=Who(seat))
    if do == "first":
        return told(replace(state, first=seat), event, "first-set", seat=Who(seat))
    if do == "suit":
        return _suited(state, event, seat)
    return refuse("unknown-act", kind="seated")


def _add(state: State, event: Event) -> State | Refused:
    n = len(state.players) + 1
    if n not in PLAYERS:
        return refuse("players", n=n, least=PLAYERS.start, most=PLAYERS.stop - 1)
    suit = next(suit for suit in SUITS if suit not in {p.suit for p in state.players})
    player = Player(str(state.next_seat), capital(suit, state.kept), suit)
    after = replace(state, players=(*state.players, player), next_seat=state.next_seat + 1)
    return told(_for_count(after), event, "seat-added", seat=Who(player.id), n=n)


def without_seated(state: State, event: Event) -> State:
    """Keep what stays true of a `seated` that was taken back: the id that it gave out is never given out again."""
    return replace(state, next_seat=state.next_seat + 1) if event.data.get("do") == "add" else state


def _remove(state: State, event: Event, seat: str) -> State | Refused:
    n = len(state.players) - 1
    if n not in PLAYERS:
        return refuse("players", n=n, least=PLAYERS.start, most=PLAYERS.stop - 1)
    name = state.names[seat]
    players = tuple(p for p in state.players if p.id != seat)
    first = state.first if state.first != seat else players[0].id
    after = replace(state, players=players, left=(*state.left, state.player(seat)), first=first)
    return told(_for_count(after), event, "seat-removed", name=name, n=n)


def _for_count(state: State) -> State:
    """Fit casinos and set-up card to a changed number of players."""
    n = len(state.players)
    settings = replace(state.settings, **set_up(card_for(n, state.kept)))
    spare = [Casino(name) for name in casino_names(state.kept) if name not in state.casino_names]
    casinos = (*state.casinos, *spare)[: CASINO_COUNT[n]]
    return replace(state, settings=settings, casinos=casinos)


def _suited(state: State, event: Event, seat: str) -> State | Refused:
    suit = event.data.get("suit")
    if suit not in SUITS:
        return refuse("unknown-suit", suit=str(suit), suits=tuple(SUIT_NAMES.values()))
    old = state.player(seat).suit

    def wear(player: Player) -> Player:
        if player.id == seat:
            return _in_suit(player, str(suit), state.kept)
        return _in_suit(player, old, state.kept) if player.suit == suit else player

    worn = suit_names(state.kept)[str(suit)]
    return told(replace(state, players=tuple(map(wear, state.players))), event, "suited", seat=Who(seat), suit=worn)


def _in_suit(player: Player, suit: str, kept: Kept) -> Player:
    """Change a suit, and with it a name that only repeats the suit."""
    name = capital(suit, kept) if player.name == capital(player.suit, kept) else player.name
    return replace(player, suit=suit, name=name)


def tabled(state: State, event: Event) -> State | Refused:
    """Say which casino cards lie on the table and in which order (VS-R02, R03)."""
    casino, do = event.data.get("casino"), event.data.get("do")
    if casino not in state.casino_names:
        return refuse("unknown-casino", casino=str(casino), casinos=state.casino_names)
    at = state.casino_names.index(str(casino))
    if do in ("up", "down"):
        moved = people.moved(state.casinos, at, -1 if do == "up" else 1)
        return told(replace(state, casinos=moved), event, "casino-moved", casino=str(casino))
    if do != "rename":
        return refuse("unknown-act", kind="tabled")
    name = cleaned(str(event.data.get("name", "")))
    if isinstance(name, Reason):
        return Refused((name,))
    casinos = list(state.casinos)
    # A card that lies elsewhere in the row comes here; people would not tell two of one name apart (E-41).
    other = next((i for i, c in enumerate(casinos) if i != at and folded(c.name) == folded(name)), None)
    if other is None:
        casinos[at] = replace(casinos[at], name=name)
    else:
        casinos[at], casinos[other] = casinos[other], casinos[at]
    return told(replace(state, casinos=tuple(casinos)), event, "casino-set", casino=casinos[at].name, place=at + 1)


def settled(state: State, event: Event) -> State | Refused:
    """Take what the set-up card says, or what the table agreed on (rules.md, section 8)."""
    patch = _tuples(event.data)
    reasons = tuple(r for name, value in patch.items() for r in _setting_faults(state, name, value))
    if reasons or not patch:
        return Refused(reasons or (Reason("settings-none"),))
    if set(SET_UP) & patch.keys() and "confirmed" not in patch:
        patch["confirmed"] = True
    return told(replace(state, settings=replace(state.settings, **patch)), event, "settled")


def agreed(state: State, event: Event) -> State | Refused:
    """Change who may record or where the chips lie, at any time."""
    closed = [name for name in event.data if name not in ALWAYS_OPEN]
    if closed:
        return Refused(tuple(Reason("setting-closed", {"name": name, "open": ALWAYS_OPEN}) for name in closed))
    return settled(state, event)


def _setting_faults(state: State, name: str, value: Any) -> tuple[Reason, ...]:
    if name in CHOICES:
        ok = value in CHOICES[name]
        return () if ok else (Reason("setting-value", {"name": name, "values": CHOICES[name]}),)
    if name in SET_UP:
        return set_up_faults(len(state.players), name, value)
    if name == "confirmed":
        return () if isinstance(value, bool) else (Reason("setting-value", {"name": name, "values": ("yes", "no")}),)
    return (Reason("setting-unknown", {"name": name}),)


def set_up_faults(players: int, name: str, value: Any) -> tuple[Reason, ...]:
    """List what no set-up card for so many players can say as one of SET_UP; several numbers come as a tuple."""
    if name == "starting_jackpot":
        ok = type(value) is int and 0 <= value <= MOST_JACKPOT
        return () if ok else (Reason("setting-jackpot", {"value": str(value), "most": MOST_JACKPOT}),)
    if name == "tiles":
        ok = isinstance(value, tuple) and 0 < len(value) <= MOST_TILES
        ok = ok and all(type(t) is int and 0 < t <= MOST_TILE for t in value)
        return () if ok else (Reason("setting-tiles", {"most": MOST_TILE, "count": MOST_TILES}),)
    return layout_faults(players, tuple(map(str, value)) if isinstance(value, tuple) else ())


def _tuples(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list | tuple) else value for name, value in data.items()}


SETUP_HANDLERS: Mapping[str, Callable[[State, Event], State | Refused]] = {
    "named": named,
    "seated": seated,
    "tabled": tabled,
    "settled": settled,
    "agreed": agreed,
}
