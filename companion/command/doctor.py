"""The doctor: looks at everything that an evening needs, one line each, and says what to do about it."""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import stat
import tempfile
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion import play
from companion.command import Sorry
from companion.command.drill import sample
from companion.command.folder import about_damage, about_folder
from companion.command.serving import listening, urls_of
from companion.games import games
from companion.web.addresses import is_loopback
from companion.web.instance import KEY_FILE, database, instance_folder, secret_key
from companion.words import listed

#: bytes that should be free: an evening takes some hundred thousand, its ten copies ten times as many
ROOM = 100 * 1024 * 1024
#: seconds by which the clock may lie behind the last line of the log, since phones of one table share one clock
DRIFT = 60
#: seconds that a server of ours may take to answer
HASTE = 5.0
#: how often a sample game is killed, how many acts it plays before each time, and for how many seconds it may be at one
KILLS, ACTS, LONGEST = 2, 12, 0.02


class Wrong(Exception):
    """What is wrong and what to do about it."""


def doctor(options: argparse.Namespace) -> int:
    """Check everything, and with --drill a sample game: status 1 where something is wrong."""
    checks: dict[str, Callable[[argparse.Namespace], str]] = {
        "folder": _folder,
        "key": _key,
        "disk": _disk,
        "file": _file,
        "tables": _tables,
        "clock": _clock,
        "address": _address,
        "port": _port,
    }
    if options.drill:
        checks["drill"] = _drill
    # Every line is told, also those after one that is wrong.
    results = [_check(name, check, options) for name, check in checks.items()]
    return int(not all(results))


def _check(name: str, check: Callable[[argparse.Namespace], str], options: argparse.Namespace) -> bool:
    try:
        told, good = check(options), True
    except (OSError, play.Unwritable) as error:
        told, good = about_folder(options.instance, error), False
    except play.Damaged as error:
        told, good = about_damage(options.instance, error), False
    except (Wrong, Sorry, ValueError, play.NewerDatabase) as error:
        told, good = str(error), False
    print(f"{'ok   ' if good else 'WRONG'} {name}: {told}", flush=True)
    return good


def _folder(options: argparse.Namespace) -> str:
    folder = instance_folder(options.instance)
    with tempfile.TemporaryFile(dir=folder):
        return f"{folder} can be written."


def _key(options: argparse.Namespace) -> str:
    folder = instance_folder(options.instance)
    secret_key(folder)
    path = folder / KEY_FILE
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise Wrong(f"{path} can be read by others, who could then act for anybody. Say: chmod 600 {path}")
    return "there, and for its owner alone."


def _disk(options: argparse.Namespace) -> str:
    free = shutil.disk_usage(instance_folder(options.instance)).free
    if free < ROOM:
        raise Wrong(f"{_mega(free)} free, and {_mega(ROOM)} should be. Make room before you play.")
    return f"{_mega(free)} free."


def _mega(size: int) -> str:
    return f"{size // 1024**2} MB"


def _store(options: argparse.Namespace) -> play.Store:
    return play.Store(database(instance_folder(options.instance)))


def _file(options: argparse.Namespace) -> str:
    with _store(options) as store:
        faults = store.faults()
        if faults:
            raise Wrong(about_damage(options.instance, play.Damaged(faults[0])))
        if os.name == "posix" and stat.S_IMODE(store.path.stat().st_mode) & 0o077:
            raise Wrong(f"{store.path} can be read by others, with every deal in it. Say: chmod 600 {store.path}")
        return "whole, and for its owner alone."


def _tables(options: argparse.Namespace) -> str:
    with _store(options) as store:
        count, closed = len(store.codes()), play.closed_tables(store)
    if closed:
        do = "The page of each offers to go back to its last good line; export --raw prints what is kept"
        raise Wrong(f"{listed(closed)} of {count} cannot be told from the log. {do}.")
    return f"{count} told from the log, all of them to the end." if count else "none yet."


def _clock(options: argparse.Namespace) -> str:
    with _store(options) as store:
        latest = store.latest()
    now = datetime.now(UTC)
    if latest and now < datetime.fromisoformat(latest) - timedelta(seconds=DRIFT):
        raise Wrong(f"it says {now:%Y-%m-%d %H:%M} UTC, but a line was recorded at {latest}. Set it right.")
    return f"{now.astimezone():%Y-%m-%d %H:%M %Z}, not before the last line."


def _address(options: argparse.Namespace) -> str:
    best, *others = urls_of(argparse.Namespace(host=options.host, url=None), options.port)
    if is_loopback(best.removeprefix("http://")):
        raise Wrong("no phone can reach this device. Join a Wi-Fi or switch on a hotspot, and leave out any --host.")
    return f"{best}/{' or ' + listed(others, 'or') if others else ''}"


def _port(options: argparse.Namespace) -> str:
    try:
        listening(options).close()
    except Sorry:
        if _is_ours(options.port):
            return f"a Vegas Companion serves at {options.port} already."
        raise
    return f"{options.port} is free."


def _is_ours(port: int) -> bool:
    with suppress(OSError, ValueError), urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=HASTE) as page:
        return b"Vegas Companion" in page.read()
    return False


def _drill(_: argparse.Namespace) -> str:
    """Play a sample of each game in a folder that is thrown away, and kill its server in the middle of acts."""
    acts = sum(_killed(key, min(4, game.players[-1])) for key, game in games().items())
    titles = listed([game.title for game in games().values()])
    return f"killed {KILLS} times in {titles} each: {acts} answered acts, every seat and every open form survived."


def _killed(key: str, players: int) -> int:
    """Count the acts of a game that survived all its kills."""
    chance = secrets.SystemRandom()
    with tempfile.TemporaryDirectory() as folder, sample(Path(folder), key, players, chance) as played:
        for _kill in range(KILLS):
            for _act in range(ACTS):
                played.send(played.next_act())
            open_form = played.agreeing()
            played.kill(played.next_act(), chance.random() * LONGEST)
            lost = played.losses()
            if played.send(open_form) != 303:
                lost.append("a form that was open before")
            if lost:
                raise Wrong(f"after a kill this was lost: {listed(lost)}. Trust no evening to this device.")
        return len(played.answered)
