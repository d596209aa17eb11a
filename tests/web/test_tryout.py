"""Trying a game out over plain http: one tap to a table in mid-game, marked on every page of it."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion import play
from companion.games import games
from tests.conftest import Phone, forms_of, opened

TEMPLATE_SHEET = re.compile(r"[?&;]sheet=(\w+)")
EVERYWHERE = ("", "/join", "/ask", "/log", "/card", "/score", "?sheet=menu")


def tried(app: Flask, key: str) -> Phone:
    """Tap the button on the start page."""
    phone = Phone(app)
    form = next(f for f in forms_of(phone.get("/").text) if f.action == "/tryouts" and f.fields["game"] == [key])
    answer = phone.client.post(form.action, data=form.fields)
    assert answer.status_code == 303
    phone.code = answer.location.rsplit("/", 1)[1]
    return phone


@pytest.mark.parametrize("key", games())
def test_every_page_of_it_opens_and_says_what_it_is(app: Flask, key: str) -> None:
    phone = tried(app, key)
    for rest in EVERYWHERE:
        answer = phone.get(phone.at(rest), follow_redirects=True)
        assert answer.status_code == 200
        assert f"{games()[key].title}, try-out" in answer.text, rest
    assert "Made-up people" in phone.get(phone.at()).text
    assert "Made-up people" in Phone(app).get(phone.at()).text, "to somebody who looks on as well"


@pytest.mark.parametrize("key", games())
def test_every_sheet_to_which_its_pages_lead_opens(app: Flask, key: str) -> None:
    phone = tried(app, key)
    seen, waiting = set(), [phone.at(), phone.at("?sheet=menu")]
    while waiting:
        page = phone.get(path := waiting.pop())
        assert page.status_code == 200, path
        for found in re.findall(rf'href="({re.escape(phone.at())}[^"]*)"', page.text):
            sheet = TEMPLATE_SHEET.search(found)
            if sheet and sheet[1] not in seen:
                seen.add(sheet[1])
                waiting.append(found.replace("&amp;", "&"))
    assert key == "toy" or len(seen) > 5


@pytest.mark.parametrize("key", [key for key, game in games().items() if "first_look" in game.own_kinds])
def test_every_card_of_it_opens_on_this_phone(app: Flask, key: str) -> None:
    phone = tried(app, key)
    for person in opened(app, phone.code).people:
        assert phone.get(phone.at(f"/card/{person.seat}?mine=1")).status_code == 200
        assert phone.post(phone.at(f"/card/{person.seat}/look")).status_code == 200


def test_the_lobby_marks_it_and_a_real_table_is_not_marked(app: Flask) -> None:
    phone = tried(app, "strip")
    page = phone.get("/").text
    assert re.search(rf"Vegas Strip, {phone.code}.*?try-out.*?Ada", page, re.DOTALL)
    real = Phone(app)
    code = real.post("/tables", game="strip", players="3", key=play.new_key()).location.rsplit("/", 1)[1]
    assert "try-out" not in real.get(f"/t/{code}").text
    assert ">try-out<" not in real.get("/").text


def test_practice_points_are_marked_as_made_up(app: Flask) -> None:
    phone = tried(app, "slots")
    assert "these points are made up" in phone.get(phone.at()).text


def key_of(page: str, name: str) -> tuple[str, str]:
    """Find a key of the dock by its id: where it leads, and how it is dressed."""
    found = re.search(rf'<a class="([^"]*)" id="{name}" href="([^"]*)"', page)
    assert found, name
    return found[2].replace("&amp;", "&"), found[1]


def test_a_newcomer_to_the_slot_machine_is_led_to_a_prize(app: Flask) -> None:
    """SM-R14 to R18, A6: a card that pays is named, played, claimed and filled up; the prize lies on the pile"""
    phone = tried(app, "slots")
    board = phone.get(phone.at()).text
    assert "Play a card" in board
    grid, dressed = key_of(board, "to-grid")
    assert dressed == "button", "it is the one next step"
    page = phone.get(grid).text
    assert "Pick a card as if <bdi>Ada</bdi> held it: <b>bell</b> makes a prize." in page
    bell = "?sheet=grid&card=B&cell=4"
    page = phone.get(phone.at(bell)).text
    assert "A prize: 20 points" in page
    assert page.count('<b class="mark">no</b>') == 2, "the two bells of the prize say nothing, the two lemons do"
    assert phone.submit(phone.at(bell), "played").status_code == 303
    board = phone.get(phone.at()).text
    assert "a prize to claim" in board
    assert "Go on in the grid" in board
    refused = phone.submit(phone.at(), "turned")
    assert refused.status_code == 422
    assert "claim the prize" in refused.text
    assert key_of(refused.text, "to-grid")[1] == "button"
    assert phone.submit(phone.at("?sheet=grid"), "claimed").status_code == 303
    assert "a card to name" in phone.get(phone.at()).text
    assert "Without the box any card will do." in phone.get(phone.at("?sheet=grid")).text
    assert phone.submit(phone.at("?sheet=grid"), "shown", card="V").status_code == 303
    board = phone.get(phone.at()).text
    assert "bell, 1 set: a prize for Ada" in board
    assert key_of(board, "to-grid")[1] == "button quiet", "now the turn goes on"
    assert phone.submit(phone.at(), "turned").status_code == 303
    assert "Bo\u2019s turn" in phone.get(phone.at()).text


def test_no_card_that_pays_is_named_at_a_table_with_the_box(app: Flask) -> None:
    """The practice card may be used beside the box, too"""
    phone = Phone(app)
    phone.code = phone.post("/tables", game="slots", players="3", key=play.new_key()).location.rsplit("/", 1)[1]
    assert phone.act("practice", on="1").status_code == 303
    assert phone.act("begun").status_code == 303
    assert phone.act("gridded", machine="0", grid="CCO/LPG/MBR").status_code == 303
    page = phone.get(phone.at("?sheet=grid")).text
    assert "As recorded." in page
    assert "makes a prize" not in page


def test_a_game_that_is_not_there_cannot_be_tried(app: Flask) -> None:
    answer = Phone(app).post("/tryouts", game="chess")
    assert answer.status_code == 422
    assert "No game here is called \u201cchess\u201d." in answer.text


def test_a_try_out_needs_the_proof_of_a_form(app: Flask) -> None:
    answer = app.test_client().post("/tryouts", data={"game": "strip"})
    assert answer.status_code == 403
