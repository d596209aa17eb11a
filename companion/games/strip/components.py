"""What lies in the box of Vegas Strip, as far as it is known, each with its ground.

Grounds: book (the rulebook), review (a published review), derived (forced by counting), assumed (to be confirmed from
the cards of one's own copy).
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.language import N_, Term

#: the first three book, the next two review, the last one unknown and called by its number until somebody names it
CASINOS = ("Santorini", "Sunset Gondola", "The Peacock", "Sunken Treasure", "Gold Rush", "Casino 6")

#: the first four book, the last two assumed
SUITS = ("spades", "diamonds", "hearts", "clubs", "stars", "moons")
#: how we call them, and a person who has no other name yet
_NAMES = (N_("spades"), N_("diamonds"), N_("hearts"), N_("clubs"), N_("stars"), N_("moons"))
SUIT_NAMES: Mapping[str, Term] = dict(zip(SUITS, map(Term, _NAMES), strict=True))
_CALLED = (N_("Spades"), N_("Diamonds"), N_("Hearts"), N_("Clubs"), N_("Stars"), N_("Moons"))
NEWCOMERS: Mapping[str, Term] = dict(zip(SUITS, map(Term, _CALLED), strict=True))

#: numbers of one set of tiles: seven derived from 42 tiles for six players (VS-A1), one each of 1 to 7 assumed (VS-A2)
TILES = (1, 2, 3, 4, 5, 6, 7)

#: book: what the rule about one's own rigged casino speaks of (VS-R23)
SEVEN = 7
#: book: tiles of one set at one casino, at most (VS-R22)
TILES_A_CASINO = 2
#: book: +3 tokens, chips and rounds (VS-R01, R09)
TOKENS = 6
TOKEN_ADDS = 3
CHIPS = 98
ROUNDS = 3

#: derived, by the number of players (VS-A4)
TEAM_COUNT: Mapping[int, int] = {2: 2, 3: 3, 4: 2, 5: 3, 6: 3}
CASINO_COUNT: Mapping[int, int] = {2: 5, 3: 6, 4: 5, 5: 6, 6: 6}

#: the team letter of each turn position, round by round; four players derived up to a choice, five and six assumed
#: (VS-A5)
LAYOUTS: Mapping[int, tuple[str, str, str]] = {
    2: ("AB", "AB", "AB"),
    3: ("ABC", "ABC", "ABC"),
    4: ("ABBA", "ABBA", "ABAB"),
    5: ("ABCBA", "ABCBA", "ABCBA"),
    6: ("ABCCBA", "ABCCBA", "ABCCBA"),
}

#: assumed: the jackpot of a worked example, and no more than that (VS-A3)
STARTING_JACKPOT = 15

#: book: chips that a 7 at one's own rigged casino costs in a learning game (VS-C09)
LEARNING_PENALTY = 10

#: book: ten characters, of which the rules name three
CHARACTERS = 10
CASINO_OWNER = "Casino Owner"
HIGH_ROLLER = "High Roller"
PRO_GAMBLER = "Pro Gambler"
