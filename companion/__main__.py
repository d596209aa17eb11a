"""The command line: `vegas-companion` serves; `judge` answers rules questions; `export` and `import` move games."""

from __future__ import annotations

import argparse
import errno
import json
import logging
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from companion import __version__

if TYPE_CHECKING:
    from companion import play

PORT = 8000
THREADS = 32
COMMANDS = ("serve", "judge", "export", "import")
#: more than an act may have: the page that says so is ours
MOST_BYTES = 1024 * 1024


class Sorry(Exception):
    """Why the command cannot do what was asked, in one sentence with what to do about it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and give its exit status: 0, or 1 where it could not be done."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or (given[0] not in COMMANDS and given[0] not in ("-h", "--help", "--version")):
        given.insert(0, "serve")
    options = _parser().parse_args(given)
    try:
        status: int = options.run(options)
    except Sorry as sorry:
        print(f"vegas-companion: {sorry}", file=sys.stderr)
        return 1
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="vegas-companion", description=__doc__)
    parser.add_argument("--version", action="version", version=f"vegas-companion {__version__}")
    commands = parser.add_subparsers(required=True)
    folder = argparse.ArgumentParser(add_help=False)
    folder.add_argument("--instance", metavar="FOLDER", help="where tables are kept (else COMPANION_INSTANCE)")
    server = commands.add_parser("serve", parents=[folder], help="serve tables to the phones in the room (the default)")
    server.add_argument("--host", default="0.0.0.0", help="the address to listen on; all of this device by default")  # noqa: S104
    server.add_argument("--port", type=int, default=PORT, help=f"the port to listen on, {PORT} by default")
    server.add_argument("--url", help="the address that phones are sent to, where it is another than this device's own")
    server.set_defaults(run=serve)
    judge = commands.add_parser("judge", help="answer rules questions: one JSON object a line in, one a line out")
    judge.add_argument("file", metavar="FILE", nargs="?", help="the questions; standard input where it is left out")
    judge.set_defaults(run=judge_lines)
    export = commands.add_parser("export", parents=[folder], help="print a table's story, a finished game whole")
    export.add_argument("code", metavar="CODE", help="the code of the table")
    export.set_defaults(run=export_table)
    taken = commands.add_parser("import", parents=[folder], help="take an exported game into this folder")
    taken.add_argument("file", metavar="FILE", help="what export printed")
    taken.set_defaults(run=import_table)
    return parser


def judge_lines(options: argparse.Namespace) -> int:
    """Answer rules questions; status 2 where a line could not be read."""
    from companion.judge import judge

    if options.file is None:
        return judge(sys.stdin.buffer, sys.stdout.buffer)
    try:
        with open(options.file, "rb") as lines:
            return judge(lines, sys.stdout.buffer)
    except OSError as error:
        raise Sorry(f"{options.file} cannot be read: {error.strerror}.") from error


def export_table(options: argparse.Namespace) -> int:
    """Print what everybody may read of a table's log, and all of a finished one."""
    from companion import play

    code = play.code_of(options.code)
    with _stored(options) as store:
        try:
            story = play.export(play.open_table(store, code))
        except play.NoTable:
            raise Sorry(f"There is no table {code} in this folder.") from None
        except play.BrokenLog:
            raise Sorry(f"The log of table {code} cannot be read to its end. It is kept as it is.") from None
    json.dump(story, sys.stdout, ensure_ascii=False, indent=2)
    print()
    return 0


def import_table(options: argparse.Namespace) -> int:
    """Take an exported game in, whole or not at all, and print its code here."""
    from companion import play

    try:
        exported = json.loads(Path(options.file).read_text(encoding="utf-8"))
    except OSError as error:
        raise Sorry(f"{options.file} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError):
        raise Sorry(f"{options.file} holds no JSON. Take a file that vegas-companion export wrote.") from None
    with _stored(options) as store:
        taken = play.bring_in(store, exported)
    if not isinstance(taken, str):
        raise Sorry(play.why_not(exported, taken))
    print(taken)
    return 0


@contextmanager
def _stored(options: argparse.Namespace) -> Iterator[play.Store]:
    """Open the database of the folder that was asked for, or say why not."""
    from companion import play
    from companion.web.instance import database, instance_folder

    try:
        with play.Store(database(instance_folder(options.instance))) as store:
            yield store
    except (OSError, play.Unwritable) as error:
        raise Sorry(_about_folder(options.instance, error)) from error
    except play.NewerDatabase as error:
        raise Sorry(str(error)) from error


def serve(options: argparse.Namespace) -> int:
    """Serve until it is stopped; on the terminal the QR stands first and the address last (E-61)."""
    from waitress.server import create_server

    from companion import create_app, play
    from companion.web.instance import instance_folder

    _check_url(options.url)
    if not 0 <= options.port <= 65535:
        raise Sorry(f"{options.port} is no port. Choose one from 1024 to 65535 with --port.")
    try:
        folder = instance_folder(options.instance)
        app = create_app(folder, options.url)
    except (OSError, play.Unwritable) as error:
        raise Sorry(_about_folder(options.instance, error)) from error
    except (ValueError, play.NewerDatabase) as error:
        raise Sorry(str(error)) from error
    listening = _listening(options)
    port = listening.getsockname()[1]
    app.config["LISTENING"] = (options.host, port)
    server = create_server(
        app,
        sockets=[listening],
        threads=THREADS,
        max_request_body_size=MOST_BYTES,
        ident=None,
        channel_request_lookahead=1,
    )
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S", stream=sys.stderr)
    _welcome(folder, _urls(options, port))
    server.run()
    return 0


def _listening(options: argparse.Namespace) -> socket.socket:
    from companion.web.addresses import EVERYWHERE

    try:
        family, _, _, _, address = socket.getaddrinfo(
            options.host, options.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        # Who listens everywhere by IPv6 is found at the IPv4 addresses that we show as well.
        both = family == socket.AF_INET6 and options.host in EVERYWHERE and socket.has_dualstack_ipv6()
        return socket.create_server(address, family=family, dualstack_ipv6=both)
    except OSError as error:
        raise Sorry(_about_port(options, error)) from error


def _check_url(url: str | None) -> None:
    parts = urlsplit(url or "http://any")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Sorry(f"{url} is no address for phones. Give one like http://192.168.1.20:{PORT} with --url.")


def _urls(options: argparse.Namespace, port: int) -> tuple[str, ...]:
    """List the addresses at which phones find the server that was started with these options, best first."""
    from companion.web.addresses import served_at

    if options.url:
        return (options.url.rstrip("/"),)
    return tuple(f"http://{host}" for host in served_at(options.host, port)) or (f"http://127.0.0.1:{port}",)


def _welcome(folder: Path, urls: Sequence[str]) -> None:
    from companion.web.addresses import is_loopback
    from companion.web.qr import for_terminal

    best, *others = urls
    alone = is_loopback(urlsplit(best).netloc)
    lines = [f"Tables are kept in {folder}"]
    if sys.stdout.isatty():
        lines = ([] if alone else [for_terminal(f"{best}/")]) + lines
        lines += [f"Another address, if that does not open: {url}/" for url in others]
    if alone:
        why = "join a Wi-Fi or switch on a hotspot, leave out any --host, then start again"
        lines.append(f"Phones cannot reach this device: {why}.")
    print("\n".join([*lines, f"{best}/"]), flush=True)


def _about_folder(chosen: str | None, error: Exception) -> str:
    what = getattr(error, "strerror", None) or str(error)
    where = getattr(error, "filename", None) or chosen or "the data folder"
    return f"Nothing can be kept in {where} ({what}). Choose a folder that you may write with --instance."


def _about_port(options: argparse.Namespace, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {options.port} is in use, perhaps by this program already. Choose another with --port."
    if error.errno == errno.EACCES:
        return f"Port {options.port} is not open to you. Choose one from 1024 to 65535 with --port."
    return f"{options.host} is no address of this device. Leave out --host to listen on all of them."


if __name__ == "__main__":
    sys.exit(main())
