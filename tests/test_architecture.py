"""The cut of the program: arrows point one way, and the rules of a game know of nothing but themselves."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = sorted((ROOT / "companion").rglob("*.py"))

#: what rules may not know of: a clock, chance, files, the network
WORLDLY = {"os", "pathlib", "random", "secrets", "socket", "sqlite3", "subprocess", "time", "uuid"}

CLOCKS = {"now", "utcnow", "today"}

RULES = ("engine", "cards", "language", "names", "people", "words", "reading", "help")
FINDS_GAMES = {"importlib", "importlib.util", "pkgutil"}


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Read a file; most tests ask for the same ones."""
    return tuple(ast.walk(ast.parse(path.read_text())))


def imports(path: Path) -> Iterator[str]:
    """Name every module that a file imports, those inside functions included."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports by a relative name"
            module = node.module or ""
            yield module
            # `from companion import play` names a part of ours by its last word.
            yield from (f"{module}.{alias.name}" for alias in node.names if module == "companion")


def ours(names: Iterator[str]) -> set[str]:
    """Keep the parts of the companion: `play` for companion.play.acts."""
    return {name.split(".")[1] for name in names if name.startswith("companion.")}


def outside(names: Iterator[str]) -> set[str]:
    """Keep what neither Python nor the companion brings."""
    tops = {name.partition(".")[0] for name in names}
    return tops - set(sys.stdlib_module_names) - {"companion", ""}


def part(path: Path) -> str:
    """Name the part of the companion that a file belongs to: `games`, `web`, `play`, or its own name."""
    inside = path.relative_to(ROOT / "companion")
    return inside.parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", [p for p in MODULES if part(p) in ("games", *RULES)], ids=lambda p: p.as_posix()[-40:])
def test_rules_know_of_nothing_but_themselves(path: Path) -> None:
    is_form = path.name == "forms.py"
    allowed = {"games", *RULES} | ({"fields"} if is_form else set())
    assert ours(imports(path)) <= allowed
    assert outside(imports(path)) <= ({"wtforms"} if is_form else set())
    assert not {name.partition(".")[0] for name in imports(path)} & WORLDLY
    # Two times of the log may be held against each other; what time it is now comes from outside.
    assert not CLOCKS & {node.attr for node in nodes(path) if isinstance(node, ast.Attribute)}


@pytest.mark.parametrize("path", [p for p in MODULES if part(p) == "games"], ids=lambda p: p.as_posix()[-40:])
def test_no_game_knows_another(path: Path) -> None:
    inside = path.relative_to(ROOT / "companion" / "games").parts
    if len(inside) > 1:
        games = {name.split(".")[2] for name in imports(path) if name.startswith("companion.games.")}
        assert games <= {inside[0]}


@pytest.mark.parametrize(
    ("of", "may_use", "brings"),
    [
        ("store", {"engine"}, {"sqlite_utils"}),
        ("play", {"cards", "engine", "games", "language", "names", "play", "store", "words"}, set()),
        ("judge", {"games", "reading", "words"}, set()),
        ("fields", {"engine"}, {"wtforms"}),
        ("translations", set(), {"babel"}),
        (
            "web",
            {"__version__", "cards", "engine", "fields", "games", "help", "language", "names", "play", "web", "words"},
            {
                "babel",
                "deflate",
                "flask",
                "flask_babel",
                "flask_htmx",
                "flask_wtf",
                "ifaddr",
                "jinja2",
                "markupsafe",
                "platformdirs",
                "qrcode",
                "rcssmin",
                "rjsmin",
                "werkzeug",
            },
        ),
        (
            "command",
            {"__version__", "cards", "command", "create_app", "engine", "games", "judge", "play", "web", "words"},
            {"waitress"},
        ),
        ("__main__", {"command"}, set()),
    ],
)
def test_arrows_point_one_way(of: str, may_use: set[str], brings: set[str]) -> None:
    paths = [path for path in MODULES if part(path) == of]
    assert paths
    for path in paths:
        assert ours(imports(path)) <= may_use, path
        assert outside(imports(path)) <= brings, path


def test_only_the_store_speaks_sql() -> None:
    speakers = {part(p) for p in MODULES if {"sqlite3", "sqlite_utils"} & {n.partition(".")[0] for n in imports(p)}}
    assert speakers == {"store"}


def test_only_fragments_reads_the_headers_of_htmx() -> None:
    readers = {p.name for p in MODULES if "HX-" in p.read_text() or "flask_htmx" in set(imports(p))}
    assert readers == {"fragments.py"}


def test_the_walk_sees_imports_inside_functions() -> None:
    assert "companion.web" in set(imports(ROOT / "companion" / "__init__.py"))
