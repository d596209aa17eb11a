"""The characters: what is known of their sides, and sides as plain data."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import Refused
from companion.games.strip.characters import (
    FREE,
    LEVELS,
    MOST_EFFECT,
    MOST_LIMIT,
    PARITIES,
    Limits,
    Side,
    characters,
    read,
    slot_at,
    slots,
    written,
)
from companion.games.strip.table_words import TABLE_SENTENCES
from companion.words import say

number = st.none() | st.integers(1, MOST_LIMIT)
ends = st.tuples(number, number).map(lambda pair: tuple(sorted(pair)) if None not in pair else pair)
limits = st.builds(
    lambda end, **rest: Limits(least=end[0], highest=end[1], **rest),
    ends,
    most=number,
    once=st.booleans(),
    parity=st.sampled_from((None, *PARITIES)),
    most_a_player=number,
    level=st.sampled_from((None, *LEVELS)),
)
text = st.text("abc \u00e9-", max_size=20).map(lambda typed: " ".join(typed.split()))
sides = st.builds(Side, text, text, limits, st.integers(-MOST_EFFECT, MOST_EFFECT))


@given(sides)
def test_a_side_goes_out_as_plain_data_and_in_again(side: Side) -> None:
    """What is written holds only what is set, and survives JSON."""
    assert read(json.loads(json.dumps(written(side)))) == side
    assert written(Side()) == {}


@pytest.mark.parametrize(
    ("data", "codes", "at"),
    [
        ("five", ["side-type"], ["side"]),
        ({"limits": 5}, ["side-type"], ["limits"]),
        ({"name": 4, "reminder": []}, ["side-type", "side-type"], ["name", "reminder"]),
        ({"name": "x" * 41}, ["name-long"], ["name"]),
        ({"name": "  "}, ["name-blank"], ["name"]),
        ({"reminder": "x" * 301}, ["side-long"], ["reminder"]),
        ({"nmae": "x"}, ["side-unknown-key"], ["nmae"]),
        ({"limits": {"mots": 5}}, ["side-unknown-key"], ["limits.mots"]),
        ({"limits": {"most": 0}}, ["side-number"], ["limits.most"]),
        ({"limits": {"most": 51}}, ["side-number"], ["limits.most"]),
        ({"limits": {"most": True}}, ["side-type"], ["limits.most"]),
        ({"limits": {"most": None}}, ["side-type"], ["limits.most"]),
        ({"limits": {"most_a_player": 1.0}}, ["side-type"], ["limits.most_a_player"]),
        ({"limits": {"once": 1}}, ["side-type"], ["limits.once"]),
        ({"limits": {"from": 5, "to": 4}}, ["side-range"], ["limits.to"]),
        ({"limits": {"parity": "both"}}, ["side-choice"], ["limits.parity"]),
        ({"limits": {"level": ["never", "leader"]}}, ["side-choice"], ["limits.level"]),
        ({"effect": 99}, ["side-number"], ["effect"]),
        ({"effect": "+3"}, ["side-type"], ["effect"]),
        (
            {"limits": {"most": 0, "parity": 1}, "effect": -99},
            ["side-number", "side-choice", "side-number"],
            ["limits.most", "limits.parity", "effect"],
        ),
    ],
)
def test_every_fault_of_a_side_is_told_at_once_with_its_place(data: object, codes: list[str], at: list[str]) -> None:
    """A side that is wrong is refused whole, in sentences."""
    refused = read(data)
    assert isinstance(refused, Refused)
    assert [reason.code for reason in refused.reasons] == codes
    assert [reason.values["at"] for reason in refused.reasons] == at
    assert all(say(TABLE_SENTENCES, reason) for reason in refused.reasons)


def test_the_range_may_be_one_number_and_limits_may_be_left_out() -> None:
    """The ends of a range belong to it."""
    assert read({"limits": {"from": 4, "to": 4}}) == Side(limits=Limits(least=4, highest=4))
    assert read({}) == Side("", "", FREE, 0)


def test_nothing_unknown_is_shown_as_known() -> None:
    """Of twenty sides six are known in part, each with its ground, and none is taken as entered."""
    empty = slots({})
    assert [slot.name for slot in empty[:3]] == ["side:1A", "side:1B", "side:2A"]
    assert len(empty) == 20
    assert {slot.name: slot.source for slot in empty if slot.source} == {
        "side:1B": "book",
        "side:2A": "book",
        "side:3A": "book",
        "side:3B": "book",
        "side:4A": "review",
        "side:5A": "review",
    }
    assert [slot.side is None for slot in empty] == [slot.source is None for slot in empty]
    assert characters(empty)[:4] == ("Casino Owner", "High Roller", "Pro Gambler", "Character 4")
    assert empty[6].side is not None and empty[6].side.limits == Limits(most=5)
    assert empty[8].side is not None and empty[8].side.limits == Limits(once=True)


def test_what_is_entered_stands_in_place_of_what_was_known() -> None:
    """A name given to one side names the card; a label finds the side by name or number."""
    known = slots({"side:4B": {"name": "Bouncer", "limits": {"most_a_player": 1}}})
    assert characters(known)[3] == "Bouncer"
    found = slot_at(known, " bouncer", "B")
    assert found is not None and (found.number, found.source) == (4, "entered")
    assert found.side == Side("Bouncer", limits=Limits(most_a_player=1))
    by_number, other_side = slot_at(known, "Character 4", "A"), slot_at(known, "Bouncer", "A")
    assert by_number == other_side and by_number is not None and by_number.source == "review"
    assert slot_at(known, "Somebody else", "A") is None
    assert slot_at(known, "", "A") is None


def test_a_side_that_cannot_be_read_is_not_entered() -> None:
    """Whatever an older or a newer version kept, the other sides stand."""
    assert slots({"side:4A": {"limits": {"most": "five"}}, "side:9B": []}) == slots({})
