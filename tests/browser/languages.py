"""What a phone shows, as phones of other languages see it: in Dutch, and in one that takes a third more room."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.table import Phone
from tests.pseudo import TAG

HERE = Path(__file__).parent
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


class Reader:
    """Another phone, in a language of its own, that opens what the phones of a room show, each time with their cookies.

    One for a whole walk: a new one each time costs more than the page.
    """

    def __init__(self, browser: Browser, language: str, size: ViewportSize) -> None:
        """Take a phone of this size into the hand."""
        self._context = browser.new_context(viewport=size, reduced_motion="reduce", locale=language)
        self._page = self._context.new_page()

    def opened(self, phone: Phone) -> Page:
        """Open the page that a phone shows."""
        # What the page before it has kept on the phone is not its own.
        self._page.goto("about:blank")
        self._context.clear_cookies()
        self._context.add_cookies(phone.context.cookies())
        self._page.goto(phone.page.url)
        return self._page

    def close(self) -> None:
        """Put the phone away."""
        self._context.close()


def unsaid(page: Page, language: str, names: Iterable[str]) -> Iterator[str]:
    """Look through a page for what is not said in another language, but for the names of people."""
    past = UNACCENTED if language == TAG else ENGLISH
    spoken, *texts = page.evaluate((HERE / "words.js").read_text(), [page.url, language])
    assert spoken == language
    for text in texts:
        bare = PRINTED.sub("", text)
        for name in names:
            bare = bare.replace(name.strip(), "")
        if past.search(bare):
            yield f"{language}: {text}"
