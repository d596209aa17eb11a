"""What the table itself says, whatever is played at it; a game's own sentences lie beside its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion import words
from companion.engine import Game, Reason
from companion.words import Sentences

SENTENCES: Sentences = {
    "again-running": "This game still runs. It can be played again once it is over.",
    "amend-breaks": "That cannot be put right any more, because this line would no longer fit: {what}",
    "amend-choice": "\u201c{typed}\u201d cannot stand there. Take one of {choices}.",
    "amend-same": "That is what the line says already. Change something, or strike the line.",
    "amend-why-long": "A reason has {most} letters at most, and this has {long}.",
    "amended": "Put right: {what}",
    "amended-why": "Put right: {what} Why: {why}",
    "amended-struck": "Struck: {what}",
    "amended-struck-why": "Struck: {what} Why: {why}",
    "code-blank": "Type the code of the table: {length} letters and digits, shown on every phone at it.",
    "code-unknown": "No table has the code {code}. Compare it with a phone that is at the table.",
    "cut": "The table went back to the last line that can be read: what was recorded after it does not count any more.",
    "denied": "A phone asked for the seat of {seat} and was told no.",
    "denied-host": "A phone asked to be the host\u2019s and was told no.",
    "entry": "an entry",
    "event-unreadable": "This version cannot read it.",
    "form-old": "That form came from a page that is no longer good here. This is a fresh one: please do it again.",
    "form-void": "That form came from a page that is no longer good here, and nothing was recorded. Open a fresh one "
    "and do it again. If that does not help, let this browser keep cookies of this address.",
    "form-unknown": "There is no act called \u201c{kind}\u201d at this table.",
    "game-unknown": "No game here is called \u201c{game}\u201d. There is {games}.",
    "host-needs-phone": "{seat} has no phone at this table. Hand over to somebody who holds a seat on one.",
    "host-needs-seat": "The host\u2019s part goes to a phone that holds a seat. Take a seat first.",
    "host_moved": "The phone of {seat} is the host\u2019s now.",
    "localhost": "No table was opened: other phones cannot follow to this address. Open the one below, here as well.",
    "no-network": "This device is on no network that other phones could reach. Join a Wi-Fi or switch on a hotspot.",
    "import-broken": "Event {number} of this file is refused by the rules, so nothing was taken in.",
    "import-format": "This is no exported game of format {format}. Take a file that vegas-companion export wrote.",
    "import-running": "This file holds no finished game. Export the game once its winners stand.",
    "import-unreadable": "An event of this file cannot be read, so nothing was taken in.",
    "cards-deep": "These are brackets within brackets, deeper than any card needs. Nothing was taken.",
    "cards-file": "The cards of one copy of {game}, for Vegas Companion.",
    "cards-format": "This is no file of cards in the format {format}. Take one that Vegas Companion wrote.",
    "cards-loose": "\u201c{name}\u201d stands outside any card. Put it below the line that opens its card.",
    "cards-long": "This is more than {kilobytes} kilobytes, and no game has so many cards. Nothing was taken.",
    "cards-no-game": "The file does not say of which game it is. Its first line is: {game}.",
    "cards-no-toml": "\u201c{line}\u201d cannot be read here. A card opens once in a file, with a line such as [any]. "
    "Its values follow, each on a line such as count = 3; words stand between straight quotes, as in {text}.",
    "cards-number": "This number is larger than any card could have: {most} is the most. Nothing was taken.",
    "cards-no-text": "A sign here cannot be read. Save the file as UTF-8, or paste its text. Nothing was taken.",
    "cards-none": "The file is empty. Paste the text of a file of cards, or choose the file.",
    "cards-open": "Not entered: {values}.",
    "cards-other-game": "These are the cards of another game, \u201c{named}\u201d. Take them in on its own page.",
    "cards-stale": "Somebody was faster and entered another value in the same place. What you typed is still here, and "
    "not kept yet: save again to enter it instead.",
    "cards-moved": "The cards have changed since this preview. This is what the file would change now.",
    "cards-undo-stale": "Something else was entered since, and it stays. Here are the cards as they are now.",
    "cards-version": "Version of these cards:",
    "card-shut": "This phone took the seat of {seat} after the cards were dealt. The card opens with the next deal, or "
    "as soon as two of the others who see a card of their own say yes to it. Where there are no two, the host can have "
    "the round dealt anew.",
    "card-void": "The card that was open here is void: it has been dealt anew. The new one lies under this cover.",
    "mend-not-yours": "Only the host and those who hold a seat here can take the table back.",
    "mend-nothing": "Not even the first line of this table can be read. It is kept as it is.",
    "no-seat-free": "All {n} seats are on phones already. Free one first to print a card for it.",
    "no-cards": "Nobody has a secret card in this game.",
    "nothing-hidden": "No cards are dealt that anybody could look at now.",
    "card_opened": "The card of {seat} opens on the phone that took the seat.",
    "card_opened-vouched": "The card of {seat} opens on the phone that took the seat; {vouched} vouched for it.",
    "onlooker": "This phone looks on. To record something, take a seat first.",
    "only-host": "Only the host can do that, on the phone that opened the table or took it over.",
    "only-host-records": "At this table the host records, on one phone.",
    "only-own": "Only {seat} can do that, on the phone that holds the seat.",
    "only-host-several": "At this table everybody records for themselves. What concerns several the host records.",
    "only-own-records": "At this table everybody records for themselves. This is for {seat} to record.",
    "pin-shape": "A PIN has {least} to {most} digits.",
    "pin-wrong": "That is not the PIN of {seat}. Whoever forgot it takes the seat on a phone of its own.",
    "people-count": "{game} is for {least} to {most} people, not for {n}.",
    "people-unknown": "Say how many people play.",
    "plea-over": "That was settled already.",
    "pleaded": "A phone asks for the seat of {seat}.",
    "pleaded-host": "A phone asks to be the host\u2019s.",
    "pleas-many": "{n} phones that sat here before are asking already. Ask again once somebody at the table has "
    "answered them.",
    "redo-nothing": "There is nothing to bring back.",
    "redone": "Brought back: {what}",
    "restore-closed": (
        "Table {codes} of {file} does not open. Nothing was changed; --anyway takes the file all the same.",
        "The tables {codes} of {file} do not open. Nothing was changed; --anyway takes the file all the same.",
    ),
    "restore-damaged": "{file} is damaged ({why}). Nothing was changed; take an older copy.",
    "restore-in-use": "A server, or another command, has the tables of {folder} open. Stop it, then restore again.",
    "restore-newer": "{file} was written by a newer Vegas Companion. Nothing was changed; install that one first.",
    "restore-no-tables": "{file} holds no tables of Vegas Companion. Nothing was changed; take one that backup wrote.",
    "restore-unreadable": "{file} cannot be read as a copy of tables ({why}). Nothing was changed.",
    "seat-code-spent": "This seat code was used already, or a newer one took its place. Ask for a fresh one.",
    "seat-held": "{seat} is on another phone. Make the seat code there, or free the seat first.",
    "seat-elsewhere": "{seat} has moved to another phone, so this one no longer opens the card.",
    "seat-not-yours": "This phone does not hold the seat of {seat}. Only the phone that holds a seat opens its card.",
    "seat-taken": (
        "{seat} is on another phone already. Take a free seat; "
        "if that one is yours, tap \u201cThat is me\u201d beside it."
    ),
    "seat_freed": "The seat of {seat} was freed.",
    "seat_taken": "A phone took the seat of {seat}.",
    "seat_taken-vouched": "A phone took the seat of {seat}; {vouched} vouched for it.",
    "seat-unknown": "There is no such seat at this table.",
    "source-assumed": "assumed",
    "source-book": "from the rulebook",
    "source-derived": "derived from the rules",
    "source-entered": "entered by the owner",
    "source-none": "not entered",
    "source-review": "from a review",
    "source-site": "from the publisher\u2019s page",
    "stale": "Somebody was faster: this part of the table has moved on. Here is how it stands now.",
    "stale-both": "Somebody was faster and entered: {theirs} Yours was: {yours} It is not recorded. Here is how the "
    "table stands now.",
    "stale-same": "Somebody was faster and entered the same: {theirs}",
    "stale-seen": "Somebody was faster: {theirs} Here is how the table stands now.",
    "together": "Everybody looks at their card, all together.",
    "tried_out": "This table is a try-out: its people are made up, and nothing of it is kept for later tables.",
    "title-tryout": "{game}, try-out",
    "undo-breaks": "That cannot be taken back: what was recorded after it would no longer fit.",
    "undo-nothing": "There is nothing that can be taken back.",
    "undone": "Taken back: {what}",
    "wait": (
        "Too many tries came from here. Wait one second before the next.",
        "Too many tries came from here. Wait {n} seconds before the next.",
    ),
}


def rule_of(game: Game[Any] | None, reason: Reason) -> str:
    """Name the rule behind a reason by its id, as a verdict names it or as the game's help does; '' where none is."""
    named = str(reason.values.get("rule", ""))
    return named or (game.help.behind.get(reason.code, "") if game else "")


def say(game: Game[Any] | None, reason: Reason, names: Mapping[str, str] | None = None) -> str:
    """Speak a reason of a game or of the table, with people's names; a reason among its values is spoken first."""
    sentences = {**(game.sentences if game else {}), **SENTENCES}
    inner = {k: say(game, v, names) for k, v in reason.values.items() if isinstance(v, Reason)}
    return words.say(sentences, replace(reason, values={**reason.values, **inner}), names)
