"""Pyramids' evaluation: how near each seat is to three trios, whole turns being the moves."""

from __future__ import annotations

from itertools import permutations

import cython

from ludarium.core.evaluator import Evaluator, Features
from ludarium.core.network import Weights
from ludarium.core.position import Position
from ludarium.games.pyramids.progress import Progress
from ludarium.games.pyramids.turns import TurnsPosition

if not cython.compiled:
    from ludarium.core.bits import count_bits
    from ludarium.core.constants import NO_FEATURE
    from ludarium.games.pyramids.board import (
        CELL,
        CELLS,
        CODE,
        DIRECTION,
        HAND,
        LANDED,
        PASS,
        PIECE,
        PIECES,
        POWER,
        SIZE_OF,
        TARGET,
    )
    from ludarium.games.pyramids.eruption import flowing, hits
    from ludarium.games.pyramids.rules import COUNT, DELTA

# What it is worth to lack so many pieces, by the number that lacks.
WORTH = [1200, 900, 620, 430, 300, 210, 140, 80, 40, 0]
CHOICE = 12  # for every code that would be progress
HOLDING = 6  # for every piece, needed or not: it can be played back
TEMPO = 60

# Urgency of a turn, by the pieces that lack less after it; only leaps are urgent.
LEAP = [-300, -100, 100, 200]
NO_CAPTURE = -500
TAKEN_COUNT = 12  # above the codes of captured pieces

# Features: what is on a cell, down to its third piece; its height; hands; the rest.
TOPS, LEVELS = 0, 3
HEIGHTS, HEIGHT_BUCKETS = 900, 5
HANDS, HAND_BUCKETS = 1025, 4  # by seat and code, from one piece up
LACKING = 1169  # by seat, 0 to 9
TURN = 1199  # two seats, seen by the first or second to move; the same for three
END, END_BUCKETS = 1204, 4  # barren turns left
INPUTS = 1208
SLOTS = 141
KINDS_OF_PIECE = 12


@cython.final
@cython.cclass
class PyramidsEvaluator(Evaluator):
    """Judges a `TurnsPosition`; every score is of a seat against the best of the others."""

    def __init__(self, weights: Weights | None = None) -> None:
        super().__init__(INPUTS, SLOTS, weights)
        self.hand = Progress()
        # The hand of the seat to move, as long as the urgency of one position's turns is asked.
        self.mover = Progress()
        self.stacked = 0
        self.owner = -1
        self.lack = 0
        self.quiescence_depth = 2

    def winning_move(self, position: Position) -> int:
        """A turn that completes three trios; exact among the turns of the position."""
        return self.win(cython.cast(TurnsPosition, position))

    def is_threatened(self, position: Position) -> bool:
        """Whether some other seat would have such a turn, the caps being no obstacle."""
        return self.menace(cython.cast(TurnsPosition, position))

    def by_hand(self, position: Position, seat: int) -> int:
        return self.weigh(cython.cast(TurnsPosition, position), seat)

    def fill_features(self, position: Position, seat: int, out: Features) -> None:
        self.describe(cython.cast(TurnsPosition, position), seat, out)

    def move_urgency(self, position: Position, move: int) -> int:
        return self.press(cython.cast(TurnsPosition, position), move)

    def win(self, position: TurnsPosition) -> int:
        return position.win()

    def menace(self, position: TurnsPosition) -> bool:
        return position.menaced()

    def weigh(self, position: TurnsPosition, seat: int) -> int:
        """What the seat has reached, less what the best of the others has."""
        rival = -1
        for other in range(position.seats):
            if other != seat:
                rival = max(rival, self.standing(position, other))
        return self.standing(position, seat) - rival

    def standing(self, position: TurnsPosition, seat: int) -> int:
        worth = WORTH[self.hand.lacking(position.board, seat)]
        worth += CHOICE * count_bits(self.hand.needed()) + HOLDING * position.board.owned[seat]
        if seat == position.to_move:
            worth += TEMPO
        return worth

    def press(self, position: TurnsPosition, turn: int) -> int:
        """Pieces captured, and above all progress."""
        if turn & PASS:
            return NO_CAPTURE
        taken = self.captured(position, turn)
        if taken == 0:
            return NO_CAPTURE
        if self.stacked != position.board.stacked or self.owner != position.to_move:
            self.stacked = position.board.stacked
            self.owner = position.to_move
            self.lack = self.mover.lacking(position.board, self.owner)
        gain = self.lack - self.change(turn, taken, 1)
        self.change(turn, taken, -1)
        return LEAP[gain] + 4 * (taken >> TAKEN_COUNT) if gain >= 0 else NO_CAPTURE

    def change(self, turn: int, taken: int, by: int) -> int:
        """Do to `mover` what a turn does to the hand, or take it back; what it lacks then."""
        if turn & POWER:
            self.mover.change(turn >> PIECE & CODE, -by)
        for i in range(taken >> TAKEN_COUNT):
            self.mover.change(taken >> 4 * i & CODE, by)
        return self.mover.shortage()

    def captured(self, position: TurnsPosition, turn: int) -> int:
        """The codes that a turn captures, 4 bits each, and above them how many."""
        source = turn & CELL
        towards = turn >> DIRECTION & 7
        cell = -1
        given = 0
        shift = 0
        if turn & POWER:
            cell = turn >> TARGET & CELL
            given = turn >> PIECE & CODE
            shift = 1 if cell == source else 0
        taken = 0
        codes = 0
        for count in range(1, (turn >> LANDED & 3) + 1):
            code = flowing(position.board, source, count - shift) if count > shift else given
            if source + (count + 1) * DELTA[towards] == cell:
                hit = (code ^ given) & SIZE_OF == 0
            else:
                hit = hits(position.board, source, towards, count, code)
            if hit:
                codes |= code << 4 * taken
                taken += 1
        return taken << TAKEN_COUNT | codes

    def describe(self, position: TurnsPosition, seat: int, out: Features) -> None:
        for cell in range(CELLS):
            height = position.board.height[cell]
            for level in range(LEVELS):
                out[LEVELS * cell + level] = NO_FEATURE
                if level < height:
                    code = position.board.piece[PIECES * cell + height - 1 - level] & CODE
                    at = KINDS_OF_PIECE * (LEVELS * cell + level) + plain(code)
                    out[LEVELS * cell + level] = TOPS + at
            bucket = min(height, HEIGHT_BUCKETS - 1)
            out[LEVELS * CELLS + cell] = HEIGHTS + HEIGHT_BUCKETS * cell + bucket
        slot = (LEVELS + 1) * CELLS
        for turn in range(3):
            self.describe_hand(position, seat, turn, slot + (KINDS_OF_PIECE + 1) * turn, out)
        slot += 3 * (KINDS_OF_PIECE + 1)
        turn = (position.to_move + position.seats - seat) % position.seats
        out[slot] = TURN + turn + (0 if position.seats == 2 else 2)
        left = position.board.barren_limit - position.board.barren
        bucket = 0 if left > 16 else 1 if left > 8 else 2 if left > 4 else 3
        out[slot + 1] = END + bucket

    def describe_hand(
        self, position: TurnsPosition, seat: int, turn: int, slot: int, out: Features
    ) -> None:
        """The hand of the seat so many places behind; an empty chair has no features."""
        for i in range(KINDS_OF_PIECE + 1):
            out[slot + i] = NO_FEATURE
        if turn >= position.seats:
            return
        owner = (seat + turn) % position.seats
        for code in range(HAND):
            if code & SIZE_OF != SIZE_OF:
                count = min(COUNT[position.board.held[HAND * owner + code]], HAND_BUCKETS)
                at = KINDS_OF_PIECE * turn + plain(code)
                if count:
                    out[slot + plain(code)] = HANDS + HAND_BUCKETS * at + count - 1
        lacking = self.hand.lacking(position.board, owner)
        out[slot + KINDS_OF_PIECE] = LACKING + 10 * turn + lacking

    def feature_symmetries(self) -> list[list[int]]:
        """The eight of the square with every exchange of colours: without caps all are alike."""
        return [
            _renamed(flip, turns, colours)
            for flip in (False, True)
            for turns in range(4)
            for colours in permutations(range(4))
            if flip or turns or colours != (0, 1, 2, 3)
        ]


def plain(code: int) -> int:
    """Codes without gaps: colour, then size."""
    return 3 * (code >> 2) + (code & SIZE_OF)


def _renamed(flip: bool, turns: int, colours: tuple[int, ...]) -> list[int]:
    cells = [_turned(cell, flip, turns) for cell in range(25)]
    codes = [3 * colours[code // 3] + code % 3 for code in range(12)]
    tops = [12 * (3 * cells[at // 36] + at // 12 % 3) + codes[at % 12] for at in range(900)]
    heights = [900 + 5 * cells[at // 5] + at % 5 for at in range(125)]
    hands = [1025 + 48 * (at // 48) + 4 * codes[at // 4 % 12] + at % 4 for at in range(144)]
    return [*tops, *heights, *hands, *range(1169, INPUTS)]


def _turned(cell: int, flip: bool, turns: int) -> int:
    row, col = divmod(cell, 5)
    if flip:
        col = 4 - col
    for _ in range(turns):
        row, col = col, 4 - row
    return 5 * row + col
