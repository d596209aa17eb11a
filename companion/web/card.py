"""The own card: covered at rest, its content sent only to the hand that holds it, and never kept anywhere."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from flask import Blueprint, redirect, request, session
from markupsafe import escape
from werkzeug.wrappers import Response

from companion import play
from companion.engine import Reason, Who
from companion.language import gettext
from companion.web import errors, fragments
from companion.web.pages import Sight, board, forbidden, page, sight, store, table_at

blueprint = Blueprint("card", __name__)

#: every card that is held is sent in an answer of this many bytes, whatever was dealt or chosen
PART_BYTES = 8 * 1024
#: a card as a page of its own: what it takes without names, the most names on it, and the step of its size
_PAGE_BYTES, _MOST_NAMES, _STEP = 3584, 14, 256
#: seconds for which a PIN opens the cover; the phone is passed on sooner
PIN_SECONDS = 120

Answer = str | tuple[str, int] | Response


@blueprint.get("/t/<code>/card")
def own(code: str) -> Response | str:
    """Lead to the card of the only seat of this phone, or ask who holds the phone."""
    table = table_at(code)
    if not table.has_cards:
        return redirect(board(code), 303)
    seats = sight(table).viewer.seats
    if not seats:
        return redirect(f"/t/{code}/join", 303)
    if len(seats) == 1:
        return redirect(f"/t/{code}/card/{seats[0]}", 303)
    return handover(sight(table), seats[0])


@blueprint.get("/t/<code>/card/<seat>")
def covered(code: str, seat: str) -> str:
    """Show a seat's own page, its card covered; on a phone with several seats, after the one whose it is has it."""
    shown = _own_sight(code, seat)
    if is_locked(shown, seat) or (len(shown.viewer.seats) > 1 and request.args.get("mine") != "1"):
        return handover(shown, seat)
    void = (Reason("card-void"),) if request.args.get("void") else ()
    return _covered(shown, seat, void)


def _covered(shown: Sight, seat: str, refusals: tuple[Reason, ...] = ()) -> str:
    looks = play.ledger(store(), shown.table.code, seat, str(shown.viewer.device))
    pin = play.has_pin(store(), shown.table.code, seat)
    shut = () if shown.table.may_look(seat) else (Reason("card-shut", {"seat": Who(seat)}),)
    return page("table/card.html", shown, seat=seat, looks=looks, refusals=refusals, has_pin=pin, shut=shut)


def handover(shown: Sight, seat: str, refusals: tuple[Reason, ...] = ()) -> str:
    """Ask who holds the phone, and for the PIN of that seat's card; one that was given before is forgotten."""
    forget_pin()
    locked = play.has_pin(store(), shown.table.code, seat)
    return page("table/handover.html", shown, seat=seat, refusals=refusals, locked=locked)


def forget_pin() -> None:
    """Close the cover that a PIN has opened on this phone."""
    session.pop("pin", None)


def is_locked(shown: Sight, seat: str) -> bool:
    """Tell whether a seat of this phone waits for its PIN: for its card, and for all that could lead round the PIN."""
    if seat not in shown.viewer.seats or not play.has_pin(store(), shown.table.code, seat):
        return False
    code, opened, at = session.get("pin", ("", "", 0))
    return (code, opened) != (shown.table.code, seat) or not 0 <= time.time() - at <= PIN_SECONDS


@blueprint.post("/t/<code>/card/<seat>/pin")
def give_pin(code: str, seat: str) -> Answer:
    """Open the cover of a card for whoever knows its PIN."""
    shown = _own_sight(code, seat)
    if not play.fits(store(), shown.table.code, seat, request.form.get("pin", "")):
        return handover(shown, seat, (Reason("pin-wrong", {"seat": Who(seat)}),)), 422
    session["pin"] = (shown.table.code, seat, time.time())
    return redirect(f"/t/{shown.table.code}/card/{seat}?mine=1", 303)


@blueprint.post("/t/<code>/card/<seat>/set-pin")
def set_pin(code: str, seat: str) -> Answer:
    """Give the own card a PIN, or take it away."""
    shown = _own_sight(code, seat)
    if is_locked(shown, seat):
        return handover(shown, seat), 403
    refused = play.set_pin(store(), shown.table.code, shown.viewer, seat, request.form.get("pin", ""))
    if refused is not None:
        return _covered(shown, seat, (refused,)), 422
    session["pin"] = (shown.table.code, seat, time.time())
    return redirect(f"/t/{shown.table.code}/card/{seat}?mine=1", 303)


@blueprint.post("/t/<code>/card/<seat>/look")
def look(code: str, seat: str) -> bytes | Answer:
    """Show the card. The look is in the ledger before the answer leaves (E-04)."""
    shown = _own_sight(code, seat)
    if is_locked(shown, seat):
        return handover(shown, seat), 403
    if request.form.get("deal", shown.table.deal_mark) != shown.table.deal_mark:
        return _covered(shown, seat, (Reason("card-void"),)), 409
    looked = play.look(store(), shown.table.code, shown.viewer, seat)
    if isinstance(looked, play.NotYours):
        raise forbidden(shown, looked.reason)
    held = sight(looked, seat=seat, held=True)
    if fragments.is_part():
        return padded(page(f"{looked.game.key}/_card.html", held, seat=seat), PART_BYTES)
    return padded(page("table/card_open.html", held, seat=seat), page_bytes(looked))


@blueprint.get("/t/<code>/here")
def here(code: str) -> Answer:
    """Take a sign of life from a phone that lies on its own page, which does not poll (E-70)."""
    sight(table_at(code))
    return "", 204


def page_bytes(table: play.Table) -> int:
    """Size every open card of a table alike: for the longest text that everybody reads there, wherever a name is."""
    longest = max(len(escape(text).encode()) for text in texts_in(table.told.public))
    return -(-(_PAGE_BYTES + _MOST_NAMES * longest) // _STEP) * _STEP


def texts_in(value: Any) -> Iterator[str]:
    """Find every text in a view, however deep."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value):
        yield from texts_in([getattr(value, field.name) for field in fields(value)])
    elif isinstance(value, Mapping):
        yield from texts_in([*value, *value.values()])
    elif isinstance(value, list | tuple | frozenset):
        for inner in value:
            yield from texts_in(inner)


def padded(text: str, size: int) -> bytes:
    """Fill an answer up to a size, or to a multiple of it, so that its length tells nothing."""
    body = text.encode()
    return body + b" " * (-len(body) % size)


def _own_sight(code: str, seat: str) -> Sight:
    table = table_at(code)
    if not table.has_cards:
        raise errors.Sentence(404, gettext("No cards here"), play.say(table.game, Reason("no-cards")), board(code))
    shown = sight(table, seat=seat)
    if seat not in shown.viewer.seats:
        raise forbidden(shown, play.why_not_yours(table, shown.viewer, seat))
    return shown
