"""The forms of Vegas Strip: one for each kind of act, with the fields that its event needs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from companion.engine import Reason
from companion.fields import ActForm, CardForm, Flag, PostedForm, Text, Whole, whole_number
from companion.games.strip.characters import LETTERS
from companion.games.strip.printed import CHARACTER_CARD, SET_UP_CARD, cards
from companion.games.strip.setup import CASINOS_CARD, CHOICES, SUITS_CARD
from companion.games.strip.tiles import Tile
from companion.language import spoken
from companion.names import unturned

#: the most signs of a reminder that are read; a little more than fits, so that it can be told
MOST_TYPED = 2000


class Named(ActForm):
    """A seat's name."""

    seat = Text()
    name = Text()


class Seated(ActForm):
    """What is done with the people at the table: add, remove, up, down, suit, first."""

    do = Text()
    seat = Text()
    suit = Text()


class Tabled(ActForm):
    """Which casino card lies where."""

    do = Text()
    casino = Text()
    name = Text()


class Labelled(PostedForm):
    """The character below a casino: one of the ten, or a name as it was typed."""

    def read(self) -> None:
        """Read the label; a typed name counts more than the one that was picked."""
        typed = self.posted.get("typed", "")
        character = typed if typed.strip() else self.posted.get("character", "")
        found = {"casino": self.posted.get("casino", ""), "character": character, "side": self.posted.get("side", "")}
        self.mistakes += [
            Reason("field-long", {"field": name, "most": Text.LONGEST})
            for name, value in found.items()
            if len(value) > Text.LONGEST
        ]
        self.found = found


class Shuffled(ActForm):
    """Characters below the casinos by chance, in a first game with side A up."""

    first_game = Flag()


class Settled(PostedForm):
    """Any part of the set-up card and of what the table agreed on."""

    def read(self) -> None:
        """Take the settings that were posted, and no others."""
        found: dict[str, Any] = {name: self.posted[name] for name in CHOICES if name in self.posted}
        if "starting_jackpot" in self.posted:
            found["starting_jackpot"] = self.needed("starting_jackpot")
        if "tiles" in self.posted:
            found["tiles"] = _numbers(self.posted["tiles"][:200])
        if "layout_1" in self.posted:
            rows = [self.posted.get(f"layout_{i}", "")[:40] for i in (1, 2, 3)]
            found["layout"] = ["".join(row.split()).upper() for row in rows]
        if "confirmed" in self.posted:
            found["confirmed"] = self.posted["confirmed"] == "1"
        self.found = found


class Bare(ActForm):
    """An act without fields."""


class Chosen(ActForm):
    """Which of the two dealt casinos is rigged."""

    SECRET = frozenset({"rig"})
    seat = Text()
    rig = Text()


class Placed(PostedForm):
    """One tile, its casino, and the +3 tokens that move with it."""

    def read(self) -> None:
        """Read the tile and each move, written "on|casino|set|tile"."""
        moves = []
        for text in self.posted.getlist("moves")[:12]:
            way, _, rest = text.partition("|")
            # A casino may have the sign in its name.
            casino, set_id, number = [*rest.rsplit("|", 2), "", ""][:3]
            face = whole_number(number)
            if way not in ("on", "off") or face is None:
                self.mistakes.append(Reason("field-move", {"typed": text[:60]}))
                continue
            moves.append([casino, set_id, face, way == "on"])
        self.found = {
            "set": self.posted.get("set", ""),
            "tile": self.needed("tile"),
            "casino": self.posted.get("casino", ""),
            "token": self.posted.get("token") == "1",
            "moves": moves,
        }


class Discarded(ActForm):
    """One tile that fits nowhere."""

    set = Text()
    tile = Whole()


class Token(ActForm):
    """A +3 token on or off a tile that lies."""

    casino = Text()
    set = Text()
    tile = Whole()
    on = Flag()


class Ruled(ActForm):
    """What a character card says to one placement."""

    set = Text()
    tile = Whole()
    casino = Text()
    allows = Flag()
    note = Text()


class Laid(PostedForm):
    """A casino as it lies: the tiles of each set, and who is ahead where the top is level."""

    def read(self) -> None:
        """Read each set's tiles, ticked one by one or typed in a row."""
        tiles: dict[str, list[str]] = {}
        for name in self.posted:
            if not name.startswith("tiles_"):
                continue
            words = " ".join(self.posted.getlist(name))[:200].replace(",", " ").split()
            tiles[name.removeprefix("tiles_")[:20]] = [word for word in words if self._is_tile(word)]
        leader = self.posted.get("leader") or None
        self.found = {"casino": self.posted.get("casino", ""), "tiles": tiles, "leader": leader}

    def _is_tile(self, word: str) -> bool:
        try:
            Tile.parse(word)
        except ValueError:
            self.mistakes.append(Reason("tile-text", {"typed": word[:20]}))
            return False
        return True


class Totals(PostedForm):
    """Each set's total at each casino, which is named by its place in the row."""

    def read(self) -> None:
        """Read the fields total_PLACE_SET and leader_PLACE; an empty field is no tile there."""
        totals: dict[str, dict[str, int]] = {}
        leaders: dict[str, str] = {}
        for name in self.posted:
            kind, _, rest = name.partition("_")
            place, _, set_id = rest.partition("_")
            if kind == "total" and (number := self.number(name)) is not None:
                totals.setdefault(place[:3], {})[set_id[:20]] = number
            elif kind == "leader" and self.posted[name]:
                leaders[place[:3]] = self.posted[name][:20]
        self.found = {"totals": totals, "leaders": leaders}


class Effect(ActForm):
    """Whether the character at a casino acts on its jackpot this time."""

    casino = Text()
    acts = Flag()


class Jackpot(ActForm):
    """Chips onto a casino, or off it."""

    casino = Text()
    n = Whole()


class Chips(ActForm):
    """Chips from the supply to a player, by a character."""

    seat = Text()
    n = Whole()


class Revealed(ActForm):
    """Whose rigged casino is opened."""

    fixer = Text()


class TurnedOver(ActForm):
    """The casino on a fixer's printed card."""

    fixer = Text()
    casino = Text()


class Penalty(ActForm):
    """Whether a seat pays for a 7 at its own rigged casino."""

    seat = Text()
    on = Flag()


class Counted(PostedForm):
    """The chips that lie before each player."""

    def read(self) -> None:
        """Read the fields chips_SEAT; an empty field is not counted."""
        names = [name for name in self.posted if name.startswith("chips_")]
        counts = {name.removeprefix("chips_")[:20]: self.number(name) for name in names}
        self.found = {"chips": {seat: n for seat, n in counts.items() if n is not None}}


class Corrected(ActForm):
    """A signed correction of what a player owns."""

    seat = Text()
    n = Whole()
    note = Text()


class SetUpCard(CardForm):
    """What the set-up card says for one number of players, which is the card's name."""

    def read(self) -> None:
        """Read jackpot, tiles and the team letters of each place, round by round."""
        typed = " ".join(self.posted.getlist("tiles"))[:200]
        rows = ["".join(self.posted.getlist(f"layout_{i}"))[:40] for i in (1, 2, 3)]
        self.found = {
            self.card: {
                "starting_jackpot": self.needed("starting_jackpot"),
                "tiles": _numbers(typed),
                "layout": ["".join(row.split()).upper() for row in rows],
            }
        }


class NamesCard(CardForm):
    """The names of casinos or suits; what is left as it came, or empty, is not entered."""

    def read(self) -> None:
        """Read the fields name_KEY."""
        (face,) = (card.face for card in cards({}) if card.name == self.card)
        shipped = {key: str(spoken(name)) for key, _, name, _ in face.names}
        typed = {key: unturned(self.posted.get(f"name_{key}", "")[:200]) for key in shipped}
        self.found = {self.card: {k: name if name not in ("", shipped[k]) else None for k, name in typed.items()}}


class CharacterCard(CardForm):
    """Both sides of a character; a side without limits, effect and reminder is not entered."""

    def read(self) -> None:
        """Read the name, and of each side the reminder, the limits and the effect."""
        number, name = self.card.partition(":")[2], unturned(self.posted.get("name", "")[:200])
        sides = {letter: self._side(letter) for letter in LETTERS}
        told = any(any(side.values()) for side in sides.values())
        if told and not name:
            self.mistakes.append(Reason("side-nameless"))
        if name and not told:
            self.mistakes.append(Reason("side-empty", {"name": name[:40]}))
        self.found = {
            f"side:{number}{letter}": {"name": name, **side} if any(side.values()) else None
            for letter, side in sides.items()
        }

    def _side(self, letter: str) -> dict[str, Any]:
        limits: dict[str, Any] = {
            key: self.number(f"{key}_{letter}", f"{key}, {letter}") for key in ("most", "from", "to", "most_a_player")
        }
        limits |= {key: self.posted.get(f"{key}_{letter}") or None for key in ("parity", "level")}
        limits["once"] = True if self.posted.get(f"once_{letter}") == "1" else None
        set_ = {key: value for key, value in limits.items() if value is not None}
        reminder = unturned(self.posted.get(f"reminder_{letter}", "")[:MOST_TYPED])
        effect = self.number(f"effect_{letter}", f"effect, {letter}")
        return {"reminder": reminder or None, "limits": set_ or None, "effect": effect or None}


def _numbers(typed: str) -> list[int | str]:
    """Read numbers apart by blanks or commas; what is none stays as it is, for the rules to refuse."""
    words = re.split(r"[\s,;]+", typed.strip())
    return [number if (number := whole_number(word)) is not None else word for word in words]


#: the forms of the owner's cards, by the kind of card
CARDS: Mapping[str, type[CardForm]] = {
    SET_UP_CARD: SetUpCard,
    CASINOS_CARD: NamesCard,
    SUITS_CARD: NamesCard,
    CHARACTER_CARD: CharacterCard,
}

FORMS: Mapping[str, type[ActForm]] = {
    "named": Named,
    "seated": Seated,
    "tabled": Tabled,
    "labelled": Labelled,
    "shuffled": Shuffled,
    "settled": Settled,
    "agreed": Settled,
    "dealt": Bare,
    "redealt": Bare,
    "printed": Bare,
    "chosen": Chosen,
    "placed": Placed,
    "discarded": Discarded,
    "token": Token,
    "ruled": Ruled,
    "laid": Laid,
    "totals": Totals,
    "ended": Bare,
    "effect": Effect,
    "jackpot": Jackpot,
    "chips": Chips,
    "revealed": Revealed,
    "turned_over": TurnedOver,
    "penalty": Penalty,
    "closed": Bare,
    "counted": Counted,
    "corrected": Corrected,
}
