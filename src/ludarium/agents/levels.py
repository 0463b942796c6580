"""Levels: how strong a player is, read from levels.toml, where the numbers are explained."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal

import msgspec

from ludarium.core.errors import InvalidOption

LEVELS = ("easy", "medium", "hard", "master")
DEFAULT = "default"


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a player chooses its moves."""

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


def table() -> dict[str, dict[str, Level]]:
    """Every level of every game that has its own, and of the default.

    "game/3" has those of that game which differ with three seats.
    """
    written = tomllib.loads(Path(__file__).with_name("levels.toml").read_text("utf-8"))
    return msgspec.convert(written, dict[str, dict[str, Level]])


def level(game: str, name: str, seats: int = 2) -> Level:
    """A level of a game by the game's id; InvalidOption if there is no such level."""
    if name not in LEVELS:
        known = ", ".join(LEVELS)
        raise InvalidOption("unknown_level", f"There is no such level; known are {known}.")
    found = table()
    own = found.get(game, found[DEFAULT])
    return (own | found.get(f"{game}/{seats}", {}))[name]
