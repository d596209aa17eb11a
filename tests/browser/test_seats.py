"""A phone finds its seat again: a dead phone, a seat that moves, a host who goes home, a shared phone with a PIN."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.room import Room
from tests.browser.table import Phone


def table_of_three(room: Room) -> tuple[str, list[Phone]]:
    """Seat Anna, who hosts, Bea and Cem, each on an own phone, and deal."""
    names = ("Anna", "Bea", "Cem")
    phones = [room.phone(name) for name in names]
    code = phones[0].make_table(3)
    for seat, (phone, name) in enumerate(zip(phones, names, strict=True), start=1):
        phone.claim_seat(code, seat, name)
    phones[0].board()
    phones[0].deal()
    return code, phones


def test_e37_a_dead_phone_is_replaced_with_the_yes_of_the_others(room: Room) -> None:
    """E-37, E-39, E-68: "that is me"; two people say yes; the new phone has the seat; the old one says so by itself."""
    code, (anna, bea, cem) = table_of_three(room)
    for phone in (anna, bea, cem):
        phone.board()
    new = room.phone("Cem's second phone")
    new.code = code
    new.open(f"/t/{code}/join")
    new.page.get_by_role("button", name="That is me: Cem").tap()
    asked = new.page.get_by_label("A phone asks")
    expect(asked).to_contain_text("This phone asks for the seat of Cem. The host says yes to it, or two of the others")
    bea.page.get_by_label("A phone asks").get_by_role("button", name="Yes, Cem").tap()
    expect(asked).to_contain_text("or one of the others does")
    expect(bea.page.get_by_label("A phone asks")).to_contain_text("You have said yes")
    anna.page.get_by_label("A phone asks").get_by_role("button", name="Yes, Cem").tap()
    expect(new.page.locator("#way-card")).to_be_visible()
    expect(asked).to_have_count(0)
    moved = cem.page.get_by_label("A seat that has moved")
    expect(moved).to_contain_text("This phone no longer holds the seat of Cem: another phone has it now.")
    new.card(3)
    assert new.look().upper


def test_seats_follow_the_table_but_never_a_hand_that_types(room: Room) -> None:
    """E-68: nobody taps a seat that somebody took meanwhile, and a name that is half typed stays."""
    anna, bea = room.phone("Anna"), room.phone("Bea")
    code = anna.make_table(3)
    bea.code = code
    bea.open(f"/t/{code}/join")
    anna.claim_seat(code, 1, "Anna")
    expect(bea.page.locator(".seat").first).to_contain_text("Anna")
    bea.page.locator("#name-3").fill("Be")
    anna.claim_seat(code, 2, "Annas sister")
    bea.page.wait_for_timeout(2500)
    expect(bea.page.locator("#name-3")).to_have_value("Be")
    expect(bea.page.locator("#name-2")).to_be_visible()
    bea.page.locator("#name-3").fill("")
    bea.page.evaluate("document.activeElement.blur()")
    expect(bea.page.locator("#name-2")).to_have_count(0)


def test_free_seats_come_before_the_deal(room: Room) -> None:
    """E-34: a card that is dealt to an empty seat stays shut for whoever takes it; so the big button brings people."""
    host = room.phone("host")
    code = host.make_table(3)
    host.board()
    expect(host.page.locator("#dock .button:not(.quiet)")).to_have_text("Bring in the others")
    expect(host.page.locator("#dock")).to_contain_text("3 seats have no phone yet.")
    for seat, name in enumerate(("Anna", "Bea", "Cem"), start=1):
        host.claim_seat(code, seat, name)
    host.board()
    expect(host.page.locator("#dock .button:not(.quiet)")).to_have_text("Deal round 1")


def test_whoever_is_on_turn_sees_it_on_the_own_phone(room: Room) -> None:
    anna, bea = room.phone("Anna"), room.phone("Bea")
    code = anna.make_table(3)
    assert anna.submit("?sheet=settings", "settled", fixer_cards="printed") == 200
    for seat, (phone, name) in enumerate(((anna, "Anna"), (bea, "Bea")), start=1):
        phone.claim_seat(code, seat, name)
        phone.board()
    anna.deal()
    expect(anna.page.locator("#dock .ask")).to_contain_text("Your turn: tap a tile")
    expect(bea.page.locator("#dock .ask")).to_contain_text("Anna: tap a tile")
    expect(bea.page.locator("#dock .ask.yours")).to_have_count(0)


def test_e49_the_host_hands_over_and_another_takes_over(room: Room) -> None:
    code, (anna, bea, cem) = table_of_three(room)
    anna.open(f"/t/{code}/join")
    anna.tap("summary:has-text('Who is the host')")
    anna.page.get_by_role("button", name="Bea").tap()
    expect(anna.page.locator("summary:has-text('Who is the host')")).to_be_visible()
    anna.tap("summary:has-text('Who is the host')")
    expect(anna.page.get_by_role("button", name="Be the host")).to_be_visible()
    cem.open(f"/t/{code}/join")
    cem.tap("summary:has-text('Who is the host')")
    cem.page.get_by_role("button", name="Be the host").tap()
    anna.board()
    asked = anna.page.get_by_label("A phone asks")
    asked.get_by_role("button", name="Yes").tap()
    expect(asked).to_contain_text("You have said yes; one more word is needed.")
    bea.board()
    bea.page.get_by_label("A phone asks").get_by_role("button", name="Yes").tap()
    expect(bea.page.get_by_label("A phone asks")).to_have_count(0)
    anna.told("The phone of Cem is the host\u2019s now.")
    bea.open(f"/t/{code}/join")
    bea.tap("summary:has-text('Who is the host')")
    expect(bea.page.get_by_role("button", name="Be the host")).to_be_visible()


def test_e45_a_card_on_a_shared_phone_opens_for_whoever_knows_its_pin(room: Room) -> None:
    phone = room.phone("one phone for two")
    code = phone.make_table(2)
    for seat, name in ((1, "Anna"), (2, "Bea")):
        phone.claim_seat(code, seat, name)
    phone.board()
    phone.deal()
    phone.card(1)
    phone.tap("summary:has-text('A PIN for this card')")
    phone.page.get_by_label("Four to eight digits").fill("2580")
    phone.page.get_by_role("button", name="Keep the PIN").tap()
    shown = phone.look()
    phone.expects("422")
    phone.open(f"/t/{code}/card/1")
    phone.page.get_by_label("Your PIN").fill("1111")
    phone.page.get_by_role("button", name="I am Anna").tap()
    expect(phone.page.get_by_role("alert")).to_contain_text("That is not the PIN of Anna.")
    phone.page.get_by_label("Your PIN").fill("2580")
    phone.page.get_by_role("button", name="I am Anna").tap()
    assert phone.look() == shown


def test_e34_an_open_card_page_says_that_its_card_is_void(room: Room) -> None:
    """E-34: whoever holds a page of the round before sees no card, and reads why."""
    code, (anna, bea, cem) = table_of_three(room)
    for phone, seat in ((anna, 1), (bea, 2), (cem, 3)):
        phone.card(seat)
        phone.rig("upper")
    bea.card(2)
    old = bea.look()
    anna.board()
    anna.sheet("end")
    anna.tap("button#end")
    for _ in range(3):
        anna.tap("#reveal")
        anna.tap("#reveal-now")
    anna.tap("#close-round")
    anna.tap("#close")
    anna.deal()
    assert old.upper
    bea.expects("409")
    bea.page.locator(".hold").dispatch_event("pointerdown", {"isPrimary": True, "button": 0})
    expect(bea.page.get_by_role("alert")).to_contain_text("The card that was open here is void")
    expect(bea.page.locator(".pair")).to_have_count(0)
