"""Find positions with a win in one, or a loss in one that can be stopped, by the naive rules alone.

`python -m tests.tactics.generate <game> …` rewrites tests/tactics/<game>.json.gz.
"""

from __future__ import annotations

import gzip
import json
import random
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from tests.tactics import pyramids

State = dict[str, Any]
Move = dict[str, Any]
HERE = Path(__file__).parent
COUNT = 200
LONGEST = 400  # plies of a random game


class Tactic(NamedTuple):
    """A state, and which of its legal moves, by their place in the list, are right."""

    state: State
    right: list[int]


class Rules:
    """The naive rules of one game under its standard ruleset."""

    def __init__(self, name: str) -> None:
        self.module = import_module(f"tests.reference.{name}")
        self.options = self.module.RULESETS["standard"]

    def legal(self, state: State) -> list[Move]:
        moves: list[Move] = self.module.legal_moves(state, self.options)
        return moves

    def after(self, state: State, move: Move) -> State:
        new: State = self.module.apply_move(state, move, self.options)
        return new

    def start(self) -> State:
        first: State = self.module.initial_state(self.options)
        return first


COLOURS = ("white", "black")


def seat(state: State) -> int:
    """Who is to move, in each game's own words."""
    if "currentPlayer" in state:
        return int(state["currentPlayer"]) - 1
    if "turn" in state:
        return COLOURS.index(state["turn"])
    return int(state["ply"]) % 2


def winner(state: State) -> int | None:
    """Who has won; forge numbers its players from 1, and ludus names colours."""
    won = state["winner"]
    if won is None:
        return None
    if won in COLOURS:
        return COLOURS.index(won)
    return int(won) - 1 if "currentPlayer" in state else int(won)


def over(state: State) -> bool:
    return bool(state["reason"])


def wins(rules: Rules, state: State) -> list[int]:
    """The moves that win at once."""
    mover = seat(state)
    return [
        number
        for number, move in enumerate(rules.legal(state))
        if winner(rules.after(state, move)) == mover
    ]


def safe(rules: Rules, state: State, mover: int) -> bool:
    """Whether the seat that has just moved, or is still moving, can escape a loss in one."""
    if over(state):
        return winner(state) in (mover, None)
    if seat(state) == mover:
        return any(safe(rules, rules.after(state, move), mover) for move in rules.legal(state))
    return not wins(rules, state)


def tactics(rules: Rules, rng: random.Random, count: int) -> tuple[list[Tactic], list[Tactic]]:
    """Wins in one and losses in one that can be stopped, from random games, two of each a game."""
    winning: list[Tactic] = []
    stopping: list[Tactic] = []
    while min(len(winning), len(stopping)) < count:
        for state, right, won in found(rules, rng, len(stopping) < count):
            kind = winning if won else stopping
            if len(kind) < count:
                kind.append(Tactic(state, right))
        print(f"\r{len(winning)} {len(stopping)} ", end="", file=sys.stderr)  # noqa: T201
    return winning, stopping


def found(rules: Rules, rng: random.Random, stops: bool) -> Iterator[tuple[State, list[int], bool]]:
    """The tactics of one random game: the first win in one, and the first loss in one to stop."""
    state = rules.start()
    before: State | None = None
    for _ in range(LONGEST):
        moves = rules.legal(state)
        if over(state) or not moves:
            return
        right = wins(rules, state)
        if right and len(right) < len(moves):
            yield state, right, True
            if before is not None and stops:
                yield from stopped(rules, before, seat(state))
            return
        if before is None or seat(before) != seat(state):
            before = state
        state = rules.after(state, rng.choice(moves))
    return


def stopped(rules: Rules, state: State, opponent: int) -> Iterator[tuple[State, list[int], bool]]:
    """The state before a blunder, if it has right and wrong moves."""
    mover = seat(state)
    if mover == opponent or wins(rules, state):
        return
    moves = rules.legal(state)
    right = [
        number for number, move in enumerate(moves) if safe(rules, rules.after(state, move), mover)
    ]
    if 0 < len(right) < len(moves):
        yield state, right, False


def main() -> None:
    """Write the files of the games named."""
    for name in sys.argv[1:]:
        rng = random.Random(name)
        winning: list[Any]
        stopping: list[Any]
        if name == "pyramids":
            winning, stopping = pyramids.tactics(rng, COUNT)
        else:
            winning, stopping = tactics(Rules(name), rng, COUNT)
        content = json.dumps({"winning": winning, "stopping": stopping}, separators=(",", ":"))
        with gzip.GzipFile(HERE / f"{name}.json.gz", "wb", mtime=0) as file:
            file.write(content.encode())


if __name__ == "__main__":
    main()
