"""Turns: whose it is, where a tile may lie, the 7, discards, and what the character cards say."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.strip.at_table import GAME, AtTable, Refusal, refused

A, B, C, D, E, F = "Santorini", "Sunset Gondola", "The Peacock", "Sunken Treasure", "Gold Rush", "Casino 6"


def three(tiles: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7), order: tuple[str, ...] = (A, B, C, D, E, F)) -> AtTable:
    """Seat three who play alone: spades rigs the first casino of the order, diamonds the third, hearts the fifth."""
    return AtTable(3, settings={"tiles": tiles}).begin(order)


def nine_to_seven() -> AtTable:
    """Let diamonds lead Santorini with 9 before spades with 4 and hearts with 7."""
    return three().lay(A, s2="4 5", s1="4", s3="7")


def card(table: AtTable, seat: str) -> list[str]:
    """Read what follows on a seat's card while it is held."""
    return table.spoken(GAME.view(table.state, seat, {}, held=True).card.follows)


# Whose turn it is


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_turns_go_clockwise_from_the_first_player(players: int) -> None:
    """VS-R20: one tile each, until every hand is empty"""
    table = AtTable(players, settings={"tiles": (1, 2)}).take("seated", do="first", seat="3").begin()
    order = [str(i % players + 1) for i in range(2, 2 + players)]
    for tile in (1, 2):
        for seat in order:
            assert table.state.on_turn == seat
            assert table.spoken([GAME.view(table.state, None, {}).headline]) == [
                f"{table.state.names[seat]}\u2019 turn"
            ]
            act = {"set": seat, "tile": tile}
            casino = next(c for c in table.state.casino_names if not table.codes("placed", casino=c, **act))
            table.take("placed", casino=casino, **act)
    assert table.state.on_turn is None
    assert table.state.phase == "payout"


def test_out_of_turn_asks_once_and_puts_itself_right() -> None:
    """VS-R20, A36: who has played ahead is passed over, who was forgotten is due."""
    table = three()
    act = {"set": "2", "tile": 4, "casino": A}
    assert [(r.code, r.confirm) for r in table.reasons("placed", **act)] == [("out-of-turn", True)]
    assert table.refusal("placed", **act) == "It is not the turn of Diamonds. Due now: Spades."
    table.take("placed", confirm=("out-of-turn",), **act)
    assert table.state.on_turn == "1"
    assert table.take("placed", set="1", tile=1, casino=B).state.on_turn == "3"
    table.place("3", 1, C).place("1", 2, B).place("3", 2, C)
    assert table.state.on_turn == "2"


def test_a_confirmation_lifts_nothing_but_the_question() -> None:
    """VS-R25: the tie stands, whatever was confirmed"""
    act = {"set": "1", "tile": 5, "casino": A}
    assert nine_to_seven().codes("placed", confirm=("out-of-turn", "ties-leader", "two-tiles"), **act) == [
        "ties-leader"
    ]


def test_every_reason_is_named_at_once() -> None:
    """E-106, E-111"""
    table = three().lay(A, s2="4 5", s1="1 3")
    assert table.codes("placed", set="1", tile=5, casino=A) == ["two-tiles", "ties-leader", "out-of-turn"]


# Where a tile may lie (near misses stand beside each other)

LEGAL = [
    ("VS-R25 beat the leader", "1", 6),
    ("VS-R25 stay under the leader", "1", 3),
    ("VS-R26 level with somebody who does not lead", "1", 3),
    ("VS-R24 a 7 where somebody else rigged", "3", 7),
]


@pytest.mark.parametrize(("rule", "seat", "tile"), LEGAL, ids=[rule for rule, *_ in LEGAL])
def test_legal(rule: str, seat: str, tile: int) -> None:
    table = nine_to_seven() if seat == "1" else three().lay(A, s2="4 5")
    assert table.codes("placed", confirm=("out-of-turn",), set=seat, tile=tile, casino=A) == []
    table.place(seat, tile, A)
    assert table.state.hand(seat).count(tile) == 0


def test_an_empty_casino_has_no_leader() -> None:
    """VS-A11: whatever tile comes first leads"""
    for tile in range(1, 8):
        assert three().place("1", tile, B).state.standing_at(B) == (("1", tile),)


def test_a_leader_may_always_add_to_the_lead() -> None:
    """VS-A12, P6"""
    table = three().lay(A, s2="4", s1="2", s3="3")
    for tile in (1, 2, 3, 5, 6, 7):
        assert table.codes("placed", set="2", tile=tile, casino=A, confirm=("out-of-turn",)) == []


def test_a_partner_who_leads_is_a_leader_like_any() -> None:
    """VS-A13, R21"""
    table = AtTable(4).begin().lay(A, s1="5")
    assert table.state.round.teams.partner_of("1") == "4"
    assert table.codes("placed", set="4", tile=5, casino=A, confirm=("out-of-turn",)) == ["ties-leader"]


def test_ranks_move_only_where_they_must() -> None:
    """VS-R21, A14: level below the lead, who came first stays above."""
    table = three().lay(A, s1="7").place("2", 4, A).place("3", 4, A)
    assert [s for s, _ in table.state.standing_at(A)] == ["1", "2", "3"]
    table.place("3", 1, A)
    assert [s for s, _ in table.state.standing_at(A)] == ["1", "3", "2"]


def test_a_verdict_tells_what_would_come_of_a_tile() -> None:
    """E-106: at every casino, with the numbers"""
    table = nine_to_seven()
    view = GAME.view(table.state, None, {"set": "1", "tile": "5"})
    here, empty = view.casinos[0].verdict, view.casinos[1].verdict
    assert (here.legal, here.total) == (False, 9)
    assert table.spoken(here.reasons) == [
        "Here Diamonds leads with 9; 4 + 5 is 9 as well: 6 would lead, 3 stays under."
    ]
    assert (empty.legal, empty.reasons, empty.total) == (True, (), 5)
    assert table.spoken([empty.outlook]) == ["Empty: 5 would lead"]


# The 7 (VS-R23, R24, A35): only ever told where it is a secret already


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_seven_at_the_own_rigged_casino_is_taken_like_any_other(players: int) -> None:
    """VS-A35, E-115: never refused, never greyed on a page at rest, for fixer and partner"""
    table = AtTable(players).begin()
    for seat in table.state.seats:
        rigged = table.state.round.rigged[table.state.round.fixer_of(seat)]
        act = {"set": seat, "tile": 7, "casino": rigged}
        assert table.codes("placed", confirm=("out-of-turn",), **act) == []
        option = next(o for o in GAME.options(table.state, seat) if o.kind == "placed" and o.data == act)
        assert all(reason.confirm for reason in option.reasons)
        for viewer in (None, *table.state.seats):
            view = GAME.view(table.state, viewer, {"set": seat, "tile": "7"})
            assert all(casino.verdict.legal for casino in view.casinos)
            assert len({repr(casino.verdict) for casino in view.casinos}) == 1


def test_after_any_seven_the_own_page_asks_to_check() -> None:
    """VS-A35: the page at rest says the same for a right and a wrong one; the held card tells which."""
    right, wrong = three().place("1", 7, B), three().place("1", 7, A)
    for table in (right, wrong):
        assert GAME.view(table.state, "1", {}).own.check_sevens
        assert not GAME.view(table.state, "2", {}).own.check_sevens
        assert GAME.view(table.state, "1", {}).card is None
    assert card(right, "1") == ["No 7 of yours at Santorini.", "Your 7 lies right: not at Santorini."]
    assert card(wrong, "1") == [
        "No 7 of yours at Santorini.",
        "Your 7 lies at Santorini, which your team rigged. Say so, and take it back.",
    ]
    assert card(wrong, "2") == ["No 7 of yours at The Peacock."]


def test_a_seven_taken_back_lies_wrong_no_longer() -> None:
    """VS-A28: by undo, or by laying it where it really lies"""
    table = three().place("1", 7, A).undo()
    assert card(table, "1") == ["No 7 of yours at Santorini."]
    table = three().place("1", 7, A).lay(B, s1="7")
    assert card(table, "1")[1] == "Your 7 lies right: not at Santorini."


def test_the_rule_about_the_seven_stands_on_both_cards_of_a_team() -> None:
    """VS-R23, E-115: fixer and partner alike, and on nobody else's"""
    table = AtTable(4).begin((A, B, C, D, E))
    assert card(table, "1") == card(table, "4") == ["No 7 of yours at Santorini."]
    assert card(table, "2") == card(table, "3") == ["No 7 of yours at The Peacock."]


def test_nobody_sees_anothers_seven_judged() -> None:
    """VS-A35: partners see their own 7 alone"""
    table = AtTable(4).begin((A, B, C, D, E)).place("4", 7, A)
    assert card(table, "1") == ["No 7 of yours at Santorini."]
    assert len(card(table, "4")) == 2


# Discards


def sevens_at(count: int) -> AtTable:
    """Leave diamonds nothing but 7s, that fit at all but so many casinos; diamonds rigged The Peacock."""
    table = three(tiles=(7,) * 7)
    for casino in (A, B, D, E, C, F)[:count]:
        table.lay(casino, s1="7")
    assert table.state.on_turn == "2"
    return table


def test_a_discard_is_taken_when_nothing_fits() -> None:
    """VS-C10, E-110: one tile of the player's choice, which comes back after the round"""
    table = three(tiles=(3, 3, 3, 3, 3, 3, 4))
    for casino in (A, B, C, D, E, F):
        table.lay(casino, s1="3")
    table.lay(A, s1="4").lay(B, s1="3 3")
    assert table.codes("discarded", set="2", tile=3) == ["discard-not-due"]
    table.lay(A, s1="3").lay(B, s1="3")
    assert table.codes("discarded", set="2", tile=3) == ["discard-not-due"], "the 4 fits"
    table = sevens_at(6)
    dock = GAME.view(table.state, None, {}).dock
    assert (dock.set, dock.discards, dock.discard_reasons) == ("2", (7,) * 7, ())
    offered = [option for option in GAME.options(table.state, "2") if not option.reasons]
    assert [(option.kind, option.data) for option in offered if "set" in option.data] == [
        ("discarded", {"set": "2", "tile": 7})
    ]
    table.take("discarded", set="2", tile=7)
    assert (len(table.state.hand("2")), table.state.on_turn) == (6, "3")
    assert GAME.view(table.state, None, {}).sets[1].discarded == (7,)
    assert card(table, "2")[-1] == "Your discard of the 7 was due."
    table.end().reveal_all().close().deal()
    assert len(table.state.hand("2")) == 7


def test_a_seven_with_one_place_left_may_be_discarded() -> None:
    """VS-A19: it could be the rigged one, so neither a yes nor a no tells; the held card says whether it was due."""
    for left, due in ((C, True), (F, False)):
        table = three(tiles=(7,) * 7)
        for casino in {A, B, C, D, E, F} - {left}:
            table.lay(casino, s1="7")
        table.take("discarded", set="2", tile=7)
        assert GAME.view(table.state, "2", {}).own.check_discards
        assert not GAME.view(table.state, "1", {}).own.check_discards
        said = "Your discard of the 7 was due." if due else "Your 7 need not have been discarded: it had a place."
        assert card(table, "2")[-1] == said


def test_a_seven_with_two_places_left_is_placed() -> None:
    """VS-A19"""
    table = sevens_at(4)
    assert table.refusal("discarded", set="2", tile=7) == "Diamonds cannot discard yet: 7 at The Peacock is possible."
    assert GAME.view(table.state, None, {}).dock.discards == ()


def test_a_discard_is_the_same_whatever_was_rigged() -> None:
    """VS-A19, E-115: for every deal of diamonds' two cards"""
    answers = set()
    for rig in ("upper", "lower"):
        for order in ((A, B, C, D, E, F), (A, B, F, E, C, D), (C, B, A, F, E, D)):
            table = AtTable(3, settings={"tiles": (7,) * 7}).deal(order).choose_all(rig)
            for casino in (A, B, D, E, F):
                table.lay(casino, s1="7")
            answers.add(tuple(table.codes("discarded", set="2", tile=7)))
    assert answers == {()}


def test_a_discard_out_of_turn_asks_too() -> None:
    """VS-C10"""
    table = sevens_at(6)
    assert table.codes("discarded", set="3", tile=7) == ["out-of-turn"]
    assert table.take("discarded", confirm=("out-of-turn",), set="3", tile=7).state.on_turn == "2"


# Characters


def test_a_card_may_forbid_what_the_rules_allow() -> None:
    """VS-R27, A33: for this turn"""
    table = three().take("ruled", set="1", tile=4, casino=A, allows=False, note="no 4 here")
    assert table.told()[-1] == "The card forbids the 4 of Spades at Santorini (no 4 here)."
    assert table.codes("placed", set="1", tile=4, casino=A) == ["card-forbids"]
    assert table.codes("placed", set="1", tile=4, casino=B) == []
    assert table.codes("placed", set="1", tile=5, casino=A) == []
    assert not GAME.view(table.state, None, {"tile": "4"}).casinos[0].verdict.legal
    table.place("1", 5, A).place("2", 1, B).place("3", 1, C)
    assert table.codes("placed", set="1", tile=4, casino=A) == []


def test_a_card_may_allow_what_the_rules_forbid() -> None:
    """VS-R27, A33: a level top is then announced by the board, the earlier leader ahead (VS-A14)."""
    table = three().lay(A, s2="5").place("3", 1, B)
    assert table.codes("placed", set="1", tile=5, casino=A) == ["ties-leader"]
    table.take("ruled", set="1", tile=5, casino=A, allows=True, note="")
    assert table.told()[-1] == "The card allows the 5 of Spades at Santorini."
    table.take("placed", set="1", tile=5, casino=A)
    assert table.state.standing_at(A) == (("2", 5), ("1", 5))
    note = GAME.view(table.state, None, {}).casinos[0].notes
    assert table.spoken(note) == ["Diamonds and Spades are level with 5; Diamonds stays ahead."]


def test_a_ruling_outlives_other_peoples_tiles() -> None:
    """VS-R27, A33: until its own set has placed, or the turn has passed on"""
    table = three().take("ruled", set="1", tile=4, casino=A, allows=False).place("2", 1, B)
    table.take("ruled", set="3", tile=2, casino=A, allows=False).lay(C, s3="1")
    assert table.codes("placed", set="1", tile=4, casino=A) == ["card-forbids"]
    assert "card-forbids" not in table.codes("placed", set="3", tile=2, casino=A), "it has placed"
    table.place("1", 5, A)
    assert "card-forbids" not in table.codes("placed", set="1", tile=4, casino=A)


def test_a_ruling_of_a_forgotten_turn_ends_with_the_tile() -> None:
    """VS-R27, A33: who is on turn twice in a row asks the card anew"""
    table = three().place("2", 1, B).place("3", 1, C).place("2", 2, C).place("3", 2, B)
    table.take("ruled", set="1", tile=4, casino=A, allows=False).place("1", 5, D)
    assert table.state.on_turn == "1"
    assert table.codes("placed", set="1", tile=4, casino=A) == []


def test_of_two_rulings_the_later_counts() -> None:
    """VS-R27"""
    table = three()
    for allows, codes in ((True, []), (False, ["card-forbids"]), (True, [])):
        table.take("ruled", set="1", tile=4, casino=A, allows=allows, note="")
        assert table.codes("placed", set="1", tile=4, casino=A) == codes


def test_a_card_counts_for_a_discard() -> None:
    """VS-C10, R27: what it forbids does not fit, what it allows does"""
    table = sevens_at(6)
    table.take("ruled", set="2", tile=7, casino=A, allows=True, note="")
    assert table.codes("discarded", set="2", tile=7) == [], "it may be the rigged one"
    table.take("ruled", set="2", tile=7, casino=B, allows=True, note="")
    assert table.codes("discarded", set="2", tile=7) == ["discard-not-due"]
    table.take("ruled", set="2", tile=7, casino=B, allows=False, note="")
    assert table.codes("discarded", set="2", tile=7) == []


# The end of the turns


def test_turns_may_be_ended_early() -> None:
    """VS-A36: after asking, with the tiles in hand named"""
    table = three(tiles=(1, 2)).place("1", 1, A).place("2", 1, B)
    (asked,) = table.reasons("ended")
    assert (asked.code, asked.confirm) == ("tiles-left", True)
    assert table.refusal("ended") == (
        "4 tiles are still in hand (Spades 1, Diamonds 1 and Hearts 2). End the turns all the same?"
    )
    table.end()
    assert (table.state.phase, table.told()[-1]) == ("payout", "The turns were ended with 4 tiles in hand.")
    one = three(tiles=(1,)).place("1", 1, A).place("2", 1, B)
    assert one.refusal("ended").startswith("One tile is still in hand (Hearts 1).")


def test_hands_are_open() -> None:
    """VS-R12: to everyone, at any time"""
    table = three().place("1", 4, A).place("2", 7, B)
    for viewer in (None, "1", "3"):
        assert [s.hand for s in GAME.view(table.state, viewer, {}).sets] == [
            (1, 2, 3, 5, 6, 7),
            (1, 2, 3, 4, 5, 6),
            (1, 2, 3, 4, 5, 6, 7),
        ]


# What the dock shows


@pytest.mark.parametrize(
    ("at", "picked", "seven"),
    [
        ({}, None, False),
        ({"tile": "4"}, 4, False),
        ({"tile": "7"}, 7, True),
        ({"tile": "4", "token": "1"}, 4, True),
        ({"tile": "7", "token": "1"}, 7, False),
        ({"tile": "9"}, None, False),
        ({"tile": "-7"}, None, False),
        ({"tile": "\u0667"}, None, False),
        ({"set": "9", "tile": "7"}, 7, True),
    ],
)
def test_the_dock_says_where_a_seven_never_goes(at: dict[str, str], picked: int | None, seven: bool) -> None:
    """VS-A35, A16: by the number that the tile would have, the same for everyone"""
    dock = GAME.view(three().state, None, at).dock
    assert (dock.set, dock.due, dock.picked, dock.seven) == ("1", ("1",), picked, seven)


def test_the_dock_asks_for_another_set_as_well() -> None:
    """VS-R20"""
    table = three()
    dock = GAME.view(table.state, "3", {"set": "3", "tile": "2"}).dock
    assert (dock.set, dock.picked) == ("3", 2)
    assert table.spoken(dock.asks) == ["It is not the turn of Hearts. Due now: Spades."]


@pytest.mark.parametrize("placed", ["3", "1"])
def test_whose_picked_tile_has_gone_is_not_asked_for(placed: str) -> None:
    """The wish of a phone outlives a refusal; once another phone has placed that tile, the one on turn is asked for."""
    table = three()
    table.take("placed", confirm=("out-of-turn",), set=placed, tile=2, casino=A)
    dock = GAME.view(table.state, None, {"set": placed, "tile": "2"}).dock
    assert (dock.set, dock.picked) == (dock.due[0], None)


@pytest.mark.parametrize(
    ("wish", "asked_for"),
    [
        # picked for whoever was on turn, who then placed another tile: now it is the turn of 2
        ({"set": "1", "tile": "2", "due": "1"}, "2"),
        # picked ahead on purpose, while 1 was due
        ({"set": "3", "tile": "2", "due": "1"}, "2"),
        # picked on purpose now
        ({"set": "3", "tile": "2", "due": "2"}, "3"),
        ({"set": "2", "tile": "2", "due": "1"}, "2"),
        ({"set": "3"}, "3"),
    ],
)
def test_a_phone_follows_the_turn_unless_it_was_told_otherwise_since(wish: dict[str, str], asked_for: str) -> None:
    """VS-R20: a tile that was picked for somebody is put back once the turn has gone on."""
    table = three()
    table.take("placed", set="1", tile=4, casino=A)
    dock = GAME.view(table.state, None, wish).dock
    assert (dock.set, dock.picked) == (asked_for, 2 if asked_for == wish["set"] and "tile" in wish else None)


def asked(table: AtTable, **at: str) -> Any:
    return GAME.view(table.state, None, {"sheet": "ask", **at}).asked


def test_a_question_is_judged_and_not_recorded() -> None:
    """E-106, E-111: by what was tracked, or by what is typed in; odd positions are judged and named."""
    table = nine_to_seven()
    tracked = asked(table, casino=A, set="1", tile="5")
    assert [reason.code for reason in tracked.verdict.reasons] == ["ties-leader"]
    typed = asked(table, casino=A, set="1", tile="5", tiles_2="7 3")
    assert (typed.verdict.legal, typed.verdict.total, typed.odd) == (True, 5, ())
    odd = asked(table, casino=A, set="1", tile="4", tiles_1="4 9 2", tiles_2="6+3")
    assert [reason.code for reason in odd.odd] == ["third-tile", "tile-twice", "unknown-tile"]
    assert [reason.code for reason in odd.verdict.reasons] == ["two-tiles"]
    assert all(table.spoken(odd.odd))
    assert asked(table, casino=A, set="1").verdict is None


def test_an_asked_seven_adds_the_rule_for_everyone_alike() -> None:
    """VS-A35: by its number; blockers are free of it (VS-R42)"""
    table = three()
    for tile, token, said in (("7", "", True), ("4", "1", True), ("7", "1", False), ("6", "", False)):
        notes = asked(table, casino=A, set="1", tile=tile, token=token).verdict.notes
        assert [reason.code for reason in notes] == (["seven-reminder"] if said else [])
    two = AtTable(2).begin()
    assert asked(two, casino=A, set="1b", tile="7").verdict.notes == ()


def test_a_question_names_the_one_who_stands_ahead() -> None:
    """VS-A14: at a level top"""
    table = three().lay(A, s2="5", s1="5", leader="2")
    assert asked(table, casino=A, set="3", tile="5").verdict.reasons[0].values["leader"] == "2"


REFUSALS = [
    refused(
        "VS-R22",
        lambda: three().lay(A, s1="1 2"),
        "placed",
        "two-tiles out-of-turn",
        "1 and 2",
        "5",
        set="1",
        tile=5,
        casino=A,
    ),
    refused(
        "VS-R25",
        nine_to_seven,
        "placed",
        "ties-leader",
        "9",
        "4 + 5",
        "6",
        "3",
        set="1",
        tile=5,
        casino=A,
        confirm=("out-of-turn",),
    ),
    refused(
        "VS-R25",
        lambda: three().lay(A, s2="5"),
        "placed",
        "ties-leader",
        "5",
        "6",
        "4",
        set="3",
        tile=5,
        casino=A,
        confirm=("out-of-turn",),
    ),
    refused(
        "E-106", three, "placed", "unknown-set unknown-casino", "9", "Nowhere", A, set="9", tile=4, casino="Nowhere"
    ),
    refused("E-106", three, "placed", "unknown-set", set="1b", tile=4, casino=A),
    refused("E-106", three, "placed", "unknown-set unknown-casino"),
    refused("E-106", three, "placed", "not-in-hand", "8", "1, 2, 3, 4, 5, 6 and 7", set="1", tile=8, casino=A),
    refused("E-106", three, "placed", "not-in-hand", set="1", tile=None, casino=A),
    refused(
        "VS-R20",
        lambda: three().place("1", 4, A),
        "placed",
        "not-in-hand",
        "4",
        "1, 2, 3, 5, 6 and 7",
        set="1",
        tile=4,
        casino=B,
    ),
    refused(
        "VS-R20", lambda: three((4,)).place("1", 4, A), "placed", "hand-empty", "Spades", "4", set="1", tile=4, casino=B
    ),
    refused("VS-R20", three, "placed", "out-of-turn", "Hearts", "Spades", set="3", tile=4, casino=A),
    refused(
        "VS-R27",
        lambda: three().take("ruled", set="1", tile=4, casino=A, allows=False),
        "placed",
        "card-forbids",
        "4",
        A,
        set="1",
        tile=4,
        casino=A,
    ),
    refused("VS-C10", three, "discarded", "discard-not-due", "1 at Santorini", set="1", tile=4),
    refused("VS-C10", three, "discarded", "discard-not-due out-of-turn", set="2", tile=4),
    refused("VS-C10", three, "discarded", "not-in-hand", "9", set="1", tile=9),
    refused("VS-C10", three, "discarded", "unknown-set", set="7", tile=4),
    refused("VS-C10", three, "discarded", "unknown-set"),
    refused("VS-R27", three, "ruled", "unknown-set unknown-casino", set="", tile=4, casino=""),
    refused("VS-R27", three, "ruled", "not-in-hand", set="1", tile=8, casino=A),
    refused("VS-A36", three, "ended", "tiles-left", "21"),
    refused(
        "VS-A36", lambda: three((7,)).place("1", 7, A).place("2", 7, B).place("3", 7, C), "ended", "not-now-payout"
    ),
    refused("VS-R28", three, "placed", "not-in-hand", set="1", tile="4", casino=A),
    refused("VS-R28", lambda: three().end(), "placed", "not-now-payout", set="1", tile=4, casino=A),
    refused("VS-R28", three, "revealed", "not-now-turns", fixer="1"),
    refused("VS-R28", three, "closed", "not-now-turns"),
]


@pytest.mark.parametrize("case", REFUSALS)
def test_refused(case: Refusal) -> None:
    """E-106, E-112"""
    case.check()
