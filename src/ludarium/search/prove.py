"""Proofs: whether a seat can force a win or cannot escape a loss, without any evaluation."""

from __future__ import annotations

from array import array

import cython

from ludarium.core.position import Position, move_stack
from ludarium.search.table import Table

if not cython.compiled:
    from ludarium.core.bits import mixed
    from ludarium.core.constants import DRAW, NO_MOVE, ONGOING
    from ludarium.search.bounds import (
        AT_LEAST,
        AT_MOST,
        BOUND,
        COMPLETE,
        DECIDED,
        DEPTH,
        EXACT,
        HISTORY,
        LIMIT,
        MOVE,
        WIN,
    )
    from ludarium.search.move_ordering import bring_forward
    from ludarium.search.table import from_table, to_table


@cython.final
@cython.cclass
class Prover:
    """Looks at every continuation to a given depth, for one seat against all the others.

    Values are of that seat: WIN less the plies to the win, the same below zero for a loss, and 0
    for a draw or for what lies deeper; `cut` tells whether anything did.
    """

    def __init__(self, seat: int, node_limit: int, mebibytes: int = 64) -> None:
        self.seat = seat
        self.node_limit = node_limit
        self.nodes = 0
        self.cut = False
        self.table = Table(mebibytes)
        self.moves = move_stack()
        self.ranks = array("i", bytes(4 * len(self.moves)))
        self.history = array("i", bytes(4 * HISTORY))

    def look(self, position: Position, depth: int, low: int = -LIMIT, high: int = LIMIT) -> int:
        """The value of a position to a depth; worthless once `nodes` passes `node_limit`."""
        self.cut = False
        with cython.nogil:
            value = self.search(position, depth, low, high, 0, 0)
        return value  # noqa: RET504  no object of Python can be made without the lock

    def best(self, position: Position) -> int:
        """The move that was best when the position was looked at, NO_MOVE if that is forgotten."""
        entry = self.table.get(position.key())
        return entry >> MOVE if entry else NO_MOVE

    def search(
        self, position: Position, depth: int, low: int, high: int, ply: int, top: int
    ) -> int:
        self.nodes += 1
        if position.verdict != ONGOING:
            return self.verdict(position, ply)
        if depth == 0 or self.nodes > self.node_limit:
            self.cut = True
            return 0
        key = position.key()
        entry = self.table.get(key)
        if entry:
            value = from_table(entry, ply)
            if self.settles(entry, value, depth, low, high):
                if entry >> DEPTH & 255 != COMPLETE and not decided(value):
                    self.cut = True
                return value
        end = position.generate(self.moves, top)
        if end == top:
            position.no_moves_verdict()
            return self.verdict(position, ply)
        first = entry >> MOVE if entry else NO_MOVE
        return self.expand(position, depth, low, high, ply, top, end, key, first)

    def expand(
        self,
        position: Position,
        depth: int,
        low: int,
        high: int,
        ply: int,
        top: int,
        end: int,
        key: int,
        first: int,
    ) -> int:
        """Try the moves of a position, the one that was best before first."""
        cut_before = self.cut
        self.cut = False
        maximise = position.to_move == self.seat
        best = -LIMIT if maximise else LIMIT
        best_move = NO_MOVE
        floor = low
        ceiling = high
        self.rank(top, end, first)
        for i in range(top, end):
            bring_forward(self.moves, self.ranks, i, end)
            move = self.moves[i]
            position.play(move)
            value = self.search(position, depth - 1, floor, ceiling, ply + 1, end)
            position.undo()
            if (value > best) if maximise else (value < best):
                best = value
                best_move = move
            if maximise:
                floor = max(floor, best)
            else:
                ceiling = min(ceiling, best)
            if floor >= ceiling:
                self.history[mixed(move) & (HISTORY - 1)] += depth * depth
                break
        if decided(best):
            self.cut = False  # what lies deeper cannot change it, nor make it come sooner
        if self.nodes <= self.node_limit:
            bound = AT_MOST if best <= low else AT_LEAST if best >= high else EXACT
            reached = depth if self.cut else COMPLETE
            self.table.put(key, best_move, to_table(best, ply), reached, bound)
        self.cut = self.cut or cut_before
        return best

    def verdict(self, position: Position, ply: int) -> int:
        if position.verdict == DRAW:
            return 0
        return WIN - ply if position.verdict == self.seat else ply - WIN

    def settles(self, entry: int, value: int, depth: int, low: int, high: int) -> bool:
        """Whether an entry answers the question, so that the position need not be looked at."""
        bound = entry & BOUND
        deep = entry >> DEPTH & 255 >= depth
        if bound == EXACT and deep:
            return True
        # A win or a loss holds however deep one looks, anything else only to its own depth.
        if bound != AT_MOST and value >= high:
            return deep or value > DECIDED
        if bound != AT_LEAST and value <= low:
            return deep or value < -DECIDED
        return False

    def rank(self, top: int, end: int, first: int) -> None:
        for i in range(top, end):
            move = self.moves[i]
            self.ranks[i] = self.history[mixed(move) & (HISTORY - 1)]
            if move == first:
                self.ranks[i] = 1 << 30


def decided(value: int) -> bool:
    """Whether a value is a win or a loss."""
    return value > DECIDED or value < -DECIDED
