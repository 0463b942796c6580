cimport cython

from ludarium.core.bits cimport lowest_bit
from ludarium.core.constants cimport ENDING_DRAW, ONGOING
from ludarium.core.endings cimport EndingClass, EndingTables
from ludarium.core.position cimport Position
from ludarium.games.ludus.board cimport (
    CELL_MASK, EMPTY_CELL, FIRST_LORD, FIRST_SHIFT, FRESH, LEGIONARE, NO_PIECE, PIECE_MASK,
    PROMOTION_FLAG, SEAT_SHIFT, SECOND_SHIFT, TARGET_SHIFT,
)
from ludarium.games.ludus.rules cimport LudusPosition

cdef int LORD_SLOT, PREY_SLOT
cdef short MIRRORED[273]
cdef short TURNED[273]
cdef short IN_RIGHT_HALF[273]
cdef short IN_CENTRE[273]
cdef short FRESH_COLUMN[273]
cdef short INFANTRY_ROW[273]
cdef short START_ROW[546]
cdef int FIRST_LORD_ID[2]
cdef int FORWARD_STEP[2]

@cython.locals(
    one="unsigned long long", pieces="unsigned long long", rest="unsigned long long", first=int,
    second=int,
)
cdef int read_code(LudusPosition position, int seat) noexcept nogil

cdef class LudusEnding(EndingClass):
    cdef readonly int attackers
    cdef readonly int defenders
    cdef readonly int slots
    cdef long long half
    cdef int[::1] cell_of
    cdef int[::1] digit_of
    cdef int[::1] radix
    cdef int[::1] is_infantry
    cdef int[::1] fresh_from
    cdef int[::1] seat
    cdef int[::1] cell
    cdef int[::1] is_fresh
    cdef int[::1] piece
    cdef int[::1] slot_of
    cdef unsigned int[::1] moves
    cdef LudusPosition position
    cdef EndingTables known

    @cython.locals(free="bint", slot=int, digit=int, cell=int, piece=int)
    cpdef bint arrange(self, long long number) noexcept nogil
    @cython.locals(mirrored="bint")
    cdef long long count_number(self, int moved, int cell, bint fresh, int turn) noexcept nogil
    @cython.locals(number="long long", slot=int, what=int, is_fresh="bint")
    cdef long long count_digits(
        self, int moved, int cell, bint fresh, int turn, bint mirrored
    ) noexcept nogil
    cdef int digit(self, int slot, int cell, bint fresh, bint mirrored) noexcept nogil
    @cython.locals(lord=int, mirrored="bint", number="long long")
    cdef long long read_number(self, LudusPosition position, int attacker) noexcept nogil
    @cython.locals(
        slot=int, one="unsigned long long", pieces="unsigned long long", first=int, second=int,
    )
    cdef long long read_army(
        self, LudusPosition position, int seat, long long number, int attacker, bint mirrored
    ) noexcept nogil
    @cython.locals(cell=int)
    cdef int read_digit(
        self, LudusPosition position, int slot, int piece, int attacker, bint mirrored
    ) noexcept nogil
    cdef int plain_kind(self, LudusPosition position, int piece) noexcept nogil
    @cython.locals(end=int, i=int)
    cpdef void list_exits(self) noexcept nogil
    @cython.locals(end=int, i=int, turn=int, count=int, move="unsigned int", slot=int, cell=int)
    cpdef int list_successors(self) noexcept nogil
    cdef bint leaves_class(self, unsigned int move) noexcept nogil
    @cython.locals(lord=int, plies=int)
    cdef void add_exit(self, unsigned int move) noexcept nogil
    @cython.locals(end=int, i=int, turn=int, count=int, move="unsigned int", slot=int, cell=int, centred="bint")
    cpdef int list_predecessors(self) noexcept nogil
    @cython.locals(cell=int, back=int, side=int)
    cdef int list_retreats(self, int slot, int turn, int count) noexcept nogil
    cdef int add_retreat(self, int slot, int cell, int turn, int count) noexcept nogil
    cpdef long long number_of(self, Position position)
