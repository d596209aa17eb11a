"""What the owner's cards say, are called, and cannot say."""

from __future__ import annotations

from companion.words import Sentences

CARD_SENTENCES: Sentences = {
    "card-set-up": "Set-up card for {n}",
    "card-casinos": "Names of the casinos",
    "card-character": "{name}",
    "card-suits": "Names of the suits",
    "label-starting_jackpot": "Starting jackpot",
    "label-tiles": "Tiles",
    "label-layout": "Teams",
    "label-casino": "Casino {n}",
    "label-suit": "Suit {n}",
    "says-jackpot": ("{n} chip on each casino", "{n} chips on each casino"),
    "says-tiles": "Tiles {tiles}",
    "says-layout": "Teams {layout}",
    "says-name": "{name}",
    "label-side": "Side {side} of {name}",
    "label-side-name": "Name on side {side} of {name}",
    "says-side": "Side {side}: {does}",
    "does-and": "{one}. {more}",
    "does-nothing": "Nothing",
    "does-effect": "Jackpot {n} each round",
    "does-reminder": "\u201c{reminder}\u201d",
    "side-nameless": "A side is entered, and the character has no name yet. Type the name that is printed on the card.",
    "side-empty": "Neither side of {name} says anything yet. Tick a limit, or write a word to remember it by.",
    "card-repeat": "Who sits {one} in round 1 and who sits {other} are partners in more than one round. "
    "Another layout can keep them apart: look at the card once more.",
    "card-unknown": "No card of this game is called \u201c{name}\u201d. Names that it knows are {known}.",
    "card-key": "A card has nothing called \u201c{name}\u201d here. There is {known}.",
    "card-text": "A name is a text.",
    "card-twice": "{name} is there already. Two of one name could not be told apart.",
}
