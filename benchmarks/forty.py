"""How long forty phones on one server wait for it, and whoever acts beside them.

Sixteen are pushed and the rest polls each second, as the app's pages do. Run `python -m benchmarks.forty` from the
checkout; it prints milliseconds.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from companion.command.drill import Sample, sample
from tests.drill.audience import audience


def main() -> None:
    """Measure, and print the median, the 95th percentile and the worst of polls and of acts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=40)
    parser.add_argument("--acts", type=int, default=20)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        sample(Path(folder), "strip", 4, Random(40)) as game,
        audience(game.server.address, game.at, options.phones) as onlookers,
    ):
        time.sleep(2)
        acts = [_act(game) for _ in range(options.acts)]
    polls = [wait for onlooker in onlookers for wait in onlooker.answers]
    failed = sum(len(onlooker.failures) for onlooker in onlookers)
    print(f"{sum(o.pushed for o in onlookers)} of {options.phones} phones pushed; {failed} requests failed")
    print(_said("polls", polls))
    print(_said("acts", acts))


def _act(game: Sample) -> float:
    form = game.naming()
    began = time.perf_counter()
    game.host.post(game.server.address, form.path, form.fields)
    taken = 1000 * (time.perf_counter() - began)
    time.sleep(0.7)
    return taken


def _said(what: str, waits: Sequence[float]) -> str:
    median, high = statistics.median(waits), sorted(waits)[int(0.95 * (len(waits) - 1))]
    return f"{len(waits)} {what}: median {median:.0f} ms, 95 % {high:.0f} ms, worst {max(waits):.0f} ms"


if __name__ == "__main__":
    main()
