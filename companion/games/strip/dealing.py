"""Round set-up: the deal, each fixer's choice, and the first look at a card (VS-R13 to R19)."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from companion.engine import Event, Refused, Who, refuse
from companion.games.strip.checks import the_round
from companion.games.strip.setup import start_reasons
from companion.games.strip.state import Deal, Lay, Round, State, told
from companion.games.strip.teams import RoundTeams


def dealt(state: State, event: Event) -> State | Refused:
    """Begin a round: fill the jackpots of the first, and give each fixer two casinos (VS-R04, R13 to R17)."""
    reasons = start_reasons(state)
    if reasons:
        return Refused(reasons)
    teams = state.rounds_ahead()[len(state.past)]
    deal = _drawn(state, teams, event) if state.settings.fixer_cards == "app" else None
    if isinstance(deal, Refused):
        return deal
    empty: Lay = dict.fromkeys(state.casino_names, ())
    begun = Round(teams, empty, event.at, printed=deal is None, deal=deal, turn_lay=empty)
    if not state.past:
        filled = dict.fromkeys(state.casino_names, state.settings.starting_jackpot)
        state = replace(state, jackpots=filled, supply=state.supply - sum(filled.values()))
    after = replace(state, round=begun)
    if deal is None:
        return told(after, event, "dealt-printed", round=teams.number)
    return _sealed(after, event, deal, "dealt")


def redealt(state: State, event: Event) -> State | Refused:
    """Deal the running round anew, before its first tile, for everyone to see: the deal before is void (E-113)."""
    now = the_round(state)
    if now.printed or now.deal is None:
        return refuse("printed-already", round=now.number)
    if now.begun:
        return refuse("redeal-begun", round=now.number)
    deal = _drawn(state, now.teams, event)
    if isinstance(deal, Refused):
        return deal
    voided = (*now.voided, now.deal)
    after = state.with_round(deal=deal, voided=voided, dealt_at=event.at, rigged={}, looked=frozenset())
    return _sealed(after, event, deal, "redealt")


def _drawn(state: State, teams: RoundTeams, event: Event) -> Deal | Refused:
    """Give each fixer two casinos of the order that was drawn; the deals of a game are counted, void ones as well."""
    order = tuple(event.secret.get("order", ()))
    if sorted(order) != sorted(state.casino_names):
        return refuse("deal-broken")
    hands = {fixer: (order[2 * i], order[2 * i + 1]) for i, fixer in enumerate(teams.fixers)}
    return Deal(teams.number, len(state.deals) + 1, hands, order[2 * len(hands) :], str(event.secret.get("salt", "")))


def _sealed(state: State, event: Event, deal: Deal, code: str) -> State:
    """Tell a deal in the story, its seal first."""
    if deal.salt:
        state = told(state, event, "sealed", round=deal.round, seal=seal(deal))
    return told(state, event, code, round=deal.round)


def slip(deal: Deal) -> str:
    """Write out a deal, one fact a line, with everything that it decides and the salt: what its seal is made from."""
    lines = ["Vegas Strip", f"round {deal.round}", f"deal {deal.number}"]
    for fixer, (upper, lower) in deal.hands.items():
        lines += [f"seat {fixer} upper {upper}", f"seat {fixer} lower {lower}"]
    lines += [f"nobody {casino}" for casino in deal.undealt]
    return "\n".join([*lines, f"salt {deal.salt}"])


def seal(deal: Deal) -> str:
    """Give the SHA-256 of a deal's slip in UTF-8, 64 hexadecimal digits; '' for a deal without a salt.

    There are 30 or 90 ways to deal: without a salt that nobody can guess the seal would tell which one it was.
    """
    return hashlib.sha256(slip(deal).encode()).hexdigest() if deal.salt else ""


def printed(state: State, event: Event) -> State | Refused:
    """Switch this round to printed fixer cards: the app's deal of it is void, for everyone to see."""
    now = the_round(state)
    if now.printed:
        return refuse("printed-already", round=now.number)
    switched = state.with_round(printed=True, rigged={}, looked=frozenset())
    return told(switched, event, "switched-to-printed", round=now.number)


def chosen(state: State, event: Event) -> State | Refused:
    """Note which of the two dealt casinos a fixer rigs; the other one is secure (VS-R17, A9)."""
    now = the_round(state)
    seat, rig = str(event.data.get("seat")), event.secret.get("rig")
    if now.printed or seat not in now.hands:
        return refuse("no-choice", seat=Who(seat), fixers=tuple(map(Who, now.fixers)))
    if rig not in ("upper", "lower"):
        return refuse("choice-unknown")
    partner = now.teams.partner_of(seat)
    if now.begun:
        return refuse("choice-locked-begun", round=now.number)
    if partner in now.looked:
        return refuse("choice-locked-looked", partner=Who(partner or ""))
    first_time = seat not in now.rigged
    upper, lower = now.hands[seat]
    after = state.with_round(rigged=dict(now.rigged) | {seat: upper if rig == "upper" else lower})
    # A changed mind leaves no line: how often somebody chose is nobody's business (E-20).
    return told(after, event, "chose", seat=Who(seat)) if first_time else after


def first_look(state: State, event: Event) -> State | Refused:
    """Note that a seat has seen its two casinos in this round (VS-R18, R19)."""
    now, seat = the_round(state), str(event.data.get("seat"))
    if not something_to_see(state, seat):
        return refuse("nothing-to-see")
    if seat in now.looked:
        return refuse("looked-already", seat=Who(seat))
    return told(state.with_round(looked=now.looked | {seat}), event, "looked", seat=Who(seat))


def something_to_see(state: State, seat: str) -> bool:
    """Tell whether a seat's card shows anything: a fixer's after the deal, a partner's once the fixer has chosen."""
    now = state.round
    if now is None or now.printed or seat not in state.seats:
        return False
    return seat in now.hands or now.fixer_of(seat) in now.rigged
