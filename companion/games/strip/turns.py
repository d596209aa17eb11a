"""Player turns: tiles placed and discarded, +3 tokens, and what the character cards say (VS-R20 to R27)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from companion.engine import Event, Reason, Refused, Who, refuse
from companion.games.strip import placement
from companion.games.strip.characters import FREE
from companion.games.strip.checks import (
    not_in_hand,
    noted,
    the_round,
    tokens_short,
    turned,
    unconfirmed,
    unknown_casino,
    unknown_set,
)
from companion.games.strip.components import SEVEN
from companion.games.strip.limits import There
from companion.games.strip.placement import Half
from companion.games.strip.state import Discard, Lay, State, ranked, told
from companion.games.strip.tiles import Tile, total
from companion.language import N_, Term


def placed(state: State, event: Event) -> State | Refused:
    """Place one tile under a casino, with whatever +3 tokens move in the same breath (VS-R20 to R26, C08)."""
    set_id, casino, tile = event.data.get("set"), event.data.get("casino"), event.data.get("tile")
    reasons = (*unknown_set(state, set_id), *unknown_casino(state, casino)) or not_in_hand(state, str(set_id), tile)
    if reasons:
        return Refused(reasons)
    set_id, casino = str(set_id), str(casino)
    laid_tile = Tile(int(tile or 0), bool(event.data.get("token")))
    lay = _with_tile(the_round(state).lay, casino, set_id, laid_tile)
    lay_or_reasons = _with_moves(lay, event.data.get("moves", ()))
    if isinstance(lay_or_reasons, Refused):
        return lay_or_reasons
    lay = lay_or_reasons
    reasons = (
        *placement_faults(state, set_id, laid_tile, casino, lay),
        *tokens_short(lay),
        *out_of_turn(state, set_id),
    )
    reasons = unconfirmed(event, reasons)
    if reasons:
        return Refused(reasons)
    return _after_placing(state, event, set_id, laid_tile, casino, lay)


def _after_placing(state: State, event: Event, set_id: str, tile: Tile, casino: str, lay: Lay) -> State:
    now = the_round(state)
    sevens = now.sevens
    if tile.number == SEVEN and set_id not in state.blockers:
        sevens = (*sevens, (set_id, tile.face, casino))
    tokens = now.tokens_were_used or tile.token or bool(event.data.get("moves"))
    after = turned(state, lay=lay, sevens=sevens, tokens_were_used=tokens, begun=True)
    after = told(after, event, "placed", set=Who(set_id), tile=str(tile), casino=casino)
    return _told_of_level(state, after, event, event.data.get("moves", ()) and lay.keys())


def placement_faults(state: State, set_id: str, tile: Tile, casino: str, lay: Lay | None = None) -> tuple[Reason, ...]:
    """List what the open rules, and the cards as ruled this turn, have against a tile at a casino (VS-R22, R25, R27).

    `lay` is the position after tile and tokens, where tokens move with it; totals there decide a tie (VS-A15).
    """
    now = the_round(state)
    ruling = next((r for r in reversed(now.rulings) if r[:3] == (set_id, tile.face, casino)), None)
    if ruling is not None:
        return () if ruling[3] else (Reason("card-forbids", {"casino": casino, "tile": str(tile)}),)
    final = {s: total(tiles) for s, tiles in lay[casino]} if lay is not None else None
    hand = tuple(map(Tile, state.hand(set_id)))
    limits = state.limits.get(casino, FREE)
    return placement.open_faults(state.there(casino), set_id, tile, final=final, hand=hand, limits=limits)


def discarded(state: State, event: Event) -> State | Refused:
    """Discard a tile where nothing in the hand need fit anywhere (VS-C10, A19, A20)."""
    set_id, tile = event.data.get("set"), event.data.get("tile")
    reasons = unknown_set(state, set_id) or not_in_hand(state, str(set_id), tile)
    if reasons:
        return Refused(reasons)
    set_id = str(set_id)
    reasons = unconfirmed(event, (*discard_faults(state, set_id), *out_of_turn(state, set_id)))
    if reasons:
        return Refused(reasons)
    now = the_round(state)
    entry = Discard(set_id, int(tile or 0), due_if_rigged(state, set_id))
    after = turned(state, discards=(*now.discards, entry), begun=True)
    return told(after, event, "discarded", set=Who(set_id), tile=str(tile))


def discard_faults(state: State, set_id: str) -> tuple[Reason, ...]:
    """Tell why a discard is not taken, naming a placement that works; never by what anybody rigged (VS-A19)."""
    if due_if_rigged(state, set_id):
        return ()
    began, halves = _turn_began(state, set_id)
    rulings = the_round(state).rulings
    way = placement.way_to_place_all(began, halves, blockers=state.blockers, rulings=rulings, limits=state.limits)
    if way is None:
        return (Reason("discard-first-place", {"set": Who(set_id)}),)
    steps = [(Who(s), Term(N_("{tile} at {casino}"), tile=tile, casino=casino)) for s, tile, casino in way]
    if len(steps) == 1:
        return (Reason("discard-not-due", {"set": Who(set_id), "step": steps[0][1]}),)
    (one, first), (other, then) = steps
    return (Reason("discard-other-order", {"set": one, "first": first, "other": other, "then": then}),)


def due_if_rigged(state: State, set_id: str) -> frozenset[str]:
    """Name the casinos of which any one, were it the own rigged one, makes a discard of this set due (VS-A19, A20)."""
    began, halves = _turn_began(state, set_id)
    now = the_round(state)
    return placement.discard_due(
        began,
        halves,
        set_id,
        now=_position(now.lay) if len(halves) > 1 else None,
        blockers=state.blockers,
        rulings=now.rulings,
        limits=state.limits,
    )


def _turn_began(state: State, set_id: str) -> tuple[dict[str, There], tuple[Half, ...]]:
    """Give the position and the halves with which the turn of a set began: they decide a discard (VS-A20)."""
    now = the_round(state)
    began = replace(state, round=replace(now, lay=now.turn_lay, discards=now.turn_discards))
    for at in (began, state):
        if any(half.set == set_id for half in at.halves):
            return _position(the_round(at).lay), at.halves
    return _position(now.lay), (Half(set_id, state.hand(set_id)),)


def _position(lay: Lay) -> dict[str, There]:
    return {casino: dict(sets) for casino, sets in lay.items()}


def ruled(state: State, event: Event) -> State | Refused:
    """Note what a character card says to one placement in this turn (VS-R27, A33)."""
    set_id, casino, tile = event.data.get("set"), event.data.get("casino"), event.data.get("tile")
    reasons = (*unknown_set(state, set_id), *unknown_casino(state, casino)) or not_in_hand(state, str(set_id), tile)
    if reasons:
        return Refused(reasons)
    allows = bool(event.data.get("allows"))
    entry = (str(set_id), int(tile or 0), str(casino), allows)
    after = state.with_round(rulings=(*the_round(state).rulings, entry))
    code = "card-allows-line" if allows else "card-forbids-line"
    return told(after, event, code, set=Who(str(set_id)), tile=str(tile), casino=str(casino), note=noted(event))


def token(state: State, event: Event) -> State | Refused:
    """Put a +3 token on a tile or take it off, apart from a placement (VS-C08, A14)."""
    move = tuple(event.data.get(key) for key in ("casino", "set", "tile", "on"))
    lay = _with_moves(the_round(state).lay, (move,))
    if isinstance(lay, Refused):
        return lay
    reasons = tokens_short(lay)
    if reasons:
        return Refused(reasons)
    casino, set_id, face, on = move
    # A discard is judged by how the turn began, and there the token lies as well, unless the tile came in this turn.
    began = _with_moves(the_round(state).turn_lay, (move,))
    turn_lay = the_round(state).turn_lay if isinstance(began, Refused) else began
    after = state.with_round(lay=lay, turn_lay=turn_lay, tokens_were_used=True, begun=True)
    code = "token-on" if on else "token-off"
    after = told(after, event, code, set=Who(str(set_id)), tile=str(face), casino=str(casino))
    return _told_of_level(state, after, event, lay.keys())


def ended(state: State, event: Event) -> State | Refused:
    """End the turns of the round although tiles are left in hands."""
    held = [(s, len(state.hand(s))) for s in state.sets if state.hand(s)]
    left = tuple(Reason("set-holds", {"set": Who(s), "n": n}) for s, n in held)
    count = sum(n for _, n in held)
    reasons = unconfirmed(event, [Reason("tiles-left", {"left": left, "n": count}, confirm=True)])
    if reasons:
        return Refused(reasons)
    return told(state.with_round(ended=True, begun=True), event, "ended", n=count)


def out_of_turn(state: State, set_id: str) -> tuple[Reason, ...]:
    """Ask once before a tile out of turn; the table knows better than the app whose turn it is."""
    due = tuple(half.set for half in state.halves)
    if set_id in due:
        return ()
    # The first turn of a round is one blocker alone (VS-R43).
    opens = state.on_turn is not None and state.owner(set_id) == state.on_turn and set(due) <= set(state.blockers)
    code = (
        "opening-blocker" if opens and not any(state.there(casino) for casino in state.casino_names) else "out-of-turn"
    )
    return (Reason(code, {"set": Who(set_id), "due": tuple(map(Who, due))}, confirm=True),)


def _with_tile(lay: Lay, casino: str, set_id: str, tile: Tile) -> Lay:
    tiles = dict(lay[casino])
    tiles[set_id] = (*tiles.get(set_id, ()), tile)
    return dict(lay) | {casino: ranked(lay[casino], tiles)}


def _with_moves(lay: Lay, moves: Iterable[Sequence[Any]]) -> Lay | Refused:
    """Move +3 tokens: each move is casino, set, tile and whether the token goes on."""
    for casino, set_id, face, on in moves:
        casino, set_id = str(casino), str(set_id)
        here = dict(lay.get(casino, ()))
        tiles = here.get(set_id, ())
        want = Tile(face, not on)
        if want not in tiles:
            there = "token-there" if on else "token-not-there"
            code = there if Tile(face, bool(on)) in tiles else "token-no-tile"
            return refuse(code, set=Who(set_id), tile=str(face), casino=casino)
        at = tiles.index(want)
        here[set_id] = (*tiles[:at], Tile(face, bool(on)), *tiles[at + 1 :])
        lay = dict(lay) | {casino: ranked(lay[casino], here)}
    return lay


def _told_of_level(before: State, after: State, event: Event, casinos: Iterable[str]) -> State:
    """Announce a tie at the top that a token made: the earlier leader stays ahead (VS-A14)."""
    for casino in casinos:
        standing = after.standing_at(casino)
        if standing != before.standing_at(casino) and len(standing) > 1 and standing[0][1] == standing[1][1]:
            level = tuple(Who(s) for s, n in standing if n == standing[0][1])
            after = told(after, event, "level-at-top", casino=casino, sets=level, total=standing[0][1], leader=level[0])
    return after
