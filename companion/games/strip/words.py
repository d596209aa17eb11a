"""The sentences of Vegas Strip, by the code of the reason that they speak.

A pair is (one, many), told apart by the value `n`.
"""

from __future__ import annotations

from companion.words import Sentences

SENTENCES: Sentences = {
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
    # Placing a tile: what the limits of a character say, to everyone too
    "limit-most": (
        "By the character the most here is {most} in all, and one tile lies here; another casino can still take the "
        "{tile} of {set}.",
        "By the character the most here is {most} in all, and {n} tiles lie here; another casino can still take the "
        "{tile} of {set}.",
    ),
    "limit-player": (
        "By the character each set has at most one tile here, and {set} already {set:has|have} {tiles}; another casino "
        "can still take the {tile}.",
        "By the character each set has at most {n} tiles here, and {set} already {set:has|have} {tiles}; another "
        "casino can still take the {tile}.",
    ),
    "limit-range": "By the character only the numbers {numbers} lie here, and {set} {set:places|place} a {shown}: "
    "{nearest} would fit.",
    "limit-odd": "By the character only odd numbers lie here, and {set} {set:places|place} a {shown}: "
    "{nearest} would fit.",
    "limit-even": "By the character only even numbers lie here, and {set} {set:places|place} a {shown}: "
    "{nearest} would fit.",
    "limit-once": "By the character each number lies here once, and the {number} of {sets} does: for {set} {nearest} "
    "would fit.",
    "limit-equal": "By the character no two totals here are equal, and with the {tile} {set} would have {total} like "
    "{sets}: {nearest} would fit.",
    "numbers-between": "{least} to {highest}",
    "numbers-from": "{least} and more",
    "numbers-to": "{highest} and less",
    # Placing a tile: what only one team may know
    "seven-at-rigged": "Your team rigged this casino, so no {seven} of yours may go here, and this {tile} counts as "
    "{seven}; any other casino can take it.",
    # What would come of a tile
    "would-lead-empty": "Empty: {tile} would lead",
    "would-lead": "Would lead with {total}",
    "stays-first": "Stays first with {total}",
    "would-be": "Place {place} with {total}",
    "would-be-level": "Level with {leader} at {total}, place {place}",
    # The end of the game
    "wins-alone": "Of two players {winner} wins with {total} chips against {other_total}; a literal reading of the "
    "rules would let both win.",
    "win-together": "The winners are {winners}, with {totals} chips.",
    "last-round-decides": "Both {above} and {below} have {total} chips; the last round decides, with {better} against "
    "{worse}.",
    "level-in-both": "Nothing tells {seats} apart: each has {total} chips, {gain} of them from the last round.",
}
