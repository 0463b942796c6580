"""Finding games: those of the package, installed ones, and files."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from functools import cache
from typing import TYPE_CHECKING, Any

from ludarium.core import symbol_import
from ludarium.core.errors import UnknownGame
from ludarium.core.game import AnyGame, Game
from ludarium.core.options import STANDARD

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "ludarium.games"


def games() -> list[str]:
    """The ids of all games that can be loaded by name: our own first, then installed ones."""
    own = _own()
    return own + sorted(name for name in _installed() if name not in own)


def load(name: str, ruleset: str = STANDARD, **options: Any) -> AnyGame:
    """A game by its id or by `path/to/file.py:Symbol`, with a ruleset and options laid over it."""
    return find(name)(ruleset, **options)


def find(name: str) -> type[AnyGame]:
    """The class of a game, by its id or by `path/to/file.py:Symbol`."""
    if symbol_import.is_named(name):
        return _checked(symbol_import.load(name, UnknownGame, "broken_game"))
    return registered(name)


def registered(name: str) -> type[AnyGame]:
    """The class of a game by its id alone: a name from outside must not make a file run."""
    if name in _own():
        return _checked(importlib.import_module(f"{GROUP}.{name}").GAME)
    installed = _installed()
    if name not in installed:
        raise UnknownGame("unknown_game", f"There is no such game; known are {', '.join(games())}.")
    try:
        found = installed[name].load()
    except Exception as error:
        raise UnknownGame("broken_game", "That installed game cannot be imported.") from error
    return _checked(found)


@cache
def _own() -> list[str]:
    package = importlib.import_module(GROUP)
    return sorted(module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg)


def _installed() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # noqa: PLC0415  slow, and `import` must be quick

    return {point.name: point for point in entry_points(group=GROUP)}


def _checked(found: object) -> type[AnyGame]:
    if isinstance(found, type) and issubclass(found, Game) and not inspect.isabstract(found):
        return found
    raise UnknownGame("not_a_game", "That symbol is not a complete subclass of ludarium.Game.")
