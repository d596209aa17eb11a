"""The instance folder and the key in it."""

from __future__ import annotations

import errno
import os
import stat
import threading
from pathlib import Path

import pytest

from companion.web import instance
from companion.web.instance import KEY_FILE, instance_folder, secret_key
from tests.conftest import Phone, build


def test_e126_the_folder_is_chosen_named_or_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """E-126: by option, by variable, in a checkout, else with the user's own data; it is made if missing."""
    monkeypatch.setenv(instance.VARIABLE, str(tmp_path / "named"))
    assert instance_folder(tmp_path / "chosen" / "deep") == tmp_path / "chosen" / "deep"
    assert (tmp_path / "chosen" / "deep").is_dir()
    assert instance_folder() == tmp_path / "named"
    monkeypatch.delenv(instance.VARIABLE)
    assert instance_folder() == Path(__file__).parents[2] / "instance"
    monkeypatch.setattr(instance, "PACKAGE", tmp_path / "env" / "companion")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert "env" not in instance_folder().parts


def test_a_relative_folder_is_told_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert instance_folder("here") == tmp_path / "here"


def test_e47_the_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    key = secret_key(tmp_path)
    assert len(key) == 64
    assert secret_key(tmp_path) == key
    assert stat.S_IMODE(os.stat(tmp_path / KEY_FILE).st_mode) == 0o600


def test_e47_processes_that_start_at_once_share_one_key(tmp_path: Path) -> None:
    keys: list[str] = []
    start = threading.Barrier(8)

    def first() -> None:
        start.wait()
        keys.append(secret_key(tmp_path))

    threads = [threading.Thread(target=first) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(keys) == 8
    assert len(set(keys)) == 1


def test_e47_a_key_that_could_not_be_written_is_not_left_half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """E-47, E-129: once the disk has room again, the next start makes one."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(tmp_path))

    with monkeypatch.context() as room:
        room.setattr(os, "fdopen", full)
        with pytest.raises(OSError, match="No space left"):
            secret_key(tmp_path)
    assert len(secret_key(tmp_path)) == 64


def test_the_tables_are_for_their_owner_alone(tmp_path: Path) -> None:
    """Whoever else has an account on this device reads no deal, whatever the rights of the folder are."""
    tmp_path.chmod(0o755)
    app = build(tmp_path)
    Phone(app).post("/tables", game="toy", players="2")
    found = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert {"companion.db", "companion.db-wal", KEY_FILE} <= set(found)
    assert set(found.values()) == {0o600}


def test_a_file_that_holds_no_key_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instance, "KEY_PATIENCE", 0.02)
    (tmp_path / KEY_FILE).write_text("")
    with pytest.raises(ValueError, match=r"holds no key\. Delete it"):
        secret_key(tmp_path)
