"""Elo of the numbered levels of each game, as `ludarium strength calibrate` has measured it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

RATINGS_FILE = Path(__file__).with_name("level_ratings.json")


class LevelRating(msgspec.Struct, frozen=True):
    """The Elo of a level; `low` to `high` is the 95 % interval."""

    elo: int
    low: int
    high: int


class PairScore(msgspec.Struct, frozen=True):
    """The share of the points of a player against the next weaker one."""

    player: str
    against: str
    games: int
    score: float
    low: float
    high: float


class GameRatings(msgspec.Struct, frozen=True):
    """The ratings of a game by level, and the scores that they come from."""

    rules_version: int
    network: str  # the digest of the weights that judged positions, empty for rules of thumb
    levels: dict[str, LevelRating]
    pairs: list[PairScore]
    styles: list[PairScore] = []
    command: str = ""


@cache
def read_ratings() -> dict[str, GameRatings]:
    """The ratings by the id of the game. A game that was not measured is missing."""
    if not RATINGS_FILE.is_file():
        return {}
    return msgspec.json.decode(RATINGS_FILE.read_bytes(), type=dict[str, GameRatings])


def level_ratings(game: str) -> dict[str, LevelRating]:
    """The ratings of a game's levels; empty if they are not known."""
    found = read_ratings().get(game)
    return found.levels if found else {}
