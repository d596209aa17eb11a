"""Real servers that are killed in every phase, run out of disk, lose their rights, or share a folder.

`make drill` kills a hundred times at random moments; the ordinary tests ten times, once in each phase of both games.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from random import Random

import pytest

from companion import play
from companion.command.drill import Filled, Phone, Sample, Server, sample
from companion.engine import replay

KILLS = int(os.environ.get("DRILL_KILLS", "10"))

PHASES = {
    "strip": ("setup", "choose", "turns", "payout", "between", "over"),
    "slots": ("setup", "play", "between", "over"),
}
EVENINGS = range(max(1, KILLS // sum(map(len, PHASES.values()))))


def play_to(played: Sample, phase: str) -> None:
    """Play on by chance until the table is in a phase."""
    for _ in range(500):
        if played.table().state.phase == phase:
            return
        assert played.send(played.next_act()) in (200, 303)
    pytest.fail(f"no way to {phase}")


@pytest.mark.parametrize("evening", EVENINGS)
@pytest.mark.parametrize("game", PHASES)
def test_e46_a_kill_in_any_phase_loses_nothing(tmp_path: Path, game: str, evening: int) -> None:
    """E-36, E-46, E-47: every answered act is there, every seat opens again, forms opened before still post."""
    chance = Random(f"{game} {evening}")
    with sample(tmp_path, game, 3, chance) as played:
        if game == "slots":
            several = Filled(played.host, f"{played.at}/act", settled(played))
            assert played.send(several) == 303
        for phase in PHASES[game]:
            play_to(played, phase)
            in_hand, open_form = played.next_act(), played.agreeing()
            played.kill(in_hand, chance.random() / 40)
            assert played.losses() == [], phase
            # Whoever had no answer sends it again: the first answer, and one effect (E-86).
            assert played.send(in_hand) in (200, 303), phase
            assert played.send(open_form) == 303, phase
            assert played.losses() == [], phase
            table = played.table()
            assert replay(table.game, table.events) == table.state


def settled(played: Sample) -> dict[str, str]:
    """Let a slot machine table play two rounds, so that there is something between them."""
    table = played.table()
    scope = table.stand(table.game.scope(table.state, "settled", {}))
    return {"kind": "settled", "scope": scope, "key": play.new_key(), "rounds": "2"}


def test_e46_a_full_disk_is_told_and_leaves_nothing_half(tmp_path: Path) -> None:
    """E-46: no file may grow any more; what was answered is there, the rest is told in plain words, and it goes on."""
    with sample(tmp_path, "strip", 4, Random(1)) as played:
        for _ in range(5):
            played.send(played.next_act())
        played.stop()
        # 200 blocks of 512 bytes are room for some acts in the journal.
        played.server = Server(tmp_path, "sh", "-c", 'ulimit -f 200; exec "$0" "$@"')
        refused = next(form for form in acts(played, 60) if played.send(form) == 503)
        status, text, _ = refused.phone.post(played.server.address, refused.path, refused.fields)
        assert status == 503
        assert "Nothing could be recorded" in text
        assert played.losses() == []
        with play.Store(played.path) as store:
            assert store.answered(played.code, refused.key) is None
        played.stop()
        played.server = Server(tmp_path)
        assert played.losses() == []
        assert played.send(refused) in (200, 303), "once there is room, the same form is taken"


def acts(played: Sample, most: int) -> list[Filled]:
    """Fill in forms one after the other, each as the table stands then."""
    return _Lazily(played, most)  # type: ignore[return-value]


class _Lazily:
    def __init__(self, played: Sample, most: int) -> None:
        self.played, self.left = played, most

    def __iter__(self) -> _Lazily:
        return self

    def __next__(self) -> Filled:
        self.left -= 1
        assert self.left, "the disk is never full"
        return self.played.naming()


#: what makes root obey the rights of files like anybody else; others do anyway
BOUND = (
    ("setpriv", "--bounding-set", "-dac_override,-dac_read_search,-fowner")
    if os.name == "posix" and os.geteuid() == 0
    else ()
)


def rights(folder: Path, of_folder: int, of_files: int) -> None:
    for file in folder.iterdir():
        if file.is_file():
            file.chmod(of_files)
    folder.chmod(of_folder)


def test_e46_a_folder_that_turns_read_only_is_told_and_leaves_nothing_half(tmp_path: Path) -> None:
    """E-46: as somebody whom rights bind; once the folder can be written again, the same form is taken."""
    with sample(tmp_path, "strip", 4, Random(2)) as played:
        played.stop()
        played.server = Server(tmp_path, *BOUND)
        form = played.naming()
        assert played.send(form) == 303
        form = played.naming()
        rights(tmp_path, 0o555, 0o444)
        try:
            status, text, _ = form.phone.post(played.server.address, form.path, form.fields)
            assert status == 503
            assert "closed to us" in text
        finally:
            rights(tmp_path, 0o755, 0o644)
        assert played.losses() == []
        with play.Store(played.path) as store:
            assert store.answered(played.code, form.key) is None
        assert played.send(form) == 303


@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["backup"], ["doctor"]])
def test_e129_a_read_only_folder_is_told_in_one_sentence(tmp_path: Path, command: list[str]) -> None:
    """E-129: and nothing is made in it."""
    folder = tmp_path / "read-only"
    folder.mkdir()
    folder.chmod(0o555)
    ours = [*BOUND, sys.executable, "-m", "companion", *command, "--instance", str(folder)]
    done = subprocess.run(ours, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    said = [line for line in (done.stdout + done.stderr).splitlines() if "Nothing can be kept in" in line]
    assert said
    assert "Traceback" not in done.stdout + done.stderr
    assert list(folder.iterdir()) == []


def test_e78_two_servers_on_one_folder_work_side_by_side(tmp_path: Path) -> None:
    """E-71, E-78: phones on both at once; no act is lost, no number double, and both show the same."""
    with sample(tmp_path, "strip", 4, Random(3)) as played:
        other = Server(tmp_path)
        try:
            servers = (played.server.address, other.address)
            answers: list[tuple[int, str]] = []
            start = threading.Barrier(4)

            def act(seat: str, phone: Phone) -> None:
                address = servers[int(seat) % 2]
                start.wait()
                for n in range(10):
                    # Everybody names themselves; whoever meets a moved scope looks again, as people do.
                    for _ in range(100):
                        scope = naming_scope(played, seat)
                        fields = {"kind": "named", "seat": seat, "name": f"{seat} {n}", "scope": scope}
                        key = play.new_key()
                        status, _, _ = phone.post(address, f"{played.at}/act", {**fields, "key": key})
                        if status != 409:
                            break
                    answers.append((status, key))

            threads = [threading.Thread(target=act, args=pair) for pair in played.phones.items()]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert [status for status, _ in answers] == [303] * 40
            table = played.table()
            assert [event.number for event in table.events] == list(range(1, len(table.events) + 1))
            keys = [logged.key for logged in table.told.log]
            assert sorted(key for _, key in answers) == sorted(key for key in keys if key in {k for _, k in answers})
            for seat in played.phones:
                assert f"{seat} 9" in table.names.values()
            for path in (played.at, f"{played.at}/log"):
                shown = [plain_text(*Phone().get(address, path)) for address in servers]
                assert shown[0] == shown[1]
                assert "4 9" in shown[0]
        finally:
            other.kill()


def naming_scope(played: Sample, seat: str) -> str:
    table = played.table()
    return table.stand(table.game.scope(table.state, "named", {"seat": seat}))


def plain_text(status: int, text: str) -> str:
    """Keep of a page what is not made anew for each answer."""
    assert status == 200
    return "\n".join(line for line in text.splitlines() if "csrf_token" not in line and 'name="key"' not in line)


def test_e76_a_killed_server_leaves_copies_that_open(tmp_path: Path) -> None:
    """E-76: whenever it dies, there is no half copy among them."""
    with sample(tmp_path, "strip", 4, Random(4)) as played:
        play_to(played, "payout")
        for _ in range(40):
            if played.table().state.phase == "between":
                break
            played.send(played.next_act())
        played.server.kill()
        copies = list((tmp_path / play.SNAPSHOTS).glob("[0-9]*.db"))
        for copy in copies:
            shutil.copy(copy, tmp_path / "copy.db")
            with play.Store(tmp_path / "copy.db") as store:
                assert store.faults() == []
                assert play.closed_tables(store) == []
        played.server = Server(tmp_path)
        assert played.losses() == []
