"""Ludus: the evaluator, by material, places, safety of the First Lords and the limits."""

from __future__ import annotations

import cython

from ludarium.core.evaluator import Evaluator, Features
from ludarium.core.network import Weights
from ludarium.core.position import Position
from ludarium.games.ludus import board, worth
from ludarium.games.ludus.rules import LudusPosition

if not cython.compiled:
    from ludarium.core.bits import lowest_bit
    from ludarium.core.constants import NO_FEATURE, NO_MOVE
    from ludarium.games.ludus.board import (
        ADVANCE_FLAG,
        CELL_MASK,
        CENTRE_END,
        CENTRE_START,
        EMPTY_CELL,
        FERROUS,
        FIRST_LORD,
        FIRST_SHIFT,
        FRESH,
        HIGH_LORD,
        KIND_COUNT,
        LEGIONARE,
        NO_PIECE,
        NO_SECOND,
        PIECE_MASK,
        PIECES,
        PROMOTION_FLAG,
        ROW_1,
        ROW_10,
        ROW_WIDTH,
        SEAT_SHIFT,
        SECOND_SHIFT,
        SKY_LIFT,
        SKY_START,
        STRIKE_FLAG,
        TARGET_SHIFT,
        TERRA,
    )

TEMPO_SCORE = 20
GUARD_SCORE = 7  # for each friend beside the First Lord
SHELTER_SCORE = 25  # for a First Lord that cannot be struck
BEATEN_PIECES = 3  # an army of so few pieces is beaten: only the hunt for its First Lord counts
HUNT_FACTOR = 6  # the weight of the pressure on a beaten army
FADE_PLIES = 60  # a lead counts less and less from this many plies before a limit

# Urgencies: of a First Lord's capture, the base of other captures, of a promotion.
LORD_URGENCY = 20_000
CAPTURE_URGENCY = 100
PROMOTION_URGENCY = 60

DIRECTION_STEP = list(board.COMPASS)
JUMP_STEP = list(board.JUMPS)
FIRST_LORD_ID = list(board.FIRST_LORD_IDS)
STEADHOLDER_ID = list(board.STEADHOLDER_IDS)
KIND_SCORE = list(worth.KIND_SCORE)
PLACE_SCORE = worth.table_by_cell(worth.place_score)
PRESSURE_SCORE = [
    [worth.pressure_score(kind, gap) for gap in range(11)] for kind in range(KIND_COUNT)
]
CAPTURE_REACH = [
    [worth.capture_reach(seat, kind, way) for way in range(8)]
    for seat in range(2)
    for kind in range(KIND_COUNT)
]
CELL_ROW = [worth.ground_place(cell)[0] if cell in board.PLACES else 0 for cell in range(273)]
CELL_COLUMN = [worth.ground_place(cell)[1] if cell in board.PLACES else 0 for cell in range(273)]

# Features: the own army, the rival's, then the plies left to each limit.
OWN_FEATURE = worth.table_by_cell(worth.piece_feature)
RIVAL_FEATURE = worth.table_by_cell(
    lambda seat, kind, cell: worth.piece_feature(seat ^ 1, kind, cell)
)
RIVAL_AT = worth.ARMY_FEATURES
LIMIT_AT = 2 * worth.ARMY_FEATURES
LIMIT_BUCKETS = 8
INPUTS = LIMIT_AT + 2 * LIMIT_BUCKETS
SLOTS = PIECES + 2


@cython.final
@cython.cclass
class LudusEvaluator(Evaluator):
    """Scans from a cell outwards for the pieces that can capture on it."""

    def __init__(self, weights: Weights | None = None) -> None:
        super().__init__(INPUTS, SLOTS, weights)
        self.hand_from_score = 200

    def winning_move(self, position: Position) -> int:
        """A capture or strike that removes the enemy's First Lord (exact).

        A win by leaving the other seat without a move is not found.
        """
        return self.find_lord_capture(cython.cast(LudusPosition, position), position.to_move)

    def is_threatened(self, position: Position) -> bool:
        """Whether the other seat could remove this seat's First Lord if it were to move (exact)."""
        enemy = position.to_move ^ 1
        return self.find_lord_capture(cython.cast(LudusPosition, position), enemy) != NO_MOVE

    def by_hand(self, position: Position, seat: int) -> int:
        return self.score_by_hand(cython.cast(LudusPosition, position), seat)

    def fill_features(self, position: Position, seat: int, out: Features) -> None:
        self.fill_slots(cython.cast(LudusPosition, position), seat, out)

    def move_urgency(self, position: Position, move: int) -> int:
        if move >> FIRST_SHIFT & PIECE_MASK == NO_PIECE:
            return PROMOTION_URGENCY if move & PROMOTION_FLAG else 0
        return self.rate_capture(cython.cast(LudusPosition, position), move)

    def feature_symmetries(self) -> list[list[int]]:
        """The reflection of left and right: no rule tells them apart."""
        army = [worth.mirror_feature(number) for number in range(RIVAL_AT)]
        others = [RIVAL_AT + number for number in army]
        return [army + others + list(range(LIMIT_AT, INPUTS))]

    # Wins in one.

    def find_lord_capture(self, position: LudusPosition, seat: int) -> int:
        """A move of the seat that removes the other First Lord, or NO_MOVE."""
        lord = FIRST_LORD_ID[seat ^ 1]
        target = position.where[lord]
        take = lord << FIRST_SHIFT | NO_SECOND | target << TARGET_SHIFT
        if target > SKY_START:
            return self.find_sky_capture(position, seat, target, take)
        if CENTRE_START <= target < CENTRE_END:
            what = position.board[target + SKY_LIFT]
            if what >> SEAT_SHIFT == seat:
                return take | what & PIECE_MASK
        for way in range(8):
            what = position.board[target + JUMP_STEP[way]]
            if what >> SEAT_SHIFT == seat and position.kind[what & PIECE_MASK] == TERRA:
                return take | what & PIECE_MASK
        for way in range(8):
            cell = target + DIRECTION_STEP[way]
            what = position.board[cell]
            distance = 1
            while what == EMPTY_CELL and distance < 4:
                cell += DIRECTION_STEP[way]
                what = position.board[cell]
                distance += 1
            if what >> SEAT_SHIFT == seat:
                kind = position.kind[what & PIECE_MASK]
                if CAPTURE_REACH[KIND_COUNT * seat + kind][way] >= distance:
                    return take | what & PIECE_MASK | self.advance_flags(kind, target)
                if kind == TERRA and distance == 1 and not way & 1:
                    move = self.find_lord_strike(position, seat, way, cell, target, lord)
                    if move != NO_MOVE:
                        return move
            elif distance == 1 and not way & 1 and what >> SEAT_SHIFT == seat ^ 1:
                move = self.find_lord_pierce(position, seat, way, cell, lord)
                if move != NO_MOVE:
                    return move
        return NO_MOVE

    def find_sky_capture(self, position: LudusPosition, seat: int, target: int, take: int) -> int:
        if not position.sky_combat:  # rule L7
            return NO_MOVE
        for way in range(8):
            what = position.board[target + DIRECTION_STEP[way]]
            if what >> SEAT_SHIFT == seat:
                return take | what & PIECE_MASK
        return NO_MOVE

    def advance_flags(self, kind: int, target: int) -> int:
        """The flags of a capture by this kind: a legionare advances and may be promoted."""
        if kind not in (LEGIONARE, FRESH):
            return 0
        return ADVANCE_FLAG | PROMOTION_FLAG if target < ROW_1 or target >= ROW_10 else ADVANCE_FLAG

    def find_lord_strike(
        self, position: LudusPosition, seat: int, way: int, source: int, target: int, lord: int
    ) -> int:
        """A Knight Terra's strike at the First Lord beside it, which may pierce a second piece."""
        if self.is_warded(position, lord, seat ^ 1):
            return NO_MOVE
        second = NO_PIECE
        what = position.board[target - DIRECTION_STEP[way]]
        if what >> SEAT_SHIFT == seat ^ 1 and not self.is_warded(
            position, what & PIECE_MASK, seat ^ 1
        ):
            second = what & PIECE_MASK
        piece = position.board[source] & PIECE_MASK
        return (
            piece
            | STRIKE_FLAG
            | source << TARGET_SHIFT
            | lord << FIRST_SHIFT
            | second << SECOND_SHIFT
        )

    def find_lord_pierce(
        self, position: LudusPosition, seat: int, way: int, cell: int, lord: int
    ) -> int:
        """A strike through the piece on a cell beside the First Lord."""
        source = cell + DIRECTION_STEP[way]
        what = position.board[source]
        far = what == EMPTY_CELL
        if far:
            source += DIRECTION_STEP[way]
            what = position.board[source]
        if what >> SEAT_SHIFT != seat:
            return NO_MOVE
        kind = position.kind[what & PIECE_MASK]
        if kind != HIGH_LORD and (far or kind != TERRA):
            return NO_MOVE
        first = position.board[cell] & PIECE_MASK
        if self.is_warded(position, first, seat ^ 1) or self.is_warded(position, lord, seat ^ 1):
            return NO_MOVE
        return (
            what & PIECE_MASK
            | STRIKE_FLAG
            | source << TARGET_SHIFT
            | first << FIRST_SHIFT
            | lord << SECOND_SHIFT
        )

    def is_warded(self, position: LudusPosition, piece: int, owner: int) -> bool:
        """Whether a piece on the ground is immune to strikes (rule L6)."""
        if position.kind[piece] == FERROUS:
            return True
        if not position.alive[owner] >> STEADHOLDER_ID[owner] & 1:
            return False
        gap = abs(position.where[piece] - position.where[STEADHOLDER_ID[owner]])
        return gap in (1, ROW_WIDTH)

    # Captures and strikes.

    def rate_capture(self, position: LudusPosition, move: int) -> int:
        """A rough lower bound of a capture's gain; 0 or less if it loses material."""
        first = position.kind[move >> FIRST_SHIFT & PIECE_MASK]
        gain = KIND_SCORE[first]
        if move >> SECOND_SHIFT & PIECE_MASK != NO_PIECE:
            if position.kind[move >> SECOND_SHIFT & PIECE_MASK] == FIRST_LORD:
                return LORD_URGENCY
            gain += KIND_SCORE[position.kind[move >> SECOND_SHIFT & PIECE_MASK]]
        if first == FIRST_LORD:
            return LORD_URGENCY
        if move & STRIKE_FLAG:
            return (
                CAPTURE_URGENCY + 8 * gain
            )  # a striker stays on its cell, so it takes no new risk
        taker = position.kind[move & PIECE_MASK]
        price = LORD_URGENCY if taker == FIRST_LORD else KIND_SCORE[taker]
        if price > gain:
            target = move >> TARGET_SHIFT & CELL_MASK
            if self.is_guarded(position, target, taker, position.to_move ^ 1):
                return max(gain - price, -1000)
            price = 0
        return CAPTURE_URGENCY + 8 * gain - price // 8

    def is_guarded(self, position: LudusPosition, target: int, taker: int, seat: int) -> bool:
        """Whether the seat could remove an enemy piece of this kind from the cell."""
        if target > SKY_START:
            for way in range(8):
                if (
                    position.board[target + DIRECTION_STEP[way]] >> SEAT_SHIFT == seat
                    and position.sky_combat
                ):
                    return True
            return False
        if (
            CENTRE_START <= target < CENTRE_END
            and position.board[target + SKY_LIFT] >> SEAT_SHIFT == seat
        ):
            return True
        for way in range(8):
            what = position.board[target + JUMP_STEP[way]]
            if what >> SEAT_SHIFT == seat and position.kind[what & PIECE_MASK] == TERRA:
                return True
        for way in range(8):
            cell = target + DIRECTION_STEP[way]
            what = position.board[cell]
            distance = 1
            while what == EMPTY_CELL and distance < 4:
                cell += DIRECTION_STEP[way]
                what = position.board[cell]
                distance += 1
            if what >> SEAT_SHIFT == seat:
                kind = position.kind[what & PIECE_MASK]
                if CAPTURE_REACH[KIND_COUNT * seat + kind][way] >= distance:
                    return True
                if kind == TERRA and distance == 1 and not way & 1 and taker != FERROUS:
                    return True
        return False

    # The hand-written score.

    def score_by_hand(self, position: LudusPosition, seat: int) -> int:
        score = self.score_army(position, seat) - self.score_army(position, seat ^ 1)
        score += self.score_safety(position, seat) - self.score_safety(position, seat ^ 1)
        score += TEMPO_SCORE if position.to_move == seat else -TEMPO_SCORE
        quiet = position.ply - position.progress
        left = min(position.quiet_limit - quiet, position.turn_limit - position.ply)
        if left < FADE_PLIES:  # a lead without progress ends in a draw
            score = score * left // FADE_PLIES if score > 0 else -(-score * left // FADE_PLIES)
        return score

    def score_army(self, position: LudusPosition, seat: int) -> int:
        """The score of pieces by kind, place and distance from the enemy's First Lord."""
        total = 0
        lord = position.where[FIRST_LORD_ID[seat ^ 1]]
        hunt = HUNT_FACTOR if self.is_beaten(position, seat ^ 1) else 1
        pieces = position.alive[seat]
        while pieces:
            piece = lowest_bit(pieces)
            pieces &= pieces - 1
            cell = position.where[piece]
            kind = position.kind[piece]
            gap = max(
                abs(CELL_ROW[cell] - CELL_ROW[lord]), abs(CELL_COLUMN[cell] - CELL_COLUMN[lord])
            )
            total += PLACE_SCORE[KIND_COUNT * seat + kind][cell] + PRESSURE_SCORE[kind][gap] * hunt
        return total

    def is_beaten(self, position: LudusPosition, seat: int) -> bool:
        """Whether an army has only a few pieces left."""
        pieces = position.alive[seat]
        for _ in range(BEATEN_PIECES):
            pieces &= pieces - 1
        return pieces == 0

    def score_safety(self, position: LudusPosition, seat: int) -> int:
        """The score of friends around the First Lord and of the Steadholder's shelter."""
        cell = position.where[FIRST_LORD_ID[seat]]
        if cell > SKY_START:
            return 0
        total = SHELTER_SCORE if self.is_warded(position, FIRST_LORD_ID[seat], seat) else 0
        for way in range(8):
            if position.board[cell + DIRECTION_STEP[way]] >> SEAT_SHIFT == seat:
                total += GUARD_SCORE
        return total

    # The features of the network.

    def fill_slots(self, position: LudusPosition, seat: int, out: Features) -> None:
        for piece in range(PIECES):
            out[piece] = NO_FEATURE
        own = position.alive[seat]
        while own:
            piece = lowest_bit(own)
            own &= own - 1
            out[piece] = OWN_FEATURE[KIND_COUNT * seat + position.kind[piece]][
                position.where[piece]
            ]
        others = position.alive[seat ^ 1]
        while others:
            piece = lowest_bit(others)
            others &= others - 1
            code = KIND_COUNT * (seat ^ 1) + position.kind[piece]
            out[piece] = RIVAL_AT + RIVAL_FEATURE[code][position.where[piece]]
        quiet = position.ply - position.progress
        out[PIECES] = LIMIT_AT + self.limit_bucket(position.quiet_limit - quiet)
        out[PIECES + 1] = (
            LIMIT_AT + LIMIT_BUCKETS + self.limit_bucket(position.turn_limit - position.ply)
        )

    def limit_bucket(self, left: int) -> int:
        """The bucket of the plies left: 0 for the last ply, then 1, 2-3, 4-7 and so on."""
        left -= 1
        found = 0
        while left > 0 and found < LIMIT_BUCKETS - 1:
            left >>= 1
            found += 1
        return found
