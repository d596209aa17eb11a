"""What phones post: every field of every form, sent as it should be, hostile or by chance."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from companion.engine import Event, Reason, Refused
from companion.games.strip.events import HANDLERS
from companion.games.strip.forms import FORMS
from companion.games.strip.state import State
from companion.words import say
from tests.games.strip.at_table import GAME, AtTable

A, B, C, D, E = "Santorini", "Sunset Gondola", "The Peacock", "Sunken Treasure", "Gold Rush"

Pairs = list[tuple[str, str]]


def posted(kind: str, pairs: Pairs) -> tuple[dict[str, Any], dict[str, Any]] | tuple[Reason, ...]:
    """Post a form: its open and secret data, or what cannot be read in it."""
    form = FORMS[kind](MultiDict(pairs))
    if not form.validate():
        reasons = form.reasons()
        assert reasons, "refused without a reason"
        return reasons
    data, secret = form.event_data()
    return json.loads(json.dumps([dict(data), dict(secret)]))


def test_every_act_of_a_phone_has_a_form() -> None:
    """Issue 2: and no form stands for an act that no rule takes; a look is no form"""
    assert set(FORMS) == set(HANDLERS) - {"first_look", "completed"}


# What the fields become

READ: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("named", "seat=1 name=Ann", {"seat": "1", "name": "Ann"}, {}),
    ("seated", "do=suit seat=2 suit=moons", {"do": "suit", "seat": "2", "suit": "moons"}, {}),
    ("seated", "do=add", {"do": "add", "seat": "", "suit": ""}, {}),
    ("tabled", "do=rename casino=A name=B", {"do": "rename", "casino": "A", "name": "B"}, {}),
    ("labelled", "casino=A character=X side=B", {"casino": "A", "character": "X", "side": "B"}, {}),
    (
        "labelled",
        "casino=A character=X typed=Y side=B",
        {"casino": "A", "character": "Y", "side": "B"},
        {},
    ),
    ("shuffled", "first_game=1 order=x", {"first_game": True}, {}),
    ("shuffled", "", {"first_game": False}, {}),
    ("settled", "starting_jackpot=12", {"starting_jackpot": 12}, {}),
    ("settled", "tiles=1,2;3 confirmed=1", {"tiles": [1, 2, 3], "confirmed": True}, {}),
    ("settled", "tiles=1,x", {"tiles": [1, "x"]}, {}),
    ("settled", "layout_1=abba layout_2=ABBA layout_3=ab,ab", {"layout": ["ABBA", "ABBA", "AB,AB"]}, {}),
    ("settled", "layout_1=abba", {"layout": ["ABBA", "", ""]}, {}),
    ("settled", "penalty=learning confirmed=0 speed=9", {"penalty": "learning", "confirmed": False}, {}),
    ("agreed", "record=own bank=app", {"record": "own", "bank": "app"}, {}),
    ("dealt", "order=A", {}, {}),
    ("printed", "", {}, {}),
    ("chosen", "seat=1 rig=upper", {"seat": "1"}, {"rig": "upper"}),
    ("chosen", "", {"seat": ""}, {"rig": ""}),
    ("placed", "set=1 tile=4 casino=A", {"set": "1", "tile": 4, "casino": "A", "token": False, "moves": []}, {}),
    (
        "placed",
        "set=1b tile=7 casino=A token=1 moves=on|A|2|5 moves=off|B|1|3",
        {"set": "1b", "tile": 7, "casino": "A", "token": True, "moves": [["A", "2", 5, True], ["B", "1", 3, False]]},
        {},
    ),
    (
        "placed",
        "set=1 tile=7 casino=A|B moves=on|A|B|2|5",
        {"set": "1", "tile": 7, "casino": "A|B", "token": False, "moves": [["A|B", "2", 5, True]]},
        {},
    ),
    ("discarded", "set=1 tile=4", {"set": "1", "tile": 4}, {}),
    ("token", "casino=A set=1 tile=4 on=1", {"casino": "A", "set": "1", "tile": 4, "on": True}, {}),
    ("token", "casino=A set=1 tile=4 on=0", {"casino": "A", "set": "1", "tile": 4, "on": False}, {}),
    (
        "ruled",
        "set=1 tile=4 casino=A allows=1 note=x",
        {"set": "1", "tile": 4, "casino": "A", "allows": True, "note": "x"},
        {},
    ),
    (
        "laid",
        "casino=A tiles_1=4 tiles_1=5+3 tiles_2=",
        {"casino": "A", "tiles": {"1": ["4", "5+3"], "2": []}, "leader": None},
        {},
    ),
    ("laid", "casino=A tiles_1=4,5 leader=1", {"casino": "A", "tiles": {"1": ["4", "5"]}, "leader": "1"}, {}),
    (
        "totals",
        "total_0_1=9 total_0_1b=0 total_2_1= leader_0=1 leader_2=",
        {"totals": {"0": {"1": 9, "1b": 0}}, "leaders": {"0": "1"}},
        {},
    ),
    ("ended", "", {}, {}),
    ("effect", "casino=A acts=1", {"casino": "A", "acts": True}, {}),
    ("effect", "casino=A acts=0", {"casino": "A", "acts": False}, {}),
    ("jackpot", "casino=A n=-3", {"casino": "A", "n": -3}, {}),
    ("chips", "seat=1 n=+3", {"seat": "1", "n": 3}, {}),
    ("revealed", "fixer=1 casino=x", {"fixer": "1"}, {}),
    ("turned_over", "fixer=1 casino=Santorini", {"fixer": "1", "casino": "Santorini"}, {}),
    ("penalty", "seat=1 on=0 on=1", {"seat": "1", "on": True}, {}),
    ("closed", "", {}, {}),
    ("counted", "chips_1=5 chips_2= chips_3=0", {"chips": {"1": 5, "3": 0}}, {}),
    ("corrected", "seat=1 n=\u22124 note=x", {"seat": "1", "n": -4, "note": "x"}, {}),
]


@pytest.mark.parametrize(("kind", "pairs", "data", "secret"), READ, ids=[f"{kind}-{pairs}" for kind, pairs, *_ in READ])
def test_read(kind: str, pairs: str, data: dict[str, Any], secret: dict[str, Any]) -> None:
    """E-84: an empty field is empty and no 0"""
    fields = [tuple(pair.split("=", 1)) for pair in pairs.split(" ") if pair]
    assert posted(kind, fields) == [data, secret]


# Numbers as people type them

NUMBERS = [
    ("5", 5),
    (" 5 ", 5),
    ("- 5", -5),
    ("\u22125", -5),
    ("\u20135", -5),
    ("+5", 5),
    ("007", 7),
    ("-0", 0),
    ("999999", 999999),
    ("", None),
    ("  ", None),
    ("1000000", None),
    ("9" * 5000, None),
    ("5.0", None),
    ("5,5", None),
    ("1e3", None),
    ("0x5", None),
    ("\u0665", None),
    ("\u2464", None),
    ("\uff15", None),
    ("\u00b2", None),
    ("--5", None),
    ("-+5", None),
    ("five", None),
    ("5\x00", None),
    ("None", None),
    ("nan", None),
    ("<b>5</b>", None),
    ("{n}", None),
]


@pytest.mark.parametrize(("typed", "n"), NUMBERS, ids=[ascii(typed)[:20] for typed, _ in NUMBERS])
def test_numbers(typed: str, n: int | None) -> None:
    """E-84: in each form that takes one, a whole number or a sentence that repeats what was typed"""
    for kind, pairs in (
        ("jackpot", [("casino", A), ("n", typed)]),
        ("chips", [("seat", "1"), ("n", typed)]),
        ("corrected", [("seat", "1"), ("n", typed)]),
        ("discarded", [("set", "1"), ("tile", typed)]),
        ("placed", [("set", "1"), ("tile", typed), ("casino", A)]),
        ("settled", [("starting_jackpot", typed)]),
    ):
        answer = posted(kind, pairs)
        if n is None:
            (reason,) = answer
            unread = "field-large" if typed.isascii() and typed.isdigit() else "field-number"
            assert reason.code == (unread if typed.strip() else "field-empty")
            said = say(GAME.sentences, reason)
            assert len(said) < 140
            assert (typed[:40] if typed.strip() else "missing") in said
        else:
            assert n in answer[0].values()


def test_a_number_that_is_too_large_is_called_so() -> None:
    """E-84, E-106: with the largest one that works"""
    for typed in ("1000000", " 1 000 000", "+1000000"):
        (reason,) = posted("jackpot", [("casino", A), ("n", typed)])
        assert say(GAME.sentences, reason) == (
            f"The number {typed.strip()} is too large; 999999 is the largest that can be typed."
        )
    (reason,) = posted("counted", [("chips_1", "9999999")])
    assert reason.code == "field-large"


def test_what_cannot_be_read_is_named_all_at_once() -> None:
    """E-106"""
    moves = [("moves", text) for text in ("", "on", "on|A|1", "up|A|1|4", "on|A|1|x", "on|A|1|4")]
    reasons = posted("placed", [("set", "1"), ("tile", "four"), ("casino", A), *moves])
    assert sorted(reason.code for reason in reasons) == ["field-move"] * 5 + ["field-number"]
    reasons = posted("laid", [("casino", A), ("tiles_1", "4 five 6+2"), ("tiles_2", "-1"), ("tiles_3", "0")])
    assert [(reason.code, reason.values["typed"]) for reason in reasons] == [
        ("tile-text", "five"),
        ("tile-text", "6+2"),
        ("tile-text", "-1"),
        ("tile-text", "0"),
    ]
    reasons = posted("totals", [("total_0_1", "many"), ("total_0_2", "5"), ("total_1_1", "1.5")])
    assert [reason.code for reason in reasons] == ["field-number"] * 2
    reasons = posted("corrected", [("seat", "1"), ("n", ""), ("note", "x" * 301)])
    assert [reason.code for reason in reasons] == ["field-empty", "field-long"]


# Hostile posts: any of these values in any field of any form, at a table in any phase

FIELDS = [
    "seat",
    "name",
    "do",
    "suit",
    "casino",
    "character",
    "side",
    "starting_jackpot",
    "tiles",
    "layout_1",
    "layout_2",
    "confirmed",
    "penalty",
    "record",
    "bank",
    "rig",
    "set",
    "tile",
    "token",
    "moves",
    "on",
    "allows",
    "note",
    "tiles_1",
    "tiles_1b",
    "tiles_",
    "tiles_9",
    "leader",
    "total_0_1",
    "total_0_2b",
    "total_9_1",
    "total_",
    "total",
    "leader_0",
    "n",
    "fixer",
    "chips_1",
    "chips_",
    "chips_9",
    "order",
    "fixer_cards",
    "chip_totals",
]

HOSTILE = [
    "",
    " ",
    "0",
    "-0",
    "-1",
    "1",
    "2",
    "1b",
    "9",
    "4",
    "7+3",
    "4 4 4",
    "999999",
    "9" * 400,
    "\u0664",
    "\uff17",
    A,
    E,
    "Gold  rush",
    "x" * 301,
    "x" * 100_000,
    "add",
    "remove",
    "up",
    "rename",
    "upper",
    "on|Santorini|1|4",
    "on|Santorini|1|4|5",
    "||||",
    "\u202e\u200b\x00",
    "{seat}{n}",
    "<script>",
    "ABBA",
    "None",
    "\U0001f600\u200d",
]


@cache
def table(phase: str, players: int) -> AtTable:
    """Bring a table into a phase; at `mid` and `typed` something lies there."""
    at = AtTable(players)
    if phase == "setup":
        return at
    at.deal()
    if phase == "choose":
        return at
    if phase == "printed":
        return at.take("printed").end()
    at.choose_all()
    if phase == "turns":
        return at
    at.lay(A, s1="4+3", s2="5").lay(B, s1="7 6")
    if phase == "mid":
        return at
    if phase == "typed":
        return at.take("totals", totals={"0": {"1": 5, "2": 6}}, leaders={}, confirm=("total-impossible",))
    at.end()
    if phase == "reveals":
        return at
    at.reveal_all()
    if phase == "payout":
        return at
    at.close()
    return at if phase == "between" else at.empty_round().empty_round()


PHASES = ("setup", "choose", "printed", "turns", "mid", "typed", "reveals", "payout", "between", "over")


def survive(at: AtTable, kind: str, pairs: Pairs, confirmed: tuple[str, ...] = ()) -> None:
    """Post a form and put what it says to the rules: a state whose pages can be shown, or plain sentences."""
    answer = posted(kind, pairs)
    if isinstance(answer, tuple):
        speak(at.state, answer)
        return
    data, secret = answer
    event = Event(kind, data, secret, number=len(at.log) + 1, confirmed=confirmed)
    assert isinstance(GAME.scope(at.state, kind, data), str)
    GAME.concerns(at.state, event)
    after = GAME.apply(at.state, event)
    if isinstance(after, Refused):
        speak(at.state, after.reasons)
        return
    assert isinstance(after, State)
    speak(after, [line.said for line in after.story[len(at.state.story) :]])
    for viewer in (None, *after.seats[:1]):
        GAME.view(after, viewer, {}, held=True)


def speak(state: State, reasons: Any) -> None:
    for reason in reasons:
        said = say(GAME.sentences, reason, state.names)
        assert said
        assert len(said) < 2000, "a sentence does not repeat a whole book"


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("kind", FORMS)
def test_no_field_breaks_a_form(kind: str, phase: str) -> None:
    """Issue 2, bad input: one hostile field, the others as they should be, missing or hostile as well"""
    at = table(phase, 2)
    good = {"seat": "1", "set": "1", "casino": A, "tile": "4", "n": "1", "fixer": "1", "do": "up", "name": "Ann"}
    survive(at, kind, [])
    survive(at, kind, list(good.items()))
    for value in HOSTILE:
        survive(at, kind, [(field, value) for field in FIELDS])
        survive(at, kind, [(field, value) for field in FIELDS for _ in range(2)])
        for field in used(kind):
            survive(at, kind, [*((f, v) for f, v in good.items() if f != field), (field, value)])


def used(kind: str) -> list[str]:
    """Name the fields that a form reads."""
    prefixes = {"laid": "tiles_", "totals": "total_ leader_", "counted": "chips_", "settled": "layout_", "agreed": "-"}
    plain = {
        "placed": "set tile casino token moves",
        "laid": "casino leader",
        "settled": "tiles starting_jackpot confirmed",
    }
    named = [name for name in FIELDS if any(name.startswith(p) for p in prefixes.get(kind, "-").split())]
    return named + plain.get(kind, "").split() + [f.short_name for f in FORMS[kind](MultiDict())]


texts = st.sampled_from(HOSTILE) | st.text(max_size=12) | st.integers(-20, 20).map(str) | st.sampled_from("12b AB+|,")
names = st.sampled_from(FIELDS) | st.text(max_size=6)
CODES = ("out-of-turn", "third-tile", "tiles-left", "seven-unsettled", "total-impossible", "totals-impossible", "x")


@settings(max_examples=300, deadline=None)
@given(
    kind=st.sampled_from(sorted(FORMS)),
    phase=st.sampled_from(PHASES),
    players=st.sampled_from((2, 4, 5)),
    pairs=st.lists(st.tuples(names, texts), max_size=10),
    confirmed=st.lists(st.sampled_from(CODES), max_size=4),
)
def test_whatever_is_posted_the_table_answers(
    kind: str, phase: str, players: int, pairs: Pairs, confirmed: list[str]
) -> None:
    """Issue 2, bad input; E-111: never an exception"""
    survive(table(phase, players), kind, pairs, tuple(confirmed))


def of(state: State) -> st.SearchStrategy[str]:
    return st.sampled_from(
        [*state.sets, *state.casino_names, *map(str, state.settings.tiles), "1", "0", "on", "upper", "4+3"]
    )


@settings(max_examples=300, deadline=None)
@given(
    kind=st.sampled_from(sorted(FORMS)), phase=st.sampled_from(PHASES), players=st.sampled_from((2, 3)), data=st.data()
)
def test_whatever_plausible_is_posted_the_table_answers(
    kind: str, phase: str, players: int, data: st.DataObject
) -> None:
    """E-111: the right fields with values that lie about"""
    at = table(phase, players)
    pairs = [(name, data.draw(of(at.state), label=name)) for name in used(kind)]
    pairs += [("moves", move) for move in data.draw(st.lists(moves(at.state), max_size=2))]
    survive(at, kind, pairs, CODES)


def moves(state: State) -> st.SearchStrategy[str]:
    parts = (st.sampled_from(("on", "off")), st.sampled_from(state.casino_names), st.sampled_from(state.sets))
    return st.tuples(*parts, st.integers(0, 8).map(str)).map("|".join)


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("placed", {"set": None, "tile": None, "casino": None}),
        ("placed", {"set": ["1"], "tile": {"a": 1}, "casino": [A]}),
        ("placed", {"set": "1", "tile": 4, "casino": A, "moves": [[[A], ["1"], 4, True]]}),
        ("discarded", {"set": 1, "tile": "4"}),
        ("token", {"casino": [A], "set": {"1": 1}, "tile": None, "on": None}),
        ("token", {"casino": A, "set": "1", "tile": [4], "on": 1}),
        ("ruled", {"set": {}, "tile": 4, "casino": {}}),
        ("laid", {"casino": None, "tiles": {}}),
        ("jackpot", {"casino": [], "n": "3"}),
        ("jackpot", {"casino": A, "n": None}),
        ("jackpot", {"casino": A, "n": 1.5}),
        ("chips", {"seat": None, "n": []}),
        ("revealed", {"fixer": None}),
        ("revealed", {"fixer": ["1"], "casino": [A]}),
        ("penalty", {"seat": [], "on": "no"}),
        ("corrected", {"seat": {}, "n": {}}),
        ("chosen", {"seat": None}),
        ("chosen", {"seat": ["1"]}),
        ("first_look", {"seat": None}),
        ("named", {"seat": None, "name": None}),
        ("seated", {"do": None, "seat": None}),
        ("seated", {"do": "suit", "seat": "1", "suit": ["moons"]}),
        ("tabled", {"do": None, "casino": None}),
        ("labelled", {"casino": [], "character": None}),
        ("labelled", {"casino": A, "character": "x", "side": ["A"]}),
        ("settled", {"tiles": None, "layout": 7, "starting_jackpot": None, "confirmed": None, "penalty": ["learning"]}),
        ("settled", {"tiles": ["1", None], "layout": [None, 4, "AB"]}),
        ("agreed", {"record": None, "bank": {}}),
    ],
)
@pytest.mark.parametrize("phase", PHASES)
def test_an_event_of_the_wrong_kind_of_values_is_refused(kind: str, data: dict[str, Any], phase: str) -> None:
    """E-111, E-112: as a damaged or made-up log might hold it"""
    at = table(phase, 2)
    after = GAME.apply(at.state, Event(kind, data, {}))
    assert isinstance(after, Refused), (kind, data)
    speak(at.state, after.reasons)


@pytest.mark.parametrize(("kind", "name"), [("totals", "total_0_1"), ("counted", "chips_1"), ("laid", "tiles_1")])
def test_a_field_of_any_name_is_cut_short(kind: str, name: str) -> None:
    """Issue 2, bad input: where fields depend on the table their names are typed by whoever posts"""
    survive(table("turns", 2), kind, [("casino", A), (name + "x" * 100_000, "many")])
    survive(table("between", 2), kind, [("casino", A), (name + "x" * 100_000, "4")])
