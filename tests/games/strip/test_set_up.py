"""Setting up a table: people, suits, casino cards, the set-up card, and what can be changed until when."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.engine import Event, Refused
from companion.games.strip.components import CASINOS, SUITS
from companion.games.strip.state import State
from tests.games.strip.at_table import GAME, AtTable, Refusal, refused
from tests.games.strip.by_hand import LAYOUTS

COUNTS = range(2, 7)


def after_deal() -> AtTable:
    return AtTable(4).deal()


def of_people(n: int, **changes: Any) -> State | Refused:
    people = [{"id": str(i + 1), "name": f"P{i}", "suit": SUITS[i % 6]} for i in range(n)]
    return GAME.start(Event("setup", {**GAME.defaults(n, {}), "players": people, **changes}, number=1))


# Numbers of people


@pytest.mark.parametrize(
    ("players", "casinos", "fixers", "left_over"),
    [(2, 5, 2, 1), (3, 6, 3, 0), (4, 5, 2, 1), (5, 6, 3, 0), (6, 6, 3, 0)],
)
def test_the_number_of_people_decides_the_rest(players: int, casinos: int, fixers: int, left_over: int) -> None:
    """VS-R02, R03, R14, A4, E-30"""
    table = AtTable(players).deal()
    now = table.state.round
    assert len(table.state.casinos) == len(table.state.jackpots) == casinos
    assert len(now.fixers) == len(now.hands) == fixers
    assert len(now.deal.undealt) == left_over
    assert set(table.state.jackpots.values()) == {15}


@pytest.mark.parametrize("players", [0, 1, 7, 8])
def test_other_numbers_of_people_are_refused(players: int) -> None:
    """VS-A6, E-30: and the refusal names the range"""
    refusal = of_people(
        players, casinos=[], players=[{"id": str(i), "name": "A", "suit": "moons"} for i in range(players)]
    )
    assert isinstance(refusal, Refused)
    assert [(r.code, r.values) for r in refusal.reasons] == [("players", {"n": players, "least": 2, "most": 6})]


@pytest.mark.parametrize("players", COUNTS)
def test_everything_is_filled_in(players: int) -> None:
    """VS-A1, A2, A3, A5: one tap starts a table; what must be checked against the card is marked."""
    state = AtTable(players).state
    assert state.settings.tiles == (1, 2, 3, 4, 5, 6, 7)
    assert state.settings.starting_jackpot == 15
    assert list(state.settings.layout) == LAYOUTS[players]
    assert not state.settings.confirmed
    assert state.casino_names == CASINOS[: len(state.casinos)]
    assert [player.suit for player in state.players] == list(SUITS[:players])
    assert [player.name for player in state.players] == [suit.capitalize() for suit in SUITS[:players]]
    view = GAME.view(state, None, {})
    assert view.phase == "setup"
    assert view.start_reasons == ()
    assert view.settings.confirmed is False
    assert [round.first for round in view.rounds] == [*state.seats, *state.seats][:3]


def test_a_set_up_card_once_confirmed_is_kept_for_its_number_of_people() -> None:
    """VS-A3: and for no other number"""
    table = AtTable(4).take("settled", starting_jackpot=12, tiles=[1, 2, 3, 4, 5, 6], layout=["AABB", "AABB", "ABAB"])
    assert table.state.settings.confirmed
    kept = GAME.keep(table.state)
    assert kept == {"4": {"starting_jackpot": 12, "tiles": [1, 2, 3, 4, 5, 6], "layout": ["AABB", "AABB", "ABAB"]}}
    again = AtTable(4, kept=kept).state
    assert again.settings == table.state.settings
    other = AtTable(5, kept=kept)
    assert not other.state.settings.confirmed
    other.take("seated", do="remove", seat="5")
    assert other.state.settings == table.state.settings


def test_nothing_is_kept_before_the_card_was_confirmed() -> None:
    """VS-A3"""
    table = AtTable(4)
    assert GAME.keep(table.state) is None
    assert GAME.keep(table.take("settled", penalty="experienced").state) is None
    assert GAME.keep(table.take("settled", confirmed=True).state) is not None
    assert GAME.keep(table.take("settled", confirmed=False).state) is None


def test_all_reasons_against_a_deal_are_named_at_once() -> None:
    """E-30: casinos, tiles and layout"""
    tiles, layout = [1, 2, 3, 4, 5, 6, 7, 1], ["ABBA", "AAAB", "abab"]
    settings = {"tiles": tiles, "layout": layout}
    state = of_people(4, casinos=[{"name": "One"}, {"name": "Two"}, {"name": "Three"}], settings=settings)
    assert isinstance(state, State)
    view = GAME.view(state, None, {})
    assert [reason.code for reason in view.start_reasons] == ["casino-cards", "tiles-count", "layout", "layout"]
    assert [reason.values.get("round") for reason in view.start_reasons] == [None, None, 2, 3]
    refusal = GAME.apply(state, Event("dealt", {}, {"order": state.casino_names}))
    assert isinstance(refusal, Refused)
    assert refusal.reasons == view.start_reasons


# People


def test_people_join_leave_and_move_until_the_first_deal() -> None:
    """VS-R07, E-33"""
    table = AtTable(3)
    table.take("named", seat="1", name="Ann").take("named", seat="2", name="Bob").take("named", seat="3", name="Cem")
    table.take("seated", do="add")
    assert table.state.seats == ("1", "2", "3", "4")
    assert table.state.casino_names == CASINOS[:5]
    table.take("seated", do="up", seat="4").take("seated", do="down", seat="1")
    assert table.state.seats == ("2", "1", "4", "3")
    table.take("seated", do="up", seat="2")
    assert table.state.seats == ("1", "4", "3", "2")
    table.take("seated", do="remove", seat="4")
    assert [table.state.names[seat] for seat in table.state.seats] == ["Ann", "Cem", "Bob"]
    assert table.state.casino_names == CASINOS
    assert table.state.first == "1"


def test_a_seat_keeps_its_id_and_no_id_comes_twice() -> None:
    """E-41"""
    table = AtTable(4).take("seated", do="remove", seat="2").take("seated", do="add").take("seated", do="add")
    assert table.state.seats == ("1", "3", "4", "5", "6")
    assert len({player.suit for player in table.state.players}) == 5


def test_who_leaves_does_not_start() -> None:
    """VS-R08, E-33"""
    table = AtTable(3).take("seated", do="first", seat="3")
    assert table.state.rounds_ahead()[0].order == ("3", "1", "2")
    table.take("seated", do="remove", seat="3")
    assert table.state.first == "1"


def test_the_order_of_seats_lives_in_the_log_alone() -> None:
    """E-33: written down and read back it is the same."""
    table = AtTable(5).take("seated", do="up", seat="5").take("seated", do="first", seat="5").deal()
    state = GAME.start(Event("setup", json.loads(json.dumps(table.log[0].data)), number=1))
    for event in table.log[1:]:
        state = GAME.apply(state, event)
    assert state.seats == table.state.seats == ("1", "2", "3", "5", "4")
    assert state.round.fixers == table.state.round.fixers


def test_who_joins_may_not_make_a_confirmed_card_stand_for_another_number() -> None:
    """VS-A3"""
    table = AtTable(4).take("settled", starting_jackpot=9).take("seated", do="add")
    assert (table.state.settings.starting_jackpot, table.state.settings.confirmed) == (15, False)
    assert list(table.state.settings.layout) == LAYOUTS[5]


def test_a_suit_goes_from_one_to_the_other() -> None:
    """VS-R07: nobody is ever left without one; a name that only repeats the suit follows it."""
    table = AtTable(3).take("named", seat="2", name="Bob").take("seated", do="suit", seat="1", suit="diamonds")
    assert [(p.suit, p.name) for p in table.state.players] == [
        ("diamonds", "Diamonds"),
        ("spades", "Bob"),
        ("hearts", "Hearts"),
    ]
    table.take("seated", do="suit", seat="3", suit="moons")
    assert (table.state.player("3").suit, table.state.names["3"]) == ("moons", "Moons")


def test_a_second_ann_is_told_apart() -> None:
    """E-41: everywhere a name stands, at any time of the game"""
    table = AtTable(3).take("named", seat="1", name="Ann").take("named", seat="3", name=" ANN ")
    assert table.state.names == {"1": "Ann", "2": "Diamonds", "3": "ANN (2)"}
    table.deal().take("named", seat="2", name="ann")
    assert table.state.names == {"1": "Ann", "2": "ann (2)", "3": "ANN (3)"}
    assert [seat.name for seat in GAME.view(table.state, None, {}).seats] == ["Ann", "ann (2)", "ANN (3)"]


def test_blockers_and_people_are_told_apart() -> None:
    """E-41, VS-R38"""
    table = AtTable(2).take("named", seat="2", name="Spades\u2019 blockers")
    assert len(set(table.state.names.values())) == 4


# Casinos and characters


def test_casino_cards_lie_in_any_order() -> None:
    """VS-R02, R03, E-27"""
    table = AtTable(4).take("tabled", do="up", casino="Gold Rush").take("tabled", do="down", casino="Gold Rush")
    assert table.state.casino_names == CASINOS[:5]
    table.take("tabled", do="rename", casino="Gold Rush", name="The Lagoon")
    assert table.state.casino_names[-1] == "The Lagoon"
    table.take("tabled", do="rename", casino="Santorini", name="The Lagoon")
    assert table.state.casino_names == ("The Lagoon", *CASINOS[1:4], "Santorini")
    assert [casino.name for casino in GAME.view(table.state, None, {}).casinos] == list(table.state.casino_names)


def test_no_two_casinos_have_the_same_name() -> None:
    """E-41: nor names that people read alike"""
    table = AtTable(4).take("tabled", do="rename", casino="Santorini", name="the  PEACOCK")
    assert table.state.casino_names == ("The Peacock", "Sunset Gondola", "Santorini", "Sunken Treasure", "Gold Rush")
    table.take("tabled", do="rename", casino="Santorini", name="SANTORINI")
    assert table.state.casino_names[2] == "SANTORINI"


def test_a_character_is_a_label_that_may_come_and_go() -> None:
    """VS-R05, E-107: and whoever picks a tile is told to read the card."""
    table = AtTable(4).begin().take("labelled", casino="Santorini", character="  High   Roller ", side="B")
    here = GAME.view(table.state, None, {"tile": "4"}).casinos[0]
    assert (here.character, here.side) == ("High Roller", "B")
    assert table.spoken(here.verdict.notes) == ["By the base rules; read High Roller too."]
    assert GAME.view(table.state, None, {"tile": "4"}).casinos[1].verdict.notes == ()
    table.take("labelled", casino="Santorini", character=" ", side="")
    assert GAME.view(table.state, None, {"tile": "4"}).casinos[0].verdict.notes == ()
    assert table.told()[-2:] == [
        "High Roller, side B, lies at Santorini.",
        "The character at Santorini has no label now.",
    ]


# Settings


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("starting_jackpot", 1),
        ("starting_jackpot", 98),
        ("tiles", [7]),
        ("tiles", [1, 1, 2, 20]),
        ("layout", ["AABB", "ABAB", "ABBA"]),
        ("confirmed", True),
        ("penalty", "experienced"),
        ("two_player_winner", "both"),
        ("chip_totals", "hidden"),
        ("fixer_cards", "printed"),
        ("bank", "app"),
        ("record", "host"),
    ],
)
def test_settings(name: str, value: Any) -> None:
    """rules.md 8: each of them, until the first deal"""
    table = AtTable(4).take("settled", **{name: value})
    set_to = getattr(table.state.settings, name)
    assert (list(set_to) if isinstance(set_to, tuple) else set_to) == value
    shown = getattr(GAME.view(table.state, None, {}).settings, name)
    assert shown == set_to


def test_removed_tiles_leave_the_game_for_everyone() -> None:
    """VS-R07, A1, A21: blockers too"""
    table = AtTable(2).take("settled", tiles=[2, 4, 6]).begin()
    assert {table.state.hand(set_id) for set_id in ("1", "1b", "2", "2b")} == {(2, 4, 6)}


def test_jackpots_start_at_what_the_card_says() -> None:
    """VS-R04, A3"""
    table = AtTable(6).take("settled", starting_jackpot=7).deal()
    assert table.state.jackpots == dict.fromkeys(CASINOS, 7)
    assert table.state.supply == -42


def test_a_layout_that_repeats_partners_is_taken_with_a_warning() -> None:
    """VS-A5, C02"""
    table = AtTable(4).take("settled", layout=["ABBA", "ABBA", "ABBA"])
    warnings = GAME.view(table.state, None, {}).settings.warnings
    assert [(reason.code, reason.values["seats"]) for reason in warnings] == [
        ("repeat-partners", ("1", "4")),
        ("repeat-partners", ("2", "3")),
    ]
    assert "Spades and Clubs" in table.spoken(warnings)[0]
    assert table.codes("dealt", {"order": table.state.casino_names}) == []


def test_who_records_and_where_the_chips_lie_stays_open() -> None:
    """rules.md 8: in every phase"""
    table = AtTable(2)
    for step in ("setup", "choose", "turns", "payout", "between"):
        assert table.state.phase == step
        table.take("agreed", record="own").take("agreed", bank="app", record="everyone").take("agreed", bank="chips")
        go_on(table)
    assert GAME.record(table.take("agreed", record="host").state) == "host"


def go_on(table: AtTable) -> None:
    """Bring an empty round one phase further."""
    phase = table.state.phase
    if phase == "choose":
        table.choose_all()
    elif phase == "turns":
        table.end()
    elif phase == "payout":
        table.reveal_all().close()
    else:
        table.deal()


def test_names_and_labels_can_be_put_right_in_every_phase() -> None:
    """E-41, VS-R05"""
    table = AtTable(2)
    for name in "abcdefghijklm":
        table.take("named", seat="1", name=name).take("labelled", casino="Santorini", character=name, side="A")
        if table.state.phase == "over":
            break
        go_on(table)
    assert table.state.phase == "over"
    assert table.state.names["1"] == name == table.state.casinos[0].character


def test_again_with_the_same_seats() -> None:
    """VS-R08: the first player moves on by one; names, suits, casinos and agreements stay."""
    table = AtTable(3).take("named", seat="1", name="Ann").take("settled", penalty="experienced", starting_jackpot=9)
    table.take("seated", do="first", seat="3").take("labelled", casino="Gold Rush", character="Pro Gambler", side="B")
    table.empty_round().empty_round().empty_round()
    state = GAME.start(
        Event("setup", json.loads(json.dumps(GAME.again(table.state, GAME.keep(table.state) or {}))), number=1)
    )
    assert isinstance(state, State)
    assert (state.players, state.casinos, state.settings) == (
        table.state.players,
        table.state.casinos,
        table.state.settings,
    )
    assert state.first == "1"
    assert state.phase == "setup"
    assert set(state.jackpots.values()) | {state.chips(seat) for seat in state.seats} == {0}


# Refusals


def test_an_id_is_never_given_out_twice() -> None:
    """E-42, E-53: a phone that took the seat of somebody who was taken back holds nobody later"""
    table = AtTable(4).take("seated", do="add")
    assert table.state.seats[-1] == "5"
    table.undo()
    assert table.state.seats == ("1", "2", "3", "4")
    table.redo()
    assert table.state.seats[-1] == "5"
    table.undo().take("seated", do="add")
    assert table.state.seats[-1] == "6"
    table.take("seated", do="remove", seat="6").take("seated", do="add")
    assert table.state.seats[-1] == "7"


def test_who_left_keeps_the_name_in_the_story() -> None:
    """E-41: and whoever sits there has it without a mark"""
    table = AtTable(4).take("named", seat="4", name="Ina").take("seated", do="remove", seat="4")
    assert table.told()[-2:] == ["Ina has a new name.", "Ina left: 3 people play."]
    table.take("seated", do="add").take("named", seat="5", name="Ina")
    assert table.state.names["5"] == "Ina"


def test_a_deal_moves_the_scope_of_the_set_up() -> None:
    """E-52: and so does each change of what it goes by, but for a name"""
    table = AtTable(4)
    scopes = GAME.view(table.state, None, {}).scopes
    assert {scopes[kind] for kind in ("dealt", "seated", "tabled", "settled")} == {"setup"}
    assert GAME.scope(table.empty_round().state, "dealt", {}) == "setup"


REFUSALS = [
    refused("VS-R01", lambda: AtTable(6), "seated", "players", "2 to 6", "7", do="add"),
    refused("VS-A6", lambda: AtTable(2), "seated", "players", "2 to 6", "1", do="remove", seat="1"),
    refused("E-41", lambda: AtTable(4), "seated", "unknown-seat", "9", do="up", seat="9"),
    refused("E-41", lambda: AtTable(4), "seated", "unknown-seat", do="remove"),
    refused("E-33", lambda: AtTable(4), "seated", "unknown-act", "seated", do="swap", seat="1"),
    refused(
        "VS-R07", lambda: AtTable(4), "seated", "unknown-suit", "swords", "moons", do="suit", seat="1", suit="swords"
    ),
    refused("E-41", lambda: AtTable(4), "named", "unknown-seat", "5", seat="5", name="Ann"),
    refused("E-43", lambda: AtTable(4), "named", "name-blank", seat="1", name=" \u200b\u3164 "),
    refused("E-43", lambda: AtTable(4), "named", "name-blank", seat="1"),
    refused("E-43", lambda: AtTable(4), "named", "name-direction", seat="1", name="Ann\u202e"),
    refused("E-43", lambda: AtTable(4), "named", "name-long", "41", "40", seat="1", name="x" * 41),
    refused(
        "VS-R03", lambda: AtTable(4), "tabled", "unknown-casino", "Casino 6", "Gold Rush", do="up", casino="Casino 6"
    ),
    refused("VS-R03", lambda: AtTable(4), "tabled", "unknown-act", do="burn", casino="Gold Rush"),
    refused("E-43", lambda: AtTable(4), "tabled", "name-blank", do="rename", casino="Gold Rush", name=" "),
    refused("VS-R05", lambda: AtTable(4), "labelled", "unknown-casino", casino="Nowhere", character="High Roller"),
    refused("VS-R05", lambda: AtTable(4), "labelled", "unknown-side", "C", casino="Gold Rush", character="X", side="C"),
    refused(
        "E-43", lambda: AtTable(4), "labelled", "name-long", "99", casino="Gold Rush", character="y" * 99, side="A"
    ),
    refused("VS-A3", lambda: AtTable(4), "settled", "setting-jackpot", "999", "-1", starting_jackpot=-1),
    refused("VS-A3", lambda: AtTable(4), "settled", "setting-jackpot", "999", "1000", starting_jackpot=1000),
    refused("VS-A3", lambda: AtTable(4), "settled", "setting-jackpot", starting_jackpot="many"),
    refused("VS-A2", lambda: AtTable(4), "settled", "setting-tiles", "20", "12", tiles=[]),
    refused("VS-A2", lambda: AtTable(4), "settled", "setting-tiles", "20", "12", tiles=[0]),
    refused("VS-A2", lambda: AtTable(4), "settled", "setting-tiles", tiles=[1, 2, "x"]),
    refused("VS-A2", lambda: AtTable(4), "settled", "setting-tiles", tiles=[1] * 13),
    refused("VS-A2", lambda: AtTable(4), "settled", "setting-tiles", tiles=7),
    refused("VS-A5", lambda: AtTable(4), "settled", "layout", "ABCA", "round 2", layout=["ABBA", "ABCA", "ABAB"]),
    refused("VS-A5", lambda: AtTable(5), "settled", "layout layout layout", "round 3", layout=["ABBA"] * 3),
    refused("VS-A5", lambda: AtTable(4), "settled", "layout layout layout", layout=None),
    refused("rules-8", lambda: AtTable(4), "settled", "setting-value", "learning", "experienced", penalty="harsh"),
    refused("rules-8", lambda: AtTable(4), "settled", "setting-value", "yes", confirmed="perhaps"),
    refused("rules-8", lambda: AtTable(4), "settled", "setting-unknown", "speed", speed=1),
    refused("rules-8", lambda: AtTable(4), "settled", "setting-value setting-jackpot", bank="", starting_jackpot=-1),
    refused("rules-8", lambda: AtTable(4), "settled", "settings-none"),
    refused("rules-8", after_deal, "agreed", "settings-none"),
    refused("rules-8", after_deal, "agreed", "setting-closed", "penalty", penalty="learning"),
    refused("rules-8", after_deal, "agreed", "setting-value", "host", record="nobody"),
    refused("E-33", after_deal, "seated", "not-now-choose", do="add"),
    refused("VS-R03", after_deal, "tabled", "not-now-choose", do="up", casino="Gold Rush"),
    refused("VS-A3", after_deal, "settled", "not-now-choose", starting_jackpot=12),
    refused("VS-R09", lambda: AtTable(2).empty_round(), "settled", "not-now-between", starting_jackpot=12),
    refused("VS-R20", lambda: AtTable(4), "placed", "not-now-setup", set="1", tile=1, casino="Gold Rush"),
    refused("E-112", lambda: AtTable(4), "setup", "unknown-act", "setup"),
    refused("E-112", lambda: AtTable(4), "undone", "unknown-act", event=1),
]


@pytest.mark.parametrize("case", REFUSALS)
def test_refused(case: Refusal) -> None:
    """E-106: every reason, in a plain sentence with its numbers, and nothing changed"""
    case.check()
