"""A walk past every page and state of a Vegas Strip table, for whoever wants to look at all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from playwright.sync_api import expect

from tests.browser.room import Room
from tests.browser.table import Phone

Stop = tuple[str, Phone]

#: tiles that may follow each other at any table of four or more: who, which tile, at which casino
OPENING = (
    ("1", 4, 0),
    ("2", 6, 1),
    ("3", 3, 0),
    ("4", 7, 2),
    ("1", 5, 1),
    ("2", 2, 0),
    ("3", 6, 3),
    ("4", 5, 3),
    ("1", 2, 2),
    ("2", 7, 4),
)


#: of each game a file of cards that says something, and one that is wrong
FILES = {
    "slots": {"preview": "[month]\neffect = 'x'", "wrong": "[month]\neffect = 5"},
    "strip": {"preview": "[4]\nstarting_jackpot = 9", "wrong": "[4]\nstarting_jackpot = -9"},
}


def past_cards(phone: Phone, game: str, *forms: str) -> Iterator[Stop]:
    """Walk past the owner's cards of a game, some of their forms, and a file that is looked at."""
    phone.open(f"/cards/{game}")
    yield f"cards-{game}", phone
    for form in forms:
        phone.open(f"/cards/{game}/card/{form}")
        yield f"cards-{game}-{form.replace(':', '-')}", phone
    for name, text in FILES[game].items():
        phone.open(f"/cards/{game}")
        phone.tap("#take-in > summary")
        phone.page.locator("#pasted").fill(f"game = '{game}'\nformat = 1\n{text}")
        phone.tap("#preview")
        expect(phone.page.locator("h1")).not_to_have_text("Your cards")
        yield f"cards-{game}-{name}", phone


class Tour:
    """A table with all seats on its host's phone but one, and a guest who has that one.

    Each stop is a name and the phone whose page lies open. `names` are given to the seats in order.
    """

    def __init__(self, room: Room, names: Sequence[str], **wishes: Any) -> None:
        self.names = names
        self.host = room.phone("host", **wishes)
        self.guest = room.phone("guest", **wishes)
        self.stranger = room.phone("stranger", **wishes)
        for phone in (self.host, self.guest, self.stranger):
            phone.expects("status of 4", "Response Status Error Code 4")

    def stops(self) -> Iterator[Stop]:
        """Walk from the empty start page to the end of a game."""
        for part in (self.start, self.joining, self.setting_up, self.choosing, self.turns, self.asking):
            yield from part()
        for part in (self.paying, self.closing, self.ending):
            yield from part()

    def at(self, phone: Phone, name: str, rest: str = "") -> Stop:
        """Open a page of the table and stop there."""
        phone.open(f"/t/{phone.code}{rest}")
        return name, phone

    def at_all(self, names: str, rest: Callable[[str], str] = "?sheet={}".format) -> Iterator[Stop]:
        """Stop at several sheets of the host's board."""
        for name in names.split():
            yield self.at(self.host, f"{self.phase}-{name}", rest(name))

    @property
    def phase(self) -> str:
        """Name the phase of the table as its page does."""
        told = self.host.page.locator("#table .strip").get_attribute("class") if self.host.code else None
        return (told or "start").split()[-1]

    def start(self) -> Iterator[Stop]:
        self.stranger.open("/")
        yield "start", self.stranger
        self.stranger.open("/join?code=ZZZZZ")
        yield "start-unknown-code", self.stranger
        self.stranger.open("/t/ZZZZZ")
        yield "error", self.stranger
        self.guest.offer().locator("summary").tap()
        yield "start-play", self.guest
        self.guest.page.locator("form[action='/tryouts']:has([value=strip]) button").tap()
        expect(self.guest.page.locator(".tryout")).to_be_visible()
        yield "start-tryout", self.guest
        self.guest.open("/")
        yield "start-tried", self.guest
        yield from past_cards(self.stranger, "strip", "6", "casinos", "suits", "character:4")
        self.host.make_table(len(self.names))
        for phone in (self.guest, self.stranger):
            phone.code = self.host.code
        self.host.open("/")
        yield "start-running", self.host

    def joining(self) -> Iterator[Stop]:
        yield self.at(self.stranger, "join", "/join")
        yield self.at(self.host, "join-host", "/join")
        for n, name in enumerate(self.names, 1):
            phone = self.guest if n == len(self.names) else self.host
            phone.take_seat(self.host.code, n, name)
        yield self.at(self.host, "join-taken", "/join")
        yield self.at(self.stranger, "join-full", "/join")
        self.host.open(f"/t/{self.host.code}/join")
        self.host.page.get_by_text("A seat for another phone").tap()
        yield "join-seats", self.host
        self.host.page.get_by_role("button", name="QR code for the seat of").first.tap()
        expect(self.host.page.locator("h1")).to_contain_text("Seat of")
        yield "seat-code", self.host
        self.stranger.open(self.host.page.locator(".address").inner_text())
        yield "seat-claim", self.stranger

    def setting_up(self) -> Iterator[Stop]:
        yield self.at(self.host, "setup")
        yield self.at(self.stranger, "setup-watching")
        yield from self.at_all("people casinos card settings menu")
        for sheet in ("people", "casinos"):
            self.host.sheet(sheet)
            self.host.page.locator("#sheet summary").first.tap()
            yield f"setup-{sheet}-open", self.host
        assert self.host.submit("?sheet=casinos", "labelled", character="Pro Gambler", side="B") == 200

    def choosing(self) -> Iterator[Stop]:
        self.host.board()
        self.host.deal()
        yield "choose", self.host
        yield self.at(self.stranger, "choose-watching")
        yield from self.at_all("menu redeal")
        yield from self.pleading()
        yield self.at(self.host, "choose-casino", "?sheet=casino&casino=Santorini")
        yield self.at(self.host, "handover", "/card")
        yield self.at(self.host, "card", "/card/1?mine=1")
        with self.host.holding():
            expect(self.host.page.locator(".card.open")).to_be_visible()
            yield "card-held", self.host
        yield self.at(self.guest, "card-partner", "/card")
        self.host.page.get_by_role("button", name="Open it without holding").tap()
        expect(self.host.page.locator(".pair")).to_be_visible()
        yield "card-open", self.host
        yield self.at(self.stranger, "not-yours", "/card/1")
        self.everyone_chooses()
        yield self.at(self.host, "card-chosen", "/card/1?mine=1")

    def pleading(self) -> Iterator[Stop]:
        """Ask for the seat of somebody else from a phone that has none, and be told no; then look all together."""
        last = len(self.names)
        self.stranger.open(f"/t/{self.host.code}/join")
        self.stranger.page.get_by_role("button", name="and lost the seat").last.tap()
        expect(self.stranger.page.locator(".plea")).to_be_visible()
        yield "plea-asking", self.stranger
        yield self.at(self.guest, "plea-asked")
        self.guest.page.get_by_label("A phone asks").get_by_role("button", name="No").tap()
        expect(self.guest.page.locator(".plea")).to_have_count(0)
        self.host.open(f"/t/{self.host.code}/join")
        self.host.page.get_by_text("A seat for another phone").tap()
        self.host.page.get_by_role("button", name="Free the seat of").last.tap()
        expect(self.host.page.locator(f"#name-{last}")).to_be_visible()
        yield self.at(self.guest, "plea-lost")
        self.host.open(f"/t/{self.host.code}/join")
        self.host.page.get_by_text("A seat for another phone").tap()
        self.host.page.get_by_role("button", name="Cards to print").tap()
        expect(self.host.page.locator(".fold-card")).to_have_count(1)
        yield "seat-cards", self.host
        self.guest.open(f"/t/{self.host.code}/join")
        self.guest.sit(last, self.names[-1])
        self.host.sheet("menu")
        self.host.page.get_by_role("button", name="all together").tap()
        expect(self.host.page.locator(".together")).to_be_visible()
        yield "together", self.host

    def everyone_chooses(self) -> None:
        """Rig the upper one, whoever has something to rig."""
        seats = [str(n) for n in range(1, len(self.names) + 1)]
        for seat in seats:
            phone = self.guest if seat == seats[-1] else self.host
            phone.open(f"/t/{phone.code}/card/{seat}?mine=1")
            if phone.page.locator("form.rig").count():
                phone.rig("upper")

    def turns(self) -> Iterator[Stop]:
        yield self.at(self.host, "turns-first")
        casinos = [casino.name for casino in self.host.casinos()]
        used: dict[str, int] = {}
        for seat, tile, casino in OPENING:
            used[seat] = used.get(seat, 0) + 1
            confirmed = {"confirmed": "out-of-turn"}
            self.host.submit(f"?set={seat}&tile={tile}", "placed", casino=casinos[casino], **confirmed)
        yield self.at(self.host, "turns")
        yield self.at(self.stranger, "turns-watching")
        yield self.at(self.host, "turns-picked", "?set=3&tile=4")
        yield self.at(self.host, "turns-seven", "?set=1&tile=7")
        yield self.at(self.host, "turns-token", "?set=3&tile=4&token=1")
        yield self.at(self.host, "turns-not-here", "?set=3&tile=1&sheet=casino&casino=Santorini")
        yield self.at(self.host, "turns-close-up", "?sheet=casino&casino=Sunset+Gondola")
        yield from self.at_all("menu hand discard totals chips count end printed settings token")
        yield self.at(self.host, "turns-lay", "?sheet=lay&casino=Santorini")
        self.host.board("?set=2&tile=1")
        self.host.page.locator("button.whole").first.tap()
        expect(self.host.page.locator("#refusals")).to_be_visible()
        yield "turns-refused", self.host
        self.host.sheet("chips")
        self.host.page.locator("#sheet .choice-row").first.tap()
        self.host.page.locator("#chips-n").fill("many")
        self.host.page.locator("#sheet").get_by_role("button", name="Record").tap()
        expect(self.host.page.locator("#sheet #refusals")).to_be_visible()
        yield "turns-chips-refused", self.host
        yield self.at(self.host, "log", "/log")
        self.host.page.get_by_role("link", name="Put right").first.tap()
        self.host.page.locator("#says").wait_for()
        yield "log-line", self.host
        self.host.tap("#strike")
        self.host.page.locator("#amend").wait_for()
        yield "log-line-struck", self.host

    def asking(self) -> Iterator[Stop]:
        yield self.at(self.stranger, "ask", "/ask")
        yield self.at(self.stranger, "ask-answered", "/ask?casino=Santorini&set=3&tile=1")
        for name, asked in (
            ("help", ""),
            ("help-part", "?part=placing#VS-R25"),
            ("help-found", "?q=jackpot"),
            ("help-many", "?q=casino"),
            ("help-nothing", "?q=jakpot"),
        ):
            self.stranger.open(f"/help/strip{asked}")
            yield name, self.stranger
        self.stranger.open("/help/strip/summary")
        yield "paper-rules", self.stranger
        yield self.at(self.stranger, "paper-score", "/score")

    def paying(self) -> Iterator[Stop]:
        self.host.board()
        assert self.host.submit("?sheet=end", "ended", confirmed="tiles-left") == 200
        yield self.at(self.host, "payout")
        yield from self.at_all("reveal menu")
        first = True
        while self.reveal():
            if first:
                yield self.at(self.host, "payout-revealed")
                first = False
        yield self.at(self.host, "payout-done")
        yield self.at(self.stranger, "payout-watching")
        self.host.board()
        for line in self.host.page.locator(".pay-line summary").all()[:3]:
            line.tap()
        yield "payout-opened", self.host
        yield from self.at_all("penalty close count totals")
        yield self.at(self.host, "payout-lay", "?sheet=lay&casino=Santorini")

    def reveal(self, printed: str = "") -> bool:
        """Reveal the next rigged casino, if one is left; `printed` is what a printed card shows."""
        self.host.board()
        if not self.host.page.locator("#reveal").count():
            return False
        if printed:
            return self.host.submit("?sheet=reveal", "turned_over", casino=printed) == 200
        return self.host.submit("?sheet=reveal", "revealed") == 200

    def closing(self) -> Iterator[Stop]:
        self.settle_and_close()
        yield self.at(self.host, "between")
        self.host.submit("?sheet=count", "counted", chips_1="3", chips_2="40")
        yield from self.at_all("count menu")
        yield self.at(self.stranger, "between-watching")

    def settle_and_close(self) -> None:
        """Waive what is still asked, and close the round."""
        self.host.board()
        for n in range(1, len(self.names) + 1):
            self.host.submit("?sheet=penalty", "penalty", seat=str(n), on="0")
        assert self.host.submit("?sheet=close", "closed") == 200

    def ending(self) -> Iterator[Stop]:
        for _ in range(2):
            self.host.board()
            self.host.deal()
            assert self.host.submit("?sheet=printed", "printed") == 200
            self.host.board()
            casinos = [casino.name for casino in self.host.casinos()]
            self.host.submit("?set=1&tile=4", "placed", casino=casinos[0], confirmed="out-of-turn")
            self.host.submit("?sheet=end", "ended", confirmed="tiles-left")
            for casino in casinos:
                if not self.reveal(casino):
                    break
            assert self.host.submit("?sheet=close", "closed") == 200
        yield self.at(self.host, "over")
        yield self.at(self.host, "result", "/result")
        for line in self.host.page.locator(".deal summary").all():
            line.tap()
        yield "result-deals", self.host
        yield self.at(self.stranger, "over-watching")
