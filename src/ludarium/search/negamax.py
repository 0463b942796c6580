"""Principal-variation search (negamax), pruned by the margins of the game's evaluator."""

from __future__ import annotations

from array import array

import cython

from ludarium.core.evaluator import Evaluator
from ludarium.core.position import MOVE_STACK_SIZE, Position
from ludarium.search.late_move_reduction import LateMoveReduction
from ludarium.search.move_ordering import MoveOrdering
from ludarium.search.principal_variations import PrincipalVariations
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
        DRAWN_SCORE_DIVISOR,
        DRAWN_SCORE_LIMIT,
        EXACT,
        LOWER_BOUND,
        MAX_PLY,
        MOVE_ROOM,
        MOVE_SHIFT,
        NO_STATIC_EVAL,
        SCORE_INFINITY,
        UPPER_BOUND,
        URGENT_RANK,
    )
    from ludarium.search.move_ordering import pick_next_move
    from ludarium.search.table import entry_cuts_off, value_from_table, value_to_table


@cython.final
@cython.cclass
class NegamaxSearch:
    """The search of one thread. Threads share the transposition table and nothing else.

    Values are from the view of the side to move. With three seats the search is paranoid: the
    root seat is one side, and all other seats together are the other side.
    """

    def __init__(
        self, evaluator: Evaluator, table: TranspositionTable, noise: int = 0, seed: int = 0
    ) -> None:
        self.evaluator = evaluator
        self.table = table
        self.noise = noise
        self.seed = seed
        self.nodes = 0
        self.node_limit = 0
        self.stopped = False  # unwind at once
        self.stop_after_depth = False  # finish this depth and start no other
        self.ordering = MoveOrdering(evaluator)
        self.lines = PrincipalVariations()
        self.static_evals = array("i", [NO_STATIC_EVAL]) * MAX_PLY
        self.reductions = LateMoveReduction(evaluator)
        self.root_seat = 0
        self.iteration_depth = 0
        self.completed_depth = 0

    def start_search(self, node_limit: int, lines: int) -> None:
        """Prepare a search of so many lines. From here on another thread may stop it."""
        self.lines.prepare_lines(lines)
        self.restart(node_limit or 1 << 62)

    def restart(self, node_limit: int) -> None:
        """Reset counters, flags and lines in the same memory, without the interpreter lock."""
        self.nodes = 0
        self.node_limit = node_limit
        self.stopped = False
        self.stop_after_depth = False
        self.completed_depth = 0
        self.lines.reset_lines()

    def deepen_iteratively(
        self, position: Position, first_depth: int, last_depth: int, lines: int
    ) -> None:
        """Iterative deepening: find the best lines at growing depth until a limit is reached."""
        self.root_seat = position.to_move
        with cython.nogil:
            self.iterate_depths(position, first_depth, min(last_depth, MAX_PLY // 2), lines)

    def iterate_depths(
        self, position: Position, first_depth: int, last_depth: int, lines: int
    ) -> None:
        for depth in range(first_depth, last_depth + 1):
            if self.stop_after_depth and self.completed_depth:
                return
            self.iteration_depth = depth
            for line in range(lines):
                self.lines.current = line
                self.search_aspiration_window(position, depth)
                if self.stopped:
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
        if depth > 4 and -DECIDED_SCORE < centre < DECIDED_SCORE:
            alpha = centre - width
            beta = centre + width
        while True:
            value = self.search_node(position, depth, alpha, beta, 0, 0, True)
            if self.stopped or alpha < value < beta:
                return value
            if value <= alpha == -SCORE_INFINITY or value >= beta == SCORE_INFINITY:
                return value
            width *= 4
            if value <= alpha:
                alpha = value - width if value - width > -DECIDED_SCORE else -SCORE_INFINITY
            else:
                beta = value + width if value + width < DECIDED_SCORE else SCORE_INFINITY

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
            return self.score_verdict(position, ply)
        if ply >= MAX_PLY - 1 or top > MOVE_STACK_SIZE - MOVE_ROOM:
            return self.evaluate_position(position)
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
            if self.evaluator.has_endings and self.noise == 0:
                plies = self.evaluator.plies_to_end(position)
                if plies != UNKNOWN_ENDING:
                    return self.score_ending(position, plies, ply)
        threatened = self.evaluator.is_threatened(position)
        static = NO_STATIC_EVAL
        if not threatened:
            # Evaluated while the bucket is on its way from memory: most of these nodes are new.
            static = self.evaluate_position(position)
        slot = self.table.find_slot(key)
        hash_move = NO_MOVE
        if slot >= 0:
            entry = self.table.entry_at(slot)
            if static == NO_STATIC_EVAL:
                static = self.table.static_eval_at(slot)
            value = value_from_table(entry, ply)
            if not pv and entry_cuts_off(entry, value, depth, alpha, beta):
                return value
            hash_move = entry >> MOVE_SHIFT
        if threatened and ply < 2 * self.iteration_depth:
            depth += 1
        if static == NO_STATIC_EVAL and depth <= 0:
            static = self.evaluate_position(position)
        self.static_evals[ply] = static
        if depth <= 0:
            return self.search_quiescence(
                position, depth, alpha, beta, ply, top, key, hash_move, static
            )
        # Reverse futility: so far ahead that the opponent would have avoided this position.
        margin = self.evaluator.futility_margin * self.evaluator.reverse_futility_percent // 100
        ahead = static - margin * depth
        if not (pv or threatened) and depth <= 6 and beta <= ahead and beta > -DECIDED_SCORE:
            return static
        end = position.generate(self.ordering.moves, top)
        if end == top:
            position.no_moves_verdict()
            return self.score_verdict(position, ply)
        if threatened and ply:
            end = self.evaluator.keep_defences(position, self.ordering.moves, top, end)
            if end == top:
                return ply + 2 - WIN_SCORE  # no move stops the win
        if end == top + 1 and ply and ply < 2 * self.iteration_depth:
            depth += 1
        elif hash_move == NO_MOVE and depth >= 4 and ply:
            depth -= 1  # internal reduction: without a hash move the order is poor
        return self.search_moves(
            position, depth, alpha, beta, ply, top, end, pv, threatened, key, hash_move, static
        )

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
        hash_move: int,
        static: int,
    ) -> int:
        """Search the moves of a position, the most promising first."""
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
                value = self.search_child(position, depth - 1, alpha, beta, ply, end, pv, switched)
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
        if best == -SCORE_INFINITY:
            return -SCORE_INFINITY  # at the root: other lines have taken all moves
        if ply or self.lines.current == 0:
            bound = UPPER_BOUND if best <= first_alpha else LOWER_BOUND if best >= beta else EXACT
            self.table.put_entry(key, best_move, value_to_table(best, ply), depth, bound, static)
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
        hash_move: int,
        static: int,
    ) -> int:
        """Quiescence search: only urgent moves, until the evaluation is stable."""
        if static >= beta or -depth >= self.evaluator.quiescence_depth:
            return static
        end = position.generate(self.ordering.moves, top)
        if end == top:
            position.no_moves_verdict()
            return self.score_verdict(position, ply)
        best = static
        best_move = NO_MOVE
        first_alpha = alpha
        alpha = max(alpha, static)
        side = position.to_move
        end = self.ordering.keep_urgent_moves(position, top, end, hash_move)
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
        self.table.put_entry(key, best_move, value_to_table(best, ply), 0, bound, static)
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
        wide_seat = self.root_seat
        return position.key() if position.seats == 2 else position.key() ^ mix_bits(wide_seat + 1)

    def changes_side(self, position: Position, before: int) -> bool:
        """Whether the move passed the turn to the other side."""
        return (position.to_move == self.root_seat) != (before == self.root_seat)

    def score_verdict(self, position: Position, ply: int) -> int:
        if position.verdict == DRAW:
            return 0
        won = (position.verdict == self.root_seat) == (position.to_move == self.root_seat)
        return WIN_SCORE - ply if won else ply - WIN_SCORE

    def score_ending(self, position: Position, plies: int, ply: int) -> int:
        """The score of a known ending. In a drawn one the better side still hopes a little."""
        if plies == ENDING_DRAW:
            value = self.evaluate_position(position)
            share = min(abs(value) // DRAWN_SCORE_DIVISOR, DRAWN_SCORE_LIMIT)
            return share if value > 0 else -share
        return WIN_SCORE - ply - plies if plies > 0 else ply - plies - WIN_SCORE

    def evaluate_position(self, position: Position) -> int:
        """The static evaluation; weaker levels add noise, which the seed determines."""
        seat = position.to_move if position.seats == 2 else self.root_seat
        value = self.evaluator.evaluate(position, seat)
        if seat != position.to_move:
            value = -value
        if self.noise:
            wide_seed = self.seed
            width = 2 * self.noise + 1
            wide_noise = mix_bits(position.key() ^ mix_bits(wide_seed)) % width
            noise = wide_noise  # signed in C from here on
            value += noise - self.noise
        return value
