"""Ludus: the actions of every kind of piece."""

from __future__ import annotations

import cython

from ludarium.core.position import MoveStack
from ludarium.games.ludus import board
from ludarium.games.ludus.attack import LudusAttack

if not cython.compiled:
    from ludarium.core.bits import lowest_bit
    from ludarium.core.constants import NO_MOVE
    from ludarium.games.ludus.board import (
        ADVANCE_FLAG,
        CENTRE_END,
        CENTRE_START,
        EMPTY_CELL,
        FIRST_SHIFT,
        FLIGHT_FLAG,
        FRESH,
        KIND_COUNT,
        LEGIONARE,
        NO_PIECE,
        NO_SECOND,
        NO_VICTIMS,
        PIECE_MASK,
        PROMOTION_FLAG,
        ROW_1,
        ROW_10,
        SEAT_SHIFT,
        SECOND_SHIFT,
        SKY_LIFT,
        SKY_START,
        STRIKE_FLAG,
        TARGET_SHIFT,
        TERRA,
    )

DIRECTION_STEP = list(board.COMPASS)
JUMP_STEP = list(board.JUMPS)
FORWARD_STEP = list(board.FORWARD_STEPS)
# A kind slides in all directions, or in every second one, starting with SLIDE_FIRST_WAY.
SLIDE_FIRST_WAY = [int(kind == board.FLORA) for kind in range(KIND_COUNT)]
SLIDE_WAY_STEP = [2 if kind in (board.FLORA, board.IGNUS) else 1 for kind in range(KIND_COUNT)]
SLIDE_DISTANCE = [max(board.SLIDE_REACH.get(kind, (0, 0))) for kind in range(KIND_COUNT)]
CAN_FLY = [int(kind in board.AERIAL) for kind in range(KIND_COUNT)]
STRIKE_WAY_MASK = [board.STRIKE_WAYS.get(kind, 0) for kind in range(KIND_COUNT)]
CAN_PIERCE = [int(kind in board.PIERCERS) for kind in range(KIND_COUNT)]


def pack_capture(step: int, what: int, cell: int) -> int:
    """The packed move of a piece to a cell; an enemy on the cell is captured."""
    return step | NO_SECOND | (what & PIECE_MASK) << FIRST_SHIFT | cell << TARGET_SHIFT


@cython.cclass
class LudusMoves(LudusAttack):
    """Lists the actions of the seat to move, piece by piece."""

    def generate_actions(self, out: MoveStack, at: int) -> int:
        """All actions, whether they leave the own First Lord open or not."""
        pieces = self.alive[self.to_move]
        while pieces:
            piece = lowest_bit(pieces)
            pieces &= pieces - 1
            kind = self.kind[piece]
            if kind in (LEGIONARE, FRESH):
                at = self.generate_legionare(out, at, piece)
            elif kind == TERRA:
                at = self.generate_terra(out, at, piece)
            elif self.where[piece] > SKY_START:
                at = self.generate_sky(out, at, piece)
            else:
                at = self.generate_slides(out, at, piece)
        return at

    def generate_legionare(self, out: MoveStack, at: int, piece: int) -> int:
        enemy = self.to_move ^ 1
        source = self.where[piece]
        ahead = FORWARD_STEP[self.to_move]
        cell = source + ahead
        step = piece | ADVANCE_FLAG | NO_SECOND
        if cell < ROW_1 or cell >= ROW_10:
            step |= PROMOTION_FLAG
        if self.board[cell] == EMPTY_CELL:
            out[at] = step | NO_VICTIMS | cell << TARGET_SHIFT
            at += 1
            if self.kind[piece] == FRESH and self.board[cell + ahead] == EMPTY_CELL:
                out[at] = step | NO_VICTIMS | (cell + ahead) << TARGET_SHIFT
                at += 1
        for side in range(-1, 2, 2):
            if self.board[source + side] == EMPTY_CELL:
                out[at] = piece | NO_VICTIMS | (source + side) << TARGET_SHIFT
                at += 1
        for side in range(-1, 2, 2):
            what = self.board[cell + side]
            if what >> SEAT_SHIFT == enemy:
                out[at] = step | (what & PIECE_MASK) << FIRST_SHIFT | (cell + side) << TARGET_SHIFT
                at += 1
        if self.shieldwall and self.board[cell] == EMPTY_CELL:
            at = self.generate_walls(out, at, piece, step & ~(NO_SECOND | PIECE_MASK))
        return at

    def generate_terra(self, out: MoveStack, at: int, piece: int) -> int:
        enemy = self.to_move ^ 1
        source = self.where[piece]
        for way in range(8):
            cell = source + JUMP_STEP[way]
            what = self.board[cell]
            if what == EMPTY_CELL or what >> SEAT_SHIFT == enemy:
                out[at] = pack_capture(piece, what, cell)
                at += 1
        met = 0
        for way in range(0, 8, 2):
            if self.board[source + DIRECTION_STEP[way]] >> SEAT_SHIFT == enemy:
                met |= 1 << way
        return self.generate_strikes(out, at, piece, met, 0) if met else at

    def generate_sky(self, out: MoveStack, at: int, piece: int) -> int:
        enemy = self.to_move ^ 1
        source = self.where[piece]
        for way in range(8):
            cell = source + DIRECTION_STEP[way]
            what = self.board[cell]
            if what == EMPTY_CELL or (what >> SEAT_SHIFT == enemy and self.sky_combat):  # rule L7
                out[at] = pack_capture(piece, what, cell)
                at += 1
        cell = source - SKY_LIFT
        what = self.board[cell]
        if what == EMPTY_CELL or what >> SEAT_SHIFT == enemy:
            step = piece if what != EMPTY_CELL else piece | FLIGHT_FLAG  # rule L5
            out[at] = pack_capture(step, what, cell)
            at += 1
        return at

    def generate_slides(self, out: MoveStack, at: int, piece: int) -> int:
        enemy = self.to_move ^ 1
        source = self.where[piece]
        kind = self.kind[piece]
        met = 0  # directions in which the first piece is an enemy ...
        distant = 0  # ... and not on the next cell
        way = SLIDE_FIRST_WAY[kind]
        while way < 8:
            cell = source
            for distance in range(SLIDE_DISTANCE[kind]):
                cell += DIRECTION_STEP[way]
                what = self.board[cell]
                if what == EMPTY_CELL:
                    out[at] = piece | NO_VICTIMS | cell << TARGET_SHIFT
                    at += 1
                    continue
                if what >> SEAT_SHIFT == enemy:
                    out[at] = pack_capture(piece, what, cell)
                    at += 1
                    met |= 1 << way
                    distant |= distance << way
                break
            way += SLIDE_WAY_STEP[kind]
        cell = source + SKY_LIFT
        if CAN_FLY[kind] and CENTRE_START <= source < CENTRE_END and self.board[cell] == EMPTY_CELL:
            out[at] = piece | NO_VICTIMS | FLIGHT_FLAG | cell << TARGET_SHIFT
            at += 1
        met &= STRIKE_WAY_MASK[kind]
        return self.generate_strikes(out, at, piece, met, distant) if met else at

    def generate_strikes(self, out: MoveStack, at: int, piece: int, met: int, distant: int) -> int:
        while met:
            way = lowest_bit(met)
            met &= met - 1
            cell = self.where[piece] + DIRECTION_STEP[way]
            if distant >> way & 1:
                cell += DIRECTION_STEP[way]
            out[at] = self.pack_strike(piece, cell, way)
            at += out[at] != NO_MOVE
        return at

    def pack_strike(self, piece: int, cell: int, way: int) -> int:
        """The strike at the enemy on a cell, which may pierce a second piece, or NO_MOVE."""
        enemy = self.to_move ^ 1
        first = self.board[cell] & PIECE_MASK
        if self.is_warded(first, enemy):
            return NO_MOVE
        second = NO_PIECE
        what = self.board[cell + DIRECTION_STEP[way]]
        if CAN_PIERCE[self.kind[piece]] and what >> SEAT_SHIFT == enemy:
            second = NO_PIECE if self.is_warded(what & PIECE_MASK, enemy) else what & PIECE_MASK
        step = piece | STRIKE_FLAG | self.where[piece] << TARGET_SHIFT
        return step | first << FIRST_SHIFT | second << SECOND_SHIFT
