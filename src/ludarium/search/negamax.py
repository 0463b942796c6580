"""The search of every level: principal variations, pruned by what the game's evaluator knows."""

from __future__ import annotations

import math
from array import array

import cython

from ludarium.core.evaluator import Evaluator
from ludarium.core.position import MOVE_STACK, Position
from ludarium.search.move_ordering import Order
from ludarium.search.principal_variations import Lines
from ludarium.search.table import Table

if not cython.compiled:
    from ludarium.core.bits import mixed
    from ludarium.core.constants import DRAW, NO_MOVE, ONGOING
    from ludarium.search.bounds import (
        AT_LEAST,
        AT_MOST,
        BOUND,
        DECIDED,
        DEEPEST,
        DEPTH,
        EXACT,
        LIMIT,
        LOUD,
        MOVE,
        NO_STATIC,
        ROOM,
        WIN,
        WINDOW,
    )
    from ludarium.search.move_ordering import bring_forward
    from ludarium.search.table import from_table, to_table


def _reductions() -> list[int]:
    """By how many plies the n-th move at a depth is looked at less deeply, in hundredths."""
    logs = [0.0, *(math.log(i) for i in range(1, 64))]
    return [int(40 + 44 * logs[depth] * logs[n]) for depth in range(64) for n in range(64)]


@cython.final
@cython.cclass
class Negamax:
    """One thread's search, with its own memory; threads share the table alone.

    Values are of the side to move. With three seats the one that thinks is a side of its own and
    the others together are the other: it fears that they play against it.
    """

    def __init__(self, evaluator: Evaluator, table: Table, noise: int = 0, seed: int = 0) -> None:
        self.evaluator = evaluator
        self.table = table
        self.noise = noise
        self.seed = seed
        self.nodes = 0
        self.node_limit = 0
        self.stopped = False  # leave everything and come back
        self.enough = False  # finish this depth, begin no other
        self.order = Order(evaluator)
        self.lines = Lines()
        self.statics = array("i", [NO_STATIC]) * DEEPEST
        self.reductions = array("i", _reductions())
        self.hero = 0
        self.depth = 0
        self.reached = 0

    def prepare(self, node_limit: int, lines: int) -> None:
        """Get ready for `deepen`; a thread may stop it from here on."""
        self.nodes = 0
        self.node_limit = node_limit or 1 << 62
        self.stopped = False
        self.enough = False
        self.reached = 0
        self.lines.prepare(lines)

    def deepen(self, position: Position, first: int, last: int, lines: int) -> None:
        """Look deeper and deeper, until the last depth or a limit, for the best lines."""
        self.hero = position.to_move
        with cython.nogil:
            self.iterate(position, first, min(last, DEEPEST // 2), lines)

    def iterate(self, position: Position, first: int, last: int, lines: int) -> None:
        for depth in range(first, last + 1):
            if self.enough and self.reached:
                return
            self.depth = depth
            for line in range(lines):
                self.lines.current = line
                self.aspire(position, depth)
                if self.stopped:
                    return
            self.reached = depth
            self.lines.finish_depth(lines)
            # A win that lies within the depth cannot come sooner, a loss not later.
            if lines == 1 and WIN - abs(self.lines.answer_values[0]) <= depth:
                return

    def aspire(self, position: Position, depth: int) -> int:
        """Search in a narrow window around the last value, widened when it was wrong."""
        width = WINDOW
        centre = self.lines.answer_values[self.lines.current]
        low = -LIMIT
        high = LIMIT
        if depth > 4 and -DECIDED < centre < DECIDED:
            low = centre - width
            high = centre + width
        while True:
            value = self.search(position, depth, low, high, 0, 0, True)
            if self.stopped or low < value < high:
                return value
            if value <= low == -LIMIT or value >= high == LIMIT:
                return value
            width *= 4
            if value <= low:
                low = value - width if value - width > -DECIDED else -LIMIT
            else:
                high = value + width if value + width < DECIDED else LIMIT

    def search(
        self, position: Position, depth: int, low: int, high: int, ply: int, top: int, full: bool
    ) -> int:
        """The value of a position; exact within the window, beyond it a bound.

        `full` tells that the value itself is wanted, not only on which side of a bound it lies.
        """
        self.lines.lengths[ply] = 0
        if self.nodes >= self.node_limit:
            self.stopped = True
        if self.stopped:
            return 0
        self.nodes += 1
        if position.verdict != ONGOING:
            return self.verdict(position, ply)
        if ply >= DEEPEST - 1 or top > MOVE_STACK - ROOM:
            return self.judge(position)
        if ply:
            # Nothing is better than to win with this move, nothing worse than to have lost.
            low = max(low, ply - WIN)
            high = min(high, WIN - ply - 1)
            if low >= high:
                return low
        key = self.key(position)
        self.table.expect(key)
        if ply:
            move = self.evaluator.winning(position)
            if move != NO_MOVE:
                self.lines.end(ply, move)
                return WIN - ply - 1
        at = self.table.find(key)
        first = NO_MOVE
        static = NO_STATIC
        if at >= 0:
            entry = self.table.entry(at)
            static = self.table.static(at)
            value = from_table(entry, ply)
            if not full and settles(entry, value, depth, low, high):
                return value
            first = entry >> MOVE
        threatened = self.evaluator.threatened(position)
        if threatened and ply < 2 * self.depth:
            depth += 1
        if static == NO_STATIC and not (threatened and depth > 0):
            static = self.judge(position)
        self.statics[ply] = static
        if depth <= 0:
            return self.settle(position, depth, low, high, ply, top, key, first, static)
        # So far ahead that the opponent would have avoided this position.
        ahead = static - self.evaluator.margin * depth
        if not (full or threatened) and depth <= 6 and high <= ahead and high > -DECIDED:
            return static
        end = position.generate(self.order.moves, top)
        if end == top:
            position.no_moves_verdict()
            return self.verdict(position, ply)
        if end == top + 1 and ply and ply < 2 * self.depth:
            depth += 1
        elif first == NO_MOVE and depth >= 4 and ply:
            depth -= 1  # without a good guess of the best move a deep look is wasteful
        return self.expand(
            position, depth, low, high, ply, top, end, full, threatened, key, first, static
        )

    def expand(
        self,
        position: Position,
        depth: int,
        low: int,
        high: int,
        ply: int,
        top: int,
        end: int,
        full: bool,
        threatened: bool,
        key: int,
        first: int,
        static: int,
    ) -> int:
        """Try the moves of a position, the most promising first."""
        best = -LIMIT
        best_move = NO_MOVE
        floor = low
        tried = 0
        better = ply < 2 or threatened or static > self.statics[ply - 2]
        prunes = not threatened and ply > 0
        side = position.to_move
        self.order.rank(position, ply, top, end, first)
        for i in range(top, end):
            bring_forward(self.order.moves, self.order.ranks, i, end)
            move = self.order.moves[i]
            quiet = self.order.ranks[i] < LOUD
            if ply == 0 and self.lines.current and self.lines.taken(position, move):
                continue
            if quiet and prunes and best > -DECIDED:
                # All that follow are quieter still.
                if depth <= 6 and tried >= self.evaluator.late * (1 + depth * depth) // (
                    2 - better
                ):
                    break
                if not full and depth <= 4 and static + self.evaluator.margin * (depth + 1) <= low:
                    break
            tried += 1
            self.order.path[ply] = move
            position.play(move)
            turned = self.turned(position, side)
            if tried == 1:
                value = self.child(position, depth - 1, floor, high, ply, end, full, turned)
            else:
                less = 0
                if depth >= 3 and quiet and not threatened and tried > 2:
                    less = self.less(depth, tried, full, better, self.order.ranks[i])
                value = self.child(
                    position, depth - 1 - less, floor, floor + 1, ply, end, False, turned
                )
                if value > floor and less:
                    value = self.child(
                        position, depth - 1, floor, floor + 1, ply, end, False, turned
                    )
                if floor < value < high:
                    value = self.child(position, depth - 1, floor, high, ply, end, full, turned)
            position.undo()
            if self.stopped:
                return 0
            if value > best:
                best = value
                best_move = move
                if value > floor:
                    floor = value
                    self.lines.extend(ply, move)
                    if ply == 0:
                        self.lines.keep(position, value)
            if floor >= high:
                if quiet:
                    self.order.reward(ply, depth, top, i)
                break
        if best == -LIMIT:
            return -LIMIT  # at the root, with all moves taken by other lines
        if ply or self.lines.current == 0:
            bound = AT_MOST if best <= low else AT_LEAST if best >= high else EXACT
            self.table.put(key, best_move, to_table(best, ply), depth, bound, static)
        return best

    def settle(
        self,
        position: Position,
        depth: int,
        low: int,
        high: int,
        ply: int,
        top: int,
        key: int,
        first: int,
        static: int,
    ) -> int:
        """Look at urgent moves alone, until nothing upsets the evaluation any more."""
        if static >= high or -depth >= self.evaluator.tail:
            return static
        end = position.generate(self.order.moves, top)
        if end == top:
            position.no_moves_verdict()
            return self.verdict(position, ply)
        best = static
        best_move = NO_MOVE
        floor = max(low, static)
        side = position.to_move
        end = self.order.sift(position, top, end, first)
        for i in range(top, end):
            bring_forward(self.order.moves, self.order.ranks, i, end)
            move = self.order.moves[i]
            self.order.path[ply] = move
            position.play(move)
            turned = self.turned(position, side)
            value = self.child(position, depth - 1, floor, high, ply, end, False, turned)
            position.undo()
            if self.stopped:
                return 0
            if value > best:
                best = value
                best_move = move
                if value > floor:
                    floor = value
                    self.lines.extend(ply, move)
            if floor >= high:
                break
        bound = AT_LEAST if best >= high else AT_MOST if best <= low else EXACT
        self.table.put(key, best_move, to_table(best, ply), 0, bound, static)
        return best

    def child(
        self,
        position: Position,
        depth: int,
        low: int,
        high: int,
        ply: int,
        top: int,
        full: bool,
        turned: bool,
    ) -> int:
        """The value of the position after a move for the side that made it."""
        if turned:
            return -self.search(position, depth, -high, -low, ply + 1, top, full)
        return self.search(position, depth, low, high, ply + 1, top, full)

    def key(self, position: Position) -> int:
        """The position's key; with three seats a value also depends on who thinks."""
        salt = self.hero
        return position.key() if position.seats == 2 else position.key() ^ mixed(salt + 1)

    def turned(self, position: Position, before: int) -> bool:
        """Whether the other side is to move now."""
        return (position.to_move == self.hero) != (before == self.hero)

    def verdict(self, position: Position, ply: int) -> int:
        if position.verdict == DRAW:
            return 0
        won = (position.verdict == self.hero) == (position.to_move == self.hero)
        return WIN - ply if won else ply - WIN

    def judge(self, position: Position) -> int:
        """The static evaluation, for weaker levels with some noise that follows from the seed."""
        seat = position.to_move if position.seats == 2 else self.hero
        value = self.evaluator.judge(position, seat)
        if seat != position.to_move:
            value = -value
        if self.noise:
            salt = self.seed
            width = 2 * self.noise + 1
            chance = mixed(position.key() ^ mixed(salt)) % width
            drawn = chance  # signed from here on
            value += drawn - self.noise
        return value

    def less(self, depth: int, tried: int, full: bool, better: bool, rank: int) -> int:
        """By how many plies a late quiet move is looked at less deeply."""
        hundredths = self.reductions[64 * min(depth, 63) + min(tried, 63)]
        if not full:
            hundredths += 60
        if not better:
            hundredths += 50
        hundredths -= max(-100, min(rank // 20 if rank > 0 else -(-rank // 20), 100))
        plies = max(hundredths, 0) * self.evaluator.reduction // 10_000
        return min(plies, depth - 2)


def settles(entry: int, value: int, depth: int, low: int, high: int) -> bool:
    """Whether an entry answers the question, so that the position need not be looked at."""
    bound = entry & BOUND
    deep = entry >> DEPTH & 255
    if value > DECIDED or value < -DECIDED:
        deep = 255  # a win or a loss holds however deep one looks
    if deep < depth:
        return False
    if value >= high:
        return bound != AT_MOST
    if value <= low:
        return bound != AT_LEAST
    return bound == EXACT
