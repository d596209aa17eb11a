"""The deal, each fixer's choice, the looks at cards, and what is open to whom while fixers choose."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random, SystemRandom
from typing import Any

import pytest

from companion.engine import Event, next_undo
from companion.games.strip.components import CASINO_COUNT, CASINOS
from companion.play.acts import _drawn
from tests.games.strip.at_table import GAME, AtTable, Refusal, refused

COUNTS = range(2, 7)
ORDER_5 = ("Gold Rush", "Santorini", "The Peacock", "Sunken Treasure", "Sunset Gondola")


def pair_seen(table: AtTable, seat: str) -> tuple[tuple[str, str], ...]:
    """Hold a seat's card open."""
    return GAME.view(table.state, seat, {}, held=True).card.casinos


# Teams and fixers


@pytest.mark.parametrize(
    ("players", "teams"),
    [
        (2, [["1", "2"], ["2", "1"], ["1", "2"]]),
        (3, [["1", "2", "3"], ["2", "3", "1"], ["3", "1", "2"]]),
        (4, [["14", "23"], ["21", "34"], ["31", "42"]]),
        (5, [["15", "24", "3"], ["21", "35", "4"], ["32", "41", "5"]]),
        (6, [["16", "25", "34"], ["21", "36", "45"], ["32", "41", "56"]]),
    ],
)
def test_teams_and_fixers_of_all_rounds(players: int, teams: list[list[str]]) -> None:
    """VS-R13, R14, R15, R44, A5, C02: the first player moves on, the fixer sits earlier in turn order."""
    table = AtTable(players)
    for number, expected in enumerate(teams, 1):
        ahead = GAME.view(table.state, None, {}).rounds[number - 1]
        table.deal()
        now = table.state.round
        assert ["".join(team) for team in now.teams.teams] == expected
        assert [team.seats for team in ahead.teams] == [tuple(team) for team in expected]
        assert now.fixers == tuple(team[0] for team in expected)
        shown = {seat.id: seat.fixer for seat in GAME.view(table.state, None, {}).seats}
        assert shown == {s: s == team[0] for team in expected for s in team}
        partners = {s: GAME.view(table.state, s, {}).own.partner for s in table.state.seats}
        assert partners == {s: partner(team, s) for team in expected for s in team}
        table.choose_all().end().reveal_all().close()


def partner(team: str, seat: str) -> str | None:
    return team.replace(seat, "") or None


# The deal (E-26, E-28; the shuffle itself is a matter of play.py)


@pytest.mark.parametrize("players", COUNTS)
def test_a_deal_follows_the_order_drawn_and_nothing_else(players: int) -> None:
    """VS-R16, E-26: each order of the cards gives another deal, so that an even shuffle deals evenly."""
    cards = list(CASINOS[: CASINO_COUNT[players]])
    table = AtTable(players)
    assert list(GAME.draw(table.state, "dealt")) == cards
    deals = set()
    for order in permutations(cards):
        now = GAME.apply(table.state, table._event("dealt", {"order": order}, (), {})).round
        assert [casino for hand in now.hands.values() for casino in hand] + list(now.deal.undealt) == list(order)
        deals.add((tuple(now.hands.items()), now.deal.undealt))
    assert len(deals) == {5: 120, 6: 720}[len(cards)]


@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_deals_are_even(players: int, number: int) -> None:
    """VS-P12, E-26, E-28: over 10,000 deals each distribution of pairs comes up evenly, in every round."""
    table = AtTable(players)
    for _ in range(number - 1):
        table.empty_round()
    chance = Random(players * 10 + number)
    seen: Counter[Any] = Counter()
    upper: Counter[Any] = Counter()
    for _ in range(10_000):
        order = list(GAME.draw(table.state, "dealt"))
        chance.shuffle(order)
        hands = GAME.apply(table.state, table._event("dealt", {"order": order}, (), {})).round.hands
        seen[pairs(hands)] += 1
        upper.update((fixer, hand[0]) for fixer, hand in hands.items())
    ways = {5: 30, 6: 90}[CASINO_COUNT[players]]
    assert len(seen) == ways
    # 0.999 quantiles of chi-square with 29 and 89 degrees of freedom; upper and lower are as even
    assert chi_square(seen, ways) < {30: 58.3, 90: 135.9}[ways]
    assert chi_square(upper, len(hands) * CASINO_COUNT[players]) < {10: 27.9, 18: 42.3}[len(upper)]


def pairs(hands: Any) -> tuple[tuple[str, str], ...]:
    return tuple(tuple(sorted(hand)) for hand in hands.values())


def chi_square(counts: Counter[Any], ways: int) -> float:
    due = sum(counts.values()) / ways
    return sum((n - due) ** 2 / due for n in counts.values()) + (ways - len(counts)) * due


@pytest.mark.parametrize("players", COUNTS)
def test_the_shuffle_is_even(players: int) -> None:
    """E-26, E-28: what play draws at the table, by the randomness of the operating system"""
    state = AtTable(players).state
    seen: Counter[Any] = Counter()
    for _ in range(10_000):
        order = _drawn(GAME, state, Event("dealt")).secret["order"]
        seen[pairs(GAME.apply(state, Event("dealt", {}, {"order": order})).round.hands)] += 1
    # One run in ten million may fail.
    assert chi_square(seen, len(seen)) < {30: 88, 90: 177}[len(seen)]


def test_the_shuffle_is_the_operating_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    """E-26"""
    used = []

    class Watched(SystemRandom):
        def shuffle(self, cards: Any) -> None:
            used.append(tuple(cards))
            super().shuffle(cards)

    monkeypatch.setattr("secrets.SystemRandom", Watched)
    drawn = _drawn(GAME, AtTable(4).state, Event("dealt"))
    assert used == [CASINOS[:5]]
    assert sorted(drawn.secret["order"]) == sorted(CASINOS[:5])


def test_the_unused_casino_is_never_dealt() -> None:
    """VS-R03"""
    for players in (2, 4):
        assert "Casino 6" not in GAME.draw(AtTable(players).state, "dealt")


def test_the_deal_draws_nothing_where_printed_cards_are_used() -> None:
    """rules.md 8"""
    table = AtTable(4, settings={"fixer_cards": "printed"})
    assert GAME.draw(table.state, "dealt") is None
    table.take("dealt")
    assert (table.state.phase, table.state.round.hands, table.state.round.deal) == ("turns", {}, None)
    assert GAME.view(table.state, None, {}).printed
    assert table.told()[-1] == "Round 1 began with the printed fixer cards."


# Choices


def test_a_fixer_rigs_one_and_secures_the_other() -> None:
    """VS-R10, R17, R18: the partner sees the same two casinos in the same roles, once they are chosen."""
    table = AtTable(4).deal(ORDER_5)
    assert pair_seen(table, "1") == (("Gold Rush", ""), ("Santorini", ""))
    assert pair_seen(table, "4") == (("", ""), ("", ""))
    table.take("chosen", {"rig": "lower"}, seat="1")
    chosen = (("Gold Rush", "secure"), ("Santorini", "rigged"))
    assert pair_seen(table, "1") == pair_seen(table, "4") == chosen
    assert pair_seen(table, "2") == (("The Peacock", ""), ("Sunken Treasure", ""))
    assert pair_seen(table, "3") == (("", ""), ("", ""))


def test_a_choice_may_change_until_the_partner_looks() -> None:
    """VS-A9"""
    table = AtTable(4).deal(ORDER_5)
    table.take("chosen", {"rig": "lower"}, seat="1").take("first_look", seat="1").take(
        "chosen", {"rig": "upper"}, seat="1"
    )
    assert pair_seen(table, "4") == (("Gold Rush", "rigged"), ("Santorini", "secure"))
    assert GAME.view(table.state, "1", {}).own.may_choose
    table.take("first_look", seat="4")
    assert not GAME.view(table.state, "1", {}).own.may_choose
    assert (
        table.refusal("chosen", {"rig": "lower"}, seat="1") == "Clubs has looked at it already, so the choice stands."
    )


@pytest.mark.parametrize("first", ["placed", "laid"])
def test_a_choice_may_change_until_the_first_tile(first: str) -> None:
    """VS-A9: solo as well; however the tile was recorded"""
    table = AtTable(3).begin().take("chosen", {"rig": "lower"}, seat="1")
    assert table.state.round.rigged["1"] == table.state.round.hands["1"][1]
    if first == "placed":
        table.place("1", 4, "Santorini")
    else:
        table.lay("Santorini", s1="4")
    assert table.codes("chosen", {"rig": "upper"}, seat="1") == ["choice-locked-begun"]
    assert not GAME.view(table.state, "1", {}).own.may_choose


def test_a_choice_stays_locked_though_the_first_tile_was_taken_back() -> None:
    """VS-A9, E-20, E-113: the fixer has seen it, and what can be brought back must not tell who chose anew"""
    table = AtTable(3).begin().take("jackpot", casino="Santorini", n=1).undo()
    assert table.codes("chosen", {"rig": "lower"}, seat="1") == []
    table.place("1", 4, "Santorini").undo()
    assert table.codes("chosen", {"rig": "lower"}, seat="1") == ["choice-locked-begun"]
    assert not GAME.view(table.state, "1", {}).own.may_choose
    assert table.redo().state.hand("1") == (1, 2, 3, 5, 6, 7)


def test_a_changed_mind_leaves_no_line() -> None:
    """E-20: how often somebody chose is nobody's business."""
    once = AtTable(4).deal().choose_all()
    often = AtTable(4).deal().take("chosen", {"rig": "lower"}, seat="1").take("chosen", {"rig": "upper"}, seat="1")
    often.take("chosen", {"rig": "upper"}, seat="2")
    assert often.told() == once.told()


def test_the_table_waits_for_looks_and_choices_in_one_wording() -> None:
    """E-20: fixer or partner, still to choose or still to look"""
    table = AtTable(4).deal()
    assert GAME.view(table.state, None, {}).waiting == ("1", "2", "3", "4")
    table.take("first_look", seat="1")
    assert GAME.view(table.state, None, {}).waiting == ("1", "2", "3", "4")
    table.take("chosen", {"rig": "upper"}, seat="1")
    assert GAME.view(table.state, None, {}).waiting == ("2", "3", "4")
    table.take("first_look", seat="4").take("chosen", {"rig": "upper"}, seat="2")
    assert GAME.view(table.state, None, {}).waiting == ("2", "3")
    table.take("first_look", seat="2").take("first_look", seat="3")
    assert GAME.view(table.state, None, {}).waiting == ()
    waiting = AtTable(4).begin()
    assert GAME.view(waiting.state, None, {}).waiting == ("1", "2", "3", "4")
    assert GAME.view(waiting.place("1", 4, "Santorini").state, None, {}).waiting == ()


def test_tiles_wait_for_all_choices() -> None:
    """VS-R17, E-20: the refusal names who is missing, in seat order, and nothing else."""
    table = AtTable(6).deal()
    act = {"set": "1", "tile": 4, "casino": "Santorini"}
    assert table.refusal("placed", **act).startswith("Spades, Diamonds and Hearts have not chosen yet.")
    table.take("chosen", {"rig": "lower"}, seat="2").take("chosen", {"rig": "lower"}, seat="3")
    assert table.refusal("placed", **act).startswith("Spades has not chosen yet.")
    for kind in ("placed", "discarded", "ruled", "token", "laid", "totals", "ended"):
        assert table.codes(kind, **act) == ["choices-missing"]
    table.take("chosen", {"rig": "lower"}, seat="1")
    assert table.codes("placed", **act) == []


def test_jackpots_may_change_while_fixers_choose() -> None:
    """VS-C07b, C05: what a character does at the start of a round"""
    table = AtTable(4).deal().take("jackpot", casino="Santorini", n=3).take("chips", seat="2", n=2)
    assert table.state.jackpots["Santorini"] == 18


# Looks


def test_a_first_look_is_noted_once_a_round() -> None:
    """VS-R19"""
    table = AtTable(4).deal().take("first_look", seat="1")
    assert table.codes("first_look", seat="1") == ["looked-already"]
    assert table.told()[-1] == "Spades has looked."
    table.choose_all().end()
    assert table.codes("first_look", seat="4") == []
    table.reveal_all().close().deal()
    assert table.codes("first_look", seat="2") == []


# Printed cards


def test_a_round_may_go_on_with_printed_cards() -> None:
    """VS-R17: visibly; what the app dealt is void, and nobody's card shows it any more."""
    table = AtTable(4).deal(ORDER_5).take("chosen", {"rig": "upper"}, seat="1").take("printed")
    assert table.state.phase == "turns"
    assert pair_seen(table, "1") == pair_seen(table, "4") == (("", ""), ("", ""))
    assert (table.state.round.hands, table.state.round.rigged) == ({}, {})
    assert "printed fixer cards" in table.told()[-1]
    assert GAME.view(table.state, None, {}).printed
    assert GAME.view(table.state, None, {}).waiting == ()
    assert table.spoken([GAME.view(table.state, "1", {}).own.role]) == [
        "Round 1 is played with the printed cards. Look at those."
    ]
    assert "printed" in GAME.host_kinds
    table.end().reveal_all(["Santorini", "Gold Rush"]).close().deal()
    assert not table.state.round.printed


# A new deal


def test_e113_a_round_is_dealt_anew_for_everyone_to_see() -> None:
    """E-34, E-113: every card, choice and look of the deal before is void; a seal of its own stands in the story."""
    table = AtTable(4).deal(ORDER_5, salt="a" * 64).choose_all().take("first_look", seat="4")
    before, scope = GAME.view(table.state, None, {}).seal, GAME.scope(table.state, "chosen", {"seat": "1"})
    other = tuple(reversed(ORDER_5))
    table.take("redealt", {"order": other, "salt": "b" * 64})
    now = table.state.round
    assert (now.rigged, now.looked, table.state.phase) == ({}, frozenset(), "choose")
    assert now.hands == {"1": other[:2], "2": other[2:4]}
    after = GAME.view(table.state, None, {}).seal
    assert (before.number, after.number) == (1, 2)
    assert before.value != after.value
    assert table.told()[-1] == "Round 1 was dealt anew; the deal before is void."
    assert after.value in table.told()[-2]
    assert GAME.scope(table.state, "chosen", {"seat": "1"}) != scope, "a choice for the void deal is stale (E-52)"
    assert next_undo(GAME, table.log) is None
    assert "redealt" in GAME.host_kinds
    assert GAME.draw(table.state, "redealt") == table.state.casino_names


def test_a_void_deal_opens_at_the_end_beside_the_one_that_counted() -> None:
    """VS-A8, E-113"""
    other = tuple(reversed(ORDER_5))
    table = AtTable(4).deal(ORDER_5, salt="a" * 64).choose_all()
    table.take("redealt", {"order": other, "salt": "b" * 64}).choose_all().end().reveal_all().close()
    table.empty_round().empty_round()
    void, counted, *_ = GAME.view(table.state, None, {}).result.deals
    assert [(deal.round, deal.number, deal.void) for deal in (void, counted)] == [(1, 1, True), (1, 2, False)]
    assert void.fixers == (("1", ((ORDER_5[0], ""), (ORDER_5[1], ""))), ("2", ((ORDER_5[2], ""), (ORDER_5[3], ""))))
    assert "salt " + "a" * 64 in void.slip
    assert "salt " + "b" * 64 in counted.slip


# Undo


def test_no_undo_reaches_behind_a_deal_or_a_reveal() -> None:
    """E-113: looks and choices are passed by, a switch to printed cards stands."""
    table = AtTable(4).take("settled", penalty="experienced").deal().choose_all().take("first_look", seat="4")
    assert next_undo(GAME, table.log) is None
    table.place("1", 4, "Santorini").take("first_look", seat="1")
    assert next_undo(GAME, table.log).kind == "placed"
    table.undo()
    assert next_undo(GAME, table.log) is None
    table.redo().take("printed")
    assert next_undo(GAME, table.log) is None
    table.end()
    assert next_undo(GAME, table.log).kind == "ended"
    table.reveal_all(["Santorini", "Gold Rush"])
    assert next_undo(GAME, table.log).kind == "turned_over", "what was typed is no deal that was opened"
    table.close().begin().end().take("revealed", fixer="2")
    assert next_undo(GAME, table.log) is None


def begun() -> AtTable:
    return AtTable(4).begin().place("1", 4, "Santorini")


def looked() -> AtTable:
    return AtTable(4).begin().take("first_look", seat="4")


REFUSALS = [
    refused("VS-R16", lambda: AtTable(4), "dealt", "deal-broken", secret={"order": ORDER_5[:4]}),
    refused("VS-R16", lambda: AtTable(4), "dealt", "deal-broken", secret={"order": (*ORDER_5[:4], "Gold Rush")}),
    refused("VS-R03", lambda: AtTable(4), "dealt", "deal-broken", secret={"order": CASINOS}),
    refused("VS-R16", lambda: AtTable(4), "dealt", "deal-broken"),
    refused("VS-R16", lambda: AtTable(4).deal(), "dealt", "not-now-choose", secret={"order": ORDER_5}),
    refused("VS-R16", lambda: AtTable(4).begin(), "dealt", "not-now-turns", secret={"order": ORDER_5}),
    refused("VS-R16", lambda: AtTable(4).begin().end(), "dealt", "not-now-payout", secret={"order": ORDER_5}),
    refused("VS-R09", lambda: AtTable(4).empty_round().empty_round().empty_round(), "dealt", "not-now-over"),
    refused("VS-R17", lambda: AtTable(4).deal(), "chosen", "choice-unknown", "upper", secret={"rig": "both"}, seat="1"),
    refused("VS-R17", lambda: AtTable(4).deal(), "chosen", "choice-unknown", seat="1"),
    refused("VS-R15", lambda: AtTable(4).deal(), "chosen", "no-choice", "Clubs", "Spades and Diamonds", seat="4"),
    refused("E-112", lambda: AtTable(4).deal(), "chosen", "no-choice", seat="9"),
    refused("VS-R17", lambda: AtTable(4).deal().take("printed"), "chosen", "no-choice", seat="1"),
    refused("VS-A9", begun, "chosen", "choice-locked-begun", "round 1", secret={"rig": "lower"}, seat="1"),
    refused("VS-A9", looked, "chosen", "choice-locked-looked", "Clubs", secret={"rig": "lower"}, seat="1"),
    refused("VS-R19", looked, "first_look", "looked-already", "Clubs", seat="4"),
    refused("VS-A9", lambda: AtTable(4).begin().end(), "chosen", "not-now-payout", secret={"rig": "upper"}, seat="1"),
    refused("VS-R17", lambda: AtTable(4), "chosen", "not-now-setup", secret={"rig": "upper"}, seat="1"),
    refused("E-113", begun, "redealt", "redeal-begun", "round 1", secret={"order": ORDER_5}),
    refused("E-113", lambda: AtTable(4), "redealt", "not-now-setup", secret={"order": ORDER_5}),
    refused("E-113", lambda: AtTable(4).begin().end(), "redealt", "not-now-payout", secret={"order": ORDER_5}),
    refused("E-113", lambda: AtTable(4).deal(), "redealt", "deal-broken", secret={"order": ("Santorini",)}),
    refused("E-113", lambda: AtTable(4).deal().take("printed"), "redealt", "printed-already", "Round 1"),
    refused("VS-R18", lambda: AtTable(4).deal(), "first_look", "nothing-to-see", seat="4"),
    refused("VS-R18", lambda: AtTable(4).deal().take("printed"), "first_look", "nothing-to-see", seat="1"),
    refused("E-08", lambda: AtTable(4).deal(), "first_look", "nothing-to-see", seat="9"),
    refused("VS-R19", lambda: AtTable(4), "first_look", "not-now-setup", seat="1"),
    refused("VS-R17", lambda: AtTable(4).deal().take("printed"), "printed", "printed-already", "Round 1"),
    refused("VS-R17", lambda: AtTable(4, settings={"fixer_cards": "printed"}).deal(), "printed", "printed-already"),
    refused("VS-R17", lambda: AtTable(4).begin().end(), "printed", "not-now-payout"),
]


@pytest.mark.parametrize("case", REFUSALS)
def test_refused(case: Refusal) -> None:
    """E-106, E-112"""
    case.check()
