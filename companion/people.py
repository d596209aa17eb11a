"""The people at a table: seats that keep their id whatever happens to a name or a place in the row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.engine import Reason
from companion.names import cleaned

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Player:
    """One person's seat; `suit` is '' in a game that has none."""

    id: str
    name: str
    suit: str = ""


def read(data: Sequence[Mapping[str, Any]]) -> tuple[Player, ...]:
    """Read people as a `setup` event holds them."""
    return tuple(Player(person["id"], person["name"], person.get("suit", "")) for person in data)


def written(players: Sequence[Player]) -> list[dict[str, str]]:
    """Write people as a `setup` event holds them."""
    return [{"id": player.id, "name": player.name, "suit": player.suit} for player in players]


def renamed(players: Sequence[Player], seat: object, text: object) -> tuple[Player, ...] | Reason:
    """Give a seat another name, or tell why not (E-43)."""
    if seat not in {player.id for player in players}:
        return Reason("unknown-seat", {"seat": str(seat)})
    name = cleaned(str(text))
    if isinstance(name, Reason):
        return name
    return tuple(replace(player, name=name) if player.id == seat else player for player in players)


def moved(items: Sequence[T], at: int, by: int) -> tuple[T, ...]:
    """Move one item by a place, around the end: people sit in a circle, and a row may as well be one."""
    rest = [*items[:at], *items[at + 1 :]]
    rest.insert((at + by) % len(items), items[at])
    return tuple(rest)
