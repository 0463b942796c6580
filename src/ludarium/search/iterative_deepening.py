"""Iterative deepening: searches at growing depth, each begun with what the last one found."""

from __future__ import annotations

import cython

from ludarium.core.evaluator import Evaluator
from ludarium.core.position import Position
from ludarium.search.negamax import NegamaxSearch
from ludarium.search.table import TranspositionTable

if not cython.compiled:
    from ludarium.core.constants import DECIDED_SCORE, WIN_SCORE
    from ludarium.search.bounds import MAX_PLY, SCORE_INFINITY

FIRST_WINDOW_DEPTH = 5  # shallower values are too rough for a window


@cython.final
@cython.cclass
class IterativeDeepening:
    """The search of one thread from the root. Threads share the transposition table alone."""

    def __init__(
        self, evaluator: Evaluator, table: TranspositionTable, noise: int = 0, seed: int = 0
    ) -> None:
        self.evaluator = evaluator
        self.tree = NegamaxSearch(evaluator, table, noise, seed)
        self.lines = self.tree.lines
        self.stop_after_depth = False  # finish this depth and start no other
        self.completed_depth = 0

    def start_search(self, node_limit: int, lines: int) -> None:
        """Prepare a search of so many lines. From here on another thread may stop it."""
        self.lines.prepare_lines(lines)
        self.restart(node_limit or 1 << 62)

    def restart(self, node_limit: int) -> None:
        """Reset counters, flags and lines in the same memory, without the interpreter lock."""
        self.tree.nodes = 0
        self.tree.node_limit = node_limit
        self.tree.stopped = False
        self.stop_after_depth = False
        self.completed_depth = 0
        self.lines.reset_lines()

    def stop(self) -> None:
        """End the search at once; another thread may call this."""
        self.tree.stopped = True

    def clear_history(self) -> None:
        """Forget what moves were worth, so that the last game does not affect the next one."""
        self.tree.ordering.clear_history()
        self.tree.corrections.clear()

    def count_nodes(self) -> int:
        """The nodes of the last search, or of this one so far."""
        return self.tree.nodes

    def deepen_iteratively(
        self, position: Position, first_depth: int, last_depth: int, lines: int
    ) -> None:
        """Find the best lines at growing depth until a limit is reached."""
        with cython.nogil:
            self.iterate_depths(position, first_depth, min(last_depth, MAX_PLY // 2), lines)

    def iterate_depths(
        self, position: Position, first_depth: int, last_depth: int, lines: int
    ) -> None:
        self.tree.scores.root_seat = position.to_move
        for depth in range(first_depth, last_depth + 1):
            if self.stop_after_depth and self.completed_depth:
                return
            self.tree.iteration_depth = depth
            for line in range(lines):
                self.lines.current = line
                self.search_aspiration_window(position, depth)
                if self.tree.stopped:
                    return
            self.completed_depth = depth
            self.lines.finish_depth(lines)
            # A win that lies within the depth cannot come sooner, a loss not later.
            if lines == 1 and WIN_SCORE - abs(self.lines.answer_values[0]) <= depth:
                return

    def search_aspiration_window(self, position: Position, depth: int) -> int:
        """Search an aspiration window around the last value; widen it after a failure."""
        width = self.evaluator.aspiration_window
        centre = self.lines.answer_values[self.lines.current]
        alpha = -SCORE_INFINITY
        beta = SCORE_INFINITY
        if depth >= FIRST_WINDOW_DEPTH and -DECIDED_SCORE < centre < DECIDED_SCORE:
            alpha = centre - width
            beta = centre + width
        while True:
            value = self.tree.search_node(position, depth, alpha, beta, 0, 0, True)
            if self.tree.stopped or alpha < value < beta:
                return value
            if value <= alpha == -SCORE_INFINITY or value >= beta == SCORE_INFINITY:
                return value
            width *= 4
            if value <= alpha:
                alpha = value - width if value - width > -DECIDED_SCORE else -SCORE_INFINITY
            else:
                beta = value + width if value + width < DECIDED_SCORE else SCORE_INFINITY
