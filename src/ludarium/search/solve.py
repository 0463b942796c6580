"""Solving a position: proofs to growing depth, until it is decided or the budget is spent."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import NamedTuple

from ludarium.core.constants import NO_MOVE
from ludarium.core.legal_moves import legal
from ludarium.core.position import ONGOING, Position
from ludarium.search.bounds import LIMIT, LONGEST, WIN
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
            prover.node_limit = prover.nodes + nodes
            line = _line(prover, position.copy(), value)
            return Proof(verdict, WIN - abs(value), line, reached, prover.nodes)
        if not prover.cut:
            return Proof("draw", 0, [], reached, prover.nodes)
    return Proof("unknown", 0, [], reached, prover.nodes)


def _look(
    prover: Prover, position: Position, depth: int, low: int = -LIMIT, high: int = LIMIT
) -> tuple[int, bool]:
    """The value to a depth and whether it was found before the budget or the patience ended."""
    found: list[int] = []
    thread = Thread(
        target=lambda: found.append(prover.look(position, depth, low, high)), daemon=True
    )
    thread.start()
    try:
        while thread.is_alive():
            thread.join(PATIENCE)
    except KeyboardInterrupt:
        prover.node_limit = 0
        thread.join()
    return found[0] if found else 0, prover.nodes <= prover.node_limit


def _line(prover: Prover, position: Position, value: int) -> list[int]:
    """Best play from a proved position: the winner hurries, the others hold out.

    As far as it can be shown with as much work again as the proof may take.
    """
    line: list[int] = []
    while position.verdict == ONGOING and len(line) < WIN - abs(value):
        left = WIN - abs(value) - len(line)
        move = _best(prover, position, WIN - left if value > 0 else left - WIN, left)
        if move == NO_MOVE:
            break
        line.append(move)
        position.play(move)
    return line


def _best(prover: Prover, position: Position, value: int, left: int) -> int:
    """A move after which the value stays what it is known to be, NO_MOVE if the budget ends."""
    known = prover.best(position)
    after = value + 1 if value > 0 else value - 1  # counted from one ply later
    for move in sorted(legal(position), key=lambda move: move != known):
        position.play(move)
        # One ply more than are left, to see that a seat cannot move.
        found, done = _look(prover, position.copy(), left, after - 1, after + 1)
        position.undo()
        if found == after:
            return move
        if not done:
            break
    return NO_MOVE
