"""Every reason has a sentence, every sentence is used, and each gets the values that it names."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

import companion
from companion.engine import Reason
from companion.games.slots import GAME
from companion.games.slots.table_words import _REFUSALS, TABLE_SENTENCES
from companion.games.slots.words import SENTENCES
from companion.words import SHARED
from tests.games.said import Call, calls, places, texts
from tests.games.slots import test_card, test_clock, test_machine, test_set_up, test_sheet, test_turns
from tests.games.slots.simulator import Simulator, random_house
from tests.games.strip.at_table import reasons_in

HOME = Path(companion.__file__).parent

#: what speaks in the game's sentences
SOURCES = [
    *(path for path in sorted((HOME / "games" / "slots").glob("*.py")) if "words" not in path.name),
    *(HOME / name for name in ("fields.py", "names.py", "people.py")),
]

STEMS = {
    *("not-now-", "headline-", "cumbered-", "cumber-", "spin-", "sum-", "note-", "step-draw-", "teams-", "entry-"),
    *("completed-", "says-ranks-"),
}

#: what is spoken inside another sentence
PARTS = {"the-pile", "both-piles", "keep-card"}

CALLS = list(calls(SOURCES, {"Reason": 0, "refuse": 0, "Mistake": 0, "told": 2, "_step": 0}))


def test_the_walk_finds_what_is_said() -> None:
    """Else nothing would be tested."""
    codes = {call.code for call in CALLS}
    assert {"played", "unknown-act", "told-first", "field-number", "name-blank", "step-hand", "claimed"} <= codes
    assert len(codes) > 100


@pytest.mark.parametrize("call", CALLS, ids=[f"{call.where}-{call.code}" for call in CALLS])
def test_every_code_has_a_sentence_and_gets_its_values(call: Call) -> None:
    """E-106"""
    assert call.code in GAME.sentences
    assert call.given is None or places(GAME.sentences[call.code]) <= call.given


def test_no_sentence_is_dead() -> None:
    """A sentence that nobody says is a rule that nobody keeps."""
    said = texts(SOURCES)
    stems = {text.partition("*")[0] for text in said if "*" in text and text.partition("*")[0] in STEMS}
    dead = [code for code in GAME.sentences if code not in said and not any(code.startswith(stem) for stem in stems)]
    assert dead == []
    assert stems == STEMS


@pytest.mark.parametrize(
    ("stem", "ends"),
    [
        ("not-now-", "setup play between over"),
        ("headline-", "setup play between over"),
        ("cumbered-", "1 2 3 4 5"),
        ("cumber-", "1 2 3 4 5 3-scored 5-told pile-empty no-card idle"),
        ("completed-", "points count name effect known unread"),
        ("says-ranks-", "book site"),
        ("spin-", "a b a-end b-end gone before-play cards idle"),
        ("note-", "a b d f g m build-both keep-one"),
        ("step-draw-", "open two optional open-two open-optional two-optional open-two-optional"),
        ("teams-", "won level lead"),
        ("sum-", "sets sets-unknown bonus bonus-unknown hand hand-unknown"),
    ],
)
def test_the_codes_that_are_put_together(stem: str, ends: str) -> None:
    """E-106: no more and no fewer"""
    assert {code for code in GAME.sentences if code.startswith(stem)} == {stem + end for end in ends.split()}


@pytest.mark.parametrize("code", GAME.sentences)
def test_a_sentence_is_plain(code: str) -> None:
    """E-106: it begins with a capital or a name, has no dashes or blanks left over, and a refusal ends with a stop"""
    sentence = GAME.sentences[code]
    for text in sentence if isinstance(sentence, tuple) else (sentence,):
        assert text == " ".join(text.split())
        assert code in PARTS or text[0].isupper() or text[0] in "{\u201c0123456789"
        assert not {"\u2014", "!"} & set(text)
        if code in _REFUSALS:
            assert text[-1] in ".?"


def test_nothing_is_said_in_two_ways() -> None:
    """The judge and the table share the words of the rules."""
    assert not set(SENTENCES) & set(TABLE_SENTENCES)


def test_every_refusal_is_tried() -> None:
    """E-106: each code that can stand against an act stands in one of the tables of refusals, or in a form's test."""
    modules = (test_set_up, test_card, test_sheet, test_turns, test_clock, test_machine)
    tried = {code for module in modules for case in module.REFUSALS for code in case.values[0].codes}
    in_forms = {"field-long", "field-large", "field-number", "field-empty"}
    against_acts = {*_REFUSALS, *SHARED} - {"named"} - in_forms
    assert against_acts - tried == {"symbols-full"}, "that one stands in test_card on its own"


@cache
def heard() -> dict[str, set[frozenset[str]]]:
    """Collect what some random games say: each code with the values it came with."""
    found: dict[str, set[frozenset[str]]] = {}
    for seed in range(24):
        chance = Random(f"heard-{seed}")
        sim = Simulator(random_house(1 + seed % 6, chance), chance).play()
        reasons: list[Reason] = [line.said for line in sim.table.state.story]
        for state in [*chance.sample(sim.table.states, 5), sim.table.state]:
            at = {"sheet": "grid", "card": chance.choice(sorted(state.cards)), "cell": str(chance.randrange(9))}
            reasons += reasons_in(GAME.view(state, None, at))
            reasons += [reason for option in GAME.options(state, None) for reason in option.reasons]
        for reason in reasons:
            found.setdefault(reason.code, set()).add(frozenset(reason.values))
    return found


def test_games_say_what_their_sentences_name() -> None:
    """E-106: with the values actually passed"""
    assert len(heard()) > 75
    for code, values in heard().items():
        for given in values:
            assert places(GAME.sentences[code]) <= given, code
