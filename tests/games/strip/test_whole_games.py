"""What holds at every step of whole random games of two to six people: tokens, blockers and characters included."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from companion.engine import (
    AMENDED,
    BrokenLog,
    Event,
    Refused,
    next_redo,
    next_undo,
    replay,
    standing,
    taken_back,
)
from companion.games.strip.components import CASINO_COUNT, SEVEN, TEAM_COUNT
from companion.games.strip.state import State
from companion.games.strip.tally import after_payout, books
from tests.games.strip.at_table import GAME, GAMES, AtTable, put_right, random_game, reasons_in
from tests.games.strip.by_hand import Evening

BATCH = 20


def plain(table: AtTable) -> bool:
    """Tell the games without characters, typed totals and casinos as they lie: every fourth."""
    more = {"shuffled", "jackpot", "chips", "token", "laid", "ruled", "totals", "ended"}
    return not {event.kind for event in table.log} & more


def batches() -> Iterator[Any]:
    for players in range(2, 7):
        for batch in range(max(1, GAMES // BATCH)):
            yield pytest.param((players, batch), id=f"{players}-players-{batch}")


@pytest.fixture(scope="module", params=batches())
def tables(request: pytest.FixtureRequest) -> list[AtTable]:
    """Play a batch of games; all tests of one batch run on the same ones."""
    return played(*request.param)


@lru_cache(maxsize=2)
def played(players: int, batch: int) -> list[AtTable]:
    """Play a batch, and hold it: pytest may let go of a fixture between two tests of one batch."""
    seeds = range(batch * BATCH, batch * BATCH + min(BATCH, GAMES))
    return [random_game(players, seed, plain=seed % 4 == 0) for seed in seeds]


def steps(table: AtTable) -> Iterator[tuple[State, Event, State]]:
    """Walk through a game: the state before each event, the event, the state after it."""
    for (before, after), event in zip(pairwise(table.states), table.log[1:], strict=True):
        yield before, event, after


def payouts(table: AtTable) -> Iterator[State]:
    """Find the states in which a round is about to be closed."""
    return (before for before, event, _ in steps(table) if event.kind == "closed")


def on_paper(event: Event) -> Event:
    """Write an event down and read it again, as the store does."""
    return replace(event, data=json.loads(json.dumps(event.data)), secret=json.loads(json.dumps(event.secret)))


# Money


def test_the_books_balance_after_every_event(tables: list[AtTable]) -> None:
    """VS-P1, E-85"""
    for table in tables:
        assert [books(state).balance for state in table.states] == [0] * len(table.states)


def test_closing_a_round_moves_every_chip_somewhere(tables: list[AtTable]) -> None:
    """VS-P1, E-85: net gains, changes of jackpots and the change of the supply add up to 0 in every round."""
    for table in tables:
        for before, event, after in steps(table):
            if event.kind == "dealt" and not before.past:
                continue
            players = sum(after.chips(s) - before.chips(s) for s in before.seats)
            jackpots = sum(after.jackpots.values()) - sum(before.jackpots.values())
            given = sum(after.round.chips.values()) if after.round else 0
            given -= sum(before.round.chips.values()) if before.round else 0
            assert players + jackpots + given + after.supply - before.supply == 0, event


def test_income_comes_from_jackpots_secure_casinos_and_characters(tables: list[AtTable]) -> None:
    """VS-P2, P15"""
    for table in tables:
        for state in payouts(table):
            now, paid = state.round, after_payout(state)
            rigged = {casino for _, casino in now.reveals}
            tops = {casino: state.standing_at(casino)[:1] for casino in state.casino_names}
            jackpots = sum(state.jackpots[c] for c in rigged for s, _ in tops[c] if s in state.seats)
            secure = [entry for c in state.casino_names if c not in rigged for entry in state.standing_at(c)[1:]]
            totals = sum(points for s, points in secure if s in state.seats)
            assert sum(paid.income.values()) == jackpots + totals + sum(now.chips.values())
            assert set(paid.income) == set(state.seats)


def test_partners_get_equal_shares_and_solo_players_all_they_bring(tables: list[AtTable]) -> None:
    """VS-P9, P15, R36, R37, E-83"""
    for table in tables:
        for state in payouts(table):
            paid = after_payout(state)
            for pile in paid.piles:
                assert pile.pile == sum(paid.income[seat] for seat in pile.team)
                assert pile.pile == len(pile.team) * pile.share + pile.returned
                assert 0 <= pile.returned < len(pile.team)
            if len(state.seats) < 4:
                assert {p.team[0]: p.share for p in paid.piles} == paid.income
            for seat, gain in paid.gain.items():
                share = next(pile.share for pile in paid.piles if seat in pile.team)
                assert share - gain == paid.penalties.get(seat, 0)
                assert 0 <= gain <= share


def test_a_refill_changes_empty_casinos_alone(tables: list[AtTable]) -> None:
    """VS-P10, R44, A26: after the last round nothing is refilled."""
    for table in tables:
        starting = table.state.settings.starting_jackpot
        for before, event, after in steps(table):
            if event.kind != "closed":
                continue
            due = books(before).jackpots
            last = len(after.past) == 3
            assert after.jackpots == {c: n if n or last else starting for c, n in due.items()}


def test_paid_by_hand_the_evening_ends_the_same(tables: list[AtTable]) -> None:
    """VS-R28 to R37, R44, R45, C09: the log counted a second time, slowly and without the package."""
    for table in tables:
        evening = Evening(table.log)
        state = table.state
        assert [dict(closed.gain) for closed in state.past] == [round["gains"] for round in evening.rounds]
        assert {seat: state.chips(seat) for seat in state.seats} == evening.chips
        assert dict(state.jackpots) == evening.jackpots
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert sorted(outcome.winners) == sorted(evening.winners())


def test_no_tile_breaks_what_a_character_limits(tables: list[AtTable]) -> None:
    """VS-R22, R25, R27: by the log counted a second time; what the table ruled is left out."""
    for table in tables:
        assert Evening(table.log).breaches == []


def test_a_penalty_is_suggested_for_a_seven_placed_at_the_own_rigged_casino(tables: list[AtTable]) -> None:
    """VS-C09, A16, A17: placed there with a 7 on it, and lying there still; blockers are free (VS-R42)."""
    for table in tables:
        sevens: list[tuple[str, int, str]] = []
        for before, event, _ in steps(table):
            if event.kind == "dealt":
                sevens = []
            if event.kind == "placed" and event.data["tile"] + 3 * event.data.get("token", False) == SEVEN:
                sevens.append((event.data["set"], event.data["tile"], event.data["casino"]))
            if event.kind != "closed" or before.round.typed is not None:
                continue
            rigged = dict(before.round.reveals)
            wrong = {
                s
                for s, face, casino in sevens
                if s in before.seats
                and rigged[before.round.teams.team_of(s)[0]] == casino
                and any(tile.face == face for tile in before.there(casino).get(s, ()))
            }
            view = GAME.view(before, None, {}).payout
            assert {penalty.seat for penalty in view.penalties if penalty.suggested} == wrong


# Tiles


def test_without_characters_every_casino_keeps_a_single_leader(tables: list[AtTable]) -> None:
    """VS-P5, P6: the top is never level, a lead never shrinks, and a leader is only ever overtaken."""
    for table in filter(plain, tables):
        for before, event, after in steps(table):
            if event.kind not in ("placed", "discarded"):
                continue
            for casino in after.casino_names:
                standing_now, standing_then = after.standing_at(casino), before.standing_at(casino)
                totals = [points for _, points in standing_now]
                assert totals == sorted(totals, reverse=True)
                assert len(totals) < 2 or totals[0] > totals[1]
                if standing_then:
                    assert totals[0] >= standing_then[0][1]
                    assert dict(standing_now)[standing_then[0][0]] >= standing_then[0][1]


def test_every_set_uses_all_its_tiles_and_no_tile_twice(tables: list[AtTable]) -> None:
    """VS-P7, R20, R22, A36"""
    for table in filter(plain, tables):
        for state in payouts(table):
            for set_id in state.sets:
                lying = [t.face for c in state.casino_names for t in state.there(c).get(set_id, ())]
                gone = [d.face for d in state.round.discards if d.set == set_id]
                assert sorted(lying + gone) == sorted(state.settings.tiles)
            for casino in state.casino_names:
                assert all(len(tiles) <= 2 for tiles in state.there(casino).values())


def test_hands_and_tiles_on_the_table_are_one_set_at_any_time(tables: list[AtTable]) -> None:
    """VS-P7: with everything a character may do"""
    for table in tables:
        for state in table.states:
            for set_id in state.sets if state.round else ():
                lying = [t.face for c in state.casino_names for t in state.there(c).get(set_id, ())]
                gone = [d.face for d in state.round.discards if d.set == set_id]
                assert sorted([*lying, *gone, *state.hand(set_id)]) == sorted(state.settings.tiles)
            assert 0 <= state.tokens_left <= 6


def test_turns_go_round_the_table(tables: list[AtTable]) -> None:
    """VS-R20, R38, R39, R43, A20: at a table of two the first player opens with a blocker and ends with a tile."""
    for table in filter(plain, tables):
        for state in payouts(table):
            order = state.round.teams.order
            played = [
                event.data["set"]
                for event in table.log
                if event.kind in ("placed", "discarded") and self_round(table, event) == state.round.number
            ]
            tiles = len(state.settings.tiles)
            if len(order) > 2:
                assert played == list(order) * tiles
                continue
            first, second = order
            turns = [{f"{first}b"}]
            for _ in range(tiles - 1):
                turns += [{second, f"{second}b"}, {first, f"{first}b"}]
            turns += [{second, f"{second}b"}, {first}]
            for turn in turns:
                halves, played = played[: len(turn)], played[len(turn) :]
                assert set(halves) == turn
            assert played == []


def self_round(table: AtTable, event: Event) -> int:
    """Number the round in which an event fell."""
    state = table.states[event.number - 1]
    return state.round.number if state.round else 0


# Deals and teams


def test_every_casino_lies_in_one_hand_at_most(tables: list[AtTable]) -> None:
    """VS-P12, R03, R14, R16, A4, A7, E-30"""
    for table in tables:
        for _, event, after in steps(table):
            if event.kind != "dealt":
                continue
            now, players = after.round, len(after.seats)
            assert len(now.fixers) == TEAM_COUNT[players]
            if now.printed:
                assert not now.hands
                continue
            assert tuple(now.hands) == now.fixers
            cards = [casino for hand in now.hands.values() for casino in hand]
            assert sorted([*cards, *now.deal.undealt]) == sorted(after.casino_names)
            assert len(now.deal.undealt) == (1 if players in (2, 4) else 0)
            assert len(after.casino_names) == CASINO_COUNT[players]


def test_reveals_are_distinct_and_one_for_each_team(tables: list[AtTable]) -> None:
    """VS-P12, A7, A10"""
    for table in tables:
        for state in payouts(table):
            now = state.round
            assert [fixer for fixer, _ in now.reveals] == list(now.fixers)
            assert len({casino for _, casino in now.reveals}) == len(now.fixers)
            for fixer, casino in now.reveals if not now.printed else ():
                assert casino in now.hands[fixer]


def test_nobody_has_a_partner_twice(tables: list[AtTable]) -> None:
    """VS-P13, C02"""
    for table in tables:
        pairs = [team for closed in table.state.past for team in closed.round.teams.teams if len(team) == 2]
        assert len({frozenset(pair) for pair in pairs}) == len(pairs)
        firsts = [closed.round.teams.first for closed in table.state.past]
        assert firsts == [*table.state.seats, *table.state.seats][:3]


# The log


def test_every_game_ends_after_three_rounds(tables: list[AtTable]) -> None:
    """VS-R09, R45, E-82: and not before"""
    for table in tables:
        assert [GAME.outcome(state) is not None for state in table.states] == [len(s.past) == 3 for s in table.states]
        end = GAME.outcome(table.state)
        assert end is not None
        assert sorted(end.order) == sorted(table.state.seats)
        assert [end.places[seat] for seat in end.order] == sorted(end.places.values())
        assert set(end.winners) >= {seat for seat, place in end.places.items() if place == 1}
        assert end.because


def test_a_log_cut_at_any_event_tells_the_same_state(tables: list[AtTable]) -> None:
    """VS-P16, E-112, E-91: read back from paper, every prefix gives hands, turn, phase and chips as they were."""
    for table in tables[::2]:
        first, *rest = map(on_paper, table.log)
        state = GAME.start(first)
        assert isinstance(state, State)
        assert state == table.states[0]
        for event, then in zip(rest, table.states[1:], strict=True):
            state = GAME.apply(state, event)
            assert isinstance(state, State), event
            # The story only grows: it is compared once, at the end.
            assert replace(state, story=state.story[-2:]) == replace(then, story=then.story[-2:]), event
            assert (state.phase, state.on_turn, state.halves) == (then.phase, then.on_turn, then.halves)
        assert state == table.state
        cut = Random(len(rest)).randrange(len(table.log))
        assert replay(GAME, table.log[: cut + 1]) == table.states[cut]


def test_a_refused_event_cannot_stand_in_a_log(tables: list[AtTable]) -> None:
    """E-112"""
    for table in tables:
        chance = Random(len(table.log))
        at = chance.randrange(1, len(table.log))
        state, log = table.states[at], table.log[: at + 1]
        kind, data, secret = chance.choice([*OUT_OF_PLACE, *(as_act(e) for e in table.log)])
        event = Event(kind, data, secret, number=len(log) + 1)
        after = GAME.apply(state, event)
        if isinstance(after, Refused):
            with pytest.raises(BrokenLog) as broken:
                replay(GAME, [*log, event])
            assert broken.value.number == event.number
        else:
            assert replay(GAME, [*log, event]) == after


OUT_OF_PLACE = [
    ("placed", {"set": "1", "tile": 4, "casino": "Nowhere"}, {}),
    ("placed", {"set": "9", "tile": 4, "casino": "Santorini"}, {}),
    ("revealed", {"fixer": "2", "casino": ""}, {}),
    ("closed", {}, {}),
    ("dealt", {}, {"order": []}),
    ("chosen", {"seat": "1"}, {"rig": "both"}),
    ("corrected", {"seat": "1", "n": -400}, {}),
    ("nonsense", {}, {}),
]


def as_act(event: Event) -> tuple[str, Any, Any]:
    return event.kind, event.data, event.secret


def test_taken_back_and_brought_back_the_table_is_the_same(tables: list[AtTable]) -> None:
    """VS-P16, E-113: an undo gives the state without the event, a redo gives it back; never behind deal or reveal."""
    for number, table in enumerate(tables):
        at = Random(number).randrange(1, len(table.log))
        log, state = table.log[: at + 1], table.states[at]
        target = next_undo(GAME, log)
        if target is None:
            behind = [event for event in log if event.kind not in GAME.passing_kinds]
            assert behind[-1].kind in GAME.lasting_kinds
            continue
        assert target.kind not in GAME.lasting_kinds | GAME.passing_kinds
        undone = Event("undone", {"event": target.number}, number=len(log) + 1)
        again = Event("redone", {"event": target.number}, number=len(log) + 2)
        assert taken_back([*log, undone]) == {target.number}
        assert target not in standing([*log, undone])
        assert next_redo(GAME, [*log, undone]) == target
        assert next_redo(GAME, [*log, undone, again]) is None
        assert next_undo(GAME, [*log, undone, again]) == target
        between = GAME.without(table.states[target.number - 2], target)
        assert replay(GAME, [*log, undone]) == _go_on(between, log[target.number :])
        assert replay(GAME, [*log, undone, again]) == state


def test_a_line_put_right_moves_chips_alone_and_can_be_taken_back(tables: list[AtTable]) -> None:
    """E-90, E-85: any line of any round struck or changed: books balance, deals and reveals stand, an undo restores."""
    for number, table in enumerate(tables):
        chance, state = Random(number), table.states[-1]
        target = chance.choice([event for event in table.log if event.kind in GAME.mended_kinds])
        says = (
            {**target.data, "tile": chance.randint(1, 7)} if "tile" in target.data and chance.random() < 0.5 else None
        )
        asked = Event(AMENDED, {"event": target.number, "becomes": says}, number=len(table.log) + 1)
        found = put_right(GAME, table.log, asked)
        if isinstance(found, Event):
            assert found == target or found.kind not in GAME.mended_kinds
            continue
        change, after = found
        assert books(after).balance == 0
        assert [dealt(closed.round) for closed in after.past] == [dealt(closed.round) for closed in state.past]
        log = [*table.log, on_paper(change)]
        assert replay(GAME, log) == after
        assert next_undo(GAME, log) == log[-1]
        undone = Event("undone", {"event": change.number}, number=len(log) + 1)
        assert replay(GAME, [*log, undone]) == state
        again = Event("redone", {"event": change.number}, number=len(log) + 2)
        assert next_redo(GAME, [*log, undone]) == log[-1]
        assert replay(GAME, [*log, undone, again]) == after


def dealt(now: Any) -> tuple[Any, ...]:
    return now.number, now.hands, now.rigged, now.reveals, now.fixers


def _go_on(state: State, events: Iterable[Event]) -> State:
    """Take events from a state on; an undo leaves only those that passed it by."""
    for event in events:
        after = GAME.apply(state, event)
        assert isinstance(after, State), event
        state = after
    return state


def test_what_is_offered_is_taken_and_what_is_taken_is_offered(tables: list[AtTable]) -> None:
    """E-109: for every tile, casino and discard of every set, and for the acts of the table"""
    for number, table in enumerate(tables):
        chance = Random(number)
        for state in chance.sample(table.states, 2):
            for seat in (None, chance.choice(state.seats)):
                offered = {key(o.kind, o.data, o.secret): o.reasons for o in GAME.options(state, seat)}
                for kind, data, secret in singly(state, seat):
                    after = GAME.apply(state, Event(kind, data, secret))
                    reasons = after.reasons if isinstance(after, Refused) else ()
                    if key(kind, data, secret) in offered:
                        assert offered[key(kind, data, secret)] == reasons
                    else:
                        assert reasons, (kind, data, "is taken but not offered")


def key(kind: str, data: Any, secret: Any) -> str:
    return json.dumps([kind, data, secret], sort_keys=True)


def singly(state: State, seat: str | None) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Name every act without a free number, whether it makes sense now or not."""
    if seat is None:
        yield "dealt", {}, {"order": list(state.casino_names)}
        yield from ((kind, {}, {}) for kind in ("printed", "ended", "closed"))
        for fixer in state.seats:
            yield "revealed", {"fixer": fixer}, {}
            yield from (("turned_over", {"fixer": fixer, "casino": c}, {}) for c in state.casino_names)
            yield from (("penalty", {"seat": fixer, "on": on}, {}) for on in (True, False))
        return
    yield "first_look", {"seat": seat}, {}
    yield from (("chosen", {"seat": seat}, {"rig": rig}) for rig in ("upper", "lower"))
    for set_id in (seat, f"{seat}b"):
        for tile in range(9):
            yield "discarded", {"set": set_id, "tile": tile}, {}
            yield from (("placed", {"set": set_id, "tile": tile, "casino": c}, {}) for c in state.casino_names)


def test_every_word_of_a_game_can_be_spoken(tables: list[AtTable]) -> None:
    """E-106: every reason in the views of every step has a sentence, and every value that the sentence names."""
    for number, table in enumerate(tables):
        chance = Random(number)
        for state in [*chance.sample(table.states, 2), table.state]:
            at = {"tile": str(chance.randint(1, 7)), "set": chance.choice(state.sets), "sheet": "ask"}
            view = GAME.view(state, chance.choice((None, *state.seats)), at, held=True)
            assert all(table.spoken(reasons_in(view)))
