"""The host's page says whether another device has got through, and until then what to check."""

from __future__ import annotations

import logging
import re

import pytest
from flask import Flask

from companion.web import reach
from companion.web.reach import Arrivals, Visitor
from tests.conftest import Cast, Phone

NOT_YET, COME_IN = "No other phone has come in yet.", "Another phone has come in"


@pytest.fixture
def app(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """Serve on a device with two addresses, as the command does by default."""
    app.config.update(URL=None, LISTENING=("0.0.0.0", 8000))
    monkeypatch.setattr("companion.web.addresses.of_this_device", lambda: ("192.168.1.20", "10.0.0.5"))
    monkeypatch.setattr("companion.web.addresses.all_of_this_device", lambda: frozenset({"192.168.1.20", "10.0.0.5"}))
    return app


@pytest.fixture
def cast(app: Flask) -> Cast:
    """Open the table on the device that serves, by its address in the room."""
    phone = Phone(app)
    phone.client.environ_base.update(REMOTE_ADDR="192.168.1.20", HTTP_HOST="192.168.1.20:8000")
    code = phone.post("/tables", game="toy", players="2").location.rsplit("/", 1)[1]
    phone.code = code
    return Cast(code, phone, {}, Phone(app, code), Phone(app, code))


def come(cast: Cast, address: str, path: str = "/join", base_url: str = "http://192.168.1.20:8000") -> int:
    """Let somebody ask for a page of the table from an address."""
    phone = Phone(cast.host.app, cast.code)
    overrides = {"REMOTE_ADDR": address}
    return phone.get(phone.at(path), base_url=base_url, environ_overrides=overrides).status_code


def test_e65_the_host_sees_when_another_device_has_come(cast: Cast) -> None:
    """E-65: until then it lists what to check; it says so by itself, and then asks no more."""
    page = cast.host.get(cast.host.at("/join")).text
    assert NOT_YET in page
    for check in ("same Wi-Fi", "guest network", "firewall", "another address"):
        assert check in page
    assert "hx-get" in page
    assert cast.host.get(cast.host.at("/reach"), part=True).status_code == 204
    assert come(cast, "192.168.1.31") == 200
    answer = cast.host.get(cast.host.at("/reach"), part=True)
    assert answer.status_code == 200
    assert COME_IN in answer.text
    for text in (answer.text, cast.host.get(cast.host.at("/join")).text):
        assert 'class="notice good"' in text
        assert NOT_YET not in text
        assert "/reach" not in text


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "192.168.1.20", "10.0.0.5"])
def test_e65_the_device_that_serves_is_no_other(cast: Cast, address: str) -> None:
    """E-65: another browser beside the server has gone through no firewall."""
    assert come(cast, address) == 200
    assert NOT_YET in cast.host.get(cast.host.at("/join")).text


def test_e65_the_host_may_sit_at_a_phone(cast: Cast) -> None:
    """E-65: its own requests, and those of the laptop that serves, are not those of another phone."""
    cast.host.client.environ_base["REMOTE_ADDR"] = "192.168.1.31"
    cast.host.get(cast.host.at())
    come(cast, "127.0.0.1")
    assert NOT_YET in cast.host.get(cast.host.at("/join")).text
    come(cast, "192.168.1.32")
    assert COME_IN in cast.host.get(cast.host.at("/join")).text


def test_e65_who_finds_no_seat_or_another_table_has_not_come(cast: Cast) -> None:
    other = cast.host.post("/tables", game="toy", players="2").location
    assert come(cast, "192.168.1.31", "/seat/x") == 404
    cast.stranger.get(other, environ_overrides={"REMOTE_ADDR": "192.168.1.31"})
    assert NOT_YET in cast.host.get(cast.host.at("/join")).text
    assert cast.host.get("/t/CCFGH/reach").status_code == 404


def test_e65_behind_an_advertised_address_another_browser_counts(cast: Cast) -> None:
    """E-65: a proxy or a container asks for all phones from one address."""
    cast.host.app.config["URL"] = "https://vegas.example"
    cast.host.client.environ_base["REMOTE_ADDR"] = "127.0.0.1"
    assert NOT_YET in cast.host.get(cast.host.at("/join")).text
    come(cast, "127.0.0.1")
    assert COME_IN in cast.host.get(cast.host.at("/join")).text


def test_e59_another_address_is_one_tap_away(cast: Cast) -> None:
    """E-59: in sight while nobody has come in, and the code follows it."""
    page = cast.host.get(cast.host.at("/join")).text
    assert f"QR code of http://192.168.1.20:8000/t/{cast.code}/join" in page
    checks = page[page.index('class="checks"') :]
    found = re.search(r'href="(/t/[^"]+via=[^"]+)"', checks)
    assert found
    page = cast.host.get(found[1].replace("&amp;", "&")).text
    assert f"QR code of http://10.0.0.5:8000/t/{cast.code}/join" in page


def test_only_those_who_bring_in_others_are_told(cast: Cast) -> None:
    assert NOT_YET not in cast.stranger.get(cast.host.at("/join")).text


def test_the_log_says_nothing_of_addresses(cast: Cast, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    come(cast, "192.168.1.31")
    cast.host.get(cast.host.at("/reach"))
    assert "192.168.1.31" not in caplog.text


def test_who_came_takes_no_more_room_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "MOST_TABLES", 2)
    monkeypatch.setattr(reach, "MOST_VISITORS", 2)
    arrivals = Arrivals()
    for code in ("A", "B", "A", "C"):
        for n in range(3):
            arrivals.note(code, Visitor(f"192.168.1.{n}", ""))
    assert {code: len(arrivals.at(code)) for code in "ABC"} == {"A": 2, "B": 0, "C": 2}
