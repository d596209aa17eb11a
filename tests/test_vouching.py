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


def told(at: AtTable) -> list[str]:
    table = at.table
    return [play.say(table.game, line.said, table.names) for line in play.see(table, play.Viewer(), {}).view.log]


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


def test_a_phone_pleads_for_one_thing_at_a_time(at: AtTable) -> None:
    plead(at)
    plead(at)
    assert len(at.table.pleas) == 1
    plead(at, seat="2")
    assert [plea.seat for plea in at.table.pleas] == ["2"]


def pleading(at: AtTable) -> list[str]:
    return [plea.device for plea in at.table.pleas]


def test_strangers_keep_nobody_from_asking(at: AtTable) -> None:
    """E-37: four browsers of one pest would; a few strangers ask at most, and the oldest of them makes room."""
    for n in range(vouching.MOST_PLEAS):
        plead(at, f"stranger {n}")
    plead(at)
    assert pleading(at) == ["stranger 1", "stranger 2", "stranger 3", NEW]
    plead(at, ANN, play.HOST)
    assert pleading(at) == ["stranger 1", "stranger 2", "stranger 3", NEW, ANN], "who sits here is not one of them"


def test_who_sat_here_makes_no_room_for_a_stranger(at: AtTable) -> None:
    for n in range(vouching.MOST_PLEAS):
        play.release(at.store, at.code, play.Viewer(HOST), "3")
        assert play.claim(at.store, at.code, f"former {n}", "3") is None
    play.release(at.store, at.code, play.Viewer(HOST), "3")
    plead(at, "stranger")
    for n in range(vouching.MOST_PLEAS):
        plead(at, f"former {n}")
    assert pleading(at) == [f"former {n}" for n in range(vouching.MOST_PLEAS)]
    refused = play.plead(at.store, at.code, NEW, "1")
    assert refused is not None
    assert play.say(None, refused.reasons[0]).startswith("4 phones that sat here before are asking already.")
    plead(at, CLEO)
    assert pleading(at) == ["former 1", "former 2", "former 3", CLEO]


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


def test_e49_while_the_host_is_there_it_takes_two_who_see_a_card(at: AtTable, hours: Hours) -> None:
    """E-49: one person with a second browser does not become the host behind the host's back."""
    play.release(at.store, at.code, play.Viewer(CLEO), "3")
    at.take(ANN, "dealt")
    assert play.claim(at.store, at.code, "second", "3") is None
    vouching.heard(at.code, HOST)
    assert play.plead(at.store, at.code, ANN, play.HOST) is None
    plea = next(plea.id for plea in at.table.pleas if plea.seat == play.HOST)
    for device in ("second", BEN):
        assert play.answer(at.store, at.code, play.Viewer(device), plea, yes=True) is None
        assert at.table.viewer(HOST).host
    mine = next(plea for plea in vouching.asked(at.table, at.table.viewer(ANN)) if plea.seat == play.HOST)
    assert mine.missing == 1
    hours.go_on(vouching.PATIENCE + 1)
    assert play.answer(at.store, at.code, play.Viewer(ANN), plea, yes=True) is None
    assert at.table.viewer(ANN).host, "the host has gone, and one has said yes"


def test_e49_two_take_the_part_of_a_host_who_is_there(at: AtTable) -> None:
    vouching.heard(at.code, HOST)
    plead(at, ANN, play.HOST)
    assert answer(at, BEN) is None
    assert at.table.viewer(HOST).host
    assert answer(at, CLEO) is None
    assert at.table.viewer(ANN).host


def test_e49_a_host_who_is_there_says_no(at: AtTable) -> None:
    plead(at, ANN, play.HOST)
    assert answer(at, HOST, yes=False) is None
    assert at.table.viewer(HOST).host
    assert at.table.pleas == ()


def test_e49_where_nobody_else_sits_the_host_alone_is_asked_and_waited_for(at: AtTable, hours: Hours) -> None:
    """E-49: with nobody to say yes, the host's silence is enough, but not at once."""
    for device, seat in ((BEN, "2"), (CLEO, "3")):
        play.release(at.store, at.code, play.Viewer(device), seat)
    plead(at, ANN, play.HOST)
    assert not at.table.viewer(ANN).host
    hours.go_on(vouching.PATIENCE)
    assert answer(at, ANN) is None
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


# The card, guarded more closely than its seat


def may_look(at: AtTable, device: str = NEW, seat: str = "1") -> bool:
    return isinstance(play.look(at.store, at.code, play.Viewer(device), seat), play.Table)


def host_plays(at: AtTable) -> None:
    """Give the host's part to Ben, who sits at the table."""
    assert play.hand_over(at.store, at.code, play.Viewer(HOST), "2") is None


def test_e06_a_host_who_does_not_play_moves_the_seat_and_opens_no_card(at: AtTable) -> None:
    """E-06, E-37: nobody can tell a host who does not play from one who gave his seat back for a moment."""
    at.take(ANN, "dealt")
    plead(at)
    assert answer(at, HOST) is None
    assert at.table.holders["1"] == NEW
    assert not may_look(at)
    assert [(a.missing, a.counts) for a in vouching.asked(at.table, at.table.viewer(HOST))] == [(2, False)]
    for device in (BEN, CLEO):
        assert answer(at, device) is None
    assert may_look(at)
    assert at.table.pleas == ()


def test_e06_a_host_who_gives_his_seat_back_for_a_moment_opens_no_card_with_a_second_browser(at: AtTable) -> None:
    host_plays(at)
    at.take(ANN, "dealt")
    plead(at)
    play.release(at.store, at.code, play.Viewer(BEN), "2")
    assert answer(at, BEN) is None
    assert at.table.holders["1"] == NEW
    assert not may_look(at)
    assert play.claim(at.store, at.code, BEN, "2") is None
    assert may_look(at, BEN, "2"), "his own card is his"
    assert not may_look(at)


def test_e06_a_phone_that_sees_no_card_vouches_for_none(at: AtTable) -> None:
    """E-06: a second browser on a seat that was free at the deal would be the second yes."""
    play.release(at.store, at.code, play.Viewer(CLEO), "3")
    at.take(ANN, "dealt")
    assert play.claim(at.store, at.code, "second", "3") is None
    play.plead(at.store, at.code, "third", "1")
    plea = next(plea.id for plea in at.table.pleas if plea.device == "third")
    for device in (BEN, "second"):
        assert play.answer(at.store, at.code, play.Viewer(device), plea, yes=True) is None
    assert at.table.holders["1"] == "third"
    assert not may_look(at, "third")


def test_where_too_few_can_vouch_the_person_reads_what_to_do(at: AtTable) -> None:
    """E-31: a refusal names the nearest thing that works: here a deal that everybody sees."""
    play.release(at.store, at.code, play.Viewer(CLEO), "3")
    at.take(ANN, "dealt")
    assert play.claim(at.store, at.code, CLEO, "3") is None
    assert [plea.few for plea in vouching.asked(at.table, at.table.viewer(CLEO))] == [False]
    play.release(at.store, at.code, play.Viewer(HOST), "2")
    assert [plea.few for plea in vouching.asked(at.table, at.table.viewer(CLEO))] == [True]
    shut = play.look(at.store, at.code, play.Viewer(CLEO), "3")
    assert isinstance(shut, play.NotYours)
    assert "the host can have the round dealt anew" in play.say(at.table.game, shut.reason)


@pytest.mark.parametrize("way", ["freed and claimed", "moved by a yes", "moved by a code"])
def test_e06_a_seat_taken_when_the_round_is_closed_shows_no_card_once_that_is_taken_back(
    at: AtTable, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E-06: a round can be opened again by an undo, and with it the card that was dealt to somebody else."""
    at.take(ANN, "dealt")
    with monkeypatch.context() as closed:
        closed.setattr(type(at.table.game), "has_secrets", lambda self, state: False)
        if way == "moved by a yes":
            plead(at)
            assert answer(at, HOST) is None
        else:
            play.release(at.store, at.code, play.Viewer(HOST), "1")
            play.claim(at.store, at.code, "another" if "code" in way else NEW, "1")
        if way == "moved by a code":
            token = play.make_seat_code(at.store, at.code, play.Viewer("another"), "1")
            assert isinstance(token, str)
            assert play.spend_seat_code(at.store, at.code, token, NEW) == "1"
        assert at.table.holders["1"] == NEW
        assert at.table.pleas == ()
    assert not may_look(at)
    play.release(at.store, at.code, play.Viewer(HOST), "1")
    assert play.claim(at.store, at.code, ANN, "1") is None
    assert may_look(at, ANN), "whoever had it when it was dealt has it again"


def test_e06_on_a_phone_alone_a_seat_freed_since_the_deal_tells_of_others(at: AtTable) -> None:
    """E-06: a host who frees every seat of a running round is not alone, and opens no card of a seat nobody held."""
    play.release(at.store, at.code, play.Viewer(CLEO), "3")
    at.take(ANN, "dealt")
    for seat in ("1", "2"):
        play.release(at.store, at.code, play.Viewer(HOST), seat)
    assert play.claim(at.store, at.code, HOST, "3") is None
    assert not may_look(at, HOST, "3")


# A PIN, and who is told apart by it


@pytest.mark.parametrize("way", ["the host frees it", "another has it and leaves", "silence gives it"])
def test_e45_a_card_with_a_pin_does_not_open_again_on_the_phone_that_had_it(
    at: AtTable, way: str, hours: Hours
) -> None:
    """E-45: somebody may have freed the seat to get round the PIN, on a phone that everybody gets to hold."""
    at.take(ANN, "dealt")
    assert play.set_pin(at.store, at.code, play.Viewer(ANN), "1", "2580") is None
    if way == "the host frees it":
        play.release(at.store, at.code, play.Viewer(HOST), "1")
    else:
        plead(at)
        if way == "silence gives it":
            hours.go_on(vouching.PATIENCE)
        assert answer(at, NEW if way == "silence gives it" else HOST) is None
        assert at.table.holders["1"] == NEW
        play.release(at.store, at.code, play.Viewer(NEW), "1")
    assert play.claim(at.store, at.code, ANN, "1") is None
    assert not may_look(at, ANN)


@pytest.mark.parametrize("locked", [False, True])
def test_e45_whoever_gave_the_pin_gives_the_seat_back_and_takes_it_again(at: AtTable, locked: bool) -> None:
    at.take(ANN, "dealt")
    play.set_pin(at.store, at.code, play.Viewer(ANN), "1", "2580")
    play.release(at.store, at.code, play.Viewer(ANN), "1", locked)
    assert play.claim(at.store, at.code, ANN, "1") is None
    assert may_look(at, ANN) is not locked


def test_e06_a_host_who_plays_moves_the_seat_and_its_card_needs_one_word_more(at: AtTable) -> None:
    """E-06, E-37: a second browser of the host would else look into every card."""
    host_plays(at)
    at.take(ANN, "dealt")
    plead(at)
    assert answer(at, BEN) is None
    assert at.table.holders["1"] == NEW
    assert not may_look(at)
    assert [(a.card, a.missing) for a in vouching.asked(at.table, at.table.viewer(CLEO))] == [(True, 1)]
    assert answer(at, CLEO) is None
    assert may_look(at)
    story = told(at)
    assert "A phone took the seat of Player 1; Player 2 vouched for it." in story
    assert story[-1] == (
        "The card of Player 1 opens on the phone that took the seat; Player 2 and Player 3 vouched for it."
    )


def test_the_phone_that_had_the_card_gives_it_on_with_one_yes(at: AtTable) -> None:
    host_plays(at)
    at.take(ANN, "dealt")
    plead(at)
    assert answer(at, ANN) is None
    assert may_look(at)


def test_a_phone_gives_on_no_card_that_is_shut_to_itself(at: AtTable) -> None:
    host_plays(at)
    at.take(ANN, "dealt")
    plead(at)
    answer(at, BEN)
    answer(at, CLEO, yes=False)
    plead(at, "a third phone")
    assert answer(at, NEW) is None
    assert at.table.holders["1"] == "a third phone"
    assert not may_look(at, "a third phone")
    token = play.make_seat_code(at.store, at.code, play.Viewer("a third phone"), "1")
    assert isinstance(token, str)
    play.spend_seat_code(at.store, at.code, token, "a fourth phone")
    assert not may_look(at, "a fourth phone")


def test_e49_silence_gives_a_seat_and_never_its_card(at: AtTable, hours: Hours) -> None:
    """E-06, E-49: whoever waits till the phones lie asleep sees nothing before the next deal."""
    at.take(ANN, "dealt")
    plead(at)
    hours.go_on(vouching.PATIENCE)
    assert answer(at, NEW) is None
    assert at.table.holders["1"] == NEW
    assert not may_look(at)
    assert [(a.card, a.missing) for a in vouching.asked(at.table, at.table.viewer(NEW))] == [(True, 2)]


@pytest.mark.parametrize("device", [BEN, NEW])
def test_e32_a_free_seat_is_anybodys_and_its_card_nobodys(at: AtTable, device: str) -> None:
    """E-06, E-32: neither a player's nor a fresh phone's, whether the seat was free at the deal or freed since."""
    play.release(at.store, at.code, play.Viewer(CLEO), "3")
    at.take(ANN, "dealt")
    play.release(at.store, at.code, play.Viewer(HOST), "1")
    for seat in ("1", "3"):
        assert play.claim(at.store, at.code, device, seat) is None
        assert at.table.holders[seat] == device
        assert not may_look(at, device, seat)
    assert len(at.table.pleas) == 1, "one phone asks for one card at a time"


def test_the_phone_that_held_the_seat_at_the_deal_comes_back_to_its_card(at: AtTable) -> None:
    at.take(ANN, "dealt")
    play.release(at.store, at.code, play.Viewer(HOST), "1")
    assert play.claim(at.store, at.code, ANN, "1") is None
    assert may_look(at, ANN)


def test_what_was_said_before_a_deal_does_not_count_after_it(at: AtTable) -> None:
    plead(at)
    assert answer(at, BEN) is None
    at.take(ANN, "dealt")
    assert at.table.pleas == ()


def test_a_plea_falls_with_the_seat_that_it_is_for_or_comes_from(at: AtTable) -> None:
    plead(at)
    plead(at, CLEO, play.HOST)
    play.release(at.store, at.code, play.Viewer(ANN), "1")
    play.release(at.store, at.code, play.Viewer(CLEO), "3")
    assert at.table.pleas == ()


def test_a_free_seat_is_taken_and_its_card_asked_for_however_many_are_asking(at: AtTable) -> None:
    """E-32: the phone has the seat, and the others are asked about its card."""
    play.release(at.store, at.code, play.Viewer(CLEO), "3")
    at.take(ANN, "dealt")
    for n in range(vouching.MOST_PLEAS):
        plead(at, f"phone {n}")
    assert play.claim(at.store, at.code, NEW, "3") is None
    assert at.table.holders["3"] == NEW
    assert not may_look(at, NEW, "3")
    denied = at.act(NEW, "chosen", seat="3", secret={"keep": "yes"})
    assert isinstance(denied, play.NotYours), "nor does it choose with a card that it does not see"
    assert denied.reason.code == "card-shut"
    assert pleading(at)[-1] == NEW
    assert len(pleading(at)) == vouching.MOST_PLEAS + 1
