"""The standing cast of the web tests: a host, people on their seats, an onlooker and a stranger, each on a phone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from itsdangerous import URLSafeTimedSerializer
from jinja2 import ChoiceLoader, FileSystemBytecodeCache, FileSystemLoader
from werkzeug.test import TestResponse
from xdist.scheduler import LoadScopeScheduling

import companion.games
from companion import create_app, play
from companion.engine import HANDS
from companion.store import Store
from tests.at_table import AtTable

TOY = Path(__file__).parent / "toy"
# A third game is one folder among the games and one among the templates; nothing else knows of it.
companion.games.__path__.append(str(TOY / "games"))

URL = "http://192.168.1.20:8000"

#: the modules in which all tests with the same parameters look at one batch of whole games
IN_BATCHES = "test_whole_games.py"


class _ByBatch(LoadScopeScheduling):
    """Sends single tests to whichever core is free, and all tests of one batch to the same: it is played but once."""

    def _split_scope(self, nodeid: str) -> str:
        path, _, test = nodeid.partition("::")
        return path + test[test.find("[") :] if path.endswith(IN_BATCHES) else nodeid


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> _ByBatch:
    """Take our own: under pytest 9.2 the groups of pytest-xdist 3.8 have no effect."""
    return _ByBatch(config, log)


@dataclass
class PageForm:
    """A form as it stands on a page, filled in as it comes."""

    action: str
    method: str
    fields: dict[str, list[str]]


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[PageForm] = []
        self._open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.found.append(PageForm(said.get("action", ""), said.get("method", "get"), {}))
            self._open = True
        elif tag == "input" and self._open and "name" in said and _is_sent(said):
            self.found[-1].fields.setdefault(said["name"], []).append(said.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = False


def _is_sent(field: Mapping[str, str]) -> bool:
    return field.get("type") not in ("radio", "checkbox") or "checked" in field


def forms_of(html: str) -> list[PageForm]:
    """Read every form of a page."""
    parser = _Forms()
    parser.feed(html)
    return parser.found


class Phone:
    """A browser of somebody at the table: it keeps its cookies and posts what the forms of its pages hold."""

    def __init__(self, app: Flask, code: str = "") -> None:
        self.app = app
        self.code = code
        self.client = app.test_client()

    def get(self, path: str, part: bool = False, **more: Any) -> TestResponse:
        """Fetch a page, or as htmx does a part of one."""
        headers = {"HX-Request": "true"} if part else {}
        return self.client.get(path, headers={**headers, **more.pop("headers", {})}, **more)

    def post(self, path: str, part: bool = False, token: str | None = None, **fields: Any) -> TestResponse:
        """Post fields with the form token of this browser."""
        data = {"csrf_token": self.token() if token is None else token, **fields}
        return self.client.post(path, data=data, headers={"HX-Request": "true"} if part else {})

    def token(self) -> str:
        """Give the form token that every page of this browser holds; to fetch one for each post took long."""
        with self.client.session_transaction() as kept:
            seed = kept.setdefault("csrf_token", play.new_key())
        return str(URLSafeTimedSerializer(str(self.app.secret_key), salt="wtf-csrf-token").dumps(seed))

    def at(self, rest: str = "") -> str:
        """Give an address of this phone's table."""
        return f"/t/{self.code}{rest}"

    def act(self, kind: str, part: bool = False, scope: str | None = None, **fields: Any) -> TestResponse:
        """Post an act with the scope number that a page would carry now."""
        if scope is None:
            scope = scope_now(self.app, self.code, kind, fields)
        key = fields.pop("key", None) or play.new_key()
        return self.post(self.at("/act"), part, kind=kind, scope=scope, key=key, **fields)

    def submit(self, page: str, kind: str, part: bool = False, **fields: Any) -> TestResponse:
        """Post the form of a page that is for this kind of act and holds these fields, changed by `fields`."""
        form = next(f for f in forms_of(self.get(page).text) if f.fields.get("kind") == [kind])
        headers = {"HX-Request": "true"} if part else {}
        return self.client.post(form.action, data={**form.fields, **fields}, headers=headers)


def opened(app: Flask, code: str) -> play.Table:
    """Open a table behind the pages' back."""
    with Store(app.config["DATABASE"]) as store:
        return play.open_table(store, code)


def recorded(app: Flask, code: str) -> list[str]:
    """Name the kinds of all events but those that only say whose phone holds a seat."""
    return [event.kind for event in opened(app, code).events if event.kind not in HANDS]


def scope_now(app: Flask, code: str, kind: str, data: Mapping[str, Any]) -> str:
    """Say what a form for this act would carry as its scope now."""
    table = opened(app, code)
    target = {"undone": play.undoable, "redone": play.redoable}.get(kind)
    if target is not None:
        event = target(table)
        return table.stand(table.scope_of(event.number)) if event else ""
    return table.stand(table.game.scope(table.state, kind, data))


@dataclass
class Cast:
    """Everybody at one table, and two who are not at it."""

    code: str
    host: Phone
    seats: dict[str, Phone]
    onlooker: Phone
    stranger: Phone

    @property
    def everybody(self) -> dict[str, Phone]:
        """Name every phone."""
        seats = {f"seat {seat}": phone for seat, phone in self.seats.items()}
        return {"host": self.host, **seats, "onlooker": self.onlooker, "stranger": self.stranger}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Open a database of its own."""
    with Store(tmp_path / play.FILE_NAME) as opened_store:
        yield opened_store


@pytest.fixture
def at(store: Store) -> AtTable:
    """Seat three people at the toy game, behind the pages."""
    return AtTable(store)


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    """Build the application on a folder of its own."""
    return build(tmp_path / "instance")


def build(folder: Path, url: str | None = URL) -> Flask:
    """Build the application with the toy game's pages beside the others."""
    built = create_app(folder, url, testing=True)
    assert built.jinja_loader is not None
    # Every test builds its application, and none should compile every template again.
    built.jinja_env.bytecode_cache = FileSystemBytecodeCache()
    built.jinja_loader = ChoiceLoader([built.jinja_loader, FileSystemLoader(TOY / "templates")])
    return built


def sit_down(app: Flask, game: str = "toy", players: int = 4) -> Cast:
    """Open a table of a game, and let everyone take their place."""
    host = Phone(app)
    answer = host.post("/tables", game=game, players=str(players), key=play.new_key())
    assert answer.status_code == 303, answer.text
    code = answer.location.rsplit("/", 1)[1]
    host.code = code
    seats = {str(n): Phone(app, code) for n in range(1, players + 1)}
    for seat, phone in seats.items():
        assert phone.post(f"/t/{code}/claim", seat=seat, key=play.new_key()).status_code == 303
    onlooker, stranger = Phone(app, code), Phone(app, code)
    assert onlooker.get(f"/t/{code}").status_code == 200
    return Cast(code, host, seats, onlooker, stranger)


@pytest.fixture
def cast(app: Flask) -> Cast:
    """Seat four people at the toy game."""
    return sit_down(app)


@pytest.fixture(params=["toy", "strip"])
def any_cast(app: Flask, request: pytest.FixtureRequest) -> Cast:
    """Seat four people at each game in turn."""
    return sit_down(app, request.param)
