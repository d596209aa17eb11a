"""Every reason has a sentence, every sentence is used, and each gets the values that it names."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

import companion
from companion.engine import Reason
from companion.games.strip.table_words import _REFUSALS, TABLE_SENTENCES
from companion.games.strip.words import SENTENCES
from tests.games.strip import (
    test_dealing,
    test_lying,
    test_money,
    test_set_up,
    test_sides,
    test_tokens,
    test_turns,
    test_two_players,
)
from tests.games.strip.at_table import GAME, random_game, reasons_in

HOME = Path(companion.__file__).parent
STRIP = HOME / "games" / "strip"

#: what speaks in the game's sentences; `judge.py` has the rules' own codes for what is no table
SOURCES = sorted(path for path in STRIP.glob("*.py") if path.name not in ("judge.py", "words.py", "table_words.py"))
SHARED = [HOME / "fields.py", HOME / "names.py", HOME / "people.py"]

#: words of the judge, which is asked and shows no table
JUDGES_OWN = {"casino-count", "not-dealt", "seven-at-rigged"}

SAYING = {"Reason": 0, "refuse": 0, "Mistake": 0, "told": 2}


def trees() -> Iterator[tuple[str, ast.AST]]:
    for path in (*SOURCES, *SHARED):
        yield path.name, ast.parse(path.read_text(encoding="utf-8"))


def said() -> Iterator[tuple[str, ast.Call, ast.expr]]:
    """Find every call that says something, with the expression of its code."""
    for name, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYING:
                at = SAYING[node.func.id]
                if len(node.args) > at:
                    yield f"{name}:{node.lineno}", node, node.args[at]


def literal(code: ast.expr) -> list[str]:
    """List the codes that an expression names: a text, or one of two texts."""
    if isinstance(code, ast.Constant):
        return [code.value]
    if isinstance(code, ast.IfExp):
        return literal(code.body) + literal(code.orelse)
    return []


def places(code: str) -> set[str]:
    """Name the places in a sentence."""
    sentence = GAME.sentences[code]
    texts = sentence if isinstance(sentence, tuple) else (sentence,)
    found = {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name}
    return found | ({"n"} if isinstance(sentence, tuple) else set())


CALLS = [(where, call, code) for where, call, expression in said() for code in literal(expression)]


def test_the_walk_finds_what_is_said() -> None:
    """Else nothing would be tested."""
    codes = {code for _, _, code in CALLS}
    assert {"placed", "unknown-act", "ties-leader", "field-number", "name-blank", "card-choose"} <= codes
    assert len(codes) > 100


@pytest.mark.parametrize(("where", "call", "code"), CALLS, ids=[f"{where}-{code}" for where, _, code in CALLS])
def test_every_code_has_a_sentence_and_gets_its_values(where: str, call: ast.Call, code: str) -> None:
    """E-106"""
    assert code in GAME.sentences, where
    given = {keyword.arg for keyword in call.keywords if keyword.arg}
    for value in call.args[SAYING[call.func.id] + 1 :]:
        if not isinstance(value, ast.Dict) or None in value.keys:
            return  # values that were put together elsewhere: the games below speak them
        given |= {key.value for key in value.keys if isinstance(key, ast.Constant)}
    if None in {keyword.arg for keyword in call.keywords}:
        return
    assert places(code) <= given, where


def constants() -> set[str]:
    """Collect every text in the sources but docstrings, and each f-string's texts joined by a star."""
    found: set[str] = set()
    for _, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            if isinstance(node, ast.JoinedStr):
                found.add("".join(part.value if isinstance(part, ast.Constant) else "*" for part in node.values))
    return found


def test_no_sentence_is_dead() -> None:
    """A sentence that nobody says is a rule that nobody keeps."""
    texts = constants()
    stems = {text.removesuffix("*") for text in texts if text.endswith("-*") and " " not in text}
    dead = [code for code in GAME.sentences if code not in texts and not any(code.startswith(stem) for stem in stems)]
    assert set(dead) <= JUDGES_OWN
    assert stems == {"not-now-", "headline-", "how-penalty-", "entry-", "card-", "label-"}


def test_every_phase_and_penalty_has_its_words() -> None:
    """E-106: the codes that are put together"""
    phases = ("setup", "choose", "turns", "payout", "between", "over")
    due = {f"not-now-{phase}" for phase in phases} | {f"headline-{phase}" for phase in phases}
    due |= {"how-penalty-learning", "how-penalty-experienced"}
    assert due <= set(GAME.sentences)
    stems = ("not-now-", "headline-", "how-penalty-")
    assert {code for code in GAME.sentences if code.startswith(stems)} == due | {"headline-turn"}


@pytest.mark.parametrize("code", GAME.sentences)
def test_a_sentence_is_plain(code: str) -> None:
    """E-106: it begins with a capital or a name, ends with a full stop, and has no dashes or blanks left over"""
    sentence = GAME.sentences[code]
    for text in sentence if isinstance(sentence, tuple) else (sentence,):
        assert text == " ".join(text.split())
        assert text[0].isupper() or text[0] in "{\u201c0123456789"
        assert "\u2014" not in text
        assert "!" not in text
        if code in _REFUSALS:
            assert text[-1] in ".?"


def test_nothing_is_said_in_two_ways() -> None:
    """The judge and the table share the words of the rules."""
    assert not set(SENTENCES) & set(TABLE_SENTENCES)


def test_every_refusal_is_tried() -> None:
    """E-106: each code that can stand against an act stands in one of the tables of refusals, or in a form's test."""
    modules = (test_set_up, test_sides, test_dealing, test_turns, test_two_players, test_tokens, test_lying, test_money)
    tried = {code for module in modules for case in module.REFUSALS for code in case.values[0].codes}
    against_acts = set(_REFUSALS) - {code for code in _REFUSALS if code.startswith("field-")} - {"tile-text"}
    assert against_acts - tried == {"casino-cards", "tiles-count"}, "these two stand in test_set_up on their own"


# What games say


@cache
def heard() -> dict[str, set[frozenset[str]]]:
    """Collect what 40 random games say: each code with the values it came with."""
    found: dict[str, set[frozenset[str]]] = {}
    for seed in range(40):
        table = random_game(2 + seed % 5, seed, plain=False)
        chance = Random(seed)
        reasons: list[Reason] = [line.said for line in table.state.story]
        for state in chance.sample(table.states, 6):
            at = {"tile": str(chance.randint(1, 7)), "sheet": "ask", "set": chance.choice(state.sets)}
            reasons += reasons_in(GAME.view(state, chance.choice(state.seats), at, held=True))
            reasons += [reason for option in GAME.options(state, None) for reason in option.reasons]
        for reason in reasons:
            found.setdefault(reason.code, set()).add(frozenset(reason.values))
    return found


def test_games_say_what_their_sentences_name() -> None:
    """E-106: with the values actually passed"""
    assert len(heard()) > 60
    for code, values in heard().items():
        for given in values:
            assert places(code) <= given, code
