"""The own card: covered at rest, its content sent only to the hand that holds it, and never kept anywhere."""

from __future__ import annotations

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion import play
from companion.engine import Reason
from companion.web import errors, fragments
from companion.web.pages import Sight, board, forbidden, page, sight, store, table_at

blueprint = Blueprint("card", __name__)

#: every card is sent in an answer of this many bytes, whatever was dealt or chosen
PART_BYTES, PAGE_BYTES = 8 * 1024, 32 * 1024


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
    return page("table/handover.html", sight(table), seat=seats[0])


@blueprint.get("/t/<code>/card/<seat>")
def covered(code: str, seat: str) -> str:
    """Show a seat's own page, its card covered; on a phone with several seats, after the one whose it is has it."""
    shown = _own_sight(code, seat)
    if len(shown.viewer.seats) > 1 and request.args.get("mine") != "1":
        return page("table/handover.html", shown, seat=seat)
    looks = play.ledger(store(), shown.table.code, seat, str(shown.viewer.device))
    return page("table/card.html", shown, seat=seat, looks=looks)


@blueprint.post("/t/<code>/card/<seat>/look")
def look(code: str, seat: str) -> bytes:
    """Show the card. The look is in the ledger before the answer leaves (E-04)."""
    shown = _own_sight(code, seat)
    looked = play.look(store(), shown.table.code, shown.viewer, seat)
    if isinstance(looked, play.NotYours):
        raise forbidden(shown, looked.reason)
    held = sight(looked, seat=seat, held=True)
    if fragments.is_part():
        return padded(page(f"{looked.game.key}/_card.html", held, seat=seat), PART_BYTES)
    return padded(page("table/card_open.html", held, seat=seat), PAGE_BYTES)


def padded(text: str, size: int) -> bytes:
    """Fill an answer up to a size, or to a multiple of it, so that its length tells nothing."""
    body = text.encode()
    return body + b" " * (-len(body) % size)


def _own_sight(code: str, seat: str) -> Sight:
    table = table_at(code)
    if not table.has_cards:
        raise errors.Sentence(404, "No cards here", play.say(table.game, Reason("no-cards")), board(code))
    shown = sight(table, seat=seat)
    if seat not in shown.viewer.seats:
        raise forbidden(shown, play.why_not_yours(store(), table, shown.viewer, seat))
    return shown
