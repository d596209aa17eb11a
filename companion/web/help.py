"""The rules of each game in our own words, part by part, with a search, and the way back to where somebody came from.

A page shows every part in short, the rules of one part, or those that fit some words best: all rules at once weigh
more than a page may.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

from flask import Blueprint, render_template, request

from companion import help as rules
from companion import play
from companion.engine import Game, Reason
from companion.games import games
from companion.web import errors
from companion.web.pages import help_address

blueprint = Blueprint("help", __name__)

LONGEST_ASKED = 80
#: a page of a table, as our own links name it
_TABLE_PAGE = re.compile(r"/t/[0-9A-Z]{1,12}(?:/(?:ask|log|result|join|card))?(?:\?[^#\s\\]{0,2000})?")


def game_of(key: str) -> Game[Any]:
    """Give the game of an address, or say that there is none."""
    game = games().get(key)
    if game is None:
        told = Reason("game-unknown", {"game": key[:40], "games": tuple(known.title for known in games().values())})
        raise errors.Sentence(404, "No such game", play.say(None, told))
    return game


def way_back() -> str:
    """Give the page of a table from which somebody came, '' where it was none."""
    back = request.args.get("back", "")
    return back if _TABLE_PAGE.fullmatch(back) else ""


@blueprint.get("/help/<game>")
def show(game: str) -> str:
    """Show the parts of a game's rules in short, the rules of the part that was asked for, or those with its words."""
    found_game, asked, back = game_of(game), request.args.get("q", "")[:LONGEST_ASKED].strip(), way_back()
    found = rules.search(rules.translated(found_game.help), asked)
    part = None if asked else request.args.get("part")
    return render_template(
        "help/rules.html",
        game=found_game,
        asked=asked,
        found=found,
        **_opened(found.sections, part),
        pieces=partial(rules.pieces, words=found.words),
        address=partial(help_address, found_game, back=back),
        back=back,
    )


def _opened(sections: Sequence[rules.Section], key: str | None) -> dict[str, rules.Section | None]:
    """Find the part of a key with the parts before and after it, each None where there is none."""
    around = (None, *sections, None)
    n = next((n for n, section in enumerate(around) if section and section.key == key), None)
    before, part, after = around[n - 1 : n + 2] if n else (None, None, None)
    return {"before": before, "part": part, "after": after}
