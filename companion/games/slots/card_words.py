"""What the owner's cards say, are called, and cannot say."""

from __future__ import annotations

from companion.words import Sentences

CARD_SENTENCES: Sentences = {
    "card-symbols": "Score card and deck",
    "card-ranks": "Names of the ranks",
    "card-month": "This month\u2019s Cumber effect",
    "label-points": "Points of {symbol}",
    "label-count": "Cards of {symbol}",
    "label-name": "Name of {symbol}",
    "label-picture": "Picture of {symbol}",
    "label-ranks": "Names of the ranks",
    "label-month": "Effect of the month",
    "says-points": ("{symbol}: {n} point", "{symbol}: {n} points"),
    "says-count": ("{symbol}: one card", "{symbol}: {n} cards"),
    "says-name": "{symbol}",
    "says-picture": "{picture}",
    "says-ranks-book": "As in the rulebook",
    "says-ranks-site": "As on the publisher\u2019s page",
    "says-month": "{effect}",
    "odd-points": "{symbol} counts {n}: all printed values that are known are even. Look once more.",
    "card-short": "Only {n} symbols are here, and the score card in your box has more of them.",
    "deck-more": "These are {n} cards, {over} more than the {deck} of the deck.",
    "deck-less": "These are {n} cards, {under} fewer than the {deck} of the deck.",
    "card-unknown": "No card of this game is called \u201c{name}\u201d. Names that it knows are {known}.",
    "card-key": "A card has nothing called \u201c{name}\u201d here. There is {known}.",
    "card-text": "What stands for {what} is no text.",
    "card-picture": "There is no such picture for {what}. There are {pictures}.",
    "card-points": "{what}: {typed} cannot be the points of a set. They go from 0 to {most}.",
    "card-count": "{what}: {typed} cannot be the number of cards. It goes from 1 to {most}, or stays empty.",
    "card-ranks-which": "The ranks are named by one of {known}.",
    "card-effect-long": "The effect has {long} signs; {most} fit. Shorten it a little.",
    "completed-points": "From the cards of this copy: {symbol} counts {n} a set.",
    "completed-count": (
        "From the cards of this copy: one {symbol}.",
        "From the cards of this copy: {n} \u00d7 {symbol}.",
    ),
    "completed-name": "From the cards of this copy: {symbol} is on the card; its points are still open.",
    "completed-effect": "From the cards of this copy, this month\u2019s Cumber effect: {effect}",
    "completed-known": "What this table knows of the cards stands. Later tables start from what was entered.",
    "completed-unread": "What stands for the card {name} cannot be read.",
}
