"""Serving: the command that is running while people play."""

from __future__ import annotations

import argparse
import errno
import logging
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

import waitress.server

from companion import create_app, play
from companion.command import Sorry
from companion.command.folder import about_folder
from companion.web.addresses import EVERYWHERE, is_loopback, served_at
from companion.web.instance import instance_folder
from companion.web.qr import for_terminal

#: connections are cheap: with the hundred that waitress keeps else, a few guests with many tabs lock the next one out
THREADS, CONNECTIONS = 32, 500
#: more than an act may have: the page that says so is ours
MOST_BYTES = 1024 * 1024


def serve(options: argparse.Namespace) -> int:
    """Serve until it is stopped; on the terminal the QR stands first and the address last (E-61)."""
    _check_url(options.url)
    if not 0 <= options.port <= 65535:
        raise Sorry(f"{options.port} is no port. Choose one from 1024 to 65535 with --port.")
    try:
        folder = instance_folder(options.instance)
        app = create_app(folder, options.url, partials=options.partials)
    except (OSError, play.Unwritable) as error:
        raise Sorry(about_folder(options.instance, error)) from error
    except (ValueError, play.NewerDatabase) as error:
        raise Sorry(str(error)) from error
    taken = listening(options)
    port = taken.getsockname()[1]
    app.config["LISTENING"] = (options.host, port)
    server = waitress.server.create_server(
        app,
        sockets=[taken],
        threads=THREADS,
        max_request_body_size=MOST_BYTES,
        ident=None,
        channel_request_lookahead=1,
        connection_limit=CONNECTIONS,
    )
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S", stream=sys.stderr)
    logging.getLogger("waitress").addFilter(_without_path)
    _welcome(folder, urls_of(options, port))
    server.run()
    return 0


def _without_path(record: logging.LogRecord) -> bool:
    """Take the path out of what waitress says about a phone that went away: it may hold a seat code."""
    said, serving, _ = record.getMessage().partition(" while serving ")
    if serving:
        record.msg, record.args = f"{said} while serving a page", ()
    return True


def listening(options: argparse.Namespace) -> socket.socket:
    """Take the port that was asked for, or say why it cannot be had."""
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
        raise Sorry(f"{url} is no address for phones. Give one like http://192.168.1.20:8000 with --url.")


def urls_of(options: argparse.Namespace, port: int) -> tuple[str, ...]:
    """List the addresses at which phones find the server that was started with these options, best first."""
    if options.url:
        return (options.url.rstrip("/"),)
    return tuple(f"http://{host}" for host in served_at(options.host, port)) or (f"http://127.0.0.1:{port}",)


def _welcome(folder: Path, urls: Sequence[str]) -> None:
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


def _about_port(options: argparse.Namespace, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {options.port} is in use, perhaps by this program already. Choose another with --port."
    if error.errno == errno.EACCES:
        return f"Port {options.port} is not open to you. Choose one from 1024 to 65535 with --port."
    return f"{options.host} is no address of this device. Leave out --host to listen on all of them."
