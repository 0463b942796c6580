"""Max-n search: for three or more seats, each of which plays for itself."""

from __future__ import annotations

import time
from array import array
from threading import Timer

import cython

from ludarium.core.evaluator import Evaluator
from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import MOVE_STACK_SIZE, Position, new_move_stack
from ludarium.search.limits import STOP_SEARCH_S, Limits
from ludarium.search.searcher import PrincipalVariation, SearchResult

if not cython.compiled:
    from ludarium.core.constants import DRAW, NO_MOVE, ONGOING, WIN_SCORE
    from ludarium.search.bounds import MAX_PLY, MOVE_ROOM


@cython.final
@cython.cclass
class MaxnSearch:
    """Searches to growing depth; the value of a node is a row of scores, one for each seat.

    The seat to move takes the highest of its own scores; among equals, the one that leaves least to
    the others. A `width` above 0 limits every node to that many of its most urgent moves. The root
    searches all moves once, and then the ones that scored best.
    """

    def __init__(self, evaluator: Evaluator, width: int = 0) -> None:
        self.evaluator = evaluator
        self.width = width
        self.seats = 0
        self.nodes = 0
        self.node_limit = 0
        self.stopped = False
        self.depth_limited = False  # whether the depth limit cut a line
        self.moves = new_move_stack()
        self.ranks = array("i", bytes(4 * MOVE_STACK_SIZE))
        self.scores = array("i")  # for every ply, one score a seat
        # The best line from every ply.
        self.lines = array("I", bytes(4 * MAX_PLY * MAX_PLY))
        self.lengths = array("i", bytes(4 * MAX_PLY))

    def search(self, position: Position, limits: Limits) -> SearchResult:
        """Find the best lines of a running game; the position is unchanged afterwards.

        The nodes are the positions below the root. An unfinished depth does not count.
        """
        self.evaluator.require_position(position)
        start_s = time.monotonic()
        self.seats = position.seats
        self.scores = array("i", bytes(4 * MAX_PLY * self.seats))
        self.nodes = 0
        self.node_limit = limits.nodes or 1 << 62
        self.stopped = False
        clock = Timer(limits.seconds, self.stop) if limits.seconds else None
        if clock:
            clock.start()
        try:
            lines, depth = self._iterate_depths(position.copy(), limits)
        finally:
            if clock:
                clock.cancel()
                clock.join(STOP_SEARCH_S)  # or it might stop the next search
        lines = lines or [PrincipalVariation(0, legal_moves(position)[:1])]
        return SearchResult(
            lines[: max(limits.lines, 1)], depth, self.nodes, time.monotonic() - start_s
        )

    def stop(self) -> None:
        """End `search` from another thread; it returns its result so far."""
        self.stopped = True

    def forget(self) -> None:
        """Start a new game; this search keeps nothing from move to move."""

    def _iterate_depths(
        self, position: Position, limits: Limits
    ) -> tuple[list[PrincipalVariation], int]:
        found: list[PrincipalVariation] = []
        moves = legal_moves(position)
        for depth in range(1, min(limits.depth or MAX_PLY, MAX_PLY - 2) + 1):
            self.depth_limited = False
            lines = self._search_root_moves(position, moves, depth)
            if self.stopped:
                # Even an unfinished first depth is better than no line.
                return found or lines, depth - 1
            found = lines
            # A win that lies within the depth cannot come sooner.
            if not self.depth_limited or WIN_SCORE - found[0].score <= depth:
                return found, depth
            moves = [line.moves[0] for line in found]
            if self.width:
                moves = moves[: max(self.width, limits.lines)]
        return found, depth

    def _search_root_moves(
        self, position: Position, moves: list[int], depth: int
    ) -> list[PrincipalVariation]:
        """The lines that begin with these moves, best first, as far as the limits allow."""
        mover = position.to_move
        found: list[tuple[int, int, int, PrincipalVariation]] = []
        for move in moves:
            position.play(move)
            self.search_child(position, depth - 1)
            if not self.stopped:
                own = self.scores[self.seats + mover]
                line = PrincipalVariation(own, [move, *self.best_line()])
                found.append((-own, self.sum_other_scores(1, mover), len(found), line))
            position.undo()
        return [line for _, _, _, line in sorted(found)]

    def best_line(self) -> list[int]:
        return list(self.lines[MAX_PLY : MAX_PLY + self.lengths[1]])

    def search_child(self, position: Position, depth: int) -> None:
        """Score a position one ply below the root."""
        with cython.nogil:
            self.search_node(position, depth, 1, 0)

    def search_node(self, position: Position, depth: int, ply: int, top: int) -> None:
        if self.stopped or self.nodes >= self.node_limit:
            self.stopped = True
            return
        self.nodes += 1
        self.lengths[ply] = 0
        if position.verdict != ONGOING:
            self.score_verdict(position.verdict, ply, ply)
            return
        win = self.evaluator.winning_move(position)
        if win != NO_MOVE:
            self.lines[ply * MAX_PLY] = win
            self.lengths[ply] = 1
            self.score_verdict(position.to_move, ply, ply + 1)
            return
        if depth == 0 or top > MOVE_STACK_SIZE - MOVE_ROOM:
            self.depth_limited = True
            self.evaluate_leaf(position, ply)
            return
        end = position.generate(self.moves, top)
        if end == top:
            position.no_moves_verdict()
            self.score_verdict(position.verdict, ply, ply)
            return
        self.search_moves(position, depth, ply, top, end)

    def search_moves(self, position: Position, depth: int, ply: int, top: int, end: int) -> None:
        """Search the moves of a position, the most urgent first."""
        mover = position.to_move
        last = end
        if self.width > 0:
            last = min(end, top + self.width)
        for i in range(top, end):
            self.ranks[i] = self.evaluator.move_urgency(position, self.moves[i])
        for i in range(top, last):
            self.pick_next_move(i, end)
            position.play(self.moves[i])
            self.search_node(position, depth - 1, ply + 1, end)
            position.undo()
            if self.stopped:
                return
            if i == top or self.prefers_child(ply, mover):
                self.take_child_line(ply, self.moves[i])
            if self.scores[ply * self.seats + mover] == WIN_SCORE - ply - 1:
                return  # no win comes sooner, and no other seat can score less

    def prefers_child(self, ply: int, mover: int) -> bool:
        """Whether the scores of the next ply are better for a seat than those of this ply."""
        new = self.scores[(ply + 1) * self.seats + mover]
        old = self.scores[ply * self.seats + mover]
        if new != old:
            return new > old
        return self.sum_other_scores(ply + 1, mover) < self.sum_other_scores(ply, mover)

    def sum_other_scores(self, ply: int, mover: int) -> int:
        """The sum of the scores of all other seats."""
        total = 0
        for seat in range(self.seats):
            if seat != mover:
                total += self.scores[ply * self.seats + seat]
        return total

    def take_child_line(self, ply: int, move: int) -> None:
        """Copy scores and line of the next ply to this ply, behind the move between them."""
        for seat in range(self.seats):
            self.scores[ply * self.seats + seat] = self.scores[(ply + 1) * self.seats + seat]
        length = self.lengths[ply + 1]
        self.lines[ply * MAX_PLY] = move
        for i in range(length):
            self.lines[ply * MAX_PLY + 1 + i] = self.lines[(ply + 1) * MAX_PLY + i]
        self.lengths[ply] = length + 1

    def score_verdict(self, verdict: int, ply: int, end: int) -> None:
        """Score a finished game that ended at ply `end`."""
        for seat in range(self.seats):
            score = 0
            if verdict != DRAW:
                score = WIN_SCORE - end if seat == verdict else end - WIN_SCORE
            self.scores[ply * self.seats + seat] = score

    def evaluate_leaf(self, position: Position, ply: int) -> None:
        """Evaluate a leaf. With two seats the score of the seat to move gives both."""
        mover = position.to_move
        if self.seats == 2:
            score = self.evaluator.evaluate(position, mover)
            self.scores[ply * 2 + mover] = score
            self.scores[ply * 2 + 1 - mover] = -score
            return
        for seat in range(self.seats):
            self.scores[ply * self.seats + seat] = self.evaluator.evaluate(position, seat)

    def pick_next_move(self, i: int, end: int) -> None:
        """Move the most urgent of the remaining moves to place i; the others keep their order."""
        best = i
        for j in range(i + 1, end):
            if self.ranks[j] > self.ranks[best]:
                best = j
        move = self.moves[best]
        rank = self.ranks[best]
        for j in range(best, i, -1):
            self.moves[j] = self.moves[j - 1]
            self.ranks[j] = self.ranks[j - 1]
        self.moves[i] = move
        self.ranks[i] = rank
