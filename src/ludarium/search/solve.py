"""Solves a position: proofs at growing depth until it is decided or the budget is spent."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import NamedTuple

from ludarium.core.constants import NO_MOVE, WIN_SCORE
from ludarium.core.evaluator import Evaluator
from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import ONGOING, Position
from ludarium.search.bounds import MAX_PROOF_PLIES, SCORE_INFINITY
from ludarium.search.limits import INTERRUPT_POLL_S, join_stopped_search
from ludarium.search.prove import Prover


class Proof(NamedTuple):
    """The proved result for the seat to move: `win`, `loss`, `draw` or `unknown`.

    `plies` is the length of best play, `line` its moves, `depth` the last depth searched in full.
    With three seats the other two are assumed to play together against the seat to move.
    """

    verdict: str
    plies: int
    line: list[int]
    depth: int
    nodes: int


def solve_position(
    position: Position,
    nodes: int = 100_000_000,
    depth: int = MAX_PROOF_PLIES,
    mebibytes: int = 64,
    progress: Callable[[int, int], None] = lambda depth, nodes: None,
    evaluator: Evaluator | None = None,
) -> Proof:
    """Prove the result of a running game for the seat to move.

    `progress` gets the depth that is done and the nodes so far, several times a second. An
    evaluator contributes its endgame tables and nothing else. A keyboard interrupt ends the
    search early with `unknown`; a stated result is always proved.
    """
    if evaluator is not None:
        evaluator.require_position(position)
    prover = Prover(position.to_move, nodes, mebibytes, evaluator)
    completed_depth = 0
    for plies in range(1, min(depth, MAX_PROOF_PLIES) + 1):
        tell = partial(progress, completed_depth)
        value, done = _search_to_depth(prover, position.copy(), plies, tell=tell)
        if not done:
            break
        completed_depth = plies
        progress(plies, prover.nodes)
        if value:
            verdict = "win" if value > 0 else "loss"
            prover.node_limit = prover.nodes + nodes
            line = _best_play(prover, position.copy(), value)
            return Proof(verdict, WIN_SCORE - abs(value), line, completed_depth, prover.nodes)
        if not prover.depth_limited:
            return Proof("draw", 0, [], completed_depth, prover.nodes)
    return Proof("unknown", 0, [], completed_depth, prover.nodes)


def _search_to_depth(
    prover: Prover,
    position: Position,
    depth: int,
    alpha: int = -SCORE_INFINITY,
    beta: int = SCORE_INFINITY,
    tell: Callable[[int], None] = lambda nodes: None,
) -> tuple[int, bool]:
    """The value at a depth, and whether it was found before the budget or an interrupt ended it."""
    found: list[int] = []
    thread = Thread(
        target=lambda: found.append(prover.search_to_depth(position, depth, alpha, beta)),
        daemon=True,
    )
    thread.start()
    try:
        while thread.is_alive():
            thread.join(INTERRUPT_POLL_S)
            tell(prover.nodes)
    except KeyboardInterrupt:
        prover.node_limit = 0
        join_stopped_search(thread)
    return found[0] if found else 0, prover.nodes <= prover.node_limit


def _best_play(prover: Prover, position: Position, value: int) -> list[int]:
    """Best play from a proved position: the winner hurries, the others delay.

    The line ends early if it needs more nodes than the budget of the proof.
    """
    line: list[int] = []
    while position.verdict == ONGOING and len(line) < WIN_SCORE - abs(value):
        left = WIN_SCORE - abs(value) - len(line)
        move = _find_best_move(
            prover, position, WIN_SCORE - left if value > 0 else left - WIN_SCORE, left
        )
        if move == NO_MOVE:
            break
        line.append(move)
        position.play(move)
    return line


def _find_best_move(prover: Prover, position: Position, value: int, left: int) -> int:
    """A move that keeps the proved value, NO_MOVE if the budget ends first."""
    known = prover.best_known_move(position)
    after = value + 1 if value > 0 else value - 1  # counted from one ply later
    for move in sorted(legal_moves(position), key=lambda move: move != known):
        position.play(move)
        # One ply more than remain, to detect a seat without a legal move.
        found, done = _search_to_depth(prover, position.copy(), left, after - 1, after + 1)
        position.undo()
        if found == after:
            return move
        if not done:
            break
    return NO_MOVE
