"""What the owner enters on a printed card while tables run: it completes them, and changes nothing that they know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.engine import Event, Refused, refuse
from companion.games.strip.checks import MOST_QUOTED
from companion.games.strip.components import CASINOS
from companion.games.strip.labelling import completed_side
from companion.games.strip.printed import card_faults
from companion.games.strip.setup import CASINOS_CARD, SUITS_CARD, with_set_up_card
from companion.games.strip.state import State, told
from companion.names import folded


def completed(state: State, event: Event) -> State | Refused:
    """Take the values of one card that were missing at this table; those that it knows stand (VS-A33).

    A side counts from here on. What belongs to the set-up, names included, is taken while the table is set up: later
    its tiles, jackpots and names are what was played with.
    """
    name, data = str(event.data.get("name")), event.data.get("data")
    if any(slot.name == name for slot in state.sides):
        return completed_side(state, event)
    if not isinstance(data, Mapping) or card_faults({name: data}):
        return refuse("unknown-card", name=name[:MOST_QUOTED])
    known = state.kept.get(name, {})
    fresh = {key: value for key, value in data.items() if value is not None and known.get(key) is None}
    mine = name == str(len(state.players))
    if not fresh or state.phase != "setup" or (mine and state.settings.confirmed):
        return refuse("card-stands")
    after = replace(state, kept={**state.kept, name: {**known, **fresh}})
    if name == CASINOS_CARD:
        return told(_with_casinos(after, fresh), event, "completed-casinos", names=tuple(fresh.values()))
    if name == SUITS_CARD:
        return told(after, event, "completed-suits", names=tuple(fresh.values()))
    return told(with_set_up_card(after) if mine else after, event, "completed-set-up", n=name)


def _with_casinos(state: State, fresh: Mapping[str, Any]) -> State:
    """Give the casinos that are called as before their names; one that somebody has named here keeps its own."""
    names = {CASINOS[int(place) - 1]: str(name) for place, name in fresh.items()}
    taken = {folded(name) for name in state.casino_names}
    casinos = tuple(
        replace(c, name=names[c.name]) if c.name in names and folded(names[c.name]) not in taken else c
        for c in state.casinos
    )
    return replace(state, casinos=casinos)
