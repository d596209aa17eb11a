"""The clock of a round: the server's, so it survives sleep and reload; pauses only where the table agreed on them."""

from __future__ import annotations

import pytest

from companion.engine import replay
from companion.games.slots import GAME
from companion.games.slots.view import ClockView
from tests.games.slots.at_machine import AtMachine, on_paper
from tests.games.strip.at_table import Refusal, refused


def at(seconds: int) -> str:
    return f"2026-11-27T21:{seconds // 60:02d}:{seconds % 60:02d}+00:00"


def timed(*acts: tuple[int, str], pause: bool = True) -> AtMachine:
    """Play a round of two against the clock, with these acts at these seconds."""
    table = AtMachine(2, mode="co-operative", variations=["U"], settings={"timer_pause": pause}).begin()
    for second, do in acts:
        do_at(table, second, do)
    return table


def do_at(table: AtMachine, second: int, do: str) -> AtMachine:
    table.time = at(second)
    return table.take("ended") if do == "ended" else table.take("clock", do=do)


def clock(table: AtMachine) -> ClockView:
    clock = table.view().clock
    assert clock is not None
    return clock


@pytest.mark.parametrize(
    ("acts", "seconds", "since"),
    [
        ([], 0, None),
        ([(5, "start")], 0, at(5)),
        ([(5, "start"), (65, "stop")], 60, None),
        ([(5, "start"), (65, "pause")], 60, None),
        ([(5, "start"), (65, "pause"), (500, "resume")], 60, at(500)),
        ([(5, "start"), (65, "pause"), (500, "resume"), (510, "pause"), (900, "resume"), (901, "stop")], 71, None),
        ([(5, "start"), (65, "stop"), (100, "start"), (110, "stop")], 10, None),
        ([(5, "start"), (304, "ended")], 299, None),
        ([(5, "start"), (6, "pause"), (304, "ended")], 1, None),
    ],
)
def test_the_time_that_ran(acts: list[tuple[int, str]], seconds: int, since: str | None) -> None:
    """SM-VU, A50: pauses do not count, a fresh start begins anew, the end of the round stops it"""
    shown = clock(timed(*acts))
    assert (shown.seconds, shown.since) == (seconds, since)


def test_a_clock_that_went_backwards_counts_nothing() -> None:
    """E-87: a server whose time was put right does not take minutes off"""
    assert clock(timed((100, "start"), (40, "stop"))).seconds == 0


def test_time_and_points_are_kept_side_by_side() -> None:
    """SM-VU, A50: no blend; a round without a clock has no time"""
    table = timed((0, "start"), (299, "ended"))
    assert [(rank.points, rank.seconds) for rank in table.view().ranks] == [(0, 299)]
    assert timed((5, "ended")).view().ranks[0].seconds is None


def test_each_round_has_its_own_clock() -> None:
    table = AtMachine(1, rounds=2, variations=["U"]).begin()
    do_at(table, 0, "start")
    do_at(table, 50, "ended")
    table.begin()
    assert (clock(table).seconds, clock(table).since) == (0, None)
    do_at(table, 60, "start")
    do_at(table, 90, "ended")
    assert [rank.seconds for rank in table.view().ranks] == [50, 30]


def test_a_reload_changes_nothing() -> None:
    """Issue 3: it survives sleep and reload, for it is in the log"""
    table = timed((5, "start"), (65, "pause"), (500, "resume"))
    assert replay(GAME, [on_paper(event) for event in table.log]) == table.state


def test_marks_to_beat_stand_beside_the_clock_of_u() -> None:
    """SM-VU: 700 in 5:00, 600 in 20:00"""
    table = timed()
    assert table.spoken(clock(table).marks) == ["700 points in 5:00", "600 points in 20:00"]
    assert clock(AtMachine(1).begin()).marks == ()
    assert AtMachine(1).view().clock is None


@pytest.mark.parametrize(
    ("mode", "players", "timed"), [("competitive", 2, False), ("co-operative", 2, True), ("solo", 1, True)]
)
def test_u_in_competition_shows_no_clock(mode: str, players: int, timed: bool) -> None:
    """SM-A35, VU: it changes nothing there; a clock that was started shows all the same"""
    table = AtMachine(players, mode=mode, variations=["U"]).begin()
    assert (clock(table).timed, bool(clock(table).marks)) == (timed, timed)
    assert clock(table.take("clock", do="start")).timed


def test_a_clock_runs_beside_everything_that_can_be_done() -> None:
    """E-109: what is open now can be listed while it runs"""
    table = timed((5, "start"))
    free = {option.kind: option.reasons for option in GAME.options(table.state, None)}
    assert free["ended"] == ()
    doing = {option.data["do"]: option.reasons for option in GAME.options(table.state, None) if option.kind == "clock"}
    assert {do for do, reasons in doing.items() if not reasons} == {"pause", "stop"}


def test_an_undo_takes_a_stop_back() -> None:
    table = timed((5, "start"), (65, "stop")).undo()
    assert (clock(table).seconds, clock(table).since) == (0, at(5))


REFUSALS = [
    refused("SM-VU", timed, "clock", "clock-stands", do="stop"),
    refused("SM-VU", timed, "clock", "clock-stands", do="pause"),
    refused("SM-VU", lambda: timed((5, "start")), "clock", "clock-runs", do="start"),
    refused("SM-VU", lambda: timed((5, "start")), "clock", "clock-runs", do="resume"),
    refused("SM-A50", lambda: timed((5, "start"), pause=False), "clock", "clock-no-pause", do="pause"),
    refused("SM-A50", lambda: timed((5, "start"), (9, "stop"), pause=False), "clock", "clock-no-pause", do="resume"),
    refused("issue 3", timed, "clock", "unknown-act", "clock", do="wind"),
    refused("issue 3", lambda: timed((5, "ended")), "clock", "not-now-over", do="start"),
]


@pytest.mark.parametrize("case", REFUSALS)
def test_refused(case: Refusal) -> None:
    """E-106"""
    case.check()
