"""The slot machine's pages: an old answer says so, the page is the judge's, and every part is drawn in every phase."""

from __future__ import annotations

import json
import re
from html import unescape
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from flask import Flask

from companion.judge import answer_to
from tests.conftest import Cast, Phone, sit_down

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


# What a page says and leaves out


def begun(app: Flask, players: int, variations: str = "", **settled: str) -> Cast:
    """Seat people at a running round with some variations and settings."""
    cast = sit_down(app, "slots", players)
    for letter in variations:
        assert cast.host.act("varied", letter=letter, on="1").status_code == 303
    if settled:
        assert cast.host.act("settled", **settled).status_code == 303
    assert cast.host.act("begun").status_code == 303
    return cast


def seen(phone: Phone, at: str = "") -> str:
    return unescape(phone.get(phone.at(at)).text)


def plain(html: str) -> str:
    """Read a page as one line."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


@pytest.mark.parametrize("sheet", ["", "turn", "end", "hand&seat=1", "menu", "card", "settings", "clock"])
@pytest.mark.parametrize("emptied", ["0", "1"])
def test_no_id_stands_twice(app: Flask, sheet: str, emptied: str) -> None:
    """SM-VO: a line and the sheet that lies over it are told apart"""
    cast = begun(app, 3, "OQ", spin="AB", cumber="B")
    assert cast.host.act("emptied", on=emptied).status_code == 303
    ids = re.findall(r'\bid="([^"]+)"', seen(cast.host, f"?sheet={sheet}"))
    assert sorted(ids) == sorted(set(ids))


def test_a_hand_is_asked_for_once_the_pile_is_empty(app: Flask) -> None:
    """SM-VO: not on every line from the first card, but always where the round is ended"""
    cast = begun(app, 2, "O")
    assert "Cards left in hand?" not in seen(cast.host)
    assert seen(cast.host, "?sheet=end").count("Cards left in hand?") == 2
    assert cast.host.act("emptied", on="1").status_code == 303
    assert seen(cast.host).count("Cards left in hand?") == 2


def test_a_hand_takes_no_more_cards_than_it_can_hold(app: Flask) -> None:
    """SM-VO, VI, VT: the palette stops where the act would be refused"""
    cast = begun(app, 2, "O")
    assert 'id="add-1"' in seen(cast.host, "?sheet=hand&seat=1&held=CCCCC")
    full = seen(cast.host, "?sheet=hand&seat=1&held=CCCCCC")
    assert 'id="add-1"' not in full
    assert "6 cards are the most here." in full


@pytest.mark.parametrize(("variations", "piles"), [("O", "The pile is empty"), ("OQ", "Both piles are empty")])
def test_under_o_an_empty_pile_is_no_end_phase(app: Flask, variations: str, piles: str) -> None:
    """SM-VO, A35: nobody is next, and nothing is offered that is not played any more"""
    cast = begun(app, 2, variations, spin="A", cumber="B")
    assert cast.host.act("emptied", on="1").status_code == 303
    board, turn = (plain(seen(cast.host, at)) for at in ("", "?sheet=turn"))
    for page in (board, turn):
        assert f"{piles}, and that ends the round" in page
        assert "end phase" not in page
    assert f"{piles} this ends the round" in board
    assert "Then Player 2" not in turn
    assert 'id="spin-A"' not in seen(cast.host, "?sheet=turn")


def test_under_q_both_piles_are_empty_in_the_end(app: Flask) -> None:
    """SM-VQ, A46: on the key of the turn, beside the cards that fill a cell, and inside a sentence"""
    cast = begun(app, 5, "Q", cumber="B")
    assert "Both piles are empty" in plain(seen(cast.host, "?sheet=turn"))
    assert cast.host.act("gridded", machine="0", grid="CCC/LSL/SLC").status_code == 303
    assert "Keep one cherry, discard the rest." in plain(seen(cast.host, "?sheet=grid"))
    assert cast.host.act("claimed", choice="0").status_code == 303
    for cell in "012":
        assert cast.host.act("shown", machine="0", cell=cell, card=".").status_code in (303, 422)
    assert "both piles are empty" in plain(seen(cast.host, "?sheet=grid"))
    assert cast.host.act("emptied", on="1").status_code == 303
    turn = plain(seen(cast.host, "?sheet=turn"))
    assert "end phase: both piles are empty" in turn
    assert "Draw nothing: both piles are empty." in turn
    assert "Not now: both piles are empty." in turn


def test_another_persons_line_is_only_shown_where_each_records(app: Flask) -> None:
    """E-50: with "each their own" there is nothing to tap in it; the host records for whoever has no phone"""
    cast = begun(app, 2, record="own")
    mine = seen(cast.seats["1"])
    assert 'id="p1C"' in mine
    assert 'id="p2C"' not in mine
    assert "Player 2 records these." in plain(mine)
    assert 'id="p1C"' not in seen(cast.host)
    free = sit_down(app, "slots", 1)
    assert free.host.act("seated", do="add").status_code == 303
    assert free.host.act("settled", record="own").status_code == 303
    assert free.host.act("begun").status_code == 303
    assert ['id="p1C"' in seen(free.host), 'id="p2C"' in seen(free.host)] == [False, True]
    assert "The host records these." in plain(seen(free.seats["1"]))


@pytest.mark.parametrize("players", [1, 2])
def test_points_that_are_not_known_stay_in_sight_to_the_end(app: Flask, players: int) -> None:
    """E-95, E-96: known and a question, nobody has won; and what is entered is said"""
    cast = begun(app, players)
    for letter in "LS":
        assert cast.host.act("prize", seat="1", symbol=letter).status_code == 303
    assert cast.host.act("ended").status_code == 303
    over = plain(seen(cast.host))
    assert "12 + ?" in over
    assert "Winner" not in over
    assert ("Leading so far" in over) == (players > 1)
    assert cast.host.act("symbol", letter="S", points="10").status_code == 303
    entered = plain(seen(cast.host))
    assert "Shield counts 10 a set." in entered
    assert "+ ?" not in entered
    assert "22" in entered


def test_totals_over_rounds_are_drawn_on_one_scale(app: Flask) -> None:
    """Cherry 8 in round 1, lemon 12 in round 2 of three: from the second round on lines, before it bars."""
    cast = begun(app, 2, rounds="3")
    assert cast.host.act("prize", seat="1", symbol="C").status_code == 303
    assert cast.host.act("ended").status_code == 303
    assert "polyline" not in seen(cast.host)
    assert cast.host.act("begun").status_code == 303
    assert cast.host.act("prize", seat="2", symbol="L").status_code == 303
    assert cast.host.act("ended").status_code == 303
    lines = re.findall('<polyline points="([^"]*)"', seen(cast.host))
    assert lines == ["0,42 40,42 80,4", "0,42 40,17 80,17"]


def test_a_prize_names_the_machine_from_which_it_came(app: Flask) -> None:
    """Only on its owner's line, and only while it is the latest news."""
    cast = begun(app, 2)
    assert cast.host.act("prize", seat="2", symbol="C").status_code == 303
    (thing,) = re.findall(r'data-from="([^"]*)"', seen(cast.host))
    assert thing == "#to-grid"
    assert "data-from" in seen(cast.host).partition('id="player-2"')[2]
    assert cast.host.act("turned").status_code == 303
    assert "data-from" not in seen(cast.host)


def test_below_nothing_the_mark_stands_on_the_rung_that_is_held(app: Flask) -> None:
    """SM-A27, VO: a true minus, and Basic ahead"""
    cast = begun(app, 1, "O")
    assert cast.host.act("hand", seat="1", cards="CCL").status_code == 303
    assert cast.host.act("ended").status_code == 303
    page = plain(seen(cast.host))
    assert "430 to Basic." in page
    ladder = page[page.index("430 to Basic.") :]
    assert ladder.index("Basic next") < ladder.index("You") < ladder.index("Beginner your rank")
    assert "\u221228" in page
    assert "-28" not in page
