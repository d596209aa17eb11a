"""Which device this is: a random cookie, made only by a post that needs it, and kept here only as a hash."""

from __future__ import annotations

import re

from flask import Flask, Response, g, request

from companion.play import hashed, new_key

COOKIE = "companion_device"
#: about as long as browsers keep a cookie at all: the next evening finds its seats (E-35)
COOKIE_DAYS = 400
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32,64}")


def init_app(app: Flask) -> None:
    """Hand out the cookies that were made during a request."""
    app.after_request(_hand_out)


def device() -> str | None:
    """Give the hash of this device, or None where it has no cookie."""
    token = g.get("new_device") or request.cookies.get(COOKIE, "")
    return hashed(token) if _TOKEN.fullmatch(token) else None


def device_for_good() -> str:
    """Give the hash of this device, which gets a cookie now if it had none; only a post may ask for that (E-17)."""
    known = device()
    if known is None:
        g.new_device = new_key()
        known = hashed(g.new_device)
    return known


def _hand_out(answer: Response) -> Response:
    token = g.get("new_device")
    if token:
        lasting = COOKIE_DAYS * 24 * 3600
        answer.set_cookie(COOKIE, token, lasting, httponly=True, samesite="Lax", secure=request.is_secure)
    return answer
