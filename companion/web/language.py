"""Each phone in its own language: what it tapped, else what its browser asks for, else English."""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint, Flask, Response, current_app, redirect, request
from flask_babel import Babel, get_locale, get_translations
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from companion import language
from companion.language import Term, spoken
from companion.names import isolated

blueprint = Blueprint("language", __name__)

COOKIE = "language"
#: as long as a browser keeps a cookie at all: nothing but another tap resets a choice
LASTING = 400 * 24 * 3600
_OURS = re.compile(r"/(?![/\\])[^\s\\]*")


def init_app(app: Flask) -> None:
    """Look every text of this application up in the language of the phone that asks."""
    babel = Babel(app, locale_selector=_wanted, configure_jinja=False)
    with app.app_context():
        known = sorted(babel.list_translations(), key=str)
    #: the languages there are, each by its own name
    app.extensions["languages"] = {str(one).replace("_", "-"): _own_name(one.get_display_name() or "") for one in known}
    app.before_request(speak)
    app.teardown_request(_fall_silent)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.jinja_env.install_gettext_callables(language.gettext, language.ngettext, newstyle=True)  # type: ignore[attr-defined]
    # Its own would format and look up the long way round; a board holds hundreds of texts.
    app.jinja_env.globals.update(_=_text, gettext=_text, ngettext=_counted, language=tag, languages=languages)


def speak() -> None:
    """Speak to the phone of this request, until the request is over."""
    language.speak(get_translations())


def _fall_silent(_: BaseException | None) -> None:
    language.speak()


def tag() -> str:
    """Name the language of this request as a page does: "nl", "pt-BR"."""
    return str(get_locale()).replace("_", "-")


def languages() -> dict[str, str]:
    """Give the languages there are by their tags, each by its own name."""
    found: dict[str, str] = current_app.extensions["languages"]
    return found


def _own_name(name: str) -> str:
    return name[:1].upper() + name[1:]


def _wanted() -> str:
    """Choose among the languages there are."""
    tapped = request.cookies.get(COOKIE, "")
    # By the order of wishes alone: en-GB before nl is English, though only nl is here to the letter.
    asked = [tag for tag, worth in request.accept_languages if worth > 0]
    wished = (one for tag in asked for one in (tag, tag.partition("-")[0]))
    return next((one for one in (tapped, *wished) if one in languages()), "en").replace("-", "_")


@blueprint.post("/language")
def choose() -> Response:
    """Remember the language that was tapped on this phone, and lead back to its page."""
    back, tapped = request.form.get("back", ""), request.form.get("language", "")
    answer: Response = redirect(back if _OURS.fullmatch(back) else "/", 303)  # type: ignore[assignment]
    if tapped in languages():
        answer.set_cookie(COOKIE, tapped, LASTING, httponly=True, samesite="Lax", secure=request.is_secure)
    return answer


@pass_context
def _text(context: Context, text: str, /, **values: Any) -> str:
    return _filled(context, language.gettext(text), values)


@pass_context
def _counted(context: Context, one: str, many: str, num: int, /, **values: Any) -> str:
    return _filled(context, language.ngettext(one, many, num), {"num": num, **values})


def _filled(context: Context, text: str, values: dict[str, Any]) -> str:
    """Put values into the places of a text; a name that is written from right to left stays by itself."""
    if context.eval_ctx.autoescape:
        text = Markup(text)  # noqa: S704 - our own text
    if "%" not in text:
        return text
    return text % {name: _value(value) for name, value in values.items()}


def _value(value: Any) -> Any:
    return isolated(spoken(value)) if type(value) in (str, Term) else value
