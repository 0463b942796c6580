"""Positions for tests of players: the ends of random games, and what plain looking says of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from ludarium import ONGOING, AnyGame, Position

TICTACTOE = str(Path(__file__).parents[2] / "examples/tictactoe/tictactoe.py") + ":TicTacToe"


def late(game: AnyGame, count: int) -> Iterator[Position]:
    """Running positions up to four plies before the end of random games, `count` games."""
    rng = random.Random(game.id)
    for number in range(count):
        history = [game.new(number)]
        while history[-1].verdict == ONGOING:
            history.append(history[-1].copy())
            game.advance(history[-1], rng.choice(game.moves(history[-1])))
        yield from history[-5:-1]


def played(game: AnyGame, position: Position, move: int) -> Position:
    after = position.copy()
    game.advance(after, move)
    return after


def wins(game: AnyGame, position: Position) -> list[int]:
    """The moves that win at once."""
    seat = position.to_move
    return [move for move in game.moves(position) if played(game, position, move).verdict == seat]


def safe(game: AnyGame, position: Position, seat: int) -> bool:
    """Whether a seat can end its turn here so that no seat wins with the next move."""
    if position.verdict != ONGOING:
        return position.verdict in (seat, -2)
    if position.to_move != seat:
        return not wins(game, position)
    return any(safe(game, played(game, position, move), seat) for move in game.moves(position))
