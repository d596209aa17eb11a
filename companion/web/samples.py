"""Sample tables that pass through every state of a game: data only. The page of all parts is made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Act = tuple[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Step:
    """Acts, and what is looked at after them.

    An act is a kind and what is wished for of its data: the first one that the table offers is taken. An address is
    the query of the board, `.page` a page of the table, or a whole path; `~` lets a phone without a seat ask, and
    ` = name:value` posts.
    """

    name: str
    acts: Sequence[Act]
    addresses: Sequence[str]


@dataclass(frozen=True, slots=True)
class Sample:
    """A table of a game with all seats on the host's phone; `cards` is the file of made-up cards that it goes by."""

    game: str
    players: int
    steps: Sequence[Step]
    cards: str = ""


def _sheets(names: str) -> tuple[str, ...]:
    return tuple(f"?sheet={name}" for name in names.split())


def _cards(game: str, names: str) -> tuple[str, ...]:
    return (f"/cards/{game}", *(f"/cards/{game}/card/{name}" for name in names.split()))


def _placed(*order: str) -> tuple[Act, ...]:
    return tuple(("placed", {"set": seat}) for seat in order)


def _printed_round(fixers: int) -> tuple[Act, ...]:
    """Play a round whose cards are printed ones: whatever is turned over first counts."""
    return (
        ("dealt", {}),
        ("printed", {}),
        *_placed("1"),
        ("ended", {}),
        *[("turned_over", {})] * fixers,
        ("closed", {}),
    )


_STRIP = Sample(
    "strip",
    4,
    (
        Step(
            "set-up",
            (),
            ("", "~", *_sheets("people casinos card settings menu"), ".join", "~.join", "/", "~.ask", ".score"),
        ),
        Step("characters", (("shuffled", {"first_game": False}),), ("", "?sheet=casinos")),
        Step(
            "choosing",
            (("dealt", {}),),
            (
                "",
                "~",
                "?sheet=redeal",
                "?sheet=casino&casino=Santorini",
                ".card",
                ".card/1?mine=1",
                ".card/1/look = deal:1",
            ),
        ),
        Step("all together", (), (".together = now:1", "~.plead = seat:2", "")),
        Step(
            "chosen",
            tuple(("chosen", {"seat": seat, "rig": rig}) for seat, rig in (("1", "upper"), ("2", "lower"))),
            (".card/1?mine=1", ".card/1/look = deal:1", ".card/3/look = deal:1"),
        ),
        Step(
            "turns",
            _placed("1", "2", "3", "4", "1", "2"),
            (
                "",
                "~",
                "?set=3&tile=4",
                "?set=1&tile=7",
                "?set=3&tile=4&token=1",
                "?set=3&tile=1&sheet=casino&casino=Santorini",
                *_sheets("menu hand discard totals chips count end printed settings token"),
                "?sheet=lay&casino=Santorini",
                "~.ask?casino=Santorini&set=3&tile=1",
                ".act = kind:placed set:1 tile:9",
                ".log",
            ),
        ),
        Step("payout", (("ended", {}),), ("", "~", *_sheets("reveal menu"))),
        Step("revealed", (("revealed", {}),), ("",)),
        Step("all revealed", (("revealed", {}),), ("", "~", *_sheets("penalty close count totals"))),
        Step("between", (("closed", {}),), ("", "~", *_sheets("count menu"))),
        Step("the end", (*_printed_round(2), *_printed_round(2)), ("", "~", ".result", ".log", ".score")),
        Step(
            "your cards",
            (),
            tuple(
                f"/cards/strip{rest}" for rest in ("", "/card/6", "/card/casinos", "/card/suits", "/card/character:4")
            ),
        ),
        Step("on paper", (), ("/help/strip/summary", "/help/strip/score")),
    ),
)

_PRINTED = Sample(
    "strip",
    2,
    (
        Step(
            "entered cards",
            (("labelled", {"casino": "Santorini", "character": "Made Up", "side": "A"}),),
            ("", "?sheet=casinos"),
        ),
        Step("entered cards, printed", (("dealt", {}), ("printed", {})), ("", "~", "?sheet=casino&casino=Santorini")),
        Step("entered cards, effect", (("effect", {"acts": True}),), ("", "/cards/strip")),
    ),
    """
    ["side:6A"]
    name = "Made Up"
    reminder = "Winks at whoever leads."
    limits = { parity = "odd", from = 3, to = 7 }
    effect = 2
    """,
)

_SLOTS = Sample(
    "slots",
    3,
    (
        Step(
            "set-up",
            (),
            (
                "",
                "~",
                *_sheets("people variations settings card symbol menu"),
                "?sheet=symbol&symbol=B",
                ".join",
                "/",
                "~.ask",
            ),
        ),
        Step("practice", (("practice", {"on": True}),), ("", "?sheet=card")),
        Step("varied", (("settled", {"rounds": 2}), ("varied", {"letter": "U"})), ("", "?sheet=variations")),
        Step(
            "scoring",
            (
                ("begun", {}),
                ("prize", {"seat": "1", "symbol": "C", "n": 1}),
                ("prize", {"seat": "2", "symbol": "L", "n": 1}),
            ),
            ("", "~", "?seat=2", *_sheets("turn clock end card settings menu"), "?sheet=hand&seat=1"),
        ),
        Step(
            "checking",
            (("gridded", {"machine": 0, "grid": "CCO/LPG/MB."}),),
            (
                "?sheet=grid",
                "~?sheet=grid",
                "?sheet=grid&card=C",
                "?sheet=grid&card=C&cell=8",
                "?sheet=grid&card=L&cell=0",
                "~.ask",
            ),
        ),
        Step("a prize", (("played", {"machine": 0, "cell": 8, "card": "R"}), ("turned", {})), ("?sheet=grid", ".log")),
        Step("between", (("ended", {}),), ("", "~", "?round=1", "?sheet=hand&seat=1")),
        Step("the end", (("begun", {}), ("ended", {})), ("", "~", ".result", "?round=1")),
        Step(
            "your cards",
            (),
            tuple(f"/cards/slots{rest}" for rest in ("", "/card/symbols", "/card/rank_names", "/card/month")),
        ),
        Step("on paper", (), ("/help/slots/summary", "/help/slots/score")),
    ),
)

_OPEN = Sample(
    "slots",
    2,
    (
        Step("open values", (("begun", {}), ("prize", {"seat": "1", "symbol": "S", "n": 1})), ("", "?seat=1")),
        Step("open values, the end", (("ended", {}),), ("", ".result", ".score")),
    ),
)

_ALONE = Sample(
    "slots",
    1,
    (
        Step("alone", (("begun", {}), ("prize", {"seat": "1", "symbol": "C", "n": 1})), ("",)),
        Step("alone, the end", (("ended", {}),), ("", ".result")),
    ),
)

SAMPLES: Mapping[str, Sequence[Sample]] = {"strip": (_STRIP, _PRINTED), "slots": (_SLOTS, _OPEN, _ALONE)}
