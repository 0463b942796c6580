"""Solving a position: proofs to growing depth, until it is decided or the budget is spent."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import NamedTuple

from ludarium.core.moves import legal
from ludarium.core.position import ONGOING, Position
from ludarium.search.bounds import LONGEST, WIN
from ludarium.search.prove import Prover

# How often an interrupt is looked for while the search runs without the interpreter lock.
PATIENCE = 0.1


class Proof(NamedTuple):
    """What is certain for the seat to move: `win`, `loss`, `draw`, or `unknown`.

    `plies` is how long it takes with best play, `line` that play; `depth` has been looked at.
    With three seats the others are taken to play together against the one.
    """

    verdict: str
    plies: int
    line: list[int]
    depth: int
    nodes: int


def solve(
    position: Position,
    nodes: int = 100_000_000,
    depth: int = LONGEST,
    mebibytes: int = 64,
    progress: Callable[[int, int], None] = lambda depth, nodes: None,
) -> Proof:
    """Prove what can be proved for the seat to move of a running game.

    An interrupt ends it with what it has: nothing false is ever said, only `unknown`.
    """
    prover = Prover(position.to_move, nodes, mebibytes)
    reached = 0
    for plies in range(1, min(depth, LONGEST) + 1):
        value, done = _look(prover, position.copy(), plies)
        if not done:
            break
        reached = plies
        progress(plies, prover.nodes)
        if value:
            verdict = "win" if value > 0 else "loss"
            line = _line(prover, position.copy(), WIN - abs(value))
            return Proof(verdict, WIN - abs(value), line, reached, prover.nodes)
        if not prover.cut:
            return Proof("draw", 0, [], reached, prover.nodes)
    return Proof("unknown", 0, [], reached, prover.nodes)


def _look(prover: Prover, position: Position, depth: int) -> tuple[int, bool]:
    """The value to a depth and whether it was found before the budget or the patience ended."""
    found: list[int] = []
    thread = Thread(target=lambda: found.append(prover.look(position, depth)), daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(PATIENCE)
    except KeyboardInterrupt:
        prover.node_limit = 0
        thread.join()
    return found[0] if found else 0, prover.nodes <= prover.node_limit


def _line(prover: Prover, position: Position, plies: int) -> list[int]:
    """Best play from a proved position: the winner hurries, the others hold out."""
    prover.node_limit = 1 << 62
    line: list[int] = []
    while position.verdict == ONGOING and len(line) < plies:
        moves = legal(position)
        values = []
        for move in moves:
            position.play(move)
            # One ply more than are left, to see that a seat cannot move.
            values.append(prover.look(position, plies - len(line)))
            position.undo()
        pick = max if position.to_move == prover.seat else min
        line.append(moves[values.index(pick(values))])
        position.play(line[-1])
    return line
