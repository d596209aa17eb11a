"""One server and one Chromium for each worker, and fresh phones for each test. Nothing here ever skips."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.room import NoChromium, Room, browsing, serving


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the program as people start it."""
    with serving(tmp_path_factory.mktemp("room")) as url:
        yield url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start the browser, or fail with a sentence where there is none."""
    try:
        with browsing() as browser:
            yield browser
    except NoChromium as none:
        pytest.fail(str(none), pytrace=False)


@pytest.fixture
def room(url: str, browser: Browser) -> Iterator[Room]:
    """Let people come in with their phones."""
    with Room(url, browser) as room:
        yield room
