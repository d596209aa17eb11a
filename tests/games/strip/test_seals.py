"""The seal of a deal: shown at once, opened once the winners stand, and the same only for the same deal."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from typing import Any

import pytest

from companion.engine import Event, Refused, next_undo, replay
from companion.games.strip.dealing import seal, slip
from companion.games.strip.state import Deal
from companion.play.acts import _drawn
from tests.games.strip.at_table import GAME, AtTable

A, B, C, D, E = "Santorini", "Sunset Gondola", "The Peacock", "Sunken Treasure", "Gold Rush"
ORDER = (A, B, C, D, E)
SALT, OTHER = "5a" * 32, "c3" * 32
DEAL = Deal(1, 1, {"1": (A, B), "2": (C, D)}, (E,), SALT)


def test_a_slip_is_read_line_by_line() -> None:
    """E-26: everything that was decided stands on it, and the salt"""
    assert slip(DEAL) == (
        "Vegas Strip\nround 1\ndeal 1\n"
        "seat 1 upper Santorini\nseat 1 lower Sunset Gondola\n"
        "seat 2 upper The Peacock\nseat 2 lower Sunken Treasure\n"
        f"nobody Gold Rush\nsalt {SALT}"
    )
    assert seal(DEAL) == hashlib.sha256(slip(DEAL).encode()).hexdigest()


@pytest.mark.parametrize(
    "change",
    [
        {"hands": {"1": (B, A), "2": (C, D)}},
        {"hands": {"1": (A, D), "2": (C, B)}},
        {"hands": {"2": (A, B), "1": (C, D)}},
        {"hands": {"1": (A, B), "2": (C, E)}, "undealt": (D,)},
        {"hands": {"1": (A, "Zo\u00eb\u2019s \U0001f3b2"), "2": (C, D)}},
        {"round": 2},
        {"number": 2},
        {"salt": OTHER},
    ],
)
def test_another_deal_has_another_seal(change: dict[str, Any]) -> None:
    """E-26: upper and lower as well; and two equal deals cannot be told to be equal"""
    assert seal(replace(DEAL, **change)) != seal(DEAL)


def test_the_salt_is_drawn_anew_for_each_deal() -> None:
    """Issue 4: 256 bits, by the randomness of the operating system"""
    state = AtTable(4).state
    salts = {_drawn(GAME, state, Event("dealt")).secret["salt"] for _ in range(50)}
    assert len(salts) == 50
    assert all(re.fullmatch(r"[0-9a-f]{64}", salt) for salt in salts)


def finished() -> AtTable:
    """Play three rounds: one sealed, one sealed and then switched to printed cards, one dealt without a salt."""
    table = AtTable(4).deal(ORDER, SALT).choose_all().end().reveal_all().close()
    table.deal(ORDER[::-1], OTHER).choose_all().take("printed").end().reveal_all([A, B]).close()
    return table.begin().end().reveal_all().close()


def test_the_seal_is_everybodys_at_once_and_the_rest_nobodys_before_the_end() -> None:
    """VS-A8, E-02, E-26: by the view and the story"""
    table = finished()
    for state in table.states:
        if state.phase == "over":
            continue
        for viewer in (None, *state.seats):
            view = GAME.view(state, viewer, {}, held=viewer is not None)
            assert SALT not in repr(view)
            assert OTHER not in repr(view)
            assert "nobody " not in repr(view)
            assert view.seal == GAME.view(state, None, {}).seal
            due = state.round is not None and state.round.deal is not None and bool(state.round.deal.salt)
            assert (view.seal is not None) == due
    first = GAME.view(AtTable(4).deal(ORDER, SALT).state, None, {})
    assert (first.seal.round, first.seal.number, first.seal.value, first.seal.void) == (1, 1, seal(DEAL), False)
    told = AtTable(4).deal(ORDER, SALT).told()
    assert told[-2:] == [f"The deal of round 1 is sealed: {seal(DEAL)}.", "Round 1 was dealt."]


def test_all_deals_open_at_the_end_the_void_one_as_well() -> None:
    """VS-A8, issue 4: slip and seal of each, for everyone"""
    table = finished()
    for viewer in (None, "1", "4"):
        deals = GAME.view(table.state, viewer, {}).result.deals
        assert [(d.round, d.number, d.printed, bool(d.seal)) for d in deals] == [
            (1, 1, False, True),
            (2, 2, True, True),
            (3, 3, False, False),
        ]
        assert deals[0].slip == slip(DEAL)
        assert f"salt {OTHER}" in deals[1].slip
        assert [hashlib.sha256(d.slip.encode()).hexdigest() for d in deals[:2]] == [d.seal for d in deals[:2]]
        assert deals[1].fixers[0][1] == ((E, ""), (D, "")), "nobody's choice counts in a void deal"


def test_the_seal_stays_when_a_round_goes_over_to_printed_cards() -> None:
    """Issue 4: it is marked void, and the round shows no other"""
    table = AtTable(4).deal(ORDER, SALT).take("printed")
    assert GAME.view(table.state, None, {}).seal.void
    assert GAME.view(table.state, None, {}).seal.value == seal(DEAL)


def test_printed_cards_have_no_seal() -> None:
    table = AtTable(4, settings={"fixer_cards": "printed"}).deal(salt=SALT)
    assert GAME.view(table.state, None, {}).seal is None
    assert not [line for line in table.told() if "sealed" in line]
    for _ in range(2):
        table.end().reveal_all([A, B]).close().deal()
    table.end().reveal_all([A, B]).close()
    assert {(d.number, d.seal, d.slip) for d in GAME.view(table.state, None, {}).result.deals} == {(None, "", "")}


def test_a_log_from_before_the_seals_still_tells_its_game() -> None:
    """E-98, E-112: its deals are opened without a seal"""
    table = AtTable(4)
    for _ in range(3):
        table.empty_round()
    assert replay(GAME, table.log) == table.state
    assert {deal.seal for deal in GAME.view(table.state, None, {}).result.deals} == {""}
    assert not [line for line in table.told() if "sealed" in line]


@pytest.mark.parametrize("steps", range(5), ids=["dealt", "chosen", "placed", "ended", "revealed"])
def test_nobody_deals_a_round_twice(steps: int) -> None:
    """Issue 4, E-113: in no phase of it, and no undo leads back before it; each deal is a line that everyone reads"""
    table = AtTable(4).deal(ORDER, SALT)
    for step in (table.choose_all, lambda: table.place("1", 4, A), table.end, table.reveal_all)[:steps]:
        step()
    again = GAME.apply(table.state, Event("dealt", {}, {"order": ORDER, "salt": OTHER}))
    assert isinstance(again, Refused)
    while next_undo(GAME, table.log):
        table.undo()
    assert table.state.round.deal == DEAL
    assert [line for line in table.told() if "dealt" in line] == ["Round 1 was dealt."]
