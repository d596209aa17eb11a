"""What people and cards may be called, and how two of the same name are told apart."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache

from companion.engine import Reason
from companion.language import Term

LONGEST = 40

# Text-direction controls would turn the sentence around the name; line and paragraph separators would break it.
_DIRECTION = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_JOINERS = frozenset("\u200c\u200d\ufe0e\ufe0f")
_FILLERS = frozenset("\u2800\u3164\u115f\u1160\uffa0")
_UNSEEN = _JOINERS | _FILLERS
_NO_SIGN = frozenset({"Cc", "Cs", "Cn", "Co"})


def _is_visible(char: str) -> bool:
    category = unicodedata.category(char)
    return category[0] not in "ZC" and category not in ("Mn", "Me") and char not in _FILLERS


def length(name: str) -> int:
    """Count the visible characters of a name; marks and joiners count nothing (E-43)."""
    return sum(_is_visible(char) for char in name)


class Many(Term):
    """A name that stands for several things, such as somebody's blockers: the verb beside it is a plural."""

    __slots__ = ()


# A table speaks the same few names again and again.
@lru_cache(maxsize=512)
def _turns(text: str) -> bool:
    return any(unicodedata.bidirectional(char) in ("R", "AL") for char in text)


def isolated(text: str) -> str:
    """Set a text apart that holds letters written from right to left, so that it turns nothing around it."""
    return text if text.isascii() or not _turns(text) else f"\u2068{text}\u2069"


def owned(name: str) -> str:
    """Make the possessive of a name: Ina's, Clubs' (with the typographic apostrophe)."""
    return f"{name}\u2019" if name.endswith(("s", "S")) else f"{name}\u2019s"


def unturned(text: str) -> str:
    """Take text-direction and other control signs out of a text, and fold its blanks."""
    kept = (c for c in text if c not in _DIRECTION and (unicodedata.category(c) not in _NO_SIGN or c.isspace()))
    return " ".join(unicodedata.normalize("NFC", "".join(kept)).split())


def cleaned(name: str) -> str | Reason:
    """Trim a name and fold its blanks, or tell why it cannot be one (E-43).

    Refused are names without a visible character, longer than 40 visible ones, or with text-direction controls.
    """
    if any(char in _DIRECTION for char in name):
        return Reason("name-direction")
    text = unturned(name)
    if not length(text):
        return Reason("name-blank")
    # Marks are free in the count, but a tower of them is no name.
    if length(text) > LONGEST or len(text) > 4 * LONGEST:
        return Reason("name-long", {"longest": LONGEST, "long": max(length(text), LONGEST + 1)})
    return text


# Every state of a table folds the same few names.
@lru_cache(maxsize=512)
def folded(name: str) -> str:
    """Reduce a name to what two people would call the same: NFKC, case folded, trimmed, nothing invisible (E-41)."""
    text = unicodedata.normalize("NFKC", name).casefold()
    seen = (c for c in text if unicodedata.category(c) != "Cf" and c not in _UNSEEN)
    return " ".join("".join(seen).split())


def told_apart(people: Sequence[tuple[str, str]]) -> Mapping[str, str]:
    """Give each (id, name) a name of its own: a second Ann is shown as "Ann (2)" (E-41)."""
    shown: dict[str, str] = {}
    taken: set[str] = set()
    for key, name in people:
        mark = 1
        unique = name
        while folded(unique) in taken:
            mark += 1
            unique = f"{name} ({mark})"
        taken.add(folded(unique))
        shown[key] = unique
    return shown
