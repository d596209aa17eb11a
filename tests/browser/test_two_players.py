"""Two people play a round with one phone between them."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import expect

from tests.browser.counting import (
    highest_that_fits,
    incomes,
    is_blockers,
    leader,
    may_go,
    refilled,
    reveal_line,
    secure_chips,
)
from tests.browser.room import Room
from tests.browser.table import Card, Phone

NAMES = {"1": "Ina", "2": "Jo", "1b": "Ina\u2019s blockers", "2b": "Jo\u2019s blockers"}
TILES = 7


def test_two_people_play_a_round_on_one_phone(room: Room) -> None:
    """E-45, VS-R38 to R43: both seats on one phone, each behind its cover; blockers, odd turns, jackpots to supply."""
    phone = room.phone("the only phone")
    phone.make_table(2)
    for seat in (1, 2):
        phone.take_seat(phone.code, seat, NAMES[str(seat)])
    phone.deal()
    cards = handed_round(phone)
    for due in turns():
        assert set(due_now(phone)) == due
        while due:
            due -= {placed(phone, cards, due)}
    paid_out(phone, cards)


def handed_round(phone: Phone) -> dict[str, Card]:
    """Each looks and rigs behind a cover of their own; the page between says to whom the phone goes."""
    phone.page.get_by_role("link", name="Pass the phone round").tap()
    cards = {}
    for seat, other in (("1", "2"), ("2", "1")):
        expect(phone.page.locator("h1")).to_have_text(f"Pass the phone to {NAMES[seat]}")
        expect(phone.page.locator(".card, form")).to_have_count(0)
        phone.page.get_by_role("link", name=f"I am {NAMES[seat]}").tap()
        phone.look()
        phone.rig("lower")
        cards[seat] = phone.look()
        phone.page.get_by_role("link", name=f"Pass it to {NAMES[other]}").tap()
    phone.page.get_by_role("link", name="To the table").tap()
    expect(phone.page.locator("#table h1")).to_have_text("Ina\u2019s turn")
    return cards


def turns() -> Iterator[set[str]]:
    """Say which sets are due, turn by turn: the first player begins with a blocker and ends with a tile (VS-R43)."""
    yield {"1b"}
    for _ in range(TILES - 1):
        yield {"2", "2b"}
        yield {"1", "1b"}
    yield {"2", "2b"}
    yield {"1"}


def due_now(phone: Phone) -> list[str]:
    """Read which sets the dock asks for."""
    rows = phone.page.locator("#dock .hand-row:not(.later)")
    found: list[str] = rows.evaluate_all("rows => rows.map(row => row.querySelector('a.tile').id.split('-')[1])")
    return found


def placed(phone: Phone, cards: dict[str, Card], due: set[str]) -> str:
    """Place a tile of one of the sets that are due: blockers first to the rigged casinos, people to the others."""
    rigged = {card.rigged for card in cards.values()}
    casinos = phone.casinos()
    for set_id in sorted(due, reverse=len(phone.hand("1")) % 2 == 0):
        own = cards[set_id].rigged if set_id in cards else ""
        tile, fitting = highest_that_fits(casinos, NAMES[set_id], phone.hand(set_id), own)
        if tile:
            goal = min(fitting, key=lambda c: (c.name in rigged) != set_id.endswith("b"))
            phone.pick(set_id, tile)
            assert [c.legal for c in phone.casinos()] == [may_go(c, NAMES[set_id], tile) for c in casinos]
            phone.place(goal.name)
            phone.told(f"{NAMES[set_id]}: {tile} at {goal.name}.")
            return set_id
    tile = phone.hand(set_id)[0]
    phone.pick(set_id, tile)
    phone.tap("#discard")
    phone.told(f"{NAMES[set_id]} discards the {tile}.")
    return set_id


def paid_out(phone: Phone, cards: dict[str, Card]) -> None:
    """VS-R42b: blockers bring nobody chips, and a jackpot that they lead goes back to the supply."""
    expect(phone.page.locator("#table h1")).to_have_text("Payout")
    casinos = {casino.name: casino for casino in phone.casinos()}
    rigged = [card.rigged for card in cards.values()]
    assert any(is_blockers(casinos[name], leader(casinos[name])) for name in rigged)
    lines = [reveal_line(casinos[name]) for name in rigged]
    for line in lines:
        phone.tap("#reveal")
        phone.tap("#reveal-now")
        expect(phone.page.locator(".paying")).to_contain_text(line)
    brought = incomes(["Ina", "Jo"], list(casinos.values()), rigged)
    for casino in casinos.values():
        for who, chips in secure_chips(casino).items() if casino.name not in rigged else ():
            lines.append(f"{who} takes {chips} from the supply for {casino.name}.")
    lines += [f"{name} keeps {chips}." for name, chips in brought.items()]
    lines += [f"Put 15 on {name}." for name in refilled(list(casinos.values()), rigged)]
    shown = phone.page.locator(".pay-line .said").all_inner_texts()
    assert [line for line in shown if "nothing" not in line] == lines
    phone.tap("#close-round")
    phone.tap("#close")
    expect(phone.page.locator(".round-now")).to_contain_text("Jo places first")
    for name, chips in brought.items():
        expect(phone.page.locator(".standing li", has_text=name).locator(".chips")).to_contain_text(f"{chips} chip")
