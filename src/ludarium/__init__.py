"""Ludarium: deterministic, perfect-information board games from one source of rules each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludarium import mode

mode.prepare()

from ludarium.core.errors import (  # noqa: E402  the mode decides which modules are imported
    IllegalMove,
    InvalidOption,
    InvalidRecord,
    InvalidState,
    LudariumError,
    UnknownGame,
)
from ludarium.core.game import AnyGame, Choice, Game, Outcome  # noqa: E402
from ludarium.core.options import Option  # noqa: E402
from ludarium.core.position import DRAW, ONGOING, MoveStack, Position  # noqa: E402
from ludarium.core.registry import load  # noqa: E402
from ludarium.core.scene import Button, Cell, Event, Grid, Scene, Token, Tray  # noqa: E402

if TYPE_CHECKING:
    from ludarium.core.registry import games
else:
    # The package of that name, which can be called: it would hide a function once imported.
    from ludarium import games

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
