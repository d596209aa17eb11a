"""Who sits where: seats are taken, given back, and moved to another phone by a one-time code.

While dealt cards lie hidden, a seat that somebody could look into whom its card is none of is not simply taken: the
others have to vouch for the phone (`guarded`).
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine import SEAT_FREED, SEAT_TAKEN, Event, Reason, Refused, Who, refuse
from companion.play.tables import Table, Viewer, hashed, new_key, note, now, open_table
from companion.play.vouching import pleaded
from companion.store import Store

NAMED = "named"


def claim(store: Store, code: str, device: str, seat: str, name: str = "", form_key: str = "") -> Refused | None:
    """Take a free seat for a device, under a name if one is given, or plead for one that is guarded, or say why not.

    Taking one's own seat again changes nothing (E-42).
    """
    with store.writing():
        table = open_table(store, code)
        person = table.person(seat)
        if person is None:
            return refuse("seat-unknown")
        if person.device not in (None, device):
            return refuse("seat-taken", seat=Who(seat))
        if person.device is None and guarded(store, table, seat, device):
            return pleaded(store, table, device, seat)
        refused = _name(store, table, seat, name, form_key or new_key())
        if refused is None and person.device is None:
            # Whoever could have a key to the free seat has none from now on (E-09, E-67).
            store.free_seat(code, seat)
            store.take_seat(code, seat, device, now())
            note(store, code, SEAT_TAKEN, seat, seat)
        return refused


def guarded(store: Store, table: Table, seat: str, device: str) -> bool:
    """Tell whether others must vouch for a device before it gets a free seat: its card could tell it too much.

    It does where the device sees another seat's card of this deal, or where a phone that saw this one, or could have,
    was sent away since: a freed seat would be a way to a second card (E-06, E-08).
    """
    since = table.secrets_since
    if since is None:
        return False
    looks = [look for look in store.looks(table.code) if look.following > since]
    knows = device in table.holders.values() or any(look.device == device and look.seat != seat for look in looks)
    was_mine = any(former.device == device and former.seat == seat for former in table.formers)
    seen = any(look.seat == seat and look.device != device for look in looks)
    freed = any(e.kind == SEAT_FREED and e.data["seat"] == seat and e.number > since for e in table.events)
    return knows or seen or (freed and not was_mine)


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
            store.free_seat(code, seat, left=seat in viewer.seats)
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
    """Name the seat that a seat code would open, and spend nothing (E-17)."""
    return store.claim(hashed(token), code)


def spend_seat_code(store: Store, code: str, token: str, device: str) -> str | Refused:
    """Move the seat of a seat code to a device and give the seat; the device before it loses it (E-39).

    A code for a free seat opens no more than its button on the join page does.
    """
    with store.writing():
        table = open_table(store, code)
        seat = store.claim(hashed(token), code)
        if seat is None:
            # The phone that spent it may tap twice (E-86).
            mine = store.spent(hashed(token), code)
            return mine if mine and table.holders.get(mine) == device else refuse("seat-code-spent")
        if seat not in table.holders and guarded(store, table, seat, device):
            return pleaded(store, table, device, seat) or seat
        store.spend(hashed(token), now())
        if table.holders.get(seat) != device:
            store.free_seat(code, seat)
            store.take_seat(code, seat, device, now())
            note(store, code, SEAT_TAKEN, seat, seat)
        return seat


def why_not_yours(table: Table, viewer: Viewer, seat: str) -> Reason:
    """Say why a device may not open the card of a seat."""
    if table.person(seat) is None:
        return Reason("seat-unknown")
    moved = seat in table.lost_by(viewer.device) and seat in table.holders
    return Reason("seat-elsewhere" if moved else "seat-not-yours", {"seat": Who(seat)})


@dataclass(frozen=True, slots=True)
class Ledger:
    """How often a seat's card was held open, when last ('' for never), and how often on another device (E-25)."""

    times: int
    last: str
    elsewhere: int


def ledger(store: Store, code: str, seat: str, device: str) -> Ledger:
    """Read the looks at one seat's card, for the device that holds it."""
    looks = [look for look in store.looks(code) if look.seat == seat]
    return Ledger(len(looks), looks[-1].at if looks else "", sum(look.device != device for look in looks))
