"""A room with a server and a browser: real phones on a plain-http name, none of them on the internet."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Playwright, Request, expect, sync_playwright

from tests.browser.table import Phone

CHECKOUT = Path(__file__).parents[2]
NAME = "table.test"
CHROMIUM = "CHROMIUM"
#: Debian's: the same browser without, and with, a desktop window that it draws round every page
OF_DEBIAN = ("chromium-headless-shell", "chromium")
#: milliseconds that a phone waits for anything before a test fails; two cores may be busy with other tests
PATIENCE = 20_000
#: on plain http under a name like this a page is no secure context, just as at an address in the room (E-63)
QUIETLY = (
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
#: htmx calls it an error when a tap breaks off the poll that was on its way
ABORTED = ("htmx:sendAbort", "htmx:afterRequest")


class NoChromium(Exception):
    """There is no browser to test with."""


@contextmanager
def serving(folder: Path, *options: str, program: str = "companion") -> Iterator[str]:
    """Serve on a free port of this machine, and give the address under which phones find it."""
    port = _free_port()
    url = f"http://{NAME}:{port}"
    command = [sys.executable, "-m", program, "serve", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--url", url, "--instance", str(folder / "instance"), *options]
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, stderr=log, text=True)
        assert server.stdout is not None
        with server.stdout as said:
            try:
                if not any(line.startswith(url) for line in said):
                    raise RuntimeError((folder / "server.log").read_text())
                yield url
            finally:
                server.terminate()
                server.wait(10)


def _free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def chromium() -> str:
    """Give the path of the Chromium that CHROMIUM names, else of Debian's. Raises NoChromium."""
    found = os.environ.get(CHROMIUM) or next(filter(None, map(shutil.which, OF_DEBIAN)), "")
    if not Path(found).is_file():
        raise NoChromium(
            f"There is no Chromium{f' at {found}' if found else ''}. Install Debian's package `{OF_DEBIAN[0]}`, "
            f"or name another one in {CHROMIUM}."
        )
    return found


@contextmanager
def browsing() -> Iterator[Browser]:
    """Start Chromium. Raises NoChromium."""
    found = chromium()
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = _launched(playwright, found)
        yield browser
        browser.close()


def _launched(playwright: Playwright, path: str) -> Browser:
    return playwright.chromium.launch(executable_path=path, args=list(QUIETLY))


class Room:
    """Everybody's phones in one test; leaving it fails where one of them had something to complain about."""

    def __init__(self, url: str, browser: Browser) -> None:
        self.url = url
        self._browser = browser
        self.phones: list[Phone] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        complaints = [f"{phone.owner}: {text}" for phone in self.phones for text in phone.complaints]
        for phone in self.phones:
            phone.context.close()
        if kind is None:
            assert not complaints, "\n".join(complaints)

    def phone(self, owner: str, **wishes: Any) -> Phone:
        """Hand somebody a phone of 390 x 844 that has never been here; `wishes` change its browser context."""
        usual = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "base_url": self.url}
        context = self._browser.new_context(**{**usual, **wishes})
        context.set_default_timeout(PATIENCE)
        phone = Phone(owner, self.url, context)
        context.on("console", lambda message: _console(phone, message))
        context.on("weberror", lambda error: phone.complaints.append(f"a script failed: {error.error}"))
        context.on("request", lambda request: _request(phone, request))
        self.phones.append(phone)
        return phone


def _console(phone: Phone, message: ConsoleMessage) -> None:
    """Note an error on the console (E-63), but for those that the test itself brings about."""
    if message.type == "error" and not any(text in message.text for text in (*ABORTED, *phone.expected)):
        phone.complaints.append(f"on the console: {message.text}")


def _request(phone: Phone, request: Request) -> None:
    if urlsplit(request.url).netloc != urlsplit(phone.url).netloc and not request.url.startswith("data:"):
        phone.complaints.append(f"asked another host: {request.url}")
