"""QR codes, dark on white with a margin of four modules in every theme (E-60, E-61)."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup
from qrcode import QRCode
from qrcode.constants import ERROR_CORRECT_L, ERROR_CORRECT_M

MARGIN = 4
#: dark on white by number: a terminal's own black and white may be anything
_COLOURS, _PLAIN = "\x1b[38;5;16;48;5;231m", "\x1b[0m"


def _modules(text: str, correction: int) -> list[list[bool]]:
    code = QRCode(error_correction=correction, border=MARGIN)
    code.add_data(text)
    return [[bool(module) for module in row] for row in code.get_matrix()]


def svg(text: str, label: str) -> Markup:
    """Draw a QR code as SVG markup for a page, one unit a module; colours are attributes, for no style is inline."""
    size, dark = _drawn(text)
    drawing = Markup(
        '<svg viewBox="0 0 {size} {size}" role="img" aria-label="{label}" shape-rendering="crispEdges">'
        '<rect width="{size}" height="{size}" fill="#fff"/><path d="{dark}" fill="#000"/></svg>'
    )
    return drawing.format(size=size, label=label, dark=dark)


@lru_cache(maxsize=64)
def _drawn(text: str) -> tuple[int, str]:
    """Give the side of a QR code and the path of its dark modules; every phone of a table asks for the same."""
    rows = _modules(text, ERROR_CORRECT_M)
    return len(rows), "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, module in enumerate(row) if module
    )


def for_terminal(text: str) -> str:
    """Draw a QR code with half blocks, two modules a line, in explicit colours; 37 by 19 for an address in a LAN."""
    rows = _modules(text, ERROR_CORRECT_L)
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    halves = {(False, False): " ", (True, False): "\u2580", (False, True): "\u2584", (True, True): "\u2588"}
    lines = ("".join(halves[pair] for pair in zip(*rows[y : y + 2], strict=True)) for y in range(0, len(rows), 2))
    return "\n".join(f"{_COLOURS}{line}{_PLAIN}" for line in lines)
