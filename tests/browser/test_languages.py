"""A game past every page, as phones of other languages see it: in Dutch, and in one that takes a third more room."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.room import Room, serving
from tests.browser.slots_tour import SlotsTour
from tests.browser.table import Phone
from tests.browser.test_looks import NARROW, narrow
from tests.browser.tour import Tour
from tests.pseudo import TAG

HERE = Path(__file__).parent
#: of no language
NAMES = ("\u0394\u03b1\u03bd", "\u0395\u03bb\u03b1", "\u03a6\u03c9\u03c2", "\u0394\u03b7\u03c9")
#: what is printed in the boxes, and what is called so everywhere
PRINTED = re.compile(
    r"Vegas Strip|Vegas Slot Machine 1973|Vegas|Companion|Santorini|Sunset Gondola|The Peacock|Sunken Treasure"
    r"|Gold Rush|Casino \d|Casino Owner|High Roller|Pro Gambler|Spin Again|Cumber|Letter"
    r"|Beginner|Slot Machine King|Basic|Good|Wizard|Master|Gambler"
    # the made-up people of a try-out, addresses, seals
    r"|\b(?:Ada|Bo|Cleo|Dan)\b|https?://\S+|[0-9a-f]{8,}"
)
ENGLISH = re.compile(
    r"\b(the|and|with|this|that|has|have|are|your|you|from|which|who|whose|not|tiles?|cards?|chips|round|seat|table"
    r"|turn|spades|hearts|diamonds|clubs|player|people|rules?|cherry|lemon|prize|grid)\b",
    re.IGNORECASE,
)
UNACCENTED = re.compile(r"[a-z]{2,}")


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("languages"), "tests.pseudo") as found:
        yield found


def unsaid(phone: Phone, language: str) -> Iterator[str]:
    """Look through the page that a phone shows for what is not said in another language."""
    past = UNACCENTED if language == TAG else ENGLISH
    spoken, *texts = phone.page.evaluate((HERE / "words.js").read_text(), [phone.page.url, language])
    assert spoken == language
    return (f"{language}: {text}" for text in texts if past.search(PRINTED.sub("", text)))


def too_narrow(phone: Phone, language: str) -> Iterator[str]:
    """Look for what of that page has no room on a narrow phone."""
    others = [page for page in phone.context.pages if page != phone.page]
    page = others[0] if others else phone.context.new_page()
    page.set_extra_http_headers({"Accept-Language": language})
    page.goto(phone.page.url)
    yield from narrow(page)
    page.goto("about:blank")


@pytest.mark.parametrize("tour", [Tour, SlotsTour])
def test_every_page_is_said_in_every_language_and_has_the_room_for_it(
    url: str, browser: Browser, tour: type[Tour | SlotsTour]
) -> None:
    """No English in Dutch, nothing that was never looked up, and nothing that sticks out on a narrow phone."""
    found: dict[str, str] = {}
    seen: set[str] = set()
    with Room(url, browser) as room:
        for name, phone in tour(room, NAMES, viewport=NARROW, reduced_motion="reduce").stops():
            sheet = name.partition("-")[2] or name
            if sheet in seen:
                continue
            seen.add(sheet)
            for fault in (*unsaid(phone, "nl"), *unsaid(phone, TAG), *too_narrow(phone, TAG)):
                found.setdefault(fault, name)
    assert not found, "\n".join(f"{name}, {fault}" for fault, name in found.items())
