"""One timed perft walk in a process of its own: `python -m bench.walk <game> <depth> <plies>`."""

from __future__ import annotations

import random
import sys
import time

from ludarium import load
from ludarium.core.position import Position
from ludarium.search.perft import perft

# Skysummit starts with workers placed, as the program in C does.
PLACED = {
    "phase": "play",
    "ply": 2,
    "board": [0] * 25,
    "workers": [[6, 18], [8, 16]],
    "winner": None,
    "reason": "",
}


def position_of(name: str, plies: int) -> Position:
    """The start of a game, or so many random plies into it."""
    game = load(name)
    rng = random.Random(plies)
    position: Position = game.state_from_json(PLACED) if name == "skysummit" else game.new(1)
    for _ in range(plies):
        game.advance(position, rng.choice(game.moves(position)))
    return position


def main() -> None:
    """Print leaves and CPU seconds."""
    name, depth, plies = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    position = position_of(name, plies)
    began = time.process_time()
    leaves = perft(position, depth)
    print(leaves, time.process_time() - began)


if __name__ == "__main__":
    main()
