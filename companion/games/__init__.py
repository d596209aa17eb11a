"""Finds the games: every package in this folder, or on this package's path, that holds one.

A game is found by its `GAME`, its rules questions by the `ASKS` of its `judge` module. There is no list to edit.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import ModuleType
from typing import Any

from companion.engine import Game
from companion.reading import Fields

Asks = Mapping[str, Callable[[Fields], dict[str, Any]]]


def games() -> Mapping[str, Game[Any]]:
    """Hold every game by its key."""
    return _games(tuple(__path__))


def asks() -> Mapping[str, Asks]:
    """Hold by game what its judge can be asked: each ask takes the fields of a request and returns its answer."""
    return _asks(tuple(__path__))


@cache
def _games(path: tuple[str, ...]) -> Mapping[str, Game[Any]]:
    return {package.GAME.key: package.GAME for package in _packages(path) if hasattr(package, "GAME")}


@cache
def _asks(path: tuple[str, ...]) -> Mapping[str, Asks]:
    found: dict[str, Asks] = {}
    for package in _packages(path):
        name = f"{package.__name__}.judge"
        if importlib.util.find_spec(name) is not None:
            judge = importlib.import_module(name)
            if hasattr(judge, "ASKS"):
                found[_key(package)] = judge.ASKS
    return found


def _packages(path: tuple[str, ...]) -> Iterator[ModuleType]:
    for module in pkgutil.iter_modules(path):
        if module.ispkg:
            yield importlib.import_module(f"{__name__}.{module.name}")


def _key(package: ModuleType) -> str:
    return package.GAME.key if hasattr(package, "GAME") else package.__name__.rpartition(".")[2]
