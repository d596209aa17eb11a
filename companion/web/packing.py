"""Packs what is sent, by libdeflate where it is installed: its last levels come out a thirtieth smaller than zlib's."""

from __future__ import annotations

import gzip

try:
    import deflate
except ImportError:
    # A phone that serves has no compiler for it.
    deflate = None  # type: ignore[assignment]

#: levels of libdeflate, whose last is the twelfth; zlib's is the ninth
_ONCE, _NOW, _LAST_OF_ZLIB = 12, 9, 9


def packed_once(body: bytes) -> bytes:
    """Pack a file that is sent again and again as small as it gets: some 20 ms for 80 kB."""
    return _packed(body, _ONCE)


def packed_now(body: bytes) -> bytes:
    """Pack an answer while somebody waits for it: 0.2 ms for 18 kB."""
    return _packed(body, _NOW)


def _packed(body: bytes, level: int) -> bytes:
    if deflate is None:
        return gzip.compress(body, min(level, _LAST_OF_ZLIB), mtime=0)
    return bytes(deflate.gzip_compress(body, level))
