"""The owner's cards on a phone: a score card entered in one go, taken to another phone as a file, and played with."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.room import Room, serving
from tests.browser.slots import Player
from tests.browser.table import Phone

#: made-up numbers, as an owner would copy them: points of a set, cards in the deck
CARD = {"S": (30, 6), "B": (20, 8), "V": (40, 4), "P": (14, 10)}


@pytest.fixture
def home(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Room]:
    """Let people come to an owner who has entered nothing yet."""
    with serving(tmp_path_factory.mktemp("cards")) as url, Room(url, browser) as room:
        yield room


def enters_score_card(owner: Phone) -> None:
    """Fill in the rows of the score card, one more by name with a picture of its own, and save once."""
    owner.tap("#open-symbols")
    page = owner.page
    for letter, (points, count) in CARD.items():
        page.locator(f"#points-{letter}").fill(str(points))
        page.locator(f"#count-{letter}").fill(str(count))
    page.locator("#name-new1").fill("cactus")
    page.locator("#points-new1").fill("18")
    owner.tap("#pictures-new1 > summary")
    page.locator("#pictures-new1 label:has([value=clover])").tap()
    owner.tap("#save")
    expect(page.locator("#card-symbols")).to_contain_text("Bell: 20 points")


def test_a_score_card_is_entered_once_and_played_with(home: Room) -> None:
    """Issue 6, SM-A1, E-96: a table that runs is completed before everybody's eyes, the next one knows all of it."""
    owner, guest = Player(home.phone("Ann")), Player(home.phone("Ben"))
    code = owner.phone.make_table(2, "slots")
    guest.phone.claim_seat(code, 2, "Ben")
    owner.begins()
    owner.scores(1, "S", sets=1)
    guest.phone.board()
    expect(guest.points(1)).to_contain_text("0 + ?")
    owner.phone.tap("#way-menu")
    owner.phone.tap("#to-cards")
    enters_score_card(owner.phone)
    # By itself, on the other phone, without a touch.
    expect(guest.points(1)).to_have_text("30")
    owner.page.get_by_role("link", name="Back to the table").tap()
    owner.scores(2, "A", sets=1)
    expect(owner.points(2)).to_have_text("18")
    expect(owner.page.locator("#p2A use")).to_have_attribute("href", re.compile("clover$"))


def test_a_file_is_looked_at_before_it_is_taken_and_taken_back_in_one_go(home: Room) -> None:
    """Issue 6: from one phone to another, without the internet; what changes is shown, and an undo brings it back."""
    owner, other = home.phone("Ann"), home.phone("Ben")
    owner.open("/cards/slots")
    enters_score_card(owner)
    text = owner.page.evaluate("async () => (await fetch('/cards/slots/file.toml')).text()")
    other.open("/cards/slots")
    other.tap("#take-in > summary")
    other.page.locator("#pasted").fill(text.replace("points = 20", "points = 22"))
    other.tap("#preview")
    expect(other.page.locator(".moves")).to_contain_text("Bell: 20 points \u2192 Bell: 22 points")
    other.tap("#take")
    expect(other.page.locator("#card-symbols")).to_contain_text("Bell: 22 points")
    other.tap("#undo")
    expect(other.page.locator("#card-symbols")).to_contain_text("Bell: 20 points")


def test_a_half_typed_card_outlives_a_reload(home: Room) -> None:
    """E-35: nobody types twenty symbols twice."""
    owner = home.phone("Ann")
    owner.open("/cards/slots/card/symbols")
    owner.page.locator("#points-B").fill("20")
    owner.page.reload()
    expect(owner.page.locator("#points-B")).to_have_value("20")
