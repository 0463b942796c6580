"""Forge: the evaluator, by the drags of each seat to its forge and the coming embers."""

from __future__ import annotations

import cython

from ludarium.core.evaluator import Evaluator, Features
from ludarium.core.network import Weights
from ludarium.core.position import Position
from ludarium.games.forge.board import ALL_CELLS, NOT_FIRST_COLUMN, NOT_LAST_COLUMN
from ludarium.games.forge.rules import ForgePosition

if not cython.compiled:
    from ludarium.core.bits import lowest_bit
    from ludarium.core.constants import NO_FEATURE, NO_MOVE
    from ludarium.games.forge.board import (
        CELL_MASK,
        CELLS,
        EMBER_FLAG,
        PASS_FLAG,
        SEAT_TOKENS,
        SIZE,
        TARGET_SHIFT,
    )

# The score of a token by its drags to the forge.
DISTANCE_SCORE = [0, 800, 480, 300, 180, 100, 45, 22, 11, 0]
MAX_DRAGS = 9
BLOCKED_DRAGS = 3  # drags to move a blocking token away, roughly
# The second and third token count this fraction of the first.
RESERVE_DIVISOR = 4
NARROW_PENALTY = 34  # for a cell that every way crosses, so that one token can close it
TEMPO_SCORE = 135
# For an ember that is lit now, in this turn, in the next turn, ...
EMBER_NOW_SCORE = 160
EMBER_SOON_SCORE = [90, 45, 22, 11]
FADE_TURNS = 24  # a lead counts less and less from this many turns before the limit

WIN_URGENCY = 1000  # of a drag to the forge
QUENCH_URGENCY = 200  # of an ember that stops a win in one
IDLE_URGENCY = -500  # of a move that allows a win in one

# Features: the content of each cell as the seat sees it, then counters and distances.
OWN_TOKENS_AT, RIVAL_TOKENS_AT, EMBERS_AT = 0, 36, 72
EMBER_DUE_AT = 108
EMBER_TIME_AT, EMBER_BUCKETS = 109, 8  # by seat; the last one is far away or never
LIMIT_AT, LIMIT_BUCKETS = 125, 7
STEPS_AT, STEP_BUCKETS = 132, 16  # by seat and token, the nearest first; 0 is no way
RACE_AT, RACE_BUCKETS = 228, 8  # drags of the nearest tokens of both seats
INPUTS = 292
SLOTS = 47  # the cells, an ember due, two to come, the limit, six tokens' steps, the race


def spread_cells(cells: int) -> int:
    """The cells and their neighbours, and bits beyond the board: mask the result."""
    # A copy of the function in the rules, because only calls within a module are inlined.
    return (
        cells
        | cells << SIZE
        | cells >> SIZE
        | (cells & NOT_LAST_COLUMN) << 1
        | (cells & NOT_FIRST_COLUMN) >> 1
    )


@cython.final
@cython.cclass
class ForgeEvaluator(Evaluator):
    """Floods the free cells from each forge outwards until it meets the tokens."""

    def __init__(self, weights: Weights | None = None) -> None:
        super().__init__(INPUTS, SLOTS, weights)
        self.futility_margin = 330  # one ply decides a race
        self.steps = [0] * 6  # of seat 0's tokens, the nearest first, then of seat 1's
        self.narrow = [0, 0]

    def winning_move(self, position: Position) -> int:
        """A drag of a token to its forge (exact); none while an ember is due."""
        return self.winning_drag(cython.cast(ForgePosition, position))

    def is_threatened(self, position: Position) -> bool:
        """Whether the other seat could drag a token to its forge on this board (exact)."""
        return self.has_threat(cython.cast(ForgePosition, position))

    def by_hand(self, position: Position, seat: int) -> int:
        return self.score_by_hand(cython.cast(ForgePosition, position), seat)

    def fill_features(self, position: Position, seat: int, out: Features) -> None:
        self.fill_slots(cython.cast(ForgePosition, position), seat, out)

    def move_urgency(self, position: Position, move: int) -> int:
        return self.rate_move(cython.cast(ForgePosition, position), move)

    def winning_drag(self, position: ForgePosition) -> int:
        if position.ember_due:
            return NO_MOVE
        movers = self.arriving_tokens(position, position.to_move)
        if movers == 0:
            return NO_MOVE
        return position.forge[position.to_move] << TARGET_SHIFT | lowest_bit(movers)

    def has_threat(self, position: ForgePosition) -> bool:
        return self.arriving_tokens(position, position.to_move ^ 1) != 0

    def arriving_tokens(self, position: ForgePosition, seat: int) -> int:
        """The nearest tokens of the seat that can reach its forge in one drag."""
        one = 1  # 64 bits wide in C
        free = self.free_cells(position, seat)
        seen = one << position.forge[seat]
        for _ in range(position.reach):
            wider = spread_cells(seen)
            if wider & position.tokens[seat]:
                return wider & position.tokens[seat]
            wider &= free
            if wider == seen:
                return 0
            seen = wider
        return 0

    def free_cells(self, position: ForgePosition, seat: int) -> int:
        taken = position.tokens[0] | position.tokens[1] | position.embers
        return ALL_CELLS & ~(taken | position.barred[seat])

    def rate_move(self, position: ForgePosition, move: int) -> int:
        """The urgency of a move: a win first, then an ember that stops a threat."""
        if move & PASS_FLAG:
            return 0
        seat = position.to_move
        target = move >> TARGET_SHIFT & CELL_MASK
        if not move & EMBER_FLAG and target == position.forge[seat]:
            return WIN_URGENCY
        if not self.arriving_tokens(position, seat ^ 1):
            return 0
        if not self.stops_win(position, move):
            return IDLE_URGENCY
        return QUENCH_URGENCY if move & EMBER_FLAG else 0

    def stops_win(self, position: ForgePosition, move: int) -> bool:
        """Whether the move leaves the other seat without a win in one."""
        one = 1  # 64 bits wide in C
        seat = position.to_move
        free = self.free_cells(position, seat ^ 1)
        if not move & EMBER_FLAG:
            free |= one << (move & CELL_MASK)
        free &= ~(one << (move >> TARGET_SHIFT & CELL_MASK))
        seen = one << position.forge[seat ^ 1]
        for _ in range(position.reach):
            wider = spread_cells(seen)
            if wider & position.tokens[seat ^ 1]:
                return False
            wider &= free
            if wider == seen:
                return True
            seen = wider
        return True

    def measure_steps(self, position: ForgePosition, seat: int) -> None:
        """Measure the `steps` of the seat's tokens to its forge, 0 for no way, and `narrow`."""
        one = 1  # 64 bits wide in C
        free = self.free_cells(position, seat)
        tokens = position.tokens[seat]
        ring = one << position.forge[seat]
        seen = ring
        at = SEAT_TOKENS * seat
        end = at + SEAT_TOKENS
        for i in range(at, end):
            self.steps[i] = 0
        self.narrow[seat] = 0
        steps = 0
        while ring and at < end:
            steps += 1
            wider = spread_cells(ring)
            met = wider & tokens
            tokens ^= met
            while met:
                met &= met - 1
                self.steps[at] = steps
                at += 1
            ring = wider & free & ~seen
            seen |= ring
            # Every way from further out crosses a ring of a single cell.
            if ring and ring & (ring - 1) == 0 and at == end - SEAT_TOKENS:
                self.narrow[seat] += 1

    def drags_to_forge(self, position: ForgePosition, token: int) -> int:
        """The drags of a token to its forge; tokens 0 and 3 are the nearest of each seat."""
        steps = self.steps[token]
        if steps:
            return min((steps + position.reach - 1) // position.reach, MAX_DRAGS)
        if token % SEAT_TOKENS:
            return MAX_DRAGS  # another token is nearer
        steps = position.steps_to_forge(token // SEAT_TOKENS)
        return min((steps + position.reach - 1) // position.reach + BLOCKED_DRAGS, MAX_DRAGS)

    def score_ways(self, position: ForgePosition, seat: int) -> int:
        """The score of a seat's ways to its forge."""
        first = SEAT_TOKENS * seat
        worth = (
            DISTANCE_SCORE[self.drags_to_forge(position, first)]
            - NARROW_PENALTY * self.narrow[seat]
        )
        for token in range(first + 1, first + SEAT_TOKENS):
            worth += DISTANCE_SCORE[self.drags_to_forge(position, token)] // RESERVE_DIVISOR
        return worth

    def score_embers(self, position: ForgePosition, seat: int) -> int:
        """The score of the next ember that a seat lights."""
        if not position.lights[seat]:
            return 0
        if position.ember_due and seat == position.to_move:
            return EMBER_NOW_SCORE
        return EMBER_SOON_SCORE[min(position.turns_to_ember(seat), 3)]

    def score_by_hand(self, position: ForgePosition, seat: int) -> int:
        self.measure_steps(position, 0)
        self.measure_steps(position, 1)
        score = self.score_ways(position, seat) - self.score_ways(position, seat ^ 1)
        score += self.score_embers(position, seat) - self.score_embers(position, seat ^ 1)
        # A seat that lights an ember has already made its drag.
        score += TEMPO_SCORE if (position.to_move == seat) != position.ember_due else -TEMPO_SCORE
        left = position.turn_limit - position.turns[0] - position.turns[1]
        if left < FADE_TURNS:
            score = score * left // FADE_TURNS if score > 0 else -(-score * left // FADE_TURNS)
        return score

    def fill_slots(self, position: ForgePosition, seat: int, out: Features) -> None:
        for slot in range(CELLS):
            out[slot] = NO_FEATURE
        turn = CELLS - 1 if seat else 0
        self.place_features(position.tokens[seat], OWN_TOKENS_AT, turn, out)
        self.place_features(position.tokens[seat ^ 1], RIVAL_TOKENS_AT, turn, out)
        self.place_features(position.embers, EMBERS_AT, turn, out)
        slot = CELLS
        out[slot] = EMBER_DUE_AT if position.ember_due else NO_FEATURE
        out[slot + 1] = EMBER_TIME_AT + self.ember_bucket(position, seat)
        out[slot + 2] = EMBER_TIME_AT + EMBER_BUCKETS + self.ember_bucket(position, seat ^ 1)
        out[slot + 3] = LIMIT_AT + self.left_bucket(position)
        self.measure_steps(position, 0)
        self.measure_steps(position, 1)
        slot += 4
        own = SEAT_TOKENS * seat
        for i in range(2 * SEAT_TOKENS):
            token = own + i if i < SEAT_TOKENS else SEAT_TOKENS - own + i - SEAT_TOKENS
            out[slot + i] = STEPS_AT + STEP_BUCKETS * i + min(self.steps[token], STEP_BUCKETS - 1)
        race = min(self.drags_to_forge(position, own), RACE_BUCKETS) - 1
        rival = min(self.drags_to_forge(position, SEAT_TOKENS - own), RACE_BUCKETS) - 1
        out[slot + 2 * SEAT_TOKENS] = RACE_AT + RACE_BUCKETS * race + rival

    def place_features(self, cells: int, first: int, turn: int, out: Features) -> None:
        """Fill the slots of these cells; the board is rotated for seat 1."""
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            cell = turn - cell if turn else cell
            out[cell] = first + cell

    def ember_bucket(self, position: ForgePosition, seat: int) -> int:
        if not position.lights[seat]:
            return EMBER_BUCKETS - 1
        return self.time_bucket(position.turns_to_ember(seat), EMBER_BUCKETS)

    def left_bucket(self, position: ForgePosition) -> int:
        left = position.turn_limit - position.turns[0] - position.turns[1] - 1
        return self.time_bucket(left, LIMIT_BUCKETS)

    def time_bucket(self, turns: int, buckets: int) -> int:
        """The bucket of a number of turns: 0, 1, 2-3, 4-7 and so on."""
        bucket = 0
        while turns and bucket < buckets - 1:
            turns >>= 1
            bucket += 1
        return bucket
