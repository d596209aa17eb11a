"""The command line: what it prints, and how it says what it cannot do."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPResponse
from pathlib import Path

import pytest
from flask import Flask

from companion import __version__, play
from companion.__main__ import main
from companion.command.serving import _welcome
from companion.engine import Event

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
            try:
                server.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                # Leaving the block would wait for it forever.
                server.kill()
                raise


def first_lines(server: subprocess.Popen[str], count: int = 2) -> list[str]:
    assert server.stdout
    return [server.stdout.readline().rstrip("\n") for _ in range(count)]


def fetched(url: str) -> bytes:
    with opened(url) as answer:
        return bytes(answer.read())


def opened(url: str | urllib.request.Request) -> HTTPResponse:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            answer: HTTPResponse = urllib.request.urlopen(url, timeout=PATIENCE)
            return answer
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


def test_e47_two_processes_that_start_at_once_take_each_others_forms(tmp_path: Path) -> None:
    """E-47: one key, made once, for its owner alone."""
    ports = (free_port(), free_port())
    arguments = ("--host", "127.0.0.1", "--instance", str(tmp_path))
    with serving("--port", str(ports[0]), *arguments), serving("--port", str(ports[1]), *arguments):
        one, other = (f"http://127.0.0.1:{port}/" for port in ports)
        fetched(other)
        with opened(one) as page:
            cookie = page.headers["Set-Cookie"].partition(";")[0]
            token = re.search(r'name="csrf_token" value="([^"]+)"', page.read().decode())
        assert token
        fields = urllib.parse.urlencode({"csrf_token": token[1], "game": "strip", "players": "4"}).encode()
        with opened(urllib.request.Request(f"{other}tables", fields, {"Cookie": cookie})) as table:
            assert "/t/" in table.url
    assert stat.S_IMODE((tmp_path / "secret.key").stat().st_mode) == 0o600


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


def test_e58_who_opens_localhost_is_led_to_the_address_that_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E-58: the running server knows on what it listens; on loopback alone it leads nowhere."""
    served: list[Flask] = []

    class Stopped:
        def __init__(self, app: Flask, sockets: list[socket.socket], **_: object) -> None:
            served.append(app)
            sockets[0].close()

        def run(self) -> None:
            pass

    monkeypatch.setattr("waitress.server.create_server", Stopped)
    monkeypatch.setattr("companion.web.addresses.of_this_device", lambda: ("192.168.1.9",))
    for host in ("0.0.0.0", "127.0.0.1"):
        assert main(["--port", "0", "--host", host, "--instance", str(tmp_path)]) == 0
    everywhere, alone = (app.test_client().get("/") for app in served)
    assert re.fullmatch(r"http://192\.168\.1\.9:\d+/", everywhere.location)
    assert alone.status_code == 200


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


@pytest.mark.parametrize("arguments", [["serve"], ["export", "CCFGH"]])
@pytest.mark.parametrize("damage", ["folder", "text"])
def test_e129_a_database_that_is_none_is_told(
    tmp_path: Path, arguments: list[str], damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / play.FILE_NAME
    if damage == "folder":
        path.mkdir()
    else:
        path.write_text("an evening of somebody's, but no database")
    assert main([*arguments, "--instance", str(tmp_path)]) == 1
    assert "Nothing can be kept in" in said(capsys)


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES, errno.ENOSPC])
def test_e129_a_folder_that_is_read_only_or_full_is_told(
    tmp_path: Path, number: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """E-129: whoever runs the tests may be allowed to write anywhere."""

    def closed(path: Path, *_: object) -> int:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr(os, "open", closed)
    assert main(["--instance", str(tmp_path)]) == 1
    assert os.strerror(number) in (told := said(capsys))
    assert "Choose a folder that you may write with --instance." in told


def test_e129_a_disk_without_room_is_told_and_leaves_nothing_half(tmp_path: Path) -> None:
    """E-129: the real command, where no file may take a single byte."""
    command = f'ulimit -f 0; exec "{sys.executable}" -m companion serve --port 0 --instance "{tmp_path}"'
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("vegas-companion: Nothing can be kept in ")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "secret.key").exists()


def test_a_log_that_cannot_be_told_is_told_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with play.Store(tmp_path / play.FILE_NAME) as store:
        code = str(play.new_table(store, "strip", 4, "host"))
        newer = Event("of a newer version", number=play.open_table(store, code).following)
        store.append(code, newer, "table", play.new_key())
    assert main(["export", code, "--instance", str(tmp_path)]) == 1
    assert f"The log of table {code} cannot be read to its end." in said(capsys)


def raw(port: int, request: bytes) -> bytes:
    """Send bytes that no browser would, and read whatever comes back."""
    answer = b""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line, suppress(ConnectionError):
        line.sendall(request)
        while got := line.recv(65536):
            answer += got
    return answer


def test_e23_what_the_server_itself_refuses_tells_nothing(tmp_path: Path) -> None:
    """E-23, E-127: with the default start; requests that never come as far as our pages, and ways out of a folder."""
    port = free_port()
    ask = b"%s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s\r\n"
    requests = [
        (b"GET", b""),
        (b"GET http://[", b""),
        (b"GET /zq-path?zq-query=1", b"X: " + b"y" * 300_000 + b"\r\n"),
        (b"POST /zq-path?zq-query=1", b"Content-Length: zq\r\n"),
        (b"POST /zq-path?zq-query=1", b"Content-Length: 99999999\r\n"),
        (b"GET /static/../instance/companion.db", b""),
        (b"GET /static/..%2f..%2fcompanion.db", b""),
        (b"GET //companion.db", b""),
        (b"GET /../secret.key", b""),
    ]
    with serving("--port", str(port), "--host", "127.0.0.1", "--instance", str(tmp_path)):
        fetched(f"http://127.0.0.1:{port}/")
        key = (tmp_path / "secret.key").read_bytes()
        for line, headers in requests:
            answer = raw(port, ask % (line + b" " if line == b"GET" else line, headers))
            # A line that is no request at all is hung up on.
            assert not answer or re.match(rb"HTTP/1\.[01] 4\d\d ", answer), (line, answer[:80])
            for told in (b"Traceback", b"zq-", b".py", bytes(tmp_path), b"SQLite format", key, b"waitress"):
                assert told not in answer, (line, told)
        assert b"Vegas" in fetched(f"http://127.0.0.1:{port}/"), "and nothing of it stops the server"


def test_e61_on_a_terminal_the_qr_stands_first_and_the_address_last(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    _welcome(tmp_path, ("http://192.168.178.123:8000", "http://10.0.0.5:8000"))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("\x1b[")
    assert lines[-1] == "http://192.168.178.123:8000/"
    assert str(tmp_path) in lines[-3]
    assert "http://10.0.0.5:8000/" in lines[-2]
    assert len(lines) <= 24


def test_e129_without_a_network_the_terminal_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _welcome(tmp_path, ("http://127.0.0.1:8000",))
    assert "join a Wi-Fi or switch on a hotspot, leave out any --host" in capsys.readouterr().out


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


# The cards of the owner's copy


def test_the_cards_go_out_and_in_by_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Issue 6: the same file as on the page; what it changed is printed."""
    file, here, there = (tmp_path / name for name in ("cards.toml", "here", "there"))
    file.write_text('game = "slots"\nformat = 1\n[any]\ncount = 6\n')
    assert main(["cards", "slots", "--take", str(file), "--instance", str(here)]) == 0
    assert capsys.readouterr().out == "Score card and deck, Cards of ANY: not entered -> ANY: 6 cards\n"
    assert main(["cards", "slots", "--instance", str(here)]) == 0
    file.write_text(capsys.readouterr().out)
    assert main(["cards", "slots", "--take", str(file), "--instance", str(there)]) == 0
    assert "ANY: 6 cards" in capsys.readouterr().out
    assert main(["cards", "slots", "--take", str(file), "--instance", str(there)]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("game", "content", "sentence"),
    [
        ("chess", b"", "No game here is called chess."),
        ("slots", None, "cannot be read"),
        ("slots", b"\xff\xfe", "is no text in UTF-8"),
        ("slots", b'game = "slots"\nformat = 1\n[any]\ncount = 0\n', "line 4: Any: 0 cannot be the number of cards."),
    ],
)
def test_cards_that_cannot_be_taken_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, content: bytes | None, sentence: str
) -> None:
    if content is not None:
        (tmp_path / "cards.toml").write_bytes(content)
    command = ["cards", game, "--take", str(tmp_path / "cards.toml"), "--instance", str(tmp_path / "there")]
    assert main(command) == 1
    assert sentence in capsys.readouterr().err
