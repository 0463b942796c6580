"""Timed self-play in a process of its own: `python -m bench.selfplay <game>`."""

from __future__ import annotations

import sys
import time

from ludarium import load
from ludarium.training.selfplay_loop import SelfPlayLoop
from ludarium.training.selfplay_style import SelfPlayStyle

LABEL_NODES = 1000
LABELS = 2000


def main() -> None:
    """Print labelled positions and CPU seconds."""
    game = load(sys.argv[1])
    loop = SelfPlayLoop(game.evaluator(), SelfPlayStyle(nodes=LABEL_NODES))
    labels = seed = 0
    began = time.process_time()
    while labels < LABELS:
        labels += loop.play_game(game.search_position(game.new(seed)), seed)
        seed += 1
    print(labels, time.process_time() - began)


if __name__ == "__main__":
    main()
