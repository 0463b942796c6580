"""Small events for tests: noughts and crosses between players that draw their moves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ludarium.arena.formats.event import ArenaEvent, read_entrants
from ludarium.arena.formats.game_setting import describe_game
from ludarium.arena.formats.unit import GameResult, lineups

ROOT = Path(__file__).parents[2]
NOUGHTS = f"{ROOT / 'examples' / 'tictactoe' / 'tictactoe.py'}:TicTacToe"
BOTS = Path(__file__).with_name("bots.py")


def bot(symbol: str) -> str:
    """The spec of one of our misbehaving or simple bots."""
    return f"{BOTS}:{symbol}"


def event(players: list[str] | None = None, **changed: Any) -> ArenaEvent:
    """An event of noughts and crosses, a match of two unless something else is said."""
    facts: dict[str, Any] = {
        "format": "match",
        "grounds": (describe_game(NOUGHTS),),
        "entrants": read_entrants(players or ["random", "also=random"]),
        "length": 3,
        "opening": (0, 2),
    }
    return ArenaEvent(**(facts | changed))


def unit(number: int, points: list[float], group: tuple[int, int] = (0, 1)) -> list[GameResult]:
    """A unit of two seats in which the first of the group made so many points, game by game."""
    return [
        GameResult(
            number, game, 0, lineup, (made, 1 - made) if lineup == group else (1 - made, made)
        )
        for game, (lineup, made) in enumerate(zip(lineups(group, 2), points, strict=True))
    ]
