"""What a search asks about Caldera: armies, ground and room, and whether a crown can be taken."""

from __future__ import annotations

import cython

from ludarium.core.evaluator import Evaluator, Features
from ludarium.core.network import Weights
from ludarium.core.position import Position
from ludarium.games.caldera.board import away, beside, images, mask
from ludarium.games.caldera.rules import CalderaPosition

if not cython.compiled:
    from ludarium.core.bits import count_bits, lowest_bit
    from ludarium.core.constants import NO_FEATURE, NO_MOVE
    from ludarium.games.caldera.board import (
        CAPTURE,
        CELL,
        CELLS,
        ERUPT,
        FORGE,
        LANCER,
        NOWHERE,
        PIECE,
        PIECES,
        SMITH,
        TARGET,
        VENT,
    )

# Features, the board turned so that each seat sees its own side below: the height of every cell;
# own and other pieces by kind, height and cell; and, when the limit is close, how it would come
# out by plies left.
HEIGHTS = 5
STANDS = 4  # heights a piece stands on
ARMY = 245
ENEMY = 833
CLOSING = 1421
LAST_PLIES = 24
STANDINGS = 7
INPUTS = 1589
SLOTS = 60  # cells, pieces, limit
KIND = [0, 1, 1, 2, 2]

# The evaluation by hand, in points of which 400 make odds of e to 1: rounded from a fit to results
# of self-play. The fit gave a piece about 1000, too many to leave room for anything else; LIMIT is
# a guess.
WORTH = [0, 780, 780]  # crown, lancer, smith
RISE = [0, 70, 140, 200]  # a piece, by its height
CROWN_RISE = [0, 120, 300, 250]  # the highest ground is one eruption from its end
PLATEAU = [35, -20, 20]  # by kind, times the distance from the edge
REFUGE = 20  # each cell round the crown that it can go to and no enemy can
PREY = 50  # an enemy piece that can be taken
GUARD = 45  # a piece that could be avenged
TURN = 15  # being to move
LIMIT = 35  # who would win at the limit, times the plies it is closer than LAST_PLIES

# The order of moves.
CROWN_TAKEN = 4000
EVEN = 1  # an even exchange is looked at
QUIET = -50

AROUND = [mask(away(cell, direction, 1) for direction in range(8)) for cell in range(49)]
BESIDE = [mask(beside(cell)) for cell in range(49)]
NEAR = [[away(cell, direction, 1) for direction in range(8)] for cell in range(49)]
FAR = [[away(cell, direction, 2) for direction in range(8)] for cell in range(49)]
LEAPS = [mask(cells) for cells in FAR]
EDGE = [min(cell // 7, 6 - cell // 7, cell % 7, 6 - cell % 7) for cell in range(49)]


@cython.final
@cython.cclass
class CalderaEvaluator(Evaluator):
    """Pieces first, then ground and room; attacks and eruptions are worked out on bit masks."""

    def __init__(self, weights: Weights | None = None) -> None:
        super().__init__(INPUTS, SLOTS, weights)
        self.futility_margin = 90

    def by_hand(self, position: Position, seat: int) -> int:
        return self.weigh(cython.cast(CalderaPosition, position), seat)

    def fill_features(self, position: Position, seat: int, out: Features) -> None:
        self.describe(cython.cast(CalderaPosition, position), seat, out)

    def move_urgency(self, position: Position, move: int) -> int:
        if move < CAPTURE:
            return QUIET if move < FORGE else 2 * QUIET
        if move < ERUPT:
            return self.capture(cython.cast(CalderaPosition, position), move)
        return self.eruption(cython.cast(CalderaPosition, position), move >> TARGET & CELL)

    def winning_move(self, position: Position) -> int:
        """A capture or an eruption of the enemy crown alone, the two exactly (rule C6).

        Leaving the enemy without a move and winning at the limit are left out.
        """
        return self.crown_blow(cython.cast(CalderaPosition, position), position.to_move)

    def is_threatened(self, position: Position) -> bool:
        """Whether the other seat has such a move; exact as `winning` is."""
        other = position.to_move ^ 1
        return self.crown_blow(cython.cast(CalderaPosition, position), other) != NO_MOVE

    def feature_symmetries(self) -> list[list[int]]:
        """The reflection of left and right and the other six: no rule has a forward direction."""
        return [renaming([images(cell)[way] for cell in range(49)]) for way in range(1, 8)]

    # Blows against crowns.

    def crown_blow(self, position: CalderaPosition, seat: int) -> int:
        """The seat's move that takes the enemy crown and keeps its own, or NO_MOVE."""
        target = position.where[PIECES * (seat ^ 1)]
        piece = self.attacker(position, seat, target)
        if piece >= 0:
            return CAPTURE | piece << PIECE | target << TARGET | position.where[piece]
        return self.fatal_forge(position, seat)

    def attacker(self, position: CalderaPosition, seat: int, target: int) -> int:
        """A piece of the seat that can go to a cell which none of its own holds, or -1."""
        one = 1  # wide, so that shifts keep all bits
        height = position.height[target]
        first = PIECES * seat
        footing = AROUND[target]
        if height > 0:
            footing &= position.above[height - 1]
        for piece in range(first, first + PIECES):
            if footing & one << position.where[piece]:
                return piece
        for piece in range(first + LANCER, first + SMITH):
            source = position.where[piece]
            if LEAPS[target] & one << source:
                middle = position.height[(source + target) >> 1]  # opposite neighbours of a cell
                # rule C3; from height 3 the climb alone would not rule out a vent.
                if middle < VENT and middle <= position.height[source] + 1 and height <= middle + 1:
                    return piece
        return -1

    def brims(self, position: CalderaPosition, seat: int) -> int:
        """The cells that a smith of the seat can make erupt."""
        brim = position.above[VENT - 1] & ~position.above[VENT]
        if brim:
            reach = self.hammered(position.where[PIECES * seat + SMITH])
            brim &= reach | self.hammered(position.where[PIECES * seat + SMITH + 1])
            if brim:
                brim &= ~(position.army(0) | position.army(PIECES))
        return brim

    def hammered(self, smith: int) -> int:
        return 0 if smith == NOWHERE else BESIDE[smith]

    def fatal_forge(self, position: CalderaPosition, seat: int) -> int:
        """An eruption that swallows the enemy crown and not the seat's own, or NO_MOVE."""
        brims = self.brims(position, seat)
        enemy = position.where[PIECES * (seat ^ 1)]
        own = position.where[PIECES * seat]
        if not brims or self.shielded(position, enemy):
            return NO_MOVE
        while brims:
            start = lowest_bit(brims)
            brims &= brims - 1
            vents = self.chain(position, start)
            if vents >> enemy & 1 and not vents >> own & 1:
                smith = PIECES * seat + SMITH
                if not self.hammered(position.where[smith]) >> start & 1:
                    smith += 1
                return FORGE | ERUPT | smith << PIECE | start << TARGET | position.where[smith]
        return NO_MOVE

    def shielded(self, position: CalderaPosition, cell: int) -> bool:
        """Whether no eruption can turn a cell into a vent: too few beside it can erupt before it.

        One of height 0 cannot, for all its own neighbours would have to, this cell among them.
        """
        sides = count_bits(BESIDE[cell] & position.above[1] & ~position.above[VENT])
        return position.height[cell] + sides < VENT

    def chain(self, position: CalderaPosition, start: int) -> int:
        """The vents after an eruption at a cell of height 3 (rules C5, C10)."""
        one = 1
        first, second = position.above[1], position.above[2]
        third, vents = position.above[3], position.above[VENT]
        waiting = one << start
        vents |= waiting
        while waiting:
            raised = BESIDE[lowest_bit(waiting)] & ~vents
            waiting &= waiting - 1
            waiting |= third & raised
            vents |= third & raised
            third |= second & raised
            second |= first & raised
            first |= raised
        return vents

    # The evaluation by hand.

    def weigh(self, position: CalderaPosition, seat: int) -> int:
        reach = self.reach(position, seat)
        danger = self.reach(position, seat ^ 1)
        score = self.side(position, seat, reach, danger)
        score -= self.side(position, seat ^ 1, danger, reach)
        left = position.turn_limit - position.ply
        if left < LAST_PLIES:
            ahead = self.standing(position, seat) - 3
            score += ((ahead > 0) - (ahead < 0)) * LIMIT * (LAST_PLIES - left)
        return score + TURN if seat == position.to_move else score - TURN

    def side(self, position: CalderaPosition, seat: int, reach: int, danger: int) -> int:
        """What a seat's army is worth, given where it and the enemy can go."""
        first = PIECES * seat
        own = position.army(first)
        enemy = position.army(PIECES - first)
        crown = position.where[first]
        score = CROWN_RISE[position.height[crown]] + PLATEAU[0] * EDGE[crown]
        for piece in range(first + LANCER, first + PIECES):
            cell = position.where[piece]
            if cell != NOWHERE:
                kind = KIND[piece - first]
                score += WORTH[kind] + RISE[position.height[cell]] + PLATEAU[kind] * EDGE[cell]
        score += REFUGE * count_bits(self.ways(position, first) & ~own & ~danger)
        return score + PREY * count_bits(reach & enemy) + GUARD * count_bits(reach & own)

    def reach(self, position: CalderaPosition, seat: int) -> int:
        """The cells that pieces of a seat can go to or guard."""
        cells = self.ways(position, PIECES * seat)
        for piece in range(PIECES * seat + 1, PIECES * seat + PIECES):
            if position.where[piece] != NOWHERE:
                cells |= self.ways(position, piece)
        return cells

    def ways(self, position: CalderaPosition, piece: int) -> int:
        """The cells that a living piece can go to, were none of its own army there."""
        one = 1
        source = position.where[piece]
        height = position.height[source]
        cells = AROUND[source] & ~position.above[min(height + 2, VENT)]
        if not LANCER <= piece % PIECES < SMITH:
            return cells
        leaps = 0
        for direction in range(8):
            near = NEAR[source][direction]
            if cells >> near & 1:
                reach = ~position.above[min(position.height[near] + 2, VENT)]
                leaps |= one << FAR[source][direction] & reach
        return cells | leaps & LEAPS[source]

    def standing(self, position: CalderaPosition, seat: int) -> int:
        """How the limit would come out now: 3 a draw, above it the better the higher, to 6."""
        own = PIECES * seat
        other = PIECES - own
        lead = self.alive(position, own) - self.alive(position, other)
        if lead:
            return 3 + max(-3, min(3, lead + (1 if lead > 0 else -1)))
        rise = position.height[position.where[own]] - position.height[position.where[other]]
        return 3 + (rise > 0) - (rise < 0)

    def alive(self, position: CalderaPosition, first: int) -> int:
        count = 0
        for piece in range(first, first + PIECES):
            count += position.where[piece] != NOWHERE
        return count

    # The network's view.

    def describe(self, position: CalderaPosition, seat: int, out: Features) -> None:
        for cell in range(CELLS):
            seen = CELLS - 1 - cell if seat else cell
            out[seen] = HEIGHTS * seen + position.height[cell]
        for piece in range(2 * PIECES):
            cell = position.where[piece]
            # The slots stay with the pieces, whoever looks.
            out[CELLS + piece] = NO_FEATURE
            if cell != NOWHERE:
                seen = CELLS - 1 - cell if seat else cell
                base = ARMY if piece // PIECES == seat else ENEMY
                base += STANDS * CELLS * KIND[piece % PIECES]
                out[CELLS + piece] = base + STANDS * seen + position.height[cell]
        left = position.turn_limit - position.ply
        out[CELLS + 2 * PIECES] = NO_FEATURE
        if left < LAST_PLIES:
            standing = self.standing(position, seat)
            out[CELLS + 2 * PIECES] = CLOSING + STANDINGS * left + standing

    # The order of moves.

    def capture(self, position: CalderaPosition, move: int) -> int:
        """What a capture wins; if the captured piece is guarded, less what captures it."""
        target = move >> TARGET & CELL
        enemy = position.to_move ^ 1
        victim = PIECES * enemy
        if position.where[victim] == target:
            return CROWN_TAKEN
        while position.where[victim] != target:
            victim += 1
        worth = WORTH[KIND[victim % PIECES]]
        piece = move >> PIECE & 15
        if self.attacker(position, enemy, target) < 0:
            return worth
        if piece % PIECES == 0:
            return -CROWN_TAKEN
        net = worth - WORTH[KIND[piece % PIECES]]
        return net or EVEN

    def eruption(self, position: CalderaPosition, start: int) -> int:
        """What an eruption kills of the enemy, less what it kills of the own army."""
        vents = self.chain(position, start)
        seat = position.to_move
        if vents >> position.where[PIECES * seat] & 1:
            return -CROWN_TAKEN
        if vents >> position.where[PIECES * (seat ^ 1)] & 1:
            return CROWN_TAKEN
        net = 0
        for piece in range(2 * PIECES):
            if position.where[piece] != NOWHERE and vents >> position.where[piece] & 1:
                worth = WORTH[KIND[piece % PIECES]]
                net += -worth if piece // PIECES == seat else worth
        return net or QUIET


def renaming(grid: list[int]) -> list[int]:
    """The features after every cell went to its place in the grid."""
    heights = [HEIGHTS * grid[cell] + height for cell in range(49) for height in range(HEIGHTS)]
    stands = [STANDS * grid[cell] + height for cell in range(49) for height in range(STANDS)]
    pieces = [ARMY + 196 * kind + stand for kind in range(6) for stand in stands]
    return [*heights, *pieces, *range(CLOSING, INPUTS)]
