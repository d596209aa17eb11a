"""What every answer carries beside its content: what a browser may run, keep and tell, and its line in the log."""

from __future__ import annotations

import logging
import re
import time

from flask import Flask, Response, g, request, session

from companion.play import code_of
from companion.web.packing import packed_now

log = logging.getLogger("companion.requests")

#: everything comes from here, nothing is inline, and nobody shows our pages inside theirs
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; object-src 'none'; "
    "frame-src 'none'; worker-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_PRIVATE = re.compile(r"/t/[^/]*/(card|seat|seat-code)(/|$)")
#: the own card keeps its size, which is the same whatever was dealt: packed, its length would tell
_CARD = re.compile(r"/t/[^/]*/card(/|$)")
#: smaller answers gain nothing from packing
WORTH_PACKING = 600


def init_app(app: Flask) -> None:
    """Dress every answer of this application."""
    app.before_request(_begin)
    app.after_request(_note)
    app.after_request(_pack)
    app.after_request(_dress)


def is_private() -> bool:
    """Tell whether this answer is for one seat's eyes; its errors and redirects are as well (E-16)."""
    return request.method not in ("GET", "HEAD") or _PRIVATE.match(request.path) is not None


def keep_size() -> None:
    """Let the answer to this request go unpacked: it is a page of the own card at another address."""
    g.keeps_size = True


def _begin() -> None:
    g.began = time.perf_counter()


def _dress(answer: Response) -> Response:
    headers = answer.headers
    headers.setdefault("Content-Security-Policy", POLICY)
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("X-Frame-Options", "DENY")
    # Not a word of an address to anyone, ourselves included: no form of ours needs it (E-122).
    headers.setdefault("Referrer-Policy", "no-referrer")
    if is_private():
        headers["Cache-Control"] = "no-store"
    else:
        headers.setdefault("Cache-Control", "no-cache")
    if session.modified:
        session.permanent = True
    return answer


def _pack(answer: Response) -> Response:
    """Pack a page, or the part of one that answers an act; but no card."""
    if _CARD.match(request.path) or "keeps_size" in g or answer.content_encoding or answer.mimetype != "text/html":
        return answer
    answer.vary.add("Accept-Encoding")
    if request.accept_encodings["gzip"] > 0 and len(body := answer.get_data()) > WORTH_PACKING:
        answer.set_data(packed_now(body))
        answer.content_encoding = "gzip"
    return answer


def _note(answer: Response) -> Response:
    """Write one line a request: the route with its table and the kind of act, never a name, a token or a secret."""
    spent = 1000 * (time.perf_counter() - g.get("began", time.perf_counter()))
    level = logging.DEBUG if answer.status_code == 204 else logging.INFO
    parts = [request.method, route(), g.get("kind", ""), str(answer.status_code), f"{spent:.0f} ms"]
    log.log(level, " ".join(part for part in parts if part))
    return answer


def route() -> str:
    """Name the route of this request and its table, without anything else that its address may hold."""
    if request.url_rule is None:
        return "(no such page)"
    code = code_of(str((request.view_args or {}).get("code", "")))
    return request.url_rule.rule.replace("<code>", code)
