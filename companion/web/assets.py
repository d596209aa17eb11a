"""Styles, scripts and pictures: an address changes with the content, and is then kept for good (E-74).

Several files of one kind may be asked for as one, `/static/app.css+strip.css`: they pack smaller together, and a phone
asks once. What only a reader of the source needs is left out of what is sent.
"""

from __future__ import annotations

import hashlib
import mimetypes
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlencode

import rcssmin
import rjsmin
from flask import Blueprint, Response, abort, request
from werkzeug.security import safe_join

from companion.web.instance import PACKAGE
from companion.web.packing import packed_once

blueprint = Blueprint("assets", __name__)

LASTING = "public, max-age=31536000, immutable"
#: no page of ours asks for more files as one
MOST_JOINED = 6
#: by the ending of a file, what takes the comments and the spaces of its source out of it
_LEAN: dict[str, Callable[[str], str]] = {
    ".css": rcssmin.cssmin,
    ".js": rjsmin.jsmin,
    ".svg": lambda text: re.sub(r"(?s)<!--.*?-->|(?<=>)\s+(?=<)", "", text),
}
#: the drawings of boards, and those that only sheets and other pages show: who comes to a board need not wait for them
SPRITES = ("sprite.svg", "sheets.svg")
_DRAWING = re.compile(rb'(?s)<symbol id="([^"]+)".*?</symbol>')


def found(name: str) -> Path:
    """Find a folder of the product: inside the package where it was installed, above it in a checkout (E-124)."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


@dataclass(frozen=True, slots=True)
class Asset:
    """One static file as it is sent."""

    body: bytes
    packed: bytes
    mark: str
    kind: str


def static_url(*names: str, only: Iterable[str] = ()) -> str:
    """Give the address of a static file with a mark of its content, or of several as one; '' names none.

    `only` names the drawings of a sprite that a page needs.
    """
    return _url("+".join(filter(None, names)), " ".join(sorted(set(only))), int(time.monotonic()))


def drawing_url(name: str) -> str:
    """Give the address of a drawing that all games share."""
    return _drawing(name, int(time.monotonic()))


@lru_cache(maxsize=256)
def _drawing(name: str, second: int) -> str:
    sprites = {sprite: _asset(sprite) for sprite in SPRITES}
    mark = f'<symbol id="{name}"'.encode()
    holds = [sprite for sprite, asset in sprites.items() if asset and mark in asset.body]
    return f"{_url((holds or SPRITES)[0], '', second)}#{name}"


@lru_cache(maxsize=256)
def _url(name: str, only: str, second: int) -> str:
    """Make an address; a page asks for some twenty, and nobody changes a file more than once a second."""
    asset = _asset(name, only)
    asked = {**({"only": only} if only else {}), **({"v": asset.mark} if asset else {})}
    return f"/static/{name}{'?' if asked else ''}{urlencode(asked)}"


def static_exists(name: str) -> bool:
    """Tell whether there is such a static file."""
    return _asset(name) is not None


@blueprint.get("/static/<path:name>")
def static(name: str) -> Response:
    """Send a static file, packed where the browser takes that."""
    asset = _asset(name, request.args.get("only", ""))
    if asset is None:
        abort(404)
    lasting = request.args.get("v") == asset.mark
    packs = request.accept_encodings["gzip"] > 0 and len(asset.packed) < len(asset.body)
    answer = Response(asset.packed if packs else asset.body, content_type=asset.kind)
    if packs:
        answer.content_encoding = "gzip"
    answer.vary.add("Accept-Encoding")
    answer.headers["Cache-Control"] = LASTING if lasting else "no-cache"
    answer.set_etag(asset.mark + ("-gzip" if packs else ""))
    answer.make_conditional(request)
    return answer


def _asset(name: str, only: str = "") -> Asset | None:
    names = name.split("+")
    paths = [path for path in map(_path, names) if path]
    alike = len({path.suffix for path in paths}) == 1
    if len(paths) < len(names) or not alike or len(set(names)) < len(names) or len(names) > MOST_JOINED:
        return None
    stats = [path.stat() for path in paths]
    files = tuple((path, stat.st_mtime_ns, stat.st_size) for path, stat in zip(paths, stats, strict=True))
    return _read(files, only)


def _path(name: str) -> Path | None:
    joined = safe_join(str(found("static")), name)
    if joined is None or any(part.startswith(".") for part in Path(name).parts) or not Path(joined).is_file():
        return None
    return Path(joined)


@lru_cache(maxsize=64)
def _read(files: tuple[tuple[Path, int, int], ...], only: str) -> Asset:
    """Read files as one; the time of a change and the size are part of what it is remembered by."""
    first = files[0][0]
    body = (b";\n" if first.suffix == ".js" else b"\n").join(lean(path) for path, _, _ in files)
    if only and first.suffix == ".svg":
        body = _DRAWING.sub(lambda found: found[0] if found[1].decode() in only.split() else b"", body)
    kind = mimetypes.guess_type(first.name)[0] or "application/octet-stream"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    return Asset(body, packed_once(body), hashlib.sha256(body).hexdigest()[:12], kind)


def lean(path: Path) -> bytes:
    """Read a file without what only a reader of its source needs; what others made is sent as it came."""
    body = path.read_bytes()
    if path.parent.name == "vendor" or path.suffix not in _LEAN:
        return body
    return _LEAN[path.suffix](body.decode()).encode()
