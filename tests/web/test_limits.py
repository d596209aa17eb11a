"""Guessing at codes: wrong ones are counted, right ones are not, and nobody at the table is held up."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion import play
from companion.web import limits
from companion.web.limits import Buckets, Limits
from tests.conftest import Cast, Phone, sit_down
from tests.web.test_joining import seat_code


class Clock:
    """A clock that stands still until it is told."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(app: Flask) -> Clock:
    """Let the limits of the application go by a clock of ours."""
    clock = Clock()
    counts = ((3, 5.0), (4, 10.0), (2, 20.0), (2, 20.0))
    app.extensions["limits"] = Limits(*(Buckets(burst, seconds, clock) for burst, seconds in counts))
    return clock


def elsewhere(app: Flask, code: str = "", at: str = "192.168.1.77") -> Phone:
    """Hand out a phone of nobody at the table, under an address of its own."""
    phone = Phone(app, code)
    phone.client.environ_base["REMOTE_ADDR"] = at
    return phone


# Buckets


def test_a_bucket_gives_out_and_fills_again() -> None:
    clock = Clock()
    buckets = Buckets(2, 5.0, clock)
    assert buckets.wait("a") == 0
    for wait in (0, 5):
        buckets.miss("a")
        assert buckets.wait("a") == wait
    assert buckets.wait("b") == 0, "each key has its own"
    clock.now += 4.1
    assert buckets.wait("a") == 1
    clock.now += 0.9
    assert buckets.wait("a") == 0
    clock.now += 3600
    for wait in (0, 5):
        buckets.miss("a")
        assert buckets.wait("a") == wait, "no more than full"


def test_the_same_wrong_guess_again_is_none() -> None:
    buckets = Buckets(1, 5.0, Clock())
    for _ in range(3):
        buckets.miss("a", "/t/CCFGH/live")
    buckets.miss("b", "/t/CCFGH/live")
    buckets.miss("b", "/t/CCFGJ/live")
    assert [buckets.wait(key) for key in "ab"] == [5, 5]


def test_the_buckets_take_no_more_room_than_they_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BUCKETS", 3)
    buckets = Buckets(1, 5.0, Clock())
    for key in "abcd":
        buckets.miss(key)
    assert [buckets.wait(key) for key in "abcd"] == [0, 5, 5, 5]


# At the door


@pytest.mark.parametrize(
    "ask",
    [
        lambda phone, n: phone.get(f"/join?code=CCF{n:02}"),
        lambda phone, n: phone.get(f"/t/CCF{n:02}/join"),
        lambda phone, n: phone.get(f"/t/CCF{n:02}/live"),
        lambda phone, n: phone.post(f"/t/CCF{n:02}/claim", seat="1"),
    ],
    ids=["typed", "address", "poll", "post"],
)
def test_table_codes_are_not_guessed_at_speed(
    cast: Cast, clock: Clock, ask: Callable[[Phone, int], TestResponse]
) -> None:
    """After too many wrong ones a right one is not told apart either, until some seconds have gone by."""
    guesser = elsewhere(cast.host.app, cast.code)
    assert [ask(guesser, n).status_code for n in range(5)] == [404, 404, 404, 429, 429]
    held = guesser.get(f"/join?code={cast.code}")
    missing = guesser.get("/join?code=CCFGH")
    assert (held.status_code, held.data) == (missing.status_code, missing.data)
    assert held.headers["Retry-After"] == "5"
    assert "Wait 5 seconds before the next." in held.text
    assert 'href="/#join">To the start' in held.text
    assert guesser.get("/").status_code == 200, "what holds no code stays open"
    clock.now += 4
    assert "Wait one second" in guesser.get(guesser.at("/join")).text
    clock.now += 1
    assert guesser.get(f"/join?code={cast.code}").status_code == 303
    assert ask(guesser, 50).status_code == 404
    assert ask(guesser, 51).status_code == 429


@pytest.mark.usefixtures("clock")
def test_others_are_not_held_up(cast: Cast) -> None:
    """Neither another address, nor whoever belongs to the table, at the same address and mistyping along."""
    guesser = elsewhere(cast.host.app, cast.code, at="127.0.0.1")
    while guesser.get(f"/join?code={play.new_key()[:5]}").status_code != 429:
        pass
    for phone in (cast.host, *cast.seats.values()):
        for _ in range(12):
            assert phone.get(phone.at("/live?rev=x")).status_code == 200
            assert phone.get(phone.at("/card/9")).status_code in (403, 404)
            assert phone.post(phone.at(f"/seat/{'x' * 32}")).status_code == 404
    assert guesser.get(guesser.at("/live?rev=x")).status_code == 429
    assert elsewhere(cast.host.app).get(cast.host.at()).status_code == 200


@pytest.mark.usefixtures("clock")
def test_eight_phones_behind_one_address_play_on(app: Flask) -> None:
    """Polling, joining and acting is no guessing, however much of it there is."""
    cast = sit_down(app, "toy", 4)
    watchers = [Phone(app, cast.code) for _ in range(4)]
    for _ in range(20):
        for phone in (*cast.seats.values(), *watchers):
            assert phone.get(phone.at("/live?rev=x")).status_code == 200
    assert Phone(app).get(cast.host.at("/join")).status_code == 200


def test_an_old_page_that_polls_for_a_table_of_yesterday_keeps_nobody_out(cast: Cast, clock: Clock) -> None:
    phone = elsewhere(cast.host.app, cast.code)
    for _ in range(50):
        assert phone.get("/t/CCFGH/live?rev=1").status_code == 404
        clock.now += 1
    assert phone.get(phone.at("/join")).status_code == 200


def test_seat_codes_are_counted_for_each_table(cast: Cast, clock: Clock) -> None:
    """From however many addresses; the board stays open to all, and to those who sit there the codes as well."""
    path = seat_code(cast.seats["1"], "1")
    guessers = [elsewhere(cast.host.app, cast.code, at=f"192.168.1.{n}") for n in range(50, 60)]
    statuses = [guesser.get(guesser.at(f"/seat/{n:032}")).status_code for n, guesser in enumerate(guessers)]
    assert statuses == [404] * 4 + [429] * 6
    late = elsewhere(cast.host.app, cast.code, at="192.168.1.99")
    right, wrong = late.get(path), late.get(cast.host.at(f"/seat/{'y' * 32}"))
    assert right.status_code == 429
    assert right.data == wrong.data
    assert late.get(cast.host.at()).status_code == 200
    assert late.get(cast.host.at("/join")).status_code == 200
    assert cast.seats["2"].get(path).status_code == 200
    clock.now += 10
    assert late.post(path).status_code == 303


@pytest.mark.usefixtures("clock")
def test_claims_that_fail_are_counted(cast: Cast) -> None:
    guesser = elsewhere(cast.host.app, cast.code)
    answers = [guesser.post(guesser.at("/claim"), seat=str(n)) for n in (1, 2, 9, 1)]
    assert [answer.status_code for answer in answers] == [422, 422, 422, 429]
    cast.seats["1"].post(cast.host.at("/release"), seat="1")
    assert guesser.post(guesser.at("/claim"), seat="1").status_code == 429
    assert cast.stranger.post(cast.host.at("/claim"), seat="1", key=play.new_key()).status_code == 303


@pytest.mark.usefixtures("clock")
def test_a_stranger_does_not_ask_for_seats_without_end(cast: Cast) -> None:
    """Each time is a line on everybody's board; who has lost a seat asks once."""
    pest = elsewhere(cast.host.app, cast.code)
    assert [pest.post(pest.at("/plead"), seat=seat).status_code for seat in "123"] == [303, 303, 429]
    lost = elsewhere(cast.host.app, cast.code, at="192.168.1.78")
    assert lost.post(lost.at("/plead"), seat="1").status_code == 303


def with_pin(app: Flask) -> tuple[Cast, Phone]:
    """Put the seats 1 and 2 on one phone, with a PIN for seat 1."""
    cast = sit_down(app, "strip")
    phone = cast.seats["1"]
    cast.seats["2"].post(phone.at("/release"), seat="2")
    assert phone.post(phone.at("/claim"), seat="2", key=play.new_key()).status_code == 303
    assert phone.post(phone.at("/card/1/set-pin"), pin="4711").status_code == 303
    return cast, phone


@pytest.mark.usefixtures("clock")
def test_a_pin_is_not_guessed_at_speed(app: Flask) -> None:
    """By whoever has the phone: belonging to the table does not help, and the rest of the phone goes on."""
    _, phone = with_pin(app)
    answers = [phone.post(phone.at("/card/1/pin"), pin=pin) for pin in ("1111", "2222", "4711")]
    assert [answer.status_code for answer in answers] == [422, 422, 429]
    assert "Wait 20 seconds" in answers[-1].text
    assert phone.get(phone.at()).status_code == 200
    assert phone.post(phone.at("/card/2/pin"), pin="1").status_code != 429


@pytest.mark.usefixtures("clock")
def test_pins_tried_all_at_once_are_counted_before_they_are_judged(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """E-45: a PIN is hashed slowly, and guesses that come meanwhile find no token left."""
    _, phone = with_pin(app)
    token, judged, fits = phone.token(), threading.Barrier(2), play.fits

    def slowly(*given: Any) -> bool:
        # All that are let through are judged at the same time.
        judged.wait(10)
        return fits(*given)

    monkeypatch.setattr("companion.play.fits", slowly)

    def guess(pin: str) -> int:
        client = app.test_client()
        for cookie in phone.client._cookies.values():  # type: ignore[union-attr]
            client.set_cookie(cookie.key, cookie.value)
        return client.post(phone.at("/card/1/pin"), data={"csrf_token": token, "pin": pin}).status_code

    with ThreadPoolExecutor(12) as pool:
        statuses = sorted(pool.map(guess, [f"{n:04}" for n in range(12)]))
    assert statuses == [422] * 2 + [429] * 10


@pytest.mark.usefixtures("clock")
def test_a_right_pin_costs_nothing(app: Flask) -> None:
    _, phone = with_pin(app)
    for _ in range(5):
        assert phone.post(phone.at("/card/1/pin"), pin="4711").status_code == 303


def test_a_pin_for_a_table_that_is_none_is_a_wrong_code(app: Flask, clock: Clock) -> None:
    """Nobody learns by it which tables there are, and no bucket of a PIN goes for it."""
    cast, phone = with_pin(app)
    guesser = elsewhere(app, cast.code)
    answers = [guesser.post(f"/t/CCF{n:02}/card/1/pin", pin="1111") for n in range(5)]
    assert [answer.status_code for answer in answers] == [404, 404, 404, 429, 429]
    right = guesser.post(guesser.at("/card/1/pin"), pin="1111")
    assert (right.status_code, right.data) == (429, answers[-1].data)
    clock.now += 60
    assert guesser.post(guesser.at("/card/1/pin"), pin="1111").status_code == 403
    assert list(app.extensions["limits"].pins._buckets) == []
    assert phone.post(phone.at("/card/1/pin"), pin="1111").status_code == 422
    assert list(app.extensions["limits"].pins._buckets) == [f"{cast.code} 1"]


def test_a_form_without_proof_is_no_guess(cast: Cast, clock: Clock) -> None:
    assert clock
    for _ in range(10):
        assert cast.stranger.client.post(cast.host.at("/claim"), data={"seat": "1"}).status_code == 403
    assert cast.stranger.get(cast.host.at("/join")).status_code == 200


def test_a_wrong_a_spent_and_a_missing_seat_code_have_one_answer(cast: Cast, app: Flask) -> None:
    """So that nobody learns which codes there ever were."""
    other = sit_down(app)
    spent = seat_code(cast.seats["1"], "1")
    Phone(app).post(spent)
    elsewhere_code = seat_code(other.seats["1"], "1").replace(other.code, cast.code)
    never = cast.host.at(f"/seat/{'x' * 32}")
    for ask in ("get", "post"):
        answers = [getattr(cast.stranger, ask)(path) for path in (spent, elsewhere_code, never)]
        assert {answer.status_code for answer in answers} == {404}
        assert len({answer.data for answer in answers}) == 1


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("fe80::1%wlan0", "fe80::/64"),
        ("", ""),
    ],
)
def test_one_device_has_one_key_whatever_address_it_picks(app: Flask, address: str, key: str) -> None:
    """IPv6 gives a device as many addresses as it likes."""
    overrides: dict[str, Any] = {"REMOTE_ADDR": address}
    with app.test_request_context("/", environ_overrides=overrides):
        assert limits._address() == key


def test_the_real_limits_leave_room_for_a_clumsy_table(app: Flask, cast: Cast) -> None:
    """Eight people behind one address who mistype three times each; and a robot gets nowhere."""
    phone = elsewhere(app)
    codes = [f"{n:05}" for n in range(200)]
    answers = [phone.get(f"/join?code={code}").status_code for code in codes]
    assert answers[:24] == [404] * 24
    assert answers[-1] == 429
    assert answers.count(404) < 40
    assert re.fullmatch(r"[123]", phone.get("/join?code=99999").headers["Retry-After"])
    assert cast.host.get(cast.host.at()).status_code == 200
