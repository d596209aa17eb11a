"""The tongue of the moment: a sentence is looked up when it is spoken; English where nobody set one.

English is the name of a sentence. What is told more than once, a view or a reason, holds codes and values: words are
made for one listener and kept for nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import NullTranslations
from typing import Any, Self

_ENGLISH = NullTranslations()
_tongue: ContextVar[NullTranslations] = ContextVar("tongue", default=_ENGLISH)


def speak(tongue: NullTranslations = _ENGLISH) -> None:
    """Speak by a catalogue from here on, English without one."""
    _tongue.set(tongue)


@contextmanager
def english() -> Iterator[None]:
    """Speak English for a while: in what programs read, and what goes to other tables in a file."""
    before = _tongue.set(_ENGLISH)
    try:
        yield
    finally:
        _tongue.reset(before)


def gettext(text: str) -> str:
    """Give a text in the tongue of the moment."""
    # By the empty text a catalogue names itself.
    return _tongue.get().gettext(text) if text else text


def ngettext(one: str, many: str, n: int) -> str:
    """Give the form of a text that goes with a number, in the tongue of the moment."""
    return _tongue.get().ngettext(one, many, n)


def N_(text: str) -> str:  # noqa: N802 - so every tool of catalogues knows it
    """Mark a text that is looked up where it is shown, so that the catalogues take it in."""
    return text


class Term(str):
    """Words of ours inside a sentence, in English as they stand: `spoken` gives them in the tongue of the moment.

    `text` may have named places for `values`, which may be terms themselves: "row {row}, column {column}".
    """

    __slots__ = ("text", "values")

    text: str
    values: Mapping[str, Any]

    def __new__(cls, text: str, **values: Any) -> Self:
        """Take words as the catalogues know them."""
        term = super().__new__(cls, text.format_map(values) if values else text)
        term.text, term.values = text, values
        return term


def spoken(words: Any) -> Any:
    """Give a term in the tongue of the moment, and anything else as it is."""
    if not isinstance(words, Term):
        return words
    text = gettext(words.text)
    return text.format_map({key: spoken(value) for key, value in words.values.items()}) if words.values else text
