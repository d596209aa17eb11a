"""Which device this is: a random cookie, made only by a post that needs it, and kept here only as a hash."""

from __future__ import annotations

import hmac
import re

from flask import Flask, Response, current_app, g, request, session

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
        g.new_device = _of_this_browser()
        known = hashed(g.new_device)
    return known


def _of_this_browser() -> str:
    """Make the device key of a browser out of its session, so that two posts that cross make one (E-42).

    The session's form token is random and the key of the server secret: nobody else can work the outcome out.
    """
    seed = session.get("csrf_token")
    if not isinstance(seed, str):
        return new_key()
    secret = str(current_app.config["SECRET_KEY"]).encode()
    return hmac.new(secret, f"device {seed}".encode(), "sha256").hexdigest()


def _hand_out(answer: Response) -> Response:
    token = g.get("new_device")
    if token:
        lasting = COOKIE_DAYS * 24 * 3600
        answer.set_cookie(COOKIE, token, lasting, httponly=True, samesite="Lax", secure=request.is_secure)
    return answer
