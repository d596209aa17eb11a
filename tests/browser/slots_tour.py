"""A walk past every page and state of a Vegas Slot Machine 1973 table, for whoever wants to look at all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from playwright.sync_api import expect

from tests.browser.room import Room
from tests.browser.slots import Player
from tests.browser.tour import Stop, past_cards

#: shields, a pair, an ANY, and one card that fits nowhere
GRID = "cherry lemon plum/lemon seven bell/bell plum cherry"
POINTS = {"bell": 20, "seven": 40, "plum": 14}


class SlotsTour:
    """A table whose seats are all on its host's phone, beside a stranger's that looks on."""

    def __init__(self, room: Room, names: Sequence[str], **wishes: Any) -> None:
        self.names = names
        self.host = room.phone("host", **wishes)
        self.stranger = room.phone("stranger", **wishes)
        self.player = Player(self.host)
        for phone in (self.host, self.stranger):
            phone.expects("status of 4", "Response Status Error Code 4")

    def stops(self) -> Iterator[Stop]:
        """Walk from the set-up to the end of a game of two rounds, and then past a game alone."""
        for part in (self.setting_up, self.playing, self.checking, self.ending, self.alone):
            yield from part()

    def at(self, name: str, rest: str = "") -> Stop:
        """Open a page of the host's table and stop there."""
        self.host.open(f"/t/{self.host.code}{rest}")
        return f"slots-{name}", self.host

    def sheets(self, phase: str, names: str) -> Iterator[Stop]:
        """Stop at several sheets of the host's board."""
        for name in names.split():
            yield self.at(f"{phase}-{name}", f"?sheet={name}")

    def setting_up(self) -> Iterator[Stop]:
        self.stranger.offer("slots").locator("form[action='/tryouts'] button").tap()
        expect(self.stranger.page.locator(".tryout")).to_be_visible()
        yield "slots-tryout", self.stranger
        for name, address in (
            ("help", "/help/slots"),
            ("help-part", "/help/slots?part=variations"),
            ("paper-blank", "/help/slots/score"),
            ("paper", "/help/slots/summary"),
        ):
            self.stranger.open(address)
            yield f"slots-{name}", self.stranger
        self.host.make_table(len(self.names), "slots")
        self.stranger.code = self.host.code
        for n, name in enumerate(self.names, 1):
            self.host.take_seat(self.host.code, n, name)
        yield self.at("setup")
        yield from self.sheets("setup", "people variations settings card symbol menu")
        self.player.enters(POINTS)
        yield from past_cards(self.stranger, "slots", "symbols", "rank_names", "month")
        self.stranger.open("/cards/slots/card/symbols")
        self.stranger.tap("#pictures-C > summary")
        yield "cards-slots-pictures", self.stranger
        assert self.host.submit("?sheet=settings", "settled", rounds="2", timer="1") == 200
        yield self.at("setup-entered")

    def playing(self) -> Iterator[Stop]:
        self.host.board()
        self.player.begins()
        yield self.at("score")
        self.stranger.board()
        yield "slots-score-watching", self.stranger
        yield from self.sheets("play", "turn clock end card settings menu")
        yield self.at("hand", "?sheet=hand&seat=1")
        self.host.board()
        self.player.scores(1, "C", sets=1)
        # The lines of a large company lie folded, but for whoever is on turn and the one that was tapped.
        self.host.board("?seat=2")
        self.player.scores(2, "B", sets=1)
        self.host.board()
        self.host.tap("#less-1")
        expect(self.host.page.locator("#done-1")).to_be_visible()
        yield "slots-score-edited", self.host

    def checking(self) -> Iterator[Stop]:
        self.host.board()
        self.player.sees_grid()
        yield "slots-grid-empty", self.host
        self.player.paints(GRID)
        yield "slots-grid-painted", self.host
        self.player.holds("cherry")
        yield "slots-grid-marks", self.host
        self.player.asks(8)
        yield "slots-grid-refused", self.host
        self.player.asks(4)
        yield "slots-grid-prize", self.host
        self.host.tap("#record-grid")
        self.host.told("recorded as it lies")
        self.host.tap("#play")
        self.host.tap("#claim-1")
        self.host.told("claims a prize: cherry.")
        yield "slots-grid-uncovered", self.host
        self.stranger.board("?sheet=grid")
        yield "slots-grid-watching", self.stranger

    def ending(self) -> Iterator[Stop]:
        assert self.host.submit("?sheet=end", "ended", confirmed="told-first") == 200
        self.host.board()
        yield "slots-between", self.host
        yield self.at("between-past", "?round=1")
        self.host.board()
        self.player.begins()
        self.host.board("?seat=2")
        self.player.scores(2, "C", sets=1)
        self.host.board()
        self.player.ends()
        yield "slots-over", self.host
        yield self.at("result", "/result")
        yield self.at("log", "/log")
        self.stranger.board()
        yield "slots-over-watching", self.stranger

    def alone(self) -> Iterator[Stop]:
        self.host.make_table(1, "slots")
        self.host.take_seat(self.host.code, 1, self.names[0])
        self.host.board()
        self.player.begins()
        self.player.scores(1, "C", sets=1)
        self.player.ends()
        yield "slots-alone-rank", self.host
