"""The rules in our own words: each id once, a rule behind every verdict, and a search that says what it found."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from gettext import NullTranslations
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import Game
from companion.games import games
from companion.help import MOST_NEAREST, MOST_SHOWN, Help, Rule, Section, pieces, search
from companion.language import speak
from companion.play.sentences import SENTENCES

CASES = [json.loads(line) for line in (Path(__file__).parent / "data" / "cases.jsonl").read_text("utf-8").splitlines()]
GAMES = [pytest.param(game, id=key) for key, game in games().items()]
#: how many rules of each letter a rulebook was read into; those that came between have a letter behind the number
READ = {
    "strip": {"VS-R": 45, "VS-C": 10, "VS-A": 38},
    "slots": {"SM-R": 55, "SM-A": 55},
}
#: what was read in between, and the lettered variations
BETWEEN = {"strip": {"VS-R42b", "VS-C07b"}, "slots": {f"SM-V{letter}" for letter in "ABCDEFGHIJKLMNOPQRSTU"}}
ADDRESS = re.compile(r"[A-Z]+-[A-Z]+[0-9]*[a-z]?")


def codes_in(value: Any) -> Iterator[str]:
    """Find every code of a reason in a written answer: as a reason, or in a list of codes."""
    if isinstance(value, dict):
        if isinstance(value.get("code"), str):
            yield value["code"]
        for name, inner in value.items():
            if name in ("exception", "broken", "open", "private", "refused", "warnings"):
                yield from [inner] if isinstance(inner, str) else [c for c in inner or () if isinstance(c, str)]
            yield from codes_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from codes_in(inner)


def rules_named(case: dict[str, Any]) -> Iterator[str]:
    """Name the rules of a published case: "SM-R13,R37" are two, "VS-R28-R35" the first and the last of several."""
    game, _, named = case["rule"].partition("-")
    for rule in re.findall(r"[A-Z]+[0-9]*[a-z]?", named.replace(f"{game}-", "")):
        yield f"{game}-{rule}"


@pytest.mark.parametrize("game", GAMES)
def test_each_rule_has_an_id_of_its_own_that_an_address_can_hold(game: Game[Any]) -> None:
    ids = [rule.id for section in game.help.sections for rule in section.rules]
    keys = [section.key for section in game.help.sections]
    assert len({*ids, *keys}) == len(ids) + len(keys)
    assert all(ADDRESS.fullmatch(rule) for rule in ids)
    for section in game.help.sections:
        assert section.short
        assert section.rules


@pytest.mark.parametrize("key", READ)
def test_no_rule_and_no_reading_is_left_out(key: str) -> None:
    width = {"VS-R": 2, "VS-C": 2}
    due = {f"{kind}{n:0{width.get(kind, 1)}}" for kind, most in READ[key].items() for n in range(1, most + 1)}
    assert games()[key].help.rules.keys() == due | BETWEEN[key]


@pytest.mark.parametrize("game", GAMES)
def test_every_code_with_a_rule_is_said_and_every_rule_is_there(game: Game[Any]) -> None:
    said = {**game.sentences, **SENTENCES}
    assert game.help.behind.keys() <= said.keys()
    assert set(game.help.behind.values()) <= game.help.rules.keys()


@pytest.mark.parametrize("key", READ)
def test_a_rule_stands_behind_everything_that_the_judge_says(key: str) -> None:
    judged = import_module(f"companion.games.{key}.words").SENTENCES
    assert set(judged) <= games()[key].help.behind.keys()


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_rules_of_every_published_case_can_be_read(case: dict[str, Any]) -> None:
    """A case that is one by the form of a request alone names no rule."""
    help = games()[case["request"]["game"]].help
    assert set(codes_in(case["expect"])) <= help.behind.keys()
    assert set(rules_named(case)) <= help.rules.keys()
    assert any(rules_named(case)) or case["rule"] == "CONTRACT"


@pytest.mark.parametrize(
    ("key", "asked", "found"),
    [
        ("strip", "VS-R25", {"VS-R25"}),
        ("strip", "vs-r25", {"VS-R25"}),
        ("strip", "odd chip", {"VS-R35"}),
        ("strip", "  Chip   ODD ", {"VS-R35"}),
        ("strip", "leftover", {"VS-A8"}),
        ("strip", "denominations", set()),
        ("slots", "wizard", {"SM-R49", "SM-A27"}),
        ("slots", "wizards", {"SM-R49", "SM-A27"}),
        ("slots", "timer", {"SM-VU"}),
    ],
)
def test_a_search_finds_the_rules_that_hold_every_word(key: str, asked: str, found: set[str]) -> None:
    sections = search(games()[key].help, asked).sections
    assert {rule.id for section in sections for rule in section.rules} == found


@pytest.mark.parametrize("game", GAMES)
def test_each_rule_knows_its_part(game: Game[Any]) -> None:
    assert [game.help.part_of(rule.id) for section in game.help.sections for rule in section.rules] == [
        section.key for section in game.help.sections for _ in section.rules
    ]
    assert game.help.part_of("XX-R1") == game.help.part_of("") == ""


@given(asked=st.text("aceorst ", max_size=12))
def test_of_many_rules_the_best_are_shown_in_their_order(asked: str) -> None:
    for game in games().values():
        found = search(game.help, asked)
        best = [rule for section in found.best() for rule in section.rules]
        assert len(best) == min(found.count, MOST_SHOWN)
        assert [rule for section in found.sections for rule in section.rules if rule in best] == best
        assert all(section.rules for section in found.best())


def test_a_rule_whose_title_or_id_holds_the_words_is_among_the_best() -> None:
    rules = (
        *(Rule(f"T-{n}", "Snow", "A ball of it.") for n in range(7)),
        Rule("T-7", "Ball", ""),
        Rule("Ball-8", "", ""),
    )
    found = search(Help((Section("t", "T", (), rules),), {}), "ball")
    assert found.count == len(rules)
    assert [rule.id for section in found.best(3) for rule in section.rules] == ["T-0", "T-7", "Ball-8"]


@pytest.mark.parametrize(
    ("asked", "nearest"),
    [
        ("jakpot", "jackpot"),
        ("blokers", "blockers"),
        ("marker jakpot", "marker"),
        ("marker penalty", "penalty"),
    ],
)
def test_a_search_without_success_offers_words_that_find_something(asked: str, nearest: str) -> None:
    help = games()["strip"].help
    found = search(help, asked)
    assert not found.count
    assert nearest in found.nearest
    assert len(found.nearest) <= MOST_NEAREST
    assert all(search(help, word).count for word in found.nearest)


@pytest.mark.parametrize("asked", ["", "   ", "?!", "\u2013 \u2026"])
def test_a_question_without_a_word_shows_all_rules(asked: str) -> None:
    help = games()["strip"].help
    found = search(help, asked)
    assert (found.words, found.sections, found.nearest) == ((), help.sections, ())


@given(asked=st.text(max_size=60))
def test_whatever_is_asked_is_found_in_what_is_shown(asked: str) -> None:
    """Each word of the question is marked in each rule that was found, and nothing of a text is lost by marking."""
    for game in games().values():
        found = search(game.help, asked)
        for section in found.sections:
            for rule in section.rules:
                cut = list(pieces(rule.words, found.words))
                assert "".join(text for text, _ in cut) == rule.words
                assert any(hit for _, hit in cut) == bool(found.words)


@pytest.mark.parametrize(
    ("text", "words", "marked"),
    [
        ("Ties: a tie is tied.", ("tie",), ["Ties", "tie", "tie"]),
        ("A property is no tie.", ("tie",), ["tie"]),
        ("A 4+3 is a 7, a +3 a token.", ("+3",), ["+3"]),
        ("Chips and a chip.", ("chips",), ["Chips", "chip"]),
        ("Nothing.", (), []),
    ],
)
def test_marks_begin_where_a_word_begins(text: str, words: tuple[str, ...], marked: list[str]) -> None:
    assert [piece for piece, hit in pieces(text, words) if hit] == marked


class Endings(NullTranslations):
    """A tongue that is English but for its plurals (ball, ballen; as, assen) and for joining words into one."""

    def gettext(self, message: str) -> str:
        """Say how words are made."""
        return "-s -en *" if message == "-s" else message


def test_a_plural_of_another_tongue_finds_its_singular_and_is_marked_whole() -> None:
    rules = (
        Rule("T-1", "One ball", "Take the as."),
        Rule("T-2", "Ballen", "Take the assen."),
        Rule("T-3", "Snow", "gas"),
    )
    of = Help((Section("t", "T", (), rules),), {})
    try:
        speak(Endings())
        for asked in ("ballen", "ball", "bals", "assen", "as"):
            assert search(of, asked).count == 2, asked
        snow = (*rules, Rule("T-4", "Ballroom", "Snowballen"))
        assert search(Help((Section("t", "T", (), snow),), {}), "snowball").count == 1
        assert search(Help((Section("t", "T", (), snow[2:]),), {}), "balls").count == 1
        assert [hit for hit, marked in pieces("Snowballen", ("ball",)) if marked] == ["ballen"]
        assert list(pieces("The assen.", search(of, "assen").words)) == [
            ("The ", False),
            ("assen", True),
            (".", False),
        ]
    finally:
        speak()
    assert search(of, "assen").count == 1
