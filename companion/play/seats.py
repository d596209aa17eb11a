"""Who sits where: seats are taken, given back, and moved to another phone by a one-time code."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine import SEAT_FREED, SEAT_TAKEN, Event, Reason, Refused, Who, refuse
from companion.play.tables import Table, Viewer, hashed, new_key, now, open_table
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
            # Whoever could have a key to the free seat has none from now on (E-09, E-67).
            store.free_seat(code, seat)
            store.take_seat(code, seat, device, now())
            _tell(store, code, SEAT_TAKEN, seat, seat)
        return refused


def _tell(store: Store, code: str, kind: str, seat: str, by: str | None) -> None:
    """Write into the story that a seat changed hands: who took one over must not go unseen (E-32)."""
    table = open_table(store, code)
    store.append(code, Event(kind, {"seat": seat}, by=by, at=now(), number=table.following), "seats", new_key())


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


def release(store: Store, code: str, viewer: Viewer, seat: str) -> Reason | None:
    """Give a seat back, or say who may: the device that holds it, or the host; what was recorded stays (E-67)."""
    with store.writing():
        table = open_table(store, code)
        viewer = table.viewer(viewer.device)
        if table.person(seat) is None:
            return Reason("seat-unknown")
        if seat not in viewer.seats and not viewer.host:
            return Reason("only-own", {"seat": Who(seat)})
        if seat in table.holders:
            store.free_seat(code, seat)
            _tell(store, code, SEAT_FREED, seat, viewer.seat)
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
    """Name the seat that a seat code would open, and spend nothing (E-17)."""
    return store.claim(hashed(token), code)


def spend_seat_code(store: Store, code: str, token: str, device: str) -> str | Refused:
    """Move the seat of a seat code to a device and give the seat; the device before it loses it (E-39)."""
    with store.writing():
        seat = store.claim(hashed(token), code)
        if seat is None:
            # The phone that spent it may tap twice (E-86).
            mine = store.spent(hashed(token), code)
            return mine if mine and store.seats(code).get(mine) == device else refuse("seat-code-spent")
        former = store.seats(code).get(seat)
        store.spend(hashed(token), former if former != device else None, now())
        store.take_seat(code, seat, device, now())
        _tell(store, code, SEAT_TAKEN, seat, seat)
        return seat


def why_not_yours(store: Store, table: Table, viewer: Viewer, seat: str) -> Reason:
    """Say why a device may not open the card of a seat."""
    if table.person(seat) is None:
        return Reason("seat-unknown")
    moved = viewer.device is not None and store.lost_to_another(table.code, seat, viewer.device)
    return Reason("seat-elsewhere" if moved else "seat-not-yours", {"seat": Who(seat)})


@dataclass(frozen=True, slots=True)
class Ledger:
    """How often a seat's card was held open, when last ('' for never), and how often on another device (E-25)."""

    times: int
    last: str
    elsewhere: int


def ledger(store: Store, code: str, seat: str, device: str) -> Ledger:
    """Read the looks at one seat's card, for the device that holds it."""
    looks = store.looks(code, seat)
    return Ledger(len(looks), looks[-1].at if looks else "", sum(look.device != device for look in looks))
