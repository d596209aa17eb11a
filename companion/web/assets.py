"""Styles, scripts and pictures: an address changes with the content, and is then kept for good (E-74)."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import time
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Response, abort, request
from werkzeug.security import safe_join

from companion.web.instance import PACKAGE

blueprint = Blueprint("assets", __name__)

LASTING = "public, max-age=31536000, immutable"


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


def static_url(name: str) -> str:
    """Give the address of a static file with a mark of its content."""
    return _url(name, int(time.monotonic()))


@lru_cache(maxsize=256)
def _url(name: str, second: int) -> str:
    """Make an address; a page asks for some twenty, and nobody changes a file more than once a second."""
    asset = _asset(name)
    return f"/static/{name}?v={asset.mark}" if asset else f"/static/{name}"


def static_exists(name: str) -> bool:
    """Tell whether there is such a static file."""
    return _asset(name) is not None


@blueprint.get("/static/<path:name>")
def static(name: str) -> Response:
    """Send a static file, packed where the browser takes that."""
    asset = _asset(name)
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


def _asset(name: str) -> Asset | None:
    joined = safe_join(str(found("static")), name)
    if joined is None or any(part.startswith(".") for part in Path(name).parts):
        return None
    path = Path(joined)
    if not path.is_file():
        return None
    stat = path.stat()
    return _read(path, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=64)
def _read(path: Path, changed: int, size: int) -> Asset:
    """Read a file; the time of its change and its size are part of what it is remembered by."""
    body = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    return Asset(body, gzip.compress(body, mtime=0), hashlib.sha256(body).hexdigest()[:12], kind)
