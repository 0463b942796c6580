"""Max-n: a search for three or more seats, every one of which plays for itself."""

from __future__ import annotations

import time
from array import array
from threading import Timer

import cython

from ludarium.core.evaluator import Evaluator
from ludarium.core.legal_moves import legal
from ludarium.core.position import MOVE_STACK, Position, move_stack
from ludarium.search.limits import Limits
from ludarium.search.searcher import Finding, Line

if not cython.compiled:
    from ludarium.core.constants import DRAW, NO_MOVE, ONGOING
    from ludarium.search.bounds import DEEPEST, ROOM, WIN


@cython.final
@cython.cclass
class Maxn:
    """Looks at positions to growing depth; a value is a row of scores, one for each seat.

    A seat that moves takes the highest of its own scores, among equals what leaves least to the
    others. Every node looks at the `width` most urgent moves only, if that is not 0; the root at
    all of them once, and then at those that scored best.
    """

    def __init__(self, evaluator: Evaluator, width: int = 0) -> None:
        self.evaluator = evaluator
        self.width = width
        self.seats = 0
        self.nodes = 0
        self.node_limit = 0
        self.stopped = False
        self.cut = False  # whether anything lay deeper
        self.moves = move_stack()
        self.ranks = array("i", bytes(4 * MOVE_STACK))
        self.scores = array("i")  # of every ply, for all seats
        # The best line from every ply on.
        self.lines = array("I", bytes(4 * DEEPEST * DEEPEST))
        self.lengths = array("i", bytes(4 * DEEPEST))

    def think(self, position: Position, limits: Limits) -> Finding:
        """The best lines of a game that has not ended; the position stays as it is.

        Nodes are the positions below the root; a depth that is not finished does not count.
        """
        began = time.monotonic()
        self.seats = position.seats
        self.scores = array("i", bytes(4 * DEEPEST * self.seats))
        self.nodes = 0
        self.node_limit = limits.nodes or 1 << 62
        self.stopped = False
        clock = Timer(limits.seconds, self.stop) if limits.seconds else None
        if clock:
            clock.start()
        try:
            lines, depth = self._deepen(position.copy(), limits)
        finally:
            if clock:
                clock.cancel()
                clock.join()  # or it might stop the next thought
        lines = lines or [Line(0, legal(position)[:1])]
        return Finding(lines[: max(limits.lines, 1)], depth, self.nodes, time.monotonic() - began)

    def stop(self) -> None:
        """End `think`, called from another thread, with what it has found so far."""
        self.stopped = True

    def forget(self) -> None:
        """Begin a new game; nothing is kept from move to move anyway."""

    def _deepen(self, position: Position, limits: Limits) -> tuple[list[Line], int]:
        found: list[Line] = []
        moves = legal(position)
        for depth in range(1, min(limits.depth or DEEPEST, DEEPEST - 2) + 1):
            self.cut = False
            lines = self._try_all(position, moves, depth)
            if self.stopped:
                # A first depth that was not finished is better than nothing.
                return found or lines, depth - 1
            found = lines
            # A win that lies within the depth cannot come sooner.
            if not self.cut or WIN - found[0].score <= depth:
                return found, depth
            moves = [line.moves[0] for line in found]
            if self.width:
                moves = moves[: max(self.width, limits.lines)]
        return found, depth

    def _try_all(self, position: Position, moves: list[int], depth: int) -> list[Line]:
        """The lines that begin with these moves, best first, as many as the limits allow."""
        mover = position.to_move
        found: list[tuple[int, int, int, Line]] = []
        for move in moves:
            position.play(move)
            self.look(position, depth - 1)
            if not self.stopped:
                own = self.scores[self.seats + mover]
                line = Line(own, [move, *self.best_line()])
                found.append((-own, self.others(1, mover), len(found), line))
            position.undo()
        return [line for _, _, _, line in sorted(found)]

    def best_line(self) -> list[int]:
        return list(self.lines[DEEPEST : DEEPEST + self.lengths[1]])

    def look(self, position: Position, depth: int) -> None:
        """Find the scores of a position one ply below the root."""
        with cython.nogil:
            self.search(position, depth, 1, 0)

    def search(self, position: Position, depth: int, ply: int, top: int) -> None:
        if self.stopped or self.nodes >= self.node_limit:
            self.stopped = True
            return
        self.nodes += 1
        self.lengths[ply] = 0
        if position.verdict != ONGOING:
            self.award(position.verdict, ply, ply)
            return
        win = self.evaluator.winning(position)
        if win != NO_MOVE:
            self.lines[ply * DEEPEST] = win
            self.lengths[ply] = 1
            self.award(position.to_move, ply, ply + 1)
            return
        if depth == 0 or top > MOVE_STACK - ROOM:
            self.cut = True
            self.judge(position, ply)
            return
        end = position.generate(self.moves, top)
        if end == top:
            position.no_moves_verdict()
            self.award(position.verdict, ply, ply)
            return
        self.expand(position, depth, ply, top, end)

    def expand(self, position: Position, depth: int, ply: int, top: int, end: int) -> None:
        """Try the moves of a position, the most urgent first."""
        mover = position.to_move
        last = end
        if self.width > 0:
            last = min(end, top + self.width)
        for i in range(top, end):
            self.ranks[i] = self.evaluator.urgency(position, self.moves[i])
        for i in range(top, last):
            self.bring_forward(i, end)
            position.play(self.moves[i])
            self.search(position, depth - 1, ply + 1, end)
            position.undo()
            if self.stopped:
                return
            if i == top or self.better(ply, mover):
                self.keep(ply, self.moves[i])
            if self.scores[ply * self.seats + mover] == WIN - ply - 1:
                return  # no win comes sooner, and the others can get no less

    def better(self, ply: int, mover: int) -> bool:
        """Whether a seat likes the scores of the next ply better than those of this one."""
        new = self.scores[(ply + 1) * self.seats + mover]
        old = self.scores[ply * self.seats + mover]
        if new != old:
            return new > old
        return self.others(ply + 1, mover) < self.others(ply, mover)

    def others(self, ply: int, mover: int) -> int:
        """The sum of the scores of all seats but one."""
        total = 0
        for seat in range(self.seats):
            if seat != mover:
                total += self.scores[ply * self.seats + seat]
        return total

    def keep(self, ply: int, move: int) -> None:
        """Take over scores and line of the next ply, after a move."""
        for seat in range(self.seats):
            self.scores[ply * self.seats + seat] = self.scores[(ply + 1) * self.seats + seat]
        length = self.lengths[ply + 1]
        self.lines[ply * DEEPEST] = move
        for i in range(length):
            self.lines[ply * DEEPEST + 1 + i] = self.lines[(ply + 1) * DEEPEST + i]
        self.lengths[ply] = length + 1

    def award(self, verdict: int, ply: int, end: int) -> None:
        """Score a game that is over after so many plies."""
        for seat in range(self.seats):
            score = 0
            if verdict != DRAW:
                score = WIN - end if seat == verdict else end - WIN
            self.scores[ply * self.seats + seat] = score

    def judge(self, position: Position, ply: int) -> None:
        """Ask the evaluator, with two seats about the one to move only."""
        mover = position.to_move
        if self.seats == 2:
            score = self.evaluator.judge(position, mover)
            self.scores[ply * 2 + mover] = score
            self.scores[ply * 2 + 1 - mover] = -score
            return
        for seat in range(self.seats):
            self.scores[ply * self.seats + seat] = self.evaluator.judge(position, seat)

    def bring_forward(self, i: int, end: int) -> None:
        """Put the most urgent of the moves left in place i; the others keep their order."""
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
