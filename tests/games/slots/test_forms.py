"""What phones post: every field of every form, sent as it should be, hostile or by chance, in every phase."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from companion.engine import Event, Reason, Refused
from companion.games.slots import GAME
from companion.games.slots.forms import FORMS, Settled
from companion.games.slots.state import State
from companion.words import say
from tests.games.slots.at_machine import WIDE, AtMachine
from tests.games.strip.at_table import reasons_in

Pairs = list[tuple[str, str]]


def posted(kind: str, pairs: Pairs) -> dict[str, Any] | tuple[Reason, ...]:
    """Post a form: the data of its event, or what cannot be read in it."""
    form = FORMS[kind](MultiDict(pairs))
    if not form.validate():
        reasons = form.reasons()
        assert reasons, "refused without a reason"
        return reasons
    data, secret = form.event_data()
    assert not secret
    return json.loads(json.dumps(dict(data)))


# What the fields become


@pytest.mark.parametrize(
    ("kind", "fields", "data"),
    [
        ("named", "seat=1 name=Ann", {"seat": "1", "name": "Ann"}),
        ("seated", "do=add", {"do": "add", "seat": ""}),
        ("seated", "do=up seat=2", {"do": "up", "seat": "2"}),
        ("settled", "", {}),
        ("settled", "mode=teams", {"mode": "teams"}),
        ("settled", "rounds=3 decks=2 any_in_hand=10", {"rounds": 3, "decks": 2, "any_in_hand": 10}),
        ("settled", "spin= cumber=B", {"spin": "", "cumber": "B"}),
        ("settled", "any_as_shield=0", {"any_as_shield": False}),
        ("settled", "any_as_shield=0 any_as_shield=1", {"any_as_shield": True}),
        ("settled", "just_played_yields=1 timer_pause=0", {"just_played_yields": True, "timer_pause": False}),
        (
            "settled",
            "all_paired_by=paylines bonus=once rank_502=good rank_604=from rank_names=site record=host",
            {
                "all_paired_by": "paylines",
                "bonus": "once",
                "rank_502": "good",
                "rank_604": "from",
                "rank_names": "site",
                "record": "host",
            },
        ),
        ("agreed", "record=own", {"record": "own"}),
        ("varied", "letter=A on=1", {"letter": "A", "on": True}),
        ("varied", "letter=A", {"letter": "A", "on": False}),
        ("surprised", "", {"keeps": True}),
        ("practice", "on=1", {"on": True}),
        ("symbol", "letter=P points=14", {"letter": "P", "name": "", "points": 14, "count": None}),
        ("symbol", "letter= name=moon points= count=8", {"letter": "", "name": "moon", "points": None, "count": 8}),
        ("begun", "", {}),
        ("prize", "seat=1 symbol=C", {"seat": "1", "symbol": "C", "n": 1}),
        ("prize", "seat=1 symbol=C n=\u22121 round=2", {"seat": "1", "symbol": "C", "n": -1, "round": 2}),
        ("sets", "seat=1 symbol=C sets=12", {"seat": "1", "symbol": "C", "sets": 12}),
        ("sets", "seat=1 symbol=C sets=", {"seat": "1", "symbol": "C", "sets": None}),
        ("hand", "seat=1 cards=C cards=L cards=*", {"seat": "1", "cards": ["C", "L", "*"]}),
        ("hand", "seat=1 cards=CL* round=1", {"seat": "1", "cards": ["C", "L", "*"], "round": 1}),
        ("hand", "seat=1", {"seat": "1", "cards": []}),
        ("turned", "", {"asks": True}),
        ("spun", "spin=A", {"spin": "A", "asks": True}),
        ("cumbered", "action=3", {"action": 3, "asks": True}),
        ("emptied", "on=1", {"on": True}),
        ("emptied", "on=0", {"on": False}),
        ("clock", "do=start", {"do": "start"}),
        ("ended", "", {"asks": True}),
        ("gridded", "machine=1 grid=PQP/QLC/LCT", {"machine": 1, "grid": "PQP/QLC/LCT"}),
        ("gridded", "grid=PQP/QLC/LCT", {"machine": 0, "grid": "PQP/QLC/LCT"}),
        ("played", "machine=0 cell=8 card=C hand=CL", {"machine": 0, "cell": 8, "card": "C", "hand": ["C", "L"]}),
        ("played", "cell= card=C", {"machine": 0, "cell": None, "card": "C", "hand": []}),
        ("claimed", "choice=1 symbol=B", {"choice": 1, "symbol": "B"}),
        ("claimed", "", {"choice": 0, "symbol": ""}),
        ("claimed", "shields= shields=0 shields=8", {"choice": 0, "symbol": "", "shields": [0, 8]}),
        ("claimed", "shields=", {"choice": 0, "symbol": "", "shields": []}),
        ("claimed", "shields=x shields=\u0661 shields=123 shields=-1", {"choice": 0, "symbol": "", "shields": []}),
        ("shown", "machine=1 cell=4 card=.", {"machine": 1, "cell": 4, "card": "."}),
    ],
)
def test_what_the_fields_become(kind: str, fields: str, data: dict[str, Any]) -> None:
    """Issue 3: each field of the contract, several of one name, and those left out"""
    pairs = [tuple(field.split("=", 1)) for field in fields.split()]
    assert posted(kind, pairs) == data  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "fields", "codes"),
    [
        ("settled", [("rounds", "three"), ("decks", "2.5")], ["field-number", "field-number"]),
        ("symbol", [("letter", "P"), ("points", "many"), ("count", "x")], ["field-number", "field-number"]),
        ("prize", [("seat", "1"), ("symbol", "C"), ("n", "one"), ("round", "last")], ["field-number"] * 2),
        ("sets", [("seat", "1"), ("symbol", "C"), ("sets", "1e3")], ["field-number"]),
        ("cumbered", [("action", "")], ["field-empty"]),
        ("cumbered", [("action", "move")], ["field-number"]),
        ("played", [("cell", "middle"), ("machine", "left")], ["field-number", "field-number"]),
        ("named", [("seat", "1"), ("name", "x" * 301)], ["field-long"]),
        ("seated", [("do", "y" * 301)], ["field-long"]),
        ("clock", [("do", "z" * 301)], ["field-long"]),
    ],
)
def test_what_cannot_be_read_is_named(kind: str, fields: Pairs, codes: list[str]) -> None:
    """E-106, E-111: all at once, with what was typed"""
    reasons = posted(kind, fields)
    assert isinstance(reasons, tuple)
    assert sorted(reason.code for reason in reasons) == codes
    speak(AtMachine(1).state, reasons)


@pytest.mark.parametrize(
    ("kind", "field", "code", "limit"),
    [
        ("sets", "sets", "sets-range", "0 to 99"),
        ("symbol", "points", "points-range", "0 to 999"),
        ("symbol", "count", "count-range", "1 to 72"),
        ("settled", "any_in_hand", "setting-any", "0 to 999"),
        ("prize", "round", "field-large", "999999"),
    ],
)
@pytest.mark.parametrize("typed", ["1000000", "12345678901", "-1000000"])
def test_a_score_of_a_million_is_told_the_limit_of_its_field(
    kind: str, field: str, code: str, limit: str, typed: str
) -> None:
    """Issue 3, bad input: at once, not first that of any number"""
    reasons = posted(kind, [("seat", "1"), ("symbol", "C"), ("letter", "S"), (field, typed)])
    assert isinstance(reasons, tuple)
    assert [reason.code for reason in reasons] == [code]
    assert limit in say(GAME.sentences, reasons[0])


# Hostile posts: any of these values in any field of any form, at a table in any phase


def used(kind: str) -> list[str]:
    """Name the fields that a form reads."""
    read = {
        "settled": [*Settled._TEXTS, *Settled._NUMBERS, *Settled._FLAGS],
        "agreed": ["record", "rank_names", "decks"],
        "symbol": ["letter", "name", "points", "count"],
        "prize": ["seat", "symbol", "n", "round"],
        "sets": ["seat", "symbol", "sets", "round"],
        "hand": ["seat", "cards", "round"],
        "gridded": ["machine", "grid"],
        "played": ["machine", "cell", "card", "hand"],
        "claimed": ["choice", "symbol"],
        "shown": ["machine", "cell", "card"],
    }
    return read.get(kind) or [field.short_name for field in FORMS[kind](MultiDict())]


FIELDS = sorted({name for kind in FORMS for name in used(kind)} | {"order", "confirmed", "kind"})

HOSTILE = [
    "",
    " ",
    "0",
    "-0",
    "-1",
    "1",
    "2",
    "9",
    "99",
    "100",
    "999999",
    "1000000",
    "9" * 400,
    "\u0664",
    "\uff17",
    "C",
    "*",
    "@",
    "?",
    ".",
    "cherry",
    "ANY",
    "add",
    "remove",
    "first",
    "start",
    "resume",
    "AB",
    "U",
    "co-operative",
    "PQP/QLC/LCT",
    "CCC/CCC/CCC",
    "***/***/***",
    ".../.../...",
    "???/???/???",
    "CL/C/",
    "/" * 200,
    "x" * 301,
    "x" * 100_000,
    "\u202e\u200b\x00",
    "{seat}{n}",
    "<script>",
    "None",
    "\U0001f600\u200d",
]


@cache
def table(phase: str, players: int) -> AtMachine:
    """Bring a table into a phase; the last ones have recorded machines that wait for something."""
    letters = {"between": ["O"], "claim": ["D"], "end": ["F", "G"]}.get(phase, [])
    at = AtMachine(players, WIDE, rounds=2, spin="AB", cumber="B", variations=letters)
    if phase == "setup":
        return at
    at.begin()
    if phase == "build":
        return at.lay("P../.../...")
    if phase in ("between", "over"):
        at.take("ended", confirm=("hands-untold",))
        return at if phase == "between" else at.begin().take("ended", confirm=("hands-untold",))
    while at.state.stage == "build":
        at.take("turned")
    if phase == "play":
        return at.lay("PQP/QLC/LCT")
    if phase == "claim":
        return at.lay("***/QLP/LPS").lay("P?P/QLC/LCT", machine=1)
    if phase == "fill":
        return at.lay("CCC/QLP/LPT").take("claimed", choice=0).show(0, ".").show(1, "L").show(2, ".")
    return at.lay("P?./QLC/LCT").take("emptied", on=True).take("clock", do="start")


PHASES = ("setup", "build", "play", "claim", "fill", "end", "between", "over")


def survive(at: AtMachine, kind: str, pairs: Pairs, confirmed: tuple[str, ...] = ()) -> None:
    """Post a form and put what it says to the rules: a state whose pages can be shown, or plain sentences."""
    answer = posted(kind, pairs)
    if isinstance(answer, tuple):
        speak(at.state, answer)
        return
    before = at.state
    event = Event(kind, answer, {}, None, "2026-11-27T21:00:00+00:00", len(at.log) + 1, confirmed)
    assert isinstance(GAME.scope(at.state, kind, answer), str)
    GAME.concerns(at.state, event)
    after = GAME.apply(at.state, event)
    assert at.state is before
    if isinstance(after, Refused):
        assert after.reasons
        speak(at.state, after.reasons)
        return
    assert isinstance(after, State)
    speak(after, [line.said for line in after.story[len(at.state.story) :]])
    for where in ({}, {"sheet": "grid", "card": "C", "cell": "0", "hand": "CL"}):
        speak(after, reasons_in(GAME.view(after, None, where)))
    GAME.options(after, None)


def speak(state: State, reasons: Any) -> None:
    for reason in reasons:
        said = say(GAME.sentences, reason, state.names)
        assert said
        assert len(said) < 2000, "a sentence does not repeat a whole book"


GOOD = {"seat": "1", "symbol": "C", "card": "C", "cell": "8", "n": "1", "sets": "3", "do": "up", "grid": "PQP/QLC/LCT"}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("kind", FORMS)
def test_no_field_breaks_a_form(kind: str, phase: str) -> None:
    """Issue 3, bad input: one hostile field, the others as they should be, missing or hostile as well"""
    at = table(phase, 2)
    survive(at, kind, [])
    survive(at, kind, list(GOOD.items()))
    for value in HOSTILE:
        survive(at, kind, [(field, value) for field in FIELDS])
        survive(at, kind, [(field, value) for field in FIELDS for _ in range(2)])
        for field in used(kind):
            survive(at, kind, [*((f, v) for f, v in GOOD.items() if f != field), (field, value)])


texts = (
    st.sampled_from(HOSTILE) | st.text(max_size=12) | st.integers(-20, 120).map(str) | st.sampled_from("12CLPS*@$.?")
)
names = st.sampled_from(FIELDS) | st.text(max_size=6)
CODES = ("told-first", "hands-untold", "x")


@settings(max_examples=400, deadline=None)
@given(
    kind=st.sampled_from(sorted(FORMS)),
    phase=st.sampled_from(PHASES),
    players=st.sampled_from((1, 2, 4, 5)),
    pairs=st.lists(st.tuples(names, texts), max_size=10),
    confirmed=st.lists(st.sampled_from(CODES), max_size=3),
)
def test_whatever_is_posted_the_table_answers(
    kind: str, phase: str, players: int, pairs: Pairs, confirmed: list[str]
) -> None:
    """Issue 3, bad input; E-111: never an exception"""
    survive(table(phase, players), kind, pairs, tuple(confirmed))


plausible = st.sampled_from(
    [
        "1",
        "2",
        "0",
        "-1",
        "3",
        "8",
        "C",
        "L",
        "S",
        "P",
        "*",
        "@",
        "$",
        ".",
        "A",
        "B",
        "U",
        "add",
        "remove",
        "start",
        "stop",
    ]
) | st.text("CLPS*.?", min_size=9, max_size=9).map(lambda grid: "/".join((grid[:3], grid[3:6], grid[6:])))


@settings(max_examples=400, deadline=None)
@given(data=st.data(), players=st.sampled_from((1, 2, 4)), start=st.sampled_from(PHASES))
def test_acts_by_chance_one_after_another(data: st.DataObject, players: int, start: str) -> None:
    """E-111, E-112: the right fields with values that lie about, in a chain that goes on from what was taken"""
    at = table(start, players)
    state, log = at.state, list(at.log)
    for _ in range(6):
        kind = data.draw(st.sampled_from(sorted(FORMS)), label="kind")
        pairs = [(name, data.draw(plausible, label=name)) for name in used(kind)]
        answer = posted(kind, pairs)
        if isinstance(answer, tuple):
            continue
        event = Event(kind, answer, {}, None, "2026-11-27T21:00:00+00:00", len(log) + 1, CODES)
        after = GAME.apply(state, event)
        if isinstance(after, State):
            state = after
            log.append(event)
        speak(state, reasons_in(GAME.view(state, None, {"sheet": "grid", "card": "C", "cell": "4"})))
        GAME.keep(state), GAME.outcome(state), GAME.options(state, state.seats[0])


# Events as a damaged or made-up log might hold them


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("named", {"seat": ["1"], "name": None}),
        ("named", {"seat": "1", "name": None}),
        ("seated", {"do": None, "seat": None}),
        ("seated", {"do": ["add"], "seat": {}}),
        ("settled", {"mode": ["teams"], "decks": None, "any_in_hand": True}),
        ("settled", {"any_in_hand": 1.5}),
        ("agreed", {"record": None}),
        ("agreed", {}),
        ("varied", {"letter": ["A"], "on": True}),
        ("symbol", {"letter": None, "name": None}),
        ("symbol", {"letter": "S", "points": "10"}),
        ("symbol", {"letter": "S", "points": True}),
        ("symbol", {"letter": "S", "count": 1.5}),
        ("prize", {"seat": ["1"], "symbol": {}, "n": "1"}),
        ("prize", {"seat": "1", "symbol": ["C"], "n": 1, "round": "1"}),
        ("sets", {"seat": "1", "symbol": "C", "sets": "3"}),
        ("sets", {"seat": "1", "symbol": "C", "sets": True}),
        ("hand", {"seat": None, "cards": None}),
        ("hand", {"seat": "1", "cards": [["C"], 4]}),
        ("spun", {"spin": None}),
        ("spun", {"spin": ["A"]}),
        ("cumbered", {"action": None}),
        ("cumbered", {"action": [1]}),
        ("clock", {"do": ["start"]}),
        ("gridded", {"machine": "0", "grid": "PQP/QLC/LCT"}),
        ("gridded", {"machine": 0, "grid": ["PQP"]}),
        ("played", {"machine": None, "cell": [1], "card": None, "hand": 4}),
        ("played", {"machine": 0, "cell": 0, "card": "P", "hand": [["P"], None]}),
        ("claimed", {"choice": "0"}),
        ("claimed", {"choice": [0], "symbol": {}}),
        ("shown", {"machine": "0", "cell": "0", "card": 1}),
        ("shown", {"machine": [0], "cell": None, "card": ["C"]}),
        ("dance", {"seat": "1"}),
    ],
)
@pytest.mark.parametrize("phase", PHASES)
def test_an_event_of_the_wrong_kind_of_values_is_refused(kind: str, data: dict[str, Any], phase: str) -> None:
    """E-111, E-112"""
    at = table(phase, 2)
    after = GAME.apply(at.state, Event(kind, data, {}, at="2026-11-27T21:00:00+00:00"))
    assert isinstance(after, Refused), (kind, data)
    speak(at.state, after.reasons)
