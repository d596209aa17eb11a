"""The streams that say when to fetch: who is woken, by whom, and what becomes of too many."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from werkzeug.test import TestResponse

from companion.web import live
from tests.conftest import Cast, Phone, build, sit_down


@contextmanager
def listening(phone: Phone) -> Iterator[Iterator[str]]:
    """Open the stream of a phone's board and read past its beginning."""
    answer: TestResponse = phone.client.get(phone.at("/stream"), buffered=False)
    assert answer.status_code == 200
    assert answer.mimetype == "text/event-stream"
    messages = (chunk.decode() if isinstance(chunk, bytes) else chunk for chunk in answer.response)
    assert "data: open" in next(messages)
    yield messages
    answer.close()


def test_e68_whoever_writes_wakes_every_stream_of_the_table_at_once(cast: Cast) -> None:
    """E-68: the message holds nothing: what there is to see is fetched, as its viewer may see it."""
    with listening(cast.stranger) as stranger, listening(cast.seats["1"]) as seat:
        assert cast.host.act("dealt").status_code == 303
        for messages in (stranger, seat):
            assert next(messages) == "data: changed\n\n"


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
        assert next(messages) == "data: changed\n\n"


def test_what_was_written_here_is_not_told_twice(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "STILL_HERE", 3 * live.WATCHING)
    monkeypatch.setattr(live, "BREATH", live.WATCHING)
    with listening(cast.stranger) as messages:
        cast.host.act("dealt")
        assert [next(messages) for _ in range(2)] == ["data: changed\n\n", "data: still here\n\n"]


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
