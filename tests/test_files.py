"""Tables as files: what leaves the house, and what comes in again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion import play
from companion.__main__ import main
from companion.engine import Refused
from tests.games.strip.at_table import AtTable, random_game


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with play.Store(tmp_path / play.FILE_NAME) as opened:
        yield opened


def stored(store: play.Store, log: Any, host: str = "host") -> str:
    """Keep a played log as a table."""
    with store.writing():
        store.add_table("P1AYK", "strip", host, log[0].at)
        for event in log:
            store.append("P1AYK", event, "any", play.new_key())
    return "P1AYK"


def told(table: play.Table) -> list[dict[str, Any]]:
    return list(play.export(table)["lines"])


@pytest.mark.parametrize("players", range(2, 7))
def test_e33_e98_a_finished_game_comes_back_equal(store: play.Store, tmp_path: Path, players: int) -> None:
    """E-33, E-98: seats in their order, rounds, settings, totals and story are the same after export and import."""
    before = play.open_table(store, stored(store, random_game(players, seed=players).log))
    text = json.dumps(play.export(before))
    with play.Store(tmp_path / "elsewhere.db") as other:
        code = play.bring_in(other, json.loads(text))
        assert isinstance(code, str)
        after = play.open_table(other, code)
        assert after.state == before.state
        assert [person.seat for person in after.people] == [person.seat for person in before.people]
        assert told(after) == told(before)
        assert after.outcome == before.outcome
        assert not after.holders, "a file opens no seat"


def test_vs_a8_a_running_game_leaves_without_its_deals(store: play.Store) -> None:
    """VS-A8, E-03: as long as it runs, an export is the public story alone, and no import takes it."""
    at = AtTable(4)
    at.begin()
    exported = play.export(play.open_table(store, stored(store, at.log)))
    assert "events" not in exported
    assert "order" not in json.dumps(exported)
    refused = play.bring_in(store, exported)
    assert isinstance(refused, Refused)
    assert [reason.code for reason in refused.reasons] == ["import-running"]


def spoilt(exported: dict[str, Any], how: str) -> Any:
    """Break an exported game in one way."""
    events = exported["events"]
    match how:
        case "no object":
            return [exported]
        case "another format":
            return exported | {"format": 99}
        case "another game":
            return exported | {"game": "chess"}
        case "no events":
            return exported | {"events": []}
        case "cut short":
            return exported | {"events": events[:-1]}
        case "an event changed":
            return exported | {"events": [*events[:9], events[9] | {"data": {"seat": "9"}}, *events[10:]]}
        case "an event without a kind":
            return exported | {"events": [{}, *events[1:]]}
    raise AssertionError(how)


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ("no object", "import-format"),
        ("another format", "import-format"),
        ("another game", "game-unknown"),
        ("no events", "import-running"),
        ("cut short", "import-running"),
        ("an event changed", "import-broken"),
        ("an event without a kind", "import-unreadable"),
    ],
)
def test_a_file_that_is_wrong_is_refused_whole(store: play.Store, how: str, code: str) -> None:
    table = play.open_table(store, stored(store, random_game(3, 1).log))
    exported = json.loads(json.dumps(play.export(table)))
    refused = play.bring_in(store, spoilt(exported, how))
    assert isinstance(refused, Refused)
    assert refused.reasons[0].code == code
    assert [row.code for row in store.tables_of("host")] == ["P1AYK"], "nothing was taken in"


def test_the_command_line_moves_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """E-33: export on one machine, import on another, and a plain sentence for a file that is none."""
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    with play.Store(here / play.FILE_NAME) as store:
        stored(store, random_game(4, seed=4).log)
    assert main(["export", "P1AYK", "--instance", str(here)]) == 0
    file = tmp_path / "game.json"
    file.write_text(capsys.readouterr().out)
    assert main(["import", str(file), "--instance", str(there)]) == 0
    code = capsys.readouterr().out.strip()
    with play.Store(there / play.FILE_NAME) as store:
        assert play.open_table(store, code).outcome is not None
    file.write_text("not a game")
    assert main(["import", str(file), "--instance", str(there)]) == 1
    assert "holds no JSON" in capsys.readouterr().err
