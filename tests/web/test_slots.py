"""The slot machine's pages: an old answer says so, the page is the judge's, and every part is drawn in every phase."""

from __future__ import annotations

import json
import re
from html import unescape
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from flask import Flask

from companion.judge import answer_to
from tests.conftest import Cast, sit_down

GRID = "CLP/LVB/BPC"


@pytest.fixture
def playing(app: Flask) -> Cast:
    """Seat two people at a running round, with every symbol of the grid on the card."""
    cast = sit_down(app, "slots", 2)
    for letter in "SPBV":
        assert cast.host.act("symbol", letter=letter, points="10").status_code == 303
    assert cast.host.act("begun").status_code == 303
    return cast


def asks_again(html: str) -> str:
    """Find the address at which an open page asks whether its answer still holds."""
    found = re.search(r'hx-get="(/t/\w+/ask\?[^"]*)" hx-trigger="every', html)
    assert found
    return unescape(found[1])


def verdict(html: str) -> str:
    """Read the verdict of a page, as one line."""
    found = re.search(r'<div class="verdict.*?</div>', html, re.DOTALL)
    assert found
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[0])).split())


def test_an_answer_is_marked_as_old_once_the_grid_has_changed(playing: Cast) -> None:
    """E-116: it repeats its position, is still the answer while nothing changed, and says so afterwards"""
    assert playing.host.act("gridded", machine="0", grid=GRID).status_code == 303
    page = playing.onlooker.get(playing.onlooker.at("/ask?card=B&cell=4")).text
    assert "bell on the seven in the centre" in verdict(page)
    again = asks_again(page)
    assert playing.onlooker.get(again).status_code == 204
    assert playing.host.act("prize", seat="1", symbol="C").status_code == 303
    assert "Old:" not in playing.onlooker.get(again).text
    assert playing.host.act("played", machine="0", cell="4", card="P").status_code == 303
    later = playing.onlooker.get(again).text
    assert "Old: the grid at the table has changed since." in later
    assert verdict(later) == verdict(page)
    assert "bell on the plum in the centre" in verdict(playing.onlooker.get(anew(later) + "&cell=4").text)


def anew(html: str) -> str:
    """Find the link to the grid as it lies now."""
    found = re.search(r'id="ask-anew" href="([^"]*)"', html)
    assert found
    return unescape(found[1])


def test_an_address_that_asks_again_holds_the_whole_position(playing: Cast) -> None:
    """E-116: with what was recorded when it was asked"""
    assert playing.host.act("gridded", machine="0", grid=GRID).status_code == 303
    page = playing.stranger.get(playing.stranger.at("/ask?card=B")).text
    held = dict(parse_qsl(urlsplit(asks_again(page)).query))
    assert (held["grid"], held["was"], held["card"]) == (GRID, GRID, "B")


@pytest.mark.parametrize("card", ["C", "B", "S", "*"])
@pytest.mark.parametrize("cell", [0, 4, 8])
def test_page_and_judge_say_the_same(playing: Cast, card: str, cell: int) -> None:
    """E-106, E-107, E-114: the sentences of the judge stand on the page, each with its rule and where it is from"""
    rows = [" ".join(row) for row in GRID.split("/")]
    question = {"game": "slots", "ask": "placement", "grid": rows, "card": card, "cell": [cell // 3, cell % 3]}
    answer = answer_to(json.dumps(question).encode())
    # A grid without an open cell is judged as in play.
    page = playing.stranger.get(playing.stranger.at("/ask?" + urlencode({"grid": GRID, "card": card, "cell": cell})))
    said = verdict(page.text)
    assert ("Not here" in said) == (not answer["legal"])
    for reason in answer["broken"]:
        # The page calls symbols as this copy does; the judge by letter where it has no name.
        assert reason["text"].lower().replace("v ", "seven ") in said.lower()


def test_a_finished_table_asks_no_more(playing: Cast) -> None:
    """E-77"""
    assert playing.host.act("ended").status_code == 303
    assert "hx-trigger" not in playing.stranger.get(playing.stranger.at("/ask?card=C&grid=" + GRID)).text


@pytest.mark.parametrize("sheet", ["", "grid", "turn", "clock", "end", "card", "symbol", "menu", "settings", "people"])
def test_every_part_is_drawn_for_everybody(playing: Cast, sheet: str) -> None:
    """E-35: for every viewer, while a round runs and when it is over, whatever the address asks for"""
    for _ in ("play", "over"):
        for phone in playing.everybody.values():
            assert phone.get(phone.at(f"?sheet={sheet}&card=C&cell=0&paint=C")).status_code == 200
        playing.host.act("ended")


def test_an_open_claim_offers_the_shields_to_pick_from(playing: Cast) -> None:
    """SM-A15: four that fit, three of them ticked, and those that are picked go"""
    assert playing.host.act("gridded", machine="0", grid="SSP/BSS/VPC").status_code == 303
    page = playing.host.get(playing.host.at("?sheet=grid")).text
    boxes = re.findall(r'name="shields" value="(\d)"( checked)?', page)
    assert boxes == [("0", " checked"), ("1", " checked"), ("4", " checked"), ("5", "")]
    assert playing.host.act("claimed", choice="0", shields=["", "1", "4", "5"]).status_code == 303
    assert "What lies now in the top middle?" in playing.host.get(playing.host.at("?sheet=grid")).text
