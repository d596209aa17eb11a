"""Trying a game without the box, from the start page of a phone that has never been here."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.room import Room


def test_strip_is_tried_out_with_one_tap_and_played_on(room: Room) -> None:
    """Dealt, some turns in, the mark in sight; a card opens on this phone, and the next tile is placed."""
    phone = room.phone("Anna")
    phone.open("/")
    phone.page.locator("form[action='/tryouts']:has([value=strip]) button").tap()
    mark = phone.page.locator(".tryout")
    expect(mark).to_be_in_viewport()
    expect(mark).to_contain_text("Made-up people")
    expect(phone.page.locator("#table h1")).to_have_text("Ada\u2019s turn")
    phone.code = phone.page.url.rpartition("/")[2]
    phone.card(1)
    with phone.holding():
        expect(phone.page.locator(".card.open .pair")).to_be_visible()
    phone.board()
    phone.pick("1", 6)
    phone.place("The Peacock")
    phone.told("Ada: 6 at The Peacock.")
    phone.open("/")
    expect(phone.page.locator("#running + .rows .badge").first).to_have_text("try-out")


@pytest.mark.parametrize("scripts", [True, False])
def test_slots_is_tried_out_with_made_up_points(room: Room, scripts: bool) -> None:
    phone = room.phone("Anna", java_script_enabled=scripts)
    phone.open("/")
    phone.page.locator("form[action='/tryouts']:has([value=slots]) button").tap()
    expect(phone.page.locator(".tryout")).to_be_visible()
    expect(phone.page.locator(".practice")).to_contain_text("made up")
    expect(phone.page.locator("#table h1")).to_have_text("Ada\u2019s turn")
    expect(phone.page.locator("#player-3 .points").first).to_have_text("12")
