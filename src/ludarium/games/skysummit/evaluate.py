"""What a search asks about Skysummit: who stands higher, who can climb, who is about to win."""

from __future__ import annotations

import cython

from ludarium.core.evaluator import Evaluator, Features
from ludarium.core.network import Weights
from ludarium.core.position import Position
from ludarium.games.skysummit.board import SIZE, images, neighbours
from ludarium.games.skysummit.rules import SkysummitPosition

if not cython.compiled:
    from ludarium.core.bits import count_bits, lowest_bit
    from ludarium.core.constants import NO_FEATURE, NO_MOVE
    from ludarium.games.skysummit.board import (
        BUILD,
        CELL,
        CELLS,
        DOME,
        NOWHERE,
        PLACE,
        SUMMIT,
        TARGET,
        WORKER,
    )

# Features: the level of every cell; own and other workers by cell and level; and, when the limit
# is close, who would win there by plies left.
LEVELS = 5
FLOORS = 3  # levels a worker stands on while the game runs
WORKERS = 125
RIVALS = 200
CLOSING = 275
LAST_PLIES = 16
INPUTS = 323
SLOTS = 30  # cells, workers, limit

# The evaluation by hand, in points of which 400 make odds of e to 1: rounded from a fit to results
# of self-play. The way to a summit, which the fit left out, and LIMIT are guesses.
STANDING = [0, 70, 200]  # a worker, by its level
CLIMB = [35, 130, 420]  # each way one level up, by the worker's level
LEVEL_WAY = [5, 65, 260]  # each way on the same level
CENTRE = [0, 45, 60]  # by distance from the edge
BLOCKED = 70  # a worker that cannot step
UNWATCHED = 100  # a worker on level 2 with no rival within two steps
TURN = 45  # being to move
LIMIT = 50  # who would win at the limit, times the plies it is closer than LAST_PLIES

# The order of moves: above 0 what makes or stops a win in one.
SUMMIT_STEP = 2000
STOP = 1000
THREAT = 500
QUIET = -200

NEAR = [neighbours(cell) for cell in range(25)]


def distance(cell: int, other: int) -> int:
    """Steps from one cell to another on an empty board."""
    return max(abs(cell // SIZE - other // SIZE), abs(cell % SIZE - other % SIZE))


WITHIN = [
    sum(1 << other for other in range(25) if distance(cell, other) <= 2) for cell in range(25)
]
RING = [2 - distance(cell, 12) for cell in range(25)]


@cython.final
@cython.cclass
class SkysummitEvaluator(Evaluator):
    """Heights first, then the ways up; wins in one are seen by bit masks."""

    def __init__(self, weights: Weights | None = None) -> None:
        super().__init__(INPUTS, SLOTS, weights)
        self.futility_margin = 90

    def by_hand(self, position: Position, seat: int) -> int:
        return self.weigh(cython.cast(SkysummitPosition, position), seat)

    def fill_features(self, position: Position, seat: int, out: Features) -> None:
        self.describe(cython.cast(SkysummitPosition, position), seat, out)

    def move_urgency(self, position: Position, move: int) -> int:
        if move & PLACE:
            return self.place_order(move)
        return self.press(cython.cast(SkysummitPosition, position), move)

    def winning_move(self, position: Position) -> int:
        """A step to the summit; blocking the last worker or winning at the limit is left out."""
        return self.ascent(cython.cast(SkysummitPosition, position), position.to_move)

    def is_threatened(self, position: Position) -> bool:
        """Whether the other seat has a step to the summit; exact as far as `winning` is."""
        other = position.to_move ^ 1
        return self.ascent(cython.cast(SkysummitPosition, position), other) != NO_MOVE

    def feature_symmetries(self) -> list[list[int]]:
        """The seven turns and reflections of the square."""
        return [renaming([images(cell)[way] for cell in range(25)]) for way in range(1, 8)]

    def ascent(self, position: SkysummitPosition, seat: int) -> int:
        """The seat's step to the summit, or NO_MOVE; nobody stands on one while the game runs."""
        summits = position.above[SUMMIT] & ~position.above[DOME]
        if summits:
            for worker in range(2 * seat, 2 * seat + 2):
                source = position.where[worker]
                targets = NEAR[source] & summits
                if targets and position.height[source] == SUMMIT - 1:
                    step = worker << WORKER | NOWHERE << BUILD | source
                    return step | lowest_bit(targets) << TARGET
        return NO_MOVE

    def weigh(self, position: SkysummitPosition, seat: int) -> int:
        if position.ply < 2:
            return 0  # some workers are not there yet
        score = self.side(position, seat) - self.side(position, seat ^ 1)
        left = position.turn_limit - position.ply
        if left < LAST_PLIES:
            score += (self.standing(position, seat) - 1) * LIMIT * (LAST_PLIES - left)
        return score + TURN if seat == position.to_move else score - TURN

    def side(self, position: SkysummitPosition, seat: int) -> int:
        """What a seat's two workers are worth."""
        occupied = position.occupied()
        rivals = 2 * (seat ^ 1)
        score = 0
        for worker in range(2 * seat, 2 * seat + 2):
            cell = position.where[worker]
            level = position.height[cell]
            ways = NEAR[cell] & ~occupied & ~position.above[level + 2]
            score += STANDING[level] + CENTRE[RING[cell]]
            score += CLIMB[level] * count_bits(ways & position.above[level + 1])
            flat = ways & position.above[level] & ~position.above[level + 1]
            score += LEVEL_WAY[level] * count_bits(flat)
            if ways == 0:
                score -= BLOCKED
            elif level == SUMMIT - 1 and not (
                WITHIN[cell] >> position.where[rivals] & 1
                or WITHIN[cell] >> position.where[rivals + 1] & 1
            ):
                score += UNWATCHED
        return score

    def standing(self, position: SkysummitPosition, seat: int) -> int:
        """How the seat would come off if the limit were now: 0 loses, 1 draws, 2 wins."""
        a = position.height[position.where[2 * seat]]
        b = position.height[position.where[2 * seat + 1]]
        c = position.height[position.where[2 * (seat ^ 1)]]
        d = position.height[position.where[2 * (seat ^ 1) + 1]]
        # Peaks are below 4, so the sum of levels goes first.
        own = 4 * (a + b) + max(a, b)
        other = 4 * (c + d) + max(c, d)
        return 1 + (own > other) - (own < other)

    def describe(self, position: SkysummitPosition, seat: int, out: Features) -> None:
        for cell in range(CELLS):
            out[cell] = LEVELS * cell + position.height[cell]
        for worker in range(4):
            cell = position.where[worker]
            base = WORKERS if worker >> 1 == seat else RIVALS
            if cell == NOWHERE:
                out[CELLS + worker] = NO_FEATURE
            else:
                out[CELLS + worker] = base + FLOORS * cell + position.height[cell]
        left = position.turn_limit - position.ply
        out[CELLS + 4] = NO_FEATURE
        if left < LAST_PLIES and position.ply >= 2:
            out[CELLS + 4] = CLOSING + 3 * left + self.standing(position, seat)

    def press(self, position: SkysummitPosition, move: int) -> int:
        """What a step with its build forces."""
        build = move >> BUILD & CELL
        if build == NOWHERE:
            return SUMMIT_STEP
        source = position.height[move & CELL]
        level = position.height[move >> TARGET & CELL]
        raised = position.height[build] + 1
        if raised == DOME and self.climbs(position, position.to_move ^ 1, build):
            return STOP
        if raised == SUMMIT and level == SUMMIT - 1:
            return THREAT
        return QUIET + 20 * (level - source) + 5 * level

    def climbs(self, position: SkysummitPosition, seat: int, cell: int) -> bool:
        """Whether a worker of the seat stands on level 2 beside the cell."""
        for worker in range(2 * seat, 2 * seat + 2):
            source = position.where[worker]
            if NEAR[source] >> cell & 1 and position.height[source] == SUMMIT - 1:
                return True
        return False

    def place_order(self, move: int) -> int:
        """Placements from the centre outwards, those the other way round (rule S2) at the end."""
        a = move & CELL
        b = move >> TARGET & CELL
        return 10 * (RING[a] + RING[b]) - (100 if a < b else 200)


def renaming(grid: list[int]) -> list[int]:
    """The features after every cell went to its place in the grid."""
    levels = [LEVELS * grid[cell] + level for cell in range(25) for level in range(LEVELS)]
    workers = [FLOORS * grid[cell] + level for cell in range(25) for level in range(FLOORS)]
    own = [WORKERS + feature for feature in workers]
    other = [RIVALS + feature for feature in workers]
    return [*levels, *own, *other, *range(CLOSING, INPUTS)]
