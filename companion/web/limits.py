"""How fast codes can be guessed: wrong ones alone are counted, by the address that they come from and by table.

Whoever belongs to a table does not guess at it: eight phones behind one address poll, mistype and play on while a
ninth is told to wait. A PIN is guessed by whoever has the phone, so it has a count of its own. All of it is kept in
memory and written nowhere.
"""

from __future__ import annotations

import ipaddress
import math
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

from flask import Flask, Response, current_app, g, request

from companion import play
from companion.engine import Reason
from companion.language import gettext
from companion.web import errors, identity
from companion.web.pages import store

#: wrong codes at once, and the seconds that give one back: ten million table codes last for years
ADDRESS_BURST, ADDRESS_SECONDS = 30, 3.0
#: from all addresses together; one alone cannot use it up and keep others from their seats
TABLE_BURST, TABLE_SECONDS = 180, 0.5
#: with which one phone asks the others for a seat: each is a line on everybody's board
PLEA_BURST, PLEA_SECONDS = 10, 20.0
PIN_BURST, PIN_SECONDS = 5, 20.0
#: so many buckets are held; the one that was not touched the longest goes first
MOST_BUCKETS = 4096
#: the same wrong address again is no new guess: an old page asks for its table each second
REMEMBERED = 8


@dataclass
class _Bucket:
    left: float
    at: float
    tried: deque[str] = field(default_factory=lambda: deque(maxlen=REMEMBERED))


class Buckets:
    """Token buckets by key: each wrong guess takes a token, and time gives them back."""

    def __init__(self, burst: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Hold up to `burst` tokens for each key, and give one back every so many seconds."""
        self._burst, self._seconds, self._clock = burst, seconds, clock
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()
        self._lock = threading.Lock()

    def wait(self, key: str) -> int:
        """Count the whole seconds until this key may guess again: 0 if it may now."""
        with self._lock:
            bucket = self._buckets.get(key)
            if bucket is None:
                return 0
            self._fill(bucket)
            return math.ceil(max(0.0, 1 - bucket.left) * self._seconds)

    def miss(self, key: str, tried: str | None = None) -> None:
        """Take a token for a wrong guess; one that was tried just before costs nothing."""
        with self._lock:
            bucket = self._bucket(key)
            if tried is None or tried not in bucket.tried:
                bucket.left = max(0.0, bucket.left - 1)
            if tried is not None:
                bucket.tried.append(tried)

    def take(self, key: str) -> int:
        """Take a token before a guess is judged: 0, or the whole seconds until there is one.

        Guesses that come all at once would else all be judged before the first is counted.
        """
        with self._lock:
            bucket = self._bucket(key)
            if bucket.left < 1:
                return math.ceil((1 - bucket.left) * self._seconds)
            bucket.left -= 1
            return 0

    def give_back(self, key: str) -> None:
        """Give back the token of what turned out to be no wrong guess."""
        with self._lock:
            bucket = self._bucket(key)
            bucket.left = min(self._burst, bucket.left + 1)

    def _bucket(self, key: str) -> _Bucket:
        bucket = self._buckets.setdefault(key, _Bucket(self._burst, self._clock()))
        self._buckets.move_to_end(key)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        self._fill(bucket)
        return bucket

    def _fill(self, bucket: _Bucket) -> None:
        now = self._clock()
        bucket.left = min(self._burst, bucket.left + (now - bucket.at) / self._seconds)
        bucket.at = now


@dataclass(frozen=True)
class Limits:
    """The buckets of one application."""

    addresses: Buckets = field(default_factory=lambda: Buckets(ADDRESS_BURST, ADDRESS_SECONDS))
    tables: Buckets = field(default_factory=lambda: Buckets(TABLE_BURST, TABLE_SECONDS))
    pleas: Buckets = field(default_factory=lambda: Buckets(PLEA_BURST, PLEA_SECONDS))
    pins: Buckets = field(default_factory=lambda: Buckets(PIN_BURST, PIN_SECONDS))


def init_app(app: Flask) -> None:
    """Count the wrong guesses among all requests, and hold back whoever has made too many."""
    app.extensions["limits"] = Limits()
    app.before_request(_hold_back)
    app.after_request(_count)


def _hold_back() -> None:
    """Give a right guess no other answer than a wrong one, once there were too many (429)."""
    pin = _own_pin()
    if pin is not None:
        wait = _limits().pins.take(pin)
        if wait:
            raise _too_many(wait, None)
        g.pin_tried = pin
        return
    wait = max((buckets.wait(key) for buckets, key in _measured()), default=0)
    if wait and not _belongs():
        # Whether there is such a table stays open, but to those who belong to it.
        raise _too_many(wait, "/#join")


def _too_many(wait: int, way_back: str | None) -> errors.Sentence:
    return errors.Sentence(429, gettext("Too many tries"), play.say(None, Reason("wait", {"n": wait})), way_back, wait)


def _count(answer: Response) -> Response:
    if "pin_tried" in g:
        if answer.status_code != 422:
            _limits().pins.give_back(g.pin_tried)
    elif _is_try(answer.status_code) and (measured := _measured()) and not _belongs():
        tried = request.full_path if request.method in ("GET", "HEAD") else None
        for buckets, key in measured:
            buckets.miss(key, tried)
    return answer


def _is_try(status: int) -> bool:
    """Tell whether something was tried that did not fit, or that others are bothered with."""
    proofless = status == 403 and request.endpoint == "table.act" and not request.form.get("csrf_token")
    return proofless or status == 404 or (status == 422 and _is_key()) or (status < 400 and _is_plea())


def _measured() -> list[tuple[Buckets, str]]:
    """List the buckets that this request is measured by, each with its key."""
    limits = _limits()
    if request.endpoint != "lobby.join" and not _code():
        return []
    measured = [(limits.addresses, _address())]
    if _is_key():
        measured.append((limits.tables, _code()))
    if _is_plea():
        measured.append((limits.pleas, f"{_code()} {_address()}"))
    return measured


def _limits() -> Limits:
    limits: Limits = current_app.extensions["limits"]
    return limits


def _own_pin() -> str | None:
    """Name the PIN that this request tries, where its device holds the seat; nobody else makes a bucket for it."""
    if request.endpoint != "card.give_pin":
        return None
    seat, device = str((request.view_args or {})["seat"]), identity.device()
    holds = device is not None and store().seats(_code()).get(seat) == device
    return f"{_code()} {seat}" if holds else None


def _is_plea() -> bool:
    return request.endpoint == "joining.plead"


def _is_key() -> bool:
    """Tell whether this request tries to get a seat; a look at a board that anyone may see does not."""
    return request.blueprint == "joining" and (request.method == "POST" or "token" in (request.view_args or {}))


def _belongs() -> bool:
    """Tell whether there is nothing to guess here for this device: it hosts the table or holds a seat at it."""
    device = identity.device()
    if device is None or _is_plea():
        return False
    return any(row.code == _code() for row in store().tables_of(device))


def _code() -> str:
    return play.code_of(str((request.view_args or {}).get("code", "")))


def _address() -> str:
    """Name where a request comes from: an IPv4 address, or a network of IPv6, which one device has to itself."""
    asked = request.remote_addr or ""
    return str(ipaddress.ip_network(f"{asked.partition('%')[0]}/64", strict=False)) if ":" in asked else asked
