"""The Dutch catalogue: nothing left out, the same places and figures as in English, and verdicts as people hear them.

The terms are those of `docs/terms.md`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from gettext import translation
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from companion import language
from companion.engine import Event, Reason, Who, replay
from companion.games import games
from companion.games.slots.verdict import verdict
from companion.games.slots.words import SENTENCES as SLOTS
from companion.games.strip.limits import Limits
from companion.games.strip.payout import standing
from companion.games.strip.placement import open_faults, outlook, private_faults
from companion.games.strip.tiles import Tile
from companion.games.strip.words import SENTENCES as STRIP
from companion.help import search, translated
from companion.names import Many
from companion.words import say
from tests.games.slots.test_placement import ALL_BUT_T, MIXED, PAIRED, placing
from tests.games.slots.test_recorded import reasons_in

ROOT = Path(__file__).parent
CATALOGUES = ROOT.parent / "companion" / "translations"
DUTCH = translation("messages", CATALOGUES, ["nl"])
with (CATALOGUES / "nl" / "LC_MESSAGES" / "messages.po").open("rb") as _file:
    MESSAGES = [message for message in read_po(_file, locale="nl") if message.id]

#: a place, with what follows the number of a name; and a place of a page
PLACE = re.compile(r"\{(\w+)(?::([^}]*))?\}|%\((\w+)\)s")
#: what a page sets off within a text
TAG = re.compile(r"<[^<>]+>")
#: what a sentence holds beside its words: rule ids, records, tiles, dates
FIGURE = re.compile(r"[A-Z]{2}-[A-Z]+\d*\w?|\d+")
#: what a phone has room for: this many letters more than in English, or half as many again
ROOM = 12
#: words that no Dutch sentence has, but for printed names: The Peacock, Spin Again
ENGLISH = re.compile(
    r"\b(the|and|with|this|that|has|have|are|card|cards|tile|tiles|turn|leads?|places|grid|cells?|prizes?|rigged"
    r"|secure|blockers|supply|takes|draw|plays|hearts|spades|diamonds|clubs|cherry|lemon|shields?|payline|row|column)\b"
)


def forms(text: Any) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, tuple | list) else (text,)


def pairs() -> Iterator[tuple[str, str]]:
    """Give every text with its Dutch, the plural beside the plural."""
    for message in MESSAGES:
        yield from zip(forms(message.id), forms(message.string), strict=True)


def places(text: str) -> set[str]:
    return {name or page for name, _, page in PLACE.findall(text)}


@pytest.fixture(autouse=True)
def _dutch() -> Iterator[None]:
    language.speak(DUTCH)
    yield
    language.speak()


def test_nothing_is_left_in_english() -> None:
    left = [forms(message.id)[0] for message in MESSAGES if not all(forms(message.string))]
    assert left == []
    assert [message.id for message in MESSAGES if message.fuzzy] == []


def test_a_text_has_as_many_forms_as_in_english() -> None:
    assert [m.id for m in MESSAGES if len(forms(m.id)) != len(forms(m.string))] == []


def test_every_place_of_a_text_is_in_its_dutch() -> None:
    assert [(one, other) for one, other in pairs() if places(one) != places(other)] == []


def test_what_goes_with_a_name_has_a_word_for_one_and_for_several() -> None:
    """`{seat:own}` makes an English possessive; Dutch says "van {seat}"."""
    said = [spec for _, dutch in pairs() for _, spec, _ in PLACE.findall(dutch) if spec]
    assert said
    assert [spec for spec in said if not re.fullmatch(r"[^|]+\|[^|]+", spec)] == []


def test_every_figure_of_a_text_is_in_its_dutch() -> None:
    """Points, rounds, rule ids: a wrong figure in Dutch is a wrong rule."""
    wrong = [
        (one, other)
        for one, other in pairs()
        if Counter(FIGURE.findall(PLACE.sub("", one))) != Counter(FIGURE.findall(PLACE.sub("", other)))
    ]
    assert wrong == []


def test_the_signs_are_those_of_print() -> None:
    plain = [(one, PLACE.sub("x", TAG.sub("", dutch))) for one, dutch in pairs() if one[0] not in "-,"]
    assert [(one, dutch) for one, dutch in plain if re.search(r"  |['\"]|\.\.\.|^\s|\s$| [,.;:?!]", dutch)] == []
    ends = [(one, dutch) for one, dutch in pairs() if (one[-1:] in ".:?!") != (dutch[-1:] in ".:?!")]
    assert ends == []


def test_what_stands_on_a_button_stays_short() -> None:
    """A label of one to three words: a button and a line of a menu have hardly more room than in English."""
    labels = [(one, dutch) for one, dutch in pairs() if len(one.split()) <= 3 and one[-1:].isalpha() and one[0] != "-"]
    plain = [(PLACE.sub("xx", one), PLACE.sub("xx", dutch)) for one, dutch in labels]
    assert len(plain) > 100
    assert [(one, dutch) for one, dutch in plain if len(dutch) > max(len(one) * 1.5, len(one) + ROOM)] == []


def test_a_printed_name_keeps_its_letters() -> None:
    names = re.compile(r"Spin Again|Cumber|ANY|Pro Gambler|High Roller|Casino Owner|Vegas \w+|Slot Machine King")
    wrong = [(one, other) for one, other in pairs() if set(names.findall(one)) > set(names.findall(other))]
    assert wrong == []


# Every sentence of both games


@pytest.mark.parametrize("key", ["slots", "strip"])
def test_every_sentence_can_be_spoken(key: str) -> None:
    """One and several, of a person and of blockers: whatever follows a name is a word that goes with it."""
    for code, sentence in games()[key].sentences.items():
        for n in (1, 2):
            values = {name: n if name == "n" else Who("a") for text in forms(sentence) for name in places(text)}
            for named in ("Ina", Many("de blokkers van Ina")):
                said = say(games()[key].sentences, Reason(code, {**values, "n": n}), {"a": named})
                assert "|" not in said
                assert "{" not in said


@pytest.mark.parametrize("path", sorted((ROOT / "games").glob("*/recorded/*.json")), ids=lambda path: path.stem)
def test_a_whole_game_is_told_in_dutch(path: Path) -> None:
    game, log = games()[path.parent.parent.name], json.loads(path.read_text("utf-8"))["log"]
    taken = [line for line in log if "refused" not in line]
    state = replay(
        game,
        [
            Event(line["kind"], line.get("data", {}), line.get("secret", {}), number=number, at=line.get("at", 0),
                  confirmed=tuple(line.get("confirmed", ())))
            for number, line in enumerate(taken, 1)
        ],
    )  # fmt: skip
    heard = [*(line.said for line in state.story), *reasons_in(game.view(state, None, {}))]
    assert heard
    for said in (say(game.sentences, reason, state.names) for reason in heard):
        assert not ENGLISH.search(said), said


# Verdicts, as people hear them


def spoken(sentences: Any, reasons: Iterable[Reason], names: Any = None) -> list[str]:
    return [say(sentences, reason, names) for reason in reasons]


NAMES = {"A": "Ina", "B": "Ben", "C": Many("de blokkers van Ben"), "D": "Dré"}


def lie(**tiles: str) -> dict[str, tuple[Tile, ...]]:
    return {name: tuple(map(Tile.parse, given.split())) for name, given in tiles.items()}


@pytest.mark.parametrize(
    ("there", "tile", "limits", "sentence"),
    [
        (lie(A="1 2"), "6", Limits(),
         "Hier mogen hoogstens 2 tegels van een set liggen, en Ina heeft er de 1 en 2 al liggen; bij een ander casino "
         "kan de 6 nog."),
        (lie(B="4"), "4", Limits(),
         "Hier leidt Ben met 4, en deze tegel is ook 4: 5 zou leiden, 3 blijft eronder."),
        (lie(A="3", C="5"), "2", Limits(),
         "Hier leiden de blokkers van Ben met 5; 3 + 2 is ook 5: 4 zou leiden, 1 blijft eronder."),
        (lie(B="5", D="1"), "3", Limits(most=2),
         "Door het personage is 2 hier het meeste, en er liggen 2 tegels; bij een ander casino kan de 3 "
         "van Ina nog."),
        (lie(B="5"), "3", Limits(most=1),
         "Door het personage is 1 hier het meeste, en er ligt één tegel; bij een ander casino kan de 3 "
         "van Ina nog."),
        (lie(A="2"), "3", Limits(most_a_player=1),
         "Door het personage mag hier van elke set hoogstens één tegel liggen, en Ina heeft er de 2 al liggen; bij een "
         "ander casino kan de 3 nog."),
        (lie(), "6", Limits(least=2, highest=5),
         "Door het personage liggen hier alleen de getallen 2 tot en met 5, en Ina legt een 6: 5 zou passen."),
        (lie(), "4", Limits(parity="odd"),
         "Door het personage liggen hier alleen oneven getallen, en Ina legt een 4: 3 zou passen."),
        (lie(), "3", Limits(parity="even"),
         "Door het personage liggen hier alleen even getallen, en Ina legt een 3: 2 zou passen."),
        (lie(B="5", C="2"), "2", Limits(once=True),
         "Door het personage ligt hier elk getal maar één keer, en de 2 van de blokkers van Ben ligt er al: voor Ina "
         "zou 1 passen."),
        (lie(B="5", C="2"), "2", Limits(level="never"),
         "Door het personage zijn hier geen twee totalen gelijk, en met de 2 heeft Ina 2, net als de blokkers van Ben: "
         "1 zou passen."),
    ],
)  # fmt: skip
def test_strip_refusals(there: Any, tile: str, limits: Limits, sentence: str) -> None:
    """VS-R22, R25, R27: who, which number, and what would work."""
    assert spoken(STRIP, open_faults(there, "A", Tile.parse(tile), limits=limits), NAMES) == [sentence]


def test_strip_says_what_only_a_team_may_know() -> None:
    """VS-R23: a 4 with its token counts as 7."""
    assert spoken(STRIP, private_faults(Tile(4, token=True), rigged=True, blocker=False)) == [
        "Je team heeft dit casino omgekocht, dus hier mag geen 7 van jou liggen, en deze 4+3 telt als 7; bij elk ander "
        "casino mag hij wel."
    ]


def test_strip_says_what_comes_of_a_tile() -> None:
    tables = [(lie(), 6, FREE), (lie(B="5"), 6, FREE), (lie(A="2"), 6, FREE), (lie(B="7", D="2"), 6, FREE)]
    said = [say(STRIP, outlook(there, "A", Tile(tile), limits=limits), NAMES) for there, tile, limits in tables]
    assert said == ["Leeg: 6 zou leiden", "Zou leiden met 6", "Blijft eerste met 8", "Plaats 2 met 6"]
    level = outlook(lie(B="5"), "A", Tile(5), leader="B", limits=Limits(level="leader"))
    assert say(STRIP, level, NAMES) == "Gelijk met Ben op 5, plaats 2"


FREE = Limits()


@pytest.mark.parametrize(
    ("totals", "last_round", "sentences"),
    [
        ({"A": 40, "B": 35, "D": 35}, {"A": 0, "B": 9, "D": 4},
         ["De winnaars zijn Ina en Ben, met 40 en 35 fiches.",
          "Ben en Dré hebben allebei 35 fiches; de laatste ronde beslist, met 9 tegen 4."]),
        ({"A": 40, "B": 35, "D": 35}, {"A": 0, "B": 9, "D": 9},
         ["De winnaars zijn Ina, Ben en Dré, met 40, 35 en 35 fiches.",
          "Tussen Ben en Dré is geen verschil: ieder heeft 35 fiches, waarvan 9 uit de laatste ronde."]),
        ({"A": 41, "B": 50}, {"A": 20, "B": 3},
         ["Van twee spelers wint Ben, met 50 fiches tegen 41; naar de letter van de regels zouden beiden winnen."]),
    ],
)  # fmt: skip
def test_strip_winners(totals: dict[str, int], last_round: dict[str, int], sentences: list[str]) -> None:
    """VS-R45, A29, A31"""
    assert spoken(STRIP, standing(totals, last_round).because, NAMES) == sentences


@pytest.mark.parametrize(
    ("asked", "cell", "sentence"),
    [
        (placing("O Q C / L B T / P B M", "T"), (1, 1),
         "Bel en bel delen de middelste kolom: een tweetal, en dat blijft onbedekt (basisregel)."),
        (placing("B * C / L M T / P T K", "T", variations="B"), (0, 0),
         "ANY en bel delen de bovenste rij: een tweetal, en dat blijft onbedekt (variant B)."),
        (placing(MIXED, "T"), (2, 2),
         "In het vak rechtsonder ligt al ster, en geen kaart bedekt zijn eigen symbool (basisregel)."),
        (placing("S P Q / L Q S / T C P", "L"), (0, 0),
         "Er liggen 2 schilden in het raster, en vanaf twee mag er geen bedekt worden (basisregel)."),
        (placing("* P Q / L Q C / T C P", "L"), (0, 0),
         "In het vak linksboven ligt ANY, en een ANY wordt nooit bedekt (basisregel)."),
        (placing(MIXED, "P", variations="F", last=(2, 2)), (2, 2),
         "De vorige speler heeft net ster in het vak rechtsonder gelegd: die kaart blijft voorlopig onbedekt "
         "(variant F)."),
        (placing(MIXED, "P", variations="G", heights="1 1 1 1 1 1 1 1 6"), (2, 2),
         "Het stapeltje in het vak rechtsonder heeft 6 kaarten, en 5 is het meeste (variant G)."),
        (placing("P Q . / . . . / . . .", "L", phase="build"), (0, 0),
         "Pruim ligt in het vak linksboven: tijdens het opbouwen leg je alleen op lege vakken (basisregel)."),
        (placing("P . . / . . . / . . .", "L", phase="build"), (2, 2),
         "Naast het vak rechtsonder ligt geen kaart: tijdens het opbouwen leg je naast een kaart die er al ligt, "
         "hoeken tellen ook (basisregel)."),
        (placing("C C Q / P T Q / V M U", "C"), (0, 2),
         "Hij mag daar omdat hij een prijs maakt: kers op de bovenste rij (basisregel)."),
        (placing("S Q Q / L P S / T C P", "S"), (0, 1),
         "Hij mag daar omdat hij een prijs maakt: schild in het vak linksboven, het vak middenboven en het vak "
            "middenrechts (basisregel)."),
        (placing("L L Q / P L Q / L C M", "L"), (0, 2),
         "Hij mag daar omdat hij 2 prijzen maakt: citroen op de bovenste rij en citroen op de diagonaal van het vak "
         "rechtsboven naar het vak linksonder (basisregel)."),
        (placing(PAIRED, "T"), (2, 2),
         "Elke kaart zit in een tweetal, dus een kaart van een tweetal mag bedekt worden (basisregel)."),
        (placing("P L P / L L P / P P L", "T", all_paired_by="paylines"), (2, 2),
         "Elke winlijn heeft een tweetal, dus een kaart van een tweetal mag bedekt worden (door een instelling van "
         "deze tafel)."),
        (placing(ALL_BUT_T, "T"), (2, 2),
         "Elke kaart behalve ster zit in een tweetal, dus ster mag op ster (basisregel)."),
        (placing(ALL_BUT_T, "U", variations="F", last=(2, 2), hand="U"), (2, 2),
         "Geen kaart uit deze hand past ergens en er moet er een gelegd worden, dus alles mag bedekt worden behalve "
         "ANY en volle stapeltjes (onze uitleg waar het regelboek zwijgt)."),
    ],
)  # fmt: skip
def test_slots_verdicts(asked: Any, cell: Any, sentence: str) -> None:
    """SM-R10, R11, R30 to R36, VB, VF, VG, A20, A23"""
    found = verdict(asked, cell)
    assert sentence in spoken(SLOTS, [*found.broken, *filter(None, [found.exception])])


# The help


@pytest.mark.parametrize("key", ["slots", "strip"])
def test_the_whole_help_is_dutch(key: str) -> None:
    english, dutch = games()[key].help, translated(games()[key].help)
    assert english.rules.keys() == dutch.rules.keys()
    for id, rule in dutch.rules.items():
        assert rule.text != english.rules[id].text
        assert not ENGLISH.search(re.sub(r"\((?:rigged|secure)\)", "", rule.words)), id


@pytest.mark.parametrize(
    ("key", "asked", "rule"),
    [
        ("strip", "omgekocht", "VS-R23"),
        ("strip", "omgekochte casino", "VS-R28"),
        ("strip", "rigged", "VS-R10"),
        ("strip", "blokkers", "VS-R41"),
        ("strip", "gelijk leider", "VS-R25"),
        ("strip", "token", "VS-C08"),
        ("slots", "schilden", "SM-R32"),
        ("slots", "tweetal", "SM-R31"),
        ("slots", "winlijn", "SM-R27"),
        ("slots", "trekstapel leeg", "SM-R41"),
        ("slots", "variant", "SM-VA"),
        ("strip", "geld", "VS-R30"),
        ("strip", "gelijkspel", "VS-R25"),
        ("strip", "remise", "VS-A29"),
        ("strip", "hoofdprijs", "VS-R28"),
        ("strip", "geld verdelen", "VS-R35"),
        ("strip", "munten", "VS-R35"),
        ("strip", "winnaar", "VS-R45"),
        ("strip", "ruilen", "VS-A9"),
        ("strip", "weggooien", "VS-C10"),
        ("strip", "valsspelen", "VS-C09"),
        ("strip", "verboden", "VS-R25"),
        ("strip", "solo", "VS-R14"),
        ("strip", "teamgenoten", "VS-R18"),
        ("slots", "joker", "SM-R33"),
        ("slots", "rij", "SM-R27"),
        ("slots", "paar", "SM-R31"),
        ("slots", "koppels", "SM-R31"),
        ("slots", "gelijkspel", "SM-R47"),
        ("slots", "verdubbelen", "SM-VR"),
        ("slots", "negatief", "SM-A44"),
        ("slots", "weggooien", "SM-VN"),
        ("slots", "verboden", "SM-R30"),
    ],
)
def test_a_search_finds_dutch_words(key: str, asked: str, rule: str) -> None:
    found = search(translated(games()[key].help), asked)
    assert rule in {one.id for section in found.sections for one in section.rules}
