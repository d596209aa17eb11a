"""Vegas Strip as a game of the companion: the functions of this folder behind the engine's promise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine import SEVERAL, Amount, Card, Entry, Event, Fault, Option, Outcome, Refused
from companion.games.strip import amending, printed, setup
from companion.games.strip.card_words import CARD_SENTENCES
from companion.games.strip.events import LOCKING, apply
from companion.games.strip.help import HELP
from companion.games.strip.lying import lies_anew
from companion.games.strip.options import options
from companion.games.strip.show import final_standing, scopes, view
from companion.games.strip.state import State
from companion.games.strip.table_words import TABLE_SENTENCES
from companion.games.strip.tryout import TRYOUT
from companion.games.strip.view import View
from companion.games.strip.words import SENTENCES
from companion.language import N_, Term


class VegasStrip:
    """The game, without a state of its own."""

    key = "strip"
    title = "Vegas Strip"
    offers = (
        Term(N_("Deals each fixer\u2019s casinos in secret.")),
        Term(N_("Says where a tile may go, and why not.")),
        Term(N_("Pays out and shares, to the chip.")),
    )
    players = setup.PLAYERS
    sentences: Mapping[str, str | tuple[str, str]] = {**SENTENCES, **TABLE_SENTENCES, **CARD_SENTENCES}
    own_kinds = frozenset({"chosen", "first_look"})
    host_kinds = frozenset({"redealt", "printed", "agreed"})
    lasting_kinds = frozenset({"setup", "dealt", "redealt", "printed", "revealed"})
    passing_kinds = frozenset({"chosen", "first_look", "named", "labelled", "completed", "agreed", "counted"})
    open_draws = frozenset({"shuffled"})
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
        """Keep a choice locked once a tile was recorded, though the tile was taken back (VS-A9).

        Else a fixer could choose anew after seeing it, and whether somebody did would show in what can be brought back.
        The id of a person who was added stays used: the phone that took that seat must not hold another person's.
        """
        if event.kind == "seated":
            return setup.without_seated(state, event)
        locks = state.round is not None and event.kind in LOCKING
        return state.with_round(begun=True) if locks else state

    def entries(self, state: State, event: Event) -> Sequence[Entry]:
        """Name what can be put right in an event that met this state."""
        return amending.entries(state, event)

    def amounts(self, state: State) -> Sequence[Amount]:
        """Count the chips that everyone may see."""
        return tuple(amending.amounts(state))

    def draw(self, state: State, kind: str) -> Sequence[str] | None:
        """Name what to shuffle: for a deal a fixer card for each casino in play (VS-R03, R16), else all characters."""
        if kind == "shuffled":
            return tuple(slot.name for slot in state.sides)
        draws = kind in ("dealt", "redealt") and state.settings.fixer_cards == "app"
        return state.casino_names if draws else None

    def scope(self, state: State, kind: str, data: Mapping[str, Any]) -> str:
        """Name the part of the table that an event moves."""
        return scopes(state, data.get("seat")).get(kind, "table")

    def concerns(self, state: State, event: Event) -> str | None:
        """Name the seat for which an event records something, SEVERAL, or None when it concerns the table as such."""
        data = event.data
        if event.kind in ("laid", "totals"):
            owners = lies_anew(state, event)
            return owners.pop() if len(owners) == 1 else SEVERAL
        if "set" in data:
            return state.owner(str(data["set"]))
        seat = data.get("fixer") or (data.get("seat") if event.kind != "seated" else None)
        return str(seat) if seat else None

    def options(self, state: State, seat: str | None) -> Sequence[Option]:
        """List every act that can be named now, each free or with the reasons why not."""
        return options(state, seat)

    def view(self, state: State, seat: str | None, at: Mapping[str, str], held: bool = False) -> View:
        """Show what one viewer may know, and nothing else."""
        return view(state, seat, at, held)

    def rounds_over(self, state: State) -> int:
        """Count the rounds that were paid out."""
        return len(state.past)

    def outcome(self, state: State) -> Outcome | None:
        """Tell who won, or None while the game runs (VS-R45)."""
        if state.phase != "over":
            return None
        end = final_standing(state)
        return Outcome(tuple(end.order), end.places, tuple(end.winners), tuple(end.because))

    def keep(self, state: State) -> Mapping[str, Any] | None:
        """Name what later tables shall start from: the confirmed set-up card."""
        return setup.keep(state)

    def cards(self, kept: Mapping[str, Any]) -> Sequence[Card]:
        """List the printed cards of the owner's copy, as far as they are known."""
        return printed.cards(kept)

    def printed(self, kept: Mapping[str, Any]) -> Mapping[str, Any]:
        """Keep what is printed on cards."""
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
        """Tell whether seats hold dealt cards now that others must not see."""
        return state.round is not None and not state.round.printed
