"""Characters at a table: their limits in verdicts and placements, their effects on jackpots, and how they get there."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.engine import Event, fitted, next_undo, replay
from companion.games.strip.characters import KNOWN, slots, written_slots
from companion.games.strip.state import State
from companion.games.strip.tally import books
from tests.games.strip.at_table import GAME, AtTable, Refusal, random_game, refused

A, B, C, D, E = "Santorini", "Sunset Gondola", "The Peacock", "Sunken Treasure", "Gold Rush"

ODD = {"name": "Odd Fellow", "limits": {"parity": "odd"}}
DOOR = {"name": "Bouncer", "limits": {"most": 2, "most_a_player": 1}, "reminder": "Chips for whoever is turned away"}
EVEN_ODDS = {"name": "Even Odds", "limits": {"level": "leader"}}
ROLLER = {"name": "High Roller", "effect": 3}
THIEF = {"name": "Thief", "effect": -20}

SIDES = {"side:7A": ODD, "side:7B": DOOR, "side:8A": EVEN_ODDS, "side:2A": ROLLER, "side:9B": THIEF}


def four(**labels: tuple[str, str]) -> AtTable:
    """Seat four at a table where a few sides are known; label casinos and let everyone choose."""
    return labelled(**labels).begin((A, B, C, D, E))


def labelled(**labels: tuple[str, str]) -> AtTable:
    table = AtTable(4, sides=SIDES)
    for casino, (character, side) in labels.items():
        table.take("labelled", casino={"A": A, "B": B, "C": C}[casino], character=character, side=side)
    return table


def test_a_character_that_is_written_down_twice_is_pointed_out() -> None:
    """VS-R01: the box holds each of the ten once, whichever side lies up; of other names we know nothing."""
    table = labelled(A=("Odd Fellow", "A"), B=("Even Odds", "A"), C=("Bouncer", "B"))
    table.take("labelled", casino=D, character="Somebody new", side="A")
    table.take("labelled", casino=E, character="Somebody new", side="A")
    said = table.spoken(GAME.view(table.state, None, {}).settings.doubles)
    assert said == ["Odd Fellow is written below Santorini and The Peacock, and the box holds that card once."]
    table.take("labelled", casino=C, character="", side="A")
    assert GAME.view(table.state, None, {}).settings.doubles == ()


def legal(table: AtTable, **at: str) -> dict[str, bool]:
    """Pick a tile and read the verdicts of the board."""
    view = GAME.view(table.state, None, at)
    return {casino.name: casino.verdict.legal for casino in view.casinos if casino.verdict}


def said(table: AtTable, **at: str) -> list[str]:
    """Pick a tile and read what speaks against it at Santorini."""
    return table.spoken(GAME.view(table.state, None, at).casinos[0].verdict.reasons)


# Limits


def test_limits_bind_verdict_options_and_act_alike() -> None:
    """VS-R27, E-109, E-114: the character of a label forbids on the board, in the list of acts and in the act."""
    table = four(A=("Odd Fellow", "A"))
    assert legal(table, tile="4", set="1") == {A: False, B: True, C: True, D: True, E: True}
    assert legal(table, tile="5", set="1") == dict.fromkeys((A, B, C, D, E), True)
    assert said(table, tile="4", set="1") == [
        "By the character only odd numbers lie here, and Spades places a 4: 3 would fit."
    ]
    found = {
        (o.data["tile"], o.data["casino"]): [r.code for r in o.reasons]
        for o in GAME.options(table.state, "1")
        if o.kind == "placed"
    }
    assert [tile for tile in range(1, 8) if found[tile, A]] == [2, 4, 6]
    assert table.codes("placed", set="1", tile=4, casino=A) == found[4, A] == ["limit-odd"]
    table.take("placed", set="1", tile=5, casino=A)


def test_a_question_that_records_nothing_goes_by_the_limits_too() -> None:
    """E-114"""
    table = four(A=("Odd Fellow", "A"))
    answer = GAME.view(table.state, None, {"sheet": "ask", "casino": A, "set": "2", "tile": "6"}).asked
    assert answer is not None and answer.verdict is not None
    assert [reason.code for reason in answer.verdict.reasons] == ["limit-odd"]


def test_the_other_side_of_a_card_limits_nothing_that_is_not_known() -> None:
    """VS-R05: which side lies up decides; a name that is none of the ten is a label and no more."""
    for character, side in (("Odd Fellow", "B"), ("Character 7", "A"), ("Somebody", "A"), ("Even Odds", "B")):
        codes = four(A=(character, side)).codes("placed", set="1", tile=4, casino=A)
        assert codes == (["limit-odd"] if (character, side) == ("Character 7", "A") else [])


def test_what_the_table_ruled_counts_more_than_the_card() -> None:
    """VS-A33: the people read the card; the app only follows what was entered of it."""
    table = four(A=("Odd Fellow", "A"))
    table.take("ruled", set="1", tile=4, casino=A, allows=True, note="")
    table.take("ruled", set="1", tile=3, casino=A, allows=False, note="")
    assert table.codes("placed", set="1", tile=3, casino=A) == ["card-forbids"]
    table.take("placed", set="1", tile=4, casino=A)


def test_who_comes_level_with_the_leader_stands_below() -> None:
    """VS-A14, R25: where the card allows it; and the earlier leader is paid."""
    table = four(A=("Even Odds", "A")).place("1", 5, A)
    view = GAME.view(table.state, None, {"tile": "5", "set": "2"})
    assert table.spoken([view.casinos[0].verdict.outlook]) == ["Level with Spades at 5, place 2"]
    table.take("placed", set="2", tile=5, casino=A)
    assert table.state.standing_at(A) == (("1", 5), ("2", 5))
    assert table.codes("placed", set="3", tile=5, casino=B) == []
    table.end().reveal_all()
    assert books(table.state).piles[("1", "4")] == 15


def test_a_discard_is_due_where_the_limits_leave_no_place() -> None:
    """VS-C10, A19: by all the cards together."""
    table = labelled(A=("Odd Fellow", "A"), B=("Odd Fellow", "A"), C=("Odd Fellow", "A"))
    table.take("labelled", casino=D, character="Odd Fellow", side="A")
    table.take("settled", tiles=[2, 4]).begin((A, B, C, D, E))
    assert "2 at Gold Rush is possible" in table.refusal("discarded", set="1", tile=2)
    table.take("labelled", casino=E, character="Odd Fellow", side="A")
    assert GAME.view(table.state, None, {}).dock.discards == (2, 4)
    table.take("discarded", set="1", tile=2)


def test_a_verdict_leaves_to_the_eye_only_what_is_not_followed() -> None:
    """E-107: an unknown card is to be read, of a known one its reminder, and nothing where its limits say all."""
    table = four(A=("Odd Fellow", "A"), B=("Bouncer", "B"), C=("Somebody", "A"))
    view = GAME.view(table.state, None, {"tile": "3", "set": "1"})
    notes = [table.spoken(casino.verdict.notes) for casino in view.casinos]
    assert notes == [
        [],
        ["Bouncer: Chips for whoever is turned away"],
        ["By the base rules; read Somebody too."],
        [],
        [],
    ]
    assert [casino.card.by_eye if casino.card else None for casino in view.casinos] == [False, True, True, None, None]
    assert table.spoken(view.casinos[1].card.limits) == ["At most 2 tiles", "One tile a player"]


def test_every_limit_has_a_few_words() -> None:
    """What a casino's sheet shows, in the order of the building blocks."""
    limits = {"most": 5, "once": True, "from": 2, "to": 6, "parity": "even", "most_a_player": 2, "level": "never"}
    table = AtTable(4, sides={"side:6A": {"name": "All", "limits": limits}, "side:6B": {"limits": {"most": 1}}})
    table.take("labelled", casino=A, character="All", side="A").take("labelled", casino=B, character="All", side="B")
    first, second, *_ = GAME.view(table.state, None, {}).casinos
    assert table.spoken(first.card.limits) == [
        "At most 5 tiles",
        "Each number once",
        "Only 2 to 6",
        "Only even numbers",
        "At most 2 tiles a player",
        "No equal totals",
    ]
    assert table.spoken(second.card.limits) == ["At most one tile"]


# Effects


def effects(table: AtTable) -> list[str]:
    return table.spoken(effect.said for effect in GAME.view(table.state, None, {}).effects)


def test_an_effect_is_proposed_once_a_round_and_never_taken_by_itself() -> None:
    """VS-C05, C07b: after filling, in the first round too; the supply gives."""
    table = labelled(A=("High Roller", "A"), C=("Thief", "B")).begin((A, B, C, D, E))
    assert table.state.jackpots[A] == 15
    assert effects(table) == ["High Roller: Santorini +3", "Thief: The Peacock \u221215, which is all that lies there"]
    keys = [effect.key for effect in GAME.view(table.state, None, {}).effects]
    assert table.spoken(keys) == ["Put 3 on it", "Take 15 off"]
    table.take("effect", casino=A, acts=True).take("effect", casino=C, acts=False)
    assert (table.state.jackpots[A], table.state.jackpots[C], table.state.supply) == (18, 15, -78)
    assert table.told()[-2:] == [
        "High Roller puts 3 on Santorini: its jackpot is 18.",
        "Thief does nothing to the jackpot of The Peacock this time.",
    ]
    assert effects(table) == []
    assert table.codes("effect", casino=A, acts=True) == ["effect-done"]
    table.end().reveal_all().close()
    assert effects(table.begin()) == [
        "High Roller: Santorini +3",
        "Thief: The Peacock \u221215, which is all that lies there",
    ]


def test_an_effect_takes_at_most_what_lies_there_and_the_refill_follows() -> None:
    """VS-C06, R44: an emptied jackpot is refilled like any other before the next round's effect."""
    table = four(C=("Thief", "B")).take("effect", casino=C, acts=True)
    assert (table.state.jackpots[C], table.state.supply) == (0, -60)
    assert table.told()[-1] == "Thief takes 15 off The Peacock, where no more lay, instead of 20: its jackpot is 0."
    assert effects(table) == []
    table.end().reveal_all().close()
    assert table.state.jackpots[C] == 15
    other = labelled(C=("Thief", "B")).take("settled", starting_jackpot=40).begin()
    assert other.take("effect", casino=C, acts=True).told()[-1] == (
        "Thief takes 20 off The Peacock: its jackpot is 20."
    )


def test_nothing_is_proposed_where_nothing_can_be_moved() -> None:
    """VS-C06: an empty jackpot has nothing to take, and a revealed one has been paid."""
    table = four(A=("High Roller", "A"), C=("Thief", "B")).take("jackpot", casino=C, n=-15)
    assert effects(table) == ["High Roller: Santorini +3"]
    table.end().take("revealed", fixer="1")
    assert effects(table) == []


def test_an_effect_is_taken_back_and_put_right_like_any_line() -> None:
    """E-90, E-113"""
    table = four(A=("High Roller", "A")).take("effect", casino=A, acts=True).place("1", 5, A).undo().undo()
    assert effects(table) == ["High Roller: Santorini +3"]
    table.redo().redo()
    assert table.state.jackpots[A] == 18
    line = next(event for event in table.log if event.kind == "effect")
    before = table.states[line.number - 2]
    assert [(e.name, e.value, [v for v, _ in e.choices]) for e in GAME.entries(before, line)] == [
        ("acts", "1", ["1", "0"])
    ]
    table.take("jackpot", casino=A, n=-17)
    said = {"event": line.number, "becomes": {"casino": A, "acts": False}}
    put, state = fitted(GAME, table.log, Event("amended", said, number=len(table.log) + 1))
    # The 17 that came off later are more than lay there without the effect, so that line is let go.
    assert put.data["without"] == [table.log[-1].number]
    assert state.jackpots[A] == 15


# What is known of a card, and when


def test_a_side_entered_later_counts_from_then_on() -> None:
    """VS-A33: what was placed before stands, in the log too."""
    table = labelled(A=("Character 6", "A")).begin((A, B, C, D, E)).place("1", 4, A)
    table.take("completed", name="side:6A", data={"name": "Croupier", "limits": {"parity": "odd"}})
    assert table.told()[-1] == "The card of Croupier, side A, was entered and counts from here on."
    assert table.codes("placed", set="2", tile=2, casino=A) == ["limit-odd"]
    assert table.state.there(A) == {"1": (table.state.there(A)["1"][0],)}
    assert replay(GAME, table.log) == table.state
    assert table.codes("completed", name="side:6A", data={}) == ["side-known"]
    table.take("completed", name="side:6A", data={"name": "Another", "effect": 2})
    side = table.state.side_at(A)
    assert side is not None and (side.name, side.effect, side.limits.parity) == ("Croupier", 2, "odd")
    again = GAME.again(table.state, GAME.cards_at(table.state))
    assert again["sides"]["side:6A"]["limits"] == {"parity": "odd"}
    undone = next_undo(GAME, table.log)
    assert undone is not None and undone.kind == "placed"


def test_what_was_only_read_of_a_card_is_completed_by_its_owner() -> None:
    """Only what was entered is known: what the book or a review tells is a part."""
    table = AtTable(4, sides=written_slots(slots({})))
    table.take("labelled", casino=A, character="Character 4", side="A")
    assert table.state.limits[A].most == 5
    table.take("completed", name="side:4A", data={"limits": {"most": 4}})
    assert table.state.limits[A].most == 4


def test_other_cards_complete_a_table_as_long_as_it_is_set_up() -> None:
    """VS-A3, A5: names and numbers that were filled in give way, what somebody said stands."""
    table = AtTable(6).take("named", seat="5", name="Eve").take("tabled", do="rename", casino="Gold Rush", name="Mine")
    table.take("completed", name="casinos", data={"6": "Blue Moon", "5": "Nugget", "1": "mine "})
    assert table.state.casino_names == (A, B, C, D, "Mine", "Blue Moon")
    table.take("completed", name="suits", data={"stars": "suns", "moons": "bells"})
    assert [player.name for player in table.state.players][4:] == ["Eve", "Bells"]
    table.take("completed", name="6", data={"starting_jackpot": 12})
    assert (table.state.settings.starting_jackpot, table.state.settings.confirmed) == (12, False)
    table.take("completed", name="6", data={"starting_jackpot": 9, "tiles": [1, 2, 3], "layout": ["ABCCBA"] * 3})
    assert table.state.settings.confirmed
    assert (table.state.settings.starting_jackpot, table.state.settings.tiles) == (12, (1, 2, 3))
    assert table.told()[-1] == "Set-up card for 6: what was entered counts at this table too."
    assert table.codes("completed", name="6", data={"tiles": [1]}) == ["card-stands"]


def test_a_new_table_writes_down_what_is_known_of_the_cards() -> None:
    """The log says by which cards it was judged; one that says nothing knows none, whatever ships later."""
    kept = {"side:7A": ODD, "4": {"starting_jackpot": 12, "tiles": [1, 2], "layout": ["ABBA"] * 3}}
    sides = GAME.defaults(4, kept)["sides"]
    assert sides["side:7A"] == ODD | {"source": "entered"}
    assert {name for name, side in sides.items() if side["source"] != "entered"} == {f"side:{n}{s}" for n, s in KNOWN}
    older = AtTable(4, sides={})
    older.take("labelled", casino=A, character="Character 4", side="A")
    assert older.state.limits == {} and older.state.side_at(A) is None
    assert GAME.view(older.state, None, {}).settings.characters[:4] == (
        "Casino Owner",
        "High Roller",
        "Pro Gambler",
        "Character 4",
    )


def test_the_gambler_brings_the_tokens_whichever_side_lies_up() -> None:
    """VS-R06"""
    table = AtTable(4, sides={"side:3B": {"name": "The Pro"}})
    assert not table.state.tokens_about
    assert table.take("labelled", casino=A, character="The Pro", side="B").state.tokens_about
    assert AtTable(4).take("labelled", casino=A, character="Pro Gambler", side="A").state.tokens_about


# Shuffled


def order_of(table: AtTable, seed: int) -> list[str]:
    names = list(GAME.draw(table.state, "shuffled") or ())
    Random(seed).shuffle(names)
    return names


@pytest.mark.parametrize("players", range(2, 7))
def test_a_shuffle_puts_another_character_below_each_casino(players: int) -> None:
    """VS-R05, E-26: each of the ten at most once; in a first game side A lies up."""
    table = AtTable(players, sides=SIDES)
    order = order_of(table, players)
    table.take("shuffled", first_game=False, order=order)
    drawn = [(casino.character, casino.side) for casino in table.state.casinos]
    assert len({character for character, _ in drawn}) == len(table.state.casinos)
    found = {(slot.character, slot.letter): slot.name for slot in table.state.sides}
    assert [found[label] for label in drawn] == firsts(order)[: len(drawn)]
    line, places = table.told()[-1], table.state.casino_names
    assert all(f"{label[0]} {label[1]} at {name}" in line for label, name in zip(drawn, places, strict=True))
    table.take("shuffled", first_game=True, order=order)
    assert {casino.side for casino in table.state.casinos} == {"A"}
    assert [casino.character for casino in table.state.casinos] == [character for character, _ in drawn]
    table.undo()
    assert [(casino.character, casino.side) for casino in table.state.casinos] == drawn


def firsts(order: list[str]) -> list[str]:
    """Keep of each character the side that came first."""
    kept: list[str] = []
    for name in order:
        if all(name[:-1] != other[:-1] for other in kept):
            kept.append(name)
    return kept


def test_a_shuffle_is_even() -> None:
    """E-26: over 4000 shuffles each side lies below each casino about equally often (chi-square, 19 degrees)."""
    table, chance = AtTable(4, sides=SIDES), Random(20)
    names = list(GAME.draw(table.state, "shuffled") or ())
    counts: list[Counter[tuple[str, str]]] = [Counter() for _ in range(5)]
    for _ in range(4000):
        after = GAME.apply(table.state, Event("shuffled", {"order": chance.sample(names, len(names))}))
        assert isinstance(after, State)
        for place, casino in enumerate(after.casinos):
            counts[place][casino.character, casino.side] += 1
    for count in counts:
        assert len(count) == 20
        assert sum((n - 200) ** 2 / 200 for n in count.values()) < 50


def test_there_are_random_games_with_characters_that_limit_and_act() -> None:
    """Else the whole games would say nothing of them."""
    games = [random_game(4, seed, rounds=1) for seed in range(20)]
    assert sum(bool(table.state.limits) for table in games) > 5
    assert sum("effect" in {event.kind for event in table.log} for table in games) > 5


REFUSALS = [
    refused("VS-R05", lambda: AtTable(4), "shuffled", "shuffle-broken", first_game=False),
    refused("VS-R05", lambda: AtTable(4), "shuffled", "shuffle-broken", order=["side:1A"] * 20),
    refused("VS-R05", four, "shuffled", "not-now-turns", order=[]),
    refused("VS-A33", four, "completed", "card-unknown", "side:11A", name="side:11A", data={}),
    refused("VS-A33", four, "completed", "card-unknown", name="side:11A", data=[]),
    refused("VS-A33", four, "completed", "side-known", "Odd Fellow", "side A", name="side:7A", data={}),
    refused("VS-A33", four, "completed", "side-known", name="side:7A", data={"name": "Another"}),
    refused("VS-A3", four, "completed", "card-stands", "4", name="4", data={"starting_jackpot": 9}),
    refused("VS-A3", lambda: AtTable(4), "completed", "setting-jackpot", name="4", data={"starting_jackpot": -1}),
    refused("VS-A33", four, "completed", "side-type", "side", name="side:1A", data=None),
    refused("VS-A33", four, "completed", "side-number", "0", "50", name="side:1A", data={"limits": {"most": 0}}),
    refused("VS-A33", four, "completed", "side-unknown-key", "mots", name="side:1A", data={"mots": 0}),
    refused("VS-A33", four, "completed", "side-choice", "odd", name="side:1A", data={"limits": {"parity": "x"}}),
    refused("VS-A33", four, "completed", "side-range", "5", name="side:1A", data={"limits": {"from": 5, "to": 4}}),
    refused("VS-A33", four, "completed", "side-long", "300", name="side:1A", data={"reminder": "x" * 301}),
    refused("VS-C05", four, "effect", "unknown-casino", casino="Nowhere", acts=True),
    refused("VS-C05", four, "effect", "effect-none", A, casino=A, acts=True),
    refused("VS-C05", lambda: four(A=("Odd Fellow", "A")), "effect", "effect-none", A, casino=A, acts=True),
    refused("VS-C05", lambda: labelled(A=("High Roller", "A")), "effect", "not-now-setup", casino=A, acts=True),
    refused(
        "VS-C07b",
        lambda: four(A=("High Roller", "A")).take("effect", casino=A, acts=False),
        "effect",
        "effect-done",
        A,
        "round 1",
        casino=A,
        acts=True,
    ),
    refused(
        "VS-C05",
        lambda: four(C=("Thief", "B")).take("jackpot", casino=C, n=-15),
        "effect",
        "effect-empty",
        C,
        casino=C,
        acts=True,
    ),
    refused(
        "VS-R28",
        lambda: four(A=("High Roller", "A")).end().reveal_all(),
        "effect",
        "jackpot-paid",
        A,
        casino=A,
        acts=True,
    ),
]


@pytest.mark.parametrize("case", REFUSALS)
def test_refused(case: Refusal) -> None:
    """E-106, E-112"""
    case.check()


@pytest.mark.parametrize("players", range(2, 7))
def test_sides_stand_the_same_for_everyone(players: int) -> None:
    """VS-A35: limits are open, so what they forbid is the same whatever was dealt or chosen."""
    shown: list[Any] = []
    for rig in ("upper", "lower"):
        table = AtTable(players, sides=SIDES).take("labelled", casino=A, character="Odd Fellow", side="A")
        table.deal().choose_all(rig)
        shown.append([GAME.view(table.state, None, {"tile": str(tile)}) for tile in range(1, 8)])
    assert shown[0] == shown[1]
