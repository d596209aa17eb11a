"""What a viewer may know of a table: who sits where, what stands, what can be done, and forms that know their scope."""

from __future__ import annotations

import json
from dataclasses import is_dataclass
from typing import Any

import pytest

from companion.engine import Event, Reason, replay
from companion.games.slots import GAME
from companion.games.slots.events import HANDLERS
from companion.games.slots.forms import FORMS
from companion.games.slots.variations import VARIATIONS
from tests.games.slots.at_machine import KEPT, AtMachine, on_paper
from tests.games.strip.at_table import reasons_in

PHASES = ("setup", "play", "between", "over")


def table(phase: str, **changes: Any) -> AtMachine:
    at = AtMachine(4, **{"rounds": 2, "mode": "teams", "variations": ["C"], **changes})
    if phase != "setup":
        at.begin().prizes("1", C=1)
    if phase in ("between", "over"):
        at.take("ended")
    if phase == "over":
        at.begin().prizes("4", B=2).take("ended")
    return at


@pytest.mark.parametrize("phase", PHASES)
def test_everybody_sees_the_same(phase: str) -> None:
    """SM-R21: nothing at this table is secret, so a held card shows nothing more"""
    state = table(phase).state
    board = GAME.view(state, None, {})
    assert all(GAME.view(state, seat, {}, held) == board for seat in state.seats for held in (False, True))


@pytest.mark.parametrize(("phase", "points"), [("setup", []), ("play", []), ("between", [8]), ("over", [8, 0])])
def test_points_stand_by_finished_rounds(phase: str, points: list[int]) -> None:
    """E-95: a round that still runs is no part of them"""
    assert [made["1"] for made in table(phase).view().points_by_round] == points


@pytest.mark.parametrize("phase", PHASES)
def test_a_view_is_told_again_from_the_log(phase: str) -> None:
    """E-91, E-112"""
    at = table(phase)
    assert GAME.view(replay(GAME, [on_paper(event) for event in at.log]), None, {}) == GAME.view(at.state, None, {})


@pytest.mark.parametrize(
    ("phase", "round_", "shown", "has"),
    [
        ("setup", 0, 0, "start_reasons"),
        ("play", 1, 1, "turn clock"),
        ("between", 1, 1, "clock start_reasons"),
        ("over", 2, 2, "clock result"),
    ],
)
def test_what_each_phase_shows(phase: str, round_: int, shown: int, has: str) -> None:
    view = table(phase).view()
    assert (view.phase, view.round, view.rounds, view.shown_round) == (phase, round_, 2, shown)
    assert bool(view.sheet) == (phase != "setup")
    for name in ("turn", "clock", "result"):
        assert (getattr(view, name) is not None) == (name in has.split()), name
    assert view.grid is None
    assert view.start_reasons == ()


@pytest.mark.parametrize(
    ("asked", "shown"),
    [("1", 1), ("2", 2), ("3", 2), ("0", 2), ("", 2), ("-1", 2), ("x", 2), ("\u0661", 2), ("1" * 99, 2)],
)
def test_an_earlier_round_can_be_looked_at(asked: str, shown: int) -> None:
    """E-90: any round that was, else the latest"""
    view = table("over").view(round=asked)
    assert view.shown_round == shown
    assert [row.points for row in view.sheet] == ([8, 0, 0, 0] if shown == 1 else [0, 0, 0, 40])


def test_people_teams_and_the_start() -> None:
    """SM-R8, R45, VC"""
    view = table("between").view()
    assert [(s.id, s.team, s.starts, s.on_turn) for s in view.seats] == [
        ("1", "A", False, False),
        ("2", "B", True, False),
        ("3", "A", False, False),
        ("4", "B", False, False),
    ]
    running = table("play").view()
    assert [s.on_turn for s in running.seats] == [True, False, False, False]
    assert dict(running.standings.totals) == {"A": 8, "B": 0}


@pytest.mark.parametrize("letter", VARIATIONS)
def test_each_variation_has_a_plain_line_and_a_switch(letter: str) -> None:
    """Issue 3"""
    at = AtMachine(4).take("varied", letter=letter, on=True)
    shown = {v.letter: v for v in at.view().settings.variations}
    assert [v for v, view in shown.items() if view.on] == [letter]
    assert shown[letter].line.endswith(".")
    at.take("varied", letter=letter, on=False)
    assert at.state.variations == ()


# Forms and scopes


@pytest.mark.parametrize("phase", PHASES)
def test_every_form_knows_its_scope(phase: str) -> None:
    """E-87: the scope that a page shows is the one that the event moves"""
    at = table(phase)
    scopes = at.view().scopes
    for kind in FORMS:
        if kind in ("prize", "sets", "hand"):
            for seat in at.state.seats:
                data = {"seat": seat, "symbol": "C"}
                assert GAME.scope(at.state, kind, data) == scopes[f"prize:{seat}"]
        else:
            assert GAME.scope(at.state, kind, {}) == scopes[kind], kind
    assert {kind for kind in scopes if ":" not in kind} == set(FORMS) - {"prize", "sets", "hand"}


def test_every_act_has_a_form() -> None:
    """Issue 3: and no form stands for an act that no rule takes; cards are entered on a page of their own"""
    assert set(FORMS) == set(HANDLERS) - {"completed"}


@pytest.mark.parametrize("kinds", ["own_kinds", "host_kinds", "lasting_kinds", "passing_kinds"])
def test_the_kinds_the_game_names_are_kinds_there_are(kinds: str) -> None:
    assert set(getattr(GAME, kinds)) <= set(HANDLERS) | {"setup"}


def test_what_stands_beside_the_play_moves_no_form_of_it() -> None:
    """E-87: a name, a value of the card, an agreement"""
    scopes = table("play").view().scopes
    beside = {scopes[kind] for kind in ("named", "symbol", "agreed")}
    assert len(beside) == 3
    assert not beside & {scope for kind, scope in scopes.items() if kind not in ("named", "symbol", "agreed")}


def test_each_round_has_scopes_of_its_own() -> None:
    """E-87: a form of the round before is old"""
    first, second = table("play").view().scopes, table("between").begin().view().scopes
    for kind in ("turned", "ended", "gridded", "clock", "prize:1"):
        assert first[kind] != second[kind]
    assert first["symbol"] == second["symbol"]


# The story


def test_the_story_says_what_was_done() -> None:
    """Issue 3: every line, with its round"""
    at = AtMachine(2, KEPT, spin="A", cumber="B", rounds=2)
    at.take("settled", bonus="once").take("varied", letter="O", on=True).take("varied", letter="O", on=False)
    at.take("named", seat="1", name="Ann").take("seated", do="add").take("seated", do="remove", seat="3")
    at.take("seated", do="up", seat="2").take("seated", do="first", seat="1").take("symbol", letter="G", points=16)
    at.begin().take("prize", seat="2", symbol="G").take("turned").take("emptied", on=True).take("ended")
    assert at.told() == [
        "A table for 2 was opened.",
        "The settings of the table were changed.",
        "Variation O is on.",
        "Variation O is off.",
        "Ann has a new name.",
        "Player 3 joined: 3 people play.",
        "Player 3 left: 2 play on.",
        "Player 2 changed places.",
        "Ann starts round 1.",
        "Grapes counts 16 a set.",
        "Round 1 began; Ann starts.",
        "Player 2: grapes, 1 in all.",
        "Player 2 is on turn.",
        "The pile is empty: the end phase.",
        "Round 1 is over.",
    ]
    assert [line.round for line in at.state.story] == [0] * 10 + [1] * 5
    assert [line.number for line in at.state.story] == list(range(1, 16))


def test_a_line_says_who_and_when() -> None:
    """E-90"""
    state = table("play").state
    after = GAME.apply(state, Event("turned", {}, {}, "3", "2026-11-27T21:00:00+00:00", 77))
    line = after.story[-1]
    assert (line.number, line.at, line.by) == (77, "2026-11-27T21:00:00+00:00", "3")


def test_a_view_holds_nothing_but_plain_values() -> None:
    """What pages receive can be written down"""
    view = table("over").view(sheet="grid", grid="PBP/BLC/LCS", card="P", cell="0")
    assert json.loads(json.dumps(_plain(view)))
    assert all(isinstance(reason, Reason) for reason in reasons_in(view))


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, dict):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    assert value is None or isinstance(value, str | int), value
    return value
