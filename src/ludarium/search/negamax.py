"""The search of every level: principal variations, pruned by what the game's evaluator knows."""

from __future__ import annotations

import math
from array import array

import cython

from ludarium.core.evaluator import Evaluator
from ludarium.core.position import MOVE_STACK, Position, move_stack
from ludarium.search.table import Table

if not cython.compiled:
    from ludarium.core.bits import mixed
    from ludarium.core.terms import DRAW, NO_MOVE, ONGOING
    from ludarium.search.bounds import (
        AT_LEAST,
        AT_MOST,
        BOUND,
        CONTINUATION,
        DECIDED,
        DEEPEST,
        DEPTH,
        EXACT,
        FIRST,
        KILLER,
        LIMIT,
        LOUD,
        MOST_RENOWN,
        MOVE,
        NO_STATIC,
        RENOWN,
        ROOM,
        TOP_RANK,
        WIN,
        WINDOW,
    )
    from ludarium.search.order import bring_forward
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
        self.moves = move_stack()
        self.ranks = array("i", bytes(4 * MOVE_STACK))
        self.history = array("h", bytes(2 * RENOWN))
        self.continuation = array("h", bytes(2 * CONTINUATION))
        self.killers = array("I", [NO_MOVE]) * (2 * DEEPEST)
        self.path = array("I", [NO_MOVE]) * DEEPEST  # the moves played to reach a ply
        self.statics = array("i", [NO_STATIC]) * DEEPEST
        self.reductions = array("i", _reductions())
        # The best line from every ply on, and what was found at the root: several lines of it.
        self.lines = array("I", bytes(4 * DEEPEST * DEEPEST))
        self.lengths = array("i", bytes(4 * DEEPEST))
        self.answers = array("I")
        self.answer_lengths = array("i")
        self.answer_values = array("i")
        self.first_keys = array("Q")  # of the positions after the lines' first moves
        self.kept = array("I")
        self.kept_lengths = array("i")
        self.kept_values = array("i")
        self.hero = 0
        self.depth = 0
        self.reached = 0
        self.line = 0

    def forget(self) -> None:
        """Begin a new game: nothing of the last one guides the order of moves."""
        for i in range(RENOWN):
            self.history[i] = 0
        for i in range(CONTINUATION):
            self.continuation[i] = 0
        for i in range(2 * DEEPEST):
            self.killers[i] = NO_MOVE

    def prepare(self, node_limit: int, lines: int) -> None:
        """Get ready for `deepen`; a thread may stop it from here on."""
        self.nodes = 0
        self.node_limit = node_limit or 1 << 62
        self.stopped = False
        self.enough = False
        self.reached = 0
        self.answers = array("I", [NO_MOVE]) * (lines * DEEPEST)
        self.answer_lengths = array("i", [0]) * lines
        self.answer_values = array("i", [-LIMIT]) * lines
        self.first_keys = array("Q", [0]) * lines
        self.kept = array("I", [NO_MOVE]) * (lines * DEEPEST)
        self.kept_lengths = array("i", [0]) * lines
        self.kept_values = array("i", [-LIMIT]) * lines

    def answer(self, line: int) -> tuple[int, list[int]]:
        """The value and the moves of a line, none if there are fewer.

        Several lines are those of the last depth that was finished: of a depth that is broken off
        some would be missing, or come twice.
        """
        if self.reached and len(self.answer_lengths) > 1:
            values, lengths, moves = self.kept_values, self.kept_lengths, self.kept
        else:
            values, lengths, moves = self.answer_values, self.answer_lengths, self.answers
        return values[line], [moves[line * DEEPEST + i] for i in range(lengths[line])]

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
                self.line = line
                self.aspire(position, depth)
                if self.stopped:
                    return
            self.reached = depth
            self.finish_depth(lines)
            # A win that lies within the depth cannot come sooner, a loss not later.
            if lines == 1 and WIN - abs(self.answer_values[0]) <= depth:
                return

    def aspire(self, position: Position, depth: int) -> int:
        """Search in a narrow window around the last value, widened when it was wrong."""
        width = WINDOW
        centre = self.answer_values[self.line]
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
        self.lengths[ply] = 0
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
                self.lines[ply * DEEPEST] = move
                self.lengths[ply] = 1
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
        end = position.generate(self.moves, top)
        if end == top:
            position.stuck()
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
        self.rank(position, ply, top, end, first)
        for i in range(top, end):
            bring_forward(self.moves, self.ranks, i, end)
            move = self.moves[i]
            quiet = self.ranks[i] < LOUD
            if ply == 0 and self.line and self.taken(position, move):
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
            self.path[ply] = move
            position.play(move)
            turned = self.turned(position, side)
            if tried == 1:
                value = self.child(position, depth - 1, floor, high, ply, end, full, turned)
            else:
                less = 0
                if depth >= 3 and quiet and not threatened and tried > 2:
                    less = self.less(depth, tried, full, better, self.ranks[i])
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
                    self.extend_line(ply, move)
                    if ply == 0:
                        self.keep_answer(position, value)
            if floor >= high:
                if quiet:
                    self.reward(ply, depth, top, i)
                break
        if best == -LIMIT:
            return -LIMIT  # at the root, with all moves taken by other lines
        if ply or self.line == 0:
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
        end = position.generate(self.moves, top)
        if end == top:
            position.stuck()
            return self.verdict(position, ply)
        best = static
        best_move = NO_MOVE
        floor = max(low, static)
        side = position.to_move
        end = self.sift(position, top, end, first)
        for i in range(top, end):
            bring_forward(self.moves, self.ranks, i, end)
            move = self.moves[i]
            self.path[ply] = move
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
                    self.extend_line(ply, move)
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

    def rank(self, position: Position, ply: int, top: int, end: int, first: int) -> None:
        """Order the moves: the best known, urgent ones, killers, those that did well elsewhere."""
        for i in range(top, end):
            move = self.moves[i]
            if move == first:
                self.ranks[i] = FIRST
                continue
            urgency = self.evaluator.urgency(position, move)
            if urgency > 0:
                self.ranks[i] = LOUD + min(urgency, TOP_RANK)
            elif move == self.killers[2 * ply]:
                self.ranks[i] = KILLER + 1
            elif move == self.killers[2 * ply + 1]:
                self.ranks[i] = KILLER
            else:
                self.ranks[i] = self.promise(ply, move) + urgency

    def promise(self, ply: int, move: int) -> int:
        """How often a move was good, anywhere and after the last two."""
        total = self.history[mixed(move) & (RENOWN - 1)]
        if ply:
            total += self.continuation[after(self.path[ply - 1], move)]
        if ply > 1:
            total += self.continuation[after(self.path[ply - 2] ^ 0x5A5A5A5A, move)]
        return total

    def reward(self, ply: int, depth: int, top: int, found: int) -> None:
        """Remember a quiet move that was good enough, and that those before it were not."""
        move = self.moves[found]
        if move != self.killers[2 * ply]:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        bonus = min(16 * depth * depth, 1600)
        for i in range(top, found + 1):
            if self.ranks[i] < LOUD:
                change = bonus if i == found else -bonus
                learn(self.history, mixed(self.moves[i]) & (RENOWN - 1), change)
                if ply:
                    learn(self.continuation, after(self.path[ply - 1], self.moves[i]), change)
                if ply > 1:
                    past = self.path[ply - 2] ^ 0x5A5A5A5A
                    learn(self.continuation, after(past, self.moves[i]), change)

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

    def sift(self, position: Position, top: int, end: int, first: int) -> int:
        """Keep the urgent moves alone and order them; returns the new end."""
        kept = top
        for i in range(top, end):
            move = self.moves[i]
            urgency = self.evaluator.urgency(position, move)
            if urgency > 0:
                self.moves[kept] = move
                self.ranks[kept] = FIRST if move == first else urgency
                kept += 1
        return kept

    def taken(self, position: Position, move: int) -> bool:
        """Whether a better line at the root begins with this move, or with one that is the same."""
        position.play(move)
        key = position.key()
        position.undo()
        for line in range(self.line):
            if self.answers[line * DEEPEST] == move or self.first_keys[line] == key:
                return True
        return False

    def extend_line(self, ply: int, move: int) -> None:
        """The best line from here: this move and the best line after it."""
        length = self.lengths[ply + 1]
        self.lines[ply * DEEPEST] = move
        for i in range(length):
            self.lines[ply * DEEPEST + 1 + i] = self.lines[(ply + 1) * DEEPEST + i]
        self.lengths[ply] = length + 1

    def keep_answer(self, position: Position, value: int) -> None:
        """Keep the line at the root: even of a depth that is broken off it is the best so far."""
        position.play(self.lines[0])
        self.first_keys[self.line] = position.key()
        position.undo()
        at = self.line * DEEPEST
        for i in range(self.lengths[0]):
            self.answers[at + i] = self.lines[i]
        self.answer_lengths[self.line] = self.lengths[0]
        self.answer_values[self.line] = value

    def finish_depth(self, lines: int) -> None:
        """Keep the lines of a depth that was finished."""
        for line in range(lines):
            self.kept_values[line] = self.answer_values[line]
            self.kept_lengths[line] = self.answer_lengths[line]
            for i in range(self.answer_lengths[line]):
                self.kept[line * DEEPEST + i] = self.answers[line * DEEPEST + i]


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


def after(past: int, move: int) -> int:
    """Where the history of a move after another one is kept."""
    wide = past
    return mixed(wide << 32 | move) & (CONTINUATION - 1)


def learn(memory: array[int], at: int, change: int) -> None:
    """Move a counter towards what was seen, the less the further it has gone that way."""
    pull = memory[at] * abs(change)
    memory[at] += change - (pull // MOST_RENOWN if pull > 0 else -(-pull // MOST_RENOWN))
