"""A seat's own page: public facts at rest, and the card while it is held open.

This is the one place that reads what a team was dealt and what it rigged for a viewer, and it does so for the viewer's
own team alone (VS-R18, R19, A35).
"""

from __future__ import annotations

from companion.engine import Reason, Who
from companion.games.strip.dealing import something_to_see
from companion.games.strip.state import Round, State
from companion.games.strip.tally import seven_stands
from companion.games.strip.view import CardView, OwnView


def own(state: State, seat: str) -> OwnView:
    """Show a seat's own page at rest: public facts only, the same whatever was dealt or chosen."""
    now = state.round
    if now is None:
        return OwnView(seat, Reason("role-none"), "", None, False, False, False, False)
    partner = now.teams.partner_of(seat)
    locked = now.begun or partner in now.looked
    return OwnView(
        seat=seat,
        role=_role(state, now, seat),
        dealt_at=now.dealt_at,
        partner=partner,
        may_choose=seat in now.hands and not locked,
        chosen=now.fixer_of(seat) in now.rigged,
        check_sevens=not now.printed and any(s == seat for s, _, _ in now.sevens),
        check_discards=not now.printed and any(d.set == seat for d in now.discards),
    )


def _role(state: State, now: Round, seat: str) -> Reason:
    """Say why a seat sees what it sees (VS-R15, R18, E-22)."""
    if now.printed:
        return Reason("role-printed", {"round": now.number})
    partner = now.teams.partner_of(seat)
    if partner is None:
        return Reason("role-solo-always" if len(state.players) < 4 else "role-solo", {"round": now.number})
    code = "role-fixer" if now.fixer_of(seat) == seat else "role-partner"
    return Reason(code, {"partner": Who(partner), "round": now.number})


def card(state: State, seat: str) -> CardView:
    """Open a seat's card: its team's two casinos in the order they were dealt, each with its role (VS-R17 to R19)."""
    now = state.round
    if now is None or not something_to_see(state, seat):
        return CardView((("", ""), ("", "")), Reason("card-nothing"), ())
    fixer = now.fixer_of(seat)
    rigged = now.rigged.get(fixer)
    pair = with_roles(now.hands[fixer], rigged)
    return CardView(pair, _role(state, now, seat), _follows(now, seat, rigged))


def with_roles(hand: tuple[str, str], rigged: str | None) -> tuple[tuple[str, str], ...]:
    """Put its role beside each dealt casino, upper and lower: rigged, secure, or '' before the choice."""
    return tuple((c, "" if rigged is None else "rigged" if c == rigged else "secure") for c in hand)


def _follows(now: Round, seat: str, rigged: str | None) -> tuple[Reason, ...]:
    """Tell what follows from the rigged casino: where the 7 must not go, and how the own 7 and discards stand."""
    if rigged is None:
        return (Reason("card-choose"),)
    lines = [Reason("card-seven", {"casino": rigged})]
    if any(s == seat for s, _, _ in now.sevens):
        wrong = seven_stands(now, seat, rigged)
        lines.append(Reason("card-seven-wrong" if wrong else "card-seven-fine", {"casino": rigged}))
    for discard in now.discards:
        if discard.set == seat:
            due = rigged in discard.due_if_rigged
            lines.append(Reason("card-discard-due" if due else "card-discard-not-due", {"tile": discard.face}))
    return tuple(lines)
