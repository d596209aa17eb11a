"""What one viewer may know of a Vegas Strip table: the values that pages, fragments and log lines are made from.

Everything is put in from an allow-list; nothing is taken out of something fuller (VS-P14, VS-A35).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine import Line, Reason


@dataclass(frozen=True, slots=True)
class TileView:
    """One tile: the number printed on it, whether a +3 token lies on it, and the number it counts for."""

    face: int
    token: bool
    number: int


@dataclass(frozen=True, slots=True)
class SetView:
    """One colour of tiles: a player's own, or the blockers of a player at a table of two."""

    id: str
    seat: str
    name: str
    suit: str
    blocker: bool
    hand: tuple[int, ...]
    discarded: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """One person at the table, as everyone sees them. `chips` is None where the table hides totals."""

    id: str
    name: str
    suit: str
    team: str
    fixer: bool
    first: bool
    on_turn: bool
    chips: int | None


@dataclass(frozen=True, slots=True)
class TeamView:
    """One team of a round: its letter, its seats in turn order (the fixer first), and its pile so far.

    Split as it is, the pile gives each a `share` and `odd` chips back to the supply.
    """

    letter: str
    seats: tuple[str, ...]
    pile: int
    share: int
    odd: int


@dataclass(frozen=True, slots=True)
class RoundView:
    """Who starts a round and who plays with whom in it."""

    number: int
    first: str
    teams: tuple[TeamView, ...]


@dataclass(frozen=True, slots=True)
class StandView:
    """How one set stands at a casino; `tiles` is empty where only a total was typed in."""

    set: str
    seat: str
    name: str
    suit: str
    blocker: bool
    total: int
    tiles: tuple[TileView, ...]
    leads: bool
    level: bool


@dataclass(frozen=True, slots=True)
class VerdictView:
    """What the open rules say to the picked tile at one casino. Nothing secret ever enters it."""

    legal: bool
    reasons: tuple[Reason, ...]
    total: int
    outlook: Reason
    notes: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class CharacterView:
    """The character below a casino: its label, what is known of it (`source`), and what the people have to look up.

    `limits` are a few words each; `effect` is what the app proposes for the jackpot each round, 0 for nothing.
    `card` names the owner's card on which the side is entered, '' where the label is none of the ten.
    """

    name: str
    side: str
    limits: tuple[Reason, ...]
    effect: int
    reminder: str
    source: str | None
    by_eye: bool
    card: str


@dataclass(frozen=True, slots=True)
class EffectView:
    """What a character would do to the jackpot at its casino now, once a round, and what the key for it says."""

    casino: str
    said: Reason
    key: Reason


@dataclass(frozen=True, slots=True)
class CasinoView:
    """One casino on the table. `sign` is its place in the row, 0 to 5. `rigged_by` is a fixer once revealed."""

    key: str
    name: str
    sign: int
    character: str
    side: str
    jackpot: int
    stands: tuple[StandView, ...]
    rigged_by: str | None
    secure: bool
    notes: tuple[Reason, ...]
    verdict: VerdictView | None
    card: CharacterView | None


@dataclass(frozen=True, slots=True)
class PayLine:
    """One instruction of the payout, and the steps by which its number came about."""

    step: str
    said: Reason
    how: tuple[Reason, ...]
    casino: str | None = None
    seat: str | None = None
    chips: int = 0


@dataclass(frozen=True, slots=True)
class PenaltyView:
    """Whether a seat loses chips for a 7 at its own rigged casino: `suggested` by the log, `settled` by the table."""

    seat: str
    suggested: bool
    on: bool
    settled: bool
    chips: int


@dataclass(frozen=True, slots=True)
class PayoutView:
    """The payout of a round, as far as it has come. `lines` are in the order in which chips are handed out.

    `unsettled` counts the 7s at their own rigged casino of which the table has not said whether they cost anything.
    """

    next_reveal: str | None
    reveals_left: int
    lines: tuple[PayLine, ...]
    piles: tuple[TeamView, ...]
    penalties: tuple[PenaltyView, ...]
    gains: Mapping[str, int]
    ready: bool
    unsettled: int


@dataclass(frozen=True, slots=True)
class SealView:
    """The seal of the deal of the running round, which everyone may know; `void` once printed cards are used."""

    round: int
    number: int
    value: str
    void: bool


@dataclass(frozen=True, slots=True)
class DealView:
    """A round's deal opened after the end: each fixer's two casinos in the order dealt, and what nobody was dealt.

    Each casino stands with its role, '' where none was chosen. `printed` tells that printed cards were used, `void`
    that what the app dealt did not count. `slip` is what `seal` was made from; both are '' where the app did not deal.
    """

    round: int
    number: int | None
    fixers: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    undealt: tuple[str, ...]
    printed: bool
    void: bool
    seal: str
    slip: str


@dataclass(frozen=True, slots=True)
class ResultView:
    """The end: places, winners, what decided, and all deals opened."""

    order: tuple[str, ...]
    places: Mapping[str, int]
    winners: tuple[str, ...]
    because: tuple[Reason, ...]
    totals: Mapping[str, int]
    deals: tuple[DealView, ...]


@dataclass(frozen=True, slots=True)
class CountView:
    """Typed chips beside the books: `off` is counted minus booked."""

    seat: str
    booked: int
    counted: int
    off: int


@dataclass(frozen=True, slots=True)
class CasinoSetting:
    """One casino card as it lies on the table."""

    name: str
    character: str
    side: str
    card: CharacterView | None


@dataclass(frozen=True, slots=True)
class SettingsView:
    """The settings of a table, what is to be checked against the set-up card, and between what they may be chosen.

    `nameless` is the casino that lies here and is called by its number, '' where none does.
    """

    least_players: int
    most_players: int
    learning_penalty: int
    casinos: tuple[CasinoSetting, ...]
    known_casinos: tuple[str, ...]
    nameless: str
    characters: tuple[str, ...]
    suits: tuple[str, ...]
    suit_names: Mapping[str, str]
    starting_jackpot: int
    tiles: tuple[int, ...]
    layout: tuple[str, ...]
    confirmed: bool
    penalty: str
    two_player_winner: str
    chip_totals: str
    fixer_cards: str
    bank: str
    record: str
    warnings: tuple[Reason, ...]
    doubles: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class DockView:
    """What can be recorded now: for which set, with which of its tiles picked, and whether a discard is taken."""

    set: str
    due: tuple[str, ...]
    hand: tuple[int, ...]
    picked: int | None
    asks: tuple[Reason, ...]
    discards: tuple[int, ...]
    discard_reasons: tuple[Reason, ...]
    seven: bool
    tokens_left: int


@dataclass(frozen=True, slots=True)
class AskView:
    """One question that records nothing: the position it judged and the verdict.

    `lies` writes down what is tracked at the casino; `old` tells that this has changed since the question (E-116).
    """

    casino: str
    set: str
    tile: int | None
    token: bool
    tiles: Mapping[str, tuple[TileView, ...]]
    lies: str
    old: bool
    verdict: VerdictView | None
    odd: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class OwnView:
    """A seat's own page at rest: public facts only, the same whatever was dealt or chosen."""

    seat: str
    role: Reason
    dealt_at: str
    partner: str | None
    may_choose: bool
    chosen: bool
    check_sevens: bool
    check_discards: bool


@dataclass(frozen=True, slots=True)
class CardView:
    """A seat's card while it is held open: two casinos, upper then lower, each with its role ('' before the choice)."""

    casinos: tuple[tuple[str, str], ...]
    why: Reason
    follows: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class View:
    """All that one viewer may know of the table now.

    `last_round` is the number of rounds, `seven` the tile that may not lie at the own rigged casino; `in_pairs` tells
    whether anybody has a partner. `gains` are the chips that each seat won in every closed round, none where the table
    hides totals. `question` is what an address must hold so that the question that was asked stays one about the same
    position (E-116).
    """

    phase: str
    round: int
    last_round: int
    seven: int
    in_pairs: bool
    headline: Reason
    names: Mapping[str, str]
    seats: tuple[SeatView, ...]
    sets: tuple[SetView, ...]
    casinos: tuple[CasinoView, ...]
    rounds: tuple[RoundView, ...]
    waiting: tuple[str, ...]
    start_reasons: tuple[Reason, ...]
    settings: SettingsView
    printed: bool
    may_redeal: bool
    seal: SealView | None
    tokens_about: bool
    effects: tuple[EffectView, ...]
    notes: tuple[Reason, ...]
    dock: DockView | None
    asked: AskView | None
    question: Mapping[str, str]
    payout: PayoutView | None
    result: ResultView | None
    counts: tuple[CountView, ...]
    chips_open: bool
    gains: tuple[Mapping[str, int], ...]
    scopes: Mapping[str, str]
    log: tuple[Line, ...]
    own: OwnView | None
    card: CardView | None
