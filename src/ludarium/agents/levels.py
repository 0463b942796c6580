"""Levels of strength, read from levels.toml, which explains the numbers."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal

import msgspec

from ludarium.core.errors import InvalidOption

LEVELS = ("easy", "medium", "hard", "master")  # from weak to strong
DEFAULT_LEVELS = "default"  # the key of games without levels of their own


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings by which a player of this level chooses moves."""

    kind: Literal["first", "random", "search"]
    alert: float = 0.0
    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0
    noise: int = 0
    lines: int = 1
    margin: int = 0
    slip: float = 1.0
    crowd: Literal["paranoid", "judged"] = "paranoid"
    book: bool = False
    book_margin: int = 0
    threads: int = 1
    mebibytes: int = 16


def read_levels() -> dict[str, dict[str, Level]]:
    """Read all levels, by the id of the game and the name of the level.

    "game/3" holds the levels that differ with three seats.
    """
    written = tomllib.loads(Path(__file__).with_name("levels.toml").read_text("utf-8"))
    return msgspec.convert(written, dict[str, dict[str, Level]])


def find_level(game: str, name: str, seats: int = 2) -> Level:
    """Return a level of a game, by the game's id. Raises InvalidOption for an unknown level."""
    if name not in LEVELS:
        known = ", ".join(LEVELS)
        raise InvalidOption("unknown_level", f"There is no such level; known are {known}.")
    found = read_levels()
    own = found.get(game, found[DEFAULT_LEVELS])
    return (own | found.get(f"{game}/{seats}", {}))[name]
