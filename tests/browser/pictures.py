"""Takes pictures of every page and state of both games, and of every part of them, for whoever changes how they look.

    python -m tests.browser.pictures FOLDER [WIDTH ...]

They go into FOLDER/dark-390, FOLDER/light-390 and so on, and those of the parts into FOLDER/dark-390/parts.
FOLDER/board.png is the one that the README shows.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser

from tests.browser.room import Room, browsing, serving
from tests.browser.slots_tour import SlotsTour
from tests.browser.table import Phone
from tests.browser.tour import Tour

NAMES = ("Anna", "Bruno", "Chlo\u00e9", "Dev")
#: a small phone, a usual one with the bars of its browser, a tablet, and a television
SIZES = {320: 640, 390: 664, 768: 1024, 1920: 1080}
#: twice as fine as the README shows it, and in as many colours as keep the neon and a small file
SHARP, COLOURS = 1.5, 256


def main(folder: Path, widths: Sequence[int]) -> None:
    """Walk past every page, once for each width and colour, and keep a picture of each."""
    with tempfile.TemporaryDirectory() as data, serving(Path(data), "--partials") as url, browsing() as browser:
        for width, scheme in itertools.product(widths, ("dark", "light")):
            kept = folder / f"{scheme}-{width}"
            kept.mkdir(parents=True, exist_ok=True)
            print(kept)
            wishes: dict[str, Any] = {"color_scheme": scheme, "viewport": {"width": width, "height": SIZES[width]}}
            _walk(url, browser, kept, **wishes)
            _parts(url, browser, kept / "parts", **wishes)
        with Room(url, browser) as room:
            wishes = {"color_scheme": "dark", "reduced_motion": "reduce", "device_scale_factor": SHARP}
            _board(room.phone("Anna", **wishes), folder / "board.png")


def _walk(url: str, browser: Browser, folder: Path, **wishes: Any) -> None:
    """Take a picture at every stop of both games."""
    for tour in (Tour, SlotsTour):
        with Room(url, browser) as room:
            for n, (name, phone) in enumerate(tour(room, NAMES, reduced_motion="reduce", **wishes).stops()):
                phone.page.screenshot(path=folder / f"{tour.__name__.lower()}-{n:02}-{name}.png")


def _parts(url: str, browser: Browser, folder: Path, **wishes: Any) -> None:
    """Take a picture of every part of the pages in all its states."""
    with Room(url, browser) as room:
        phone = room.phone("designer", reduced_motion="reduce", **wishes)
        for game in ("strip", "slots"):
            phone.open(f"/partials/{game}")
            for part in phone.page.locator("[data-partial]").all():
                name = str(part.get_attribute("data-partial")).replace("/", "-").removesuffix(".html")
                part.screenshot(path=folder / f"{game}-{name}.png")


#: who, which tile, at which casino: every turn is one that a table might play
TURNS = (
    ("1", 5, 2),
    ("2", 6, 0),
    ("3", 4, 2),
    ("4", 7, 4),
    ("1", 4, 0),
    ("2", 5, 3),
    ("3", 6, 1),
    ("4", 3, 0),
    ("1", 7, 1),
    ("2", 4, 4),
    ("3", 5, 4),
    ("4", 6, 2),
    ("1", 6, 3),
    ("2", 3, 2),
)


def _board(phone: Phone, path: Path) -> None:
    """Take the README's picture: four people in mid-round, a tile picked that does not go everywhere."""
    code = phone.make_table(len(NAMES))
    for seat, name in enumerate(NAMES, 1):
        phone.take_seat(code, seat, name)
    phone.deal()
    for seat in (1, 2, 3, 4):
        phone.card(seat)
        if phone.page.locator("form.rig").count():
            phone.rig("lower")
    for seat in (3, 4):
        phone.card(seat)
        phone.look()
    phone.board()
    casinos = [casino.name for casino in phone.casinos()]
    for who, tile, casino in TURNS:
        assert phone.submit(f"?set={who}&tile={tile}", "placed", casino=casinos[casino]) == 200
    phone.board()
    phone.pick("3", 2)
    phone.page.screenshot(path=path)
    with Image.open(path) as taken:
        small = taken.convert("RGB").quantize(COLOURS, Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE)
    small.save(path, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), [int(width) for width in sys.argv[2:]] or list(SIZES))
