"""Reads a posted act: each game's own `forms` module says what fields a kind of act has."""

from __future__ import annotations

import importlib
import itertools
import re
from collections.abc import Mapping
from typing import Any, Protocol

from flask import g, request

from companion import play
from companion.engine import REDONE, UNDONE, Event, Reason, Refused, refuse

_KEY = re.compile(r"[A-Za-z0-9_-]{16,64}")
LONGEST = 200


class ActForm(Protocol):
    """The fields of one kind of act, made from what was posted."""

    def validate(self) -> bool:
        """Tell whether every field can be read."""

    def reasons(self) -> tuple[Reason, ...]:
        """List what cannot be read."""

    def event_data(self) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Give the open and the secret part of the event that the form asks for."""


def fresh_key() -> str:
    """Make the one-time key of a form on the page that is made: random for the page, and counted from form to form.

    Nothing packs worse than what is random, and a page of many forms would be a third longer by it.
    """
    if "keys" not in g:
        of_page = play.new_key()
        g.keys = (f"{of_page}{n:03}" for n in itertools.count())
    return str(next(g.keys))


def form_key() -> str:
    """Give the one-time key of the posted form; a form without one gets its own."""
    key = request.form.get("key", "")
    return key if _KEY.fullmatch(key) else play.new_key()


def posted_act(table: play.Table) -> play.Posted | Refused:
    """Read the posted act, or say what cannot be read in it."""
    kind = request.form.get("kind", "")[:LONGEST]
    if kind in (UNDONE, REDONE):
        return _posted(kind, _turned(play.undoable(table) if kind == UNDONE else play.redoable(table)), {})
    form_class = _forms(table.game.key).get(kind)
    if form_class is None:
        return refuse("form-unknown", kind=kind)
    form: ActForm = form_class(request.form)
    if not form.validate():
        return Refused(form.reasons())
    return _posted(kind, *form.event_data())


def _turned(target: Event | None) -> dict[str, Any]:
    """Name what is taken or brought back; that the form meant the same is told by its scope."""
    return {"event": target.number if target else 0}


def _posted(kind: str, data: Mapping[str, Any], secret: Mapping[str, Any]) -> play.Posted:
    confirmed = tuple(code for code in request.form.get("confirmed", "")[:LONGEST].split(",") if code)
    scope = request.form.get("scope", "")[:LONGEST]
    return play.Posted(kind, data, scope, form_key(), secret, confirmed)


def _forms(game: str) -> Mapping[str, type[Any]]:
    forms: Mapping[str, type[Any]] = importlib.import_module(f"companion.games.{game}.forms").FORMS
    return forms
