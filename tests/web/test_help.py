"""The help pages over plain http: rules with their ids, the search, the way back, and the links from verdicts."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask

from companion import play
from companion.games import games
from tests.conftest import Cast, Phone, sit_down

LINK = re.compile(r'class="rule" href="(/help/[^"]+)">Why\? ([^<]+)<')


def why(page: str) -> dict[str, str]:
    """Find the rules to which a page leads, with their addresses."""
    return {rule: unescape(address) for address, rule in LINK.findall(page)}


def led_to(phone: Phone, page: str) -> set[str]:
    """Follow every way to a rule, and name those that stand where it leads."""
    found = set()
    for rule, address in why(page).items():
        answer = phone.get(address)
        assert answer.status_code == 200
        assert urlsplit(address).fragment == rule
        assert f'id="{rule}"' in answer.text
        found.add(rule)
    return found


@pytest.mark.parametrize("key", games())
def test_every_rule_of_a_game_stands_on_its_page(app: Flask, key: str) -> None:
    page = Phone(app).get(f"/help/{key}").text
    assert re.findall(r'<article class="a-rule(?: reading)?" id="([^"]+)"', page) == list(games()[key].help.rules)
    assert page.count("How we read it") == sum(rule.is_reading for rule in games()[key].help.rules.values())


def test_a_word_is_marked_where_it_is_found_and_said_where_it_is_not(app: Flask) -> None:
    phone = Phone(app)
    found = phone.get("/help/strip?q=odd+chip").text
    assert "One rule speaks of" in found
    assert "<mark>odd</mark>" in found
    assert 'id="VS-R35"' in found
    assert 'id="VS-R34"' not in found
    none = phone.get("/help/strip?q=jakpot").text
    assert "No rule speaks of" in none
    assert 'href="/help/strip?q=jackpot"' in none
    assert "There is no word in" in phone.get("/help/strip?q=%3F").text


def test_what_is_asked_is_shown_as_text(app: Flask) -> None:
    page = Phone(app).get("/help/strip", query_string={"q": "<script>x</script>"}).text
    assert "<script>x" not in page
    assert "&lt;script&gt;x" in page


def test_a_game_that_is_not_there_is_named(app: Flask) -> None:
    answer = Phone(app).get("/help/chess")
    assert answer.status_code == 404
    assert "No game here is called \u201cchess\u201d." in answer.text


@pytest.mark.parametrize(
    ("back", "leads"),
    [
        ("/t/ABCDE", "/t/ABCDE"),
        ("/t/ABCDE?set=3&tile=4", "/t/ABCDE?set=3&tile=4"),
        ("/t/ABCDE/ask?casino=Gold+Rush", "/t/ABCDE/ask?casino=Gold+Rush"),
        ("//elsewhere.test/t/ABCDE", "/"),
        ("https://elsewhere.test", "/"),
        ("javascript:alert(1)", "/"),
        ("/t/ABCDE/../../x", "/"),
        ("/t/ABCDE\\elsewhere.test", "/"),
        ("", "/"),
    ],
)
def test_one_tap_leads_back_to_a_page_of_a_table_and_nowhere_else(app: Flask, back: str, leads: str) -> None:
    page = Phone(app).get("/help/strip", query_string={"back": back}).text
    ways = [unescape(way) for way in re.findall(r'<a class="(?:icon|button)" href="([^"]+)"', page)]
    assert ways == [leads, leads]


def test_the_way_back_outlasts_a_search(app: Flask) -> None:
    page = Phone(app).get("/help/strip", query_string={"back": "/t/ABCDE?tile=4", "q": "jakpot"}).text
    assert '<input type="hidden" name="back" value="/t/ABCDE?tile=4">' in page
    asked = next(unescape(way) for way in re.findall(r'href="([^"]+)">jackpot<', page))
    assert parse_qs(urlsplit(asked).query) == {"q": ["jackpot"], "back": ["/t/ABCDE?tile=4"]}


def test_the_menu_and_the_start_lead_to_the_rules(any_cast: Cast) -> None:
    menu = any_cast.host.get(any_cast.host.at("?sheet=menu")).text
    assert re.search(r'href="/help/\w+\?back=%2Ft%2F', menu)
    assert 'href="/help/strip"' in any_cast.host.get("/").text


def test_refusals_and_verdicts_of_strip_lead_to_their_rules(app: Flask) -> None:
    cast = sit_down(app, "strip")
    host = cast.host
    host.act("dealt")
    too_early = host.act("placed", part=True, set="1", tile="4", casino="Gold Rush")
    assert led_to(host, too_early.text) == {"VS-R17"}
    asked = host.get(f"/t/{cast.code}/ask?casino=Gold+Rush&set=1&tile=7&tiles_=-&tiles_2=7&tiles_1=1&tiles_1=2").text
    assert led_to(host, asked) >= {"VS-R22", "VS-R23"}
    address = why(asked)["VS-R22"]
    back = parse_qs(urlsplit(address).query)["back"][0]
    assert back.startswith(f"/t/{cast.code}/ask?")
    assert 'id="verdict"' in host.get(back).text, "the way back shows the same answer"


def test_verdicts_of_slots_lead_to_their_rules(app: Flask) -> None:
    cast = sit_down(app, "slots", 2)
    host = cast.host
    asked = host.get(f"/t/{cast.code}/ask?grid=CCL/LLC/CSS&card=L&cell=1").text
    assert led_to(host, asked) == {"SM-R31"}
    varied = host.act("varied", letter="B", on="1")
    assert varied.status_code == 303
    asked = host.get(f"/t/{cast.code}/ask?grid=C*L/LSC/SCL&card=S&cell=0").text
    assert "SM-VB" in led_to(host, asked)


def test_a_refused_start_leads_to_its_rule(app: Flask) -> None:
    phone = Phone(app)
    answer = phone.post("/tables", game="strip", players="7", key=play.new_key())
    assert answer.status_code == 422
    assert led_to(phone, answer.text) == {"VS-A6"}
