"""A table that does not open: what its page says, and the way back to the last good line (E-104)."""

from __future__ import annotations

import logging

from flask import Blueprint, g, make_response, redirect, render_template, request
from werkzeug.wrappers import Response

from companion import play
from companion.engine import Reason
from companion.language import gettext
from companion.web import errors, identity
from companion.web.pages import board, store

blueprint = Blueprint("mending", __name__)

log = logging.getLogger("companion.errors")


@blueprint.app_errorhandler(play.BrokenLog)
def does_not_open(error: play.BrokenLog) -> Response:
    """Say that a table does not open, to which line it can be told, and who can take it back to there."""
    # Where it breaks stays in the server's log: the number counts what nobody may see as well (E-20).
    log.error("%s", error, exc_info=error.__cause__)
    code = (request.view_args or {}).get("code") or request.args.get("code", "")
    broken = play.broken(store(), play.code_of(code), identity.device())
    return make_response(render_template("errors/broken.html", broken=broken), 500)


@blueprint.get("/t/<code>/mend")
def ask(code: str) -> str | Response:
    """Ask whether the table shall go back to its last good line, and say what that means."""
    broken = _broken(code)
    if broken is None:
        return redirect(board(play.code_of(code)))
    if not broken.may_mend:
        raise _refused(code, "mend-not-yours", 403)
    return render_template("errors/mend.html", broken=broken)


@blueprint.post("/t/<code>/mend")
def mend(code: str) -> Response:
    """Go back to the last good line; a second tap changes nothing more."""
    if _broken(code) is None:
        return redirect(board(play.code_of(code)), 303)
    g.kind = "cut"
    refused = play.mend(store(), play.code_of(code), identity.device())
    if refused is not None:
        raise _refused(code, refused.code, 403 if refused.code == "mend-not-yours" else 422)
    return redirect(board(play.code_of(code)), 303)


def _broken(code: str) -> play.Broken | None:
    try:
        return play.broken(store(), play.code_of(code), identity.device())
    except play.NoTable:
        raise errors.no_table(play.code_of(code)) from None


def _refused(code: str, reason: str, status: int) -> errors.Sentence:
    text = play.say(None, Reason(reason))
    return errors.Sentence(status, gettext("This table stays as it is"), text, board(play.code_of(code)))
