"""Random openings: random turns at the start of a game, and a check that they are fair."""

from __future__ import annotations

from random import Random

from ludarium.agents.searcher_factory import make_searcher
from ludarium.core.game import AnyGame
from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import Position
from ludarium.search.limits import Limits

FAIR_SCORE_POINTS = 300  # largest advantage in a fair position, odds of about 2 to 1
FAIRNESS_TABLE_MEBIBYTES = 8
FAIR_OPENING_ATTEMPTS = 50  # then the last one is played anyway: a game may favour a seat as such


def draw_random_turn(game: AnyGame, position: Position, rng: Random) -> list[int]:
    """Draw the moves of a random turn.

    In a game with planned turns it is a whole turn, because random single steps change little.
    """
    return game.expand_turn(position, rng.choice(legal_moves(game.search_position(position))))


def is_fair_position(game: AnyGame, position: Position, nodes: int) -> bool:
    """Whether a search of this many nodes finds no large advantage for a seat.

    A decided position would measure the seat, not the players. Without nodes, or with more than two
    seats, every position counts as fair.
    """
    if nodes == 0 or position.seats > 2:
        return True
    searcher = make_searcher(game, FAIRNESS_TABLE_MEBIBYTES)
    found = searcher.search(game.search_position(position), Limits(nodes=nodes))
    return abs(found.lines[0].score) <= FAIR_SCORE_POINTS
