"""The start: a new table, the tables of this device, and the way in by a code."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response

from companion import play
from companion.engine import Reason
from companion.games import games
from companion.language import spoken
from companion.web import addresses, identity
from companion.web.forms import form_key
from companion.web.pages import help_address, store
from companion.words import listed, moment

blueprint = Blueprint("lobby", __name__)


@blueprint.get("/")
def index() -> str | Response:
    """Show the start; a newcomer at a loopback name is led to the address that other phones can open (E-58)."""
    better = _better_address()
    return redirect(better) if better else _lobby()


@blueprint.post("/tables")
def new_table() -> Response | tuple[str, int]:
    """Open a table; the device that asks is its host from then on."""
    game, typed = request.form.get("game", ""), request.form.get("players", "")
    if _better_address():
        # The page stood open since before there was a network. A form may lead to no other address than its own.
        return _lobby(refusals=(Reason("localhost"),), game=game), 422
    if not (typed.isascii() and typed.isdigit() and len(typed) < 4):
        return _lobby(refusals=(Reason("people-unknown"),)), 422
    opened = play.new_table(store(), game, int(typed), identity.device_for_good(), form_key())
    if isinstance(opened, str):
        return redirect(f"/t/{opened}", 303)
    return _lobby(refusals=opened.reasons, game=game), 422


@blueprint.post("/tryouts")
def try_out() -> Response | tuple[str, int]:
    """Open a table with made-up people on this device, and lead to it."""
    game = request.form.get("game", "")
    if _better_address():
        return _lobby(refusals=(Reason("localhost"),), game=game), 422
    opened = play.try_out(store(), game, identity.device_for_good(), form_key())
    if isinstance(opened, str):
        return redirect(f"/t/{opened}", 303)
    return _lobby(refusals=opened.reasons, game=game), 422


@blueprint.get("/join")
def join() -> Response | tuple[str, int]:
    """Find a table by its code as somebody typed it (E-64)."""
    code = play.code_of(request.args.get("code", ""))
    if not code:
        return _lobby(refusals=(Reason("code-blank", {"length": play.CODE_LENGTH}),), code_asked=""), 422
    try:
        play.open_table(store(), code)
    except play.NoTable:
        return _lobby(refusals=(Reason("code-unknown", {"code": code}),), code_asked=code), 404
    return redirect(f"/t/{code}/join", 303)


def _better_address() -> str | None:
    """Give the start at another address than this one; whoever has tables here already has to find them here."""
    better = addresses.instead_of_loopback() if identity.device() is None else None
    return f"{better}/" if better else None


def _lobby(refusals: tuple[Reason, ...] = (), game: str = "", code_asked: str | None = None) -> str:
    urls = addresses.base_urls()
    # Beside a code that was not found no other stands (E-64).
    tables = play.tables_of(store(), identity.device()) if code_asked is None else ()
    return render_template(
        "lobby/index.html",
        games=[_offered(key) for key in games()],
        tables=[_listed(running) for running in tables],
        lan_url=f"{urls[0]}/" if urls else None,
        loopback=addresses.is_loopback(request.host),
        refusals=refusals,
        code_asked=code_asked,
        asked_game=game,
        say=lambda reason: play.say(games().get(game), reason),
        help_at=lambda reason: _rule_at(game, reason),
    )


def _rule_at(key: str, reason: Reason) -> str:
    game = games().get(key)
    rule = play.rule_of(game, reason)
    return help_address(game, rule) if game and rule else ""


def _offered(key: str) -> dict[str, Any]:
    game = games()[key]
    entered, to_enter = play.copy_of(store(), key).entered
    about = {"key": key, "title": game.title, "players": game.players, "offers": game.offers}
    return {**about, "entered": entered, "to_enter": to_enter}


def _listed(running: play.Running) -> dict[str, Any]:
    when = datetime.fromisoformat(running.when).astimezone()
    return {
        "code": running.code,
        "game_title": running.game_title,
        "people": listed([spoken(name) for name in running.people]),
        "when": spoken(moment(when)),
        "over": running.over,
        "tryout": running.is_tryout,
    }
