"""The help pages over plain http: rules with their ids, the search, the way back, and the links from verdicts."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask import Flask

from companion import play
from companion.games import games
from companion.help import MOST_SHOWN, search
from tests.conftest import Cast, Phone, sit_down

#: bytes of a page as they are sent
LATER_PAGE = 6_000
RULE = re.compile(r'<article class="a-rule(?: reading)?" id="([^"]+)"')
LINK = re.compile(r'class="rule" href="(/help/[^"]+)">Why\? ([^<]+)<')


def why(page: str) -> dict[str, str]:
    """Find the rules to which a page leads, with their addresses."""
    return {rule: unescape(address) for address, rule in LINK.findall(page)}


def led_to(phone: Phone, page: str) -> set[str]:
    """Follow every way to a rule, and name those that stand where it leads: in their part, and there by their id."""
    found = set()
    for rule, address in why(page).items():
        answer = phone.get(address)
        assert answer.status_code == 200
        assert urlsplit(address).fragment == rule
        assert "part" in parse_qs(urlsplit(address).query), "what follows the # is not sent"
        assert f'id="{rule}"' in answer.text
        found.add(rule)
    return found


def rules_on(page: str) -> list[str]:
    """Name the rules that a page shows in full."""
    return RULE.findall(page)


@pytest.mark.parametrize("key", games())
def test_all_parts_stand_in_short_and_each_leads_to_its_rules(app: Flask, key: str) -> None:
    """Issue 7: the rules of one part are sent at a time."""
    sections = games()[key].help.sections
    page = Phone(app).get(f"/help/{key}").text
    assert rules_on(page) == []
    for section in sections:
        way = re.search(rf'href="/help/{key}\?part={section.key}">(.*?)</a>', page)
        assert way
        assert section.title in way[1]
        assert f"{len(section.rules)} rule" in way[1]
        assert all(line in page for line in section.short)


@pytest.mark.parametrize("key", games())
def test_every_rule_of_a_game_stands_on_the_page_of_its_part(app: Flask, key: str) -> None:
    phone, sections = Phone(app), games()[key].help.sections
    for section in sections:
        page = phone.get(f"/help/{key}?part={section.key}").text
        assert rules_on(page) == [rule.id for rule in section.rules]
        assert page.count("How we read it") == sum(rule.is_reading for rule in section.rules)
        assert all(line in page for line in section.short)
        assert f"<title>{section.title}: the rules of {games()[key].title}</title>" in page
        assert f'href="/help/{key}">' in page, "the way to all parts"


@pytest.mark.parametrize("key", games())
def test_the_parts_are_read_one_after_the_other(app: Flask, key: str) -> None:
    """At the end of each stand the ways to the one before and to the next, where there is one."""
    phone, keys = Phone(app), [section.key for section in games()[key].help.sections]
    for before, part, after in zip(["", *keys], keys, [*keys[1:], ""], strict=False):
        page = phone.get(f"/help/{key}", query_string={"part": part, "back": "/t/ABCDE"}).text
        ways = {rel: unescape(way) for rel, way in re.findall(r'rel="(prev|next)" href="([^"]+)"', page)}
        led = {rel: parse_qs(urlsplit(way).query) for rel, way in ways.items()}
        due = {"prev": before, "next": after}
        assert led == {rel: {"part": [to], "back": ["/t/ABCDE"]} for rel, to in due.items() if to}


@pytest.mark.parametrize(
    "asked", ["?part=nowhere", "?part=", "?part=VS-R25", "?part=placing%00", "?rule=VS-R25", "?q="]
)
def test_a_part_that_is_not_there_shows_all_in_short(app: Flask, asked: str) -> None:
    phone = Phone(app)
    answer = phone.get(f"/help/strip{asked}")
    assert (answer.status_code, answer.text) == (200, phone.get("/help/strip").text)


@pytest.mark.parametrize("asked", ["", "?part=placing", "?q=casino", "?q=jakpot", "?q=%3F"])
def test_every_link_keeps_the_way_back(app: Flask, asked: str) -> None:
    """And none leads to a rule outside its part: what follows the # is not sent."""
    back = "/t/ABCDE?set=3&tile=4"
    page = Phone(app).get(f"/help/strip{asked}{'&' if asked else '?'}{urlencode({'back': back})}").text
    ways = [urlsplit(unescape(way)) for way in re.findall(r'<a [^>]*href="(/help/[^"]+)"', page)]
    assert ways
    for way in ways:
        query = parse_qs(way.query)
        assert query["back"] == [back]
        assert not way.fragment or "part" in query


def test_a_rule_that_was_found_leads_into_its_part(app: Flask) -> None:
    phone = Phone(app)
    way = re.search(r'href="(/help/strip\?part=(\w+)#VS-R35)"', phone.get("/help/strip?q=odd+chip").text)
    assert way
    assert way[2] == "payout"
    assert "VS-R35" in rules_on(phone.get(way[1]).text)


def test_a_search_that_finds_many_shows_the_best_and_says_how_many_there_are(app: Flask) -> None:
    found = search(games()["strip"].help, "casino")
    assert found.count > MOST_SHOWN
    page = Phone(app).get("/help/strip?q=casino").text
    assert f"{found.count} rules speak of" in page
    assert f"Here are the {MOST_SHOWN} that fit best; one more word finds fewer." in page
    assert len(rules_on(page)) == MOST_SHOWN
    assert "that fit best" not in Phone(app).get("/help/strip?q=odd+chip").text


#: as far back as a question leads about a table where every tile lies, and searches for what stands in most rules, for
#: what marks most of them, and for nothing
FAR_BACK = f"/t/ABCDE/ask?{urlencode([(f'tiles_{seat}', tile) for seat in range(1, 7) for tile in range(1, 8)])}"
SEARCHES = (
    "the",
    "de",
    "a",
    "e",
    "s",
    "c",
    "casino",
    "kaart",
    "t a i o s b",
    "d v h e i z",
    "jakpot",
    "player money prize",
    "variant",
    "speler",
    "?",
    "\u0141" * 80,
)


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("key", games())
def test_every_page_of_the_rules_is_small(app: Flask, key: str, language: str) -> None:
    """Issue 7: less than 6,000 bytes as they are sent, whatever is asked for; the page to print too."""
    phone = Phone(app)
    phone.client.set_cookie("language", language)
    asked = [{}, *({"part": section.key} for section in games()[key].help.sections), *({"q": q} for q in SEARCHES)]
    addresses = [f"/help/{key}?{urlencode({**one, **back})}" for one in asked for back in ({}, {"back": FAR_BACK})]
    for address in (*addresses, f"/help/{key}/summary?{urlencode({'back': FAR_BACK})}"):
        answer = phone.get(address, headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == 200
        assert answer.headers["Content-Encoding"] == "gzip"
        assert len(answer.data) < LATER_PAGE, address


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


@pytest.mark.parametrize(
    ("language", "asked", "rule", "mark", "said"),
    [
        ("en", "cash", "VS-R44", "chips", ["The rules say: chips."]),
        ("en", "chip", "VS-R44", "chips", []),
        ("en", "share pots", "VS-R35", "pile", ["The rules say: half, halved, jackpot, pile."]),
        ("en", "divide", "VS-R35", "half", ["The rules say: half, halved."]),
        ("en", "money cash", "VS-R44", "chips", ["The rules say: chips."]),
        ("nl", "geld", "VS-R30", "fiches", ["De regels zeggen: fiches."]),
        ("nl", "fiche", "VS-R30", "fiches", []),
    ],
)
def test_a_page_marks_and_says_what_the_rules_call_an_everyday_word(
    app: Flask, language: str, asked: str, rule: str, mark: str, said: list[str]
) -> None:
    phone = Phone(app)
    phone.client.set_cookie("language", language)
    page = phone.get("/help/strip", query_string={"q": asked}).text
    assert rule in rules_on(page)
    assert f"<mark>{mark}</mark>" in page
    assert re.findall(r'<p class="small-print">((?:The rules say|De regels zeggen): [^<]*)</p>', page) == said


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
