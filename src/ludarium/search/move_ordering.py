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
        after_last = self.mix_earlier_move(ply, 1)
        after_own = self.mix_earlier_move(ply, 2)
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
                self.ranks[i] = self.history_score(move, after_last, after_own) + urgency

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

    def history_score(self, move: int, after_last: int, after_own: int) -> int:
        """The history counters of a move: plain, and as a continuation of the last two moves."""
        mixed = mix_bits(move)
        total = self.history[mixed & (HISTORY_SIZE - 1)]
        total += self.continuation[(mixed ^ after_last) & (CONTINUATION_SIZE - 1)]
        return total + self.continuation[(mixed ^ after_own) & (CONTINUATION_SIZE - 1)]

    def mix_earlier_move(self, ply: int, back: int) -> int:
        """Mixed bits of the move `back` plies ago, which choose the counters of what follows it."""
        wide = NO_MOVE
        if ply >= back:
            wide = self.path[ply - back]
        return mix_bits(wide ^ back << 32)

    def record_cutoff(self, ply: int, depth: int, top: int, cutoff_index: int) -> None:
        """Reward the quiet move that caused a beta cutoff and punish the quiet moves before it."""
        move = self.moves[cutoff_index]
        if move != self.killers[2 * ply]:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        bonus = min(self.evaluator.history_bonus * depth * depth, 1600)
        after_last = self.mix_earlier_move(ply, 1)
        after_own = self.mix_earlier_move(ply, 2)
        for i in range(top, cutoff_index + 1):
            if self.ranks[i] < URGENT_RANK:
                change = bonus if i == cutoff_index else -bonus
                mixed = mix_bits(self.moves[i])
                update_history(self.history, mixed & (HISTORY_SIZE - 1), change)
                at = (mixed ^ after_last) & (CONTINUATION_SIZE - 1)
                update_history(self.continuation, at, change)
                at = (mixed ^ after_own) & (CONTINUATION_SIZE - 1)
                update_history(self.continuation, at, change)


def pick_next_move(
    moves: MutableSequence[int], ranks: MutableSequence[int], i: int, end: int
) -> None:
    """Swap the highest-ranked of the remaining moves into place i."""
    best = i
    best_rank = ranks[i]
    for j in range(i + 1, end):
        rank = ranks[j]
        # Both or neither: as assignments of C these need no branch, which would often go wrong.
        best = j if rank > best_rank else best
        best_rank = max(best_rank, rank)
    move = moves[i]
    moves[i] = moves[best]
    moves[best] = move
    ranks[best] = ranks[i]
    ranks[i] = best_rank


def update_history(counters: array[int], at: int, change: int) -> None:
    """Add to a counter with decay, which keeps it within HISTORY_MAX."""
    decay = counters[at] * abs(change)
    counters[at] += change - (decay // HISTORY_MAX if decay > 0 else -(-decay // HISTORY_MAX))
