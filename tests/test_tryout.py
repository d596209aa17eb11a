"""A table to try out: of every game, told by the same events as any other, marked, and kept apart from later tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion import play
from companion.engine import TRIED_OUT, Event, Refused, next_undo, replay
from companion.games import games
from companion.play.tables import plain
from companion.store import Store

ME = "me"


def tried(store: Store, key: str) -> play.Table:
    code = play.try_out(store, key, ME)
    assert isinstance(code, str)
    return play.open_table(store, code)


def take(store: Store, table: play.Table, kind: str, **data: Any) -> play.Table:
    scope = table.stand(table.game.scope(table.state, kind, data))
    done = play.act(store, table.code, play.Viewer(ME), play.Posted(kind, data, scope, play.new_key()))
    assert isinstance(done, play.Done), done
    return play.open_table(store, table.code)


def kept(store: Store) -> Mapping[str, Any]:
    return {key: dict(store.kept(key)) for key in games()}


@pytest.mark.parametrize("key", games())
def test_it_replays_and_is_in_the_middle_of_a_game(store: Store, key: str) -> None:
    table = tried(store, key)
    written = [Event(e.kind, plain(e.data), plain(e.secret), e.by, e.at, e.number, e.confirmed) for e in table.events]
    assert replay(table.game, written) == table.state
    opened = table.game.start(table.events[0])
    assert not isinstance(opened, Refused)
    assert table.outcome is None
    assert table.game.view(table.state, None, {}).phase != table.game.view(opened, None, {}).phase
    acts = [event.kind for event in table.events if event.kind != TRIED_OUT]
    assert acts == ["setup", *(act.kind for act in table.game.tryout.acts)]
    assert next_undo(table.game, table.events) is not None, "something can be taken back"
    viewers = (None, *(person.seat for person in table.people))
    options = [option for viewer in viewers for option in table.game.options(table.state, viewer)]
    assert any(not option.reasons for option in options), "and something can be done"


@pytest.mark.parametrize("key", games())
def test_every_seat_is_on_the_device_that_asked_and_sees_its_card(store: Store, key: str) -> None:
    table = tried(store, key)
    viewer = table.viewer(ME)
    assert viewer.host
    assert viewer.seats == tuple(person.seat for person in table.people)
    assert all(table.may_look(seat) for seat in viewer.seats)


@pytest.mark.parametrize("key", games())
def test_the_mark_is_in_the_story_the_lobby_and_the_export(store: Store, key: str) -> None:
    table = tried(store, key)
    said = [play.say(table.game, line.said, table.names) for line in play.see(table, play.Viewer(), {}).view.log]
    assert sum("try-out" in line for line in said) == 1
    assert [running.is_tryout for running in play.tables_of(store, ME)] == [True]
    exported = play.export(table)
    assert exported["tryout"] is True
    assert any("try-out" in line["text"] for line in exported["lines"])
    real = play.new_table(store, key, table.game.players[-1], "other")
    assert isinstance(real, str)
    assert play.export(play.open_table(store, real))["tryout"] is False
    assert [running.is_tryout for running in play.tables_of(store, "other")] == [False]


@pytest.mark.parametrize("key", games())
def test_the_lobby_lists_the_newest_try_out_of_a_game_beside_every_other_table(store: Store, key: str) -> None:
    real = play.new_table(store, key, games()[key].players[-1], ME)
    older, newer = tried(store, key).code, tried(store, key).code
    other = next(game for game in games() if game != key)
    elsewhere = tried(store, other).code
    listed = {running.code for running in play.tables_of(store, ME)}
    assert listed == {real, newer, elsewhere}
    assert play.open_table(store, older).is_tryout


@pytest.mark.parametrize("key", games())
def test_one_form_opens_one_table(store: Store, key: str) -> None:
    assert play.try_out(store, key, ME, "form") == play.try_out(store, key, ME, "form")
    assert len(play.tables_of(store, ME)) == 1


def test_a_game_that_is_not_there_is_refused(store: Store) -> None:
    refused = play.try_out(store, "chess", ME)
    assert isinstance(refused, Refused)
    assert [reason.code for reason in refused.reasons] == ["game-unknown"]
    assert play.tables_of(store, ME) == ()


@pytest.mark.parametrize("key", games())
def test_what_earlier_tables_kept_is_not_in_it(store: Store, key: str) -> None:
    """It shows made-up things alone, and nothing of the cards that somebody has entered."""
    before = tried(store, key)
    card = {"starting_jackpot": 77, "tiles": [1, 2, 3], "layout": ["AABB", "AABB", "ABAB"]}
    store.keep(key, {"symbol:S": {"name": "shield", "points": 44, "count": 5}, "4": card}, "2026-01-02T03:04:05+00:00")
    assert tried(store, key).events[0].data == before.events[0].data


def test_points_of_a_try_out_are_kept_for_no_later_table(store: Store) -> None:
    """Neither symbols that were entered nor a best score, at it or at the one that follows it, nor by a correction."""
    table = tried(store, "slots")
    table = take(store, table, "ended")
    again = play.again(store, table.code, play.Viewer(ME))
    assert isinstance(again, str)
    following = play.open_table(store, again)
    assert following.is_tryout
    following = take(store, following, "practice", on=False)
    following = take(store, following, "settled", mode="co-operative")
    following = take(store, following, "begun")
    following = take(store, following, "symbol", letter="S", points=30)
    following = take(store, following, "prize", seat="1", symbol="S", n=1)
    following = take(store, following, "ended")
    assert following.game.keep(following.state), "another table would keep something"
    line = next(iter(play.mended_lines(following, following.viewer(ME)).values()))
    outlook = play.outlook(
        following, following.viewer(ME), play.mended_event(following, following.viewer(ME), line), None, ""
    )
    assert isinstance(outlook, play.Outlook)
    done = play.amend(store, following.code, play.Viewer(ME), line, None, why="", key=play.new_key(), mark=outlook.mark)
    assert isinstance(done, play.Done)
    assert kept(store) == {key: {} for key in games()}


def test_the_set_up_card_of_a_try_out_is_kept_for_no_later_table(store: Store) -> None:
    table = tried(store, "strip")
    assert isinstance(play.again(store, table.code, play.Viewer(ME)), Refused), "it runs"
    code = play.new_table(store, "strip", 4, ME)
    assert isinstance(code, str)
    take(store, play.open_table(store, code), "settled", starting_jackpot=22)
    assert kept(store)["strip"]["4"]["starting_jackpot"] == 22, "a real one keeps it"


def test_an_exported_try_out_stays_one_where_it_is_taken_in(store: Store) -> None:
    table = take(store, tried(store, "slots"), "ended")
    code = play.bring_in(store, play.export(table))
    assert isinstance(code, str)
    assert play.open_table(store, code).is_tryout
