"""The cards of the owner's copy: the file goes out and in unchanged, its mistakes have lines, and nothing is lost."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import cards, play
from companion.cards import Unread
from companion.engine import Event, Refused
from companion.games import games
from companion.store import Store

# Random cards, as somebody may have entered them

names = st.text(st.characters(codec="utf-8"), max_size=12).map(lambda text: cards.tidied(text))


def one_of_each(values: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=values)


SYMBOLS = {
    "name": names,
    "picture": st.sampled_from(("bell", "melon", "letter")),
    "points": st.integers(0, 999),
    "count": st.integers(1, 72),
}
slots_cards = st.dictionaries(st.sampled_from([f"symbol:{c}" for c in "ABCDLSXYZ"]), one_of_each(SYMBOLS)).flatmap(
    lambda symbols: one_of_each(
        {
            "any": st.fixed_dictionaries({"count": st.integers(1, 72)}),
            "spin_again": st.fixed_dictionaries({"count": st.integers(1, 72)}),
            "cumber": st.fixed_dictionaries({"count": st.integers(1, 72)}),
            "rank_names": st.fixed_dictionaries({"names": st.sampled_from(("book", "site"))}),
            "month": st.fixed_dictionaries({"effect": names}),
        }
    ).map(lambda rest: symbols | rest)
)
tiles = st.lists(st.integers(1, 20), min_size=1, max_size=12)
limits = one_of_each(
    {
        "most": st.integers(1, 50),
        "once": st.booleans(),
        "from": st.integers(1, 3),
        "to": st.integers(3, 50),
        "parity": st.sampled_from(("odd", "even")),
        "level": st.sampled_from(("never", "leader")),
    }
)
sides = one_of_each({"name": names, "reminder": names, "limits": limits, "effect": st.integers(-98, 98)})
strip_cards = one_of_each(
    {
        "side:4A": sides,
        "side:10B": sides,
        "2": one_of_each({"starting_jackpot": st.integers(0, 999), "tiles": tiles}),
        "4": one_of_each({"layout": st.sampled_from([["ABBA", "ABBA", "ABAB"], ["AABB", "AABB", "ABAB"]])}),
        "6": one_of_each({"starting_jackpot": st.integers(0, 999), "tiles": tiles}),
        "casinos": st.dictionaries(st.sampled_from("123456"), names),
        "suits": st.dictionaries(st.sampled_from(("stars", "moons", "clubs")), names),
    }
)
KEYS = pytest.mark.parametrize("key", ["slots", "strip"])
EVERY = {"slots": slots_cards, "strip": strip_cards}


def good(key: str, kept: dict[str, Any]) -> bool:
    return not games()[key].card_faults(cards.pruned(kept))


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with Store(tmp_path / play.FILE_NAME) as opened:
        yield opened


def fill(store: Store, key: str, kept: dict[str, Any]) -> None:
    entered = play.enter(store, key, kept, store.kept_last(key))
    assert isinstance(entered, play.Entered), entered


def codes(unread: Any) -> list[tuple[int, str]]:
    assert isinstance(unread, Unread), unread
    return [(line, reason.code) for line, reason in unread.faults]


@KEYS
@given(data=st.data())
def test_the_file_goes_out_and_in_unchanged(key: str, data: st.DataObject) -> None:
    """Issue 6: for random cards, with every sign that a name may hold."""
    kept = data.draw(EVERY[key].filter(lambda drawn: good(key, drawn)))
    game = games()[key]
    copy = play.Copy(game, kept, 0, tuple(game.cards(kept)), None, ())
    text = play.out(copy)
    assert cards.read(key, text) == cards.pruned(kept)
    assert cards.version(cards.read(key, text)) == copy.version


@KEYS
def test_another_owner_takes_the_file_in(key: str, tmp_path: Path) -> None:
    """Issue 6: what it would change is told before, then it is all there, and a second time nothing would change."""
    kept = {
        "slots": {"symbol:B": {"name": "bell", "points": 20}, "any": {"count": 6}},
        "strip": {"casinos": {"6": "Riviera"}},
    }
    with Store(tmp_path / "one.db") as one, Store(tmp_path / "other.db") as other:
        fill(one, key, kept[key])
        text = play.out(play.copy_of(one, key))
        seen = play.preview(other, key, text)
        assert isinstance(seen, play.Preview)
        assert [change.old for change in seen.changes] == [None] * len(seen.changes)
        assert isinstance(play.take(other, key, text, seen.mark), play.Entered)
        assert play.copy_of(other, key).version == play.copy_of(one, key).version
        again = play.preview(other, key, text)
        assert isinstance(again, play.Preview)
        assert again.changes == ()
        assert play.out(play.copy_of(other, key)) == text


def test_a_new_name_of_a_character_is_told_as_one_and_every_side_names_its_source(store: Store) -> None:
    """Issue 6: what changes can be seen, and a file says of each value whence it is, with a reminder or without."""
    fill(store, "strip", {"side:6A": {"name": "Solo", "limits": {"most": 2}}, "side:7A": {"name": "Duo", "effect": 3}})
    copy = play.copy_of(store, "strip")
    assert len(copy.changes) == 2, "a side that is new is told once, its name with it"
    text = play.out(copy)
    assert "limits = { most = 2 }  # Entered by the owner\n" in text
    assert "effect = 3  # Entered by the owner\n" in text
    seen = play.preview(store, "strip", text.replace("Solo", "Soloist"))
    assert isinstance(seen, play.Preview)
    (change,) = seen.changes
    assert change.old is not None and change.new is not None
    assert (change.old.values["name"], change.new.values["name"]) == ("Solo", "Soloist")


def test_a_sign_that_stands_for_a_spoilt_one_goes_out_and_in(store: Store) -> None:
    """Whoever entered it has it; bare in a file it says that the file is no UTF-8."""
    fill(store, "strip", {"side:6A": {"name": "Caf\ufffd", "effect": 3}})
    text = play.out(play.copy_of(store, "strip"))
    assert play.preview(store, "strip", text) == play.Preview((), store.kept_last("strip"))
    spoilt = play.preview(store, "strip", text.replace(r"\ufffd", "\ufffd"))
    assert isinstance(spoilt, Unread) and codes(spoilt) == [(3, "cards-no-text")]


def test_what_a_file_does_not_name_stays(store: Store) -> None:
    fill(store, "slots", {"symbol:B": {"name": "bell", "points": 20, "count": 6}, "month": {"effect": "Swap two."}})
    text = 'game = "slots"\nformat = 1\n["symbol:B"]\npoints = 22\n'
    seen = play.preview(store, "slots", text)
    assert isinstance(seen, play.Preview)
    (change,) = seen.changes
    assert (change.old.values["n"], change.new.values["n"]) == (20, 22)  # type: ignore[union-attr]
    play.take(store, "slots", text, seen.mark)
    assert store.kept("slots")["symbol:B"] == {"name": "bell", "points": 22, "count": 6}
    assert store.kept("slots")["month"] == {"effect": "Swap two."}


HEAD = 'game = "slots"\nformat = 1\n'


def test_a_line_that_cannot_be_read_is_shown_with_one_that_can() -> None:
    """By its own words: the parser's would be English, and name no card."""
    unread = cards.read("slots", HEAD + "[any]\n  count = = 3\n")
    assert isinstance(unread, Unread)
    ((number, reason),) = unread.faults
    assert number == 4
    told = play.say(None, reason)
    assert told.startswith("\u201ccount = = 3\u201d cannot be read here.")
    offered = re.search(r"such as (\[.+?\])\. .* such as (.+?); .* as in (.+)\.", told)
    assert offered and not isinstance(cards.read("slots", HEAD + "\n".join(offered.groups())), Unread)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", [(1, "cards-no-game"), (1, "cards-format")]),
        ('game = "strip"\nformat = 1\n', [(1, "cards-other-game")]),
        ('format = 2\n\ngame = "slots"\n', [(1, "cards-format")]),
        ('game = "slots"\nformat = "1"\n', [(2, "cards-format")]),
        (HEAD + "[any\ncount = 3\n", [(3, "cards-no-toml")]),
        (HEAD + "[any]\ncount = = 3\n", [(4, "cards-no-toml")]),
        (HEAD + "[any]\ncount = 3\n[any]\ncount = 4\n", [(5, "cards-no-toml")]),
        (HEAD + 'a = "', [(3, "cards-no-toml")]),
        (HEAD + "count = 3\n", [(3, "cards-loose")]),
        (HEAD + "\n[nobody]\nx = 1\n", [(4, "card-unknown")]),
        (HEAD + "[any]\npoints = 3\n", [(4, "card-key")]),
        (
            HEAD + '[any]\ncount = 3\n["symbol:B"]\nname = "bell"\ncount = 73\npoints = -1\n',
            [(7, "card-count"), (8, "card-points")],
        ),
        (HEAD + "[symbol]\nB = 1\n", [(3, "card-unknown")]),
        (HEAD + "['symbol:B']\npoints = true\n", [(4, "card-points")]),
        (HEAD + "['symbol:B']\npoints = 3.5\n", [(4, "card-points")]),
        (HEAD + "['symbol:B']\npoints = 1979-05-27\n", [(4, "card-points")]),
        (HEAD + "['symbol:B']\nname = 5\n", [(4, "card-text")]),
        (HEAD + "['symbol:B']\nname = '   '\n", [(4, "name-blank")]),
        (HEAD + "['symbol:B']\nname = 'Spin again'\n", [(4, "symbol-reserved")]),
        (HEAD + "['symbol:B']\nname = 'Cherry'\n", [(4, "symbol-twice")]),
        (HEAD + "['symbol:A']\nname = 'x'\n['symbol:B']\nname = 'X'\n", [(6, "symbol-twice")]),
        (HEAD + "['symbol:B']\npicture = 'frog'\n", [(4, "card-picture")]),
        (HEAD + "['symbol:B'.points]\nx = 1\n", [(3, "card-points")]),
        (HEAD + "['symbol:b']\npoints = 3\n", [(3, "card-unknown")]),
        (HEAD + "[rank_names]\nnames = 'mine'\n", [(4, "card-ranks-which")]),
        (HEAD + f"[month]\neffect = '{'x' * 301}'\n", [(4, "card-effect-long")]),
        (HEAD + "['best:ann']\nx = 700\n", [(3, "card-unknown")]),
        (HEAD + f"x = {'[' * 9999}{']' * 9999}", [(1, "cards-deep")]),
        (HEAD + f"[{'.'.join(['a'] * 9000)}]", [(1, "cards-deep")]),
        (HEAD + f"# {'x' * cards.LONGEST_FILE}", [(1, "cards-long")]),
        (HEAD + f"[any]\ncount = 0x{'f' * 9000}\n", [(4, "cards-number")]),
        (HEAD + "['symbol:B'.points]\nx = [{ y = -9999999999 }]\n", [(3, "cards-number")]),
        (f"game = [0x{'f' * 9000}]\nformat = 1\n", [(1, "cards-number")]),
    ],
)
def test_a_wrong_file_is_refused_whole_with_the_line_and_the_reason(
    store: Store, text: str, faults: list[tuple[int, str]]
) -> None:
    """Issue 6: and each reason is a sentence."""
    fill(store, "slots", {"any": {"count": 5}})
    before, mark = store.kept("slots"), store.kept_last("slots")
    for unread in (play.preview(store, "slots", text), play.take(store, "slots", text, mark)):
        assert codes(unread) == faults
        assert isinstance(unread, Unread)
        assert all("{" not in play.say(games()["slots"], reason) for _, reason in unread.faults)
    assert (store.kept("slots"), store.kept_last("slots")) == (before, mark)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("[4]\nstarting_jackpot = 1000\ntiles = []\n", [(4, "setting-jackpot"), (5, "setting-tiles")]),
        ('[4]\nlayout = ["ABBA", "AAAB", "ABAB"]\n', [(4, "layout")]),
        ('[4]\nlayout = "ABBA"\n', [(4, "layout"), (4, "layout"), (4, "layout")]),
        ("[7]\ntiles = [1]\n", [(3, "card-unknown")]),
        ('[casinos]\n7 = "x"\n', [(4, "card-key")]),
        ('[casinos]\n1 = "Gold rush"\n', [(4, "card-twice")]),
        ('[suits]\nstars = "moons"\n', [(4, "card-twice")]),
        ("[suits]\nstars = [1]\n", [(4, "card-text")]),
        ('["side:4A"]\nname = "x"\nlimits = { most = 0, once = 1 }\n', [(5, "side-number"), (5, "side-type")]),
        ('["side:4A"]\neffect = 99\n["side:4A".limits]\nodd = true\n', [(4, "side-number"), (5, "side-unknown-key")]),
        ('["side:6A"]\nname = "X"\n["side:7B"]\nname = "x"\n', [(6, "card-twice")]),
        ('["side:6A"]\nname = "pro gambler"\n', [(4, "card-twice")]),
        ('["side:1A"]\nname = "High roller"\n', [(4, "card-twice")]),
        ('["side:6A"]\nname = "Character 7"\n', [(4, "card-twice")]),
        ('["side:11A"]\neffect = 9\n', [(3, "card-unknown")]),
    ],
)
def test_a_wrong_file_of_vegas_strip(store: Store, text: str, faults: list[tuple[int, str]]) -> None:
    unread = play.preview(store, "strip", f'game = "strip"\nformat = 1\n{text}')
    assert codes(unread) == faults
    assert isinstance(unread, Unread)
    assert all("{" not in play.say(games()["strip"], reason) for _, reason in unread.faults)


# Entering


def test_two_phones_that_enter_different_values_lose_nothing(store: Store) -> None:
    """E-87: who comes second is held up only where both want another value for the same place."""
    mark = store.kept_last("slots")
    fill(store, "slots", {"symbol:B": {"name": "bell", "points": 20}})
    later = play.enter(store, "slots", {"any": {"count": 6}}, mark)
    assert isinstance(later, play.Entered)
    same = play.enter(store, "slots", {"symbol:B": {"name": "bell", "points": 20}}, mark)
    assert isinstance(same, play.Entered)
    other = play.enter(store, "slots", {"symbol:B": {"name": "bell", "points": 24}}, mark)
    assert isinstance(other, play.Stale)
    assert store.kept("slots") == {"symbol:B": {"name": "bell", "points": 20}, "any": {"count": 6}}


def test_what_no_card_can_say_is_not_kept(store: Store) -> None:
    refused = play.enter(store, "slots", {"any": {"count": 0}, "symbol:B": {"name": "bell"}}, 0)
    assert isinstance(refused, Refused)
    assert [reason.code for reason in refused.reasons] == ["card-count"]
    assert store.kept("slots") == {}


def test_an_undo_brings_the_former_values_of_the_last_batch_back_and_can_be_undone(store: Store) -> None:
    """Issue 6: an import is one batch, and a best score, which is no card, neither stands in the way nor moves."""
    fill(store, "slots", {"symbol:B": {"name": "bell", "points": 20}})
    text = HEAD + "['symbol:B']\npoints = 22\n['symbol:P']\nname = 'plum'\n[any]\ncount = 6\n"
    play.take(store, "slots", text, store.kept_last("slots"))
    with store.writing():
        store.keep("slots", {"best:ann": 700}, play.tables.now())
    taken = store.kept("slots")
    last = play.copy_of(store, "slots").last
    assert last is not None
    assert isinstance(play.undo(store, "slots", last.after), play.Entered)
    assert store.kept("slots") == {"symbol:B": {"name": "bell", "points": 20}, "best:ann": 700}
    assert isinstance(play.undo(store, "slots", last.after), play.Stale), "the same tap twice takes nothing more back"
    again = play.copy_of(store, "slots").last
    assert again is not None
    play.undo(store, "slots", again.after)
    assert store.kept("slots") == taken
    assert "best:ann" not in play.out(play.copy_of(store, "slots"))


def test_what_an_undo_brings_back_completes_the_tables_that_opened_without_it(store: Store) -> None:
    """Issue 6: a missing value that comes in later completes running tables, whichever way it comes."""
    fill(store, "slots", {"symbol:S": {"points": 30}})
    take_back(store, "slots")
    code = opened(store)
    assert take_back(store, "slots") == play.Entered((code,))
    assert points(store, code, "S") == 30
    assert take_back(store, "slots") == play.Entered(()), "what a table was given stays"
    assert points(store, code, "S") == 30


def take_back(store: Store, key: str) -> play.Entered | play.Stale:
    last = play.copy_of(store, key).last
    assert last is not None
    return play.undo(store, key, last.after)


def test_a_file_is_stale_once_the_cards_have_changed(store: Store) -> None:
    seen = play.preview(store, "slots", HEAD + "[any]\ncount = 6\n")
    assert isinstance(seen, play.Preview)
    fill(store, "slots", {"month": {"effect": "Swap two."}})
    assert isinstance(play.take(store, "slots", HEAD + "[any]\ncount = 6\n", seen.mark), play.Stale)
    assert "any" not in store.kept("slots")


# The tables that are completed


def act(store: Store, code: str, kind: str, **data: Any) -> None:
    table = play.open_table(store, code)
    scope = table.stand(table.game.scope(table.state, kind, data))
    answer = play.act(store, code, play.Viewer("host"), play.Posted(kind, data, scope, play.new_key()))
    assert isinstance(answer, play.Done), answer


def points(store: Store, code: str, letter: str) -> int | None:
    entry = play.open_table(store, code).state.entry(letter)
    return entry.points if entry else None


def opened(store: Store, game: str = "slots", players: int = 2) -> str:
    code = play.new_table(store, game, players, "host")
    assert isinstance(code, str)
    return code


def test_a_missing_value_completes_the_tables_that_lack_it_and_a_known_one_stands(store: Store) -> None:
    """Issue 6: by a line in each log, which an undo passes over, and once only."""
    early = opened(store)
    fill(store, "slots", {"symbol:B": {"name": "bell", "points": 20}})
    late = opened(store)
    assert (points(store, early, "B"), points(store, late, "B")) == (20, 20)
    entered = play.enter(
        store, "slots", {"symbol:B": {"name": "bell", "points": 24, "count": 6}}, store.kept_last("slots")
    )
    assert isinstance(entered, play.Entered)
    assert set(entered.tables) == {early, late}, "the number of cards was missing at both"
    assert (points(store, early, "B"), points(store, late, "B"), points(store, opened(store), "B")) == (20, 20, 24)
    kinds = [event.kind for event in play.open_table(store, early).events]
    assert kinds == ["setup", "completed", "completed"]
    assert play.undoable(play.open_table(store, early)) is None
    version = play.version_at(play.open_table(store, early))
    assert version == play.version_at(play.open_table(store, late)) != play.copy_of(store, "slots").version


def test_a_table_that_is_opened_names_the_version_of_the_cards(store: Store) -> None:
    fill(store, "slots", {"symbol:B": {"name": "bell", "points": 20}})
    code = opened(store)
    assert play.version_at(play.open_table(store, code)) == play.copy_of(store, "slots").version
    assert play.export(play.open_table(store, code))["cards"] == play.copy_of(store, "slots").version


def test_a_finished_game_is_completed_only_where_it_waits_for_the_value(store: Store) -> None:
    """E-96: "12 + ?" is not the last word; a game that ended with all its points is told as it ended."""
    waits, over = opened(store), opened(store)
    for code, letter in ((waits, "S"), (over, "L")):
        act(store, code, "begun")
        act(store, code, "prize", seat="1", symbol=letter, n=1)
        act(store, code, "ended")
    entered = play.enter(store, "slots", {"symbol:S": {"name": "shield", "points": 30}}, 0)
    assert isinstance(entered, play.Entered)
    assert entered.tables == (waits,)
    assert play.open_table(store, waits).outcome.because[0].code == "won"  # type: ignore[union-attr]


def test_a_table_that_does_not_open_is_passed_over(store: Store) -> None:
    broken, whole = opened(store), opened(store)
    with store.writing():
        store.append(broken, Event("nonsense", at="2026-01-02T03:04:05+00:00", number=2), "x", play.new_key())
    entered = play.enter(store, "slots", {"month": {"effect": "Swap two."}}, 0)
    assert isinstance(entered, play.Entered)
    assert entered.tables == (whole,)


def test_the_cards_stay_what_they_are_when_a_table_that_knew_less_goes_on(store: Store) -> None:
    """What a table has kept once is not kept again when it keeps something else."""
    code = opened(store)
    act(store, code, "symbol", letter="B", name="bell", points=20, count=None)
    fill(store, "slots", {"symbol:B": {"name": "bell", "points": 24}})
    act(store, code, "symbol", letter="P", name="plum", points=14, count=None)
    assert store.kept("slots")["symbol:B"]["points"] == 24
    assert store.kept("slots")["symbol:P"]["points"] == 14


def test_the_next_table_of_the_same_people_starts_from_the_cards_as_they_are_now(store: Store) -> None:
    code = opened(store, players=1)
    act(store, code, "begun")
    act(store, code, "ended")
    fill(store, "slots", {"symbol:B": {"name": "bell", "points": 24}, "rank_names": {"names": "site"}})
    following = play.again(store, code, play.Viewer("host"))
    assert isinstance(following, str)
    assert points(store, following, "B") == 24


def test_the_toy_has_cards_without_an_edit_elsewhere(store: Store) -> None:
    """A third game is its folder."""
    code = opened(store, "toy")
    fill(store, "toy", {"box": {"colour": "red"}})
    assert play.open_table(store, code).state.colour == "red"
    assert play.copy_of(store, "toy").entered == (1, 1)
    assert isinstance(play.enter(store, "toy", {"box": {"colour": "green"}}, 99), Refused)
    with pytest.raises(play.NoCards):
        play.copy_of(store, "chess")
    with pytest.raises(play.NoCards):
        play.copy_of(store, "toy").card("lid")


def test_the_guide_shows_a_file_that_is_taken(store: Store) -> None:
    """docs/your-cards.md"""
    guide = (Path(__file__).parents[1] / "docs" / "your-cards.md").read_text("utf-8")
    block = next(part for part in guide.split("\n\n") if part.startswith('    game = "strip"'))
    text = guide[guide.index(block) : guide.index("| card | values |")].replace("\n    ", "\n").strip()
    seen = play.preview(store, "strip", text)
    assert isinstance(seen, play.Preview), codes(seen)
    assert len(seen.changes) == 4
    for kind in ("side:1A", "symbol:A", "spin_again", "rank_names", "month", "casinos"):
        assert f"`{kind}`" in guide


def test_the_cards_of_a_file_stand_in_the_order_of_their_numbers() -> None:
    names = ["side:10A", "side:4B", "side:4A", "suits", "6", "casinos", "2"]
    text = cards.written("strip", {name: {"name": "x"} for name in names}, {}, [])
    told = [line.strip('[]"') for line in text.splitlines() if line.startswith("[")]
    assert told == ["2", "6", "casinos", "side:4A", "side:4B", "side:10A", "suits"]


def test_a_change_says_on_which_card_it_stands(store: Store) -> None:
    """Two set-up cards hold a starting jackpot each: without its card nobody could tell them apart."""
    text = "game = 'strip'\nformat = 1\n[4]\nstarting_jackpot = 9\n[5]\nstarting_jackpot = 9\n"
    seen = play.preview(store, "strip", text)
    assert isinstance(seen, play.Preview)
    told = [(play.say(games()["strip"], c.card), play.say(games()["strip"], c.label)) for c in seen.changes]
    assert told == [("Set-up card for 4", "Starting jackpot"), ("Set-up card for 5", "Starting jackpot")]
