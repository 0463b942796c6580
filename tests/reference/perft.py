"""Counts move trees with a reference: `python -m tests.reference.perft <id>` writes tests/perft."""

import json
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

State = dict[str, Any]
Move = dict[str, Any]
Options = dict[str, Any]
Position = tuple[str, Options, State]

LEAVES = 60_000
LEAVES_IN_CHECK = 4_000  # where the reference tries every reply to every action
MANY_LEAVES = 450_000
DEEP_POSITIONS = 3
MAX_DEPTH = 8


class TooManyLeaves(Exception):
    """The tree has more leaves than asked for."""


class Rules:
    """The functions and rulesets of one game's reference module."""

    def __init__(self, game: str) -> None:
        module = import_module(f"tests.reference.{game}")
        self.rulesets: dict[str, Options] = module.RULESETS
        self.legal_moves: Callable[[State, Options], list[Move]] = module.legal_moves
        self.apply_move: Callable[[State, Move, Options], State] = module.apply_move

    def options(self, label: str) -> Options:
        """The complete options that a label such as "standard turn_limit=50" stands for."""
        ruleset, *overrides = label.split()
        options = dict(self.rulesets[ruleset])
        for override in overrides:
            name, value = override.split("=")
            if name not in options:
                raise ValueError(f"unknown option in {label!r}")
            options[name] = json.loads(value)
        return options

    def perft(self, state: State, options: Options, depth: int, most: int | None = None) -> int:
        """Positions exactly `depth` plies below; finished ones have none. Raises above `most`."""
        moves = self.legal_moves(state, options)
        if depth == 1:
            leaves = len(moves)
        else:
            leaves = 0
            for move in moves:
                left = None if most is None else most - leaves
                child = self.apply_move(state, move, options)
                leaves += self.perft(child, options, depth - 1, left)
        if most is not None and leaves > most:
            raise TooManyLeaves
        return leaves

    def counts(self, state: State, options: Options, most: int) -> list[int]:
        """Leaves at depth 1, 2, ... while they stay within `most`; depth 1 always."""
        counts = [self.perft(state, options, 1)]
        while 0 < counts[-1] <= most and len(counts) < MAX_DEPTH:
            try:
                counts.append(self.perft(state, options, len(counts) + 1, most))
            except TooManyLeaves:
                break
        return counts


def lines(rules: Rules, positions: list[Position]) -> Iterator[str]:
    """One line a position; the first few that gain a level by it are counted one level deeper."""
    deep = 0
    for label, options, state in positions:
        if rules.options(label) != options:
            raise ValueError(f"the label {label!r} does not give the options {options}")
        counts = rules.counts(state, options, LEAVES_IN_CHECK if options.get("check") else LEAVES)
        if options.get("check"):
            deep = DEEP_POSITIONS
        if deep < DEEP_POSITIONS and counts[-1] > 0 and len(counts) < MAX_DEPTH:
            deeper = rules.counts(state, options, MANY_LEAVES)
            deep += len(deeper) > len(counts)
            counts = deeper
        text = json.dumps(state, separators=(",", ":"))
        yield f"{label} | {text} | {' '.join(map(str, counts))}"


def main() -> None:
    """Write the file of the game named on the command line."""
    game = sys.argv[1]
    source = import_module(f"tests.reference.positions_{game}")
    target = Path(__file__).parent.parent / "perft" / f"{game}.txt"
    positions: list[Position] = list(source.positions())
    header = (
        f"# Written by `python -m tests.reference.perft {game}`; do not edit.",
        "# ruleset and options | state | leaves at depth 1, 2, ...",
    )
    text = "\n".join((*header, *lines(Rules(game), positions)))
    target.parent.mkdir(exist_ok=True)
    target.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
