"""What can be put right in a recorded line of the slot machine, and the points that everyone can count (E-90, E-91)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Amount, Entry, Event, Reason, Who
from companion.games.slots.state import State

#: what moves prizes, hands, cards and turns; the set-up, a surprise and the end of a round stand
MENDED = frozenset(
    {"prize", "sets", "hand", "played", "claimed", "shown", "gridded", "turned", "spun", "cumbered", "emptied"}
)


def entries(state: State, event: Event) -> tuple[Entry, ...]:
    """Name the values of a line that can be put right; a card that lies wrong is struck, or the grid laid anew."""
    named = {
        "seat": tuple((seat, state.names[seat]) for seat in state.seats),
        "symbol": tuple((entry.letter, entry.name) for entry in state.symbols),
        "sets": (),
    }
    asked = {"prize": ("seat", "symbol"), "sets": ("seat", "symbol", "sets")}.get(event.kind, ())
    return tuple(Entry(name, Reason(f"entry-{name}"), str(event.data.get(name)), named[name]) for name in asked)


def amounts(state: State) -> Iterator[Amount]:
    """Count the points of each seat over all rounds, as far as they are known."""
    yield from (Amount("points-more", "points-less", Who(seat), state.total(seat)) for seat in state.seats)
