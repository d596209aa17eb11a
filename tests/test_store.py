"""The database: one writer at a time, nothing lost, nothing half written."""

from __future__ import annotations

import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion import play
from companion import store as store_module
from companion.engine import Event
from companion.store import FILE_NAME, Former, InUse, NewerDatabase, Plea, Store, Unwritable, read_copy, swap

AT = "2026-01-02T03:04:05+00:00"
#: what the program of that time wrote: two slot machines, one of them running, a table of Vegas Strip, and cards
VERSION_1 = Path(__file__).parent / "data" / "version-1.sql"


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
            store.keep("toy", {name: {"a": name}}, AT)
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


# A disk that is full


def fill(store: Store) -> None:
    for n in range(2, 999):
        with store.writing():
            store.take_seat("C0DE5", str(n), "phone", AT)
            store.append("C0DE5", Event("named", {"name": "x" * 2000}, at=AT, number=n), "names", f"key-{n}")


@pytest.mark.parametrize("room", range(1, 12))
def test_a_full_disk_refuses_a_block_whole(path: Path, room: int) -> None:
    """E-46: whichever write finds no room, nothing of its block stays and the next one works again."""
    with_table(path)
    with Store(path) as store:
        pages = int(store._db.execute("PRAGMA page_count").fetchone()[0])
        store._db.execute(f"PRAGMA max_page_count = {pages + room}")
        with pytest.raises(Unwritable, match="full"):
            fill(store)
        kept = [logged.event.number for logged in store.events("C0DE5")]
        assert kept == list(range(1, len(kept) + 1))
        assert sorted(store.seats("C0DE5"), key=int) == [str(n) for n in kept[1:]]
        assert store.faults() == []
        store._db.execute("PRAGMA max_page_count = 1000000")
        with store.writing():
            store.append("C0DE5", Event("named", at=AT, number=len(kept) + 1), "names", "later")
    with Store(path) as store:
        assert len(store.events("C0DE5")) == len(kept) + 1


def test_a_commit_that_fails_leaves_the_store_fit_for_the_next(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk is often found out at the commit; nobody may wait for its lock afterwards."""
    with_table(path)

    def full(_: Any) -> None:
        raise Unwritable("database or disk is full")

    with Store(path) as store, Store(path) as other:
        with monkeypatch.context() as patched:
            patched.setattr("sqlite_utils.Database.commit", full)
            with pytest.raises(Unwritable), store.writing():
                store.take_seat("C0DE5", "1", "phone", AT)
        with other.writing():
            assert other.seats("C0DE5") == {}


# Damage


def test_a_damaged_event_is_one_that_no_game_takes(path: Path) -> None:
    """E-104: the log is read on, and says where it breaks off."""
    with_table(path)
    with Store(path) as store:
        store.append("C0DE5", Event("named", {"seat": "1"}, at=AT, number=2), "names", "key-2")
        store._db.execute("UPDATE events SET data = substr(data, 2) WHERE number = 2")
        assert [logged.event.kind for logged in store.events("C0DE5")] == ["setup", "damaged named"]


def test_faults_are_found_in_a_file_that_was_written_over(path: Path) -> None:
    with_table(path)
    with Store(path) as store:
        assert store.faults() == []
    pages = bytearray(path.read_bytes())
    pages[5000:9000] = b"x" * 4000
    path.write_bytes(pages)
    with Store(path) as store:
        assert store.faults()


# Copies


def test_a_copy_is_whole_alone_and_for_its_owner(path: Path, tmp_path: Path) -> None:
    with_table(path)
    with Store(path) as store, Store(path) as other, other.writing():
        other.take_seat("C0DE5", "1", "phone", AT)
        store.copy_to(tmp_path / "copy.db")
        assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600
        with pytest.raises(FileExistsError):
            store.copy_to(tmp_path / "copy.db")
        beside = {file.name for file in tmp_path.iterdir()}
        assert beside == {"copy.db", *(FILE_NAME + end for end in ("", "-shm", "-wal"))}
    with Store(tmp_path / "copy.db") as copied:
        assert copied.codes() == ["C0DE5"]
        assert len(copied.events("C0DE5")) == 1
        assert copied.seats("C0DE5") == {}, "what was not committed is not in it"
        assert copied._db.journal_mode == "wal", "put in the place of the file, it is as safe as that"


def test_a_copy_that_finds_no_room_leaves_nothing(path: Path, tmp_path: Path) -> None:
    with_table(path)
    with Store(path) as store, pytest.raises(OSError, match="directory"):
        store.copy_to(tmp_path / "none" / "copy.db")
    assert [file.name for file in tmp_path.iterdir()] == [FILE_NAME]


def test_a_copy_holds_what_only_the_journal_has(path: Path, tmp_path: Path) -> None:
    """Somebody saves the folder of a server that runs, or of one that was killed."""
    with_table(path)
    with Store(path) as store, store.writing():
        store.take_seat("C0DE5", "1", "phone", AT)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with Store(path) as store:
        with store.writing():
            store.take_seat("C0DE5", "2", "phone", AT)
        for file in tmp_path.glob(f"{FILE_NAME}*"):
            (elsewhere / file.name).write_bytes(file.read_bytes())
    read_copy(elsewhere / FILE_NAME, tmp_path / "copy.db")
    with Store(tmp_path / "copy.db") as copied:
        assert set(copied.seats("C0DE5")) == {"1", "2"}


@pytest.mark.parametrize("content", [None, b"", b"no database, but a letter" * 100])
def test_what_is_no_database_is_not_copied(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "letter").write_bytes(content)
    if content == b"":
        read_copy(tmp_path / "letter", tmp_path / "copy.db")
        return
    with pytest.raises(Unwritable):
        read_copy(tmp_path / "letter", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def test_a_swap_is_for_whoever_is_alone_with_the_file(path: Path, tmp_path: Path) -> None:
    with_table(path)
    with_table(tmp_path / "fresh.db", "FRE5H")
    with Store(path), pytest.raises(InUse):
        swap(path, tmp_path / "fresh.db", tmp_path / "kept.db")
    assert not (tmp_path / "kept.db").exists()
    swap(path, tmp_path / "fresh.db", tmp_path / "kept.db")
    with Store(path) as store, Store(tmp_path / "kept.db") as kept:
        assert (store.codes(), kept.codes()) == (["FRE5H"], ["C0DE5"])


def test_a_damaged_file_is_kept_as_it_was(path: Path, tmp_path: Path) -> None:
    with_table(tmp_path / "fresh.db", "FRE5H")
    path.write_text("a letter, and no database" * 200)
    swap(path, tmp_path / "fresh.db", tmp_path / "kept.db")
    assert (tmp_path / "kept.db").read_text() == "a letter, and no database" * 200
    with Store(path) as store:
        assert store.codes() == ["FRE5H"]


def test_a_journal_that_cannot_be_taken_in_goes_with_its_file(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside another file it would be read as that file's own."""
    with_table(tmp_path / "fresh.db", "FRE5H")
    with_table(path)
    (tmp_path / f"{FILE_NAME}-wal").write_text("its journal")
    monkeypatch.setattr(store_module, "_take_in_journal", lambda _: None)
    swap(path, tmp_path / "fresh.db", tmp_path / "kept.db")
    assert (tmp_path / "kept.db-wal").read_text() == "its journal"
    assert not (tmp_path / f"{FILE_NAME}-wal").exists()
    with Store(path) as store:
        assert store.codes() == ["FRE5H"]


# Changes of the form


def test_e105_an_older_file_is_lifted_step_by_step_and_kept_beside(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E-105: made-up steps over several versions; the former file stays as a copy that opens."""
    with_table(path)
    steps = {
        2: lambda db: db.execute("ALTER TABLE tables ADD COLUMN place TEXT"),
        3: lambda db: db.execute("UPDATE tables SET place = 'kitchen'"),
    }
    with monkeypatch.context() as later:
        later.setattr(store_module, "SCHEMA_VERSION", 4)
        later.setattr(store_module, "STEPS", steps)
        with Store(path) as store:
            assert store._db.execute("SELECT place FROM tables").fetchall() == [("kitchen",)]
            assert len(store.events("C0DE5")) == 1
        with Store(path), Store(path):
            pass
    (former,) = tmp_path.glob("companion-version-2-*.db")
    assert stat.S_IMODE(former.stat().st_mode) == 0o600
    with Store(former) as store:
        assert store.codes() == ["C0DE5"]
    with pytest.raises(NewerDatabase):
        Store(path)


def test_e105_a_step_that_fails_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_table(path)

    def fails(db: Any) -> None:
        db.execute("ALTER TABLE tables ADD COLUMN place TEXT")
        raise Unwritable("database or disk is full")

    with monkeypatch.context() as later:
        later.setattr(store_module, "SCHEMA_VERSION", 3)
        later.setattr(store_module, "STEPS", {2: fails})
        with pytest.raises(Unwritable):
            Store(path)
    with Store(path) as store:
        assert store.codes() == ["C0DE5"]
    with closing(sqlite3.connect(path)) as raw:
        assert "place" not in [row[1] for row in raw.execute("PRAGMA table_info(tables)")]


def test_e105_two_programs_that_lift_a_file_at_once_lift_it_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_table(path)
    monkeypatch.setattr(store_module, "SCHEMA_VERSION", 3)
    monkeypatch.setattr(store_module, "STEPS", {2: lambda db: db.execute("ALTER TABLE tables ADD COLUMN place TEXT")})
    start = threading.Barrier(4)
    mistakes: list[Exception] = []

    def first() -> None:
        start.wait()
        try:
            Store(path).close()
        except sqlite3.Error as error:
            mistakes.append(error)

    threads = [threading.Thread(target=first) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert mistakes == []


def test_e105_a_file_of_version_1_opens_with_its_cards_and_running_games(path: Path, tmp_path: Path) -> None:
    """E-105: written by the program of that time; what was kept of the cards is the first entry of their history."""
    with closing(sqlite3.connect(path)) as raw:
        raw.executescript(VERSION_1.read_text(encoding="utf-8"))
    with Store(path) as store:
        assert store.kept("slots") == {
            "best:player 1": 20,
            "symbol:B": {"name": "bell", "points": 20, "count": 6},
            "symbol:S": {"name": "shield", "points": None, "count": 5},
        }
        assert store.kept("strip")["4"]["starting_jackpot"] == 12
        assert len(store.codes()) == 3
        points = {code: play.open_table(store, code).game.key for code in store.codes()}
        assert sorted(points.values()) == ["slots", "slots", "strip"]
        with store.writing():
            store.keep("slots", {"symbol:B": {"name": "bell", "points": 22, "count": 6}}, AT)
        assert store.kept("slots", store.kept_last("slots") - 1)["symbol:B"]["points"] == 20
    (former,) = tmp_path.glob("companion-version-1-*.db")
    with closing(sqlite3.connect(former)) as raw:
        assert raw.execute("PRAGMA user_version").fetchone() == (1,)
        assert raw.execute("SELECT COUNT(*) FROM cards").fetchone() == (4,)


# What later tables start from


def test_what_is_kept_stands_in_a_history_of_which_the_newest_counts(path: Path) -> None:
    with Store(path) as store, store.writing():
        store.keep("toy", {"a": {"n": 1}, "b": {"n": 1}}, AT)
        store.keep("other", {"a": {"n": 9}}, AT)
        first = store.kept_last("toy")
        store.keep("toy", {"a": {"n": 2}, "b": None}, AT)
        assert store.kept("toy") == {"a": {"n": 2}}
        assert store.kept("toy", first) == {"a": {"n": 1}, "b": {"n": 1}}
        assert store.kept("toy", 0) == {}
        newest, oldest = store.batches("toy")
        assert set(newest.names) == set(oldest.names) == {"a", "b"}
        assert store.kept("toy", newest.after) == store.kept("toy", first)
        assert store.kept("toy", oldest.after) == {}
        store.keep("toy", {}, AT)
        assert len(list(store.batches("toy"))) == 2
