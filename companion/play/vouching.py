"""Words put in for a phone: who has lost a phone or a host asks, and the others at the table say yes or no.

What a phone may not simply take it pleads for. A seat that another phone holds goes with one yes of the host or of the
phone that has it now, else with two people's, or everybody's where there are fewer. Whoever has not been heard of for a
while does not count any more: nothing waits for one particular phone for good (E-37, E-49).

A card is guarded more closely than its seat. It opens only for the phone that held the seat when it was dealt. Any
other one waits for the next deal, or for the yes of that phone, or of two others who see a card of their own. A host
has no more to say about it than anybody: one who gave his seat back for a moment could else look into every card with
a second browser, and so could whoever waits till the phones lie asleep (E-06, E-08).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.engine import DENIED, HOST_MOVED, OPENED, PLEADED, SEAT_TAKEN, Reason, Refused, Who, refuse
from companion.play.tables import Memory, Table, Viewer, new_key, note, now, open_table
from companion.store import Plea, Store

#: what is pleaded for instead of a seat
HOST = ""
#: seconds after which nobody waits for the silent any longer
PATIENCE = 120
#: phones without a seat that can ask at a time; a plea is a line on everybody's board
MOST_PLEAS = 4


@dataclass(frozen=True, slots=True)
class Asked:
    """A plea as one of those who have to do with it sees it.

    `by` are the other seats that the asking phone holds. `card` tells that it has the seat already and asks for its
    card; `missing` counts the words still needed. `counts` tells whether a yes of this viewer is one of them, and `few`
    that there are not enough people at the table who could say it.
    """

    id: str
    seat: str
    by: tuple[str, ...]
    mine: bool
    card: bool
    answered: bool
    missing: int
    counts: bool = True
    few: bool = False


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
    since = _lately()
    return tuple(seat for seat, device in table.holders.items() if "" < last_heard(table.code, device) < since)


def _lately() -> str:
    """Give the time since which a phone must have been heard of, to be there."""
    return (datetime.fromisoformat(now()) - timedelta(seconds=PATIENCE)).isoformat(timespec="seconds")


# Who has a say


def _holder(table: Table, plea: Plea) -> str | None:
    return table.row.host if plea.seat == HOST else table.holders.get(plea.seat)


def _counts(table: Table, plea: Plea, device: str) -> bool:
    """Tell whether a device is waited for: at first every one, later those that have been heard of since."""
    return not _waited(plea) or last_heard(table.code, device) >= plea.at


def _waited(plea: Plea) -> bool:
    """Tell whether a plea is older than anybody's patience."""
    age = datetime.fromisoformat(now()) - datetime.fromisoformat(plea.at)
    return age.total_seconds() >= PATIENCE


def _deciders(table: Table, plea: Plea) -> frozenset[str]:
    """Name the devices of which one word is enough for a seat: the host's, and that of whoever holds it."""
    return frozenset(d for d in (table.row.host, _holder(table, plea)) if d) - {plea.device}


def _missing(table: Table, plea: Plea) -> int:
    """Count the words that a plea for a seat or for the host's part still needs."""
    if plea.seat == HOST:
        return _missing_for_host(table, plea)
    deciders = _deciders(table, plea)
    if _holder(table, plea) == plea.device or plea.yes & deciders:
        return 0
    others = {d for d in table.devices - {plea.device, _holder(table, plea)} if _counts(table, plea, d)}
    if not others:
        return int(any(_counts(table, plea, device) for device in deciders))
    return max(0, min(2, len(others)) - len(plea.yes & others))


def _missing_for_host(table: Table, plea: Plea) -> int:
    """Count the words that a plea for the host's part still needs: one more while the host is there (E-49)."""
    host = table.row.host
    if host == plea.device or host in plea.yes:
        return 0
    others = table.seeing - {plea.device, host}
    said = len(plea.yes & others)
    if last_heard(table.code, host) >= _lately():
        return max(0, 2 - said)
    waits = not _waited(plea) or any(_counts(table, plea, device) for device in others)
    return int(waits and not said)


def _missing_for_card(table: Table, plea: Plea) -> int:
    """Count the words that the card of a seat still needs; nobody's silence is one of them (E-06).

    They are needed when the round is closed as well: closing can be taken back.
    """
    if plea.seat == HOST or not table.last_deal:
        return 0
    holder = table.holders.get(plea.seat)
    if not table.is_blind(plea.seat) and (holder == plea.device or holder in plea.yes):
        return 0
    return max(0, 2 - len(plea.yes & (table.seeing - {plea.device})))


def asked(table: Table, viewer: Viewer) -> tuple[Asked, ...]:
    """Show the open pleas to those who have to do with them: the one who pleads, and those who have a say."""
    pleas = table.pleas if viewer.device in table.devices else ()
    pleas += tuple(p for p in table.pleas if p.device == viewer.device and p not in pleas)
    return tuple(_asked(table, plea, viewer) for plea in pleas)


def _asked(table: Table, plea: Plea, viewer: Viewer) -> Asked:
    card = plea.seat != HOST and _holder(table, plea) == plea.device
    missing = _missing_for_card(table, plea) if card else _missing(table, plea)
    by = tuple(seat for seat, device in table.holders.items() if device == plea.device and seat != plea.seat)
    seeing = table.seeing - {plea.device}
    counts = viewer.device in seeing or not (card or (plea.seat == HOST and viewer.device != table.row.host))
    few = card and missing > len(seeing - plea.yes)
    mine, answered = plea.device == viewer.device, viewer.device in plea.yes
    return Asked(plea.id, plea.seat, by, mine, card, answered, missing, counts, few)


# Pleading, and the answers


def plead(store: Store, code: str, device: str, seat: str) -> Refused | None:
    """Ask for a seat, for the card of one's seat, or for the host's part (HOST), or say why there is nothing to ask."""
    with store.writing():
        table = open_table(store, code)
        if seat != HOST and table.person(seat) is None:
            return refuse("seat-unknown")
        if seat == HOST and device not in table.holders.values():
            return refuse("host-needs-seat")
        has_it = table.row.host == device if seat == HOST else table.holders.get(seat) == device
        if has_it and (seat == HOST or table.may_look(seat)):
            return None
        return pleaded(store, table, device, seat)


def pleaded(store: Store, table: Table, device: str, seat: str) -> Refused | None:
    """Open a plea inside `Store.writing`; one that the device has open for the same stays as it is."""
    mine = next((plea for plea in table.pleas if plea.device == device), None)
    if mine is None or mine.seat != seat:
        refused = _make_room(store, table, device) if mine is None else None
        if refused is not None:
            return refused
        if mine is not None:
            store.drop_plea(mine.id)
        mine = Plea(new_key(), seat, device, now(), frozenset())
        store.add_plea(table.code, mine)
        by = next((s for s, holder in table.holders.items() if holder == device and s != seat), None)
        note(store, table.code, PLEADED, seat, by)
    _settle(store, table.code, mine.id)
    return None


def _make_room(store: Store, table: Table, device: str) -> Refused | None:
    """Let the oldest plea of a stranger go where too many phones without a seat are asking, or say that they are.

    Whoever sits here is never kept from asking, and whoever has sat here not by strangers: four of them would else keep
    a lost seat from everyone.
    """
    seatless = [plea for plea in table.pleas if plea.device not in table.devices]
    if device in table.devices or len(seatless) < MOST_PLEAS:
        return None
    sat = {former.device for former in table.formers}
    oldest = min(seatless, key=lambda plea: plea.device in sat)
    if oldest.device in sat and device not in sat:
        return refuse("pleas-many", n=len(seatless))
    store.drop_plea(oldest.id)
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
        if not mine and viewer.device not in table.devices:
            return Reason("onlooker")
        if not yes:
            store.drop_plea(plea.id)
            if not mine:
                note(store, code, DENIED, plea.seat, viewer.seat)
            return None
        if not mine:
            store.add_yes(plea.id, str(viewer.device))
        _settle(store, code, plea.id)
        return None


def _settle(store: Store, code: str, plea_id: str) -> None:
    """Grant what no word is missing for: the host's part, the seat, and then its card."""
    table = open_table(store, code)
    plea = next(plea for plea in table.pleas if plea.id == plea_id)
    if _missing(table, plea):
        return
    if plea.seat == HOST:
        store.drop_plea(plea.id)
        make_host(store, table, plea.device)
        return
    opens = not _missing_for_card(table, plea)
    vouched = tuple(person.seat for person in table.people if person.device in plea.yes)
    if _holder(table, plea) != plea.device:
        sit(store, table, plea.seat, plea.device, 0 if opens else table.last_deal, vouched)
        if not open_table(store, code).may_look(plea.seat):
            # The seat is found again; what was said to it goes on counting for the card.
            store.add_plea(code, plea)
            for device in plea.yes:
                store.add_yes(plea.id, device)
    elif opens:
        store.unblind(code, plea.seat)
        store.drop_plea(plea.id)
        note(store, code, OPENED, plea.seat, None, vouched)


def sit(store: Store, table: Table, seat: str, device: str, blind: int = 0, vouched: Sequence[str] = ()) -> None:
    """Give a seat to a device inside `Store.writing`, whoever had it, blind to one deal (0 for none)."""
    # Whoever could have a key to the seat has none from now on (E-09, E-67). A PIN goes with the rest, and nobody knows
    # who has the phone now that it was on: its card does not open there again by itself (E-45).
    right = not table.is_blind(seat) and store.pin(table.code, seat) is None
    store.free_seat(table.code, seat, deal=table.last_deal, right=right)
    store.take_seat(table.code, seat, device, now(), blind)
    note(store, table.code, SEAT_TAKEN, seat, None, vouched)


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
