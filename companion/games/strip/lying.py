"""Casinos as they lie on the table, and totals typed in by a table that did not track its tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.engine import Event, Reason, Refused, Who, refuse
from companion.games.strip.checks import (
    MOST_CHIPS,
    the_round,
    tokens_short,
    turned,
    unconfirmed,
    unknown_casino,
    unknown_set,
)
from companion.games.strip.components import TILES_A_CASINO
from companion.games.strip.state import Discard, Lay, Ranked, State, ranked, told
from companion.games.strip.tally import impossible_totals
from companion.games.strip.tiles import Tile, total


def laid(state: State, event: Event) -> State | Refused:
    """Take a casino as it lies on the table, in one event; a tile that lay elsewhere comes here."""
    casino = event.data.get("casino")
    reasons = unknown_casino(state, casino)
    if reasons:
        return Refused(reasons)
    casino = str(casino)
    tiles = {str(s): tuple(Tile.parse(t) for t in given) for s, given in event.data.get("tiles", {}).items() if given}
    reasons = _lay_faults(state, tiles)
    if reasons:
        return Refused(reasons)
    now = the_round(state)
    lay = dict(_without_tiles(state, casino, tiles))
    before = tuple(s for s, _ in now.lay[casino])
    lay[casino] = ranked(now.lay[casino], tiles)
    lay[casino] = _led_by(lay[casino], event.data.get("leader"))
    ahead = _who_was_ahead(casino, lay[casino], before, event)
    reasons = unconfirmed(event, (*tokens_short(lay), *_third_tiles(tiles), *ahead))
    if reasons:
        return Refused(reasons)
    used_tokens = now.tokens_were_used or any(t.token for given in tiles.values() for t in given)
    discards = _without_discards(state, lay)
    # Where totals were typed in, those of the other casinos stand.
    typed = now.typed and dict(now.typed) | {casino: tuple((s, total(given)) for s, given in lay[casino])}
    after = turned(state, lay=lay, discards=discards, tokens_were_used=used_tokens, begun=True, typed=typed)
    shown = tuple(Reason("set-lies", {"set": Who(s), "tiles": " + ".join(map(str, given))}) for s, given in lay[casino])
    return told(after, event, "laid" if shown else "laid-empty", casino=casino, tiles=shown)


def lies_anew(state: State, event: Event) -> set[str]:
    """Name the owners of the sets that `laid` or `totals` puts otherwise than recorded; everybody where an order is."""
    if event.kind == "totals":
        return set(state.seats)
    casino, given = str(event.data.get("casino")), event.data.get("tiles", {})
    there = state.there(casino) if casino in state.casino_names else {}
    before = {s: sorted(map(str, tiles)) for s, tiles in there.items()}
    after = {str(s): sorted(map(str, tiles)) for s, tiles in given.items() if tiles}
    moved = {state.owner(s) for s in {*before, *after} if before.get(s) != after.get(s)}
    leads = event.data.get("leader") or None
    return moved if moved and leads in (None, *list(before)[:1]) else set(state.seats)


def totals(state: State, event: Event) -> State | Refused:
    """Take each set's total at each casino, from a table that did not track its tiles.

    The event names a casino by its place in the row, "0" being the first.
    """
    if the_round(state).reveals:
        return refuse("totals-too-late")
    places = {str(i): name for i, name in enumerate(state.casino_names)}
    given: Mapping[str, Mapping[str, int]] = event.data.get("totals", {})
    leaders: Mapping[str, str] = event.data.get("leaders", {})
    reasons = _totals_faults(state, places, given)
    if not any(map(dict, given.values())):
        reasons += (Reason("totals-empty"),)
    if reasons:
        return Refused(reasons)
    rows = {name: _ranked_totals(given.get(place, {}), leaders.get(place)) for place, name in places.items()}
    asked = tuple(
        _ahead(name, tuple(s for s, n in row if n == row[0][1]), row[0][1])
        for place, name in places.items()
        if len(row := rows[name]) > 1 and row[0][1] == row[1][1] and leaders.get(place) != row[0][0]
    )
    reasons = unconfirmed(event, (*asked, *impossible_totals(state, rows)))
    if reasons:
        return Refused(reasons)
    return told(state.with_round(typed=rows, begun=True), event, "totals")


def _totals_faults(
    state: State, places: Mapping[str, str], given: Mapping[str, Mapping[str, int]]
) -> tuple[Reason, ...]:
    """List what typed totals cannot be: at no casino, of no set, below 0 or absurd."""
    reasons: tuple[Reason, ...] = ()
    for place, row in given.items():
        if place not in places:
            reasons += unknown_casino(state, place)
            continue
        for set_id, n in row.items():
            if set_id not in state.sets:
                reasons += unknown_set(state, set_id)
            elif not 0 <= n <= MOST_CHIPS:
                values = {"set": Who(set_id), "casino": places[place], "total": n, "most": MOST_CHIPS}
                reasons += (Reason("total-absurd", values),)
    return reasons


def _ahead(casino: str, level: tuple[str, ...], points: int) -> Reason:
    """Ask who stands ahead where the top is level and nobody knows (VS-A14)."""
    return Reason("who-was-ahead", {"casino": casino, "sets": tuple(map(Who, level)), "total": points})


def _ranked_totals(row: Mapping[str, int], leader: str | None) -> tuple[tuple[str, int], ...]:
    order = sorted((s for s in row if row[s]), key=lambda s: (-row[s], s != leader))
    return tuple((s, row[s]) for s in order)


def _lay_faults(state: State, tiles: Mapping[str, tuple[Tile, ...]]) -> tuple[Reason, ...]:
    have = Counter(state.settings.tiles)
    reasons: tuple[Reason, ...] = ()
    for set_id, given in tiles.items():
        if set_id not in state.sets:
            reasons += unknown_set(state, set_id)
            continue
        for face, count in Counter(t.face for t in given).items():
            if not have[face]:
                reasons += (Reason("unknown-tile", {"tile": face, "tiles": tuple(map(str, state.settings.tiles))}),)
            elif count > have[face]:
                reasons += (Reason("tile-twice", {"set": Who(set_id), "tile": face, "n": have[face]}),)
    return reasons


def _third_tiles(tiles: Mapping[str, tuple[Tile, ...]]) -> tuple[Reason, ...]:
    return tuple(
        Reason("third-tile", {"set": Who(s), "n": len(given), "most": TILES_A_CASINO}, confirm=True)
        for s, given in tiles.items()
        if len(given) > TILES_A_CASINO
    )


def _who_was_ahead(casino: str, row: Ranked, before: tuple[str, ...], event: Event) -> tuple[Reason, ...]:
    """Ask who leads where the top is level, unless the leader led before or all who are level stood there (VS-A14)."""
    level = tuple(s for s, tiles in row if total(tiles) == total(row[0][1])) if row else ()
    known = level[:1] == before[:1] or set(level) <= set(before)
    if len(level) < 2 or known or event.data.get("leader") == level[0]:
        return ()
    return (_ahead(casino, level, total(row[0][1])),)


def _led_by(row: Ranked, leader: object) -> Ranked:
    """Put the named leader first where the top is level."""
    if not row or leader not in {s for s, tiles in row if total(tiles) == total(row[0][1])}:
        return row
    return tuple(sorted(row, key=lambda entry: (-total(entry[1]), entry[0] != leader)))


def _without_tiles(state: State, casino: str, tiles: Mapping[str, tuple[Tile, ...]]) -> Lay:
    """Take tiles that are said to lie at one casino away from all others, where a set has them once too often."""
    lay = dict(the_round(state).lay)
    for set_id, given in tiles.items():
        spare = Counter(state.settings.tiles) - Counter(t.face for t in given)
        for other, there in lay.items():
            here = dict(there)
            if other == casino or set_id not in here:
                continue
            keep = []
            for tile in here[set_id]:
                if spare[tile.face]:
                    spare[tile.face] -= 1
                    keep.append(tile)
            here[set_id] = tuple(keep)
            lay[other] = ranked(lay[other], here)
    return lay


def _without_discards(state: State, lay: Lay) -> tuple[Discard, ...]:
    """Keep the discards that the tiles on the table leave possible."""
    left = {s: Counter(state.settings.tiles) for s in state.sets}
    for row in lay.values():
        for set_id, tiles in row:
            left[set_id].subtract(t.face for t in tiles)
    keep = []
    for discard in the_round(state).discards:
        if left[discard.set][discard.face] > 0:
            left[discard.set][discard.face] -= 1
            keep.append(discard)
    return tuple(keep)
