"""What holds for every slot machine: the properties of the rules, exhaustively or over many random grids."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.slots.grid import SIZES, Grid, Shape, shape_of
from companion.games.slots.placement import BASE, Rules, judge_cells
from companion.games.slots.prizes import claims, hand_sets, lines_on, resolve, shield_prizes, tops_of
from companion.games.slots.scoring import points, rank, score, standing
from companion.games.slots.symbols import CARDS
from companion.games.slots.variations import Settings, seat_on_turn, starting_seat

SMALL = shape_of(3, 3)
SHAPES = [shape_of(*size) for size in SIZES]
ANY_WILD = st.sampled_from("CCLLPPQTS*@$")
WIZARD_FROM = Settings(rank_604="from")


def random_grid(random: Random, shape: Shape, pool: str) -> Grid:
    return Grid(shape, [random.choice(pool) for _ in shape.cells])


def stable(grid: Grid) -> bool:
    """Tell whether no payline holds a prize: no card of a kind lies with two more of its kind or ANYs."""
    completed = grid.shape.completed_by
    kinds = [mask | grid.anys for mask in grid.masks.values()]
    return not any(completed[kind] & kind for kind in kinds)


@pytest.fixture(scope="module")
def stable_grids() -> list[Grid]:
    """All grids of 3x3 without a prize, over three symbols and ANY."""
    every = (Grid(SMALL, tops) for tops in product("CLP*", repeat=9))
    return [grid for grid in every if stable(grid)]


stacks_and_pile = st.sampled_from(SHAPES).flatmap(
    lambda shape: st.tuples(
        st.just(shape),
        st.lists(st.text(ANY_WILD, max_size=4), min_size=len(shape.cells), max_size=len(shape.cells)),
        st.lists(ANY_WILD, max_size=30),
    )
)


@given(stacks_and_pile, st.booleans())
def test_resolve_ends_without_a_prize_and_loses_no_card(table, any_as_shield):
    """SM-P2, SM-P4: cards that left the grid are those of the prizes; nothing stands at the end."""
    shape, stacks, pile = table
    resolved = resolve(shape, tuple(stacks), pile, any_as_shield)
    before = Counter("".join(stacks)) + Counter(pile)
    after = Counter("".join(resolved.stacks)) + Counter(resolved.pile)
    gone = before - after
    assert after <= before
    assert len(resolved.prizes) <= gone.total() <= 3 * len(resolved.prizes)
    assert claims(tops_of(shape, resolved.stacks), any_as_shield) == ()
    assert all(resolved.stacks) or not resolved.pile
    assert list(resolved.pile) == pile[len(pile) - len(resolved.pile) :]


def symmetries(shape: Shape) -> list[tuple[Shape, list[int]]]:
    """List the ways to turn and mirror a shape: the shape that comes out, and where each cell goes."""
    found = []
    for turn, down, right in product((False, True), repeat=3):
        target = shape_of(shape.columns, shape.rows) if turn else shape
        goes = []
        for row, column in shape.cells:
            r, c = (shape.rows - 1 - row if down else row), (shape.columns - 1 - column if right else column)
            goes.append(target.index((c, r) if turn else (r, c)))
        found.append((target, goes))
    return found


def moved(mask: int, goes: list[int]) -> int:
    return sum(1 << to for index, to in enumerate(goes) if mask >> index & 1)


@pytest.mark.parametrize("shape", SHAPES, ids=["3x3", "3x4", "4x3"])
def test_judgements_turn_with_the_grid(shape):
    """SM-P3: the eight symmetries of 3x3, the four of 4x3 and both its turned forms, in all variations."""
    random = Random(3)
    ways = symmetries(shape)
    for _ in range(400):
        grid = random_grid(random, shape, random.choice(["CLPQTS*", "CLS*@$", "CCLLPPQQTTUV*", "CLP*."]))
        rules = Rules(*(random.random() < 0.5 for _ in range(7)))
        card, last, full = random.choice("CLPS*@"), 1 << random.randrange(9), random.getrandbits(len(shape.cells))
        judged = judge_cells(grid, card, rules, "play", last, full)
        for target, goes in ways:
            tops = ["."] * len(goes)
            for index, to in enumerate(goes):
                tops[to] = grid.tops[index]
            turned = judge_cells(Grid(target, tops), card, rules, "play", moved(last, goes), moved(full, goes))
            assert turned == tuple(moved(mask, goes) for mask in judged)


def test_claims_turn_with_the_grid():
    """SM-P3: paylines claimed move along, and as many shield prizes are claimed."""
    random = Random(33)
    for shape, _ in product(SHAPES, range(150)):
        grid = random_grid(random, shape, "CLLS*")
        lines = [(p.symbol, shape.mask(p.cells)) for p in lines_on(grid)]
        for target, goes in symmetries(shape):
            tops = ["."] * len(goes)
            for index, to in enumerate(goes):
                tops[to] = grid.tops[index]
            turned = Grid(target, tops)
            assert {(p.symbol, target.mask(p.cells)) for p in lines_on(turned)} == {
                (symbol, moved(mask, goes)) for symbol, mask in lines
            }
            assert len(claims(turned)) == len(claims(grid))


def test_ordinary_symbols_may_change_names():
    """SM-P3: judgements do not look at which ordinary symbol is which."""
    random = Random(333)
    for _ in range(150):
        grid = random_grid(random, random.choice(SHAPES), "CLPQS*@")
        card = random.choice("CLPQ")
        for names in permutations("CLPQ"):
            renamed = dict(zip("CLPQ", names, strict=True))
            other = Grid(grid.shape, [renamed.get(symbol, symbol) for symbol in grid.tops])
            assert judge_cells(other, renamed[card]) == judge_cells(grid, card)


def test_number_of_stable_grids(stable_grids):
    """SM-A17 counts them: 19 638."""
    assert len(stable_grids) == 19_638
    assert all(lines_on(grid) == () for grid in stable_grids[::50])


def test_a_prize_only_ever_lifts_sets_of_two_and_shields(stable_grids):
    """SM-P4, SM-A17: on a stable grid neither a covered ANY nor a symbol on itself makes a line."""
    for grid in stable_grids:
        for card in "CLP*":
            judged = judge_cells(grid, card)
            assert not judged.prize & (judged.any | judged.same_symbol)
            assert not judged.makes_prize & ~judged.pair


def test_a_prize_only_ever_lifts_sets_of_two_and_shields_with_shields():
    """SM-P4 with shields: the sole exception is a shield on an ANY, which stays forbidden (SM-A17)."""
    random = Random(4)
    tried = 0
    while tried < 4000:
        grid = random_grid(random, random.choice(SHAPES), random.choice(["CLPQTUS*", "CLPQTUVS", "CLPQTUVWSS*"]))
        any_as_shield = random.random() < 0.5
        if claims(grid, any_as_shield):
            continue
        tried += 1
        for card in "CS*":
            judged = judge_cells(grid, card, Rules(any_as_shield=any_as_shield))
            assert not judged.makes_prize & (judged.any | judged.same_symbol)
            assert not judged.makes_prize & ~(judged.pair | judged.two_shields)
            if card != "S":
                assert not judged.prize & judged.any


def test_a_card_always_fits_among_ordinary_cards(stable_grids):
    """SM-A23: without F and G some cell is always open to every card on a grid of ordinary cards."""
    for grid in stable_grids:
        if not grid.anys:
            assert all(judge_cells(grid, card).legal for card in "CLPQS*@")


def test_cards_of_several_prizes(stable_grids):
    """SM-P5, SM-A10: k lines through one card are 1 + 2k cards; how many there can be at a cell."""
    most: dict[str, Counter[int]] = {"ordinary": Counter(), "ANY": Counter()}
    for grid in stable_grids:
        for card in "C*":
            prize = judge_cells(grid, card).prize
            for index in (0, 1, 4):
                if prize >> index & 1:
                    lines = lines_on(grid.put(card, index), SMALL.lines_through[index])
                    assert len({cell for line in lines for cell in line.cells}) == 1 + 2 * len(lines)
                    kind = "ANY" if card == "*" else "ordinary"
                    most[kind][index] = max(most[kind][index], len(lines))
    assert most == {"ordinary": {0: 2, 1: 2, 4: 3}, "ANY": {0: 3, 1: 2, 4: 4}}


def test_cards_of_several_prizes_in_a_row_of_four():
    """SM-P5: on 4x3 two prizes may hold four cards."""
    lines = lines_on(Grid.parse(["L L L L", "P Q T U", "Q P U T"]))
    assert len(lines) == 2
    assert len({cell for line in lines for cell in line.cells}) == 4


def test_what_variations_do_to_judgements():
    """SM-P6: A opens, F and G close; B protects more cards, and by that opens E2 or E3 here and there."""
    random = Random(6)
    opened_by_b = 0
    for _ in range(6000):
        grid = random_grid(random, random.choice(SHAPES), random.choice(["CLPQTS*", "CCLLPPQQ*", "CLP*", "CLPQ*."]))
        card, last, full = random.choice("CLPS*"), 1 << random.randrange(9), random.getrandbits(9)
        base = judge_cells(grid, card, BASE, "play", last, full).legal
        for more, fewer in (
            (Rules(cover_sets=True), BASE),
            (BASE, Rules(spare_just_played=True)),
            (BASE, Rules(limit_stacks=True)),
            (Rules(spare_just_played=True, cover_sets=True), Rules(spare_just_played=True)),
        ):
            legal = judge_cells(grid, card, fewer, "play", last, full).legal
            assert not legal & ~judge_cells(grid, card, more, "play", last, full).legal
        with_b = judge_cells(grid, card, Rules(any_pairs=True), "play", last, full)
        assert not judge_cells(grid, card).pair & ~with_b.pair
        opened_by_b += bool(with_b.legal & ~base)
        assert not with_b.legal & ~base & ~(with_b.all_paired | with_b.only_this_symbol)
    assert opened_by_b


@given(st.lists(ANY_WILD, max_size=6), st.booleans())
def test_h_only_takes_hand_sets_away(hand, any_as_shield):
    """SM-P6."""
    assert set(hand_sets(hand, "H", any_as_shield)) <= set(hand_sets(hand, (), any_as_shield))


def test_cards_below_do_not_matter():
    """SM-P7: stacks with the same tops and heights are judged alike."""
    random = Random(7)
    for _ in range(300):
        shape = random.choice(SHAPES)
        stacks = tuple("".join(random.choices("CLPS*", k=random.randrange(1, 5))) for _ in shape.cells)
        others = tuple("".join(random.choices("QTU@", k=len(stack) - 1)) + stack[-1] for stack in stacks)
        full = sum(1 << index for index, stack in enumerate(stacks) if len(stack) == 4)
        card = random.choice("CLS*")
        rules = Rules(limit_stacks=True)
        one, other = (judge_cells(tops_of(shape, s), card, rules, full=full) for s in (stacks, others))
        assert one == other


prize_counts = st.dictionaries(st.sampled_from("CL@$"), st.integers(0, 9))


@given(prize_counts, prize_counts, st.randoms(use_true_random=False))
def test_points(first, second, random):
    """SM-P8: order does not matter, prizes and rounds add up, R adds up to half, and the total is even."""
    shuffled = list(first.items())
    random.shuffle(shuffled)
    plain = points(score(first))
    assert plain is not None
    assert points(score(dict(shuffled))) == plain
    both = {symbol: first.get(symbol, 0) + second.get(symbol, 0) for symbol in {*first, *second}}
    other = points(score(second))
    assert other is not None
    assert points(score(both)) == plain + other
    with_bonus = points(score(first, variations="R"))
    assert with_bonus is not None
    assert plain <= with_bonus <= plain * 3 // 2
    assert with_bonus % 2 == plain % 2 == 0
    one_more = points(score({**first, "C": first.get("C", 0) + 1}, variations="R"))
    assert one_more is not None
    assert one_more > with_bonus


def test_ranks_grow_with_points():
    """SM-P9: every number has a rank; ranks never fall, 604 alone apart; with `rank_604` from, never at all."""
    for settings, totals in ((WIZARD_FROM, range(-50, 800)), (Settings(), [t for t in range(-50, 800) if t != 604])):
        firsts = [rank(total, settings).first for total in totals]
        assert firsts == sorted(firsts)


@pytest.mark.parametrize("players", range(1, 9))
def test_laps(players):
    """SM-P11: each lap seats everybody once; under S the second runs the first backwards, then it goes clockwise."""
    for start in range(players):
        turns = [[seat_on_turn(players, start, turn, v) for turn in range(4 * players)] for v in ((), "S")]
        for seats in turns:
            laps = [seats[lap * players : (lap + 1) * players] for lap in range(4)]
            assert all(sorted(lap) == list(range(players)) for lap in laps)
        plain, turned = turns
        assert plain[0] == turned[0] == start
        assert turned[players : 2 * players] == turned[:players][::-1]
        steps = {(b - a) % players for a, b in zip(turned[players:], turned[players + 1 :], strict=False)}
        assert steps == {1 % players}
    assert [starting_seat(players, 0, number) for number in range(1, players + 1)] == list(range(players))


def test_shield_prizes_never_fall():
    """SM-P12: more shields, or more ANYs beside a shield, are never fewer prizes."""
    for shields, anys in product(range(13), repeat=2):
        for any_as_shield in (True, False):
            here = shield_prizes(shields, anys, any_as_shield)
            assert shield_prizes(shields + 1, anys, any_as_shield) >= here
            assert shield_prizes(shields, anys + 1, any_as_shield) >= here


@given(st.dictionaries(st.text(max_size=3), st.integers(-200, 900), min_size=1))
def test_standing(totals):
    """SM-R47: winners are all at the top, and places follow the totals."""
    found = standing(totals)
    assert set(found.winners) == {who for who, total in totals.items() if total == max(totals.values())}
    assert [totals[who] for who in found.order] == sorted(totals.values(), reverse=True)


@given(st.sampled_from(SHAPES), st.randoms(use_true_random=False), st.sampled_from(sorted(CARDS)))
def test_exceptions_are_granted_where_something_is_broken(shape, random, card):
    """SM-R34 to SM-R36: at most one exception a cell, only on broken cells; legal is all the rest unbroken."""
    grid = random_grid(random, shape, "CLPS*@.")
    judged = judge_cells(grid, card)
    broken = judged.same_symbol | judged.pair | judged.two_shields | judged.any
    granted = judged.makes_prize, judged.all_paired, judged.only_this_symbol
    assert sum(granted) == judged.makes_prize | judged.all_paired | judged.only_this_symbol
    assert not sum(granted) & ~broken
    assert judged.legal == (shape.all & ~broken) | sum(granted)
