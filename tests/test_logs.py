"""The log for the person who runs it: one readable line a request, and nothing in it that anybody keeps secret."""

from __future__ import annotations

import logging
import re
import signal
import urllib.request
from pathlib import Path

import pytest

from companion import play
from companion.command.serving import _without_path
from tests.conftest import Cast, Phone
from tests.test_command import fetched, first_lines, free_port, serving

LINE = re.compile(r"(GET|HEAD|POST) (/\S*|\(no such page\))( [a-z_]+)? [1-5]\d\d \d+ ms")
SECRETS = {"name": "Annabella", "pin": "4711", "keep": "yes", "code": "zq-seat-code", "query": "zq-query", "x": "zq"}


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "companion.requests"]


def requests(cast: Cast) -> list[tuple[str, str]]:
    """Send one request of each kind, and name the line that each must leave: route and kind, and status."""
    phone, host, code = cast.seats["1"], cast.host, cast.code
    phone.token()
    sent = [
        (host.act("dealt"), f"POST /t/{code}/act dealt 303"),
        (phone.act("named", seat="1", name=SECRETS["name"]), f"POST /t/{code}/act named 303"),
        (phone.act("chosen", seat="1", keep=SECRETS["keep"]), f"POST /t/{code}/act chosen 303"),
        (phone.act("scored", seat="1", points="77"), f"POST /t/{code}/act scored 422"),
        (phone.act("scored", seat="1", points="7", scope="table@0"), f"POST /t/{code}/act scored 409"),
        (cast.seats["2"].act("agreed", record="own"), f"POST /t/{code}/act agreed 403"),
        (host.act("undone"), f"POST /t/{code}/act undone 422"),
        (phone.act(SECRETS["query"], scope=""), f"POST /t/{code}/act 422"),
        (phone.post(phone.at("/card/1/look")), f"POST /t/{code}/card/<seat>/look 200"),
        (phone.post(phone.at("/card/1/set-pin"), pin=SECRETS["pin"]), f"POST /t/{code}/card/<seat>/set-pin 303"),
        (phone.post(phone.at(f"/seat/{SECRETS['code'] * 3}")), f"POST /t/{code}/seat/<token> 404"),
        (phone.get(phone.at(f"?word={SECRETS['query']}")), f"GET /t/{code} 200"),
        (phone.get(f"/{SECRETS['query']}"), "GET (no such page) 404"),
        (phone.get("/t/N0NE5"), "GET /t/N0NE5 404"),
        (cast.stranger.get("/"), "GET / 200"),
    ]
    return [(f"{answer.status_code}", line) for answer, line in sent]


def test_every_request_leaves_one_readable_line(cast: Cast, caplog: pytest.LogCaptureFixture) -> None:
    """Issue 5: the table and the kind of act are in it, whatever came of it."""
    caplog.set_level(logging.INFO)
    expected = requests(cast)
    told = lines(caplog)
    assert all(LINE.fullmatch(line) for line in told), told
    bare = [line.rsplit(" ", 2)[0] for line in told]
    for status, line in expected:
        assert line.endswith(status), line
        assert line in bare, line
    for secret in SECRETS.values():
        assert not [line for line in told if secret in line], secret


def test_a_table_that_goes_back_says_so_in_the_log(cast: Cast, caplog: pytest.LogCaptureFixture) -> None:
    """E-104: with the number of the event that broke it, which is for nobody but whoever runs the server."""
    caplog.set_level(logging.INFO)
    with play.Store(cast.host.app.config["DATABASE"]) as store:
        store._db.execute("UPDATE events SET kind = 'of a newer version' WHERE number = 2")
    fresh = Phone(cast.host.app, cast.code)
    play.tables._told._values.clear()
    assert fresh.get(fresh.at()).status_code == 500
    assert cast.seats["1"].post(fresh.at("/mend")).status_code == 303
    said = [record.getMessage() for record in caplog.records]
    assert "event 2 is refused: ['toy-unknown']" in said
    assert [line for line in lines(caplog) if line.startswith(f"POST /t/{cast.code}/mend cut 303")]


def test_a_poll_that_has_nothing_to_tell_leaves_no_line(cast: Cast, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    page = cast.onlooker.get(cast.onlooker.at()).text
    found = re.search(r"rev=([\w-]+)", page)
    assert found
    before = len(lines(caplog))
    assert cast.onlooker.get(cast.onlooker.at(f"/live?rev={found[1]}")).status_code == 204
    assert len(lines(caplog)) == before


def test_the_real_server_writes_time_and_line_and_no_address_of_a_phone(tmp_path: Path) -> None:
    port = free_port()
    with serving("--port", str(port), "--host", "127.0.0.1", "--instance", str(tmp_path)) as server:
        first_lines(server)
        fetched(f"http://127.0.0.1:{port}/?{SECRETS['query']}=1")
        with pytest.raises(OSError, match="404"):
            opened_once(f"http://127.0.0.1:{port}/{SECRETS['query']}")
        server.send_signal(signal.SIGINT)
        assert server.stderr
        told = server.stderr.read().splitlines()
    # Whatever else stands there comes from Python and from warnings that are errors here.
    ours = [line[9:] for line in told if re.match(r"\d\d:\d\d:\d\d ", line)]
    assert [re.sub(r" \d+ ms$", "", line) for line in ours if LINE.fullmatch(line)] == [
        "GET / 200",
        "GET (no such page) 404",
    ]
    assert not [line for line in told if SECRETS["query"] in line]


def test_what_waitress_says_of_a_phone_that_went_away_names_no_path() -> None:
    """E-07: the path of a request may hold the code that opens a seat."""
    for said in ("Client disconnected", "Exception"):
        record = logging.LogRecord("waitress", logging.INFO, "", 0, f"{said} while serving /t/C/seat/zq", (), None)
        assert _without_path(record)
        assert record.getMessage() == f"{said} while serving a page"
    record = logging.LogRecord("waitress", logging.INFO, "", 0, "Task queue depth is %d", (7,), None)
    assert _without_path(record)
    assert record.getMessage() == "Task queue depth is 7"


def opened_once(url: str) -> None:
    with urllib.request.urlopen(url, timeout=30):
        pass
