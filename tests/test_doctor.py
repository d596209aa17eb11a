"""The doctor: one line for each thing that an evening needs, and what to do where it is wrong."""

from __future__ import annotations

import shutil
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion import play
from companion.__main__ import main
from companion.command import doctor, drill
from companion.games import games
from tests.at_table import AtTable

CHECKS = ["folder", "key", "disk", "file", "tables", "clock", "address", "port"]


@pytest.fixture
def healthy(at: AtTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder with a table in it, on a device that phones can reach."""
    monkeypatch.setattr(doctor, "urls_of", lambda *_: ("http://192.168.1.9:8000", "http://10.0.0.5:8000"))
    (tmp_path / play.FILE_NAME).chmod(0o600)
    return tmp_path


def told(folder: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, dict[str, tuple[str, str]]]:
    """Ask the doctor: the status, and of each check what it says."""
    capsys.readouterr()
    status = main(["doctor", "--instance", str(folder), "--host", "127.0.0.1", "--port", "0", *more])
    lines = [line.split(maxsplit=2) for line in capsys.readouterr().out.splitlines()]
    return status, {name.removesuffix(":"): (mark, text) for mark, name, text in lines}


def test_a_healthy_folder_gets_one_good_line_for_each_check(healthy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, lines = told(healthy, capsys)
    assert status == 0
    assert list(lines) == CHECKS
    assert {mark for mark, _ in lines.values()} == {"ok"}
    assert lines["tables"][1] == "1 told from the log, all of them to the end."
    assert lines["address"][1] == "http://192.168.1.9:8000/ or http://10.0.0.5:8000"
    assert str(healthy) in lines["folder"][1]


def closed_table(folder: Path, _: Any) -> None:
    with closing(sqlite3.connect(folder / play.FILE_NAME)) as database, database:
        database.execute("UPDATE events SET kind = 'of a newer version' WHERE number = 2")


def no_room(_: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=7 * 1024**2))


def no_network(_: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(doctor, "urls_of", lambda *_: ("http://127.0.0.1:8000",))


def old_clock(folder: Path, _: Any) -> None:
    with closing(sqlite3.connect(folder / play.FILE_NAME)) as database, database:
        database.execute("UPDATE events SET at = '2999-01-01T00:00:00+00:00' WHERE number = 1")


def damage(folder: Path, _: Any) -> None:
    with closing(sqlite3.connect(folder / play.FILE_NAME)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray((folder / play.FILE_NAME).read_bytes())
    data[8192:8292] = b"x" * 100
    (folder / play.FILE_NAME).write_bytes(data)


def open_key(folder: Path, _: Any) -> None:
    (folder / "secret.key").write_text("x" * 64)
    (folder / "secret.key").chmod(0o644)


def half_key(folder: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setattr("companion.web.instance.KEY_PATIENCE", 0.0)
    (folder / "secret.key").write_text("half")


def open_file(folder: Path, _: Any) -> None:
    (folder / play.FILE_NAME).chmod(0o644)


@pytest.mark.parametrize(
    ("spoil", "check", "said"),
    [
        (closed_table, "tables", "The page of each offers to go back to its last good line"),
        (no_room, "disk", "7 MB free, and 100 MB should be."),
        (no_network, "address", "Join a Wi-Fi or switch on a hotspot"),
        (old_clock, "clock", "a line was recorded at 2999-01-01"),
        (damage, "file", "Restore the latest copy in snapshots/"),
        (open_key, "key", "Say: chmod 600"),
        (half_key, "key", "holds no key. Delete it and start again"),
        (open_file, "file", "Say: chmod 600"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_is_wrong_is_told_with_what_to_do(
    at: AtTable,
    healthy: Path,
    spoil: Any,
    check: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    at.store.close()
    spoil(healthy, monkeypatch)
    status, lines = told(healthy, capsys)
    assert status == 1
    assert lines[check][0] == "WRONG"
    assert said in lines[check][1]
    assert list(lines) == CHECKS, "what comes after it is told as well"


def test_a_folder_that_is_none_is_wrong_in_every_check_that_needs_it(
    healthy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (healthy / "file").write_text("")
    status, lines = told(healthy / "file", capsys)
    assert status == 1
    assert [name for name, (mark, _) in lines.items() if mark == "WRONG"] == CHECKS[:6]
    assert "Choose a folder that you may write" in lines["folder"][1]


def test_a_port_in_use_is_told_apart_by_who_uses_it(
    healthy: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as hasty, socket.create_server(("127.0.0.1", 0)) as other:
        hasty.setattr(doctor, "HASTE", 0.2)
        port = str(other.getsockname()[1])
        status, lines = told(healthy, capsys, "--port", port)
        assert status == 1
        assert f"Port {port} is in use" in lines["port"][1]
    server = drill.Server(healthy)
    try:
        status, lines = told(healthy, capsys, "--port", server.address.rpartition(":")[2])
        assert status == 0
        assert "a Vegas Companion serves at" in lines["port"][1]
    finally:
        server.kill()


def test_e46_the_doctor_drills_every_game_and_says_what_survived(
    healthy: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """E-46: in a folder of its own that is gone afterwards."""
    monkeypatch.setattr(doctor, "KILLS", 1)
    monkeypatch.setattr(doctor, "ACTS", 3)
    # A server of its own does not know of the toy.
    shipped = {key: game for key, game in games().items() if key != "toy"}
    monkeypatch.setattr(doctor, "games", lambda: shipped)
    before = sorted(healthy.iterdir())
    status, lines = told(healthy, capsys, "--drill")
    assert status == 0
    assert lines["drill"][0] == "ok"
    assert "Vegas Strip" in lines["drill"][1]
    assert "every seat and every open form survived" in lines["drill"][1]
    assert [path for path in sorted(healthy.iterdir()) if path not in before] == [healthy / "secret.key"]


def test_e46_a_drill_that_loses_something_says_what(
    healthy: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "KILLS", 1)
    monkeypatch.setattr(doctor, "ACTS", 0)
    monkeypatch.setattr(doctor, "games", lambda: {"strip": games()["strip"]})
    monkeypatch.setattr(drill.Sample, "losses", lambda _: ["seat 1"])
    status, lines = told(healthy, capsys, "--drill")
    assert status == 1
    assert lines["drill"] == ("WRONG", "after a kill this was lost: seat 1. Trust no evening to this device.")


def test_the_drill_finds_what_is_lost(tmp_path: Path) -> None:
    """A drill that cannot fail would be worth nothing: the last line is taken out of the file behind its back."""
    with drill.sample(tmp_path, "strip", 3, Random(1)) as played:
        for _ in range(3):
            played.send(played.naming())
        played.server.kill()
        assert played.answered
        with closing(sqlite3.connect(played.path)) as database, database:
            database.execute("DELETE FROM events WHERE number = (SELECT MAX(number) FROM events)")
            database.execute("DELETE FROM seats WHERE seat = '2'")
        played.server = drill.Server(tmp_path)
        assert played.losses() == ["answered acts, 1 of 3", "the log has other lines than before", "seat 2"]
