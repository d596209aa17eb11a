"""Setting up a slot machine table: people, mode, rounds, expansions and variations, changeable until round 1 begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from companion import people
from companion.engine import Event, Line, Reason, Refused, Who, refuse
from companion.games.slots.card import BASE, PRACTICE, always, card_of, entered, kept_card
from companion.games.slots.completing import completed
from companion.games.slots.printed import RANKS, printed
from companion.games.slots.scoring import calibrated
from companion.games.slots.state import State, newcomer, told
from companion.games.slots.symbols import ROUNDS
from companion.games.slots.variations import CHOICES, TEAM_PLAYERS, VARIATIONS, Settings, notes, refusals
from companion.names import folded
from companion.people import Player

MODES = ("competitive", "teams", "co-operative")
#: of the whole table, beside the settings of the rules
TABLE_CHOICES: Mapping[str, tuple[Any, ...]] = {
    "rounds": tuple(ROUNDS),
    "spin": ("", "A", "B", "AB"),
    "cumber": ("", "A", "B"),
}
#: what stays open after the first round has begun
ALWAYS_OPEN = ("record", "rank_names")
MOST_IN_HAND = 999
#: stands in a surprise that keeps what it does not draw; older logs hold those that switched it off, and replay
KEEPS = "keeps"
#: how many variations "surprise us" switches on, and which it leaves alone: they change more than the play
SURPRISES, NO_SURPRISE = 3, frozenset("CDEJU")


def defaults(players: int, kept: Mapping[str, Any]) -> Mapping[str, Any]:
    """Fill in a `setup` for so many players: alone it is solo, else competitive, one round, no variation."""
    seated = [Player(str(i + 1), newcomer(str(i + 1))) for i in range(players)]
    return {"players": people.written(seated), "first": "1", "kept": dict(kept)}


def start(event: Event) -> State | Refused:
    """Open a table from its `setup` event; any number of people but one to eight is refused."""
    data = event.data
    players = people.read(data["players"])
    reasons = refusals(len(players))
    if reasons:
        return Refused(reasons)
    kept: Mapping[str, Any] = data.get("kept", {})
    agreed: Mapping[str, Any] = data.get("settings", {})
    practice = bool(data.get("practice"))
    state = State(
        players,
        data["first"],
        PRACTICE if practice else card_of(kept),
        mode=_mode(data.get("mode", "competitive"), len(players)),
        chosen_rounds=data.get("rounds", 1),
        spin=data.get("spin", ""),
        cumber=data.get("cumber", ""),
        variations=tuple(data.get("variations", ())),
        settings=replace(Settings(), **{**_settings_of(kept), **agreed}),
        practice=practice,
        kept=kept,
        next_seat=max(int(p.id) for p in players) + 1,
    )
    line = Line(event.number, event.at, event.by, Reason("opened", {"n": len(players)}))
    return replace(state, story=(line,))


def _settings_of(kept: Mapping[str, Any]) -> Mapping[str, Any]:
    """Read from the owner's cards what a table starts with: the names of the ranks that are in use."""
    names = kept.get(RANKS, {}).get("names")
    return {RANKS: names} if names in CHOICES[RANKS] else {}


def again(state: State, kept: Mapping[str, Any]) -> Mapping[str, Any]:
    """Set up the next table with the same seats, the first player moved on by one, and the cards as kept by now."""
    following = state.seats[(state.seats.index(state.first) + 1) % len(state.seats)]
    return {
        "players": people.written(state.players),
        "first": following,
        "mode": state.mode,
        "rounds": state.chosen_rounds,
        "spin": state.spin,
        "cumber": state.cumber,
        "variations": list(state.variations),
        "settings": asdict(state.settings),
        "practice": state.practice,
        "kept": dict(kept),
    }


def cards_at(state: State) -> Mapping[str, Any]:
    """Give the cards by which this table is judged now, as they are kept."""
    if state.practice:
        return kept_card(PRACTICE, [entry.letter for entry in PRACTICE])
    return printed({**state.kept, **kept_card(state.card, state.entered_here)})


def keep(state: State) -> Mapping[str, Any]:
    """Name what later tables start from: the symbols entered at this table, and the best round of whoever played.

    Each stands under a name of its own, so that two tables at once keep what either has entered.
    """
    if state.practice:
        return {}
    best = best_round(state) if _scored(state) else None
    return {**kept_card(state.card, state.entered_here), **({} if best is None else {_best_key(state): best})}


def best_round(state: State) -> int | None:
    """Give the best round so far of the solo player, or of a company of this size, or None (E-103)."""
    if not state.together:
        return None
    before = state.kept.get(_best_key(state))
    return max((*_scored(state), *(() if before is None else (before,))), default=None)


def _scored(state: State) -> tuple[int, ...]:
    """List what was scored in each finished round of solo or co-operative play, where all points are known."""
    if not state.together or state.practice:
        return ()
    known = (n for n, sheet in enumerate(state.sheets, 1) if sheet.ended and not state.missing_of_all(n))
    return tuple(sum(state.points(number, seat) for seat in state.seats) for number in known)


def _best_key(state: State) -> str:
    """Say whose best it is: a person's when solo, else that of a company of so many.

    Rounds with cards for which the ladder was not made have a best of their own (SM-A28).
    """
    alone = len(state.players) == 1
    best = "best" if is_calibrated(state) else "best-uncalibrated"
    return f"{best}:{folded(state.players[0].name)}" if alone else f"{best}-together:{len(state.players)}"


def is_calibrated(state: State) -> bool:
    """Tell whether the ladder of ranks was made for the cards of this table (SM-A28)."""
    return calibrated(state.variations, state.settings.decks, expansions=bool(state.spin or state.cumber))


def start_reasons(state: State) -> tuple[Reason, ...]:
    """List everything that stands against the start, all at once (E-30, E-117)."""
    return refusals(len(state.players), state.variations)


def table_notes(state: State) -> tuple[Reason, ...]:
    """List what the table may do but should know of (SM-A30, A35)."""
    mode: Any = state.mode
    spin, _ = always(state.kept)
    players, cards = len(state.players), (spin.count or 0) * state.settings.decks
    found = notes(players, state.variations, mode, state.settings.decks)
    if "A" in state.spin and players > cards:
        found += (Reason("spin-cards", {"players": players, "cards": cards}),)
    return found


# Handlers


def named(state: State, event: Event) -> State | Refused:
    """Give a seat another name (E-43)."""
    players = people.renamed(state.players, str(event.data.get("seat")), event.data.get("name") or "")
    if isinstance(players, Reason):
        return Refused((players,))
    return told(replace(state, players=players), event, "named", seat=Who(str(event.data["seat"])))


def seated(state: State, event: Event) -> State | Refused:
    """Add, remove or move a person, or say who starts (SM-R8)."""
    do, seat = event.data.get("do"), event.data.get("seat")
    if do == "add":
        number = state.next_seat
        players = (*state.players, Player(str(number), newcomer(str(number))))
        return _for_count(state, event, players, number + 1, "seat-added", seat=Who(str(number)))
    if seat not in state.seats:
        return refuse("unknown-seat", seat=str(seat))
    seat = str(seat)
    if do == "remove":
        players = tuple(p for p in state.players if p.id != seat)
        return _for_count(state, event, players, state.next_seat, "seat-removed", name=state.names[seat])
    if do in ("up", "down"):
        players = people.moved(state.players, state.seats.index(seat), -1 if do == "up" else 1)
        return told(replace(state, players=players), event, "seat-moved", seat=Who(seat))
    if do == "first":
        return told(replace(state, first=seat), event, "first-set", seat=Who(seat))
    return refuse("unknown-act", kind="seated")


def without_seated(state: State, event: Event) -> State:
    """Keep what stays true of a `seated` that was taken back: the id that it gave out is never given out again."""
    return replace(state, next_seat=state.next_seat + 1) if event.data.get("do") == "add" else state


def _for_count(
    state: State, event: Event, players: tuple[Player, ...], next_seat: int, code: str, **values: Any
) -> State | Refused:
    reasons = refusals(len(players))
    if reasons:
        return Refused(reasons)
    first = state.first if state.first in {p.id for p in players} else players[0].id
    mode = _mode(state.mode, len(players))
    left = (*state.left, *(player for player in state.players if player not in players))
    after = replace(state, players=players, left=left, first=first, next_seat=next_seat, mode=mode)
    return told(_with_teams(after), event, code, n=len(players), **values)


def modes(state: State) -> tuple[str, ...]:
    """List the modes open to so many people."""
    return ("solo",) if len(state.players) == 1 else MODES


def _mode(mode: str, players: int) -> str:
    """Fit the mode to the number of people: one plays solo, more never do."""
    if players == 1:
        return "solo"
    return "competitive" if mode == "solo" else mode


def _with_teams(state: State) -> State:
    """Keep mode and variation C together: they say the same."""
    others = tuple(letter for letter in state.variations if letter != "C")
    letters = (*others, "C") if state.mode == "teams" else others
    return replace(state, variations=tuple(sorted(letters)))


def settled(state: State, event: Event) -> State | Refused:
    """Take what the table agreed on: mode, rounds, decks, expansions, settings."""
    reasons = tuple(r for name, value in event.data.items() for r in _setting_faults(state, name, value))
    if reasons:
        return Refused(reasons)
    own = {"mode": "mode", "rounds": "chosen_rounds", "spin": "spin", "cumber": "cumber"}
    table = {own[name]: value for name, value in event.data.items() if name in own}
    rules = {name: value for name, value in event.data.items() if name not in own}
    after = replace(state, settings=replace(state.settings, **rules), **table)
    return told(_with_teams(replace(after, mode=_mode(after.mode, len(after.players)))), event, "settled")


def agreed(state: State, event: Event) -> State | Refused:
    """Change who may record, or the names of the ranks, at any time."""
    patch = {name: value for name, value in event.data.items() if name in ALWAYS_OPEN}
    reasons = tuple(r for name, value in patch.items() for r in _setting_faults(state, name, value))
    if reasons or not patch:
        return Refused(reasons or (Reason("setting-unknown", {"name": ", ".join(map(str, event.data))}),))
    return told(replace(state, settings=replace(state.settings, **patch)), event, "settled")


def _setting_faults(state: State, name: str, value: Any) -> tuple[Reason, ...]:
    if name == "any_in_hand":
        ok = type(value) is int and 0 <= value <= MOST_IN_HAND
        return () if ok else (Reason("setting-any", {"most": MOST_IN_HAND}),)
    known = modes(state) if name == "mode" else TABLE_CHOICES.get(name) or CHOICES.get(name)
    if known is None:
        return (Reason("setting-unknown", {"name": name}),)
    if not any(value == choice and type(value) is type(choice) for choice in known):
        return (Reason("setting-value", {"name": name, "values": tuple(str(choice) or "none" for choice in known)}),)
    if name == "mode" and value == "teams" and len(state.players) not in TEAM_PLAYERS:
        return refusals(len(state.players), ("C",))
    return ()


def varied(state: State, event: Event) -> State | Refused:
    """Switch one lettered variation on or off."""
    letter, on = str(event.data.get("letter", "")), bool(event.data.get("on"))
    if letter not in VARIATIONS:
        return refuse("unknown-variation", letter=letter)
    letters = {*state.variations, letter} if on else set(state.variations) - {letter}
    if on:
        reasons = refusals(len(state.players), letters)
        if reasons:
            return Refused(reasons)
    mode = state.mode
    if letter == "C":
        mode = "teams" if on else _mode("competitive", len(state.players))
    after = replace(state, variations=tuple(sorted(letters)), mode=mode)
    return told(after, event, "varied-on" if on else "varied-off", letter=letter)


def surprised(state: State, event: Event) -> State | Refused:
    """Switch on a few variations drawn by chance that fit this table, beside those that are never drawn."""
    order = [letter for letter in event.secret.get("order", ()) if letter in VARIATIONS and letter not in NO_SURPRISE]
    keeps = bool(event.data.get(KEEPS))
    kept = [letter for letter in state.variations if keeps and letter in NO_SURPRISE - {"C"}]
    kept += ["C"] if state.mode == "teams" else []
    picked = list(kept)
    for letter in order:
        fits = not refusals(len(state.players), (*picked, letter))
        before, after = (_surprise_notes(state, v, keeps) for v in (picked, [*picked, letter]))
        if fits and after <= before:
            picked.append(letter)
        if len(picked) == SURPRISES + len(kept):
            break
    after_all = replace(state, variations=tuple(sorted(picked)))
    drawn = tuple(sorted(set(picked) - set(kept))) if keeps else after_all.variations
    if keeps and kept:
        return told(after_all, event, "surprised-beside", letters=drawn, kept=tuple(sorted(kept)))
    return told(after_all, event, "surprised", letters=drawn)


def _surprise_notes(state: State, letters: Sequence[str], keeps: bool) -> int:
    """Count the notes on some variations; those that surprises of older logs did not know are left out there."""
    found = table_notes(replace(state, variations=tuple(letters)))
    return sum(keeps or note.code not in ("idle-f", "idle-t") for note in found)


def practised(state: State, event: Event) -> State | Refused:
    """Play with the practice card of made-up points, or with the card of this copy as it was entered so far.

    Whoever has entered symbols is asked first.
    """
    on = bool(event.data.get("on"))
    own = sum(entry.source == "entered" for entry in state.card)
    if on and own and "practice-instead" not in event.confirmed:
        return Refused((Reason("practice-instead", {"n": own}, confirm=True),))
    kept = {**state.kept, **keep(state)}
    after = replace(state, card=PRACTICE if on else card_of(kept), practice=on, kept=kept)
    return told(after, event, "practice-on" if on else "practice-off")


def standing_points(state: State) -> frozenset[str]:
    """Name the symbols whose points are not changed at this table any more: finished rounds were scored by them."""
    known = BASE if state.phase == "setup" else card_of(state.kept)
    return frozenset(entry.letter for entry in known if entry.points is not None)


def symbol(state: State, event: Event) -> State | Refused:
    """Enter a symbol of this copy, or a value; points known when the table opened stand once round 1 has begun."""
    data = event.data
    if state.practice:
        return refuse("practice-card")
    letter, name = str(data.get("letter") or ""), str(data.get("name") or "")
    card = entered(state.card, letter, name, data.get("points"), data.get("count"), standing_points(state))
    if isinstance(card, Reason):
        return Refused((card,))
    entry = next((e for e in card if e.letter == letter), card[-1])
    code = "symbol-known" if entry.points is not None else "symbol-named"
    after = replace(state, card=card, entered_here=state.entered_here | {entry.letter})
    return told(after, event, code, symbol=entry.name, points=entry.points)


SETUP_HANDLERS: Mapping[str, Callable[[State, Event], State | Refused]] = {
    "named": named,
    "seated": seated,
    "settled": settled,
    "agreed": agreed,
    "varied": varied,
    "surprised": surprised,
    "practice": practised,
    "symbol": symbol,
    "completed": completed,
}
