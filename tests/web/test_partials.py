"""The page of all parts: there on demand only, and with every part that a page includes."""

from __future__ import annotations

import re
from pathlib import Path

from flask import Flask

from companion import create_app
from tests.conftest import Phone

TEMPLATES = Path(__file__).parents[2] / "templates"
#: all that a file holds of which only macros are taken
_MACROS = re.compile(r"{#.*?#}|{% (?:from|set) .*?%}|{%-? macro .*?endmacro -?%}", re.DOTALL)


def is_part(text: str) -> bool:
    return "{% extends" not in text and _MACROS.sub("", text).strip() != ""


def parts_of(*folders: str) -> set[str]:
    files = [file for folder in folders for file in (TEMPLATES / folder).glob("_*.html")]
    return {str(file.relative_to(TEMPLATES)) for file in files if is_part(file.read_text("utf-8"))}


def test_every_part_of_the_pages_is_shown_in_its_states(tmp_path: Path) -> None:
    """Issue 7: a page that shows every partial in every state."""
    phone = Phone(create_app(tmp_path, testing=True, partials=True))
    shown: dict[str, int] = {}
    for game in ("strip", "slots"):
        page = phone.get(f"/partials/{game}").text
        for name, states in re.findall(r'data-partial="([^"]+)">(.*?)</section><!-- part -->', page, re.DOTALL):
            shown[name] = states.count('class="a-state"')
    assert shown.keys() == parts_of("", "strip", "slots", "table", "lobby", "paper", "cards")
    assert shown["strip/_casino.html"] > 5
    assert phone.get("/partials/poker").status_code == 404


def test_whoever_plays_does_not_meet_it(app: Flask) -> None:
    assert Phone(app).get("/partials/strip").status_code == 404
