cimport cython

from ludarium.core.bits cimport SPLITMIX_STEP, mix_bits
from ludarium.core.constants cimport NO_MOVE, ONGOING, SLOT_DRAWS
from ludarium.games.ludus.armies cimport LudusArmies, pack_wall
from ludarium.games.ludus.board cimport (
    ADVANCE_FLAG, CENTRE_END, CENTRE_START, EMPTY_CELL, FIRST_SHIFT, FLIGHT_FLAG, FRESH, LEGIONARE,
    NO_SECOND, PIECE_MASK, PROMOTION_FLAG, ROW_1, ROW_10, SEAT_SHIFT, SKY_LIFT, SKY_START,
    TARGET_SHIFT, VETERAN,
)
from ludarium.games.ludus.moves cimport LudusMoves, pack_capture
from ludarium.games.ludus.slot_tables cimport (
    ADVANCE_SLOT, FLIGHT_SLOT, SLOT_ACTION_SHIFT, SLOT_FIELD_MASK, SLOT_FIRST_SHIFT,
    SLOT_NUMBER_SHIFT, SLOT_STEP_SHIFT, SLOT_VETERAN, STRIKE_SLOT,
)

cdef int DIRECTION_STEP[8]
cdef int FORWARD_STEP[2]
cdef int SLOTS[2][435]
cdef int SLOT_COUNT

@cython.locals(piece=int, what=int)
cdef bint fits_first_cell(LudusArmies army, int slot) noexcept nogil

cdef class LudusSlots(LudusMoves):
    cdef unsigned long long slots

    @cython.locals(bits="unsigned long long", slot=int, move="unsigned int")
    cdef unsigned int draw_move(
        self, unsigned int[::1] scratch, unsigned long long drawn
    ) noexcept nogil
    @cython.locals(slot=int)
    cdef unsigned int fill_slot(self, int number) noexcept nogil
    @cython.locals(move="unsigned int")
    cdef unsigned int complete_slot(self, int slot) noexcept nogil
    @cython.locals(action=int, number=int, source=int, cell=int, what=int)
    cdef unsigned int find_slot_move(self, int slot, int piece) noexcept nogil
    @cython.locals(cell=int)
    cdef unsigned int find_special_move(self, int action, int number, int piece) noexcept nogil
    @cython.locals(cell=int)
    cdef unsigned int find_strike(self, int piece, int way) noexcept nogil
    @cython.locals(cell=int, what=int)
    cdef unsigned int find_flight(self, int piece) noexcept nogil
