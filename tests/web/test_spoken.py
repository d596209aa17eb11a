"""No page of the start, the help, the cards, the paper and the slot machine says a word that was not looked up."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask import Flask

from companion.games import games
from tests.conftest import Phone, forms_of, opened, sit_down
from tests.pseudo import TAG, pseudo, speakable

#: what is printed or made of letters in every tongue
PRINTED = re.compile(
    r"Vegas (?:Strip|Slot Machine 1973|Companion)|Vegas|Companion|\bANYs?\b|Spin Again|Cumber|Letter"
    r"|Santorini|Sunset Gondola|The Peacock|Sunken Treasure|Gold Rush|Casino 6|Casino Owner|High Roller|Pro Gambler"
    r"|Beginner|Basic|Good|Gambler(?: Pro)?|Wizard|Magician|Master|King Coin|Slot Machine King"
    r"|\b(?:VS|SM)-\w+|\b[ABC]{2,}\b|https?://\S+|English|Nederlands|Pseudo"
)
#: the names of our own values in a file, and what was typed into one
FILED = re.compile(r"game = \S+|\[\S+\]|\w+ = \S+")
#: and the names of our cards that a refused file is told of
NAMED = (
    "nowhere",
    "symbol",
    "points",
    "any",
    "spin_again",
    "cumber",
    "rank_names",
    "month",
    "casinos",
    "suits",
    "side",
)
GRID = "CLP/LVB/BPC"


class Heard(HTMLParser):
    """Collects what a page shows or has read aloud."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take what is read aloud or stands in an empty field."""
        self._silent += tag in ("script", "style", "textarea")
        self.said += [value for name, value in attrs if value and name in ("aria-label", "placeholder", "title", "alt")]

    def handle_endtag(self, tag: str) -> None:
        """Hear again."""
        self._silent -= tag in ("script", "style", "textarea")

    def handle_data(self, data: str) -> None:
        """Take a text."""
        if not self._silent:
            self.said.append(data)


def unheard(html: str, *names: str) -> set[str]:
    """Find the words of a page that bear no accent, but for printed ones and some names."""
    heard = Heard()
    heard.feed(re.sub(r'<article[^>]* id="game-toy".*?</article>', "", html, flags=re.DOTALL))
    known = re.compile("|".join([PRINTED.pattern, FILED.pattern, *map(re.escape, names)]))
    texts = (known.sub(" ", text) for text in heard.said)
    # A word with an accent in it is one, however it begins.
    words = {word for text in texts for word in re.findall(r"[^\W\d_]+", text)}
    return {word for word in words if word.isascii() and len(word) > 2}


@pytest.fixture
def spoken(app: Flask, tmp_path: Path) -> Flask:
    """Teach the application the tongue in which every text is accented."""
    return speakable(app, tmp_path / "tongue")


def speaking(phone: Phone) -> Phone:
    """Let a phone choose that tongue."""
    phone.client.set_cookie("language", TAG)
    return phone


def test_the_start_the_help_and_the_paper(spoken: Flask) -> None:
    phone = speaking(Phone(spoken))
    addresses = ["/", "/join?code=AAAAA", "/join?code="]
    for key in games():
        addresses += [
            f"/help/{key}{rest}" for rest in ("", "?q=e", "?q=zzz", "?q=%20-", "?q=%C5%81", "/summary", "/score")
        ]
        addresses += [f"/help/{key}?part={section.key}" for section in games()[key].help.sections]
    for address in addresses:
        if "toy" not in address:
            assert unheard(phone.get(address).text, "AAAAA", "zzz") == set(), address


@pytest.mark.parametrize("game", ["slots", "strip"])
def test_the_cards(spoken: Flask, game: str) -> None:
    phone = speaking(Phone(spoken))
    index = phone.get(f"/cards/{game}").text
    forms = re.findall(rf'href="(/cards/{game}/card/[^"]+)"', index)
    assert len(forms) > 2
    for address in (f"/cards/{game}", *forms):
        assert unheard(phone.get(address).text) == set(), address
    file = phone.get(f"/cards/{game}/file.toml").text
    assert file.isascii(), "a file goes to others, in English"
    faulty = f'game = "{game}"\nformat = 1\n[nowhere]\nx = 1\n'
    # What is wrong with a line that is no TOML is said by the parser, in its own words.
    for text in (file, "", f'game = "{game}"\nformat = 1\n["symbol:B"]\npoints = 20\n', faulty):
        page = phone.post(f"/cards/{game}/preview", text=text).text
        assert unheard(page, *NAMED) == set(), text


#: what a slot machine's board may be asked for: its sheets and rounds, and the grid in every state
SHEETS = "people variations settings card symbol symbol&symbol=C symbol&symbol=own symbol&symbol=O menu turn clock end"
BOARDS = ("", *(f"?sheet={sheet}" for sheet in SHEETS.split()), "?sheet=hand&seat=1", "?sheet=hand&seat=1&held=CC")
ROUNDS = ("?edit=1", "?seat=2", "?round=1", "?round=1&edit=1")
GRIDS = ("", "&lay=1", "&paint=C", "&card=C&cell=8", "&card=C&cell=4", "&card=*&hand=C", "&card=V&cell=0")


def hear(phone: Phone, *addresses: str) -> None:
    for rest in addresses:
        assert unheard(phone.get(phone.at(rest)).text, phone.code) == set(), rest


def test_the_slot_machine(spoken: Flask) -> None:
    cast = sit_down(spoken, "slots", 4)
    host, looker = speaking(cast.host), speaking(cast.onlooker)
    for letter in "PBV":
        assert host.act("symbol", letter=letter, points="14").status_code == 303
    assert host.act("settled", rounds="2", spin="AB", cumber="B", timer_pause="1").status_code == 303
    for letter in "BFGKLOQR":
        assert host.act("varied", letter=letter, on="1").status_code == 303
    hear(host, *BOARDS, "/score", "/ask", f"/ask?card=S&cell=0&grid={GRID}")
    assert host.act("begun").status_code == 303
    assert host.act("prize", seat="1", symbol="C").status_code == 303
    assert host.act("prize", seat="2", symbol="S").status_code == 303
    assert host.act("gridded", machine="0", grid=GRID).status_code == 303
    assert host.act("clock", do="start").status_code == 303
    hear(host, *BOARDS, *ROUNDS, *(f"?sheet=grid{grid}" for grid in GRIDS), f"?sheet=grid&grid={GRID[::-1]}&card=C")
    assert host.act("played", machine="0", cell="4", card="C").status_code == 303
    hear(host, "?sheet=grid", "?sheet=end", "/log")
    again = host.act("played", machine="0", cell="4", card="C", part=True)
    assert again.status_code == 422
    assert unheard(again.text, cast.code) == set()
    assert host.act("emptied", on="1", confirmed="told-first").status_code == 303
    hear(host, "", "?sheet=turn", "?sheet=grid")
    assert host.act("ended", confirmed="told-first,hands-untold").status_code == 303
    hear(host, "", *ROUNDS)
    hear(looker, "", "?round=1", "?sheet=grid", "?sheet=card")
    assert host.act("begun").status_code == 303
    assert host.act("ended", confirmed="told-first,hands-untold").status_code == 303
    hear(host, "", "?round=1", "?sheet=menu", "/result", "/log", "/score")


def test_the_slot_machine_alone(spoken: Flask) -> None:
    cast = sit_down(spoken, "slots", 1)
    host = speaking(cast.host)
    assert host.act("practice", on="1").status_code == 303
    hear(host, "", "?sheet=card", "?sheet=settings")
    for kind, fields in (("begun", {}), ("prize", {"seat": "1", "symbol": "C"}), ("ended", {})):
        assert host.act(kind, **fields).status_code == 303
    hear(host, "", "/result")


def test_a_name_that_was_shown_in_another_tongue_is_kept_as_the_game_has_it(spoken: Flask) -> None:
    """What is kept goes to phones of every language, and in a file to other owners."""
    phone = speaking(Phone(spoken))
    page = phone.get("/cards/slots/card/symbols").text
    form = next(form for form in forms_of(page) if form.action.endswith("/card/symbols"))
    assert form.fields["name_S"] == [pseudo("shield")]
    entered = {**form.fields, "points_S": ["20"], "name_new1": [pseudo("bell").upper()], "points_new1": ["30"]}
    assert phone.client.post(form.action, data=entered).status_code == 303
    file = phone.get("/cards/slots/file.toml").text
    assert "[symbol.S]" in file or '["symbol:S"]' in file
    assert file.isascii()
    assert 'name = "bell"' in file

    cast = sit_down(spoken, "slots", 2)
    host = speaking(cast.host)
    sheet = forms_of(host.get(host.at("?sheet=people")).text)
    named = next(f for f in sheet if f.fields.get("kind") == ["named"])
    assert named.fields["name"] == [pseudo("Player {n}").format(n=1)]
    host.client.post(named.action, data=named.fields)
    assert opened(spoken, cast.code).events[-1].data["name"] == "Player 1"


def test_a_word_past_the_catalogues_is_heard() -> None:
    assert unheard("<p title='N\u0151w'>\u00c5 <b>tile</b></p>") == {"tile"}
    assert unheard("<button aria-label='Close'>\u00d7</button><script>let now</script>") == {"Close"}
