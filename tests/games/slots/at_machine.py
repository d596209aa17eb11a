"""A slot machine table for tests: acts taken one by one, each kept in its log, every sentence about it spoken."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.engine import Event, Reason, Refused, next_redo, next_undo, replay
from companion.games.slots import GAME
from companion.games.slots.state import State
from companion.games.slots.view import GridView, View
from companion.words import say
from tests.games.strip.at_table import reasons_in

#: a score card of this copy as earlier tables kept it: made-up points for symbols that the rulebook does not value
KEPT = {
    "symbol:S": {"name": "shield", "points": 10, "count": None},
    "symbol:P": {"name": "plum", "points": 14, "count": None},
    "symbol:B": {"name": "bell", "points": 20, "count": 8},
}
#: every letter of the published positions as a symbol
WIDE = KEPT | {f"symbol:{letter}": {"name": f"symbol {letter}", "points": 2, "count": None} for letter in "QTUVWX"}


class AtMachine:
    """One table with its log: every act is numbered, taken and kept."""

    def __init__(self, players: int = 2, kept: Mapping[str, Any] = KEPT, **changes: Any) -> None:
        first = Event("setup", {**GAME.defaults(players, kept), **changes}, number=1, at="2026-11-27T20:00:00+00:00")
        state = GAME.start(first)
        assert isinstance(state, State), state
        self.state = state
        self.log = [first]
        self.states = [state]
        self.time: str | None = None

    def attempt(self, kind: str, secret: Any = None, confirm: Iterable[str] = (), **data: Any) -> State | Refused:
        """Put an act to the rules without taking it; a refusal has reasons, and each of them a sentence."""
        after = GAME.apply(self.state, self._event(kind, secret, confirm, data))
        if isinstance(after, Refused):
            assert after.reasons, (kind, data, "refused without a reason")
            self.spoken(after.reasons)
        return after

    def take(self, kind: str, secret: Any = None, confirm: Iterable[str] = (), **data: Any) -> AtMachine:
        """Take an act that must be accepted."""
        event = self._event(kind, secret, confirm, data)
        after = GAME.apply(self.state, event)
        assert not isinstance(after, Refused), (kind, data, [reason.code for reason in after.reasons])
        self.spoken(line.said for line in after.story[len(self.state.story) :])
        return self._keep(event, after)

    def reasons(self, kind: str, secret: Any = None, confirm: Iterable[str] = (), **data: Any) -> tuple[Reason, ...]:
        """List the reasons against an act, none when it would be taken."""
        after = self.attempt(kind, secret, confirm, **data)
        return after.reasons if isinstance(after, Refused) else ()

    def codes(self, kind: str, secret: Any = None, confirm: Iterable[str] = (), **data: Any) -> list[str]:
        """Name the reasons against an act, none when it would be taken."""
        return [reason.code for reason in self.reasons(kind, secret, confirm, **data)]

    def refusal(self, kind: str, secret: Any = None, confirm: Iterable[str] = (), **data: Any) -> str:
        """Speak the reasons against an act that must be refused."""
        reasons = self.reasons(kind, secret, confirm, **data)
        assert reasons, (kind, data, "was taken")
        return " ".join(self.spoken(reasons))

    def spoken(self, reasons: Iterable[Reason]) -> list[str]:
        """Speak reasons as the table hears them."""
        return [self._said(reason) for reason in reasons]

    def _said(self, reason: Reason) -> str:
        sentence = say(GAME.sentences, reason, self.state.names)
        # A brace that somebody typed is no gap in a sentence.
        assert sentence.count("{") <= repr(dict(reason.values)).count("{") - 1 + repr(self.state.names).count("{")
        return sentence

    def told(self) -> list[str]:
        """Speak the story of the table."""
        return self.spoken(line.said for line in self.state.story)

    def view(self, **at: str) -> View:
        """Look at the board, and speak everything that it says; its log was spoken line by line."""
        view = GAME.view(self.state, None, at)
        self.spoken(reasons_in(replace(view, log=())))
        return view

    def grid(self, **at: str) -> GridView:
        """Look at the grid check."""
        grid = self.view(sheet="grid", **at).grid
        assert grid is not None
        return grid

    def undo(self) -> AtMachine:
        """Take back what an undo would take back now."""
        return self._turn("undone", next_undo(GAME, self.log))

    def redo(self) -> AtMachine:
        """Bring back what a redo would bring back now."""
        return self._turn("redone", next_redo(GAME, self.log))

    def _turn(self, kind: str, target: Event | None) -> AtMachine:
        assert target is not None, f"nothing to be {kind}"
        event = self._event(kind, None, (), {"event": target.number})
        return self._keep(event, replay(GAME, [*self.log, event]))

    def _keep(self, event: Event, state: State) -> AtMachine:
        self.state = state
        self.log.append(event)
        self.states.append(state)
        return self

    def _event(self, kind: str, secret: Any, confirm: Iterable[str], data: Mapping[str, Any]) -> Event:
        number = len(self.log) + 1
        at = self.time or f"2026-11-27T20:{number // 60 % 60:02d}:{number % 60:02d}+00:00"
        return Event(kind, data, secret or {}, None, at, number, tuple(confirm))

    # What a table does again and again

    def begin(self) -> AtMachine:
        """Begin the next round."""
        return self.take("begun")

    def built(self) -> AtMachine:
        """Begin a round and pass every building turn, so that normal play has come."""
        self.begin()
        while self.state.stage == "build":
            self.take("turned")
        return self

    def lay(self, grid: str, machine: int = 0) -> AtMachine:
        """Record a machine as it lies."""
        return self.take("gridded", machine=machine, grid=grid)

    def play(self, card: str, cell: int, machine: int = 0, **more: Any) -> AtMachine:
        """Play a card on a cell."""
        return self.take("played", machine=machine, cell=cell, card=card, **more)

    def show(self, cell: int, card: str, machine: int = 0) -> AtMachine:
        """Tell the card that is asked for."""
        return self.take("shown", machine=machine, cell=cell, card=card)

    def prizes(self, seat: str, **sets: int) -> AtMachine:
        """Give a seat so many sets, symbol by symbol."""
        for symbol, n in sets.items():
            self.take("sets", seat=seat, symbol=symbol, sets=n)
        return self

    def free(self, card: str, machine: int = 0) -> list[int]:
        """List the cells of a recorded machine where a card may lie."""
        cells = self.grid(card=card, machine=str(machine)).cells
        return [cell.index for cell in cells if cell.mark in ("yes", "prize")]

    def tops(self, machine: int = 0) -> str:
        """Write what lies open on a recorded machine."""
        recorded = self.state.machines[machine]
        assert recorded is not None
        tops, columns = "".join(recorded.tops), recorded.columns
        return "/".join(tops[i : i + columns] for i in range(0, len(tops), columns))


def on_paper(event: Event) -> Event:
    """Write an event down and read it again, as the store does."""
    return replace(event, data=json.loads(json.dumps(event.data)), secret=json.loads(json.dumps(event.secret)))


def steps(table: AtMachine) -> Iterator[tuple[State, Event, State]]:
    """Walk through a table: the state before each event, the event, the state after it."""
    for number, event in enumerate(table.log[1:]):
        yield table.states[number], event, table.states[number + 1]
