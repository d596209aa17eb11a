"""What a viewer may know of a slot machine table: the values that pages, fragments and log lines are made from.

Hands are never recorded and stacks never shown (SM-R21), so every viewer sees the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine import Line, Reason
from companion.games.slots.grid import Cell


@dataclass(frozen=True, slots=True)
class SymbolView:
    """One symbol of this copy: its letter, name, picture, points a set and cards in the deck, None where not entered.

    `source` is book, site, entered or made-up; `odd` hints at points that are odd, as no printed value seems to be.
    `may_enter` tells whether the owner may enter something about it here, `may_value` whether that includes its points.
    """

    letter: str
    name: str
    picture: str
    points: int | None
    count: int | None
    source: str
    odd: bool
    may_enter: bool
    may_value: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """One person at the table."""

    id: str
    name: str
    suit: str
    team: str
    starts: bool
    on_turn: bool


@dataclass(frozen=True, slots=True)
class CountView:
    """How many sets of a symbol a seat has in the shown round."""

    symbol: str
    sets: int


@dataclass(frozen=True, slots=True)
class SumLine:
    """One line of an opened sum: sets with their bonus, or cards left in hand; `points` None where not known."""

    said: Reason
    points: int | None


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One person's line on the score sheet of the shown round.

    `points` is what is known of the round; `missing` names the symbols whose value is not entered ("12 + ?").
    `total` and `total_missing` are the same over all rounds so far. Under O `hand_asked` tells that nobody has told
    what is left in the hand, `hand_due` that it is time to (SM-VO).
    """

    seat: str
    counts: tuple[CountView, ...]
    hand: tuple[str, ...]
    hand_asked: bool
    hand_due: bool
    points: int
    missing: tuple[str, ...]
    total: int
    total_missing: tuple[str, ...]
    sums: tuple[SumLine, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """The ranking apart from the rows: seats or teams from the best, their places (level ones share one) and totals.

    `missing` names for each the symbols whose points are not entered and keep its total open.
    """

    order: tuple[str, ...]
    places: Mapping[str, int]
    totals: Mapping[str, int]
    missing: Mapping[str, tuple[str, ...]]
    incomplete: bool


@dataclass(frozen=True, slots=True)
class RankStep:
    """One line of the ladder of ranks: its first number of points, and whether it is reached or is the next one."""

    name: str
    first: int
    reached: bool
    next: bool


@dataclass(frozen=True, slots=True)
class RankView:
    """The rank of one finished round of solo or co-operative play (SM-R49, A27, A28)."""

    round: int
    points: int
    name: str
    to_next: int | None
    next_name: str
    calibrated: bool
    ladder: tuple[RankStep, ...]
    seconds: int | None


@dataclass(frozen=True, slots=True)
class RecordView:
    """A score to beat: the creator's, the most thought possible, or this table's own best so far."""

    said: Reason
    points: int


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clock of a round, kept by the server: seconds run up to `since`, and since when it runs (None: it stands).

    `timed` tells whether the round is one against the clock, or has become one.
    """

    seconds: int
    since: str | None
    timed: bool
    may_pause: bool
    marks: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class TurnStep:
    """One step of a turn in short; `because` names the variations that change it, `notes` say more about it."""

    said: Reason
    because: str
    notes: tuple[TurnStep, ...] = ()


@dataclass(frozen=True, slots=True)
class CumberAction:
    """One of the five actions of a Cumber card, free or with the reason why not now, which may only ask (SM-A33)."""

    said: Reason
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class TurnView:
    """Whose turn it is and what that turn allows. `stage` is build, play or end; `built` of `cells` cards lie.

    `in_grid` tells that every machine is recorded, `to_tell` what it waits for (claim, card, or ''), `played` that this
    turn's card lies there, `round_over` that nothing is played any more: the empty pile has ended the round (SM-VO).
    `piles` names what is empty then: under Q it is two (SM-A46).
    """

    seat: str
    said: Reason
    number: int
    stage: str
    built: int
    cells: int
    next_seat: str
    prizes: int
    steps: tuple[TurnStep, ...]
    spin: tuple[Reason, ...]
    cumber: tuple[CumberAction, ...]
    pile_empty: bool
    in_grid: bool
    to_tell: str
    played: bool
    round_over: bool
    piles: Reason


@dataclass(frozen=True, slots=True)
class PrizeView:
    """A prize in the grid: its symbol and cells."""

    symbol: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class CellView:
    """One cell of the grid: its symbol ('.' open, '?' not known), and for a card in hand the answer there.

    `place` is what the cell is called in a sentence. `mark` is prize, yes, no or '' without a card; `chosen` the cell
    whose reasons are shown; `why` where a card takes part in the reason, `line` where it takes part in a prize.
    """

    row: int
    column: int
    index: int
    place: str
    symbol: str
    mark: str
    points: int | None
    chosen: bool
    why: bool
    line: bool


@dataclass(frozen=True, slots=True)
class VerdictView:
    """Why the card may or may not lie on the chosen cell; each reason's values hold `rule` and `source`."""

    cell: Cell
    legal: bool
    broken: tuple[Reason, ...]
    exception: Reason | None
    prizes: tuple[PrizeView, ...]


@dataclass(frozen=True, slots=True)
class ShieldView:
    """A card that may be taken for a prize of shields, and whether it is taken unless the claimer says otherwise."""

    index: int
    place: str
    symbol: str
    taken: bool


@dataclass(frozen=True, slots=True)
class ClaimChoice:
    """One way to claim what stands in the grid; several where an ANY could serve either prize (SM-A14).

    `keep` says under Q which cards are kept; the rest makes the next pile (SM-VQ, A46).
    `shields` are the cards among which `to_take` go with the prizes of shields, where there is a choice (SM-A15).
    """

    prizes: tuple[PrizeView, ...]
    any_symbol: bool
    keep: Reason | None
    shields: tuple[ShieldView, ...]
    to_take: int


@dataclass(frozen=True, slots=True)
class AskedCell:
    """What must be told next: the card uncovered, or the card drawn to fill a cell."""

    kind: str
    place: str
    index: int


@dataclass(frozen=True, slots=True)
class GridView:
    """One slot machine as recorded or as typed for a question.

    `typed` is its text for the address (rows apart by '/', cells without blanks), `lies` that of the recorded machine;
    `old` tells that this one has changed since the question was put (E-116). `asked` and `claims` say what has to be
    told next before play goes on; `odd` names what a real deck could not show, beside the verdict (E-111). `would_pay`
    is a card that would make the dearest prize, where practice is played with any card at all, else ''.
    """

    machine: int
    machines: int
    rows: int
    columns: int
    cells: tuple[CellView, ...]
    typed: str
    recorded: bool
    lies: str
    old: bool
    card: str
    hand: str
    verdict: VerdictView | None
    nothing_fits: Reason | None
    odd: tuple[Reason, ...]
    claims: tuple[ClaimChoice, ...]
    asked: AskedCell | None
    would_pay: str


@dataclass(frozen=True, slots=True)
class VariationView:
    """One lettered variation as a switch: its letter, one plain line, on or off, and what to know of it here."""

    letter: str
    line: str
    on: bool
    note: Reason | None


@dataclass(frozen=True, slots=True)
class LimitsView:
    """The most that may be entered: people, points and cards of a symbol, sets, points of an ANY in hand, a hand."""

    people: int
    points: int
    count: int
    sets: int
    any_in_hand: int
    hand: int


@dataclass(frozen=True, slots=True)
class SettingsView:
    """The settings of a table and what may be chosen.

    `matter` names the readings of the rules that change something here. `rounds_by` is the variation that settles the
    number of rounds, '' where the table does. `good_from` is the lower reading of where Good begins, `wizard` the
    first and last number of points of the wider reading of Wizard (SM-A27).
    """

    players: int
    mode: str
    modes: tuple[str, ...]
    rounds: int
    rounds_by: str
    decks: int
    spin: str
    cumber: str
    choices: Mapping[str, tuple[int | str | bool, ...]]
    variations: tuple[VariationView, ...]
    matter: tuple[str, ...]
    any_as_shield: bool
    all_paired_by: str
    just_played_yields: bool
    bonus: str
    any_in_hand: int
    rank_502: str
    rank_604: str
    rank_names: str
    good_from: int
    wizard: tuple[int, int]
    timer_pause: bool
    record: str
    notes: tuple[Reason, ...]
    practice: bool


@dataclass(frozen=True, slots=True)
class ResultView:
    """The end: places, totals, winners, and what decided.

    While `missing` or `incomplete` name symbols whose points are not entered, winners only lead so far. `confirmed` is
    what was entered last, where that was points or a symbol.
    """

    order: tuple[str, ...]
    places: Mapping[str, int]
    totals: Mapping[str, int]
    missing: Mapping[str, tuple[str, ...]]
    winners: tuple[str, ...]
    because: tuple[Reason, ...]
    incomplete: tuple[str, ...]
    confirmed: Reason | None


@dataclass(frozen=True, slots=True)
class View:
    """All that a viewer may know of the table. `phase` is setup, play, between (rounds) or over.

    `picker` offers symbols that are not on the card yet; `card_short` tells that it has fewer than any real one.
    `month` is the Cumber effect of the month, '' until the owner has entered it.
    `points_by_round` is what each seat made in every finished round, as far as it is known.
    `question` is what an address must hold so that the question stays one about this position (E-116).
    """

    phase: str
    round: int
    rounds: int
    shown_round: int
    headline: Reason
    names: Mapping[str, str]
    seats: tuple[SeatView, ...]
    teams: Mapping[str, tuple[str, ...]]
    symbols: tuple[SymbolView, ...]
    picker: tuple[SymbolView, ...]
    entered: tuple[int, int]
    month: str
    card_short: bool
    limits: LimitsView
    settings: SettingsView
    start_reasons: tuple[Reason, ...]
    sheet: tuple[SheetRow, ...]
    standings: Standings
    points_by_round: tuple[Mapping[str, int], ...]
    turn: TurnView | None
    clock: ClockView | None
    grid: GridView | None
    question: Mapping[str, str]
    ranks: tuple[RankView, ...]
    records: tuple[RecordView, ...]
    result: ResultView | None
    scopes: Mapping[str, str]
    log: tuple[Line, ...]
