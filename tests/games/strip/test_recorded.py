"""Recorded games, one for each way a game can go, replayed line by line.

Each file holds a log, with near misses that must be refused in between, what the table hears, and the numbers that came
of it: they were reckoned from the log by `by_hand.py`, which knows nothing of the package, and looked over by hand.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cards import version
from companion.engine import Event, Refused, replay
from companion.games.strip.state import State
from companion.games.strip.tally import books
from companion.words import say
from tests.games.strip.at_table import GAME
from tests.games.strip.by_hand import Evening

GAMES = {
    path.stem: json.loads(path.read_text(encoding="utf-8")) for path in Path(__file__).parent.glob("recorded/*.json")
}

WAYS = {
    "two-players",
    "three-players",
    "four-players",
    "five-players",
    "six-players",
    "penalty-learning",
    "penalty-experienced",
    "forced-discard",
    "forced-discard-of-two",
    "jackpots",
    "odd-chip",
    "tie-for-first",
    "tie-for-second-decided",
    "tie-for-second-shared",
    "printed-cards",
    "switched-to-printed",
    "untracked",
    "as-it-lies",
    "tokens",
    "near-misses",
    "characters",
}


def event(line: dict[str, Any], number: int) -> Event:
    data, secret = line.get("data", {}), line.get("secret", {})
    return Event(line["kind"], data, secret, number=number, confirmed=tuple(line.get("confirmed", ())))


def events(game: dict[str, Any]) -> list[Event]:
    """List the events that were taken."""
    taken = [line for line in game["log"] if "refused" not in line]
    return [event(line, number) for number, line in enumerate(taken, 1)]


def test_every_way_is_recorded() -> None:
    """Issue 2, tests that must exist"""
    assert set(GAMES) == WAYS
    assert {game["players"] for game in GAMES.values()} == {2, 3, 4, 5, 6}


@pytest.fixture(params=sorted(WAYS))
def game(request: pytest.FixtureRequest) -> dict[str, Any]:
    return GAMES[request.param]


def test_the_game_ends_as_recorded(game: dict[str, Any]) -> None:
    """E-108, E-82: gains and jackpots of each round, totals and winners; the rules are named in the file"""
    state = replay(GAME, events(game))
    assert [dict(closed.gain) for closed in state.past] == [round["gains"] for round in game["rounds"]]
    assert dict(state.jackpots) == game["rounds"][-1]["jackpots"]
    assert {seat: state.chips(seat) for seat in state.seats} == game["totals"]
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert sorted(outcome.winners) == game["winners"]


def test_the_cards_by_which_it_was_judged_are_named(game: dict[str, Any]) -> None:
    """Issue 6, E-108: by the version that a page and an export show"""
    state = replay(GAME, events(game))
    assert version(GAME.printed(GAME.cards_at(state))) == game["cards"]


def test_the_numbers_are_those_reckoned_by_hand(game: dict[str, Any]) -> None:
    """VS-R28 to R37, R44, R45: chip by chip, without the package"""
    evening = Evening(events(game))
    assert (evening.rounds, evening.chips, sorted(evening.winners())) == (
        game["rounds"],
        game["totals"],
        game["winners"],
    )


def test_every_line_is_taken_or_refused_as_recorded(game: dict[str, Any]) -> None:
    """E-106, E-108, VS-P1, P16: near misses name their rules and change nothing; the books balance after each line"""
    first, *rest = game["log"]
    state = GAME.start(event(first, 1))
    assert isinstance(state, State)
    number, heard = 1, []
    for line in rest:
        here = GAME.view(state, None, {})
        if line["kind"] == "closed" and here.payout:
            assert line.get("refused") or piles(here) == game["rounds"][len(state.past)]["piles"]
            heard += [pay.said for pay in here.payout.lines]
        after = GAME.apply(state, event(line, number + 1))
        if "refused" in line:
            assert isinstance(after, Refused), line
            assert [reason.code for reason in after.reasons] == line["refused"]
            continue
        assert isinstance(after, State), (line, after)
        state, number = after, number + 1
        assert books(state).balance == 0
    outcome = GAME.outcome(state)
    assert outcome is not None
    heard += [*(line.said for line in state.story), *outcome.because]
    spoken = [say(GAME.sentences, reason, state.names) for reason in heard]
    assert [said for said in game["hears"] if said not in spoken] == []


def piles(view: Any) -> dict[str, int]:
    return {"+".join(team.seats): team.pile for team in view.payout.piles}
