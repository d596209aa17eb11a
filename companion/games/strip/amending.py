"""What can be put right in a recorded line of Vegas Strip, and what everyone can count before and after (E-90)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.engine import Amount, Entry, Event, Reason, Who
from companion.games.strip.state import State
from companion.games.strip.tiles import total
from companion.language import N_, Term

#: what moves tiles, chips and jackpots; deals, choices, looks, reveals and the end of turns and rounds stand
MENDED = frozenset(
    {"placed", "discarded", "token", "laid", "totals", "jackpot", "effect", "chips", "penalty", "ruled", "corrected"}
)


def entries(state: State, event: Event) -> tuple[Entry, ...]:
    """Name the values of a line that can be put right; a casino as it lies is laid anew instead."""
    tiles = [(str(tile), str(tile)) for tile in state.settings.tiles]
    casinos = [(name, name) for name in state.casino_names]
    named: dict[str, list[tuple[str, str]]] = {
        "set": _people(state, state.sets),
        "seat": _people(state, state.seats),
        "tile": tiles,
        "casino": casinos,
        "on": [("1", Term(N_("yes"))), ("0", Term(N_("no")))],
        "acts": [("1", Term(N_("yes"))), ("0", Term(N_("not this time")))],
        "n": [],
    }
    asked = {
        "placed": ("set", "tile", "casino"),
        "discarded": ("set", "tile"),
        "jackpot": ("casino", "n"),
        "effect": ("acts",),
        "chips": ("seat", "n"),
        "penalty": ("on",),
        "corrected": ("seat", "n"),
    }.get(event.kind, ())
    return tuple(
        Entry(name, Reason(f"entry-{name}"), _typed(event.data.get(name)), tuple(named[name])) for name in asked
    )


def _people(state: State, ids: Iterable[str]) -> list[tuple[str, str]]:
    return [(id, state.names[id]) for id in ids]


def _typed(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def amounts(state: State) -> Iterator[Amount]:
    """Count what each owns as far as everyone may know it, each jackpot, and this round's totals at the casinos."""
    if state.chips_open:
        yield from (Amount("chips-more", "chips-less", Who(seat), state.chips(seat)) for seat in state.seats)
    yield from (Amount("jackpot-more", "jackpot-less", casino, n) for casino, n in state.jackpots.items())
    for casino, ranked in (state.round.lay if state.round else {}).items():
        yield from (Amount("total-more", "total-less", Who(set_id), total(tiles), casino) for set_id, tiles in ranked)
