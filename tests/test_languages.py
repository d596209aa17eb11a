"""The catalogues: all texts and nothing else stand in them, they are compiled, and no template speaks past them."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from jinja2 import Environment, nodes

from tests.pseudo import pseudo

ROOT = Path(__file__).parents[1]
CATALOGUES = ROOT / "companion" / "translations"
LANGUAGES = sorted(path.parent.parent.name for path in CATALOGUES.glob("*/LC_MESSAGES/messages.po"))
#: every page but the one that is only for whoever changes how they look
TEMPLATES = sorted({*(ROOT / "templates").rglob("*.html")} - {ROOT / "templates" / "partials.html"})
JINJA = Environment(extensions=["jinja2.ext.i18n"], trim_blocks=True, lstrip_blocks=True)
JINJA.newstyle_gettext = True  # type: ignore[attr-defined]

#: what stands between tags in macros that write a tag, and in blocks of classes
NO_WORDS = {"checked", "hx-", "help", "pick", "ask"}
#: what speaks for itself in every language
PRINTED = {"Vegas", "Companion", "ANY", "SHA-256", "Letter", "Spin", "Again", "Cumber", "Basic", "Good", "Wizard"}


def catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=None if path.suffix == ".pot" else path.parts[-3])


def ids(of: Catalog) -> set[object]:
    return {message.id for message in of if message.id}


def extracted() -> set[object]:
    with (ROOT / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)
    found = Catalog()
    for _, _, message, _, _ in extract_from_dir(ROOT, methods, options):
        found.add(message)
    return ids(found)


def test_the_template_of_the_catalogues_holds_what_the_sources_say() -> None:
    """`make languages` brings it up to date."""
    known = ids(catalogue(CATALOGUES / "messages.pot"))
    assert known == extracted()
    assert len(known) > 1000


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_says_all_of_it_and_nothing_else(language: str) -> None:
    said = catalogue(CATALOGUES / language / "LC_MESSAGES" / "messages.po")
    assert ids(said) == ids(catalogue(CATALOGUES / "messages.pot"))
    assert not said.obsolete
    open_ones = [m.id for m in said if m.id and not all([m.string] if isinstance(m.string, str) else m.string)]
    assert open_ones == []
    assert [message.id for message in said if message.id and message.fuzzy] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    folder = CATALOGUES / language / "LC_MESSAGES"
    compiled = io.BytesIO()
    write_mo(compiled, catalogue(folder / "messages.po"))
    assert (folder / "messages.mo").read_bytes() == compiled.getvalue()


# No template speaks past the catalogues


def bare(source: str) -> Iterator[str]:
    """Find words that a template shows without looking them up: between its tags, and in what is read aloud."""
    text = re.sub(r"{#.*?#}", "", source, flags=re.DOTALL)
    text = re.sub(r"{%-? *trans.*?endtrans *-?%}", "", text, flags=re.DOTALL)
    for spoken in re.findall(r'(?:aria-label|title|placeholder|alt)="([^"]*)"', text):
        yield from _words(spoken)
    # A block with a class or an attribute in it is no text.
    text = re.sub(r"{% block \w*(?:class|attributes) %}.*?{% endblock %}", "", text)
    text = re.sub(r'[\w-]+="[^"]*"', "", text)
    text = re.sub(r"{[{%].*?[%}]}", "\x00", text, flags=re.DOTALL)
    text = re.sub(r"<(script|style)\b.*?</\1>", "", text, flags=re.DOTALL)
    yield from _words(re.sub(r"<[^<>]*>", " ", text))


def _words(text: str) -> list[str]:
    without = re.sub(r"{[{%].*?[%}]}|&\w+;", " ", text, flags=re.DOTALL)
    return [word for word in re.findall(r"[A-Za-z][\w\u2019-]+", without) if word not in PRINTED | NO_WORDS]


def constants(source: str) -> Iterator[str]:
    """Find sentences among the constants of a template's expressions that are not looked up."""
    parsed = JINJA.parse(source)
    looked_up = {
        id(constant)
        for call in parsed.find_all(nodes.Call)
        if isinstance(call.node, nodes.Name) and call.node.name in ("_", "gettext", "ngettext")
        for constant in call.find_all(nodes.Const)
    }
    for constant in parsed.find_all(nodes.Const):
        value = constant.value
        if (
            isinstance(value, str)
            and id(constant) not in looked_up
            and re.search(r"[A-Z][a-z]+.*[a-z:] |^[A-Z][a-z]+$", value)
            and value.split()[0] not in PRINTED
        ):
            yield value


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: "/".join(path.parts[-2:]))
def test_no_template_speaks_past_the_catalogues(path: Path) -> None:
    source = path.read_text("utf-8")
    assert list(bare(source)) == []
    assert list(constants(source)) == []


@pytest.mark.parametrize(
    "source",
    [
        "<p>Now</p>",
        '<a aria-label="Close {{ x }}"></a>',
        "{{ 'Round ' ~ n }}{{ icon('One less: ' ~ x) }}",
        "{{ act_button('Save') }}",
    ],
)
def test_words_past_the_catalogues_are_found(source: str) -> None:
    assert [*bare(source), *constants(source)]


@pytest.mark.parametrize(
    "source",
    [
        "<p>{{ _('Now') }}</p>",
        "{% trans n=1 %}Now <b>{{ n }}</b>{% endtrans %}",
        '<a aria-label="{{ _(\'Close %(x)s\', x=x) }}" class="button quiet"></a>',
        "{{ ngettext('One tile', '%(num)s tiles', n) }}{# Now #}",
    ],
)
def test_words_that_are_looked_up_are_not(source: str) -> None:
    assert not [*bare(source), *constants(source)]


def test_no_script_speaks_past_the_catalogues() -> None:
    """A sentence comes with the page, in the language of the phone."""
    for path in (ROOT / "static").glob("*.js"):
        code = re.sub(r"^\s*//.*$|\s// .*$", "", path.read_text("utf-8"), flags=re.MULTILINE)
        said = re.findall(r"[\"'`]([A-Z][a-z]+(?: [^\"'`]*)?)[\"'`]", code)
        assert [text for text in said if text not in ("Enter", "Content-Type", "Escape")] == [], path


def test_a_template_that_all_pages_share_says_nothing_outside_its_macros() -> None:
    """It is imported once for all phones: what it said then would be in the language of the first one."""
    shared = JINJA.parse((ROOT / "templates" / "_marks.html").read_text("utf-8"))
    for node in shared.body:
        assert isinstance(node, nodes.Macro) or not [*node.find_all(nodes.Call)]


def test_pseudo_keeps_places_and_marks_and_is_longer() -> None:
    said = pseudo("Now a <b>casino</b> for %(name)s, {seat:own} {set:has|have}")
    assert said == "Ñööŵ åå <b>çååšîîñöö</b> ƒööŕ %(name)s, {seat:own} {set:ĥååš|ĥååṽéé}"
