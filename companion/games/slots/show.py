"""Builds what a viewer may know of a slot machine table: the only way from a state to a page or a log line."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from companion.engine import Reason, Who
from companion.games.slots.card import MOST_COUNT, MOST_POINTS, SHORTEST, Entry, to_pick
from companion.games.slots.checking import grid_view, question
from companion.games.slots.printed import MONTH
from companion.games.slots.scoring import Standing, Sum, ladder, next_rank, rank, standing, team_totals
from companion.games.slots.setup import (
    MOST_IN_HAND,
    TABLE_CHOICES,
    best_round,
    is_calibrated,
    modes,
    standing_points,
    start_reasons,
    table_notes,
)
from companion.games.slots.sheet import MOST_SETS, minutes
from companion.games.slots.state import State
from companion.games.slots.symbols import (
    ANY,
    GOOD_FROM_502,
    LADDER,
    PLAYERS,
    RECORDS,
    THOUGHT_POSSIBLE,
    TIME_MARKS,
    WIZARD,
    Rank,
)
from companion.games.slots.turning import turn_view
from companion.games.slots.variations import CHOICES, VARIATIONS, most_in_hand
from companion.games.slots.view import (
    ClockView,
    CountView,
    LimitsView,
    RankStep,
    RankView,
    RecordView,
    ResultView,
    SeatView,
    SettingsView,
    SheetRow,
    Standings,
    SumLine,
    SymbolView,
    VariationView,
    View,
)
from companion.games.slots.words import figure
from companion.words import day

At = Mapping[str, str]


def view(state: State, seat: str | None, at: At, held: bool = False) -> View:
    """Show the table; nothing at it is secret, so every viewer sees the same."""
    shown = _shown_round(state, at)
    grid = grid_view(state, at)
    return View(
        phase=state.phase,
        round=len(state.sheets),
        rounds=state.rounds,
        shown_round=shown,
        headline=_headline(state),
        names=state.names,
        seats=_seats(state),
        teams=state.teams,
        symbols=tuple(_symbol(state, entry) for entry in state.symbols),
        picker=tuple(_symbol(state, entry) for entry in to_pick(state.card)),
        entered=_entered(state),
        month=state.kept.get(MONTH, {}).get("effect", ""),
        card_short=len(state.card) < SHORTEST,
        limits=LimitsView(PLAYERS[-1], MOST_POINTS, MOST_COUNT, MOST_SETS, MOST_IN_HAND, _most_in_hand(state)),
        settings=_settings(state),
        start_reasons=start_reasons(state) if state.phase in ("setup", "between") else (),
        sheet=tuple(_row(state, shown, player.id) for player in state.players) if shown else (),
        standings=_standings(state),
        points_by_round=tuple(
            {seat: state.points(number, seat) for seat in state.seats}
            for number, sheet in enumerate(state.sheets, start=1)
            if sheet.ended
        ),
        turn=turn_view(state),
        clock=_clock(state),
        grid=grid,
        question=question(grid, at),
        ranks=_ranks(state),
        records=_records(state),
        result=_result(state),
        scopes=scopes(state, shown),
        log=state.story,
    )


def _most_in_hand(state: State) -> int:
    return most_in_hand(len(state.players), state.variations)


def scopes(state: State, number: int = 0) -> Mapping[str, str]:
    """Name the part of the table that each kind of event moves, for the forms of a page that shows one round."""
    now = len(state.sheets)
    kinds = dict.fromkeys(("seated", "settled", "varied", "surprised", "practice"), "setup")
    kinds |= dict.fromkeys(("begun", "ended"), f"round:{now}")
    kinds |= dict.fromkeys(("turned", "spun", "cumbered", "emptied"), f"turn:{now}")
    kinds |= dict.fromkeys(("gridded", "played", "claimed", "shown"), f"grid:{now}")
    kinds |= {f"prize:{seat}": score_scope(number or now, seat) for seat in state.seats}
    return kinds | {
        "clock": f"clock:{now}",
        "named": "names",
        "agreed": "agreed",
        "symbol": CARD_SCOPE,
    }


#: the part of the table that its card is: whoever enters a value sees that somebody was faster
CARD_SCOPE = "card"


def score_scope(number: int, seat: str) -> str:
    """Name the part of the table that one seat's line of a round is: two people may score at once."""
    return f"score:{number}:{seat}"


def _shown_round(state: State, at: At) -> int:
    text = at.get("round", "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else 0
    return number if 1 <= number <= len(state.sheets) else len(state.sheets)


def _headline(state: State) -> Reason:
    if state.on_turn:
        return Reason("headline-play", {"seat": Who(state.on_turn)})
    return Reason(f"headline-{state.phase}")


def _seats(state: State) -> tuple[SeatView, ...]:
    team = {seat: letter for letter, seats in state.teams.items() for seat in seats}
    starter = state.starter(max(1, len(state.sheets) + (state.phase == "between")))

    return tuple(
        SeatView(seat, state.names[seat], "", team.get(seat, ""), seat == starter, seat == state.on_turn)
        for seat in state.seats
    )


def _symbol(state: State, entry: Entry) -> SymbolView:
    # The cards of the expansions stand beside the owner's card: all about them is known.
    may_enter = not state.practice and entry.letter in {*map(_letter, state.card), *map(_letter, to_pick(state.card))}
    return SymbolView(
        entry.letter,
        entry.name,
        entry.picture,
        entry.points,
        entry.count,
        entry.source,
        odd=bool(entry.points and entry.points % 2),
        may_enter=may_enter,
        may_value=may_enter and entry.letter not in standing_points(state),
    )


def _letter(entry: Entry) -> str:
    return entry.letter


def _entered(state: State) -> tuple[int, int]:
    """Count the points that are known, and the symbols there are."""
    return sum(entry.points is not None for entry in state.card), len(state.card)


def _settings(state: State) -> SettingsView:
    noted = {reason.code.removeprefix("idle-").upper(): reason for reason in table_notes(state)}
    given = state.settings
    return SettingsView(
        players=len(state.players),
        mode=state.mode,
        modes=modes(state),
        rounds=state.chosen_rounds,
        rounds_by="E" if "E" in state.variations else "",
        decks=given.decks,
        spin=state.spin,
        cumber=state.cumber,
        choices={**TABLE_CHOICES, **CHOICES},
        variations=tuple(
            VariationView(v.letter, v.line, v.letter in state.variations, noted.get(v.letter))
            for v in VARIATIONS.values()
        ),
        matter=_readings_that_matter(state),
        any_as_shield=given.any_as_shield,
        all_paired_by=given.all_paired_by,
        just_played_yields=given.just_played_yields,
        bonus=given.bonus,
        any_in_hand=given.any_in_hand,
        rank_502=given.rank_502,
        rank_604=given.rank_604,
        rank_names=given.rank_names,
        good_from=GOOD_FROM_502,
        wizard=(WIZARD.first, LADDER[LADDER.index(WIZARD) + 1].first - 1),
        timer_pause=given.timer_pause,
        record=given.record,
        notes=table_notes(state),
        practice=state.practice,
    )


def _readings_that_matter(state: State) -> tuple[str, ...]:
    """Name the readings of the rules that change something at this table."""
    only = {"just_played_yields": "F", "bonus": "R", "any_in_hand": "O"}
    by_letter = tuple(name for name, letter in only.items() if letter in state.variations)
    ranks = ("rank_502", "rank_604", "rank_names") if state.together else ()
    return ("any_as_shield", "all_paired_by", "timer_pause", *by_letter, *ranks)


# The score sheet


def _row(state: State, number: int, seat: str) -> SheetRow:
    sheet = state.sheets[number - 1]
    prizes = sheet.prizes.get(seat, {})
    sums = state.sums(number, seat)
    return SheetRow(
        seat=seat,
        counts=tuple(CountView(entry.letter, prizes.get(entry.letter, 0)) for entry in state.symbols),
        hand=sheet.hands.get(seat, ()),
        hand_asked=_hand_untold(state, number, seat),
        hand_due=_hand_untold(state, number, seat) and (sheet.ended or state.emptied),
        points=state.points(number, seat),
        missing=state.missing(number, seat),
        total=state.total(seat),
        total_missing=state.total_missing(seat),
        sums=tuple(_sum_line(state, line) for line in sums),
    )


def _hand_untold(state: State, number: int, seat: str) -> bool:
    return "O" in state.variations and seat not in state.sheets[number - 1].hands


def _sum_line(state: State, line: Sum) -> SumLine:
    entry = state.entry(line.symbol)
    name = entry.name if entry else {ANY: "ANY"}.get(line.symbol, line.symbol)
    values = {"n": line.count, "symbol": name, "each": line.each, "bonus": line.bonus, "points": line.points}
    kind = "hand" if line.in_hand else ("bonus" if line.bonus else "sets")
    return SumLine(Reason(f"sum-{kind}" if line.each is not None else f"sum-{kind}-unknown", values), line.points)


def _totals(state: State) -> Mapping[str, int]:
    totals = {seat: state.total(seat) for seat in state.seats}
    if not state.teams:
        return totals
    return team_totals(totals, {seat: letter for letter, seats in state.teams.items() for seat in seats})


def _incomplete(state: State) -> tuple[str, ...]:
    """Name the symbols whose missing points keep a total open (E-96)."""
    rounds = range(1, len(state.sheets) + 1)
    return tuple(dict.fromkeys(symbol for number in rounds for symbol in state.missing_of_all(number)))


def _missing(state: State) -> Mapping[str, tuple[str, ...]]:
    """Name for each person, or each team, the symbols whose missing points keep the total open (E-96)."""
    sides = state.teams or {seat: (seat,) for seat in state.seats}
    return {
        side: tuple(dict.fromkeys(symbol for seat in seats for symbol in state.total_missing(seat)))
        for side, seats in sides.items()
    }


def _standings(state: State) -> Standings:
    found = final_standing(state)
    return Standings(found.order, found.places, _totals(state), _missing(state), bool(_incomplete(state)))


def final_standing(state: State) -> Standing:
    """Rank the seats, or the teams, by all rounds so far; those who play together win nothing (SM-R47, A29, E-103)."""
    found = standing(_totals(state))
    return Standing(found.order, dict.fromkeys(found.order, 1), ()) if state.together else found


# Ranks and the clock


def _ranks(state: State) -> tuple[RankView, ...]:
    """Show the rank of each finished round of solo or co-operative play whose points are all known."""
    if not state.together:
        return ()
    rounds = [number for number, sheet in enumerate(state.sheets, 1) if sheet.ended]
    return tuple(_rank(state, number) for number in rounds if not state.missing_of_all(number))


def _rank(state: State, number: int) -> RankView:
    points = sum(state.points(number, seat) for seat in state.seats)
    settings = state.settings
    here, following = rank(points, settings), next_rank(points, settings)
    clock = state.sheets[number - 1].clock

    def name(line: Rank) -> str:
        return line.site if settings.rank_names == "site" else line.book

    def reached(line: Rank) -> bool:
        # Wizard alone may be passed by: unless the table reads it otherwise, it is 604 and no more (SM-A27).
        passed_by = line == WIZARD and settings.rank_604 == "exactly" and points != line.first
        return line == here or (line.first <= points and not passed_by)

    return RankView(
        round=number,
        points=points,
        name=name(here),
        to_next=following.first - points if following else None,
        next_name=name(following) if following else "",
        calibrated=is_calibrated(state) and not state.practice,
        ladder=tuple(RankStep(name(line), line.first, reached(line), line == following) for line in ladder(settings)),
        seconds=clock.seconds if clock.used else None,
    )


def _records(state: State) -> tuple[RecordView, ...]:
    """List the scores to beat in solo and co-operative play (SM-R50), the table's own best first."""
    if not state.together:
        return ()
    best = best_round(state)
    code = "best-so-far" if is_calibrated(state) else "best-uncalibrated"
    own = (RecordView(Reason(code, {"points": best}), best),) if best is not None else ()
    creator = tuple(
        RecordView(Reason("creator", {"points": mark.points, "when": day(date.fromisoformat(mark.when))}), mark.points)
        for mark in RECORDS
        if mark.when
    )
    most = RecordView(Reason("thought-possible", {"points": THOUGHT_POSSIBLE.points}), THOUGHT_POSSIBLE.points)
    return (*own, *creator, most)


def _clock(state: State) -> ClockView | None:
    if state.phase == "setup":
        return None
    now = state.sheets[-1].clock
    marks = tuple(
        Reason("time-mark", {"points": mark.points, **minutes(60 * (mark.minutes or 0))}) for mark in TIME_MARKS
    )
    against_time = "U" in state.variations and state.together
    timed = against_time or now.used
    return ClockView(now.seconds, now.since, timed, state.settings.timer_pause, marks if against_time else ())


# The end


def _result(state: State) -> ResultView | None:
    if state.phase != "over":
        return None
    found = final_standing(state)
    return ResultView(
        order=found.order,
        places=found.places,
        totals=_totals(state),
        missing=_missing(state),
        winners=found.winners,
        because=because(state),
        incomplete=_incomplete(state),
        confirmed=_confirmed(state),
    )


def _confirmed(state: State) -> Reason | None:
    """Repeat what was entered last, where that was a symbol or its points (E-95)."""
    last = state.story[-1].said
    return last if last.code in ("symbol-known", "symbol-named") else None


def because(state: State) -> tuple[Reason, ...]:
    """Say what decided (E-81)."""
    open_values = _incomplete(state)
    pending = _hands_never_told(state)
    if open_values:
        pending = (Reason("points-open", {"symbols": tuple(_name(state, s) for s in open_values)}), *pending)
    if state.together:
        total = figure(sum(_totals(state).values()))
        code = "together-so-far" if open_values else "together-total"
        return (Reason(code, {"total": total, "n": len(state.sheets)}), *pending)
    winners = tuple(Who(who) for who in final_standing(state).winners)
    total = figure(max(_totals(state).values()))
    code = "lead" if open_values else "won" if len(winners) == 1 else "level"
    if state.teams:
        code = f"teams-{code}"
    return (Reason(code, {"winners": winners, "total": total, "n": len(winners)}), *pending)


def _hands_never_told(state: State) -> tuple[Reason, ...]:
    """Say round by round whose hand counts as empty because nobody told of it (SM-VO)."""
    found = []
    for number, sheet in enumerate(state.sheets, 1):
        untold = tuple(Who(seat) for seat in state.seats if sheet.ended and _hand_untold(state, number, seat))
        if untold:
            found.append(Reason("hands-never-told", {"seats": untold, "n": len(untold), "round": number}))
    return tuple(found)


def _name(state: State, letter: str) -> str:
    entry = state.entry(letter)
    return entry.name if entry else letter
