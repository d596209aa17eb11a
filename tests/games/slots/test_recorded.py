"""Recorded games, one for each way to end, replayed line by line.

Each file holds a log, with near misses that must be refused in between, what the table hears, and the numbers that came
of it. They were reckoned by hand; `Reckoning` adds them up once more from the log, without anything of the package.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.cards import version
from companion.engine import Event, Refused, replay
from companion.games.slots import GAME
from companion.games.slots.state import State
from companion.words import say
from tests.games.strip.at_table import reasons_in

GAMES = {
    path.stem: json.loads(path.read_text(encoding="utf-8")) for path in Path(__file__).parent.glob("recorded/*.json")
}

SOLO = {f"solo-{points}" for points in (0, 402, 504, 600, 604, 650, 700)}
WAYS = SOLO | {
    "competitive-tie",
    "teams",
    "co-operative-timer",
    "o-negative",
    "q-five-people",
    "two-decks",
    "e-five-people",
    "practice-card",
    "entered-later",
    "never-entered",
    "recorded-machine",
}


def event(line: dict[str, Any], number: int) -> Event:
    at = line.get("at", f"2026-11-27T20:{number // 60:02d}:{number % 60:02d}+00:00")
    confirmed = tuple(line.get("confirmed", ()))
    return Event(line["kind"], line.get("data", {}), line.get("secret", {}), None, at, number, confirmed)


def events(game: dict[str, Any]) -> list[Event]:
    """List the events that were taken."""
    taken = [line for line in game["log"] if "refused" not in line]
    return [event(line, number) for number, line in enumerate(taken, 1)]


#: the points that the rulebook gives, and those of the practice card
BOOK = {"C": 8, "L": 12, "@": 100, "$": 200}
MADE_UP = {"C": 8, "L": 12, "O": 10, "P": 14, "G": 16, "M": 18, "B": 20, "R": 24, "V": 30, "S": 40}


class Reckoning:
    """The score pad of somebody who reads a log aloud and writes the sets down."""

    def __init__(self, log: list[dict[str, Any]]) -> None:
        setup = log[0]["data"]
        self.seats = [person["id"] for person in setup["players"]]
        self.variations = setup.get("variations", [])
        self.any_in_hand = setup.get("settings", {}).get("any_in_hand", 0)
        self.teams = setup.get("mode") == "teams"
        self.values = dict(BOOK)
        for name, given in setup["kept"].items():
            self.values[name.removeprefix("symbol:")] = given["points"]
        self.rounds: list[dict[str, Counter[str]]] = []
        self.hands: list[dict[str, list[str]]] = []
        self.starts: list[str] = []
        for line in log:
            if "refused" not in line:
                self.read(line["kind"], line.get("data", {}), line.get("wins", {}))

    def read(self, kind: str, data: dict[str, Any], wins: dict[str, dict[str, int]]) -> None:
        if kind == "begun":
            self.rounds.append({seat: Counter() for seat in self.seats})
            self.hands.append({seat: [] for seat in self.seats})
        if kind == "practice":
            self.values = dict(MADE_UP) if data["on"] else self.values
        if kind == "symbol" and data.get("points") is not None:
            self.values[data["letter"]] = data["points"]
        if kind in ("prize", "sets"):
            line = self.rounds[data.get("round", len(self.rounds)) - 1][data["seat"]]
            line[data["symbol"]] = data["sets"] if kind == "sets" else line[data["symbol"]] + data["n"]
        if kind == "hand":
            self.hands[-1][data["seat"]] = data["cards"]
        for seat, won in wins.items():
            self.rounds[-1][seat].update(won)

    def points(self) -> list[dict[str, int]]:
        return [{seat: self.line(number, seat) for seat in self.seats} for number in range(len(self.rounds))]

    def line(self, number: int, seat: str) -> int:
        total = 0
        for symbol, sets in self.rounds[number][seat].items():
            total += self.values.get(symbol, 0) * (sets + (sets // 2 if "R" in self.variations else 0))
        for card in self.hands[number][seat]:
            total -= self.any_in_hand if card == "*" else self.values.get(card, 0)
        return total

    def totals(self) -> dict[str, int]:
        each = {seat: sum(line[seat] for line in self.points()) for seat in self.seats}
        if not self.teams:
            return each
        half = len(self.seats) // 2
        return {"ABCD"[i]: each[self.seats[i]] + each[self.seats[i + half]] for i in range(half)}


def rank_by_hand(points: int) -> str:
    """SM-R49, A27: read off the printed list"""
    if points == 604:
        return "Wizard"
    steps = ((700, "Slot Machine King"), (650, "Master"), (600, "Gambler"), (504, "Good"), (402, "Basic"))
    return next((name for first, name in steps if points >= first), "Beginner")


def test_every_way_to_end_is_recorded() -> None:
    """Issue 3, tests"""
    assert set(GAMES) == WAYS


@pytest.fixture(params=sorted(WAYS))
def game(request: pytest.FixtureRequest) -> dict[str, Any]:
    return GAMES[request.param]


def test_the_game_ends_as_recorded(game: dict[str, Any]) -> None:
    """E-81, E-82, E-95, E-103: the points of each round, totals, places, winners, ranks, open values"""
    state, due = replay(GAME, events(game)), game["expect"]
    view = GAME.view(state, None, {})
    assert view.result is not None
    assert [dict(line) for line in view.points_by_round] == due["points"]
    assert dict(view.result.totals) == due["totals"]
    assert sorted(view.result.winners) == sorted(due["winners"])
    assert list(view.result.incomplete) == due.get("incomplete", [])
    if "places" in due:
        assert dict(view.result.places) == due["places"]
    told = [[r.name, r.points, r.to_next, r.next_name, r.calibrated] for r in view.ranks]
    assert told == due["ranks"]
    assert [r.seconds for r in view.ranks] == due.get("seconds", [None] * len(told))


def test_the_cards_by_which_it_was_judged_are_named(game: dict[str, Any]) -> None:
    """Issue 6, E-108: by the version that a page and an export show"""
    state = replay(GAME, events(game))
    assert version(GAME.printed(GAME.cards_at(state))) == game["cards"]


def test_the_numbers_are_those_reckoned_by_hand(game: dict[str, Any]) -> None:
    """SM-R46, R47, R49, VC, VO, VR: set by set, without the package"""
    pad, due = Reckoning(game["log"]), game["expect"]
    assert pad.points() == due["points"]
    assert pad.totals() == due["totals"]
    best = max(due["totals"].values())
    alone = not due.get("places")
    assert due["winners"] == ([] if alone else sorted(who for who, total in due["totals"].items() if total == best))
    assert [rank[0] for rank in due["ranks"]] == [rank_by_hand(rank[1]) for rank in due["ranks"]]
    for rank, line in zip(due["ranks"], due["points"], strict=False):
        assert rank[1] == sum(line.values())


def test_every_line_is_taken_or_refused_as_recorded(game: dict[str, Any]) -> None:
    """E-90, E-106, E-112: near misses name their rules and change nothing; what the table hears is said"""
    first, *rest = game["log"]
    state = GAME.start(event(first, 1))
    assert isinstance(state, State)
    number, starts = 1, []
    for line in rest:
        before = GAME.view(state, None, {})
        after = GAME.apply(state, event(line, number + 1))
        if "refused" in line:
            assert isinstance(after, Refused), line
            assert [reason.code for reason in after.reasons] == line["refused"]
            assert GAME.view(state, None, {}) == before
            continue
        assert isinstance(after, State), (line, after)
        state, number = after, number + 1
        if line["kind"] == "begun":
            starts.append(state.on_turn)
    assert starts == game["expect"].get("starts", starts)
    view = GAME.view(state, None, {})
    spoken = [say(GAME.sentences, reason, state.names) for reason in reasons_in(view)]
    assert [said for said in game["hears"] if said not in spoken] == []


@pytest.mark.parametrize("way", sorted(SOLO))
def test_the_ladder_marks_the_rank_of_each_solo_game(way: str) -> None:
    """SM-R49, R50, E-103: reached, next, points to go, records beside it; the best so far is kept"""
    state = replay(GAME, events(GAMES[way]))
    view = GAME.view(state, None, {})
    points = int(way.removeprefix("solo-"))
    (rank,) = view.ranks
    wizard = points == 604
    firsts = [0, 402, 504, 600, 604, 650, 700]
    assert [step.first for step in rank.ladder] == firsts
    assert [step.reached for step in rank.ladder] == [f <= points and (f != 604 or wizard) for f in firsts]
    assert [step.first for step in rank.ladder if step.next] == [f for f in firsts if f > points][:1]
    assert [record.points for record in view.records] == [points, 656, 672, 732]
    assert GAME.keep(state) == {"best:ann": points}
