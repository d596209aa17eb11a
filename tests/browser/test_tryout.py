"""Trying a game without the box, from the start page of a phone that has never been here."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.room import Room
from tests.browser.slots import Player


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


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_a_try_out_of_the_slot_machine_leads_to_a_prize(room: Room, scheme: str, scripts: bool) -> None:
    """From the start page in six taps: the key, the card that is named, the lit cell, the play, the claim, the pile."""
    phone = room.phone("Anna", color_scheme=scheme, java_script_enabled=scripts)
    page, player = phone.page, Player(phone)
    phone.open("/")
    page.locator("form[action='/tryouts']:has([value=slots]) button").tap()
    expect(page.locator("#to-grid")).to_have_text("Play a card")
    expect(page.locator("#turned")).to_have_class("button quiet")
    player.sees_grid()
    expect(page.locator(".to-try")).to_have_text("Pick a card as if Ada held it: bell makes a prize.")
    expect(page.locator(".to-try")).to_be_in_viewport(ratio=1)
    player.holds("bell")
    assert player.marks() == ["yes", "yes", "yes", "no", "prize 20", "no", "no", "no", "yes"]
    expect(player.asks(4)).to_contain_text("A prize: 20 points")
    expect(page.locator(".paylines path:not(.edge)")).to_have_count(1)
    assert player.marks() == ["yes", "yes", "yes", "prize 20", "no", "no", "yes"], "bright bells without a no"
    phone.tap("#play")
    phone.told("Ada plays bell onto the centre")
    expect(page.locator(".paylines path:not(.edge)")).to_have_count(1)
    expect(page.locator("#claim-1")).to_have_text("Claim bell")
    phone.tap("#claim-1")
    phone.told("Ada claims a prize: bell.")
    player.shows("the middle left", "seven")
    phone.tap("#to-score")
    expect(page.locator("#p1B .count")).to_have_text("1")
    expect(player.points(1)).to_have_text("20")
    expect(page.locator("#turned")).to_have_class("button")
    phone.tap("#turned")
    expect(page.locator("#table h1")).to_have_text("Bo\u2019s turn")
    expect(page.locator("#to-grid")).to_have_text("Play a card")


def test_going_on_without_the_claim_is_asked_about_with_the_way_to_it(room: Room) -> None:
    """SM-A6, A18"""
    phone = room.phone("Anna")
    phone.expected.append("422")
    page, player = phone.page, Player(phone)
    phone.open("/")
    page.locator("form[action='/tryouts']:has([value=slots]) button").tap()
    player.sees_grid()
    player.holds("bell")
    player.asks(4)
    phone.tap("#play")
    expect(page.locator("#claim-1")).to_be_visible()
    phone.tap("#to-score")
    expect(page.locator("#dock .ask small")).to_have_text("a prize to claim")
    phone.tap("#turned")
    expect(page.locator("#refusals")).to_contain_text("claim the prize")
    expect(page.locator("#table h1")).to_have_text("Ada\u2019s turn")
    expect(page.locator("#to-grid")).to_have_text("Go on in the grid")
    phone.tap("#to-grid")
    phone.tap("#claim-1")
    phone.told("Ada claims a prize: bell.")
