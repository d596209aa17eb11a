"""Vegas Slot Machine 1973 as a game of the companion: the functions of this folder behind the engine's promise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine import Amount, Card, Entry, Event, Fault, Option, Outcome, Refused
from companion.games.slots import amending, printed, setup
from companion.games.slots.card_words import CARD_SENTENCES
from companion.games.slots.events import apply
from companion.games.slots.help import HELP
from companion.games.slots.options import options
from companion.games.slots.show import CARD_SCOPE, because, final_standing, scopes, score_scope, view
from companion.games.slots.state import State
from companion.games.slots.symbols import PLAYERS
from companion.games.slots.table_words import TABLE_SENTENCES
from companion.games.slots.tryout import TRYOUT
from companion.games.slots.variations import VARIATIONS
from companion.games.slots.view import View
from companion.games.slots.words import SENTENCES
from companion.language import N_, Term
from companion.words import Sentences

#: every sentence of the game, by code
SPOKEN: Sentences = {**SENTENCES, **TABLE_SENTENCES, **CARD_SENTENCES}


class SlotMachine:
    """The game, without a state of its own."""

    key = "slots"
    title = "Vegas Slot Machine 1973"
    offers = (
        Term(N_("Marks where a card may go, and why.")),
        Term(N_("Keeps the score, with every variation.")),
        Term(N_("Ranks and a clock when you play alone.")),
    )
    players = PLAYERS
    sentences = SPOKEN
    own_kinds: frozenset[str] = frozenset()
    host_kinds = frozenset({"agreed"})
    lasting_kinds = frozenset({"setup"})
    open_draws: frozenset[str] = frozenset()
    passing_kinds = frozenset({"named", "agreed", "symbol", "completed"})
    mended_kinds = amending.MENDED
    help = HELP
    tryout = TRYOUT

    def defaults(self, players: int, kept: Mapping[str, Any]) -> Mapping[str, Any]:
        """Fill in the data of a `setup` event for so many players, from what earlier tables kept."""
        return setup.defaults(players, kept)

    def again(self, state: State, kept: Mapping[str, Any]) -> Mapping[str, Any]:
        """Fill in the `setup` of the next table with the same seats."""
        return setup.again(state, kept)

    def start(self, event: Event) -> State | Refused:
        """Open a table from its `setup` event."""
        return setup.start(event)

    def apply(self, state: State, event: Event) -> State | Refused:
        """Take one event, or refuse it with every reason against it and nothing changed."""
        return apply(state, event)

    def without(self, state: State, event: Event) -> State:
        """Keep the id of a person who was added used: the phone that took that seat must not hold another person's."""
        return setup.without_seated(state, event) if event.kind == "seated" else state

    def entries(self, state: State, event: Event) -> Sequence[Entry]:
        """Name what can be put right in an event that met this state."""
        return amending.entries(state, event)

    def amounts(self, state: State) -> Sequence[Amount]:
        """Count the points that everyone may see."""
        return tuple(amending.amounts(state))

    def draw(self, state: State, kind: str) -> Sequence[str] | None:
        """Name the variations to shuffle for a surprise; cards are dealt by hand."""
        return tuple(VARIATIONS) if kind == "surprised" else None

    def scope(self, state: State, kind: str, data: Mapping[str, Any]) -> str:
        """Name the part of the table that an event moves."""
        if kind in ("prize", "sets", "hand"):
            number = data.get("round")
            return score_scope(number if isinstance(number, int) else len(state.sheets), str(data.get("seat")))
        return CARD_SCOPE if kind == "completed" else scopes(state).get(kind, "table")

    def concerns(self, state: State, event: Event) -> str | None:
        """Name the seat for which an event records something, or None when it concerns the whole table."""
        if event.kind in ("played", "claimed", "shown", "turned", "spun"):
            return state.on_turn
        seat = event.data.get("seat") if event.kind != "seated" else None
        return str(seat) if seat else None

    def options(self, state: State, seat: str | None) -> Sequence[Option]:
        """List every act that can be named now, each free or with the reasons why not."""
        return options(state, seat)

    def view(self, state: State, seat: str | None, at: Mapping[str, str], held: bool = False) -> View:
        """Show what one viewer may know, and nothing else."""
        return view(state, seat, at, held)

    def rounds_over(self, state: State) -> int:
        """Count the rounds that were ended."""
        return sum(sheet.ended for sheet in state.sheets)

    def outcome(self, state: State) -> Outcome | None:
        """Tell who won, or None while the game runs (SM-R47)."""
        if state.phase != "over":
            return None
        end = final_standing(state)
        return Outcome(end.order, end.places, end.winners, because(state))

    def keep(self, state: State) -> Mapping[str, Any] | None:
        """Name what later tables start from: the card of this copy, and the best so far."""
        return setup.keep(state)

    def cards(self, kept: Mapping[str, Any]) -> Sequence[Card]:
        """List the printed cards of the owner's copy, as far as they are known."""
        return printed.cards(kept)

    def printed(self, kept: Mapping[str, Any]) -> Mapping[str, Any]:
        """Keep what is printed on cards: not the best scores."""
        return printed.printed(kept)

    def card_faults(self, kept: Mapping[str, Any]) -> Sequence[Fault]:
        """List every value that no card can have."""
        return printed.card_faults(kept)

    def cards_at(self, state: State) -> Mapping[str, Any]:
        """Give the cards by which a table is judged now."""
        return setup.cards_at(state)

    def record(self, state: State) -> str:
        """Tell who may record: `everyone`, `own` or `host`."""
        return state.settings.record

    def has_secrets(self, state: State) -> bool:
        """Tell whether seats hold dealt cards now that others must not see; nothing is secret in this game."""
        return False
