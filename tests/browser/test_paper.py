"""What comes out of the printer: the size of the sheets, how many, and dark on white whatever the theme."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.room import Room

#: width and height in points
SHEETS = {"a4": (595, 842), "letter": (612, 792)}
#: everything that a sheet shows, as the browser would print it
COLOURS = """() => {
  const all = [...document.querySelectorAll(".paper *, .fold-card *")];
  const seen = all.filter((one) => one.checkVisibility() && one.textContent.trim());
  const shade = (text) => text.match(/[\\d.]+/g).map(Number);
  return seen.filter((one) => {
    const { color, backgroundColor } = getComputedStyle(one);
    const [r, g, b] = shade(color), [, , , alpha = 1] = shade(backgroundColor);
    const light = shade(backgroundColor).slice(0, 3).every((part) => part > 240);
    return Math.max(r, g, b) > 110 || (alpha > 0 && !light);
  }).map((one) => one.outerHTML.slice(0, 80));
}"""


def printed(page: Page, path: Path) -> list[tuple[int, int]]:
    """Print a page as it says itself, and give the size of each sheet."""
    page.pdf(path=path, prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", path.read_bytes())
    return [(round(float(width)), round(float(height))) for width, height in boxes]


@pytest.mark.parametrize("size", SHEETS)
@pytest.mark.parametrize(
    ("path", "most"),
    [("/help/strip/summary", 1), ("/help/slots/summary", 2), ("/help/strip/score", 1), ("/help/slots/score", 1)],
)
def test_a_sheet_has_the_size_that_was_chosen(room: Room, tmp_path: Path, path: str, most: int, size: str) -> None:
    phone = room.phone("Anna")
    phone.open(path)
    phone.page.get_by_role("link", name={"a4": "A4", "letter": "Letter"}[size], exact=True).tap()
    expect(phone.page.get_by_role("link", name={"a4": "A4", "letter": "Letter"}[size])).to_have_attribute(
        "aria-current", "true"
    )
    sheets = printed(phone.page, tmp_path / "sheet.pdf")
    assert set(sheets) == {SHEETS[size]}
    assert len(sheets) <= most


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_sheets_are_dark_on_white_in_every_theme(room: Room, tmp_path: Path, scheme: Literal["dark", "light"]) -> None:
    host = room.phone("host", color_scheme=scheme)
    host.make_table(4)
    for path in ("/help/slots/summary", f"/t/{host.code}/score"):
        host.open(path)
        for media in ("screen", "print"):
            host.page.emulate_media(media=media)  # type: ignore[arg-type]
            assert host.page.evaluate(COLOURS) == []
        host.page.emulate_media(media="screen")
    host.open(f"/t/{host.code}/join")
    host.page.get_by_text("A seat for another phone").tap()
    host.page.get_by_role("button", name="Cards to print").tap()
    expect(host.page.locator(".fold-card")).to_have_count(4)
    first = host.page.locator(".fold-card svg path").last.get_attribute("d")
    host.page.get_by_role("button", name="Letter").tap()
    expect(host.page.locator(".sizes [aria-current]")).to_have_text("Letter")
    assert host.page.locator(".fold-card svg path").last.get_attribute("d") != first, "new codes, as the page says"
    host.page.emulate_media(media="print")
    assert host.page.evaluate(COLOURS) == []
    assert set(printed(host.page, tmp_path / "cards.pdf")) == {SHEETS["letter"]}


def test_the_menu_leads_to_the_sheets_of_the_table(room: Room) -> None:
    host = room.phone("Anna")
    host.make_table(3)
    host.tap("#way-menu")
    host.page.get_by_role("link", name="On paper").tap()
    expect(host.page.locator(".score-sheet").first).to_be_visible()
    host.page.get_by_role("link", name="The rules in short").tap()
    expect(host.page.locator(".paper h2")).to_have_text("Vegas Strip")
    host.page.get_by_role("link", name="To the table").last.tap()
    expect(host.page.locator("#table")).to_be_visible()
