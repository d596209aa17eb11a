"""The one use case: who may, which form, what is drawn, and what is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion import play
from companion.engine import Reason, Refused
from companion.play.tables import ALPHABET, new_code
from tests.at_table import ANN, BEN, CLEO, HOST, AtTable


def code_of_reason(answer: Any) -> str:
    if isinstance(answer, play.NotYours):
        return answer.reason.code
    assert isinstance(answer, Refused), answer
    return answer.reasons[0].code


# Opening a table


@pytest.mark.parametrize("players", [0, 1, 5, -1])
def test_e30_a_wrong_number_of_people_is_told_the_range(store: play.Store, players: int) -> None:
    refused = play.new_table(store, "toy", players, HOST)
    assert isinstance(refused, Refused)
    assert play.say(None, refused.reasons[0]) == f"Hidden Number is for 2 to 4 people, not for {players}."


def test_an_unknown_game_is_told_which_there_are(store: play.Store) -> None:
    refused = play.new_table(store, "chess", 2, HOST)
    assert isinstance(refused, Refused)
    assert "Hidden Number" in play.say(None, refused.reasons[0])


def test_e86_the_same_form_opens_one_table(store: play.Store) -> None:
    first, second = (play.new_table(store, "toy", 2, HOST, "one-form") for _ in range(2))
    assert first == second
    assert play.new_table(store, "toy", 2, HOST, "another-form") != first


def test_what_a_table_kept_is_where_the_next_one_starts(store: play.Store) -> None:
    at = AtTable(store)
    at.take(HOST, "agreed", record="own")
    opened = play.new_table(store, "toy", 2, HOST)
    assert isinstance(opened, str)
    assert play.open_table(store, opened).state.record == "own"


def test_codes_have_no_letters_that_look_alike_and_forgive_how_they_are_typed() -> None:
    codes = [new_code() for _ in range(200)]
    assert all(play.code_of(code) == code for code in codes)
    assert not set("OQDILZSBU") & set(ALPHABET)
    assert play.code_of(" c-0 o i5\n") == play.code_of("C0015") == "C0015"
    assert play.code_of("<script>") == "5CR1PT"


# Who may do what


def test_e06_a_device_without_a_seat_changes_nothing(at: AtTable) -> None:
    """E-06, E-08: neither an onlooker nor a stranger acts, whatever the act."""
    for device in (None, "nobody"):
        for kind in ("dealt", "scored", "agreed", "undone", "chosen"):
            answer = at.act(device, kind, seat="1")
            assert code_of_reason(answer) == "onlooker"
    assert at.kinds() == ["setup"]


@pytest.mark.parametrize(
    ("record", "device", "refusal"),
    [
        ("everyone", ANN, ""),
        ("everyone", BEN, ""),
        ("everyone", HOST, ""),
        ("own", ANN, ""),
        ("own", BEN, "At this table everybody records for themselves. This is for Player 1 to record."),
        ("own", HOST, "At this table everybody records for themselves. This is for Player 1 to record."),
        ("host", HOST, ""),
        ("host", ANN, "At this table the host records, on one phone."),
    ],
)
def test_e50_the_switch_says_who_records_and_a_refusal_says_who_may(
    at: AtTable, record: str, device: str, refusal: str
) -> None:
    at.take(ANN, "dealt")
    at.take(HOST, "agreed", record=record)
    answer = at.act(device, "scored", seat="1", points=7)
    if not refusal:
        assert isinstance(answer, play.Done)
    else:
        assert isinstance(answer, play.NotYours)
        assert play.say(at.table.game, answer.reason, at.table.names) == refusal


def test_the_host_records_for_somebody_without_a_phone(at: AtTable) -> None:
    at.take(ANN, "dealt")
    at.take(HOST, "agreed", record="own")
    assert play.release(at.store, at.code, play.Viewer(HOST), "1") is None
    at.take(HOST, "scored", seat="1", points=7)
    assert code_of_reason(at.act(BEN, "scored", seat="1", points=8)) == "only-own-records"


def test_only_the_host_does_what_is_the_hosts(at: AtTable) -> None:
    assert code_of_reason(at.act(ANN, "agreed", record="own")) == "only-host"


@pytest.mark.parametrize("keep", ["yes", "no"])
def test_e01_the_key_of_anothers_choice_tells_nothing_of_it(at: AtTable, keep: str) -> None:
    """E-01, E-86: the same form again has the same answer, but only for the seat that it is from."""
    at.take(ANN, "dealt")
    at.take(ANN, "chosen", seat="1", secret={"keep": "yes"}, key="a key")
    for device in (BEN, HOST):
        assert code_of_reason(at.act(device, "chosen", seat="1", secret={"keep": keep}, key="a key")) == "only-own"
    at.take(ANN, "chosen", seat="1", secret={"keep": "yes"}, key="a key")
    assert at.kinds().count("chosen") == 1


def test_only_the_seat_itself_chooses_even_against_the_host(at: AtTable) -> None:
    at.take(ANN, "dealt")
    for device in (BEN, HOST):
        assert code_of_reason(at.act(device, "chosen", seat="1", secret={"keep": "yes"})) == "only-own"
    at.take(ANN, "chosen", seat="1", secret={"keep": "yes"})
    assert at.table.events[-1].by == "1"


def test_an_act_is_signed_by_the_seat_it_is_about_on_a_shared_phone(at: AtTable) -> None:
    """E-45: one phone may hold several seats."""
    play.release(at.store, at.code, play.Viewer(BEN), "2")
    play.claim(at.store, at.code, ANN, "2")
    at.take(ANN, "dealt")
    assert at.table.events[-1].by is None
    at.take(ANN, "scored", seat="2", points=1)
    assert at.table.events[-1].by == "2"
    assert at.table.viewer(ANN).seats == ("1", "2")
    assert at.table.viewer(ANN).seat is None, "the board of a shared phone is nobody's own"


# Which form


def test_e52_a_form_whose_part_has_moved_is_stale(at: AtTable) -> None:
    """E-52, E-87: the second of two who enter the same is refused, and nothing is overwritten."""
    at.take(ANN, "dealt")
    first = at.posted("scored", seat="1", points=7)
    second = at.posted("scored", seat="1", points=8)
    assert isinstance(play.act(at.store, at.code, play.Viewer(ANN), first), play.Done)
    assert isinstance(play.act(at.store, at.code, play.Viewer(BEN), second), play.Stale)
    assert at.table.state.points == {"1": 7}


def test_two_who_choose_at_once_do_not_collide(at: AtTable) -> None:
    at.take(ANN, "dealt")
    first = at.posted("chosen", seat="1", secret={"keep": "yes"})
    second = at.posted("chosen", seat="2", secret={"keep": "no"})
    assert isinstance(play.act(at.store, at.code, play.Viewer(ANN), first), play.Done)
    assert isinstance(play.act(at.store, at.code, play.Viewer(BEN), second), play.Done)


def test_e86_the_same_key_gets_the_first_answer_and_has_one_effect(at: AtTable) -> None:
    posted = at.posted("dealt", key="the-same-key")
    answers = [play.act(at.store, at.code, play.Viewer(ANN), posted) for _ in range(3)]
    assert answers == [answers[0]] * 3
    assert isinstance(answers[0], play.Done)
    assert at.kinds() == ["setup", "dealt"]


def test_a_refused_act_may_come_again_with_its_reason_confirmed(at: AtTable) -> None:
    at.take(ANN, "dealt")
    refused = at.act(ANN, "scored", key="one-key", seat="1", points=77)
    assert isinstance(refused, Refused)
    assert refused.asks_only
    at.take(ANN, "scored", key="one-key", confirmed=("toy-big",), seat="1", points=77)


# What is drawn


def test_e26_every_deal_is_drawn_afresh(store: play.Store) -> None:
    """E-26, E-28: all orders come up, and the log keeps the one that did."""
    firsts = set()
    for _ in range(40):
        at = AtTable(store)
        at.take(ANN, "dealt")
        order = at.table.events[-1].secret["order"]
        assert sorted(order) == ["alpha", "bravo", "delta", "gamma", "omega"]
        assert at.table.state.numbers == dict(zip("123", order, strict=False))
        firsts.add(order[0])
    assert len(firsts) == 5


def test_e86_an_open_draw_is_the_apps_own_is_no_deal_and_counts_once(store: play.Store) -> None:
    """E-26: what is drawn for everyone to see lies in the open part of the event, and hides nobody's card."""
    code = play.new_table(store, "strip", 4, HOST)
    assert isinstance(code, str)
    table = play.open_table(store, code)
    scope = table.stand(table.game.scope(table.state, "shuffled", {}))
    for brought in ({}, {"order": ["side:1A"]}):
        posted = play.Posted("shuffled", {"first_game": True, **brought}, scope, "a-key-of-this-form")
        assert play.act(store, code, play.Viewer(HOST), posted) == play.Done(2)
    table = play.open_table(store, code)
    event = table.events[-1]
    assert sorted(event.data["order"]) == sorted(table.game.draw(table.state, "shuffled") or ())
    assert (event.secret, table.deals, table.deal_mark) == ({}, (), "0")
    assert len({casino.character for casino in table.state.casinos}) == 5


def test_nobody_brings_a_deal_along(at: AtTable) -> None:
    mine = ["alpha"] * 5
    at.take(ANN, "dealt", secret={"order": mine})
    assert at.table.events[-1].secret["order"] != mine


# Taking back


def test_an_undo_takes_the_latest_act_back_and_a_redo_brings_it_again(at: AtTable) -> None:
    at.take(ANN, "dealt")
    at.take(ANN, "scored", seat="1", points=7)
    at.take(ANN, "scored", seat="2", points=8)
    at.take(BEN, "undone")
    assert at.table.state.points == {"1": 7}
    at.take(BEN, "undone")
    assert at.table.state.points == {}
    at.take(BEN, "redone")
    at.take(BEN, "redone")
    assert at.table.state.points == {"1": 7, "2": 8}
    assert code_of_reason(at.act(BEN, "redone")) == "redo-nothing"


def test_e113_no_undo_reaches_a_deal_or_a_look(at: AtTable) -> None:
    at.take(ANN, "dealt")
    assert code_of_reason(at.act(ANN, "undone")) == "undo-nothing"
    at.take(ANN, "scored", seat="1", points=7)
    play.look(at.store, at.code, play.Viewer(ANN), "1")
    at.take(ANN, "undone")
    assert at.table.state.looked == {"1"}
    assert code_of_reason(at.act(ANN, "undone")) == "undo-nothing"


def test_a_second_tap_on_undo_takes_no_second_act_back(at: AtTable) -> None:
    at.take(ANN, "dealt")
    at.take(ANN, "scored", seat="1", points=7)
    at.take(ANN, "scored", seat="1", points=8)
    taps = [at.posted("undone"), at.posted("undone")]
    answers = [play.act(at.store, at.code, play.Viewer(ANN), tap) for tap in taps]
    assert isinstance(answers[0], play.Done)
    assert isinstance(answers[1], play.Stale)
    assert at.table.state.points == {"1": 7}


def test_an_undo_is_for_those_who_may_record_it(at: AtTable) -> None:
    at.take(ANN, "dealt")
    at.take(ANN, "scored", seat="1", points=7)
    at.take(HOST, "agreed", record="own")
    assert code_of_reason(at.act(BEN, "undone")) == "only-own-records"
    at.take(ANN, "undone")


def test_the_story_tells_what_was_taken_back(at: AtTable) -> None:
    at.take(ANN, "dealt")
    at.take(ANN, "scored", seat="1", points=7)
    at.take(BEN, "undone")
    table = at.table
    seen = play.see(table, play.Viewer(), {})
    said = [(play.say(table.game, line.said, table.names), line.taken_back) for line in seen.view.log]
    assert said[-2:] == [("Player 1 has 7 points.", True), ("Taken back: Player 1 has 7 points.", False)]
    assert seen.undo is None
    assert seen.redo is not None
    assert play.say(table.game, seen.redo.said, table.names) == "Player 1 has 7 points."


# What is seen


def test_e20_neither_number_nor_revision_tells_who_looked_or_changed_a_choice(store: play.Store) -> None:
    """E-10, E-20: two tables that differ in looks and changed choices alone look the same to everyone."""
    pages = []
    for busy in (False, True):
        at = AtTable(store)
        at.take(ANN, "dealt")
        play.look(store, at.code, play.Viewer(ANN), "1")
        at.take(ANN, "chosen", seat="1", secret={"keep": "yes"})
        for _ in range(3 * busy):
            play.look(store, at.code, play.Viewer(ANN), "1")
            at.take(ANN, "chosen", seat="1", secret={"keep": "no"})
        at.take(BEN, "scored", seat="2", points=3)
        table = at.table
        for device in (None, BEN, HOST):
            seen = play.see(table, table.viewer(device), {})
            lines = [line.number for line in seen.view.log]
            stands = {kind: table.stand(scope) for kind, scope in seen.view.scopes.items()}
            pages.append((lines, seen.revision, stands))
    assert pages[:3] == pages[3:]


def test_the_revision_changes_with_what_is_seen(at: AtTable) -> None:
    """E-69: a look that is waited for is news, though it has no line."""
    at.take(ANN, "dealt")
    seen = [play.see(at.table, play.Viewer(), {}).revision]
    at.take(ANN, "chosen", seat="1", secret={"keep": "yes"})
    seen.append(play.see(at.table, play.Viewer(), {}).revision)
    play.look(at.store, at.code, play.Viewer(ANN), "1")
    seen.append(play.see(at.table, play.Viewer(), {}).revision)
    play.release(at.store, at.code, play.Viewer(BEN), "2")
    seen.append(play.see(at.table, play.Viewer(), {}).revision)
    assert len(set(seen)) == 4


def test_one_table_is_never_shown_for_another_with_the_same_form_key(store: play.Store) -> None:
    tables = [AtTable(store), AtTable(store)]
    for at, points in zip(tables, (1, 2), strict=True):
        at.take(ANN, "dealt")
        at.take(ANN, "scored", key="the-same-key", seat="1", points=points)
    shown = [play.see(at.table, play.Viewer(), {}).view.seats[0].points for at in tables]
    assert shown == [1, 2]


def test_e02_an_export_holds_the_public_story_alone(at: AtTable) -> None:
    at.take(ANN, "dealt")
    at.take(ANN, "chosen", seat="1", secret={"keep": "yes"})
    story = repr(play.export(at.table))
    assert "Player 1 has chosen." in story
    assert not any(word in story for word in ("alpha", "bravo", "delta", "gamma", "omega", "keep", "yes"))


# Looking


def test_e04_the_first_look_is_an_event_and_every_look_is_in_the_ledger(at: AtTable) -> None:
    """E-04, E-25."""
    looks = [play.look(at.store, at.code, play.Viewer(ANN), "1")]
    assert at.kinds() == ["setup"], "before the deal there is nothing to see"
    at.take(ANN, "dealt")
    looks += [play.look(at.store, at.code, play.Viewer(ANN), "1") for _ in range(3)]
    assert all(isinstance(look, play.Table) for look in looks)
    assert at.kinds() == ["setup", "dealt", "first_look"]
    ledger = play.ledger(at.store, at.code, "1", ANN)
    assert (ledger.times, ledger.elsewhere) == (3, 0), "of this deal"
    assert play.ledger(at.store, at.code, "2", BEN) == play.Ledger(0, "", 0)


@pytest.mark.parametrize("device", [None, BEN, HOST, "nobody"])
def test_e08_nobody_else_looks(at: AtTable, device: str | None) -> None:
    at.take(ANN, "dealt")
    answer = play.look(at.store, at.code, play.Viewer(device), "1")
    assert isinstance(answer, play.NotYours)
    assert at.kinds() == ["setup", "dealt"]
    assert play.ledger(at.store, at.code, "1", ANN).times == 0


# Seats


def test_e37_a_taken_seat_is_never_taken_over_silently(at: AtTable) -> None:
    refused = play.claim(at.store, at.code, "another", "1", "Ann")
    assert refused is not None
    said = play.say(at.table.game, refused.reasons[0], at.table.names)
    assert (
        said
        == "Player 1 is on another phone already. Take a free seat; if that one is yours, tap “That is me” beside it."
    )
    assert at.table.holders["1"] == ANN


def test_e42_taking_a_seat_twice_with_one_form_is_once(store: play.Store) -> None:
    at = AtTable(store)
    play.release(store, at.code, play.Viewer(ANN), "1")
    for _ in range(2):
        assert play.claim(store, at.code, ANN, "1", " Ann ", "one-form") is None
    assert at.kinds() == ["setup", "named"]
    assert at.table.names["1"] == "Ann"


@pytest.mark.parametrize(("name", "code"), [("\u200b\u200b", "name-blank"), ("a\u202eb", "name-direction")])
def test_e43_a_name_that_is_none_takes_no_seat(at: AtTable, name: str, code: str) -> None:
    play.release(at.store, at.code, play.Viewer(ANN), "1")
    refused = play.claim(at.store, at.code, ANN, "1", name)
    assert refused is not None
    assert refused.reasons[0].code == code
    assert "1" not in at.table.holders


def test_everybody_names_the_own_seat_whoever_records(at: AtTable) -> None:
    at.take(HOST, "agreed", record="host")
    assert play.claim(at.store, at.code, ANN, "1", "Ann") is None
    assert at.table.names["1"] == "Ann"


def test_e39_a_seat_code_moves_a_seat_once_and_the_old_phone_is_told(at: AtTable) -> None:
    """E-09, E-39."""
    token = play.make_seat_code(at.store, at.code, play.Viewer(ANN), "1")
    assert isinstance(token, str)
    assert len(token) >= 22, "128 bits or more"
    assert play.seat_of_code(at.store, at.code, token) == "1"
    assert play.seat_of_code(at.store, at.code, token) == "1", "asking spends nothing (E-17)"
    assert play.spend_seat_code(at.store, at.code, token, "new phone") == "1"
    assert isinstance(play.spend_seat_code(at.store, at.code, token, "thief"), Refused)
    table = at.table
    assert table.holders["1"] == "new phone"
    assert play.why_not_yours(table, table.viewer(ANN), "1").code == "seat-elsewhere"
    assert play.why_not_yours(table, table.viewer(BEN), "1").code == "seat-not-yours"
    assert isinstance(play.look(at.store, at.code, play.Viewer(ANN), "1"), play.NotYours)


def test_who_may_make_a_seat_code(at: AtTable) -> None:
    def make(device: str) -> str | Reason:
        return play.make_seat_code(at.store, at.code, play.Viewer(device), "1")

    assert isinstance(make(ANN), str)
    for device, code in ((BEN, "only-own"), (HOST, "seat-held"), ("nobody", "only-own")):
        refused = make(device)
        assert isinstance(refused, Reason)
        assert refused.code == code
    play.release(at.store, at.code, play.Viewer(HOST), "1")
    assert isinstance(make(HOST), str)


def test_e67_a_seat_given_back_has_a_new_code_afterwards(at: AtTable) -> None:
    token = play.make_seat_code(at.store, at.code, play.Viewer(ANN), "1")
    assert isinstance(token, str)
    refused = play.release(at.store, at.code, play.Viewer(BEN), "1")
    assert refused is not None
    assert refused.code == "only-own"
    assert play.release(at.store, at.code, play.Viewer(ANN), "1") is None
    assert play.seat_of_code(at.store, at.code, token) is None


# Again


def test_e54_again_leads_everyone_to_one_next_table(at: AtTable) -> None:
    assert code_of_reason(play.again(at.store, at.code, play.Viewer(ANN))) == "again-running"
    at.take(ANN, "dealt")
    for seat in "123":
        at.take(ANN, "scored", seat=seat, points=int(seat))
    at.take(ANN, "ended")
    assert isinstance(play.again(at.store, at.code, play.Viewer("nobody")), play.NotYours)
    opened = {play.again(at.store, at.code, play.Viewer(device)) for device in (ANN, BEN, HOST)}
    assert len(opened) == 1
    table = play.open_table(at.store, str(opened.pop()))
    assert table.holders == {"1": ANN, "2": BEN, "3": CLEO}
    assert table.row.host == HOST
    assert table.state.phase == "setup"


# Loading


def test_a_table_is_told_the_same_with_and_without_memory(at: AtTable, tmp_path: Path) -> None:
    """E-112: what is remembered between requests is what the log tells."""
    at.take(ANN, "dealt")
    at.take(ANN, "scored", seat="1", points=7)
    at.take(ANN, "undone")
    at.take(ANN, "scored", seat="1", points=9)
    remembered = at.table
    link = tmp_path / "the-same.db"
    link.symlink_to(tmp_path / play.FILE_NAME)
    with play.Store(link) as fresh:
        told = play.open_table(fresh, at.code)
    assert told.state == remembered.state
    assert told.told.scopes == remembered.told.scopes


def test_e08_a_code_of_no_table_opens_nothing(store: play.Store) -> None:
    with pytest.raises(play.NoTable):
        play.open_table(store, "C0DE5")


def test_the_lobby_lists_the_tables_of_a_device_alone(store: play.Store) -> None:
    tables = [AtTable(store), AtTable(store)]
    assert [running.code for running in play.tables_of(store, ANN)] == [at.code for at in reversed(tables)]
    assert play.tables_of(store, None) == play.tables_of(store, "nobody") == ()


def test_e20_a_changed_mind_gives_nobody_else_more_to_wait_for(at: AtTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """E-20: what others fetch after it is not worked out anew, or how long that takes would tell of it."""
    at.take(ANN, "dealt")
    at.take(ANN, "chosen", seat="1", secret={"keep": "yes"})
    made: list[str | None] = []
    view = type(at.table.game).view

    def counting(game: Any, state: Any, seat: str | None, *rest: Any, **more: Any) -> Any:
        made.append(seat)
        return view(game, state, seat, *rest, **more)

    monkeypatch.setattr(type(at.table.game), "view", counting)

    def fetched() -> dict[str, str]:
        table = at.table
        return {who: play.see(table, table.viewer(who), {}).revision for who in (ANN, BEN, CLEO, HOST)}

    before = fetched()
    at.take(ANN, "chosen", seat="1", secret={"keep": "no"})
    made.clear()
    assert fetched() == before
    assert made == ["1"], "the seat's own page alone"
    at.take(BEN, "chosen", seat="2", secret={"keep": "no"})
    assert all(revision != before[who] for who, revision in fetched().items()), "a first choice is everybody's to see"
    at.take(ANN, "scored", seat="1", points=7)
    at.take(ANN, "undone")
    at.take(ANN, "chosen", seat="1", secret={"keep": "yes"})
    seen = play.see(at.table, play.Viewer(), {})
    assert seen.redo is not None, "and what a new mind does not touch is as it was"
