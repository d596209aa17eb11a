"""Words put in for a phone: who has lost a phone or a host asks, and the others at the table say yes or no.

What a phone may not simply take (a seat that another phone holds, a card that it could have seen too much of, the part
of the host) it pleads for. One yes of the host, or of the phone that has it now, is enough; else two people's, or
everybody's where there are fewer. Whoever has not been heard of for a while does not count any more: nothing at a table
waits for one particular phone for good (E-37, E-49).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.engine import DENIED, HOST_MOVED, PLEADED, SEAT_TAKEN, Reason, Refused, Who, refuse
from companion.play.tables import Memory, Table, Viewer, new_key, note, now, open_table
from companion.store import Plea, Store

#: what is pleaded for instead of a seat
HOST = ""
#: seconds after which nobody waits for the silent any longer
PATIENCE = 120
#: who can be asked at a time; a plea is a line on everybody's board
MOST_PLEAS = 4


@dataclass(frozen=True, slots=True)
class Asked:
    """A plea as one of those who have to do with it sees it; `missing` counts the words that it still needs."""

    id: str
    seat: str
    mine: bool
    answered: bool
    missing: int


# Presence: when a phone was last heard of at a table. It is lost with the process, and a plea then waits a little.

_heard: Memory[tuple[str, str], str] = Memory(4096)


def heard(code: str, device: str | None) -> None:
    """Note that a device has just asked for something at a table."""
    if device is not None:
        _heard.put((code, device), now())


def last_heard(code: str, device: str) -> str:
    """Tell when a device was last heard of at a table, '' for never."""
    return _heard.get((code, device)) or ""


def silent(table: Table) -> tuple[str, ...]:
    """Name the seats of which the phone has not been heard for a while; one that never was is not missed."""
    since = (datetime.fromisoformat(now()) - timedelta(seconds=PATIENCE)).isoformat(timespec="seconds")
    return tuple(seat for seat, device in table.holders.items() if "" < last_heard(table.code, device) < since)


# Who has a say


def _others(table: Table, plea: Plea) -> frozenset[str]:
    """Name the devices whose words are counted: all that sit or host here, but for the two that it is about."""
    devices = {*table.holders.values(), table.row.host} - {"", plea.device, _holder(table, plea)}
    if _is_patient(plea):
        return frozenset(devices)
    return frozenset(d for d in devices if last_heard(table.code, d) >= plea.at)


def _is_patient(plea: Plea) -> bool:
    return (datetime.fromisoformat(now()) - datetime.fromisoformat(plea.at)).total_seconds() < PATIENCE


def _holder(table: Table, plea: Plea) -> str | None:
    return table.row.host if plea.seat == HOST else table.holders.get(plea.seat)


def _deciders(table: Table, plea: Plea) -> frozenset[str]:
    """Name the devices of which one word is enough: the host's, and that of whoever has what is pleaded for."""
    return frozenset(d for d in (table.row.host, _holder(table, plea)) if d) - {plea.device}


def _missing(table: Table, plea: Plea) -> int:
    """Count the words that a plea still needs."""
    if plea.yes & _deciders(table, plea):
        return 0
    others = _others(table, plea)
    needed = min(1 if plea.seat == HOST else 2, len(others))
    return max(0, needed - len(plea.yes & others))


def asked(table: Table, viewer: Viewer) -> tuple[Asked, ...]:
    """Show the open pleas to those who have to do with them: the one who pleads, and those who have a say."""
    concerned = ((plea, _others(table, plea) | _deciders(table, plea) | {plea.device}) for plea in table.pleas)
    return tuple(
        Asked(
            id=plea.id,
            seat=plea.seat,
            mine=plea.device == viewer.device,
            answered=viewer.device in plea.yes,
            missing=_missing(table, plea),
        )
        for plea, devices in concerned
        if viewer.device in devices
    )


# Pleading, and the answers


def plead(store: Store, code: str, device: str, seat: str) -> Refused | None:
    """Ask for a seat, or for the host's part (HOST); nobody there to ask means that it is granted at once."""
    with store.writing():
        table = open_table(store, code)
        if seat != HOST and table.person(seat) is None:
            return refuse("seat-unknown")
        if seat == HOST and device not in table.holders.values():
            return refuse("host-needs-seat")
        plea = Plea("", seat, device, "", frozenset())
        if _holder(table, plea) == device:
            return None
        return pleaded(store, table, device, seat)


def pleaded(store: Store, table: Table, device: str, seat: str) -> Refused | None:
    """Open a plea inside `Store.writing`; one that the device has open for the same stays as it is."""
    mine = next((plea for plea in table.pleas if plea.device == device), None)
    if mine is None or mine.seat != seat:
        if mine is None and len(table.pleas) >= MOST_PLEAS:
            return refuse("pleas-many", n=len(table.pleas))
        if mine is not None:
            store.drop_plea(mine.id)
        store.add_plea(table.code, Plea(new_key(), seat, device, now(), frozenset()))
        note(store, table.code, PLEADED, seat, None)
    _settle(store, table.code, device)
    return None


def answer(store: Store, code: str, viewer: Viewer, plea_id: str, yes: bool) -> Reason | None:
    """Put in a word for or against a plea, or say why not; whoever pleads can only let it go, or ask whether it is due.

    One no ends it.
    """
    with store.writing():
        table = open_table(store, code)
        plea = next((plea for plea in table.pleas if plea.id == plea_id), None)
        if plea is None:
            return Reason("plea-over")
        mine = plea.device == viewer.device
        if not mine and viewer.device not in _others(table, plea) | _deciders(table, plea):
            return Reason("onlooker")
        if not yes:
            store.drop_plea(plea.id)
            if not mine:
                note(store, code, DENIED, plea.seat, viewer.seat)
            return None
        if not mine:
            store.add_yes(plea.id, str(viewer.device))
        _settle(store, code, plea.device)
        return None


def _settle(store: Store, code: str, device: str) -> None:
    """Grant what a device pleads for once no word is missing."""
    table = open_table(store, code)
    plea = next(plea for plea in table.pleas if plea.device == device)
    if _missing(table, plea):
        return
    store.drop_plea(plea.id)
    if plea.seat == HOST:
        make_host(store, table, device)
    else:
        store.free_seat(code, plea.seat)
        store.take_seat(code, plea.seat, device, now())
        note(store, code, SEAT_TAKEN, plea.seat, plea.seat)


def make_host(store: Store, table: Table, device: str) -> None:
    """Give the host's part to a device that sits at the table, inside `Store.writing`; everyone is told."""
    store.set_host(table.code, device)
    seat = next(seat for seat, holder in table.holders.items() if holder == device)
    note(store, table.code, HOST_MOVED, seat, None)


def hand_over(store: Store, code: str, viewer: Viewer, seat: str) -> Reason | None:
    """Hand the host's part to the phone of a seat, or say why not (E-49, E-55)."""
    with store.writing():
        table = open_table(store, code)
        if not table.viewer(viewer.device).host:
            return Reason("only-host")
        if table.person(seat) is None:
            return Reason("seat-unknown")
        device = table.holders.get(seat)
        if device is None:
            return Reason("host-needs-phone", {"seat": Who(seat)})
        if device != viewer.device:
            make_host(store, table, device)
        return None
