"""Ludus: draws random moves from slots, without a list of all moves."""

from __future__ import annotations

import cython

from ludarium.core.position import MoveStack
from ludarium.games.ludus import board, slot_tables
from ludarium.games.ludus.armies import LudusArmies
from ludarium.games.ludus.board import LudusSettings
from ludarium.games.ludus.moves import LudusMoves

if not cython.compiled:
    from ludarium.core.bits import SPLITMIX_STEP, mix_bits
    from ludarium.core.constants import NO_MOVE, ONGOING, SLOT_DRAWS
    from ludarium.games.ludus.armies import pack_wall
    from ludarium.games.ludus.board import (
        ADVANCE_FLAG,
        CENTRE_END,
        CENTRE_START,
        EMPTY_CELL,
        FIRST_SHIFT,
        FLIGHT_FLAG,
        FRESH,
        LEGIONARE,
        NO_SECOND,
        PIECE_MASK,
        PROMOTION_FLAG,
        ROW_1,
        ROW_10,
        SEAT_SHIFT,
        SKY_LIFT,
        SKY_START,
        TARGET_SHIFT,
        VETERAN,
    )
    from ludarium.games.ludus.moves import pack_capture
    from ludarium.games.ludus.slot_tables import (
        ADVANCE_SLOT,
        FLIGHT_SLOT,
        SLOT_ACTION_SHIFT,
        SLOT_FIELD_MASK,
        SLOT_FIRST_SHIFT,
        SLOT_NUMBER_SHIFT,
        SLOT_STEP_SHIFT,
        SLOT_VETERAN,
        STRIKE_SLOT,
    )

DIRECTION_STEP = list(board.COMPASS)
FORWARD_STEP = list(board.FORWARD_STEPS)
SLOTS = [slot_tables.army_slots(seat) for seat in range(2)]
SLOT_COUNT = len(slot_tables.army_slots(0))


def fits_first_cell(army: LudusArmies, slot: int) -> bool:
    """Whether a slot's piece is alive and its first cell is as it must be."""
    piece = slot & PIECE_MASK
    what = army.board[army.where[piece] + (slot >> SLOT_STEP_SHIFT)] >> SEAT_SHIFT
    what += SLOT_VETERAN * (army.kind[piece] == VETERAN)
    # One condition, because a branch that cannot be predicted costs more than the rest.
    return army.alive[army.to_move] >> piece & slot >> SLOT_FIRST_SHIFT + what & 1 == 1


@cython.cclass
class LudusSlots(LudusMoves):
    """Finds the move of a slot; most slots hold none, and one look at the board tells so."""

    def __init__(self, settings: LudusSettings) -> None:
        super().__init__(settings)
        self.slots = SLOT_COUNT if settings.shieldwall else SLOT_COUNT - slot_tables.WALL_SLOTS

    def draw_move(self, scratch: MoveStack, drawn: int) -> int:
        # As the inherited method, but a call is made only for slots that may hold a move.
        if self.verdict != ONGOING:
            return NO_MOVE
        bits = drawn
        for _ in range(SLOT_DRAWS):
            slot = SLOTS[self.to_move][(bits >> 32) * self.slots >> 32]
            if fits_first_cell(self, slot):
                move = self.complete_slot(slot)
                if move != NO_MOVE:
                    return move
            drawn += SPLITMIX_STEP
            bits = mix_bits(drawn)
        return self.draw_listed_move(scratch, bits)

    def fill_slot(self, number: int) -> int:
        """The move in a slot, or NO_MOVE; the game must be running."""
        slot = SLOTS[self.to_move][number]
        return self.complete_slot(slot) if fits_first_cell(self, slot) else NO_MOVE

    def complete_slot(self, slot: int) -> int:
        """The move of a slot whose first cell is as it must be, or NO_MOVE."""
        move = self.find_slot_move(slot, slot & PIECE_MASK)
        if self.check and move != NO_MOVE and self.opens_lord(move, self.to_move):
            return NO_MOVE
        return move

    def find_slot_move(self, slot: int, piece: int) -> int:
        """As `complete_slot`, whether the move leaves the own First Lord open or not."""
        action = slot >> SLOT_ACTION_SHIFT & SLOT_FIELD_MASK
        number = slot >> SLOT_NUMBER_SHIFT & SLOT_FIELD_MASK
        if action > ADVANCE_SLOT:
            return self.find_special_move(action, number, piece)
        source = self.where[piece]
        if number > 1 and source > SKY_START:
            return NO_MOVE
        cell = source + (slot >> SLOT_STEP_SHIFT)
        for _ in range(number - 1):
            if self.board[cell] != EMPTY_CELL:
                return NO_MOVE
            cell += slot >> SLOT_STEP_SHIFT
        what = self.board[cell]
        if action == ADVANCE_SLOT:
            if number > 1 and (what != EMPTY_CELL or self.kind[piece] != FRESH):
                return NO_MOVE
            piece |= ADVANCE_FLAG
            if cell < ROW_1 or cell >= ROW_10:
                piece |= PROMOTION_FLAG
        elif what != EMPTY_CELL:
            if what >> SEAT_SHIFT != self.to_move ^ 1:
                return NO_MOVE
            if source > SKY_START and not self.sky_combat:  # rule L7
                return NO_MOVE
        return piece | NO_SECOND | (what & PIECE_MASK) << FIRST_SHIFT | cell << TARGET_SHIFT

    def find_special_move(self, action: int, number: int, piece: int) -> int:
        """The strike, flight or wall of a slot, or NO_MOVE."""
        if action == STRIKE_SLOT:
            return self.find_strike(piece, number)
        if action == FLIGHT_SLOT:
            return self.find_flight(piece)
        if number > self.longest_wall(self.where[piece]):
            return NO_MOVE
        cell = self.where[piece] + FORWARD_STEP[self.to_move]
        return pack_wall(piece | self.advance_flags(LEGIONARE, cell), cell, number)

    def find_strike(self, piece: int, way: int) -> int:
        """The strike of a piece in a direction, or NO_MOVE."""
        cell = self.where[piece] + DIRECTION_STEP[way]
        if cell > SKY_START:
            return NO_MOVE
        if self.board[cell] == EMPTY_CELL:
            cell += DIRECTION_STEP[way]
        if self.board[cell] >> SEAT_SHIFT != self.to_move ^ 1:
            return NO_MOVE
        return self.pack_strike(piece, cell, way)

    def find_flight(self, piece: int) -> int:
        """The move of a piece to the sky, or down from it, or NO_MOVE."""
        cell = self.where[piece]
        if cell > SKY_START:
            cell -= SKY_LIFT
        elif CENTRE_START <= cell < CENTRE_END:
            cell += SKY_LIFT
        else:
            return NO_MOVE
        what = self.board[cell]
        if what == EMPTY_CELL:
            return pack_capture(piece | FLIGHT_FLAG, what, cell)
        if cell > SKY_START or what >> SEAT_SHIFT != self.to_move ^ 1:
            return NO_MOVE
        return pack_capture(piece, what, cell)  # rule L5
