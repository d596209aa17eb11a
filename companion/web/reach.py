"""Whether another device has got through to a table, so that the host knows that the address works (E-65).

Who came by is kept in memory, for as long as the server runs, and stands in no log.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

from flask import Blueprint, Flask, Response, current_app, request, session

from companion import play
from companion.web import addresses
from companion.web.pages import page, sight, table_at

blueprint = Blueprint("reach", __name__)

MOST_TABLES, MOST_VISITORS = 256, 64


@dataclass(frozen=True)
class Visitor:
    """Where a request came from, and the hash of its browser's session ('' where it has none)."""

    address: str
    browser: str


class Arrivals:
    """Who came to which table, up to some number of each: more than one other need not be known."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, set[Visitor]] = OrderedDict()
        self._lock = threading.Lock()

    def note(self, code: str, visitor: Visitor) -> None:
        """Note a visitor of a table."""
        with self._lock:
            visitors = self._tables.setdefault(code, set())
            self._tables.move_to_end(code)
            if len(self._tables) > MOST_TABLES:
                self._tables.popitem(last=False)
            if len(visitors) < MOST_VISITORS:
                visitors.add(visitor)

    def at(self, code: str) -> frozenset[Visitor]:
        """List the visitors of a table."""
        with self._lock:
            return frozenset(self._tables.get(code, ()))


def init_app(app: Flask) -> None:
    """Note who comes to the tables of this application."""
    app.extensions["arrivals"] = Arrivals()
    app.after_request(_note)


def _note(answer: Response) -> Response:
    code = (request.view_args or {}).get("code")
    if code is not None and answer.status_code < 400:
        _arrivals().note(play.code_of(code), _visitor())
    return answer


def _arrivals() -> Arrivals:
    arrivals: Arrivals = current_app.extensions["arrivals"]
    return arrivals


def _visitor() -> Visitor:
    token = session.get("csrf_token")
    return Visitor(request.remote_addr or "", play.hashed(token) if isinstance(token, str) else "")


def has_reached(code: str) -> bool:
    """Tell whether a device other than the one that asks, and than the one that serves, has come to a table."""
    me, here = _visitor(), addresses.all_of_this_device()
    return any(_is_other(visitor, me, here) for visitor in _arrivals().at(code))


def _is_other(visitor: Visitor, me: Visitor, here: frozenset[str]) -> bool:
    if visitor.address != me.address and visitor.address not in here and not addresses.is_loopback(visitor.address):
        return True
    # Where another address is advertised, something stands between, and every request may come from there.
    return bool(current_app.config["URL"] and visitor.browser and me.browser) and visitor.browser != me.browser


@blueprint.get("/t/<code>/reach")
def reach(code: str) -> str | tuple[str, int]:
    """Say that another device has come in, once one has; until then there is nothing to say."""
    table = table_at(code)
    if not has_reached(table.code):
        return "", 204
    return page("table/_reach.html", sight(table), reached=True, other_urls=addresses.join_urls(table.code)[1])
