"""The own card: covered, sent only to the hand that holds it, of one size, and for one phone alone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from companion import play
from companion.web.card import PART_BYTES, page_bytes
from tests.conftest import Cast, Phone, build, forms_of, opened, sit_down

WORDS = ("alpha", "bravo", "delta", "gamma", "omega")


@pytest.fixture
def dealt(cast: Cast) -> Cast:
    assert cast.host.act("dealt").status_code == 303
    return cast


def test_e04_the_covered_card_holds_nothing_and_the_look_is_kept_first(dealt: Cast) -> None:
    """E-04: what was dealt comes only in the answer to the look."""
    phone = dealt.seats["1"]
    number = opened(dealt.host.app, dealt.code).state.numbers["1"]
    assert number not in phone.get(phone.at("/card/1")).text
    answer = phone.post(phone.at("/card/1/look"), part=True)
    assert number in answer.text
    with play.Store(phone.app.config["DATABASE"]) as store:
        assert len(store.looks(dealt.code)) == 1
    assert opened(dealt.host.app, dealt.code).state.looked == {"1"}


def test_e04_a_look_that_cannot_be_kept_shows_nothing(dealt: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise play.Unwritable("database or disk is full")

    monkeypatch.setattr(play.Store, "note_look", full)
    phone = dealt.seats["1"]
    answer = phone.post(phone.at("/card/1/look"), part=True)
    assert answer.status_code == 503
    assert not any(word in answer.text for word in WORDS)
    assert opened(dealt.host.app, dealt.code).state.looked == frozenset()


def test_e08_no_address_yields_the_card_of_another_seat(dealt: Cast) -> None:
    """E-06, E-08, E-09, E-11: neither another seat nor the host nor a watcher."""
    for name, phone in dealt.everybody.items():
        if name == "seat 1":
            continue
        for answer in (phone.get(phone.at("/card/1")), phone.get(phone.at("/card/1?mine=1"))):
            assert answer.status_code == 403
        for part in (False, True):
            answer = phone.post(phone.at("/card/1/look"), part=part)
            assert answer.status_code == 403
            assert not any(word in answer.text for word in WORDS)
    assert opened(dealt.host.app, dealt.code).state.looked == frozenset()


def test_e16_every_private_answer_is_kept_nowhere(dealt: Cast) -> None:
    """E-16: fragments, redirects and errors included; and none is packed."""
    mine, other = dealt.seats["1"], dealt.seats["2"]
    for phone in (mine, other, dealt.stranger):
        phone.client.environ_base["HTTP_ACCEPT_ENCODING"] = "gzip"
    answers = [
        mine.get(mine.at("/card")),
        mine.get(mine.at("/card/1")),
        mine.post(mine.at("/card/1/look"), part=True),
        mine.post(mine.at("/card/1/look")),
        mine.act("chosen", seat="1", keep="yes"),
        mine.act("chosen", seat="1", keep="never"),
        other.get(other.at("/card/1")),
        other.post(other.at("/card/1/look")),
        other.get(other.at("/card/9")),
        other.get(other.at("/card/1/nothing")),
        mine.get("/t/NONE5/card/1"),
        mine.get(mine.at("/card/1/look")),
        dealt.stranger.get(mine.at("/card")),
    ]
    assert [answer.status_code for answer in answers] == [
        303, 200, 200, 200, 303, 422, 403, 403, 403, 404, 302, 405, 303,
    ]  # fmt: skip
    for answer in answers:
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize(("game", "players"), [("toy", 4), *(("strip", n) for n in range(2, 7))])
def test_private_answers_have_one_size_whatever_was_dealt(app: Flask, game: str, players: int) -> None:
    """E-05: for every seat, before and after the fixers have chosen."""
    cast = sit_down(app, game, players)
    cast.host.act("dealt")
    for rig in ("", "upper", "lower"):
        if game == "strip" and rig:
            for fixer in opened(app, cast.code).state.round.fixers:
                cast.seats[fixer].act("chosen", seat=fixer, rig=rig)
        for seat, phone in cast.seats.items():
            held, alone = (phone.post(phone.at(f"/card/{seat}/look"), part=part).data for part in (True, False))
            assert len(held) == PART_BYTES
            assert len(alone) == page_bytes(opened(app, cast.code)) < 5000


def test_e39_the_phone_that_lost_a_seat_is_told_why(dealt: Cast) -> None:
    old, new = dealt.seats["1"], dealt.stranger
    page = old.post(old.at("/seat-code"), seat="1").text
    found = re.search(r"/t/\w+/seat/[\w-]+", page)
    assert found
    assert new.post(found[0]).status_code == 303
    answer = old.get(old.at("/card/1"))
    assert answer.status_code == 403
    assert "Player 1 has moved to another phone" in answer.text
    assert new.get(new.at("/card/1")).status_code == 200


def shared(cast: Cast) -> Phone:
    """Put the seats 1 and 2 on one phone, and deal."""
    phone = cast.seats["1"]
    cast.seats["2"].post(phone.at("/release"), seat="2")
    assert phone.post(phone.at("/claim"), seat="2", key=play.new_key()).status_code == 303
    assert cast.host.act("dealt").status_code == 303
    return phone


def test_e45_a_shared_phone_asks_who_holds_it_before_each_card(cast: Cast) -> None:
    """E-45: several seats on one phone, each behind its own cover; a whole look works for each."""
    phone = shared(cast)
    numbers = opened(cast.host.app, cast.code).state.numbers
    assert "Pass the phone to" in phone.get(phone.at("/card")).text
    for seat in ("1", "2"):
        assert "Pass the phone to" in phone.get(phone.at(f"/card/{seat}")).text
        assert "Hold to look" in phone.get(phone.at(f"/card/{seat}?mine=1")).text
        assert numbers[seat] in phone.post(phone.at(f"/card/{seat}/look"), part=True).text
        assert phone.act("chosen", seat=seat, keep="yes").status_code == 303
    assert opened(cast.host.app, cast.code).state.kept == {"1": True, "2": True}


def test_e45_on_a_shared_phone_a_card_may_ask_for_a_pin(cast: Cast) -> None:
    phone = shared(cast)
    number = opened(cast.host.app, cast.code).state.numbers["1"]
    look = phone.at("/card/1/look")
    for typed in ("123", "123456789", "12a4"):
        answer = phone.post(phone.at("/card/1/set-pin"), pin=typed)
        assert answer.status_code == 422
        assert "A PIN has 4 to 8 digits." in answer.text
    assert phone.post(phone.at("/card/1/set-pin"), pin="25802580").status_code == 303
    assert number in phone.post(look, part=True).text, "whoever set it looks on"
    # Handed on: from now on only the PIN opens the cover, whatever the address says.
    assert "Your PIN" in phone.get(phone.at("/card/1")).text
    assert "Your PIN" in phone.get(phone.at("/card/1?mine=1")).text
    answer = phone.post(look, part=True)
    assert answer.status_code == 403
    assert number not in answer.text
    assert phone.post(phone.at("/card/1/set-pin"), pin="").status_code == 403
    wrong = phone.post(phone.at("/card/1/pin"), pin="0852")
    assert wrong.status_code == 422
    assert "That is not the PIN of Player 1." in wrong.text
    assert phone.post(phone.at("/card/1/pin"), pin="25802580").status_code == 303
    assert "Hold to look" in phone.get(phone.at("/card/1?mine=1")).text
    assert number in phone.post(look, part=True).text
    assert "Your PIN" not in phone.get(phone.at("/card/2")).text
    assert phone.post(look, part=True).status_code == 403, "another one had the phone in between"
    data = b"".join(path.read_bytes() for path in cast.host.app.config["DATABASE"].parent.glob("companion.db*"))
    assert b"25802580" not in data


@pytest.mark.parametrize("way", ["gives back the other", "seat code", "yes", "release", "handed on", "chosen"])
def test_no_way_leads_round_a_pin(cast: Cast, way: str) -> None:
    """E-45: whoever has the phone for a moment neither sees the card behind the PIN nor takes it elsewhere."""
    phone, pocket = shared(cast), Phone(cast.host.app, cast.code)
    phone.post(phone.at("/card/1/set-pin"), pin="2580")
    phone.get(phone.at("/card/2"))
    if way == "gives back the other":
        phone.post(phone.at("/release"), seat="2")
    elif way == "seat code":
        answer = phone.post(phone.at("/seat-code"), seat="1")
        assert answer.status_code == 403
        assert "Your PIN" in answer.text
    elif way == "yes":
        pocket.post(pocket.at("/plead"), seat="1")
        plea = opened(cast.host.app, cast.code).pleas[0].id
        assert phone.post(phone.at("/vouch"), plea=plea, word="yes").status_code == 403
        assert pocket.post(pocket.at("/card/1/look")).status_code == 403
    elif way == "release":
        phone.post(phone.at("/release"), seat="1")
        phone.post(phone.at("/claim"), seat="1", key=play.new_key())
    elif way == "handed on":
        phone.post(phone.at("/card/1/pin"), pin="2580")
        assert "Pass the phone to" in phone.get(phone.at("/card")).text
    else:
        assert phone.act("chosen", seat="1", keep="yes").status_code == 403
        assert opened(cast.host.app, cast.code).state.kept == {}
    assert phone.post(phone.at("/card/1/look"), part=True).status_code == 403


def test_e45_back_from_the_board_asks_for_the_pin_again(cast: Cast) -> None:
    """E-45: the board is where a phone is passed on; what keeps an open board fresh closes nothing."""
    phone = shared(cast)
    phone.post(phone.at("/card/1/set-pin"), pin="2580")
    for page in ("", "/live?rev=x"):
        assert phone.get(phone.at(page), part=True).status_code == 200
    assert "Hold to look" in phone.get(phone.at("/card/1?mine=1")).text
    assert phone.get(phone.at()).status_code == 200
    assert "Your PIN" in phone.get(phone.at("/card/1?mine=1")).text
    assert phone.post(phone.at("/card/1/look"), part=True).status_code == 403


def test_e45_whoever_knows_the_pin_says_yes_to_the_own_seat_on_its_page(cast: Cast) -> None:
    """E-37, E-45: the board forgets the PIN, and there the yes asks for it."""
    phone, new = shared(cast), Phone(cast.host.app, cast.code)
    phone.post(phone.at("/card/1/set-pin"), pin="2580")
    new.post(new.at("/plead"), seat="1")
    phone.get(phone.at())
    assert phone.post(phone.at("/card/1/pin"), pin="2580").status_code == 303
    page = phone.get(phone.at("/card/1?mine=1")).text
    form = next(form for form in forms_of(page) if form.fields.get("word") == ["yes"])
    assert phone.client.post(form.action, data=form.fields).status_code == 303
    assert new.post(new.at("/card/1/look"), part=True).status_code == 200


def test_a_pin_goes_on_at_the_next_table(cast: Cast) -> None:
    phone = shared(cast)
    phone.post(phone.at("/card/1/set-pin"), pin="2580")
    for seat in "1234":
        cast.host.act("scored", seat=seat, points="3")
    cast.host.act("ended")
    phone.code = cast.host.post(cast.host.at("/again")).location.rsplit("/", 1)[1]
    assert "Your PIN" in phone.get(phone.at("/card/1")).text


def test_a_pin_goes_when_the_seat_changes_hands(cast: Cast) -> None:
    phone = shared(cast)
    phone.post(phone.at("/card/1/set-pin"), pin="2580")
    found = re.search(r"/t/\w+/seat/[\w-]+", phone.post(phone.at("/seat-code"), seat="1").text)
    assert found
    assert cast.stranger.post(found[0]).status_code == 303
    assert "Hold to look" in cast.stranger.get(phone.at("/card/1")).text


def masked(text: str) -> str:
    """Take out what differs by chance: tokens, keys and times."""
    text = re.sub(r'name="(csrf_token|key|plea)" value="[^"]*"', r'name="\1"', text)
    return re.sub(r"\d\d:\d\d|\d{4}-\d\d-\d\dT[0-9:.+Z]+", "TIME", text)


@pytest.mark.parametrize("game", ["toy", "strip"])
def test_e01_a_swap_of_what_is_hidden_changes_no_byte_for_others(
    game: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E-01, E-03, E-05: the same table twice, dealt the other way round; every page of every viewer is the same."""
    secret = {"toy": ({"keep": "yes"}, {"keep": "no"}), "strip": ({"rig": "upper"}, {"rig": "lower"})}[game]
    told = []
    for turn in (0, 1):

        def shuffle(_: Any, order: list[str], turn: int = turn) -> None:
            order.sort(reverse=bool(turn))

        monkeypatch.setattr("random.SystemRandom.shuffle", shuffle)
        # A seal differs by its salt; what it tells is the matter of tests/games/strip/test_dealing.py.
        for module in ("dealing", "show"):
            monkeypatch.setattr(f"companion.games.strip.{module}.seal", lambda deal: "0" * 64)
        # The code of a table is drawn into its QR, where no mask reaches it.
        monkeypatch.setattr("companion.play.tables.new_code", lambda: "CCFGH")
        cast = sit_down(build(tmp_path_factory.mktemp(f"{game}{turn}")), game)
        cast.host.act("dealt")
        for seat, phone in cast.seats.items():
            phone.act("chosen", seat=seat, **secret[turn])
            phone.post(phone.at(f"/card/{seat}/look"), part=True)
        told.append(_crawl(cast))
    assert told[0].keys() == told[1].keys()
    for address, answer in told[0].items():
        assert answer == told[1][address], address


def _crawl(cast: Cast) -> dict[str, tuple[int, str]]:
    """Fetch every page of a table as everyone, the own page of each seat at rest included."""
    pages = ["", "/live?rev=0", "/log", "/ask", "/join", "/result", "/card", "/nothing", "/card/1", "/card/2?mine=1"]
    if "strip" in str(opened(cast.host.app, cast.code).game.key):
        pages += ["?sheet=menu", "?sheet=settings", "?sheet=printed", "?tile=7", "?tile=3", "?set=2&tile=7"]
    told = {}
    for name, phone in cast.everybody.items():
        for page in pages:
            for part in (False, True):
                answer = phone.get(phone.at(page), part=part)
                told[f"{name} {page} {part}"] = (answer.status_code, masked(answer.text))
        stale = phone.act("dealt", scope="old@0")
        told[f"{name} stale"] = (stale.status_code, masked(stale.text))
        undo = phone.act("undone")
        told[f"{name} undone"] = (undo.status_code, masked(undo.text))
    return told


def test_e24_no_template_is_given_a_secret(dealt: Cast) -> None:
    """E-24: what is handed to templates is a view of this viewer, so that no condition in one is the guard."""
    from flask import template_rendered

    given: list[str] = []

    def note(_: Flask, context: dict[str, Any], **__: Any) -> None:
        known = {"g", "request", "session", "config", "htmx"}
        given.append(repr({name: value for name, value in context.items() if name not in known}))

    with template_rendered.connected_to(note, dealt.host.app):
        for phone in dealt.everybody.values():
            for page in ("", "/log", "/join", "/ask", "/card", "/card/1"):
                phone.get(phone.at(page))
    assert given
    assert not any(word in context for context in given for word in WORDS)
