"""The end: order, winners, what decided it, and what is opened once the winners stand."""

from __future__ import annotations

import pytest

from tests.games.strip.at_table import GAME, AtTable

A, B, C, D, E, F = "Santorini", "Sunset Gondola", "The Peacock", "Sunken Treasure", "Gold Rush", "Casino 6"


def ended(players: int, *gains: dict[str, int], **settings: str) -> AtTable:
    """Play three rounds in which characters give everyone what is named."""
    table = AtTable(players, settings=settings)
    for gain in gains:
        table.begin()
        for seat, n in gain.items():
            table.take("chips", seat=seat, n=n)
        table.end().reveal_all().close()
    return table


def three(*gains: dict[str, int]) -> AtTable:
    return ended(3, *gains)


ENDS = [
    ("most and second-most win", [{"1": 9}, {"2": 5}, {"3": 7}], "132", "123", "13"),
    ("level at the top is harmless", [{"1": 9}, {"2": 9}, {"3": 1}], "123", "113", "12"),
    ("the last round decides who is second", [{"1": 9, "2": 5}, {}, {"3": 5}], "132", "123", "13"),
    ("the last round decides who is first", [{"1": 5}, {"3": 1}, {"2": 5}], "213", "123", "21"),
    ("level in both share second place", [{"1": 9, "2": 2, "3": 2}, {}, {"2": 3, "3": 3}], "123", "122", "123"),
    ("nobody gained anything", [{}, {}, {}], "123", "111", "123"),
]


@pytest.mark.parametrize(("case", "gains", "order", "places", "winners"), ENDS, ids=[case for case, *_ in ENDS])
def test_who_wins(case: str, gains: list[dict[str, int]], order: str, places: str, winners: str) -> None:
    """VS-R45, A29, A30, E-82"""
    table = three(*gains)
    end = GAME.outcome(table.state)
    assert end is not None
    assert "".join(end.order) == order
    assert "".join(str(end.places[seat]) for seat in end.order) == places
    assert "".join(end.winners) == winners
    shown = GAME.view(table.state, None, {}).result
    assert (shown.order, shown.places, shown.winners, shown.because) == (
        end.order,
        end.places,
        end.winners,
        end.because,
    )
    assert all(table.spoken(end.because))


def test_a_penalty_in_the_last_round_counts_in_the_tie_break() -> None:
    """VS-A30: net of it"""
    table = three({"1": 9, "2": 10, "3": 4}, {}).begin().place("2", 7, C)
    # Diamonds win 15 at The Peacock and lose 10; hearts gain 11 in the last round.
    table.take("chips", seat="3", n=11).end().reveal_all().take("penalty", seat="2", on=True).close()
    assert [table.state.chips(seat) for seat in "123"] == [9, 15, 15]
    end = GAME.outcome(table.state)
    assert end.order == ("3", "2", "1")
    said = table.spoken(end.because)
    assert "Both Hearts and Diamonds have 15 chips; the last round decides, with 11 against 5." in said


@pytest.mark.parametrize(("setting", "winners"), [("most", ("2",)), ("both", ("2", "1"))])
def test_two_players(setting: str, winners: tuple[str, ...]) -> None:
    """VS-A31: the most chips, or both as the rules read; the sentence says how it would read"""
    table = ended(2, {"1": 5}, {"2": 3}, {"2": 4}, two_player_winner=setting)
    end = GAME.outcome(table.state)
    assert (end.order, end.winners) == (("2", "1"), winners)
    if setting == "most":
        assert "7" in table.spoken(end.because)[0]
        assert "both" in table.spoken(end.because)[0]


def test_two_players_level_in_both_numbers_both_win() -> None:
    """VS-A29, A31"""
    end = GAME.outcome(ended(2, {"1": 2, "2": 2}, {}, {"1": 1, "2": 1}).state)
    assert (set(end.winners), set(end.places.values())) == ({"1", "2"}, {1})


def test_a_correction_after_the_end_moves_the_order() -> None:
    """Issue 2 step 8, E-91: nothing is stored, so nothing stays as it was"""
    table = three({"1": 9}, {"2": 5}, {"3": 4})
    assert GAME.outcome(table.state).winners == ("1", "2")
    table.take("corrected", seat="3", n=2, note="")
    assert GAME.outcome(table.state).winners == ("1", "3")
    table.undo()
    assert GAME.outcome(table.state).winners == ("1", "2")


def test_the_close_of_the_last_round_may_be_taken_back() -> None:
    """E-113"""
    table = three({"1": 9}, {"2": 5}, {"3": 4}).undo()
    assert (table.state.phase, GAME.outcome(table.state)) == ("payout", None)
    assert GAME.view(table.state, None, {}).result is None
    assert GAME.outcome(table.redo().state).winners == ("1", "2")


RIGGED, SECURE = "rigged", "secure"


def test_all_deals_are_opened_once_the_winners_stand() -> None:
    """VS-A8, A10: to everyone, round by round: upper and lower with their roles, what nobody was dealt, void deals"""
    table = AtTable(4)
    table.deal((A, B, C, D, E)).choose_all("upper").end().reveal_all().close()
    table.deal((E, D, C, B, A)).choose_all("lower").end().reveal_all().close()
    assert GAME.view(table.state, "1", {}, held=True).result is None
    table.deal().take("printed").end().reveal_all([A, B]).close()
    for viewer in (None, "1", "4"):
        deals = GAME.view(table.state, viewer, {}).result.deals
        assert [(deal.round, deal.fixers, deal.undealt, deal.printed) for deal in deals] == [
            (1, (("1", ((A, RIGGED), (B, SECURE))), ("2", ((C, RIGGED), (D, SECURE)))), (E,), False),
            (2, (("2", ((E, SECURE), (D, RIGGED))), ("3", ((C, SECURE), (B, RIGGED)))), (A,), False),
            (3, (("3", ((A, ""), (B, ""))), ("4", ((C, ""), (D, "")))), (E,), True),
        ]


def test_gains_of_every_round_are_shown() -> None:
    """E-82, issue 2 step 7"""
    shown = GAME.view(three({"1": 9}, {"2": 5}, {"3": 4}).state, None, {})
    assert [dict(gain) for gain in shown.gains] == [
        {"1": 9, "2": 0, "3": 0},
        {"1": 0, "2": 5, "3": 0},
        {"1": 0, "2": 0, "3": 4},
    ]
    assert shown.result.totals == {"1": 9, "2": 5, "3": 4}


@pytest.mark.parametrize(
    "kind", ["placed", "discarded", "laid", "totals", "ended", "jackpot", "chips", "revealed", "penalty"]
)
def test_after_the_end_nothing_is_played_any_more(kind: str) -> None:
    """VS-R09"""
    table = three({}, {}, {})
    act = {"set": "1", "tile": 4, "casino": A, "seat": "1", "n": 1, "on": True, "fixer": "1"}
    assert table.codes(kind, **act) == ["not-now-over"]
    assert table.codes("closed") == ["not-now-over"]
