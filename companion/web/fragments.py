"""The only reader of htmx's headers: whether a page or a part of one was asked for."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

from flask import Flask, Response, redirect
from flask_htmx import HTMX, make_response

htmx = HTMX()


def init_app(app: Flask) -> None:
    """Read htmx's headers in this application."""
    htmx.init_app(app)
    app.after_request(_vary)


def is_part() -> bool:
    """Tell whether the answer goes into a page that is open already."""
    return bool(htmx) and not htmx.history_restore_request


def go(url: str) -> Response:
    """Send the browser to another page, by GET: also where htmx would put the answer into this one."""
    if is_part():
        answer: Response = make_response("", redirect=url)
        return answer
    return redirect(url, 303)  # type: ignore[return-value]


def at(url: str, part: str) -> Response:
    """Answer with a part of the page at an address, which the browser then names as its own: no second request.

    Where it is the page's address already it is not named again: to a browser that is a page anew, with its icon.
    """
    shown = urlsplit(htmx.current_url or "")
    same = urlunsplit(("", "", shown.path, shown.query, "")) == url
    answer: Response = make_response(part) if same else make_response(part, replace_url=url)
    return answer


def _vary(answer: Response) -> Response:
    """Keep page and part apart in the browser's cache: Back would else show a part as a page."""
    if answer.mimetype == "text/html":
        answer.vary.add("HX-Request")
    return answer
