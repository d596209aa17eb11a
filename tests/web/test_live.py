"""The streams that bring the board: who is woken, by whom, and what becomes of too many."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace

import pytest
from werkzeug.test import TestResponse

from companion import play
from companion.engine import Event
from companion.play import Store
from companion.web import live
from companion.web.pages import page
from tests.conftest import Cast, Phone, build, forms_of, scope_now, sit_down


@contextmanager
def listening(phone: Phone, page: str = "") -> Iterator[Iterator[str]]:
    """Open the stream of a phone's board and read past its beginning."""
    answer: TestResponse = phone.client.get(phone.at(f"/stream?page={page}"), buffered=False)
    assert answer.status_code == 200
    assert answer.mimetype == "text/event-stream"
    messages = (chunk.decode() if isinstance(chunk, bytes) else chunk for chunk in answer.response)
    assert "data: open" in next(messages)
    yield messages
    answer.close()


def board_in(message: str) -> str:
    """Read the board out of a message that brings one."""
    kind, *lines, nothing, end = message.split("\n")
    assert (kind, nothing, end) == ("event: board", "", "")
    assert all(line.startswith("data: ") for line in lines)
    return "\n".join(line.removeprefix("data: ") for line in lines)


def test_e68_whoever_writes_sends_every_phone_its_board_at_once(cast: Cast) -> None:
    """E-68: each as its viewer would fetch it."""
    with listening(cast.stranger) as stranger, listening(cast.seats["1"]) as seat:
        assert cast.host.act("dealt").status_code == 303
        for phone, messages in ((cast.stranger, stranger), (cast.seats["1"], seat)):
            pushed = forms_of(board_in(next(messages)))
            fetched = forms_of(phone.get(phone.at("/live"), part=True).text)
            assert [(f.action, f.fields.keys()) for f in pushed] == [(f.action, f.fields.keys()) for f in fetched]


def test_those_who_only_look_on_share_a_board_and_nobody_else_does(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty phones may look on; a board with forms belongs to one browser."""
    made: list[str] = []
    monkeypatch.setattr(live, "page", lambda name, shown: made.append(name) or page(name, shown))
    stopped = SimpleNamespace(time=lambda: 1.0, monotonic=time.monotonic, sleep=time.sleep)
    monkeypatch.setattr(live, "time", stopped)
    phones = (
        cast.stranger,
        cast.onlooker,
        Phone(cast.host.app, cast.code),
        cast.seats["1"],
        cast.seats["2"],
        cast.host,
    )
    with ExitStack() as streams:
        heard = [streams.enter_context(listening(phone)) for phone in phones]
        cast.host.act("dealt")
        boards = [board_in(next(messages)) for messages in heard]
        assert len(made) == 4
        assert len(set(boards[:3])) == 1
        assert "csrf_token" not in boards[0]
        assert len({re.search('csrf_token" value="([^"]+)"', board)[1] for board in boards[3:]}) == 3
        made.clear()
        cast.host.act("scored", seat="1", points="3")
        boards = [board_in(next(messages)) for messages in heard]
        assert len(made) == 4
        assert all("3 points" in board for board in boards)


def test_a_form_that_a_stream_brought_can_be_posted(cast: Cast) -> None:
    """Its proof belongs to the cookie that the phone has already."""
    seat = cast.seats["1"]
    cast.host.act("dealt")
    with listening(seat) as messages:
        cast.host.act("scored", seat="2", points="3")
        form = next(f for f in forms_of(board_in(next(messages))) if f.fields.get("kind") == ["undone"])
    assert seat.client.post(form.action, data=form.fields).status_code == 303


def test_a_phone_without_a_cookie_is_told_to_fetch_a_board_with_forms(cast: Cast) -> None:
    """A stream can bring no cookie any more, and a form without one could not be posted."""
    seat = cast.seats["1"]
    seat.client.delete_cookie("companion_session")
    with listening(seat) as messages:
        cast.host.act("dealt")
        assert next(messages) == live.ASK


def test_a_table_that_cannot_be_told_any_more_is_to_be_fetched(cast: Cast, store: Store) -> None:
    with listening(cast.stranger) as messages, Store(cast.host.app.config["DATABASE"]) as behind:
        with behind.writing():
            following = len(behind.events(cast.code)) + 1
            behind.append(cast.code, Event("nonsense", number=following), "table", "key")
        assert next(messages) == live.ASK
    assert cast.stranger.get(cast.stranger.at()).status_code == 500


def test_the_page_that_acted_has_its_board_as_the_answer(cast: Cast) -> None:
    """Another page of the same browser, a board on a large screen, is woken like any other."""
    host = cast.host
    with listening(host, "mine") as mine, listening(host, "other") as other, listening(host) as nameless:
        token = host.token()
        fields = {"kind": "dealt", "scope": scope_now(host.app, host.code, "dealt", {}), "key": play.new_key()}
        headers = {"HX-Request": "true", "X-Page": "mine"}
        answer = host.client.post(host.at("/act"), data={"csrf_token": token, **fields}, headers=headers)
        assert answer.status_code == 200
        assert board_in(next(other)) and board_in(next(nameless))
        cast.seats["1"].act("scored", seat="1", points="3")
        assert "3 points" in board_in(next(mine))


def test_whoever_acts_is_answered_after_the_others(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 5: who acts knows what happened, and the others do not."""
    order: list[str] = []
    monkeypatch.setattr(live.Bell, "all_told", lambda bell, code: order.append(f"{code} told"))
    monkeypatch.setattr("companion.web.table.page", lambda name, *shown: order.append(name) or page(name, *shown))
    assert cast.host.act("dealt", part=True).status_code == 200
    assert order == [f"{cast.code} told", "table/_live.html"]


def test_a_phone_is_told_once_its_board_has_left(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """And nobody who acts waits long for a phone that takes nothing."""
    monkeypatch.setattr(live, "AFTER_YOU", 0)
    monkeypatch.setattr(live, "BREATH", 0.01)
    bell: live.Bell = cast.host.app.extensions["bell"]
    with Store(cast.host.app.config["DATABASE"]) as store:
        rings = bell.listen(cast.code, play.public_mark(store, cast.code))
    assert next(rings)
    assert bell.all_told(cast.code)
    cast.host.act("dealt")
    assert not bell.all_told(cast.code)
    assert next(rings), "its board is on the way"
    assert not bell.all_told(cast.code)
    assert not next(rings), "a breath later"
    assert bell.all_told(cast.code)


def test_a_refused_act_and_another_table_wake_nobody(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "STILL_HERE", 0)
    monkeypatch.setattr(live, "BREATH", 0.01)
    other = sit_down(cast.host.app)
    with listening(cast.stranger) as messages:
        assert cast.host.act("scored", seat="1", points="3").status_code == 422
        assert other.host.act("dealt").status_code == 303
        assert next(messages) == "data: still here\n\n"


def test_what_another_process_writes_is_found(cast: Cast) -> None:
    """Two servers on one folder: here the second is another application in this process, with a bell of its own."""
    second = build(cast.host.app.config["DATABASE"].parent)
    there = Phone(second, cast.code)
    with listening(there) as messages:
        assert cast.host.act("dealt").status_code == 303
        assert board_in(next(messages))


def test_what_was_written_here_is_not_told_twice(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "STILL_HERE", 3 * live.WATCHING)
    monkeypatch.setattr(live, "BREATH", live.WATCHING)
    with listening(cast.stranger) as messages:
        cast.host.act("dealt")
        assert board_in(next(messages))
        assert next(messages) == "data: still here\n\n"


def test_e71_too_many_streams_are_told_to_poll(cast: Cast) -> None:
    """Half of the server's threads stay free for everything else; a stream that closes makes room."""
    with ExitStack() as open_streams:
        for _ in range(live.MOST_STREAMS):
            open_streams.enter_context(listening(cast.stranger))
        assert cast.host.get(cast.host.at("/stream")).status_code == 204
        assert cast.host.get(cast.host.at("/live?rev=0"), part=True).status_code == 200
    with listening(cast.host):
        pass


def test_a_stream_ends_when_its_phone_has_gone(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "BREATH", 0.01)
    gone: list[bool] = []
    environ = {"waitress.client_disconnected": lambda: bool(gone)}
    answer = cast.host.client.get(cast.host.at("/stream"), buffered=False, environ_overrides=environ)
    messages = iter(answer.response)
    next(messages)
    gone.append(True)
    assert list(messages) == []
    answer.close()


def test_a_stream_of_no_table_is_no_stream(cast: Cast) -> None:
    assert cast.host.get("/t/00000/stream").status_code == 404
