"""What a phone shows, as phones of other languages see it: in Dutch, and in one that takes a third more room."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

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


@contextmanager
def read_in(language: str, phone: Phone, browser: Browser) -> Iterator[Page]:
    """Open the page that a phone shows as it is in another language, on another phone of its size with its cookies."""
    wishes: dict[str, Any] = {"viewport": phone.page.viewport_size, "reduced_motion": "reduce", "locale": language}
    with browser.new_context(storage_state=phone.context.storage_state(), **wishes) as context:
        page = context.new_page()
        page.goto(phone.page.url)
        yield page


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
