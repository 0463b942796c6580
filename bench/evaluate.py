"""Timed evaluations in a process of its own: `python -m bench.evaluate <game> <units> <path>`."""

from __future__ import annotations

import random
import sys
import time
from array import array

from ludarium import load
from ludarium.core.legal_moves import legal_moves
from ludarium.core.network import VECTOR_PATHS, Network, Weights
from ludarium.core.position import ONGOING

POSITIONS = 20_000
REPEATS = 10


def widest_vectors() -> int:
    """The widest vectors that a network uses on this processor, as an index of VECTOR_PATHS."""
    one = array("h", [0])
    return Network(Weights(1, 1, one, one, one, 0), 1).vectors


def main() -> None:
    """Print evaluations and CPU seconds; the rows are of neighbours in a search, not of a game."""
    name, hidden, path = sys.argv[1], int(sys.argv[2]), VECTOR_PATHS.index(sys.argv[3])
    game = load(name)
    evaluator = game.evaluator(trained=False)
    rng = random.Random(1)
    rows = array("h")
    found = array("h", bytes(2 * evaluator.slots))
    while len(rows) < POSITIONS * evaluator.slots:
        position = game.search_position(game.new())
        while position.verdict == ONGOING and (moves := legal_moves(position)):
            # Children of one position follow each other, as they do in a search.
            for move in rng.sample(moves, min(len(moves), 4)):
                position.play(move)
                if position.verdict == ONGOING:
                    evaluator.fill_features(position, position.to_move, found)
                    rows.extend(found)
                position.undo()
            position.play(rng.choice(moves))
    inputs = evaluator.inputs
    weights = Weights(
        inputs,
        hidden,
        array("h", (rng.randint(-99, 99) for _ in range(inputs * hidden))),
        array("h", bytes(2 * hidden)),
        array("h", (rng.randint(-99, 99) for _ in range(hidden))),
        0,
    )
    network = Network(weights, evaluator.slots, path)
    scores = array("i", bytes(4 * POSITIONS))
    began = time.process_time()
    for _ in range(REPEATS):
        network.score_rows(rows, scores)
    print(POSITIONS * REPEATS, time.process_time() - began)


if __name__ == "__main__":
    main()
