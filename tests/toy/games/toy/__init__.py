"""Hidden Number: a third game for the tests, found because it lies on the path of `companion.games`.

Two to four people are dealt a number each, keep or drop it in secret, and type points until everyone has some. It has
everything that a game may have: a draw, a secret of a seat, an act that asks first, and settings to remember.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.engine import (
    Act,
    Amount,
    Card,
    Entry,
    Event,
    Fault,
    Line,
    Option,
    Outcome,
    Reason,
    Refused,
    Tryout,
    Value,
    Who,
    refuse,
)
from companion.help import Help, Rule, Section
from companion.names import cleaned, told_apart

BIG = 50


@dataclass(frozen=True, slots=True)
class State:
    people: Mapping[str, str]
    record: str = "everyone"
    numbers: Mapping[str, str] = field(default_factory=dict)  # secret
    kept: Mapping[str, bool] = field(default_factory=dict)  # secret
    looked: frozenset[str] = frozenset()
    points: Mapping[str, int] = field(default_factory=dict)
    over: bool = False
    colour: str = ""
    story: tuple[Line, ...] = ()

    @property
    def phase(self) -> str:
        return "over" if self.over else "turns" if self.numbers else "setup"


@dataclass(frozen=True, slots=True)
class SeatView:
    id: str
    name: str
    suit: str
    points: int | None


@dataclass(frozen=True, slots=True)
class OwnView:
    seat: str
    dealt_at: str
    may_choose: bool


@dataclass(frozen=True, slots=True)
class CardView:
    number: str
    kept: str


@dataclass(frozen=True, slots=True)
class View:
    phase: str
    round: int
    headline: Reason
    names: Mapping[str, str]
    seats: tuple[SeatView, ...]
    waiting: tuple[str, ...]
    asked: str
    scopes: Mapping[str, str]
    log: tuple[Line, ...]
    own: OwnView | None
    card: CardView | None


HELP = Help(
    (
        Section(
            "all",
            "The whole toy",
            ("Everybody is dealt a number.",),
            (
                Rule("TOY-R1", "Points", "Type a number of points from 0 to 99."),
                Rule("TOY-A1", "Many points", "More than 50 are asked about.", "No setting changes that."),
            ),
        ),
    ),
    {"toy-points": "TOY-R1", "toy-big": "TOY-A1"},
)


class HiddenNumber:
    key = "toy"
    title = "Hidden Number"
    offers = ("A toy for the tests.",)
    players = range(2, 5)
    own_kinds = frozenset({"chosen", "first_look"})
    host_kinds = frozenset({"agreed"})
    lasting_kinds = frozenset({"setup", "dealt"})
    open_draws: frozenset[str] = frozenset()
    passing_kinds = frozenset({"named", "chosen", "first_look", "agreed", "completed"})
    mended_kinds = frozenset({"scored"})
    help = HELP
    tryout = Tryout(
        {"people": [["1", "Ann"], ["2", "Ben"], ["3", "Cleo"]], "record": "everyone"},
        (Act("dealt"), Act("chosen", {"seat": "1"}, {"keep": "yes"}), Act("scored", {"seat": "2", "points": 7})),
    )
    sentences: Mapping[str, str | tuple[str, str]] = {
        "toy-opened": ("A table for {n} person.", "A table for {n} people."),
        "toy-headline": "Hidden Number: {phase}.",
        "toy-dealt": "Everyone has a number.",
        "toy-named": "{seat} has a name.",
        "toy-chose": "{seat} has chosen.",
        "toy-scored": "{seat} has {n} points.",
        "toy-over": "It is over.",
        "toy-winners": "Most points.",
        "toy-record": "Now {record} may record.",
        "toy-not-now": "Not while the table is at {phase}.",
        "toy-seat": "There is no seat {seat}.",
        "toy-looked": "There is nothing more to see for {seat}.",
        "toy-choice": "Keep it or drop it.",
        "toy-points": "{typed} is no number of points from 0 to 99.",
        "toy-big": "{n} points are many. Really?",
        "toy-missing": "Points of {seats} are missing.",
        "toy-order": "That is no deal for this table.",
        "toy-entry": "Points",
        "toy-more": "{of} has {n} points more.",
        "toy-less": "{of} has {n} points less.",
        "toy-box": "The box",
        "toy-colour": "Colour of the box",
        "toy-coloured": "The box is {colour}.",
        "toy-colour-known": "The box is {colour}, and that stands.",
        "toy-no-colour": "A box is red or blue.",
        "toy-unknown": "Nobody knows the act {kind}.",
        "toy-setting": "Everyone, own or host may record.",
        "name-blank": "A name needs a letter that can be seen.",
        "name-direction": "A name cannot turn the writing around it.",
        "name-long": "A name has {longest} letters at most, not {long}.",
    }

    def defaults(self, players: int, kept: Mapping[str, Any]) -> Mapping[str, Any]:
        people = [[str(n), f"Player {n}"] for n in range(1, players + 1)]
        return {"people": people, "record": kept.get("record", "everyone"), "kept": dict(kept)}

    def again(self, state: State, kept: Mapping[str, Any]) -> Mapping[str, Any]:
        people = [list(pair) for pair in state.people.items()]
        return {"people": people, "record": state.record, "kept": dict(kept)}

    def cards(self, kept: Mapping[str, Any]) -> Sequence[Card]:
        colour = kept.get("box", {}).get("colour", "")
        says = Reason("toy-coloured", {"colour": colour}) if colour else None
        value = Value("box", "colour", Reason("toy-colour"), says, "entered" if colour else "")
        return [Card("box", "box", Reason("toy-box"), (value,), colour)]

    def printed(self, kept: Mapping[str, Any]) -> Mapping[str, Any]:
        return {name: data for name, data in kept.items() if name == "box"}

    def card_faults(self, kept: Mapping[str, Any]) -> Sequence[Fault]:
        wrong = [
            (name, key)
            for name, data in kept.items()
            for key, value in data.items()
            if (name, key) != ("box", "colour") or value not in ("red", "blue")
        ]
        return tuple(Fault(name, key, Reason("toy-no-colour")) for name, key in wrong)

    def cards_at(self, state: State) -> Mapping[str, Any]:
        return {"box": {"colour": state.colour}} if state.colour else {}

    def start(self, event: Event) -> State | Refused:
        people = dict(event.data["people"])
        said = Reason("toy-opened", {"n": len(people)})
        colour = event.data.get("kept", {}).get("box", {}).get("colour", "")
        return State(people, event.data["record"], colour=colour, story=(Line(event.number, event.at, event.by, said),))

    def apply(self, state: State, event: Event) -> State | Refused:
        phases = {"dealt": "setup", "chosen": "turns", "first_look": "turns", "scored": "turns", "ended": "turns"}
        if event.kind not in (*phases, "named", "agreed", "completed"):
            return refuse("toy-unknown", kind=event.kind)
        if phases.get(event.kind, state.phase) != state.phase:
            return refuse("toy-not-now", phase=state.phase)
        seat = event.data.get("seat")
        if event.kind in ("named", "chosen", "first_look", "scored") and seat not in state.people:
            return refuse("toy-seat", seat=str(seat))
        after: State | Refused = getattr(self, f"_{event.kind}")(state, event)
        return after

    def _told(self, state: State, event: Event, code: str, **values: Any) -> State:
        return replace(state, story=(*state.story, Line(event.number, event.at, event.by, Reason(code, values))))

    def _named(self, state: State, event: Event) -> State | Refused:
        name = cleaned(str(event.data.get("name", "")))
        if isinstance(name, Reason):
            return Refused((name,))
        people = {**state.people, event.data["seat"]: name}
        return self._told(replace(state, people=people), event, "toy-named", seat=Who(event.data["seat"]))

    def _agreed(self, state: State, event: Event) -> State | Refused:
        record = event.data.get("record")
        if record not in ("everyone", "own", "host"):
            return refuse("toy-setting")
        return self._told(replace(state, record=record), event, "toy-record", record=record)

    def _completed(self, state: State, event: Event) -> State | Refused:
        if state.colour:
            return refuse("toy-colour-known", colour=state.colour)
        colour = event.data["data"]["colour"]
        return self._told(replace(state, colour=colour), event, "toy-coloured", colour=colour)

    def _dealt(self, state: State, event: Event) -> State | Refused:
        order = event.secret.get("order", ())
        if len(order) < len(state.people):
            return refuse("toy-order")
        return self._told(replace(state, numbers=dict(zip(state.people, order, strict=False))), event, "toy-dealt")

    def _chosen(self, state: State, event: Event) -> State | Refused:
        keep, seat = event.secret.get("keep"), event.data["seat"]
        if keep not in ("yes", "no"):
            return refuse("toy-choice")
        after = replace(state, kept={**state.kept, seat: keep == "yes"})
        return after if seat in state.kept else self._told(after, event, "toy-chose", seat=Who(seat))

    def _first_look(self, state: State, event: Event) -> State | Refused:
        seat = event.data["seat"]
        if seat in state.looked:
            return refuse("toy-looked", seat=Who(seat))
        return replace(state, looked=state.looked | {seat})

    def _scored(self, state: State, event: Event) -> State | Refused:
        seat, points = event.data["seat"], event.data.get("points")
        if not isinstance(points, int) or not 0 <= points <= 99:
            return refuse("toy-points", typed=str(points))
        if points > BIG and "toy-big" not in event.confirmed:
            return Refused((Reason("toy-big", {"n": points}, confirm=True),))
        after = replace(state, points={**state.points, seat: points})
        return self._told(after, event, "toy-scored", seat=Who(seat), n=points)

    def _ended(self, state: State, event: Event) -> State | Refused:
        missing = tuple(Who(seat) for seat in state.people if seat not in state.points)
        if missing:
            return refuse("toy-missing", seats=missing)
        return self._told(replace(state, over=True), event, "toy-over")

    def without(self, state: State, event: Event) -> State:
        return state

    def entries(self, state: State, event: Event) -> Sequence[Entry]:
        return (Entry("points", Reason("toy-entry"), str(event.data["points"])),)

    def amounts(self, state: State) -> Sequence[Amount]:
        return tuple(Amount("toy-more", "toy-less", Who(seat), n) for seat, n in state.points.items())

    def draw(self, state: State, kind: str) -> Sequence[str] | None:
        return ("alpha", "bravo", "delta", "gamma", "omega") if kind == "dealt" else None

    def scope(self, state: State, kind: str, data: Mapping[str, Any]) -> str:
        if kind in ("chosen", "first_look"):
            return f"{kind}:{data.get('seat')}"
        return {"named": "names", "agreed": "agreed", "completed": "card"}.get(kind, "table")

    def concerns(self, state: State, event: Event) -> str | None:
        return event.data.get("seat")

    def options(self, state: State, seat: str | None) -> Sequence[Option]:
        if seat is None:
            named = [("dealt", {}, {"order": list(self.draw(state, "dealt") or ())}), ("ended", {}, {})]
        else:
            named = [("chosen", {"seat": seat}, {"keep": keep}) for keep in ("yes", "no")]
            named += [("first_look", {"seat": seat}, {})]
            named += [("scored", {"seat": seat, "points": n}, {}) for n in (0, 7, BIG + 1)]
        return [Option(kind, data, secret, self._against(state, kind, data, secret)) for kind, data, secret in named]

    def _against(self, state: State, kind: str, data: Any, secret: Any) -> tuple[Reason, ...]:
        after = self.apply(state, Event(kind, data, secret))
        return after.reasons if isinstance(after, Refused) else ()

    def view(self, state: State, seat: str | None, at: Mapping[str, str], held: bool = False) -> View:
        names = told_apart(list(state.people.items()))
        held_card = (
            CardView(
                state.numbers.get(seat or "", ""),
                {True: "kept", False: "dropped"}.get(state.kept.get(seat or "", None), ""),
            )
            if seat and held
            else None
        )  # type: ignore[arg-type]
        scopes = {kind: self.scope(state, kind, {"seat": seat}) for kind in ("dealt", "scored", "ended", "chosen")}
        return View(
            phase=state.phase,
            round=1,
            headline=Reason("toy-headline", {"phase": state.phase}),
            names=names,
            seats=tuple(SeatView(s, names[s], "", state.points.get(s)) for s in state.people),
            waiting=tuple(s for s in state.people if s not in state.looked or s not in state.kept),
            asked=at.get("word", ""),
            scopes={**scopes, "named": "names", "agreed": "agreed"},
            log=state.story,
            own=OwnView(seat, "", state.phase == "turns") if seat else None,
            card=held_card,
        )

    def rounds_over(self, state: State) -> int:
        return int(state.over)

    def outcome(self, state: State) -> Outcome | None:
        if not state.over:
            return None
        order = tuple(sorted(state.people, key=lambda s: -state.points[s]))
        places = {s: 1 + sum(state.points[o] > state.points[s] for o in order) for s in order}
        return Outcome(order, places, tuple(s for s in order if places[s] == 1), (Reason("toy-winners"),))

    def keep(self, state: State) -> Mapping[str, Any] | None:
        return {"record": state.record} if state.record != "everyone" else None

    def record(self, state: State) -> str:
        return state.record

    def has_secrets(self, state: State) -> bool:
        return state.phase == "turns"


GAME = HiddenNumber()
