"""What a phone receives is the same whatever another team was dealt or chose: the swap test over all that is sent.

Two tables are played alike but for one hidden thing, and every answer of every route to every kind of viewer is held
side by side: status, headers, bytes, length, and what each template was given.
"""

from __future__ import annotations

import itertools
import re
import weakref
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache, partial
from html.parser import HTMLParser
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

import pytest
from flask import Flask, before_render_template, request, request_started
from werkzeug.test import TestResponse

from companion import play
from companion.__main__ import main
from companion.games.strip.dealing import seal
from companion.games.strip.forms import FORMS
from companion.games.strip.game import VegasStrip
from companion.games.strip.state import Round, State
from companion.play.sight import _digest
from companion.play.tables import hashed
from companion.web import assets, live
from companion.web.card import PART_BYTES, page_bytes
from tests.conftest import Phone, build, forms_of, opened, sit_down

START = "2026-11-27T20:00:00+00:00"

#: everything a board can be asked for, whether or not it is for this viewer or this phase
BOARDS = (
    *(f"?sheet={sheet}" for sheet in ("menu", "people", "casinos", "card", "settings", "token", "totals", "hand")),
    *(f"?sheet={sheet}" for sheet in ("discard", "end", "chips", "printed", "reveal", "penalty", "close", "count")),
    "?sheet=casino&casino=Santorini&set=1&tile=7",
    "?sheet=lay&casino=Santorini",
    "?sheet=discard&set=4",
    "?set=1&tile=7",
    "?set=4&tile=4&token=1",
    "/ask?casino=Santorini&set=1&tile=7",
    "/live?rev=0&set=1&tile=7",
)
PAGES = (
    *("", "/log", "/join", "/ask?casino=Gold+Rush&set=4&tile=4&token=1&tiles_=-&tiles_1=7", "/result", "/nothing"),
    *("/card", "/card/9", "/card/1/look", "/card/1?mine=1", "/card/4", "/card/2?mine=1", f"/seat/{'x' * 32}"),
)
#: enough to fill in the form of any act; none of it says what somebody rigged
FIELDS = {"seat": "1", "set": "1", "tile": "7", "casino": "Santorini", "n": "1", "name": "Zoe", "do": "up", "on": "1"}
FIELDS |= {"fixer": "2", "allows": "1", "tiles_1": "7", "total_0_1": "7", "chips_1": "3", "record": "own", "side": "A"}


# Two tables, equal but for what is hidden


@dataclass(frozen=True)
class Hidden:
    """What the people in a world do not see of each other: how each deal falls, and who rigs which of the two."""

    order: tuple[int, ...]
    rig: Mapping[str, str] = field(default_factory=dict)
    #: the first fixer changes the mind so often, and looks so often again
    wavers: int = 0


@dataclass
class World:
    """A table with everybody who may look at it."""

    app: Flask
    code: str
    host: Phone
    seats: dict[str, Phone]
    viewers: dict[str, Phone]
    hidden: Hidden
    #: who sees the same as others by the rules is asked for less
    asked_in_full: tuple[str, ...] = ("seat 2", "seat 4", "onlooker")

    @property
    def state(self) -> State:
        state: State = opened(self.app, self.code).state
        return state

    def deal(self) -> None:
        assert self.host.act("dealt").status_code == 303

    def choose(self, *fixers: str) -> None:
        """Let fixers look and choose, the first of them as often as it likes."""
        for fixer in fixers or self.state.round.fixers:  # type: ignore[union-attr]
            phone, rig = self.seats[fixer], self.hidden.rig.get(fixer, "upper")
            phone.post(phone.at(f"/card/{fixer}/look"), part=True)
            assert phone.act("chosen", seat=fixer, rig=rig).status_code == 303

    def first_chooses(self) -> None:
        """Let the first fixer alone choose."""
        assert self.state.round
        self.choose(self.state.round.fixers[0])

    def waver(self) -> None:
        """Let the first fixer change the mind, and look again."""
        phone = self.seats["1"]
        for _ in range(self.hidden.wavers):
            for way in ("lower", "upper"):
                assert phone.act("chosen", seat="1", rig=way).status_code == 303
            phone.post(phone.at("/card/1/look"), part=True)

    def place(self) -> None:
        """Play a turn of all, the first team's 7s at casinos that it may or may not have rigged."""
        names = self.state.casino_names
        for seat, tile, at in (("1", "7", 0), ("2", "5", 1), ("3", "2", 4), ("4", "7", 4), ("1", "3", 3)):
            answer = self.seats[seat].act("placed", set=seat, tile=tile, casino=names[at])
            assert answer.status_code == 303, answer.text

    def end(self) -> None:
        assert self.host.act("ended", confirmed="tiles-left").status_code == 303

    def reveal(self) -> None:
        now = self.state.round
        assert now
        assert self.host.act("revealed", fixer=now.fixers[len(now.reveals)]).status_code == 303

    def close(self) -> None:
        assert self.host.act("closed", confirmed="seven-unsettled").status_code == 303

    def whole_round(self) -> None:
        self.deal()
        self.choose()
        self.end()
        while not self.state.round.revealed:  # type: ignore[union-attr]
            self.reveal()
        self.close()


def four(app: Flask, hidden: Hidden) -> World:
    """Four people, teams 1 with 4 and 2 with 3; the phone that held seat 4 before is still in the room."""
    cast = sit_down(app, "strip")
    former = cast.seats["4"]
    cast.seats["4"] = _moved(former, "4")
    viewers = {**cast.everybody, "former": former}
    return World(app, cast.code, cast.host, cast.seats, viewers, hidden)


def six(app: Flask, hidden: Hidden) -> World:
    """Six people, teams 1 with 6, 2 with 5, 3 with 4; the host plays on seat 2, one phone holds both 3 and 4."""
    cast = sit_down(app, "strip", 6)
    for seat, phone in (("2", cast.host), ("4", cast.seats["3"])):
        cast.seats[seat].post(phone.at("/release"), seat=seat)
        assert phone.post(phone.at("/claim"), seat=seat, key=play.new_key()).status_code == 303
        cast.seats[seat] = phone
    cast.seats["6"].post(cast.host.at("/release"), seat="6")
    gone = cast.seats.pop("6")
    assert gone.post(gone.at("/claim"), seat="6", key=play.new_key()).status_code == 303
    cast.seats["6"] = gone
    viewers = {"host on 2": cast.host, "shared 3 and 4": cast.seats["3"], "partner 5": cast.seats["5"]}
    viewers |= {"onlooker": cast.onlooker}
    return World(app, cast.code, cast.host, cast.seats, viewers, hidden, ("host on 2", "shared 3 and 4"))


def _moved(phone: Phone, seat: str) -> Phone:
    address = re.search(rf"/t/{phone.code}/seat/[\w-]+", phone.post(phone.at("/seat-code"), seat=seat).text)
    assert address
    new = Phone(phone.app, phone.code)
    assert new.post(address[0]).status_code == 303
    return new


def _again(world: World) -> None:
    """Play a game to its end and open the next table with the same seats."""
    for _ in range(3):
        world.whole_round()
    world.code = world.host.post(world.host.at("/again")).location.rsplit("/", 1)[1]
    for phone in {*world.seats.values(), *world.viewers.values(), world.host}:
        phone.code = world.code


@dataclass(frozen=True)
class Twins:
    """A moment of a game, and two hidden things that nobody but one team may tell apart there."""

    table: Callable[[Flask, Hidden], World]
    acts: tuple[Callable[[World], None], ...]
    one: Hidden
    other: Hidden


_ONE, _OTHER = Hidden((0, 1, 2, 3, 4)), Hidden((4, 0, 2, 3, 1))
_DEALT = (World.deal, World.choose)
_ENDED = (*_DEALT, World.place, World.end)
_PAID = (World.reveal, World.reveal, World.close)
_SECURE = Hidden((0, 4, 2, 1, 3))
MOMENTS = {
    # The first fixer has chosen, the second has not.
    "choose": Twins(four, (World.deal, World.first_chooses), _ONE, _OTHER),
    "choose, six": Twins(six, _DEALT[:1], Hidden((0, 1, 2, 3, 4, 5)), Hidden((1, 0, 2, 3, 4, 5), {"1": "lower"})),
    "choose, again": Twins(four, (_again, World.deal, World.first_chooses), _ONE, _OTHER),
    "turns": Twins(four, (*_DEALT, World.place), _ONE, _OTHER),
    "payout": Twins(four, _ENDED, _ONE, replace(_ONE, rig={"1": "lower", "2": "lower"})),
    # The first casino lies open; what was secure beside it, and all of the second team, does not.
    "payout, one open": Twins(four, (*_ENDED, World.reveal), _ONE, Hidden((0, 2, 4, 3, 1))),
    # VS-A8: nobody learns what was secure, nor the leftover card, as long as the game lasts.
    "payout, all open": Twins(four, (*_ENDED, World.reveal, World.reveal), _ONE, _SECURE),
    "between": Twins(four, (*_ENDED, *_PAID), _ONE, _SECURE),
}


# What reached whom


@dataclass
class Ear:
    """Everything that left the server: answers, what templates were given, lines of the log, and the routes asked."""

    answers: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    given: list[tuple[str, str]] = field(default_factory=list)
    asked: set[tuple[str, str]] = field(default_factory=set)
    counts: Counter[str] = field(default_factory=Counter)

    def hear(self, name: str, answer: TestResponse) -> TestResponse:
        self.counts[name] += 1
        headers = masked(repr(sorted(answer.headers)))
        given, self.given = self.given, []
        # A stream has no end: what it begins with is all that it says by itself.
        body = next(iter(answer.response), b"") if answer.mimetype == "text/event-stream" else answer.data
        heard = (answer.status_code, headers, masked(bytes(body).decode()), len(body), given)
        answer.close()
        self.answers[f"{name} #{self.counts[name]}"] = heard
        return answer

    @contextmanager
    def on(self, app: Flask) -> Iterator[None]:
        def note(_: Flask, template: Any, context: dict[str, Any], **__: Any) -> None:
            self.given.append((template.name, masked(laid_open(_own(context)))))

        def began(_: Flask, **__: Any) -> None:
            self.asked.add((request.method, request.url_rule.rule if request.url_rule else ""))

        with before_render_template.connected_to(note, app), request_started.connected_to(began, app):
            yield


def _own(context: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what Flask itself puts before every template."""
    return {k: v for k, v in context.items() if k not in ("g", "request", "session", "config", "csrf_token", "htmx")}


def laid_open(value: Any, depth: int = 6) -> str:
    """Write out a value with everything that a template could reach from it: also through functions and objects."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{k!r}: {laid_open(v, depth)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(laid_open(v, depth) for v in value) + "]"
    if isinstance(value, set | frozenset):
        return "{" + ", ".join(sorted(laid_open(v, depth) for v in value)) + "}"
    if isinstance(value, partial):
        return laid_open((value.func, value.args, value.keywords), depth)
    if isinstance(value, FunctionType):
        return laid_open((value.__name__, [cell.cell_contents for cell in value.__closure__ or ()]), depth)
    if callable(value) and hasattr(value, "__self__"):
        return laid_open((getattr(value, "__name__", ""), value.__self__), depth)
    plain = type(value).__repr__ is object.__repr__ or isinstance(value, SimpleNamespace)
    if plain and depth:
        return type(value).__name__ + laid_open(getattr(value, "__dict__", {}), depth - 1)
    return re.sub(r" at 0x\w+", "", repr(value))


#: what this test has seen being made: hashes of phones, seals of deals and how a board shortens them
known: set[str] = set()
_HASHES = re.compile(r"\b(?:[0-9a-f]{64}|[0-9a-f]{16}|[0-9a-f]{8})\b")


def noting(make: Callable[..., str]) -> Callable[..., str]:
    """Let a maker of hashes work as ever, and know each of them from then on."""

    def made(*args: Any) -> str:
        value = make(*args)
        known.update((value, value[:16], value[:8]))
        return value

    return made


_CHANCE: tuple[tuple[re.Pattern[str], Any], ...] = (
    (re.compile(r'(name="(?:csrf_token|key|plea)" value=|"(?:csrf_token|key)": )"[^"]*"'), r"\1"),
    (re.compile(r"(companion_(?:device|session)=)[^;]*"), r"\1"),
    (re.compile(r"Expires=[^;]*|\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT"), "DATE"),
    (_HASHES, lambda found: "HASH" if found[0] in known else found[0]),
    (re.compile(r"/seat/[\w-]{32}"), "/seat/CODE"),
    (re.compile(r"(Asked\(id=)'[\w-]{32}'"), r"\1"),
    (re.compile(r"\d+ ms"), "ms"),
    (re.compile(r"('(?:csrf_token|key)': \[)'[^']*'"), r"\1"),
)


def masked(text: str) -> str:
    """Take out what differs by chance: form tokens, one-time keys, cookies, the codes of seats, and known hashes."""
    for pattern, blank in _CHANCE:
        text = pattern.sub(blank, text)
    # The code of a seat is drawn as well.
    return re.sub(r'<path d="M[^"]*"', "<path", text) if "/seat/CODE" in text else text


@pytest.fixture
def world(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Callable[..., World]:
    """Build the same table again and again: its code, its clock and its deals are given, not drawn."""

    def build_world(table: Callable[[Flask, Hidden], World], hidden: Hidden, *acts: Callable[[World], None]) -> World:
        codes = (f"CCF{a}{b}" for a, b in itertools.product("GHJK", repeat=2))
        monkeypatch.setattr("companion.play.tables.new_code", lambda: next(codes))
        monkeypatch.setattr("companion.play.tables.new_code", lambda: next(codes))
        for module in ("acts", "seats", "tables", "vouching"):
            monkeypatch.setattr(f"companion.play.{module}.now", lambda: START)

        def shuffle(_: Any, pack: list[str]) -> None:
            pack[:] = [pack[i] for i in hidden.order if i < len(pack)]

        monkeypatch.setattr("random.SystemRandom.shuffle", shuffle)
        for place in _made:
            monkeypatch.setattr(f"companion.{place}", noting(_made[place]))
        # A mark of what somebody sees is one of the seal as well, which is random by its salt.
        monkeypatch.setattr("companion.play.sight._digest", lambda text, size: _digest(masked(text), size))
        monkeypatch.setattr(Phone, "token", _token)
        app = build(tmp_path_factory.mktemp("world"))
        # A page asks for the address of its pictures dozens of times, and they stand still here.
        app.jinja_env.globals["static_url"] = lru_cache(assets.static_url)
        made = table(app, hidden)
        for act in acts:
            act(made)
        return made

    return build_world


_made = dict.fromkeys(("play.hashed", "play.seats.hashed", "play.amending.hashed", "web.identity.hashed"), hashed)
_made["games.strip.dealing.seal"] = seal
_tokens: weakref.WeakKeyDictionary[Any, str] = weakref.WeakKeyDictionary()
_read_token = Phone.token


def _token(phone: Phone) -> str:
    """Read the token of a browser once: it is good for as long as the browser."""
    if phone.client not in _tokens:
        _tokens[phone.client] = _read_token(phone)
    return _tokens[phone.client]


def crawl(world: World, ear: Ear) -> None:
    """Ask for everything as everyone; then act, so that what people send is answered alike as well."""
    with ear.on(world.app):
        for name, phone in world.viewers.items():
            _look_round(name, phone, ear, name in world.asked_in_full)
        _every_rule(world, ear)
        for name, phone in world.viewers.items():
            _press_in_vain(name, phone, ear, name in world.asked_in_full[-2:])
        _press(world, ear)


def _look_round(name: str, phone: Phone, ear: Ear, full: bool) -> None:
    for page in PAGES if full else ("", "/log", "/card", "/card/1?mine=1", "/card/2?mine=1"):
        ear.hear(f"{name} GET {page}", phone.get(phone.at(page)))
    for page in BOARDS if full else BOARDS[:1]:
        ear.hear(f"{name} part {page}", phone.get(phone.at(page), part=True))
    for page in ("/", f"/join?code={phone.code}", "/t/XXXXX/card/1"):
        ear.hear(f"{name} GET {page}", phone.get(page))
    lines = re.findall(r'href="([^"]+/line/[^"]+)"', phone.get(phone.at("/log")).text)
    for number, line in enumerate(lines[:: 2 if full else 6]):
        ear.hear(f"{name} line {number} struck", phone.get(f"{line}?strike=1&why=slip"))
    board = phone.get(phone.at(), part=True)
    revision = re.search(r'data-rev="([^"]+)"', board.text)
    assert revision
    same = ear.hear(f"{name} poll", phone.get(phone.at(f"/live?rev={revision[1]}")))
    assert same.status_code == 204


#: which of the owner's cards is asked for
CARDS = {"game": "strip", "card": "4"}


def _every_rule(world: World, ear: Ear) -> None:
    """Knock at every rule of the map with every method, so that a new one is heard as well; without proof of a page."""
    phone = world.viewers["onlooker"]
    values = {"code": world.code, "seat": "1", "token": "x" * 32, "name": "app.css", "line": "x" * 16, **CARDS}
    for rule in world.app.url_map.iter_rules():
        built = rule.build({name: values[name] for name in rule.arguments}, append_unknown=False)
        assert built, rule
        for method in sorted({"PUT"} | (rule.methods or set())):
            ear.hear(f"{method} {rule.rule}", phone.client.open(built[1], method=method))


def _press_in_vain(name: str, phone: Phone, ear: Ear, full: bool) -> None:
    """Send everything that is refused: other people's cards and seats, old forms, nonsense."""
    mine = _seats(phone)
    for seat in ("1", "4", "2", "9") if full else ("1", "2"):
        if seat not in mine:
            ear.hear(f"{name} look {seat}", phone.post(phone.at(f"/card/{seat}/look"), part=full))
            ear.hear(f"{name} chosen {seat}", phone.act("chosen", scope="", seat=seat, rig="upper"))
            ear.hear(f"{name} first look {seat}", phone.act("first_look", scope="", seat=seat))
            if "host" not in name:
                ear.hear(f"{name} release {seat}", phone.post(phone.at("/release"), seat=seat))
            ear.hear(f"{name} seat code {seat}", phone.post(phone.at("/seat-code"), seat=seat))
            ear.hear(f"{name} claim {seat}", phone.post(phone.at("/claim"), seat=seat, name="Eve", key="k" * 20))
    ear.hear(f"{name} seat", phone.post(phone.at(f"/seat/{'x' * 32}")))
    ear.hear(f"{name} again", phone.post(phone.at("/again")))
    ear.hear(f"{name} without proof", phone.post(phone.at("/act"), token="", kind="dealt"))
    if not full:
        return
    ear.hear(f"{name} too much", phone.post(phone.at("/act"), kind="x" * 70_000))
    for kind in (*FORMS, "undone", "redone", "first_look", "setup", "nonsense"):
        ear.hear(f"{name} old {kind}", phone.act(kind, part=True, scope="old@0", **FIELDS))


def _seats(phone: Phone) -> tuple[str, ...]:
    cookie = phone.client.get_cookie("companion_device")
    table = opened(phone.app, phone.code)
    return table.viewer(play.hashed(cookie.value) if cookie else None).seats


def _press(world: World, ear: Ear) -> None:
    """Take acts that have an effect, one after the other, and read the story after each."""
    host = world.host

    def act(kind: str, **more: str) -> None:
        ear.hear(f"act {kind}", host.act(kind, part=True, **{**FIELDS, **more}))
        ear.hear(f"after {kind}", world.viewers["onlooker"].get(host.at("/log")))
        ear.hear(f"after {kind}, host", host.get(host.at("?sheet=menu"), part=True))

    for kind in ("undone", "redone", "undone", "placed", "discarded", "token", "ruled", "jackpot", "laid", "redone"):
        act(kind)
    act("discarded", set="4", confirmed="out-of-turn")
    act("placed", set="4", tile="6", casino="Gold Rush", confirmed="out-of-turn")
    for kind in ("chips", "corrected", "counted", "named", "labelled", "tabled", "seated", "penalty", "totals"):
        act(kind, confirmed="total-impossible,totals-impossible")
    # The right order of reveals is told, and nothing beside it; the way back from a wrong end is open.
    act("revealed", fixer="9")
    act("ended", confirmed="tiles-left")
    act("undone")
    act("agreed")
    ear.hear("tables", host.post("/tables", game="strip", players="4", key=play.new_key()))
    act("printed")
    ear.hear("release", host.post(host.at("/release"), seat="1"))
    ear.hear("claim", world.viewers["onlooker"].post(host.at("/claim"), seat="1", key=play.new_key()))
    act("revealed", fixer="9")


def told_apart(name: str, one: Sequence[Any], other: Sequence[Any]) -> str:
    """Show where two answers part, in a line that a person can read."""
    left, right = repr(one), repr(other)
    at = next((i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
    return f"{name}: \u2026{left[max(at - 200, 0) : at + 80]}\u2026 or \u2026{right[max(at - 40, 0) : at + 80]}\u2026"


Compare = Callable[[Twins], None]


@pytest.fixture
def the_same(
    world: Callable[..., World], caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> Compare:
    """Play two tables and compare all that leaves the server: answers, what templates get, its log and its export."""
    caplog.set_level("DEBUG", "companion")
    return partial(_compare, world, caplog, capsys)


def _compare(
    world: Callable[..., World], caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str], twins: Twins
) -> None:
    told = []
    for hidden in (twins.one, twins.other):
        made = world(twins.table, hidden, *twins.acts)
        main(["export", made.code, "--instance", str(made.app.config["DATABASE"].parent)])
        printed, ear = capsys.readouterr(), Ear()
        caplog.clear()
        crawl(made, ear)
        ear.answers["export"] = (masked(printed.out), printed.err)
        ear.answers["requests"] = tuple(masked(line) for line in caplog.messages)
        told.append(ear)
    one, other = told
    assert one.answers.keys() == other.answers.keys()
    # A fixer's own form knows how often the mind was changed, and so does the onlooker's who takes that seat at last.
    own = ("seat 1 ", "after revealed #2") if twins.other.wavers else ("nobody",)
    for name, heard in one.answers.items():
        assert heard == other.answers[name] or name.startswith(own), told_apart(name, heard, other.answers[name])
    rules = {(m, r.rule) for r in made.app.url_map.iter_rules() for m in r.methods or ()}
    assert rules <= one.asked, "a route that nobody asked for"


@pytest.mark.parametrize("moment", MOMENTS)
def test_e01_whatever_others_were_dealt_and_chose_every_answer_is_the_same(moment: str, the_same: Compare) -> None:
    """E-01, E-03, E-05, E-11, E-23, E-24, E-115: bytes, lengths, headers, the log and what templates get."""
    the_same(MOMENTS[moment])


def test_e20_how_often_somebody_chose_or_looked_reaches_nobody(the_same: Compare) -> None:
    """E-20: the first fixer changes the mind twice, and looks twice more, in one of the two."""
    acts = (*_DEALT, World.waver, World.place)
    the_same(Twins(four, acts, _ONE, replace(_OTHER, wavers=2)))


def test_the_swap_is_one(world: Callable[..., World]) -> None:
    """The two tables of each moment differ in what a team knows: else the test above tests nothing."""
    for moment, twins in MOMENTS.items():
        if _again not in twins.acts:
            dealt = [world(twins.table, h, World.deal, World.choose).state.round for h in (twins.one, twins.other)]
            assert dealt[0] and dealt[1]
            assert dealt[0].hands != dealt[1].hands or dealt[0].rigged != dealt[1].rigged, moment


# A secret that is planted


@dataclass(frozen=True, slots=True)
class Fuller(Round):
    """A round with a secret that nobody has thought of yet."""

    omen: str = "zq-omen"


def planted(state: State) -> State:
    """Put words that occur nowhere else in place of all that is secret."""
    now = state.round
    if now is None:
        return state
    fuller = Fuller(**{f.name: getattr(now, f.name) for f in fields(now)})
    hands = {fixer: (f"zq-upper-{fixer}", f"zq-lower-{fixer}") for fixer in now.hands}
    rigged = {fixer: f"zq-upper-{fixer}" for fixer in now.rigged}
    deal = now.deal and replace(now.deal, hands=hands, undealt=("zq-left",), salt="zq-salt")
    return replace(state, round=replace(fuller, deal=deal, rigged=rigged))


def test_e02_a_planted_secret_reaches_nobody_but_its_team(
    world: Callable[..., World], monkeypatch: pytest.MonkeyPatch
) -> None:
    """E-02, E-04, E-10, E-18: no page, fragment, header, log line or template holds it; the held card its own pair."""
    view = VegasStrip.view

    def seen(game: VegasStrip, state: State, *rest: Any, **more: Any) -> Any:
        return view(game, planted(state), *rest, **more)

    monkeypatch.setattr(VegasStrip, "view", seen)
    for acts in ((World.deal, World.first_chooses), (*_DEALT, World.end, World.reveal)):
        made, ear = world(four, _ONE, *acts), Ear()
        with ear.on(made.app):
            for name, phone in made.viewers.items():
                _look_round(name, phone, ear, name in made.asked_in_full)
                _press_in_vain(name, phone, ear, name in made.asked_in_full)
            for name, answer in ear.answers.items():
                assert "zq-" not in repr(answer), name
            now = made.state.round
            assert now
            for seat, phone in made.seats.items():
                held = ear.hear("held", phone.post(phone.at(f"/card/{seat}/look"), part=True))
                fixer = now.fixer_of(seat)
                pair = {f"zq-upper-{fixer}", f"zq-lower-{fixer}"}
                allowed = pair if seat == fixer or fixer in now.rigged else set()
                assert set(re.findall(r"zq-[\w-]+", held.text)) == allowed, seat
                given = repr([ear.answers[name][4] for name in ear.answers if name.startswith("held")][-1:])
                assert set(re.findall(r"zq-[\w-]+", given)) == allowed, seat


def test_e07_no_answer_holds_what_opens_a_seat_of_another_phone(world: Callable[..., World]) -> None:
    """E-07: neither a cookie, nor the hash of one, nor the code of a seat."""
    made = world(four, _ONE, *_DEALT)
    secrets = {}
    for name, phone in made.viewers.items():
        cookie = phone.client.get_cookie("companion_device")
        secrets[name] = {cookie.value, play.hashed(cookie.value)} if cookie else set()
    address = re.search(r"/seat/([\w-]+)", made.seats["2"].post(made.host.at("/seat-code"), seat="2").text)
    assert address
    secrets["seat 2"] |= {address[1], play.hashed(address[1])}
    heard: list[tuple[str, str]] = []
    for name, phone in made.viewers.items():
        for page in (*PAGES, *BOARDS):
            answer = phone.get(phone.at(page))
            heard.append((name, f"{answer.headers} {answer.text}"))
    for name, text in heard:
        assert not any(secret in text for owner in secrets for secret in secrets[owner]), name


# Who may do what


def _stand(made: World) -> tuple[Any, ...]:
    table = opened(made.app, made.code)
    return (len(table.events), dict(table.holders), table.row)


def test_e06_who_has_no_seat_moves_nothing(world: Callable[..., World]) -> None:
    """E-06, E-17: whatever is sent, under whatever name; nor does a mere look of anybody."""
    made = world(four, _ONE, *_DEALT, World.place)
    before = _stand(made)
    for name in ("onlooker", "stranger", "former"):
        phone = made.viewers[name]
        for kind in (*FORMS, "undone", "redone", "first_look", "setup"):
            answer = phone.act(kind, **FIELDS)
            assert (answer.status_code, name) == (403, name), kind
        for rest in ("/again", "/card/1/look", "/card/4/look"):
            assert phone.post(phone.at(rest)).status_code == 403
        for seat in made.seats:
            assert phone.post(phone.at("/release"), seat=seat).status_code == 403
            assert phone.post(phone.at("/seat-code"), seat=seat).status_code == 403
            assert phone.post(phone.at("/claim"), seat=seat, key=play.new_key()).status_code == 422
    for phone in made.viewers.values():
        for page in (*PAGES, *BOARDS):
            for method in ("GET", "HEAD", "OPTIONS"):
                phone.client.open(phone.at(page), method=method)
    assert _stand(made) == before


def test_e08_a_card_opens_for_the_phone_of_its_seat_alone(world: Callable[..., World]) -> None:
    """E-08, E-09, E-11: not by another number, another way to write it, another table, nor for the host."""
    made = world(four, _ONE, *_DEALT)
    written = {"1": ("1", "01", "1%20", "%EF%BC%91", "1.0", "+1", "1%00", "1;2", "1,2")}
    for name, phone in made.viewers.items():
        for seat in made.seats:
            for way in written.get(seat, (seat,)):
                mine = made.seats[seat] is phone and way == seat
                answer = phone.post(phone.at(f"/card/{way}/look"), part=True)
                assert (answer.status_code == 200) == mine, (name, way)
                assert answer.headers["Cache-Control"] == "no-store"
                assert (phone.get(phone.at(f"/card/{way}?mine=1")).status_code == 200) == mine
                if not mine:
                    assert phone.act("chosen", seat=way, rig="lower").status_code == 403


def test_a_post_without_proof_of_a_page_does_nothing(world: Callable[..., World]) -> None:
    """Every rule that takes a post asks for the token, whatever the content is said to be."""
    made = world(four, _ONE, *_DEALT)
    before, phone = _stand(made), made.seats["1"]
    values = {"code": made.code, "seat": "1", "token": "x" * 32, "line": "x" * 16, **CARDS}
    for rule in made.app.url_map.iter_rules():
        if "POST" not in (rule.methods or ()):
            continue
        address = rule.build({name: values[name] for name in rule.arguments})
        assert address
        for kind in ("application/x-www-form-urlencoded", "text/plain", "application/json", "multipart/form-data; b=b"):
            answer = phone.client.post(address[1], data=b"kind=jackpot&casino=Santorini&n=1", content_type=kind)
            assert answer.status_code in (403, 422), (rule, kind)
    assert _stand(made) == before


def test_e23_no_error_tells_more_than_its_sentence(tmp_path: Path) -> None:
    """E-23: with the default start, no traceback, path, query or state, and no console."""
    app = build(tmp_path / "instance")
    app.config.update(TESTING=False)
    app.testing = False
    cast = sit_down(app, "strip")
    cast.host.act("dealt")
    boom = RuntimeError("zq-inside")

    def fail() -> str:
        raise boom

    app.view_functions["story.log"] = lambda code: fail()
    phone = cast.seats["1"]
    answers = [
        phone.get(cast.host.at("/card/2")),
        phone.get("/console"),
        phone.get("/nowhere?__debugger__=yes&cmd=resource&f=debugger.js"),
        phone.get(cast.host.at("/act")),
        phone.act("dealt", scope="old@0"),
        phone.post(cast.host.at("/act"), kind="x" * 70_000),
        phone.act("placed", set="1", tile="7", casino="nowhere"),
        phone.get(cast.host.at("/log?zq-query=1")),
    ]
    assert [answer.status_code for answer in answers] == [403, 404, 404, 405, 409, 413, 422, 500]
    hands = opened(app, cast.code).state.round.hands
    for answer in answers:
        for told in ("Traceback", "zq-", str(tmp_path), "site-packages", ".py", "SELECT", "Round(", repr(hands)):
            assert told not in answer.text


# The held card


def _skeleton(html: str) -> list[str]:
    return re.findall(r"<[^>]*>", re.sub(r'(value|href|action)="[^"]*"', "", html))


@pytest.mark.parametrize("language", ["en", "nl"])
def test_private_answers_have_one_size_and_one_layout(world: Callable[..., World], language: str) -> None:
    """E-05, E-19: before and after the choice, for fixer and partner, with the longest names a table takes."""
    made = world(four, _ONE)
    long = "&" * 40 + "\U000e0101" * 120
    assert made.host.act("tabled", do="rename", casino=made.state.casino_names[0], name=long).status_code == 303
    for seat, phone in made.seats.items():
        assert phone.act("named", seat=seat, name='"' * 40 + "\U000e0101" * 120).status_code == 303
    sizes: set[tuple[bool, int]] = set()
    spoken: list[str] = []
    layouts: dict[str, list[str]] = {}

    def look(moment: str) -> None:
        for seat, phone in made.seats.items():
            for part in (True, False):
                phone.client.set_cookie("language", language)
                answer = phone.post(phone.at(f"/card/{seat}/look"), part=part)
                spoken.extend(re.findall('<html lang="([^"]*)"', answer.text))
                sizes.add((part, len(answer.data)))
                assert "Content-Encoding" not in answer.headers
                if part:
                    layouts[f"{moment} {seat}"] = _skeleton(answer.text)

    look("setup")
    made.deal()
    look("dealt")
    made.choose()
    look("chosen")
    made.place()
    look("turns")
    assert sizes == {(True, PART_BYTES), (False, page_bytes(opened(made.app, made.code)))}
    assert set(spoken) == {language}
    assert layouts["chosen 1"] == layouts["chosen 2"] == layouts["chosen 3"] == layouts["chosen 4"]


# What people write


class _Planted(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [tag, *(name for name, _ in attrs)]
        self.found += [self.get_starttag_text() or tag for name in names if "zq" in name]
        self.found += [f"{k}={v}" for k, v in attrs if k in ("href", "src", "action") and "script:" in (v or "")]


def test_nothing_that_people_write_becomes_markup(world: Callable[..., World]) -> None:
    """Names, casinos, characters, notes and what an address asks for, on every page, attribute and drawing."""
    evil = "'\"><zq zq=\"1\" zq='{{7*7}}'>&lt;"
    made = world(four, _ONE)
    for seat, phone in made.seats.items():
        assert phone.act("named", seat=seat, name=evil).status_code == 303
    for n, casino in enumerate(made.state.casino_names):
        assert made.host.act("labelled", casino=casino, character=evil, side="B").status_code == 303
        assert made.host.act("tabled", do="rename", casino=casino, name=evil + str(n)).status_code == 303
    made.deal()
    to_the_end = (World.reveal, World.close, World.whole_round, World.whole_round)
    for acts in ((), (World.choose, World.place), (World.end, World.reveal), to_the_end):
        for act in acts:
            act(made)
        name = made.state.casino_names[0]
        if made.state.phase == "turns":
            ruling = {"set": "2", "tile": "1", "casino": name, "allows": "0", "note": evil}
            assert made.host.act("ruled", **ruling).status_code == 303
        assert made.host.act("corrected", seat="1", n="1", note=evil).status_code == 303
        asked = {"casino": name, "set": evil, "sheet": evil, evil: evil, "tile": "7", "via": evil}
        for phone in (made.host, made.seats["1"]):
            for page in (*PAGES, *BOARDS) if phone is made.host else PAGES:
                _unmarked(phone.get(phone.at(page), part=page in BOARDS))
            for sheet in ("casino", "lay", "token", evil):
                _unmarked(phone.get(phone.at(), query_string={**asked, "sheet": sheet}))
            for rest in ("/join", "/ask", "/live", "/log"):
                _unmarked(phone.get(phone.at(rest), query_string=asked))
            for kind in ("placed", "named", "ruled", "laid", "totals", "settled", "counted", "chosen", evil):
                _unmarked(phone.act(kind, **dict.fromkeys(FIELDS, evil)))
            _unmarked(phone.post(phone.at("/claim"), seat="2", name=evil))
            _unmarked(phone.post(phone.at("/card/1/look")))
        _unmarked(made.seats["1"].post(made.host.at("/seat-code"), seat="1"))
        _unmarked(made.host.get("/"))


def _unmarked(answer: TestResponse) -> None:
    parser = _Planted()
    parser.feed(answer.text)
    assert parser.found == [], answer.request.path
    assert "\n" not in str(answer.headers.get("Location", ""))


# What was found open


def test_a_code_made_for_a_free_seat_opens_nothing_once_the_seat_is_taken(app: Flask) -> None:
    """E-09, E-67: the host cannot keep a key to a seat in which somebody sat down later."""
    cast = sit_down(app, "strip")
    victim = cast.seats["2"]
    victim.post(victim.at("/release"), seat="2")
    address = re.search(r"/t/\w+/seat/[\w-]+", cast.host.post(victim.at("/seat-code"), seat="2").text)
    assert address
    assert victim.post(victim.at("/claim"), seat="2", key=play.new_key()).status_code == 303
    cast.host.act("dealt")
    assert cast.host.post(address[0]).status_code == 404
    assert victim.get(victim.at("/card/2")).status_code == 200


def shut(phone: Phone, seat: str) -> bool:
    """Tell whether a card stays shut to a phone that holds its seat, with the reason and no casino."""
    answer = phone.post(phone.at(f"/card/{seat}/look"), part=True)
    assert 'class="pair"' not in answer.text or answer.status_code == 200
    return answer.status_code == 403 and "after the cards were dealt" in answer.text


def test_e32_who_takes_over_a_seat_of_a_running_round_is_announced(world: Callable[..., World]) -> None:
    """E-32: the seat is there to be taken; its card opens once two who see a card of their own say yes."""
    made = world(four, _ONE, World.deal)
    watcher, late = made.viewers["stranger"], Phone(made.app, made.code)
    gone = made.seats["3"]
    gone.post(gone.at("/release"), seat="3")
    assert late.post(late.at("/claim"), seat="3", key=play.new_key()).status_code == 303
    assert holders(made)["3"] != holders(made)["2"]
    assert shut(late, "3")
    story = watcher.get(made.host.at("/log")).text
    for line in ("The seat of Hearts was freed.", "A phone took the seat of Hearts.", "A phone asks for"):
        assert line in story
    assert "A phone took the seat of" in made.seats["1"].get(late.at()).text
    assert not [form for form in forms_of(made.host.get(made.host.at()).text) if form.fields.get("word") == ["yes"]]
    for seat in ("1", "2"):
        assert shut(late, "3")
        assert vouched(made.seats[seat], yes=True).status_code == 303
    assert late.post(late.at("/card/3/look"), part=True).status_code == 200


# A second card: nobody gets one by taking, freeing or asking for seats


def vouched(phone: Phone, yes: bool) -> TestResponse:
    """Tap Yes or No on the board of a phone that is asked."""
    form = next(f for f in forms_of(phone.get(phone.at()).text) if f.fields.get("word") == ["yes" if yes else "no"])
    return phone.client.post(form.action, data=form.fields)


def holders(made: World) -> dict[str, str]:
    return dict(opened(made.app, made.code).holders)


@pytest.mark.parametrize("thief", ["seat 1", "seat 2", "host", "onlooker"])
def test_e06_a_freed_seat_shows_its_card_only_to_whom_the_others_vouch_for(
    world: Callable[..., World], thief: str
) -> None:
    """E-06, E-08: in a running round neither a player, nor the host, nor an onlooker looks into a freed seat."""
    made = world(four, _ONE, *_DEALT)
    phone = made.viewers[thief]
    assert made.host.post(made.host.at("/release"), seat="3").status_code == 303
    assert phone.post(phone.at("/claim"), seat="3", key=play.new_key()).status_code == 303
    assert shut(phone, "3")
    assert "This phone took the seat of" in phone.get(phone.at()).text
    assert vouched(made.viewers["seat 4"], yes=False).status_code == 303
    assert "A phone asked for the seat of Hearts and was told no." in made.host.get(made.host.at("/log")).text
    assert shut(phone, "3")


def test_e06_nor_does_a_code_that_the_host_made_for_it(world: Callable[..., World]) -> None:
    made = world(four, _ONE, *_DEALT)
    host = made.host
    for thief in (made.seats["2"], host):
        host.post(host.at("/release"), seat="3")
        address = re.search(r"/t/\w+/seat/[\w-]+", host.post(host.at("/seat-code"), seat="3").text)
        assert address
        assert thief.post(address[0]).status_code == 303
        assert shut(thief, "3")


def test_e06_a_seat_that_was_free_at_the_deal_opens_no_card_either(app: Flask) -> None:
    """E-06: a player's second browser is nobody whom a card was dealt to."""
    cast = sit_down(app, "strip")
    cast.seats["4"].post(cast.host.at("/release"), seat="4")
    cast.host.act("dealt")
    second = Phone(app, cast.code)
    assert second.post(second.at("/claim"), seat="4", key=play.new_key()).status_code == 303
    assert shut(second, "4")
    cast.host.act("redealt")
    assert second.post(second.at("/card/4/look"), part=True).status_code == 200, "the next deal is for its phone"


def test_e08_of_two_phones_neither_opens_the_others_card_by_asking(app: Flask) -> None:
    host, other = Phone(app), Phone(app)
    host.code = host.post("/tables", game="strip", players="2", key=play.new_key()).location.rsplit("/", 1)[1]
    other.code = host.code
    for seat, phone in (("1", host), ("2", other)):
        phone.post(phone.at("/claim"), seat=seat, key=play.new_key())
    host.act("dealt")
    for thief, seat in ((host, "2"), (other, "1")):
        thief.post(thief.at("/plead"), seat=seat)
        assert thief.post(thief.at(f"/card/{seat}/look"), part=True).status_code == 403
    assert len(set(opened(app, host.code).holders.values())) == 2


def test_e08_a_phone_whose_seat_was_removed_has_no_say(app: Flask) -> None:
    cast = sit_down(app, "strip")
    player, ghosts = cast.seats["1"], []
    for _ in range(2):
        player.act("seated", do="add")
        seat = opened(app, cast.code).people[-1].seat
        ghosts.append(Phone(app, cast.code))
        ghosts[-1].post(player.at("/claim"), seat=seat, key=play.new_key())
        player.act("seated", do="remove", seat=seat)
    cast.host.act("dealt")
    thief = Phone(app, cast.code)
    thief.post(thief.at("/plead"), seat="3")
    plea = opened(app, cast.code).pleas[0].id
    for ghost in ghosts:
        assert ghost.post(ghost.at("/vouch"), plea=plea, word="yes").status_code == 403
        assert ghost.post(ghost.at("/plead")).status_code == 422
    assert thief.post(thief.at("/card/3/look"), part=True).status_code == 403


@pytest.mark.parametrize("hidden", ["looks again", "chooses again", "sets a PIN"])
def test_e20_the_stream_tells_nothing_of_what_is_hidden(
    world: Callable[..., World], monkeypatch: pytest.MonkeyPatch, hidden: str
) -> None:
    made = world(four, _ONE, World.deal)
    fixer, stranger = made.seats["1"], made.viewers["stranger"]
    fixer.post(fixer.at("/card/1/look"), part=True)
    fixer.act("chosen", seat="1", rig="upper")
    monkeypatch.setattr(live, "STILL_HERE", 0)
    monkeypatch.setattr(live, "BREATH", 0.01)
    stream = stranger.client.get(made.host.at("/stream"), buffered=False)
    messages = iter(stream.response)
    next(messages)
    if hidden == "looks again":
        fixer.post(fixer.at("/card/1/look"), part=True)
    elif hidden == "chooses again":
        assert fixer.act("chosen", seat="1", rig="lower").status_code == 303
    else:
        assert fixer.post(fixer.at("/card/1/set-pin"), pin="2580").status_code == 303
    assert next(messages) == b"data: still here\n\n"
    stream.close()


@pytest.mark.parametrize("moment", MOMENTS)
def test_e01_a_stream_brings_what_its_viewer_would_fetch(world: Callable[..., World], moment: str) -> None:
    """E-01: what is fetched is the same whatever another team was dealt or chose, so what is pushed is as well."""
    twins = MOMENTS[moment]
    made = world(twins.table, twins.one, *twins.acts)
    for name, phone in made.viewers.items():
        stream = phone.client.get(phone.at("/stream"), buffered=False)
        messages = iter(stream.response)
        next(messages)
        assert made.host.act("named", seat="2", name=f"Seen by {name}").status_code == 303
        pushed = re.sub(r"(?m)^data: ", "", next(messages).decode()).removeprefix("event: board\n").removesuffix("\n\n")
        stream.close()
        fetched = phone.get(phone.at("/live"), part=True).text
        assert f"Seen by {name}" in fetched
        assert masked(pushed) == masked(fetched)


def test_e23_a_post_without_proof_tells_of_no_table(app: Flask) -> None:
    """Right and wrong codes get one answer, and after some tries none but "wait"."""
    cast = sit_down(app, "strip")
    guesser = Phone(app)
    right, wrong = (guesser.client.post(f"/t/{code}/act") for code in (cast.code, "00000"))
    assert (right.status_code, wrong.status_code) == (403, 403)
    assert right.text.replace(cast.code, "00000") == wrong.text
    answers = [guesser.client.post(f"/t/00{n:03}/act").status_code for n in range(40)]
    assert answers[-1] == guesser.client.post(f"/t/{cast.code}/act").status_code == 429


def test_e45_a_phone_that_is_handed_round_alone_takes_every_seat(app: Flask) -> None:
    """With nobody else to ask, the whole table goes through this phone anyway."""
    cast = sit_down(app, "strip")
    phone = cast.host
    for seat, held in cast.seats.items():
        held.post(phone.at("/release"), seat=seat)
    phone.post(phone.at("/claim"), seat="1", key=play.new_key())
    phone.act("dealt")
    phone.post(phone.at("/card/1/look"))
    assert phone.post(phone.at("/claim"), seat="2", key=play.new_key()).status_code == 303
    assert set(opened(app, cast.code).holders) == {"1", "2"}


def test_e34_the_card_page_of_an_older_deal_says_that_it_is_void(world: Callable[..., World]) -> None:
    made = world(four, _ONE, World.whole_round)
    phone = made.seats["1"]
    form = next(f for f in forms_of(phone.get(phone.at("/card/1")).text) if f.action.endswith("/look"))
    made.deal()
    answers = [phone.client.post(form.action, data=form.fields, headers=h) for h in ({}, {"HX-Request": "true"})]
    for answer in answers:
        assert answer.status_code == 409
        assert "The card that was open here is void: it has been dealt anew." in answer.text
        assert 'class="pair"' not in answer.text
    form = next(f for f in forms_of(answers[0].text) if f.action.endswith("/look"))
    assert 'class="pair"' in phone.client.post(form.action, data=form.fields).text


def test_e20_a_redo_does_not_tell_that_somebody_chose_again(world: Callable[..., World]) -> None:
    told = set()
    for again in (False, True):
        made = world(four, _ONE, *_DEALT)
        made.host.act("placed", set="1", tile="7", casino=made.state.casino_names[0])
        made.host.act("undone")
        if again:
            made.seats["2"].act("chosen", seat="2", rig="lower")
        told.add(made.host.act("redone").status_code)
    assert len(told) == 1


def test_e20_the_lobby_does_not_time_what_is_hidden(
    world: Callable[..., World], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = world(four, _ONE, World.deal, World.first_chooses)
    before = masked(made.seats["3"].get("/").text)
    monkeypatch.setattr("companion.play.acts.now", lambda: "2026-11-27T20:07:00+00:00")
    made.seats["1"].act("chosen", seat="1", rig="lower")
    assert masked(made.seats["3"].get("/").text) == before


@pytest.mark.parametrize("kind", ["chips", "chosen"])
def test_e86_another_act_under_a_key_that_was_taken_is_not_said_to_be_taken(kind: str, app: Flask) -> None:
    """E-86, E-87: a page that comes back by Back still holds its key; what is changed on it would be lost silently."""
    cast, key = sit_down(app, "strip"), play.new_key()
    cast.host.act("dealt")
    phone = cast.seats["1"]
    one, other = {"chips": ({"n": "5"}, {"n": "7"}), "chosen": ({"rig": "upper"}, {"rig": "lower"})}[kind]
    scope = "choice:round:1:1@0" if kind == "chosen" else None
    assert phone.act(kind, seat="1", key=key, scope=scope, **one).status_code == 303
    assert phone.act(kind, seat="1", key=key, scope=scope, **other).status_code in (409, 422)


def test_e42_a_double_tap_of_a_phone_without_a_cookie_is_one_phone(app: Flask) -> None:
    """E-42, E-86: what the browser keeps of the two answers still holds the seat."""
    cast = sit_down(app, "strip")
    cast.seats["1"].post(cast.host.at("/release"), seat="1")
    phone, crossed = Phone(app, cast.code), Phone(app, cast.code)
    token = phone.token()
    session = phone.client.get_cookie("companion_session")
    assert session
    crossed.client.set_cookie("companion_session", session.value)
    key = play.new_key()
    assert phone.post(phone.at("/claim"), token=token, seat="1", key=key).status_code == 303
    answer = crossed.post(phone.at("/claim"), token=token, seat="1", key=key)
    assert answer.status_code == 303
    assert crossed.get(crossed.at("/card/1")).status_code == 200


def test_e86_taking_a_seat_by_its_code_twice_gives_the_same_answer(app: Flask) -> None:
    cast = sit_down(app, "strip")
    address = re.search(r"/t/\w+/seat/[\w-]+", cast.seats["1"].post(cast.host.at("/seat-code"), seat="1").text)
    assert address
    assert [cast.stranger.post(address[0]).status_code for _ in range(2)] == [303, 303]


def test_a_phone_whose_seat_was_removed_holds_nobody_at_the_next_table(world: Callable[..., World]) -> None:
    made = world(four, Hidden((0, 1, 2, 3, 4, 5)))
    gone = made.seats.pop("4")
    assert made.host.act("seated", do="remove", seat="4").status_code == 303
    _again(made)
    assert made.host.act("seated", do="add").status_code == 303
    made.deal()
    assert gone.get(made.host.at("/card/4")).status_code == 403


@pytest.mark.parametrize("rest", ["/act", "/again", "/card/1/look"])
def test_a_post_to_a_code_typed_in_another_way_finds_its_table(app: Flask, rest: str) -> None:
    cast = sit_down(app, "strip")
    phone = cast.seats["1"]
    fields = {"kind": "named", "seat": "1", "name": "Ann", "scope": "names@0"}
    answer = phone.post(f"/t/{cast.code.lower()}-{rest}", key=play.new_key(), **fields)
    assert answer.status_code in (200, 303, 422)


def test_e20_an_imported_game_does_not_count_what_was_hidden(world: Callable[..., World]) -> None:
    scopes = set()
    for wavers in (0, 2):
        made = world(four, replace(_ONE, wavers=wavers), *_DEALT, World.waver, World.end, *_PAID)
        for _ in range(2):
            made.whole_round()
        with play.Store(made.app.config["DATABASE"]) as store:
            code = play.bring_in(store, play.export(play.open_table(store, made.code)))
        made.viewers["stranger"].post(f"/t/{code}/claim", seat="1", key=play.new_key())
        page = made.viewers["stranger"].get(f"/t/{code}").text
        scopes.add(tuple(re.findall(r'name="scope" value="([^"]+)"', page)))
    assert len(scopes) == 1
    assert scopes != {()}


def test_a_correction_taken_back_leaves_the_choices_open(world: Callable[..., World]) -> None:
    """VS-A9: only a tile locks them; a round that waits for choices which nobody may make is lost."""
    made = world(four, _ONE, World.deal)
    assert made.host.act("corrected", seat="2", n="3").status_code == 303
    assert made.host.act("undone").status_code == 303
    made.choose()
    assert made.state.phase == "turns"


def test_e32_a_seat_taken_over_stands_in_the_story_of_its_round(world: Callable[..., World]) -> None:
    made = world(four, _ONE, *_DEALT)
    made.host.post(made.host.at("/release"), seat="2")
    made.viewers["stranger"].post(made.host.at("/claim"), seat="2", key=play.new_key())
    story = made.viewers["onlooker"].get(made.host.at("/log")).text
    now, before = story.split("Before the first deal")
    assert "took the seat of Diamonds" in now
    # Whoever freed it is told as it was: here the host did, and not the phone that held it.
    assert "Diamonds was freed" in now


@pytest.mark.parametrize("rest", ["/card/%0d%0aX:%20y", "/seat/%0a"])
def test_no_address_breaks_a_header(app: Flask, rest: str) -> None:
    cast = sit_down(app, "strip")
    assert cast.stranger.get(f"/t/{cast.code.lower()}-{rest}").status_code < 500


def test_e49_the_next_table_after_an_imported_game_has_a_host(world: Callable[..., World]) -> None:
    made = world(four, _ONE, World.whole_round, World.whole_round, World.whole_round)
    with play.Store(made.app.config["DATABASE"]) as store:
        code = play.bring_in(store, play.export(play.open_table(store, made.code)))
    phone = made.viewers["stranger"]
    phone.post(f"/t/{code}/claim", seat="1", key=play.new_key())
    phone.code = phone.post(f"/t/{code}/again").location.rsplit("/", 1)[1]
    assert phone.act("agreed", record="own").status_code == 303
