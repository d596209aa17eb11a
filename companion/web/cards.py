"""The page "Your cards" of a game: what is entered and what is still open, one form for each card, and the file."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request
from werkzeug.datastructures import MultiDict

from companion import play
from companion.cards import LONGEST_FILE, SOURCES, Unread, entered
from companion.engine import Card, Reason, Refused, Value
from companion.fields import CardForm
from companion.web import live
from companion.web.pages import store

blueprint = Blueprint("cards", __name__)

Answer = str | tuple[str, int] | Response


@blueprint.get("/cards/<game>")
def show(game: str) -> Answer:
    """Show every card of a game: each value with its source, and how many are entered."""
    return _page(_copy(game))


@blueprint.get("/cards/<game>/file.toml")
def out(game: str) -> Response:
    """Hand out the file of the cards."""
    copy = _copy(game)
    answer = Response(play.out(copy), mimetype="application/toml")
    answer.headers["Content-Disposition"] = f'attachment; filename="cards-{copy.game.key}-{copy.version}.toml"'
    return answer


@blueprint.get("/cards/<game>/card/<card>")
def form(game: str, card: str) -> Answer:
    """Show the form of one card."""
    return _form(_copy(game), card)


@blueprint.post("/cards/<game>/card/<card>")
def enter(game: str, card: str) -> Answer:
    """Keep what was typed, complete the tables that missed it, and lead back to all cards."""
    copy = _copy(game)
    read = _forms(copy.game.key)[_card(copy, card).kind](request.form, kept=copy.kept, card=card)
    if not read.validate():
        return _form(copy, card, read.reasons(), 422)
    match play.enter(store(), copy.game.key, read.found, _mark()):
        case play.Entered(tables):
            return _kept(copy, tables, card)
        case play.Stale():
            return _form(_copy(game), card, (Reason("cards-stale"),), 409)
        case Refused(reasons):
            return _form(copy, card, reasons, 422)


@blueprint.post("/cards/<game>/undo")
def undo(game: str) -> Answer:
    """Take back what was entered last."""
    copy = _copy(game)
    done = play.undo(store(), copy.game.key, _number("after"))
    if isinstance(done, play.Stale):
        return _page(_copy(game), (Reason("cards-undo-stale"),), 409)
    return _kept(copy, ())


@blueprint.post("/cards/<game>/preview")
def preview(game: str) -> Answer:
    """Show what a file would change, before it is taken."""
    return _preview(_copy(game), _text())


@blueprint.post("/cards/<game>/take")
def take(game: str) -> Answer:
    """Take a file as it was previewed, and lead back to all cards."""
    copy, text = _copy(game), _text()
    taken = play.take(store(), copy.game.key, text, _mark())
    match taken:
        case play.Entered(tables):
            return _kept(copy, tables)
        case play.Stale():
            return _preview(copy, text, (Reason("cards-moved"),))
        case Unread():
            return _wrong(copy, text, taken)


# What was sent


def _copy(game: str) -> play.Copy:
    try:
        return play.copy_of(store(), game)
    except play.NoCards:
        abort(404)


def _card(copy: play.Copy, name: str) -> Card:
    try:
        return copy.card(name)
    except play.NoCards:
        abort(404)


def _forms(game: str) -> Mapping[str, type[CardForm]]:
    forms: Mapping[str, type[CardForm]] = importlib.import_module(f"companion.games.{game}.forms").CARDS
    return forms


def _mark() -> int:
    return _number("mark")


def _number(name: str) -> int:
    typed = request.form.get(name, "")
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 12 else 0


def _text() -> str:
    """Read the file that was chosen, else the text that was pasted; a little more than fits, so that it can be told."""
    chosen = request.files.get("file")
    text = chosen.read(2 * LONGEST_FILE).decode("utf-8", "replace") if chosen else ""
    return (text or request.form.get("text", "")).removeprefix("\ufeff").replace("\r\n", "\n")


def _table() -> str:
    """Read the code of the table to go back to: nothing but a code leads anywhere."""
    code = play.code_of(request.values.get("next", ""))
    return code if len(code) == play.CODE_LENGTH else ""


# What is shown


def _kept(copy: play.Copy, tables: Sequence[str], name: str = "") -> Response:
    for code in tables:
        live.ring(code)
    query = f"?next={_table()}" if _table() else ""
    return redirect(f"/cards/{copy.game.key}{query}{f'#card-{name}' if name else ''}", 303)  # type: ignore[return-value]


def _page(copy: play.Copy, refusals: Sequence[Reason] = (), status: int = 200) -> Answer:
    listed = [{"card": card, "entered": entered(card), "sources": _by_source(card)} for card in copy.cards]
    more = {"count": copy.entered, "version": copy.version, "last": copy.last, "changes": copy.changes}
    return _rendered("cards/index.html", copy, cards=listed, refusals=refusals, **more), status


def _by_source(card: Card) -> list[tuple[str, list[Value]]]:
    """Group the values of a card by where they are from: what is still open first."""
    order = ["", *(source for source in SOURCES if source)]
    told = sorted((value for value in card.values if not value.aside), key=lambda value: order.index(value.source))
    return [(source, list(values)) for source, values in groupby(told, key=lambda value: value.source)]


def _form(copy: play.Copy, name: str, refusals: Sequence[Reason] = (), status: int = 200) -> Answer:
    card = _card(copy, name)
    typed = request.form if refusals else MultiDict()
    sources = {value.key: value.source for value in card.values}
    return _rendered("cards/form.html", copy, card=card, refusals=refusals, typed=typed, sources=sources), status


def _preview(copy: play.Copy, text: str, refusals: Sequence[Reason] = ()) -> Answer:
    if not text.strip():
        return _page(copy, (Reason("cards-none"),), 422)
    seen = play.preview(store(), copy.game.key, text)
    if isinstance(seen, Unread):
        return _wrong(copy, text, seen)
    page = _rendered("cards/preview.html", copy, preview=seen, text=text, refusals=refusals)
    return page, 409 if refusals else 200


def _wrong(copy: play.Copy, text: str, unread: Unread) -> Answer:
    return _rendered("cards/wrong.html", copy, text=text, faults=unread.faults), 422


def _rendered(template: str, copy: play.Copy, **more: Any) -> str:
    # Plain values, and nothing that leads a template to a table.
    return render_template(
        template,
        game=copy.game.key,
        game_title=copy.game.title,
        mark=copy.mark,
        next=_table(),
        say=partial(play.say, copy.game),
        source_of=play.source_of,
        **more,
    )
