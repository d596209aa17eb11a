"""Characters on phones: shuffled, labelled, their limits on the board, and what they do to a jackpot with one tap."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.room import Room, serving
from tests.browser.table import Phone
from tests.browser.test_looks import NARROW, misplaced, shut_out, too_faint

#: one side for each kind of building block, by the casino below which it will lie
SIDES: dict[str, tuple[str, dict[str, Any]]] = {
    "Santorini": ("side:6A", {"name": "Odd Fellow", "limits": {"parity": "odd", "from": 3, "to": 6}}),
    "Sunset Gondola": ("side:7A", {"name": "Bouncer", "limits": {"most": 2}, "reminder": "A third one gets a chip"}),
    "The Peacock": ("side:8A", {"name": "Even Odds", "limits": {"level": "leader"}}),
    "Sunken Treasure": ("side:9A", {"name": "Collector", "limits": {"once": True, "most_a_player": 1}}),
    "Gold Rush": ("side:2A", {"name": "High Roller", "effect": 3, "limits": {"level": "never"}}),
}

NAMES = {"1": "Spades", "2": "Diamonds", "3": "Hearts", "4": "Clubs"}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Room]:
    """Let people come to the owner of a box whose characters have been entered."""
    folder = tmp_path_factory.mktemp("characters")
    with serving(folder) as url, Room(url, browser) as room:
        owner = room.phone("owner")
        for name, side in SIDES.values():
            enters(owner, name.removeprefix("side:").removesuffix("A"), side)
        yield room


def enters(owner: Phone, number: str, side: dict[str, Any]) -> None:
    """Enter side A of a character on the page of its card, the way an owner copies it from the box (VS-A33)."""
    owner.open(f"/cards/strip/card/character:{number}")
    page, limits = owner.page, side.get("limits", {})
    page.get_by_label("Name of the character").fill(side["name"])
    page.locator("#reminder-A").fill(side.get("reminder", ""))
    if not page.locator("#limits-A[open]").count():
        owner.tap("#limits-A > summary")
    for key in ("most", "most_a_player", "from", "to"):
        page.locator(f"#{key}-A").fill(str(limits.get(key, "")))
    page.locator(f"label:has([name=parity_A][value='{limits.get('parity', '')}'])").tap()
    page.locator(f"label:has([name=level_A][value='{limits.get('level', '')}'])").tap()
    page.locator("[name=once_A]").set_checked(limits.get("once", False))
    page.locator("#f-effect_A").fill(str(side.get("effect", "")))
    owner.tap("#save")
    expect(page.locator(f"[id='card-character:{number}']")).to_contain_text("Entered by the owner")


def labels(phone: Phone) -> list[str]:
    """Read what lies below each casino, as the set-up shows it."""
    return phone.page.locator(".strip.setup .sign small").all_inner_texts()


def label(phone: Phone, casino: str, character: str) -> None:
    """Put a character below a casino on the sheet of all casinos, side A up."""
    row = phone.page.locator("#sheet .person-row", has_text=casino)
    row.locator("summary").first.tap()
    row.locator("[name=character]").select_option(character)
    row.locator(".segmented label", has_text="A").tap()
    row.locator("form:has([name=character]) .button").tap()
    expect(row.locator(".sign small")).to_have_text(f"{character} A")


def test_characters_are_shuffled_and_labelled_and_then_bind(home: Room) -> None:
    """VS-R05, R27, C05, E-94, E-107: from the set-up to tiles that a card forbids, each with its reason."""
    host = home.phone("host")
    host.make_table(4)
    shuffled(host)
    for casino, (_, side) in SIDES.items():
        label(host, casino, side["name"])
    host.board()
    assert labels(host) == [f"{side['name']} A" for _, side in SIDES.values()]
    host.deal()
    the_roller_acts(host)
    assert host.submit("?sheet=printed", "printed") == 200
    tiles_are_placed(host)


def shuffled(host: Phone) -> None:
    """Shuffle for a first game: another character below each casino, all with side A up."""
    host.tap("#way-characters")
    host.page.locator("[name=first_game]").check()
    host.tap("#shuffle")
    expect(host.page.locator("#sheet .sign small")).to_have_count(5)
    drawn = host.page.locator("#sheet .sign small").all_inner_texts()
    assert len(set(drawn)) == 5 and all(name.endswith(" A") for name in drawn)


def the_roller_acts(host: Phone) -> None:
    """Take the proposal with one tap, take that back, and say that nothing happens this time."""
    expect(host.page.locator(".effect")).to_contain_text("High Roller: Gold Rush +3")
    host.tap("#effect-acts")
    host.told("High Roller puts 3 on Gold Rush: its jackpot is 18.")
    expect(host.page.locator(".effect")).to_have_count(0)
    host.page.get_by_role("button", name="Undo").tap()
    host.tap("#effect-not")
    host.told("High Roller does nothing to the jackpot of Gold Rush this time.")
    expect(host.page.locator(".signs")).not_to_contain_text("18")


def tiles_are_placed(host: Phone) -> None:
    """Go through the kinds of limits: what the board forbids with its sentence, and what it takes."""
    assert why(host, "1", 4) == {
        "Santorini": "By the character only odd numbers lie here, and Spades places a 4: 3 would fit."
    }
    place(host, "1", 4, "The Peacock")
    assert why(host, "2", 4) == {
        "Santorini": "By the character only odd numbers lie here, and Diamonds places a 4: 3 would fit."
    }
    place(host, "2", 4, "The Peacock")
    (peacock,) = (casino for casino in host.casinos() if casino.name == "The Peacock")
    assert [(stand.who, stand.total) for stand in peacock.stands] == [("Spades", 4), ("Diamonds", 4)]
    place(host, "3", 7, "Sunken Treasure")
    assert set(why(host, "4", 7)) == {"Santorini", "Sunken Treasure"}
    place(host, "4", 6, "Sunken Treasure")
    place(host, "1", 6, "Gold Rush")
    place(host, "2", 2, "Gold Rush")
    found = why(host, "3", 2)
    assert found["Gold Rush"].startswith("By the character no two totals here are equal, and with the 2 Hearts would")
    assert found["Sunken Treasure"].startswith("By the character each set has at most one tile here")
    place(host, "3", 1, "Sunset Gondola")
    place(host, "4", 2, "Sunset Gondola")
    assert why(host, "1", 3)["Sunset Gondola"].startswith("By the character the most here is 2 in all, and 2 tiles lie")


def why(host: Phone, seat: str, tile: int) -> dict[str, str]:
    """Pick a tile, and read what stands against it where."""
    host.board(f"?set={seat}&tile={tile}")
    return {casino.name: casino.why for casino in host.casinos() if not casino.legal}


def place(host: Phone, set_id: str, tile: int, casino: str) -> None:
    """Place a tile at a casino that takes it."""
    host.board(f"?set={set_id}&tile={tile}")
    host.place(casino)
    host.told(f"{NAMES[set_id]}: {tile} at {casino}.")


def test_pages_with_characters_fit_every_phone(home: Room) -> None:
    """E-128, E-73, E-118, E-119: all casinos, a proposal, a casino with limits, a tile forbidden."""
    host = home.phone("narrow", viewport=NARROW, reduced_motion="reduce")
    host.make_table(4)
    for casino, (_, side) in SIDES.items():
        assert host.submit("?sheet=casinos", "labelled", casino=casino, character=side["name"], side="A") == 200
    host.sheet("casinos")
    host.page.locator("#sheet summary", has_text="Sunset Gondola").tap()
    host.page.locator("#sheet .person-row[class*=sign-1] .typed-name summary").tap()
    assert wrong(host.page) == []
    host.board()
    host.deal()
    expect(host.page.locator(".effect")).to_be_visible()
    assert wrong(host.page) == []
    host.sheet("casino", casino="Sunset+Gondola")
    expect(host.page.locator("#sheet .limits")).to_contain_text("At most 2 tiles")
    assert wrong(host.page) == []
    assert host.submit("?sheet=printed", "printed") == 200
    host.board("?set=1&tile=4")
    expect(host.page.locator(".casino.off .why")).to_be_visible()
    assert wrong(host.page) == []


def wrong(page: Page) -> list[str]:
    return [*misplaced(page), *too_faint(page), *shut_out(page)]
