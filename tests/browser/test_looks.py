"""How the pages look and are reached: on narrow phones, with large letters, without scripts, by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.languages import Reader, unsaid
from tests.browser.room import Room, serving
from tests.browser.slots_tour import SlotsTour
from tests.browser.tour import Tour
from tests.pseudo import TAG

#: forty characters each, and of every kind: words, one word, wide ones, right to left, faces
LONG = (
    "Maximiliane-Charlotte von und zu Hohenst",
    "Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww",
    "Bartholomew Featherstonehaugh-Cholmondel",
    "\u05d0\u05d1\u05d2\u05d3 \u05d4\u05d5\u05d6\u05d7 " * 4,
    "\U0001f3b0" * 40,
    "A b c d e f g h i j k l m n o p q r s tu",
)
NARROW: ViewportSize = {"width": 320, "height": 640}
LANDSCAPE: ViewportSize = {"width": 640, "height": 320}
USUAL: ViewportSize = {"width": 390, "height": 844}
TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
ORDINARY = ("Anna", "Bruno", "Chlo\u00e9", "Dev", "Johannes", "Marieke", "Fatima", "Sebastian")

#: issue 7: bytes as they are sent, for whoever has nothing yet and for whoever has the files
FIRST_LOAD, LATER_PAGE = 40_000, 6_000
#: where people arrive: the start page, a board, the own card
LANDED = re.compile(r"^/$|^/t/\w+$|/card/\d+$")

SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")

HERE = Path(__file__).parent
#: of Deque Systems, under the Mozilla Public License 2.0 that lies beside it
AXE = HERE / "vendor" / "axe-core-4.14.1.min.js"
#: the rules of axe-core for which it matters whether the page is dark or light
OF_COLOURS = ["color-contrast", "link-in-text-block"]


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the program with one language more, that of the longest words."""
    with serving(tmp_path_factory.mktemp("looks"), program="tests.pseudo") as url:
        yield url


@pytest.mark.parametrize("tour", [Tour, SlotsTour])
def test_every_page_fits_every_phone(room: Room, browser: Browser, tour: type[Tour | SlotsTour]) -> None:
    """E-128, E-73, E-118, E-119: six people with names of forty characters, past every page and sheet.

    Each is seen 320 pixels wide, in landscape, with letters of twice the size, in the dark and by day, as a screen
    reader takes it, without English in Dutch, and in a language a third longer in which nothing sticks out.
    """
    faults: list[str] = []
    seen: set[str] = set()
    reader = Reader(browser, TAG, NARROW)
    for name, phone in tour(room, LONG, viewport=NARROW, reduced_motion="reduce").stops():
        page = phone.page
        # A sheet that stood here in an earlier phase is only looked at for what does not fit a narrow phone.
        sheet = name.partition("-")[2] or name
        if sheet in seen:
            faults += [f"{name}, {fault}" for fault in narrow(page)]
        else:
            seen.add(sheet)
            looked = [*heavy(page), *misplaced(page), *too_faint(page), *shut_out(page)]
            other = reader.opened(phone)
            looked += [*unsaid(other, "nl", LONG), *unsaid(other, TAG, LONG), *narrow(other), *cut_short(other)]
            faults += [f"{name}, {fault}" for fault in looked]
        assert page.evaluate("getComputedStyle(document.documentElement).touchAction") == "manipulation"
        assert "scalable" not in page.content() and "maximum-scale" not in page.content(), "pinch zoom stays on"
    reader.close()
    assert not faults, "\n".join(faults)


def heavy(page: Page) -> Iterator[str]:
    """Look for more bytes than a page may have, packed as they are sent."""
    weight = page.evaluate((HERE / "weight.js").read_text())
    address = urlsplit(page.url)
    if weight["first"] > FIRST_LOAD and LANDED.search(address.path) and "sheet=" not in address.query:
        yield f"{weight['first']} bytes for whoever was never here"
    if weight["later"] > LATER_PAGE:
        yield f"{weight['later']} bytes for a page whose files are there already"


def narrow(page: Page) -> Iterator[str]:
    """Look for what does not fit or is hard to hit on a narrow phone."""
    looks = (HERE / "looks.js").read_text()
    yield from (f"narrow: {fault}" for fault in page.evaluate(looks, NARROW["width"]))


def cut_short(page: Page) -> Iterator[str]:
    """Look for texts that are cut short, other than by a name that is as long as names get."""
    cut = (HERE / "cut.js").read_text()
    yield from (f"cut short: {text}" for text in page.evaluate(cut, [name.strip() for name in LONG]))


def misplaced(page: Page) -> Iterator[str]:
    """Look for what does not fit or is hard to hit, on a narrow phone and on two others."""
    looks = (HERE / "looks.js").read_text()
    yield from narrow(page)
    page.set_viewport_size(LANDSCAPE)
    yield from (f"landscape: {fault}" for fault in page.evaluate(looks, LANDSCAPE["width"]))
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.set_viewport_size(USUAL)
    yield from (f"large letters: {fault}" for fault in page.evaluate(looks, USUAL["width"]))
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size(NARROW)


def too_faint(page: Page) -> Iterator[str]:
    """Look for text that cannot be told from its ground, dark and light."""
    contrast = (HERE / "contrast.js").read_text()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        yield from (f"{scheme}: {fault}" for fault in page.evaluate(contrast))


def shut_out(page: Page) -> Iterator[str]:
    """Look for what axe-core finds wrong for somebody who hears a page, or goes through it by keys; dark and light.

    What has nothing to do with colours is the same in both, and looked for once.
    """
    page.evaluate(AXE.read_text())
    for scheme, rules in zip(SCHEMES, ({}, {"runOnly": OF_COLOURS}), strict=True):
        page.emulate_media(color_scheme=scheme)
        found = page.evaluate("rules => axe.run(rules).then(({ violations }) => violations)", rules)
        yield from (
            f"{scheme}, {fault['id']}: {fault['help']} {node['html'][:120]} {node['failureSummary']}"
            for fault in found
            for node in fault["nodes"]
        )


def test_the_dock_makes_room_for_large_letters(room: Room) -> None:
    """Issue 7: letters of twice the size, as a browser is set to, and no dock over the grid that it asks about."""
    phone = room.phone("Anna")
    phone.make_table(2, "slots")
    phone.tap("#begin")
    letters = phone.context.new_cdp_session(phone.page)
    for size, sticks in ((16, "sticky"), (32, "static")):
        letters.send("Page.setFontSizes", {"fontSizes": {"standard": size}})
        phone.open(f"/t/{phone.code}?sheet=grid")
        expect(phone.page.locator("html")).to_have_css("font-size", f"{size}px")
        expect(phone.page.locator("#dock")).to_have_css("position", sticks)


def test_the_colours_can_be_switched_on_each_phone(room: Room) -> None:
    """E-118: dark or light as the phone says, or as somebody says in the menu; a reload keeps it."""
    phone = room.phone("Anna", color_scheme="dark")
    phone.make_table(4)
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    dark = phone.page.evaluate(ground)
    phone.tap("#way-menu")
    phone.page.get_by_role("button", name="Light").tap()
    assert phone.page.evaluate(ground) != dark
    phone.page.reload()
    assert phone.page.evaluate(ground) != dark
    phone.page.get_by_role("button", name="Auto").tap()
    assert phone.page.evaluate(ground) == dark


# On a television


def out_of_sight(page: Page, query: str) -> list[str]:
    """List what is found there and lies off the screen or under the dock, with its edges; finding nothing is wrong."""
    found: list[str] = page.evaluate(
        """query => {
          const bottom = document.querySelector('.dock').getBoundingClientRect().top;
          const all = [...document.querySelectorAll(query)].filter(one => one.checkVisibility());
          return all.length ? all.map(one => [one, one.getBoundingClientRect()])
            .filter(([one, at]) => at.left < 0 || at.top < 0 || at.right > innerWidth || at.bottom > bottom)
            .map(([one, at]) => `${one.textContent.trim()} ${JSON.stringify(at)}, dock at ${bottom}`) : ['nothing'];
        }""",
        query,
    )
    return found


def test_a_television_shows_the_whole_company_without_scrolling(room: Room) -> None:
    """Nobody scrolls a television: six people's seats, then their standing and the next round, lie above the dock."""
    names = ORDINARY[:6]
    host = room.phone("host", viewport=TELEVISION, is_mobile=False)
    screen = room.phone("a television", viewport=TELEVISION, is_mobile=False)
    screen.code = host.make_table(len(names))
    for shown, seats in ((host, "#seats > *, .qr, .table-code"), (screen, "#seats > *")):
        shown.board("/join")
        assert not out_of_sight(shown.page, seats)
    for seat, name in enumerate(names, 1):
        host.claim_seat(host.code, seat, name)
    host.board("/join")
    assert not out_of_sight(host.page, "#seats > *, .qr, .table-code")
    host.board()
    host.deal()
    assert host.submit("?sheet=printed", "printed") == 200
    assert host.submit("?sheet=end", "ended", confirmed="tiles-left") == 200
    host.board()
    for casino in host.casinos():
        if not host.page.locator("#reveal").count():
            break
        host.submit("?sheet=reveal", "turned_over", casino=casino.name)
        host.board()
    assert host.submit("?sheet=close", "closed") == 200
    for shown in (host, screen):
        shown.board()
        expect(shown.page.locator(".standing > .row")).to_have_count(len(names))
        expect(shown.page.locator(".round-now .teams > li")).to_have_count(3)
        assert not out_of_sight(shown.page, ".standing > .row, .round-now, .round-now *, .signs > *")


def test_a_television_shows_each_score_once(room: Room) -> None:
    """Who only looks on has no second list of the same points, and eight people's rows fill the screen."""
    host = room.phone("host")
    screen = room.phone("a television", viewport=TELEVISION, is_mobile=False)
    screen.code = host.make_table(len(ORDINARY), "slots")
    for seat, name in enumerate(ORDINARY, 1):
        host.claim_seat(host.code, seat, name)
    host.board()
    host.tap("#begin")
    host.told("began")
    screen.board()
    expect(screen.page.locator(".player")).to_have_count(len(ORDINARY))
    expect(screen.page.locator(".standing")).to_be_hidden()
    assert not out_of_sight(screen.page, ".player")
    rows, dock = screen.page.locator(".players").bounding_box(), screen.page.locator("#dock").bounding_box()
    assert rows and dock
    assert dock["y"] - rows["y"] - rows["height"] < 40


# Without scripts


def test_a_table_can_be_played_without_scripts(room: Room) -> None:
    """Without JavaScript a table is made, a seat taken, the card opened by a post, a tile placed, a casino revealed."""
    phone = room.phone("Anna", java_script_enabled=False)
    code = phone.make_table(3)
    for seat, name in ((1, "Anna"), (2, "Bea"), (3, "Cem")):
        phone.take_seat(code, seat, name)
    phone.deal()
    for seat in (1, 2, 3):
        phone.card(seat)
        phone.page.get_by_role("button", name="Open it without holding").tap()
        expect(phone.page.locator(".pair")).to_be_visible()
        assert phone.shown().upper != phone.shown().lower
        phone.page.get_by_role("link", name="Cover").tap()
        phone.rig("lower")
    phone.board()
    phone.pick("1", 4)
    phone.place("Gold Rush")
    phone.told("Anna: 4 at Gold Rush.")
    phone.tap("#undo")
    phone.told("Taken back: Anna: 4 at Gold Rush.")
    phone.pick("1", 4)
    phone.place("Gold Rush")
    phone.tap("#way-menu")
    phone.page.get_by_role("link", name="End the turns").tap()
    phone.tap("button#end")
    phone.tap("#reveal")
    phone.tap("#reveal-now")
    expect(phone.page.locator(".pay-line")).to_have_count(1)


# By keyboard


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something has the focus; a person gives up after a while."""
    target = page.locator(selector)
    for _ in range(60):
        if target.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {selector}")


def test_a_tile_can_be_placed_and_a_round_dealt_by_keyboard(room: Room) -> None:
    """E-119: Tab and Enter reach the deal, a tile, a casino and the undo; what happened is read out once."""
    host = room.phone("host")
    host.make_table(4)
    assert host.submit("?sheet=settings", "settled", fixer_cards="printed") == 200
    host.board()
    tab_to(host.page, "#deal")
    host.page.keyboard.press("Enter")
    tab_to(host.page, "#tile-1-4")
    host.page.keyboard.press("Enter")
    expect(host.page.locator("#tile-1-4.on")).to_be_visible()
    tab_to(host.page, "#casino-2")
    host.page.keyboard.press("Enter")
    host.told("Spades: 4 at The Peacock.")
    said = host.page.locator("#said")
    expect(said).to_contain_text("Diamonds\u2019 turn")
    assert said.inner_text().count("Spades: 4 at The Peacock.") == 1
    tab_to(host.page, "#undo")
    host.page.keyboard.press("Enter")
    expect(host.page.locator("#table h1")).to_have_text("Spades\u2019 turn")
