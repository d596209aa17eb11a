"""What templates take for granted: the macros that a page imports once, and that whatever it includes uses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader, meta

TEMPLATES = Path(__file__).parents[1] / "templates"
JINJA = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, extensions=["jinja2.ext.i18n"])
JINJA.filters["spoken"] = str
GAMES = [folder.name for folder in TEMPLATES.iterdir() if (folder / "_table.html").exists()]
_INCLUDED = re.compile(r'{% (?:include|extends) "([^"]+)"( ~ [^%]+)? %}|{% include table\.game ~ "/([^"]+)" %}')
_FROM = re.compile(r'{% from "(?P<file>[^"]+)" import (?P<names>[^%]+?)(?: with context)? %}')
_MACRO = re.compile(r"{% macro (\w+)\(")


def source(name: str) -> str:
    return (TEMPLATES / name).read_text("utf-8")


def macros(*names: str) -> set[str]:
    return {macro for name in names for macro in _MACRO.findall(source(name))}


def included(game: str, name: str) -> Iterator[str]:
    """Name what a template includes; a name that is put together there may be any that begins like it."""
    for begin, rest, of_game in _INCLUDED.findall(source(name)):
        if of_game:
            yield f"{game}/{of_game}"
        elif rest:
            files = (TEMPLATES / game).glob(f"{begin.partition('/')[2]}*.html")
            yield from (f"{game}/{file.name}" for file in files if file.name not in ("_table.html", "_parts.html"))
        else:
            yield begin


@cache
def missing(game: str, name: str, brought: frozenset[str]) -> frozenset[tuple[str, str]]:
    """Name the macros that a template and all that it includes use, and that nobody has imported for them."""
    brought |= {n.strip() for _, names in _FROM.findall(source(name)) for n in names.split(",")}
    wanted = meta.find_undeclared_variables(JINJA.parse(source(name)))
    found = {(name, macro) for macro in wanted & macros("_form.html", "_marks.html", f"{game}/_parts.html") - brought}
    return frozenset(found.union(*(missing(game, other, brought) for other in included(game, name))))


@pytest.mark.parametrize("page", ["board", "ask", "result", "card", "card_open"])
@pytest.mark.parametrize("game", GAMES)
def test_e106_every_macro_that_a_page_uses_is_imported_for_it(game: str, page: str) -> None:
    cards = (TEMPLATES / game / "_card.html").exists()
    assert missing(game, f"table/{page if cards or 'card' not in page else 'board'}.html", frozenset()) == set()
