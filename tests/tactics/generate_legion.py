"""Find checkmates in one, and checkmates in one that can be stopped, in Ludus' ruleset `legion`.

`python -m tests.tactics.generate_legion` rewrites tests/tactics/ludus-legion.json.gz. All actions
and all replies are tried with the rules of the package: the naive rules would take days, and perft
compares both.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from typing import Any

from ludarium import ONGOING, AnyGame, Position, load
from ludarium.agents.level_player import LevelPlayer
from tests.tactics.generate import HERE, Tactic

COUNT = 24
FILE = HERE / "ludus-legion.json.gz"
LONGEST = 300  # plies of a game
HUNTER_NODES = 300


def after(game: AnyGame, position: Position, move: int) -> Position:
    """The position after a move."""
    twin = position.copy()
    game.advance(twin, move)
    return twin


def wins(game: AnyGame, position: Position) -> list[int] | None:
    """The moves that checkmate, by their place in the list; None if a move wins otherwise.

    A seat without an action loses even if its First Lord is not attacked. Levels see that by their
    search only, so it is no tactic.
    """
    found = []
    for number, move in enumerate(game.moves(position)):
        then = after(game, position, move)
        if then.verdict == position.to_move:
            if game.reason(then) != "checkmated":
                return None
            found.append(number)
    return found


def stops(game: AnyGame, position: Position) -> list[int]:
    """The moves that allow no checkmate; an empty list if one allows another win."""
    found = []
    for number, move in enumerate(game.moves(position)):
        then = after(game, position, move)
        lost = wins(game, then) if then.verdict == ONGOING else []
        if lost is None:
            return []
        if not lost:
            found.append(number)
    return found


def found(game: AnyGame, rng: random.Random) -> Iterator[tuple[str, Tactic]]:
    """The tactics of one game of a hunter against random moves."""
    hunter = LevelPlayer(game, "hard", rng.randrange(1000), nodes=HUNTER_NODES)
    seat = rng.randrange(2)
    position = game.new()
    before: Position | None = None
    while position.verdict == ONGOING and position.ply < LONGEST:
        if position.to_move != seat:
            before = position.copy()
            game.advance(position, rng.choice(game.moves(position)))
            continue
        right = wins(game, position)
        if right is None:
            return
        if right:
            yield "winning", Tactic(game.state_to_json(position), right)
            right = stops(game, before) if before else []
            if before and 0 < len(right) < len(game.moves(before)):
                yield "stopping", Tactic(game.state_to_json(before), right)
            return
        game.advance(position, hunter.choose_move(position))


def main() -> None:
    """Write the file."""
    game = load("ludus", "legion")
    rng = random.Random("legion")
    tactics: dict[str, list[Any]] = {"winning": [], "stopping": []}
    while min(map(len, tactics.values())) < COUNT:
        for kind, tactic in found(game, rng):
            if len(tactics[kind]) < COUNT:
                tactics[kind].append(tactic)
    with gzip.GzipFile(FILE, "wb", mtime=0) as file:
        file.write(json.dumps(tactics, separators=(",", ":")).encode())


if __name__ == "__main__":
    main()
