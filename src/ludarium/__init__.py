"""Ludarium: deterministic, perfect-information board games from one source of rules each."""

from __future__ import annotations

from importlib import import_module

from ludarium import mode

mode.prepare()

TYPE_CHECKING = False  # instead of importing typing: every start of the package pays for this file
if TYPE_CHECKING:
    from ludarium.core.errors import (
        IllegalMove,
        InvalidOption,
        InvalidRecord,
        InvalidState,
        LudariumError,
        UnknownGame,
    )
    from ludarium.core.game import AnyGame, Choice, Game, Outcome
    from ludarium.core.options import Option
    from ludarium.core.position import DRAW, ONGOING, MoveStack, Position
    from ludarium.core.registry import games, load
    from ludarium.core.scene import Button, Cell, Event, Grid, Scene, Token, Tray

__version__ = "0.1.0"

__all__ = [
    "DRAW",
    "ONGOING",
    "AnyGame",
    "Button",
    "Cell",
    "Choice",
    "Event",
    "Game",
    "Grid",
    "IllegalMove",
    "InvalidOption",
    "InvalidRecord",
    "InvalidState",
    "LudariumError",
    "MoveStack",
    "Option",
    "Outcome",
    "Position",
    "Scene",
    "Token",
    "Tray",
    "UnknownGame",
    "games",
    "load",
]

# Where the names come from, imported when first asked for: a program that only wants to answer the
# arena should not wait for everything else. `games` is the package, which can be called.
_HOMES = {
    "core.errors": "IllegalMove InvalidOption InvalidRecord InvalidState LudariumError UnknownGame",
    "core.game": "AnyGame Choice Game Outcome",
    "core.options": "Option",
    "core.position": "DRAW ONGOING MoveStack Position",
    "core.registry": "load",
    "core.scene": "Button Cell Event Grid Scene Token Tray",
}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name == "games":
        return import_module(f"{__name__}.games")
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
