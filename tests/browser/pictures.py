"""Takes pictures of every page and state, dark and light, for whoever changes how they look.

    python -m tests.browser.pictures FOLDER

FOLDER/board.png is the one that the README shows.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from PIL import Image

from tests.browser.room import Room, browsing, serving
from tests.browser.table import Phone
from tests.browser.tour import Tour

NAMES = ("Anna", "Bruno", "Chlo\u00e9", "Dev")
#: twice as fine as the README shows it, and in as many colours as keep the neon and a small file
SHARP, COLOURS = 1.5, 256


def main(folder: Path) -> None:
    """Walk past every page twice and keep a picture of each."""
    for scheme in ("dark", "light"):
        (folder / scheme).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as url, browsing() as browser:
        for scheme in ("dark", "light"):
            with Room(url, browser) as room:
                for n, (name, phone) in enumerate(
                    Tour(room, NAMES, color_scheme=scheme, reduced_motion="reduce").stops()
                ):
                    phone.page.screenshot(path=folder / scheme / f"{n:02}-{name}.png")
        with Room(url, browser) as room:
            wishes = {"color_scheme": "dark", "reduced_motion": "reduce", "device_scale_factor": SHARP}
            _board(room.phone("Anna", **wishes), folder / "board.png")


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
    main(Path(sys.argv[1]))
