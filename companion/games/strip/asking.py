"""What the open rules say to a placement: for the picked tile at each casino, and for a question nobody records.

No secret enters here, so every answer may be shown to everyone (VS-A35).
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine import Reason, Who
from companion.games.strip import placement
from companion.games.strip.characters import FREE
from companion.games.strip.components import SEVEN, TILES_A_CASINO
from companion.games.strip.limits import There
from companion.games.strip.state import State
from companion.games.strip.tiles import Tile
from companion.games.strip.view import AskView, TileView, VerdictView


def verdict(
    state: State, casino: str, set_id: str, tile: Tile, there: There, reasons: tuple[Reason, ...]
) -> VerdictView:
    """Put a verdict together: the reasons against the tile, what it would make, and what is left to the people.

    `there` stands from the leader down, so that at a level top the right one is named.
    """
    notes: tuple[Reason, ...] = ()
    if tile.number == SEVEN and set_id not in state.blockers:
        notes += (Reason("seven-reminder"),)
    left = by_eye(state, casino)
    notes += (left,) if left else ()
    reached = placement.total_after(there, set_id, tile)
    outlook = placement.outlook(there, set_id, tile, limits=state.limits.get(casino, FREE))
    return VerdictView(not reasons, reasons, reached, outlook, notes)


def by_eye(state: State, casino: str) -> Reason | None:
    """Say what the people have to look up on the card at a casino, None where its limits say all (E-107)."""
    label, slot = state.casino(casino), state.character_at(casino)
    if label is None or not label.character:
        return None
    if slot is None or slot.side is None:
        return Reason("read-the-card", {"character": label.character})
    return Reason("card-says", {"character": label.character, "reminder": slot.reminder}) if slot.reminder else None


def asked(state: State, at: Mapping[str, str]) -> AskView | None:
    """Judge one placement that nobody records; the position is the tracked one unless other tiles are given."""
    if at.get("sheet") != "ask":
        return None
    casino = at.get("casino", "")
    if casino not in state.casino_names:
        casino = state.casino_names[0]
    set_id = at.get("set", "")
    if set_id not in state.sets:
        set_id = state.on_turn or state.sets[0]
    there = _position(state, casino, at)
    tile, token = whole(at.get("tile")), at.get("token") == "1"
    answer = None
    if tile:
        # As far as the tiles are tracked, no hint names one that was played.
        hand = tuple(map(Tile, state.hand(set_id) or state.settings.tiles))
        limits = state.limits.get(casino, FREE)
        reasons = placement.open_faults(there, set_id, Tile(tile, token), hand=hand, limits=limits)
        answer = verdict(state, casino, set_id, Tile(tile, token), there, reasons)
    shown = {s: tuple(map(tile_view, there[s])) for s in state.sets if there.get(s)}
    lies = _written(state.there(casino))
    old = at.get("was", lies) != lies and _written(there) != lies
    return AskView(casino, set_id, tile, token, shown, lies, old, answer, _odd(state, there, set_id, tile))


def question(asked: AskView | None, at: Mapping[str, str]) -> Mapping[str, str]:
    """Say what an address must hold so that a question stays one about this position, whatever is tracked (E-116)."""
    if asked is None or asked.verdict is None:
        return {}
    tiles = {f"tiles_{s}": " ".join(_text(tile) for tile in there) for s, there in asked.tiles.items() if there}
    return {"casino": asked.casino, "set": asked.set, "tiles_": "-", **tiles, "was": at.get("was", asked.lies)}


def _text(tile: TileView) -> str:
    return str(Tile(tile.face, tile.token))


def _written(there: Mapping[str, tuple[Tile, ...]]) -> str:
    """Write a position down, the same however its sets and tiles are ordered."""
    sets = sorted((s, " ".join(sorted(map(str, tiles)))) for s, tiles in there.items() if tiles)
    return "; ".join(f"{s}: {tiles}" for s, tiles in sets) or "-"


def whole(text: str | None) -> int | None:
    """Read a small whole number out of an address, None where there is none."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 4 else None


def tile_view(tile: Tile) -> TileView:
    """Show one tile."""
    return TileView(tile.face, tile.token, tile.number)


def _position(state: State, casino: str, at: Mapping[str, str]) -> dict[str, tuple[Tile, ...]]:
    tracked = state.there(casino)
    typed = any(key.startswith("tiles_") for key in at)
    if not typed:
        return tracked
    return {s: _tiles_in(at.get(f"tiles_{s}", "")) for s in state.sets}


def _tiles_in(text: str) -> tuple[Tile, ...]:
    """Read tiles from an address; words that are none are passed over, since a form of ours wrote them."""
    tiles = []
    for word in text.replace(",", " ").split():
        try:
            tiles.append(Tile.parse(word))
        except ValueError:
            continue
    return tuple(tiles)


def _odd(state: State, there: Mapping[str, tuple[Tile, ...]], set_id: str, tile: int | None) -> tuple[Reason, ...]:
    """Name what a table cannot hold in an asked position, beside the verdict and never instead of it (E-111)."""
    odd: tuple[Reason, ...] = ()
    playing = tuple(map(str, state.settings.tiles))
    for s, tiles in there.items():
        faces = [t.face for t in tiles] + ([tile] if s == set_id and tile else [])
        if len(tiles) > TILES_A_CASINO:
            odd += (Reason("third-tile", {"set": Who(s), "n": len(tiles), "most": TILES_A_CASINO}),)
        for face in sorted(set(faces)):
            have = state.settings.tiles.count(face)
            if not have:
                odd += (Reason("unknown-tile", {"tile": face, "tiles": playing}),)
            elif faces.count(face) > have:
                odd += (Reason("tile-twice", {"set": Who(s), "tile": face, "n": have}),)
    return odd
