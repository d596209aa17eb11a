"""Who sits where: seats are taken, given back, and moved to another phone by a one-time code.

A free seat is anybody's at any time (E-32); the card that was dealt to it is not, and stays shut until the next deal
unless the others vouch for the phone (`companion.play.vouching`).
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine import SEAT_FREED, Event, Reason, Refused, Who, refuse
from companion.play.tables import Table, Viewer, hashed, new_key, note, now, open_table
from companion.play.vouching import pleaded, sit
from companion.store import Store

NAMED = "named"


def claim(store: Store, code: str, device: str, seat: str, name: str = "", form_key: str = "") -> Refused | None:
    """Take a free seat for a device, under a name if one is given, or say why not.

    Taking one's own seat again changes nothing (E-42).
    """
    with store.writing():
        table = open_table(store, code)
        person = table.person(seat)
        if person is None:
            return refuse("seat-unknown")
        if person.device not in (None, device):
            return refuse("seat-taken", seat=Who(seat))
        refused = _name(store, table, seat, name, form_key or new_key())
        if refused is None and person.device is None:
            _seated(store, table, seat, device)
        return refused


def _seated(store: Store, table: Table, seat: str, device: str) -> None:
    """Give a free seat to a device; a card that is none of that device's stays shut, and the others are asked."""
    sit(store, table, seat, device, 0 if _has_right(table, seat, device) else table.last_deal)
    seated = open_table(store, table.code)
    if not seated.may_look(seat):
        pleaded(store, seated, device, seat)


def _has_right(table: Table, seat: str, device: str) -> bool:
    """Tell whether a free seat's card opens for a device at once.

    It does for the one that held the seat when it was dealt, and on a phone that has been the only one at the table
    since then: with nobody to ask, every card goes through it anyway. A seat freed since the deal tells of others.
    """
    since = table.last_deal
    if not since:
        return True
    left = [former for former in table.formers if former.deal == since]
    mine = [former for former in left if former.seat == seat and former.device == device and former.right]
    return bool(mine) or (not left and table.devices <= {device})


def _name(store: Store, table: Table, seat: str, name: str, form_key: str) -> Refused | None:
    """Name the own seat, which nobody but its holder can forbid, whoever records at this table."""
    if not name.strip() or name.strip() == table.names[seat] or store.answered(table.code, form_key) is not None:
        return None
    event = Event(NAMED, {"seat": seat, "name": name}, by=seat, at=now(), number=table.following)
    after = table.game.apply(table.state, event)
    if isinstance(after, Refused):
        return after
    store.append(table.code, event, table.game.scope(table.state, NAMED, event.data), form_key)
    return None


def release(store: Store, code: str, viewer: Viewer, seat: str, locked: bool = False) -> Reason | None:
    """Give a seat back, or say who may: the device that holds it, or the host; what was recorded stays (E-67).

    A card with a PIN does not open again on the phone that had it before the next deal, unless whoever knows the PIN
    gives the seat back there: who frees it says nothing of who has the phone (E-45).
    """
    with store.writing():
        table = open_table(store, code)
        viewer = table.viewer(viewer.device)
        if table.person(seat) is None:
            return Reason("seat-unknown")
        if seat not in viewer.seats and not viewer.host:
            return Reason("only-own", {"seat": Who(seat)})
        if seat in table.holders:
            mine = seat in viewer.seats
            right = not table.is_blind(seat) and (store.pin(code, seat) is None or (mine and not locked))
            store.free_seat(code, seat, mine, table.last_deal, right)
            note(store, code, SEAT_FREED, seat, viewer.seat)
        return None


def make_seat_code(store: Store, code: str, viewer: Viewer, seat: str) -> str | Reason:
    """Make a one-time code of 192 bits that moves a seat to the device that spends it (E-39), or say who may.

    Only its hash is kept; a code made before for this seat is void.
    """
    with store.writing():
        table = open_table(store, code)
        viewer = table.viewer(viewer.device)
        if table.person(seat) is None:
            return Reason("seat-unknown")
        if seat not in viewer.seats and not (viewer.host and seat not in table.holders):
            return Reason("seat-held" if viewer.host else "only-own", {"seat": Who(seat)})
        token = new_key()
        store.add_claim(hashed(token), code, seat, now())
        return token


def seat_of_code(store: Store, code: str, token: str) -> str | None:
    """Name the seat that a seat code would open, and spend nothing (E-17); there is none for a person who has left."""
    seat = store.claim(hashed(token), code)
    return seat if seat is not None and open_table(store, code).person(seat) is not None else None


def spend_seat_code(store: Store, code: str, token: str, device: str) -> str | Refused:
    """Move the seat of a seat code to a device and give the seat; the device before it loses it (E-39).

    A code for a free seat opens no more than its button on the join page does.
    """
    with store.writing():
        table = open_table(store, code)
        seat = seat_of_code(store, code, token)
        if seat is None:
            # The phone that spent it may tap twice (E-86).
            mine = store.spent(hashed(token), code)
            return mine if mine and table.holders.get(mine) == device else refuse("seat-code-spent")
        store.spend(hashed(token), now())
        if seat not in table.holders:
            _seated(store, table, seat, device)
        elif table.holders[seat] != device:
            sit(store, table, seat, device, table.last_deal if table.is_blind(seat) else 0)
        return seat


def why_not_yours(table: Table, viewer: Viewer, seat: str) -> Reason:
    """Say why a device may not open the card of a seat."""
    if table.person(seat) is None:
        return Reason("seat-unknown")
    moved = seat in table.lost_by(viewer.device) and seat in table.holders
    return Reason("seat-elsewhere" if moved else "seat-not-yours", {"seat": Who(seat)})


@dataclass(frozen=True, slots=True)
class Ledger:
    """How often a seat's card was held open since the deal, when last ('' for never), how often elsewhere (E-25)."""

    times: int
    last: str
    elsewhere: int


def ledger(store: Store, code: str, seat: str, device: str) -> Ledger:
    """Read the looks at one seat's card since the latest deal, for the device that holds it."""
    since = max(open_table(store, code).deals, default=0)
    looks = [look for look in store.looks(code) if look.seat == seat and look.following > since]
    return Ledger(len(looks), looks[-1].at if looks else "", sum(look.device != device for look in looks))
