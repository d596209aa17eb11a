"""What people do with a phone at a table of Vegas Slot Machine 1973, and what stands on its page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from playwright.sync_api import Locator, expect

from tests.browser.room import Room
from tests.browser.table import Phone, no_overlap

#: points of the symbols that the rulebook does not value: made up, as an owner would copy them from the card in the box
ENTERED = {"bell": 20, "seven": 40, "plum": 14}


class Player:
    """Somebody who plays with a phone; `cards` are the places of the symbols in the palettes, ANY last."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.page = phone.page

    # The score card and the score sheet

    def enters(self, points: Mapping[str, int]) -> None:
        """Enter symbols of the own score card by the picker, unless an earlier table has (SM-A1)."""
        for name, n in points.items():
            self.phone.sheet("symbol")
            if not self.page.locator(f"#pick-{name}").count():
                continue
            self.phone.tap(f"#pick-{name}")
            self.page.locator("#f-points").fill(str(n))
            self.phone.tap("#save-symbol")
            self.phone.told(f"{name.capitalize()} counts {n} a set.")
        self.phone.board()

    def begins(self) -> None:
        """Start the next round."""
        self.phone.tap("#begin")
        self.phone.told("began")

    def scores(self, seat: int, letter: str, *, sets: int) -> None:
        """Tap a prize button once; the seat then has so many sets of the symbol."""
        self.phone.tap(f"#p{seat}{letter}")
        expect(self.page.locator(f"#p{seat}{letter} .count")).to_have_text(str(sets))

    def corrects(self, seat: int, name: str, *, sets: int) -> None:
        """Type how many sets of a symbol a seat has."""
        self.phone.tap(f"#less-{seat}")
        picker = self.page.locator(f"#sets-of-{seat}")
        picker.select_option(label=picker.locator("option", has_text=name).inner_text())
        self.page.locator(f"#sets-n-{seat}").fill(str(sets))
        self.page.locator(".typed-sets").get_by_role("button", name="Save").tap()
        self.phone.told(f"{name}, {sets} in all")
        self.phone.tap(f"#done-{seat}")
        expect(self.page.locator(f"#done-{seat}")).to_have_count(0)

    def enters_value(self, name: str, points: int) -> None:
        """Enter the points of a symbol where the sheet asks for them."""
        self.page.locator(".ask-value", has_text=name).first.tap()
        self.page.locator("#f-points").fill(str(points))
        self.phone.tap("#save-symbol")
        expect(self.page.locator("#sheet, .ask-value")).to_have_count(0)

    def ends(self) -> None:
        """End the round by the key of the dock, or of the turn, and the second one that asks (E-51)."""
        first = self.page.locator("#to-end")
        if not first.count():
            self.turn()
            first = self.page.locator("#turn-to-end")
        spot = first.bounding_box()
        first.tap()
        expect(self.page.locator("#end")).to_be_visible()
        assert no_overlap(spot, self.page.locator("#end").bounding_box())
        self.phone.tap("#end")
        self.phone.told("is over")

    def turn(self) -> Locator:
        """Open the turn helper."""
        self.phone.tap("#to-turn")
        expect(self.page.locator("#sheet .turn-steps")).to_be_visible()
        return self.page.locator("#sheet")

    def ladder(self) -> list[str]:
        """Read the ranks of the ladder from the top, with one's own mark among them."""
        lines = self.page.locator(".ladder > :is(.rung, .you)")
        found = lines.evaluate_all("lines => lines.map(line => line.children[1].firstChild.textContent.trim())")
        return [str(name) for name in found]

    def points(self, seat: int = 1) -> Locator:
        """Find the points that a seat has in the shown round."""
        return self.page.locator(f"#player-{seat} .tally .points")

    # The grid check

    def sees_grid(self) -> None:
        """Go to the grid by the key of the dock."""
        self.phone.tap("#to-grid")
        expect(self.page.locator(".machine")).to_be_visible()

    def card(self, name: str) -> Locator:
        """Find a card of the palette, in whatever way it is offered."""
        return self.page.locator("#dock .palette .pick").filter(has_text=name)

    def paints(self, rows: str) -> None:
        """Fill in the grid by paint mode: names of cards row by row, rows apart by '/'."""
        cells = [name for row in rows.split("/") for name in row.split()]
        self.phone.tap("#brush")
        expect(self.page.locator("#painting")).to_be_attached()
        for name in dict.fromkeys(cells):
            self.card(name).tap()
            expect(self.page.locator(f"#painting[data-draft$='-{self.letter(name)}']")).to_be_attached()
            expect(self.page.locator("#painting:not(.htmx-request)")).to_be_attached()
            for index, other in enumerate(cells):
                if other == name:
                    self.cell(index).tap()
        self.phone.tap("#laid")
        expect(self.page.locator("#change-grid")).to_be_visible()

    def letter(self, name: str) -> str:
        """Read the letter of a card off the palette of the brushes."""
        return self.card(name).get_attribute("value") or ""

    def cell(self, index: int) -> Locator:
        """Find a cell, row by row from 0."""
        return self.page.locator(f"#cell-{index}")

    def holds(self, name: str) -> None:
        """Say which card is in hand."""
        self.card(name).tap()
        expect(self.page.locator("#dock .ask b")).to_have_text(name)

    def asks(self, index: int) -> Locator:
        """Tap a cell for its reason, and find the verdict."""
        self.cell(index).tap()
        expect(self.page.locator(".cell.chosen").locator(f"#cell-{index}")).to_be_visible()
        return self.page.locator("#verdict")

    def marks(self) -> list[str]:
        """Read what every cell says of the card in hand."""
        return self.page.locator(".cell .mark").all_inner_texts()

    def outlined(self) -> list[int]:
        """List the cells that are outlined as being in the way."""
        found = self.page.locator(".cell.why .slot").evaluate_all("slots => slots.map(slot => slot.id)")
        return [int(str(name).removeprefix("cell-")) for name in found]

    def shows(self, place: str, name: str) -> None:
        """Say which card came to light or was drawn, once this very cell is asked for."""
        expect(self.page.locator("#dock .ask p")).to_contain_text(f"{place}?")
        self.card(name).tap()
        self.phone.told(place)


def solo(room: Room, name: str = "Ann") -> Player:
    """Make a table for one, with a score card that is filled in, and begin."""
    (player,) = company(room, name)
    return player


def company(
    room: Room, *names: str, settled: Sequence[str] = (), varied: str = "", pause: bool = False
) -> list[Player]:
    """Make a table for several, each with a phone, and begin; `settled` are keys of the set-up, `varied` letters."""
    players = [Player(room.phone(name)) for name in names]
    host = players[0]
    code = host.phone.make_table(len(names), "slots")
    for seat, player in enumerate(players, 1):
        player.phone.claim_seat(code, seat, player.phone.owner)
    host.enters(ENTERED)
    for key in settled:
        # A page opened anew takes the next tap for one of its own, however soon and near it comes.
        host.phone.board()
        host.phone.tap(f"#settled-{key}")
        expect(host.page.locator(f"#settled-{key}")).to_have_attribute("aria-pressed", "true")
    for letter in varied:
        host.phone.sheet("variations")
        host.phone.tap(f"#vary-{letter}")
        host.phone.told(f"Variation {letter} is on.")
    if pause:
        host.phone.sheet("settings")
        host.page.get_by_label("may pause").tap()
        host.page.locator("#sheet").get_by_role("button", name="Save").tap()
        host.phone.told("settings")
    host.phone.board()
    host.begins()
    for player in players:
        player.phone.board()
    return players
