"""Levels of strength, read from levels.toml, which explains the numbers."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from ludarium.core.errors import InvalidOption

DIAL = tuple(map(str, range(1, 13)))  # the numbered levels, from weak to strong
MARKS = ("easy", "medium", "hard", "master")  # names of places on the dial
LEVELS = (*MARKS, *DIAL)  # the names of all levels
STEADY = "steady"
STYLES = (STEADY, "bold", "trader")
HARD_PLACE = "11"  # the level below a `hard` with settings of its own
LEVELS_FILE = Path(__file__).with_name("levels.toml")
DEFAULT_LEVELS = "default"  # the key of games without levels of their own
# A level and a style: `7`, `hard`, `7-bold`. Without a style the player is steady.
LEVEL_PATTERN = r"^(?:easy|medium|hard|master|[1-9]|1[0-2])(?:-(?:bold|trader))?(?!\n)$"
LEVELS_HELP = f"1 to {len(DIAL)}, {', '.join(MARKS)}, each also with -bold or -trader"


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings by which a player of this level chooses moves."""

    kind: Literal["first", "random", "glance", "search"]
    alert: float = 0.0
    attention: float = 1.0
    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0
    answer: float = 2.0
    measured: int = 0
    noise: int = 0
    lines: int = 1
    margin: int = 0
    slip: float = 1.0
    crowd: Literal["paranoid", "judged"] = "paranoid"
    book: bool = False
    book_margin: int = 0
    threads: int = 1
    mebibytes: int = 16


class LevelName(NamedTuple):
    """A level and the style of its play."""

    level: str
    style: str

    def __str__(self) -> str:
        """The text that `read_level_name` reads."""
        return self.level if self.style == STEADY else f"{self.level}-{self.style}"


def level_names(level: str) -> list[str]:
    """The names of a level in all styles."""
    return [str(LevelName(level, style)) for style in STYLES]


def is_level_name(written: str) -> bool:
    """Whether a text names a level, with or without a style."""
    return re.fullmatch(LEVEL_PATTERN, written) is not None


def read_level_name(written: str) -> LevelName:
    """Parse a level with its style. Raises InvalidOption for an unknown one."""
    if not is_level_name(written):
        raise InvalidOption("unknown_level", f"There is no such level; known are {LEVELS_HELP}.")
    level, _, style = written.partition("-")
    return LevelName(level, style or STEADY)


@cache
def read_levels() -> dict[str, dict[str, Level | str]]:
    """Read all levels, by the id of the game and the name of the level.

    A mark that equals a numbered level holds its number. "game/3" holds the levels that differ
    with three seats.
    """
    written = tomllib.loads(LEVELS_FILE.read_text("utf-8"))
    return msgspec.convert(written, dict[str, dict[str, Level | str]])


def find_level(game: str, name: str, seats: int = 2) -> Level:
    """Return a level of a game, by the game's id. Raises InvalidOption for an unknown level."""
    own = _game_levels(game, seats)
    chosen = own[read_level_name(name).level]
    if isinstance(chosen, str):
        chosen = own[chosen]
    assert isinstance(chosen, Level)
    return chosen


def find_mark(game: str, mark: str) -> str:
    """The numbered level that a mark equals, or the last one below it."""
    found = _game_levels(game, 2)[mark]
    return found if isinstance(found, str) else HARD_PLACE


def _game_levels(game: str, seats: int) -> dict[str, Level | str]:
    found = read_levels()
    return found[DEFAULT_LEVELS] | found.get(game, {}) | found.get(f"{game}/{seats}", {})
