"""From a verdict to its rule and back, on a phone; the search without scripts."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.room import Room
from tests.browser.table import Phone


def begun(phone: Phone) -> None:
    """Deal printed cards to four people, and let the first one lead Santorini with a 4."""
    phone.make_table(4)
    assert phone.submit("?sheet=settings", "settled", fixer_cards="printed") == 200
    phone.board()
    phone.deal()
    assert phone.submit("?set=1&tile=4", "placed", casino=phone.casinos()[0].name) == 200


def test_a_verdict_leads_to_its_rule_and_one_tap_leads_back(room: Room) -> None:
    """The rule is in sight and marked, and the way back shows the same tile at the same casino."""
    phone = room.phone("Anna")
    begun(phone)
    phone.board("?set=2&tile=4")
    phone.page.locator("a.whole.why").first.tap()
    verdict = phone.page.locator("#sheet .verdict")
    expect(verdict).to_contain_text("Not the 4 here")
    here = phone.page.url
    verdict.get_by_role("link", name="VS-R25").tap()
    rule = phone.page.locator("#VS-R25")
    expect(rule).to_be_in_viewport()
    expect(rule).to_have_css("border-top-width", "2px")
    phone.page.get_by_role("link", name="To the table").last.tap()
    expect(verdict).to_contain_text("Not the 4 here")
    assert phone.page.url == here


def test_a_refusal_leads_to_its_rule(room: Room) -> None:
    phone = room.phone("Anna")
    phone.expects("Response Status Error Code 4", "status of 4")
    begun(phone)
    phone.board("?set=4&tile=1")
    phone.page.locator("button.whole").first.tap()
    phone.page.locator("#refusals").get_by_role("link", name="VS-R20").tap()
    expect(phone.page.locator("#VS-R20")).to_be_in_viewport()


def test_the_rules_are_searched_without_scripts(room: Room) -> None:
    phone = room.phone("Anna", java_script_enabled=False)
    phone.open("/help/slots")
    phone.page.get_by_role("searchbox").fill("wizrd")
    phone.page.get_by_role("button", name="Find").tap()
    expect(phone.page.locator(".found")).to_contain_text("No rule speaks of wizrd.")
    phone.page.get_by_role("link", name="wizard", exact=True).tap()
    expect(phone.page.locator("mark").first).to_have_text("Wizard")
    expect(phone.page.locator("#SM-A27")).to_be_visible()
    phone.page.get_by_role("link", name="SM-A27").tap()
    expect(phone.page.locator("#SM-A27")).to_be_in_viewport()
    expect(phone.page.locator("h2")).to_have_text("Alone or all together")


def test_the_rules_are_read_part_by_part_without_scripts(room: Room) -> None:
    """Issue 7: all parts in short, one of them open, and at its end the ways to those before and behind it."""
    phone = room.phone("Anna", java_script_enabled=False)
    phone.open("/help/slots")
    expect(phone.page.locator(".a-rule")).to_have_count(0)
    phone.page.get_by_role("link", name="A turn 18 rules").tap()
    expect(phone.page.locator("h2")).to_have_text("A turn")
    phone.page.get_by_role("link", name="Next part").tap()
    expect(phone.page.locator("h2")).to_have_text("Paylines and prizes")
    phone.page.get_by_role("link", name="Previous part").tap()
    expect(phone.page.locator("h2")).to_have_text("A turn")
    phone.page.get_by_role("link", name="All parts").tap()
    expect(phone.page.locator(".a-rule")).to_have_count(0)


def test_a_part_is_opened_by_keyboard(room: Room) -> None:
    """E-119: the whole of a part in short has one stop, which shows where the focus is."""
    phone = room.phone("Anna")
    phone.open("/help/strip")
    first = phone.page.locator(".part .whole").first
    phone.page.get_by_role("button", name="Find").focus()
    phone.page.keyboard.press("Tab")
    expect(first).to_be_focused()
    expect(phone.page.locator(".part").first).to_have_css("outline-style", "solid")
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("#VS-R01")).to_be_visible()
