"""Four people play a whole round with five phones: the board on one, and one in each hand."""

from __future__ import annotations

import io
from dataclasses import dataclass, field

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from tests.browser.counting import (
    JACKPOT,
    highest_that_fits,
    incomes,
    leader,
    may_go,
    refilled,
    reveal_line,
    secure_chips,
    shares,
)
from tests.browser.room import Room
from tests.browser.table import Card, Casino, Phone, no_overlap

NAMES = {"1": "Anna", "2": "Bruno", "3": "Chloé", "4": "Dev"}
FIXERS, PARTNERS = ("1", "2"), {"4": "1", "3": "2"}
TEAMS = (("Anna", "Dev"), ("Bruno", "Chloé"))
TILES = 28
BAR = "() => document.querySelector('.bar').offsetHeight"


@dataclass
class Four:
    """The board in the middle, and the four around it by seat."""

    board: Phone
    people: dict[str, Phone]
    cards: dict[str, Card] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=lambda: dict.fromkeys(NAMES, 0))
    shares: dict[str, int] = field(default_factory=dict)

    @property
    def everybody(self) -> list[Phone]:
        return [self.board, *self.people.values()]

    def all_told(self, line: str) -> None:
        """Wait until every phone shows by itself what happened last."""
        for phone in self.everybody:
            phone.told(line)

    @property
    def turn(self) -> str:
        """Name the seat whose turn it is: whoever has used fewest tiles, clockwise from the first."""
        return min(NAMES, key=lambda seat: (self.used[seat], seat))

    def rigged_for(self, seat: str) -> str:
        return self.cards[PARTNERS.get(seat, seat)].rigged


def read_back(phone: Phone) -> str:
    """Read the QR code on a phone as another phone's camera would: from a picture of the page."""
    picture = Image.open(io.BytesIO(phone.page.locator(".qr").screenshot()))
    found = zxingcpp.read_barcodes(picture)
    assert len(found) == 1, "one QR code can be read from the page"
    return str(found[0].text)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_qr_of_a_table_reads_back_in_any_theme(room: Room, scheme: str) -> None:
    """E-57, E-60: the code in a picture of the page is the join address, dark on white with four modules around it."""
    host = room.phone("host", color_scheme=scheme)
    code = host.make_table(4)
    host.tap("#way-join")
    assert read_back(host) == f"{room.url}/t/{code}/join"
    picture = Image.open(io.BytesIO(host.page.locator(".qr svg").screenshot())).convert("L")
    modules = int(host.page.locator(".qr svg").get_attribute("viewBox").split()[2])  # type: ignore[union-attr]
    margin = int(4 * picture.width / modules) - 1
    assert min(picture.crop((4, 4, picture.width - 4, margin)).tobytes()) > 250, "nothing but white in the margin"


def test_four_people_play_a_round_on_five_phones(room: Room) -> None:
    """VS-R13 to R36 on the pages; E-05, E-63, E-94: every phone follows by itself, and one undo names its line."""
    four = seated(room)
    four.board.deal()
    four.all_told("Round 1 was dealt.")
    fixers_choose(four)
    partners_see_the_same(four)
    every_tile_is_placed(four)
    paid_out_as_counted_here(four)
    the_next_round_begins(four)
    assert all(phone.page.evaluate("isSecureContext") is False for phone in four.everybody)


def seated(room: Room) -> Four:
    """Make a table with three taps (Play, count, QR), and let four phones follow what the QR says."""
    board = room.phone("board")
    board.make_table(4)
    board.tap("#way-join")
    address = read_back(board)
    board.page.get_by_role("link", name="To the table").last.tap()
    people = {}
    for seat, name in NAMES.items():
        people[seat] = phone = room.phone(name)
        phone.open(address)
        phone.code = board.code
        phone.sit(int(seat), name)
        expect(board.page.locator(".clockwise")).to_contain_text(name)
    return Four(board, people)


def fixers_choose(four: Four) -> None:
    expect(four.board.page.locator("#dock .waiting-line")).to_contain_text("Anna")
    for seat, which in zip(FIXERS, ("upper", "lower"), strict=True):
        phone = four.people[seat]
        phone.tap("#way-card")
        before = phone.look()
        assert not before.rigged and before.upper != before.lower
        phone.rig(which)
        four.cards[seat] = after = phone.look()
        assert after.rigged == getattr(before, which) and "secure" in "".join(after.roles)
        expect(four.board.page.locator("#dock .waiting-line, h1").first).not_to_contain_text(NAMES[seat])
    dealt = [casino for card in four.cards.values() for casino in (card.upper, card.lower)]
    assert len(set(dealt)) == 4, "no casino has two roles (VS-A7)"


def partners_see_the_same(four: Four) -> None:
    """VS-R18: a partner's card shows the fixer's pair in the same roles, and nobody opens anybody else's."""
    for seat, fixer in PARTNERS.items():
        phone = four.people[seat]
        phone.tap("#way-card")
        seen, fixed = phone.look(), four.cards[fixer]
        assert (seen.upper, seen.lower, seen.roles) == (fixed.upper, fixed.lower, fixed.roles)
        assert NAMES[fixer] in seen.why
    for phone, seat in ((four.board, "1"), (four.people["2"], "1"), (four.people["4"], "1"), (four.people["1"], "4")):
        phone.expects("status of 403")
        assert phone.post(f"/t/{phone.code}/card/{seat}/look")["status"] == 403
    four.board.open(f"/t/{four.board.code}/card")
    expect(four.board.page).to_have_url(f"{four.board.url}/t/{four.board.code}/join")
    for phone in four.everybody:
        phone.board()
        expect(phone.page.locator("#table")).not_to_contain_text("rigged")


# The turns


def every_tile_is_placed(four: Four) -> None:
    greyed = False
    for n in range(TILES):
        seat = four.turn
        phone = four.people[seat]
        expect(phone.page.locator("#table h1")).to_have_text(f"{NAMES[seat]}\u2019s turn")
        if n == 5:
            seat = out_of_turn(four)
        elif n == 9:
            undone_and_brought_back(four, placed(four, phone, seat))
        elif not greyed and (refused := next_refused(four, phone, seat)):
            greyed = True
            says_why(phone, *refused)
            placed(four, phone, seat)
        else:
            placed(four, phone, seat)
        four.used[seat] += 1
    assert greyed
    for phone in four.everybody:
        expect(phone.page.locator("#table h1")).to_have_text("Payout")


def placed(four: Four, phone: Phone, seat: str, confirm: bool = False) -> str:
    """Place the highest tile that fits, where fewest of its set lie; every casino must say what this test works out."""
    name, casinos = NAMES[seat], phone.casinos()
    tile, fitting = highest_that_fits(casinos, name, phone.hand(seat), four.rigged_for(seat))
    if not tile:
        return discarded(phone, seat)
    goal = min(fitting, key=lambda c: sum(stand.who == name for stand in c.stands))
    phone.pick(seat, tile)
    assert [c.legal for c in phone.casinos()] == [may_go(c, name, tile) for c in casinos]
    phone.place(goal.name)
    if confirm:
        expect(phone.page.locator("#refusals")).to_contain_text(f"It is not the turn of {name}")
        phone.tap("#confirm")
    line = f"{name}: {tile} at {goal.name}."
    phone.told(line)
    assert tile not in phone.hand(seat)
    return line


def discarded(phone: Phone, seat: str) -> str:
    """Discard where nothing fits (VS-C10)."""
    tile = phone.hand(seat)[0]
    phone.pick(seat, tile)
    phone.tap("#discard")
    line = f"{NAMES[seat]} discards the {tile}."
    phone.told(line)
    return line


def next_refused(four: Four, phone: Phone, seat: str) -> tuple[str, int, Casino] | None:
    """Find a tile and a casino that do not go together."""
    for tile in phone.hand(seat):
        for casino in phone.casinos():
            if casino.stands and not may_go(casino, NAMES[seat], tile):
                return seat, tile, casino
    return None


def says_why(phone: Phone, seat: str, tile: int, casino: Casino) -> None:
    """A greyed casino says why, with the numbers, on the board and when it is tapped."""
    leader = casino.stands[0]
    phone.pick(seat, tile)
    why = next(c.why for c in phone.casinos() if c.name == casino.name)
    assert f"Here {leader.who} leads with {leader.total}" in why
    phone.place(casino.name)
    verdict = phone.page.locator("#sheet .verdict")
    expect(verdict).to_contain_text(f"Not the {tile} here")
    expect(verdict).to_contain_text(why.split(":")[0])
    phone.page.locator("#sheet").get_by_role("link", name="Close").tap()
    expect(phone.page.locator("#sheet")).to_have_count(0)


def out_of_turn(four: Four) -> str:
    """The last in the order places too early: asked once, and then taken."""
    seat = max(NAMES, key=lambda other: (other != four.turn, other))
    phone = four.people[seat]
    phone.expects("status of 422")
    phone.tap("#whose")
    phone.page.locator("#sheet").get_by_role("link", name=NAMES[seat]).tap()
    expect(phone.page.locator("#dock .ask")).to_contain_text(f"{NAMES[seat]} is not on turn")
    placed(four, phone, seat, confirm=True)
    return seat


def undone_and_brought_back(four: Four, line: str) -> None:
    """E-94: the undo stands beside the line that it takes back; everybody reads what went and by whom; a key beside it,
    and the menu, bring it back, and no board has moved down for it.
    """
    last = four.people["3"].page.locator(".last")
    expect(last).to_contain_text(line)
    heights = [phone.page.evaluate(BAR) for phone in four.everybody]
    last.get_by_role("button", name="Undo").tap()
    for phone, height in zip(four.everybody, heights, strict=True):
        expect(phone.page.locator(".last p")).not_to_contain_text(line)
        expect(phone.page.locator("#table h1")).to_have_text(f"{NAMES[four.turn]}\u2019s turn")
        expect(phone.page.locator("header .gone")).to_have_text(f"Taken back: {line} by {NAMES['3']}")
        assert phone.page.evaluate(BAR) == height
    again = four.people["3"].page.locator(".last").get_by_role("button", name="Bring back")
    expect(again).to_contain_text(line)
    four.people["3"].tap("#way-menu")
    expect(four.people["3"].page.locator("#redo")).to_contain_text(line)
    four.people["3"].page.get_by_role("link", name="Close").first.tap()
    again.tap()
    four.all_told(line)
    for phone in four.everybody:
        expect(phone.page.locator("header .gone")).to_have_count(0)


# The payout


def paid_out_as_counted_here(four: Four) -> None:
    """VS-R28 to R36: the page's list is what this test works out from the tiles on the board."""
    casinos = {casino.name: casino for casino in four.board.casinos()}
    rigged = [four.cards[seat].rigged for seat in FIXERS]
    lines = [reveal_line(casinos[name]) for name in rigged]
    for seat, line in zip(FIXERS, lines, strict=True):
        reveal(four, seat, line)
    for casino in casinos.values():
        if casino.stands and casino.name not in rigged:
            lines.append(f"{leader(casino)} leads {casino.name}, which is secure: out with nothing.")
            paid = secure_chips(casino).items()
            lines += [f"{who} takes {chips} from the supply for {casino.name}." for who, chips in paid]
    brought = incomes(list(NAMES.values()), list(casinos.values()), rigged)
    four.shares = shares(TEAMS, brought)
    for team in TEAMS:
        pile, share = sum(brought[name] for name in team), four.shares[team[0]]
        odd = ", 1 back to the supply" if pile % 2 else ""
        lines.append(f"{' and '.join(team)} split {pile}: {share} each{odd}.")
    lines += [f"Put {JACKPOT} on {name}." for name in refilled(list(casinos.values()), rigged)]
    for phone in four.everybody:
        expect(phone.page.locator(".pay-line .said")).to_have_text(lines)
    ticked_off_on_one_phone(four, lines)


def ticked_off_on_one_phone(four: Four, lines: list[str]) -> None:
    """What was handed out stays ticked off on that phone alone, and boards come there as before."""
    for tick in four.board.page.locator(".tick").all():
        tick.tap()
    for on, told in (("1", f"Penalty for {NAMES['2']}"), ("0", "No penalties")):
        assert four.people["3"].submit("?sheet=penalty", "penalty", seat="2", on=on) == 200
        for phone in four.everybody:
            expect(phone.page.locator(".row.more")).to_contain_text(told)
    for _ in range(2):
        expect(four.board.page.locator(".pay-line .said")).to_have_text(lines)
        expect(four.board.page.locator(".tick :not(:checked) + b")).to_have_count(0)
        assert four.board.page.locator(".tick :checked").count() >= len(NAMES) // 2
        four.board.page.reload()
    for phone in four.people.values():
        expect(phone.page.locator(".pay-line .said")).to_have_text(lines)
        expect(phone.page.locator(".tick :checked")).to_have_count(0)


def reveal(four: Four, seat: str, line: str) -> None:
    """The fixer reveals: the second tap lies elsewhere, and every phone shows where the jackpot goes."""
    phone = four.people[seat]
    first = phone.page.locator("#reveal")
    expect(first).to_be_visible()
    there = first.bounding_box()
    first.tap()
    second = phone.page.locator("#reveal-now")
    expect(second).to_be_visible()
    assert no_overlap(there, second.bounding_box())
    second.tap()
    for other in four.everybody:
        expect(other.page.locator(".paying")).to_contain_text(line)


def the_next_round_begins(four: Four) -> None:
    """VS-R44, R35: shares are booked, and the first player moves one seat clockwise."""
    closing = four.people["2"]
    closing.tap("#close-round")
    closing.tap("#close")
    for phone in four.everybody:
        expect(phone.page.locator("#table h1")).to_have_text("Round closed")
        expect(phone.page.locator(".round-now")).to_contain_text("Bruno places first")
    for name, share in four.shares.items():
        row = four.board.page.locator(".standing li", has_text=name)
        expect(row.locator(".chips")).to_contain_text(f"{share} chip")
    four.people["4"].deal()
    for phone in four.everybody:
        expect(phone.page.locator(".round-now")).to_contain_text("Round 2 of 3")
        expect(phone.page.locator(".round-now")).to_contain_text("Bruno places first")
