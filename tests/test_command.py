"""The command line: what it prints, and how it says what it cannot do."""

from __future__ import annotations

import io
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion import __main__, __version__, play
from companion.__main__ import main

PATIENCE = 30.0


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


@contextmanager
def serving(*arguments: str, **more: str) -> Iterator[subprocess.Popen[str]]:
    """Start the real server, and stop it as Ctrl-C does."""
    command = [sys.executable, "-W", "error", "-m", "companion", *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env={**os.environ, **more}) as server:
        try:
            yield server
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(PATIENCE)


def first_lines(server: subprocess.Popen[str], count: int = 2) -> list[str]:
    assert server.stdout
    return [server.stdout.readline().rstrip("\n") for _ in range(count)]


def fetched(url: str) -> bytes:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
                return bytes(answer.read())
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


def test_e126_the_server_prints_its_folder_and_its_address_last(tmp_path: Path) -> None:
    """E-61, E-126: no QR where nobody looks at a terminal; the address is the last line."""
    port = free_port()
    url = "http://table.test:8123"
    with serving(
        "--port", str(port), "--host", "127.0.0.1", "--url", url, COMPANION_INSTANCE=str(tmp_path / "x")
    ) as server:
        assert first_lines(server) == [f"Tables are kept in {tmp_path / 'x'}", f"{url}/"]
        assert b"Vegas" in fetched(f"http://127.0.0.1:{port}/")
    assert server.returncode == 0
    assert server.stderr
    assert (tmp_path / "x" / play.FILE_NAME).is_file()


def test_e46_what_was_answered_is_there_after_a_kill(tmp_path: Path) -> None:
    """E-46, E-47: killed without warning and started again, a table is as it was."""
    port = free_port()
    arguments = ("serve", "--port", str(port), "--host", "127.0.0.1", "--instance", str(tmp_path))
    with serving(*arguments) as server:
        fetched(f"http://127.0.0.1:{port}/")
        with play.Store(tmp_path / play.FILE_NAME) as store:
            code = play.new_table(store, "strip", 4, "host")
        server.kill()
        server.wait(PATIENCE)
    with serving(*arguments):
        assert b"Vegas Strip" in fetched(f"http://127.0.0.1:{port}/t/{code}")


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.listen()
        yield int(held.getsockname()[1])


def said(capsys: pytest.CaptureFixture[str]) -> str:
    err = capsys.readouterr().err
    assert err.startswith("vegas-companion: ")
    assert err.count("\n") == 1, "one sentence"
    return err


def test_e129_a_port_in_use_is_told_in_one_sentence(
    tmp_path: Path, taken_port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--port", str(taken_port), "--host", "127.0.0.1", "--instance", str(tmp_path)]) == 1
    assert f"Port {taken_port} is in use" in said(capsys)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--port", "70000"], "70000 is no port."),
        (["--host", "192.0.2.1", "--port", "8123"], "192.0.2.1 is no address of this device."),
        (["--url", "table"], "table is no address for phones."),
    ],
)
def test_e129_what_cannot_be_served_is_told(
    tmp_path: Path, arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "--instance", str(tmp_path)]) == 1
    assert sentence in said(capsys)


def test_e129_a_folder_that_is_none_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["--instance", str(tmp_path / "file")]) == 1
    assert "Choose a folder that you may write with --instance." in said(capsys)


def test_e129_a_database_that_is_none_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / play.FILE_NAME).mkdir()
    assert main(["export", "CCFGH", "--instance", str(tmp_path)]) == 1
    assert "Nothing can be kept in" in said(capsys)


def test_e61_on_a_terminal_the_qr_stands_first_and_the_address_last(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    __main__._welcome(tmp_path, ("http://192.168.178.123:8000", "http://10.0.0.5:8000"))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("\x1b[")
    assert lines[-1] == "http://192.168.178.123:8000/"
    assert str(tmp_path) in lines[-3]
    assert "http://10.0.0.5:8000/" in lines[-2]
    assert len(lines) <= 24


def test_e129_without_a_network_the_terminal_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    __main__._welcome(tmp_path, ("http://127.0.0.1:8000",))
    assert "join a Wi-Fi or switch on a hotspot" in capsys.readouterr().out


def test_an_export_is_the_public_story_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with play.Store(tmp_path / play.FILE_NAME) as store:
        code = play.new_table(store, "strip", 4, "host")
    assert main(["export", str(code).lower(), "--instance", str(tmp_path)]) == 0
    story = json.loads(capsys.readouterr().out)
    assert (story["game"], story["code"]) == ("strip", code)
    assert story["lines"][0]["number"] == 1
    assert main(["export", "NONE5", "--instance", str(tmp_path)]) == 1
    assert "There is no table" in said(capsys)


def test_the_judge_answers_a_file_or_standard_input(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = b'{"game": "strip", "ask": "table", "players": 4, "id": 7}\n'
    (tmp_path / "asked").write_bytes(line + b"nonsense\n")
    assert main(["judge", str(tmp_path / "asked")]) == 2
    first, second = (json.loads(answer) for answer in capfdbinary.readouterr().out.splitlines())
    assert first["id"] == 7
    assert second["error"]["code"] == "not-json"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line)))
    assert main(["judge"]) == 0
    capfdbinary.readouterr()
    assert main(["judge", str(tmp_path / "missing")]) == 1


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as done:
        main(["--version"])
    assert done.value.code == 0
    assert __version__ in capsys.readouterr().out
