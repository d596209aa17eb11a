"""The forms of Vegas Slot Machine 1973: one for each kind of act, with the fields that its event needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine import Reason
from companion.fields import ActForm, CardForm, Flag, PostedForm, Text, Whole
from companion.games.slots.card import (
    BASE,
    COUNTED,
    KEPT,
    MOST_COUNT,
    MOST_POINTS,
    Card,
    Entry,
    card_of,
    free_letter,
)
from companion.games.slots.printed import MONTH, RANKS, SYMBOLS_CARD
from companion.games.slots.setup import KEEPS, MOST_IN_HAND
from companion.games.slots.sheet import MOST_SETS
from companion.games.slots.state import ASKS, newcomer
from companion.games.slots.symbols import NAMES, SYMBOLS
from companion.language import spoken
from companion.names import folded, unturned

#: the most rows of a score card that a form is read for
MOST_ROWS = 60

#: how a number of any length is refused where a field has a limit of its own
_LIMITS: Mapping[str, Callable[[str], Reason]] = {
    "points": lambda typed: Reason("points-range", {"points": typed, "most": MOST_POINTS}),
    "count": lambda typed: Reason("count-range", {"n": typed, "most": MOST_COUNT}),
    "sets": lambda typed: Reason("sets-range", {"most": MOST_SETS}),
    "any_in_hand": lambda typed: Reason("setting-any", {"most": MOST_IN_HAND}),
}


def _term_typed(name: str) -> str:
    """Give the game's own name of a symbol that was typed in the tongue of the moment, and any other as it is."""
    wanted = folded(name)
    return next((known.name for known in SYMBOLS.values() if folded(spoken(known.name)) == wanted), name)


class _Numbers(PostedForm):
    """A form whose numbers are refused with the limit of their own field, however long they are (E-84)."""

    def number(self, name: str, label: str = "") -> int | None:
        """Read one number; an empty field is none at all."""
        before = len(self.mistakes)
        found = super().number(name, label)
        limit = _LIMITS.get(name)
        for at in range(before, len(self.mistakes)):
            if limit and self.mistakes[at].code == "field-large":
                self.mistakes[at] = limit(str(self.mistakes[at].values["typed"]))
        return found


class Named(ActForm):
    """A seat's name."""

    seat = Text()
    name = Text()

    def event_data(self) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Give seat and name; the one that we gave comes back as it was, in whatever tongue it stood there."""
        data, secret = super().event_data()
        ours = newcomer(data["seat"])
        return {**data, "name": str(ours) if data["name"] == spoken(ours) else data["name"]}, secret


class Seated(ActForm):
    """What is done with the people at the table: add, remove, up, down, first."""

    do = Text()
    seat = Text()


class Settled(_Numbers):
    """Any part of what the table agreed on."""

    _TEXTS = ("mode", "spin", "cumber", "all_paired_by", "bonus", "rank_502", "rank_604", "rank_names", "record")
    _NUMBERS = ("rounds", "decks", "any_in_hand")
    _FLAGS = ("any_as_shield", "just_played_yields", "timer_pause")

    def read(self) -> None:
        """Take the settings that were posted, and no others."""
        found: dict[str, Any] = {name: self.posted[name][:40] for name in self._TEXTS if name in self.posted}
        found |= {name: self.number(name) for name in self._NUMBERS if name in self.posted}
        found |= {name: self.posted.getlist(name)[-1] == "1" for name in self._FLAGS if name in self.posted}
        self.found = found


class Varied(ActForm):
    """One lettered variation, on or off."""

    letter = Text()
    on = Flag()


class Switched(ActForm):
    """Something that is on or off."""

    on = Flag()


class Bare(ActForm):
    """An act without fields."""


class Surprised(ActForm):
    """A surprise that keeps what it does not draw; its mark tells it from those of older logs."""

    def event_data(self) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Give the mark alone."""
        return {KEEPS: True}, {}


class Symbol(_Numbers):
    """A symbol of this copy; what is left empty is not known yet."""

    def read(self) -> None:
        """Read letter, name, points and count."""
        self.found = {
            "letter": self.posted.get("letter", "")[:1],
            "name": _term_typed(self.posted.get("name", "")[:200]),
            "points": self.number("points"),
            "count": self.number("count"),
        }


class _Scored(_Numbers):
    """One seat's line in the running round, or in the one that is named."""

    def line(self) -> dict[str, Any]:
        """Read seat, symbol and round."""
        found: dict[str, Any] = {"seat": self.posted.get("seat", "")[:20], "symbol": self.posted.get("symbol", "")[:1]}
        number = self.number("round")
        return found if number is None else found | {"round": number}


class Prize(_Scored):
    """A set for a seat, or one taken back."""

    def read(self) -> None:
        """Read the line and the step."""
        step = self.number("n")
        self.found = self.line() | {"n": 1 if step is None else step}


class Sets(_Scored):
    """How many sets of a symbol a seat has."""

    def read(self) -> None:
        """Read the line and the number."""
        self.found = self.line() | {"sets": self.number("sets")}


class Hand(_Scored):
    """The cards left in a hand."""

    def read(self) -> None:
        """Read the cards, ticked one by one or typed in a row; none is an empty hand."""
        line = self.line()
        del line["symbol"]
        cards = "".join(self.posted.getlist("cards"))[:40]
        self.found = line | {"cards": [card for card in cards if card != " "]}


class _Asking(ActForm):
    """An act that asks before what cannot be is recorded; its mark tells it from those of older logs."""

    def event_data(self) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Give what was filled in, and the mark."""
        data, secret = super().event_data()
        return {**data, ASKS: True}, secret


class Spun(_Asking):
    """Which kind of Spin Again was played."""

    spin = Text()


class Cumbered(_Asking):
    """Which of the five actions a Cumber was played for."""

    action = Whole()


class Gridded(PostedForm):
    """A machine as it lies."""

    def read(self) -> None:
        """Read the machine and its grid."""
        self.found = {"machine": self.number("machine") or 0, "grid": self.posted.get("grid", "")[:80]}


class Played(PostedForm):
    """A card onto a cell."""

    def read(self) -> None:
        """Read machine, cell, card, and the hand where it is told."""
        self.found = {
            "machine": self.number("machine") or 0,
            "cell": self.number("cell"),
            "card": self.posted.get("card", "")[:1],
            "hand": [card for card in self.posted.get("hand", "")[:40] if card != " "],
        }


class Claimed(PostedForm):
    """One way to claim what stands."""

    def read(self) -> None:
        """Read the way, the symbol that three ANYs stand for, and the shields where the claimer picked them."""
        self.found = {"choice": self.number("choice") or 0, "symbol": self.posted.get("symbol", "")[:1]}
        if "shields" in self.posted:
            picked = (text for text in self.posted.getlist("shields") if text.isascii() and len(text) < 3)
            self.found["shields"] = [int(text) for text in picked if text.isdigit()]


class Shown(PostedForm):
    """The card that was asked for."""

    def read(self) -> None:
        """Read machine, cell and card."""
        self.found = {
            "machine": self.number("machine") or 0,
            "cell": self.number("cell"),
            "card": self.posted.get("card", "")[:1],
        }


class Clock(ActForm):
    """What is done with the clock: start, pause, resume, stop."""

    do = Text()


class SymbolsCard(CardForm):
    """The score card and the deck: a row for each symbol, for those of the picker, and for more by name."""

    def read(self) -> None:
        """Read every row that was posted; a symbol without a name is taken off the card."""
        self.found = {}
        card = card_of(self.kept)
        for key in self.posted.getlist("row")[:MOST_ROWS]:
            known = next((entry for entry in card if entry.letter == key), None)
            if key in COUNTED:
                count = self.number(f"count_{key}", COUNTED[key].name)
                self.found[key] = {"count": None if count == COUNTED[key].count else count}
            elif known is not None:
                self.found[f"{KEPT}{key}"] = self._of(known)
            else:
                card += self._added(card, key)

    def _of(self, known: Entry) -> dict[str, Any] | None:
        """Read the row of a symbol on the card, but not what is known of it anyway; None takes it off."""
        told = self._told(known.letter, known.name)
        base = next((entry for entry in BASE if entry.letter == known.letter), None)
        if base is None:
            return told if told["name"] else None
        same = {"name": (base.name, ""), "points": (base.points,), "picture": (base.picture,)}
        return {key: None if value in same.get(key, ()) else value for key, value in told.items()}

    def _added(self, card: Card, key: str) -> Card:
        """Read the row of a symbol that is not on the card: one with a name of its own, or with any number."""
        told = self._told(key, NAMES.get(key, ""))
        if not told["name"] or (key in SYMBOLS and told["points"] is None and told["count"] is None):
            return ()
        letter = free_letter(card, told["name"], key if key in SYMBOLS else "")
        if letter is None:
            self.mistakes.append(Reason("symbols-full", {"n": len(card)}))
            return ()
        self.found[f"{KEPT}{letter}"] = told
        return (Entry(letter, told["name"]),)

    def _told(self, key: str, called: str) -> dict[str, Any]:
        name, picture = (unturned(self.posted.get(f"{field}_{key}", "")[:200]) for field in ("name", "picture"))
        points, count = (self.number(f"{field}_{key}", name or spoken(called)) for field in ("points", "count"))
        name = _term_typed(name)
        plain = Entry(key, name).picture
        return {"name": name, "picture": picture if picture != plain else None, "points": points, "count": count}


class RanksCard(CardForm):
    """The names of the ranks."""

    def read(self) -> None:
        """Read which names are in use."""
        self.found = {RANKS: {"names": self.posted.get("names", "")[:40]}}


class MonthCard(CardForm):
    """The Cumber effect of the month."""

    def read(self) -> None:
        """Read the text; none is no effect."""
        text = unturned(self.posted.get("effect", ""))
        self.found = {MONTH: {"effect": text or None}}


#: the forms of the owner's cards, by the kind of card
CARDS: Mapping[str, type[CardForm]] = {SYMBOLS_CARD: SymbolsCard, RANKS: RanksCard, MONTH: MonthCard}

FORMS: Mapping[str, type[ActForm]] = {
    "named": Named,
    "seated": Seated,
    "settled": Settled,
    "agreed": Settled,
    "varied": Varied,
    "surprised": Surprised,
    "practice": Switched,
    "symbol": Symbol,
    "begun": Bare,
    "prize": Prize,
    "sets": Sets,
    "hand": Hand,
    "turned": _Asking,
    "spun": Spun,
    "cumbered": Cumbered,
    "emptied": Switched,
    "clock": Clock,
    "ended": _Asking,
    "gridded": Gridded,
    "played": Played,
    "claimed": Claimed,
    "shown": Shown,
}
