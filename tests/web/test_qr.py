"""QR codes are read back as a phone would."""

from __future__ import annotations

import re

import pytest
import zxingcpp
from PIL import Image

from companion.web.qr import MARGIN, for_terminal, svg

ADDRESS = "http://192.168.178.123:8000/t/CCFGH/join"


def drawn(markup: str) -> Image.Image:
    """Paint the SVG, a pixel a module: white, then each dark one."""
    found = re.search(r'viewBox="0 0 (\d+) \1"', markup)
    assert found
    image = Image.new("L", (int(found[1]), int(found[1])), 255)
    for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", markup):
        image.putpixel((int(x), int(y)), 0)
    return image


def read(image: Image.Image) -> list[str]:
    """Read a picture as a phone does, six pixels a module."""
    large = image.resize((image.width * 6, image.height * 6), Image.Resampling.NEAREST)
    return [code.text for code in zxingcpp.read_barcodes(large)]


def test_e57_the_picture_says_exactly_the_address() -> None:
    assert read(drawn(svg(ADDRESS, "QR code"))) == [ADDRESS]


def test_e60_it_is_dark_on_white_with_a_margin_of_four_modules() -> None:
    markup = svg(ADDRESS, "QR code")
    assert 'fill="#fff"' in markup
    assert 'fill="#000"' in markup
    image = drawn(markup)
    dark = image.point(lambda shade: 255 - shade).getbbox()
    assert dark == (MARGIN, MARGIN, image.width - MARGIN, image.height - MARGIN)
    assert MARGIN == 4
    assert "style" not in markup


def test_a_label_is_no_place_for_markup() -> None:
    assert '"><script>' not in svg(ADDRESS, '"><script>')


@pytest.mark.parametrize("address", ["http://192.168.178.123:8000/", "http://10.0.0.5:80/"])
def test_e61_the_terminal_shows_it_whole_in_colours_of_its_own(address: str) -> None:
    """E-61: within 80 by 24, the address below it included, whatever colours the terminal has."""
    lines = for_terminal(address).splitlines()
    bare = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in lines]
    assert len(lines) <= 21
    assert {len(line) for line in bare} == {len(bare[0])}
    assert len(bare[0]) <= 80
    assert all(line.startswith("\x1b[38;5;16;48;5;231m") and line.endswith("\x1b[0m") for line in lines)
    halves = {" ": (255, 255), "\u2580": (0, 255), "\u2584": (255, 0), "\u2588": (0, 0)}
    image = Image.new("L", (len(bare[0]), 2 * len(bare)))
    image.putdata([halves[char][half] for line in bare for half in (0, 1) for char in line])
    assert read(image) == [address]
