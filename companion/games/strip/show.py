"""Builds what one viewer may know of a table: the only way from a state to a page, a log line or an export.

What is secret (hands dealt, casinos rigged) is read in two places alone: own.py, for the seat that holds its card, and
`_deals`, once the winners stand (VS-A8, A35, R18). Of a running deal `_seal` gives out its seal and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine import Reason, Who
from companion.games.strip.asking import asked, by_eye, question, tile_view, verdict, whole
from companion.games.strip.characters import Side, characters
from companion.games.strip.components import (
    CASINOS,
    CHIPS,
    LEARNING_PENALTY,
    ROUNDS,
    SEVEN,
    SUITS,
    TEAM_COUNT,
)
from companion.games.strip.dealing import seal, slip
from companion.games.strip.labelling import doubles
from companion.games.strip.limits import briefly
from companion.games.strip.money import effect_on, effects_due
from companion.games.strip.own import card, own, with_roles
from companion.games.strip.paying import payout_view, team_view
from companion.games.strip.payout import Standing, standing
from companion.games.strip.setup import PLAYERS, casino_names, layout_warnings, start_reasons, suit_names
from companion.games.strip.state import Casino, Deal, Round, State
from companion.games.strip.tally import books
from companion.games.strip.teams import RoundTeams, layout_faults
from companion.games.strip.tiles import Tile
from companion.games.strip.turns import discard_faults, out_of_turn, placement_faults
from companion.games.strip.view import (
    CasinoSetting,
    CasinoView,
    CharacterView,
    CountView,
    DealView,
    DockView,
    EffectView,
    ResultView,
    RoundView,
    SealView,
    SeatView,
    SettingsView,
    SetView,
    StandView,
    TeamView,
    VerdictView,
    View,
)

At = Mapping[str, str]


def view(state: State, seat: str | None, at: At, held: bool = False) -> View:
    """Show what one viewer may know: an onlooker (seat None) or a seat; `held` adds the seat's own card."""
    dock = _dock(state, seat, at)
    answer = asked(state, at)
    now = state.round
    return View(
        phase=state.phase,
        round=now.number if now else min(len(state.past) + 1, ROUNDS),
        last_round=ROUNDS,
        seven=SEVEN,
        in_pairs=len(state.players) > TEAM_COUNT.get(len(state.players), 0),
        headline=_headline(state),
        names=state.names,
        seats=_seats(state, seat),
        sets=_sets(state),
        casinos=tuple(_casino(state, i, dock, at) for i in range(len(state.casinos))),
        rounds=_rounds(state),
        waiting=state.waited_for,
        start_reasons=start_reasons(state) if state.phase in ("setup", "between") else (),
        settings=_settings(state),
        printed=now.printed if now else state.settings.fixer_cards == "printed",
        may_redeal=state.may_redeal,
        seal=_seal(state),
        tokens_about=state.tokens_about,
        effects=tuple(_effect(state, casino) for casino in effects_due(state)),
        notes=_table_notes(state),
        dock=dock,
        asked=answer,
        question=question(answer, at),
        payout=payout_view(state),
        result=_result(state),
        counts=_counts(state, seat),
        chips_open=state.chips_open,
        # Whoever knows the gains knows the totals (VS-A37).
        gains=tuple(closed.gain for closed in state.past) if state.chips_open else (),
        scopes=scopes(state, seat),
        log=state.story,
        own=own(state, seat) if seat else None,
        card=card(state, seat) if seat and held else None,
    )


def scopes(state: State, seat: str | None) -> Mapping[str, str]:
    """Name the part of the table that each kind of event moves, for this viewer's forms."""
    turn = f"round:{state.round.number}" if state.round else f"round:{len(state.past) + 1}"
    # A deal goes by everything that was set up, so it is stale once anything of that has changed (E-52).
    kinds = dict.fromkeys(("seated", "tabled", "settled", "dealt"), "setup")
    kinds |= dict.fromkeys(("placed", "discarded", "ruled", "token", "laid", "totals", "ended"), turn)
    kinds |= dict.fromkeys(("redealt", "printed", "revealed", "turned_over", "penalty", "closed"), turn)
    kinds |= dict.fromkeys(("jackpot", "effect", "chips"), turn)
    # A choice goes by the cards that were dealt: one made for a void deal is stale.
    anew = f":{len(state.round.voided)}" if state.round and state.round.voided else ""
    kinds |= {"chosen": f"choice:{turn}{anew}:{seat}", "named": "names"}
    kinds |= dict.fromkeys(("labelled", "shuffled"), "labels")
    return kinds | {"agreed": "agreed", "counted": "count", "corrected": "count", "completed": "cards"}


def _seal(state: State) -> SealView | None:
    deal = state.round.deal if state.round else None
    if deal is None or not deal.salt:
        return None
    return SealView(deal.round, deal.number, seal(deal), state.round is not None and state.round.printed)


def _headline(state: State) -> Reason:
    phase = state.phase
    if phase == "turns" and state.on_turn:
        return Reason("headline-turn", {"seat": Who(state.on_turn)})
    if phase == "choose":
        return Reason("headline-choose")
    return Reason(f"headline-{phase}")


def _seats(state: State, viewer: str | None) -> tuple[SeatView, ...]:
    ahead = state.rounds_ahead() if not layout_faults(len(state.players), state.settings.layout) else ()
    teams = state.round.teams if state.round else (ahead[min(len(state.past), ROUNDS - 1)] if ahead else None)
    turn = state.on_turn

    def show(seat: str) -> SeatView:
        player = state.player(seat)
        team = teams.team_of(seat) if teams else (seat,)
        return SeatView(
            id=seat,
            name=state.names[seat],
            suit=player.suit,
            team=_letter(teams, seat) if teams else "",
            fixer=team[0] == seat,
            first=teams.first == seat if teams else state.first == seat,
            on_turn=turn == seat,
            chips=state.chips(seat) if _sees_chips(state, seat, viewer) else None,
        )

    return tuple(show(seat) for seat in state.seats)


def _letter(teams: RoundTeams, seat: str) -> str:
    return teams.letters[teams.teams.index(teams.team_of(seat))]


def _sees_chips(state: State, seat: str, viewer: str | None) -> bool:
    """Tell whether a viewer may know a total: hidden ones are each seat's own until the end (VS-A37)."""
    return state.chips_open or seat == viewer


def _sets(state: State) -> tuple[SetView, ...]:
    return tuple(_set(state, set_id) for set_id in state.sets)


def _set(state: State, set_id: str) -> SetView:
    owner = state.owner(set_id)
    gone = tuple(d.face for d in state.round.discards if d.set == set_id) if state.round else ()
    return SetView(
        id=set_id,
        seat=owner,
        name=state.names[set_id],
        suit=state.player(owner).suit,
        blocker=set_id in state.blockers,
        hand=state.hand(set_id),
        discarded=gone,
    )


def _rounds(state: State) -> tuple[RoundView, ...]:
    if layout_faults(len(state.players), state.settings.layout):
        return ()
    piles = books(state).piles

    def teams(ahead: RoundTeams) -> tuple[TeamView, ...]:
        now = state.round is not None and state.round.number == ahead.number
        members = zip(ahead.letters, ahead.teams, strict=True)
        return tuple(team_view(letter, team, piles.get(team, 0) if now else 0) for letter, team in members)

    return tuple(RoundView(ahead.number, ahead.first, teams(ahead)) for ahead in state.rounds_ahead())


def _settings(state: State) -> SettingsView:
    given = state.settings
    return SettingsView(
        least_players=PLAYERS.start,
        most_players=PLAYERS.stop - 1,
        learning_penalty=LEARNING_PENALTY,
        casinos=tuple(CasinoSetting(c.name, c.character, c.side, _character(state, c)) for c in state.casinos),
        known_casinos=casino_names(state.kept),
        nameless=CASINOS[-1] if CASINOS[-1] in state.casino_names else "",
        characters=characters(state.sides),
        suits=SUITS,
        suit_names=suit_names(state.kept),
        starting_jackpot=given.starting_jackpot,
        tiles=given.tiles,
        layout=given.layout,
        confirmed=given.confirmed,
        penalty=given.penalty,
        two_player_winner=given.two_player_winner,
        chip_totals=given.chip_totals,
        fixer_cards=given.fixer_cards,
        bank=given.bank,
        record=given.record,
        warnings=layout_warnings(state),
        doubles=doubles(state),
    )


def _table_notes(state: State) -> tuple[Reason, ...]:
    """Warn when more chips are out than the box holds (VS-A32)."""
    out = -state.supply
    low = out > CHIPS and state.settings.bank == "chips"
    return (Reason("supply-low", {"out": out, "chips": CHIPS}),) if low else ()


# Casinos


def _casino(state: State, index: int, dock: DockView | None, at: At) -> CasinoView:
    casino = state.casinos[index]
    now = state.round
    jackpots = books(state).jackpots
    reveals = {name: fixer for fixer, name in now.reveals} if now else {}
    stands = _stands(state, casino.name) if now else ()
    notes: tuple[Reason, ...] = ()
    if len(stands) > 1 and stands[0].total == stands[1].total:
        level = tuple(Who(stand.set) for stand in stands if stand.total == stands[0].total)
        notes = (Reason("level-note", {"leader": Who(stands[0].set), "sets": level, "total": stands[0].total}),)
    picked = dock.picked if dock else None
    token = at.get("token") == "1"
    return CasinoView(
        key=casino.name,
        name=casino.name,
        sign=index,
        character=casino.character,
        side=casino.side,
        jackpot=jackpots.get(casino.name, state.settings.starting_jackpot),
        stands=stands,
        rigged_by=reveals.get(casino.name),
        secure=bool(now and now.revealed and casino.name not in reveals),
        notes=notes,
        verdict=_picked(state, casino.name, dock.set, Tile(picked, token)) if dock and picked else None,
        card=_character(state, casino),
    )


def _character(state: State, casino: Casino) -> CharacterView | None:
    if not casino.character:
        return None
    slot, side = state.character_at(casino.name), state.side_at(casino.name) or Side()
    return CharacterView(
        name=casino.character,
        side=casino.side,
        limits=briefly(side.limits),
        effect=side.effect,
        reminder=slot.reminder if slot else "",
        source=slot.source if slot else None,
        by_eye=by_eye(state, casino.name) is not None,
        card=f"character:{slot.number}" if slot else "",
    )


def _effect(state: State, casino: str) -> EffectView:
    """Propose what a character does to its jackpot; it takes no more than lies there (VS-C05, C07b)."""
    label, side, n = state.casino(casino), state.side_at(casino), effect_on(state, casino)
    short = side is not None and n != side.effect
    shown = f"{n:+d}".replace("-", "\u2212")
    values = {"character": label.character if label else "", "casino": casino, "n": shown}
    key = Reason("effect-put" if n > 0 else "effect-take", {"chips": abs(n)})
    return EffectView(casino, Reason("effect-ask-short" if short else "effect-ask", values), key)


def _picked(state: State, casino: str, set_id: str, tile: Tile) -> VerdictView:
    reasons = placement_faults(state, set_id, tile, casino)
    return verdict(state, casino, set_id, tile, state.there(casino), reasons)


def _stands(state: State, casino: str) -> tuple[StandView, ...]:
    there = state.there(casino)
    standing_there = state.standing_at(casino)

    def show(rank: int, set_id: str, points: int) -> StandView:
        tiles = () if state.round and state.round.typed is not None else there.get(set_id, ())
        owner = state.owner(set_id)
        return StandView(
            set=set_id,
            seat=owner,
            name=state.names[set_id],
            suit=state.player(owner).suit,
            blocker=set_id in state.blockers,
            total=points,
            tiles=tuple(tile_view(tile) for tile in tiles),
            leads=rank == 0,
            level=rank > 0 and points == standing_there[0][1],
        )

    return tuple(show(rank, set_id, points) for rank, (set_id, points) in enumerate(standing_there))


def _dock(state: State, viewer: str | None, at: At) -> DockView | None:
    """Show what can be recorded: for the set asked for, else the one on turn."""
    if state.phase != "turns":
        return None
    due = tuple(half.set for half in state.halves)
    asked, tile = at.get("set", ""), whole(at.get("tile"))
    known = asked in state.sets
    # Whoever was asked for while others were due is not once the turn has gone on; nor is one whose tile has gone.
    moved = known and asked not in due and at.get("due", " ".join(due)) != " ".join(due)
    gone = moved or (known and tile is not None and tile not in state.hand(asked))
    set_id = asked if known and not gone else (due[0] if due else state.sets[0])
    hand = state.hand(set_id)
    picked = tile if tile in hand and not gone else None
    discard_reasons = discard_faults(state, set_id) if hand else ()
    return DockView(
        set=set_id,
        due=due,
        hand=hand,
        picked=picked,
        asks=out_of_turn(state, set_id),
        discards=hand if hand and not discard_reasons else (),
        discard_reasons=discard_reasons,
        seven=_is_seven(picked, at.get("token") == "1") and set_id not in state.blockers,
        tokens_left=state.tokens_left,
    )


def _is_seven(picked: int | None, token: bool) -> bool:
    return picked is not None and Tile(picked, token).number == SEVEN


# The end


def final_standing(state: State) -> Standing:
    """Rank the seats after three rounds (VS-R45, A29 to A31). Corrections count in the totals."""
    totals = {seat: state.chips(seat) for seat in state.seats}
    return standing(totals, state.past[-1].gain, state.settings.two_player_winner)


def _result(state: State) -> ResultView | None:
    if state.phase != "over":
        return None
    end = final_standing(state)
    return ResultView(
        order=tuple(end.order),
        places=end.places,
        winners=tuple(end.winners),
        because=tuple(end.because),
        totals={seat: state.chips(seat) for seat in state.seats},
        deals=_deals(state),
    )


def _deals(state: State) -> tuple[DealView, ...]:
    """Open all deals once the winners stand, so that they can be checked (VS-A8)."""

    def show(now: Round, deal: Deal | None) -> DealView:
        if deal is None:
            return DealView(now.number, None, (), (), now.printed, False, "", "")
        anew = deal is not now.deal
        rigged = {} if anew else now.rigged
        fixers = tuple((fixer, with_roles(deal.hands[fixer], rigged.get(fixer))) for fixer in now.fixers)
        opened, void = slip(deal) if deal.salt else "", anew or now.printed
        printed = now.printed and not anew
        return DealView(now.number, deal.number, fixers, deal.undealt, printed, void, seal(deal), opened)

    rounds = [closed.round for closed in state.past]
    return tuple(show(now, deal) for now in rounds for deal in now.deals or (None,))


def _counts(state: State, viewer: str | None) -> tuple[CountView, ...]:
    seen = [(s, n) for s, n in state.counted.items() if _sees_chips(state, s, viewer)]
    return tuple(CountView(s, state.chips(s), n, n - state.chips(s)) for s, n in seen)
