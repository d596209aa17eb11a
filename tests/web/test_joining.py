"""Seats: looking takes none, a tap takes one, and a one-time code moves one."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from flask import Flask

from companion import play
from tests.conftest import URL, Cast, Phone, build, forms_of, opened, recorded, sit_down


def seat_code(phone: Phone, seat: str) -> str:
    """Make a seat code and give the path of its address."""
    answer = phone.post(phone.at("/seat-code"), seat=seat)
    assert answer.status_code == 200, answer.text
    found = re.search(r"http[^<\s\"]+/seat/[\w-]+", answer.text)
    assert found
    return urlsplit(found[0]).path


def test_e17_looking_takes_and_spends_nothing(cast: Cast) -> None:
    """E-17: a fetch without a cookie, as for the preview of a chat, leaves everything as it was."""
    path = seat_code(cast.seats["1"], "1")
    before = opened(cast.host.app, cast.code)
    for page in (cast.host.at(), cast.host.at("/join"), cast.host.at("/card"), path):
        for method in ("get", "head"):
            answer = getattr(Phone(cast.host.app).client, method)(page)
            assert "companion_device" not in str(answer.headers.getlist("Set-Cookie"))
    after = opened(cast.host.app, cast.code)
    assert (after.holders, after.events) == (before.holders, before.events)
    title = re.search("<title>(.*)</title>", cast.stranger.get(path).text)
    assert title
    assert title[1] == "Invitation to a table"


def test_e42_taking_a_seat_twice_gives_one_seat_and_the_same_page(cast: Cast) -> None:
    phone = Phone(cast.host.app, cast.code)
    cast.seats["1"].post(phone.at("/release"), seat="1")
    form = next(f for f in forms_of(phone.get(phone.at("/join")).text) if f.fields.get("seat") == ["1"])
    answers = [phone.client.post(form.action, data={**form.fields, "name": "Ann"}) for _ in range(2)]
    assert [(a.status_code, a.location) for a in answers] == [(303, phone.at())] * 2
    table = opened(cast.host.app, cast.code)
    assert table.names["1"] == "Ann"
    assert recorded(cast.host.app, cast.code) == ["setup", "named"]


def test_a_seat_taken_as_it_is_prefilled_keeps_its_name(cast: Cast) -> None:
    phone = Phone(cast.host.app, cast.code)
    cast.seats["1"].post(phone.at("/release"), seat="1")
    form = next(f for f in forms_of(phone.get(phone.at("/join")).text) if f.fields.get("seat") == ["1"])
    assert phone.client.post(form.action, data=form.fields).status_code == 303
    assert recorded(cast.host.app, cast.code) == ["setup"]


def test_e37_a_taken_seat_stays_with_its_phone(cast: Cast) -> None:
    answer = cast.stranger.post(cast.stranger.at("/claim"), seat="1", name="Ann")
    assert answer.status_code == 422
    assert "Player 1 is on another phone already." in answer.text
    assert cast.seats["1"].get(cast.host.at("/card/1")).status_code == 200


def test_a_name_typed_for_a_seat_that_went_meanwhile_waits_at_the_next_free_one(cast: Cast) -> None:
    """Four people who scan one code all tap the first row."""
    cast.seats["2"].post(cast.host.at("/release"), seat="2")
    answer = cast.stranger.post(cast.stranger.at("/claim"), seat="1", name="Ann")
    assert answer.status_code == 422
    assert 'value="Ann"' in answer.text.split('id="name-2"')[0].rpartition("<input")[2]
    assert "Take a free seat" in answer.text


@pytest.mark.parametrize("name", ["\u200b \u200b", "a\u202eb", "x" * 41])
def test_e43_a_name_that_is_none_is_refused_and_stays_in_its_field(cast: Cast, name: str) -> None:
    cast.seats["1"].post(cast.host.at("/release"), seat="1")
    answer = cast.stranger.post(cast.stranger.at("/claim"), seat="1", name=name)
    assert answer.status_code == 422
    field = next(f for f in forms_of(answer.text) if f.fields.get("seat") == ["1"])
    assert field.fields["name"] == [name]
    assert "1" not in opened(cast.host.app, cast.code).holders


def test_a_name_of_markup_is_only_a_name(cast: Cast) -> None:
    name = "<b>Ann</b> \U0001f469\u200d\U0001f680"
    cast.seats["1"].post(cast.host.at("/claim"), seat="1", name=name)
    for page in ("", "/join", "/log"):
        text = cast.onlooker.get(cast.onlooker.at(page)).text
        assert "<b>Ann" not in text
        assert "&lt;b&gt;Ann&lt;/b&gt; \U0001f469\u200d\U0001f680" in text


def test_e48_a_phone_with_a_seat_finds_it_on_the_join_page(cast: Cast) -> None:
    """E-35, E-48: no name is typed again, and no second seat taken."""
    page = cast.seats["1"].get(cast.host.at("/join")).text
    assert "this phone" in page
    assert not [f for f in forms_of(page) if f.action.endswith("/claim")]


def test_e39_a_seat_code_moves_the_seat_once(cast: Cast) -> None:
    """E-07, E-09, E-39: it is no part of any other page, and opens nothing a second time."""
    path = seat_code(cast.seats["1"], "1")
    token = path.rsplit("/", 1)[1]
    for phone in cast.everybody.values():
        for page in ("", "/join", "/log", "/card"):
            assert token not in phone.get(phone.at(page), follow_redirects=True).text
    new, late = Phone(cast.host.app, cast.code), Phone(cast.host.app, cast.code)
    assert "Player 1" in new.get(path).text
    assert new.post(path).location == cast.host.at()
    for answer in (late.get(path), late.post(path), late.get(path + "x")):
        assert answer.status_code == 404
        assert "This seat code was used already" in answer.text
        assert answer.headers["Cache-Control"] == "no-store"
    assert new.get(new.at("/card/1")).status_code == 200
    assert cast.seats["1"].get(new.at("/card/1")).status_code == 403


@pytest.mark.parametrize("game", ["strip", "slots"])
@pytest.mark.parametrize("way", ["removed", "undone"])
def test_a_seat_code_of_somebody_who_was_removed_opens_nothing(app: Flask, game: str, way: str) -> None:
    """E-09, E-17: nor does it wait for the seat to come back."""
    host = Phone(app)
    host.code = host.post("/tables", game=game, players="3", key=play.new_key()).location.rsplit("/", 1)[1]
    assert host.act("seated", do="add", seat="").status_code == 303
    path, new = seat_code(host, "4"), Phone(app, host.code)
    if way == "undone":
        assert host.act("undone").status_code == 303
    else:
        assert host.act("seated", do="remove", seat="4").status_code == 303
    for answer in (new.get(path), new.post(path)):
        assert answer.status_code == 404
        assert "This seat code was used already" in answer.text
    assert host.act("redone" if way == "undone" else "undone").status_code == 303
    assert opened(app, host.code).holders == {}


def test_a_seat_code_of_one_table_opens_no_seat_of_another(cast: Cast, app: Flask) -> None:
    other = sit_down(app)
    path = seat_code(cast.seats["1"], "1").replace(cast.code, other.code)
    assert cast.stranger.get(path).status_code == 404
    assert cast.stranger.post(path).status_code == 404


def test_only_holder_or_host_frees_a_seat(cast: Cast) -> None:
    """E-67."""
    assert cast.seats["2"].post(cast.host.at("/release"), seat="1").status_code == 403
    assert cast.host.post(cast.host.at("/release"), seat="1").status_code == 303
    assert cast.seats["2"].post(cast.host.at("/release"), seat="2").location == cast.host.at("/join")
    assert set(opened(cast.host.app, cast.code).holders) == {"3", "4"}
    assert cast.host.post(cast.host.at("/release"), seat="9").status_code == 403


def test_e40_a_browser_without_the_cookie_is_offered_the_seat_and_takes_none(cast: Cast) -> None:
    """E-40: the home-screen icon and the browser inside a chat app have cookies of their own."""
    before = opened(cast.host.app, cast.code).holders
    page = cast.stranger.get(cast.stranger.at("/join")).text
    assert "open it once more in the browser you normally use" in page
    assert [f.fields["seat"] for f in forms_of(page) if f.action.endswith("/plead")] == [["1"], ["2"], ["3"], ["4"]]
    assert not [f for f in forms_of(page) if f.action.endswith("/claim")]
    assert opened(cast.host.app, cast.code).holders == before


def test_the_host_stays_with_the_code_until_every_seat_is_taken(cast: Cast) -> None:
    """The others still scan it; whoever else sits down is led to the board."""
    for seat in ("1", "2"):
        cast.seats[seat].post(cast.host.at("/release"), seat=seat)
    claim = cast.host.at("/claim")
    assert cast.host.post(claim, seat="1", key=play.new_key()).location == cast.host.at("/join")
    cast.host.post(cast.host.at("/release"), seat="1")
    assert cast.stranger.post(claim, seat="1", key=play.new_key()).location == cast.host.at()
    assert cast.host.post(claim, seat="2", key=play.new_key()).location == cast.host.at()


def test_e56_the_join_page_offers_to_watch_and_a_watcher_may_sit_down_later(cast: Cast) -> None:
    watcher = cast.onlooker
    assert f'href="{watcher.at()}">Just watch</a>' in watcher.get(watcher.at("/join")).text
    assert watcher.act("dealt").status_code == 403
    cast.seats["2"].post(watcher.at("/release"), seat="2")
    assert watcher.post(watcher.at("/claim"), seat="2", key=play.new_key()).status_code == 303
    assert watcher.act("dealt").status_code == 303


@pytest.mark.parametrize("page", ["", "/card/1", "/card/1?mine=1", "/log", "/ask"])
def test_e38_the_code_and_the_qr_are_one_tap_away_from_every_page(any_cast: Cast, page: str) -> None:
    """E-38: private pages included, and only the table's own."""
    any_cast.host.act("dealt")
    phone = any_cast.seats["1"]
    text = phone.get(phone.at(page)).text
    assert f'href="{phone.at("/join")}"' in text
    assert "/seat/" not in text
    opened_card = phone.post(phone.at("/card/1/look")).text
    assert f'href="{phone.at("/join")}"' in opened_card


def test_a_card_to_print_holds_a_code_for_each_free_seat(cast: Cast) -> None:
    """E-07: the host alone gets them, and none for a seat that a phone holds."""
    for seat in ("2", "3"):
        cast.seats[seat].post(cast.host.at("/release"), seat=seat)
    assert cast.seats["1"].post(cast.host.at("/seat-cards")).status_code == 403
    page = cast.host.post(cast.host.at("/seat-cards")).text
    assert re.findall("QR code of the seat of (Player .)", page) == ["Player 2", "Player 3"]
    for seat in ("2", "3"):
        cast.seats[seat].post(cast.host.at("/claim"), seat=seat)
    full = cast.host.post(cast.host.at("/seat-cards"))
    assert full.status_code == 422
    assert "All 4 seats are on phones already." in full.text


def test_e57_the_qr_holds_exactly_the_join_address(cast: Cast) -> None:
    page = cast.host.get(cast.host.at("/join")).text
    assert f"QR code of {URL}/t/{cast.code}/join" in page
    assert f">{URL}/t/{cast.code}/join<" in page


def test_e58_without_an_address_the_page_says_what_to_do(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E-58: never a QR with a loopback address; and E-59: another address can be drawn instead."""
    cast = sit_down(build(tmp_path_factory.mktemp("alone"), url=None))
    monkeypatch.setattr("companion.web.addresses.of_this_device", lambda: ())
    page = cast.host.get(cast.host.at("/join")).text
    assert "no network" in page
    assert "<rect" not in page
    assert cast.host.post(cast.host.at("/seat-code"), seat="1").status_code == 422
    monkeypatch.setattr("companion.web.addresses.of_this_device", lambda: ("192.168.1.20", "10.0.0.3"))
    join = f"/t/{cast.code}/join"
    page = cast.host.get(join).text
    assert f"QR code of http://192.168.1.20{join}" in page
    assert ">http://10.0.0.3<" in page
    assert (
        f"QR code of http://10.0.0.3{join}" in cast.host.get(join, query_string={"via": f"http://10.0.0.3{join}"}).text
    )
    assert "evil" not in cast.host.get(join, query_string={"via": "http://evil.test/"}).text


def test_the_cookie_of_a_device_is_long_random_and_out_of_reach(cast: Cast) -> None:
    """E-07, E-35: 128 bits or more, kept only as a hash, away from scripts, lasting beyond the evening."""
    answer = cast.host.post("/tables", game="toy", players="2", key=play.new_key())
    assert "companion_device" not in str(answer.headers.getlist("Set-Cookie")), "it is made once"
    answer = Phone(cast.host.app).post("/tables", game="toy", players="2", key=play.new_key())
    cookie = next(c for c in answer.headers.getlist("Set-Cookie") if c.startswith("companion_device="))
    for part in ("HttpOnly", "SameSite=Lax", "Max-Age=34560000", "Path=/"):
        assert part in cookie
    token = cookie.split(";")[0].partition("=")[2]
    assert len(token) >= 32
    data = b"".join(path.read_bytes() for path in cast.host.app.config["DATABASE"].parent.glob("companion.db*"))
    assert token.encode() not in data
    assert play.hashed(token).encode() in data
