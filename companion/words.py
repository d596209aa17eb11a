"""Turns reasons into sentences: the one place where words are made.

Each game keeps its own sentences beside its rules, by code. A sentence is a text with named places, or a pair of them
(one, many) told apart by the value `n`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine import Reason, Who

Sentences = Mapping[str, str | tuple[str, str]]


def listed(items: tuple[str, ...] | list[str], last: str = "and") -> str:
    """Join names the way they are spoken: "A, B and C"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def _spoken(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, Who):
        return names.get(value, str(value))
    if isinstance(value, tuple | list):
        return listed([str(_spoken(item, names)) for item in value])
    return value


def say(sentences: Sentences, reason: Reason, names: Mapping[str, str] | None = None) -> str:
    """Speak one reason in the game's own sentences, with people's names in place of their seats.

    Raises KeyError when the game has no sentence for the code: that is a mistake in the code, found by the tests.
    """
    sentence = sentences[reason.code]
    if isinstance(sentence, tuple):
        sentence = sentence[0 if reason.values["n"] == 1 else 1]
    spoken = {key: _spoken(value, names or {}) for key, value in reason.values.items()}
    text = sentence.format_map(spoken)
    return text[:1].upper() + text[1:]
