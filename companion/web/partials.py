"""A page of every part of the pages in every state, for whoever changes how they look; it is there only on demand.

The parts are cut out of the real pages of sample tables: each part marks where it begins and ends. So there are no
other templates, and nothing is shown but what `Game.view` gives a viewer.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from flask import Blueprint, abort, current_app, render_template
from flask.testing import FlaskClient
from jinja2 import BaseLoader, Environment

from companion import play
from companion.engine import Refused
from companion.web.samples import SAMPLES, Sample

blueprint = Blueprint("partials", __name__)

_NAME = re.compile(r"(?:\w+/)?_[\w-]+\.html")
_MARK = re.compile(r"<!--part (/?)([\w/.-]+)-->")
#: parts that differ in their words and numbers alone are one state
_WORDS = re.compile(r"(?<=>)[^<]+(?=<)|\"[^\"]*\d[^\"]*\"")
#: of a part that is nearly the whole page no more states than these are worth looking at
MOST_STATES = 24


@blueprint.get("/partials/<game>")
def show(game: str) -> str:
    """Show every part of the pages of one game, and of those that all games share, in each state of its samples."""
    if game not in SAMPLES:
        abort(404)
    return render_template("partials.html", game=game, parts=_parts(current_app.config["PARTIALS"], game))


@cache
def _parts(build: Callable[[Path], Any], game: str) -> dict[str, dict[str, str]]:
    """Cut the parts out of every page of the samples: by name of the part and of the state, its HTML."""
    parts: dict[str, dict[str, str]] = {}
    seen: set[tuple[str, str]] = set()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        app = build(Path(folder))
        app.config["WTF_CSRF_ENABLED"] = False
        app.jinja_env.loader = _Marking(app.jinja_env.loader)
        for sample in SAMPLES[game]:
            for state, html in _Table(app, sample).pages():
                for name, part in _cut(html):
                    shape = (name, _WORDS.sub("", part))
                    if shape not in seen and len(parts.setdefault(name, {})) < MOST_STATES:
                        seen.add(shape)
                        parts[name][state] = part
    return dict(sorted(parts.items()))


def _cut(html: str) -> Iterator[tuple[str, str]]:
    """Find the parts of a page, those within others as well, each without the marks."""
    began: list[tuple[str, int]] = []
    for mark in _MARK.finditer(html):
        if mark[1]:
            name, start = began.pop()
            part = _MARK.sub("", html[start : mark.start()]).strip()
            if part:
                yield name, part
        else:
            began.append((mark[2], mark.end()))


class _Marking(BaseLoader):
    """Loads a template with a mark around all that it brings, if it is a part of others."""

    def __init__(self, loader: BaseLoader | None) -> None:
        assert loader is not None
        self.loader = loader

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        source, path, fresh = self.loader.get_source(environment, template)
        if _NAME.fullmatch(template) and "{% extends" not in source:
            source = f"<!--part {template}-->{source}<!--part /{template}-->"
        return source, path, fresh


@dataclass
class _Table:
    """A sample table: its host, who has every seat, and a phone that only looks on."""

    app: Any
    sample: Sample
    host: FlaskClient = field(init=False)
    stranger: FlaskClient = field(init=False)
    code: str = field(init=False)

    def pages(self) -> Iterator[tuple[str, str]]:
        """Walk through the sample: the name of each state, and a page that shows it."""
        self.host, self.stranger = self.app.test_client(), self.app.test_client()
        game, players = self.sample.game, self.sample.players
        if self.sample.cards:
            with play.Store(self.app.config["DATABASE"]) as store:
                play.take(store, game, f"game = '{game}'\nformat = 1\n{self.sample.cards}", 0)
        opened = self.host.post("/tables", data={"game": game, "players": players, "key": play.new_key()})
        self.code = opened.location.rpartition("/")[2]
        for seat in range(1, players + 1):
            self.host.post(f"/t/{self.code}/claim", data={"seat": seat, "name": f"Person {seat}"})
        for step in self.sample.steps:
            for kind, wish in step.acts:
                self._act(kind, wish)
            for address in step.addresses:
                yield f"{step.name} {address}", self._page(address)

    def _page(self, address: str) -> str:
        """Fetch a page; a `~` before it lets the stranger ask, and an `=` after it says what is posted."""
        phone = self.stranger if address.startswith("~") else self.host
        path, _, posted = address.removeprefix("~").partition(" = ")
        if not path.startswith("/"):
            path = f"/t/{self.code}" + (f"/{path[1:]}" if path.startswith(".") else path)
        if not posted:
            return phone.get(path, follow_redirects=True).text
        fields = dict(pair.split(":") for pair in posted.split())
        return phone.post(path, data=fields, follow_redirects=True).text

    def _act(self, kind: str, wish: dict[str, Any]) -> None:
        """Take the first act of this kind that the table offers and that fits, or just what is wished for."""
        with play.Store(self.app.config["DATABASE"]) as store:
            table = play.open_table(store, self.code)
            seats = (None, *(person.seat for person in table.people))
            offered = [option for seat in seats for option in table.game.options(table.state, seat)]
            fits = (one for one in offered if one.kind == kind and wish.items() <= {**one.data, **one.secret}.items())
            found = min(fits, key=lambda one: len(one.reasons), default=None)
            data, secret = (found.data, found.secret) if found else (wish, {})
            scope = table.stand(table.game.scope(table.state, kind, data))
            viewer = table.viewer(table.row.host)
            done = play.act(store, self.code, viewer, play.Posted(kind, data, scope, play.new_key(), secret or None))
            if isinstance(done, Refused):
                # Whatever is asked back is meant.
                meant = tuple(reason.code for reason in done.reasons)
                posted = play.Posted(kind, data, scope, play.new_key(), secret or None, meant)
                done = play.act(store, self.code, viewer, posted)
            assert isinstance(done, play.Done), (kind, data, done)
