"""The command line: `serve` is the default, `judge` answers rules questions, the others look after the tables."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

from companion import __version__

PORT = 8000


class Sorry(Exception):
    """Why the command cannot do what was asked, in one sentence with what to do about it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and give its exit status: 0, or 1 where it could not be done."""
    parser, commands = _parser()
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or (given[0] not in commands.choices and given[0] not in ("-h", "--help", "--version")):
        given.insert(0, "serve")
    options = parser.parse_args(given)
    # Each command loads what it needs: the judge is asked line by line from scripts and must not wait for a web.
    module, _, name = options.run.partition(":")
    try:
        status: int = getattr(importlib.import_module(f"companion.command.{module}"), name)(options)
    except Sorry as sorry:
        print(f"vegas-companion: {sorry}", file=sys.stderr)
        return 1
    return status


def _parser() -> tuple[argparse.ArgumentParser, argparse._SubParsersAction[argparse.ArgumentParser]]:
    parser = argparse.ArgumentParser(prog="vegas-companion", description=__doc__)
    parser.add_argument("--version", action="version", version=f"vegas-companion {__version__}")
    commands = parser.add_subparsers(required=True)
    folder = argparse.ArgumentParser(add_help=False)
    folder.add_argument("--instance", metavar="FOLDER", help="where tables are kept (else COMPANION_INSTANCE)")
    server = commands.add_parser("serve", parents=[folder], help="serve tables to the phones in the room (the default)")
    _listens(server)
    server.add_argument("--url", help="the address that phones are sent to, where it is another than this device's own")
    server.add_argument("--partials", action="store_true", help="show every part of the pages at /partials/GAME")
    server.set_defaults(run="serving:serve")
    judge = commands.add_parser("judge", help="answer rules questions: one JSON object a line in, one a line out")
    judge.add_argument("file", metavar="FILE", nargs="?", help="the questions; standard input where it is left out")
    judge.set_defaults(run="judging:judge_lines")
    _moves(commands, folder)
    _looks_after(commands, folder)
    return parser, commands


def _listens(command: argparse.ArgumentParser) -> None:
    command.add_argument("--host", default="0.0.0.0", help="the address to listen on; all of this device by default")  # noqa: S104
    command.add_argument("--port", type=int, default=PORT, help=f"the port to listen on, {PORT} by default")


def _moves(commands: argparse._SubParsersAction[argparse.ArgumentParser], folder: argparse.ArgumentParser) -> None:
    export = commands.add_parser("export", parents=[folder], help="print a table's story, a finished game whole")
    export.add_argument("code", metavar="CODE", help="the code of the table")
    export.add_argument("--raw", action="store_true", help="print all that is kept of a table that does not open")
    export.set_defaults(run="tables:export_table")
    taken = commands.add_parser("import", parents=[folder], help="take an exported game into this folder")
    taken.add_argument("file", metavar="FILE", help="what export printed")
    taken.set_defaults(run="tables:import_table")
    cards = commands.add_parser("cards", parents=[folder], help="print the file of your cards, or take one in")
    cards.add_argument("game", metavar="GAME", help="strip or slots")
    cards.add_argument("--take", metavar="FILE", help="take this file in: what it does not name stays as it is")
    cards.set_defaults(run="cards:cards")


def _looks_after(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], folder: argparse.ArgumentParser
) -> None:
    backup = commands.add_parser(
        "backup", parents=[folder], help="copy all tables into one file, while they are played"
    )
    backup.add_argument("file", metavar="FILE", nargs="?", help="the new file; one in the folder where it is left out")
    backup.set_defaults(run="copies:backup")
    restore = commands.add_parser("restore", parents=[folder], help="put a copy in the place of all tables")
    restore.add_argument("file", metavar="FILE", help="a copy that backup or the end of a round left")
    restore.add_argument("--anyway", action="store_true", help="also where some tables in it do not open")
    restore.set_defaults(run="copies:restore")
    doctor = commands.add_parser("doctor", parents=[folder], help="check folder, key, address, port, disk and tables")
    _listens(doctor)
    doctor.add_argument("--drill", action="store_true", help="kill a server of its own in a sample game, and start it")
    doctor.set_defaults(run="doctor:doctor")
