"""What the owner enters on a printed card while tables run: it completes them, and changes nothing that they know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.engine import Event, Refused, refuse
from companion.games.slots.card import KEPT_ANY, Card, Entry, card_of, term
from companion.games.slots.printed import MONTH, card_faults, letter_in
from companion.games.slots.state import State, told
from companion.games.slots.symbols import NAMES
from companion.names import folded


def completed(state: State, event: Event) -> State | Refused:
    """Take the values of one card that were missing at this table; those that it knows stand (SM-A1)."""
    name, given = str(event.data.get("name")), event.data.get("data")
    if not isinstance(given, Mapping) or card_faults({name: given}):
        return refuse("completed-unread", name=name[:40])
    letter = letter_in(name)
    if letter:
        return _symbol(state, event, letter, given)
    if name not in (KEPT_ANY, MONTH):
        return refuse("completed-known")
    return _completed(state, event, name, _missing(state.kept.get(name, {}), given))


def _symbol(state: State, event: Event, letter: str, given: Mapping[str, Any]) -> State | Refused:
    # A table that plays with made-up points comes back to the owner's own card.
    card = card_of(state.kept) if state.practice else state.card
    entry = next((entry for entry in card if entry.letter == letter), None)
    called = term(given.get("name") or NAMES[letter])
    namesake = next((other for other in card if folded(other.name) == folded(called)), None)
    if namesake is not entry:
        return refuse("completed-known")
    known = {} if entry is None else {"name": entry.name, "points": entry.points, "count": entry.count}
    fresh = _missing(known, {"name": called, "points": given.get("points"), "count": given.get("count")})
    if entry is None and given.get("picture"):
        fresh["picture"] = given["picture"]
    done = _completed(state, event, event.data["name"], fresh, symbol=called)
    if isinstance(done, Refused) or state.practice:
        return done
    return replace(done, card=_with(card, entry or Entry(letter, called, source="entered"), fresh))


def _with(card: Card, entry: Entry, fresh: Mapping[str, Any]) -> Card:
    values = {key: value for key, value in fresh.items() if key in ("name", "points", "count")}
    source = "entered" if "points" in fresh else entry.source
    filled = replace(entry, **values, source=source, drawn=fresh.get("picture", entry.drawn))
    return tuple(filled if old is entry else old for old in card) if entry in card else (*card, filled)


def _missing(known: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in given.items() if value is not None and known.get(key) is None}


def _completed(state: State, event: Event, name: str, fresh: Mapping[str, Any], **said: Any) -> State | Refused:
    if not fresh:
        return refuse("completed-known")
    # The name stands beside the values of a symbol: without it nobody would know what they are of.
    name_too = {"name": said["symbol"]} if said else {}
    kept = {**state.kept, name: {**state.kept.get(name, {}), **name_too, **fresh}}
    code = next(key for key in ("points", "effect", "count", "name") if key in fresh)
    values = {"n": fresh.get(code), "effect": fresh.get("effect"), "symbol": NAMES["*"], **said}
    return told(replace(state, kept=kept), event, f"completed-{code}", **values)
