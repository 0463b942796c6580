"""Proofs: whether a seat can force a win or cannot avoid a loss, without evaluation."""

from __future__ import annotations

from array import array

import cython

from ludarium.core.evaluator import Evaluator
from ludarium.core.position import Position, new_move_stack
from ludarium.search.table import TranspositionTable

if not cython.compiled:
    from ludarium.core.bits import mix_bits
    from ludarium.core.constants import (
        DECIDED_SCORE,
        DRAW,
        ENDING_DRAW,
        NO_MOVE,
        ONGOING,
        UNKNOWN_ENDING,
        WIN_SCORE,
    )
    from ludarium.search.bounds import (
        BOUND_MASK,
        COMPLETE_DEPTH,
        DEPTH_SHIFT,
        EXACT,
        LOWER_BOUND,
        MOVE_SHIFT,
        PROOF_HISTORY_SIZE,
        SCORE_INFINITY,
        UPPER_BOUND,
    )
    from ludarium.search.move_ordering import pick_next_move
    from ludarium.search.table import value_from_table, value_to_table


@cython.final
@cython.cclass
class Prover:
    """Searches every continuation to a depth, for one seat against all others.

    Values are from the view of that seat: WIN_SCORE less the plies to a win, the negative of it
    for a loss, and 0 for a draw or an open line. `depth_limited` tells whether a line was open.
    """

    def __init__(
        self,
        seat: int,
        node_limit: int,
        mebibytes: int = 64,
        evaluator: Evaluator | None = None,
    ) -> None:
        self.evaluator = evaluator or Evaluator()  # for its endgame tables only
        self.seat = seat
        self.node_limit = node_limit
        self.nodes = 0
        self.depth_limited = False
        self.table = TranspositionTable(mebibytes)
        self.moves = new_move_stack()
        self.ranks = array("i", bytes(4 * len(self.moves)))
        self.history = array("i", bytes(4 * PROOF_HISTORY_SIZE))

    def search_to_depth(
        self,
        position: Position,
        depth: int,
        alpha: int = -SCORE_INFINITY,
        beta: int = SCORE_INFINITY,
    ) -> int:
        """The value of a position at a depth; invalid once `nodes` passes `node_limit`."""
        self.depth_limited = False
        with cython.nogil:
            value = self.search_node(position, depth, alpha, beta, 0, 0)
        return value  # noqa: RET504  a Python object needs the interpreter lock

    def best_known_move(self, position: Position) -> int:
        """The best move in the table, NO_MOVE if the position has no entry."""
        entry = self.table.get_entry(position.key())
        return entry >> MOVE_SHIFT if entry else NO_MOVE

    def search_node(
        self, position: Position, depth: int, alpha: int, beta: int, ply: int, top: int
    ) -> int:
        self.nodes += 1
        if position.verdict != ONGOING:
            return self.score_verdict(position, ply)
        if self.evaluator.has_endings:
            plies = self.evaluator.plies_to_end(position)
            if plies != UNKNOWN_ENDING:
                return self.score_ending(position, plies, ply)
        if depth == 0 or self.nodes > self.node_limit:
            self.depth_limited = True
            return 0
        key = position.key()
        entry = self.table.get_entry(key)
        if entry:
            value = value_from_table(entry, ply)
            if self.entry_cuts_off(entry, value, depth, alpha, beta):
                if entry >> DEPTH_SHIFT & 255 != COMPLETE_DEPTH and not is_decided(value):
                    self.depth_limited = True
                return value
        end = position.generate(self.moves, top)
        if end == top:
            position.no_moves_verdict()
            return self.score_verdict(position, ply)
        hash_move = entry >> MOVE_SHIFT if entry else NO_MOVE
        return self.search_moves(position, depth, alpha, beta, ply, top, end, key, hash_move)

    def search_moves(
        self,
        position: Position,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        top: int,
        end: int,
        key: int,
        hash_move: int,
    ) -> int:
        """Search the moves of a position, the hash move first."""
        limited_before = self.depth_limited
        self.depth_limited = False
        maximise = position.to_move == self.seat
        best = -SCORE_INFINITY if maximise else SCORE_INFINITY
        best_move = NO_MOVE
        raised_alpha = alpha
        lowered_beta = beta
        self.rank_moves(top, end, hash_move)
        for i in range(top, end):
            pick_next_move(self.moves, self.ranks, i, end)
            move = self.moves[i]
            position.play(move)
            value = self.search_node(position, depth - 1, raised_alpha, lowered_beta, ply + 1, end)
            position.undo()
            if (value > best) if maximise else (value < best):
                best = value
                best_move = move
            if maximise:
                raised_alpha = max(raised_alpha, best)
            else:
                lowered_beta = min(lowered_beta, best)
            if raised_alpha >= lowered_beta:
                self.history[mix_bits(move) & (PROOF_HISTORY_SIZE - 1)] += depth * depth
                break
        if is_decided(best):
            self.depth_limited = False  # no deeper line can change it or end it sooner
        if self.nodes <= self.node_limit:
            bound = UPPER_BOUND if best <= alpha else LOWER_BOUND if best >= beta else EXACT
            proved_depth = depth if self.depth_limited else COMPLETE_DEPTH
            self.table.put_entry(key, best_move, value_to_table(best, ply), proved_depth, bound)
        self.depth_limited = self.depth_limited or limited_before
        return best

    def score_verdict(self, position: Position, ply: int) -> int:
        if position.verdict == DRAW:
            return 0
        return WIN_SCORE - ply if position.verdict == self.seat else ply - WIN_SCORE

    def score_ending(self, position: Position, plies: int, ply: int) -> int:
        if plies == ENDING_DRAW:
            return 0
        won = (plies > 0) == (position.to_move == self.seat)
        return WIN_SCORE - ply - abs(plies) if won else ply + abs(plies) - WIN_SCORE

    def entry_cuts_off(self, entry: int, value: int, depth: int, alpha: int, beta: int) -> bool:
        """Whether a table entry settles the window, so that no search is needed."""
        bound = entry & BOUND_MASK
        deep_enough = entry >> DEPTH_SHIFT & 255 >= depth
        if bound == EXACT and deep_enough:
            return True
        # A win or a loss holds at any depth, another value only to its own depth.
        if bound != UPPER_BOUND and value >= beta:
            return deep_enough or value > DECIDED_SCORE
        if bound != LOWER_BOUND and value <= alpha:
            return deep_enough or value < -DECIDED_SCORE
        return False

    def rank_moves(self, top: int, end: int, hash_move: int) -> None:
        for i in range(top, end):
            move = self.moves[i]
            self.ranks[i] = self.history[mix_bits(move) & (PROOF_HISTORY_SIZE - 1)]
            if move == hash_move:
                self.ranks[i] = 1 << 30


def is_decided(value: int) -> bool:
    """Whether a value is a win or a loss."""
    return value > DECIDED_SCORE or value < -DECIDED_SCORE
