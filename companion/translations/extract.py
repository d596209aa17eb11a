"""Finds the texts of our Python files for the catalogues; `babel.cfg` names it."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any

from babel.messages.extract import extract_python

Found = tuple[int, str | None, str | tuple[str, ...], list[str]]

#: calls that hold texts, but for their first argument: a rule and its like are named by an id
NAMED = ("Rule", "Section", "_varied")


def texts(
    file: IO[bytes], keywords: Collection[str], comments: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """Yield what is marked, each text of a dict of `Sentences` (a pair has a singular and a plural), and the rules."""
    yield from extract_python(file, keywords, comments, options)  # type: ignore[arg-type, misc]
    file.seek(0)
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Dict):
            if ast.unparse(node.annotation) == "Sentences":
                yield from map(_message, filter(_is_text, node.value.values))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NAMED:
            for given in (*node.args[1:], *(word.value for word in node.keywords)):
                within = given.elts if isinstance(given, ast.Tuple) else [given]
                yield from map(_message, filter(_is_text, within))


def _is_text(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple):
        return all(map(_is_text, node.elts))
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _message(node: ast.expr) -> Found:
    found = ast.literal_eval(node)
    return node.lineno, "ngettext" if isinstance(found, tuple) else None, found, []
