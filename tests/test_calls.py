"""The call to look all together: who calls, when, and how long it stands."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from companion import play
from companion.play import calls
from tests.at_table import ANN, BEN, HOST, AtTable


def call(at: AtTable, device: str | None) -> str:
    refused = play.call(at.store, at.code, play.Viewer(device))
    return refused.code if refused else ""


def test_e18_everyone_is_called_to_look_so_that_nobodys_look_is_a_sign(
    at: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = datetime(2026, 1, 2, 20, tzinfo=UTC)
    clock = [start]
    for module in ("calls", "acts"):
        monkeypatch.setattr(f"companion.play.{module}.now", lambda: clock[0].isoformat(timespec="seconds"))
    assert call(at, ANN) == "nothing-hidden"
    at.take(ANN, "dealt")
    assert [call(at, device) for device in (None, "a stranger")] == ["onlooker", "onlooker"]
    assert call(at, ANN) == ""
    assert call(at, HOST) == "", "a second call is the same one"
    due = start + timedelta(seconds=calls.UNTIL)
    revisions = set()
    for seconds, stands in ((0, True), (calls.UNTIL, True), (calls.UNTIL + calls.FOR, True), (60, False)):
        clock[0] = start + timedelta(seconds=seconds)
        for device in (ANN, BEN, None):
            seen = play.see(at.table, at.table.viewer(device), {})
            assert (seen.together == due.isoformat()) is stands
        revisions.add(seen.revision)
    assert len(revisions) == 2, "a board asks again once it is over, and not before"
    story = [play.say(at.table.game, line.said, at.table.names) for line in seen.view.log]
    assert story.count("Everybody looks at their card, all together.") == 1
    assert call(at, BEN) == ""
