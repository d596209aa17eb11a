"""Ranks of solo and co-operative play: the ladder in both readings and both sets of names, records, the best so far."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.slots import GAME
from companion.games.slots.view import RankView
from tests.games.slots.at_machine import AtMachine

#: one symbol worth a point, so that any number of points can be made
POINT = {"symbol:A": {"name": "point", "points": 1, "count": None}, "symbol:B": {"name": "ten", "points": 10}}


def scored(points: int, players: int = 1, rounds: int = 1, kept: Any = None, **changes: Any) -> AtMachine:
    """Play a round for so many points, 0 or more."""
    table = AtMachine(players, {**POINT, **(kept or {})}, mode="co-operative", rounds=rounds, **changes)
    return score(table, points)


def score(table: AtMachine, points: int) -> AtMachine:
    table.begin()
    sets = {"B": min(99, points // 10)}
    return table.prizes("1", **sets, A=points - 10 * sets["B"]).take("ended")


def rank(table: AtMachine) -> RankView:
    return table.view().ranks[-1]


# The ladder

LADDER = [
    (0, "Beginner", "Beginner", 402),
    (1, "Beginner", "Beginner", 401),
    (400, "Beginner", "Beginner", 2),
    (401, "Beginner", "Beginner", 1),
    (402, "Basic", "Basic", 102),
    (501, "Basic", "Basic", 3),
    (502, "Basic", "Basic", 2),
    (503, "Basic", "Basic", 1),
    (504, "Good", "Good", 96),
    (598, "Good", "Good", 2),
    (599, "Good", "Good", 1),
    (600, "Gambler", "Gambler Pro", 4),
    (602, "Gambler", "Gambler Pro", 2),
    (603, "Gambler", "Gambler Pro", 1),
    (604, "Wizard", "Magician", 46),
    (605, "Gambler", "Gambler Pro", 45),
    (606, "Gambler", "Gambler Pro", 44),
    (649, "Gambler", "Gambler Pro", 1),
    (650, "Master", "King Coin", 50),
    (656, "Master", "King Coin", 44),
    (699, "Master", "King Coin", 1),
    (700, "Slot Machine King", "Master", None),
    (732, "Slot Machine King", "Master", None),
]


@pytest.mark.parametrize(("points", "book", "site", "to_next"), LADDER, ids=[str(line[0]) for line in LADDER])
def test_the_rank_of_so_many_points(points: int, book: str, site: str, to_next: int | None) -> None:
    """SM-R49, A27, E-103: odd numbers between the printed lines have a rank; both sets of names"""
    table = scored(points)
    assert (rank(table).points, rank(table).name, rank(table).to_next) == (points, book, to_next)
    table.take("agreed", rank_names="site")
    assert (rank(table).name, rank(table).to_next) == (site, to_next)


def test_below_nothing_is_a_beginner() -> None:
    """SM-A27, VO"""
    table = AtMachine(1, POINT, variations=["O"]).begin().take("hand", seat="1", cards=["B", "B", "A"]).take("ended")
    shown = rank(table)
    assert (shown.points, shown.name, shown.next_name, shown.to_next) == (-21, "Beginner", "Basic", 423)
    assert [step.first for step in shown.ladder if step.reached] == [0], "it is held however far below 0"
    assert [step.first for step in shown.ladder if step.next] == [402]


@pytest.mark.parametrize(
    ("settings", "points", "name", "next_name"),
    [
        ({"rank_502": "good"}, 501, "Basic", "Good"),
        ({"rank_502": "good"}, 502, "Good", "Gambler"),
        ({"rank_502": "basic"}, 502, "Basic", "Good"),
        ({"rank_604": "from"}, 604, "Wizard", "Master"),
        ({"rank_604": "from"}, 606, "Wizard", "Master"),
        ({"rank_604": "from"}, 649, "Wizard", "Master"),
        ({"rank_604": "from"}, 650, "Master", "Slot Machine King"),
        ({"rank_604": "exactly"}, 606, "Gambler", "Master"),
    ],
)
def test_the_other_readings(settings: dict[str, str], points: int, name: str, next_name: str) -> None:
    """SM-A27"""
    shown = rank(scored(points, settings=settings))
    assert (shown.name, shown.next_name) == (name, next_name)


def test_the_ladder_of_the_other_reading_begins_good_at_502() -> None:
    """SM-A27"""
    firsts = [step.first for step in rank(scored(0, settings={"rank_502": "good"})).ladder]
    assert firsts == [0, 402, 502, 600, 604, 650, 700]


@pytest.mark.parametrize(
    ("settings", "points", "reached", "following"),
    [
        ({}, 0, [0], 402),
        ({}, 603, [0, 402, 504, 600], 604),
        ({}, 604, [0, 402, 504, 600, 604], 650),
        ({}, 606, [0, 402, 504, 600], 650),
        ({"rank_604": "from"}, 606, [0, 402, 504, 600, 604], 650),
        ({}, 700, [0, 402, 504, 600, 650, 700], None),
    ],
)
def test_the_mark_on_the_ladder(settings: Any, points: int, reached: list[int], following: int | None) -> None:
    """Issue 3: Wizard is passed by where it is 604 and no more"""
    ladder = rank(scored(points, settings=settings)).ladder
    assert [step.first for step in ladder if step.reached] == reached
    assert [step.first for step in ladder if step.next] == ([following] if following else [])


# What it is a rank of


@pytest.mark.parametrize(
    ("changes", "calibrated"),
    [
        ({}, True),
        ({"variations": ["A", "F", "J", "U"]}, True),
        ({"settings": {"decks": 2}}, False),
        ({"variations": ["Q"]}, False),
        ({"variations": ["R"]}, False),
        ({"spin": "A"}, False),
        ({"spin": "B"}, False),
        ({"cumber": "A"}, False),
        ({"cumber": "B"}, False),
    ],
)
@pytest.mark.parametrize("players", [1, 3])
def test_where_the_ladder_is_not_calibrated(players: int, changes: Any, calibrated: bool) -> None:
    """SM-A28, E-103: two decks, Q, R, expansions"""
    assert rank(scored(10, players, **changes)).calibrated == calibrated


def test_a_practice_round_is_not_calibrated() -> None:
    table = AtMachine(1, {}).take("practice", on=True).begin().take("ended")
    assert not rank(table).calibrated


def test_each_round_has_a_rank_of_its_own() -> None:
    """SM-A28: over one round, not over the game; the company's points together"""
    table = scored(402, players=2, rounds=2)
    table.begin().prizes("1", B=30).prizes("2", B=30, A=4).take("ended")
    assert [(shown.round, shown.points, shown.name) for shown in table.view().ranks] == [
        (1, 402, "Basic"),
        (2, 604, "Wizard"),
    ]


def test_a_running_round_and_a_competition_have_no_rank() -> None:
    """E-103"""
    assert AtMachine(1).begin().prizes("1", B=20).view().ranks == ()
    table = AtMachine(3).begin().prizes("1", B=30).take("ended")
    assert (table.view().ranks, table.view().records) == ((), ())


# Records and the best so far


def records(table: AtMachine) -> list[str]:
    return table.spoken(record.said for record in table.view().records)


def test_the_scores_to_beat() -> None:
    """SM-R50, component data"""
    table = AtMachine(1)
    assert records(table) == [
        "The creator alone, 9\u00a0Nov\u00a02019",
        "The creator alone, 23\u00a0Nov\u00a02019",
        "Thought to be the most possible",
    ]
    assert [record.points for record in table.view().records] == [656, 672, 732]


def best(table: AtMachine) -> int | None:
    own = [record.points for record in table.view().records if record.said.code.startswith("best-")]
    return own[0] if own else None


def after(table: AtMachine, players: int = 1, **changes: Any) -> AtMachine:
    """Open a later table, as the store keeps what tables named."""
    return AtMachine(players, {**table.state.kept, **GAME.keep(table.state)}, mode="co-operative", **changes)


def test_the_best_so_far_is_kept_for_later_tables() -> None:
    """E-103: the best round, whether it was the last or not"""
    table = scored(410, rounds=2)
    assert best(score(table, 300)) == 410
    following = after(table)
    assert best(following) == 410
    assert GAME.keep(following.state) == {}, "nothing was scored at this table yet"
    assert best(score(after(table, rounds=2), 500)) == 500


def test_the_best_is_that_of_the_person_or_of_so_many() -> None:
    """E-103: whoever plays alone has their own, under whatever case it is typed"""
    ann = scored(410)
    ann.take("named", seat="1", name="Ann")
    following = after(ann)
    assert best(following) is None
    following.take("named", seat="1", name=" ann")
    assert best(following) == 410
    three = score(after(ann, 3), 200)
    assert best(three) == 200
    assert best(after(three, 2)) is None
    assert best(after(three, 3)) == 200


def test_a_correction_takes_a_best_back() -> None:
    """E-91: what was typed wrongly is kept no longer than it stands"""
    table = scored(300, kept={"best:player 1": 350}).take("sets", seat="1", symbol="B", sets=90, round=1)
    assert (best(table), GAME.keep(table.state)["best:player 1"]) == (900, 900)
    table.take("sets", seat="1", symbol="B", sets=30, round=1)
    assert (best(table), GAME.keep(table.state)["best:player 1"]) == (350, 350)


@pytest.mark.parametrize(
    "changes",
    [{"settings": {"decks": 2}}, {"variations": ["Q"]}, {"spin": "A"}, {"cumber": "A"}, {"cumber": "B"}],
)
@pytest.mark.parametrize("players", [1, 3])
def test_cards_without_a_ladder_have_a_best_of_their_own(players: int, changes: Any) -> None:
    """SM-A28, E-103: it stands beside that of the calibrated rounds, and neither is taken for the other"""
    table = scored(900, players, **changes)
    assert best(table) == 900
    assert table.spoken(record.said for record in table.view().records)[0] == "Your best so far, not calibrated"
    plain = score(after(table, players), 410)
    assert best(plain) == 410
    assert best(after(plain, players, **changes)) == 900


def test_practice_and_open_sums_are_no_best() -> None:
    table = AtMachine(1, {"best:player 1": 20}).take("practice", on=True).begin().prizes("1", V=9).take("ended")
    assert best(table) == 20
    assert GAME.keep(table.state) == {}
    table = AtMachine(1, {}).begin().prizes("1", S=1, L=9).take("ended")
    assert best(table) is None
    table.take("symbol", letter="S", points=10)
    assert best(table) == 118


def test_a_competition_leaves_the_best_alone() -> None:
    """E-103: and takes none from it"""
    table = AtMachine(2, {"best-together:2": 300}).begin().prizes("1", L=50).take("ended")
    assert GAME.keep(table.state) == {}
