"""Answers to what cannot be done, in the look of all other pages: what is wrong, and a way back (E-23)."""

from __future__ import annotations

import logging

from flask import Flask, Response, current_app, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from companion import play
from companion.engine import Reason
from companion.language import N_, gettext

log = logging.getLogger("companion.errors")

TEXTS = {
    400: (
        N_("That did not arrive whole"),
        N_("Something was missing from what this phone sent. Go back and try again."),
    ),
    403: (
        N_("Not on this phone"),
        N_("This phone may not do that here."),
    ),
    404: (
        N_("Nothing here"),
        N_("There is no page under this address. Go back, or look at the address once more."),
    ),
    405: (
        N_("Not like that"),
        N_("This address is for a button on a page. Go back and use it there."),
    ),
    409: (
        N_("Somebody was faster"),
        N_("This part of the table has moved on. Go back and look at it as it stands now."),
    ),
    413: (
        N_("Too much at once"),
        N_("That is far more than any form of a table sends. Nothing was recorded."),
    ),
    422: (
        N_("That does not fit"),
        N_("What was sent does not fit this table. Nothing was recorded."),
    ),
    500: (
        N_("That went wrong here"),
        N_("The mistake is ours, and nothing was recorded. Go back and try again."),
    ),
    503: (
        N_("Nothing could be recorded"),
        N_("The file that holds the tables is busy, full or closed to us. Try again."),
    ),
}

#: what the proof of a form may lack, in the words of Flask-WTF
LACKS = (
    N_("The CSRF token is missing."),
    N_("The CSRF session token is missing."),
    N_("The CSRF token has expired."),
    N_("The CSRF token is invalid."),
    N_("The CSRF tokens do not match."),
)


class Sentence(HTTPException):
    """An error answer with its own title and sentence, both fit for everyone's eyes."""

    def __init__(self, code: int, title: str, text: str, way_back: str | None = None, wait: int | None = None) -> None:
        """Say it with a status; `way_back` is an address to go on from, `wait` the seconds until a try may work."""
        super().__init__(text)
        self.code = code
        self.title = title
        self.text = text
        self.way_back = way_back
        self.wait = wait


def init_app(app: Flask) -> None:
    """Answer every error of this application with a page of ours."""
    app.register_error_handler(Sentence, _sentence)
    app.register_error_handler(HTTPException, _any)
    app.register_error_handler(play.Unwritable, _unwritten)
    app.register_error_handler(play.NewerDatabase, _newer)


def no_table(code: str) -> Sentence:
    """Make the answer to a code that no table has."""
    return Sentence(404, gettext("No such table"), play.say(None, Reason("code-unknown", {"code": code})), "/#join")


def _page(code: int, title: str, text: str, way_back: str | None = None, label: str = "") -> Response:
    shown = {"code": code, "title": title, "text": text, "way_back": way_back or _way_back(), "label": label}
    return make_response(render_template("errors/error.html", **shown), code)


def _way_back() -> str:
    """Lead back to the table of an address if it has one; whether there is such a table stays open."""
    parts = request.path.split("/")
    code = play.code_of(parts[2]) if len(parts) > 3 and parts[1] == "t" else ""
    return f"/t/{code}" if code else "/"


def _sentence(error: Sentence) -> Response:
    answer = _page(error.code or 500, error.title, error.text, error.way_back)
    if error.wait is not None:
        answer.headers["Retry-After"] = str(error.wait)
    return answer


def _any(error: HTTPException) -> Response | HTTPException:
    code = error.code or 500
    if code < 400:
        return error
    title, text = TEXTS.get(code, TEXTS[400 if code < 500 else 500])
    return _page(code, gettext(title), gettext(text))


def old_form(error: CSRFError) -> Response:
    """Say what was seen of a form and what was expected, and lead to a fresh one (E-122)."""
    seen = gettext(str(error.description))
    expected = gettext("(Seen: {seen} Expected: the mark of a page opened in this browser.)").format(seen=seen)
    text = f"{play.say(None, Reason('form-void'))} {expected}"
    return _page(403, gettext("An old form"), text, _page_of_form(), gettext("Open a fresh form"))


def _page_of_form() -> str:
    """Find the page on which the posted form stands: at the same address, or at the nearest above it."""
    if request.blueprint == "joining" and not _is_page(request.path):
        return f"{_way_back()}/join"
    above = request.path
    while above and not _is_page(above):
        above = above.rpartition("/")[0]
    return above or "/"


def _is_page(path: str) -> bool:
    routes = current_app.url_map.bind("")
    return bool(path) and routes.test(path, "GET")


def _unwritten(error: play.Unwritable) -> Response:
    log.error("%s", error)
    title, text = TEXTS[503]
    return _page(503, gettext(title), gettext(text))


def _newer(error: play.NewerDatabase) -> Response:
    log.error("%s", error)
    text = gettext("A newer Vegas Companion has taken over these tables. Stop this server, and start the newer one.")
    return _page(503, gettext("This server is too old"), text)
