"""What each viewer may know: the swap test on every view, and the card that a seat holds open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from companion.engine import Event, Refused
from companion.games.strip.components import CASINO_COUNT, CASINOS
from companion.games.strip.state import Closed, Discard, Round, State
from companion.games.strip.view import CardView
from tests.games.strip.at_table import GAME, GAMES, SURE, AtTable, random_round

A, B, C, D, E, F = CASINOS
COUNTS = range(2, 7)

ATS: list[dict[str, str]] = [
    {},
    {"tile": "7", "set": "1"},
    {"tile": "4", "token": "1", "set": "2"},
    {"tile": "1", "set": "2b"},
    {"sheet": "ask", "casino": A, "tile": "7", "set": "3"},
    {"sheet": "ask", "casino": B, "tile": "5", "tiles_1": "4 5", "tiles_2": "7"},
    {"sheet": "discard"},
    {"sheet": "reveal", "casino": C},
    {"sheet": "penalty"},
    {"lay": D, "totals": "1", "menu": "1", "end": "1"},
]


# The swap test: two tables with the same acts that differ in what is hidden


@dataclass(frozen=True)
class Swap:
    """Two tables that differ in one hidden thing, and the seats that may see the difference on a held card."""

    one: AtTable
    other: AtTable
    insiders: frozenset[str]


Change = Callable[[Event, State, Random], Event]


def other_choice(event: Event, state: State, chance: Random) -> Event:
    """Let the first fixer of each round rig the other one."""
    if event.kind == "chosen" and event.data["seat"] == state.round.fixers[0]:
        return replace(event, secret={"rig": {"upper": "lower", "lower": "upper"}[event.secret["rig"]]})
    return event


def other_places(event: Event, state: State, chance: Random) -> Event:
    """Deal the first fixer the same two casinos in the other order."""
    if event.kind == "dealt":
        upper, lower, *rest = event.secret["order"]
        return replace(event, secret={"order": (lower, upper, *rest)})
    return event


def other_casino(event: Event, state: State, chance: Random) -> Event:
    """Deal the first fixer the casino that nobody was dealt: possible at two and four."""
    if event.kind == "dealt":
        upper, lower, *rest, left = event.secret["order"]
        return replace(event, secret={"order": (left, lower, *rest, upper)})
    return event


def other_deal(event: Event, state: State, chance: Random) -> Event:
    """Deal and choose anew for everyone."""
    if event.kind == "dealt":
        order = list(event.secret["order"])
        chance.shuffle(order)
        return replace(event, secret={"order": tuple(order)})
    if event.kind == "chosen":
        return replace(event, secret={"rig": chance.choice(("upper", "lower"))})
    return event


def swapped(players: int, seed: int, change: Change, rounds: int = 1) -> Swap:
    """Play up to the first reveal of a round by chance, then once more with something hidden changed.

    A round that went on with printed cards reveals nothing of the app's deal: it is played up to its close.
    """
    chance = Random(seed)
    one = AtTable(players, settings={"chip_totals": chance.choice(("open", "hidden"))})
    for _ in range(rounds - 1):
        one.empty_round()
    random_round(one, chance)
    other = AtTable(players, settings=one.log[0].data["settings"])
    for event in one.log[1:]:
        if event.kind in ("revealed", "closed") and other.state.round and other.state.round.number == rounds:
            break
        hidden = change(event, other.state, chance) if len(other.state.past) == rounds - 1 else event
        after = GAME.apply(other.state, hidden)
        assert not isinstance(after, Refused), (event, after)
        other._keep(hidden, after)
    now = other.state.round
    insiders = now.teams.team_of(now.fixers[0]) if change is not other_deal else other.state.seats
    return Swap(one, other, frozenset(insiders))


def viewers(state: State) -> tuple[str | None, ...]:
    return (None, *state.seats)


CASES = [
    pytest.param(players, change, id=f"{players}-{change.__name__}")
    for players in COUNTS
    for change in (other_choice, other_places, other_casino, other_deal)
    if change is not other_casino or players in (2, 4)
]


@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize(("players", "change"), CASES)
def test_nobody_outside_a_team_sees_what_it_was_dealt_or_chose(players: int, change: Change, number: int) -> None:
    """E-01, E-10, E-27, E-115, VS-P14: at every step, for every viewer, page and sheet, at rest and held"""
    differed = 0
    for seed in range(max(2, GAMES // 100)):
        swap = swapped(players, seed, change, number)
        steps = list(zip(swap.one.states, swap.other.states, strict=False))
        for at, (one, other) in enumerate(steps):
            # Most tiles are like the one before.
            if len(one.past) < number - 1 or (swap.one.log[at].kind == "placed" and at % 7 and at < len(steps) - 2):
                continue
            look = ATS[at % len(ATS)]
            for viewer in viewers(one):
                assert GAME.view(one, viewer, look) == GAME.view(other, viewer, look), (at, viewer, look)
                held = GAME.view(one, viewer, look, held=True), GAME.view(other, viewer, look, held=True)
                if viewer in swap.insiders:
                    differed += held[0] != held[1]
                else:
                    assert held[0] == held[1], (at, viewer, look)
    assert differed, "nothing hidden was changed"


@pytest.mark.parametrize(("players", "change"), CASES)
def test_no_refusal_and_no_option_tells_what_was_dealt_or_chosen(players: int, change: Change) -> None:
    """E-115, VS-A19, A35, P14: whatever anyone tries, for the own team as well"""
    for seed in range(max(2, GAMES // 100)):
        swap = swapped(players, seed, change)
        chance = Random(seed)
        steps = list(zip(swap.one.states, swap.other.states, strict=False))
        for one, other in chance.sample(steps, 6):
            assert GAME.options(one, None) == GAME.options(other, None)
            for seat in one.seats:
                # How a fixer may go on choosing is the same as well: the two options have no names.
                assert GAME.options(one, seat) == GAME.options(other, seat)
            for kind, data in attempts(one, chance):
                answers = [GAME.apply(state, Event(kind, data, {}, confirmed=SURE)) for state in (one, other)]
                reasons = [a.reasons if isinstance(a, Refused) else () for a in answers]
                assert reasons[0] == reasons[1]
                assert GAME.concerns(one, Event(kind, data)) == GAME.concerns(other, Event(kind, data))
                assert GAME.scope(one, kind, data) == GAME.scope(other, kind, data)


def attempts(state: State, chance: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """Try any act with any of its values."""
    for _ in range(40):
        set_id, casino = chance.choice((*state.sets, "9")), chance.choice((*state.casino_names, "Nowhere"))
        data = {
            "set": set_id,
            "seat": set_id,
            "casino": casino,
            "tile": chance.randint(0, 8),
            "n": chance.randint(-3, 3),
        }
        kinds = (
            "placed",
            "discarded",
            "token",
            "ruled",
            "chosen",
            "first_look",
            "penalty",
            "jackpot",
            "chips",
            "closed",
        )
        yield chance.choice(kinds), data | {"on": chance.random() < 0.5}


@pytest.mark.parametrize("players", COUNTS)
def test_the_secure_one_stays_hidden_until_the_winners_stand(players: int) -> None:
    """VS-A8, A10: after the reveals too, through all rounds; then everything is opened"""
    chance = Random(players)
    one = AtTable(players)
    for _ in range(3):
        random_round(one, chance)
    other = AtTable(players)
    for event in one.log[1:]:
        hidden = event
        if event.kind == "dealt":
            # Trade the first fixer's lower casino for the last card of the pack.
            order = list(event.secret["order"])
            order[1], order[-1] = order[-1], order[1]
            hidden = replace(event, secret={"order": tuple(order)})
        if event.kind == "chosen":
            rig = dict.fromkeys(other.state.round.fixers, "upper")[event.data["seat"]]
            hidden = replace(event, secret={"rig": rig})
        other._keep(hidden, GAME.apply(other.state, hidden))
    same = AtTable(players)
    for event in one.log[1:]:
        hidden = replace(event, secret={"rig": "upper"}) if event.kind == "chosen" else event
        same._keep(hidden, GAME.apply(same.state, hidden))
    for at, (left, right) in enumerate(zip(same.states, other.states, strict=True)):
        if left.phase != "over" and (at % 5 == 0 or left.phase in ("payout", "between")):
            assert GAME.view(left, None, ATS[at % len(ATS)]) == GAME.view(right, None, ATS[at % len(ATS)])
    assert GAME.view(same.state, None, {}) != GAME.view(other.state, None, {})


# Planted secrets (E-02)


@dataclass(frozen=True, slots=True)
class Marked(Round):
    """A round with one more secret, of a kind that nobody has thought of yet."""

    whispered: str = "SECRET-whispered"


def planted(now: Round) -> Round:
    """Put marks where secrets are kept: hands, choices, the leftover card, what makes a discard due."""
    hands = {fixer: (f"SECRET-{fixer}-upper", f"SECRET-{fixer}-lower") for fixer in now.fixers}
    rigged = {fixer: hands[fixer][0] for fixer in now.rigged}
    discards = tuple(Discard(d.set, d.face, frozenset({"SECRET-due"})) for d in now.discards)
    values = {name: getattr(now, name) for name in Round.__dataclass_fields__}
    lay = dict(now.lay) | {casino: () for hand in hands.values() for casino in hand}
    marked = Marked(**values)
    deal = now.deal and replace(now.deal, hands=hands, undealt=("SECRET-undealt",), salt="SECRET-salt")
    return replace(marked, lay=lay, deal=deal, rigged=rigged, discards=discards)


@pytest.mark.parametrize("players", COUNTS)
def test_no_view_carries_a_secret_that_is_not_its_own(players: int) -> None:
    """E-02: marked secrets in the state of a running round, of closed ones and of a new kind"""
    for seed in range(max(2, GAMES // 100)):
        table = AtTable(players)
        chance = Random(seed)
        random_round(table, chance)
        random_round(table, chance)
        for state in chance.sample(table.states, 12):
            if state.round is None or state.round.reveals:
                continue
            past = tuple(Closed(planted(closed.round), closed.gain) for closed in state.past)
            secret = replace(state, round=planted(state.round), past=past)
            for viewer, look in product(viewers(state), ATS):
                assert "SECRET" not in repr(GAME.view(secret, viewer, look))
            for seat in state.seats:
                held = repr(GAME.view(secret, seat, {}, held=True))
                own = f"SECRET-{state.round.fixer_of(seat)}-"
                assert "SECRET" not in held.replace(own, "")


def test_between_rounds_and_while_reveals_run_nothing_old_is_told() -> None:
    """E-02, VS-A8"""
    table = AtTable(4).begin().end().take("revealed", fixer="1", casino="")
    state = table.state
    marked = planted(state.round)
    secret = replace(state, round=replace(marked, reveals=state.round.reveals))
    for viewer in viewers(state):
        assert "SECRET" not in repr(GAME.view(secret, viewer, {}))
    between = table.take("revealed", fixer="2", casino="").close().state
    secret = replace(between, past=tuple(Closed(planted(c.round), c.gain) for c in between.past))
    for viewer in viewers(between):
        assert "SECRET" not in repr(GAME.view(secret, viewer, {}, held=True))


# The card


@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_fixer_and_partner_see_the_same_pair_and_nobody_else(players: int, number: int) -> None:
    """E-10, VS-R17, R18, P14: in every round, for every choice"""
    for rigs in product(("upper", "lower"), repeat=len(AtTable(players).state.rounds_ahead()[0].fixers)):
        table = AtTable(players)
        for _ in range(number - 1):
            table.empty_round()
        order = list(table.state.casino_names)
        Random(number).shuffle(order)
        now = table.deal(order).state.round
        for fixer, rig in zip(now.fixers, rigs, strict=True):
            table.take("chosen", {"rig": rig}, seat=fixer)
        for at, (team, rig) in enumerate(zip(now.teams.teams, rigs, strict=True)):
            roles = ("rigged", "secure") if rig == "upper" else ("secure", "rigged")
            due = tuple(zip(order[2 * at : 2 * at + 2], roles, strict=True))
            for seat in team:
                assert GAME.view(table.state, seat, {}, held=True).card.casinos == due
                assert GAME.view(table.state, seat, {}).card is None
        assert GAME.view(table.state, None, {}, held=True).card is None
        assert GAME.view(table.state, None, {}, held=True).own is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_card_has_one_shape(players: int) -> None:
    """E-19: for all deals, both choices and both roles the same parts; only the words differ"""
    shapes = set()
    orders = list(permutations(CASINOS[: CASINO_COUNT[players]]))
    for order, rig in product(Random(players).sample(orders, 60), ("upper", "lower")):
        state = AtTable(players).deal(order).choose_all(rig).state
        shapes |= {shape(GAME.view(state, seat, {}, held=True).card) for seat in state.seats}
    assert shapes == {(2, frozenset({"rigged", "secure"}), ("card-seven",))}


def shape(card: CardView) -> tuple[Any, ...]:
    assert all(isinstance(part, str) and part for pair in card.casinos for part in pair)
    return len(card.casinos), frozenset(role for _, role in card.casinos), tuple(r.code for r in card.follows)


def test_a_card_without_anything_on_it_has_the_same_shape() -> None:
    """E-19: before the deal, before the choice, with printed cards and between rounds"""
    table = AtTable(4)
    empty = CardView((("", ""), ("", "")), GAME.view(table.state, "1", {}, held=True).card.why, ())
    assert [GAME.view(table.state, seat, {}, held=True).card for seat in table.state.seats] == [empty] * 4
    table.deal()
    assert GAME.view(table.state, "4", {}, held=True).card == empty
    assert [role for _, role in GAME.view(table.state, "1", {}, held=True).card.casinos] == ["", ""]
    table.choose_all().end().reveal_all()
    assert all(role for _, role in GAME.view(table.state, "4", {}, held=True).card.casinos), "again at any time: VS-R19"
    assert GAME.view(table.close().state, "1", {}, held=True).card == empty
    assert GAME.view(table.deal().take("printed").state, "1", {}, held=True).card == empty


ROLES = [
    (2, "1", ["You play alone in round 1", "with so few", "your own fixer"]),
    (3, "3", ["You play alone in round 1", "with so few", "your own fixer"]),
    (4, "1", ["You are the fixer in round 1", "before Clubs in turn order", "Clubs sees the same two casinos"]),
    (4, "3", ["You are Diamonds\u2019 partner in round 1", "Diamonds sits before you", "the same two casinos"]),
    (5, "3", ["You play alone in round 1", "five play", "your own fixer"]),
    (5, "5", ["You are Spades\u2019 partner in round 1", "Spades sits before you", "the same two casinos"]),
    (6, "6", ["You are Spades\u2019 partner in round 1", "Spades sits before you", "the same two casinos"]),
]


@pytest.mark.parametrize(("players", "seat", "says"), ROLES, ids=[f"{n}-{seat}" for n, seat, _ in ROLES])
def test_a_card_says_why_it_shows_what_it_shows(players: int, seat: str, says: list[str]) -> None:
    """E-22: the same words on the page at rest, where no casino is named"""
    table = AtTable(players)
    assert table.spoken([GAME.view(table.state, seat, {}).own.role]) == [
        "No round is running. Your card is dealt when it begins."
    ]
    table.begin()
    view = GAME.view(table.state, seat, {}, held=True)
    (said,) = table.spoken([view.card.why])
    assert table.spoken([view.own.role]) == [said]
    assert [part for part in says if part not in said] == []


def test_a_page_at_rest_offers_the_choice_to_a_fixer_alone() -> None:
    """VS-R17, E-20: no control that concerns another seat, and no casino named"""
    table = AtTable(4).deal()
    own = {seat: GAME.view(table.state, seat, {}).own for seat in table.state.seats}
    assert {seat: page.may_choose for seat, page in own.items()} == {"1": True, "2": True, "3": False, "4": False}
    assert not any(casino in repr(page) for casino in CASINOS for page in own.values())
    table.take("chosen", {"rig": "upper"}, seat="1")
    own = {seat: GAME.view(table.state, seat, {}).own for seat in table.state.seats}
    assert {seat: page.chosen for seat, page in own.items()} == {"1": True, "2": False, "3": False, "4": True}


# Order (E-27)


def test_everything_stands_in_the_order_of_seats_and_casinos() -> None:
    """E-27, E-88: on every page, at any step; only those at a casino are ranked"""
    table = AtTable(5).take("seated", do="up", seat="4").take("tabled", do="up", casino=F)
    random_round(table, Random(5), tokens=False)
    for state in table.states[3:]:
        view = GAME.view(state, None, {})
        assert [seat.id for seat in view.seats] == list(state.seats)
        assert [s.id for s in view.sets] == list(state.sets)
        assert [casino.key for casino in view.casinos] == list(state.casino_names)
        assert [casino.sign for casino in view.casinos] == list(range(6))
        assert [seat for seat in state.seats if seat in view.waiting] == list(view.waiting)
        for casino in view.casinos:
            totals = [stand.total for stand in casino.stands]
            assert totals == sorted(totals, reverse=True)


# Hidden totals (VS-A37)


def rich(chip_totals: str) -> AtTable:
    table = AtTable(3, settings={"chip_totals": chip_totals}).begin().lay(B, s1="7", s2="5", s3="4").end()
    return table.reveal_all().close().take("counted", chips={"1": 0, "2": 5, "3": 3})


def test_open_totals_are_open_to_everyone() -> None:
    """VS-A37"""
    for viewer in (None, "1", "3"):
        view = GAME.view(rich("open").state, viewer, {})
        assert [seat.chips for seat in view.seats] == [0, 5, 4]
        assert [count.off for count in view.counts] == [0, 0, -1]
        assert view.chips_open
        assert [dict(gain) for gain in view.gains] == [{"1": 0, "2": 5, "3": 4}]


def test_hidden_totals_are_each_seats_own_until_the_end() -> None:
    """VS-A37: counts as well; the piles of the running round are open all the time"""
    table = rich("hidden")
    for viewer, seen in ((None, [None] * 3), ("2", [None, 5, None]), ("3", [None, None, 4])):
        for held in (False, True):
            view = GAME.view(table.state, viewer, {}, held)
            assert [seat.chips for seat in view.seats] == seen
            assert [count.seat for count in view.counts] == [viewer] * (viewer is not None)
            assert not view.chips_open
            assert view.gains == ()
    table.begin().take("chips", seat="2", n=3)
    assert [team.pile for team in GAME.view(table.state, None, {}).rounds[1].teams] == [3, 0, 0]
    table.end().reveal_all().close().empty_round()
    view = GAME.view(table.state, None, {})
    assert ([seat.chips for seat in view.seats], view.chips_open) == ([0, 8, 4], True)
    assert view.result.totals == {"1": 0, "2": 8, "3": 4}
    assert [gain["2"] for gain in view.gains] == [5, 3, 0]


# Hostile addresses


@pytest.mark.parametrize(
    "at",
    [
        {"tile": "9" * 5000, "set": "x" * 5000, "casino": "y", "sheet": "ask"},
        {"tile": "\u0664", "sheet": "ask", "tiles_1": "\u0664 4+4 -3 0 4.0 \x00"},
        {"sheet": "ask", "tile": "4", "tiles_1": "1 " * 3000, "tiles_": "4", "tiles_99": "4"},
        {"sheet": "ask", "tile": "4", "tiles_1": "9" * 1000},
        {"sheet": "ask", "tile": "0", "token": "yes"},
        {"set": "", "tile": "", "token": "", "casino": ""},
        {"sheet": "<script>", "set": "1b", "tile": "7"},
    ],
)
@pytest.mark.parametrize("phase", ["setup", "choose", "turns", "payout", "between", "over"])
def test_no_address_breaks_a_page(at: dict[str, str], phase: str) -> None:
    """E-111: nonsense in an address is passed over or named"""
    table = in_phase(phase)
    for viewer in (None, "1", "2"):
        assert GAME.view(table.state, viewer, at, held=True).phase == phase


def in_phase(phase: str) -> AtTable:
    """Bring a table of two into a phase."""
    table = AtTable(2)
    steps = [table.deal, table.choose_all, table.end, table.reveal_all, table.close]
    for step in steps * 3:
        if table.state.phase == phase:
            break
        step()
    return table
