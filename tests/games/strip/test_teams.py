"""Teams, fixers and positions of each round, layouts, and a fixer's choice."""

from __future__ import annotations

import pytest

from companion.games.strip.components import LAYOUTS, TEAM_COUNT
from companion.games.strip.teams import choice_faults, layout_faults, repeat_partners, rounds

FOLD = LAYOUTS

ROUNDS = [
    pytest.param(2, "0", FOLD[2], ["0/1", "1/0", "0/1"], id="VS-R40-two-players-solo"),
    pytest.param(3, "0", FOLD[3], ["0/1/2", "1/2/0", "2/0/1"], id="VS-R14-three-players-solo"),
    pytest.param(4, "0", FOLD[4], ["03/12", "10/23", "20/31"], id="VS-R13-R44-four-players"),
    pytest.param(4, "2", FOLD[4], ["21/30", "32/01", "02/13"], id="VS-R08-another-first-player"),
    pytest.param(4, "3", FOLD[4], ["32/01", "03/12", "13/20"], id="VS-R44-marker-passes-around-the-end"),
    pytest.param(5, "0", FOLD[5], ["04/13/2", "10/24/3", "21/30/4"], id="VS-A5-five-players"),
    pytest.param(6, "0", FOLD[6], ["05/14/23", "10/25/34", "21/30/45"], id="VS-A5-six-players"),
    pytest.param(4, "0", ("AABB", "AABB", "ABAB"), ["01/23", "12/30", "20/31"], id="VS-C02-other-solution"),
    pytest.param(4, "0", ("XQQX", "QXXQ", "ZAZA"), ["03/12", "10/23", "20/31"], id="VS-R13-letters-are-names-only"),
]


@pytest.mark.parametrize(("players", "first", "layout", "teams"), ROUNDS)
def test_teams_of_each_round(players: int, first: str, layout: tuple[str, ...], teams: list[str]) -> None:
    ahead = rounds([str(seat) for seat in range(players)], first, layout)
    assert ["/".join("".join(team) for team in now.teams) for now in ahead] == teams
    assert [now.number for now in ahead] == [1, 2, 3]
    assert [now.first for now in ahead] == [str((int(first) + turn) % players) for turn in range(3)]


def test_a_fixer_is_the_member_earlier_in_turn_order() -> None:
    """VS-R15: recomputed each round, for solo players too."""
    ahead = rounds(["0", "1", "2", "3", "4"], "0", FOLD[5])
    assert [now.fixers for now in ahead] == [("0", "1", "2"), ("1", "2", "3"), ("2", "3", "4")]
    for now in ahead:
        for team in now.teams:
            assert team[0] == min(team, key=now.order.index)


def test_turn_order_is_clockwise_from_the_first_player() -> None:
    """VS-R13, R20: the seats as they sit, turned."""
    ahead = rounds(["b", "d", "a"], "d", FOLD[3])
    assert [now.order for now in ahead] == [("d", "a", "b"), ("a", "b", "d"), ("b", "d", "a")]
    assert ahead[0].letters == ("A", "B", "C")


def test_partners_and_solo_players() -> None:
    """VS-R14, R18: a solo player has no partner, partners have each other."""
    now = rounds(["0", "1", "2", "3", "4"], "0", FOLD[5])[0]
    assert now.team_of("3") == ("1", "3")
    assert now.partner_of("3") == "1"
    assert now.partner_of("1") == "3"
    assert now.partner_of("2") is None


@pytest.mark.parametrize(
    ("players", "letters"),
    [
        pytest.param(2, "AA", id="VS-A4-two-players-one-team"),
        pytest.param(3, "ABA", id="VS-R14-three-players-with-partners"),
        pytest.param(4, "ABB", id="VS-R13-a-letter-short"),
        pytest.param(4, "ABBAA", id="VS-R13-a-letter-over"),
        pytest.param(4, "AAAB", id="VS-R14-three-in-a-team"),
        pytest.param(4, "AABC", id="VS-A4-three-teams-of-four"),
        pytest.param(4, "abba", id="VS-R13-small-letters"),
        pytest.param(4, "1221", id="VS-R13-digits"),
        pytest.param(4, "ÄBBÄ", id="VS-R13-other-letters"),
        pytest.param(5, "ABABA", id="VS-A4-two-teams-of-five"),
        pytest.param(6, "ABCDBA", id="VS-A4-four-teams-of-six"),
        pytest.param(6, "AABBAB", id="VS-A4-two-teams-of-six"),
        pytest.param(4, "", id="VS-R13-nothing"),
    ],
)
def test_a_layout_that_does_not_fit_is_a_fault(players: int, letters: str) -> None:
    fitting = FOLD[players][0]
    faults = layout_faults(players, (fitting, letters, fitting))
    assert [(fault.code, fault.values["round"]) for fault in faults] == [("layout", 2)]
    assert [fault.values["round"] for fault in layout_faults(players, (letters, fitting, letters))] == [1, 3]


@pytest.mark.parametrize("players", sorted(LAYOUTS))
def test_the_layouts_in_the_box_fit(players: int) -> None:
    """VS-A5, P13: no faults and no repeated partners, whoever starts; as many teams as VS-A4 counts."""
    seats = [str(seat) for seat in range(players)]
    assert layout_faults(players, LAYOUTS[players]) == ()
    for first in seats:
        ahead = rounds(seats, first, LAYOUTS[players])
        assert repeat_partners(ahead, seats) == ()
        assert {len(now.teams) for now in ahead} == {TEAM_COUNT[players]}


@pytest.mark.parametrize("count", [0, 2, 4])
def test_a_layout_has_three_rounds(count: int) -> None:
    """VS-R09: a round without letters, or letters without a round, is a fault."""
    assert [fault.code for fault in layout_faults(4, ("ABBA",) * count)] == ["layout"] * abs(3 - count)


@pytest.mark.parametrize(
    ("players", "layout", "pairs"),
    [
        pytest.param(4, ("ABAB", "ABAB", "ABBA"), [("0", "2"), ("1", "3")], id="VS-C02-opposite-twice"),
        pytest.param(4, ("ABBA", "ABBA", "ABBA"), [("0", "3"), ("1", "2")], id="VS-A5-fold-three-times"),
        pytest.param(4, ("ABAB", "ABAB", "ABAB"), [("0", "2"), ("1", "3")], id="VS-C02-three-times-is-one-warning"),
        pytest.param(6, ("ABCABC",) * 3, [("0", "3"), ("1", "4"), ("2", "5")], id="VS-A5-opposite-pairs-of-six"),
        pytest.param(5, ("AABBC",) * 3, [("2", "3")], id="VS-A5-neighbours-of-five"),
        pytest.param(3, FOLD[3], [], id="VS-R14-no-partners-no-repeats"),
    ],
)
def test_repeated_partners(players: int, layout: tuple[str, ...], pairs: list[tuple[str, str]]) -> None:
    seats = [str(seat) for seat in range(players)]
    assert list(repeat_partners(rounds(seats, "0", layout), seats)) == pairs


def test_repeated_partners_stand_in_seat_order_whoever_starts() -> None:
    """VS-C02: lower seat first, pairs ascending; without the seats, the turn order of round 1."""
    seats = ["0", "1", "2", "3"]
    ahead = rounds(seats, "3", ("ABAB",) * 3)
    assert repeat_partners(ahead, seats) == (("0", "2"), ("1", "3"))
    assert repeat_partners(ahead) == (("3", "1"), ("0", "2"))


@pytest.mark.parametrize(
    ("rigged", "secure", "codes"),
    [
        pytest.param("X", "Y", [], id="VS-R17-one-way"),
        pytest.param("Y", "X", [], id="VS-R17-other-way"),
        pytest.param("Z", "Y", ["not-dealt"], id="VS-R17-rigged-not-dealt"),
        pytest.param("X", "Z", ["not-dealt"], id="VS-R17-secure-not-dealt"),
        pytest.param("W", "Z", ["not-dealt", "not-dealt"], id="VS-R17-neither-dealt"),
        pytest.param("X", "X", ["same-casino"], id="VS-A7-both-roles"),
        pytest.param("Z", "Z", ["not-dealt", "same-casino"], id="VS-A7-both-roles-not-dealt"),
    ],
)
def test_a_fixer_gives_both_dealt_casinos_a_role(rigged: str, secure: str, codes: list[str]) -> None:
    assert [fault.code for fault in choice_faults(("X", "Y"), rigged, secure)] == codes
