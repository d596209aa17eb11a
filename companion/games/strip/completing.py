"""What the owner enters on a printed card while tables run: it completes them, and changes nothing that they know.

A side of a character counts from then on at any time. Names and set-up cards do as long as the table is set up: later,
people, deals and jackpots go by what was there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.engine import Event, Reason, Refused, refuse
from companion.games.strip.characters import ENTERED, Slot, read, read_slots, written, written_slots
from companion.games.strip.components import CASINOS
from companion.games.strip.printed import card_faults
from companion.games.strip.setup import CASINOS_CARD, SUITS_CARD, capital, card_for, set_up
from companion.games.strip.state import State, told
from companion.names import folded
from companion.people import Player


def completed(state: State, event: Event) -> State | Refused:
    """Take the values of one card that were missing at this table (VS-A3, A5, A33)."""
    name, given = str(event.data.get("name")), event.data.get("data")
    slot = next((slot for slot in state.sides if slot.name == name), None)
    if slot is not None:
        return _side(state, event, slot, given)
    faults = card_faults({name: given if isinstance(given, Mapping) else {}})
    if faults:
        return Refused(tuple(fault.reason for fault in faults))
    held = state.kept.get(name, {})
    fresh = {key: value for key, value in dict(given or {}).items() if key not in held}
    if not fresh or state.phase != "setup" or (name == _own_card(state) and state.settings.confirmed):
        return refuse("card-stands", card=_title(name))
    after = replace(state, kept={**state.kept, name: {**held, **fresh}})
    return told(_with_card(after, state, name, fresh), event, "completed-card", card=_title(name))


def _side(state: State, event: Event, slot: Slot, given: object) -> State | Refused:
    """Take in what was not entered of a side; what a book or a review tells is no entry, and gives way as a whole."""
    side = read(given)
    if isinstance(side, Refused):
        return side
    held = written(slot.side) if slot.side and slot.source == ENTERED else {}
    fresh = {key: value for key, value in written(side).items() if key not in held}
    if slot.source == ENTERED and not fresh:
        return refuse("side-known", character=slot.character, side=slot.letter)
    plain = {**held, **fresh}
    sides = read_slots(written_slots(state.sides) | {slot.name: plain})
    after = replace(state, sides=sides, kept={**state.kept, slot.name: plain})
    return told(after, event, "completed", character=plain.get("name") or slot.character, side=slot.letter)


def _own_card(state: State) -> str:
    return str(len(state.players))


def _title(name: str) -> Reason:
    if name in (CASINOS_CARD, SUITS_CARD):
        return Reason("card-casinos" if name == CASINOS_CARD else "card-suits")
    return Reason("card-set-up", {"n": int(name)})


def _with_card(state: State, before: State, name: str, fresh: Mapping[str, Any]) -> State:
    """Let a table that is being set up go by a card: where it stood as it was filled in, and nowhere else."""
    if name == CASINOS_CARD:
        named = {CASINOS[int(place) - 1]: str(called) for place, called in fresh.items()}
        taken = set(map(folded, state.casino_names))
        free = {old: called for old, called in named.items() if folded(called) not in taken}
        return replace(state, casinos=tuple(replace(c, name=free.get(c.name, c.name)) for c in state.casinos))
    if name == SUITS_CARD:

        def called(player: Player) -> Player:
            plain = player.name == capital(player.suit, before.kept)
            return replace(player, name=capital(player.suit, state.kept)) if plain else player

        return replace(state, players=tuple(map(called, state.players)))
    if name == _own_card(state):
        return replace(state, settings=replace(state.settings, **set_up(card_for(int(name), state.kept))))
    return state
