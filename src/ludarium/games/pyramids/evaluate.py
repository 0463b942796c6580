"""Pyramids: the evaluator, by the distance of each seat from three trios."""

from __future__ import annotations

from itertools import permutations

import cython

from ludarium.core.evaluator import Evaluator, Features
from ludarium.core.network import Weights
from ludarium.core.position import Position
from ludarium.games.pyramids.board import CODE_NAMES
from ludarium.games.pyramids.captures import CaptureCounter
from ludarium.games.pyramids.observe import HAND_OWNERS, hand_feature_names, stack_feature_names
from ludarium.games.pyramids.progress import TrioProgress
from ludarium.games.pyramids.turns import TurnsPosition

if not cython.compiled:
    from ludarium.core.bits import count_bits
    from ludarium.core.constants import NO_FEATURE
    from ludarium.games.pyramids.board import (
        CELL_MASK,
        CELLS,
        CODE_MASK,
        CODE_SHIFT,
        DIRECTION_SHIFT,
        HAND_CODES,
        LANDED_SHIFT,
        PASS_FLAG,
        PIECES,
        POWER_FLAG,
        SIZE_MASK,
        TARGET_SHIFT,
    )
    from ludarium.games.pyramids.eruption import flowing_code, is_captured
    from ludarium.games.pyramids.rules import BIT_COUNT, DIRECTION_STEP

# The score of a hand by the pieces that it lacks for three trios.
LACK_SCORE = [1200, 900, 620, 430, 300, 210, 140, 80, 40, 0]
NEEDED_SCORE = 12  # for every code that is progress
HELD_PIECE_SCORE = 6  # for every piece, because a power play can use it
TEMPO_SCORE = 60

# The urgency of a turn by its gain in progress; only gains of two or more are urgent.
PROGRESS_URGENCY = [-300, -100, 100, 200]
NO_CAPTURE_URGENCY = -500
TAKEN_COUNT_SHIFT = 12  # above the codes of captured pieces

# Features: the top three pieces of each cell, its height, the hands, the turn and end, and how many
# pieces of each code the next eruption can capture.
TOPS_AT, TOP_LEVELS = 0, 3
HEIGHTS_AT, HEIGHT_BUCKETS = 900, 5
HANDS_AT, HAND_BUCKETS = 1025, 4  # by seat and code, from one piece up
LACKING_AT = 1169  # by seat, 0 to 9
TURN_AT = 1199  # by the seats between this one and the seat to move, for two and for three seats
END_AT, END_BUCKETS = 1204, 4  # barren turns left
LOOSE_AT, LOOSE_BUCKETS = 1208, 4  # by code, from one piece up
INPUTS = 1256
SLOTS = 153
CODE_COUNT = 12


@cython.final
@cython.cclass
class PyramidsEvaluator(Evaluator):
    """Evaluates a `TurnsPosition`; a score compares a seat with the best of the others."""

    position_class = TurnsPosition

    def __init__(self, weights: Weights | None = None) -> None:
        super().__init__(INPUTS, SLOTS, weights)
        self.hand = TrioProgress()
        self.captures = CaptureCounter()
        # The hand of the seat to move, cached while the search rates the turns of one position.
        self.mover = TrioProgress()
        self.stacked = 0
        self.owner = -1
        self.lack = 0
        self.quiescence_depth = 2
        self.prior_temperature = 100  # of a hundred turns only the few that capture much matter

    def winning_move(self, position: Position) -> int:
        """A turn that completes three trios (exact among the turns of the position)."""
        return self.find_win(cython.cast(TurnsPosition, position))

    def is_threatened(self, position: Position) -> bool:
        """Whether another seat has such a turn, regardless of caps."""
        return self.has_menace(cython.cast(TurnsPosition, position))

    def by_hand(self, position: Position, seat: int) -> int:
        return self.score_by_hand(cython.cast(TurnsPosition, position), seat)

    def fill_features(self, position: Position, seat: int, out: Features) -> None:
        self.fill_slots(cython.cast(TurnsPosition, position), seat, out)

    def move_urgency(self, position: Position, move: int) -> int:
        return self.rate_move(cython.cast(TurnsPosition, position), move)

    def find_win(self, position: TurnsPosition) -> int:
        return position.winning_turn()

    def has_menace(self, position: TurnsPosition) -> bool:
        return position.is_menaced()

    def score_by_hand(self, position: TurnsPosition, seat: int) -> int:
        """The score of the seat's hand, less the best score of the other hands."""
        rival = -1
        for other in range(position.seats):
            if other != seat:
                rival = max(rival, self.score_hand(position, other))
        return self.score_hand(position, seat) - rival

    def score_hand(self, position: TurnsPosition, seat: int) -> int:
        worth = LACK_SCORE[self.hand.lacking_pieces(position.board, seat)]
        worth += (
            NEEDED_SCORE * count_bits(self.hand.needed_codes())
            + HELD_PIECE_SCORE * position.board.owned[seat]
        )
        if seat == position.to_move:
            worth += TEMPO_SCORE
        return worth

    def rate_move(self, position: TurnsPosition, turn: int) -> int:
        """The urgency of a turn: progress first, then captured pieces."""
        if turn & PASS_FLAG:
            return NO_CAPTURE_URGENCY
        taken = self.captured_codes(position, turn)
        if taken == 0:
            return NO_CAPTURE_URGENCY
        if self.stacked != position.board.stacked or self.owner != position.to_move:
            self.stacked = position.board.stacked
            self.owner = position.to_move
            self.lack = self.mover.lacking_pieces(position.board, self.owner)
        gain = self.lack - self.apply_turn(turn, taken, 1)
        self.apply_turn(turn, taken, -1)
        return (
            PROGRESS_URGENCY[gain] + 4 * (taken >> TAKEN_COUNT_SHIFT)
            if gain >= 0
            else NO_CAPTURE_URGENCY
        )

    def apply_turn(self, turn: int, taken: int, by: int) -> int:
        """Apply a turn to the hand `mover`, or undo it; returns the pieces that it lacks then."""
        if turn & POWER_FLAG:
            self.mover.add_pieces(turn >> CODE_SHIFT & CODE_MASK, -by)
        for i in range(taken >> TAKEN_COUNT_SHIFT):
            self.mover.add_pieces(taken >> 4 * i & CODE_MASK, by)
        return self.mover.missing_pieces()

    def captured_codes(self, position: TurnsPosition, turn: int) -> int:
        """The codes that a turn captures, 4 bits each, with their number above them."""
        source = turn & CELL_MASK
        towards = turn >> DIRECTION_SHIFT & 7
        cell = -1
        given = 0
        shift = 0
        if turn & POWER_FLAG:
            cell = turn >> TARGET_SHIFT & CELL_MASK
            given = turn >> CODE_SHIFT & CODE_MASK
            shift = 1 if cell == source else 0
        taken = 0
        codes = 0
        for count in range(1, (turn >> LANDED_SHIFT & 3) + 1):
            code = flowing_code(position.board, source, count - shift) if count > shift else given
            if source + (count + 1) * DIRECTION_STEP[towards] == cell:
                hit = (code ^ given) & SIZE_MASK == 0
            else:
                hit = is_captured(position.board, source, towards, count, code)
            if hit:
                codes |= code << 4 * taken
                taken += 1
        return taken << TAKEN_COUNT_SHIFT | codes

    def fill_slots(self, position: TurnsPosition, seat: int, out: Features) -> None:
        for cell in range(CELLS):
            height = position.board.height[cell]
            for level in range(TOP_LEVELS):
                out[TOP_LEVELS * cell + level] = NO_FEATURE
                if level < height:
                    code = position.board.piece[PIECES * cell + height - 1 - level] & CODE_MASK
                    at = CODE_COUNT * (TOP_LEVELS * cell + level) + dense_code(code)
                    out[TOP_LEVELS * cell + level] = TOPS_AT + at
            bucket = min(height, HEIGHT_BUCKETS - 1)
            out[TOP_LEVELS * CELLS + cell] = HEIGHTS_AT + HEIGHT_BUCKETS * cell + bucket
        slot = (TOP_LEVELS + 1) * CELLS
        for turn in range(3):
            self.fill_hand_slots(position, seat, turn, slot + (CODE_COUNT + 1) * turn, out)
        slot += 3 * (CODE_COUNT + 1)
        turn = (position.to_move + position.seats - seat) % position.seats
        out[slot] = TURN_AT + turn + (0 if position.seats == 2 else 2)
        left = position.board.barren_limit - position.board.barren
        bucket = 0 if left > 16 else 1 if left > 8 else 2 if left > 4 else 3
        out[slot + 1] = END_AT + bucket
        self.fill_capture_slots(position, slot + 2, out)

    def fill_capture_slots(self, position: TurnsPosition, slot: int, out: Features) -> None:
        self.captures.count_captures(position.board)
        for code in range(HAND_CODES):
            if code & SIZE_MASK != SIZE_MASK:
                at = dense_code(code)
                loose = min(self.captures.loose[code], LOOSE_BUCKETS)
                out[slot + at] = LOOSE_AT + LOOSE_BUCKETS * at + loose - 1 if loose else NO_FEATURE

    def fill_hand_slots(
        self, position: TurnsPosition, seat: int, turn: int, slot: int, out: Features
    ) -> None:
        """Fill the slots of the hand `turn` seats behind; a missing third seat has no features."""
        for i in range(CODE_COUNT + 1):
            out[slot + i] = NO_FEATURE
        if turn >= position.seats:
            return
        owner = (seat + turn) % position.seats
        for code in range(HAND_CODES):
            if code & SIZE_MASK != SIZE_MASK:
                count = min(BIT_COUNT[position.board.held[HAND_CODES * owner + code]], HAND_BUCKETS)
                at = CODE_COUNT * turn + dense_code(code)
                if count:
                    out[slot + dense_code(code)] = HANDS_AT + HAND_BUCKETS * at + count - 1
        lacking = self.hand.lacking_pieces(position.board, owner)
        out[slot + CODE_COUNT] = LACKING_AT + 10 * turn + lacking

    def feature_symmetries(self) -> list[list[int]]:
        """The symmetries of the square times all permutations of colours."""
        return [
            _feature_permutation(flip, turns, colours)
            for flip in (False, True)
            for turns in range(4)
            for colours in permutations(range(4))
            if flip or turns or colours != (0, 1, 2, 3)
        ]

    def feature_names(self) -> list[str]:
        barren = ("17 or more", "9 to 16", "5 to 8", "4 or fewer")
        return [
            *stack_feature_names(HEIGHT_BUCKETS - 1),
            *hand_feature_names(),
            *(f"hand of {owner} lacks {lack}" for owner in HAND_OWNERS for lack in range(10)),
            *(f"to move of two seats: {owner}" for owner in HAND_OWNERS[:2]),
            *(f"to move of three seats: {owner}" for owner in HAND_OWNERS),
            *(f"barren turns left: {left}" for left in barren),
            *(
                f"{code}: {count} can be captured"
                for code in CODE_NAMES.values()
                for count in ("1", "2", "3", "4 or more")
            ),
        ]


def dense_code(code: int) -> int:
    """The code without gaps: colour, then size."""
    return 3 * (code >> 2) + (code & SIZE_MASK)


def _feature_permutation(flip: bool, turns: int, colours: tuple[int, ...]) -> list[int]:
    cells = [_turn_cell(cell, flip, turns) for cell in range(25)]
    codes = [3 * colours[code // 3] + code % 3 for code in range(12)]
    tops = [12 * (3 * cells[at // 36] + at // 12 % 3) + codes[at % 12] for at in range(900)]
    heights = [900 + 5 * cells[at // 5] + at % 5 for at in range(125)]
    hands = [1025 + 48 * (at // 48) + 4 * codes[at // 4 % 12] + at % 4 for at in range(144)]
    loose = [1208 + 4 * codes[at // 4] + at % 4 for at in range(48)]
    return [*tops, *heights, *hands, *range(1169, 1208), *loose]


def _turn_cell(cell: int, flip: bool, turns: int) -> int:
    row, col = divmod(cell, 5)
    if flip:
        col = 4 - col
    for _ in range(turns):
        row, col = col, 4 - row
    return 5 * row + col
