"""Random placement questions for the tests: all shapes, variations and settings, crowded enough to be interesting."""

from __future__ import annotations

from random import Random

from tests.games.slots.reference import Position

SIZES = ((3, 3), (3, 4), (4, 3))
POOLS = ("CLP", "CL*", "CLS*", "CLPQ*", "CLPQTUS*", "C@$*S", "CCLLPPQQTTUUVVS*", "S*", "CS@*.", "CLPS*..", "PQ........")


def random_position(random: Random) -> Position:
    """Draw one question."""
    rows, columns = random.choice(SIZES)
    pool = random.choice(POOLS)
    tops = [[random.choice(pool) for _ in range(columns)] for _ in range(rows)]
    card = random.choice([*pool.replace(".", ""), "S", "*"])
    hand = None
    if random.random() < 0.5:
        hand = [card, *(random.choice(pool.replace(".", "")) for _ in range(random.randrange(4)))]
        random.shuffle(hand)
    return Position(
        tops,
        card,
        random.choice(("play", "play", "play", "end", "build")),
        frozenset(letter for letter in "ABFG" if random.random() < 0.35),
        (random.randrange(rows), random.randrange(columns)) if random.random() < 0.5 else None,
        [[random.choice((1, 2, 4, 5, 6)) for _ in row] for row in tops] if random.random() < 0.5 else None,
        hand,
        {
            "any_as_shield": random.random() < 0.7,
            "all_paired_by": random.choice(("cards", "paylines")),
            "just_played_yields": random.random() < 0.3,
        },
    )
