"""What the pages of a table have in common: the table, the viewer, and the words that templates ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from flask import Flask, abort, current_app, g, redirect, render_template, request

from companion import play
from companion.engine import Game, Reason
from companion.language import gettext, spoken
from companion.web import errors, identity

#: what a board may be asked for is a handful of words; more than this is nonsense
MOST_ASKED, LONGEST_ASKED = 60, 300


def init_app(app: Flask) -> None:
    """Close the database after every request."""
    app.teardown_appcontext(_close)


def store() -> play.Store:
    """Give the database connection of this request."""
    if "store" not in g:
        g.store = play.Store(current_app.config["DATABASE"])
    found: play.Store = g.store
    return found


def _close(_: BaseException | None) -> None:
    opened: play.Store | None = g.pop("store", None)
    if opened is not None:
        opened.close()


@dataclass(frozen=True)
class Sight:
    """A table as this request's viewer sees it; `at` is what the board is asked for."""

    table: play.Table
    viewer: play.Viewer
    seen: play.Seen
    at: Mapping[str, str]

    def say(self, reason: Reason) -> str:
        """Speak a reason in the words of this game, with the names of this table."""
        return play.say(self.table.game, reason, self.seen.view.names)


def table_at(code: str) -> play.Table:
    """Open the table of an address; one that is typed in another way leads to the right one."""
    read = play.code_of(code)
    if read != code and request.method == "GET":
        path = quote(request.path.replace(f"/t/{code}", f"/t/{read}", 1))
        query = request.query_string.decode("ascii", "ignore")
        abort(redirect(f"{path}?{query}" if query else path))
    try:
        return play.open_table(store(), read)
    except play.NoTable:
        raise errors.no_table(read) from None


def sight(
    table: play.Table,
    at: Mapping[str, str] | None = None,
    seat: str | None = None,
    held: bool = False,
    here: bool = True,
) -> Sight:
    """See a table through this device, and through one of its seats where one is named.

    `here` is false where the device did not ask just now: it may be asleep.
    """
    viewer = table.viewer(identity.device(), seat)
    if here and (viewer.seats or viewer.host):
        play.heard(table.code, viewer.device)
    asked = at or {}
    return Sight(table, viewer, play.see(table, viewer, asked, held), asked)


def asked_for(*, but: str = "") -> dict[str, str]:
    """Read what the board is asked for from the address; several values of one name are read as a row of words."""
    pairs = [(name, " ".join(values)) for name, values in request.args.lists() if name != but]
    return {name[:LONGEST_ASKED]: value[:LONGEST_ASKED] for name, value in pairs[:MOST_ASKED] if value}


def wished_for(query: str) -> dict[str, str]:
    """Read what a form wants the board to be asked for after its act."""
    pairs = parse_qsl(query[: MOST_ASKED * LONGEST_ASKED])
    return {name[:LONGEST_ASKED]: value[:LONGEST_ASKED] for name, value in pairs[:MOST_ASKED]}


def page(template: str, shown: Sight, **more: Any) -> str:
    """Render a page, or a part of one, of a table."""
    return render_template(template, **_context(shown), **more)


def _context(shown: Sight) -> dict[str, Any]:
    table, view = shown.table, shown.seen.view
    names: Mapping[str, str] = view.names
    # Plain values and functions over them: nothing that leads a template back to the state (E-24).
    stands = {scope: table.stand(scope) for scope in view.scopes.values()}
    return {
        "table": SimpleNamespace(
            code=table.code,
            game=table.game.key,
            cards=table.has_cards,
            deal=table.deal_mark,
            hidden=table.secrets_since is not None,
            revision=shown.seen.revision,
            next_code=table.row.next_code,
            tryout=table.is_tryout,
        ),
        "game_title": _title(table),
        "view": view,
        "viewer": shown.viewer,
        "at": shown.at,
        "asked": shown.seen.asked,
        "lost": shown.seen.lost,
        "together": shown.seen.together,
        "silent": shown.seen.silent,
        "undo": shown.seen.undo,
        "redo": shown.seen.redo,
        "joined": frozenset(table.holders),
        "say": partial(play.say, table.game, names=names),
        "help_at": partial(_help_at, table.game, table.code, shown.at),
        "who": lambda key: spoken(names.get(key, key)),
        "here": _here(table.code, shown.at),
        "scope_number": stands.__getitem__,
    }


def _title(table: play.Table) -> str:
    """Give the title of the game as every page of this table shows it: a try-out says so."""
    title = table.game.title
    return play.say(None, Reason("title-tryout", {"game": title})) if table.is_tryout else title


def _help_at(game: Game[Any], code: str, at: Mapping[str, str], reason: Reason | None = None) -> str:
    """Give the address of the rule behind a reason, or of all rules; '' where no rule is behind it.

    The page there leads back to what this one shows.
    """
    rule = play.rule_of(game, reason) if reason else ""
    if reason and not rule:
        return ""
    asks = at.get("sheet") == "ask"
    wished = {name: value for name, value in at.items() if value and not (asks and name == "sheet")}
    back = f"/t/{code}{'/ask' if asks else ''}{'?' if wished else ''}{urlencode(wished)}"
    return help_address(game, rule, back=back)


def help_address(game: Game[Any], rule: str = "", **wished: str) -> str:
    """Give the address of a game's rules, of one part of them or of one rule in its part.

    What is wished for is a `part`, words to look for (`q`), and the page to lead `back` to.
    """
    query = {name: value for name, value in {"part": game.help.part_of(rule), **wished}.items() if value}
    return f"/help/{game.key}{'?' if query else ''}{urlencode(query)}{'#' if rule else ''}{rule}"


def _here(code: str, at: Mapping[str, str]) -> Callable[..., str]:
    def here(**changes: Any) -> str:
        """Give the address of this board with other wishes; None takes one away."""
        return board(code, {name: value for name, value in {**at, **changes}.items() if value not in (None, "")})

    return here


def board(code: str, at: Mapping[str, Any] | None = None) -> str:
    """Give the address of a table's board, asked for what `at` says."""
    return f"/t/{code}?{urlencode(at)}" if at else f"/t/{code}"


def shown(at: str) -> str:
    """Show a time of the log as the clock of this device has it."""
    return f"{datetime.fromisoformat(at).astimezone():%H:%M}"


def seconds_since(at: str) -> int:
    """Count the whole seconds that have gone by since a time of the log, by the clock of this server."""
    return max(0, int((datetime.now(UTC) - datetime.fromisoformat(at)).total_seconds()))


def seconds_until(at: str) -> int:
    """Count the whole seconds until a time of the log, by the clock of this server; below 0 once it has gone by."""
    return int((datetime.fromisoformat(at) - datetime.now(UTC)).total_seconds())


def forbidden(shown: Sight, reason: Reason) -> errors.Sentence:
    """Make the answer to somebody who may not do something; it says who may."""
    return errors.Sentence(403, gettext("Not on this phone"), shown.say(reason), f"/t/{shown.table.code}/join")


def posted_again() -> dict[str, list[str]]:
    """Give the posted fields, for a form that asks once more; the proof of the old one stays behind."""
    return {name: values for name, values in request.form.lists() if name != "csrf_token"}
