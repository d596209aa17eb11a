"""A table whose log cannot be told to its end: the way back to the last good line, behind the pages and on them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion import play
from companion.__main__ import main
from companion.engine import CUT, BrokenLog, Event, last_good, replay
from companion.games import games
from tests.at_table import ANN, BEN, HOST, AtTable
from tests.conftest import Cast, Phone, forms_of, opened

NEWER = Event("of a newer version", {"glitter": "pink"}, {"order": ["omega"]}, at="2026-01-02T03:04:05+00:00")


def append(store: play.Store, code: str, *events: Event) -> None:
    """Write events that no phone could have sent."""
    for event in events:
        number = len(store.events(code)) + 1
        numbered = Event(event.kind, event.data, event.secret, event.by, event.at, number)
        store.append(code, numbered, "table", play.new_key())


def played(at: AtTable) -> AtTable:
    at.take(ANN, "dealt")
    at.take(ANN, "scored", seat="1", points=7)
    at.take(ANN, "scored", seat="2", points=8)
    at.take(BEN, "undone")
    return at


def story(table: play.Table) -> list[str]:
    lines = play.see(table, play.Viewer(), {}).view.log
    return [play.say(table.game, line.said, table.names) for line in lines]


BROKEN = {
    "a newer event": [NEWER],
    "a newer event and what came after it": [NEWER, Event("scored", {"seat": "3", "points": 1}), NEWER],
    "an event with something missing": [Event("scored", {"points": 7})],
    "an event with nonsense in it": [Event("scored", {"seat": ["1"], "points": 7})],
    "an undo of nothing": [Event("undone", {})],
    "an undo of what is to come": [Event("undone", {"event": 99})],
    "a way back to nowhere": [Event("cut", {"event": 0})],
    "an undo that breaks what came after": [
        Event("scored", {"seat": "1", "points": 1}),
        Event("undone", {"event": 5}),
    ],
}


@pytest.mark.parametrize("how", BROKEN)
def test_e104_a_table_goes_back_to_its_last_good_line(at: AtTable, how: str) -> None:
    """E-104: everything before the first bad line is there, nothing is erased, and the game goes on."""
    played(at)
    before, lines = at.table, story(at.table)
    append(at.store, at.code, *BROKEN[how])
    with pytest.raises(BrokenLog):
        _ = at.table
    broken = play.broken(at.store, at.code, ANN)
    assert broken is not None
    assert broken.may_mend
    good = len(before.events) + (how == "an undo that breaks what came after")
    assert broken.line == f"Player 1 has {7 if good == len(before.events) else 1} points."
    assert play.mend(at.store, at.code, ANN) is None
    table = at.table
    assert table.events[: len(before.events)] == before.events
    assert len(table.events) == len(before.events) + len(BROKEN[how]) + 1, "nothing is erased"
    assert (table.events[-1].kind, table.events[-1].data, table.events[-1].by) == (CUT, {"event": good + 1}, "1")
    assert table.state.points == {"1": 7} if good == len(before.events) else {"1": 1}
    assert story(table)[: len(lines)] == lines
    assert story(table)[-1].startswith("The table went back to the last line")
    assert play.broken(at.store, at.code, ANN) is None
    at.take(ANN, "scored", seat="3", points=9)
    at.take(BEN, "undone")
    at.take(BEN, "redone")
    assert at.table.state.points["3"] == 9


def test_e104_a_table_that_opens_stays_as_it_is(at: AtTable) -> None:
    played(at)
    before = at.table.events
    assert play.broken(at.store, at.code, ANN) is None
    assert play.mend(at.store, at.code, ANN) is None
    assert at.table.events == before


@pytest.mark.parametrize("device", [None, "nobody", ANN, HOST])
def test_e104_only_host_or_seated_may_go_back(at: AtTable, device: str | None) -> None:
    append(at.store, at.code, NEWER)
    may = device in (ANN, HOST)
    broken = play.broken(at.store, at.code, device)
    assert broken is not None
    assert broken.may_mend == may
    refused = play.mend(at.store, at.code, device)
    assert (refused is None) == may
    assert (play.broken(at.store, at.code, device) is None) == may


def test_e104_a_table_without_one_good_line_is_kept(at: AtTable) -> None:
    at.store._db.execute("UPDATE events SET kind = 'of a newer version' WHERE number = 1")
    at.store._db.execute("UPDATE events SET data = '{' WHERE number = 1")
    fresh = AtTable(at.store)
    broken = play.broken(at.store, at.code, ANN)
    assert broken is not None
    assert (broken.line, broken.at) == ("", "")
    refused = play.mend(at.store, at.code, ANN)
    assert refused is not None
    assert refused.code == "mend-nothing"
    assert fresh.table.state.phase == "setup", "other tables work"


def test_a_form_from_behind_the_line_is_stale(at: AtTable) -> None:
    """Going back moves every part of the table: nothing that was meant for what is gone is taken."""
    played(at)
    mine = at.posted("scored", seat="1", points=7)
    append(at.store, at.code, NEWER)
    play.mend(at.store, at.code, ANN)
    assert isinstance(play.act(at.store, at.code, play.Viewer(ANN), mine), play.Stale)


def test_a_deal_behind_the_line_is_none_any_more(at: AtTable) -> None:
    """E-34: the page of a card that was dealt behind the line is void, and what lies now is what was dealt before."""
    at.take(ANN, "dealt")
    before = at.table
    append(at.store, at.code, NEWER)
    play.mend(at.store, at.code, ANN)
    table = at.table
    assert table.secrets_since == before.secrets_since
    assert table.state.numbers == before.state.numbers
    assert len({before.deal_mark, str(len(before.deals) + 1), table.deal_mark}) == 3


def test_a_mended_game_is_told_the_same_elsewhere(at: AtTable, tmp_path: Path) -> None:
    """E-33, E-112: with memory and without, and in another installation."""
    played(at)
    append(at.store, at.code, NEWER, Event("undone", {"event": 4}))
    play.mend(at.store, at.code, BEN)
    for seat in "123":
        at.take(ANN, "scored", seat=seat, points=int(seat))
    at.take(ANN, "ended")
    table = at.table
    assert replay(table.game, table.events) == table.state
    with play.Store(tmp_path / "elsewhere.db") as other:
        code = play.bring_in(other, json.loads(json.dumps(play.export(table))))
        assert isinstance(code, str)
        assert play.open_table(other, code).state == table.state
        assert story(play.open_table(other, code)) == story(table)


def test_the_last_good_line_is_the_longest_beginning_that_can_be_told(at: AtTable) -> None:
    """However the bad events lie among undos: the same as trying every length."""
    played(at)
    game = games()["toy"]
    events = list(at.table.events)
    bad = Event("scored", {"points": 7})
    for kinds in ("b", "ub", "bu", "gub", "bgu", "gbuug", "uugb"):
        log = list(events)
        for kind in kinds:
            number = len(log) + 1
            made: dict[str, Any] = {
                "b": bad,
                "g": Event("scored", {"seat": "1", "points": 3}),
                "u": Event("undone", {"event": len(log)}),
            }
            one = made[kind]
            log.append(Event(one.kind, one.data, number=number))
        assert last_good(game, log) == max(n for n in range(1, len(log) + 1) if told(game, log[:n])), kinds


def told(game: Any, log: list[Event]) -> bool:
    try:
        replay(game, log)
    except BrokenLog:
        return False
    return True


# On the pages


def break_log(app: Flask, code: str) -> None:
    with play.Store(app.config["DATABASE"]) as store:
        append(store, code, NEWER)


def test_e104_the_page_of_a_broken_table_says_how_to_go_back(cast: Cast) -> None:
    """E-104: confirmed on a page of its own, told in the story, and gone on with; nothing hidden is shown for it."""
    app, code, phone = cast.host.app, cast.code, cast.seats["1"]
    cast.host.act("dealt")
    phone.act("scored", seat="1", points="7")
    break_log(app, code)
    for path in ("", "/live", "/log", "/join", "/card/1", "/stream"):
        answer = phone.get(phone.at(path))
        assert answer.status_code == 500
        assert "This table does not open" in answer.text
        assert "Player 1 has 7 points." in answer.text
        assert f'href="/t/{code}/mend"' in answer.text
        for hidden in ("alpha", "omega", "glitter", "newer version", "event-unreadable"):
            assert hidden not in answer.text.replace("newer Vegas Companion", "")
    asked = phone.get(phone.at("/mend"))
    assert asked.status_code == 200
    assert "does not count any more" in asked.text
    assert phone.get(phone.at()).status_code == 500, "asking changes nothing"
    (form,) = forms_of(asked.text)
    for _ in range(2):
        assert phone.client.post(form.action, data=form.fields).location == f"/t/{code}"
    assert [event.kind for event in opened(app, code).events].count(CUT) == 1
    assert "The table went back to the last line that can be read" in phone.get(phone.at("/log")).text
    assert phone.act("scored", seat="2", points="8").status_code == 303
    assert phone.get(phone.at("/mend")).location == f"/t/{code}"


def test_e104_an_onlooker_is_told_who_can_go_back(cast: Cast) -> None:
    break_log(cast.host.app, cast.code)
    answer = cast.stranger.get(cast.stranger.at())
    assert answer.status_code == 500
    assert "/mend" not in answer.text
    assert "The host, or somebody who holds a seat here, can take the table back" in answer.text
    for answer in (cast.stranger.get(cast.stranger.at("/mend")), cast.stranger.post(cast.stranger.at("/mend"))):
        assert answer.status_code == 403
        assert "Only the host and those who hold a seat here" in answer.text
    assert Phone(cast.host.app).get("/t/N0NE5/mend").status_code == 404


def test_e104_the_lobby_and_all_other_tables_work(cast: Cast) -> None:
    """E-104: from the start as well, where a broken table stands among the others."""
    other = cast.host.post("/tables", game="toy", players="2", key=play.new_key()).location
    break_log(cast.host.app, cast.code)
    start = cast.host.get("/")
    assert start.status_code == 200
    assert cast.code in start.text
    assert cast.host.get(other).status_code == 200
    assert cast.host.get(f"/join?code={cast.code}").status_code == 500
    assert "Player 1" not in cast.host.get(f"/join?code={cast.code}").text


# On the command line


def test_e104_the_raw_log_comes_by_command_line_alone(
    at: AtTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """E-104: with all its lines and what was dealt; a table that opens is exported as ever."""
    played(at)
    command = ["export", "--raw", at.code, "--instance", str(tmp_path)]
    assert main(command) == 1
    assert "opens. Leave out --raw" in capsys.readouterr().err
    append(at.store, at.code, NEWER)
    assert main(["export", at.code, "--instance", str(tmp_path)]) == 1
    assert "--raw" in capsys.readouterr().err
    assert main(command) == 0
    out, err = capsys.readouterr()
    raw = json.loads(out)
    assert [event["number"] for event in raw["events"]] == list(range(1, len(raw["events"]) + 1))
    assert raw["events"][-1]["data"] == {"glitter": "pink"}
    assert next(event["secret"]["order"] for event in raw["events"] if event["kind"] == "dealt")
    assert "dealt in secret" in err
    assert ANN not in out, "no device"
    assert main(["export", "--raw", "N0NE5", "--instance", str(tmp_path)]) == 1
