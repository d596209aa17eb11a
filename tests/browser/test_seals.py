"""The seals of the deals: every phone works them out by itself, on plain http, and holds them against what it saw."""

from __future__ import annotations

import hashlib
import re
from urllib.request import urlopen

from playwright.sync_api import Route, expect

from tests.browser.room import NAME, Room
from tests.browser.table import Phone

TEXTS = [
    "",
    "abc",
    *("x" * n for n in (1, 55, 56, 57, 63, 64, 65, 111, 112, 119, 120, 127, 128, 1000)),
    "Vegas Strip\nround 1\ndeal 1\nseat 1 upper Zo\u00eb\u2019s\u00a0\U0001f3b2 \u05d3\u05d5\u05d3\nsalt " + "5a" * 32,
    "\u00e9" * 32,
    "\U0001f469\u200d\U0001f467" * 40,
    "\x00\x7f\x80\xff\uffff",
]


def test_every_phone_works_out_the_same_fingerprint_as_the_server(room: Room) -> None:
    """E-26, issue 4: SHA-256 without crypto.subtle, which plain http has not; around each border of its blocks"""
    phone = room.phone("Anna")
    phone.make_table(4)
    assert phone.page.evaluate("[isSecureContext, typeof crypto.subtle]") == [False, "undefined"]
    made = phone.page.evaluate("texts => texts.map(sha256)", TEXTS)
    assert made == [hashlib.sha256(text.encode()).hexdigest() for text in TEXTS]


def play_round(phone: Phone, looker: Phone | None = None) -> str:
    """Deal, let every fixer rig the upper casino, and close the round without a tile; give the seal on the board."""
    phone.board()
    phone.deal()
    seal = phone.page.locator("#seal").get_attribute("data-seal") or ""
    assert re.fullmatch("[0-9a-f]{64}", seal)
    if looker:
        looker.board()
        expect(looker.page.locator("#seal")).to_have_attribute("data-seal", seal)
        looker.open("/")
    for seat in range(1, 5):
        phone.card(seat)
        if phone.page.locator("form.rig").count():
            phone.rig("upper")
    assert phone.submit("?sheet=end", "ended", confirmed="tiles-left") == 200
    for _ in range(2):
        assert phone.submit("?sheet=reveal", "revealed") == 200
    assert phone.submit("?sheet=close", "closed") == 200
    return seal


def finished(room: Room) -> tuple[Phone, Phone, list[str]]:
    """Play a game on one phone that is handed round; another one looked at the table in round 2 alone."""
    phone, visitor = room.phone("Anna"), room.phone("Visitor")
    visitor.code = phone.make_table(4)
    for seat in range(1, 5):
        phone.claim_seat(phone.code, seat, f"P{seat}")
    seals = [play_round(phone), play_round(phone, visitor), play_round(phone)]
    return phone, visitor, seals


#: what a server could put on the page at the end: another slip, with a seal of its choice
_LIE = """
document.querySelector('.slip').textContent = '%s';
document.querySelector('.deal').dataset.opened = '%s';
"""


def open_lie(phone: Phone, slip: str, seal: str) -> None:
    """Open the result as it would come with another slip and seal of the first deal."""

    def lie(route: Route) -> None:
        # The browser alone knows the name of this server.
        with urlopen(route.request.url.replace(NAME, "127.0.0.1")) as sent:
            script = sent.read().decode()
        route.fulfill(body=_LIE % (slip, seal) + script, content_type="text/javascript")

    phone.page.unroute_all()
    phone.page.route("**/*strip.js*", lie)
    phone.open(f"/t/{phone.code}/result")


def found(phone: Phone) -> list[str]:
    """Read what a phone says of each deal."""
    badges = phone.page.locator(".deal > summary .badge:visible")
    return [text.strip() for text in badges.all_inner_texts()]


def test_a_phone_checks_the_opened_deals_against_what_it_saw(room: Room) -> None:
    """E-26, issue 4: what it saw, what it did not see, what was changed on the way; storage holds seals alone"""
    phone, visitor, seals = finished(room)
    phone.open(f"/t/{phone.code}/result")
    assert found(phone) == ["seal holds"] * 3
    phone.page.locator(".deal > summary").first.tap()
    opened = phone.page.locator(".deal").first
    expect(opened).to_contain_text("the slip makes the seal that was seen here when the cards were dealt")
    slip = opened.locator(".slip").text_content() or ""
    assert hashlib.sha256(slip.encode()).hexdigest() == seals[0]
    for casino in opened.locator(".dealt-pair bdi").all_text_contents()[1:3]:
        assert casino in slip
    kept = phone.page.evaluate("({...localStorage})")
    assert sorted(kept.values()) == sorted(seals)

    visitor.open(f"/t/{visitor.code}/result")
    assert found(visitor) == ["seal not seen here", "seal holds", "seal not seen here"]
    visitor.board()
    assert found(visitor) == ["seal not seen here", "seal holds", "seal not seen here"], "the end is no deal time"
    a_changed_deal_is_found_out(phone, seals)


def a_changed_deal_is_found_out(phone: Phone, seals: list[str]) -> None:
    """By its slip alone, and where slip and seal were changed together by the phone that saw the first seal."""
    lie = "Vegas Strip, another deal"
    open_lie(phone, lie, seals[0])
    assert found(phone) == ["seal broken", "seal holds", "seal holds"]
    phone.page.locator(".deal > summary").first.tap()
    expect(phone.page.locator(".deal").first).to_contain_text("makes another seal than the one shown here")
    open_lie(phone, lie, hashlib.sha256(lie.encode()).hexdigest())
    assert found(phone) == ["seal broken", "seal holds", "seal holds"]
    phone.page.locator(".deal > summary").first.tap()
    expect(phone.page.locator(".deal").first).to_contain_text("this phone saw another seal")
