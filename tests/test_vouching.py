"""Pleas: who has a say, how many words it takes, and what becomes of the silent."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from companion import play
from companion.engine import Reason
from companion.play import vouching
from tests.at_table import ANN, BEN, CLEO, HOST, AtTable

NEW = "new phone"


@pytest.fixture(autouse=True)
def nobody_heard() -> None:
    vouching._heard = type(vouching._heard)(4096)


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Hours:
    return Hours(monkeypatch)


class Hours:
    """A clock that stands still until it is moved on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at = datetime(2026, 1, 2, 20, tzinfo=UTC)
        for module in ("vouching", "tables", "seats"):
            monkeypatch.setattr(f"companion.play.{module}.now", self.now)

    def now(self) -> str:
        return self.at.isoformat(timespec="seconds")

    def go_on(self, seconds: int) -> None:
        self.at += timedelta(seconds=seconds)


def answer(at: AtTable, device: str, yes: bool = True) -> Reason | None:
    plea = at.table.pleas[0]
    return play.answer(at.store, at.code, play.Viewer(device), plea.id, yes)


def plead(at: AtTable, device: str = NEW, seat: str = "1") -> None:
    assert play.plead(at.store, at.code, device, seat) is None


def asked(at: AtTable, device: str) -> list[tuple[str, bool, bool, int]]:
    table = at.table
    return [(a.seat, a.mine, a.answered, a.missing) for a in vouching.asked(table, table.viewer(device))]


def test_e37_one_yes_of_the_host_moves_a_seat_and_the_old_phone_is_told(at: AtTable) -> None:
    plead(at)
    assert at.table.holders["1"] == ANN
    assert answer(at, HOST) is None
    table = at.table
    assert table.holders["1"] == NEW
    assert table.pleas == ()
    assert table.lost_by(ANN) == ("1",)
    assert play.why_not_yours(table, table.viewer(ANN), "1").code == "seat-elsewhere"
    assert play.see(table, table.viewer(ANN), {}).lost == ("1",)


def test_e37_two_people_do_as_well_and_one_does_not(at: AtTable) -> None:
    plead(at)
    assert asked(at, BEN) == [("1", False, False, 2)]
    assert answer(at, BEN) is None
    assert answer(at, BEN) is None, "the same word twice is one word"
    assert at.table.holders["1"] == ANN
    assert asked(at, BEN) == [("1", False, True, 1)]
    assert asked(at, NEW) == [("1", True, False, 1)]
    assert answer(at, CLEO) is None
    assert at.table.holders["1"] == NEW


def test_whoever_holds_the_seat_may_give_it_or_keep_it(at: AtTable) -> None:
    plead(at)
    assert answer(at, ANN, yes=False) is None
    assert at.table.pleas == ()
    assert at.table.holders["1"] == ANN
    plead(at)
    assert answer(at, ANN) is None
    assert at.table.holders["1"] == NEW


@pytest.mark.parametrize("device", ["a stranger", NEW])
def test_nobody_else_has_a_say(at: AtTable, device: str) -> None:
    """E-37: nor has the phone that asks: its own yes changes nothing."""
    plead(at)
    refused = answer(at, device)
    assert (refused.code if refused else "") == ("" if device == NEW else "onlooker")
    assert at.table.holders["1"] == ANN
    assert asked(at, "a stranger") == []


def test_a_plea_can_be_let_go_and_is_over_then(at: AtTable) -> None:
    plead(at)
    plea = at.table.pleas[0].id
    assert answer(at, NEW, yes=False) is None
    gone = play.answer(at.store, at.code, play.Viewer(HOST), plea, yes=True)
    assert gone is not None
    assert gone.code == "plea-over"
    assert at.table.holders["1"] == ANN


def test_a_phone_pleads_for_one_thing_at_a_time_and_a_few_phones_at_most(at: AtTable) -> None:
    plead(at)
    plead(at)
    assert len(at.table.pleas) == 1
    plead(at, seat="2")
    assert [plea.seat for plea in at.table.pleas] == ["2"]
    for n in range(vouching.MOST_PLEAS - 1):
        plead(at, f"phone {n}")
    refused = play.plead(at.store, at.code, "one more", "1")
    assert refused is not None
    assert play.say(None, refused.reasons[0]).startswith("4 phones are asking already.")


def test_a_seat_that_is_ones_own_needs_no_plea_and_one_that_is_none_gets_none(at: AtTable) -> None:
    plead(at, ANN)
    assert at.table.pleas == ()
    refused = play.plead(at.store, at.code, NEW, "9")
    assert refused is not None
    assert refused.reasons[0].code == "seat-unknown"


def test_e49_the_silent_do_not_count_any_more_after_a_while(at: AtTable, hours: Hours) -> None:
    """E-49: nothing waits for one particular phone for good; whoever was heard of since still counts."""
    plead(at)
    hours.go_on(30)
    vouching.heard(at.code, BEN)
    assert asked(at, NEW) == [("1", True, False, 2)]
    hours.go_on(vouching.PATIENCE)
    assert asked(at, NEW) == [("1", True, False, 1)]
    assert answer(at, NEW) is None
    assert at.table.holders["1"] == ANN, "Ben is there and has not said yes"
    assert answer(at, BEN) is None
    assert at.table.holders["1"] == NEW


def test_e49_where_nobody_is_there_the_seat_is_taken_in_the_end(at: AtTable, hours: Hours) -> None:
    plead(at)
    hours.go_on(vouching.PATIENCE - 1)
    assert answer(at, NEW) is None
    assert at.table.holders["1"] == ANN
    hours.go_on(1)
    assert asked(at, NEW) == [("1", True, False, 0)]
    assert answer(at, NEW) is None
    assert at.table.holders["1"] == NEW


# The host


def test_e49_the_host_hands_over_and_has_no_say_any_more(at: AtTable) -> None:
    assert play.hand_over(at.store, at.code, play.Viewer(HOST), "2") is None
    table = at.table
    assert (table.viewer(BEN).host, table.viewer(HOST).host) == (True, False)
    refused = play.hand_over(at.store, at.code, play.Viewer(HOST), "1")
    assert refused is not None
    assert refused.code == "only-host"
    assert isinstance(at.act(HOST, "agreed", record="own"), play.NotYours)
    at.take(BEN, "agreed", record="own")
    story = [play.say(table.game, line.said, table.names) for line in play.see(table, play.Viewer(), {}).view.log]
    assert "The phone of Player 2 is the host\u2019s now." in story


def test_e49_the_host_hands_over_only_to_a_seat_with_a_phone(at: AtTable) -> None:
    play.release(at.store, at.code, play.Viewer(BEN), "2")
    for seat, code in (("2", "host-needs-phone"), ("9", "seat-unknown")):
        refused = play.hand_over(at.store, at.code, play.Viewer(HOST), seat)
        assert refused is not None
        assert refused.code == code
    assert at.table.viewer(HOST).host


def test_e49_with_the_host_away_another_takes_over_with_the_yes_of_a_second(at: AtTable) -> None:
    plead(at, ANN, play.HOST)
    assert at.table.viewer(HOST).host
    assert asked(at, BEN) == [("", False, False, 1)]
    assert answer(at, BEN) is None
    table = at.table
    assert (table.viewer(ANN).host, table.viewer(HOST).host) == (True, False)


def test_e49_a_host_who_is_there_says_no(at: AtTable) -> None:
    plead(at, ANN, play.HOST)
    assert answer(at, HOST, yes=False) is None
    assert at.table.viewer(HOST).host
    assert at.table.pleas == ()


def test_e49_where_nobody_else_sits_the_part_of_the_host_is_free(at: AtTable) -> None:
    for device, seat in ((BEN, "2"), (CLEO, "3")):
        play.release(at.store, at.code, play.Viewer(device), seat)
    plead(at, ANN, play.HOST)
    assert at.table.viewer(ANN).host


def test_e49_an_onlooker_does_not_become_the_host(at: AtTable) -> None:
    refused = play.plead(at.store, at.code, NEW, play.HOST)
    assert refused is not None
    assert refused.reasons[0].code == "host-needs-seat"


# Who has been heard of


def test_e70_a_phone_that_fell_asleep_is_named_after_a_while(at: AtTable, hours: Hours) -> None:
    """E-70: not one that was never seen, nor one whose seat nobody holds; the boards ask again when that changes."""
    assert play.see(at.table, play.Viewer(), {}).silent == ()
    for device in (ANN, BEN):
        vouching.heard(at.code, device)
    awake = play.see(at.table, play.Viewer(), {}).revision
    hours.go_on(vouching.PATIENCE + 1)
    vouching.heard(at.code, BEN)
    seen = play.see(at.table, play.Viewer(), {})
    assert seen.silent == ("1",)
    assert seen.revision != awake
    vouching.heard(at.code, ANN)
    assert play.see(at.table, play.Viewer(), {}).silent == ()
