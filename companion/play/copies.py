"""Copies of all tables: one at the end of each round, and the way back from any of them."""

from __future__ import annotations

import logging
import tempfile
import threading
import time
from pathlib import Path

from companion.engine import BrokenLog, Refused, refuse, replay
from companion.play.mending import log_of
from companion.play.tables import NoTable, Table, open_table
from companion.store import (
    SCHEMA_VERSION,
    Damaged,
    InUse,
    NewerDatabase,
    Store,
    Unwritable,
    read_copy,
    stamp,
    swap,
    version_in,
)

log = logging.getLogger("companion.copies")

#: the folder beside the database that holds the copies of the last rounds, and how many it keeps
SNAPSHOTS, MOST = "snapshots", 10
#: seconds after which nobody writes on at a copy that is not whole
HALF_SECONDS = 3600


def snapshot_after(store: Store, before: Table) -> None:
    """Keep a copy where the act that has just been taken ended a round, while the answer to it leaves already (E-76).

    `before` is the table that the act met. Whatever goes wrong is logged: those who play have their act.
    """
    try:
        over = before.game.rounds_over(open_table(store, before.code).state)
    except (BrokenLog, Damaged) as error:
        log.error("%s", error)
        return
    if over > before.game.rounds_over(before.state):
        threading.Thread(target=snapshot, args=(store.path, before.code), name="snapshot").start()


def snapshot(path: Path, code: str) -> None:
    """Copy the database into the folder of snapshots under its time and the table that gave the reason."""
    folder = path.parent / SNAPSHOTS
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        with Store(path) as store:
            store.copy_to(folder / f"{stamp()}-{code}.db")
        # What a kill left half written begins with a dot; another process may be at one now, but not for an hour.
        halves = [half for half in folder.glob(".*") if time.time() - half.stat().st_mtime > HALF_SECONDS]
        for old in (*halves, *sorted(folder.glob("[0-9]*-*.db"))[:-MOST]):
            old.unlink(missing_ok=True)
    except (OSError, Damaged, NewerDatabase) as error:
        log.error("No snapshot was kept in %s: %s", folder, error)


def restore(path: Path, source: Path, anyway: bool = False) -> Path | Refused:
    """Put a copy in the place of a database, and give the path under which the former one is kept; or say why not.

    The copy is checked before anything is touched: the file, its version, and whether every table opens; `anyway` takes
    it also where some do not. Raises OSError or Unwritable where the folder cannot be written.
    """
    with tempfile.TemporaryDirectory(prefix=".restore-", dir=path.parent) as folder:
        fresh = Path(folder) / path.name
        try:
            read_copy(source, fresh)
        except Unwritable as error:
            return refuse("restore-unreadable", file=str(source), why=str(error))
        refused = _against(fresh, str(source), anyway)
        if refused is not None:
            return refused
        kept = path.with_name(f"{path.stem}-before-{stamp()}{path.suffix}")
        try:
            swap(path, fresh, kept)
        except InUse:
            return refuse("restore-in-use", folder=str(path.parent))
    return kept


def _against(fresh: Path, file: str, anyway: bool) -> Refused | None:
    """Say what is wrong with a copy."""
    version = version_in(fresh)
    if version == 0:
        return refuse("restore-no-tables", file=file)
    if version > SCHEMA_VERSION:
        return refuse("restore-newer", file=file)
    with Store(fresh) as store:
        faults = store.faults()
        if faults:
            return refuse("restore-damaged", file=file, why=faults[0])
        closed = tuple(closed_tables(store))
    return refuse("restore-closed", file=file, codes=closed, n=len(closed)) if closed and not anyway else None


def closed_tables(store: Store) -> list[str]:
    """Tell every table from its log, and name those that do not open."""
    return [code for code in store.codes() if not _opens(store, code)]


def _opens(store: Store, code: str) -> bool:
    try:
        replay(*log_of(store, code))
    except (BrokenLog, NoTable):
        return False
    return True
