"""Pushes: an open stream says that there is something to fetch, and nothing else. Polls go on beside it, for the truth.

A stream holds a thread of the server, so only some phones get one; the others poll each second. Whoever writes in this
process rings at once; what other processes write, a watcher finds within a tenth of a second.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from flask import Blueprint, Flask, Response, current_app, g, request

from companion import play
from companion.web.pages import store, table_at

blueprint = Blueprint("live", __name__)

#: streams that one process keeps open: half of the server's threads
MOST_STREAMS = 16
#: seconds between two signs of life, and after which a phone has to ask for its stream anew
STILL_HERE, LONGEST = 15, 3600
#: seconds after which a stream looks whether its phone is still there: a phone that left must not hold a thread
BREATH = 1.0
#: seconds between two looks at what other processes wrote
WATCHING = 0.1


class Bell:
    """Rings for the streams of a table, in this process, once there is something new that everybody may see.

    What is hidden rings nothing: the moment of a look or of a changed mind would be heard by all (E-20).
    """

    def __init__(self, path: Path) -> None:
        """Watch over the database of this path while anybody listens."""
        self._path = path
        self._rung = threading.Condition()
        self._rings: dict[str, int] = {}
        self._marks: dict[str, str] = {}
        self._listening: dict[str, int] = {}
        self._watcher: threading.Thread | None = None

    def look(self, store: play.Store, code: str) -> None:
        """Wake every stream of a table at which something public has changed since the last look."""
        with self._rung:
            if code not in self._listening:
                return
        mark = play.public_mark(store, code)
        with self._rung:
            if self._marks.get(code, mark) != mark:
                self._rings[code] += 1
                self._rung.notify_all()
            if code in self._listening:
                self._marks[code] = mark

    def listen(self, code: str, mark: str) -> Iterator[bool]:
        """Yield True for each ring at a table, False for each breath without one; nothing where too many listen."""
        with self._rung:
            if sum(self._listening.values()) >= MOST_STREAMS:
                return
            self._listening[code] = self._listening.get(code, 0) + 1
            self._marks.setdefault(code, mark)
            heard = self._rings.setdefault(code, 0)
            self._watch()
        try:
            # What was written between reading the page and coming here is fetched at once.
            yield True
            while True:
                with self._rung:
                    if self._rings[code] == heard:
                        self._rung.wait(BREATH)
                    last, heard = heard, self._rings[code]
                yield heard != last
        finally:
            self._leave(code)

    def _leave(self, code: str) -> None:
        with self._rung:
            self._listening[code] -= 1
            if not self._listening[code]:
                del self._listening[code], self._rings[code], self._marks[code]

    def _watch(self) -> None:
        if self._watcher is None or not self._watcher.is_alive():
            self._watcher = threading.Thread(target=self._look_out, daemon=True, name="watcher")
            self._watcher.start()

    def _look_out(self) -> None:
        """Look again whenever another connection has written, for as long as anybody listens."""
        with play.Store(self._path) as watched:
            version = -1
            while True:
                with self._rung:
                    if not self._listening:
                        self._watcher = None
                        return
                    codes = tuple(self._listening)
                last, version = version, watched.version()
                for code in codes if version != last else ():
                    self.look(watched, code)
                time.sleep(WATCHING)


def init_app(app: Flask) -> None:
    """Look after every post that concerns a table."""
    app.extensions["bell"] = Bell(app.config["DATABASE"])
    app.after_request(_ring)


def _bell() -> Bell:
    bell: Bell = current_app.extensions["bell"]
    return bell


def ring(code: str) -> None:
    """Wake the phones of a table now: before the answer to whoever acted is made, which takes as long as theirs."""
    g.rung = True
    _bell().look(store(), code)


def _ring(answer: Response) -> Response:
    code = play.code_of(str((request.view_args or {}).get("code", "")))
    if request.method == "POST" and code and answer.status_code < 400 and "rung" not in g:
        _bell().look(store(), code)
    return answer


@blueprint.get("/t/<code>/stream")
def stream(code: str) -> Response:
    """Keep a stream open that says when to fetch; 204 where this process keeps enough of them already."""
    table = table_at(code)
    rings = _bell().listen(table.code, play.public_mark(store(), table.code))
    first = next(rings, None)
    if first is None:
        return Response(status=204)
    gone = request.environ.get("waitress.client_disconnected", bool)
    answer = Response(_told(rings, gone), mimetype="text/event-stream")
    answer.headers["Cache-Control"] = "no-store"
    answer.call_on_close(rings.close)  # type: ignore[attr-defined]
    return answer


def _told(rings: Iterator[bool], gone: Callable[[], bool]) -> Iterator[str]:
    yield "retry: 3000\ndata: open\n\n"
    began = said = time.monotonic()
    for rung in rings:
        now = time.monotonic()
        if gone() or now - began > LONGEST:
            return
        if rung or now - said > STILL_HERE:
            said = now
            yield "data: changed\n\n" if rung else "data: still here\n\n"
