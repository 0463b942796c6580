"""Thinking by Monte-Carlo: grows a tree under limits and reads the best lines out of it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from threading import Timer

from ludarium.core.constants import NO_MOVE, ODDS, SCORE_LIMIT
from ludarium.core.evaluator import Evaluator
from ludarium.core.legal_moves import legal
from ludarium.core.position import DRAW, ONGOING, Position
from ludarium.search.bounds import WIN
from ludarium.search.limits import Limits
from ludarium.search.mcts_tree import Tree, nodes_in
from ludarium.search.searcher import Finding, Line


class Monte:
    """Thinks about positions of a game for any number of seats, each for itself.

    Without an evaluator, or if it is not to be `judged` by it, a position is worth what random
    play-outs make of it. The same seed and number of iterations give the same tree.
    """

    def __init__(
        self,
        evaluator: Callable[[], Evaluator] | None = None,
        judged: bool = False,
        iterations: int = 10_000,
        seed: int = 0,
        mebibytes: int = 64,
        exploration: float = 1.0,
        playout: int = 200,
    ) -> None:
        if judged and evaluator is None:
            raise ValueError("nothing can be judged without an evaluator")
        self.evaluator = evaluator() if evaluator else None
        self.judged = judged
        self.iterations = iterations  # where no limit is given
        self.seed = seed
        self.mebibytes = mebibytes
        self.exploration = exploration
        self.playout = playout
        self.tree: Tree | None = None

    def think(self, position: Position, limits: Limits) -> Finding:
        """The best lines of a game that has not ended; the position stays as it is.

        `limits.nodes` are iterations, each one way from the root to a leaf. Depth is no limit.
        """
        began = time.monotonic()
        tree = self._planted(position.seats)
        iterations = limits.nodes or (1 << 62 if limits.seconds else self.iterations)
        clock = Timer(limits.seconds, self.stop) if limits.seconds else None
        if clock:
            clock.start()
        try:
            tree.grow(position.copy(), iterations)
        finally:
            if clock:
                clock.cancel()
                clock.join()  # or it might stop the next thought
        children = tree.ranked(0, position.to_move)[: max(limits.lines, 1)]
        lines = [self._line(tree, position.copy(), child) for child in children]
        return Finding(
            lines or [Line(0, legal(position)[:1])],
            tree.deepest,
            tree.iterations,
            time.monotonic() - began,
        )

    def stop(self) -> None:
        """End `think`, called from another thread, with what it has found so far."""
        if self.tree:
            self.tree.stopped = True

    def forget(self) -> None:
        """Begin a new game; every thought begins with a new tree anyway."""

    def _planted(self, seats: int) -> Tree:
        if self.tree is None or self.tree.seats != seats:
            self.tree = Tree(
                seats,
                nodes_in(self.mebibytes, seats),
                self.evaluator,
                self.judged,
                self.exploration,
                self.playout,
            )
        self.tree.stopped = False
        self.tree.plant(self.seed & (1 << 64) - 1)
        return self.tree

    def _line(self, tree: Tree, position: Position, child: int) -> Line:
        """The moves most looked at from a child of the root on, to where the tree ends."""
        score = _score(tree, child, position.to_move)
        moves = [tree.move(child)]
        position.play(moves[0])
        while ranked := tree.ranked(child, position.to_move):
            child = ranked[0]
            moves.append(tree.move(child))
            position.play(moves[-1])
        if position.verdict == ONGOING and tree.fate(child)[0] != ONGOING and self.evaluator:
            win = self.evaluator.winning(position)  # which had no need of a node
            if win != NO_MOVE:
                moves.append(win)
        return Line(score, moves)


def _score(tree: Tree, child: int, seat: int) -> int:
    """What a child of the root is worth to the seat that moves there."""
    fate, plies = tree.fate(child)
    if fate == DRAW:
        return 0
    if fate != ONGOING:
        return WIN - plies - 1 if fate == seat else plies + 1 - WIN
    chance = tree.mean(child, seat)
    if not 0 < chance < 1:
        return SCORE_LIMIT if chance else -SCORE_LIMIT
    return max(-SCORE_LIMIT, min(round(ODDS * math.log(chance / (1 - chance))), SCORE_LIMIT))
