"""The database: one writer at a time, nothing lost, nothing half written."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from companion.engine import Event
from companion.store import FILE_NAME, Former, NewerDatabase, Plea, Store

AT = "2026-01-02T03:04:05+00:00"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / FILE_NAME


def with_table(path: Path, code: str = "C0DE5") -> None:
    with Store(path) as store, store.writing():
        store.add_table(code, "toy", "host", AT)
        store.append(code, Event("setup", {"n": 2}, at=AT, number=1), "setup", "key-1")


def test_an_event_comes_back_as_it_was_written(path: Path) -> None:
    event = Event("chosen", {"seat": "1"}, {"rig": "upper"}, "1", AT, 2, ("out-of-turn",))
    with_table(path)
    with Store(path) as store:
        with store.writing():
            store.append("C0DE5", event, "choice:1", "key-2")
        assert [logged.event for logged in store.events("C0DE5", 2)] == [event]
        assert store.events("C0DE5", 2)[0].scope == "choice:1"
        assert store.answered("C0DE5", "key-2") == 2
        assert store.answered("C0DE5", "key-3") is None


def test_the_file_is_safe_against_a_power_cut(path: Path) -> None:
    with_table(path)
    with Store(path) as store:
        assert store._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert store._db.execute("PRAGMA synchronous").fetchone() == (2,), "FULL: what was answered is on the disk"


def test_an_error_takes_back_the_whole_block(path: Path) -> None:
    with_table(path)
    with Store(path) as store:
        with pytest.raises(sqlite3.IntegrityError), store.writing():
            _ = store.take_seat("C0DE5", "1", "phone", AT), store.take_seat("OTHER", "1", "phone", AT)
        assert store.seats("C0DE5") == {}
        with store.writing():
            store.take_seat("C0DE5", "1", "phone", AT)
        assert store.seats("C0DE5") == {"1": "phone"}


@pytest.mark.parametrize("again", [("number", 1, "key-9"), ("key", 2, "key-1")], ids=lambda row: row[0])
def test_neither_a_number_nor_a_key_is_used_twice(path: Path, again: tuple[str, int, str]) -> None:
    with_table(path)
    _, number, key = again
    with Store(path) as store:
        with pytest.raises(sqlite3.IntegrityError), store.writing():
            store.append("C0DE5", Event("named", number=number, at=AT), "names", key)
        assert len(store.events("C0DE5")) == 1


def test_e78_four_writers_lose_nothing(path: Path) -> None:
    """E-78: plain BEGIN loses three of four racing appends; BEGIN IMMEDIATE none."""
    with_table(path)
    start = threading.Barrier(4)

    def write(who: int) -> None:
        with Store(path) as store:
            start.wait()
            for n in range(40):
                with store.writing():
                    number = len(store.events("C0DE5")) + 1
                    store.append("C0DE5", Event("named", at=AT, number=number), "names", f"{who}-{n}")

    threads = [threading.Thread(target=write, args=(who,)) for who in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Store(path) as store:
        logged = store.events("C0DE5")
    assert [one.event.number for one in logged] == list(range(1, 162))
    assert len({one.key for one in logged}) == 161


def test_several_programs_may_open_a_new_file_at_once(path: Path) -> None:
    start = threading.Barrier(4)

    def first(mistakes: list[Exception]) -> None:
        start.wait()
        try:
            Store(path).close()
        except sqlite3.Error as error:
            mistakes.append(error)

    mistakes: list[Exception] = []
    threads = [threading.Thread(target=first, args=(mistakes,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert mistakes == []


def test_a_file_of_a_newer_version_is_left_alone(path: Path) -> None:
    with Store(path) as store:
        store._db.execute("PRAGMA user_version = 99")
    with pytest.raises(NewerDatabase, match="newer"):
        Store(path)


def test_values_are_never_read_as_sql(path: Path) -> None:
    name = "Robert'); DROP TABLE events;--"
    with_table(path)
    with Store(path) as store:
        with store.writing():
            store.append("C0DE5", Event("named", {"name": name}, at=AT, number=2), name, name)
            store.take_seat("C0DE5", name, name, AT)
            store.keep("toy", name, {"a": name})
        assert store.events("C0DE5")[1].event.data["name"] == name
        assert store.seats("C0DE5") == {name: name}
        assert store.kept("toy") == {name: {"a": name}}
        assert store.table(name) is None


def test_a_newer_seat_code_voids_the_older(path: Path) -> None:
    with_table(path)
    with Store(path) as store, store.writing():
        store.add_claim("first", "C0DE5", "1", AT)
        store.add_claim("second", "C0DE5", "1", AT)
        store.add_claim("other", "C0DE5", "2", AT)
        assert store.claim("first", "C0DE5") is None
        assert store.claim("second", "C0DE5") == "1"
        assert store.claim("second", "OTHER") is None
        store.spend("second", AT)
        assert store.claim("second", "C0DE5") is None
        store.free_seat("C0DE5", "2")
        assert store.claim("other", "C0DE5") is None


def test_the_ledger_keeps_every_look_in_order(path: Path) -> None:
    with_table(path)
    with Store(path) as store, store.writing():
        store.note_look("C0DE5", "1", "phone", AT, 3)
        store.note_look("C0DE5", "1", "other", AT, 4)
        store.note_look("C0DE5", "2", "phone", AT, 4)
        looks = [(look.seat, look.device, look.following) for look in store.looks("C0DE5")]
        assert looks == [("1", "phone", 3), ("1", "other", 4), ("2", "phone", 4)]


def test_whoever_lost_a_seat_is_remembered_and_whoever_left_it_too(path: Path) -> None:
    with_table(path)
    with Store(path) as store, store.writing():
        store.take_seat("C0DE5", "1", "old", AT)
        store.free_seat("C0DE5", "1")
        store.take_seat("C0DE5", "1", "new", AT)
        store.free_seat("C0DE5", "1", left=True)
        assert store.formers("C0DE5") == {Former("1", "old", left=False), Former("1", "new", left=True)}
        assert store.seats("C0DE5") == {}


def test_a_plea_is_kept_with_every_yes_until_it_is_dropped(path: Path) -> None:
    with_table(path)
    with Store(path) as store, store.writing():
        store.add_plea("C0DE5", Plea("p", "1", "phone", AT, frozenset()))
        for device in ("one", "two", "one"):
            store.add_yes("p", device)
        assert store.pleas("C0DE5") == (Plea("p", "1", "phone", AT, frozenset({"one", "two"})),)
        store.drop_plea("p")
        assert store.pleas("C0DE5") == ()
