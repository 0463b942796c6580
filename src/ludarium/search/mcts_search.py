"""Monte-Carlo tree search: grows a tree under limits and reads the best lines from it."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Timer

from ludarium.core.constants import NO_MOVE
from ludarium.core.evaluator import Evaluator
from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import ONGOING, Position
from ludarium.search.limits import STOP_SEARCH_S, Limits
from ludarium.search.mcts_tree import MctsTree, node_capacity
from ludarium.search.searcher import PrincipalVariation, SearchResult


class MctsSearch:
    """Searches positions for any number of seats, each of which plays for itself.

    With `evaluate_leaves` the evaluator scores the leaves; otherwise random play-outs do. The same
    seed and number of iterations give the same tree.
    """

    def __init__(
        self,
        evaluator: Callable[[], Evaluator] | None = None,
        evaluate_leaves: bool = False,
        iterations: int = 10_000,
        seed: int = 0,
        mebibytes: int = 64,
        exploration: float = 1.0,
        playout_plies: int = 200,
    ) -> None:
        if evaluate_leaves and evaluator is None:
            raise ValueError("leaves cannot be evaluated without an evaluator")
        self.evaluator = evaluator() if evaluator else None
        self.evaluate_leaves = evaluate_leaves
        self.iterations = iterations  # used if no limit is given
        self.seed = seed
        self.mebibytes = mebibytes
        self.exploration = exploration
        self.playout_plies = playout_plies
        self.tree: MctsTree | None = None

    def search(self, position: Position, limits: Limits) -> SearchResult:
        """Find the best lines of a running game; the position is unchanged afterwards.

        `limits.nodes` counts iterations, each a path from the root to a leaf. `limits.depth` is
        ignored.
        """
        if self.evaluator:
            self.evaluator.require_position(position)
        start_s = time.monotonic()
        tree = self._reset_tree(position.seats)
        iterations = limits.nodes or (1 << 62 if limits.seconds else self.iterations)
        clock = Timer(limits.seconds, self.stop) if limits.seconds else None
        if clock:
            clock.start()
        try:
            tree.grow(position.copy(), iterations)
        finally:
            if clock:
                clock.cancel()
                clock.join(STOP_SEARCH_S)  # or it might stop the next search
        children = tree.rank_children(0, position.to_move)[: max(limits.lines, 1)]
        lines = [self._principal_variation(tree, position.copy(), child) for child in children]
        return SearchResult(
            lines or [PrincipalVariation(0, legal_moves(position)[:1])],
            tree.max_depth,
            tree.iterations,
            time.monotonic() - start_s,
        )

    def stop(self) -> None:
        """End `search` from another thread; it returns its result so far."""
        if self.tree:
            self.tree.stopped = True

    def forget(self) -> None:
        """Start a new game; every search begins with a new tree."""

    def prepare(self, seats: int) -> MctsTree:
        """Make the memory of a tree for so many seats, unless it is there."""
        if self.tree is None or self.tree.seats != seats:
            self.tree = MctsTree(
                seats,
                node_capacity(self.mebibytes, seats),
                self.evaluator,
                self.evaluate_leaves,
                self.exploration,
                self.playout_plies,
            )
        return self.tree

    def _reset_tree(self, seats: int) -> MctsTree:
        tree = self.prepare(seats)
        tree.stopped = False
        tree.reset_tree(self.seed & (1 << 64) - 1)
        return tree

    def _principal_variation(
        self, tree: MctsTree, position: Position, child: int
    ) -> PrincipalVariation:
        """The line of the most visited moves, from a child of the root to a leaf."""
        score = tree.seat_score(child, position.to_move)
        moves = [tree.node_move(child)]
        position.play(moves[0])
        while ranked := tree.rank_children(child, position.to_move):
            child = ranked[0]
            moves.append(tree.node_move(child))
            position.play(moves[-1])
        is_proven = tree.proven_result(child)[0] != ONGOING
        if position.verdict == ONGOING and is_proven and self.evaluator:
            win = self.evaluator.winning_move(position)  # it has no node of its own
            if win != NO_MOVE:
                moves.append(win)
        return PrincipalVariation(score, moves)
