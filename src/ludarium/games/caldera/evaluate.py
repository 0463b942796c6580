"""Caldera: the evaluator, by armies, ground, room and attacks on the crowns."""

from __future__ import annotations

import cython

from ludarium.core.evaluator import Evaluator, Features
from ludarium.core.network import Weights
from ludarium.core.position import Position
from ludarium.core.scene import cell_name
from ludarium.games.caldera.board import SIZE, cell_away, cell_mask, side_cells, symmetric_cells
from ludarium.games.caldera.rules import CalderaPosition

if not cython.compiled:
    from ludarium.core.bits import count_bits, lowest_bit
    from ludarium.core.constants import NO_FEATURE, NO_MOVE
    from ludarium.games.caldera.board import (
        CAPTURE_FLAG,
        CELL_MASK,
        CELLS,
        ERUPT_FLAG,
        FORGE_FLAG,
        LANCER,
        NO_CELL,
        PIECE_SHIFT,
        SEAT_PIECES,
        SMITH,
        TARGET_SHIFT,
        VENT,
    )

# Features, with the board rotated so that each seat sees its own side below: the height of every
# cell; own and enemy pieces by kind, height and cell; and, close to the turn limit, the result
# there by the plies left.
CELL_LEVELS = 5
PIECE_LEVELS = 4  # heights of a piece
OWN_PIECES_AT = 245
ENEMY_PIECES_AT = 833
LIMIT_AT = 1421
LAST_PLIES = 24
LIMIT_RESULTS = 7
LIMIT_STANDINGS = (
    "two pieces or more behind", "a piece behind", "a lower crown", "level", "a higher crown",
    "a piece ahead", "two pieces or more ahead",
)  # fmt: skip
INPUTS = 1589
SLOTS = 60  # cells, pieces, limit
PIECE_KIND = [0, 1, 1, 2, 2]

# The hand-written score, in points of which 400 make odds of e to 1: rounded from a fit to results
# of self-play. The fit gave a piece about 1000, which left no room for other terms; LIMIT_SCORE is
# a guess.
KIND_SCORE = [0, 780, 780]  # crown, lancer, smith
HEIGHT_SCORE = [0, 70, 140, 200]  # of a piece, by its height
CROWN_HEIGHT_SCORE = [0, 120, 300, 250]  # lower on height 3, which may erupt next
CENTRE_SCORE = [35, -20, 20]  # by kind, times the distance from the edge
REFUGE_SCORE = 20  # for each cell that the crown can reach and no enemy can
PREY_SCORE = 50  # for an enemy piece that can be captured
GUARD_SCORE = 45  # for a guarded piece
TEMPO_SCORE = 15  # for the seat to move
LIMIT_SCORE = 35  # for a win at the limit, times the plies it is closer than LAST_PLIES

# Urgencies.
CROWN_URGENCY = 4000
EVEN_TRADE_URGENCY = 1  # of an even exchange, which quiescence search includes
QUIET_URGENCY = -50

NEIGHBOURS = [
    cell_mask(cell_away(cell, direction, 1) for direction in range(8)) for cell in range(49)
]
SIDE_NEIGHBOURS = [cell_mask(side_cells(cell)) for cell in range(49)]
STEP_TARGET = [[cell_away(cell, direction, 1) for direction in range(8)] for cell in range(49)]
LEAP_TARGET = [[cell_away(cell, direction, 2) for direction in range(8)] for cell in range(49)]
LEAP_MASK = [cell_mask(cells) for cells in LEAP_TARGET]
EDGE_DISTANCE = [min(cell // 7, 6 - cell // 7, cell % 7, 6 - cell % 7) for cell in range(49)]


@cython.final
@cython.cclass
class CalderaEvaluator(Evaluator):
    """Scores pieces first, then ground and room; bit masks find attacks and eruptions."""

    position_class = CalderaPosition

    def __init__(self, weights: Weights | None = None) -> None:
        super().__init__(INPUTS, SLOTS, weights)
        # Found by `ludarium tune` at 5 000 nodes a move.
        self.futility_margin = 53
        self.reverse_futility_percent = 62
        self.worse_move_reduction = 32
        self.history_reduction = 11
        self.history_bonus = 14
        self.aspiration_window = 16

    def by_hand(self, position: Position, seat: int) -> int:
        return self.score_by_hand(cython.cast(CalderaPosition, position), seat)

    def fill_features(self, position: Position, seat: int, out: Features) -> None:
        self.fill_slots(cython.cast(CalderaPosition, position), seat, out)

    def move_urgency(self, position: Position, move: int) -> int:
        if move < CAPTURE_FLAG:
            return QUIET_URGENCY if move < FORGE_FLAG else 2 * QUIET_URGENCY
        if move < ERUPT_FLAG:
            return self.rate_capture(cython.cast(CalderaPosition, position), move)
        return self.rate_eruption(
            cython.cast(CalderaPosition, position), move >> TARGET_SHIFT & CELL_MASK
        )

    def winning_move(self, position: Position) -> int:
        """A capture or an eruption of the enemy crown that spares the own crown (rule C6).

        Both are exact. Wins by blocking or at the limit are not found.
        """
        return self.crown_kill(cython.cast(CalderaPosition, position), position.to_move)

    def is_threatened(self, position: Position) -> bool:
        """Whether the other seat has such a move."""
        other = position.to_move ^ 1
        return self.crown_kill(cython.cast(CalderaPosition, position), other) != NO_MOVE

    def feature_symmetries(self) -> list[list[int]]:
        """The seven rotations and reflections of the square: no rule has a forward direction."""
        return [
            feature_permutation([symmetric_cells(cell)[way] for cell in range(49)])
            for way in range(1, 8)
        ]

    def feature_names(self) -> list[str]:
        cells = [cell_name(*divmod(cell, SIZE), SIZE) for cell in range(49)]
        heights = [*range(VENT), "of a vent"]
        names = [f"{cell}: height {height}" for cell in cells for height in heights]
        names += [
            f"{cell}: {owner} {kind} at height {height}"
            for owner in ("own", "enemy")
            for kind in ("crown", "lancer", "smith")
            for cell in cells
            for height in range(PIECE_LEVELS)
        ]
        return names + [
            f"{left} plies to the limit, {standing}"
            for left in range(LAST_PLIES)
            for standing in LIMIT_STANDINGS
        ]

    # Attacks on crowns.

    def crown_kill(self, position: CalderaPosition, seat: int) -> int:
        """The seat's move that kills the enemy crown and spares its own, or NO_MOVE."""
        target = position.where[SEAT_PIECES * (seat ^ 1)]
        piece = self.find_attacker(position, seat, target)
        if piece >= 0:
            return (
                CAPTURE_FLAG | piece << PIECE_SHIFT | target << TARGET_SHIFT | position.where[piece]
            )
        return self.fatal_forge(position, seat)

    def find_attacker(self, position: CalderaPosition, seat: int, target: int) -> int:
        """A piece of the seat that can move to a cell without a piece of its own, or -1."""
        one = 1  # 64 bits wide in C
        height = position.height[target]
        first = SEAT_PIECES * seat
        footing = NEIGHBOURS[target]
        if height > 0:
            footing &= position.above[height - 1]
        for piece in range(first, first + SEAT_PIECES):
            if footing & one << position.where[piece]:
                return piece
        for piece in range(first + LANCER, first + SMITH):
            source = position.where[piece]
            if LEAP_MASK[target] & one << source:
                middle = position.height[(source + target) >> 1]  # the cell halfway
                # rule C3; from height 3 the climb limit alone does not exclude a vent.
                if middle < VENT and middle <= position.height[source] + 1 and height <= middle + 1:
                    return piece
        return -1

    def eruptible_cells(self, position: CalderaPosition, seat: int) -> int:
        """The cells that a smith of the seat can erupt."""
        brim = position.above[VENT - 1] & ~position.above[VENT]
        if brim:
            reach = self.smith_reach(position.where[SEAT_PIECES * seat + SMITH])
            brim &= reach | self.smith_reach(position.where[SEAT_PIECES * seat + SMITH + 1])
            if brim:
                brim &= ~(position.army_cells(0) | position.army_cells(SEAT_PIECES))
        return brim

    def smith_reach(self, smith: int) -> int:
        return 0 if smith == NO_CELL else SIDE_NEIGHBOURS[smith]

    def fatal_forge(self, position: CalderaPosition, seat: int) -> int:
        """A forge whose eruption kills the enemy crown and spares the seat's own, or NO_MOVE."""
        brims = self.eruptible_cells(position, seat)
        enemy = position.where[SEAT_PIECES * (seat ^ 1)]
        own = position.where[SEAT_PIECES * seat]
        if not brims or self.is_shielded(position, enemy):
            return NO_MOVE
        while brims:
            start = lowest_bit(brims)
            brims &= brims - 1
            vents = self.eruption_vents(position, start)
            if vents >> enemy & 1 and not vents >> own & 1:
                smith = SEAT_PIECES * seat + SMITH
                if not self.smith_reach(position.where[smith]) >> start & 1:
                    smith += 1
                return (
                    FORGE_FLAG
                    | ERUPT_FLAG
                    | smith << PIECE_SHIFT
                    | start << TARGET_SHIFT
                    | position.where[smith]
                )
        return NO_MOVE

    def is_shielded(self, position: CalderaPosition, cell: int) -> bool:
        """Whether no eruption can turn a cell into a vent, because too few neighbours can erupt.

        A neighbour of height 0 cannot erupt first: all of its own neighbours would have to erupt
        before it, and this cell is one of them.
        """
        sides = count_bits(SIDE_NEIGHBOURS[cell] & position.above[1] & ~position.above[VENT])
        return position.height[cell] + sides < VENT

    def eruption_vents(self, position: CalderaPosition, start: int) -> int:
        """The vents after an eruption at a cell of height 3 (rules C5, C10)."""
        one = 1
        first, second = position.above[1], position.above[2]
        third, vents = position.above[3], position.above[VENT]
        waiting = one << start
        vents |= waiting
        while waiting:
            raised = SIDE_NEIGHBOURS[lowest_bit(waiting)] & ~vents
            waiting &= waiting - 1
            waiting |= third & raised
            vents |= third & raised
            third |= second & raised
            second |= first & raised
            first |= raised
        return vents

    # The hand-written score.

    def score_by_hand(self, position: CalderaPosition, seat: int) -> int:
        reach = self.reachable_cells(position, seat)
        danger = self.reachable_cells(position, seat ^ 1)
        score = self.score_army(position, seat, reach, danger)
        score -= self.score_army(position, seat ^ 1, danger, reach)
        left = position.turn_limit - position.ply
        if left < LAST_PLIES:
            ahead = self.limit_result(position, seat) - 3
            score += ((ahead > 0) - (ahead < 0)) * LIMIT_SCORE * (LAST_PLIES - left)
        return score + TEMPO_SCORE if seat == position.to_move else score - TEMPO_SCORE

    def score_army(self, position: CalderaPosition, seat: int, reach: int, danger: int) -> int:
        """The score of a seat's army, given the cells that it and the enemy can reach."""
        first = SEAT_PIECES * seat
        own = position.army_cells(first)
        enemy = position.army_cells(SEAT_PIECES - first)
        crown = position.where[first]
        score = CROWN_HEIGHT_SCORE[position.height[crown]] + CENTRE_SCORE[0] * EDGE_DISTANCE[crown]
        for piece in range(first + LANCER, first + SEAT_PIECES):
            cell = position.where[piece]
            if cell != NO_CELL:
                kind = PIECE_KIND[piece - first]
                score += (
                    KIND_SCORE[kind]
                    + HEIGHT_SCORE[position.height[cell]]
                    + CENTRE_SCORE[kind] * EDGE_DISTANCE[cell]
                )
        score += REFUGE_SCORE * count_bits(self.piece_targets(position, first) & ~own & ~danger)
        return (
            score + PREY_SCORE * count_bits(reach & enemy) + GUARD_SCORE * count_bits(reach & own)
        )

    def reachable_cells(self, position: CalderaPosition, seat: int) -> int:
        """The cells that pieces of a seat can move to or guard."""
        cells = self.piece_targets(position, SEAT_PIECES * seat)
        for piece in range(SEAT_PIECES * seat + 1, SEAT_PIECES * seat + SEAT_PIECES):
            if position.where[piece] != NO_CELL:
                cells |= self.piece_targets(position, piece)
        return cells

    def piece_targets(self, position: CalderaPosition, piece: int) -> int:
        """The cells that a living piece can move to or guard."""
        one = 1
        source = position.where[piece]
        height = position.height[source]
        cells = NEIGHBOURS[source] & ~position.above[min(height + 2, VENT)]
        if not LANCER <= piece % SEAT_PIECES < SMITH:
            return cells
        leaps = 0
        for direction in range(8):
            near = STEP_TARGET[source][direction]
            if cells >> near & 1:
                reach = ~position.above[min(position.height[near] + 2, VENT)]
                leaps |= one << LEAP_TARGET[source][direction] & reach
        return cells | leaps & LEAP_MASK[source]

    def limit_result(self, position: CalderaPosition, seat: int) -> int:
        """The seat's result if the limit were now: 0 to 6, where 3 is a draw."""
        own = SEAT_PIECES * seat
        other = SEAT_PIECES - own
        lead = self.count_alive(position, own) - self.count_alive(position, other)
        if lead:
            return 3 + max(-3, min(3, lead + (1 if lead > 0 else -1)))
        rise = position.height[position.where[own]] - position.height[position.where[other]]
        return 3 + (rise > 0) - (rise < 0)

    def count_alive(self, position: CalderaPosition, first: int) -> int:
        count = 0
        for piece in range(first, first + SEAT_PIECES):
            count += position.where[piece] != NO_CELL
        return count

    # The features of the network.

    def fill_slots(self, position: CalderaPosition, seat: int, out: Features) -> None:
        for cell in range(CELLS):
            seen = CELLS - 1 - cell if seat else cell
            out[seen] = CELL_LEVELS * seen + position.height[cell]
        for piece in range(2 * SEAT_PIECES):
            cell = position.where[piece]
            # Each piece keeps its slot for both seats.
            out[CELLS + piece] = NO_FEATURE
            if cell != NO_CELL:
                seen = CELLS - 1 - cell if seat else cell
                base = OWN_PIECES_AT if piece // SEAT_PIECES == seat else ENEMY_PIECES_AT
                base += PIECE_LEVELS * CELLS * PIECE_KIND[piece % SEAT_PIECES]
                out[CELLS + piece] = base + PIECE_LEVELS * seen + position.height[cell]
        left = position.turn_limit - position.ply
        out[CELLS + 2 * SEAT_PIECES] = NO_FEATURE
        if left < LAST_PLIES:
            standing = self.limit_result(position, seat)
            out[CELLS + 2 * SEAT_PIECES] = LIMIT_AT + LIMIT_RESULTS * left + standing

    # The urgency of moves.

    def rate_capture(self, position: CalderaPosition, move: int) -> int:
        """The gain of a capture, less the capturing piece if the captured one is guarded."""
        target = move >> TARGET_SHIFT & CELL_MASK
        enemy = position.to_move ^ 1
        victim = SEAT_PIECES * enemy
        if position.where[victim] == target:
            return CROWN_URGENCY
        while position.where[victim] != target:
            victim += 1
        worth = KIND_SCORE[PIECE_KIND[victim % SEAT_PIECES]]
        piece = move >> PIECE_SHIFT & 15
        if self.find_attacker(position, enemy, target) < 0:
            return worth
        if piece % SEAT_PIECES == 0:
            return -CROWN_URGENCY
        net = worth - KIND_SCORE[PIECE_KIND[piece % SEAT_PIECES]]
        return net or EVEN_TRADE_URGENCY

    def rate_eruption(self, position: CalderaPosition, start: int) -> int:
        """The enemy pieces that an eruption kills, less the own ones."""
        vents = self.eruption_vents(position, start)
        seat = position.to_move
        if vents >> position.where[SEAT_PIECES * seat] & 1:
            return -CROWN_URGENCY
        if vents >> position.where[SEAT_PIECES * (seat ^ 1)] & 1:
            return CROWN_URGENCY
        net = 0
        for piece in range(2 * SEAT_PIECES):
            if position.where[piece] != NO_CELL and vents >> position.where[piece] & 1:
                worth = KIND_SCORE[PIECE_KIND[piece % SEAT_PIECES]]
                net += -worth if piece // SEAT_PIECES == seat else worth
        return net or QUIET_URGENCY


def feature_permutation(grid: list[int]) -> list[int]:
    """The features after every cell moved to its image in the grid."""
    heights = [
        CELL_LEVELS * grid[cell] + height for cell in range(49) for height in range(CELL_LEVELS)
    ]
    stands = [
        PIECE_LEVELS * grid[cell] + height for cell in range(49) for height in range(PIECE_LEVELS)
    ]
    pieces = [OWN_PIECES_AT + 196 * kind + stand for kind in range(6) for stand in stands]
    return [*heights, *pieces, *range(LIMIT_AT, INPUTS)]
