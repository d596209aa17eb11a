"""The sentences of Vegas Strip, by the code of the reason that they speak.

A pair is (one, many), told apart by the value `n`.
"""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str | tuple[str, str]] = {
    # Players, casinos and teams
    "players": "Vegas Strip is for {least} to {most} players, and this is {n}.",
    "casino-count": "With {players} players {due} casinos are on the table, not {n}.",
    "layout": "The teams of round {round} cannot be “{layout}”: {players} players need {players} capital letters, "
    "{teams} different ones and none more than twice, as in {like}.",
    "repeat-partners": "In more than one of the 3 rounds {seats} are partners; another layout can keep them apart.",
    # A fixer's choice and the reveals
    "not-dealt": "The 2 casinos dealt are {dealt}, without {casino}; rig one of them and make the other one secure.",
    "same-casino": "There is only 1 fixer card of {casino}, and it is named twice; name another casino once.",
    # Placing a tile: what everyone may know
    "two-tiles": "At most {most} tiles of a set may lie here, and {set} already {set:has|have} {tiles}; another casino "
    "can still take the {tile}.",
    "ties-leader": (
        "Here {leader} {leader:leads|lead} with {lead}, and this tile is {total} as well: {higher} would lead, "
        "{lower} stays under.",
        "Here {leader} {leader:leads|lead} with {lead}; {sum} is {total} as well: {higher} would lead, "
        "{lower} stays under.",
    ),
    # Placing a tile: what only one team may know
    "seven-at-rigged": "Your team rigged this casino, so no {seven} of yours may go here, and this {tile} counts as "
    "{seven}; any other casino can take it.",
    # What would come of a tile
    "would-lead-empty": "Empty: {tile} would lead",
    "would-lead": "Would lead with {total}",
    "stays-first": "Stays first with {total}",
    "would-be": "Place {place} with {total}",
    # The end of the game
    "wins-alone": "Of two players {winner} wins with {total} chips against {other_total}; a literal reading of the "
    "rules would let both win.",
    "win-together": "The winners are {winners}, with {totals} chips.",
    "last-round-decides": "Both {above} and {below} have {total} chips; the last round decides, with {better} against "
    "{worse}.",
    "level-in-both": "Nothing tells {seats} apart: each has {total} chips, {gain} of them from the last round.",
}
