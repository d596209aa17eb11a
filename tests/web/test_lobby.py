"""The start: new tables, one's own tables, and the way in by a code."""

from __future__ import annotations

import re
import time

import pytest
from flask import Flask

from companion import play
from companion.games import games
from tests.conftest import Cast, Phone, build, opened


def test_every_game_that_is_found_is_offered(app: Flask) -> None:
    """A third game is one folder among the games and one among the templates."""
    page = Phone(app).get("/").text
    assert "Vegas Strip" in page
    assert "Hidden Number" in page


def test_e86_starting_twice_with_one_form_opens_one_table(app: Flask) -> None:
    phone = Phone(app)
    key = play.new_key()
    first, second = (phone.post("/tables", game="toy", players="3", key=key) for _ in range(2))
    assert first.status_code == second.status_code == 303
    assert first.location == second.location


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"game": "strip", "players": "7"}, "Vegas Strip is for 2 to 6 people, not for 7."),
        ({"game": "strip", "players": "1"}, "Vegas Strip is for 2 to 6 people, not for 1."),
        ({"game": "strip", "players": "-2"}, "Say how many people play."),
        ({"game": "strip", "players": "\u0664"}, "Say how many people play."),
        ({"game": "strip"}, "Say how many people play."),
        ({"game": "chess", "players": "2"}, "No game here is called \u201cchess\u201d."),
    ],
)
def test_e30_a_table_that_cannot_be_is_refused_with_words(app: Flask, fields: dict[str, str], sentence: str) -> None:
    answer = Phone(app).post("/tables", **fields)
    assert answer.status_code == 422
    assert sentence in answer.text


#: zones in the words of POSIX: not every machine knows their names
AMSTERDAM, NEW_YORK = "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT,M3.2.0,M11.1.0"


@pytest.mark.parametrize(
    ("zone", "kept", "day", "clock"),
    [
        (AMSTERDAM, "2026-11-30T22:30:00+00:00", "30 Nov", "23:30"),
        (NEW_YORK, "2026-12-01T04:30:00+00:00", "30 Nov", "23:30"),
        (AMSTERDAM, "2026-10-25T00:30:00+00:00", "25 Oct", "02:30"),
        (AMSTERDAM, "2026-10-25T01:30:00+00:00", "25 Oct", "02:30"),
        (AMSTERDAM, "2026-10-24T21:59:00+00:00", "24 Oct", "23:59"),
        (AMSTERDAM, "2026-03-29T01:00:00+00:00", "29 Mar", "03:00"),
    ],
)
def test_e100_an_evening_stays_on_its_day(
    app: Flask, monkeypatch: pytest.MonkeyPatch, zone: str, kept: str, day: str, clock: str
) -> None:
    """E-100: kept in UTC, shown by the clock of the room, late in the evening and over a change of the clocks."""
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        monkeypatch.setattr("companion.play.acts.now", lambda: kept)
        host = Phone(app)
        code = host.post("/tables", game="toy", players="2", key=play.new_key()).location.rsplit("/", 1)[1]
        assert opened(app, code).events[0].at == kept
        assert f"{day} {clock}" in host.get("/").text
        assert f'<time datetime="{kept}">{clock}</time>' in host.get(f"/t/{code}/log").text
    finally:
        monkeypatch.undo()
        time.tzset()


def test_the_start_lists_the_tables_of_this_phone_alone(cast: Cast) -> None:
    assert cast.code in cast.host.get("/").text
    assert cast.code in cast.seats["1"].get("/").text
    assert cast.code not in cast.stranger.get("/").text


def test_a_code_is_found_however_it_is_typed(cast: Cast) -> None:
    for typed in (cast.code, cast.code.lower(), " ".join(cast.code), cast.code.replace("0", "o").replace("1", "l")):
        answer = cast.stranger.get("/join", query_string={"code": typed})
        assert (answer.status_code, answer.location) == (303, f"/t/{cast.code}/join")


def test_an_address_with_another_spelling_leads_to_the_table(cast: Cast) -> None:
    answer = cast.stranger.get(f"/t/{cast.code.lower()}/join?via=x")
    assert (answer.status_code, answer.location) == (302, f"/t/{cast.code}/join?via=x")


def test_e64_a_wrong_code_is_repeated_as_it_was_understood(cast: Cast) -> None:
    answer = cast.stranger.get("/join?code=ab-o1x")
    assert answer.status_code == 404
    assert "No table has the code A801X." in answer.text
    assert 'value="A801X"' in answer.text
    assert cast.code not in answer.text
    assert "Compare it with a phone that is at the table." in answer.text
    assert cast.stranger.get("/join?code=%20").status_code == 422
    assert "No table has the code A801X." in cast.stranger.get("/t/ab01x/log", follow_redirects=True).text


@pytest.mark.parametrize("page", ["/join?code=ab-o1x", "/join?code=", "/t/A801X/join", "/t/A801X"])
def test_e64_beside_a_wrong_code_no_table_stands(cast: Cast, page: str) -> None:
    """E-64: not even to somebody who has tables."""
    for phone in (cast.host, cast.seats["1"], cast.stranger):
        answer = phone.get(page)
        assert answer.status_code in (404, 422)
        assert cast.code not in answer.text
        assert 'id="join"' in answer.text or 'href="/#join">To the start' in answer.text, "to where a code is typed"


def test_e58_the_start_says_when_it_was_opened_as_localhost(app: Flask) -> None:
    phone = Phone(app)
    assert "localhost" in phone.get("/").text
    assert "localhost" not in phone.get("/", base_url="http://192.168.1.20:8000").text


def test_a_table_that_cannot_be_told_leaves_all_others_alone(cast: Cast) -> None:
    with play.Store(cast.host.app.config["DATABASE"]) as store:
        other = play.new_table(store, "toy", 2, str(opened(cast.host.app, cast.code).row.host))
        assert isinstance(other, str)
        number = opened(cast.host.app, cast.code).following
        event = {"code": cast.code, "number": number, "at": "2026-01-01T00:00:00+00:00", "kind": "newer", "data": "{}"}
        with store.writing():
            store._db.table("events").insert(event | {"secret": "{}", "scope": "x", "key": "k", "confirmed": "[]"})
    assert other in cast.host.get("/").text
    broken = cast.host.get(cast.host.at())
    assert broken.status_code == 500
    assert "Something in its log cannot be read by this version." in broken.text
    # How many entries there are counts what nobody may see as well (E-20, E-23).
    told = re.sub(r'(?s).*<div class="error-page">.*?<h1>', "", broken.text)
    assert not re.search(rf"\b{number}\b", told)


def test_the_application_can_be_built_without_an_address(tmp_path_factory: pytest.TempPathFactory) -> None:
    assert Phone(build(tmp_path_factory.mktemp("other"), url=None)).get("/").status_code == 200


def test_the_start_says_what_is_done_for_each_game_and_opens_the_one_that_was_refused(app: Flask) -> None:
    phone = Phone(app)
    page = phone.get("/").text
    for game in games().values():
        assert all(line in page for line in game.offers)
    assert page.count('<details class="start" name="start">') == len(games())
    refused = phone.post("/tables", game="strip", players="7").text
    assert refused.count('<details class="start" name="start" open>') == 1
