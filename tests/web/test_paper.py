"""Pages to print: the sizes of paper, what stands on the sheets, and the way back."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion import play
from companion.games import games
from tests.conftest import Cast, Phone, sit_down

SIZED = re.compile(r'href="/static/paper-(\w+)\.css')
PAGES = [f"/help/{key}/{sheet}" for key in games() for sheet in ("summary", "score")]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(("asked", "size"), [("", "a4"), ("a4", "a4"), ("letter", "letter"), ("../x", "a4")])
def test_each_page_to_print_names_its_paper(app: Flask, path: str, asked: str, size: str) -> None:
    answer = Phone(app).get(path, query_string={"size": asked})
    assert answer.status_code == 200
    assert SIZED.findall(answer.text) == [size]
    assert "style=" not in answer.text


def test_the_size_is_said_in_a_stylesheet(app: Flask) -> None:
    phone = Phone(app)
    assert "size:A4" in phone.get("/static/paper-a4.css").text
    assert "size:letter" in phone.get("/static/paper-letter.css").text


@pytest.mark.parametrize("key", games())
def test_the_rules_in_short_are_those_of_the_help(app: Flask, key: str) -> None:
    page = Phone(app).get(f"/help/{key}/summary").text
    for section in games()[key].help.sections:
        assert section.title in page
        assert all(line in page for line in section.short)


def test_blank_sheets_name_nobody_and_claim_no_points(app: Flask) -> None:
    """What the rulebook does not give stays open; what the owner of the box has entered is filled in."""
    phone = Phone(app)
    assert "Spades" not in re.sub(r'<span class="visually-hidden">.*?</span>', "", phone.get("/help/strip/score").text)
    before = phone.get("/help/slots/score").text
    assert "cherry" in before
    assert re.search(r"shield</span></th><td class=\"number\"></td>", before)
    cast = sit_down(app, "slots", 1)
    assert cast.host.act("symbol", letter="S", points="30").status_code == 303
    after = phone.get("/help/slots/score").text
    assert re.search(r"shield</span></th><td class=\"number\">30</td>", after)


def test_sheets_of_a_table_name_its_people(any_cast: Cast) -> None:
    any_cast.seats["1"].act("named", seat="1", name="Ann & Al")
    page = any_cast.onlooker.get(any_cast.host.at("/score")).text
    assert "Ann &amp; Al" in page
    assert f'href="/t/{any_cast.code}"' in page


def test_sheets_with_made_up_points_say_so(app: Flask) -> None:
    cast = sit_down(app, "slots", 2)
    assert "made up" not in cast.host.get(cast.host.at("/score")).text
    assert cast.host.act("practice", on="1").status_code == 303
    assert "made up" in cast.host.get(cast.host.at("/score")).text


def test_cards_of_seats_are_made_for_either_paper(app: Flask) -> None:
    host = Phone(app)
    code = host.post("/tables", game="strip", players="3", key=play.new_key()).location.rsplit("/", 1)[1]
    for size in ("a4", "letter"):
        assert SIZED.findall(host.post(f"/t/{code}/seat-cards", size=size).text) == [size]
    assert SIZED.findall(host.post(f"/t/{code}/seat-cards").text) == ["a4"]
