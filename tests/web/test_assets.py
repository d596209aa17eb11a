"""Styles and scripts: kept for good under an address that changes with the content."""

from __future__ import annotations

import gzip
import html
import itertools
import re
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.web import assets
from tests.conftest import Cast, Phone, sit_down


def linked(page: str) -> list[str]:
    return re.findall(r'(?:src|href)="(/static/[^"#]+)', page)


def test_e74_what_a_page_links_is_kept_for_good(app: Flask) -> None:
    phone = Phone(app)
    for url in linked(phone.get("/").text):
        answer = phone.get(url)
        assert answer.status_code == 200, url
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert phone.get("/static/app.css").headers["Cache-Control"] == "no-cache"
    assert phone.get("/static/app.css?v=old").headers["Cache-Control"] == "no-cache"


def test_e79_the_library_lies_in_the_project_with_its_version_in_the_name() -> None:
    assert assets.static_exists("vendor/htmx-2.0.11.min.js")


def test_static_files_are_packed_and_known_again(app: Flask) -> None:
    phone = Phone(app)
    packed = phone.get("/static/app.css", headers={"Accept-Encoding": "gzip"})
    plain = phone.get("/static/app.css", headers={"Accept-Encoding": "identity"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["Content-Type"] == "text/css; charset=utf-8"
    assert gzip.decompress(packed.data) == plain.data
    again = phone.get("/static/app.css", headers={"If-None-Match": plain.headers["ETag"]})
    assert again.status_code == 304


def test_files_of_one_kind_come_as_one_without_what_only_a_reader_needs(app: Flask) -> None:
    """Issue 7: the first load of a page; what others made is sent as it came."""
    phone = Phone(app)
    both = phone.get("/static/app.css+strip.css").text
    assert both.startswith(phone.get("/static/app.css").text)
    assert both.endswith(phone.get("/static/strip.css").text)
    assert "/*" not in both
    assert "\n//" not in phone.get("/static/app.js").text
    htmx = (assets.found("static") / "vendor/htmx-2.0.11.min.js").read_text()
    assert htmx in phone.get("/static/vendor/htmx-2.0.11.min.js+app.js").text
    for nonsense in ("app.css+none.css", "app.css+app.css", "app.css+app.js", "app.css+", "app.css+../app.js"):
        assert phone.get(f"/static/{nonsense}").status_code == 404, nonsense
    assert assets.static_url("app.css", "", "strip.css").startswith("/static/app.css+strip.css?v=")


def test_a_page_may_ask_for_some_drawings_of_a_sprite(app: Flask) -> None:
    url = assets.static_url("slots.svg", only=["bell", "cherry", "bell"])
    assert url.startswith("/static/slots.svg?only=bell+cherry&v=")
    answer = Phone(app).get(url)
    assert re.findall(r'id="([a-z-]+)"', answer.text) == ["cherry", "bell"]
    assert answer.headers["Cache-Control"] == assets.LASTING


def test_what_no_board_draws_lies_in_a_sprite_of_its_own(any_cast: Cast) -> None:
    """Issue 7: a first load of less than 40 kB; every drawing that a page names is in the sprite that it names."""
    host = any_cast.host
    for path, sprites in ((host.at(), {"sprite.svg"}), (host.at("?sheet=menu"), {"sprite.svg", "sheets.svg"})):
        drawn = set(re.findall(r'href="(/static/(\w+\.svg)[^"#]*)#([\w-]+)"', host.get(path).text))
        assert {name for _, name, _ in drawn} & set(assets.SPRITES) == sprites
        for url, _, drawing in drawn:
            assert f'id="{drawing}"' in host.get(html.unescape(url)).text


def test_an_address_changes_with_the_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """E-74: a second later at the latest."""
    seconds = itertools.count()
    monkeypatch.setattr("time.monotonic", lambda: next(seconds))
    monkeypatch.setattr(assets, "found", lambda name: tmp_path)
    (tmp_path / "a.css").write_text("a {}")
    first = assets.static_url("a.css")
    (tmp_path / "a.css").write_text("a { color: red }")
    assert assets.static_url("a.css") != first
    assert assets.static_url("b.css") == "/static/b.css"
    assert not assets.static_exists("b.css")


def sent(answer: TestResponse) -> int:
    return len(gzip.compress(answer.data, mtime=0))


@pytest.mark.parametrize("game", ["strip", "slots"])
@pytest.mark.parametrize("path", ["/join", "/log", "/ask", "/score"])
def test_whoever_comes_from_the_board_fetches_little_more(app: Flask, game: str, path: str) -> None:
    """Issue 7: less than 6 kB for a later page, with the files that the board has not brought."""
    phone = sit_down(app, game).seats["1"]
    there = set(linked(phone.get(phone.at()).text))
    page = phone.get(phone.at(path))
    assert page.status_code == 200
    fresh = {url for url in linked(page.text) if url not in there}
    assert sent(page) + sum(sent(phone.get(html.unescape(url))) for url in fresh) < 6000, fresh
