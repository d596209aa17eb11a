"""How Vegas Strip questions are read and answered: what the judge's contract says beside the worked examples."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.games.strip.judge import ASKS
from companion.judge import answer_to

Request = dict[str, Any]


def ask(question: str, request: Request) -> Any:
    """Put one question, the way a line of JSON would."""
    return answer_to(json.dumps({"game": "strip", "ask": question} | request).encode())


def codes(reasons: list[dict[str, str]]) -> list[str]:
    return [reason["code"] for reason in reasons]


TABLE: Request = {"players": 4}
CHOICE: Request = {"dealt": ["X", "Y"], "rigged": "X", "secure": "Y"}
PLACEMENT: Request = {"tiles": {"A": [5], "B": []}, "seat": "C", "tile": 3}
OPTIONS: Request = {"casinos": {"X": {"A": [5]}, "Y": {}}, "seat": "B", "hand": [5, 3]}
PAYOUT: Request = {
    "teams": [["A", "P"], ["B", "D"]],
    "casinos": {
        "X": {"jackpot": 15, "tiles": {"A": [3]}},
        "Y": {"jackpot": 15, "tiles": {}},
        "Z": {"jackpot": 9, "tiles": {"D": [7], "P": ["2+3"]}},
    },
    "reveals": [["A", "X"], ["B", "Y"]],
    "starting_jackpot": 15,
    "last_round": False,
}
TWO: Request = PAYOUT | {
    "teams": [["A"], ["B"]],
    "casinos": {"X": {"jackpot": 15, "tiles": {"a": [3]}}, "Y": {"jackpot": 15, "tiles": {}}},
    "blockers": {"a": "A", "b": "B"},
}
WINNERS: Request = {"totals": {"a": 1, "b": 2, "c": 3}, "last_round": {"a": 1, "b": 2, "c": 3}}
BASE = {
    "table": TABLE,
    "choice": CHOICE,
    "placement": PLACEMENT,
    "options": OPTIONS,
    "payout": PAYOUT,
    "winners": WINNERS,
}


@pytest.mark.parametrize("question", sorted(ASKS))
def test_the_requests_that_the_tests_start_from_are_fine(question: str) -> None:
    answer = ask(question, BASE[question])
    assert "error" not in answer
    assert "refused" not in answer


def level(**leaders: str) -> Request:
    """Make the top of Z level, with or without word of who was ahead."""
    casinos = PAYOUT["casinos"] | {"Z": {"jackpot": 9, "tiles": {"D": [7], "B": [5, 2], "A": [1]}}}
    return {"casinos": casinos} | ({"leaders": leaders} if leaders else {})


ERRORS = [
    ("table", {"players": True}, "type", "players"),
    ("table", {"players": "4"}, "type", "players"),
    ("table", {"players": 4.0}, "type", "players"),
    ("table", {"first": 4}, "value", "first"),
    ("table", {"first": -1}, "value", "first"),
    ("table", {"first": None}, "type", "first"),
    ("table", {"casinos": "5"}, "type", "casinos"),
    ("table", {"layout": ["ABBA", "ABBA"]}, "value", "layout"),
    ("table", {"layout": ["ABBA", "ABBA", 3]}, "type", "layout[2]"),
    ("table", {"layout": "ABBA"}, "type", "layout"),
    ("table", {"seat": 1}, "unknown-key", "seat"),
    ("table", {"players": 9, "seat": 1}, "unknown-key", "seat"),
    ("choice", {"dealt": ["X"]}, "value", "dealt"),
    ("choice", {"dealt": ["X", 5]}, "type", "dealt[1]"),
    ("choice", {"rigged": None}, "type", "rigged"),
    ("placement", {"tile": 0}, "value", "tile"),
    ("placement", {"tile": "0+3"}, "value", "tile"),
    ("placement", {"tile": "4"}, "value", "tile"),
    ("placement", {"tile": "4+3+3"}, "value", "tile"),
    ("placement", {"tile": "4+2"}, "value", "tile"),
    ("placement", {"tile": True}, "type", "tile"),
    ("placement", {"tile": 4.5}, "type", "tile"),
    ("placement", {"tile": None}, "type", "tile"),
    ("placement", {"tiles": {"A": [5, None]}}, "type", "tiles.A[1]"),
    ("placement", {"tiles": {"A": 5}}, "type", "tiles.A"),
    ("placement", {"tiles": []}, "type", "tiles"),
    ("placement", {"seat": None}, "type", "seat"),
    ("placement", {"seat": 1.5}, "type", "seat"),
    ("placement", {"rigged": 1}, "type", "rigged"),
    ("placement", {"rigged": "X"}, "type", "rigged"),
    ("placement", {"blockers": "a"}, "type", "blockers"),
    ("placement", {"blockers": [None]}, "type", "blockers[0]"),
    ("placement", {"final": {"A": None}}, "type", "final.A"),
    ("placement", {"final": {"A": -1}}, "value", "final.A"),
    ("placement", {"final": {"Z": 3}}, "value", "final.Z"),
    ("placement", {"leader": "Z"}, "value", "leader"),
    ("placement", {"leader": None}, "type", "leader"),
    ("placement", {"limits": None}, "type", "limits"),
    ("placement", {"limits": {"most": 0}}, "value", "limits.most"),
    ("placement", {"limits": {"most": "5"}}, "type", "limits.most"),
    ("placement", {"limits": {"most": None}}, "type", "limits.most"),
    ("placement", {"limits": {"once": 1}}, "type", "limits.once"),
    ("placement", {"limits": {"from": 0}}, "value", "limits.from"),
    ("placement", {"limits": {"from": 4, "to": 3}}, "value", "limits.to"),
    ("placement", {"limits": {"parity": "both"}}, "value", "limits.parity"),
    ("placement", {"limits": {"parity": True}}, "type", "limits.parity"),
    ("placement", {"limits": {"most_a_player": 0}}, "value", "limits.most_a_player"),
    ("placement", {"limits": {"level": "always"}}, "value", "limits.level"),
    ("placement", {"limits": {"least": 3}}, "unknown-key", "limits.least"),
    ("options", {"limits": {"most": 3}}, "value", "limits.most"),
    ("options", {"limits": {"X": 3}}, "type", "limits.X"),
    ("options", {"limits": {"X": {"most": 0}}}, "value", "limits.X.most"),
    ("options", {"limits": {"X": {"mots": 1}}}, "unknown-key", "limits.X.mots"),
    ("choice", {"limits": {}}, "unknown-key", "limits"),
    ("options", {"hand": [0]}, "value", "hand[0]"),
    ("options", {"hand": 4}, "type", "hand"),
    ("options", {"rigged": "Z"}, "value", "rigged"),
    ("options", {"rigged": True}, "type", "rigged"),
    ("options", {"casinos": {"X": [5]}}, "type", "casinos.X"),
    ("payout", {"teams": [["A", "P"], ["B", "A"]]}, "value", "teams[1][1]"),
    ("payout", {"teams": [["A", "A"], ["B", "D"]]}, "value", "teams[0][1]"),
    ("payout", {"teams": [["A", "P", "B"], ["D"]]}, "value", "teams[0]"),
    ("payout", {"teams": [["A", "P"], []]}, "value", "teams[1]"),
    ("payout", {"teams": [["A", "P"], ["B"]]}, "value", "casinos.Z.tiles.D"),
    ("payout", {"casinos": {"X": {"jackpot": -1, "tiles": {}}}}, "value", "casinos.X.jackpot"),
    ("payout", {"casinos": {"X": {"jackpot": 15}}}, "missing", "casinos.X.tiles"),
    ("payout", {"casinos": {"X": {"jackpot": 1, "tiles": {}, "b": 1}}}, "unknown-key", "casinos.X.b"),
    ("payout", {"casinos": {"X": {"jackpot": 1, "tiles": {"Q": []}}}}, "value", "casinos.X.tiles.Q"),
    ("payout", {"reveals": [["A", "X"]]}, "missing", "reveals"),
    ("payout", {"reveals": [["A", "X"], ["B", "Y"], ["A", "Z"]]}, "value", "reveals[2][0]"),
    ("payout", {"reveals": [["P", "X"], ["B", "Y"]]}, "value", "reveals[0][0]"),
    ("payout", {"reveals": [["Q", "X"], ["B", "Y"]]}, "value", "reveals[0][0]"),
    ("payout", {"reveals": [["A", "W"], ["B", "Y"]]}, "value", "reveals[0][1]"),
    ("payout", {"reveals": [["A"], ["B", "Y"]]}, "value", "reveals[0]"),
    ("payout", {"reveals": {"A": "X", "B": "Y"}}, "type", "reveals"),
    ("payout", {"starting_jackpot": -1}, "value", "starting_jackpot"),
    ("payout", {"last_round": 0}, "type", "last_round"),
    ("payout", {"offenders": ["Q"]}, "value", "offenders[0]"),
    ("payout", {"offenders": "A"}, "type", "offenders"),
    ("payout", {"character_chips": {"Q": 1}}, "value", "character_chips.Q"),
    ("payout", {"character_chips": {"A": -1}}, "value", "character_chips.A"),
    ("payout", {"blockers": {"a": "Q"}}, "value", "blockers.a"),
    ("payout", {"blockers": {"A": "B"}}, "value", "blockers.A"),
    ("payout", {"leaders": {"W": "A"}}, "value", "leaders.W"),
    ("payout", {"leaders": {"X": "Q"}}, "value", "leaders.X"),
    ("payout", level(), "leader-needed", "leaders.Z"),
    ("payout", level(Z="A"), "leader-needed", "leaders.Z"),
    ("payout", level() | {"reveals": [["A", "X"], ["B", "X"]]}, "leader-needed", "leaders.Z"),
    ("winners", {"last_round": {"a": 1, "b": 1}}, "missing", "last_round.c"),
    ("winners", {"last_round": {"a": 1, "b": 1, "c": 1, "d": 1}}, "value", "last_round.d"),
    ("winners", {"totals": {"a": 1.5, "b": 1, "c": 1}}, "type", "totals.a"),
    ("winners", {"totals": []}, "type", "totals"),
]


@pytest.mark.parametrize(("question", "changes", "code", "at"), ERRORS)
def test_a_request_that_cannot_be_read(question: str, changes: Request, code: str, at: str) -> None:
    error = ask(question, BASE[question] | changes)["error"]
    assert (error["code"], error["at"]) == (code, at)
    assert error["text"].endswith(".")


MISSING = [(question, key) for question, request in BASE.items() for key in request]


@pytest.mark.parametrize(("question", "key"), MISSING)
def test_what_a_question_needs(question: str, key: str) -> None:
    request = {name: value for name, value in BASE[question].items() if name != key}
    error = ask(question, request)["error"]
    assert (error["code"], error["at"]) == ("missing", key)


@pytest.mark.parametrize("question", sorted(ASKS))
def test_settings_of_the_other_game_are_unknown(question: str) -> None:
    error = ask(question, BASE[question] | {"settings": {"decks": 1}})["error"]
    assert (error["code"], error["at"]) == ("unknown-key", "settings.decks")


IDLE: Request = {
    "starting_jackpot": 0,
    "tiles": [1, 1, 9],
    "layout": ["ABCBA", "ABCBA", "ABCBA"],
    "chip_totals": "hidden",
    "fixer_cards": "printed",
    "record": "own",
}


@pytest.mark.parametrize("question", sorted(ASKS))
def test_settings_that_change_no_answer(question: str) -> None:
    """VS-A3, A5, A37: the request carries what it needs."""
    used = {"penalty": "learning", "two_player_winner": "most"}
    assert ask(question, BASE[question] | {"settings": IDLE | used}) == ask(question, BASE[question])


@pytest.mark.parametrize(
    ("name", "value", "at"),
    [
        ("starting_jackpot", "15", "settings.starting_jackpot"),
        ("starting_jackpot", -1, "settings.starting_jackpot"),
        ("tiles", 7, "settings.tiles"),
        ("tiles", [1, "2"], "settings.tiles[1]"),
        ("tiles", [0], "settings.tiles[0]"),
        ("layout", ["ABBA"], "settings.layout"),
        ("layout", ["ABBA", "ABBA", "AABC"], "settings.layout"),
        ("layout", ["A", "A", "A"], "settings.layout"),
        ("penalty", "mild", "settings.penalty"),
        ("two_player_winner", "literal", "settings.two_player_winner"),
        ("chip_totals", True, "settings.chip_totals"),
        ("fixer_cards", "none", "settings.fixer_cards"),
        ("record", "nobody", "settings.record"),
        ("bank", "chips", "settings.bank"),
    ],
)
def test_values_of_settings_are_checked(name: str, value: Any, at: str) -> None:
    assert ask("table", TABLE | {"settings": {name: value}})["error"]["at"] == at


# Table and choice


@pytest.mark.parametrize(
    ("request_", "refused"),
    [
        pytest.param({"players": 1}, ["players"], id="VS-A6-one"),
        pytest.param({"players": 7, "casinos": 4, "layout": ["A", "B", "C"]}, ["players"], id="VS-R01-alone"),
        pytest.param({"players": 9, "first": 8}, ["players"], id="VS-R01-whoever-starts"),
        pytest.param({"players": 0}, ["players"], id="VS-R01-none"),
        pytest.param({"players": -3}, ["players"], id="VS-R01-below-none"),
        pytest.param({"players": 4, "casinos": 6}, ["casino-count"], id="VS-A4"),
        pytest.param({"players": 4, "layout": ["ABBA", "ABBA", "abab"]}, ["layout"], id="VS-R13"),
        pytest.param({"players": 2, "casinos": 4, "layout": ["AA"] * 3}, ["casino-count"] + ["layout"] * 3, id="both"),
    ],
)
def test_tables_that_are_refused(request_: Request, refused: list[str]) -> None:
    assert codes(ask("table", request_)["refused"]) == refused


def test_a_table_of_two() -> None:
    """VS-R40, A4: two solo fixers, two cards each of five, one left over; the second seat starts round 1."""
    one = {"first": 1, "teams": [[1], [0]], "fixers": [1, 0]}
    other = {"first": 0, "teams": [[0], [1]], "fixers": [0, 1]}
    expected = {"casinos": 5, "undealt": 1, "rounds": [one, other, one], "warnings": []}
    assert ask("table", {"players": 2, "first": 1, "casinos": 5, "layout": ["XY", "YX", "AB"]}) == expected
    assert ask("table", {"players": 2, "first": "1"}) == expected


def test_warnings_stand_in_seat_order() -> None:
    """VS-C02: whoever starts."""
    answer = ask("table", {"players": 6, "first": 4, "layout": ["ABCABC"] * 3})
    assert [warning["seats"] for warning in answer["warnings"]] == [[0, 3], [1, 4], [2, 5]]
    assert {warning["code"] for warning in answer["warnings"]} == {"repeat-partners"}


def test_a_choice_is_refused_with_every_reason() -> None:
    """VS-R17, A7."""
    assert codes(ask("choice", CHOICE | {"rigged": "Q", "secure": "Q"})["refused"]) == ["not-dealt", "same-casino"]
    assert codes(ask("choice", CHOICE | {"rigged": "Q", "secure": "R"})["refused"]) == ["not-dealt", "not-dealt"]


# Placement and options


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        pytest.param({"tiles": {"3": [5]}, "seat": 3, "tile": 1}, (True, [], [], 6, True), id="seat-as-a-number"),
        pytest.param(
            {"tiles": {"3": [5]}, "seat": "3", "tile": 7, "blockers": [3], "rigged": True},
            (True, [], [], 12, True),
            id="VS-R42-blockers-as-numbers",
        ),
        pytest.param(
            {"tiles": {"3": [7]}, "seat": 4, "tile": 7, "leader": 4}, (False, ["ties-leader"], [], 7, True), id="VS-A14"
        ),
        pytest.param({"tiles": {"A": []}, "tile": 5}, (True, [], [], 5, True), id="VS-A11-empty-list"),
        pytest.param({"tile": 5, "final": {"B": 9}}, (False, ["ties-leader"], [], 5, False), id="VS-A15-not-there"),
        pytest.param({"tile": 5, "final": {"C": 8}}, (True, [], [], 8, True), id="VS-A15-own-total"),
        pytest.param(
            {"tiles": {"C": [7, 7, 7, 7]}, "tile": 7, "rigged": True},
            (False, ["two-tiles"], ["seven-at-rigged"], 35, True),
            id="VS-A18-no-table-holds-it",
        ),
        pytest.param({"tiles": {"A": ["99+3"]}, "tile": 102}, (False, ["ties-leader"], [], 102, False), id="VS-A2"),
        pytest.param({"tiles": {"A": [10**400]}, "tile": 1}, (True, [], [], 1, False), id="VS-A2-any-number"),
    ],
)
def test_placements(changes: Request, verdict: tuple[bool, list[str], list[str], int, bool]) -> None:
    answer = ask("placement", PLACEMENT | changes)
    legal, open_codes, private, total, leads = verdict
    assert (answer["legal"], answer["total"], answer["leads"]) == (legal, total, leads)
    assert (codes(answer["open"]), codes(answer["private"])) == (open_codes, private)


def test_the_open_half_of_a_verdict_does_not_depend_on_what_was_rigged() -> None:
    """VS-P14, E-115."""
    for tile in (5, 7, "4+3"):
        one, other = (ask("placement", PLACEMENT | {"tile": tile, "rigged": rigged}) for rigged in (True, False))
        assert [one[key] for key in ("open", "total", "leads")] == [other[key] for key in ("open", "total", "leads")]


def test_options_answer_tiles_as_they_were_written() -> None:
    """VS-C08: a 4 with its token is not the same tile as a 7, though it counts the same; equal tiles stand once."""
    answer = ask("options", OPTIONS | {"hand": [7, "4+3", 7, 5], "rigged": "Y"})
    assert answer == {"placements": [[7, "X"], ["4+3", "X"], [5, "Y"]], "discard": False}
    assert ask("options", OPTIONS | {"hand": []}) == {"placements": [], "discard": False}
    assert ask("options", OPTIONS | {"casinos": {}}) == {"placements": [], "discard": True}


@pytest.mark.parametrize(
    ("limits", "tiles", "tile", "faults"),
    [
        pytest.param({"most": 2}, {"A": [5], "D": [1]}, 3, ["limit-most"], id="most"),
        pytest.param({"most": 2, "once": False}, {"A": [5]}, 3, [], id="most-room-and-once-off"),
        pytest.param({"once": True}, {"A": [5, "1+3"]}, 4, ["limit-once"], id="once"),
        pytest.param({"from": 4}, {"A": [5]}, 3, ["limit-range"], id="from"),
        pytest.param({"from": 3, "to": 3}, {"A": [5]}, 3, [], id="one-number"),
        pytest.param({"to": 60}, {"A": [5]}, 61, ["limit-range"], id="to-whatever-the-number"),
        pytest.param({"parity": "odd"}, {"A": [5]}, "1+3", ["limit-odd"], id="odd"),
        pytest.param({"parity": "even"}, {"A": [5]}, 3, ["limit-even"], id="even"),
        pytest.param({"most_a_player": 1}, {"C": [5]}, 3, ["limit-player"], id="player"),
        pytest.param({"level": "never"}, {"A": [5], "B": [3]}, 3, ["limit-equal"], id="never"),
        pytest.param({"level": "leader"}, {"A": [5]}, 5, [], id="leader"),
        pytest.param({}, {"A": [5]}, 5, ["ties-leader"], id="none"),
    ],
)
def test_limits_of_a_character(limits: Request, tiles: Request, tile: int | str, faults: list[str]) -> None:
    """VS-R27: in both asks alike, and open to everyone."""
    answer = ask("placement", {"tiles": tiles, "seat": "C", "tile": tile, "limits": limits})
    assert codes(answer["open"]) == faults
    assert (answer["legal"], answer["private"]) == (not faults, [])
    options = ask("options", {"casinos": {"X": tiles}, "seat": "C", "hand": [tile], "limits": {"X": limits}})
    assert options == {"placements": [] if faults else [[tile, "X"]], "discard": bool(faults)}


# Payout and winners


def test_a_payout_told_in_full() -> None:
    """VS-R28 to R36, R44."""
    assert ask("payout", PAYOUT) == {
        "income": {"A": 15, "P": 5, "B": 0, "D": 0},
        "piles": [
            {"team": ["A", "P"], "pile": 20, "share": 10, "returned": 0},
            {"team": ["B", "D"], "pile": 0, "share": 0, "returned": 0},
        ],
        "gain": {"A": 10, "P": 10, "B": 0, "D": 0},
        "jackpots": {"X": 0, "Y": 15, "Z": 9},
        "refilled": {"X": 15, "Y": 15, "Z": 9},
        "supply": -20,
    }


def test_blockers_are_neither_paid_nor_told_of() -> None:
    """VS-R42b, A34: the jackpot goes to the supply, their character's chips stay there."""
    answer = ask("payout", TWO | {"character_chips": {"a": 7, "B": 2}})
    assert answer["income"] == answer["gain"] == {"A": 0, "B": 2}
    assert answer["supply"] == 15 - 2 - 15


def test_seats_are_answered_as_the_request_wrote_them() -> None:
    """3 and "3" are one seat: lists keep what was written, keys are strings."""
    request = PAYOUT | {
        "teams": [[3, "x"], ["4"]],
        "casinos": {"X": {"jackpot": 15, "tiles": {"3": [3]}}, "Y": {"jackpot": 15, "tiles": {"4": [7], "3": [7]}}},
        "reveals": [["3", "X"], [4, "Y"]],
        "leaders": {"Y": 4},
        "offenders": [4],
        "last_round": True,
    }
    answer = ask("payout", request)
    assert [pile["team"] for pile in answer["piles"]] == [[3, "x"], ["4"]]
    assert answer["gain"] == {"3": 7, "x": 7, "4": 5}
    assert ask("payout", request | {"teams": [[3, "3"], ["4"]]})["error"]["at"] == "teams[0][1]"


def test_leaders_count_only_where_the_top_is_level() -> None:
    """VS-A14."""
    assert ask("payout", PAYOUT | {"leaders": {"Z": "P", "Y": "A"}}) == ask("payout", PAYOUT)
    assert ask("payout", PAYOUT | level(Z="B"))["income"] == {"A": 16, "P": 0, "B": 0, "D": 7}


def test_a_casino_revealed_twice_is_refused_once() -> None:
    """VS-A7."""
    answer = ask("payout", PAYOUT | {"reveals": [["A", "X"], ["B", "X"]]})
    assert codes(answer["refused"]) == ["same-casino"]


@pytest.mark.parametrize(("penalty", "gain"), [("learning", 1), ("experienced", 0)])
def test_the_setting_decides_what_an_offender_pays(penalty: str, gain: int) -> None:
    """VS-C09, A28: 10 of a share of 11, or all of it."""
    request = PAYOUT | {"character_chips": {"A": 2}, "offenders": ["A"], "settings": {"penalty": penalty}}
    assert ask("payout", request)["gain"] == {"A": gain, "P": 11, "B": 0, "D": 0}


def test_an_offender_named_twice_pays_once() -> None:
    """VS-A28."""
    once, twice = (ask("payout", PAYOUT | {"offenders": offenders}) for offenders in (["P"], ["P", "P"]))
    assert once == twice
    assert once["gain"]["P"] == 0


@pytest.mark.parametrize("count", [0, 1, 7])
def test_a_game_is_won_by_two_to_six(count: int) -> None:
    """VS-R01, A6."""
    seats = {str(seat): 0 for seat in range(count)}
    assert codes(ask("winners", {"totals": seats, "last_round": seats})["refused"]) == ["players"]


def test_the_order_answers_with_the_keys_of_the_request() -> None:
    """VS-R45: strings, as object keys are; level seats in the order of the request, not of `last_round`."""
    answer = ask("winners", {"totals": {"2": 5, "1": 5, "3": 5}, "last_round": {"1": 0, "2": 0, "3": 1}})
    assert answer == {"order": ["3", "2", "1"], "winners": ["3", "2", "1"]}
