"""SECURITY.md names its tests: a promise whose test has gone would be an empty one."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_every_test_that_the_promises_name_is_there() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)`", (ROOT / "SECURITY.md").read_text())
    assert len(set(named)) > 5
    assert not [path for path in named if not (ROOT / path).is_file()]
