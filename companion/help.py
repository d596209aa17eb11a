"""What a game's help is made of, and what a search finds in it.

The rules themselves stand in each game's own `help.py`, told anew in our words, so that they can be translated.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache

from companion.language import N_, Term, gettext, spoken

#: words that are looked for at once, the letters of each, and the words that are offered where nothing is found
MOST_WORDS, LONGEST_WORD, MOST_NEAREST = 6, 40, 4
#: rules that one page shows of those that were found
MOST_SHOWN = 20
#: shorter ones are not worth an offer
SHORTEST_OFFERED = 3
#: nor are those offered that stand in more than one rule of so many
COMMON = 6

#: what makes a plural, each ending after a hyphen: a search for one finds the singular too; and a star where words are
#: joined into one ("trekstapel"), for a search that looks inside words
_WORDS = N_("-s")

_WORD = re.compile(r"\+?\w+(?:[-\u2019']\w+)*")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule by the id that verdicts name, such as VS-R25.

    A reading is how we take what the rulebook leaves open; `setting` says what a table may settle about it.
    """

    id: str
    title: str
    text: str
    setting: str = ""

    @property
    def is_reading(self) -> bool:
        """Tell whether this is our reading: its number goes by the letter A."""
        return self.id.partition("-")[2].startswith("A")

    @property
    def words(self) -> str:
        """Give everything that a search looks through."""
        return f"{self.id} {self.title} {self.text} {self.setting}"


@dataclass(frozen=True, slots=True)
class Section:
    """The rules of one part of a game, and that part in a few sentences.

    `listed` tells that a sheet of paper lists the rules themselves as well: few words each, and wanted at the table.
    """

    key: str
    title: str
    short: tuple[str, ...]
    rules: tuple[Rule, ...]
    listed: bool = False


@dataclass(frozen=True, slots=True)
class Help:
    """The rules of a game in the order in which they are read; `behind` names the rule behind the code of a reason.

    `everyday` are words that people use, before those that the rules have for them: "money, cash = chips; tie = level".
    A term in capitals is not found in small letters: ANY is not any.
    """

    sections: tuple[Section, ...]
    behind: Mapping[str, str]
    everyday: str = ""

    @property
    def rules(self) -> Mapping[str, Rule]:
        """Hold every rule by its id."""
        return {rule.id: rule for section in self.sections for rule in section.rules}

    def part_of(self, rule: str) -> str:
        """Name the part in which a rule stands by its key, '' where there is no such rule."""
        return next((s.key for s in self.sections if any(known.id == rule for known in s.rules)), "")


def translated(help: Help) -> Help:
    """Give the rules in the tongue of the moment, with the ids that they have in every tongue."""
    return replace(help, sections=tuple(map(_section, help.sections)), everyday=gettext(help.everyday))


def _section(section: Section) -> Section:
    rules = tuple(replace(r, title=_text(r.title), text=_text(r.text), setting=_text(r.setting)) for r in section.rules)
    return replace(section, title=_text(section.title), short=tuple(map(_text, section.short)), rules=rules)


def _text(text: str) -> str:
    return str(spoken(text)) if isinstance(text, Term) else gettext(text)


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found: the sections with the rules that hold all words, each itself or by a term of the rules.

    `asked` are the words as they were understood, each followed by its terms. Where nothing was found, `nearest` are
    words that find something.
    """

    asked: tuple[tuple[str, ...], ...]
    sections: tuple[Section, ...]
    nearest: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """Give everything that was looked for."""
        return tuple(word for either in self.asked for word in either)

    @property
    def terms(self) -> tuple[str, ...]:
        """Give what the rules call the everyday words of the question."""
        return tuple(dict.fromkeys(term for _, *terms in self.asked for term in terms))

    @property
    def count(self) -> int:
        """Count the rules that were found."""
        return sum(len(section.rules) for section in self.sections)

    def best(self, most: int = MOST_SHOWN) -> tuple[Section, ...]:
        """Keep the rules with the most words of the question in id and title, in the order in which they are read."""
        patterns = list(map(_pattern, self.asked))
        rules = [rule for section in self.sections for rule in section.rules]
        kept = set(sorted(rules, key=lambda rule: -_count_held(f"{rule.id} {rule.title}", patterns))[:most])
        return _narrowed(self.sections, kept.__contains__)


def search(help: Help, asked: str) -> Found:
    """Find the rules in which every word of a question, or a term of the rules for it, begins a word.

    A word in the plural finds its singular as well.
    """
    words = tuple(word[:LONGEST_WORD] for word in dict.fromkeys(_words(asked)))[:MOST_WORDS]
    if not words:
        return Found((), help.sections)
    terms = everyday_terms(help.everyday)
    either = tuple((word, *_terms_of(word, terms)) for word in words)
    patterns = list(map(_pattern, either))
    sections = _narrowed(help.sections, lambda rule: _count_held(rule.words, patterns) == len(patterns))
    return Found(either, sections, () if sections else _nearest(help, either, terms))


def everyday_terms(everyday: str) -> Mapping[str, tuple[str, ...]]:
    """Read the everyday words of a game: each with the terms that its rules have for it."""
    lines = (line.split(" = ") for line in everyday.split("; ") if line)
    return {word: tuple(terms.split(", ")) for said, terms in lines for word in said.split(", ")}


def _terms_of(word: str, terms: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    return next((terms[one] for one in (word, *_stems(word, _endings(gettext(_WORDS)))) if one in terms), ())


def _narrowed(sections: Sequence[Section], keeps: Callable[[Rule], bool]) -> tuple[Section, ...]:
    """Leave of each part the rules that are kept, and no part without any."""
    left = (replace(section, rules=tuple(filter(keeps, section.rules))) for section in sections)
    return tuple(section for section in left if section.rules)


def _words(text: str) -> Sequence[str]:
    # Our own texts have the typographic apostrophe.
    return _WORD.findall(text.casefold().replace("'", "\u2019"))


def _pattern(words: Sequence[str]) -> re.Pattern[str]:
    """Match where any of some words begins; a longer one first, so that all of it is marked."""
    return _compiled(tuple(words), gettext(_WORDS))


# Every text of a page is cut at the same words.
@lru_cache(maxsize=64)
def _compiled(words: Sequence[str], marks: str) -> re.Pattern[str]:
    endings = _endings(marks)
    ending = f"(?:{'|'.join(map(re.escape, endings))})?"
    begins = {True: "", False: r"(?<!\w)"}
    either = (
        # Each word of a term may stand in the plural, as in "sets of two".
        f"(?{'-' * stem.isupper()}i:{begins['*' in marks and len(stem) > SHORTEST_OFFERED]}"
        + re.escape(stem).replace(r"\ ", f"{ending} ")
        + ")"
        for stem in sorted({stem for word in words for stem in _stems(word, endings)}, key=len, reverse=True)
    )
    return re.compile(f"(?:{'|'.join(either)}){ending}", re.IGNORECASE)


def _endings(marks: str) -> Sequence[str]:
    return sorted((mark[1:] for mark in marks.split() if mark.startswith("-")), key=len, reverse=True)


def _stems(word: str, endings: Sequence[str]) -> Sequence[str]:
    """Take the longest ending of a plural off a word; a consonant may have been doubled for it."""
    if len(word) <= SHORTEST_OFFERED:
        return (word,)
    ending = next((ending for ending in endings if word.endswith(ending)), "")
    stem = word.removesuffix(ending)
    return (stem, stem[:-1]) if len(ending) > 1 and stem[-2:-1] == stem[-1:] else (stem,)


def _count_held(text: str, patterns: Sequence[re.Pattern[str]]) -> int:
    return sum(pattern.search(text) is not None for pattern in patterns)


def _nearest(help: Help, asked: Sequence[Sequence[str]], everyday: Iterable[str]) -> tuple[str, ...]:
    """Offer each word that is found by itself, and for every other one those that are spelt most like it."""
    rules = help.rules.values()
    held = Counter(w for rule in rules for w in set(_words(rule.words)) if len(w) >= SHORTEST_OFFERED)
    known = sorted({*everyday, *(word for word, n in held.items() if n * COMMON <= len(rules))})
    offered: list[str] = []
    for either in asked:
        alone = len(asked) > 1 and any(_pattern(either).search(rule.words) for rule in rules)
        # Whoever slips on a phone hits the first letter.
        near = [known_word for known_word in known if known_word[0] == either[0][0]]
        offered += either[:1] if alone else get_close_matches(either[0], near, n=MOST_NEAREST)
    return tuple(dict.fromkeys(offered))[:MOST_NEAREST]


def pieces(text: str, words: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Cut a text where words that were looked for begin and end: each piece, and whether it is one of them."""
    at = 0
    for match in _pattern(words).finditer(text) if words else ():
        yield text[at : match.start()], False
        yield match[0], True
        at = match.end()
    yield text[at:], False
