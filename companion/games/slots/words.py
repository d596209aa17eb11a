"""What the slot machine's reasons say, and how its cells and paylines are called."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.slots.grid import Cell, Shape
from companion.words import Sentences

# where a rule comes from (E-107)
BASE_RULE = "base rule"
SETTING = "by a setting of this table"
READING = "our reading where the rulebook is silent"

_ROWS = ("top", "middle", "bottom")
_COLUMNS = ("left", "middle", "right")


def place(shape: Shape, cell: Cell) -> str:
    """Name a cell inside a sentence: "the top left", "the centre", "row 2, column 4"."""
    row, column = cell
    if len(shape.cells) > 9:
        return f"row {row + 1}, column {column + 1}"
    return "the centre" if cell == (1, 1) else f"the {_ROWS[row]} {_COLUMNS[column]}"


def line_name(shape: Shape, line: Sequence[Cell]) -> str:
    """Name a payline inside a sentence: "the middle column", "row 1, columns 2 to 4"."""
    (row, column), (last_row, last_column) = line[0], line[-1]
    if row != last_row and column != last_column:
        return f"the diagonal from {place(shape, line[0])} to {place(shape, line[-1])}"
    if len(shape.cells) == 9:
        return f"the {_ROWS[row]} row" if row == last_row else f"the {_COLUMNS[column]} column"
    if row == last_row:
        return f"row {row + 1}" + _part("columns", column, shape.columns)
    return f"column {column + 1}" + _part("rows", row, shape.rows)


def variation(letter: str) -> str:
    """Name a variation as the source of a rule."""
    return f"variation {letter}"


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def day(iso: str) -> str:
    """Write a date as it is read, in one piece: "23 Nov 2019"."""
    year, month, number = iso.split("-")
    return f"{int(number)}\u00a0{_MONTHS[int(month) - 1]}\u00a0{year}"


def figure(number: int) -> str:
    """Write a number with a true minus."""
    return str(number).replace("-", "\u2212")


def _part(name: str, start: int, length: int) -> str:
    return f", {name} {start + 1} to {start + 3}" if length > 3 else ""


SENTENCES: Sentences = {
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
