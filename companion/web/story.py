"""The story of a table, and its earlier lines put right: first what would move, then the act (E-90)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flask import Blueprint, abort, g, redirect, request
from werkzeug.wrappers import Response

from companion import play
from companion.engine import AMENDED, Entry, Event, Line, Reason, Refused, Who
from companion.fields import unread_number, whole_number
from companion.web.forms import LONGEST, form_key
from companion.web.pages import Sight, board, page, sight, store, table_at

blueprint = Blueprint("story", __name__)

Answer = str | tuple[str, int] | Response


@blueprint.get("/t/<code>/log")
def log(code: str) -> Answer:
    """Tell the story of the table as this viewer may read it, or what of it concerns one round or one person."""
    shown = sight(table_at(code))
    lines = shown.seen.view.log
    rounds = sorted({line.round for line in lines})
    wished, seat = request.args.get("round", ""), request.args.get("seat", "")
    person = shown.table.person(seat)
    # A set of tiles may have a name of its own, such as somebody's blockers.
    owners = {tiles.id: tiles.seat for tiles in getattr(shown.seen.view, "sets", ())}
    kept = [
        line
        for line in lines
        if (not wished or str(line.round) == wished) and (person is None or _is_about(line, person.seat, owners))
    ]
    mended = play.mended_lines(shown.table, shown.viewer) if shown.viewer.may_record else {}
    filtered = {"round": wished, "seat": person.seat if person else ""}
    version = play.version_at(shown.table)
    more = {"wished": filtered, "mended": mended, "whole": len(lines), "version_of_cards": version}
    return page("table/log.html", shown, lines=kept, rounds=rounds, **more)


def _is_about(line: Line, seat: str, owners: Mapping[str, str]) -> bool:
    """Tell whether somebody entered a line, or is named in it, by a set of tiles as well."""
    return line.by == seat or any(owners.get(who, who) == seat for who in _named(line.said))


def _named(value: Any) -> Iterator[Who]:
    if isinstance(value, Who):
        yield value
    elif isinstance(value, Reason):
        yield from _named(tuple(value.values.values()))
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from _named(inner)


@blueprint.get("/t/<code>/line/<line>")
def correction(code: str, line: str) -> Answer:
    """Show a recorded line with what it could say instead, and what that would move."""
    shown, event = _line(code, line)
    if not request.args:
        return _page(shown, event, line)
    data = _data(shown.table, event, request.args)
    if isinstance(data, Refused):
        return _page(shown, event, line, data)
    against = play.amending_denied(shown.table, shown.viewer, event, data)
    if against is not None:
        return _page(shown, event, line, Refused((against,)), status=403)
    return _page(shown, event, line, play.outlook(shown.table, shown.viewer, event, data, _why(request.args)))


@blueprint.post("/t/<code>/line/<line>")
def correct(code: str, line: str) -> Answer:
    """Put a line right as it was shown, and lead back to the story."""
    g.kind = AMENDED
    shown, event = _line(code, line)
    data = _data(shown.table, event, request.form)
    if isinstance(data, Refused):
        return _page(shown, event, line, data)
    mark = request.form.get("mark", "")[:LONGEST]
    why = _why(request.form)
    answer = play.amend(store(), shown.table.code, shown.viewer, line, data, why=why, key=form_key(), mark=mark)
    match answer:
        case play.Done():
            return redirect(f"{board(shown.table.code)}/log", 303)
        case play.NotYours(reason):
            return _page(shown, event, line, Refused((reason,)), status=403)
        case play.Stale():
            outlook = play.outlook(shown.table, shown.viewer, event, data, why)
            return _page(shown, event, line, outlook, (Reason("stale"),), 409)
        case Refused():
            return _page(shown, event, line, answer)


def _line(code: str, line: str) -> tuple[Sight, Event]:
    shown = sight(table_at(code))
    event = play.mended_event(shown.table, shown.viewer, line)
    if event is None:
        abort(404)
    return shown, event


def _why(asked: Mapping[str, str]) -> str:
    return asked.get("why", "")[:LONGEST]


def _data(table: play.Table, event: Event, asked: Mapping[str, str]) -> Mapping[str, Any] | Refused | None:
    """Read what an event is to say, None where it is to be struck; what is not named stays as it is."""
    if asked.get("strike"):
        return None
    data, wrong = dict(event.data), []
    for entry in play.entries(table, event):
        typed = asked.get(entry.name, entry.value)[:LONGEST]
        if entry.choices and typed not in dict(entry.choices):
            wrong.append(
                Reason("amend-choice", {"typed": typed[:40], "choices": tuple(name for _, name in entry.choices)})
            )
        else:
            data[entry.name] = _value(entry, data.get(entry.name), typed)
            if data[entry.name] is None:
                wrong.append(unread_number(entry.name, typed))
    return Refused(tuple(wrong)) if wrong else data


def _value(entry: Entry, before: object, typed: str) -> object:
    """Read a value as one of the kind that the event held."""
    if isinstance(before, bool):
        return typed == "1"
    return whole_number(typed) if isinstance(before, int) or not entry.choices else typed


def _page(
    shown: Sight,
    event: Event,
    line: str,
    outlook: play.Outlook | Refused | None = None,
    refusals: tuple[Reason, ...] = (),
    status: int = 200,
) -> Answer:
    values = request.values
    refused = isinstance(outlook, Refused)
    entries = play.entries(shown.table, event)
    html = page(
        "table/line.html",
        shown,
        line=line,
        said=play.line_now(shown.table, event),
        entries=entries,
        typed={entry.name: values.get(entry.name, entry.value) for entry in entries},
        strike=bool(values.get("strike")),
        why=_why(values),
        outlook=None if refused else outlook,
        refusals=[*refusals, *(outlook.reasons if isinstance(outlook, Refused) else ())],
    )
    return html, 422 if refused and status == 200 else status
