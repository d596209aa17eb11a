"""What people may be called, and how two of the same name are told apart."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import Reason, Who
from companion.names import LONGEST, Many, cleaned, folded, length, owned, told_apart
from companion.words import say

TAKEN = [
    ("Ann", "Ann"),
    ("  Ann   Bo ", "Ann Bo"),
    ("An\tn\nBo", "An n Bo"),
    ("A", "A"),
    ("7", "7"),
    ("\U0001f3b2", "\U0001f3b2"),
    ("\U0001f469\u200d\U0001f467", "\U0001f469\u200d\U0001f467"),
    ("\u2764\ufe0f", "\u2764\ufe0f"),
    ("Zoe\u0308", "Zo\u00eb"),
    ("\u05d3\u05d5\u05d3", "\u05d3\u05d5\u05d3"),
    ("\u0645\u062d\u0645\u062f", "\u0645\u062d\u0645\u062f"),
    ("\u6797\u3000\u5c0f\u9f8d", "\u6797 \u5c0f\u9f8d"),
    ("\u0906\u0930\u0924\u0940", "\u0906\u0930\u0924\u0940"),
    ("<b>Ann</b>", "<b>Ann</b>"),
    ("{seat}", "{seat}"),
    ("Ann\x00\x07", "Ann"),
    ("\x1b \x00Ann \x00", "Ann"),
    ("x" * LONGEST, "x" * LONGEST),
    ("\u6797" * LONGEST, "\u6797" * LONGEST),
]


@pytest.mark.parametrize(("typed", "name"), TAKEN)
def test_names_are_trimmed_and_otherwise_left_alone(typed: str, name: str) -> None:
    """E-43: whatever the script; markup is text like any"""
    assert cleaned(typed) == name


@pytest.mark.parametrize(
    ("name", "own"), [("Ina", "Ina\u2019s"), ("Clubs", "Clubs\u2019"), ("Spades (2)", "Spades (2)\u2019s")]
)
def test_an_owner_is_written_as_english_has_it(name: str, own: str) -> None:
    assert owned(name) == own


@pytest.mark.parametrize(
    ("name", "said"), [("Ina", "Ina leads"), (Many("Ina\u2019s blockers"), "Ina\u2019s blockers lead")]
)
def test_the_verb_goes_with_the_name(name: str, said: str) -> None:
    """E-106: somebody's blockers are several"""
    assert say({"x": "{who} {who:leads|lead}"}, Reason("x", {"who": Who("1")}), {"1": name}) == said


REFUSED = [
    ("", "name-blank"),
    ("   ", "name-blank"),
    ("\t\n", "name-blank"),
    ("\u3000\u2003\u00a0", "name-blank"),
    ("\u200b", "name-blank"),
    ("\u200d\u200c", "name-blank"),
    ("\ufeff", "name-blank"),
    ("\u2060\u00ad", "name-blank"),
    ("\u3164", "name-blank"),
    ("\u2800", "name-blank"),
    ("\u115f\u1160\uffa0", "name-blank"),
    ("\u0308", "name-blank"),
    ("\ufe0f", "name-blank"),
    ("\x00\x1b", "name-blank"),
    ("\ud800", "name-blank"),
    ("\ue000", "name-blank"),
    ("Ann\u202e", "name-direction"),
    ("\u202aAnn", "name-direction"),
    ("\u2066Ann\u2069", "name-direction"),
    ("\u200fAnn", "name-direction"),
    ("\u061cAnn", "name-direction"),
    ("x" * (LONGEST + 1), "name-long"),
    ("\U0001f3b2" * (LONGEST + 1), "name-long"),
    ("a" + "\u0308" * 200, "name-long"),
    ("x" * 100_000, "name-long"),
]


@pytest.mark.parametrize(("typed", "code"), REFUSED)
def test_names_that_nobody_could_read_are_refused(typed: str, code: str) -> None:
    """E-43: blank, invisible, turning the line around, or too long"""
    refused = cleaned(typed)
    assert isinstance(refused, Reason)
    assert refused.code == code
    if code == "name-long":
        assert refused.values["long"] > refused.values["longest"] == LONGEST


def test_length_counts_what_is_seen() -> None:
    """E-43"""
    assert length("Zoe\u0308") == length("Zo\u00eb") == 3
    assert length("A n n") == 3
    assert length("\u2764\ufe0f") == 1
    assert length("\u200b\u3164") == 0


@given(st.text(max_size=60))
def test_a_name_that_is_taken_is_taken_again_unchanged(typed: str) -> None:
    """E-43: whatever is typed, the answer is a name or a reason"""
    name = cleaned(typed)
    if isinstance(name, Reason):
        return
    assert cleaned(name) == name
    assert 0 < length(name) <= LONGEST
    assert name == name.strip()
    assert not any(unicodedata.category(char) in ("Cc", "Zl", "Zp") for char in name)


APART = [
    (["Ann", "Bob"], ["Ann", "Bob"]),
    (["Ann", "Ann"], ["Ann", "Ann (2)"]),
    (["Ann", "ANN", "ann"], ["Ann", "ANN (2)", "ann (3)"]),
    (["Ann", "Ann (2)", "Ann"], ["Ann", "Ann (2)", "Ann (3)"]),
    (["Ann", "Ann", "Ann (2)"], ["Ann", "Ann (2)", "Ann (2) (2)"]),
    (["Ann", " Ann  "], ["Ann", " Ann   (2)"]),
    (["Stra\u00dfe", "STRASSE"], ["Stra\u00dfe", "STRASSE (2)"]),
    (["\uff21nn", "Ann"], ["\uff21nn", "Ann (2)"]),
    (["Ann", "Ann\u200b", "A\u2060nn"], ["Ann", "Ann\u200b (2)", "A\u2060nn (3)"]),
    (["\u2764", "\u2764\ufe0f"], ["\u2764", "\u2764\ufe0f (2)"]),
    (["Zo\u00eb", "Zoe\u0308"], ["Zo\u00eb", "Zoe\u0308 (2)"]),
]


@pytest.mark.parametrize(("names", "shown"), APART)
def test_a_second_person_of_a_name_gets_a_mark(names: list[str], shown: list[str]) -> None:
    """E-41: names are compared after NFKC, case folding and trimming"""
    assert list(told_apart(list(enumerate(names))).values()) == shown


@given(st.lists(st.text("aA\u00e4 \u0308", min_size=1, max_size=3) | st.text(max_size=8), max_size=8))
def test_people_are_always_told_apart(names: list[str]) -> None:
    """E-41: and whoever came first keeps the name as it is"""
    shown = told_apart([(str(i), name) for i, name in enumerate(names)])
    assert len({folded(name) for name in shown.values()}) == len(names)
    assert list(shown) == [str(i) for i in range(len(names))]
    if names:
        assert shown["0"] == names[0]
