"""What the limits of a character have against a tile: each building block alone, in pairs, and on random positions."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.strip.characters import FREE, Limits
from companion.games.strip.placement import (
    Half,
    discard_due,
    due_if_rigged,
    leads,
    must_discard,
    open_faults,
    outlook,
    placements,
    private_faults,
    way_to_place_all,
)
from companion.games.strip.tiles import Tile
from companion.games.strip.words import SENTENCES
from companion.words import say
from tests.games.strip.test_characters import limits
from tests.games.strip.test_placement import There, codes, lie
from tests.games.strip.test_properties import tables, theres, tiles

unhurried = settings(deadline=None)
four_limits = st.lists(limits, min_size=4, max_size=4)

ALONE = [
    # limits, there, tile of A, codes
    pytest.param(Limits(most=3), lie(B="5 1"), "3", [], id="most-one-short"),
    pytest.param(Limits(most=3), lie(B="5 1", C="2"), "3", ["limit-most"], id="most-full"),
    pytest.param(Limits(most=3), lie(B="5 1", a="2"), "3", ["limit-most"], id="most-blockers-count"),
    pytest.param(Limits(most=3), lie(A="5", B="1 3"), "3", ["limit-most"], id="most-own-tiles-count"),
    pytest.param(Limits(most=3), lie(B="5 1", C="2 4"), "3", ["limit-most"], id="most-more-than-full"),
    pytest.param(Limits(once=True), lie(B="5"), "3", [], id="once-new"),
    pytest.param(Limits(once=True), lie(B="5 3"), "3", ["limit-once"], id="once-of-another"),
    pytest.param(Limits(once=True), lie(A="3"), "3", ["limit-once"], id="once-own"),
    pytest.param(Limits(once=True), lie(B="6 1+3"), "4", ["limit-once"], id="VS-C08-once-token-there"),
    pytest.param(Limits(once=True), lie(B="6 4"), "1+3", ["limit-once"], id="VS-C08-once-token-here"),
    pytest.param(Limits(once=True), lie(B="6 4+3"), "4", [], id="VS-C08-once-the-face-is-not-the-number"),
    pytest.param(Limits(least=3), lie(), "2", ["limit-range"], id="from-below"),
    pytest.param(Limits(least=3), lie(), "3", [], id="from-on"),
    pytest.param(Limits(highest=5), lie(), "6", ["limit-range"], id="to-above"),
    pytest.param(Limits(highest=5), lie(), "5", [], id="to-on"),
    pytest.param(Limits(least=3, highest=5), lie(), "4", [], id="range-within"),
    pytest.param(Limits(least=3, highest=5), lie(), "1", ["limit-range"], id="range-outside"),
    pytest.param(Limits(least=7), lie(), "4+3", [], id="VS-C08-range-with-token"),
    pytest.param(Limits(highest=6), lie(), "4+3", ["limit-range"], id="VS-C08-range-above-with-token"),
    pytest.param(Limits(parity="odd"), lie(), "3", [], id="odd"),
    pytest.param(Limits(parity="odd"), lie(), "4", ["limit-odd"], id="odd-not"),
    pytest.param(Limits(parity="even"), lie(), "4", [], id="even"),
    pytest.param(Limits(parity="even"), lie(), "3", ["limit-even"], id="even-not"),
    pytest.param(Limits(parity="odd"), lie(), "4+3", [], id="VS-C08-odd-with-token"),
    pytest.param(Limits(most_a_player=1), lie(B="5 1"), "3", [], id="player-first"),
    pytest.param(Limits(most_a_player=1), lie(A="5"), "3", ["limit-player"], id="player-second"),
    pytest.param(Limits(most_a_player=1), lie(a="5"), "1", [], id="player-blockers-are-a-set-of-their-own"),
    pytest.param(Limits(most_a_player=2), lie(A="5"), "3", [], id="player-two-is-the-rule-anyway"),
    pytest.param(Limits(most_a_player=3), lie(A="5 1"), "3", ["two-tiles"], id="player-three-allows-nothing"),
    pytest.param(Limits(level="never"), lie(B="5", C="3"), "3", ["limit-equal"], id="never-with-another"),
    pytest.param(Limits(level="never"), lie(B="5", C="3"), "5", ["ties-leader"], id="never-with-the-leader"),
    pytest.param(Limits(level="never"), lie(B="5", C="3"), "4", [], id="never-between"),
    pytest.param(Limits(level="never"), lie(B="9", C="4", A="1"), "3", ["limit-equal"], id="never-by-two-tiles"),
    pytest.param(Limits(level="never"), lie(), "3", [], id="never-alone"),
    pytest.param(Limits(level="leader"), lie(B="5"), "5", [], id="leader-level"),
    pytest.param(Limits(level="leader"), lie(B="5", C="5"), "5", [], id="leader-level-of-three"),
    pytest.param(Limits(level="leader"), lie(B="5", A="1 2"), "2", ["two-tiles"], id="leader-lifts-nothing-else"),
]

IN_PAIRS = [
    pytest.param(Limits(most=2, once=True), lie(B="5 3"), "3", ["limit-most", "limit-once"], id="most-and-once"),
    pytest.param(Limits(least=3, parity="even"), lie(), "1", ["limit-range", "limit-even"], id="range-and-parity"),
    pytest.param(
        Limits(most_a_player=1, once=True), lie(A="3"), "3", ["limit-player", "limit-once"], id="player-and-once"
    ),
    pytest.param(
        Limits(most=2, most_a_player=1), lie(A="3", B="4"), "2", ["limit-most", "limit-player"], id="most-and-player"
    ),
    pytest.param(
        Limits(once=True, level="never"), lie(B="5", C="3"), "3", ["limit-once", "limit-equal"], id="once-and-never"
    ),
    pytest.param(Limits(once=True, level="leader"), lie(B="5"), "5", ["limit-once"], id="once-and-leader"),
    pytest.param(Limits(parity="even", level="leader"), lie(B="5"), "5", ["limit-even"], id="parity-and-leader"),
    pytest.param(
        Limits(most_a_player=1, level="leader"), lie(B="5", A="3"), "2", ["limit-player"], id="player-and-leader"
    ),
    pytest.param(
        Limits(most=1, parity="even"), lie(B="5"), "5", ["ties-leader", "limit-most", "limit-even"], id="with-a-tie"
    ),
    pytest.param(Limits(most_a_player=1), lie(A="3 2", B="4"), "2", ["two-tiles", "limit-player"], id="with-two-tiles"),
    pytest.param(Limits(least=2, highest=2, parity="odd"), lie(), "2", ["limit-odd"], id="nothing-fits"),
]


@pytest.mark.parametrize(("limited", "there", "tile", "faults"), [*ALONE, *IN_PAIRS])
def test_a_limit_forbids(limited: Limits, there: There, tile: str, faults: list[str]) -> None:
    """VS-R27: every limit that a tile breaks is told, beside the rules of every casino."""
    placed = Tile.parse(tile)
    assert codes(open_faults(there, "A", placed, limits=limited)) == faults
    assert bool(placements({"X": there}, "A", [placed], limits={"X": limited})) is not faults
    assert must_discard({"X": there}, "A", [placed], limits={"X": limited}) is bool(faults)


@pytest.mark.parametrize(
    ("limited", "there", "tile", "more", "faults"),
    [
        pytest.param(Limits(level="never"), lie(B="9", C="6"), "3", {"A": 6}, ["limit-equal"], id="own-total-moves"),
        pytest.param(Limits(level="never"), lie(B="9", C="3"), "3", {"A": 6}, [], id="own-total-moves-away"),
        pytest.param(Limits(level="never"), lie(B="9", C="6"), "3", {"C": 3}, ["limit-equal"], id="another-moves"),
        pytest.param(Limits(once=True), lie(B="9", C="6"), "3", {"C": 3}, [], id="numbers-as-they-lie-when-placed"),
        pytest.param(Limits(highest=5), lie(B="9"), "3", {"A": 6}, [], id="the-number-of-the-tile-when-placed"),
    ],
)
def test_totals_count_after_tokens_and_numbers_when_placed(
    limited: Limits, there: There, tile: str, more: dict[str, int], faults: list[str]
) -> None:
    """VS-A15, A16"""
    assert codes(open_faults(there, "A", Tile.parse(tile), final=more, limits=limited)) == faults


SAID = [
    pytest.param(
        Limits(most=3),
        lie(S="5 4", H="2"),
        "3",
        "By the character the most here is 3 in all, and 3 tiles lie here; another casino can still take the 3 of A.",
        id="most",
    ),
    pytest.param(
        Limits(most=1),
        lie(S="5"),
        "3",
        "By the character the most here is 1 in all, and one tile lies here; another casino can still take the 3 of A.",
        id="most-one",
    ),
    pytest.param(
        Limits(most_a_player=1),
        lie(A="4", H="2"),
        "3",
        "By the character each set has at most one tile here, and A already has 4; another casino can still take "
        "the 3.",
        id="player",
    ),
    pytest.param(
        Limits(once=True),
        lie(S="4 1+3", H="4"),
        "4",
        "By the character each number lies here once, and the 4 of S and H does: for A 3 would fit.",
        id="once",
    ),
    pytest.param(
        Limits(least=3, highest=5),
        lie(S="5"),
        "7",
        "By the character only the numbers 3 to 5 lie here, and A places a 7: 4 would fit.",
        id="range-nearest-is-no-tie",
    ),
    pytest.param(
        Limits(least=3),
        lie(),
        "2",
        "By the character only the numbers 3 and more lie here, and A places a 2: 3 would fit.",
        id="from",
    ),
    pytest.param(
        Limits(highest=5),
        lie(),
        "4+3",
        "By the character only the numbers 5 and less lie here, and A places a 7 (4+3): 5 would fit.",
        id="to-with-token",
    ),
    pytest.param(
        Limits(parity="odd"),
        lie(S="5"),
        "4",
        "By the character only odd numbers lie here, and A places a 4: 3 would fit.",
        id="odd",
    ),
    pytest.param(
        Limits(parity="even"),
        lie(A="2"),
        "1",
        "By the character only even numbers lie here, and A places a 1: 4 would fit.",
        id="even",
    ),
    pytest.param(
        Limits(level="never"),
        lie(S="9", H="4", C="5"),
        "4",
        "By the character no two totals here are equal, and with the 4 A would have 4 like H: 3 would fit.",
        id="never",
    ),
    pytest.param(
        Limits(least=2, highest=2, parity="odd"),
        lie(),
        "2",
        "By the character only odd numbers lie here, and A places a 2: no tile would fit.",
        id="nothing-fits",
    ),
    pytest.param(
        Limits(parity="even"),
        lie(S="4"),
        "4",
        "Here S leads with 4, and this tile is 4 as well: 6 would lead, 2 stays under.",
        id="a-tie-offers-what-the-card-takes",
    ),
]


@pytest.mark.parametrize(("limited", "there", "tile", "sentence"), SAID)
def test_what_is_said(limited: Limits, there: There, tile: str, sentence: str) -> None:
    """E-106: who, which number, how many are there, and the nearest tile that would work."""
    assert [say(SENTENCES, r) for r in open_faults(there, "A", Tile.parse(tile), limits=limited)] == [sentence]


def test_equal_with_the_leader_the_earlier_one_stays_ahead() -> None:
    """VS-A14: whoever comes level does not lead, and the outlook says so; below the leader nothing is different."""
    there, allowed = lie(B="5", C="5", D="3"), Limits(level="leader")
    assert say(SENTENCES, outlook(there, "A", Tile(5), leader="B", limits=allowed)) == "Level with B at 5, place 3"
    assert say(SENTENCES, outlook(there, "A", Tile(3), leader="B", limits=allowed)) == "Place 4 with 3"
    assert say(SENTENCES, outlook(there, "A", Tile(6), leader="B", limits=allowed)) == "Would lead with 6"
    assert say(SENTENCES, outlook(there, "A", Tile(5), leader="B")) == "Place 3 with 5"
    assert not leads(there, "A", Tile(5), leader="B")


@pytest.mark.parametrize(
    ("limited", "hand", "rulings", "due"),
    [
        pytest.param({"X": Limits(parity="odd"), "Y": Limits(highest=3)}, (4, 6), (), True, id="VS-C10-fits-nowhere"),
        pytest.param({"X": Limits(parity="odd")}, (4, 6), (), False, id="another-casino-takes-it"),
        pytest.param({"X": Limits(parity="odd"), "Y": Limits(highest=3)}, (4, 1), (), False, id="another-tile-fits"),
        pytest.param(
            {"X": Limits(parity="odd"), "Y": Limits(highest=3)},
            (4, 6),
            (("A", 4, "X", True),),
            False,
            id="VS-A33-the-card-was-ruled-to-allow",
        ),
        pytest.param(
            {"X": Limits(parity="odd")},
            (4,),
            (("A", 4, "Y", False),),
            True,
            id="VS-A33-the-card-was-ruled-to-forbid",
        ),
        pytest.param({"X": Limits(highest=6)}, (7,), (), True, id="VS-A19-the-7-has-one-casino-left"),
    ],
)
def test_a_discard_is_due_by_the_limits_too(
    limited: dict[str, Limits], hand: tuple[int, ...], rulings: Any, due: bool
) -> None:
    """VS-C10, A19: what a card forbids is no place to go; a ruling of the table counts more than the card."""
    casinos: dict[str, There] = {"X": {}, "Y": {}}
    found = discard_due(casinos, [Half("A", hand)], "A", rulings=rulings, limits=limited)
    assert bool(found) is due
    way = way_to_place_all(casinos, [Half("A", hand)], rulings=rulings, limits=limited)
    if len(hand) > 1 or rulings:
        assert (way is None) is due


def test_two_halves_find_the_order_that_a_limit_leaves() -> None:
    """VS-A20: with room for one tile only, the blocker and the own tile go to different casinos."""
    full = {"X": lie(B="1 2"), "Y": lie(B="3 4")}
    halves = [Half("A", (5,)), Half("Ab", (6,))]
    one_each = {"X": Limits(most=3), "Y": Limits(most=3)}
    way = way_to_place_all(full, halves, blockers={"Ab"}, limits=one_each)
    assert way is not None and len({casino for _, _, casino in way}) == 2
    assert way_to_place_all(full, halves, blockers={"Ab"}, limits={"X": Limits(most=3), "Y": Limits(most=2)}) is None


# On random positions


@unhurried
@given(theres(), st.sampled_from("ABCa"), tiles, limits)
def test_a_limit_only_ever_forbids(there: There, set_id: str, tile: Tile, limited: Limits) -> None:
    """Nothing that the rules forbid becomes legal, but a tie with the leader where that one limit allows it."""
    plain, with_limits = (
        set(codes(open_faults(there, set_id, tile))),
        codes(open_faults(there, set_id, tile, limits=limited)),
    )
    allowed = {"ties-leader"} if limited.level == "leader" else set()
    assert set(with_limits) & {"two-tiles", "ties-leader"} == plain - allowed
    assert len(set(with_limits)) == len(with_limits)
    if limited == FREE:
        assert set(with_limits) == plain


@unhurried
@given(
    tables(), st.sampled_from("ABa"), st.lists(tiles, max_size=7), st.lists(limits, min_size=4, max_size=4), st.data()
)
def test_options_agree_with_single_verdicts(
    casinos: dict[str, There], set_id: str, hand: list[Tile], limited: list[Limits], data: st.DataObject
) -> None:
    """E-109: with limits too, what is offered is legal singly and the other way round."""
    rigged = data.draw(st.none() | st.sampled_from(sorted(casinos)))
    at = dict(zip(sorted(casinos), limited, strict=False))
    singly = [
        (tile, casino)
        for tile in dict.fromkeys(hand)
        for casino in casinos
        if not open_faults(casinos[casino], set_id, tile, limits=at[casino])
        and not private_faults(tile, rigged == casino, set_id == "a")
    ]
    assert list(placements(casinos, set_id, hand, rigged=rigged, blockers="a", limits=at)) == singly
    assert must_discard(casinos, set_id, hand, rigged=rigged, blockers="a", limits=at) is (bool(hand) and not singly)


@unhurried
@given(theres(), tiles, st.lists(tiles, max_size=7), limits)
def test_what_a_refusal_offers_works(there: There, tile: Tile, hand: list[Tile], limited: Limits) -> None:
    """E-106: with the tile that a sentence names no number is wrong any more, and where it names none none is right."""

    def numbers_wrong(other: Tile) -> bool:
        found = codes(open_faults(there, "A", other, limits=limited))
        return bool(set(found) - {"two-tiles", "limit-most", "limit-player"})

    for fault in open_faults(there, "A", tile, hand=hand, limits=limited):
        for offered in (fault.values[key] for key in ("nearest", "higher", "lower") if key in fault.values):
            if offered != "no tile":
                assert not numbers_wrong(Tile.parse(offered))
            elif "nearest" in fault.values:
                assert all(numbers_wrong(other) for other in hand if other.number != tile.number)


@unhurried
@given(tables(3), st.lists(st.integers(1, 7), max_size=4).map(tuple), st.lists(limits, min_size=3, max_size=3))
def test_a_discard_is_due_where_nothing_fits(
    casinos: dict[str, There], hand: tuple[int, ...], limited: list[Limits]
) -> None:
    """VS-A19: by each casino that might be the own rigged one, as `must_discard` says."""
    at = dict(zip(sorted(casinos), limited, strict=False))
    due = due_if_rigged(casinos, [Half("A", hand)], limits=at)
    held = list(map(Tile, hand))
    for rigged in casinos:
        nothing_fits = not placements(casinos, "A", held, rigged=rigged, limits=at)
        assert (rigged in due) is nothing_fits
