"""What every answer carries: headers, errors in our look, form proof, packing, and the line in the server's log."""

from __future__ import annotations

import gzip
import itertools
import logging
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from flask_wtf import csrf

from companion import play
from tests.conftest import URL, Cast, Phone, build, forms_of, recorded


def addresses(app: Flask, code: str, method: str) -> Iterator[str]:
    """Fill in every address of the application that takes a method."""
    values = {
        "code": code,
        "seat": "1",
        "token": "x" * 32,
        "name": "app.css",
        "line": "x" * 16,
        "game": "toy",
        "card": "box",
    }
    for rule in app.url_map.iter_rules():
        if method in (rule.methods or ()):
            found = rule.build({name: values[name] for name in rule.arguments})
            assert found
            yield found[1]


POLICY = {
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self'",
    "connect-src": "'self'",
    "img-src": "'self'",
    "object-src": "'none'",
    "frame-src": "'none'",
    "worker-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}


def test_every_answer_is_dressed(cast: Cast) -> None:
    """Whatever is asked for, and whether or not it is there: nothing inline, from elsewhere, framed or told on."""
    phone, gets = cast.seats["1"], [*addresses(cast.host.app, cast.code, "GET"), "/nothing", "/join?code=x"]
    posts = [phone.post(path) for path in addresses(cast.host.app, cast.code, "POST")]
    for answer in (*(phone.get(path) for path in gets), phone.get("/", headers={"Host": "x" * 3000}), *posts):
        policy = dict(part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";"))
        assert policy == POLICY
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        if answer.request.path.startswith("/static/"):
            continue
        assert answer.headers["Cache-Control"] in ("no-cache", "no-store")
        if answer.mimetype == "text/html":
            assert "HX-Request" in answer.headers["Vary"]


def test_no_page_holds_inline_script_or_style(any_cast: Cast) -> None:
    """The policy would block it, without a word to the people at the table."""
    any_cast.host.act("dealt")
    for phone in (any_cast.host, any_cast.seats["1"], any_cast.onlooker):
        for page in ("", "/join", "/log", "/ask", "/card"):
            text = phone.get(phone.at(page), follow_redirects=True).text
            assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|hx-on|js:|javascript:", text)
            assert not re.search(r'(src|href)="(https?:)?//', text), "nothing comes from elsewhere (E-76)"


def test_e76_nothing_is_fetched_from_elsewhere(any_cast: Cast) -> None:
    """E-76: no page, style or script asks any other machine for anything."""
    any_cast.host.act("dealt")
    pages = list(addresses(any_cast.host.app, any_cast.code, "GET"))
    linked: set[str] = set()
    for phone, path in itertools.product((any_cast.host, any_cast.seats["1"], any_cast.stranger), pages):
        answer = phone.get(path)
        assert not re.match(r"(https?:)?//", answer.headers.get("Location", ""))
        if answer.mimetype == "text/html":
            fetched = r'\s(?:src|srcset|href|action|formaction|poster|data|hx-\w+|content)="((?:https?:)?//[^"]*)"'
            assert not [url for url in re.findall(fetched, answer.text) if not url.startswith(f"{URL}/")], path
            linked |= set(re.findall(r'"(/static/[^"#]+)', answer.text))
    assert linked
    for url in linked:
        text = any_cast.host.get(url).text
        assert not re.search(r"@import|url\(\s*[\"']?(https?:)?//", text), url
        if not url.startswith("/static/vendor/"):
            assert not re.search(r"(?<![\w.])(https?:|wss?:)//(?!www\.w3\.org/)", text), url


def test_public_pages_are_packed(cast: Cast) -> None:
    answer = cast.host.get(cast.host.at("/join"), headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert "Seats" in gzip.decompress(answer.data).decode()


def test_the_answer_to_an_act_is_packed(cast: Cast) -> None:
    """Issue 7: less than 6 kB for whatever comes later; a card alone keeps its size (E-16)."""
    cast.host.client.environ_base["HTTP_ACCEPT_ENCODING"] = "gzip"
    answer = cast.host.act("dealt", part=True)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert 'id="table"' in gzip.decompress(answer.data).decode()
    assert cast.host.get(cast.host.at("/seat-cards")).headers["Content-Encoding"] == "gzip"


# Errors


@pytest.fixture
def served(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """Build the application as it is served, where a mistake is answered and not raised."""
    app = build(tmp_path_factory.mktemp("served"))
    app.testing = False
    app.config["PROPAGATE_EXCEPTIONS"] = False
    return app


def broken(*_: Any, **__: Any) -> None:
    raise RuntimeError("SELECT secret FROM /home/somebody/instance")


def test_e23_error_pages_have_our_look_and_tell_nothing(served: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """E-23: no traceback, path, query or stored state; no console answers."""
    phone = Phone(served)
    code = phone.post("/tables", game="toy", players="2", key=play.new_key()).location.rsplit("/", 1)[1]
    token = phone.token()
    answers = {
        400: phone.get("/", headers={"Host": "x" * 3000}),
        403: phone.get(f"/t/{code}/card/1"),
        404: phone.get("/console?__debugger__=yes&cmd=1"),
        405: phone.get("/tables"),
        409: phone.post(f"/t/{code}/act", kind="dealt", scope="old@7"),
        413: phone.client.post("/tables", data={"csrf_token": token, "game": "x" * 100_000}),
        422: phone.post("/tables", game="toy", players="99"),
    }
    guesser = Phone(served)
    for n in range(100):
        answers[429] = guesser.get(f"/join?code=ZQ{n:03}")
    monkeypatch.setattr("companion.play.tables_of", broken)
    logging.disable(logging.CRITICAL)
    answers[500] = phone.get("/")
    logging.disable(logging.NOTSET)
    folder = str(served.config["DATABASE"].parent)
    for status, answer in answers.items():
        assert answer.status_code == status
        assert "Vegas Companion" in answer.text or 'id="table"' in answer.text
        for word in ("Traceback", "RuntimeError", "SELECT", "/home/", folder, "sqlite", "werkzeug", "__debugger__"):
            assert word not in answer.text, (status, word)


def test_a_database_that_is_busy_or_full_is_told_in_words(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise play.Unwritable("database or disk is full")

    monkeypatch.setattr(play.Store, "append", full)
    answer = cast.host.act("dealt")
    assert answer.status_code == 503
    assert "Nothing could be recorded" in answer.text
    assert recorded(cast.host.app, cast.code) == ["setup"]


@pytest.mark.parametrize(
    "path",
    [
        "/static/../instance/companion.db",
        "/static/..%2finstance%2fcompanion.db",
        "/static/%2e%2e/%2e%2e/instance/secret.key",
        "/static//etc/passwd",
        "/static/.gitignore",
        "/static/..\\instance\\secret.key",
        "/instance/companion.db",
        "/companion.db-wal",
        "/secret.key",
    ],
)
def test_e127_no_address_serves_what_is_private(app: Flask, path: str) -> None:
    answer = Phone(app).get(path, follow_redirects=True)
    assert answer.status_code == 404
    assert "Nothing here" in answer.text


def test_e127_no_way_out_of_the_folder_of_styles(cast: Cast) -> None:
    """E-127: not for database, journal, key or backup, dots and slashes spelled in any way."""
    folder = cast.host.app.config["DATABASE"].parent
    (folder / "companion.db.bak").write_bytes((folder / "companion.db").read_bytes())
    key = (folder / "secret.key").read_bytes()
    starts = ("/static", "/static/vendor", f"/t/{cast.code}")
    ups = ("", "..", "%2e%2e", ".%2e", "%252e%252e", "..%00", "..;")
    slashes = ("/", "//", "%2f", "%5c", "%252f")
    for start, up, slash in itertools.product(starts, ups, slashes):
        way = f"{start}/{slash.join([up] * 3)}{slash}"
        for name in ("companion.db-wal", "companion.db.bak", "secret.key"):
            for path in (f"{way}instance{slash}{name}", f"{way}{slash.join(folder.parts[1:])}{slash}{name}"):
                answer = cast.host.client.get(path)
                assert answer.status_code in (302, 308, 404), path
                assert b"SQLite format" not in answer.data
                assert key not in answer.data


# Form proof


@pytest.mark.parametrize("token", ["", "nonsense"])
def test_e122_a_bad_form_token_says_so_and_gives_a_fresh_form(cast: Cast, token: str) -> None:
    """E-122: for an act the board itself, where every form is fresh; nothing is recorded."""
    answer = cast.host.post(cast.host.at("/act"), token=token, kind="dealt", scope="table@1", key=play.new_key())
    assert answer.status_code == 422
    assert "do it again" in answer.text
    fresh = next(f for f in forms_of(answer.text) if f.fields.get("kind") == ["dealt"])
    assert recorded(cast.host.app, cast.code) == ["setup"]
    assert cast.host.client.post(fresh.action, data=fresh.fields).status_code == 303
    other = cast.host.post("/tables", token=token, game="toy", players="2")
    assert other.status_code == 403
    assert "Expected: the mark of a page opened in this browser." in other.text


def kept(app: Flask) -> list[str]:
    """Read everything that is kept."""
    with closing(sqlite3.connect(app.config["DATABASE"])) as database:
        return list(database.iterdump())


@pytest.mark.parametrize("token", [None, "", "nonsense", "of another"])
def test_every_change_needs_a_form_of_ours(any_cast: Cast, token: str | None) -> None:
    """Every address that takes a post refuses one without the proof, from whoever it comes, and nothing changes."""
    app, other = any_cast.host.app, any_cast.stranger.token()
    before = kept(app)
    paths = list(addresses(app, any_cast.code, "POST"))
    assert len(paths) >= 8
    methods = set().union(*(rule.methods or () for rule in app.url_map.iter_rules()))
    assert methods == {"GET", "HEAD", "OPTIONS", "POST"}
    assert not app.extensions["csrf"]._exempt_views
    data = {"seat": "1", "game": "toy", "players": "2", "kind": "dealt", "scope": "table@1", "pin": "1234"}
    if token is not None:
        data["csrf_token"] = other if token == "of another" else token
    for phone, path in itertools.product((any_cast.host, any_cast.seats["1"], any_cast.onlooker), paths):
        answer = phone.client.post(path, data=data)
        assert answer.status_code in (403, 422), path
        assert "companion_device" not in str(answer.headers.getlist("Set-Cookie"))
    assert kept(app) == before


def test_e122_a_refused_form_leads_to_a_fresh_one(cast: Cast) -> None:
    """E-122: to the page that it stands on, wherever that is."""
    forms = {
        "/tables": "/",
        cast.host.at("/claim"): cast.host.at("/join"),
        cast.host.at("/release"): cast.host.at("/join"),
        cast.host.at("/again"): cast.host.at(),
        cast.host.at("/card/1/look"): cast.host.at("/card/1"),
        cast.host.at("/seat/abc"): cast.host.at("/seat/abc"),
    }
    for action, page in forms.items():
        answer = cast.host.client.post(action, data={"csrf_token": "old"})
        assert answer.status_code == 403
        assert "nothing was recorded" in answer.text
        assert f'href="{page}">Open a fresh form</a>' in answer.text


def test_e122_posts_need_no_referer_and_work_under_any_name(cast: Cast) -> None:
    """E-122: by address, by name, on any port, behind a plain proxy."""
    for base in ("http://192.168.1.20:8000", "http://table.test:8123", "http://10.0.0.1", "https://vegas.example"):
        phone = Phone(cast.host.app)
        page = phone.client.get("/", base_url=base).text
        form = next(f for f in forms_of(page) if f.fields.get("game") == ["toy"])
        answer = phone.client.post(form.action, data={**form.fields, "players": "2"}, base_url=base)
        assert answer.status_code == 303, base


def test_e123_a_form_left_open_for_hours_can_still_be_posted(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    form = next(f for f in forms_of(cast.host.get(cast.host.at()).text) if f.fields.get("kind") == ["dealt"])
    late = datetime.now(UTC) + timedelta(hours=5)
    monkeypatch.setattr(csrf.URLSafeTimedSerializer.default_signer, "get_timestamp", lambda _: int(late.timestamp()))
    assert cast.host.client.post(form.action, data=form.fields).status_code == 303


def test_e47_a_form_opened_before_a_restart_can_be_posted_after_it(app: Flask) -> None:
    """E-46, E-47: the key lies in the data folder; seats and forms outlive the process."""
    phone = Phone(app)
    code = phone.post("/tables", game="toy", players="2", key=play.new_key()).location.rsplit("/", 1)[1]
    form = next(f for f in forms_of(phone.get(f"/t/{code}").text) if f.fields.get("kind") == ["dealt"])
    again = Phone(build(app.config["DATABASE"].parent), code)
    for name in ("companion_device", "companion_session"):
        cookie = phone.client.get_cookie(name)
        assert cookie
        again.client.set_cookie(name, cookie.value)
    assert again.client.post(form.action, data=form.fields).status_code == 303


def test_the_session_outlives_the_browser(app: Flask) -> None:
    cookie = next(iter(app.test_client().get("/").headers.getlist("Set-Cookie")))
    assert cookie.startswith("companion_session=")
    for part in ("Expires=", "HttpOnly", "SameSite=Lax"):
        assert part in cookie


def test_no_cookie_of_ours_is_for_scripts_or_other_sites(app: Flask) -> None:
    """The colours alone are a script's: they are set there."""
    phone = Phone(app)
    answers = [phone.get("/"), phone.post("/tables", game="toy", players="2", key=play.new_key())]
    cookies = [cookie for answer in answers for cookie in answer.headers.getlist("Set-Cookie")]
    assert {cookie.partition("=")[0] for cookie in cookies} == {"companion_session", "companion_device"}
    for cookie in cookies:
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Domain" not in cookie


# The log


def test_the_log_holds_one_line_a_request_and_no_secret(
    cast: Cast, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E-07: no name, token or secret, not even where something goes wrong."""
    caplog.set_level(logging.INFO)
    cast.seats["1"].post(cast.host.at("/claim"), seat="1", name="Annabella")
    cast.host.act("dealt")
    cast.seats["1"].act("chosen", seat="1", keep="yes")
    page = cast.seats["1"].post(cast.host.at("/seat-code"), seat="1").text
    path = next(iter(re.findall(r"/t/\w+/seat/[\w-]+", page)))
    cast.stranger.get(path)
    cast.stranger.get(f"{path}/more?x=y")
    cast.stranger.post(path)
    monkeypatch.setattr("companion.play.seat_of_code", broken)
    cast.host.app.config["PROPAGATE_EXCEPTIONS"] = False
    assert cast.stranger.get(path).status_code == 500
    lines = "\n".join(record.getMessage() for record in caplog.records)
    assert f"POST /t/{cast.code}/act dealt 303" in lines
    assert f"POST /t/{cast.code}/act chosen 303" in lines
    assert f"GET /t/{cast.code}/seat/<token> 200" in lines
    assert f"Exception on GET /t/{cast.code}/seat/<token>" in lines
    for secret in (path.rsplit("/", 1)[1], "Annabella", "keep", "yes", "x=y"):
        assert secret not in lines
