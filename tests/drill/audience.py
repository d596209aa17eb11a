"""Many phones that look at one table of a real server: some by an open stream, the others by polls, as app.js does."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

#: seconds between two polls of a phone without a stream, and the most that one may wait for its answer
BETWEEN, PATIENCE = 1.0, 30.0


@dataclass
class Onlooker:
    """A phone that follows a table; `latest` is the board it saw last, `answers` the milliseconds of its requests."""

    address: str
    at: str
    pushed: bool = False
    latest: str = ""
    answers: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def follow(self, over: threading.Event) -> None:
        """Ask for a stream, and poll where there is none, until it is over."""
        try:
            line = self._line()
            line.request("GET", f"{self.at}/stream?page=")
            answer = line.getresponse()
            self.pushed = answer.status == 200
            if self.pushed:
                self._fetch()
                self._listen(answer, over)
            else:
                answer.read()
                while not over.wait(BETWEEN):
                    self._fetch()
            line.close()
        except (OSError, http.client.HTTPException) as error:
            self.failures.append(repr(error))

    def _line(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=PATIENCE)

    def _fetch(self) -> None:
        began = time.perf_counter()
        line = self._line()
        line.request("GET", f"{self.at}/live", headers={"HX-Request": "true"})
        answer = line.getresponse()
        self.latest = answer.read().decode()
        line.close()
        self.answers.append(1000 * (time.perf_counter() - began))
        if answer.status != 200:
            self.failures.append(f"status {answer.status}")

    def _listen(self, answer: http.client.HTTPResponse, over: threading.Event) -> None:
        lines: list[str] = []
        while not over.is_set():
            line = answer.fp.readline().decode()
            if line.startswith("data: ") and "event: board" in lines[:1]:
                lines.append(line.removeprefix("data: "))
            elif line.startswith("event: "):
                lines = [line.strip()]
            elif lines and not line.strip():
                self.latest, lines = "".join(lines[1:]), []


@contextmanager
def audience(address: str, at: str, phones: int) -> Iterator[list[Onlooker]]:
    """Let so many phones follow a table, and wait at the end until each has noticed that it is over."""
    over = threading.Event()
    onlookers = [Onlooker(address, at) for _ in range(phones)]
    threads = [threading.Thread(target=onlooker.follow, args=(over,)) for onlooker in onlookers]
    for thread in threads:
        thread.start()
    try:
        yield onlookers
    finally:
        over.set()
        for thread in threads:
            # A stream says something once in a while, and only then does a phone look up.
            thread.join(2 * PATIENCE)
