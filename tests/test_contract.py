"""What every game promises, asked of each one that is found, for each number of players."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from random import Random
from typing import Any

import pytest

from companion import play
from companion.cards import ENTERED, SOURCES, UNKNOWN, pruned
from companion.engine import Event, Game, Option, Reason, Refused, next_redo, next_undo, replay
from companion.games import games
from companion.play.acts import FIRST_LOOK
from companion.play.sentences import SENTENCES
from companion.play.tables import plain

TABLES = [pytest.param(game, n, id=f"{key}-{n}") for key, game in games().items() for n in game.players]
STEPS = 40
#: a word that no game has, planted beside every secret
SENTINEL = "xyzzy-planted"
AT = "2026-01-02T03:04:05+00:00"


def setup_of(game: Game[Any], players: int) -> Event:
    return Event("setup", plain(game.defaults(players, {})), at=AT, number=1)


def seats_of(game: Game[Any], state: Any) -> list[str]:
    return [seat.id for seat in game.view(state, None, {}).seats]


def options_of(game: Game[Any], state: Any) -> list[Option]:
    viewers = [None, *seats_of(game, state)]
    return [option for viewer in viewers for option in game.options(state, viewer)]


def event_of(game: Game[Any], state: Any, option: Option, number: int, random: Random) -> Event:
    secret = {**option.secret, "planted": SENTINEL}
    pack = game.draw(state, option.kind)
    if pack is not None:
        order = {"order": random.sample(list(pack), len(pack))}
        if option.kind in game.open_draws:
            return Event(option.kind, plain({**option.data, **order}), plain(secret), at=AT, number=number)
        secret |= order
    return Event(option.kind, plain(option.data), plain(secret), at=AT, number=number)


def played(game: Game[Any], players: int, seed: int) -> Iterator[tuple[list[Event], Any]]:
    """Play a random game by its own options, and stop at each state on the way; it is played once for all tests."""
    for log, state in _played(game.key, players, seed):
        yield list(log), state


@cache
def _played(key: str, players: int, seed: int) -> Sequence[tuple[tuple[Event, ...], Any]]:
    return [(tuple(log), state) for log, state in _playing(games()[key], players, seed)]


def _playing(game: Game[Any], players: int, seed: int) -> Iterator[tuple[list[Event], Any]]:
    random = Random(seed)
    log = [setup_of(game, players)]
    state = game.start(log[0])
    yield log, state
    while len(log) < STEPS:
        free = [option for option in options_of(game, state) if not option.reasons]
        if not free:
            return
        # Each kind of act is as likely as another, however many ways there are to do it.
        kind = random.choice(sorted({option.kind for option in free}))
        option = random.choice([option for option in free if option.kind == kind])
        log.append(event_of(game, state, option, len(log) + 1, random))
        state = game.apply(state, log[-1])
        assert not isinstance(state, Refused), (option, state)
        yield log, state


def reasons_in(value: Any) -> Iterator[Reason]:
    """Find every reason in a view."""
    if isinstance(value, Reason):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from reasons_in(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from reasons_in(inner)
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from reasons_in(inner)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_table_opens_as_it_is_prefilled(game: Game[Any], players: int) -> None:
    state = game.start(setup_of(game, players))
    assert not isinstance(state, Refused)
    assert len(seats_of(game, state)) == players
    assert game.outcome(state) is None
    assert game.record(state) == "everyone"


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_options_and_apply_agree(game: Game[Any], players: int, seed: int) -> None:
    """E-109: what is offered is taken, and what is refused says so beforehand, with the same reasons."""
    for _, state in played(game, players, seed):
        for option in options_of(game, state):
            after = game.apply(state, event_of(game, state, option, 999, Random(0)))
            refused = [reason.code for reason in after.reasons] if isinstance(after, Refused) else []
            assert sorted(refused) == sorted(reason.code for reason in option.reasons), option


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_replay_equals_the_state(game: Game[Any], players: int, seed: int) -> None:
    """E-112: the log tells the same state again, cut at any event, and each event survives being written down."""
    for log, state in played(game, players, seed):
        kept = [replace(e, data=plain(e.data), secret=plain(e.secret)) for e in log]
        assert replay(game, kept) == state


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_nobody_sees_what_is_kept_beside_the_open_data(game: Game[Any], players: int) -> None:
    """E-02: a secret that no view knows of reaches no view."""
    for _, state in played(game, players, 1):
        for viewer in (None, *seats_of(game, state)):
            assert SENTINEL not in repr(game.view(state, viewer, {}))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_draw_changes_nothing_that_is_seen_at_rest(game: Game[Any], players: int) -> None:
    """E-01, E-10: right after a draw every view at rest is the same, whatever was drawn."""
    log: list[Event] = []
    state: Any = None
    for log_now, after in played(game, players, 2):
        event = log_now[-1]
        if log and "order" in event.secret:
            turned = replace(event, secret={**event.secret, "order": event.secret["order"][::-1]})
            other = game.apply(state, turned)
            for viewer in (None, *seats_of(game, after)):
                assert game.view(after, viewer, {}) == game.view(other, viewer, {})
        log, state = list(log_now), after


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_first_look_moves_no_form_of_anybody_else(game: Game[Any], players: int) -> None:
    """E-20: neither a form's scope nor its number tells whether somebody looked."""
    for _, state in played(game, players, 3):
        public = set(game.view(state, None, {}).scopes.values())
        for seat in seats_of(game, state):
            assert game.scope(state, FIRST_LOOK, {"seat": seat}) not in public


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_everything_that_can_be_said_has_a_sentence(game: Game[Any], players: int) -> None:
    """E-106: every reason of every view and refusal becomes a sentence with its numbers in it."""
    for _, state in played(game, players, 4):
        names = game.view(state, None, {}).names
        views = [game.view(state, seat, {}, seat is not None) for seat in (None, *seats_of(game, state))]
        refused = [reason for option in options_of(game, state) for reason in option.reasons]
        outcome = game.outcome(state)
        for reason in (*reasons_in(views), *refused, *reasons_in(outcome)):
            said = play.say(game, reason, names)
            assert said
            assert "{" not in said
            assert play.rule_of(game, reason) in {"", *game.help.rules}


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_no_act_is_lost_by_undo_and_redo(game: Game[Any], players: int) -> None:
    """What an undo takes back, a redo brings back; behind a lasting act no undo reaches (E-113)."""
    for log, state in played(game, players, 5):
        target = next_undo(game, log)
        if target is None or target.number == 1:
            continue
        assert target.kind not in game.lasting_kinds
        undone = [*log, Event("undone", {"event": target.number}, at=AT, number=len(log) + 1)]
        again = next_redo(game, undone)
        assert again is not None
        assert again.number == target.number
        redone = [*undone, Event("redone", {"event": target.number}, at=AT, number=len(log) + 2)]
        assert replay(game, redone) == state


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_rounds_are_over_one_after_the_other(game: Game[Any], players: int) -> None:
    """E-76: none at first, one at a time, and at the end of a game at least one."""
    for seed in (7, 8):
        over = 0
        for _, state in played(game, players, seed):
            now = game.rounds_over(state)
            assert now in (over, over + 1)
            assert now or game.outcome(state) is None
            over = now


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_what_is_kept_and_what_goes_on_can_be_written_down(game: Game[Any], players: int) -> None:
    for _, state in played(game, players, 6):
        kept = game.keep(state) or {}
        assert json.loads(json.dumps(kept)) == plain(kept)
        again = getattr(game, "again", None)
        if again is not None:
            opened = game.start(Event("setup", plain(again(state, game.keep(state) or {})), at=AT, number=1))
            assert not isinstance(opened, Refused)
            assert sorted(seats_of(game, opened)) == sorted(seats_of(game, state))


@pytest.mark.parametrize("game", games().values(), ids=games().keys())
def test_sentences_and_titles(game: Game[Any]) -> None:
    assert game.title
    assert game.key.isidentifier()
    assert not set(game.sentences) & set(SENTENCES), "a sentence of the table cannot be told from one of the game"
    assert not game.passing_kinds & game.lasting_kinds


@pytest.mark.parametrize("game", games().values(), ids=games().keys())
def test_what_is_printed_is_named_and_nothing_unknown_says_anything(game: Game[Any]) -> None:
    """Issue 6: every value of a card has a label, a source, and a sentence where it is known."""
    named = set()
    for card in game.cards({}):
        assert play.say(game, card.title)
        assert card.name not in named
        named.add(card.name)
        assert len({value.place for value in card.values}) == len(card.values)
        for value in card.values:
            assert value.source in SOURCES
            assert value.source != ENTERED or value.aside
            assert (value.says is None) == (value.source == UNKNOWN)
            assert play.say(game, value.label)
            assert value.says is None or play.say(game, value.says)
        for note in card.notes:
            assert play.say(game, note)
    assert game.printed({}) == {}
    assert game.card_faults({}) == ()
    assert [fault.card for fault in game.card_faults({"no such card": {"x": 1}})] == ["no such card"]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_cards_of_a_table_can_be_kept(game: Game[Any], players: int) -> None:
    """Issue 6: whatever was entered at a table is something that cards can say."""
    for _, state in played(game, players, 9):
        at = plain(game.printed(game.cards_at(state)))
        assert not game.card_faults(pruned(at))
