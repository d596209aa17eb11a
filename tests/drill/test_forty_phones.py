"""Forty phones on one server: some are pushed, the others poll, and nobody waits for anybody."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

from companion.command.drill import Sample, sample
from companion.web.live import MOST_STREAMS
from tests.drill.audience import Onlooker, audience

PHONES, ACTS = 40, 6


def renamed(game: Sample, name: str) -> None:
    """Give seat 1 another name, which every board shows."""
    form = game.naming()
    sent = {**form.fields, "seat": "1", "name": name}
    assert game.host.post(game.server.address, form.path, sent)[0] == 303


def see(onlookers: list[Onlooker], name: str) -> None:
    """Wait until every phone shows a name; the test's own time-out ends it where one never does."""
    while not all(name in onlooker.latest for onlooker in onlookers):
        assert not any(onlooker.failures for onlooker in onlookers), [o.failures for o in onlookers]
        time.sleep(0.05)


def test_forty_phones_are_served_side_by_side(tmp_path: Path) -> None:
    """As many as the server keeps streams for are pushed, the rest polls; each act is on all, and no request fails."""
    with sample(tmp_path, "strip", 4, Random(40)) as game, audience(game.server.address, game.at, PHONES) as onlookers:
        for n in range(ACTS):
            renamed(game, f"Forty {n}")
            see(onlookers, f"Forty {n}")
        assert sum(onlooker.pushed for onlooker in onlookers) == MOST_STREAMS
        # The last word lets the streams notice that they are not wanted any more.
        renamed(game, "Good night")
    assert [onlooker.failures for onlooker in onlookers] == [[]] * PHONES
