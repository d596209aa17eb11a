"""Copies of all tables: kept at the end of each round, made on request, and put back in one step."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion import play
from companion.__main__ import main
from companion.engine import Event
from companion.play import copies
from tests.at_table import ANN, AtTable
from tests.games.strip.at_table import random_game


def finish(at: AtTable) -> None:
    """Play a round of the toy game, which is the whole of it, and wait for what is kept of it."""
    at.take(ANN, "dealt")
    for seat in "123":
        at.take(ANN, "scored", seat=seat, points=int(seat))
    at.take(ANN, "ended")
    settle()


def settle() -> None:
    for thread in threading.enumerate():
        if thread.name == "snapshot":
            thread.join()


def snapshots(folder: Path) -> list[Path]:
    return sorted((folder / play.SNAPSHOTS).glob("*"))


# At the end of each round


def test_e76_each_finished_round_leaves_a_copy_that_opens(at: AtTable, tmp_path: Path) -> None:
    """E-76: for its owner alone, named by its time and the table, with the round in it."""
    finish(at)
    (kept,) = snapshots(tmp_path)
    assert kept.name.endswith(f"-{at.code}.db")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700
    with play.Store(kept) as copy:
        assert play.open_table(copy, at.code).state == at.table.state
        assert play.open_table(copy, at.code).holders == at.table.holders


def test_e76_no_other_act_leaves_a_copy(at: AtTable, tmp_path: Path) -> None:
    at.take(ANN, "dealt")
    at.take(ANN, "scored", seat="1", points=7)
    at.take(ANN, "undone")
    at.act(ANN, "ended")
    settle()
    assert snapshots(tmp_path) == []


def test_e76_every_round_of_the_strip_leaves_one(store: play.Store, tmp_path: Path) -> None:
    """E-76: the game says when a round is over; nothing here knows which act that is."""
    store.add_table("P1AYK", "strip", ANN, "2026-01-02T03:04:05+00:00")
    rounds = 0
    for event in random_game(3, 3).log:
        if event.kind != "closed":
            store.append("P1AYK", event, "any", play.new_key())
            continue
        table = play.open_table(store, "P1AYK")
        scope = table.stand(table.game.scope(table.state, event.kind, event.data))
        posted = play.Posted(event.kind, event.data, scope, play.new_key(), confirmed=event.confirmed)
        assert isinstance(play.act(store, "P1AYK", play.Viewer(ANN), posted), play.Done)
        settle()
        rounds += 1
        assert len(snapshots(tmp_path)) == rounds
    assert rounds == 3


def test_the_last_ten_are_kept(at: AtTable, tmp_path: Path) -> None:
    kept = []
    for _ in range(12):
        copies.snapshot(at.store.path, at.code)
        kept.append(snapshots(tmp_path)[-1])
    (tmp_path / play.SNAPSHOTS / "mine.db").write_text("what somebody put there")
    copies.snapshot(at.store.path, at.code)
    assert snapshots(tmp_path)[:9] == kept[3:]
    assert len(snapshots(tmp_path)) == 11, "ten and what is none of ours"


def test_what_a_kill_left_half_written_is_tidied_up_later(at: AtTable, tmp_path: Path) -> None:
    folder = tmp_path / play.SNAPSHOTS
    folder.mkdir()
    for name, age in ((".old.db.1a2b", 2 * copies.HALF_SECONDS), (".now.db.1a2b", 0)):
        (folder / name).write_text("half")
        os.utime(folder / name, (time.time() - age,) * 2)
    copies.snapshot(at.store.path, at.code)
    assert [path.name for path in snapshots(tmp_path) if path.name.startswith(".")] == [".now.db.1a2b"]


@pytest.mark.parametrize(
    "error", [OSError(errno.ENOSPC, "no room"), play.Unwritable("disk I/O error"), play.Damaged("malformed")]
)
def test_a_copy_that_fails_is_logged_and_the_act_is_taken(
    at: AtTable, tmp_path: Path, error: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: Any) -> None:
        raise error

    monkeypatch.setattr(play.Store, "copy_to", fails)
    finish(at)
    assert at.table.outcome is not None
    assert snapshots(tmp_path) == []
    assert [record.getMessage().partition(" in ")[0] for record in caplog.records] == ["No snapshot was kept"]


def test_an_act_does_not_wait_for_its_copy(at: AtTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it takes: the answer is there before."""
    at.take(ANN, "dealt")
    for seat in "123":
        at.take(ANN, "scored", seat=seat, points=int(seat))
    answered, copied = threading.Event(), []

    def slow(path: Path, code: str) -> None:
        copied.append(answered.wait(30))

    monkeypatch.setattr(copies, "snapshot", slow)
    at.take(ANN, "ended")
    answered.set()
    settle()
    assert copied == [True]


# On request


def run(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


def test_backup_and_restore_bring_every_table_back(
    at: AtTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Issue 5: what was there before the restore is kept beside, and restore puts that back as well."""
    finish(at)
    before = at.table
    assert run("backup", tmp_path / "usb.db", "--instance", tmp_path) == 0
    assert capsys.readouterr().out.strip() == str(tmp_path / "usb.db")
    assert stat.S_IMODE((tmp_path / "usb.db").stat().st_mode) == 0o600
    later = AtTable(at.store)
    at.store.close()
    assert run("restore", tmp_path / "usb.db", "--instance", tmp_path) == 0
    out = capsys.readouterr().out
    (kept,) = tmp_path.glob("companion-before-*.db")
    assert str(kept) in out
    with play.Store(tmp_path / play.FILE_NAME) as store:
        assert store.codes() == [at.code]
        assert play.open_table(store, at.code).state == before.state
        assert play.open_table(store, at.code).holders == before.holders
    assert stat.S_IMODE((tmp_path / play.FILE_NAME).stat().st_mode) == 0o600
    assert run("restore", kept, "--instance", tmp_path) == 0
    with play.Store(tmp_path / play.FILE_NAME) as store:
        assert set(store.codes()) == {at.code, later.code}
    assert not list(tmp_path.glob(".restore-*")), "nothing is left over"


def test_a_snapshot_is_restored_into_a_new_folder(at: AtTable, tmp_path: Path) -> None:
    """E-76: the serving phone is lost; the copy goes to another one."""
    finish(at)
    (kept,) = snapshots(tmp_path)
    assert run("restore", kept, "--instance", tmp_path / "new") == 0
    with play.Store(tmp_path / "new" / play.FILE_NAME) as store:
        assert play.open_table(store, at.code).outcome is not None


def test_a_backup_writes_over_nothing(at: AtTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "usb.db").write_text("something of somebody's")
    assert run("backup", tmp_path / "usb.db", "--instance", tmp_path) == 1
    assert "is there already" in capsys.readouterr().err
    assert (tmp_path / "usb.db").read_text() == "something of somebody's"
    assert run("backup", tmp_path / "none" / "usb.db", "--instance", tmp_path) == 1
    assert "cannot be written" in capsys.readouterr().err
    assert run("backup", "--instance", tmp_path) == 0
    assert len(list(tmp_path.glob("companion-backup-*.db"))) == 1
    assert run("backup", "--instance", tmp_path / "empty") == 1
    assert "nothing to copy" in capsys.readouterr().err


def spoil(path: Path, how: str, code: str) -> None:
    """Spoil a copy in one way."""
    if how == "missing":
        path.unlink()
    elif how == "text":
        path.write_text("a letter" * 500)
    elif how == "damaged":
        data = bytearray(path.read_bytes())
        data[8192:16384] = b"x" * 8192
        path.write_bytes(data)
    else:
        with closing(sqlite3.connect(path)) as database, database:
            if how == "newer":
                database.execute("PRAGMA user_version = 99")
            elif how == "another program's":
                database.execute("PRAGMA user_version = 0")
            elif how == "closed table":
                database.execute("UPDATE events SET kind = 'of a newer version' WHERE number = 5")


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("missing", "cannot be read as a copy of tables"),
        ("text", "cannot be read as a copy of tables"),
        ("damaged", "is damaged"),
        ("newer", "was written by a newer Vegas Companion"),
        ("another program's", "holds no tables of Vegas Companion"),
        ("closed table", "does not open. Nothing was changed; --anyway takes the file all the same."),
    ],
)
def test_restore_says_why_it_refuses_and_changes_nothing(
    at: AtTable, tmp_path: Path, how: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    finish(at)
    copy = tmp_path / "copy.db"
    at.store.copy_to(copy)
    later = AtTable(at.store)
    at.store.close()
    spoil(copy, how, at.code)
    assert run("restore", copy, "--instance", tmp_path) == 1
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
    with play.Store(tmp_path / play.FILE_NAME) as store:
        assert set(store.codes()) == {at.code, later.code}
    assert not list(tmp_path.glob("companion-before-*"))
    assert not list(tmp_path.glob(".restore-*"))


def test_a_copy_with_a_closed_table_is_taken_anyway_where_that_is_wished(at: AtTable, tmp_path: Path) -> None:
    finish(at)
    at.store.copy_to(tmp_path / "copy.db")
    at.store.close()
    spoil(tmp_path / "copy.db", "closed table", at.code)
    assert run("restore", "--anyway", tmp_path / "copy.db", "--instance", tmp_path) == 0
    with play.Store(tmp_path / play.FILE_NAME) as store:
        assert play.mend(store, at.code, ANN) is None
        assert play.open_table(store, at.code).state.phase == "setup"


def test_restore_waits_for_no_server_that_runs(at: AtTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A server holds the file open as long as it runs, whether or not anybody plays."""
    at.store.copy_to(tmp_path / "copy.db")
    assert run("restore", tmp_path / "copy.db", "--instance", tmp_path) == 1
    assert f"has the tables of {tmp_path} open. Stop it" in capsys.readouterr().err
    at.take(ANN, "dealt")
    assert at.table.state.phase == "turns", "and the server goes on"


def test_restore_heals_a_folder_whose_file_is_damaged(at: AtTable, tmp_path: Path) -> None:
    finish(at)
    (kept,) = snapshots(tmp_path)
    at.store.close()
    spoil(tmp_path / play.FILE_NAME, "text", at.code)
    assert run("restore", kept, "--instance", tmp_path) == 0
    with play.Store(tmp_path / play.FILE_NAME) as store:
        assert play.open_table(store, at.code).outcome is not None


def test_a_restore_that_finds_no_room_changes_nothing(
    at: AtTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whichever step fails, the tables are what they were: the swap itself is one step."""
    finish(at)
    at.store.copy_to(tmp_path / "copy.db")
    later = AtTable(at.store)
    at.store.close()

    def full(_: Any, target: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(target))

    monkeypatch.setattr("companion.store.os.replace", full)
    assert run("restore", tmp_path / "copy.db", "--instance", tmp_path) == 1
    assert os.strerror(errno.ENOSPC) in capsys.readouterr().err
    monkeypatch.undo()
    with play.Store(tmp_path / play.FILE_NAME) as store:
        assert later.code in store.codes()


def test_an_event_of_another_game_closes_its_table_alone(at: AtTable) -> None:
    other = AtTable(at.store)
    with at.store.writing():
        at.store.append(other.code, Event("placed", {}, at="", number=99), "table", "key")
    assert play.closed_tables(at.store) == [other.code]


def test_a_command_on_a_damaged_file_says_what_to_do(
    at: AtTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def malformed(_: Any) -> None:
        raise play.Damaged("database disk image is malformed")

    monkeypatch.setattr(play.Store, "codes", malformed)
    assert run("backup", "--instance", tmp_path) == 1
    assert "Restore the latest copy in snapshots/." in capsys.readouterr().err
