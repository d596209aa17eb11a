"""What holds at every step of whole random games with real cards, for one to eight people.

The simulator itself compares on the way: whose turn it is and its stage (SM-P11), the tops of every recorded machine
(SM-R21), the marks of the grid check (E-114), what must be told next (SM-A9), and that no card is lost (SM-P1).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from companion.engine import AMENDED, BrokenLog, Event, Refused, next_redo, next_undo, replay
from companion.games.slots import GAME
from companion.games.slots.state import Machine, State
from companion.games.slots.symbols import CARDS
from companion.games.slots.variations import VARIATIONS
from tests.games.slots.at_machine import on_paper
from tests.games.slots.simulator import POINTS, Simulator, random_house
from tests.games.strip.at_table import GAMES as OF_THE_OTHER_GAME
from tests.games.strip.at_table import put_right, reasons_in

#: a whole game here has as many events as ten of the other, and there are eight numbers of people
GAMES = max(1, OF_THE_OTHER_GAME // 20)
BATCH = 5


def batches() -> Iterator[Any]:
    for players in GAME.players:
        for batch in range(-(-GAMES // BATCH)):
            yield pytest.param((players, batch), id=f"{players}-players-{batch}")


def played(players: int, seed: int) -> Simulator:
    chance = Random(f"{players}-{seed}")
    return Simulator(random_house(players, chance), chance).play()


@pytest.fixture(scope="module", params=batches())
def games(request: pytest.FixtureRequest) -> list[Simulator]:
    """Play a batch of games; all tests of one batch run on the same ones."""
    return batch_of(*request.param)


@lru_cache(maxsize=2)
def batch_of(players: int, batch: int) -> list[Simulator]:
    """Play a batch, and hold it: pytest may let go of a fixture between two tests of one batch."""
    return [played(players, seed) for seed in range(batch * BATCH, min(GAMES, (batch + 1) * BATCH))]


def some(sim: Simulator, chance: Random, n: int) -> list[State]:
    states = sim.table.states
    return [*chance.sample(states, min(n, len(states))), states[-1]]


def test_a_game_ends_with_the_points_counted_by_hand(games: list[Simulator]) -> None:
    """SM-R46, R47, VC, VO, VR, E-91, E-95, E-96, SM-P2, P8: totals, places and winners, missing values told as such"""
    for sim in games:
        view = sim.table.view()
        totals = sim.totals()
        assert dict(view.standings.totals) == totals
        assert view.standings.incomplete == sim.missing()
        for row in view.sheet:
            number = len(sim.lines) - 1
            assert row.points == sim.points(number, row.seat)
            assert row.total == sum(sim.points(n, row.seat) for n in range(number + 1))
            assert sum(line.points or 0 for line in row.sums) == row.points
            assert bool(row.missing) == any(line.points is None for line in row.sums)
        outcome = GAME.outcome(sim.table.state)
        assert outcome is not None
        best = max(totals.values())
        together = sim.house.mode in ("solo", "co-operative")
        assert set(outcome.winners) == (set() if together else {who for who in totals if totals[who] == best})
        assert sorted(outcome.order) == sorted(totals)
        assert view.result is not None
        assert bool(view.result.incomplete) == sim.missing()


def test_a_log_tells_the_same_wherever_it_is_cut(games: list[Simulator]) -> None:
    """E-112, E-91: written down and read again, cut at any event"""
    for number, sim in enumerate(games):
        log = [on_paper(event) for event in sim.table.log]
        assert replay(GAME, log) == sim.table.state
        at = Random(number).randint(1, len(log))
        assert replay(GAME, log[:at]) == sim.table.states[at - 1]


def test_a_log_with_a_line_that_the_rules_refuse_is_found_out(games: list[Simulator]) -> None:
    """E-112: the line is named, and nothing behind it is told"""
    for number, sim in enumerate(games):
        at = Random(number).randrange(1, 60)
        strange = Event("played", {"machine": 7, "cell": 0, "card": "C"}, number=9999)
        with pytest.raises(BrokenLog) as broken:
            replay(GAME, [*sim.table.log[:at], strange, *sim.table.log[at:]])
        assert broken.value.number == 9999


def test_what_is_offered_is_taken_and_what_is_taken_is_offered(games: list[Simulator]) -> None:
    """E-109: every card on every cell, every claim, every card that is asked for, prizes, turns and the clock"""
    for number, sim in enumerate(games):
        chance = Random(number)
        for state in some(sim, chance, 1):
            for seat in (None, chance.choice(state.seats)):
                offered = {key(o.kind, o.data): o.reasons for o in GAME.options(state, seat)}
                for kind, data in singly(state, seat):
                    after = GAME.apply(state, Event(kind, data, {"order": tuple(VARIATIONS)}, at=state.story[-1].at))
                    reasons = after.reasons if isinstance(after, Refused) else ()
                    if key(kind, data) in offered:
                        assert offered[key(kind, data)] == reasons
                    else:
                        assert reasons, (kind, data, "is taken but not offered")


def key(kind: str, data: Any) -> str:
    return json.dumps([kind, data], sort_keys=True)


def singly(state: State, seat: str | None) -> Iterator[tuple[str, dict[str, Any]]]:
    """Name every act without a free number, whether it makes sense now or not."""
    if seat is not None:
        for number in range(len(state.sheets) + 2):
            for symbol in CARDS:
                yield from (("prize", {"seat": seat, "symbol": symbol, "n": n, "round": number}) for n in (1, -1))
        return
    yield from ((kind, {}) for kind in ("begun", "turned", "ended"))
    yield "surprised", {"keeps": True}
    yield from (("varied", {"letter": letter, "on": letter not in state.variations}) for letter in VARIATIONS)
    yield "emptied", {"on": not state.emptied}
    yield from (("spun", {"spin": spin, "asks": True}) for spin in "ABC")
    yield from (("cumbered", {"action": action, "asks": True}) for action in range(7))
    yield from (("clock", {"do": do}) for do in ("start", "pause", "resume", "stop"))
    for machine, cell, card in ((m, c, s) for m in range(2) for c in range(12) for s in (*POINTS, "*", ".")):
        yield "played", {"machine": machine, "cell": cell, "card": card}
        yield "shown", {"machine": machine, "cell": cell, "card": card}


def test_an_undo_takes_back_one_act_and_a_redo_brings_it_back(games: list[Simulator]) -> None:
    """E-94, E-113: whatever stands beside the play is passed by, the set-up is never reached"""
    for number, sim in enumerate(games):
        chance = Random(number)
        log = sim.table.log[: chance.randint(1, min(len(sim.table.log), 120))]
        target = next_undo(GAME, log)
        if target is None:
            assert {event.kind for event in log} <= GAME.lasting_kinds | GAME.passing_kinds
            continue
        assert target.kind not in GAME.lasting_kinds | GAME.passing_kinds
        undone = Event("undone", {"event": target.number}, number=len(log) + 1)
        again = Event("redone", {"event": target.number}, number=len(log) + 2)
        assert next_redo(GAME, [*log, undone]) == target
        replay(GAME, [*log, undone])
        assert replay(GAME, [*log, undone, again]) == replay(GAME, log)


def test_a_line_put_right_moves_points_alone_and_can_be_taken_back(games: list[Simulator]) -> None:
    """E-90, E-91: any line struck; rounds and variations stand, an undo restores"""
    for number, sim in enumerate(games):
        log = sim.table.log
        target = Random(number).choice([event for event in log if event.kind in GAME.mended_kinds])
        asked = Event(AMENDED, {"event": target.number, "becomes": None}, number=len(log) + 1)
        found = put_right(GAME, log, asked)
        if isinstance(found, Event):
            assert found.kind not in GAME.mended_kinds
            continue
        change, after = found
        state = sim.table.state
        assert after.variations == state.variations
        assert [sheet.ended for sheet in after.sheets] == [sheet.ended for sheet in state.sheets]
        undone = Event("undone", {"event": change.number}, number=len(log) + 2)
        assert replay(GAME, [*log, on_paper(change), undone]) == state


def test_every_word_of_a_game_can_be_spoken(games: list[Simulator]) -> None:
    """E-106: every reason in the views and options of every kind of state has a sentence"""
    for number, sim in enumerate(games):
        chance = Random(number)
        for state in some(sim, chance, 2):
            card = chance.choice(sorted(state.cards))
            at = {"sheet": "grid", "card": card, "cell": str(chance.randrange(9)), "machine": str(chance.randrange(3))}
            view = GAME.view(state, chance.choice((None, *state.seats)), at)
            assert all(sim.table.spoken(reasons_in(view)))
            refused = [reason for option in GAME.options(state, None) for reason in option.reasons]
            assert all(sim.table.spoken(refused))


def test_everybody_sees_the_same_and_no_card_below_another(games: list[Simulator]) -> None:
    """SM-R21: what lies under a top never leaves the state"""
    for number, sim in enumerate(games):
        for state in some(sim, Random(number), 1):
            at = {"sheet": "grid", "machine": "0"}
            seen = GAME.view(state, None, at)
            assert all(GAME.view(state, seat, at) == seen for seat in state.seats)
            hidden = tuple(machine and below_hidden(machine) for machine in state.machines)
            assert GAME.view(replace(state, machines=hidden), None, at) == seen


def below_hidden(machine: Machine) -> Machine:
    """Put an ANY in the place of every card that lies below another."""
    known = ((stack[:1] if stack[:1] == "?" else "", stack.lstrip("?")) for stack in machine.stacks)
    stacks = tuple((below + "*" * (len(cards) - 1) + cards[-1:]) for below, cards in known)
    return replace(machine, stacks=stacks)


def test_the_simulator_is_worth_its_time(games: list[Simulator]) -> None:
    """Else nothing would be tested: rounds have turns, and most tables record their grids"""
    for sim in games:
        kinds = [event.kind for event in sim.table.log]
        assert kinds.count("turned") >= 12
        if sim.house.tracked == "all":
            assert kinds.count("played") >= 12
            assert kinds.count("claimed") + kinds.count("prize") > 0
