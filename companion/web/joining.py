"""Seats: the page to which the QR of a table leads, and the one-time codes that move a seat to another phone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, redirect, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion import play
from companion.engine import Reason, Refused
from companion.language import gettext, spoken
from companion.names import isolated
from companion.web import errors, identity
from companion.web.addresses import base_urls, join_urls
from companion.web.card import handover, is_locked
from companion.web.forms import form_key
from companion.web.pages import board, forbidden, page, sight, store, table_at
from companion.web.paper import paper_size
from companion.web.qr import svg
from companion.web.reach import has_reached

blueprint = Blueprint("joining", __name__)

Answer = str | tuple[str, int] | Response


@blueprint.get("/t/<code>/join")
def join(code: str) -> Answer:
    """Show the QR of the table and its seats; looking takes none (E-17)."""
    return _join(table_at(code))


def _join(table: play.Table, refusals: tuple[Reason, ...] = (), status: int = 200) -> Answer:
    chosen, others = join_urls(table.code)
    typed = _typed(table.people)
    shown = sight(table)
    body = page(
        "table/join.html",
        shown,
        qr=svg(chosen, gettext("QR code of {url}").format(url=chosen)) if chosen else None,
        join_url=chosen,
        other_urls=others,
        reached=has_reached(table.code),
        people=[_seat(person, shown.viewer, typed) for person in table.people],
        refusals=refusals,
    )
    return body, status


def _typed(people: Sequence[play.Person]) -> Mapping[str, str]:
    """Keep the name that was typed for a seat; where somebody took that one meanwhile, for the first that is free."""
    free = [person.seat for person in people if not person.taken]
    meant = request.form.get("seat", "")
    seat = meant if meant in free else free[0] if free else ""
    return {seat: request.form.get("name", "")[:80]}


def _seat(person: play.Person, viewer: play.Viewer, typed: Mapping[str, str]) -> dict[str, Any]:
    return {
        "seat": person.seat,
        "name": person.name,
        "typed": typed.get(person.seat, ""),
        "suit": person.suit,
        "taken": person.taken,
        "mine": person.seat in viewer.seats,
    }


@blueprint.post("/t/<code>/claim")
def claim(code: str) -> Answer:
    """Take a free seat for this phone, under a name if one was typed."""
    table = table_at(code)
    seat, name = request.form.get("seat", ""), request.form.get("name", "")
    device = identity.device_for_good()
    refused = play.claim(store(), table.code, device, seat, name, form_key())
    after = table_at(code)
    # The host's page shows the code to those who still come.
    if refused is None and after.viewer(device).host and len(after.holders) < len(after.people):
        return redirect(f"/t/{after.code}/join", 303)
    return _led(after, refused)


@blueprint.post("/t/<code>/plead")
def plead(code: str) -> Answer:
    """Ask the others for a seat, or for the host's part where none is named: "that is me" (E-37, E-49)."""
    table = table_at(code)
    seat = request.form.get("seat", play.HOST)
    return _led(table, play.plead(store(), table.code, identity.device_for_good(), seat))


def _led(table: play.Table, refused: Refused | None) -> Answer:
    """Lead to the board, or show the seats again with what stands against it."""
    return redirect(board(table.code), 303) if refused is None else _join(table, refused.reasons, 422)


@blueprint.post("/t/<code>/vouch")
def vouch(code: str) -> Answer:
    """Say yes or no to what another phone asks for, or let go of what this one does."""
    table = table_at(code)
    shown, yes = sight(table), request.form.get("word") == "yes"
    own = next((plea.seat for plea in table.pleas if plea.id == request.form.get("plea")), "")
    if yes and is_locked(shown, own):
        return handover(shown, own), 403
    against = play.answer(store(), table.code, shown.viewer, request.form.get("plea", ""), yes)
    if against is not None:
        return _join(table, (against,), 403 if against.code == "onlooker" else 409)
    return redirect(board(table.code), 303)


@blueprint.post("/t/<code>/host")
def host(code: str) -> Answer:
    """Hand the host's part to the phone of a seat."""
    table = table_at(code)
    shown = sight(table)
    against = play.hand_over(store(), table.code, shown.viewer, request.form.get("seat", ""))
    if against is not None:
        return _join(table, (against,), 403 if against.code == "only-host" else 422)
    return redirect(f"/t/{table.code}/join", 303)


@blueprint.post("/t/<code>/release")
def release(code: str) -> Answer:
    """Give a seat back."""
    table = table_at(code)
    shown = sight(table)
    seat = request.form.get("seat", "")
    against = play.release(store(), table.code, shown.viewer, seat, is_locked(shown, seat))
    if against is not None:
        raise forbidden(shown, against)
    return redirect(f"/t/{table.code}/join", 303)


@blueprint.post("/t/<code>/seat-code")
def seat_code(code: str) -> Answer:
    """Show a QR that moves one seat to the phone that opens it, once.

    No redirect: the code would stand in an address of this phone's history. A reload makes a new one and voids this.
    """
    table = table_at(code)
    shown = sight(table)
    seat = request.form.get("seat", "")
    if is_locked(shown, seat):
        return handover(shown, seat), 403
    urls = base_urls()
    if not urls:
        return _join(table, (Reason("no-network"),), 422)
    token = play.make_seat_code(store(), table.code, shown.viewer, seat)
    if isinstance(token, Reason):
        raise forbidden(shown, token)
    name = spoken(table.names[seat])
    url = f"{urls[0]}/t/{table.code}/seat/{token}"
    drawn = _seat_code(url, name)
    return page("table/seat_qr.html", shown, seat=seat, name=name, qr=drawn, url=url)


@blueprint.post("/t/<code>/seat-cards")
def seat_cards(code: str) -> Answer:
    """Show a card to print and fold for each seat that no phone holds, each with its own seat code."""
    table = table_at(code)
    shown = sight(table)
    urls = base_urls()
    if not shown.viewer.host:
        raise forbidden(shown, Reason("only-host"))
    free = [person for person in table.people if not person.taken]
    if not urls or not free:
        return _join(table, (Reason("no-network") if free else Reason("no-seat-free", {"n": len(table.people)}),), 422)
    cards = []
    for person in free:
        url = f"{urls[0]}/t/{table.code}/seat/{play.make_seat_code(store(), table.code, shown.viewer, person.seat)}"
        cards.append({"name": person.name, "suit": person.suit, "qr": _seat_code(url, person.name)})
    return page("table/seat_cards.html", shown, cards=cards, size=paper_size(request.form))


@blueprint.get("/t/<code>/seat/<token>")
def seat(code: str, token: str) -> Answer:
    """Ask before a seat code is spent: chats and browsers fetch addresses that nobody has tapped (E-17)."""
    table = table_at(code)
    found = play.seat_of_code(store(), table.code, token)
    if found is None:
        raise _spent(table)
    return page("table/seat_claim.html", sight(table), name=spoken(table.names[found]))


@blueprint.post("/t/<code>/seat/<token>")
def take_seat(code: str, token: str) -> Answer:
    """Move the seat to this phone; the one before is let go."""
    table = table_at(code)
    taken = play.spend_seat_code(store(), table.code, token, identity.device_for_good())
    if isinstance(taken, Refused):
        raise _spent(table)
    return redirect(board(table.code), 303)


def _seat_code(url: str, name: str) -> Markup:
    return svg(url, gettext("QR code of the seat of {name}").format(name=isolated(spoken(name))))


def _spent(table: play.Table) -> errors.Sentence:
    text = play.say(None, Reason("seat-code-spent"))
    return errors.Sentence(404, gettext("This seat code is void"), text, f"/t/{table.code}/join")
