"""The search signature: a node count that changes whenever the search behaves differently."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from ludarium.core.bits import mix_bits
from ludarium.core.game import AnyGame
from ludarium.core.position import ONGOING, Position
from ludarium.search.limits import Limits
from ludarium.search.searcher import Searcher

SIGNATURE_POSITIONS = 6
RANDOM_PLIES_STEP = 5  # the n-th position follows n times as many random moves
NO_NODE_LIMIT = 1 << 60  # a limit, so that the search runs in this thread without a clock


class Signature(NamedTuple):
    """The nodes, and the CPU seconds that they took."""

    nodes: int
    seconds: float


def measure_signature(game: AnyGame, work: int, trained: bool = True) -> Signature:
    """Search fixed positions of a game, each to the first depth that takes `work` nodes."""
    found = [_measure_position(game, position, work, trained) for position in _draw_positions(game)]
    return Signature(sum(one.nodes for one in found), sum(one.seconds for one in found))


def _measure_position(game: AnyGame, position: Position, work: int, trained: bool) -> Signature:
    """Measure the last search of a position; the shallower searches before it do not count."""
    searcher = Searcher(lambda: game.evaluator(trained), mebibytes=4)
    searched = game.search_position(position)
    found = Signature(0, 0.0)
    for depth in range(1, 64):
        began = time.process_time()
        nodes = searcher.search(searched, Limits(depth=depth, nodes=NO_NODE_LIMIT)).nodes
        found = Signature(nodes, time.process_time() - began)
        if nodes >= work:
            break
    return found


def _draw_positions(game: AnyGame) -> Iterator[Position]:
    """Positions after random moves, the same on every machine."""
    for number in range(SIGNATURE_POSITIONS):
        position = game.new(number, game.seat_counts[number % len(game.seat_counts)])
        for ply in range(number * RANDOM_PLIES_STEP):
            moves = game.moves(position)
            after = position.copy()
            game.advance(after, moves[mix_bits(number << 32 | ply) % len(moves)])
            if after.verdict != ONGOING:
                break
            position = after
        yield position
