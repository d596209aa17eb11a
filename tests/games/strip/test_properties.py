"""What holds for every position, payout and ending, tried on many random ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.engine import Refused
from companion.games.strip.components import CASINO_COUNT, LAYOUTS, SEVEN
from companion.games.strip.payout import CasinoTotals, Payout, leader_of, payout, refill, standing
from companion.games.strip.placement import (
    Half,
    discard_due,
    due_if_rigged,
    leads,
    must_discard,
    open_faults,
    placements,
    private_faults,
    total_after,
    totals,
    way_to_place_all,
)
from companion.games.strip.teams import layout_faults, repeat_partners, rounds
from companion.games.strip.tiles import Tile

There = dict[str, tuple[Tile, ...]]

#: a busy machine is no failure
unhurried = settings(deadline=None)

tiles = st.builds(Tile, st.integers(1, 7), st.booleans() | st.just(False))
lies = st.lists(tiles, max_size=3).map(tuple)


def may_discard(*position: Any, **more: Any) -> bool:
    """Tell whether a table takes the discard."""
    return bool(discard_due(*position, **more))


def theres(sets: str = "ABCa") -> st.SearchStrategy[There]:
    return st.dictionaries(st.sampled_from(sets), lies, max_size=len(sets))


def tables(count: int = 4) -> st.SearchStrategy[dict[str, There]]:
    return st.lists(theres(), min_size=1, max_size=count).map(lambda lay: {str(i): at for i, at in enumerate(lay, 1)})


# Placement


@unhurried
@given(theres(), st.sampled_from("ABCa"), tiles)
def test_an_open_verdict_follows_from_the_definition(there: There, set_id: str, tile: Tile) -> None:
    """VS-R22, R25, R26, and VS-P14: it takes no assignment, so it is the same for all of them."""
    others = {s: sum(t.face + 3 * t.token for t in lie) for s, lie in there.items() if lie and s != set_id}
    own = there.get(set_id, ())
    reached = sum(t.number for t in own) + tile.number
    expected = {"two-tiles"} if len(own) >= 2 else set()
    if others and reached == max(others.values()):
        expected.add("ties-leader")
    assert {fault.code for fault in open_faults(there, set_id, tile)} == expected
    assert leads(there, set_id, tile) is all(reached > points for points in others.values())


@unhurried
@given(theres(), tiles, st.data())
def test_what_a_refusal_offers_works(there: There, tile: Tile, data: st.DataObject) -> None:
    """E-106: the tile said to lead leads, the one said to stay under does neither lead nor tie, and none is nearer."""
    hand = data.draw(st.lists(tiles, max_size=7))
    for fault in open_faults(there, "A", tile, hand=hand):
        if fault.code == "ties-leader":
            lead = fault.values["lead"]
            reached = {other: total_after(there, "A", other) for other in hand}
            above = [points for points in reached.values() if points > lead]
            below = [points for points in reached.values() if points < lead]
            for key, points in (("higher", min(above, default=None)), ("lower", max(below, default=None))):
                offered = fault.values[key]
                assert (offered == "no tile") is (points is None)
                assert points is None or reached[Tile.parse(offered)] == points


@unhurried
@given(theres(), st.sampled_from("ABC"), tiles, st.dictionaries(st.sampled_from("ABCa"), st.integers(0, 20)))
def test_final_totals_replace_those_that_are_there(
    there: There, set_id: str, tile: Tile, final: dict[str, int]
) -> None:
    """VS-A15: a set without tiles there has no total to replace, the placing set's includes its tile."""
    here = {s: final.get(s, points) for s, points in totals(there).items()}
    reached = final.get(set_id, totals(there).get(set_id, 0) + tile.number)
    best = max((points for s, points in here.items() if s != set_id), default=None)
    tie = "ties-leader" in {fault.code for fault in open_faults(there, set_id, tile, final=final)}
    assert tie is (best is not None and reached == best)
    assert total_after(there, set_id, tile, final=final) == reached
    assert leads(there, set_id, tile, final=final) is (best is None or reached > best)


@unhurried
@given(tables(), st.sampled_from("ABa"), st.lists(tiles, max_size=7), st.data())
def test_options_agree_with_single_verdicts(
    casinos: dict[str, There], set_id: str, hand: list[Tile], data: st.DataObject
) -> None:
    """E-109: what is offered is legal when asked singly, and what is legal singly is offered, once."""
    rigged = data.draw(st.none() | st.sampled_from(sorted(casinos)))
    offered = placements(casinos, set_id, hand, rigged=rigged, blockers="a")
    singly = [
        (tile, casino)
        for tile in dict.fromkeys(hand)
        for casino in casinos
        if not open_faults(casinos[casino], set_id, tile) and not private_faults(tile, rigged == casino, set_id == "a")
    ]
    assert list(offered) == singly
    assert must_discard(casinos, set_id, hand, rigged=rigged, blockers="a") is (bool(hand) and not singly)


@unhurried
@given(tables(), st.lists(st.integers(1, 7), max_size=7), st.data())
def test_a_private_view_takes_away_nothing_but_sevens_at_one_casino(
    casinos: dict[str, There], hand: list[int], data: st.DataObject
) -> None:
    """VS-P14: the own pair is all that a private answer adds to the open one."""
    rigged = data.draw(st.sampled_from(sorted(casinos)))
    faces = [Tile(face) for face in hand]
    everyone = placements(casinos, "A", faces)
    own = placements(casinos, "A", faces, rigged=rigged)
    assert set(everyone) - set(own) == {(t, c) for t, c in everyone if c == rigged and t.face == SEVEN}


# Discards


def places_all(casinos: Mapping[str, There], halves: Sequence[Half], rigged: str | None) -> bool:
    """Look for a way to place a tile of each half by laying them down one after the other."""

    def lay(lying: Mapping[str, There], order: Sequence[Half]) -> bool:
        if not order:
            return True
        half, *rest = order
        for face in half.hand:
            for casino, there in lying.items():
                barred = half.set != "a" and casino == rigged and face == SEVEN
                if not barred and not open_faults(there, half.set, Tile(face)):
                    after = there | {half.set: (*there.get(half.set, ()), Tile(face))}
                    if lay({**lying, casino: after}, rest):
                        return True
        return False

    return any(lay(casinos, order) for order in permutations(halves))


@unhurried
@given(tables(3), st.sets(st.integers(1, 7), max_size=3), st.sets(st.integers(1, 7), max_size=3), st.booleans())
def test_a_discard_is_due_exactly_where_no_way_is_left(
    casinos: dict[str, There], own: set[int], blocks: set[int], two_halves: bool
) -> None:
    """VS-A19, A20: for each casino as the own rigged one, every order and choice is tried; a way shown works."""
    halves = [Half("A", tuple(own))] + ([Half("a", tuple(blocks))] if two_halves else [])
    due = {casino for casino in casinos if not places_all(casinos, halves, casino)}
    assert due_if_rigged(casinos, halves, blockers="a") == due
    assert may_discard(casinos, halves, "A", blockers="a") is bool(due)
    way = way_to_place_all(casinos, halves, blockers="a")
    assert (way is not None) is places_all(casinos, halves, None)
    lying: dict[str, There] = dict(casinos)
    for set_id, face, casino in way or ():
        assert not open_faults(lying[casino], set_id, Tile(face))
        lying[casino] = lying[casino] | {set_id: (*lying[casino].get(set_id, ()), Tile(face))}


@unhurried
@given(tables(), st.lists(st.integers(1, 7), min_size=1, max_size=7))
def test_with_one_half_the_table_counts_the_places_of_the_seven(casinos: dict[str, There], hand: list[int]) -> None:
    """VS-A19: no tile but a 7 has an openly legal casino, and the 7 has at most one."""
    open_places = placements(casinos, "A", [Tile(face) for face in hand])
    sevens = [casino for tile, casino in open_places if tile.face == SEVEN]
    expected = len(sevens) == len(open_places) and len(sevens) <= 1
    assert may_discard(casinos, [Half("A", tuple(hand))], "A") is expected


@unhurried
@given(tables(), st.lists(st.integers(1, 7), min_size=1, max_size=7), st.data())
def test_a_discard_that_is_due_is_always_taken(casinos: dict[str, There], hand: list[int], data: st.DataObject) -> None:
    """VS-C10, A35: whatever was rigged; and the answer itself knows nothing of it."""
    rigged = data.draw(st.sampled_from(sorted(casinos)))
    if must_discard(casinos, "A", [Tile(face) for face in hand], rigged=rigged):
        assert may_discard(casinos, [Half("A", tuple(hand))], "A")


# Payout


@dataclass(frozen=True)
class Case:
    """One round to be paid out."""

    teams: tuple[tuple[str, ...], ...]
    casinos: dict[str, CasinoTotals]
    reveals: tuple[tuple[str, str], ...]
    more: dict[str, Any]

    def pay(self, **changes: Any) -> Payout:
        result = payout(self.teams, self.casinos, self.reveals, **(self.more | changes))
        assert isinstance(result, Payout)
        return result

    def rigged(self) -> set[str]:
        return {casino for _, casino in self.reveals}


@st.composite
def cases(draw: st.DrawFn) -> Case:
    players = draw(st.integers(2, 6))
    seats = [f"s{i}" for i in range(players)]
    ahead = rounds(seats, draw(st.sampled_from(seats)), LAYOUTS[players])
    now = draw(st.sampled_from(ahead))
    blockers = {f"{seat}b": seat for seat in seats} if players == 2 else {}
    names = [f"c{i}" for i in range(CASINO_COUNT[players])]
    casinos = {name: draw(casino_totals([*seats, *blockers])) for name in names}
    rigged = draw(st.permutations(names))[: len(now.teams)]
    more = {
        "starting_jackpot": draw(st.integers(0, 30)),
        "last_round": draw(st.booleans()),
        "blockers": blockers,
        "chips": draw(st.dictionaries(st.sampled_from([*seats, *blockers]), st.integers(0, 9))),
        "offenders": draw(st.sets(st.sampled_from(seats))),
        "penalty": draw(st.sampled_from(["learning", "experienced"])),
    }
    return Case(now.teams, casinos, tuple(zip(now.fixers, rigged, strict=True)), more)


@st.composite
def casino_totals(draw: st.DrawFn, sets: list[str]) -> CasinoTotals:
    there = draw(st.dictionaries(st.sampled_from(sets), st.integers(1, 16)))
    level = [s for s, points in there.items() if points == max(there.values())]
    return CasinoTotals(draw(st.integers(0, 40)), there, draw(st.sampled_from(level)) if level else None)


@unhurried
@given(cases())
def test_every_chip_is_somewhere(case: Case) -> None:
    """E-85, VS-P1: gains, changes of the jackpots and supply add up to nothing, whatever happens."""
    result = case.pay()
    after = result.jackpots if result.refilled is None else result.refilled
    before = sum(casino.jackpot for casino in case.casinos.values())
    assert sum(result.gain.values()) + sum(after.values()) - before + result.supply == 0
    assert all(chips >= 0 for chips in result.gain.values())


@unhurried
@given(cases())
def test_income_is_what_was_taken_and_paid(case: Case) -> None:
    """VS-P2, P15: jackpots won by players, totals paid at secure casinos, and chips of characters; blockers nothing."""
    result = case.pay()
    blockers = case.more["blockers"]
    seats = [seat for team in case.teams for seat in team]
    chips = sum(n for seat, n in case.more["chips"].items() if seat not in blockers)
    for name, casino in case.casinos.items():
        leader = leader_of(casino)
        if name in case.rigged():
            chips += casino.jackpot if leader in seats else 0
        else:
            chips += sum(n for s, n in casino.totals.items() if s != leader and s not in blockers)
    assert sum(result.income.values()) == chips
    assert list(result.income) == seats
    if len(seats) < 4:
        assert {pile.team[0]: pile.share for pile in result.piles} == result.income


@unhurried
@given(cases(), st.randoms(use_true_random=False))
def test_the_order_of_the_reveals_moves_no_chip(case: Case, random: Any) -> None:
    """VS-P3, A10: only the order of the drama."""
    reveals = list(case.reveals)
    random.shuffle(reveals)
    result, other = case.pay(), replace(case, reveals=tuple(reveals)).pay()
    assert replace(other, taken=result.taken) == result
    assert set(other.taken) == set(result.taken)


@unhurried
@given(cases())
def test_names_never_matter(case: Case) -> None:
    """VS-P4, R02: renaming seats and casinos renames the result."""

    def other(name: str) -> str:
        return f"{name}'"

    named = Case(
        tuple(tuple(map(other, team)) for team in case.teams),
        {
            other(name): CasinoTotals(
                at.jackpot, {other(s): n for s, n in at.totals.items()}, other(at.leader) if at.leader else None
            )
            for name, at in case.casinos.items()
        },
        tuple((other(fixer), other(casino)) for fixer, casino in case.reveals),
        case.more
        | {
            "blockers": {other(a): other(b) for a, b in case.more["blockers"].items()},
            "chips": {other(s): n for s, n in case.more["chips"].items()},
            "offenders": {other(s) for s in case.more["offenders"]},
        },
    )
    result, renamed = case.pay(), named.pay()
    assert renamed.gain == {other(seat): chips for seat, chips in result.gain.items()}
    assert renamed.jackpots == {other(name): chips for name, chips in result.jackpots.items()}
    assert renamed.supply == result.supply


@unhurried
@given(cases(), st.integers(1, 20))
def test_a_richer_jackpot_helps_the_leaders_team_alone(case: Case, more: int) -> None:
    """VS-P8: at a rigged casino; a richer secure one changes nobody's income."""
    result = case.pay()
    for name, casino in case.casinos.items():
        richer = replace(case, casinos=case.casinos | {name: replace(casino, jackpot=casino.jackpot + more)}).pay()
        leader = leader_of(casino) if name in case.rigged() else None
        raised = {seat: richer.income[seat] - chips for seat, chips in result.income.items()}
        assert raised == {seat: more if seat == leader else 0 for seat in result.income}
        for pile, after in zip(result.piles, richer.piles, strict=True):
            assert after.pile - pile.pile == (more if leader in pile.team else 0)


@unhurried
@given(cases())
def test_at_a_secure_casino_every_point_below_the_lead_is_a_chip(case: Case) -> None:
    """VS-P8: passing the leader brings nothing, and hands the old leader the total."""
    blockers = case.more["blockers"]
    result = case.pay()
    for name, casino in case.casinos.items():
        leader = leader_of(casino)
        for set_id, points in casino.totals.items():
            if name in case.rigged() or set_id == leader or set_id in blockers:
                continue
            lead = casino.totals[leader] if leader else 0
            for reached in (points + 1, lead + 1):
                raised = {**casino.totals, set_id: reached}
                after = replace(case, casinos=case.casinos | {name: replace(casino, totals=raised)}).pay()
                now_paid = reached if reached <= lead else 0
                assert after.income[set_id] - result.income[set_id] == now_paid - points
                if leader is not None and leader in after.income and reached > lead:
                    assert after.income[leader] - result.income[leader] == lead


def pair_share(pile: int) -> tuple[int, int, int, int]:
    """Split a pile of a team of two: both gains, the odd chip and what the supply paid."""
    result = payout(
        [("A", "P")],
        {"X": CasinoTotals(pile, {"A": 1}), "Y": CasinoTotals(1, {})},
        [("A", "X")],
        starting_jackpot=1,
        last_round=True,
    )
    assert isinstance(result, Payout)
    return result.gain["A"], result.gain["P"], result.piles[0].returned, result.supply


def test_both_partners_get_half_of_every_pile_in_whole_chips() -> None:
    """E-83, VS-P9: pile div 2 for all piles from 0 to 10,000, an odd chip to the supply; solo players keep all."""
    for pile in range(10_001):
        assert pair_share(pile) == (pile // 2, pile // 2, pile % 2, pile % 2)
    solo = payout([("A",)], {"X": CasinoTotals(10_001, {"A": 1})}, [("A", "X")], starting_jackpot=1, last_round=True)
    assert isinstance(solo, Payout)
    assert solo.gain == {"A": 10_001}


@unhurried
@given(st.integers(0, 500), st.integers(0, 500))
def test_splitting_once_is_never_worse_than_twice(a: int, b: int) -> None:
    """VS-P9: by at most one chip, which is why a team splits once a round."""
    once, twice = pair_share(a + b)[0], pair_share(a)[0] + pair_share(b)[0]
    assert twice <= once <= twice + 1


@unhurried
@given(st.dictionaries(st.text(max_size=3), st.integers(0, 40)), st.integers(1, 30))
def test_a_refill_fills_zeros_alone(jackpots: dict[str, int], starting: int) -> None:
    """VS-P10: once is enough, and a casino with chips stays as it is."""
    filled = refill(jackpots, starting)
    assert filled == {name: starting if chips == 0 else chips for name, chips in jackpots.items()}
    assert refill(filled, starting) == filled


@unhurried
@given(cases(), st.data())
def test_a_casino_is_never_paid_out_twice(case: Case, data: st.DataObject) -> None:
    """VS-A7: two teams that reveal the same casino are refused, whatever lies there."""
    (fixer, _), (_, casino), *_ = data.draw(st.permutations(case.reveals))
    doubled = [(fixer, casino), *[reveal for reveal in case.reveals if reveal[0] != fixer]]
    assert isinstance(payout(case.teams, case.casinos, doubled, **case.more), Refused)


# The end


ends = st.dictionaries(
    st.text(min_size=1, max_size=3), st.tuples(st.integers(0, 9), st.integers(-3, 3)), min_size=2, max_size=6
)


@unhurried
@given(ends, st.integers(-50, 50), st.randoms(use_true_random=False))
def test_the_ranking_goes_by_differences_and_not_by_seats(
    end: dict[str, tuple[int, int]], more: int, random: Any
) -> None:
    """VS-P11: adding the same number to all totals, or seating people elsewhere, changes neither place nor winner."""
    totals = {seat: chips for seat, (chips, _) in end.items()}
    last = {seat: gain for seat, (_, gain) in end.items()}
    result = standing(totals, last)
    raised = standing({seat: chips + more for seat, chips in totals.items()}, last)
    assert (raised.order, raised.places, raised.winners) == (result.order, result.places, result.winners)
    seated = list(end)
    random.shuffle(seated)
    moved = standing({seat: totals[seat] for seat in seated}, last)
    assert moved.places == result.places
    assert set(moved.winners) == set(result.winners)


@unhurried
@given(ends)
def test_equal_totals_are_ranked_by_what_was_there_before_the_last_round(end: dict[str, tuple[int, int]]) -> None:
    """VS-P11, A30: more in the last round is fewer before it."""
    totals = {seat: chips for seat, (chips, _) in end.items()}
    before = {seat: chips - gain for seat, (chips, gain) in end.items()}
    places = standing(totals, {seat: gain for seat, (_, gain) in end.items()}).places
    for a, b in combinations(totals, 2):
        if totals[a] == totals[b]:
            assert (places[a] < places[b]) is (before[a] < before[b])


@unhurried
@given(ends)
def test_everyone_level_with_the_second_wins_and_nobody_below(end: dict[str, tuple[int, int]]) -> None:
    """VS-R45, A29: two winners, or more only through a level second place."""
    assume(len(end) > 2)
    totals = {seat: chips for seat, (chips, _) in end.items()}
    last = {seat: gain for seat, (_, gain) in end.items()}
    result = standing(totals, last)
    second = sorted(end.values(), reverse=True)[1]
    assert set(result.winners) == {seat for seat, numbers in end.items() if numbers >= second}


# Teams


def layouts(players: int) -> list[str]:
    """List all layouts of so many players once, the letters in the order in which they first come."""

    def grow(begun: str) -> list[str]:
        if len(begun) == players:
            return [] if layout_faults(players, (begun,) * 3) else [begun]
        return [
            found
            for letter in "ABC"
            if letter in begun or letter == "ABC"[len(set(begun))]
            for found in grow(begun + letter)
        ]

    return grow("")


def test_layouts_without_repeats_are_as_many_as_counted() -> None:
    """VS-P13, A5: of fifteen each, five at five players and six at six; at four none without another third round."""

    def free(players: int, *three: str) -> bool:
        seats = [str(i) for i in range(players)]
        return not repeat_partners(rounds(seats, "0", three), seats)

    assert [sum(free(n, at, at, at) for at in layouts(n)) for n in (4, 5, 6)] == [0, 5, 6]
    assert [len(layouts(n)) for n in (4, 5, 6)] == [3, 15, 15]
    four = [(a, b) for a in layouts(4) for b in layouts(4) if free(4, a, a, b)]
    assert four == [("AABB", "ABAB"), ("ABBA", "ABAB")]


@unhurried
@given(st.sampled_from(sorted(LAYOUTS)), st.integers(0, 5))
def test_the_layouts_of_the_box_are_fair(players: int, first: int) -> None:
    """VS-P13: no pair twice; at four everybody partners everybody; at five nobody is solo twice."""
    seats = [str(seat) for seat in range(players)]
    ahead = rounds(seats, seats[first % players], LAYOUTS[players])
    pairs = [frozenset(team) for now in ahead for team in now.teams if len(team) == 2]
    assert len(set(pairs)) == len(pairs)
    if players == 4:
        assert set(pairs) == {frozenset(pair) for pair in combinations(seats, 2)}
    if players == 5:
        solo = [team[0] for now in ahead for team in now.teams if len(team) == 1]
        assert len(set(solo)) == 3
