"""What the table itself says, whatever is played at it; a game's own sentences lie beside its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion import words
from companion.engine import Game, Reason

SENTENCES: Mapping[str, str | tuple[str, str]] = {
    "again-running": "This game still runs. It can be played again once it is over.",
    "code-blank": "Type the code of the table: {length} letters and digits, shown on every phone at it.",
    "code-unknown": "No table has the code {code}. Compare it with a phone that is at the table.",
    "entry": "an entry",
    "form-old": "That form came from a page that is no longer good here. This is a fresh one: please do it again.",
    "form-void": "That form came from a page that is no longer good here, and nothing was recorded. Open a fresh one "
    "and do it again. If that does not help, let this browser keep cookies of this address.",
    "form-unknown": "There is no act called \u201c{kind}\u201d at this table.",
    "game-unknown": "No game here is called \u201c{game}\u201d. There is {games}.",
    "localhost": "No table was opened: other phones cannot follow to this address. Open the one below, here as well.",
    "no-network": "This device is on no network that other phones could reach. Join a Wi-Fi or switch on a hotspot.",
    "import-broken": "Event {number} of this file is refused by the rules, so nothing was taken in.",
    "import-format": "This is no exported game of format {format}. Take a file that vegas-companion export wrote.",
    "import-running": "This file holds no finished game. Export the game once its winners stand.",
    "import-unreadable": "An event of this file cannot be read, so nothing was taken in.",
    "no-cards": "Nobody has a secret card in this game.",
    "onlooker": "This phone looks on. To record something, take a seat first.",
    "only-host": "Only the phone that opened this table can do that.",
    "only-host-records": "At this table the host records, on the phone that opened it.",
    "only-own": "Only {seat} can do that, on the phone that holds the seat.",
    "only-own-records": "At this table everybody records for themselves. This is for {seat} to record.",
    "people-count": "{game} is for {least} to {most} people, not for {n}.",
    "people-unknown": "Say how many people play.",
    "redo-nothing": "There is nothing to bring back.",
    "redone": "Brought back: {what}",
    "seat-code-spent": "This seat code was used already, or a newer one took its place. Ask for a fresh one.",
    "seat-held": "{seat} is on another phone. Make the seat code there, or free the seat first.",
    "seat-elsewhere": "{seat} has moved to another phone, so this one no longer opens the card.",
    "seat-not-yours": "This phone does not hold the seat of {seat}. Only the phone that holds a seat opens its card.",
    "seat-taken": "{seat} is on another phone already. Get a seat code from there, or take a free seat.",
    "seat_freed": "The seat of {seat} was freed.",
    "seat_taken": "A phone took the seat of {seat}.",
    "seat-unknown": "There is no such seat at this table.",
    "stale": "Somebody was faster: this part of the table has moved on. Here is how it stands now.",
    "undo-breaks": "That cannot be taken back: what was recorded after it would no longer fit.",
    "undo-nothing": "There is nothing that can be taken back.",
    "undone": "Taken back: {what}",
    "wait": (
        "Too many tries came from here. Wait one second before the next. The code of a table stands on its phones.",
        "Too many tries came from here. Wait {n} seconds before the next. The code of a table stands on its phones.",
    ),
}


def say(game: Game[Any] | None, reason: Reason, names: Mapping[str, str] | None = None) -> str:
    """Speak a reason of a game or of the table, with people's names; a reason among its values is spoken first."""
    sentences = {**(game.sentences if game else {}), **SENTENCES}
    inner = {k: say(game, v, names) for k, v in reason.values.items() if isinstance(v, Reason)}
    return words.say(sentences, replace(reason, values={**reason.values, **inner}), names)
