"""Finds in the sources of a game what it says: every call with a code, the values it gives, every text there is."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

#: what says something, with the place of the code among its arguments
SAYING = {"Reason": 0, "refuse": 0, "Mistake": 0, "told": 2}


@dataclass(frozen=True)
class Call:
    """One code that is said: where, and the names of the values beside it, None where they come from elsewhere."""

    where: str
    code: str
    given: frozenset[str] | None


def calls(paths: Iterable[Path], saying: Mapping[str, int] = SAYING) -> Iterator[Call]:
    """Find every literal code that is said."""
    for path, tree in _trees(paths):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in saying:
                at = saying[node.func.id]
                for code in _literal(node.args[at]) if len(node.args) > at else ():
                    yield Call(f"{path.name}:{node.lineno}", code, _given(node, at))


def texts(paths: Iterable[Path]) -> frozenset[str]:
    """Collect every text in the sources, and of each f-string the texts with a star for what is put in."""
    found: set[str] = set()
    for _, tree in _trees(paths):
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            if isinstance(node, ast.JoinedStr):
                found.add("".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values))
    return frozenset(found)


def places(sentence: str | tuple[str, str]) -> frozenset[str]:
    """Name the places in a sentence; one that is told apart by number needs its `n` as well."""
    forms = sentence if isinstance(sentence, tuple) else (sentence,)
    found = {name for text in forms for _, name, _, _ in string.Formatter().parse(text) if name}
    return frozenset(found | ({"n"} if isinstance(sentence, tuple) else set()))


def _trees(paths: Iterable[Path]) -> Iterator[tuple[Path, ast.AST]]:
    for path in paths:
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def _literal(code: ast.expr) -> list[str]:
    if isinstance(code, ast.Constant):
        return [code.value]
    if isinstance(code, ast.IfExp):
        return _literal(code.body) + _literal(code.orelse)
    return []


def _given(call: ast.Call, at: int) -> frozenset[str] | None:
    found = {keyword.arg for keyword in call.keywords}
    for value in call.args[at + 1 :]:
        if not isinstance(value, ast.Dict):
            return None
        found |= {key.value if isinstance(key, ast.Constant) else None for key in value.keys}
    names = frozenset(name for name in found if name is not None)
    return names if None not in found else None
