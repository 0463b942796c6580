"""How much memory searches of many short games take: `python -m bench.memory <game> <matches>`."""

from __future__ import annotations

import random
import resource
import sys

from ludarium import ONGOING, load
from ludarium.agents.searcher_factory import make_searcher
from ludarium.search.limits import Limits

MEBIBYTES = 4
WARM = 0.1  # share of the matches after which everything should have been allocated
PLIES = 6
LIMITS = Limits(nodes=300)


def peak() -> int:
    """The most memory that this process ever had, in KiB."""
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size // 1024 if sys.platform == "darwin" else size


def main() -> None:
    """Print the bytes of the table, the peak after a tenth of the matches and at the end."""
    name, matches = sys.argv[1], int(sys.argv[2])
    game = load(name)
    found = make_searcher(game, MEBIBYTES)
    rng = random.Random(name)
    warm = 0
    for number in range(matches):
        found.forget()
        position = game.new(number)
        for _ in range(PLIES):
            outlook = game.search_position(position)
            best = found.search(outlook, LIMITS).lines[0].moves[0]
            # Half of the turns are drawn, so that matches differ.
            steps = game.expand_turn(position, best) if rng.random() < 0.5 else None
            for step in steps or [rng.choice(game.moves(position))]:
                game.advance(position, step)
            if position.verdict != ONGOING:
                break
        if number == int(matches * WARM):
            warm = peak()
    print(found.table.size_bytes(), warm, peak())


if __name__ == "__main__":
    main()
