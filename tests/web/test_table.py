"""The board, its live part, and the address through which a game is moved."""

from __future__ import annotations

import threading

import pytest
from flask import Flask

from companion import play
from tests.conftest import Cast, Phone, forms_of, opened, recorded, scope_now, sit_down


def kinds(cast: Cast) -> list[str]:
    return recorded(cast.host.app, cast.code)


def test_everybody_sees_the_board(any_cast: Cast) -> None:
    for phone in any_cast.everybody.values():
        for page in ("", "/log", "/ask", "/join"):
            assert phone.get(phone.at(page)).status_code == 200


def test_htmx_gets_the_live_part_alone(cast: Cast) -> None:
    part = cast.host.get(cast.host.at(), part=True).text
    assert part.lstrip().startswith('<div id="table"')
    assert "<html" not in part
    assert "<html" in cast.host.get(cast.host.at()).text


def test_an_act_leads_to_the_board_by_a_redirect(cast: Cast) -> None:
    """E-86: a reload sends nothing again."""
    answer = cast.host.submit(cast.host.at(), "dealt")
    assert (answer.status_code, answer.location) == (303, cast.host.at())
    assert kinds(cast)[-1] == "dealt"


def test_the_form_of_a_page_is_taken_once(cast: Cast) -> None:
    """E-86: the same post twice has one effect and the same answer."""
    form = next(f for f in forms_of(cast.host.get(cast.host.at()).text) if f.fields.get("kind") == ["dealt"])
    answers = [cast.host.client.post(form.action, data=form.fields) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert kinds(cast).count("dealt") == 1


def test_no_two_forms_have_the_same_key(any_cast: Cast) -> None:
    """Keys of one page are counted from one random start, and a page that is loaded again has others."""
    host = any_cast.host
    pages = [forms_of(host.get(host.at("?sheet=people")).text) for _ in range(2)]
    keys = [key for page in pages for form in page for key in form.fields.get("key", ())]
    assert len(keys) >= 4
    assert len(set(keys)) == len(keys)
    assert len({key[:32] for key in keys}) == 2


def test_e75_an_old_form_is_answered_with_the_running_game(cast: Cast) -> None:
    """E-52, E-75, E-79: 409, the board as it stands, a sentence, and no effect."""
    old = next(f for f in forms_of(cast.host.get(cast.host.at()).text) if f.fields.get("kind") == ["dealt"])
    cast.host.act("dealt")
    answer = cast.host.client.post(old.action, data={**old.fields, "key": [play.new_key()]})
    assert answer.status_code == 409
    assert "Somebody was faster" in answer.text
    assert 'id="table"' in answer.text
    assert kinds(cast).count("dealt") == 1


@pytest.mark.parametrize("part", [False, True], ids=["page", "part"])
def test_e79_a_refusal_stands_on_the_board_it_came_from(cast: Cast, part: bool) -> None:
    """E-79, E-106: 422, the same place, the sentence; with scripts or without."""
    cast.host.act("dealt")
    answer = cast.seats["1"].act("scored", part, seat="1", points="1000")
    assert answer.status_code == 422
    assert "1000 is no number of points from 0 to 99." in answer.text
    assert ("<html" in answer.text) is not part


def test_a_refusal_that_only_asks_can_be_confirmed(cast: Cast) -> None:
    cast.host.act("dealt")
    answer = cast.seats["1"].act("scored", seat="1", points="77")
    assert answer.status_code == 422
    again = next(f for f in forms_of(answer.text) if f.fields.get("confirmed") == ["toy-big"])
    assert again.fields["points"] == ["77"]
    assert cast.seats["1"].client.post(again.action, data=again.fields).status_code == 303
    assert opened(cast.host.app, cast.code).state.points == {"1": 77}


@pytest.mark.parametrize(
    ("kind", "fields", "sentence"),
    [
        ("nonsense", {}, "There is no act called \u201cnonsense\u201d at this table."),
        ("first_look", {"seat": "1"}, "There is no act called \u201cfirst_look\u201d at this table."),
        ("setup", {"people": "1"}, "There is no act called \u201csetup\u201d at this table."),
        ("scored", {"seat": "9", "points": "1"}, "There is no seat 9."),
    ],
)
def test_bad_input_is_told_on_the_same_page(cast: Cast, kind: str, fields: dict[str, str], sentence: str) -> None:
    cast.host.act("dealt")
    before = kinds(cast)
    answer = cast.host.act(kind, scope="table@2", **fields)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert kinds(cast) == before


def test_a_query_of_the_board_is_no_place_for_markup(cast: Cast) -> None:
    page = cast.host.get(cast.host.at(), query_string={"word": "<script>alert(1)</script>"}).text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_a_form_that_asks_to_stay_leads_back_to_what_was_looked_at(cast: Cast) -> None:
    cast.host.act("dealt")
    page = cast.seats["1"].get(cast.seats["1"].at("?word=here")).text
    form = next(f for f in forms_of(page) if f.fields.get("kind") == ["scored"])
    sent = {**form.fields, "seat": "1", "points": "7"}
    answer = cast.seats["1"].client.post(form.action, data=sent | {"then": "word=here"})
    assert answer.headers["Location"] == f"/t/{cast.code}?word=here"
    answer = cast.seats["1"].client.post(form.action, data=sent)
    assert answer.headers["Location"] == f"/t/{cast.code}"


def test_the_query_of_the_board_goes_along_with_a_refused_act(cast: Cast) -> None:
    cast.host.act("dealt")
    page = cast.host.get(cast.host.at("?word=hello")).text
    action = next(f for f in forms_of(page) if f.fields.get("kind") == ["ended"])
    answer = cast.host.client.post(action.action, data=action.fields)
    assert answer.status_code == 422
    assert '<p id="asked">hello</p>' in answer.text


def test_e77_nothing_new_is_answered_with_nothing(cast: Cast) -> None:
    """E-69, E-77: 204 until something changed that this viewer may see, then the live part."""
    table = opened(cast.host.app, cast.code)
    rev = play.see(table, table.viewer(None), {}).revision
    nothing = cast.onlooker.get(cast.onlooker.at(f"/live?rev={rev}"), part=True)
    assert (nothing.status_code, nothing.data) == (204, b"")
    cast.host.act("dealt")
    news = cast.onlooker.get(cast.onlooker.at(f"/live?rev={rev}"), part=True)
    assert news.status_code == 200
    assert news.text.lstrip().startswith('<div id="table"')


def test_e20_a_changed_choice_is_no_news_to_anyone_else(cast: Cast) -> None:
    cast.host.act("dealt")
    cast.seats["1"].act("chosen", seat="1", keep="yes")
    pages = []
    for _ in range(2):
        pages.append([phone.get(phone.at()).text.count("data-rev") for phone in (cast.host, cast.onlooker)])
        revs = [play.see(t := opened(cast.host.app, cast.code), t.viewer(None), {}).revision]
        cast.seats["1"].act("chosen", seat="1", keep="no")
        revs.append(play.see(t := opened(cast.host.app, cast.code), t.viewer(None), {}).revision)
        assert revs[0] == revs[1]
    assert pages[0] == pages[1]


def test_e06_whoever_holds_no_seat_is_refused_every_act(any_cast: Cast) -> None:
    """E-06: 403 and no effect, for an onlooker as for a stranger."""
    before = kinds(any_cast)
    for phone in (any_cast.onlooker, any_cast.stranger):
        for kind in ("dealt", "chosen", "undone", "named", "nonsense"):
            answer = phone.act(kind, scope="setup@1", seat="1")
            assert answer.status_code == 403
            assert "This phone looks on." in answer.text
        assert phone.post(phone.at("/again")).status_code == 403
        assert phone.post(phone.at("/release"), seat="1").status_code == 403
        assert phone.post(phone.at("/seat-code"), seat="1").status_code == 403
        assert phone.post(phone.at("/card/1/look")).status_code == 403
    assert kinds(any_cast) == before


def test_e50_a_refused_press_tells_who_may(cast: Cast) -> None:
    cast.host.act("dealt")
    cast.host.act("agreed", record="host")
    answer = cast.seats["1"].act("scored", seat="1", points="3")
    assert answer.status_code == 403
    assert "At this table the host records" in answer.text


def test_an_undo_is_offered_by_name_and_taken(cast: Cast) -> None:
    """E-94."""
    cast.host.act("dealt")
    cast.seats["1"].act("scored", seat="1", points="7")
    page = cast.seats["2"].get(cast.seats["2"].at()).text
    assert "Player 1 has 7 points." in page
    assert cast.seats["2"].submit(cast.seats["2"].at(), "undone").status_code == 303
    assert opened(cast.host.app, cast.code).state.points == {}
    assert cast.seats["2"].submit(cast.seats["2"].at("?sheet=menu"), "redone").status_code == 303
    assert opened(cast.host.app, cast.code).state.points == {"1": 7}
    assert "Taken back: Player 1 has 7 points." in cast.onlooker.get(cast.onlooker.at("/log")).text


def test_a_choice_leads_back_to_the_own_card(cast: Cast) -> None:
    phone = cast.seats["1"]
    cast.host.act("dealt")
    answer = phone.submit(phone.at("/card/1"), "chosen", keep="yes")
    assert (answer.status_code, answer.location) == (303, phone.at("/card/1?mine=1"))
    refused = phone.submit(phone.at("/card/1"), "chosen", keep="perhaps")
    assert refused.status_code == 422
    assert "Keep it or drop it." in refused.text
    assert "Hold to look" in refused.text, "the refusal stands on the own page, its card covered"


def test_a_finished_game_shows_its_result_and_goes_on_with_the_same_seats(cast: Cast) -> None:
    """E-54."""
    assert cast.host.get(cast.host.at("/result")).location == cast.host.at()
    cast.host.act("dealt")
    for seat in cast.seats:
        cast.host.act("scored", seat=seat, points=seat)
    cast.host.act("ended")
    assert cast.onlooker.get(cast.onlooker.at("/result")).status_code == 200
    first = cast.seats["1"].post(cast.host.at("/again"))
    second = cast.host.post(cast.host.at("/again"))
    assert first.status_code == 303
    assert first.location == second.location != cast.host.at()
    assert "Your card" not in cast.seats["1"].get(first.location).text


def test_a_finished_game_stays_live_and_every_phone_finds_the_next_table(cast: Cast) -> None:
    """E-54, E-68: an ending can be undone, and whoever goes on first leads the others there."""
    cast.host.act("dealt")
    for seat in cast.seats:
        cast.host.act("scored", seat=seat, points=seat)
    cast.host.act("ended")
    everybody = (cast.host, cast.seats["1"], cast.onlooker)
    for phone in everybody:
        board = phone.get(phone.at()).text
        assert "data-stream=" in board
        assert "hx-trigger" not in board, "E-77: it asks no more, but it can be told"
        assert 'id="next-table"' not in phone.get(phone.at("/result")).text
    following = cast.host.post(cast.host.at("/again")).location
    for phone in everybody:
        text = phone.get(phone.at("/result")).text
        assert f'id="next-table" href="{following}"' in text
        assert 'id="again"' not in text


def test_a_game_that_still_runs_is_not_started_again(cast: Cast) -> None:
    answer = cast.host.post(cast.host.at("/again"))
    assert answer.status_code == 422
    assert "This game still runs." in answer.text


def test_e35_a_reload_at_any_step_shows_the_same(any_cast: Cast) -> None:
    """E-35, E-44: a second tab is the same seat."""
    phone = any_cast.seats["1"]
    any_cast.host.act("dealt")
    tab = Phone(phone.app, phone.code)
    cookie = phone.client.get_cookie("companion_device")
    assert cookie
    tab.client.set_cookie("companion_device", cookie.value)
    for page in ("", "/card/1", "/join"):
        assert phone.get(phone.at(page)).status_code == tab.get(tab.at(page)).status_code == 200


def test_e78_four_phones_lose_no_post(cast: Cast) -> None:
    """E-78: 4 threads with 40 posts each; no 500, no gap, no double number."""
    answers: list[int] = []

    def press(phone: Phone, seat: str) -> None:
        token = phone.token()
        for n in range(40):
            fields = {"kind": "named", "seat": seat, "name": f"Name {n}", "scope": "names@0", "key": play.new_key()}
            while (status := phone.post(phone.at("/act"), token=token, **fields).status_code) == 409:
                fields["scope"] = opened(phone.app, phone.code).stand("names")
            answers.append(status)

    threads = [threading.Thread(target=press, args=(phone, seat)) for seat, phone in cast.seats.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [303] * 160
    table = opened(cast.host.app, cast.code)
    assert [event.number for event in table.events] == list(range(1, 166))


@pytest.mark.parametrize("game", ["strip", "slots"])
def test_e50_only_the_host_settles_who_may_record(app: Flask, game: str) -> None:
    """E-50: at the set-up as well, where the rest is everybody's; nor is it settled by an undo."""
    cast = sit_down(app, game)
    other = {"strip": {"penalty": "experienced"}, "slots": {"bonus": "once"}}[game]
    for record in ("own", "everyone"):
        assert cast.host.act("settled", record=record).status_code == 303
        refused = cast.seats["2"].act("settled", record="own" if record == "everyone" else "everyone")
        assert refused.status_code == 403
        assert "Only the host can do that" in refused.text
        assert cast.seats["2"].act("undone").status_code == 403
        assert opened(app, cast.code).state.settings.record == record
    assert cast.seats["2"].act("settled", record="everyone", **other).status_code == 303, "it stays as it is"
    for phone, offered in ((cast.host, True), (cast.seats["2"], False)):
        assert ("Who may record" in phone.get(phone.at("?sheet=settings")).text) is offered


@pytest.mark.parametrize(("shown", "named"), [("", None), ("?tile=6", "/t/{}"), (None, "/t/{}")])
def test_an_answer_names_its_address_only_where_the_page_has_another(
    cast: Cast, shown: str | None, named: str | None
) -> None:
    """To a browser an address that is named is a page anew, although nothing but its part is."""
    host = cast.host
    fields = {"kind": "dealt", "scope": scope_now(host.app, host.code, "dealt", {}), "key": play.new_key()}
    headers = {
        "HX-Request": "true",
        **({} if shown is None else {"HX-Current-URL": f"http://table.test{host.at(shown)}"}),
    }
    answer = host.client.post(host.at("/act"), data={"csrf_token": host.token(), **fields}, headers=headers)
    assert answer.status_code == 200
    assert answer.headers.get("HX-Replace-Url") == (named and named.format(host.code))
