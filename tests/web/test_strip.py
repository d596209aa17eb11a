"""Vegas Strip over plain http: reveals, stale rounds, rematches, and what the result says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask import Flask

from companion import play
from companion.games.strip.state import State
from tests.conftest import Cast, build, opened, scope_now, sit_down

CHECKOUT = Path(__file__).parents[2]
#: chi-square for 29 degrees of freedom: a fair deal is above it once in a hundred thousand times
LIMIT = 72.0


@pytest.fixture
def table(app: Flask) -> Cast:
    """Seat four people at Vegas Strip."""
    return sit_down(app, "strip")


def state(cast: Cast) -> State:
    found: State = opened(cast.host.app, cast.code).state
    return found


def begin(cast: Cast) -> None:
    """Deal, and let every fixer rig the upper casino."""
    assert cast.host.act("dealt").status_code == 303
    now = state(cast).round
    assert now
    for fixer in now.fixers:
        assert cast.seats[fixer].act("chosen", seat=fixer, rig="upper").status_code == 303


def finish_round(cast: Cast, chips: Mapping[str, str] | None = None) -> None:
    """Play one round without a tile, in which seats get chips from characters."""
    begin(cast)
    for seat, n in (chips or {}).items():
        assert cast.host.act("chips", seat=seat, n=n).status_code == 303
    assert cast.host.act("ended", confirmed="tiles-left").status_code == 303
    now = state(cast).round
    assert now
    for fixer in now.fixers:
        assert cast.host.act("revealed", fixer=fixer).status_code == 303
    assert cast.host.act("closed").status_code == 303


def text(cast: Cast, rest: str = "") -> str:
    return re.sub(r"\s+", " ", cast.onlooker.get(cast.onlooker.at(rest)).text)


def test_e12_a_reveal_opens_one_casino_in_turn_order_and_never_a_second(table: Cast) -> None:
    """E-12: sent twice, out of turn or from a stale page, it opens nothing more, and every one is in the log."""
    begin(table)
    table.host.act("ended", confirmed="tiles-left")
    now = state(table).round
    assert now
    first, second = now.fixers
    page = table.host.get(table.host.at("?sheet=reveal")).text
    assert "Keep hidden" in page, "the reveal asks first, and the way back stands beside it"
    asked = table.host.at(f"?sheet=reveal&fixer={first}")
    assert "Keep hidden" in table.host.get(asked).text
    stale = scope_now(table.host.app, table.code, "revealed", {})
    assert table.host.act("revealed", fixer=second).status_code == 422
    assert not state(table).round.reveals  # type: ignore[union-attr]
    key = play.new_key()
    assert table.host.act("revealed", fixer=first, key=key).status_code == 303
    assert table.host.act("revealed", fixer=first, key=key, scope=stale).status_code == 303, "the first answer again"
    assert table.seats["3"].act("revealed", fixer=second, scope=stale).status_code == 409
    assert "Keep hidden" not in table.host.get(asked).text, "an open question never turns into that of the next fixer"
    assert len(state(table).round.reveals) == 1  # type: ignore[union-attr]
    assert text(table, "/log").count(" reveals ") == 1


def test_who_only_watches_is_shown_no_tiles_to_tap(table: Cast) -> None:
    begin(table)
    assert 'class="hand-row' in table.host.get(table.host.at()).text
    watched = table.onlooker.get(table.onlooker.at()).text
    assert 'class="hand-row' not in watched
    assert "is to place a tile" in watched


PRINTED_ROUND = (
    {"kind": "named", "seat": "1", "name": "Ann"},
    {"kind": "dealt"},
    {"kind": "printed"},
    {"kind": "ended", "confirmed": "tiles-left"},
    {"kind": "turned_over", "fixer": "1", "casino": "Santorini"},
    {"kind": "turned_over", "fixer": "2", "casino": "The Peacock"},
    {"kind": "closed"},
)


def test_e77_a_board_is_covered_only_by_a_sheet_that_is_there(table: Cast) -> None:
    """E-77: asked for any sheet in any phase, also for one whose matter another phone has just settled."""
    sheets = [path.stem.removeprefix("_sheet_") for path in (CHECKOUT / "templates" / "strip").glob("_sheet_*.html")]
    assert len(sheets) > 15
    covered = set()
    for act in PRINTED_ROUND:
        assert table.host.act(**act).status_code == 303, act
        for sheet in sheets:
            page = table.host.get(table.host.at(f"?sheet={sheet}&casino=Santorini")).text
            assert ('id="sheet"' in page) == (" inert" in page), (act, sheet)
            covered |= {sheet} if " inert" in page else set()
    assert covered == set(sheets)


def test_e52_a_form_from_an_earlier_round_changes_nothing(table: Cast) -> None:
    """E-52, E-75: an act made for a round that is over meets the fresh board with 409."""
    begin(table)
    old = {kind: scope_now(table.host.app, table.code, kind, {"seat": "1"}) for kind in ("placed", "closed", "chosen")}
    table.host.act("ended", confirmed="tiles-left")
    for fixer in state(table).round.fixers:  # type: ignore[union-attr]
        table.host.act("revealed", fixer=fixer)
    table.host.act("closed")
    begin(table)
    before = opened(table.host.app, table.code).events
    casino = state(table).casino_names[0]
    answers = [
        table.seats["2"].act("placed", scope=old["placed"], set="2", tile="3", casino=casino),
        table.host.act("closed", scope=old["closed"]),
        table.seats["1"].act("chosen", scope=old["chosen"], seat="1", rig="lower"),
    ]
    assert [answer.status_code for answer in answers] == [409, 409, 409]
    assert "Somebody was faster" in answers[0].text
    assert opened(table.host.app, table.code).events == before


def test_e52_a_deal_meant_for_another_set_up_is_stale(table: Cast) -> None:
    """E-52: a Start from a page made before somebody changed the casinos deals nothing."""
    stale = scope_now(table.host.app, table.code, "dealt", {})
    name = state(table).casino_names[0]
    assert table.host.act("tabled", do="rename", casino=name, name="Caesar").status_code == 303
    assert table.seats["2"].act("dealt", scope=stale).status_code == 409
    assert state(table).phase == "setup"
    assert table.host.act("named", seat="1", name="Ann").status_code == 303
    assert table.seats["2"].act("dealt").status_code == 303


def test_e50_each_for_themselves_lays_the_own_tiles_alone(table: Cast) -> None:
    """E-50, E-55: what changes other people's tiles or totals is the host's; the refusal says so."""
    begin(table)
    name = state(table).casino_names[0]
    assert table.host.act("laid", casino=name, tiles_1="4", tiles_2="5").status_code == 303
    assert table.host.act("agreed", record="own").status_code == 303
    own = {"casino": name, "tiles_1": "4 6", "tiles_2": "5", "leader": "2"}
    refusals = [
        table.seats["1"].act("laid", casino=name, tiles_1="4", tiles_2="5 7"),
        table.seats["1"].act("laid", casino=name, tiles_1="4"),
        table.seats["1"].act("laid", casino=name, tiles_1="5", tiles_2="5", leader="1"),
        table.seats["1"].act("totals", total_0_1="9"),
    ]
    assert [answer.status_code for answer in refusals] == [403] * 4
    assert "What concerns several the host records" in refusals[2].text
    assert table.seats["1"].act("laid", **own).status_code == 303
    assert table.seats["2"].act("undone").status_code == 403
    assert table.seats["1"].act("undone").status_code == 303, "who laid it takes it back"
    assert table.host.act("totals", total_0_1="9", confirmed="total-impossible,totals-impossible").status_code == 303


def test_e33_the_order_of_seats_outlives_a_restart(tmp_path: Path) -> None:
    """E-33: seating and first player can be changed until the deal, and stand after a restart."""
    cast = sit_down(build(tmp_path / "instance"), "strip")
    changes = ({"do": "down", "seat": "1"}, {"do": "first", "seat": "3"}, {"do": "suit", "seat": "2", "suit": "moons"})
    for fields in changes:
        assert cast.host.act("seated", **fields).status_code == 303
    before = state(cast)
    assert (before.seats, before.first) == (("2", "1", "3", "4"), "3")
    assert cast.host.act("dealt").status_code == 303
    assert cast.host.act("seated", do="down", seat="1").status_code == 422
    restarted = build(tmp_path / "instance")
    after = opened(restarted, cast.code).state
    assert after == state(cast)
    assert after.seats == ("2", "1", "3", "4")


def test_e81_the_result_says_which_rule_decided_and_opens_every_deal(table: Cast) -> None:
    """E-81, E-82, VS-A8, VS-R45: no chips for anyone, so all four are level in both numbers and win together."""
    for _ in range(3):
        finish_round(table)
    page = text(table, "/result")
    assert "Nothing tells Spades, Diamonds, Hearts and Clubs apart" in page
    assert page.count("Dealt to nobody") == 3
    outcome = opened(table.host.app, table.code).outcome
    assert outcome
    assert (len(outcome.winners), set(outcome.places.values())) == (4, {1})


def lines(html: str) -> list[tuple[str, list[str]]]:
    """Read the drawn lines of a page, each with the figures beside it."""
    found = re.findall(r'<polyline points="([^"]*)"/>.*?class="by-round">(.*?)</span></span>', html, re.DOTALL)
    return [(line, re.findall(r"[+\u2212-]\d+", figures + "<")) for line, figures in found]


@pytest.mark.parametrize("totals", ["open", "hidden"])
def test_totals_over_rounds_are_drawn_on_one_scale_where_they_may_be_known(table: Cast, totals: str) -> None:
    """VS-A37: the line after each closed round, the richest at the top; hidden ones are drawn at the end alone."""
    assert table.host.act("settled", chip_totals=totals).status_code == 303
    finish_round(table)
    finish_round(table, chips={"1": "8", "3": "4"})
    won = state(table).past[-1].gain
    top = max(won.values())
    expected = sorted((f"0,40 40,40 80,{40 - 36 * n // top}", ["+0", f"+{n}"]) for n in won.values())
    page = table.onlooker.get(table.onlooker.at()).text
    assert sorted(lines(page)) == (expected if totals == "open" else [])
    finish_round(table)
    assert len(lines(table.onlooker.get(table.onlooker.at()).text)) == 4


def test_what_moved_is_told_by_the_latest_line_alone(table: Cast) -> None:
    """The tile that was placed last names its place in the hand, and nothing does once it is taken back."""
    begin(table)
    assert table.host.act("placed", set="1", tile="4", casino="Santorini").status_code == 303
    assert re.findall('data-from="([^"]*)"', unescape(text(table))) == [".tiles > :nth-child(4)"]
    assert table.host.act("placed", set="2", tile="5", casino="Santorini").status_code == 303
    assert re.findall('data-from="([^"]*)"', unescape(text(table))) == [".tiles > :nth-child(5)"]
    assert table.host.act("undone").status_code == 303
    assert "data-from" not in text(table)


def test_e54_again_keeps_seats_and_phones_and_moves_the_start(table: Cast) -> None:
    """E-54, E-28: one tap opens the next table; the first player has moved on by one."""
    for _ in range(3):
        finish_round(table)
    answers = [phone.post(table.host.at("/again"), key=play.new_key()) for phone in (table.host, table.seats["2"])]
    codes = {answer.location.rsplit("/", 1)[1] for answer in answers}
    assert len(codes) == 1, "whoever asks second is led to the same table"
    for phone in table.everybody.values():
        assert f'id="next-table" href="{answers[0].location}"' in phone.get(table.host.at()).text
    following = opened(table.host.app, codes.pop())
    assert following.state.first == "2"
    assert following.holders == opened(table.host.app, table.code).holders


def test_e28_a_hundred_rematches_are_dealt_evenly_before_and_after_a_restart(tmp_path: Path) -> None:
    """E-28, VS-P12: 30 deals for two fixers, each as likely in rematch after rematch, also after a restart."""
    seen: Counter[tuple[tuple[str, ...], ...]] = Counter()
    deals = 0
    for _ in range(2):
        app = build(tmp_path / "instance")
        with play.Store(app.config["DATABASE"]) as store:
            for _ in range(300):
                code = play.new_table(store, "strip", 4, "host")
                assert isinstance(code, str)
                viewer = play.Viewer("host", host=True)
                scope = play.open_table(store, code).stand("setup")
                done = play.act(store, code, viewer, play.Posted("dealt", {}, scope, play.new_key()))
                assert isinstance(done, play.Done)
                now = play.open_table(store, code).state.round
                seen[tuple(tuple(sorted(now.hands[fixer])) for fixer in now.fixers)] += 1
                deals += 1
    expected = deals / 30
    assert len(seen) == 30
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < LIMIT


def test_an_answer_is_marked_as_old_once_the_casino_has_changed(table: Cast) -> None:
    """E-116: the page that only asks repeats its position, and says so when other tiles lie there by now"""
    begin(table)
    casino, other = state(table).casino_names[:2]
    page = table.onlooker.get(table.onlooker.at("/ask?" + urlencode({"casino": casino, "set": "2", "tile": "4"}))).text
    found = re.search(r'hx-get="(/t/\w+/ask\?[^"]*)" hx-trigger="every', page)
    assert found
    again = unescape(found[1])
    assert table.onlooker.get(again).status_code == 204
    assert table.seats["1"].act("placed", set="1", tile="5", casino=other).status_code == 303
    assert "Old:" not in table.onlooker.get(again).text
    assert table.seats["2"].act("placed", set="2", tile="6", casino=casino).status_code == 303
    later = table.onlooker.get(again).text
    assert f"Old: what lies at <bdi>{casino}</bdi> has changed since." in later
    assert position(later) == position(page)
    anew = re.search(r'id="ask-anew" href="([^"]*)"', later)
    assert anew
    assert "has 6" in position(table.onlooker.get(unescape(anew[1])).text)


def position(html: str) -> str:
    found = re.search(r'position">(.*?)</p>', html)
    assert found
    return re.sub(r"<[^>]+>", "", found[1])


def test_e21_a_card_can_be_opened_again_until_the_round_is_closed(table: Cast) -> None:
    """E-21: the fixer and the partner read the same pair in the same roles, as often as they like."""

    def held(seat: str) -> list[str]:
        answer = table.seats[seat].post(table.host.at(f"/card/{seat}/look"), part=True)
        found = re.findall(r"<span>(.*?)</span><b><bdi>(.*?)</bdi>", answer.text)
        return [f"{role} {casino}" for role, casino in found]

    begin(table)
    fixer, partner = held("1"), held("4")
    assert len(fixer) == 2
    assert fixer == partner
    table.host.act("ended", confirmed="tiles-left")
    now = state(table).round
    assert now
    for revealing in now.fixers:
        assert (held("1"), held("1"), held("4")) == (fixer, fixer, partner)
        table.host.act("revealed", fixer=revealing)
    assert (held("1"), held("4")) == (fixer, partner)


def test_e29_before_the_deal_the_board_shows_all_rounds_and_how_casinos_are_dealt(table: Cast) -> None:
    shown = text(table)
    for number in (1, 2, 3):
        assert f"Round {number}" in shown
    assert shown.count("fixer") >= 6, "two fixers in each of three rounds"
    assert "Each round the app shuffles the cards of all 5 casinos and deals two to each fixer." in shown
