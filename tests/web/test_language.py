"""Each phone in its own language: a tap, else what its browser asks for; and nothing of it stays anywhere."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack
from types import SimpleNamespace

import pytest
from flask import Flask

from companion import language, play
from companion.web import live
from tests.conftest import Cast, Phone, build, opened, sit_down
from tests.web.test_live import board_in, listening

DUTCH = {"Accept-Language": "nl-BE,nl;q=0.9,en;q=0.5"}
TAPS, ENGLISH_TAPS = "tik op een tegel", "tap a tile"


@pytest.fixture
def table(app: Flask) -> Cast:
    """Seat four people at Vegas Strip."""
    return sit_down(app, "strip")


def speaks(phone: Phone, wanted: str) -> Phone:
    """Tap a language on a phone, as its menu has it."""
    answer = phone.post("/language", language=wanted, back=phone.at() if phone.code else "/")
    assert answer.status_code == 303
    return phone


def tongue(html: str) -> str:
    found = re.search(r'<html lang="([^"]+)"', html)
    assert found
    return found[1]


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ("", "en"),
        ("nl", "nl"),
        ("nl-BE,nl;q=0.9", "nl"),
        ("fr-CH, nl;q=0.4, en;q=0.3", "nl"),
        ("en-GB,nl;q=0.9", "en"),
        ("xx", "en"),
        ("*", "en"),
        (";;q=,,nl;q=x", "en"),
    ],
)
def test_a_phone_that_tapped_nothing_is_spoken_to_as_its_browser_asks(app: Flask, asked: str, spoken: str) -> None:
    html = Phone(app).get("/", headers={"Accept-Language": asked} if asked else {}).text
    assert tongue(html) == spoken
    assert ("Nieuwe tafel" in html) == (spoken == "nl")


def test_a_tap_beats_what_the_browser_asks_for_and_leads_back(app: Flask) -> None:
    phone = Phone(app)
    answer = phone.post("/language", language="en", back="/help/strip")
    assert (answer.status_code, answer.location) == (303, "/help/strip")
    assert tongue(phone.get("/", headers=DUTCH).text) == "en"
    speaks(phone, "nl")
    assert tongue(phone.get("/", headers={"Accept-Language": "en"}).text) == "nl"


@pytest.mark.parametrize(
    "back", ["//elsewhere.test", "https://elsewhere.test/", "/\\elsewhere.test", "javascript:x", ""]
)
def test_a_tap_leads_nowhere_but_here(app: Flask, back: str) -> None:
    assert Phone(app).post("/language", language="nl", back=back).location == "/"


def test_a_language_that_there_is_not_changes_nothing(app: Flask) -> None:
    phone = speaks(Phone(app), "nl")
    speaks(phone, "tlh")
    assert tongue(phone.get("/").text) == "nl"
    phone.client.set_cookie("language", "../../etc")
    assert tongue(phone.get("/").text) == "en"


def test_a_tap_without_the_proof_of_our_page_changes_nothing(app: Flask) -> None:
    phone = Phone(app)
    assert phone.post("/language", token="", language="nl", back="/").status_code == 403
    assert tongue(phone.get("/").text) == "en"


def test_nothing_resets_a_choice(table: Cast) -> None:
    """A seat that is taken, a new table, a rematch's address, a refusal, another server on the same folder."""
    phone = speaks(table.seats["1"], "nl")
    for path in (phone.at(), phone.at("/join"), phone.at("/card/1"), phone.at("/log"), "/", "/help/strip", "/nothing"):
        assert tongue(phone.get(path).text) == "nl", path
    made = phone.post("/tables", game="slots", players="2", key=play.new_key())
    assert tongue(phone.get(made.location).text) == "nl"
    again = Phone(build(table.host.app.config["DATABASE"].parent), table.code)
    kept = phone.client.get_cookie("language")
    assert kept and kept.max_age and kept.max_age > 300 * 24 * 3600
    again.client.set_cookie("language", kept.value)
    assert tongue(again.get(again.at()).text) == "nl"


@pytest.mark.parametrize("path", ["/", "?sheet=menu"])
def test_the_switch_names_each_language_in_itself(table: Cast, path: str) -> None:
    phone = speaks(table.host, "nl")
    html = phone.get(path if path == "/" else phone.at(path)).text
    assert re.search(r'value="en" lang="en" aria-pressed="false">English<', html)
    assert re.search(r'value="nl" lang="nl" aria-pressed="true">Nederlands<', html)


def test_two_phones_at_one_table_speak_two_languages(table: Cast) -> None:
    """The pages, the answers to their acts, and what is refused."""
    dutch, english = speaks(table.seats["1"], "nl"), table.seats["2"]
    assert "Ronde 1 uitdelen" in dutch.get(dutch.at()).text
    assert "Deal round 1" in english.get(english.at()).text
    refused = {who: phone.act("closed", part=True).text for who, phone in (("nl", dutch), ("en", english))}
    assert "Het spel is nog niet begonnen" in refused["nl"]
    assert "The game has not begun" in refused["en"]
    assert "The game has not begun" not in refused["nl"]
    assert table.host.act("dealt").status_code == 303
    assert "Er zijn nog geen" not in english.get(english.at("/log")).text
    assert "Round 1 was dealt." in english.get(english.at("/log")).text
    assert "Ronde 1 is uitgedeeld." in dutch.get(dutch.at("/log")).text


def test_an_onlooker_and_a_seat_hear_of_news_in_their_own_language(
    table: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those who only look on share one board a language; nobody is sent that of another."""
    stopped = SimpleNamespace(time=lambda: 1.0, monotonic=live.time.monotonic, sleep=live.time.sleep)
    monkeypatch.setattr(live, "time", stopped)
    phones = [
        speaks(table.onlooker, "nl"),
        table.stranger,
        speaks(Phone(table.host.app, table.code), "nl"),
        speaks(table.seats["1"], "nl"),
        table.seats["2"],
    ]
    with ExitStack() as streams:
        heard = [streams.enter_context(listening(phone)) for phone in phones]
        table.host.act("dealt")
        dutch, english, other, seat, english_seat = (board_in(next(messages)) for messages in heard)
    assert dutch == other
    for board in (dutch, seat):
        assert "Fixers kiezen in het geheim" in board
        assert "Fixers choose in secret" not in board
    for board in (english, english_seat):
        assert "Fixers choose in secret" in board


def test_a_stream_leaves_no_language_behind(table: Cast) -> None:
    with listening(speaks(table.onlooker, "nl")) as messages:
        table.host.act("dealt")
        board_in(next(messages))
    assert language.gettext("Menu") == "Menu"
    assert language.gettext("Refresh") == "Refresh"


def test_neither_the_log_nor_a_copy_holds_words_of_a_language(table: Cast) -> None:
    """What Dutch phones record is what English ones would have; files are English."""
    phone = speaks(table.host, "nl")
    for seat in table.seats.values():
        speaks(seat, "nl")
    phone.act("dealt")
    phone.act("shuffled")
    written = play.export(opened(phone.app, table.code))
    assert any(line["text"] == "Round 1 was dealt." for line in written["lines"])
    events = json.dumps([[e.kind, dict(e.data), dict(e.secret)] for e in opened(phone.app, table.code).events])
    for word in ("schoppen", "Schoppen", "Personage", "Ronde", "uitgedeeld"):
        assert word not in events
    assert "# Version of these cards:" in phone.get("/cards/strip/file.toml").text


def test_a_person_without_a_name_yet_is_called_in_the_language_of_each_phone(table: Cast) -> None:
    dutch, english = speaks(table.seats["1"], "nl"), table.seats["2"]
    assert "<bdi>Schoppen</bdi>" in dutch.get(dutch.at()).text
    assert "<bdi>Spades</bdi>" in english.get(english.at()).text


def test_a_name_from_right_to_left_stays_by_itself(table: Cast) -> None:
    name = "\u05e9\u05e8\u05d4"
    assert table.host.act("named", seat="1", name=name).status_code == 303
    told = table.host.get(table.host.at("/log")).text
    assert f"\u2068{name}\u2069 has a new name." in told
    menu = table.host.get(table.host.at("?sheet=people")).text
    assert f"\u2068{name}\u2069 sits earlier" in menu
    assert f'value="{name}"' in menu, "what is typed is not"
    assert "\u2068Diamonds" not in menu
