"""Five phones that act by chance over a bad network: at the end there is one truth, and everybody sees it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask

from companion import play
from companion.command.drill import fields_of
from companion.engine import Option, replay, standing
from companion.games.strip.tally import books
from tests.conftest import Phone, build, opened

ACTS, PLAYERS = {"strip": 500, "slots": 450}, 5
STARTS = {"strip": [], "slots": [("settled", {"rounds": "3"})]}

Fields = dict[str, str]


@dataclass
class Client:
    """A phone with its seat, the table as its page last showed it, and the forms whose answer it never saw."""

    seat: str
    phone: Phone
    page: play.Table
    token: str
    unanswered: list[tuple[str, Fields]] = field(default_factory=list)
    answered: set[str] = field(default_factory=set)

    def look(self) -> None:
        """Load the page anew."""
        assert self.phone.get(self.phone.at()).status_code == 200
        self.page = opened(self.phone.app, self.phone.code)

    def wish(self, chance: Random) -> tuple[str, Fields]:
        """Fill in a form of the page, however old that is: an act that it offers, an undo or a redo."""
        table, key = self.page, play.new_key()
        turns = {"undone": play.undoable(table), "redone": play.redoable(table)}
        kind = chance.choice(["undone", "redone"])
        event = turns[kind]
        if chance.random() < 0.15 and event is not None:
            return self.phone.at("/act"), {"kind": kind, "scope": table.stand(table.scope_of(event.number)), "key": key}
        options = [option for viewer in (None, self.seat) for option in table.game.options(table.state, viewer)]
        # A deal would be void with printed cards, and what is hidden is the harder half.
        free = [option for option in options if not option.reasons and option.kind != "printed"]
        free = free or [Option("named", {"seat": self.seat, "name": f"Name {chance.randrange(99)}"})]
        kind = chance.choice(sorted({option.kind for option in free}))
        option = chance.choice([option for option in free if option.kind == kind])
        if kind == "first_look":
            return self.phone.at(f"/card/{self.seat}/look"), {}
        scope = table.stand(table.game.scope(table.state, kind, option.data))
        fields = fields_of({**option.data, **option.secret})
        return self.phone.at("/act"), {**fields, "kind": kind, "scope": scope, "key": key}

    def send(self, path: str, fields: Fields) -> int:
        """Send a form, for the first time or again, and see the answer."""
        status = self.phone.post(path, token=self.token, **fields).status_code
        assert status in (200, 303, 403, 409, 422), status
        if status == 303:
            self.answered.add(fields["key"])
        return status


def joined(app: Flask, code: str, seat: str) -> Client:
    phone = Phone(app, code)
    assert phone.post(phone.at("/claim"), seat=seat, key=play.new_key()).status_code == 303
    return Client(seat, phone, opened(app, code), phone.token())


@pytest.mark.parametrize("game", ["strip", "slots"])
def test_e71_five_phones_over_a_bad_network_end_with_one_truth(tmp_path: Path, game: str) -> None:
    """E-71, E-86: requests and answers get lost, forms come twice or late, phones join late and reload."""
    app, chance = build(tmp_path / "instance"), Random(71)
    host = Phone(app)
    code = host.post("/tables", game=game, players=str(PLAYERS), key=play.new_key()).location.rsplit("/", 1)[1]
    host.code = code
    for kind, fields in STARTS[game]:
        assert host.act(kind, **fields).status_code == 303
    clients = [joined(app, code, str(seat)) for seat in range(1, 4)]
    outcomes: Counter[str | int] = Counter()
    for n in range(ACTS[game]):
        if n in (100, 200):
            clients.append(joined(app, code, str(len(clients) + 1)))
        outcomes[one_act(chance.choice(clients), chance)] += 1
    for client in clients:
        for path, fields in client.unanswered:
            client.send(path, fields)
    # Else nothing would be tested.
    assert all(outcomes[how] > 20 for how in (303, 409, "lost", "unanswered", "again")), outcomes
    table = opened(app, code)
    assert_once(table, clients)
    assert_told_as_played(table)
    assert_seen_alike(app, tmp_path, clients)


def one_act(client: Client, chance: Random) -> str | int:
    """Do one thing at a phone, and say how it went."""
    if chance.random() < 0.4:
        client.look()
    if client.unanswered and chance.random() < 0.3:
        client.send(*client.unanswered.pop(chance.randrange(len(client.unanswered))))
        return "again"
    wish = client.wish(chance)
    luck = chance.random()
    if luck < 0.08:
        client.unanswered.append(wish)
        return "lost"
    status = client.send(*wish)
    if luck < 0.25 and "key" in wish[1]:
        # The phone never saw this answer, and will ask again.
        client.unanswered.append(wish)
        return "unanswered"
    return status


def assert_once(table: play.Table, clients: list[Client]) -> None:
    """Every answered form is one line of the log, however often it was sent."""
    keys = Counter(logged.key for logged in table.told.log)
    assert max(keys.values()) == 1
    for client in clients:
        assert client.answered <= set(keys)
    assert [event.number for event in table.events] == list(range(1, len(table.events) + 1))


def assert_told_as_played(table: play.Table) -> None:
    """The state is the log told anew, and the books balance."""
    assert replay(table.game, table.events) == table.state
    if table.game.key == "strip":
        assert books(table.state).balance == 0
        return
    sets: Counter[Any] = Counter()
    for event in standing(table.events):
        if event.kind == "prize":
            sets[event.data["round"], event.data["seat"], event.data["symbol"]] += event.data["n"]
    sheets = enumerate(table.state.sheets, start=1)
    kept = {(n, who, what): count for n, s in sheets for who, line in s.prizes.items() for what, count in line.items()}
    assert {line: count for line, count in kept.items() if count} == {line: n for line, n in sets.items() if n}


def assert_seen_alike(app: Flask, folder: Path, clients: list[Client]) -> None:
    """What each phone is shown is what a server that remembers nothing tells from the file."""
    (folder / "cold").symlink_to(folder / "instance")
    cold = build(folder / "cold")
    for path in ("", "/log"):
        public = {shown(Phone(server, clients[0].phone.code), path) for server in (app, cold)}
        assert len(public) == 1
        for client in clients:
            again = Phone(cold, client.phone.code)
            again.client = cold.test_client()
            for name in ("companion_device", "companion_session"):
                cookie = client.phone.client.get_cookie(name)
                assert cookie
                again.client.set_cookie(name, cookie.value)
            assert shown(client.phone, path) == shown(again, path)


def shown(phone: Phone, path: str) -> str:
    """Give a page without what is made anew for each answer."""
    answer = phone.get(phone.at(path))
    assert answer.status_code == 200
    return re.sub(r'name="(csrf_token|key)" value="[^"]*"', "", answer.text)
