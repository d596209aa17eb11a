"""Pages to print: the rules of a game on a sheet or two, and blank score sheets, for A4 and for Letter."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, render_template, request

from companion import help as rules
from companion import play
from companion.web.help import game_of, way_back
from companion.web.pages import page, sight, store, table_at

blueprint = Blueprint("paper", __name__)

#: by the name that a page carries; each has a stylesheet of its own, for a policy without inline styles sets no size
SIZES: Mapping[str, str] = {"a4": "A4", "letter": "Letter"}


def paper_size(asked: Mapping[str, str]) -> str:
    """Read the size of paper that a page was asked for; A4 where it names none that we know."""
    size = asked.get("size", "")
    return size if size in SIZES else next(iter(SIZES))


@blueprint.get("/help/<game>/summary")
def summary(game: str) -> str:
    """Show the rules of a game in short."""
    of = game_of(game)
    sections = rules.translated(of.help).sections
    size = paper_size(request.args)
    return render_template("paper/summary.html", game=of, sections=sections, size=size, back=way_back())


@blueprint.get("/help/<game>/score")
def blank(game: str) -> str:
    """Show score sheets without names, with what is known of the cards of this copy."""
    of = game_of(game)
    view = play.unopened(store(), of, of.players[-1])
    size = paper_size(request.args)
    return render_template("paper/score.html", game=of, view=view, named=False, size=size, back=way_back())


@blueprint.get("/t/<code>/score")
def score(code: str) -> str:
    """Show score sheets for the people and the cards of a table."""
    table = table_at(code)
    shown = sight(table)
    size = paper_size(request.args)
    return page("paper/score.html", shown, game=table.game, named=True, size=size, back=f"/t/{table.code}")
