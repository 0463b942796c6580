"""Move ordering: hash move, urgent moves, killer moves, then the history heuristic."""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence

import cython

from ludarium.core.evaluator import Evaluator
from ludarium.core.position import MOVE_STACK_SIZE, Position, new_move_stack

if not cython.compiled:
    from ludarium.core.bits import mix_bits
    from ludarium.core.constants import NO_MOVE
    from ludarium.search.bounds import (
        CONTINUATION_SIZE,
        HASH_MOVE_RANK,
        HISTORY_MAX,
        HISTORY_SIZE,
        KILLER_RANK,
        MAX_PLY,
        MAX_URGENCY,
        URGENT_RANK,
    )


@cython.final
@cython.cclass
class MoveOrdering:
    """The move stack of one search with ranks, killer moves and history counters."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.moves = new_move_stack()
        self.ranks = array("i", bytes(4 * MOVE_STACK_SIZE))
        self.history = array("h", bytes(2 * HISTORY_SIZE))
        self.continuation = array("h", bytes(2 * CONTINUATION_SIZE))
        self.killers = array("I", [NO_MOVE]) * (2 * MAX_PLY)
        self.path = array("I", [NO_MOVE]) * MAX_PLY  # the move played at each ply

    def clear_history(self) -> None:
        """Clear history and killer moves, so that the last game does not affect the next one."""
        for i in range(HISTORY_SIZE):
            self.history[i] = 0
        for i in range(CONTINUATION_SIZE):
            self.continuation[i] = 0
        for i in range(2 * MAX_PLY):
            self.killers[i] = NO_MOVE

    def rank_moves(self, position: Position, ply: int, top: int, end: int, hash_move: int) -> None:
        """Rank moves: the hash move, urgent moves, killer moves, then by history."""
        for i in range(top, end):
            move = self.moves[i]
            if move == hash_move:
                self.ranks[i] = HASH_MOVE_RANK
                continue
            urgency = self.evaluator.move_urgency(position, move)
            if urgency > 0:
                self.ranks[i] = URGENT_RANK + min(urgency, MAX_URGENCY)
            elif move == self.killers[2 * ply]:
                self.ranks[i] = KILLER_RANK + 1
            elif move == self.killers[2 * ply + 1]:
                self.ranks[i] = KILLER_RANK
            else:
                self.ranks[i] = self.history_score(ply, move) + urgency

    def keep_urgent_moves(self, position: Position, top: int, end: int, hash_move: int) -> int:
        """Keep only the urgent moves and rank them; returns the new end."""
        kept = top
        for i in range(top, end):
            move = self.moves[i]
            urgency = self.evaluator.move_urgency(position, move)
            if urgency > 0:
                self.moves[kept] = move
                self.ranks[kept] = HASH_MOVE_RANK if move == hash_move else urgency
                kept += 1
        return kept

    def history_score(self, ply: int, move: int) -> int:
        """The history counters of a move: plain, and as a continuation of the last two moves."""
        total = self.history[mix_bits(move) & (HISTORY_SIZE - 1)]
        if ply:
            total += self.continuation[continuation_index(self.path[ply - 1], move)]
        if ply > 1:
            total += self.continuation[continuation_index(self.path[ply - 2] ^ 0x5A5A5A5A, move)]
        return total

    def record_cutoff(self, ply: int, depth: int, top: int, cutoff_index: int) -> None:
        """Reward the quiet move that caused a beta cutoff and punish the quiet moves before it."""
        move = self.moves[cutoff_index]
        if move != self.killers[2 * ply]:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        bonus = min(self.evaluator.history_bonus * depth * depth, 1600)
        for i in range(top, cutoff_index + 1):
            if self.ranks[i] < URGENT_RANK:
                change = bonus if i == cutoff_index else -bonus
                update_history(self.history, mix_bits(self.moves[i]) & (HISTORY_SIZE - 1), change)
                if ply:
                    update_history(
                        self.continuation,
                        continuation_index(self.path[ply - 1], self.moves[i]),
                        change,
                    )
                if ply > 1:
                    earlier = self.path[ply - 2] ^ 0x5A5A5A5A
                    update_history(
                        self.continuation, continuation_index(earlier, self.moves[i]), change
                    )


def pick_next_move(
    moves: MutableSequence[int], ranks: MutableSequence[int], i: int, end: int
) -> None:
    """Swap the highest-ranked of the remaining moves into place i."""
    best = i
    for j in range(i + 1, end):
        if ranks[j] > ranks[best]:
            best = j
    move = moves[i]
    moves[i] = moves[best]
    moves[best] = move
    rank = ranks[i]
    ranks[i] = ranks[best]
    ranks[best] = rank


def continuation_index(earlier: int, move: int) -> int:
    """The index of the continuation counter of a move after an earlier one."""
    wide = earlier
    return mix_bits(wide << 32 | move) & (CONTINUATION_SIZE - 1)


def update_history(counters: array[int], at: int, change: int) -> None:
    """Add to a counter with decay, which keeps it within HISTORY_MAX."""
    decay = counters[at] * abs(change)
    counters[at] += change - (decay // HISTORY_MAX if decay > 0 else -(-decay // HISTORY_MAX))
