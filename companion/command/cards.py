"""The cards of the owner's copy as a file: the command cards."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion import play
from companion.cards import LONGEST_FILE, Unread
from companion.command import Sorry
from companion.command.folder import stored
from companion.engine import Game


def cards(options: argparse.Namespace) -> int:
    """Print the file of a game's cards, or take one in, whole or not at all, and say what it changed."""
    with stored(options) as store:
        try:
            copy = play.copy_of(store, options.game)
        except play.NoCards:
            raise Sorry(f"No game here is called {options.game}.") from None
        if options.take is None:
            sys.stdout.write(play.out(copy))
            return 0
        text = _text(options.take)
        seen = play.preview(store, options.game, text)
        if isinstance(seen, Unread):
            raise Sorry(_wrong(copy.game, options.take, seen))
        taken = play.take(store, options.game, text, seen.mark)
    if not isinstance(taken, play.Entered):
        raise Sorry("Somebody entered cards at the same moment. Nothing was taken; try once more.")
    for change in seen.changes:
        old, new = (play.say(copy.game, said) if said else "not entered" for said in (change.old, change.new))
        print(f"{play.say(copy.game, change.card)}, {play.say(copy.game, change.label)}: {old} -> {new}")
    return 0


def _text(file: str) -> str:
    try:
        with Path(file).open(encoding="utf-8") as opened:
            return opened.read(2 * LONGEST_FILE)
    except OSError as error:
        raise Sorry(f"{file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError:
        raise Sorry(f"{file} is no text in UTF-8. Take a file of cards that Vegas Companion wrote.") from None


def _wrong(game: Game[object], file: str, unread: Unread) -> str:
    lines = (f"{file}, line {line}: {play.say(game, reason)}" for line, reason in unread.faults)
    return "\n".join(("Nothing was taken.", *lines))
