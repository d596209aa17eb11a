"""The web: thin. It reads what was sent, asks `companion.play`, and shows what that lets this viewer see."""

from __future__ import annotations

import weakref
from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask, request
from flask_wtf.csrf import CSRFProtect

from companion import __version__
from companion.language import spoken
from companion.play import Store
from companion.web import (
    answers,
    assets,
    card,
    cards,
    errors,
    forms,
    fragments,
    help,
    identity,
    joining,
    language,
    limits,
    live,
    lobby,
    mending,
    pages,
    paper,
    reach,
    story,
    table,
)
from companion.web.instance import database, instance_folder, secret_key

#: an act is some hundred bytes; nothing that comes in is larger than a table's totals
MOST_BYTES = 64 * 1024


class Application(Flask):
    """The web application; its log of mistakes names routes, for an address may hold a seat code."""

    def log_exception(self, exc_info: Any) -> None:
        """Log what went wrong, with the route alone."""
        self.logger.error("Exception on %s %s", request.method, answers.route(), exc_info=exc_info)


def build(instance: Path | str | None, url: str | None, testing: bool, partials: bool = False) -> Flask:
    """Build the application; `partials` adds the page of all parts of the pages, for whoever changes how they look.

    Raises OSError or Unwritable where the instance folder cannot be used.
    """
    folder = instance_folder(instance)
    app = Application("companion", static_folder=None, template_folder=str(assets.found("templates")))
    app.config.update(
        TESTING=testing,
        SECRET_KEY=secret_key(folder),
        DATABASE=database(folder),
        URL=url.rstrip("/") if url else None,
        # The host and port that the command listens on; another server has its own (E-57).
        LISTENING=None,
        MAX_CONTENT_LENGTH=MOST_BYTES,
        PERMANENT_SESSION_LIFETIME=timedelta(days=identity.COOKIE_DAYS),
        SESSION_COOKIE_NAME="companion_session",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,
        # A game night is longer than an hour (E-123), and behind a proxy there may be no Referer (E-122).
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_SSL_STRICT=False,
    )
    # Held open as long as the application: when the last connection closes, SQLite folds its journal into the file,
    # and every request would cost twice as much.
    held = app.extensions["store"] = Store(app.config["DATABASE"])
    weakref.finalize(app, held.close)
    _dress_templates(app)
    for part in (answers, language, identity, fragments, pages, errors, limits, live, reach):
        part.init_app(app)
    # After the limits: who guesses is held back before the proof of a form is looked at.
    CSRFProtect(app)
    for pages_of in (assets, language, lobby, table, story, live, card, cards, joining, mending, reach, help, paper):
        app.register_blueprint(pages_of.blueprint)
    if partials:
        # Whoever plays has no use for it, and it is no small thing to load.
        from companion.web import partials as every_part

        app.config["PARTIALS"] = lambda folder: build(folder, None, testing=True)
        app.register_blueprint(every_part.blueprint)
    return app


def _dress_templates(app: Flask) -> None:
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        static_url=assets.static_url,
        static_exists=assets.static_exists,
        drawing_url=assets.drawing_url,
        fresh_key=forms.fresh_key,
        version=__version__,
    )
    app.jinja_env.filters["shown"] = pages.shown
    app.jinja_env.filters["spoken"] = spoken
    app.jinja_env.globals["seconds_since"] = pages.seconds_since
    app.jinja_env.globals["seconds_until"] = pages.seconds_until
