"""Where a tile may be placed, and when one may be discarded instead.

Open rules (two tiles a set, no tie with the leader, the limits of a character) are known to everyone; the rule about
the 7 at one's own rigged casino is known to one team alone and stands apart, so that an open answer never depends on it
(VS-A35).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.engine import Reason, Who
from companion.games.strip import limits as character
from companion.games.strip.characters import FREE, Limits
from companion.games.strip.components import SEVEN, TILES, TILES_A_CASINO
from companion.games.strip.limits import NO_TILE, Placing, There
from companion.games.strip.tiles import Tile, total

Final = Mapping[str, int]
"""Totals at one casino after tokens have moved, where they differ; the placing set's includes the tile (VS-A15)."""

Ruling = tuple[str, int, str, bool]
"""What a character card says: set, face, casino, and whether the card allows it. Of several the last one counts."""

Step = tuple[str, int, str]
"""One placement on the way: set, face, casino."""

Limited = Mapping[str, Limits]
"""The limits of the character at each casino; a casino without limits need not be there."""

NOWHERE: Limited = {}


@dataclass(frozen=True, slots=True)
class Half:
    """A set that has a tile to place in the turn that runs, and the faces in its hand."""

    set: str
    hand: tuple[int, ...]


def totals(there: There) -> dict[str, int]:
    """Add up each set that has tiles at a casino (VS-R21)."""
    return {set_id: total(tiles) for set_id, tiles in there.items() if tiles}


def total_after(there: There, set_id: str, tile: Tile, *, final: Final | None = None) -> int:
    """Add up a set as if the tile lay there too, legal or not."""
    if final and set_id in final:
        return final[set_id]
    return total(there.get(set_id, ())) + tile.number


def leads(there: There, set_id: str, tile: Tile, *, final: Final | None = None, leader: str | None = None) -> bool:
    """Tell whether a set would stand above all others with the tile; level at the top it leads if named as `leader`."""
    others = _others(there, set_id, final)
    reached, best = total_after(there, set_id, tile, final=final), max(others.values(), default=None)
    return best is None or reached > best or (reached == best and leader == set_id)


def open_faults(
    there: There,
    set_id: str,
    tile: Tile,
    *,
    final: Final | None = None,
    leader: str | None = None,
    hand: Iterable[Tile] | None = None,
    limits: Limits = FREE,
) -> tuple[Reason, ...]:
    """List what everyone may know to be wrong with a tile at a casino (VS-R22, R25 to R27, A11 to A15).

    `leader` says who stands ahead at a level top; it never decides legality, only whom the sentence names. A sentence
    about a number looks for the nearest tiles that work in `hand`, else among the tiles 1 to 7 not yet here.
    """
    own = there.get(set_id, ())
    choice = _not_yet_here(own) if hand is None else tuple(hand)
    placing = _placing(there, set_id, tile, final)
    faults = []
    if len(own) >= TILES_A_CASINO:
        values = {"set": Who(set_id), "tiles": tuple(map(str, own)), "most": TILES_A_CASINO, "tile": str(tile)}
        faults.append(Reason("two-tiles", values))
    if character.ties_leader(limits, placing):
        faults.append(_tie(placing, _ahead(placing.others, leader), choice, limits))
    return (*faults, *character.faults(limits, placing, choice))


def private_faults(tile: Tile, rigged: bool, blocker: bool) -> tuple[Reason, ...]:
    """List what only the placing team may know to be wrong (VS-R23, R42): no 7 where it rigged.

    The number counts that the tile has when placed, its token included (VS-A16). `rigged`: the set's own team rigged
    this casino. Blockers are free of the rule.
    """
    if not rigged or blocker or tile.number != SEVEN:
        return ()
    return (Reason("seven-at-rigged", {"tile": str(tile), "seven": SEVEN}),)


def outlook(
    there: There,
    set_id: str,
    tile: Tile,
    *,
    final: Final | None = None,
    leader: str | None = None,
    limits: Limits = FREE,
) -> Reason:
    """Tell in a few words what would come of a tile at a casino, legal or not.

    Level with others a newcomer stands below them (VS-A14), with a leader too where a character allows it.
    """
    others = _others(there, set_id, final)
    reached = total_after(there, set_id, tile, final=final)
    if not others:
        own = bool(there.get(set_id))
        return Reason("stays-first" if own else "would-lead-empty", {"total": reached, "tile": str(tile)})
    who, lead = _ahead(others, leader)
    if not leads(there, set_id, tile, final=final, leader=leader):
        place = 1 + sum(points >= reached for points in others.values())
        level = reached == lead and character.allows_level(limits)
        values = {"place": place, "total": reached, "leader": Who(who), "lead": lead}
        return Reason("would-be-level" if level else "would-be", values)
    code = "stays-first" if _led(there, set_id, leader) else "would-lead"
    return Reason(code, {"total": reached, "tile": str(tile), "leader": Who(who), "lead": lead})


def placements(
    casinos: Mapping[str, There],
    set_id: str,
    hand: Sequence[Tile],
    *,
    rigged: str | None = None,
    blockers: Collection[str] = (),
    limits: Limited = NOWHERE,
) -> tuple[tuple[Tile, str], ...]:
    """List every legal placement, the private rule included, in the order of the hand, then of the casinos.

    Equal tiles stand there once. `rigged` is the casino that the set's own team rigged.
    """
    return tuple(
        (tile, casino)
        for tile in dict.fromkeys(hand)
        for casino, there in casinos.items()
        if _openly_legal(there, set_id, tile, limits.get(casino, FREE))
        and not private_faults(tile, casino == rigged, set_id in blockers)
    )


def must_discard(
    casinos: Mapping[str, There],
    set_id: str,
    hand: Sequence[Tile],
    *,
    rigged: str | None = None,
    blockers: Collection[str] = (),
    limits: Limited = NOWHERE,
) -> bool:
    """Tell whether a hand holds tiles of which none fits anywhere, the private rule included (VS-C10)."""
    return bool(hand) and not placements(casinos, set_id, hand, rigged=rigged, blockers=blockers, limits=limits)


def due_if_rigged(
    casinos: Mapping[str, There],
    halves: Sequence[Half],
    *,
    blockers: Collection[str] = (),
    rulings: Collection[Ruling] = (),
    limits: Limited = NOWHERE,
) -> frozenset[str]:
    """Name the casinos of which any one, were it the own rigged one, leaves no way to place a tile of every half.

    Empty where a discard is due by no assignment, every casino where it is due by the open rules alone (VS-A19, A20).
    """
    bound = _Bound({ruling[:3]: ruling[3] for ruling in rulings}, limits, frozenset(blockers))
    return frozenset(rigged for rigged in casinos if next(_ways(casinos, halves, bound, rigged), None) is None)


def discard_due(
    casinos: Mapping[str, There],
    halves: Sequence[Half],
    set_id: str,
    *,
    now: Mapping[str, There] | None = None,
    blockers: Collection[str] = (),
    rulings: Collection[Ruling] = (),
    limits: Limited = NOWHERE,
) -> frozenset[str]:
    """Name the casinos of which any one, were it the own rigged one, makes a discard of one set due (VS-A19, A20).

    The table takes a discard while this is not empty. It holds a casino when no order and no choice of tiles places
    every half in the position `casinos` in which the turn began. With `now`, the position in which the discard is made,
    the set's own half must have no place there either: of two halves the one that still fits is placed, not discarded.
    """
    due = due_if_rigged(casinos, halves, blockers=blockers, rulings=rulings, limits=limits)
    if now is None:
        return due
    own = [half for half in halves if half.set == set_id]
    return due & due_if_rigged(now, own, blockers=blockers, rulings=rulings, limits=limits)


def way_to_place_all(
    casinos: Mapping[str, There],
    halves: Sequence[Half],
    *,
    blockers: Collection[str] = (),
    rulings: Collection[Ruling] = (),
    limits: Limited = NOWHERE,
) -> tuple[Step, ...] | None:
    """Find an order of openly legal placements, one tile of each half, or None (VS-A20).

    A way that works wherever the own rigged casino is, with no 7 but a blocker's, is preferred.
    """
    bound = _Bound({ruling[:3]: ruling[3] for ruling in rulings}, limits, frozenset(blockers))
    tame = tuple(half if half.set in bound.free else Half(half.set, _without_seven(half.hand)) for half in halves)
    return next(_ways(casinos, tame, bound), None) or next(_ways(casinos, halves, bound), None)


@dataclass(frozen=True, slots=True)
class _Bound:
    """What binds every step of a search: what the cards were ruled to say, their limits, and who may place any 7."""

    cards: Mapping[Step, bool]
    limits: Limited
    free: frozenset[str]


def _placing(there: There, set_id: str, tile: Tile, final: Final | None = None) -> Placing:
    reached = total_after(there, set_id, tile, final=final)
    return Placing(there, set_id, tile, reached, _others(there, set_id, final))


def _others(there: There, set_id: str, final: Final | None) -> dict[str, int]:
    moved = final or {}
    return {other: moved.get(other, points) for other, points in totals(there).items() if other != set_id}


def _ahead(others: Mapping[str, int], leader: str | None) -> tuple[str, int]:
    """Name who leads the others, and with what: at a level top the one named, else the first."""
    lead = max(others.values())
    who = leader if leader is not None and others.get(leader) == lead else max(others, key=others.__getitem__)
    return who, lead


def _led(there: There, set_id: str, leader: str | None) -> bool:
    """Tell whether a set led before its tile."""
    before = totals(there)
    rest = max((points for other, points in before.items() if other != set_id), default=0)
    return before.get(set_id, 0) > rest or (set_id == leader and before.get(set_id) == rest)


def _tie(placing: Placing, ahead: tuple[str, int], choice: Iterable[Tile], limits: Limits) -> Reason:
    leader, lead = ahead
    own, tile, reached = placing.own, placing.tile, placing.reached
    # Tokens that move along are taken to move whichever tile is placed.
    base = reached - tile.number
    others = [o for o in choice if o.number != tile.number and character.fits(limits, placing.with_tile(o))]
    above = min((other for other in others if base + other.number > lead), default=None, key=_number)
    below = max((other for other in others if base + other.number < lead), default=None, key=_number)
    values = {
        "n": len(own) + 1 + (base != total(own)),
        "leader": Who(leader),
        "lead": lead,
        "had": total(own),
        "tile": str(tile),
        "sum": _sum(own, tile, base),
        "total": reached,
        "higher": NO_TILE if above is None else str(above),
        "lower": NO_TILE if below is None else str(below),
    }
    return Reason("ties-leader", values)


def _not_yet_here(own: Sequence[Tile]) -> list[Tile]:
    here = [tile.face for tile in own]
    return [Tile(face) for face in TILES if face not in here]


def _number(tile: Tile) -> int:
    return tile.number


def _sum(own: Sequence[Tile], tile: Tile, base: int) -> str:
    """Write out how a total comes about: "4 + 5", and "4 + 5 + 3" where tokens move."""
    moved = base - total(own)
    shown = " + ".join([str(laid.number) for laid in own] + [str(tile.number)])
    return f"{shown} {'+' if moved > 0 else '-'} {abs(moved)}" if moved else shown


def _openly_legal(there: There, set_id: str, tile: Tile, limits: Limits) -> bool:
    own = there.get(set_id, ())
    if len(own) >= TILES_A_CASINO:
        return False
    placing = _placing(there, set_id, tile)
    return not character.ties_leader(limits, placing) and next(character.broken(limits, placing), None) is None


def _without_seven(hand: Iterable[int]) -> tuple[int, ...]:
    return tuple(face for face in hand if face != SEVEN)


def _ways(
    casinos: Mapping[str, There], halves: Sequence[Half], bound: _Bound, rigged: str | None = None
) -> Iterator[tuple[Step, ...]]:
    """Try every order of the halves, every tile and every casino; `rigged` takes no 7 but those of `free` sets."""
    if not halves:
        yield ()
    for half in halves:
        rest = [other for other in halves if other != half]
        for step in _steps(casinos, half, bound, None if half.set in bound.free else rigged):
            for way in _ways(_after(casinos, step), rest, bound, rigged):
                yield (step, *way)


def _steps(casinos: Mapping[str, There], half: Half, bound: _Bound, rigged: str | None) -> Iterator[Step]:
    for face in dict.fromkeys(half.hand):
        tile = Tile(face)
        for casino, there in casinos.items():
            if casino == rigged and face == SEVEN:
                continue
            step = (half.set, face, casino)
            ruled = bound.cards.get(step)
            if _openly_legal(there, half.set, tile, bound.limits.get(casino, FREE)) if ruled is None else ruled:
                yield step


def _after(casinos: Mapping[str, There], step: Step) -> dict[str, There]:
    set_id, face, casino = step
    there = casinos[casino]
    return {**casinos, casino: {**there, set_id: (*there.get(set_id, ()), Tile(face))}}
