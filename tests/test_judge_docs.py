"""docs/judge.md says what the judge does: it names every code, and each of its examples is answered as it says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion.games import asks
from companion.games.slots import words as slots
from companion.games.strip import words as strip
from companion.judge import answer_to
from tests.test_judge import ERRORS

PAGE = (Path(__file__).parents[1] / "docs" / "judge.md").read_text("utf-8")
NAMED = set(re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL)))

#: the words that the judge and the pages share, by game
SPOKEN = {"strip": strip.SENTENCES, "slots": slots.SENTENCES}
#: said on pages alone, or a part of another sentence
NO_CODES = {
    *("stays-first", "would-lead", "would-lead-empty", "would-be", "would-be-level"),
    *("numbers-between", "numbers-from", "numbers-to"),
    *("wins-alone", "win-together", "last-round-decides", "level-in-both"),
    *("idle-b", "idle-c", "idle-u", "idle-e", "idle-f", "idle-t", "idle-s", "small-deck"),
}


def examples() -> list[tuple[str, str]]:
    """Pair each question with the answer under it."""
    lines = [line for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]
    return list(zip(lines[::2], lines[1::2], strict=True))


@pytest.mark.parametrize(("question", "answer"), examples())
def test_an_example_is_answered_as_the_page_says(question: str, answer: str) -> None:
    assert answer_to(question.encode()) == json.loads(answer)


def test_the_examples_ask_something_of_both_games() -> None:
    """Else nothing would be tested."""
    questions = [json.loads(question) for question, _ in examples()]
    asked = {(question["game"], question["ask"]) for question in questions}
    assert {game for game, _ in asked} == {"strip", "slots"}
    assert {ask for game, ask in asked if game == "strip"} == set(asks()["strip"])


@pytest.mark.parametrize("game", sorted(asks()))
def test_the_page_names_every_code(game: str) -> None:
    """A new sentence of the rules is a code of the judge, or it stands in NO_CODES."""
    assert set(SPOKEN[game]) - NO_CODES <= NAMED
    assert not NO_CODES & NAMED
    assert ERRORS <= NAMED


@pytest.mark.parametrize("game", sorted(asks()))
def test_the_page_names_every_ask(game: str) -> None:
    assert set(asks()[game]) <= NAMED
