"""The cards of the owner's copy: what the rulebooks leave to print, and the file that hands it to another owner.

A game keeps its cards by name, each as a mapping of plain values. What is not known is left out, or None.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine import Card, Reason
from companion.names import unturned

Kept = Mapping[str, Mapping[str, Any]]
#: where a value stands: the name under which its card is kept, and its key there
Place = tuple[str, str]

BOOK, SITE, REVIEW, DERIVED = "book", "site", "review", "derived"
ASSUMED, ENTERED, UNKNOWN = "assumed", "entered", ""
#: every source of a value, the best known first; what has none is not entered
SOURCES = (BOOK, SITE, REVIEW, DERIVED, ENTERED, ASSUMED, UNKNOWN)
#: what only the owner of a box can tell, or has told
_OWNERS = (ENTERED, ASSUMED, UNKNOWN)


def entered(card: Card) -> tuple[int, int]:
    """Count the values of a card that the owner has entered, and those that only the owner can tell."""
    own = [value.source for value in card.values if value.source in _OWNERS and not value.aside]
    return own.count(ENTERED), len(own)


def pruned(kept: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Leave out what says nothing: values that are None, cards without any value, and what is no card at all."""
    cards = {name: card for name, card in kept.items() if isinstance(card, Mapping)}
    said = {name: {key: value for key, value in card.items() if value is not None} for name, card in cards.items()}
    return {name: card for name, card in said.items() if card}


def version(printed: Mapping[str, Any]) -> str:
    """Name the values of cards by eight signs that no others have: the same on every copy that says the same."""
    text = json.dumps(pruned(printed), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def places(kept: Mapping[str, Any]) -> dict[Place, Any]:
    """List what is kept value by value."""
    return {(name, key): value for name, card in pruned(kept).items() for key, value in card.items()}


def moved(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[Place, Any]:
    """List the values that differ, as they are afterwards; None where there is none any more."""
    old, new = places(before), places(after)
    return {place: new.get(place) for place in (*old, *new) if old.get(place) != new.get(place)}


def with_values(kept: Mapping[str, Any], changes: Mapping[Place, Any]) -> dict[str, dict[str, Any]]:
    """Put some values into what is kept; a card that is left without any is taken away."""
    cards = {name: dict(card) for name, card in kept.items()}
    for (name, key), value in changes.items():
        cards.setdefault(name, {})[key] = value
    return pruned(cards)


def tidied(value: Any) -> Any:
    """Take what no card can print out of every text of a value: line breaks, controls, doubled blanks."""
    if isinstance(value, str):
        return unturned(value)
    if isinstance(value, Mapping):
        return {unturned(str(key)): tidied(inner) for key, inner in value.items()}
    return [tidied(inner) for inner in value] if isinstance(value, list) else value


# The file

FORMAT = 1
#: far more than twenty symbols or twenty character sides need
LONGEST_FILE = 32 * 1024
#: what stands in place of bytes that are no UTF-8: no name is taken in with a hole in it
_NO_SIGN = "\ufffd"
#: far more than any card counts; a number of thousands of digits, written in sixteens, could not even be told
_MOST_NUMBER = 10**9
#: of a line that cannot be read so much is shown
_LONGEST_SHOWN = 40
#: what stands before the cards
_HEAD = ("game", "format")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_AT_LINE = re.compile(r"at line (\d+)")
_KEY = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*[=.]""")


@dataclass(frozen=True, slots=True)
class Unread:
    """A file that cannot be taken: for each thing that is wrong its line, counted from 1, and why."""

    faults: tuple[tuple[int, Reason], ...]


def written(game: str, cards: Mapping[str, Any], notes: Mapping[Place, str], head: Sequence[str]) -> str:
    """Write cards as a file in TOML; notes stand beside their values, and some lines at its head."""
    lines = [*(f"# {line}".rstrip() for line in head), f"game = {_text(game)}", f"format = {FORMAT}"]
    for name, card in sorted(pruned(cards).items(), key=lambda named: _counted(named[0])):
        lines += ["", f"[{_name(name)}]"]
        for key, value in card.items():
            note = notes.get((name, key))
            lines.append(f"{_name(key)} = {_value(value)}" + (f"  # {note}" if note else ""))
    # Bare, that sign would say that the file was spoilt on its way.
    return "\n".join(lines).replace(_NO_SIGN, r"\ufffd") + "\n"


def _counted(name: str) -> list[tuple[int, str]]:
    """Order names as people do: 4A before 10A."""
    parts = re.split(r"([0-9]+)", name)
    return [(int(part), "") if at % 2 else (-1, part) for at, part in enumerate(parts)]


def _name(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def _value(value: Any) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_name(key)} = {_value(said)}" for key, said in value.items() if said is not None)
        return f"{{ {inner} }}" if inner else "{}"
    return f"[{', '.join(map(_value, value))}]" if isinstance(value, list | tuple) else str(int(value))


def _text(text: str) -> str:
    # JSON writes a text as TOML does, but for one control sign.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def read(game: str, text: str) -> Kept | Unread:
    """Read a file of cards of a game, or say at which line it goes wrong; what a card may say the game judges."""
    if len(text.encode()) > LONGEST_FILE:
        return Unread(((1, Reason("cards-long", {"kilobytes": LONGEST_FILE // 1024})),))
    if _NO_SIGN in text:
        return Unread(((text[: text.index(_NO_SIGN)].count("\n") + 1, Reason("cards-no-text")),))
    try:
        told = tidied(tomllib.loads(text))
    except RecursionError:
        return Unread(((1, Reason("cards-deep")),))
    except ValueError as error:
        number = _line_in(error, text)
        line = text.split("\n")[number - 1].strip()
        return Unread(((number, Reason("cards-no-toml", {"line": line[:_LONGEST_SHOWN], "text": 'name = "Ace"'})),))
    huge = [path for path, value in _leaves(told) if isinstance(value, int) and abs(value) > _MOST_NUMBER]
    if huge:
        most = Reason("cards-number", {"most": _MOST_NUMBER})
        return Unread(tuple((line_of(text, *_place(path)), most) for path in huge[:1]))
    faults = [] if told.get("game") == game else [(line_of(text, "", "game"), _other_game(told.get("game"), game))]
    if told.get("format") != FORMAT:
        faults.append((line_of(text, "", "format"), Reason("cards-format", {"format": FORMAT})))
    cards = {name: card for name, card in told.items() if name not in _HEAD}
    loose = [name for name, card in cards.items() if not isinstance(card, dict)]
    faults += [(line_of(text, "", name), Reason("cards-loose", {"name": name[:40]})) for name in loose]
    return Unread(tuple(faults)) if faults else cards


def _leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Give each single value with the keys that lead to it."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(inner, (*path, key))
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner, path)
    else:
        yield path, value


def _place(path: tuple[str, ...]) -> Place:
    """Say where a value stands, however deep: below its card, or before all of them."""
    return ("", path[0]) if len(path) == 1 or path[0] in _HEAD else (path[0], path[1])


def _other_game(named: Any, game: str) -> Reason:
    if isinstance(named, str):
        return Reason("cards-other-game", {"named": named[:40]})
    return Reason("cards-no-game", {"game": f"game = {_text(game)}"})


def _line_in(error: ValueError, text: str) -> int:
    found = _AT_LINE.search(str(error))
    return int(found[1]) if found else text.rstrip().count("\n") + 1


def line_of(text: str, card: str, key: str = "") -> int:
    """Find the line of a file on which a value stands, else that of its card, else the first one."""
    at_card = 1
    inside = not card
    for number, (line, header) in enumerate(_lines(text), 1):
        if header is not None:
            inside = header[:1] == (card,)
            at_card = number if inside and at_card == 1 else at_card
            if inside and header[1:2] == (key,):
                return number
        elif inside and key:
            found = _KEY.match(line)
            if found and next(name for name in found.groups() if name is not None) == key:
                return number
    return at_card


def _lines(text: str) -> Iterator[tuple[str, tuple[str, ...] | None]]:
    """Give each line, with the path of the table that it opens where it does."""
    for line in text.split("\n"):
        yield line, _header(line) if line.lstrip().startswith("[") else None


def _header(line: str) -> tuple[str, ...] | None:
    try:
        found: Any = tomllib.loads(line)
    except (ValueError, RecursionError):
        return None
    path = []
    while isinstance(found, dict) and found:
        name = next(iter(found))
        path.append(name)
        found = found[name]
    return tuple(path)
