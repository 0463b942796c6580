"""Skysummit: the evaluator, by heights, ways up and wins in one."""

from __future__ import annotations

import cython

from ludarium.core.evaluator import Evaluator, Features
from ludarium.core.network import Weights
from ludarium.core.position import MoveStack, Position
from ludarium.core.scene import cell_name
from ludarium.games.skysummit.board import SIZE, neighbour_mask, symmetric_cells
from ludarium.games.skysummit.rules import SkysummitPosition

if not cython.compiled:
    from ludarium.core.bits import count_bits, lowest_bit
    from ludarium.core.constants import NO_FEATURE, NO_MOVE
    from ludarium.games.skysummit.board import (
        BUILD_SHIFT,
        CELL_MASK,
        CELLS,
        DOME,
        NO_CELL,
        PLACE_FLAG,
        SUMMIT,
        TARGET_SHIFT,
        WORKER_SHIFT,
    )

# Features: the level of every cell; own and rival workers by cell and level; and, close to the
# turn limit, the result there by the plies left.
CELL_LEVELS = 5
WORKER_LEVELS = 3  # levels of a worker while the game runs
OWN_WORKERS_AT = 125
RIVAL_WORKERS_AT = 200
LIMIT_AT = 275
LAST_PLIES = 16
INPUTS = 323
SLOTS = 30  # cells, workers, limit

# The hand-written score, in points of which 400 make odds of e to 1: rounded from a fit to results
# of self-play. The step to a summit, which the fit left out, and LIMIT_SCORE are guesses.
LEVEL_SCORE = [0, 70, 200]  # of a worker, by its level
CLIMB_SCORE = [35, 130, 420]  # for each step one level up, by the worker's level
FLAT_STEP_SCORE = [5, 65, 260]  # for each step on the same level
CENTRE_SCORE = [0, 45, 60]  # by distance from the edge
BLOCKED_PENALTY = 70  # a worker that cannot step
UNWATCHED_SCORE = 100  # a worker on level 2 with no rival within two steps
TEMPO_SCORE = 45  # for the seat to move
LIMIT_SCORE = 50  # for a win at the limit, times the plies it is closer than LAST_PLIES

# Urgencies: above 0 for a move that makes or stops a win in one.
SUMMIT_URGENCY = 2000
STOP_URGENCY = 1000
THREAT_URGENCY = 500
QUIET_URGENCY = -200

NEIGHBOURS = [neighbour_mask(cell) for cell in range(25)]


def step_distance(cell: int, other: int) -> int:
    """Steps from one cell to another on an empty board."""
    return max(abs(cell // SIZE - other // SIZE), abs(cell % SIZE - other % SIZE))


WITHIN_TWO_STEPS = [
    sum(1 << other for other in range(25) if step_distance(cell, other) <= 2) for cell in range(25)
]
EDGE_DISTANCE = [2 - step_distance(cell, 12) for cell in range(25)]


@cython.final
@cython.cclass
class SkysummitEvaluator(Evaluator):
    """Scores heights first, then ways up; bit masks find wins in one."""

    position_class = SkysummitPosition

    def __init__(self, weights: Weights | None = None) -> None:
        super().__init__(INPUTS, SLOTS, weights)
        # Found by `ludarium tune` at 5 000, then at 20 000 nodes a move.
        self.futility_margin = 144
        self.reverse_futility_percent = 34
        self.late_move_count = 12
        self.reduction_percent = 46
        self.worse_move_reduction = 30
        self.history_reduction = 54
        self.history_bonus = 1
        self.aspiration_window = 5
        self.singular_depth = 5
        self.corrects_evals = True

    def by_hand(self, position: Position, seat: int) -> int:
        return self.score_by_hand(cython.cast(SkysummitPosition, position), seat)

    def fill_features(self, position: Position, seat: int, out: Features) -> None:
        self.fill_slots(cython.cast(SkysummitPosition, position), seat, out)

    def move_urgency(self, position: Position, move: int) -> int:
        if move & PLACE_FLAG:
            return self.rate_placement(move)
        return self.rate_move(cython.cast(SkysummitPosition, position), move)

    def winning_move(self, position: Position) -> int:
        """A step to the summit; wins by blocking or at the limit are not found."""
        return self.summit_step(cython.cast(SkysummitPosition, position), position.to_move)

    def is_threatened(self, position: Position) -> bool:
        """Whether the other seat has a step to the summit."""
        other = position.to_move ^ 1
        return self.summit_step(cython.cast(SkysummitPosition, position), other) != NO_MOVE

    def keep_defences(self, position: Position, moves: MoveStack, top: int, end: int) -> int:
        """Only a dome stops a step to the summit, and only if there is one such summit."""
        return self.keep_domes(cython.cast(SkysummitPosition, position), moves, top, end)

    def feature_symmetries(self) -> list[list[int]]:
        """The seven rotations and reflections of the square."""
        return [
            feature_permutation([symmetric_cells(cell)[way] for cell in range(25)])
            for way in range(1, 8)
        ]

    def feature_names(self) -> list[str]:
        cells = [cell_name(*divmod(cell, SIZE), SIZE) for cell in range(25)]
        names = [f"{cell}: level {level}" for cell in cells for level in range(CELL_LEVELS)]
        names += [
            f"{cell}: {owner} worker on level {level}"
            for owner in ("own", "rival")
            for cell in cells
            for level in range(WORKER_LEVELS)
        ]
        standings = ("behind", "level", "ahead")
        return names + [
            f"{left} plies to the limit, {standing}"
            for left in range(LAST_PLIES)
            for standing in standings
        ]

    def summit_step(self, position: SkysummitPosition, seat: int) -> int:
        """The seat's step to the summit, or NO_MOVE; no worker is on one while the game runs."""
        summits = position.above[SUMMIT] & ~position.above[DOME]
        if summits:
            for worker in range(2 * seat, 2 * seat + 2):
                source = position.where[worker]
                targets = NEIGHBOURS[source] & summits
                if targets and position.height[source] == SUMMIT - 1:
                    step = worker << WORKER_SHIFT | NO_CELL << BUILD_SHIFT | source
                    return step | lowest_bit(targets) << TARGET_SHIFT
        return NO_MOVE

    def keep_domes(self, position: SkysummitPosition, moves: MoveStack, top: int, end: int) -> int:
        """Keep the moves that cover the one summit in reach of the other seat."""
        if position.ply + 1 >= position.turn_limit:
            return end  # the limit comes first
        summits = position.above[SUMMIT] & ~position.above[DOME]
        targets = 0
        other = 2 * (position.to_move ^ 1)
        for worker in range(other, other + 2):
            source = position.where[worker]
            if position.height[source] == SUMMIT - 1:
                targets |= NEIGHBOURS[source] & summits
        if targets & (targets - 1):
            return top  # two summits, and one dome
        kept = top
        for i in range(top, end):
            if targets >> (moves[i] >> BUILD_SHIFT & CELL_MASK) & 1:
                moves[kept] = moves[i]
                kept += 1
        return kept

    def score_by_hand(self, position: SkysummitPosition, seat: int) -> int:
        if position.ply < 2:
            return 0  # some workers are not placed yet
        score = self.score_workers(position, seat) - self.score_workers(position, seat ^ 1)
        left = position.turn_limit - position.ply
        if left < LAST_PLIES:
            score += (self.limit_result(position, seat) - 1) * LIMIT_SCORE * (LAST_PLIES - left)
        return score + TEMPO_SCORE if seat == position.to_move else score - TEMPO_SCORE

    def score_workers(self, position: SkysummitPosition, seat: int) -> int:
        """The score of a seat's two workers."""
        occupied = position.occupied_cells()
        rivals = 2 * (seat ^ 1)
        score = 0
        for worker in range(2 * seat, 2 * seat + 2):
            cell = position.where[worker]
            level = position.height[cell]
            ways = NEIGHBOURS[cell] & ~occupied & ~position.above[level + 2]
            score += LEVEL_SCORE[level] + CENTRE_SCORE[EDGE_DISTANCE[cell]]
            score += CLIMB_SCORE[level] * count_bits(ways & position.above[level + 1])
            flat = ways & position.above[level] & ~position.above[level + 1]
            score += FLAT_STEP_SCORE[level] * count_bits(flat)
            if ways == 0:
                score -= BLOCKED_PENALTY
            elif level == SUMMIT - 1 and not (
                WITHIN_TWO_STEPS[cell] >> position.where[rivals] & 1
                or WITHIN_TWO_STEPS[cell] >> position.where[rivals + 1] & 1
            ):
                score += UNWATCHED_SCORE
        return score

    def limit_result(self, position: SkysummitPosition, seat: int) -> int:
        """The seat's result if the limit were now: 0 a loss, 1 a draw, 2 a win."""
        a = position.height[position.where[2 * seat]]
        b = position.height[position.where[2 * seat + 1]]
        c = position.height[position.where[2 * (seat ^ 1)]]
        d = position.height[position.where[2 * (seat ^ 1) + 1]]
        # Peaks are below 4, so the sum of levels decides first.
        own = 4 * (a + b) + max(a, b)
        other = 4 * (c + d) + max(c, d)
        return 1 + (own > other) - (own < other)

    def fill_slots(self, position: SkysummitPosition, seat: int, out: Features) -> None:
        for cell in range(CELLS):
            out[cell] = CELL_LEVELS * cell + position.height[cell]
        for worker in range(4):
            cell = position.where[worker]
            base = OWN_WORKERS_AT if worker >> 1 == seat else RIVAL_WORKERS_AT
            if cell == NO_CELL:
                out[CELLS + worker] = NO_FEATURE
            else:
                out[CELLS + worker] = base + WORKER_LEVELS * cell + position.height[cell]
        left = position.turn_limit - position.ply
        out[CELLS + 4] = NO_FEATURE
        if left < LAST_PLIES and position.ply >= 2:
            out[CELLS + 4] = LIMIT_AT + 3 * left + self.limit_result(position, seat)

    def rate_move(self, position: SkysummitPosition, move: int) -> int:
        """The urgency of a step with its build."""
        build = move >> BUILD_SHIFT & CELL_MASK
        if build == NO_CELL:
            return SUMMIT_URGENCY
        source = position.height[move & CELL_MASK]
        level = position.height[move >> TARGET_SHIFT & CELL_MASK]
        raised = position.height[build] + 1
        if raised == DOME and self.can_reach_summit(position, position.to_move ^ 1, build):
            return STOP_URGENCY
        if raised == SUMMIT and level == SUMMIT - 1:
            return THREAT_URGENCY
        return QUIET_URGENCY + 20 * (level - source) + 5 * level

    def can_reach_summit(self, position: SkysummitPosition, seat: int, cell: int) -> bool:
        """Whether a worker of the seat stands on level 2 beside the cell."""
        for worker in range(2 * seat, 2 * seat + 2):
            source = position.where[worker]
            if NEIGHBOURS[source] >> cell & 1 and position.height[source] == SUMMIT - 1:
                return True
        return False

    def rate_placement(self, move: int) -> int:
        """The urgency of a placement: centre first, the swapped order last (rule S2)."""
        a = move & CELL_MASK
        b = move >> TARGET_SHIFT & CELL_MASK
        return 10 * (EDGE_DISTANCE[a] + EDGE_DISTANCE[b]) - (100 if a < b else 200)


def feature_permutation(grid: list[int]) -> list[int]:
    """The features after every cell moved to its image in the grid."""
    levels = [
        CELL_LEVELS * grid[cell] + level for cell in range(25) for level in range(CELL_LEVELS)
    ]
    workers = [
        WORKER_LEVELS * grid[cell] + level for cell in range(25) for level in range(WORKER_LEVELS)
    ]
    own = [OWN_WORKERS_AT + feature for feature in workers]
    other = [RIVAL_WORKERS_AT + feature for feature in workers]
    return [*levels, *own, *other, *range(LIMIT_AT, INPUTS)]
