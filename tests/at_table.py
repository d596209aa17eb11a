"""A table of the toy game behind the pages: what the tests of `companion.play` act at."""

from __future__ import annotations

from typing import Any

from companion import play
from companion.engine import HANDS

HOST, ANN, BEN, CLEO = "host", "ann", "ben", "cleo"


class AtTable:
    """A table of the toy game with three people on their phones and a host without a seat."""

    def __init__(self, store: play.Store, players: int = 3) -> None:
        self.store = store
        opened = play.new_table(store, "toy", players, HOST)
        assert isinstance(opened, str)
        self.code = opened
        for seat, device in zip("123", (ANN, BEN, CLEO), strict=True):
            assert play.claim(store, opened, device, seat) is None

    @property
    def table(self) -> play.Table:
        return play.open_table(self.store, self.code)

    def kinds(self) -> list[str]:
        return [event.kind for event in self.table.events if event.kind not in HANDS]

    def posted(self, kind: str, secret: Any = None, key: str = "", confirmed: tuple[str, ...] = (), **data: Any) -> Any:
        table = self.table
        scope = table.stand(table.game.scope(table.state, kind, data))
        if kind in ("undone", "redone"):
            target = play.undoable(table) if kind == "undone" else play.redoable(table)
            data = {"event": target.number if target else 0}
            scope = table.stand(table.scope_of(target.number)) if target else ""
        return play.Posted(kind, data, scope, key or play.new_key(), secret, confirmed)

    def act(self, device: str | None, kind: str, **more: Any) -> play.Answer:
        return play.act(self.store, self.code, play.Viewer(device), self.posted(kind, **more))

    def take(self, device: str, kind: str, **more: Any) -> None:
        answer = self.act(device, kind, **more)
        assert isinstance(answer, play.Done), answer
