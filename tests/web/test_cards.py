"""The page of the owner's cards: what is open, each form, the file, and the way back to the table."""

from __future__ import annotations

import io
import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion import play
from companion.store import Store
from tests.conftest import Cast, Phone, forms_of, opened, recorded, sit_down

PAGES = ["/cards/slots", "/cards/strip", "/cards/toy", "/cards/slots/card/symbols", "/cards/slots/card/rank_names"]
PAGES += ["/cards/slots/card/month", "/cards/strip/card/2", "/cards/strip/card/4", "/cards/strip/card/casinos"]
PAGES += ["/cards/strip/card/suits", "/cards/toy/card/box"]


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


def said(answer: TestResponse) -> str:
    """Read a page as one line of text."""
    text = re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", answer.text, flags=re.DOTALL)
    return " ".join(unescape(text).split())


def fields(phone: Phone, page: str, **changes: Any) -> dict[str, Any]:
    """Fill in the form of a card as it stands on its page."""
    form = next(form for form in forms_of(phone.get(page).text) if "mark" in form.fields)
    return {**form.fields, **selected(phone.get(page).text), **changes}


def selected(html: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, options in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', html, re.DOTALL):
        found.setdefault(name, []).extend(re.findall(r'value="([^"]+)" selected', options))
    return found


def save(phone: Phone, page: str, **changes: Any) -> TestResponse:
    return phone.client.post(page, data=fields(phone, page, **changes))


def kept(app: Flask, game: str) -> Any:
    with Store(app.config["DATABASE"]) as store:
        return store.kept(game)


def test_each_page_stands_and_nothing_is_inline(phone: Phone) -> None:
    for path in PAGES:
        answer = phone.get(path)
        assert answer.status_code == 200, path
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", answer.text)


@pytest.mark.parametrize("path", ["/cards/chess", "/cards/slots/card/x", "/cards/chess/card/4", "/cards/strip/card/7"])
def test_what_is_not_there_is_not_found(phone: Phone, path: str) -> None:
    assert phone.get(path).status_code == 404
    assert phone.post(path).status_code in (404, 405)


@pytest.mark.parametrize("path", ["preview", "take", "undo"])
def test_no_game_no_cards(phone: Phone, path: str) -> None:
    assert phone.post(f"/cards/chess/{path}", text="x").status_code == 404
    assert phone.get(f"/cards/slots/{path}").status_code == 405


def test_the_page_counts_what_only_the_owner_can_tell_and_names_each_source(phone: Phone) -> None:
    """Issue 6: nothing unknown is shown as the game's own."""
    text = said(phone.get("/cards/slots"))
    assert "0 of 6 entered" in text
    assert "Not entered Cards of cherry" in text
    assert "From the rulebook Cherry: 8 points · Lemon: 12 points · Spin Again: 4 cards · Cumber: 3 cards" in text
    strip = said(phone.get("/cards/strip"))
    assert "Assumed 15 chips on each casino · Tiles 1 2 3 4 5 6 7 · Teams ABBA, ABBA, ABAB" in strip
    assert "From a review Sunken Treasure · Gold Rush" in strip


def test_a_score_card_is_entered_row_by_row(phone: Phone, app: Flask) -> None:
    """Issue 6: symbols of the card, of the picker, by a name of its own; ANY and expansions by their number."""
    page = "/cards/slots/card/symbols"
    changes = {
        "count_C": "9",
        "points_S": "30",
        "points_B": "21",
        "count_B": "8",
        "name_G": "wine",
        "points_G": "40",
        "name_new1": "cactus",
        "picture_new1": "clover",
        "points_new1": " 1 4 ",
        "count_any": "6",
    }
    answer = save(phone, page, **changes)
    assert (answer.status_code, answer.location) == (303, "/cards/slots#card-symbols")
    assert kept(app, "slots") == {
        "any": {"count": 6},
        "symbol:A": {"name": "cactus", "picture": "clover", "points": 14},
        "symbol:B": {"name": "bell", "points": 21, "count": 8},
        "symbol:C": {"count": 9},
        "symbol:G": {"name": "wine", "picture": "grapes", "points": 40},
        "symbol:S": {"points": 30},
    }
    text = said(phone.get("/cards/slots"))
    assert "Bell counts 21: all printed values that are known are even." in text
    assert save(phone, page).status_code == 303
    with Store(app.config["DATABASE"]) as store:
        assert len(list(store.batches("slots"))) == 1, "nothing was changed by saving again"
    assert save(phone, page, name_A="", name_S="").status_code == 303
    assert "symbol:A" not in kept(app, "slots")
    assert kept(app, "slots")["symbol:S"] == {"points": 30}, "the rulebook names it, so it stays on the card"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"points_S": "1000"}, "shield: 1000 cannot be the points of a set. They go from 0 to 999."),
        ({"points_S": "a lot"}, "“a lot” is no whole number."),
        ({"count_any": "0"}, "any: 0 cannot be the number of cards."),
        ({"name_new1": "Lemon"}, "Lemon is on the card already."),
        ({"name_new1": "any"}, "any is a card with rules of its own."),
        ({"name_B": "x" * 41, "points_B": "3"}, "This name has 41 signs; 40 fit."),
    ],
)
def test_a_mistake_keeps_what_was_typed_and_changes_nothing(
    phone: Phone, app: Flask, changes: dict[str, str], sentence: str
) -> None:
    answer = save(phone, "/cards/slots/card/symbols", points_O="18", **changes)
    assert answer.status_code == 422
    assert sentence.lower() in said(answer).lower()
    for name, value in {"points_O": "18", **changes}.items():
        assert re.search(rf'name="{name}" value="{value}"', answer.text)
    assert kept(app, "slots") == {}


def test_a_deck_that_does_not_add_up_is_pointed_out(phone: Phone) -> None:
    """SM-R1: 72 slot cards; only once all are counted, or where there are too many."""
    page = "/cards/slots/card/symbols"
    save(phone, page, count_C="40", count_L="33")
    assert "These are 73 cards, 1 more than the 72 of the deck." in said(phone.get("/cards/slots"))
    save(phone, page, count_C="30", count_L="20", count_S="10")
    assert "These are" not in said(phone.get("/cards/slots"))
    save(phone, page, count_any="8")
    assert "These are 68 cards, 4 fewer than the 72 of the deck." in said(phone.get("/cards/slots"))
    save(phone, page, count_any="12")
    assert "These are" not in said(phone.get("/cards/slots"))


def test_a_set_up_card_is_entered_and_the_next_table_uses_it(phone: Phone, app: Flask) -> None:
    """VS-A3, A5: jackpot, tiles that stay, teams of each place; partners who meet again are named."""
    changes = {"starting_jackpot": "12", "tiles": ["1", "2", "3", "5", "6", "7"], "layout_3": list("ABBA")}
    assert save(phone, "/cards/strip/card/4", **changes).status_code == 303
    page = said(phone.get("/cards/strip"))
    assert "Entered by the owner 12 chips on each casino · Tiles 1 2 3 5 6 7 · Teams ABBA, ABBA, ABBA" in page
    assert "Who sits 1st in round 1 and who sits 4th are partners in more than one round." in page
    code = sit_down(app, "strip", 4).code
    settings = opened(app, code).state.settings
    assert (settings.starting_jackpot, settings.tiles, settings.confirmed) == (12, (1, 2, 3, 5, 6, 7), True)


def test_the_names_of_casinos_and_suits_stand_at_new_tables(phone: Phone, app: Flask) -> None:
    save(phone, "/cards/strip/card/casinos", name_6="Riviera", name_1="")
    save(phone, "/cards/strip/card/suits", name_stars="bells")
    state = opened(app, sit_down(app, "strip", 5).code).state
    assert state.casino_names[0] == "Santorini"
    assert state.casino_names[5] == "Riviera"
    assert state.names["5"] == "Bells"
    answer = save(phone, "/cards/strip/card/casinos", name_2="riviera")
    assert answer.status_code == 422
    assert "Two of one name could not be told apart." in said(answer)


def test_an_entry_of_somebody_else_is_not_written_over(app: Flask) -> None:
    """E-87: the page of the slower one says so, keeps what was typed, and a second save enters it."""
    page, (one, other) = "/cards/slots/card/month", (Phone(app), Phone(app))
    mine, theirs = fields(one, page, effect="Swap three."), fields(other, page, effect="Swap two.")
    assert other.client.post(page, data=theirs).status_code == 303
    late = one.client.post(page, data=mine)
    assert late.status_code == 409
    assert "Somebody was faster" in said(late)
    assert "Swap three." in late.text
    assert kept(app, "slots") == {"month": {"effect": "Swap two."}}
    form = next(form for form in forms_of(late.text) if "mark" in form.fields)
    assert one.client.post(page, data={**form.fields, "effect": "Swap three."}).status_code == 303
    assert kept(app, "slots") == {"month": {"effect": "Swap three."}}


def test_an_undo_stands_beside_what_was_entered_last(phone: Phone, app: Flask) -> None:
    assert "Entered last" not in said(phone.get("/cards/slots"))
    save(phone, "/cards/slots/card/month", effect="Swap two.")
    page = phone.get("/cards/slots")
    told = "This month.s Cumber effect: Effect of the month not entered → Swap two"
    assert re.search(rf"Entered last, \d\d:\d\d {told}\. Undo", said(page))
    (form,) = (form for form in forms_of(page.text) if "after" in form.fields)
    assert phone.client.post(form.action, data=form.fields).status_code == 303
    assert kept(app, "slots") == {}
    again = phone.client.post(form.action, data=form.fields)
    assert again.status_code == 409
    assert "it stays" in said(again)


# The file


def test_the_file_is_previewed_and_taken(phone: Phone, app: Flask) -> None:
    """Issue 6: old and new value by value; the form carries the text."""
    save(phone, "/cards/slots/card/symbols", points_B="20")
    text = phone.get("/cards/slots/file.toml").text
    assert '["symbol:B"]\nname = "bell"\npoints = 20  # Entered by the owner\n' in text
    changed = text.replace("points = 20", "points = 22\ncount = 6")
    upload = {"csrf_token": phone.token(), "file": (io.BytesIO(changed.encode()), "cards.toml")}
    shown = phone.client.post("/cards/slots/preview", data=upload)
    assert shown.status_code == 200
    assert "2 values change." in said(shown)
    assert "Points of bell Bell: 20 points → Bell: 22 points" in said(shown)
    assert kept(app, "slots")["symbol:B"]["points"] == 20
    (form,) = (form for form in forms_of(shown.text) if form.action.endswith("take"))
    carried = re.search(r"<textarea name=\"text\" hidden>\n(.*?)</textarea>", shown.text, re.DOTALL)
    assert carried
    answer = phone.client.post(form.action, data={**form.fields, "text": unescape(carried[1])})
    assert answer.status_code == 303
    assert kept(app, "slots")["symbol:B"] == {"name": "bell", "points": 22, "count": 6}


def test_a_wrong_file_comes_back_with_its_lines(phone: Phone, app: Flask) -> None:
    text = 'game = "slots"\nformat = 1\n[any]\ncount = 99\n'
    for way in ("preview", "take"):
        answer = phone.post(f"/cards/slots/{way}", text=text)
        assert answer.status_code == 422
        assert "Line 4: Any: 99 cannot be the number of cards." in said(answer)
        assert "count = 99" in answer.text
        assert '<code dir="ltr">count = 99</code>' in answer.text, "a phone shows no numbers of lines"
    assert kept(app, "slots") == {}
    assert phone.post("/cards/slots/preview", text="  ").status_code == 422
    assert phone.post("/cards/slots/preview", text=f"# {'x' * 40_000}").status_code == 422


def test_a_file_that_is_no_utf_8_is_refused_and_no_name_gets_a_hole(phone: Phone) -> None:
    text = 'game = "strip"\nformat = 1\n[casinos]\n1 = "Caf\u00e9"\n'
    for code, status in (("utf-8", 200), ("latin-1", 422), ("utf-16", 422)):
        sent = (io.BytesIO(text.encode(code)), "cards.toml")
        answer = phone.post("/cards/strip/preview", file=sent)
        assert answer.status_code == status, code
        assert ("A sign here cannot be read." in said(answer)) is (status == 422)


def test_a_stale_preview_is_shown_anew(phone: Phone, app: Flask) -> None:
    text = 'game = "slots"\nformat = 1\n[any]\ncount = 9\n'
    save(phone, "/cards/slots/card/symbols", count_any="5")
    answer = phone.post("/cards/slots/take", text=text, mark="0")
    assert answer.status_code == 409
    assert "ANY: 5 cards → ANY: 9 cards" in said(answer)
    assert kept(app, "slots") == {"any": {"count": 5}}


# To the table and back


@pytest.mark.parametrize("game", ["slots", "strip", "toy"])
def test_a_table_leads_to_the_cards_and_back(app: Flask, game: str) -> None:
    cast = sit_down(app, game, 2)
    page = cast.seats["1"].get(f"/cards/{game}?next={cast.code}")
    assert f'href="/t/{cast.code}"' in page.text
    assert "Back to the table" in page.text
    for target in re.findall(rf'href="(/cards/{game}/card/[^"]+)"', page.text):
        assert target.endswith(f"?next={cast.code}")
        form = cast.seats["1"].get(target)
        assert f'name="next" value="{cast.code}"' in form.text


@pytest.mark.parametrize("evil", ["//evil.example", "https://evil.example/x", "../x", "javascript:alert(1)", "ABCDEFG"])
def test_nothing_but_a_code_leads_anywhere(phone: Phone, evil: str) -> None:
    page = phone.get("/cards/slots", query_string={"next": evil}).text
    assert "evil" not in page
    assert "alert" not in page


def test_what_is_entered_is_told_to_the_running_tables(app: Flask) -> None:
    """Issue 6: a line of the story on every phone, and the open points are counted."""
    cast = sit_down(app, "slots", 2)
    cast.host.act("begun")
    cast.host.act("prize", seat="1", symbol="S")
    assert "1 \u00d7 shield, points not entered" in said(cast.seats["2"].get(cast.seats["2"].at()))
    save(cast.seats["2"], "/cards/slots/card/symbols", points_S="12", name_new1="cactus")
    assert recorded(app, cast.code).count("completed") == 2
    assert "points not entered" not in said(cast.seats["2"].get(cast.seats["2"].at()))
    page = said(cast.onlooker.get(cast.onlooker.at("/log")))
    assert "From the cards of this copy: shield counts 12 a set." in page
    assert "Cactus" in page.title()
    assert "Judged by the cards of version" in page


def test_the_effect_of_the_month_stands_where_it_is_played(app: Flask) -> None:
    cast = sit_down(app, "slots", 2)
    cast.host.act("settled", cumber="B")
    assert "Effect of the month: not entered" in said(cast.host.get(cast.host.at()))
    save(cast.host, "/cards/slots/card/month", effect="Swap two <b>cards</b>.")
    assert "Effect of the month: Swap two <b>cards</b>." in said(cast.host.get(cast.host.at()))
    cast.host.act("begun")
    assert "Take the effect of the month: Swap two <b>cards</b>." in said(cast.host.get(cast.host.at("?sheet=turn")))


def test_the_names_of_the_ranks_are_those_of_the_card_unless_a_table_chooses(app: Flask, phone: Phone) -> None:
    save(phone, "/cards/slots/card/rank_names", names="site")
    cast = sit_down(app, "slots", 1)
    assert opened(app, cast.code).state.settings.rank_names == "site"
    cast.host.act("agreed", rank_names="book")
    assert opened(app, cast.code).state.settings.rank_names == "book"


def test_the_start_leads_to_the_cards_of_each_game(cast: Cast) -> None:
    page = cast.host.get("/")
    assert "Your cards 0 of 1 entered" in said(page)
    for game in ("slots", "strip", "toy"):
        assert f'href="/cards/{game}"' in page.text


def test_every_menu_leads_to_the_cards(app: Flask) -> None:
    for game in ("slots", "strip"):
        cast = sit_down(app, game, 2)
        assert f'href="/cards/{game}?next={cast.code}"' in cast.host.get(cast.host.at("?sheet=menu")).text


def test_the_watchers_of_a_completed_table_are_woken(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    cast = sit_down(app, "slots", 2)
    woken: list[str] = []
    monkeypatch.setattr("companion.web.cards.live.ring", woken.append)
    save(cast.host, "/cards/slots/card/month", effect="Swap two.")
    assert woken == [cast.code]
    assert play.version_at(opened(app, cast.code)) in said(cast.host.get("/cards/slots"))


# Characters of Vegas Strip

SIDE = "/cards/strip/card/character:6"


def test_a_character_is_entered_side_by_side(phone: Phone, app: Flask) -> None:
    """VS-A33: a side that says nothing is not entered, and one that is emptied is taken off."""
    changes = {
        "name": "Odd Fellow",
        "parity_A": "odd",
        "from_A": "3",
        "to_A": "7",
        "once_A": "1",
        "effect_A": "\u2212 2",
    }
    assert save(phone, SIDE, **changes, reminder_A="Winks\nat  whoever leads.").status_code == 303
    limits = {"from": 3, "to": 7, "parity": "odd", "once": True}
    side = {"name": "Odd Fellow", "reminder": "Winks at whoever leads.", "limits": limits, "effect": -2}
    assert kept(app, "strip") == {"side:6A": side}
    page = said(phone.get("/cards/strip"))
    assert "Odd Fellow 1 of 2 Not entered Side B of Odd Fellow Entered by the owner Side A: Each number once." in page
    assert "Jackpot \u22122 each round. \u201cWinks at whoever leads.\u201d" in page
    assert save(phone, SIDE, level_B="leader", reminder_A="Winks at whoever leads.").status_code == 303
    assert kept(app, "strip")["side:6B"] == {"name": "Odd Fellow", "limits": {"level": "leader"}}
    emptied = dict.fromkeys(("parity_A", "from_A", "to_A", "once_A", "effect_A", "reminder_A"), "")
    assert save(phone, SIDE, **emptied).status_code == 303
    assert set(kept(app, "strip")) == {"side:6B"}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": "", "most_A": "5"}, "the character has no name yet"),
        ({"name": "Odd Fellow"}, "Neither side of Odd Fellow says anything yet."),
        ({"name": "Odd Fellow", "most_A": "0"}, "50"),
        ({"name": "Odd Fellow", "from_A": "5", "to_A": "4"}, "5"),
        ({"name": "Odd Fellow", "effect_A": "99"}, "98"),
        ({"name": "Odd Fellow", "most_A": "five"}, "\u201cfive\u201d is no whole number."),
        ({"name": "High Roller", "most_A": "5"}, "High Roller is there already."),
        ({"name": "Odd Fellow", "reminder_A": "x" * 301}, "300"),
    ],
)
def test_a_side_that_cannot_be_is_refused_with_words(
    phone: Phone, app: Flask, changes: dict[str, str], sentence: str
) -> None:
    answer = save(phone, SIDE, **changes)
    assert answer.status_code == 422
    assert sentence in said(answer)
    assert kept(app, "strip") == {}


def test_what_a_review_tells_is_shown_and_is_no_entry(phone: Phone) -> None:
    form = phone.get("/cards/strip/card/character:4")
    assert "From a review: At most 5 tiles." in said(form)
    assert re.search(r'name="most_A" value=""', form.text)
    assert "0 of 2 Not entered Side A of Character 4" in said(phone.get("/cards/strip"))


def test_a_side_that_is_entered_counts_at_a_running_table(app: Flask) -> None:
    """VS-A33: from then on, by a line of the story; a new table knows it from the start."""
    cast = sit_down(app, "strip", 4)
    cast.host.act("labelled", casino="Santorini", character="Character 6", side="A")
    assert save(cast.host, SIDE, name="Odd Fellow", parity_A="odd").status_code == 303
    assert "The card of Odd Fellow, side A, was entered" in said(cast.stranger.get(cast.stranger.at("/log")))
    assert opened(app, cast.code).state.limits["Santorini"].parity == "odd"
    assert opened(app, sit_down(app, "strip", 4).code).state.sides[10].source == "entered"
