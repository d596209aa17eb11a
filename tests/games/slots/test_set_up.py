"""Setting up a table: people, modes, rounds, expansions, variations, settings, and what may be changed until when."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.engine import Event, Refused, replay
from companion.games.slots import GAME
from companion.games.slots.state import State
from companion.games.slots.variations import CHOICES, VARIATIONS
from tests.games.slots.at_machine import KEPT, AtMachine
from tests.games.strip.at_table import Refusal, refused

COUNTS = range(1, 9)


def of_people(n: int) -> State | Refused:
    people = [{"id": str(i + 1), "name": f"P{i}", "suit": ""} for i in range(n)]
    return GAME.start(Event("setup", {"players": people, "first": "1", "kept": {}}, number=1))


def teams() -> AtMachine:
    return AtMachine(4).take("settled", mode="teams")


def running() -> AtMachine:
    return AtMachine(2).begin()


# People


@pytest.mark.parametrize("players", COUNTS)
def test_a_table_opens_with_everything_filled_in(players: int) -> None:
    """SM-R3, R4, E-30: alone it is solo, else competitive; one round, no variation, no expansion"""
    state = AtMachine(players, {}).state
    settings = AtMachine(players, {}).view().settings
    assert len(state.seats) == settings.players == players
    assert state.mode == ("solo" if players == 1 else "competitive")
    assert (state.rounds, state.variations, state.spin, state.cumber) == (1, (), "", "")
    assert settings.modes == (("solo",) if players == 1 else ("competitive", "teams", "co-operative"))
    assert [v.letter for v in settings.variations] == list("ABCDEFGHIJKLMNOPQRSTU")
    assert not any(v.on for v in settings.variations)
    assert not settings.practice


@pytest.mark.parametrize(("players", "nearest"), [(0, 1), (9, 8), (12, 8)])
def test_other_numbers_of_people_are_refused(players: int, nearest: int) -> None:
    """SM-R3, E-30: and the refusal names the range and the nearest number"""
    refusal = of_people(players)
    assert isinstance(refusal, Refused)
    (reason,) = refusal.reasons
    assert (reason.code, dict(reason.values)) == (
        "players",
        {"players": players, "least": 1, "most": 8, "nearest": nearest},
    )


def test_people_come_go_and_move() -> None:
    """SM-R8: seats keep their ids whatever happens; the mode follows the number"""
    table = AtMachine(1)
    table.take("seated", do="add")
    assert (table.state.mode, table.state.seats) == ("competitive", ("1", "2"))
    table.take("seated", do="add").take("seated", do="up", seat="3")
    assert table.state.seats == ("1", "3", "2")
    table.take("seated", do="down", seat="2")
    assert table.state.seats == ("2", "1", "3")
    table.take("seated", do="first", seat="3").take("seated", do="remove", seat="3")
    assert (table.state.seats, table.state.first) == (("2", "1"), "2")
    table.take("seated", do="add")
    assert table.state.seats[-1] == "4", "a seat's id is never given again"
    table.take("seated", do="remove", seat="4").take("seated", do="remove", seat="2")
    assert (table.state.mode, table.state.first) == ("solo", "1")


def test_the_first_player_starts_round_1() -> None:
    """SM-R8, R45"""
    table = AtMachine(3).take("seated", do="first", seat="3").take("settled", rounds=3)
    starts = []
    for _ in range(3):
        starts.append(table.begin().state.on_turn)
        table.take("ended")
    assert starts == ["3", "1", "2"]


def test_a_name_can_change_at_any_time() -> None:
    """E-41, E-43: two of one name are told apart"""
    table = running().take("named", seat="1", name="  Ann ").take("named", seat="2", name="ann")
    assert dict(table.view().names) == {"1": "Ann", "2": "ann (2)"}
    table.take("ended").take("named", seat="1", name="Zo\u00eb")
    assert table.state.names["1"] == "Zo\u00eb"


# Modes and teams


@pytest.mark.parametrize(
    ("players", "pairs"),
    [
        (4, {"A": ("1", "3"), "B": ("2", "4")}),
        (6, {"A": ("1", "4"), "B": ("2", "5"), "C": ("3", "6")}),
        (8, {"A": ("1", "5"), "B": ("2", "6"), "C": ("3", "7"), "D": ("4", "8")}),
    ],
)
def test_partners_sit_opposite(players: int, pairs: dict[str, tuple[str, ...]]) -> None:
    """SM-VC, A37"""
    view = AtMachine(players).take("settled", mode="teams").view()
    assert dict(view.teams) == pairs
    assert {seat.id: seat.team for seat in view.seats} == {seat: team for team, both in pairs.items() for seat in both}


def test_the_mode_and_variation_c_say_the_same() -> None:
    """SM-VC"""
    table = teams()
    assert table.state.variations == ("C",)
    assert table.take("varied", letter="C", on=False).state.mode == "competitive"
    assert table.take("varied", letter="C", on=True).state.mode == "teams"
    assert table.take("settled", mode="co-operative").state.variations == ()


@pytest.mark.parametrize("players", [n for n in COUNTS if n not in (4, 6, 8)])
def test_teams_take_four_six_or_eight(players: int) -> None:
    """SM-VC, E-30: any other number is refused, by either switch, and nothing is changed"""
    table = AtMachine(players)
    for kind, data in (("varied", {"letter": "C", "on": True}), ("settled", {"mode": "teams"})):
        if (players, kind) != (1, "settled"):
            (reason,) = table.reasons(kind, **data)
            assert reason.code == "teams"
            assert f"{players} people" in table.refusal(kind, **data)
    assert table.state == table.states[0]


def test_a_team_that_loses_one_cannot_start() -> None:
    """SM-VC, E-30, E-117: five people in teams, whoever came or went, and every reason at once"""
    table = AtMachine(4, variations=["C", "U"], mode="teams").take("seated", do="add")
    assert table.state.mode == "teams"
    assert not table.view().teams, "no half team is shown"
    assert table.codes("begun") == ["teams", "variations"]
    assert [reason.code for reason in table.view().start_reasons] == ["teams", "variations"]
    assert "4 and 6" in table.refusal("begun")
    table.take("seated", do="remove", seat="5").take("varied", letter="U", on=False)
    assert table.view().start_reasons == ()
    table.begin()


def test_c_and_u_exclude_each_other() -> None:
    """SM-A35, E-117: the pair is named, whichever comes second"""
    assert "Variation C" in teams().refusal("varied", letter="U", on=True)
    table = AtMachine(4).take("varied", letter="U", on=True)
    assert table.codes("varied", letter="C", on=True) == ["variations"]


@pytest.mark.parametrize(
    ("players", "changes", "codes"),
    [
        (2, {"variations": ["A", "B"]}, ["idle-b"]),
        (2, {"variations": ["U"]}, ["idle-u"]),
        (2, {"variations": ["U"], "mode": "co-operative"}, []),
        (1, {"variations": ["E", "S"]}, ["idle-e", "idle-s"]),
        (1, {"variations": ["F", "T"]}, ["idle-f", "idle-t"]),
        (2, {"variations": ["F", "T"]}, []),
        (4, {}, []),
        (5, {}, ["small-deck"]),
        (5, {"variations": ["Q"]}, []),
        (8, {"settings": {"decks": 2}}, []),
        (4, {"spin": "A"}, []),
        (5, {"spin": "A", "variations": ["Q"]}, ["spin-cards"]),
        (5, {"spin": "B", "variations": ["Q"]}, []),
        (8, {"spin": "AB", "settings": {"decks": 2}}, []),
    ],
)
def test_what_is_idle_or_runs_short_is_noted(players: int, changes: Mapping[str, Any], codes: list[str]) -> None:
    """SM-A30, A35, E-117: noted before the first card, beside its switch where it has one, and it blocks nothing"""
    table = AtMachine(players, **changes)
    settings = table.view().settings
    assert [note.code for note in settings.notes] == codes
    beside = {v.letter: v.note.code for v in settings.variations if v.note}
    assert beside == {code[-1].upper(): code for code in codes if code.startswith("idle")}
    table.begin()


# Rounds, settings


@pytest.mark.parametrize(("variations", "chosen", "rounds"), [([], 1, 1), ([], 3, 3), (["E"], 1, 5), (["E"], 3, 5)])
def test_rounds(variations: list[str], chosen: int, rounds: int) -> None:
    """SM-R3, VE, A52"""
    table = AtMachine(5, variations=variations, settings={"decks": 2}).take("settled", rounds=chosen)
    assert table.view().rounds == rounds
    for number in range(rounds):
        assert table.begin().view().round == number + 1
        assert table.take("ended").state.phase == ("over" if number + 1 == rounds else "between")


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for name, values in CHOICES.items() for value in values]
    + [("mode", mode) for mode in ("competitive", "teams", "co-operative")]
    + [("rounds", n) for n in (1, 2, 3)]
    + [("spin", kind) for kind in ("", "A", "B", "AB")]
    + [("cumber", kind) for kind in ("", "A", "B")]
    + [("any_in_hand", n) for n in (0, 10, 999)],
)
def test_every_setting_takes_every_value_it_names(name: str, value: Any) -> None:
    """Rules section 8"""
    table = AtMachine(4).take("settled", **{name: value})
    assert getattr(table.view().settings, name) == value
    assert table.undo().state == table.states[0]


def test_some_settings_stay_open_while_a_game_runs() -> None:
    """Issue 3: who may record, and the names of the ranks"""
    table = running().take("agreed", record="host", rank_names="site")
    assert (GAME.record(table.state), table.state.settings.rank_names) == ("host", "site")
    assert table.codes("agreed", decks=2) == ["setting-unknown"]
    table.take("agreed", record="own", decks=2)
    assert table.state.settings.decks == 1, "what may not change any more is left as it is"


def test_surprise_us_draws_what_fits() -> None:
    """Issue 3: a few that change nothing about the table itself, clash with nothing and are not idle"""
    for shift in range(21):
        order = [*VARIATIONS][shift:] + [*VARIATIONS][:shift]
        for table in (AtMachine(1), AtMachine(3), teams(), AtMachine(6)):
            quiet = {note.code for note in table.view().settings.notes}
            table.take("surprised", {"order": order}, keeps=True)
            drawn = set(table.state.variations) - {"C"}
            assert len(drawn) == 3
            assert not drawn & set("DEJU")
            assert {note.code for note in table.view().settings.notes} <= quiet
            assert (table.state.mode == "teams") == ("C" in table.state.variations)
            assert table.view().start_reasons == ()
    assert set(GAME.draw(AtMachine(2).state, "surprised") or ()) == set(VARIATIONS)


def test_a_surprise_keeps_what_it_never_draws() -> None:
    """SM-VC, VD, VE, VJ, VU: what changes more than the play was chosen, and three others come beside it"""
    order = {"order": tuple(VARIATIONS)}
    table = AtMachine(2, variations=["A", "D", "E", "J"]).take("surprised", order, keeps=True)
    assert table.state.variations == ("A", "D", "E", "F", "G", "J")
    assert table.told()[-1] == "The table drew these variations: A, F and G. As chosen before: D, E and J."
    assert AtMachine(1, variations=["U"]).take("surprised", order, keeps=True).state.variations == ("A", "G", "H", "U")
    both = AtMachine(4, mode="teams", variations=["C", "J"]).take("surprised", order, keeps=True)
    assert (both.state.variations, both.state.mode) == (("A", "C", "F", "G", "J"), "teams")


def test_a_surprise_of_an_older_log_is_told_as_it_was() -> None:
    """E-112: it switched off what it did not draw, and knew nothing of idle F and T"""
    table = AtMachine(1, variations=["E", "J"]).take("surprised", {"order": ["F", "T", "G", "H"]})
    assert table.state.variations == ("F", "G", "T")
    assert replay(GAME, table.log) == table.state


def test_nothing_is_drawn_for_other_acts() -> None:
    assert GAME.draw(AtMachine(2).state, "begun") is None


# Again


def test_again_keeps_everybody_and_everything_but_the_start() -> None:
    """Issue 3, end: the same seats, the start moved clockwise, the card as it was entered"""
    table = AtMachine(4, first="4", mode="teams", variations=["C", "R"], rounds=2, spin="A", cumber="B")
    table.take("settled", bonus="once").take("symbol", letter="G", points=16)
    table.begin().take("ended").begin().take("ended").take("named", seat="2", name="Ben")
    following = GAME.start(Event("setup", GAME.again(table.state, {**KEPT, **GAME.keep(table.state)}), number=1))
    assert isinstance(following, State)
    assert (following.seats, following.first, following.names["2"]) == (table.state.seats, "1", "Ben")
    for name in ("mode", "chosen_rounds", "variations", "spin", "cumber", "settings", "values"):
        assert getattr(following, name) == getattr(table.state, name), name
    assert following.phase == "setup"


# Refusals

REFUSALS = [
    refused("E-30", lambda: AtMachine(8), "seated", "players", "9 people", "1 to 8", "8 is the nearest", do="add"),
    refused("E-30", lambda: AtMachine(1), "seated", "players", "0 people", "1 is the nearest", do="remove", seat="1"),
    refused("SM-VC", lambda: AtMachine(5), "settled", "teams", "5 people", "4 and 6", mode="teams"),
    refused("SM-VC", lambda: AtMachine(7), "varied", "teams", "7 people", "6 and 8", letter="C", on=True),
    refused("E-117", teams, "varied", "variations", "Variation C", "variation U", letter="U", on=True),
    refused("issue 3", lambda: AtMachine(2), "varied", "unknown-variation", "V", "A to U", letter="V", on=True),
    refused("issue 3", lambda: AtMachine(2), "varied", "unknown-variation", letter="", on=True),
    refused("issue 3", lambda: AtMachine(2), "seated", "unknown-seat", "seat 7", do="up", seat="7"),
    refused("issue 3", lambda: AtMachine(2), "seated", "unknown-act", "seated", do="dance", seat="1"),
    refused("issue 3", lambda: AtMachine(2), "named", "unknown-seat", "seat 3", seat="3", name="Ann"),
    refused("E-43", lambda: AtMachine(2), "named", "name-blank", seat="1", name=" \u200b "),
    refused("E-43", lambda: AtMachine(2), "named", "name-direction", seat="1", name="\u202eAnn"),
    refused("E-43", lambda: AtMachine(2), "named", "name-long", "41", "40", seat="1", name="x" * 41),
    refused("issue 3", lambda: AtMachine(2), "settled", "setting-unknown", "colour", colour="red"),
    refused("issue 3", lambda: AtMachine(2), "settled", "setting-value", "decks", "1 and 2", decks=3),
    refused("issue 3", lambda: AtMachine(2), "settled", "setting-value", "1, 2 and 3", rounds=4),
    refused("issue 3", lambda: AtMachine(2), "settled", "setting-value", "none, A, B and AB", spin="C"),
    refused("issue 3", lambda: AtMachine(2), "settled", "setting-value", "competitive", mode="solo"),
    refused("issue 3", lambda: AtMachine(1), "settled", "setting-value", "solo", mode="competitive"),
    refused("SM-A44", lambda: AtMachine(2), "settled", "setting-any", "0 to 999", any_in_hand=1_000_000),
    refused("SM-A44", lambda: AtMachine(2), "settled", "setting-any", any_in_hand=-1),
    refused("issue 3", lambda: AtMachine(2), "settled", "setting-value setting-unknown", decks=0, colour="red"),
    refused("E-112", running, "seated", "setup-only", "before round 1", do="add"),
    refused("E-112", running, "settled", "setup-only", "before round 1", decks=2),
    refused("E-112", running, "varied", "setup-only", "before round 1", letter="A", on=True),
    refused("E-112", running, "practice", "setup-only", "before round 1", on=True),
    refused("E-112", running, "surprised", "setup-only", "before round 1"),
    refused("E-112", lambda: AtMachine(2, rounds=2).begin().take("ended"), "seated", "setup-only", do="add"),
    refused("E-112", running, "begun", "not-now-play", "End it first"),
    refused("E-112", lambda: AtMachine(2), "turned", "not-now-setup"),
    refused("E-112", lambda: AtMachine(2), "prize", "not-now-setup", seat="1", symbol="C"),
    refused("E-112", lambda: AtMachine(2, rounds=2).begin().take("ended"), "turned", "not-now-between"),
    refused("E-112", lambda: running().take("ended"), "begun", "not-now-over"),
    refused("E-112", lambda: running().take("ended"), "ended", "not-now-over"),
    refused("issue 3", running, "dance", "unknown-act", "dance"),
]


@pytest.mark.parametrize("case", REFUSALS)
def test_refused(case: Refusal) -> None:
    """E-106, E-112: every reason, with its numbers, and nothing changed"""
    case.check()


def test_undo_reaches_the_set_up_acts_but_not_the_table() -> None:
    """E-94, E-113"""
    table = AtMachine(2, KEPT).take("varied", letter="A", on=True).take("named", seat="1", name="Ann").begin()
    table.undo()
    assert (table.state.phase, table.state.variations) == ("setup", ("A",))
    table.undo()
    assert (table.state.variations, table.state.names["1"]) == ((), "Ann")
    assert table.redo().redo().state.phase == "play"
