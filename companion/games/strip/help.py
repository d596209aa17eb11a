"""The rules of Vegas Strip in our own words, by the ids that verdicts name, and which rule stands behind a reason."""

from __future__ import annotations

from collections.abc import Mapping

from companion.help import Help, Rule, Section
from companion.language import N_

_CARD = N_("Your cards, or the set-up card before the first deal.")
_YOURS = N_("Your cards, from the start page.")
_AGREED = N_("What we agreed on, in the menu.")

_SETTING_UP = Section(
    "set-up",
    "Setting up",
    (
        "Two to six people, three rounds. Casinos lie in a row: 5 with two or four people, 6 with three, five or six.",
        "Each casino gets the starting jackpot of the set-up card and one character below it.",
        "Everyone has the tiles 1 to 7 of one suit, open before them.",
    ),
    (
        Rule(
            "VS-R01",
            "What is in the box",
            "Cards for up to six people: set-up cards, casinos, a fixer card for each casino, partner cards for three "
            "teams, ten characters with two sides each, player cards. Besides 42 tiles, six +3 tokens, 98 chips and "
            "the marker of the first player.",
        ),
        Rule(
            "VS-R02",
            "How many casinos",
            "The set-up card of your number of people says how many casinos lie in the row. They differ in name and "
            "picture alone; no rule asks which is which.",
        ),
        Rule(
            "VS-R03",
            "Five casinos, five fixer cards",
            "Where only five casinos lie on the table, the fixer card of the sixth stays in the box, so nobody is ever "
            "dealt it.",
        ),
        Rule(
            "VS-R04",
            "The starting jackpot",
            "Every casino begins with the same number of chips: the one printed on the set-up card.",
        ),
        Rule(
            "VS-R05",
            "A character below each casino",
            "Deal one character card at random below every casino. In a first game all show side A; later each side is "
            "left to chance.",
        ),
        Rule("VS-R06", "The +3 tokens", "Six +3 tokens lie ready when the Pro Gambler is among the characters."),
        Rule(
            "VS-R07",
            "A suit and its tiles",
            "Everyone takes a player card with the team marker and the tiles of its suit. Tiles that the set-up card "
            "crosses out leave the game, for everybody alike.",
        ),
        Rule(
            "VS-R08",
            "Who starts",
            "The first-player marker of round 1 goes to the person whose last trip to Las Vegas is the shortest ago.",
        ),
        Rule("VS-R09", "Three rounds", "A game has three rounds, never more or fewer."),
        Rule(
            "VS-R12",
            "Open hands",
            "Tiles in hand lie face up. Everybody may look at everybody\u2019s hand at any time.",
        ),
        Rule(
            "VS-A1",
            "Seven tiles or eight?",
            "The rulebook names both numbers. Seven it is: 42 tiles among six people.",
            _CARD,
        ),
        Rule(
            "VS-A2",
            "Which numbers?",
            "The numbers are never listed. We take 1 to 7, one of each, with the 7 as the highest.",
            _CARD,
        ),
        Rule(
            "VS-A3",
            "What only the set-up card knows",
            "Starting jackpot and removed tiles stand on the printed card alone. We fill in 15 chips and no removed "
            "tiles, and ask you to look.",
            _CARD,
        ),
        Rule(
            "VS-A4",
            "Casinos by number of people",
            "Each team is dealt two casinos, and one may be left over. That makes 5 casinos for two or four people and "
            "6 for three, five or six.",
        ),
        Rule("VS-A6", "Alone?", "Two people win, so one alone cannot play."),
        Rule(
            "VS-A32",
            "When the chips run out",
            "Nothing is said about an empty supply, so it never ends: note down what is missing. We speak up when more "
            "chips are out than the box holds.",
        ),
        Rule(
            "VS-A37",
            "Are chips secret?",
            "The rulebook does not say. They lie open, unless the table hides the totals until the end.",
            _AGREED,
        ),
    ),
)

_TEAMS = Section(
    "teams",
    "Teams, and who rigs what",
    (
        "Positions in turn order make the teams, anew in each round. Whoever has no partner plays alone.",
        "The earlier one of a team is its fixer: gets two casinos in secret, rigs one and makes the other secure, and "
        "shows both to the partner.",
        "Win where it is rigged. Where it is secure, come second.",
    ),
    (
        Rule(
            "VS-R10",
            "Rigged and secure",
            "In each round every team has a rigged and a secure casino, and keeps both to itself.",
        ),
        Rule(
            "VS-R11",
            "Why it matters",
            "First place pays at a rigged casino. At a secure one first place is thrown out, and the others are paid.",
        ),
        Rule(
            "VS-R13",
            "Teams by position",
            "Count positions clockwise from the first player. The set-up card gives each position a team letter. As "
            "the marker moves on each round, so do the teams.",
        ),
        Rule(
            "VS-R14",
            "Without a partner",
            "Someone whose letter nobody shares plays the round alone. With two or three people that is everybody.",
        ),
        Rule("VS-R15", "The fixer", "Of two partners the one who plays earlier is the fixer. Alone you are your own."),
        Rule(
            "VS-R16",
            "Dealing the fixer cards",
            "Shuffle them anew each round and give every fixer two. One that is left over lies face down beside the "
            "set-up card, seen by nobody.",
        ),
        Rule(
            "VS-R17",
            "The choice",
            "The fixer rigs one of the two casinos, and the other one is secure. Both cards are used, so there are two "
            "ways to choose.",
        ),
        Rule("VS-R18", "What the partner sees", "The partner is shown the same two casinos in the same roles."),
        Rule(
            "VS-R19",
            "Looking again",
            "Fixer and partner may look at their cards whenever they like. Nobody else ever may.",
        ),
        Rule(
            "VS-C01",
            "No table talk",
            "Partners do not discuss what to do before the last tile lies. Asking about the rules is always fine.",
        ),
        Rule(
            "VS-C02",
            "Four people, last round",
            "With four, the last round has positions of its own, so that nobody has the same partner twice.",
        ),
        Rule(
            "VS-C03",
            "The casino that nobody was dealt",
            "With two or four people one casino is left over. It counts as secure.",
        ),
        Rule(
            "VS-A5",
            "Which positions belong together",
            "The printed layout is not in the rulebook. We fold the row: first with last, second with last but one. "
            "With four, round 3 pairs first with third. Nobody then meets a partner twice.",
            _CARD,
        ),
        Rule(
            "VS-A7",
            "Rigged twice?",
            "A casino has one fixer card, dealt once a round. So it cannot be rigged by two teams, nor be rigged for "
            "one and secure for another.",
        ),
        Rule(
            "VS-A8",
            "May one look at the leftover card?",
            "Nobody may while the game lasts. The app opens every deal once the winners stand, so that all can be "
            "checked.",
        ),
        Rule(
            "VS-A9",
            "Choosing again",
            "A choice may be changed until the partner has looked or the first tile of the round lies.",
        ),
        Rule(
            "VS-A38",
            "Whose Peacock?",
            "In the rulebook\u2019s example the rigged Peacock must be the other team\u2019s: no casino has two roles.",
        ),
    ),
)

_TURN = Section(
    "turn",
    "A turn",
    (
        "Clockwise, place one tile from your hand under a casino. There is no passing.",
        "Add up your tiles there; everybody is ranked by total, partners each for themselves.",
        "Only if no tile fits anywhere, discard one. It comes back at the end of the round.",
    ),
    (
        Rule("VS-R20", "One tile a turn", "From the first player on, everyone places exactly one tile. Nobody passes."),
        Rule(
            "VS-R21",
            "The ranking at a casino",
            "Your total at a casino is the sum of your tiles there. The highest total stands first. Partners are "
            "ranked apart, like anybody else.",
        ),
        Rule(
            "VS-C10",
            "Nothing fits",
            "When none of your tiles may lie anywhere, put one aside instead. You have it back when the round ends.",
        ),
        Rule(
            "VS-A19",
            "When is a discard due?",
            "When no tile in your hand has a legal place, not just the one you would like. Which one goes is up to "
            "you. So that an answer never tells who rigged what, the app goes by the open rules alone, and your own "
            "card says whether it was due.",
        ),
        Rule(
            "VS-A36",
            "Hands of different length",
            "Everyone uses a tile each turn, so all hands end in the same lap. Should a character change that, whoever "
            "has no tile is passed over.",
        ),
    ),
)

_PLACING = Section(
    "placing",
    "Where a tile may go",
    (
        "At most two of your tiles at one casino.",
        "Never level with the leader: get above or stay below. Level with anybody else is fine.",
        "No 7 at the casino that your own team rigged.",
        "The character below a casino has its own say there: read the card.",
    ),
    (
        Rule("VS-R22", "Two tiles at most", "With two of your tiles at a casino you are done there for this round."),
        Rule(
            "VS-R23",
            "No 7 at your own rigged casino",
            "It binds fixer and partner alike, and whoever plays alone. Your 7 would be too plain a cheat.",
        ),
        Rule(
            "VS-R24",
            "The 7 anywhere else",
            "Your 7 may go to a casino that others rigged, to your secure one, and to any other.",
        ),
        Rule(
            "VS-R25",
            "Never level with the leader",
            "The leader is the one on top at a casino. Your total after placing must not be the same as the "
            "leader\u2019s: pass it or stay under it, even if the leader is your partner.",
        ),
        Rule("VS-R26", "Level with others", "Being level with anybody but the leader is allowed."),
        Rule(
            "VS-R27",
            "The character\u2019s rule",
            "Each character adds a rule at its own casino. The rulebook leaves those texts to the cards: what you have "
            "entered of yours is followed here. For the rest read the card, and tell the app what it allows or "
            "forbids.",
            _YOURS,
        ),
        Rule(
            "VS-C07",
            "Casino Owner, side B",
            "It does nothing where nobody led before. So an empty casino has no leader.",
        ),
        Rule(
            "VS-C07b",
            "High Roller, side A",
            "It acts in every round, the first one included, once the jackpots are filled.",
        ),
        Rule(
            "VS-C08",
            "A +3 token",
            "It makes the tile\u2019s number higher by three, for the ranking and for payouts, until it leaves the "
            "tile. Whether you are level with the leader is looked at after all tokens have moved.",
        ),
        Rule(
            "VS-A11",
            "An empty casino",
            "Nobody leads there, so the first tile may be any, but for a 7 at your own rigged casino.",
        ),
        Rule(
            "VS-A12",
            "The leader\u2019s second tile",
            "Whoever leads may always add a tile as far as ties go: everybody else is below already.",
        ),
        Rule(
            "VS-A13",
            "A partner or own blockers in the lead",
            "They count like any other leader: you may not be level with them either.",
        ),
        Rule(
            "VS-A14",
            "Level at the top by a token",
            "A token that moves can make two people level at the top. Whoever was ahead stays ahead, and the app says "
            "so; if it cannot know, it asks.",
        ),
        Rule(
            "VS-A15",
            "Token first, tie second",
            "All tokens move, then totals are compared. A tie that the tokens undo is none, and one that they make "
            "counts.",
        ),
        Rule(
            "VS-A16",
            "Is a 4 with +3 a 7?",
            "Yes, and a 7 with +3 is a 10. What counts is the number when the tile is placed; a token that comes later "
            "breaks nothing.",
        ),
        Rule(
            "VS-A17",
            "A card moves a 7 to your rigged casino",
            "You did not place it there, so nothing is broken and nothing is paid.",
        ),
        Rule(
            "VS-A18",
            "A card makes a third tile",
            "Nothing is taken away. You may only place no more there.",
        ),
        Rule(
            "VS-A33",
            "What characters do",
            "Their texts are on the cards only. Enter limits and jackpots once, and the app follows them; for all else "
            "it has controls: jackpots, chips, tokens, and a ruling on a tile.",
            _YOURS,
        ),
        Rule(
            "VS-A35",
            "What an answer may tell",
            "Everybody may see whether the open rules allow a tile. What has to do with your rigged casino stands on "
            "your own card alone, or asking would tell.",
        ),
    ),
)

_PAYOUT = Section(
    "payout",
    "Payout",
    (
        "Fixers reveal their rigged casinos in turn order. The leader there takes the whole jackpot, the others get "
        "nothing.",
        "All other casinos are secure: the leader gets nothing, everybody else takes their own total from the supply.",
        "Partners share what both earned in halves; an odd chip goes back.",
    ),
    (
        Rule(
            "VS-R28",
            "Rigged casinos",
            "Once every tile lies, fixers turn over their rigged casinos one after the other. Whoever leads there, of "
            "whatever team, has the jackpot; nobody else there gets anything.",
        ),
        Rule("VS-R29", "Tiles from there go home", "Tiles at rigged casinos go back to the hands they came from."),
        Rule(
            "VS-R30",
            "Secure casinos",
            "What still has tiles is secure. The leader takes them back and earns nothing. All others there earn as "
            "many chips as their own total, out of the supply. The jackpot is left alone.",
        ),
        Rule("VS-R31", "The rest goes home too", "Then all other tiles go back as well."),
        Rule("VS-R32", "Partners count together", "Two partners add up what both of them earned in this round."),
        Rule(
            "VS-R33",
            "Example: rigged",
            "A rigged casino with 15 chips, clubs in the lead: clubs 15, hearts and diamonds nothing.",
        ),
        Rule(
            "VS-R34",
            "Example: secure",
            "A secure casino, diamonds in the lead, spades with 7 and clubs with 4: diamonds nothing, spades 7 and "
            "clubs 4. Its jackpot waits for the next round.",
        ),
        Rule(
            "VS-R35",
            "Half and half",
            "All chips that partners earn in a round, from casinos and characters, make one pile. Each has half of it; "
            "if it is odd, one chip goes to the supply first.",
        ),
        Rule("VS-R36", "Alone you keep all", "Without a partner everything you earned in the round is yours."),
        Rule("VS-R37", "Two or three people", "Nobody has a partner then, so nothing is ever shared."),
        Rule(
            "VS-C04",
            "Chips from a character",
            "They come out of the supply, not from a jackpot, and partners put them on their pile.",
        ),
        Rule("VS-C05", "Chips onto a jackpot", "They come out of the supply too, unless the card names another place."),
        Rule(
            "VS-C06",
            "A jackpot that nobody took",
            "It stays as it is: what was added remains, and what was taken off is not replaced, unless nothing is "
            "left.",
        ),
        Rule(
            "VS-C09",
            "A 7 found at one\u2019s own rigged casino",
            "It is noticed in the payout. In a learning game it costs 10 chips of what you won; among experienced "
            "players everything you won in the round.",
            _AGREED,
        ),
        Rule(
            "VS-A10",
            "The order of the reveals",
            "Turn order of the round. It is for the suspense: the chips come out the same. Secure choices stay hidden "
            "until the winners stand.",
        ),
        Rule("VS-A23", "Nobody at a rigged casino", "Without tiles there is no leader, and the jackpot stays."),
        Rule(
            "VS-A24",
            "One person at a secure casino",
            "That one leads, so there is nothing. People who are level below the leader are all paid in full.",
        ),
        Rule(
            "VS-A25",
            "What counts as taken",
            "A jackpot is taken once a leader has it, or once it went to the supply because blockers led.",
        ),
        Rule("VS-A27", "A pile of one", "One chip cannot be halved: it goes back, and both get nothing."),
        Rule(
            "VS-A28",
            "How the penalty is paid",
            "After the split, by the one who placed the 7, out of that person\u2019s share of this round and never "
            "more than it. The partner loses nothing, the tile still counted, and the chips go to the supply. A wrong "
            "7 that is seen earlier is taken back instead.",
            _AGREED,
        ),
        Rule(
            "VS-A34",
            "Character chips when alone, or for blockers",
            "Alone you keep them. Blockers never earn any.",
        ),
    ),
)

_TWO = Section(
    "two",
    "Two people",
    (
        "Each also has a second set of tiles: blockers. A turn is one own tile and one blocker, in either order.",
        "Blockers are ranked and bound like a partner but never earn; a jackpot that they win goes to the supply.",
        "The first player begins each round with a blocker alone, and ends it with the last own tile.",
    ),
    (
        Rule("VS-R38", "Blockers", "With two people each takes another whole set of tiles as blockers."),
        Rule("VS-R39", "A turn for two", "Place one of your tiles and one of your blockers, whichever comes first."),
        Rule("VS-R40", "Two fixers", "Both play alone: two fixer cards each, and the fifth is left over."),
        Rule(
            "VS-R41",
            "How blockers count",
            "A set of blockers is like one more person: a place of its own, two tiles a casino, and never level with "
            "the leader. It can lead.",
        ),
        Rule("VS-R42", "The blocker 7", "The 7 among your blockers may go to the casino that you rigged."),
        Rule(
            "VS-R42b",
            "Blockers earn nothing",
            "No chips for them, from casinos or characters. A jackpot that they lead goes to the supply.",
        ),
        Rule(
            "VS-R43",
            "First and last turn",
            "In each round the first player opens with one blocker and nothing else, and also has the last turn, with "
            "one tile.",
        ),
        Rule(
            "VS-A20",
            "Only half a turn fits",
            "Place the half that fits and discard the other, but only if no order and no other tile fits both. The app "
            "points out the order that does.",
        ),
        Rule(
            "VS-A21",
            "Removed tiles and blockers",
            "What the set-up card takes from the tiles it takes from the blockers too, or the turns would not work "
            "out.",
        ),
        Rule(
            "VS-A22",
            "Blockers lead a secure casino",
            "Out they go, like anybody, and everyone below them is paid, their owner\u2019s tiles too.",
        ),
        Rule(
            "VS-A31",
            "Who wins of two?",
            "Read to the letter both would win. We let the richer one win, and the result says so.",
            _AGREED,
        ),
    ),
)

_END = Section(
    "end",
    "Next round, and the end",
    (
        "Casinos without chips get the starting jackpot again; the others stay. The marker moves on clockwise.",
        "After three rounds the two richest win together. Level in chips? The last round decides.",
    ),
    (
        Rule(
            "VS-R44",
            "The next round",
            "Only a casino with no chips at all is filled up to the starting jackpot. Then the first-player marker "
            "goes one seat clockwise.",
        ),
        Rule(
            "VS-R45",
            "Who wins",
            "The richest and the second richest person win together, whoever their partners were. Of people with the "
            "same number of chips, the one who earned more in round 3 stands higher.",
        ),
        Rule("VS-A26", "After round 3", "Nothing is filled again: the game is over."),
        Rule(
            "VS-A29",
            "Still level",
            "If the last round does not tell them apart either, all who are level with second place win.",
        ),
        Rule(
            "VS-A30",
            "Earned in the last round",
            "We take what your chips grew by in round 3, a penalty already taken off.",
        ),
    ),
)

#: the rule behind a reason, by its code
_BEHIND: Mapping[str, str] = {
    # the rules themselves
    "people-count": "VS-A6",
    "players": "VS-A6",
    "casino-count": "VS-A4",
    "layout": "VS-R13",
    "repeat-partners": "VS-A5",
    "not-dealt": "VS-R17",
    "same-casino": "VS-A7",
    "two-tiles": "VS-R22",
    "ties-leader": "VS-R25",
    "seven-at-rigged": "VS-R23",
    "limit-most": "VS-R27",
    "limit-player": "VS-R27",
    "limit-range": "VS-R27",
    "limit-odd": "VS-R27",
    "limit-even": "VS-R27",
    "limit-once": "VS-R27",
    "limit-equal": "VS-R27",
    "numbers-between": "VS-R27",
    "numbers-from": "VS-R27",
    "numbers-to": "VS-R27",
    "would-be-level": "VS-R26",
    "would-lead-empty": "VS-A11",
    "would-lead": "VS-R21",
    "stays-first": "VS-A12",
    "would-be": "VS-R21",
    "wins-alone": "VS-A31",
    "win-together": "VS-R45",
    "last-round-decides": "VS-R45",
    "level-in-both": "VS-A29",
    # refusals at the table
    "casino-cards": "VS-A4",
    "tiles-count": "VS-R22",
    "choices-missing": "VS-R17",
    "no-choice": "VS-R15",
    "choice-locked-begun": "VS-A9",
    "choice-locked-looked": "VS-A9",
    "not-in-hand": "VS-R20",
    "hand-empty": "VS-R20",
    "out-of-turn": "VS-R20",
    "opening-blocker": "VS-R43",
    "card-forbids": "VS-R27",
    "shuffle-broken": "VS-R05",
    "effect-none": "VS-R27",
    "effect-empty": "VS-C06",
    "effect-done": "VS-R27",
    "discard-not-due": "VS-A19",
    "discard-other-order": "VS-A20",
    "discard-first-place": "VS-A20",
    "token-there": "VS-C08",
    "token-not-there": "VS-C08",
    "tokens-short": "VS-R06",
    "tile-twice": "VS-A2",
    "third-tile": "VS-A18",
    "who-was-ahead": "VS-A14",
    "total-impossible": "VS-R22",
    "totals-impossible": "VS-R22",
    "tiles-left": "VS-R28",
    "jackpot-paid": "VS-R28",
    "reveal-order": "VS-A10",
    "reveals-missing": "VS-R28",
    "seven-unsettled": "VS-C09",
    # beside a verdict, and in the payout
    "level-note": "VS-A14",
    "read-the-card": "VS-R27",
    "seven-reminder": "VS-R23",
    "supply-low": "VS-A32",
    "how-penalty-learning": "VS-A28",
    "how-penalty-experienced": "VS-A28",
    "stands-level": "VS-A14",
    "how-chips": "VS-C04",
    "how-refill": "VS-R44",
    "pay-jackpot": "VS-R28",
    "pay-nobody": "VS-A23",
    "pay-blockers": "VS-R42b",
    "pay-out": "VS-R30",
    "pay-secure": "VS-R30",
    "pay-blockers-nothing": "VS-R42b",
    "pay-chips": "VS-C04",
    "pay-keep": "VS-R36",
    "pay-split": "VS-R35",
    "pay-split-odd": "VS-R35",
    "pay-penalty": "VS-C09",
    "pay-refill": "VS-R44",
}

#: what people say at the table, and what the rules say
_EVERYDAY = N_(
    "money, cash, coin, points, score = chips; income, profit = earn; prize = jackpot; pot = jackpot, pile; "
    "bank = supply; tie, tied, equal, draw = level; tiebreaker = stands higher, still level; best, biggest = highest; "
    "winner, loser = win; divide, split, share, halve = half, halved; uneven = odd, halved; double = twice; "
    "punishment, negative, bankrupt = penalty, costs; mistake, error, cheat, cheating = wrong, noticed; "
    "illegal, forbidden = never level, no 7, at most, forbids; limit, maximum = at most; seven = 7; "
    "stone, piece = tile; colour, color = suit; player = people; solo = alone; mate, teammate = partner; "
    "captain = fixer; bribe, bribed, crooked = rigged; safe, honest = secure; dummy, neutral = blockers; "
    "power, ability = character; bonus, plus = token; mix = shuffle; swap, switch = changed; chat, hint = talk; "
    "peek = look; skip = passes; stuck = nothing fits, discard; throw, away = discard, aside; refill = filled; "
    "starter, youngest = who starts; finish, finished = game is over, three rounds"
)

HELP = Help((_SETTING_UP, _TEAMS, _TURN, _PLACING, _PAYOUT, _TWO, _END), _BEHIND, _EVERYDAY)
