"""The rules in our own words: each id once, a rule behind every verdict, and a search that says what it found."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from gettext import NullTranslations, translation
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import Game
from companion.games import games
from companion.help import (
    MOST_NEAREST,
    MOST_SHOWN,
    Found,
    Help,
    Rule,
    Section,
    everyday_terms,
    pieces,
    search,
    translated,
)
from companion.language import speak
from companion.play.sentences import SENTENCES

CATALOGUES = Path(__file__).parents[1] / "companion" / "translations"
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


# Words that people use


@pytest.fixture(
    params=["en", *sorted(path.parent.parent.name for path in CATALOGUES.glob("*/LC_MESSAGES/messages.mo"))]
)
def _spoken(request: pytest.FixtureRequest) -> Iterator[None]:
    """Speak each language for one test."""
    speak(translation("messages", CATALOGUES, [request.param], fallback=request.param == "en"))
    yield
    speak()


def ids(found: Found) -> set[str]:
    return {rule.id for section in found.sections for rule in section.rules}


@pytest.mark.parametrize(
    ("key", "asked", "rules"),
    [
        ("strip", "money", {"VS-R30", "VS-R35", "VS-R44"}),
        ("strip", "Coins", {"VS-R30", "VS-R35", "VS-R44"}),
        ("strip", "tie", {"VS-R25", "VS-R26", "VS-A15", "VS-A29"}),
        ("strip", "equal", {"VS-R25", "VS-R26"}),
        ("strip", "draw leader", {"VS-R25", "VS-R26"}),
        ("strip", "tiebreaker", {"VS-R45", "VS-A29"}),
        ("strip", "pot", {"VS-R04", "VS-R28"}),
        ("strip", "prizes", {"VS-R04", "VS-R28"}),
        ("strip", "divide money", {"VS-R35"}),
        ("strip", "share", {"VS-R35", "VS-R37"}),
        ("strip", "share pot", {"VS-R35"}),
        ("strip", "uneven", {"VS-R35", "VS-A27"}),
        ("strip", "winner", {"VS-R45"}),
        ("strip", "losers", {"VS-R45"}),
        ("strip", "solo", {"VS-R14", "VS-R36"}),
        ("strip", "mistake", {"VS-C09", "VS-A28"}),
        ("strip", "cheat", {"VS-R23", "VS-C09"}),
        ("strip", "illegal", {"VS-R22", "VS-R23", "VS-R25", "VS-R27"}),
        ("strip", "negative", {"VS-A28"}),
        ("strip", "swap", {"VS-A9"}),
        ("strip", "dummy", {"VS-R38", "VS-R41"}),
        ("strip", "mate", {"VS-R18", "VS-R32"}),
        ("strip", "mix", {"VS-R16"}),
        ("strip", "throw away", {"VS-C10", "VS-A19"}),
        ("strip", "stuck", {"VS-C10"}),
        ("strip", "bribe seven", {"VS-R23"}),
        ("slots", "joker", {"SM-R33", "SM-R37", "SM-R38"}),
        ("slots", "wildcards", {"SM-R33", "SM-R37", "SM-R38"}),
        ("slots", "line", {"SM-R15", "SM-R27"}),
        ("slots", "row", {"SM-R27", "SM-R28"}),
        ("slots", "pairs", {"SM-R31", "SM-R35", "SM-R38", "SM-A16"}),
        ("slots", "multiplier", {"SM-VR", "SM-A47"}),
        ("slots", "double", {"SM-VR", "SM-A47"}),
        ("slots", "tied", {"SM-R47", "SM-A29"}),
        ("slots", "winner", {"SM-R47"}),
        ("slots", "negative", {"SM-A44"}),
        ("slots", "illegal", {"SM-R30", "SM-R31", "SM-R32", "SM-R33"}),
        ("slots", "stuck", {"SM-A23"}),
        ("slots", "skip", {"SM-R29"}),
        ("slots", "throw away", {"SM-VK", "SM-VN"}),
        ("slots", "swap", {"SM-A34", "SM-VK"}),
        ("slots", "record", {"SM-R50"}),
        ("slots", "variant", {"SM-VA", "SM-VB"}),
    ],
)
def test_everyday_words_find_the_rules_that_people_want(key: str, asked: str, rules: set[str]) -> None:
    found = search(games()[key].help, asked)
    assert rules <= ids(found)
    assert rules <= {rule.id for section in found.best() for rule in section.rules}


@pytest.mark.usefixtures("_spoken")
@pytest.mark.parametrize("key", READ)
def test_every_everyday_word_finds_more_than_by_itself(key: str) -> None:
    """What already begins a word in the rules has no need of a term, unless that finds more."""
    help = translated(games()[key].help)
    without = replace(help, everyday="")
    for word, terms in everyday_terms(help.everyday).items():
        found = search(help, word)
        assert found.asked == ((word, *terms),), "as it is typed"
        assert ids(found) > ids(search(without, word)), word


@pytest.mark.usefixtures("_spoken")
@pytest.mark.parametrize("key", READ)
def test_every_term_stands_in_the_rules_of_its_language(key: str) -> None:
    help = translated(games()[key].help)
    terms = {term for several in everyday_terms(help.everyday).values() for term in several}
    assert len(terms) > 25
    assert [t for t in terms if not any(hit for r in help.rules.values() for _, hit in pieces(r.words, (t,)))] == []


@pytest.mark.usefixtures("_spoken")
@pytest.mark.parametrize("key", READ)
def test_no_everyday_word_has_two_lines(key: str) -> None:
    everyday = translated(games()[key].help).everyday
    assert everyday.count(" = ") == everyday.count("; ") + 1
    said = [word for line in everyday.split("; ") for word in line.split(" = ")[0].split(", ")]
    assert sorted(said) == sorted(everyday_terms(everyday))


def test_everyday_words_are_read_line_by_line() -> None:
    assert everyday_terms("money, cash = chips; pair = set of two, twin") == {
        "money": ("chips",),
        "cash": ("chips",),
        "pair": ("set of two", "twin"),
    }
    assert everyday_terms("") == {}


def test_what_was_found_names_the_terms_of_everyday_words() -> None:
    help = games()["strip"].help
    assert search(help, "cash money tie").terms == ("chips", "level")
    assert search(help, "cash tie").words == ("cash", "chips", "tie", "level")
    assert search(help, "chip").terms == ()


def test_a_rule_whose_title_holds_a_term_is_among_the_best() -> None:
    rules = (*(Rule(f"T-{n}", "Snow", "A chip and money.") for n in range(3)), Rule("T-3", "Chips", ""))
    found = search(Help((Section("t", "T", (), rules),), {}, "money = chips"), "money")
    assert [rule.id for section in found.best(1) for rule in section.rules] == ["T-3"]


def test_a_misspelt_everyday_word_is_offered() -> None:
    found = search(games()["slots"].help, "jokker")
    assert not found.count
    assert "joker" in found.nearest


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
        ("Chips are money.", ("money", "chips"), ["Chips", "money"]),
        ("A set of two, two sets of two.", ("set of two",), ["set of two", "sets of two"]),
        ("Any ANY, two ANYs, many.", ("joker", "ANY"), ["ANY", "ANYs"]),
        ("Any ANY, many.", ("any",), ["Any", "ANY"]),
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
