"""What every answer carries: headers, errors in our look, form proof, packing, and the line in the server's log."""

from __future__ import annotations

import gzip
import logging
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from flask_wtf import csrf

from companion import play
from tests.conftest import Cast, Phone, build, forms_of, recorded


def test_every_route_is_dressed(cast: Cast) -> None:
    paths = ["/", "/join?code=x", "/nothing", cast.host.at(), cast.host.at("/log"), cast.host.at("/card/1")]
    for answer in (cast.seats["1"].get(path) for path in paths):
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert answer.headers["Cache-Control"] in ("no-cache", "no-store")
        assert "HX-Request" in answer.headers["Vary"]


def test_no_page_holds_inline_script_or_style(any_cast: Cast) -> None:
    """The policy would block it, without a word to the people at the table."""
    any_cast.host.act("dealt")
    for phone in (any_cast.host, any_cast.seats["1"], any_cast.onlooker):
        for page in ("", "/join", "/log", "/ask", "/card"):
            text = phone.get(phone.at(page), follow_redirects=True).text
            assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|hx-on|js:|javascript:", text)
            assert not re.search(r'(src|href)="(https?:)?//', text), "nothing comes from elsewhere (E-76)"


def test_public_pages_are_packed(cast: Cast) -> None:
    answer = cast.host.get(cast.host.at("/join"), headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert "Seats" in gzip.decompress(answer.data).decode()


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
        400: phone.client.post("/tables", data=b"\xff", content_type="multipart/form-data; boundary=x"),
        403: phone.get(f"/t/{code}/card/1"),
        404: phone.get("/console?__debugger__=yes&cmd=1"),
        405: phone.get("/tables"),
        409: phone.post(f"/t/{code}/act", kind="dealt", scope="old@7"),
        413: phone.client.post("/tables", data={"csrf_token": token, "game": "x" * 100_000}),
        422: phone.post("/tables", game="toy", players="99"),
    }
    # A body that cannot be read holds no form token either.
    assert answers.pop(400).status_code in (400, 403)
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


def test_a_bad_request_has_our_look(app: Flask) -> None:
    answer = Phone(app).get("/", headers={"Host": "a b"})
    assert answer.status_code in (200, 400)
    assert "Vegas Companion" in answer.text


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


@pytest.mark.parametrize("path", ["/claim", "/release", "/seat-code", "/again", "/card/1/look", "/act"])
def test_every_change_needs_a_form_of_ours(cast: Cast, path: str) -> None:
    answer = cast.seats["1"].client.post(cast.host.at(path), data={"seat": "1"})
    assert answer.status_code in (403, 422)


def test_every_post_route_is_guarded(app: Flask) -> None:
    posts = [rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    assert len(posts) == 8
    assert not app.extensions["csrf"]._exempt_views


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
