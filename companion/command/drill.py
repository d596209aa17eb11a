"""A sample game on a real server that is killed without warning and started again; what is lost is told.

It plays as phones do: it fetches pages, posts forms, and believes in an act once it was answered.
"""

from __future__ import annotations

import http.client
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode, urlsplit

from companion import play
from companion.command import Sorry
from companion.engine import Event, Option, Refused

#: seconds after which a server that does not answer is taken for a broken one
PATIENCE = 60.0
_TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
#: how the page on which seats are taken marks the ones of the phone that asks
_MINE = re.compile(r'class="seat [^"]*\bmine"')

#: what a phone meets when the server dies while it waits
Cut = (OSError, http.client.HTTPException)


class Server:
    """A real server in a process of its own, on a port that was free."""

    def __init__(self, folder: Path, *before: str) -> None:
        """Start it on a data folder; `before` is a command that runs it under some limit."""
        ours = (sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", "0")
        self.process = subprocess.Popen(  # noqa: S603
            [*before, *ours, "--instance", str(folder)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        lines = (line.strip().rstrip("/") for line in self.process.stdout)
        self.address = next((line for line in lines if line.startswith("http://")), "")
        if not self.address:
            self.kill()
            raise Sorry(f"No server starts on {folder}.")

    def kill(self) -> None:
        """Kill it without warning."""
        self.process.kill()
        self.process.wait(PATIENCE)
        if self.process.stdout is not None:
            self.process.stdout.close()


class Phone:
    """A browser without a screen: it keeps its cookies and fills in forms."""

    def __init__(self) -> None:
        self._cookies: dict[str, str] = {}
        self._token = ""

    def get(self, address: str, path: str) -> tuple[int, str]:
        """Fetch a page: its status and text."""
        status, text, _ = self._ask(address, "GET", path)
        return status, text

    def post(self, address: str, path: str, fields: Mapping[str, str]) -> tuple[int, str, str]:
        """Post a form with the mark of a page of this browser: status, text, and where the answer leads."""
        if not self._token:
            found = _TOKEN.search(self.get(address, "/")[1])
            self._token = found[1] if found else ""
        return self._ask(address, "POST", path, urlencode({"csrf_token": self._token, **fields}))

    def _ask(self, address: str, method: str, path: str, body: str = "") -> tuple[int, str, str]:
        line = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        if method == "POST":
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            line.request(method, path, body, headers)
            answer = line.getresponse()
            text = answer.read().decode()
        finally:
            line.close()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
        return answer.status, text, answer.headers.get("Location", "")


@dataclass(frozen=True)
class Filled:
    """A form that a phone has filled in and not sent yet, or not had the answer to."""

    phone: Phone
    path: str
    fields: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Give the one-time key of the form, '' where it has none."""
        return self.fields.get("key", "")


class Sample:
    """A sample game: its server, its phones, and what they were told is recorded."""

    def __init__(self, folder: Path, game: str, players: int, chance: Random) -> None:
        """Open a table on a server of its own and let everybody take a seat."""
        self.folder, self.chance = folder, chance
        self.path = folder / play.FILE_NAME
        self.server = Server(folder)
        self.phones = {str(seat): Phone() for seat in range(1, players + 1)}
        self.host = self.phones["1"]
        self.answered: list[str] = []
        self.events: Sequence[Event] = ()
        opened = {"game": game, "players": str(players), "key": play.new_key()}
        _, _, self.at = self.host.post(self.server.address, "/tables", opened)
        self.code = self.at.rpartition("/")[2]
        for seat, phone in self.phones.items():
            phone.post(self.server.address, f"{self.at}/claim", {"seat": seat})

    def table(self) -> play.Table:
        """Open the table as it lies in the folder, beside the server."""
        with play.Store(self.path) as store:
            return play.open_table(store, self.code)

    # Acts

    def next_act(self) -> Filled:
        """Fill in the form of an act that the table offers, each kind as likely as another.

        One in ten is an act that the table asks about once more: there are rounds that end in no other way.
        """
        table = self.table()
        options = list(self._options(table))
        free = [option for option in options if not option.reasons]
        asked = [option for option in options if _is_asked(table, option)]
        if asked and (not free or not self.chance.randrange(10)):
            free = asked
        if not free:
            return self.naming()
        kind = self.chance.choice(sorted({option.kind for option in free}))
        option = self.chance.choice([option for option in free if option.kind == kind])
        if kind == "first_look":
            seat = str(option.data["seat"])
            return Filled(self.phones[seat], f"{self.at}/card/{seat}/look")
        sure = {"confirmed": ",".join(_codes(option))} if option.reasons else {}
        return self._filled(table, kind, {**option.data, **option.secret, **sure})

    def naming(self) -> Filled:
        """Fill in a new name, which every game takes at any time."""
        seat = self.chance.choice(sorted(self.phones))
        return self._filled(self.table(), "named", {"seat": seat, "name": f"Name {self.chance.randrange(1000)}"})

    def agreeing(self) -> Filled:
        """Fill in who may record, which the host of every game can say at any time."""
        return self._filled(self.table(), "agreed", {"record": "everyone"})

    def _options(self, table: play.Table) -> Iterator[Option]:
        for seat in (None, *self.phones):
            yield from table.game.options(table.state, seat)

    def _filled(self, table: play.Table, kind: str, data: Mapping[str, Any]) -> Filled:
        game = table.game
        scope = table.stand(game.scope(table.state, kind, data))
        fields = fields_of(data)
        if kind in game.own_kinds:
            phone = self.phones[str(data["seat"])]
        else:
            phone = self.host if kind in game.host_kinds else self.chance.choice(list(self.phones.values()))
        return Filled(phone, f"{self.at}/act", {"kind": kind, "scope": scope, "key": play.new_key(), **fields})

    def send(self, form: Filled) -> int:
        """Send a form and remember it as recorded once it was answered so."""
        status, _, _ = form.phone.post(self.server.address, form.path, form.fields)
        if status == 303 and form.key:
            self.answered.append(form.key)
        if status < 400:
            self.events = self.table().events
        return status

    # Kills

    def kill(self, form: Filled, wait: float) -> None:
        """Kill the server so many seconds after a form was sent to it, whatever it is at, and start another one."""
        sent = threading.Thread(target=self._send_into_the_dark, args=(form,))
        sent.start()
        time.sleep(wait)
        self.server.kill()
        sent.join()
        self.server = Server(self.folder)

    def _send_into_the_dark(self, form: Filled) -> None:
        try:
            self.send(form)
        except Cut:
            # Whether it was recorded nobody knows; whoever sent it will send it again.
            return

    def losses(self) -> list[str]:
        """List what was answered before and is not there now, in words; nothing where all is well."""
        with play.Store(self.path) as store:
            keys = [key for key in self.answered if store.answered(self.code, key) is None]
            lost = [f"answered acts, {len(keys)} of {len(self.answered)}"] if keys else []
            if store.faults():
                lost.append("the file is damaged")
            if play.closed_tables(store):
                return [*lost, "the table does not open"]
            if play.open_table(store, self.code).events[: len(self.events)] != tuple(self.events):
                lost.append("the log has other lines than before")
        return [*lost, *(f"seat {seat}" for seat, phone in self.phones.items() if not self._sits(phone))]

    def _sits(self, phone: Phone) -> bool:
        status, text = phone.get(self.server.address, f"{self.at}/join")
        return status == 200 and _MINE.search(text) is not None

    def stop(self) -> None:
        """Stop the server for good."""
        self.server.kill()


def _is_asked(table: play.Table, option: Option) -> bool:
    """Tell whether an act is taken once its reasons are confirmed."""
    if not option.reasons or not all(reason.confirm for reason in option.reasons):
        return False
    sure = Event(option.kind, option.data, option.secret, at=table.events[-1].at, confirmed=_codes(option))
    return not isinstance(table.game.apply(table.state, sure), Refused)


def _codes(option: Option) -> tuple[str, ...]:
    return tuple(dict.fromkeys(reason.code for reason in option.reasons))


def fields_of(data: Mapping[str, Any]) -> dict[str, str]:
    """Write what an act says into the fields of its form; what a table draws by itself has none."""
    said = {name: value for name, value in data.items() if isinstance(value, str | int)}
    return {name: str(int(value)) if isinstance(value, bool) else str(value) for name, value in said.items()}


@contextmanager
def sample(folder: Path, game: str, players: int, chance: Random) -> Iterator[Sample]:
    """Play a sample game, and stop its server at the end whatever happens."""
    played = Sample(folder, game, players, chance)
    try:
        yield played
    finally:
        played.stop()
