"""Chips: jackpots and characters, reveals, the payout as instructions, penalties, the close, counts and corrections."""

from __future__ import annotations

import pytest

from companion.engine import next_undo
from companion.games.strip.tally import books, suggested_offenders
from tests.games.strip.at_table import GAME, AtTable, Refusal, refused

A, B, C, D, E, F = "Santorini", "Sunset Gondola", "The Peacock", "Sunken Treasure", "Gold Rush", "Casino 6"


def three(**settings: str) -> AtTable:
    """Seat three who play alone: spades rigs Santorini, diamonds The Peacock, hearts Gold Rush."""
    return AtTable(3, settings=settings).begin()


def four(**settings: str) -> AtTable:
    """Seat four: spades and clubs rigged Santorini, diamonds and hearts The Peacock; Gold Rush is not dealt."""
    return AtTable(4, settings=settings).begin((A, B, C, D, E))


def payout(table: AtTable) -> list[str]:
    """Read the payout aloud."""
    return table.spoken(line.said for line in GAME.view(table.state, None, {}).payout.lines)


def piles(table: AtTable) -> list[int]:
    """Look at the teams' piles, which are open at any time."""
    return [team.pile for team in GAME.view(table.state, None, {}).rounds[len(table.state.past)].teams]


def chips(table: AtTable) -> list[int]:
    return [table.state.chips(seat) for seat in table.state.seats]


# Jackpots and characters


def test_chips_for_a_jackpot_come_from_the_supply() -> None:
    """VS-C05: and those put back go there"""
    table = four().take("jackpot", casino=A, n=3).take("jackpot", casino=B, n=-15)
    assert (table.state.jackpots[A], table.state.jackpots[B], table.state.supply) == (18, 0, -75 - 3 + 15)
    assert table.told()[-2:] == ["3 onto Santorini: its jackpot is 18.", "15 off Sunset Gondola: its jackpot is 0."]


def test_chips_by_a_character_join_the_pile_of_the_team() -> None:
    """VS-C04, R35, A34"""
    table = four().take("chips", seat="4", n=5).take("chips", seat="1", n=2).take("chips", seat="4", n=-1)
    assert piles(table) == [6, 0]
    assert table.state.supply == -75 - 6
    table.end().reveal_all()
    assert payout(table)[2:4] == ["Clubs has 4 from a character already.", "Spades has 2 from a character already."]
    assert chips(table.close()) == [3, 0, 0, 3]
    solo = three().take("chips", seat="2", n=5).end().reveal_all().close()
    assert chips(solo) == [0, 5, 0]


# Reveals


def test_fixers_reveal_in_turn_order_and_the_leader_takes_the_jackpot() -> None:
    """VS-R28, R11, A10: whoever rigged it; everyone sees it at once"""
    table = AtTable(4).take("seated", do="first", seat="3").begin((A, B, C, D, E))
    table.lay(A, s1="7", s2="5").lay(C, s3="4").end()
    assert GAME.view(table.state, None, {}).payout.next_reveal == "3"
    assert table.codes("revealed", fixer="4", casino="") == ["reveal-order"]
    table.take("revealed", fixer="3", casino="")
    view = GAME.view(table.state, "2", {})
    assert (view.casinos[0].rigged_by, view.casinos[0].jackpot, view.casinos[2].rigged_by) == ("3", 0, None)
    assert payout(table) == ["Spades takes 15 from Santorini."]
    assert (view.payout.next_reveal, view.payout.reveals_left, view.payout.ready) == ("4", 1, False)
    assert piles(table) == [0, 15]
    table.take("revealed", fixer="4", casino="")
    assert [casino.secure for casino in GAME.view(table.state, None, {}).casinos] == [False, True, False, True, True]
    assert piles(table) == [15, 15]


def test_a_rigged_casino_without_tiles_keeps_its_jackpot() -> None:
    """VS-A23, C06, A25"""
    table = four().lay(C, s1="4").end().reveal_all()
    assert payout(table)[:2] == ["Nobody leads Santorini: its 15 stay there.", "Spades takes 15 from The Peacock."]
    table.close()
    assert (table.state.jackpots[A], table.state.jackpots[C]) == (15, 15)
    table.begin().take("jackpot", casino=A, n=2).end().reveal_all().close()
    assert table.state.jackpots[A] == 17


def test_a_jackpot_of_nothing_is_taken_and_refilled() -> None:
    """VS-A23, R44"""
    table = four().take("jackpot", casino=A, n=-15).lay(A, s1="4").end().reveal_all()
    assert payout(table)[0] == "Spades takes 0 from Santorini."
    assert "Put 15 on Santorini." in payout(table)
    assert table.close().state.jackpots[A] == 15


def test_printed_cards_are_revealed_by_name() -> None:
    """VS-R28, A7: any two casinos, never one twice"""
    table = AtTable(4, settings={"fixer_cards": "printed"}).deal().lay(A, s2="4").lay(E, s3="5").end()
    for casino in (A, E):
        fixer = GAME.view(table.state, None, {}).payout.next_reveal
        assert table.codes("turned_over", fixer=fixer, casino="") == ["unknown-casino"]
        assert table.codes("turned_over", fixer=fixer) == ["unknown-casino"]
        table.take("turned_over", fixer=fixer, casino=casino)
    assert payout(table)[:2] == ["Diamonds takes 15 from Santorini.", "Hearts takes 15 from Gold Rush."]
    assert chips(table.close()) == [0, 15, 15, 0]


@pytest.mark.parametrize("switched", [False, True], ids=["printed cards", "switched to them in the round"])
def test_a_mistyped_printed_card_can_be_taken_back(switched: bool) -> None:
    """VS-R28, A10: what somebody typed is no deal that was opened; the next one undone is the one before it."""
    table = AtTable(4, settings={"fixer_cards": "app" if switched else "printed"}).deal()
    table = (table.take("printed") if switched else table).lay(A, s2="4").end()
    table.take("turned_over", fixer="1", casino=B).take("turned_over", fixer="2", casino=C)
    table.undo().undo()
    assert table.state.round.reveals == ()
    table.take("turned_over", fixer="1", casino=A)
    assert payout(table)[0] == "Diamonds takes 15 from Santorini."


@pytest.mark.parametrize("note", ["\u202eevil\u2066", "evil\x07\x1b", " evil\n", "ev\u200eil"])
def test_a_note_never_turns_its_line_around(note: str) -> None:
    """E-43: direction and control signs are left out of it, as they are of names"""
    table = four().take("corrected", seat="1", n=2, note=note)
    assert table.told()[-1] == "Spades is corrected by +2 (evil)."
    table.take("ruled", set="1", tile=4, casino=A, allows=False, note=note)
    assert table.told()[-1] == "The card forbids the 4 of Spades at Santorini (evil)."
    table.take("corrected", seat="1", n=1, note="\u202e\u200b ")
    assert table.told()[-1] == "Spades is corrected by +1."


@pytest.mark.parametrize("jackpot", [0, 99, 999])
def test_any_whole_number_may_lie_on_a_casino(jackpot: int) -> None:
    """VS-A3, rules-8: the pot is paid and filled again as any other"""
    table = AtTable(4).take("settled", starting_jackpot=jackpot).begin((A, B, C, D, E)).lay(A, s2="4")
    table.end().reveal_all()
    assert payout(table)[0] == f"Diamonds takes {jackpot} from Santorini."
    assert table.close().state.jackpots[A] == jackpot


def test_what_the_app_dealt_is_opened_for_good() -> None:
    """E-12, VS-A10: neither an undo nor the way of the printed cards lets the table look first."""
    table = four().end()
    assert table.refusal("turned_over", fixer="1", casino=E) == (
        "The app dealt round 1, so no printed card is turned over. Reveal it here instead."
    )
    table.take("revealed", fixer="1")
    assert next_undo(GAME, table.log) is None


def test_a_dealt_casino_is_revealed_whatever_is_named() -> None:
    """VS-R28: the app knows it"""
    table = four().end().take("revealed", fixer="1", casino=E)
    assert table.state.round.reveals == (("1", A),)


# The payout as instructions


def test_the_payout_reads_as_instructions_in_order() -> None:
    """VS-R28 to R36, R44: reveals, secure casinos in their row, character chips, splits, refills"""
    table = four()
    table.lay(A, s4="7", s2="3").lay(B, s2="6", s1="4", s3="1").lay(D, s3="5", s4="2").lay(E, s1="3")
    table.take("chips", seat="2", n=2).end().reveal_all()
    assert payout(table) == [
        "Clubs takes 15 from Santorini.",
        "Nobody leads The Peacock: its 15 stay there.",
        "Diamonds leads Sunset Gondola, which is secure: out with nothing.",
        "Spades takes 4 from the supply for Sunset Gondola.",
        "Hearts takes 1 from the supply for Sunset Gondola.",
        "Hearts leads Sunken Treasure, which is secure: out with nothing.",
        "Clubs takes 2 from the supply for Sunken Treasure.",
        "Spades leads Gold Rush, which is secure: out with nothing.",
        "Diamonds has 2 from a character already.",
        "Spades and Clubs split 21: 10 each, 1 back to the supply.",
        "Diamonds and Hearts split 3: 1 each, 1 back to the supply.",
        "Put 15 on Santorini.",
    ]
    lines = GAME.view(table.state, None, {}).payout.lines
    assert table.spoken(lines[3].how) == ["Diamonds: 6", "Spades: 4", "Hearts: 1"]
    assert table.spoken(lines[9].how) == ["Spades brought 4", "Clubs brought 17"]
    assert piles(table) == [21, 3]
    assert chips(table.close()) == [10, 1, 1, 10]


def test_every_total_opens_to_its_tiles() -> None:
    """Issue 2, step 6: with tokens in brackets"""
    table = three().lay(B, s1="4+3 2", s2="6").end().reveal_all()
    line = next(line for line in GAME.view(table.state, None, {}).payout.lines if line.casino == B)
    assert table.spoken(line.how) == ["Spades: 9 = (4+3) + 2", "Diamonds: 6"]


def test_ties_below_the_leader_are_paid_in_full() -> None:
    """VS-A24: and the only one at a secure casino leads it, so gets nothing"""
    table = three().lay(B, s1="7", s2="5", s3="5").lay(D, s1="6").end().reveal_all().close()
    assert chips(table) == [0, 5, 5]


# Penalties (VS-C09, A28)


@pytest.mark.parametrize(
    ("penalty", "taken_off", "partners", "offender", "partner", "said"),
    [
        ("learning", 1, "5 6", 2, 12, "A learning game takes 10, but no more than the share of this round: 10."),
        ("experienced", 1, "5 6", 0, 12, "Among experienced players the whole share of this round goes: 12."),
        ("learning", 14, "2", 0, 1, "A learning game takes 10, but no more than the share of this round: 1."),
        ("experienced", 14, "2", 0, 1, "Among experienced players the whole share of this round goes: 1."),
    ],
)
def test_a_seven_at_the_own_rigged_casino_costs(
    penalty: str, taken_off: int, partners: str, offender: int, partner: int, said: str
) -> None:
    """VS-C09, A28: after the split, from the offender's share alone; the tile counts, the partner's share stands"""
    table = four(penalty=penalty).take("jackpot", casino=A, n=-taken_off)
    table.place("1", 7, A).lay(B, s2="7 6", s4=partners).end().reveal_all()
    shown = GAME.view(table.state, None, {}).payout
    first = shown.penalties[0]
    assert (first.seat, first.suggested, first.on, first.settled) == ("1", True, False, False)
    assert shown.unsettled == 1
    assert table.refusal("closed") == ("Spades placed a 7 at the own rigged casino. Say first whether it costs chips.")
    table.take("penalty", seat="1", on=True)
    line = GAME.view(table.state, None, {}).payout.lines[-2]
    assert line.step == "penalty"
    assert table.spoken(line.how) == [said]
    assert chips(table.close()) == [offender, 0, 0, partner]


def test_a_penalty_may_be_waived_taken_back_and_given_to_anybody() -> None:
    """VS-C09: the table decides; a second word replaces the first"""
    table = four().place("1", 7, A).end().reveal_all().take("penalty", seat="1", on=False)
    shown = GAME.view(table.state, None, {}).payout
    assert shown.unsettled == 0
    assert table.codes("closed") == []
    assert chips(table.close()) == [7, 0, 0, 7]
    table.undo().take("penalty", seat="1", on=True).take("penalty", seat="4", on=True).take(
        "penalty", seat="1", on=False
    )
    assert table.told()[-1] == "Spades does not pay for a 7."
    assert chips(table.close()) == [7, 0, 0, 0]


def test_no_penalty_is_asked_about_before_the_last_reveal() -> None:
    """VS-A35, C09: it would tell"""
    table = four().place("2", 7, C).end()
    assert table.codes("penalty", seat="2", on=True) == ["reveals-missing"]
    table.take("revealed", fixer="1", casino="")
    view = GAME.view(table.state, None, {}).payout
    assert (view.penalties, view.unsettled) == ((), 0)
    assert suggested_offenders(table.state) == ()
    table.take("revealed", fixer="2", casino="")
    assert [p.suggested for p in GAME.view(table.state, None, {}).payout.penalties] == [False, True, False, False]


def test_a_partners_seven_counts_as_well() -> None:
    """VS-R23: partner and fixer are bound alike; at the other team's casino nobody is (VS-R24)"""
    table = four().place("4", 7, A).place("3", 7, B).place("2", 7, E).end().reveal_all()
    assert [p.seat for p in GAME.view(table.state, None, {}).payout.penalties if p.suggested] == ["4"]


# The close of a round


def test_the_next_round_begins_with_empty_casinos_and_full_hands() -> None:
    """VS-R29, R31, R44"""
    table = four().lay(A, s1="4").take("chips", seat="2", n=3).end().reveal_all()
    assert [gain for _, gain in sorted(GAME.view(table.state, None, {}).payout.gains.items())] == [7, 1, 1, 7]
    assert GAME.view(table.close().state, None, {}).phase == "between"
    table.begin()
    assert all(len(table.state.hand(seat)) == 7 for seat in table.state.seats)
    assert all(table.state.there(casino) == {} for casino in table.state.casino_names)
    assert (piles(table), table.state.round.chips) == ([0, 0], {})
    assert table.state.round.teams.first == "2"


def test_nothing_is_refilled_after_the_last_round() -> None:
    """VS-A26"""
    table = AtTable(4).empty_round().empty_round().begin((A, B, C, D, E)).lay(A, s1="4").end().reveal_all()
    assert not [line for line in GAME.view(table.state, None, {}).payout.lines if line.step == "refill"]
    assert table.close().state.jackpots[A] == 0


def test_more_chips_than_the_box_holds_are_pointed_out() -> None:
    """VS-A32: only where chips are used"""
    table = three().take("jackpot", casino=A, n=8)
    assert GAME.view(table.state, None, {}).notes == ()
    table.take("jackpot", casino=A, n=1)
    assert table.spoken(GAME.view(table.state, None, {}).notes) == [
        "99 chips are out; the box holds 98. Note down what is missing."
    ]
    assert GAME.view(table.take("agreed", bank="app").state, None, {}).notes == ()


# Counts and corrections


def test_chips_that_are_counted_are_held_against_the_books() -> None:
    """E-84, issue 2 step 8: off by how much, over or short"""
    table = three().lay(B, s1="7", s2="5", s3="4").end().reveal_all().close()
    table.take("counted", chips={"1": 0, "2": 6, "3": 2})
    assert table.told()[-1] == "The chips were counted. Off: Diamonds +1 and Hearts -2."
    counts = GAME.view(table.state, None, {}).counts
    assert [(c.seat, c.booked, c.counted, c.off) for c in counts] == [("1", 0, 0, 0), ("2", 5, 6, 1), ("3", 4, 2, -2)]
    table.take("corrected", seat="2", n=1, note="found one").take("corrected", seat="3", n=-2, note=" ")
    assert table.told()[-2:] == ["Diamonds is corrected by +1 (found one).", "Hearts is corrected by -2."]
    assert [c.off for c in GAME.view(table.state, None, {}).counts] == [0, 0, 0]
    assert table.take("counted", chips={"2": 6}).told()[-1] == "The chips were counted: all right."
    assert books(table.state).balance == 0
    assert chips(table) == [0, 6, 2]


def test_counts_and_corrections_are_open_from_the_deal_to_the_end() -> None:
    """Issue 2, step 8"""
    table = AtTable(2)
    assert table.codes("counted", chips={"1": 0}) == table.codes("corrected", seat="1", n=1) == ["not-now-setup"]
    for _ in range(3):
        for step in (table.deal, table.choose_all, table.end, table.reveal_all, table.close):
            step()
            table.take("counted", chips={"1": 1}).take("corrected", seat="1", n=1, note="")
    assert table.state.phase == "over"
    assert table.state.chips("1") == 15


BROKE = {"seat": "2", "n": -1, "note": ""}


def hidden() -> AtTable:
    """Close a round in which diamonds gained 5, where totals are hidden."""
    return three(chip_totals="hidden").lay(B, s1="7", s2="5").end().reveal_all().close()


def test_a_refused_correction_hides_what_is_hidden() -> None:
    """VS-A37: no number of chips stands in it until the end"""
    table = hidden()
    said = table.refusal("corrected", seat="2", n=-9)
    assert "9" in said
    assert "5" not in said
    assert "5" in table.empty_round().empty_round().refusal("corrected", seat="2", n=-9)


PAID = "revealed"

REFUSALS = [
    refused("VS-A10", lambda: four().end(), "turned_over", "card-not-printed", "round 1", fixer="1", casino=A),
    refused("VS-C05", four, "jackpot", "unknown-casino", casino="Nowhere", n=1),
    refused("VS-C05", four, "jackpot", "unknown-casino", n=1),
    refused("VS-C05", four, "jackpot", "chips-number", "500", casino=A, n=0),
    refused("VS-C05", four, "jackpot", "chips-number", casino=A, n=501),
    refused("VS-C05", four, "jackpot", "chips-number", casino=A),
    refused("VS-C05", four, "jackpot", "jackpot-short", "15", "16", A, casino=A, n=-16),
    refused("VS-R28", lambda: four().end().reveal_all(), "jackpot", "jackpot-paid", A, casino=A, n=1),
    refused("VS-C05", lambda: AtTable(4), "jackpot", "not-now-setup", casino=A, n=1),
    refused("VS-C04", four, "chips", "unknown-seat", "9", seat="9", n=1),
    refused("VS-C04", four, "chips", "chips-number", "500", seat="1", n=-501),
    refused("VS-C04", lambda: four().take("chips", seat="1", n=2), "chips", "chips-short", "2", "3", seat="1", n=-3),
    refused("VS-R42b", lambda: AtTable(2).begin(), "chips", "unknown-seat", "1b", seat="1b", n=2),
    refused("VS-R28", lambda: four().end(), "revealed", "reveal-order", "Spades", fixer="2"),
    refused("VS-R28", lambda: four().end(), "revealed", "reveal-order", "Spades"),
    refused("VS-R28", lambda: four().end().reveal_all(), "revealed", "reveals-done", fixer="1"),
    refused(
        "VS-A7",
        lambda: AtTable(4).deal().take("printed").end().take(PAID, fixer="1", casino=A),
        PAID,
        "same-casino",
        A,
        fixer="2",
        casino=A,
    ),
    refused("VS-R28", lambda: AtTable(4).deal().take("printed").end(), PAID, "unknown-casino", fixer="1", casino="X"),
    refused("VS-C09", lambda: four().end().reveal_all(), "penalty", "unknown-seat", seat="5", on=True),
    refused("VS-C09", lambda: four().end(), "penalty", "reveals-missing", "Spades", seat="1", on=True),
    refused("VS-R32", lambda: four().end().take(PAID, fixer="1", casino=""), "closed", "reveals-missing", "Diamonds"),
    refused("VS-C09", lambda: four().place("4", 7, A).end().reveal_all(), "closed", "seven-unsettled", "Clubs"),
    refused("E-84", four, "counted", "count-empty", chips={}),
    refused("E-84", four, "counted", "count-empty"),
    refused("E-111", four, "counted", "unknown-seat count-absurd", "-1", "9", chips={"1": -1, "9": 3}),
    refused("E-111", four, "counted", "count-absurd", "10000", "9999", chips={"1": 10000}),
    refused("E-85", four, "corrected", "unknown-seat", seat="0", n=1),
    refused("E-85", four, "corrected", "chips-number", seat="1", n=0),
    refused("E-85", four, "corrected", "correction-short", "0", "1", **BROKE),
    refused("VS-A37", hidden, "corrected", "correction-short-hidden", "6", seat="2", n=-6),
]


@pytest.mark.parametrize("case", REFUSALS)
def test_refused(case: Refusal) -> None:
    """E-106, E-112"""
    case.check()
