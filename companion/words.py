"""Turns reasons into sentences: the one place where words are made.

Each game keeps its own sentences beside its rules, by code. A sentence is a text with named places, or a pair of them
(one, many) told apart by the value `n`. Beside a name, `{seat:own}` and `{seat:leads|lead}` follow the name's number.
It is looked up in the tongue of the moment when it is spoken; a translation may do without what follows a name.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Self

from companion.engine import Reason, Who
from companion.language import N_, Term, gettext, ngettext, spoken
from companion.names import Many, isolated, owned

Sentences = Mapping[str, str | tuple[str, str]]


class _Name(str):
    """A name inside a sentence: `{x:own}` speaks it as an owner, `{x:leads|lead}` the verb that goes with it."""

    def __new__(cls, name: str) -> Self:
        """Take a name as people know it, set apart where it is written the other way."""
        return super().__new__(cls, isolated(spoken(name)))

    def __init__(self, name: str) -> None:
        """Note whether the name stands for several."""
        self._many = isinstance(name, Many)

    def __format__(self, spec: str) -> str:
        """Speak the name, or the word that goes with it."""
        if spec == "own":
            return owned(str(self))
        one, _, many = spec.partition("|")
        return (many if self._many else one) or str(self)


_JOINED = {"and": N_("{items} and {last}"), "or": N_("{items} or {last}")}


def listed(items: tuple[str, ...] | list[str], last: str = "and") -> str:
    """Join names the way they are spoken: "A, B and C"; `last` is "and" or "or"."""
    if len(items) < 2:
        return "".join(items)
    return gettext(_JOINED[last]).format(items=", ".join(items[:-1]), last=items[-1])


_MONTHS = tuple(
    map(
        Term,
        (
            *(N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("Jun")),
            *(N_("Jul"), N_("Aug"), N_("Sep"), N_("Oct"), N_("Nov"), N_("Dec")),
        ),
    )
)


def day(of: date) -> Term:
    """Write a day as it is read, in one piece: "23 Nov 2019"."""
    return Term(N_("{day}\u00a0{month}\u00a0{year}"), day=of.day, month=_MONTHS[of.month - 1], year=of.year)


def moment(at: datetime) -> Term:
    """Write a moment of these weeks as it is read: "23 Nov 21:05"."""
    return Term(N_("{day} {month} {time}"), day=at.day, month=_MONTHS[at.month - 1], time=f"{at:%H:%M}")


#: what people, names and forms of every game are refused with; a game's own sentences come on top
SHARED: Sentences = {
    "unknown-act": "This table knows no act called {kind}. Nothing was changed.",
    "unknown-seat": "Nobody sits at seat {seat}. Pick one of the people at the table.",
    "named": "{seat} has a new name.",
    "name-blank": "A name needs at least one letter or sign that can be seen.",
    "name-direction": "This name turns the direction of writing around. Type it without those signs.",
    "name-long": "This name has {long} signs; {longest} fit. Shorten it a little.",
    "setting-unknown": "This table has no setting called {name}.",
    "setting-value": "The setting {name} takes one of {values}.",
    "field-long": "The text in \u201c{field}\u201d is too long; {most} signs fit.",
    "field-large": "The number {typed} is too large; {most} is the largest that can be typed.",
    "field-number": "\u201c{typed}\u201d is no whole number. Type digits, with a minus in front where it is one.",
    "field-empty": "A number is missing in \u201c{field}\u201d.",
}


def _spoken(sentences: Sentences, value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, Who):
        return _Name(names.get(value, str(value)))
    if isinstance(value, Reason):
        return _sentence(sentences, value, names)
    if isinstance(value, Term):
        return spoken(value)
    if isinstance(value, tuple | list):
        return listed([str(_spoken(sentences, item, names)) for item in value])
    return isolated(value) if isinstance(value, str) else value


def _sentence(sentences: Sentences, reason: Reason, names: Mapping[str, str]) -> str:
    sentence = sentences[reason.code]
    text = ngettext(*sentence, reason.values["n"]) if isinstance(sentence, tuple) else gettext(sentence)
    return text.format_map({key: _spoken(sentences, value, names) for key, value in reason.values.items()})


def say(sentences: Sentences, reason: Reason, names: Mapping[str, str] | None = None) -> str:
    """Speak one reason in the game's own sentences, with people's names in place of their seats.

    A reason among its values is spoken in its place, so that a name in it is the one of today.
    Raises KeyError when the game has no sentence for the code: that is a mistake in the code, found by the tests.
    """
    text = _sentence(sentences, reason, names or {})
    return text[:1].upper() + text[1:]
