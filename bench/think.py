"""One timed search in a process of its own: `python -m bench.think <game> hand|trained`."""

from __future__ import annotations

import sys

from ludarium import load
from ludarium.search.signature import measure_signature

WORK = 200_000  # nodes a position: with a tenth of it most of the time is spent on getting ready


def trained(name: str) -> bool:
    """Whether a game has a network."""
    return load(name).evaluator().net is not None


def main() -> None:
    """Print nodes and CPU seconds."""
    name, kind = sys.argv[1:]
    found = measure_signature(load(name), WORK, kind == "trained")
    print(found.nodes, found.seconds)


if __name__ == "__main__":
    main()
