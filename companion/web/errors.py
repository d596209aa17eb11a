"""Answers to what cannot be done, in the look of all other pages: what is wrong, and a way back (E-23)."""

from __future__ import annotations

import logging

from flask import Flask, Response, current_app, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from companion import play
from companion.engine import Reason

log = logging.getLogger("companion.errors")

TEXTS = {
    400: ("That did not arrive whole", "Something was missing from what this phone sent. Go back and try again."),
    403: ("Not on this phone", "This phone may not do that here."),
    404: ("Nothing here", "There is no page under this address. Go back, or look at the address once more."),
    405: ("Not like that", "This address is for a button on a page. Go back and use it there."),
    409: ("Somebody was faster", "This part of the table has moved on. Go back and look at it as it stands now."),
    413: ("Too much at once", "That is far more than any form of a table sends. Nothing was recorded."),
    422: ("That does not fit", "What was sent does not fit this table. Nothing was recorded."),
    500: ("That went wrong here", "The mistake is ours, and nothing was recorded. Go back and try again."),
    503: ("Nothing could be recorded", "The file that holds the tables is busy, full or closed to us. Try again."),
}


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
    return Sentence(404, "No such table", play.say(None, Reason("code-unknown", {"code": code})), "/#join")


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
    return _page(code, title, text)


def old_form(error: CSRFError) -> Response:
    """Say what was seen of a form and what was expected, and lead to a fresh one (E-122)."""
    seen = str(error.description).removesuffix(".")
    text = f"{play.say(None, Reason('form-void'))} (Seen: {seen}. Expected: the mark of a page opened in this browser.)"
    return _page(403, "An old form", text, _page_of_form(), "Open a fresh form")


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
    return _page(503, *TEXTS[503])


def _newer(error: play.NewerDatabase) -> Response:
    log.error("%s", error)
    text = "A newer Vegas Companion has taken over these tables. Stop this server, and start the newer one."
    return _page(503, "This server is too old", text)
