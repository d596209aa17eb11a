"""The only SQL: tables, seats, events, looks, seat codes, and what later tables start from.

One file, `companion.db`, in the instance folder. Events, and what is kept for later tables, are only ever appended.
Whoever writes holds the one write lock from its first read to its commit, so that nothing moves between looking and
writing. A change of the file's form goes step by step and leaves the former file beside it.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlite_utils import Database

from companion.engine import Event

FILE_NAME = "companion.db"
SCHEMA_VERSION = 2
#: seconds that a writer waits for the one before; an act takes some milliseconds
BUSY_SECONDS = 10.0

#: what is raised where the file is busy, full, or closed to us
Unwritable = sqlite3.OperationalError
#: what is raised where SQLite cannot make sense of the file any more
Damaged = sqlite3.DatabaseError


#: what SQLite keeps beside a database while it is in use
JOURNALS = ("-wal", "-shm", "-journal")


class NewerDatabase(Exception):
    """A database that a newer version of the program has written."""


class InUse(Exception):
    """A database that another program has open."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table apart from its log: `host` is the hash of a device, `next_code` the table that goes on with its seats."""

    code: str
    game: str
    created: str
    host: str
    next_code: str | None


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event as the log holds it: with the scope that it moved and the key under which it was posted."""

    event: Event
    scope: str
    key: str


@dataclass(frozen=True, slots=True)
class Look:
    """One time that a seat's card was held open, by which device, and which event came next."""

    at: str
    seat: str
    device: str
    following: int


@dataclass(frozen=True, slots=True)
class Former:
    """A device that held a seat before.

    It `left` the seat itself, or not; `deal` is the one under which that was (0 for none), and `right` tells whether it
    could see the card of that deal.
    """

    seat: str
    device: str
    left: bool
    deal: int = 0
    right: bool = False


@dataclass(frozen=True, slots=True)
class Plea:
    """A device that asks for a seat ('' for the host's part), since when, and which devices said yes to it."""

    id: str
    seat: str
    device: str
    at: str
    yes: frozenset[str]


@dataclass(frozen=True, slots=True)
class Batch:
    """What was kept at one go: after which number, when, and under which names."""

    after: int
    at: str
    names: tuple[str, ...]


class Store:
    """One connection to the database of an instance folder; close it, or use it in a `with` block."""

    def __init__(self, path: Path) -> None:
        """Open the database and bring a new one into shape.

        Raises NewerDatabase for a schema of the future, and Unwritable where the folder cannot be written.
        """
        self.path = path
        # One thread uses it at a time, but another may be the one to close it.
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        self._db = Database(connection, execute_plugins=False, strict=True)
        try:
            self._db.execute("PRAGMA foreign_keys = ON")
            self._db.execute("PRAGMA synchronous = FULL")
            self._shape()
        except sqlite3.DatabaseError as error:
            # A file that is no database is told like a folder that cannot be written.
            self.close()
            raise Unwritable(*error.args) from error
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._db.close()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the write lock to the end of the block; an error takes back all that the block wrote (E-78)."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            # Where the disk is full, it is often here that SQLite finds out.
            self._db.commit()
        except BaseException:
            self._db.rollback()
            raise

    # Tables

    def add_table(self, code: str, game: str, host: str, at: str) -> None:
        """Add a table that has no events yet."""
        self._db.table("tables").insert({"code": code, "game": game, "created": at, "host": host, "next_code": None})

    def table(self, code: str) -> TableRow | None:
        """Find a table by its code."""
        rows = self._db.query("SELECT code, game, created, host, next_code FROM tables WHERE code = ?", [code])
        return next((TableRow(**row) for row in rows), None)

    def tables_of(self, device: str) -> Sequence[TableRow]:
        """List the tables that a device hosts or holds a seat at, the newest first."""
        sql = """SELECT code, game, created, host, next_code FROM tables WHERE host = :device
                 OR code IN (SELECT code FROM seats WHERE device = :device) ORDER BY created DESC, rowid DESC"""
        return [TableRow(**row) for row in self._db.query(sql, {"device": device})]

    def set_host(self, code: str, device: str) -> None:
        """Make a device the host's."""
        self._db.table("tables").update(code, {"host": device})

    def follow_up(self, code: str, next_code: str) -> None:
        """Note the table on which the people of this one go on."""
        self._db.table("tables").update(code, {"next_code": next_code})

    def codes(self, game: str = "") -> Sequence[str]:
        """List the codes of all tables, or of those of one game, the oldest first."""
        sql = "SELECT code FROM tables WHERE :game IN ('', game) ORDER BY created, rowid"
        return [row["code"] for row in self._db.query(sql, {"game": game})]

    # Events

    def append(self, code: str, event: Event, scope: str, key: str) -> None:
        """Append one event; its number and its key must be new at this table."""
        self._db.table("events").insert(
            {
                "code": code,
                "number": event.number,
                "at": event.at,
                "by": event.by,
                "kind": event.kind,
                "data": json.dumps(dict(event.data)),
                "secret": json.dumps(dict(event.secret)),
                "scope": scope,
                "key": key,
                "confirmed": json.dumps(list(event.confirmed)),
            }
        )

    def events(self, code: str, start: int = 1) -> Sequence[LoggedEvent]:
        """Read a table's log from the event with the number `start` on."""
        rows = self._db.query("SELECT * FROM events WHERE code = ? AND number >= ? ORDER BY number", [code, start])
        return [_logged(row) for row in rows]

    def opening(self, code: str) -> Event:
        """Read the event that opened a table."""
        rows = self._db.query("SELECT * FROM events WHERE code = ? AND number = 1", [code])
        return _logged(next(iter(rows))).event

    def latest(self) -> str:
        """Tell when the last event of any table was recorded, '' where there is none."""
        return str(self._db.execute("SELECT MAX(at) FROM events").fetchone()[0] or "")

    def version(self) -> int:
        """Give a number that changes whenever another connection has written to the file."""
        return int(self._db.execute("PRAGMA data_version").fetchone()[0])

    def answered(self, code: str, key: str) -> int | None:
        """Find the number of the event that was posted under this key."""
        rows = self._db.query("SELECT number FROM events WHERE code = ? AND key = ?", [code, key])
        return next((row["number"] for row in rows), None)

    def opened(self, key: str) -> str | None:
        """Find the code of the table whose first event was posted under this key."""
        rows = self._db.query("SELECT code FROM events WHERE key = ? AND number = 1", [key])
        return next((row["code"] for row in rows), None)

    # Seats

    def seats(self, code: str) -> Mapping[str, str]:
        """Map each seat that a device holds to the hash of that device."""
        rows = self._db.query("SELECT seat, device FROM seats WHERE code = ? ORDER BY seat", [code])
        return {row["seat"]: row["device"] for row in rows}

    def take_seat(self, code: str, seat: str, device: str, at: str, blind: int = 0) -> None:
        """Give a free seat to a device that must not see the card of one deal (0 for none)."""
        self._db.table("seats").insert({"code": code, "seat": seat, "device": device, "since": at, "blind": blind})

    def blind(self, code: str) -> Mapping[str, int]:
        """Map each seat whose device must not see the card of one deal to that deal."""
        rows = self._db.query("SELECT seat, blind FROM seats WHERE code = ? AND blind > 0", [code])
        return {row["seat"]: row["blind"] for row in rows}

    def unblind(self, code: str, seat: str) -> None:
        """Let the device of a seat see its card."""
        self._db.table("seats").update((code, seat), {"blind": 0})

    def free_seat(self, code: str, seat: str, left: bool = False, deal: int = 0, right: bool = False) -> None:
        """Take a seat from its device, or let it be `left`; codes and pleas for it open nothing any more (E-67)."""
        former = self.seats(code).get(seat)
        if former is not None:
            row = {"code": code, "seat": seat, "device": former, "left": int(left), "deal": deal, "right": int(right)}
            self._db.table("formers").upsert(row, pk=("code", "seat", "device"))
        for plea in (plea for plea in self.pleas(code) if plea.seat == seat):
            self.drop_plea(plea.id)
        self._db.table("seats").delete_where("code = ? AND seat = ?", [code, seat])
        self._db.table("claims").delete_where("code = ? AND seat = ? AND spent IS NULL", [code, seat])
        self.keep_pin(code, seat, None)

    def formers(self, code: str) -> frozenset[Former]:
        """List the devices that held a seat of this table before."""
        rows = self._db.query('SELECT seat, device, "left", deal, "right" FROM formers WHERE code = ?', [code])
        return frozenset(
            Former(row["seat"], row["device"], bool(row["left"]), row["deal"], bool(row["right"])) for row in rows
        )

    # Pleas

    def pleas(self, code: str) -> tuple[Plea, ...]:
        """List what devices plead for at a table, the oldest first."""
        sql = """SELECT id, seat, device, at,
                 (SELECT group_concat(device) FROM yeses WHERE yeses.plea = pleas.id) AS yes
                 FROM pleas WHERE code = ? ORDER BY rowid"""
        rows = list(self._db.query(sql, [code]))
        return tuple(Plea(**{**row, "yes": frozenset((row["yes"] or "").split(",")) - {""}}) for row in rows)

    def add_plea(self, code: str, plea: Plea) -> None:
        """Keep a plea that nobody has answered yet."""
        row = {"id": plea.id, "code": code, "seat": plea.seat, "device": plea.device, "at": plea.at}
        self._db.table("pleas").insert(row)

    def add_yes(self, plea: str, device: str) -> None:
        """Note that a device said yes to a plea."""
        self._db.table("yeses").upsert({"plea": plea, "device": device}, pk=("plea", "device"))

    def drop_plea(self, plea: str) -> None:
        """Let go of a plea, with what was said to it."""
        self._db.table("yeses").delete_where("plea = ?", [plea])
        self._db.table("pleas").delete_where("id = ?", [plea])

    # Seat codes

    def add_claim(self, claim: str, code: str, seat: str, at: str) -> None:
        """Keep the hash of a seat code; an older unspent one for the same seat is void from now on."""
        self._db.table("claims").delete_where("code = ? AND seat = ? AND spent IS NULL", [code, seat])
        row = {"claim": claim, "code": code, "seat": seat, "made": at, "spent": None}
        self._db.table("claims").insert(row)

    def claim(self, claim: str, code: str) -> str | None:
        """Find the seat that an unspent seat code opens at this table."""
        rows = self._db.query("SELECT seat FROM claims WHERE claim = ? AND code = ? AND spent IS NULL", [claim, code])
        return next((row["seat"] for row in rows), None)

    def spent(self, claim: str, code: str) -> str | None:
        """Find the seat that a seat code opened before it was spent."""
        rows = self._db.query("SELECT seat FROM claims WHERE claim = ? AND code = ?", [claim, code])
        return next((row["seat"] for row in rows), None)

    def spend(self, claim: str, at: str) -> None:
        """Mark a seat code as spent."""
        self._db.table("claims").update(claim, {"spent": at})

    # PINs

    def pin(self, code: str, seat: str) -> str | None:
        """Read what is kept of a seat's PIN."""
        rows = self._db.query("SELECT pin FROM pins WHERE code = ? AND seat = ?", [code, seat])
        return next((row["pin"] for row in rows), None)

    def keep_pin(self, code: str, seat: str, pin: str | None) -> None:
        """Keep the hash of a seat's PIN, or let it go."""
        self._db.table("pins").delete_where("code = ? AND seat = ?", [code, seat])
        if pin is not None:
            self._db.table("pins").insert({"code": code, "seat": seat, "pin": pin})

    # Looks

    def note_look(self, code: str, seat: str, device: str, at: str, following: int) -> None:
        """Enter a look in the ledger, and which event comes next."""
        row = {"code": code, "seat": seat, "device": device, "at": at, "following": following}
        self._db.table("looks").insert(row)

    def looks(self, code: str) -> Sequence[Look]:
        """Read the ledger of a table, the oldest look first."""
        sql = "SELECT at, seat, device, following FROM looks WHERE code = ? ORDER BY rowid"
        return [Look(**row) for row in self._db.query(sql, [code])]

    # Cards of the owner's copy, and what else later tables start from: a history, of which the newest counts

    def kept(self, game: str, upto: int | None = None) -> Mapping[str, Any]:
        """Read what tables of this game start from, by name; as it stood at a number where one is given."""
        sql = """SELECT name, data FROM cards WHERE data IS NOT NULL AND number IN
                 (SELECT MAX(number) FROM cards WHERE game = :game AND number <= :upto GROUP BY name) ORDER BY name"""
        rows = self._db.query(sql, {"game": game, "upto": self.kept_last(game) if upto is None else upto})
        return {row["name"]: json.loads(row["data"]) for row in rows}

    def kept_last(self, game: str) -> int:
        """Number what was kept last for this game, 0 where nothing was."""
        return int(self._db.execute("SELECT COALESCE(MAX(number), 0) FROM cards WHERE game = ?", [game]).fetchone()[0])

    def keep(self, game: str, values: Mapping[str, Any], at: str) -> None:
        """Keep something for later tables of this game under each name, at one go; None keeps nothing there now."""
        last = int(self._db.execute("SELECT COALESCE(MAX(number), 0) FROM cards").fetchone()[0])
        rows = ((name, None if data is None else json.dumps(data)) for name, data in values.items())
        self._db.table("cards").insert_all(
            {"number": number, "game": game, "name": name, "data": data, "at": at, "after": last}
            for number, (name, data) in enumerate(rows, last + 1)
        )

    def batches(self, game: str) -> Iterator[Batch]:
        """Tell what was kept at each go, the newest first."""
        rows = self._db.query('SELECT name, at, "after" FROM cards WHERE game = ? ORDER BY number DESC', [game])
        for (after, at), group in groupby(rows, lambda row: (row["after"], row["at"])):
            yield Batch(after, at, tuple(row["name"] for row in group))

    # The file as a whole

    def faults(self) -> Sequence[str]:
        """Let SQLite read the whole file, and list what it finds wrong with it."""
        try:
            found = [str(row[0]) for row in self._db.execute("PRAGMA integrity_check").fetchall()]
        except sqlite3.DatabaseError as error:
            return [str(error)]
        return [] if found == ["ok"] else found

    def copy_to(self, path: Path) -> None:
        """Write a copy of everything into a new file, whole or not at all, while others go on reading and writing.

        Raises OSError or Unwritable where it cannot be written, FileExistsError where the path is taken.
        """
        _copy(self._db.conn, path)

    def _shape(self) -> None:
        # A copy that somebody put here has no journal of this kind yet.
        self._db.enable_wal()
        if self._version() == SCHEMA_VERSION:
            return
        with self.writing():
            # Another process may have been faster.
            version = self._version()
            if version > SCHEMA_VERSION:
                raise NewerDatabase(f"{self.path} was written by a newer Vegas Companion. Install that one again.")
            if version == 0:
                self._create()
            elif version < SCHEMA_VERSION:
                self._lift(version)
            self._db.execute(f"PRAGMA user_version = {SCHEMA_VERSION:d}")

    def _lift(self, version: int) -> None:
        """Bring an older file into today's form; as it was, it stays beside (E-105)."""
        # Nobody can have changed it since: we hold the write lock, and another connection reads what was there before.
        with closing(sqlite3.connect(self.path)) as former:
            _copy(former, self.path.with_name(f"{self.path.stem}-version-{version}-{stamp()}{self.path.suffix}"))
        for step in range(version, SCHEMA_VERSION):
            STEPS[step](self._db)

    def _version(self) -> int:
        return int(self._db.execute("PRAGMA user_version").fetchone()[0])

    def _create(self) -> None:
        of_table = [("code", "tables", "code")]
        self._db.table("tables").create(
            {"code": str, "game": str, "created": str, "host": str, "next_code": str},
            pk="code",
            not_null={"game", "created", "host"},
        )
        self._db.table("seats").create(
            {"code": str, "seat": str, "device": str, "since": str, "blind": int},
            pk=("code", "seat"),
            not_null={"device", "since", "blind"},
            foreign_keys=of_table,
        )
        events = {"code": str, "number": int, "at": str, "by": str, "kind": str, "data": str, "secret": str}
        self._db.table("events").create(
            events | {"scope": str, "key": str, "confirmed": str},
            pk=("code", "number"),
            not_null={"at", "kind", "data", "secret", "scope", "key", "confirmed"},
            foreign_keys=of_table,
        ).create_index(["key", "code"], unique=True)
        self._db.table("looks").create(
            {"code": str, "seat": str, "device": str, "at": str, "following": int},
            not_null={"code", "seat", "device", "at", "following"},
            foreign_keys=of_table,
        ).create_index(["code", "seat"])
        self._db.table("claims").create(
            {"claim": str, "code": str, "seat": str, "made": str, "spent": str},
            pk="claim",
            not_null={"code", "seat", "made"},
            foreign_keys=of_table,
        ).create_index(["code", "seat"])
        self._db.table("formers").create(
            {"code": str, "seat": str, "device": str, "left": int, "deal": int, "right": int},
            pk=("code", "seat", "device"),
            not_null={"left", "deal", "right"},
            foreign_keys=of_table,
        )
        self._db.table("pleas").create(
            {"id": str, "code": str, "seat": str, "device": str, "at": str},
            pk="id",
            not_null={"code", "seat", "device", "at"},
            foreign_keys=of_table,
        ).create_index(["code"])
        self._db.table("pins").create(
            {"code": str, "seat": str, "pin": str}, pk=("code", "seat"), not_null={"pin"}, foreign_keys=of_table
        )
        self._db.table("yeses").create({"plea": str, "device": str}, pk=("plea", "device"))
        _create_cards(self._db)


def _create_cards(db: Database) -> None:
    db.table("cards").create(
        {"number": int, "game": str, "name": str, "data": str, "at": str, "after": int},
        pk="number",
        not_null={"game", "name", "at", "after"},
    ).create_index(["game", "name", "number"])


# From each earlier form of the file to the next


def _with_history(db: Database) -> None:
    """Keep of each card what it was before, too; when the first ones were entered is not known any more."""
    former = list(db.query("SELECT game, name, data FROM cards ORDER BY game, name"))
    db.execute("DROP TABLE cards")
    _create_cards(db)
    for number, row in enumerate(former, 1):
        db.table("cards").insert({"number": number, **row, "at": "", "after": number - 1})


#: what turns a file of each earlier version into one of the next, inside one transaction
STEPS: Mapping[int, Callable[[Database], None]] = {1: _with_history}


def _logged(row: Mapping[str, Any]) -> LoggedEvent:
    kind, (data, secret, confirmed) = row["kind"], ({}, {}, [])
    try:
        data, secret, confirmed = (json.loads(row[name]) for name in ("data", "secret", "confirmed"))
    except ValueError:
        # No game takes it, and so the log breaks off where the damage is.
        kind = f"damaged {kind}"
    event = Event(kind, data, secret, row["by"], row["at"], row["number"], tuple(confirmed))
    return LoggedEvent(event, row["scope"], row["key"])


# Copies, and a copy in the place of the file


def stamp() -> str:
    """Give the time in UTC to the millisecond as it stands in the names of copies, which sort like their times."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"[:-3]


def version_in(path: Path) -> int:
    """Tell which version of the form a database has, 0 where it is none of ours."""
    with closing(sqlite3.connect(path)) as opened:
        return int(opened.execute("PRAGMA user_version").fetchone()[0])


def read_copy(source: Path, path: Path) -> None:
    """Copy any database file with what its journal holds, and change nothing about it.

    Raises Unwritable where it cannot be read or is no database.
    """
    try:
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as opened:
            _copy(opened, path)
    except sqlite3.DatabaseError as error:
        raise Unwritable(*error.args) from error


def _copy(source: sqlite3.Connection, path: Path) -> None:
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        part.touch(0o600, exist_ok=False)
        with closing(sqlite3.connect(part)) as copy:
            source.backup(copy)
            # One file, which needs no journal beside it.
            copy.execute("PRAGMA journal_mode = DELETE")
        if path.exists():
            raise FileExistsError(None, "there is such a file already", str(path))
        os.replace(part, path)
    except BaseException:
        for suffix in ("", *JOURNALS):
            Path(f"{part}{suffix}").unlink(missing_ok=True)
        raise
    _settle(path.parent)


def swap(path: Path, fresh: Path, kept: Path) -> None:
    """Put another database in the place of one, in one step, and keep the former file under the name `kept`.

    Raises InUse while any program has it open, OSError where the folder cannot be written.
    """
    if path.exists():
        _take_in_journal(path)
        try:
            os.link(path, kept)
        except FileExistsError:
            raise
        except OSError:
            # Not every file system of a phone has links.
            shutil.copy2(path, kept)
        for suffix in JOURNALS:
            with suppress(FileNotFoundError):
                os.replace(f"{path}{suffix}", f"{kept}{suffix}")
    os.replace(fresh, path)
    _settle(path.parent)


def _take_in_journal(path: Path) -> None:
    """Bring what the journal holds into the file; only who is alone with it can do that."""
    with closing(sqlite3.connect(path, timeout=0)) as connection:
        try:
            connection.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise InUse(str(path)) from error
            # Whatever else is wrong with the file, it is about to be replaced.


def _settle(folder: Path) -> None:
    """Bring the names in a folder onto the disk, where the system has a way to."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
