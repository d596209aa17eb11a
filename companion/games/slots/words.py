"""What the slot machine's reasons say, and how its cells and paylines are called."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.slots.grid import Cell, Shape
from companion.language import N_, Term
from companion.words import Sentences

# where a rule comes from (E-107)
BASE_RULE = Term(N_("base rule"))
SETTING = Term(N_("by a setting of this table"))
READING = Term(N_("our reading where the rulebook is silent"))

_CELLS = (
    (N_("the top left"), N_("the top middle"), N_("the top right")),
    (N_("the middle left"), N_("the centre"), N_("the middle right")),
    (N_("the bottom left"), N_("the bottom middle"), N_("the bottom right")),
)
_ROWS = (N_("the top row"), N_("the middle row"), N_("the bottom row"))
_COLUMNS = (N_("the left column"), N_("the middle column"), N_("the right column"))


def place(shape: Shape, cell: Cell) -> Term:
    """Name a cell inside a sentence: "the top left", "the centre", "row 2, column 4"."""
    row, column = cell
    if len(shape.cells) > 9:
        return Term(N_("row {row}, column {column}"), row=row + 1, column=column + 1)
    return Term(_CELLS[row][column])


def line_name(shape: Shape, line: Sequence[Cell]) -> Term:
    """Name a payline inside a sentence: "the middle column", "row 1, columns 2 to 4"."""
    (row, column), (last_row, last_column) = line[0], line[-1]
    if row != last_row and column != last_column:
        ends = {"first": place(shape, line[0]), "last": place(shape, line[-1])}
        return Term(N_("the diagonal from {first} to {last}"), **ends)
    if len(shape.cells) == 9:
        return Term(_ROWS[row] if row == last_row else _COLUMNS[column])
    if row == last_row:
        part = N_("row {n}, columns {first} to {last}") if shape.columns > 3 else N_("row {n}")
        return Term(part, n=row + 1, first=column + 1, last=column + 3)
    part = N_("column {n}, rows {first} to {last}") if shape.rows > 3 else N_("column {n}")
    return Term(part, n=column + 1, first=row + 1, last=row + 3)


def variation(letter: str) -> Term:
    """Name a variation as the source of a rule."""
    return Term(N_("variation {letter}"), letter=letter)


def figure(number: int) -> str:
    """Write a number with a true minus."""
    return str(number).replace("-", "\u2212")


SENTENCES: Sentences = {
    # a prize by the place where it lies
    "prize-in": "{symbol} in {places}",
    "prize-on": "{symbol} on {line}",
    # rules that a placement breaks
    "same-symbol": "{symbol} already lies in {place}, and no card covers its own symbol ({source}).",
    "pair": "{partner} and {symbol} share {lines}: a set of two, which stays uncovered ({source}).",
    "two-shields": "{shields} shields lie in the grid, and from two on none of them may be covered ({source}).",
    "any": "ANY lies in {place}, and an ANY is never covered ({source}).",
    "just-played": "The player before just played the {symbol} in {place}: it stays uncovered for now ({source}).",
    "stack-full": "The stack in {place} has {height} cards, and {most} are the most ({source}).",
    "occupied": "The {symbol} lies in {place}: while building, cards go on open cells only ({source}).",
    "not-adjacent": "No card lies beside {place}: while building, a card goes beside one that lies there, "
    "corners count ({source}).",
    # exceptions that allow it all the same
    "makes-prize": (
        "It may go there because it makes a prize: {prizes} ({source}).",
        "It may go there because it makes {n} prizes: {prizes} ({source}).",
    ),
    "all-paired": "Every {what} a set of two, so a card of such a set may be covered ({source}).",
    "only-this-symbol": "Every card but {symbol} is in a set of two, so {symbol} may go on {symbol} ({source}).",
    "nothing-else": "No card of this hand fits anywhere and one must be played, so any may be covered but ANY and "
    "full stacks ({source}).",
    # tables that cannot be
    "players": "{players} people cannot play: the game takes {least} to {most}, so {nearest} is the nearest.",
    "teams": "{players} people cannot be split: teams of two take 4, 6 or 8 people, and nearest are {nearest} "
    "(variation C).",
    "variations": "Variation {one} is for teams that compete, variation {other} for solo and co-operative play: "
    "choose one of the two.",
    # tables that should know
    "idle-b": "Variation A lets sets of two be covered, so variation B changes nothing.",
    "idle-c": "Variation C needs teams that compete, so it changes nothing here.",
    "idle-u": "Variation U is for solo and co-operative play, so it changes nothing here.",
    "idle-e": "With one person variation E means a single round.",
    "idle-f": "With one person there is no player before, so variation F changes nothing.",
    "idle-t": "With one person there is one hand, so variation T changes nothing.",
    "idle-s": "With one person every lap is the same, so variation S changes nothing.",
    "small-deck": "{players} people need a second deck or variation Q: one deck runs out soon.",
}
