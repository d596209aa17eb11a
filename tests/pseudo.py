"""A language that nobody speaks: every text that is looked up is told by its accents, and a third longer.

What stands on a page without them was never looked up; what is cut short there has no room for German. It is no choice
of the product: `speakable` teaches it to an application, `python -m tests.pseudo` serves one like `companion` does.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import Flask

CATALOGUES = Path(__file__).parents[1] / "companion" / "translations"
#: the tag under which a page is asked for it: that of a language with a plural like ours, which we do not have
TAG = "eo"
#: a place, with what follows the number of a name, or a mark of a page
_KEPT = re.compile(r"(\{\w+(?::[^}]*)?\}|%\(\w+\)s|%%|<[^<>]+>)")
_ACCENTS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "åƀçđéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ",
)


def pseudo(text: str) -> str:
    """Give a text with accents and every vowel twice; places and marks stay."""
    return "".join(_kept(part) if at % 2 else _said(part) for at, part in enumerate(_KEPT.split(text)))


def _said(text: str) -> str:
    return re.sub("([aeiou])", r"\1\1", text).translate(_ACCENTS)


def _kept(place: str) -> str:
    """Keep a place, but for the words that follow the number of a name: {set:has|have}."""
    name, _, words = place[1:-1].partition(":")
    return f"{{{name}:{_said(words)}}}" if "|" in words else place


def speakable(app: Flask, folder: Path) -> Flask:
    """Teach an application the language, by a catalogue in a folder."""
    with (CATALOGUES / "messages.pot").open("rb") as file:
        known = read_po(file)
    catalogue = Catalog(locale=TAG)
    for message in known:
        if message.id:
            one = message.id if isinstance(message.id, tuple) else (message.id,)
            said = tuple(map(pseudo, one))
            catalogue.add(message.id, said if isinstance(message.id, tuple) else said[0])
    target = folder / TAG / "LC_MESSAGES" / "messages.mo"
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as file:
        write_mo(file, catalogue)
    app.extensions["babel"].translation_directories.append(str(folder))
    app.extensions["languages"][TAG] = "Pseudo"
    return app


def main(arguments: list[str]) -> int:
    """Run a command with an application that knows the language."""
    from companion import command, web

    build, folder = web.build, Path(tempfile.mkdtemp())

    def taught(*given: Any) -> Flask:
        return speakable(build(*given), folder)

    web.build = taught
    return command.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
