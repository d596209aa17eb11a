"""The board that everybody sees, its live part, and the one address through which a game is moved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, g, redirect, request
from flask_wtf.csrf import CSRFError
from werkzeug.wrappers import Response

from companion import play
from companion.engine import Reason, Refused
from companion.web import answers, errors, fragments, identity, live
from companion.web.card import forget_pin, handover, is_locked
from companion.web.forms import posted_act
from companion.web.pages import (
    Sight,
    asked_for,
    board,
    forbidden,
    page,
    posted_again,
    sight,
    store,
    table_at,
    wished_for,
)

blueprint = Blueprint("table", __name__)

Answer = str | tuple[str, int] | Response


@blueprint.get("/t/<code>")
def show(code: str) -> Answer:
    """Show the board, or only its live part to a page that has the rest."""
    return _board(sight(table_at(code), asked_for()))


@blueprint.get("/t/<code>/live")
def followed(code: str) -> Answer:
    """Show the live part once something has changed that this viewer may see; else there is nothing to say (E-77)."""
    shown = sight(table_at(code), asked_for(but="rev"))
    if request.args.get("rev") == shown.seen.revision:
        return "", 204
    return page("table/_live.html", shown)


@blueprint.get("/t/<code>/ask")
def ask(code: str) -> Answer:
    """Judge a placement that nobody records; a page that has the answer asks again whether it still holds (E-116)."""
    shown = sight(table_at(code), {**asked_for(but="rev"), "sheet": "ask"})
    if request.args.get("rev") == shown.seen.revision:
        return "", 204
    return page("table/ask.html", shown)


@blueprint.get("/t/<code>/result")
def result(code: str) -> Answer:
    """Show how the game ended."""
    table = table_at(code)
    if table.outcome is None:
        return redirect(board(code))
    return page("table/result.html", sight(table))


@blueprint.post("/t/<code>/again")
def again(code: str) -> Answer:
    """Open the next table with the same seats, and lead there."""
    table = table_at(code)
    shown = sight(table)
    opened = play.again(store(), table.code, shown.viewer)
    if isinstance(opened, play.NotYours):
        raise forbidden(shown, opened.reason)
    if isinstance(opened, Refused):
        return _board(shown, opened.reasons, status=422)
    return redirect(board(opened), 303)


@blueprint.post("/t/<code>/together")
def together(code: str) -> Answer:
    """Call everyone to look at their card in a moment."""
    table = table_at(code)
    shown = sight(table)
    against = play.call(store(), table.code, shown.viewer)
    if against is not None:
        return _board(shown, (against,), 403 if against.code == "onlooker" else 422)
    return redirect(board(table.code), 303)


@blueprint.post("/t/<code>/act")
def act(code: str) -> Answer:
    """Take one act, whatever its kind, and lead to the board as it stands then."""
    table = table_at(code)
    shown = sight(table, asked_for())
    if not shown.viewer.seats and not shown.viewer.host:
        return _refused(code, (Reason("onlooker"),), 403)
    posted = posted_act(table)
    if isinstance(posted, Refused):
        return _refused(code, posted.reasons, 422)
    g.kind = posted.kind
    seat = request.form.get("seat", "")
    if posted.kind in table.game.own_kinds and is_locked(shown, seat):
        return handover(shown, seat), 403
    answer = play.act(store(), table.code, shown.viewer, posted)
    match answer:
        case play.Done():
            return _taken(table, posted)
        case play.NotYours(reason):
            return _refused(code, (reason,), 403)
        case play.Stale():
            return _refused(code, (play.overtaken(table_at(code), posted),), 409)
        case Refused(reasons):
            return _refused(code, reasons, 422)


def _taken(table: play.Table, posted: play.Posted) -> Response:
    if posted.kind in table.game.own_kinds:
        return fragments.go(f"/t/{table.code}/card/{posted.data['seat']}?mine=1")
    # A form that is one of many on its sheet asks to be led back there.
    wished = wished_for(request.form.get("then", ""))
    if not fragments.is_part():
        return redirect(board(table.code, wished), 303)
    live.ring(table.code)
    # The answer is what a fresh look at that board would be, without another request for it.
    return fragments.at(board(table.code, wished), page("table/_live.html", sight(table_at(table.code), wished)))


def _refused(code: str, reasons: Sequence[Reason], status: int) -> Answer:
    """Show why an act was not taken, on the page that it came from, with everything as it stands now."""
    table = table_at(code)
    seat = request.form.get("seat", "")
    shown = sight(table, asked_for(), seat)
    if request.form.get("kind") in table.game.own_kinds and seat in shown.viewer.seats and not fragments.is_part():
        answers.keep_size()
        return page("table/card.html", shown, seat=seat, refusals=reasons), status
    return _board(sight(table, asked_for()), reasons, status, posted_again())


def _board(shown: Sight, refusals: Sequence[Reason] = (), status: int = 200, again: Any = None) -> Answer:
    if not fragments.is_part():
        # Whoever has gone from a card to the whole board may pass the phone on: Back asks for the PIN (E-45).
        forget_pin()
    template = "table/_live.html" if fragments.is_part() else "table/board.html"
    return page(template, shown, refusals=list(refusals), again=again), status


@blueprint.app_errorhandler(CSRFError)
def old_form(error: CSRFError) -> Answer:
    """Answer an act from an old form with the board as it stands: every form on it is fresh (E-122)."""
    code = (request.view_args or {}).get("code", "")
    if request.endpoint != "table.act" or not _sits_at(code):
        # Nobody learns from a form without proof whether there is such a table.
        return errors.old_form(error)
    return _refused(code, (Reason("form-old"),), 422)


def _sits_at(code: str) -> bool:
    try:
        viewer = play.open_table(store(), play.code_of(code)).viewer(identity.device())
    except (play.NoTable, play.BrokenLog):
        return False
    return bool(viewer.seats) or viewer.host
