"""Pushes: an open stream brings its phone the board whenever it has changed. Polls go on beside it, for the truth.

A stream holds a thread of the server, so only some phones get one; the others poll each second. Whoever writes in this
process rings at once; what other processes write, a watcher finds within a tenth of a second.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from wsgiref.types import WSGIEnvironment

from flask import Blueprint, Flask, Response, current_app, g, request, session

from companion import play
from companion.web import errors, language
from companion.web.pages import Sight, page, sight, store, table_at

blueprint = Blueprint("live", __name__)
_one_board = threading.Lock()

#: streams that one process keeps open: half of the server's threads
MOST_STREAMS = 16
#: seconds between two signs of life, and after which a phone has to ask for its stream anew
STILL_HERE, LONGEST = 15, 3600
#: seconds after which a stream looks whether its phone is still there: a phone that left must not hold a thread
BREATH = 1.0
#: seconds between two looks at what other processes wrote
WATCHING = 0.1
#: seconds that whoever acts waits at most for the others to be told first
AFTER_YOU = 0.05
#: the message to a phone that shall fetch the board itself
ASK = "data: changed\n\n"
#: the message that brings it, line by line
BOARD = "event: board\n{}\n"


class _Ear:
    """A stream that listens: the page that keeps it open, how often it was rung for, and what of that it has told."""

    def __init__(self, page: str) -> None:
        self.page = page
        self.rung = self.told = 0


class Bell:
    """Rings for the streams of a table, in this process, once there is something new that everybody may see.

    What is hidden rings nothing: the moment of a look or of a changed mind would be heard by all (E-20).
    """

    def __init__(self, path: Path) -> None:
        """Watch over the database of this path while anybody listens."""
        self._path = path
        lock = threading.RLock()
        self._rung, self._told = threading.Condition(lock), threading.Condition(lock)
        self._ears: dict[str, list[_Ear]] = {}
        self._marks: dict[str, str] = {}
        self._watcher: threading.Thread | None = None
        #: by language, the latest board of those who only look on, and before it its table, revision and second
        self.looked_on: dict[str, tuple[tuple[str, str, int], str]] = {}

    def look(self, store: play.Store, code: str, but: str = "") -> None:
        """Wake the streams of a table, but that of one page, where something public has changed since the last look."""
        with self._rung:
            if code not in self._ears:
                return
        mark = play.public_mark(store, code)
        with self._rung:
            ears = self._ears.get(code, [])
            if self._marks.get(code, mark) != mark:
                for ear in ears:
                    ear.rung += not ear.page or ear.page != but
                self._rung.notify_all()
            if ears:
                self._marks[code] = mark

    def all_told(self, code: str) -> bool:
        """Wait until every stream of a table that was rung for has told its phone; False where one takes too long."""
        with self._rung:
            ears = tuple(self._ears.get(code, ()))
            return self._told.wait_for(lambda: all(ear.told == ear.rung for ear in ears), AFTER_YOU)

    def listen(self, code: str, mark: str, page: str = "") -> Iterator[bool]:
        """Yield True for each ring at a table, False for each breath without one; nothing where too many listen."""
        ear = _Ear(page)
        with self._rung:
            if sum(map(len, self._ears.values())) >= MOST_STREAMS:
                return
            self._ears.setdefault(code, []).append(ear)
            self._marks.setdefault(code, mark)
            heard = ear.rung
            self._watch()
        try:
            yield True
            while True:
                with self._rung:
                    ear.told = heard
                    self._told.notify_all()
                    if ear.rung == heard:
                        self._rung.wait(BREATH)
                    last, heard = heard, ear.rung
                yield heard != last
        finally:
            self._leave(code, ear)

    def _leave(self, code: str, ear: _Ear) -> None:
        with self._rung:
            self._ears[code].remove(ear)
            if not self._ears[code]:
                del self._ears[code], self._marks[code]

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
                    if not self._ears:
                        self._watcher = None
                        return
                    codes = tuple(self._ears)
                last, version = version, watched.version()
                for code in codes if version != last else ():
                    self.look(watched, code)
                time.sleep(WATCHING)


def init_app(app: Flask) -> None:
    """Look after every post that concerns a table."""
    app.extensions["bell"] = Bell(app.config["DATABASE"])
    app.after_request(_ring)


def _app() -> Flask:
    found: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    return found


def _bell() -> Bell:
    bell: Bell = current_app.extensions["bell"]
    return bell


def ring(code: str) -> None:
    """Wake the phones of a table, and let them have their boards before the page that acted has its answer.

    It knows what it did; made side by side, all of them would come as late as the last.
    """
    g.rung = True
    _bell().look(store(), code, request.headers.get("X-Page", ""))
    _bell().all_told(code)


def _ring(answer: Response) -> Response:
    code = play.code_of(str((request.view_args or {}).get("code", "")))
    if request.method == "POST" and code and answer.status_code < 400 and "rung" not in g:
        _bell().look(store(), code)
    return answer


@blueprint.get("/t/<code>/stream")
def stream(code: str) -> Response:
    """Keep a stream open that brings each new board; 204 where this process keeps enough of them already."""
    table = table_at(code)
    rings = _bell().listen(table.code, play.public_mark(store(), table.code), request.args.get("page", ""))
    first = next(rings, None)
    if first is None:
        return Response(status=204)
    gone = request.environ.get("waitress.client_disconnected", bool)
    board = partial(_board, _app(), request.environ, table.code)
    answer = Response(_told(rings, gone, board), mimetype="text/event-stream")
    answer.headers["Cache-Control"] = "no-store"
    answer.call_on_close(rings.close)  # type: ignore[attr-defined]
    return answer


def _told(rings: Iterator[bool], gone: Callable[[], bool], board: Callable[[], str]) -> Iterator[str]:
    # What was written between reading the page and coming here is fetched at once.
    yield "retry: 3000\ndata: open\n\n"
    began = said = time.monotonic()
    for rung in rings:
        now = time.monotonic()
        if gone() or now - began > LONGEST:
            return
        if rung or now - said > STILL_HERE:
            said = now
            yield board() if rung else "data: still here\n\n"


def _board(app: Flask, environ: WSGIEnvironment, code: str) -> str:
    """Write the board as the phone that asked for the stream would fetch it now; where that fails it shall ask."""
    # As a request of its own: what one remembers while it lasts would be old by the next ring. One after the other:
    # made side by side, all of them would come as late as the last.
    with _one_board, app.request_context(environ):
        g.store = app.extensions["store"]
        language.speak()
        try:
            part = _part(sight(table_at(code), here=False))
        except (errors.Sentence, play.BrokenLog):
            return ASK
        finally:
            # It stays open for the next board.
            g.pop("store")
        # A form needs the proof that lies in a cookie, and a stream can bring no cookie any more.
        return ASK if session.modified else BOARD.format("".join(f"data: {line}\n" for line in part.split("\n")))


def _part(shown: Sight) -> str:
    """Make the live part of a board, once for all who only look on in one language.

    They see the same, to the second of its clocks.
    """
    viewer, seen, bell = shown.viewer, shown.seen, _bell()
    which, tongue = (shown.table.code, seen.revision, int(time.time())), language.tag()
    looks_on = not (viewer.seats or viewer.host or seen.asked or seen.lost)
    made, board = bell.looked_on.get(tongue, (None, ""))
    if looks_on and made == which:
        return board
    part = page("table/_live.html", shown)
    # What holds the proof of a form is for one browser alone.
    if looks_on and "csrf_token" not in g:
        bell.looked_on[tongue] = (which, part)
    return part
