"""Principal-variation search (negamax), pruned by the margins of the game's evaluator."""

from __future__ import annotations

from array import array

import cython

from ludarium.core.evaluator import Evaluator
from ludarium.core.position import MOVE_STACK_SIZE, Position
from ludarium.search.correction_history import CorrectionHistory
from ludarium.search.late_move_reduction import LateMoveReduction
from ludarium.search.move_ordering import MoveOrdering
from ludarium.search.node_scores import NodeScores
from ludarium.search.principal_variations import PrincipalVariations
from ludarium.search.table import TranspositionTable

if not cython.compiled:
    from ludarium.core.bits import mix_bits
    from ludarium.core.constants import (
        DECIDED_SCORE,
        NO_MOVE,
        ONGOING,
        UNKNOWN_ENDING,
        WIN_SCORE,
    )
    from ludarium.search.bounds import (
        BOUND_MASK,
        DEPTH_SHIFT,
        EXACT,
        LOWER_BOUND,
        MAX_PLY,
        MOVE_ROOM,
        MOVE_SHIFT,
        MULTI_CUT,
        NO_ENTRY,
        NO_STATIC_EVAL,
        SCORE_INFINITY,
        SINGULAR_ENTRY_PLIES,
        UPPER_BOUND,
        URGENT_RANK,
    )
    from ludarium.search.move_ordering import pick_next_move
    from ludarium.search.table import (
        entry_cuts_off,
        static_from_entry,
        value_from_table,
        value_to_table,
    )


@cython.final
@cython.cclass
class NegamaxSearch:
    """Searches the tree below a root to a depth.

    Values are from the view of the side to move. With three seats the search is paranoid: the
    root seat is one side, and all other seats together are the other side.
    """

    def __init__(
        self, evaluator: Evaluator, table: TranspositionTable, noise: int = 0, seed: int = 0
    ) -> None:
        self.evaluator = evaluator
        self.table = table
        self.scores = NodeScores(evaluator, noise, seed)
        self.nodes = 0
        self.node_limit = 0
        self.stopped = False  # unwind at once
        self.ordering = MoveOrdering(evaluator)
        self.lines = PrincipalVariations()
        self.corrections = CorrectionHistory()
        self.static_evals = array("i", [NO_STATIC_EVAL]) * MAX_PLY
        self.raw_evals = array("i", [NO_STATIC_EVAL]) * MAX_PLY  # without corrections
        self.excluded_moves = array("I", [NO_MOVE]) * MAX_PLY  # by a search for a singular move
        self.reductions = LateMoveReduction(evaluator)
        self.iteration_depth = 0  # of the root

    def search_node(
        self, position: Position, depth: int, alpha: int, beta: int, ply: int, top: int, pv: bool
    ) -> int:
        """The value of a position: exact inside the window of alpha and beta, else a bound.

        `pv` marks a node of the principal variation, where the value itself is wanted. Other
        nodes only decide on which side of a bound the value lies.
        """
        self.lines.lengths[ply] = 0
        if self.nodes >= self.node_limit:
            self.stopped = True
        if self.stopped:
            return 0
        self.nodes += 1
        if position.verdict != ONGOING:
            return self.scores.score_verdict(position, ply)
        if ply >= MAX_PLY - 1 or top > MOVE_STACK_SIZE - MOVE_ROOM:
            return self.scores.evaluate_position(position)
        if ply:
            # Distance pruning: the best result is a win with this move, the worst a loss now.
            alpha = max(alpha, ply - WIN_SCORE)
            beta = min(beta, WIN_SCORE - ply - 1)
            if alpha >= beta:
                return alpha
        key = self.position_key(position)
        self.table.prefetch_bucket(key)
        if ply:
            move = self.evaluator.winning_move(position)
            if move != NO_MOVE:
                self.lines.set_last_move(ply, move)
                return WIN_SCORE - ply - 1
            if self.evaluator.has_endings and self.scores.noise == 0:
                plies = self.evaluator.plies_to_end(position)
                if plies != UNKNOWN_ENDING:
                    return self.scores.score_ending(position, plies, ply)
        threatened = self.evaluator.is_threatened(position)
        static = NO_STATIC_EVAL
        if not threatened:
            # Evaluated while the bucket is on its way from memory: most of these nodes are new.
            static = self.scores.evaluate_position(position)
        slot = self.table.find_slot(key)
        entry = NO_ENTRY
        if slot >= 0:
            entry = self.table.entry_at(slot)
            value = value_from_table(entry, ply)
            excluded = self.excluded_moves[ply] != NO_MOVE
            if not (pv or excluded) and entry_cuts_off(entry, value, depth, alpha, beta):
                return value
        if threatened and ply < 2 * self.iteration_depth:
            depth += 1
        if threatened and depth <= 0:
            static = self.scores.evaluate_position(position)
        self.raw_evals[ply] = static
        if self.evaluator.corrects_evals and not threatened and ply:
            static += self.corrections.read_points(self.ordering.mix_earlier_move(ply, 1))
            if slot >= 0:
                static = static_from_entry(entry, value, static)
        self.static_evals[ply] = static
        if depth <= 0:
            return self.search_quiescence(
                position, depth, alpha, beta, ply, top, key, entry, static
            )
        # Reverse futility: so far ahead that the opponent would have avoided this position.
        margin = self.evaluator.futility_margin * self.evaluator.reverse_futility_percent // 100
        ahead = static - margin * depth
        if not (pv or threatened) and depth <= 6 and beta <= ahead and beta > -DECIDED_SCORE:
            return static
        end = position.generate(self.ordering.moves, top)
        if end == top:
            position.no_moves_verdict()
            return self.scores.score_verdict(position, ply)
        if threatened and ply:
            end = self.evaluator.keep_defences(position, self.ordering.moves, top, end)
            if end == top:
                return ply + 2 - WIN_SCORE  # no move stops the win
        if end == top + 1 and ply and ply < 2 * self.iteration_depth:
            depth += 1
        elif entry >> MOVE_SHIFT == NO_MOVE and depth >= 4 and ply:
            depth -= 1  # internal reduction: without a hash move the order is poor
        return self.search_moves(
            position, depth, alpha, beta, ply, top, end, pv, threatened, key, entry
        )

    def extend_singular_move(
        self, position: Position, depth: int, beta: int, ply: int, end: int, pv: bool, entry: int
    ) -> int:
        """Singular extension: 1 if the hash move alone holds its value, or MULTI_CUT, or 0.

        A search without the hash move, half as deep, tells how good the others are; -1 if they
        are nearly as good and the node will probably cut off anyway.
        """
        least = self.evaluator.singular_depth
        if least == 0 or depth < least or ply == 0 or ply >= 2 * self.iteration_depth:
            return 0
        value = value_from_table(entry, ply)
        bound = entry & BOUND_MASK
        entry_depth = entry >> DEPTH_SHIFT & 255
        if bound == UPPER_BOUND or entry_depth < depth - SINGULAR_ENTRY_PLIES:
            return 0
        if self.excluded_moves[ply] != NO_MOVE or value > DECIDED_SCORE or value < -DECIDED_SCORE:
            return 0
        limit = value - self.evaluator.singular_margin * depth
        self.excluded_moves[ply] = entry >> MOVE_SHIFT
        found = self.search_node(position, (depth - 1) // 2, limit - 1, limit, ply, end, False)
        self.excluded_moves[ply] = NO_MOVE
        if found < limit:
            return 1
        if limit >= beta and not pv:
            return MULTI_CUT
        return -1 if value >= beta else 0

    def search_moves(
        self,
        position: Position,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        top: int,
        end: int,
        pv: bool,
        threatened: bool,
        key: int,
        entry: int,
    ) -> int:
        """Search the moves of a position, the most promising first."""
        hash_move = entry >> MOVE_SHIFT
        static = self.static_evals[ply]
        excluded = self.excluded_moves[ply]
        extension = 0
        if hash_move != NO_MOVE and end > top + 1:
            extension = self.extend_singular_move(position, depth, beta, ply, end, pv, entry)
            if self.stopped:
                return 0
            if extension == MULTI_CUT:
                return beta
        best = -SCORE_INFINITY
        best_move = NO_MOVE
        first_alpha = alpha
        move_count = 0
        improving = ply < 2 or threatened or static > self.static_evals[ply - 2]
        can_prune = not threatened and ply > 0
        futile = can_prune and not pv and depth <= 4
        futile = futile and static + self.evaluator.futility_margin * (depth + 1) <= alpha
        side = position.to_move
        self.ordering.rank_moves(position, ply, top, end, hash_move)
        for i in range(top, end):
            pick_next_move(self.ordering.moves, self.ordering.ranks, i, end)
            move = self.ordering.moves[i]
            if move == excluded:
                continue
            quiet = self.ordering.ranks[i] < URGENT_RANK
            if ply == 0 and self.lines.current and self.lines.is_taken(position, move):
                continue
            if quiet and can_prune and best > -DECIDED_SCORE:
                # Late-move pruning, then futility pruning: all later moves are quieter still.
                if depth <= 6 and move_count >= self.evaluator.late_move_count * (
                    1 + depth * depth
                ) // (2 - improving):
                    break
                if futile:
                    break
            move_count += 1
            self.ordering.path[ply] = move
            position.play(move)
            switched = self.changes_side(position, side)
            if move_count == 1:
                value = self.search_child(
                    position, depth - 1 + extension, alpha, beta, ply, end, pv, switched
                )
            else:
                reduction = 0
                if depth >= 3 and quiet and not threatened and move_count > 2:
                    reduction = self.reductions.count_plies(
                        depth, move_count, pv, improving, self.ordering.ranks[i]
                    )
                value = self.search_child(
                    position, depth - 1 - reduction, alpha, alpha + 1, ply, end, False, switched
                )
                if value > alpha and reduction:
                    value = self.search_child(
                        position, depth - 1, alpha, alpha + 1, ply, end, False, switched
                    )
                if alpha < value < beta:
                    value = self.search_child(
                        position, depth - 1, alpha, beta, ply, end, pv, switched
                    )
            position.undo()
            if self.stopped:
                return 0
            if value > best:
                best = value
                best_move = move
                if value > alpha:
                    alpha = value
                    self.lines.extend_line(ply, move)
                    if ply == 0:
                        self.lines.keep_root_line(position, value)
            if alpha >= beta:
                if quiet:
                    self.ordering.record_cutoff(ply, depth, top, i)
                break
        if excluded != NO_MOVE:
            return best
        if best == -SCORE_INFINITY:
            return -SCORE_INFINITY  # at the root: other lines have taken all moves
        if self.evaluator.corrects_evals and ply and not threatened:
            mixed = self.ordering.mix_earlier_move(ply, 1)
            self.corrections.learn_value(mixed, self.raw_evals[ply], best, first_alpha, beta, depth)
        if ply or self.lines.current == 0:
            bound = UPPER_BOUND if best <= first_alpha else LOWER_BOUND if best >= beta else EXACT
            self.table.put_entry(key, best_move, value_to_table(best, ply), depth, bound)
        return best

    def search_quiescence(
        self,
        position: Position,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        top: int,
        key: int,
        entry: int,
        static: int,
    ) -> int:
        """Quiescence search: only urgent moves, until the evaluation is stable."""
        if static >= beta or -depth >= self.evaluator.quiescence_depth:
            return static
        end = position.generate(self.ordering.moves, top)
        if end == top:
            position.no_moves_verdict()
            return self.scores.score_verdict(position, ply)
        best = static
        best_move = NO_MOVE
        first_alpha = alpha
        alpha = max(alpha, static)
        side = position.to_move
        end = self.ordering.keep_urgent_moves(position, top, end, entry >> MOVE_SHIFT)
        for i in range(top, end):
            pick_next_move(self.ordering.moves, self.ordering.ranks, i, end)
            move = self.ordering.moves[i]
            self.ordering.path[ply] = move
            position.play(move)
            switched = self.changes_side(position, side)
            value = self.search_child(position, depth - 1, alpha, beta, ply, end, False, switched)
            position.undo()
            if self.stopped:
                return 0
            if value > best:
                best = value
                best_move = move
                if value > alpha:
                    alpha = value
                    self.lines.extend_line(ply, move)
            if alpha >= beta:
                break
        bound = LOWER_BOUND if best >= beta else UPPER_BOUND if best <= first_alpha else EXACT
        self.table.put_entry(key, best_move, value_to_table(best, ply), 0, bound)
        return best

    def search_child(
        self,
        position: Position,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        top: int,
        pv: bool,
        switched: bool,
    ) -> int:
        """The value of the position after a move, from the view of the side that moved."""
        if switched:
            return -self.search_node(position, depth, -beta, -alpha, ply + 1, top, pv)
        return self.search_node(position, depth, alpha, beta, ply + 1, top, pv)

    def position_key(self, position: Position) -> int:
        """The key in the table; with three seats a value also depends on the root seat."""
        wide_seat = self.scores.root_seat
        return position.key() if position.seats == 2 else position.key() ^ mix_bits(wide_seat + 1)

    def changes_side(self, position: Position, before: int) -> bool:
        """Whether the move passed the turn to the other side."""
        return (position.to_move == self.scores.root_seat) != (before == self.scores.root_seat)
