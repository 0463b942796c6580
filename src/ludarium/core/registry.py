"""The game registry: games of the package, of installed packages and of files.

`path/to/file.py:Symbol` names the game of a file. The operator may also list such names in the
environment variable `LUDARIUM_GAME_FILES`, without the symbol where a file has one game; these
games then load by their ids in every process.
"""

from __future__ import annotations

import importlib
import inspect
import os
import pkgutil
import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ludarium.core import symbol_import
from ludarium.core.errors import UnknownGame
from ludarium.core.game import AnyGame, Game
from ludarium.core.options import STANDARD

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINT_GROUP = "ludarium.games"
PYTHON_SUFFIX = ".py"
REQUIRED_FACTS = ("id", "title", "summary")
GAME_FILES_VARIABLE = "LUDARIUM_GAME_FILES"  # names of file games, separated as in PATH


def games() -> list[str]:
    """The ids of all games that load by name: the package's own first, then installed ones."""
    own = _own_games()
    others = {*_installed_games(), *_listed_file_games()}
    return own + sorted(others.difference(own))


def load(name: str, ruleset: str = STANDARD, **options: Any) -> AnyGame:
    """Load a game by its id or by `path/to/file.py:Symbol`, with a ruleset and options."""
    return find_game(name)(ruleset, **options)


def find_game(name: str) -> type[AnyGame]:
    """The class of a game, by its id or by `path/to/file.py:Symbol`."""
    if name.endswith(PYTHON_SUFFIX):
        name += ":"  # refused below, with the games of the file
    if not symbol_import.names_file_symbol(name):
        return registered_game(name)
    file, _, symbol = name.rpartition(":")
    module = symbol_import.load_file(file, UnknownGame, "broken_game")
    if not hasattr(module, symbol):
        raise UnknownGame("no_such_symbol", _name_games(module, Path(file).name, symbol))
    return _check_game_class(getattr(module, symbol))


def _name_games(module: ModuleType, file: str, symbol: str) -> str:
    """What to write in place of a name whose symbol the file does not have."""
    wrong = f"The file has no {symbol}." if symbol else "A file needs a symbol as well."
    found = games_of_module(module)
    if not found:
        return f"{wrong} No class in it is a game."
    return f"{wrong} Write {' or '.join(f'{file}:{key}' for key in found)}."


def games_of_module(module: ModuleType) -> dict[str, type[AnyGame]]:
    """The games that a module itself defines, by their symbols."""
    return {
        key: kind
        for key, kind in vars(module).items()
        if isinstance(kind, type)
        and issubclass(kind, Game)
        and kind.__module__ == module.__name__
        and not inspect.isabstract(kind)
        and hasattr(kind, "id")
    }


def registered_game(name: str) -> type[AnyGame]:
    """The class of a game by its id alone: an untrusted name must not run a file."""
    if name in _own_games():
        return _check_game_class(importlib.import_module(f"{ENTRY_POINT_GROUP}.{name}").GAME)
    listed = _listed_file_games()
    if name in listed:
        return listed[name]
    installed = _installed_games()
    if name not in installed:
        raise UnknownGame("unknown_game", f"There is no such game; known are {', '.join(games())}.")
    try:
        found = installed[name].load()
    except Exception as error:
        raise UnknownGame("broken_game", "That installed game cannot be imported.") from error
    return _check_game_class(found)


@cache
def _own_games() -> list[str]:
    package = importlib.import_module(ENTRY_POINT_GROUP)
    return sorted(module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg)


@cache
def _load_file_games(names: str) -> dict[str, type[AnyGame]]:
    # A path has no colon before the one of its symbol, so that the separator may be one too.
    entry = re.compile(rf"([^{re.escape(os.pathsep)}]+\.py(?::\w+)?)(?:{re.escape(os.pathsep)}|$)")
    found: dict[str, type[AnyGame]] = {}
    at, number = 0, 0
    while at < len(names):
        number += 1
        matched = entry.match(names, at)
        if matched is None:
            message = f"Entry {number} of {GAME_FILES_VARIABLE} is not path.py:Symbol or path.py."
            raise UnknownGame("wrong_game_files", message)
        name = matched[1]
        kind = _find_only_game(name) if name.endswith(PYTHON_SUFFIX) else find_game(name)
        found[kind.id] = kind
        at = matched.end()
    return found


def _find_only_game(name: str) -> type[AnyGame]:
    """The only game that a file defines."""
    module = symbol_import.load_file(name, UnknownGame, "broken_game")
    kinds = list(games_of_module(module).values())
    if len(set(kinds)) != 1:
        count = len(set(kinds)) or "no"
        message = f"The file defines {count} games; name one as path.py:Symbol."
        raise UnknownGame("which_game", message)
    return _check_game_class(kinds[0])


def _listed_file_games() -> dict[str, type[AnyGame]]:
    return _load_file_games(os.environ.get(GAME_FILES_VARIABLE, ""))


def _installed_games() -> dict[str, EntryPoint]:
    return _find_entry_points(tuple(sys.path))


@cache
def _find_entry_points(_path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """The games of installed packages; looked for once, because that reads a file of each."""
    from importlib.metadata import entry_points  # noqa: PLC0415  slow, and `import` must be quick

    return {point.name: point for point in entry_points(group=ENTRY_POINT_GROUP)}


def _check_game_class(found: object) -> type[AnyGame]:
    if isinstance(found, type) and issubclass(found, Game) and not inspect.isabstract(found):
        missing = [fact for fact in REQUIRED_FACTS if not hasattr(found, fact)]
        if not missing:
            return found
        raise UnknownGame("incomplete_game", f"That game declares no {missing[0]}.")
    raise UnknownGame("not_a_game", "That symbol is not a complete subclass of ludarium.Game.")
