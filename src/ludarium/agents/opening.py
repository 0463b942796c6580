"""Openings: turns at random before the players begin, and whether they leave a game to play."""

from __future__ import annotations

from random import Random

from ludarium.agents.thinking import thinker
from ludarium.core.game import AnyGame
from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import Position
from ludarium.search.limits import Limits

FAIR = 300  # points of score that a fair position may favour a seat by, odds of about 2 to 1
MEBIBYTES = 8
TRIES = 50  # openings, of which one is played fair or not: a whole game may favour a seat


def turn(game: AnyGame, position: Position, rng: Random) -> list[int]:
    """The moves of a turn at random.

    A whole turn where a game plans them: single steps at random hardly change its position.
    """
    return game.expand_turn(position, rng.choice(legal_moves(game.search_position(position))))


def fair(game: AnyGame, position: Position, nodes: int) -> bool:
    """Whether a search finds neither seat much better; without nodes, or for more than two, always.

    From a decided position everybody wins in the same seat, which says nothing about players.
    """
    if nodes == 0 or position.seats > 2:
        return True
    found = thinker(game, MEBIBYTES).search(game.search_position(position), Limits(nodes=nodes))
    return abs(found.lines[0].score) <= FAIR
