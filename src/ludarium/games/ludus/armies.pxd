cimport cython

from ludarium.core.bits cimport lowest_bit
from ludarium.core.position cimport Position
from ludarium.games.ludus.board cimport (
    ARMY_SIZE, CELLS, EMPTY_CELL, FIRST_LORD_CAPTURED, FIRST_SHIFT, FRESH, KIND_COUNT, LEGIONARE,
    MAX_WALL_SIZE, MIN_WALL_SIZE, NO_LIMIT, NO_PIECE, NO_SECOND, PIECES, PIECE_MASK, SEAT_SHIFT,
    SECOND_SHIFT, TARGET_SHIFT, WALL_CELL,
)

cdef int FORWARD_STEP[2]
cdef int FIRST_LORD_ID[2]
cdef int ARMY_VALUE[12]

cdef unsigned int pack_wall(int step, int cell, int size) noexcept nogil

cdef class LudusArmies(Position):
    cdef readonly object settings
    cdef readonly bint sky_combat
    cdef readonly int quiet_limit
    cdef readonly int turn_limit
    cdef readonly bint shieldwall
    cdef readonly bint flanking
    cdef readonly bint check
    cdef readonly bint special
    cdef readonly bint tally
    cdef readonly int ply
    cdef readonly int progress
    cdef readonly short board[273]
    cdef readonly short kind[52]
    cdef readonly short where[52]
    cdef readonly unsigned long long alive[2]
    cdef readonly int moves[52]
    cdef readonly int booty[52]
    cdef readonly int taken[2]
    cdef unsigned long long zobrist

    @cython.locals(cell=int, piece=int, seat=int)
    cdef void copy_armies(self, LudusArmies other) noexcept nogil
    @cython.locals(total=int, pieces="unsigned long long")
    cdef int army_value(self, int seat) noexcept nogil
    cdef int count_movers(self, unsigned int move) noexcept nogil
    @cython.locals(i=int, what=int)
    cdef void shift_row(self, int source, int target, int size) noexcept nogil
    @cython.locals(size=int)
    cdef int generate_walls(self, unsigned int[::1] out, int at, int piece, int flags) noexcept nogil
    @cython.locals(ahead=int, size=int, what=int)
    cdef int longest_wall(self, int source) noexcept nogil
