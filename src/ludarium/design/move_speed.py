"""The speed of a game's search, so that a slow game is given fewer nodes."""

from __future__ import annotations

import time

from ludarium.agents.searcher_factory import make_searcher
from ludarium.core.game import AnyGame
from ludarium.search.limits import Limits

FULL_SPEED_NODES_PER_S = 500_000  # a search as fast as this gets all nodes
SPEED_PROBE_NODES = 5_000
LEAST_NODES = 30


def measure_speed(game: AnyGame, seats: int) -> float:
    """The share of full speed at which the game's start is searched, at most 1."""
    searcher = make_searcher(game, mebibytes=1)
    began = time.process_time()
    found = searcher.search(
        game.search_position(game.new(0, seats)), Limits(nodes=SPEED_PROBE_NODES)
    )
    spent_s = max(time.process_time() - began, 1e-6)
    # The first of a few digits is enough, and the same on machines of similar speed.
    return float(f"{min(found.nodes / spent_s / FULL_SPEED_NODES_PER_S, 1.0):.1g}")


def scale_nodes(nodes: int, speed: float) -> int:
    """The nodes for a game of this speed."""
    return max(round(nodes * speed), min(nodes, LEAST_NODES))
