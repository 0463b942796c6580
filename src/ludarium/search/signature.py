"""The signature of the search: how many nodes it needs, which changes when its behaviour does."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from ludarium.core.bits import mixed
from ludarium.core.game import AnyGame
from ludarium.core.position import ONGOING, Position
from ludarium.search.limits import Limits
from ludarium.search.searcher import Thinker

POSITIONS = 6
OPENING = 5  # random moves before the n-th position, n times
UNLIMITED = 1 << 60  # a limit of nodes, so that the search runs where the clock is not looked at


class Signature(NamedTuple):
    """Nodes, and the processor's seconds that they took."""

    nodes: int
    seconds: float


def measure(game: AnyGame, work: int, trained: bool = True) -> Signature:
    """Search fixed positions of a game, each to the first depth that takes so many nodes."""
    found = [_search(game, position, work, trained) for position in _positions(game)]
    return Signature(sum(one.nodes for one in found), sum(one.seconds for one in found))


def _search(game: AnyGame, position: Position, work: int, trained: bool) -> Signature:
    """The last search of a position; those before, less deep, count neither way."""
    thinker = Thinker(lambda: game.evaluator(trained), mebibytes=4)
    outlook = game.search_position(position)
    found = Signature(0, 0.0)
    for depth in range(1, 64):
        began = time.process_time()
        nodes = thinker.think(outlook, Limits(depth=depth, nodes=UNLIMITED)).nodes
        found = Signature(nodes, time.process_time() - began)
        if nodes >= work:
            break
    return found


def _positions(game: AnyGame) -> Iterator[Position]:
    """Positions after random moves, drawn the same way on every machine."""
    for number in range(POSITIONS):
        position = game.new(number, game.seat_counts[number % len(game.seat_counts)])
        for ply in range(number * OPENING):
            moves = game.moves(position)
            after = position.copy()
            game.advance(after, moves[mixed(number << 32 | ply) % len(moves)])
            if after.verdict != ONGOING:
                break
            position = after
        yield position
