"""The cards of the owner's copy: entered, taken back, handed on; and the running tables that they complete.

What is entered at one go is one batch of a history, so that nothing is lost and the last one can be taken back. A form
carries how far the history had come when it was made: only who wants another value for a place that somebody has
changed since is held up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from companion import cards
from companion.cards import Place, Unread
from companion.engine import COMPLETED, BrokenLog, Card, Event, Game, Reason, Refused, Value
from companion.games import games
from companion.language import english
from companion.play.acts import Stale
from companion.play.sentences import say
from companion.play.tables import Table, new_key, now, open_table, plain
from companion.store import Batch, Store

T = TypeVar("T")


class NoCards(LookupError):
    """A game that is not here, or a card that it does not have."""


@dataclass(frozen=True, slots=True)
class Change:
    """One value as it was and as it is or would be (None: not known), with what it and its card are called."""

    card: Reason
    label: Reason
    old: Reason | None
    new: Reason | None


@dataclass(frozen=True, slots=True)
class Copy:
    """The cards of one copy of a game as they are kept; `mark` tells how far their history has come.

    `last` is what an undo would take back, and `changes` are what that entered.
    """

    game: Game[Any]
    kept: Mapping[str, Any]
    mark: int
    cards: tuple[Card, ...]
    last: Batch | None
    changes: tuple[Change, ...]

    @property
    def version(self) -> str:
        """Name what these cards say."""
        return cards.version(self.game.printed(self.kept))

    @property
    def entered(self) -> tuple[int, int]:
        """Count the values that are entered, and those that only the owner of the box can tell."""
        counts = [cards.entered(card) for card in self.cards]
        return sum(n for n, _ in counts), sum(of for _, of in counts)

    def card(self, name: str) -> Card:
        """Find a card. Raises NoCards where there is none of this name."""
        found = next((card for card in self.cards if card.name == name), None)
        if found is None:
            raise NoCards(name)
        return found


@dataclass(frozen=True, slots=True)
class Entered:
    """What was entered is kept; these tables were completed by it."""

    tables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """What a file of cards would change, in the order of the cards, and the mark of the cards it was held against."""

    changes: tuple[Change, ...]
    mark: int


def copy_of(store: Store, key: str) -> Copy:
    """Look at the cards of a game. Raises NoCards for a game that is not here."""
    game = games().get(key)
    if game is None:
        raise NoCards(key)
    kept, mark = store.kept(key), store.kept_last(key)
    last = next((batch for batch in store.batches(key) if _names(game, batch)), None)
    changes = changed(game, *_around(store, game, last)) if last else ()
    return Copy(game, kept, mark, tuple(game.cards(kept)), last, changes)


def _names(game: Game[Any], batch: Batch) -> tuple[str, ...]:
    """Name the cards of a batch: the best scores are none."""
    return tuple(game.printed({name: {} for name in batch.names}))


def _around(store: Store, game: Game[Any], batch: Batch) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Give what was kept before a batch and after it."""
    return store.kept(game.key, batch.after), store.kept(game.key, batch.after + len(batch.names))


def changed(game: Game[Any], before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Change, ...]:
    """List the values that differ, in the order of the cards."""
    old, new = _values(game, before), _values(game, after)
    titles = {v.place: card.title for kept in (before, after) for card in game.cards(kept) for v in card.values}
    moved = cards.moved(game.printed(before), game.printed(after))
    places = [place for place in {**new, **old} if place in moved]
    # A name or a picture that comes or goes with other values of its card is told by those.
    told = {place[0] for place in places if not (new.get(place) or old[place]).aside}
    return _once(
        _change(titles[place], old.get(place), new.get(place))
        for place in places
        if place[0] not in told or not (new.get(place) or old[place]).aside or (place in old and place in new)
    )


def _change(card: Reason, old: Value | None, new: Value | None) -> Change:
    value = new or old
    assert value is not None
    return Change(card, value.label, old.says if old else None, new.says if new else None)


def _values(game: Game[Any], kept: Mapping[str, Any]) -> dict[Place, Value]:
    return {value.place: value for card in game.cards(kept) for value in card.values}


def version_at(table: Table) -> str:
    """Name what the cards say by which a table is judged now."""
    return cards.version(table.game.printed(table.game.cards_at(table.state)))


# Entering


def enter(store: Store, key: str, found: Mapping[str, Any], mark: int) -> Entered | Refused | Stale:
    """Keep what was typed into the form of a card, which was made at a mark of the history.

    What the form left as it was stays as it is by now.
    """
    game = copy_of(store, key).game
    with store.writing():
        seen, kept = store.kept(key, mark), store.kept(key)
        wanted = _tidied(game, {**seen, **found})
        moves = cards.moved(game.printed(seen), game.printed(wanted))
        held, since = cards.places(game.printed(kept)), cards.moved(game.printed(seen), game.printed(kept))
        if any(place in since and held.get(place) != value for place, value in moves.items()):
            return Stale()
        return _keep(store, game, kept, moves)


def _tidied(game: Game[Any], kept: Mapping[str, Any]) -> dict[str, Any]:
    said = {name: data for name, data in kept.items() if data is not None}
    return {**said, **cards.tidied(dict(game.printed(said)))}


def _keep(store: Store, game: Game[Any], kept: Mapping[str, Any], moves: Mapping[Place, Any]) -> Entered | Refused:
    """Put some values into what is kept, where no card speaks against it, and complete the tables."""
    before = cards.pruned(game.printed(kept))
    after = cards.with_values(before, moves)
    faults = game.card_faults(after)
    if faults:
        return Refused(_once(fault.reason for fault in faults))
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    store.keep(game.key, {name: after.get(name) for name in names}, now())
    return Entered(_complete(store, game, {name: after[name] for name in names if name in after}))


def _complete(store: Store, game: Game[Any], fresh: Mapping[str, Any]) -> tuple[str, ...]:
    """Write what is new on some cards into the log of every table that missed it, and name those tables."""
    return tuple(code for code in store.codes(game.key) if _completed(store, game, code, fresh))


def _completed(store: Store, game: Game[Any], code: str, fresh: Mapping[str, Any]) -> bool:
    # A table that opened with all of it is passed over without being told: there may be many.
    opened_with = cards.places(game.printed(store.opening(code).data.get("kept", {})))
    missing = {name: card for name, card in fresh.items() if any((name, key) not in opened_with for key in card)}
    taken = [_takes(store, game, code, name, card) for name, card in missing.items()]
    return any(taken)


def _takes(store: Store, game: Game[Any], code: str, name: str, card: Mapping[str, Any]) -> bool:
    try:
        table = open_table(store, code)
    except BrokenLog:
        return False
    event = Event(COMPLETED, plain({"name": name, "data": card}), at=now(), number=table.following)
    after = game.apply(table.state, event)
    # A finished game is told as it ended, unless it waited for just this.
    if isinstance(after, Refused) or (table.outcome and game.outcome(after) == table.outcome):
        return False
    store.append(code, event, game.scope(table.state, event.kind, event.data), new_key())
    return True


def undo(store: Store, key: str, after: int) -> Entered | Stale:
    """Take back what was entered last, if that is still the batch that began after this number."""
    with store.writing():
        copy = copy_of(store, key)
        if copy.last is None or copy.last.after != after:
            return Stale()
        before = copy.game.printed(store.kept(key, after))
        back = {name: before.get(name) for name in _names(copy.game, copy.last)}
        store.keep(key, back, now())
        # Running tables keep what they were given: it stands in their logs. What comes back may be new to some.
        return Entered(_complete(store, copy.game, cards.pruned(back)))


# Handing on


def source_of(source: str) -> Reason:
    """Say whence a value is known, by its source."""
    return Reason(f"source-{source or 'none'}")


def out(copy: Copy) -> str:
    """Write all that is entered as a file, each value with its source beside it."""
    with english():
        return _written_out(copy)


def _written_out(copy: Copy) -> str:
    game = copy.game
    values = [value for card in copy.cards for value in card.values]
    notes = {value.place: say(game, source_of(value.source)) for value in values if not value.aside}
    missing = tuple(value.label for value in values if not value.source)
    head = [
        say(game, Reason("cards-file", {"game": game.title})),
        f"{say(game, Reason('cards-version'))} {copy.version}",
        *([say(game, Reason("cards-open", {"values": missing}))] if missing else []),
    ]
    return cards.written(game.key, game.printed(copy.kept), notes, head)


def preview(store: Store, key: str, text: str) -> Preview | Unread:
    """Say what a file would change; what it does not name stays as it is."""
    copy = copy_of(store, key)
    moves = _moves(copy.game, copy.kept, text)
    if isinstance(moves, Unread):
        return moves
    before = cards.pruned(copy.game.printed(copy.kept))
    return Preview(changed(copy.game, before, cards.with_values(before, moves)), copy.mark)


def take(store: Store, key: str, text: str, mark: int) -> Entered | Unread | Stale:
    """Take a file in as one batch, if the cards still stand as they did at its preview."""
    game = copy_of(store, key).game
    with store.writing():
        kept = store.kept(key)
        moves = _moves(game, kept, text)
        if isinstance(moves, Unread):
            return moves
        if cards.moved(game.printed(store.kept(key, mark)), game.printed(kept)):
            return Stale()
        taken = _keep(store, game, kept, moves)
        assert isinstance(taken, Entered)
        return taken


def _moves(game: Game[Any], kept: Mapping[str, Any], text: str) -> Mapping[Place, Any] | Unread:
    read = cards.read(game.key, text)
    if isinstance(read, Unread):
        return read
    before = cards.pruned(game.printed(kept))
    moves = {place: value for place, value in cards.places(read).items() if value != cards.places(before).get(place)}
    faults = [*game.card_faults(read), *game.card_faults(cards.with_values(before, moves))]
    lines = _once((cards.line_of(text, fault.card, fault.key), fault.reason) for fault in faults)
    return Unread(tuple(sorted(lines, key=lambda fault: fault[0]))) if lines else moves


def _once(found: Iterable[T]) -> tuple[T, ...]:
    """Keep the first of those that are alike; reasons cannot be told apart by a hash."""
    once: list[T] = []
    for one in found:
        if one not in once:
            once.append(one)
    return tuple(once)
