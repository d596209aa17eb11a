"""The rules of Vegas Slot Machine 1973 in our own words, by the ids that verdicts name, and the rule behind a reason.

Numbers are those of the rulebook; whatever only the printed cards tell is left to them.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.slots.variations import VARIATIONS
from companion.help import Help, Rule, Section
from companion.language import N_, Term

_SET_UP = N_("On the set-up page.")
_READINGS = N_("Readings of the rules, before round 1.")
_SCORE_CARD = N_("Your cards, or the score card in the menu.")


def _varied(letter: str, more: str = "", setting: str = "") -> Rule:
    """Tell a variation: the line that the set-up shows, and what has to be known besides."""
    variation = VARIATIONS[letter]
    text = Term("{line} {more}", line=variation.line, more=Term(more)) if more else variation.line
    return Rule(variation.rule, Term(N_("Variation {letter}"), letter=letter), text, setting)


_SETTING_UP = Section(
    "set-up",
    "Setting up and building",
    (
        "One to eight people, up to three rounds. Shuffle the 72 cards and deal three to each, hidden.",
        "Together you build a grid of three by three: a card from hand next to one that lies there, corners count, "
        "then draw.",
    ),
    (
        Rule("SM-R1", "What is in the box", "72 slot machine cards and 4 score cards."),
        Rule("SM-R2", "The expansions", "Four Spin Again cards and three Cumber cards. Play with or without them."),
        Rule(
            "SM-R3",
            "What it is about",
            "Bring three alike onto one payline and score them. One to eight people play one, two or three rounds of "
            "some ten minutes.",
        ),
        Rule(
            "SM-R4",
            "Ways to play",
            "Alone, each for oneself, in teams, or all together for one score.",
            _SET_UP,
        ),
        Rule("SM-R5", "The draw pile", "All 72 cards are shuffled and lie face down."),
        Rule("SM-R6", "Score cards", "Everyone has a score card."),
        Rule("SM-R7", "Three cards each", "Deal them one by one. Nobody shows their hand."),
        Rule("SM-R8", "Who begins", "Choose somebody; from there it goes clockwise."),
        Rule("SM-R9", "Building the grid", "Before the first turn everybody lays cards for a grid of three by three."),
        Rule(
            "SM-R10",
            "A building turn",
            "Lay one card from your hand face up on an open cell, then draw one.",
        ),
        Rule(
            "SM-R11",
            "Next to another card",
            "While building, a card goes beside one that lies there: left, right, above, below or corner to corner.",
        ),
        Rule("SM-R12", "Prizes while building", "They may be claimed in this part already."),
        Rule(
            "SM-A2",
            "Round and game",
            "The rulebook uses both words. To us a round is one pass through the deck, and the result adds up all "
            "rounds played.",
        ),
        Rule(
            "SM-A3",
            "Beside which card?",
            "Once it is the card before, once any of them. Any: else a corner could leave you nowhere to go.",
        ),
        Rule("SM-A4", "Where the grid lies", "Its nine places are fixed from the first card on."),
        Rule(
            "SM-A5",
            "What a claim leaves open while building",
            "Only the cells that it emptied are filled from the pile. Three alike in hand count as well. After the "
            "ninth card the next person takes the first ordinary turn.",
        ),
        Rule(
            "SM-A30",
            "Five people and more",
            "Take two decks or variation Q; one box also has just four score cards. We warn and let you play.",
            _SET_UP,
        ),
        Rule(
            "SM-A55",
            "Variations while building",
            "L, N and O do not touch the draws of this part. Under P, sets in hand wait for the ordinary turns.",
        ),
    ),
)

_TURN = Section(
    "turn",
    "A turn",
    (
        "Three alike in hand: claim them and draw back up to three.",
        "Play one card onto the grid. Claim every payline that shows three alike, and whatever that uncovers.",
        "Fill empty cells from the pile, row by row; claim again if that makes a prize. Then draw a card.",
    ),
    (
        Rule(
            "SM-R13",
            "First, your hand",
            "Three alike in hand are a prize. Draw back up to three, and look again.",
        ),
        Rule("SM-R14", "Play a card", "Lay it on top of one of the nine cards of the grid."),
        Rule("SM-R15", "Claim", "Three alike on a payline are yours: take them off the grid."),
        Rule("SM-R16", "What comes to light", "If the cards below show three alike, claim those too."),
        Rule("SM-R17", "Fill", "Empty cells get a card from the pile, from the top left, row after row."),
        Rule("SM-R18", "Claim what filling made", "New sets by filling are yours as well."),
        Rule("SM-R19", "Draw, and done", "Draw one card. Your turn is over."),
        Rule("SM-R20", "You have to play", "Even if no prize comes of it, a card must go onto the grid."),
        Rule(
            "SM-R21",
            "Stacks",
            "Cards on top of each other are a stack. Only the top one counts, and nobody looks below it.",
        ),
        Rule("SM-R25", "No holes in the grid", "Whatever a claim leaves empty is filled before the next turn."),
        Rule(
            "SM-R26",
            "Again and again",
            "Uncovering, filling and claiming go on until there is nothing left to claim.",
        ),
        Rule("SM-R29", "No passing", "A turn without a card is none; see SM-R20."),
        Rule("SM-R40", "Back to three", "At the end of a turn you draw one, so that you hold three again."),
        Rule(
            "SM-A6",
            "Must a prize be claimed?",
            "Nobody has to play for one, but three alike that stand in the grid are claimed. In hand, three equal "
            "cards are claimed, while a set that needs an ANY may be kept.",
        ),
        Rule(
            "SM-A7",
            "When the hand pays",
            "At the start of your own turn only. What the last draw completes waits until then. With more cards, pick "
            "any three.",
        ),
        Rule("SM-A8", "The top cards alone", "A prize takes three top cards, not the stacks below them."),
        Rule(
            "SM-A9",
            "In which order",
            "Claim all that shows, then what comes to light. Fill only when nothing more does, all empty cells at "
            "once, and look again.",
        ),
        Rule(
            "SM-A18",
            "A prize as the only licence",
            "Who may play somewhere just because it makes a prize claims that prize.",
        ),
    ),
)

_PRIZES = Section(
    "prizes",
    "Paylines and prizes",
    (
        "Nine paylines: three rows, three columns, two diagonals, and your hand.",
        "One card may make several prizes. Three shields anywhere in the grid are a prize too.",
        "ANY stands for any symbol, but not for Spin Again or Cumber.",
    ),
    (
        Rule("SM-R22", "Several at once", "If your card completes more than one payline, all of them are yours."),
        Rule("SM-R23", "Keep prizes apart", "Claimed cards leave the grid. Keep each prize as a stack of its own."),
        Rule(
            "SM-R24",
            "Where two prizes cross",
            "Five cards make them: one stack of three, one of two. Both count as whole prizes.",
        ),
        Rule("SM-R27", "On one payline", "All three have to lie on the same payline. Shields need not."),
        Rule(
            "SM-R28",
            "Nine of them",
            "Rows, columns and diagonals make eight. The ninth is the hand, and everybody has their own.",
        ),
        Rule("SM-R37", "ANY", "It is wild: in a prize it is whatever symbol you need."),
        Rule("SM-R39", "Shields", "Three of them are a prize wherever in the grid they lie."),
        Rule(
            "SM-A10",
            "How many prizes from one card",
            "Each counts in full, whichever stack has the card that they share. An ordinary card makes up to three in "
            "the centre and two elsewhere, an ANY four in the centre and three in a corner.",
        ),
        Rule(
            "SM-A11",
            "Prizes by filling",
            "Every payline that shows three alike is a prize, also where they cross.",
        ),
        Rule(
            "SM-A12",
            "Three ANYs",
            "A prize of a symbol that you name. The app offers the one that pays most.",
        ),
        Rule(
            "SM-A13",
            "One ANY on two paylines",
            "It may be a cherry on one and a lemon on the other at the same time.",
        ),
        Rule(
            "SM-A14",
            "ANY as a shield",
            "It counts beside at least one real shield, wherever it lies, but not for a payline at the same time. So "
            "with one ANY in the grid a second shield makes a prize already. It never stands for Spin Again or Cumber.",
            _READINGS,
        ),
        Rule(
            "SM-A15",
            "More than three shields",
            "They make threes, and you pick which. Grid and hand are not mixed. For placing only real shields count.",
        ),
        Rule("SM-A53", "Eight in the grid", "The grid has eight paylines; with your hand there are nine."),
    ),
)

_PLACING = Section(
    "placing",
    "Where a card may go",
    (
        "Not on its own symbol, not on a card of a set of two, not on a shield while two or more lie there, never on "
        "an ANY.",
        "But anywhere except on an ANY if it makes a prize.",
        "If every card is in a set of two, those may be covered. If all others are, a symbol may cover its own.",
    ),
    (
        Rule("SM-R30", "Not on its own symbol", "A card never covers one that shows the same."),
        Rule(
            "SM-R31",
            "Not on a set of two",
            "Two alike on one payline protect each other: neither may be covered.",
        ),
        Rule("SM-R32", "Not on one of two shields", "Once two shields lie in the grid, none of them may be covered."),
        Rule("SM-R33", "Never on an ANY", "Nothing covers an ANY, not even for a prize."),
        Rule("SM-R34", "A prize opens the way", "A card may go where it makes a prize, whatever it covers by that."),
        Rule(
            "SM-R35",
            "Nothing but sets of two",
            "When the grid shows nothing else, you may cover a card of one of them.",
        ),
        Rule(
            "SM-R36",
            "All but one symbol",
            "When everything is in sets of two except one symbol, and you hold that one, you may lay it on its own "
            "kind.",
        ),
        Rule("SM-R38", "ANY makes no set of two", "Beside an ANY a card is not protected."),
        Rule(
            "SM-A16",
            "What is a set of two",
            "Two of the three cells of a payline, side by side or not, whatever the third one shows.",
        ),
        Rule("SM-A17", "A prize on an ANY?", "\u201cNever\u201d stands, even against a prize. It hardly ever matters."),
        Rule(
            "SM-A19",
            "Which prizes open the way",
            "Those that the card makes as it lands: a payline through its cell, or the third shield. Not what might "
            "come to light.",
        ),
        Rule(
            "SM-A20",
            "When is everything a set of two?",
            "When every card is in one, ANYs and protected shields aside. The other reading asks whether every payline "
            "has one.",
            _READINGS,
        ),
        Rule("SM-A21", "What that lifts", "Only the rule about sets of two. The other three hold on."),
        Rule(
            "SM-A22",
            "One symbol outside",
            "All cards outside sets of two show the same symbol, and you play just that one. What else you hold does "
            "not matter.",
        ),
        Rule(
            "SM-A23",
            "When nothing fits",
            "You still have to play: cover any card but an ANY and a full stack.",
        ),
        Rule(
            "SM-A24",
            "Do ANY and expansion cards obey?",
            "Yes. ANY, Spin Again and Cumber are placed by the same rules as all others.",
        ),
    ),
)

_END = Section(
    "end",
    "The end, and the score",
    (
        "Once the pile is empty nobody draws and holes stay open; a card may be laid into one. Play on until all "
        "hands are empty.",
        "Each set scores what the score card says. Most points over all rounds win; level means both win.",
    ),
    (
        Rule("SM-R41", "The pile is empty", "The end begins: you play on with what you hold."),
        Rule("SM-R42", "No more cards", "Nothing is drawn in this part, and empty cells remain empty."),
        Rule("SM-R43", "Into the holes", "An open cell takes any card."),
        Rule("SM-R44", "The last card", "After it you add up your prizes."),
        Rule("SM-R45", "Another round", "Set up anew. The start goes on to the next person clockwise."),
        Rule("SM-R46", "Points for prizes", "The score card says what a set of each symbol brings."),
        Rule("SM-R47", "Who wins", "All rounds are added up, and the most points win. Those who are level share it."),
        Rule(
            "SM-A1",
            "Points that we do not know",
            "The rulebook names few of them. Type the others in from your score card, once; until then the total says "
            "that something is missing.",
            _SCORE_CARD,
        ),
        Rule(
            "SM-A25",
            "The end in detail",
            "It begins with the last card drawn, in whatever way. What could still be filled is. Three alike in hand "
            "may be claimed, nothing is drawn for them. Whoever has no card is passed over.",
        ),
        Rule(
            "SM-A26",
            "Open cells",
            "They make no prize. Two alike beside one still protect each other. And while one is open, nothing forces "
            "you onto a set of two.",
        ),
        Rule("SM-A29", "Level at the top", "All of them win, be it people or teams."),
    ),
)

_RANKS = Section(
    "ranks",
    "Alone or all together",
    (
        "Same play, one score: reach the next rank.",
        "0 Beginner, 402 Basic, 504 Good, 600 Gambler, exactly 604 Wizard, 650 Master, 700 Slot Machine King.",
    ),
    (
        Rule(
            "SM-R48", "One score", "Alone or together everything is played the same way, for as many points as you can."
        ),
        Rule(
            "SM-R49",
            "The ranks",
            "Beginner up to 400, Basic from 402, Good up to 598, Gambler from 600, Wizard with 604, Master from 650, "
            "Slot Machine King from 700.",
        ),
        Rule("SM-R50", "Scores to beat", "The creator, alone, in November 2019: 656, and two weeks later 672."),
        Rule(
            "SM-A27",
            "Between the ranks",
            "The printed lines leave gaps, and two of them share 502. We read a ladder: you have the last rank whose "
            "first number you reached. Good begins at 504, and Wizard is exactly 604.",
            "What 502 is, and how far Wizard goes: readings of the rules, before round 1.",
        ),
        Rule(
            "SM-A28",
            "What the ranks were made for",
            "One round with one deck. With two decks, Q, R or an expansion the ladder says that it was not made for "
            "that.",
        ),
    ),
)

_EXPANSIONS = Section(
    "expansions",
    "Expansions",
    (
        "Spin Again gives one more turn. A: one lies before each. B: shuffled in. Three as a prize: 100.",
        "Cumber is shuffled in; three on a payline: 200. B: from hand, one of five actions as well.",
    ),
    (
        Rule(
            "SM-R51",
            "Spin Again A",
            "One lies before each person, beside the hand. Use it at the end of your turn, before you draw, for "
            "another turn; then it is gone.",
            _SET_UP,
        ),
        Rule(
            "SM-R52",
            "Spin Again B",
            "They are in the deck and count as cards in hand. Use one at the end of your turn, after you drew, for "
            "another turn; then it is gone.",
            _SET_UP,
        ),
        Rule("SM-R53", "Three Spin Agains", "As a prize they bring 100."),
        Rule("SM-R54", "Cumber A", "They are in the deck, and three on one payline bring 200.", _SET_UP),
        Rule(
            "SM-R55",
            "Cumber B",
            "As in A. Also, one from your hand lets you move a card of the grid to another cell by the placement "
            "rules; or look through all stacks in secret; or put the card played last under the pile, also in another "
            "person\u2019s turn unless they made a prize; or draw three and keep three of your five; or take the "
            "effect of the month. Then draw a new card. One that comes up by filling may be taken by the person on "
            "turn, who must have room in hand.",
            _SET_UP,
        ),
        Rule("SM-A31", "How many after a Spin Again", "You draw back up to three."),
        Rule(
            "SM-A32",
            "A Spin Again in the grid",
            "It lies there like any card, by filling or from a hand. Three on a payline bring 100.",
        ),
        Rule(
            "SM-A33",
            "When a Cumber may be played",
            "In your own turn before the last draw. Only the third action is for other people\u2019s turns. The fourth "
            "replaces the new card. For the third, a set in hand counts as a prize of that turn too.",
        ),
        Rule(
            "SM-A34",
            "Moving a card",
            "The top card of any cell goes to another one, judged as if it came from your hand. The hole is filled, "
            "and prizes that come of it are yours.",
        ),
        Rule(
            "SM-A54",
            "Used expansion cards",
            "They leave the game, and Q does not shuffle them back. Several Spin Agains may follow each other, one a "
            "turn.",
        ),
    ),
)

_VARIATIONS = Section(
    "variations",
    "Variations",
    ("Twenty-one of them, A to U, switched on before round 1. C and U exclude each other.",),
    (
        _varied("A"),
        _varied("B"),
        _varied("C", "Their points are added up. More than four people take two decks or Q."),
        _varied("D"),
        _varied("E"),
        _varied("F", setting="F: the card just played. Readings of the rules, before round 1."),
        _varied("G"),
        _varied("H", "That leaves eight paylines."),
        _varied("I"),
        _varied("J"),
        _varied("K"),
        _varied("L", "A card taken from there is replaced from the pile."),
        _varied("M"),
        _varied("N"),
        _varied(
            "O",
            "Each card left costs what a set of its symbol is worth.",
            "What an ANY in hand costs: readings of the rules, before round 1.",
        ),
        _varied("P", "They are covered with cards of the pile until none is left."),
        _varied("Q", "It is for more than four people with one deck, and ends when both piles are empty."),
        _varied("R", setting="R: the bonus set. Readings of the rules, before round 1."),
        _varied("S"),
        _varied("T"),
        _varied("U", "It is for playing alone or all together.", "Whether the clock may pause, before round 1."),
        Rule(
            "SM-A35",
            "Variations together",
            "Under A, B changes nothing. H takes the hand away from expansion cards as well. With I and T the first "
            "hand has four, the next five. Open cards of L are no part of the pile. What has no effect at your table "
            "is said there.",
        ),
        Rule(
            "SM-A36",
            "B: what an ANY protects",
            "Every card on a payline with it. In the centre that is all eight, and then sets of two may be covered.",
        ),
        Rule(
            "SM-A37",
            "C: the teams",
            "Teams of two, seated opposite each other. Points are added up; each keeps the own prizes, which matters "
            "for R.",
        ),
        Rule(
            "SM-A38",
            "D: two machines",
            "Choose either one each turn. Paylines and protection are each machine\u2019s own. Build both first, and "
            "fill the first before the second.",
        ),
        Rule(
            "SM-A39",
            "F and G against a prize",
            "They hold even then. The player before is whoever had the last turn; alone there is none.",
            "F: the card just played may yield to a prize. Readings of the rules, before round 1.",
        ),
        Rule(
            "SM-A40",
            "J: paylines of the larger grid",
            "Three neighbours in a straight line: six in rows, four columns, four diagonals. Four in a row are two "
            "prizes. Lay it either way up.",
        ),
        Rule(
            "SM-A41",
            "K: drawing again",
            "At the start of each round, the first one too, a card goes away unseen and another one is drawn.",
        ),
        Rule("SM-A42", "L at the end", "When the pile is empty nothing is drawn, open cards neither."),
        Rule(
            "SM-A43",
            "N near the end",
            "With one card in the pile you draw that one. No draw, no discard.",
        ),
        Rule(
            "SM-A44",
            "O: what a card in hand costs",
            "As much as a whole set, by the example of one cherry for 8 points. Spin Again costs 100 and Cumber 200, "
            "an ANY nothing. When the pile is empty all is over: no claim, no filling. A total can go below 0.",
            "What an ANY in hand costs: readings of the rules, before round 1.",
        ),
        Rule("SM-A45", "P: what is covered", "All cards of each prize, row by row, until the grid shows none."),
        Rule(
            "SM-A46",
            "Q: which card is kept",
            "One that shows the symbol, if there is one. With both piles empty the ordinary end begins.",
        ),
        Rule(
            "SM-A47",
            "R: how many bonus sets",
            "One for every two sets of a symbol, for each person apart, expansion cards included.",
            "R: the bonus set. Readings of the rules, before round 1.",
        ),
        Rule("SM-A48", "S: from the first card on", "The other way round begins with building."),
        Rule("SM-A49", "T: only the deal", "The larger hand stays, since each turn still draws one card."),
        Rule(
            "SM-A50",
            "U: points and time",
            "There is no formula for both. The app notes points and time; the clock starts with the first card.",
            "Whether the clock may pause, before round 1.",
        ),
        Rule("SM-A51", "I: four instead of three", "Wherever the rules speak of three cards in hand, it is four."),
        Rule("SM-A52", "E: how many rounds", "As many as people, whatever was chosen before."),
    ),
    listed=True,
)

#: the rule behind a reason, by its code; a reason of a verdict names its rule itself, for a variation may be behind it
_BEHIND: Mapping[str, str] = {
    # the rules themselves
    "people-count": "SM-R3",
    "same-symbol": "SM-R30",
    "pair": "SM-R31",
    "two-shields": "SM-R32",
    "any": "SM-R33",
    "just-played": "SM-VF",
    "stack-full": "SM-VG",
    "occupied": "SM-R10",
    "not-adjacent": "SM-R11",
    "makes-prize": "SM-R34",
    "all-paired": "SM-R35",
    "only-this-symbol": "SM-R36",
    "nothing-else": "SM-A23",
    "players": "SM-R3",
    "teams": "SM-VC",
    "variations": "SM-A35",
    "idle-b": "SM-A35",
    "idle-c": "SM-VC",
    "idle-u": "SM-VU",
    "idle-e": "SM-VE",
    "idle-f": "SM-A39",
    "idle-t": "SM-VT",
    "idle-s": "SM-VS",
    "small-deck": "SM-A30",
    # refusals at the table
    "grid-size": "SM-R9",
    "told-first": "SM-A6",
    "claim-owed": "SM-A18",
    "played-already": "SM-R14",
    "cover-first": "SM-VP",
    "pile-ends-round": "SM-VO",
    "shields-chosen": "SM-A15",
    "any-symbol": "SM-A12",
    "hand-idle": "SM-VO",
    "hands-untold": "SM-VO",
    "spin-idle": "SM-R51",
    "spin-gone": "SM-R51",
    "spin-before-play": "SM-R51",
    "cumber-idle": "SM-R55",
    "cumber-3-scored": "SM-R55",
    "cumber-pile-empty": "SM-R55",
    "clock-no-pause": "SM-A50",
    "points-stand": "SM-A1",
    # beside a verdict, and at the end
    "spin-cards": "SM-R51",
    "hand-fits-nowhere": "SM-A23",
    "too-many-cards": "SM-R1",
    "prize-stands": "SM-A6",
    "prize-to-cover": "SM-VP",
    "heights-unknown": "SM-VG",
    "won": "SM-R47",
    "level": "SM-A29",
    "teams-won": "SM-VC",
    "teams-level": "SM-A29",
    "hands-never-told": "SM-VO",
    "points-open": "SM-A1",
}

#: what people say at the table, and what the rules say
_EVERYDAY = N_(
    "joker, wildcard = ANY, wild; wild = ANY; line, row = payline; horizontal = row; vertical = column; "
    "center, middle = centre; board = grid; square, space = cell; stock, supply = pile; adjacent = beside, next to; "
    "fruit, picture = symbol; "
    "equal, identical, matching = alike; pair = set of two; trio, triple = three alike; double, multiplier = bonus; "
    "money, cash, chips = points; payout, jackpot = prize; collect = claim; tie, tied = level; winner, loser = win; "
    "negative, bankrupt = below 0; record, highscore = scores to beat; grade, title = rank; solo = alone; "
    "cooperative = together; mate, teammate = partner, team; player = people, person; starter, youngest = who begins; "
    "finish, finished = end begins, last card; illegal, forbidden = not on, never on; safe = protect; "
    "limit, height = stack holds, full stack; stuck = nothing fits; skip = passing, passed; mix = shuffle; "
    "throw, away = discard; swap, exchange = moving, discards; peek = look; refill = fill; "
    "extra = another turn, bonus; speed, stopwatch = timer, clock starts; variant, option = variation; "
    "addon = expansion"
)

HELP = Help((_SETTING_UP, _TURN, _PRIZES, _PLACING, _END, _RANKS, _EXPANSIONS, _VARIATIONS), _BEHIND, _EVERYDAY)
