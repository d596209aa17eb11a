"""One server and one Chromium for each worker, and fresh phones for each test. Nothing here ever skips."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.room import NoChromium, Room, browsing, serving

#: the walks of a minute
LONG = ("test_four_people_play_a_round_on_five_phones", "test_every_page_fits_every_phone")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest walks, or one core would wait for the other at the end."""
    items.sort(key=lambda item: item.name not in LONG)


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
        raise pytest.fail.Exception(str(none), pytrace=False) from None


@pytest.fixture
def room(url: str, browser: Browser) -> Iterator[Room]:
    """Let people come in with their phones."""
    with Room(url, browser) as room:
        yield room
