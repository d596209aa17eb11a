"""Vegas Companion: sits beside the boxed games Vegas Strip and Vegas Slot Machine 1973 and plays along on phones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

__version__ = "0.1.0"


def create_app(
    instance: Path | str | None = None, url: str | None = None, testing: bool = False, partials: bool = False
) -> Flask:
    """Build the web application on an instance folder; `url` is the address that phones are sent to.

    `partials` adds the page that shows every part of the pages in every state.
    """
    # The judge needs no web: importing it there would only cost time.
    from companion.web import build

    return build(instance, url, testing, partials)
