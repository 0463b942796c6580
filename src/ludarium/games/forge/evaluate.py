"""Forge's evaluation: how many drags either seat is from its forge, and who can close the ways."""

from __future__ import annotations

import cython

from ludarium.core.evaluator import Evaluator, Features
from ludarium.core.network import Weights
from ludarium.core.position import Position
from ludarium.games.forge.board import FULL, NOT_FIRST, NOT_LAST
from ludarium.games.forge.rules import ForgePosition

if not cython.compiled:
    from ludarium.core.bits import lowest_bit
    from ludarium.core.constants import NO_FEATURE, NO_MOVE
    from ludarium.games.forge.board import CELL, CELLS, EMBER, PASS, SIZE, TARGET, TOKENS

# What it is worth to have a token so many drags from the forge.
PROMISE = [0, 800, 480, 300, 180, 100, 45, 22, 11, 0]
FURTHEST = 9
BLOCKED = 3  # drags that it takes to get a token out of the way, roughly
# The second and third token: how many of them make up for the first.
RESERVE = 4
NARROW = 34  # a place that every way crosses, so that one token can close it
TEMPO = 135
# An ember that is to be lit now, in this turn, in the next turn, ...
LIT_NOW = 160
SOON = [90, 45, 22, 11]
FADE = 24  # turns before the limit from which on a lead counts less and less

WINNING = 1000  # urgency of a drag to the forge
QUENCHING = 200  # of an ember on the other seat's way to win at once
IDLE = -500  # of a move that lets the other seat win at once

# Features: what is on a cell, as the seat sees it, then the rest.
OWN, OTHER, BURNT = 0, 36, 72
DUE = 108
TO_EMBER, EMBER_BUCKETS = 109, 8  # by seat; the last one is far away or never
LEFT, LEFT_BUCKETS = 125, 7
STEPS, STEP_BUCKETS = 132, 16  # by seat and token, the nearest first; 0 is no way
RACE, RACE_BUCKETS = 228, 8  # drags of the nearest tokens of both seats
INPUTS = 292
SLOTS = 47  # the cells, an ember due, two to come, the limit, six tokens' steps, the race


def spread(cells: int) -> int:
    """The cells and their neighbours, and bits beyond the board: mask the result."""
    # As in the rules; calls within a module are inlined.
    return (
        cells | cells << SIZE | cells >> SIZE | (cells & NOT_LAST) << 1 | (cells & NOT_FIRST) >> 1
    )


@cython.final
@cython.cclass
class ForgeEvaluator(Evaluator):
    """Floods the free cells from the forges outwards and looks where that meets tokens."""

    def __init__(self, weights: Weights | None = None) -> None:
        super().__init__(INPUTS, SLOTS, weights)
        self.futility_margin = 330  # in a race a ply is worth much
        self.steps = [0] * 6  # of seat 0's tokens, the nearest first, then of seat 1's
        self.narrow = [0, 0]

    def winning_move(self, position: Position) -> int:
        """A drag of a token to its forge; exact. There is none while an ember is due."""
        return self.winning_drag(cython.cast(ForgePosition, position))

    def is_threatened(self, position: Position) -> bool:
        """Whether the other seat could drag a token to its forge on this very board; exact."""
        return self.threat(cython.cast(ForgePosition, position))

    def by_hand(self, position: Position, seat: int) -> int:
        return self.weigh(cython.cast(ForgePosition, position), seat)

    def fill_features(self, position: Position, seat: int, out: Features) -> None:
        self.describe(cython.cast(ForgePosition, position), seat, out)

    def move_urgency(self, position: Position, move: int) -> int:
        return self.press(cython.cast(ForgePosition, position), move)

    def winning_drag(self, position: ForgePosition) -> int:
        if position.ember_due:
            return NO_MOVE
        movers = self.arriving(position, position.to_move)
        if movers == 0:
            return NO_MOVE
        return position.forge[position.to_move] << TARGET | lowest_bit(movers)

    def threat(self, position: ForgePosition) -> bool:
        return self.arriving(position, position.to_move ^ 1) != 0

    def arriving(self, position: ForgePosition, seat: int) -> int:
        """The nearest tokens of the seat that reach its forge in one drag."""
        one = 1  # wide, so that the shift keeps all bits
        free = self.free(position, seat)
        seen = one << position.forge[seat]
        for _ in range(position.reach):
            wider = spread(seen)
            if wider & position.tokens[seat]:
                return wider & position.tokens[seat]
            wider &= free
            if wider == seen:
                return 0
            seen = wider
        return 0

    def free(self, position: ForgePosition, seat: int) -> int:
        taken = position.tokens[0] | position.tokens[1] | position.embers
        return FULL & ~(taken | position.barred[seat])

    def press(self, position: ForgePosition, move: int) -> int:
        """Winning is urgent, putting out a threat that is there as well."""
        if move & PASS:
            return 0
        seat = position.to_move
        target = move >> TARGET & CELL
        if not move & EMBER and target == position.forge[seat]:
            return WINNING
        if not self.arriving(position, seat ^ 1):
            return 0
        if not self.meets(position, move):
            return IDLE
        return QUENCHING if move & EMBER else 0

    def meets(self, position: ForgePosition, move: int) -> bool:
        """Whether the other seat cannot win at once after the move."""
        one = 1  # wide, so that the shift keeps all bits
        seat = position.to_move
        free = self.free(position, seat ^ 1)
        if not move & EMBER:
            free |= one << (move & CELL)
        free &= ~(one << (move >> TARGET & CELL))
        seen = one << position.forge[seat ^ 1]
        for _ in range(position.reach):
            wider = spread(seen)
            if wider & position.tokens[seat ^ 1]:
                return False
            wider &= free
            if wider == seen:
                return True
            seen = wider
        return True

    def approach(self, position: ForgePosition, seat: int) -> None:
        """Measure `steps` of the seat's tokens to its forge, 0 for no way, and `narrow` places."""
        one = 1  # wide, so that the shift keeps all bits
        free = self.free(position, seat)
        tokens = position.tokens[seat]
        ring = one << position.forge[seat]
        seen = ring
        at = TOKENS * seat
        end = at + TOKENS
        for i in range(at, end):
            self.steps[i] = 0
        self.narrow[seat] = 0
        steps = 0
        while ring and at < end:
            steps += 1
            wider = spread(ring)
            met = wider & tokens
            tokens ^= met
            while met:
                met &= met - 1
                self.steps[at] = steps
                at += 1
            ring = wider & free & ~seen
            seen |= ring
            # All ways from further out cross a ring of one cell.
            if ring and ring & (ring - 1) == 0 and at == end - TOKENS:
                self.narrow[seat] += 1

    def drags(self, position: ForgePosition, token: int) -> int:
        """How many drags a token is from its forge, the nearest being 0 or 3."""
        steps = self.steps[token]
        if steps:
            return min((steps + position.reach - 1) // position.reach, FURTHEST)
        if token % TOKENS:
            return FURTHEST  # some other token is nearer
        steps = position.distance(token // TOKENS)
        return min((steps + position.reach - 1) // position.reach + BLOCKED, FURTHEST)

    def standing(self, position: ForgePosition, seat: int) -> int:
        """What a seat's ways to its forge are worth."""
        first = TOKENS * seat
        worth = PROMISE[self.drags(position, first)] - NARROW * self.narrow[seat]
        for token in range(first + 1, first + TOKENS):
            worth += PROMISE[self.drags(position, token)] // RESERVE
        return worth

    def embers(self, position: ForgePosition, seat: int) -> int:
        """What it is worth to be the one who lights the next embers."""
        if not position.lights[seat]:
            return 0
        if position.ember_due and seat == position.to_move:
            return LIT_NOW
        return SOON[min(position.turns_to_ember(seat), 3)]

    def weigh(self, position: ForgePosition, seat: int) -> int:
        self.approach(position, 0)
        self.approach(position, 1)
        score = self.standing(position, seat) - self.standing(position, seat ^ 1)
        score += self.embers(position, seat) - self.embers(position, seat ^ 1)
        # Who lights an ember has made its drag already.
        score += TEMPO if (position.to_move == seat) != position.ember_due else -TEMPO
        left = position.turn_limit - position.turns[0] - position.turns[1]
        if left < FADE:
            score = score * left // FADE if score > 0 else -(-score * left // FADE)
        return score

    def describe(self, position: ForgePosition, seat: int, out: Features) -> None:
        for slot in range(CELLS):
            out[slot] = NO_FEATURE
        turn = CELLS - 1 if seat else 0
        self.place(position.tokens[seat], OWN, turn, out)
        self.place(position.tokens[seat ^ 1], OTHER, turn, out)
        self.place(position.embers, BURNT, turn, out)
        slot = CELLS
        out[slot] = DUE if position.ember_due else NO_FEATURE
        out[slot + 1] = TO_EMBER + self.ember_bucket(position, seat)
        out[slot + 2] = TO_EMBER + EMBER_BUCKETS + self.ember_bucket(position, seat ^ 1)
        out[slot + 3] = LEFT + self.left_bucket(position)
        self.approach(position, 0)
        self.approach(position, 1)
        slot += 4
        own = TOKENS * seat
        for i in range(2 * TOKENS):
            token = own + i if i < TOKENS else TOKENS - own + i - TOKENS
            out[slot + i] = STEPS + STEP_BUCKETS * i + min(self.steps[token], STEP_BUCKETS - 1)
        race = min(self.drags(position, own), RACE_BUCKETS) - 1
        rival = min(self.drags(position, TOKENS - own), RACE_BUCKETS) - 1
        out[slot + 2 * TOKENS] = RACE + RACE_BUCKETS * race + rival

    def place(self, cells: int, first: int, turn: int, out: Features) -> None:
        """Fill the slots of these cells, on a board that is turned for seat 1."""
        while cells:
            cell = lowest_bit(cells)
            cells &= cells - 1
            cell = turn - cell if turn else cell
            out[cell] = first + cell

    def ember_bucket(self, position: ForgePosition, seat: int) -> int:
        if not position.lights[seat]:
            return EMBER_BUCKETS - 1
        return self.bucket(position.turns_to_ember(seat), EMBER_BUCKETS)

    def left_bucket(self, position: ForgePosition) -> int:
        left = position.turn_limit - position.turns[0] - position.turns[1] - 1
        return self.bucket(left, LEFT_BUCKETS)

    def bucket(self, turns: int, buckets: int) -> int:
        """0 for this turn, then 1, 2-3, 4-7 turns after it and so on."""
        bucket = 0
        while turns and bucket < buckets - 1:
            turns >>= 1
            bucket += 1
        return bucket
