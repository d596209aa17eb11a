"""The rules of each game in our own words, with a search, and the way back to where somebody came from."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from flask import Blueprint, render_template, request

from companion import help as rules
from companion import play
from companion.engine import Game, Reason
from companion.games import games
from companion.web import errors

blueprint = Blueprint("help", __name__)

LONGEST_ASKED = 80
#: a page of a table, as our own links name it
_TABLE_PAGE = re.compile(r"/t/[0-9A-Z]{1,12}(?:/(?:ask|log|result|join|card))?(?:\?[^#\s\\]*)?")


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
    """Show the rules of a game, or those that hold the words that were asked for."""
    found_game, asked = game_of(game), request.args.get("q", "")[:LONGEST_ASKED].strip()
    found = rules.search(rules.translated(found_game.help), asked)
    return render_template(
        "help/rules.html",
        game=found_game,
        asked=asked,
        found=found,
        pieces=partial(rules.pieces, words=found.words),
        back=way_back(),
    )
