"""What is sent is packed so that every browser can read it, with libdeflate and without."""

from __future__ import annotations

import gzip

import pytest

from companion.web import packing
from companion.web.assets import found

PAGE = (found("static") / "app.css").read_bytes()


@pytest.mark.parametrize("installed", [True, False])
def test_what_was_packed_is_what_was_there(installed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone that serves has no libdeflate; what it sends is only a little longer."""
    if not installed:
        monkeypatch.setattr(packing, "deflate", None)
    once, now = packing.packed_once(PAGE), packing.packed_now(PAGE)
    assert gzip.decompress(once) == gzip.decompress(now) == PAGE
    assert len(once) <= len(now) < len(PAGE) / 3
    assert packing.packed_once(PAGE) == once, "the same for everybody, and always"


def test_libdeflate_packs_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 7: it is what brings a first load under 40 kB."""
    with_it = len(packing.packed_once(PAGE))
    monkeypatch.setattr(packing, "deflate", None)
    assert with_it < 0.98 * len(packing.packed_once(PAGE))
