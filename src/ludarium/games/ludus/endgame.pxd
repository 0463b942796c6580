cimport cython

from ludarium.core.bits cimport count_bits, lowest_bit
from ludarium.games.ludus.attack cimport CELL_COLUMN, CELL_ROW, DIRECTION_STEP, FIRST_LORD_ID
from ludarium.games.ludus.board cimport (
    CENTRE_END, CENTRE_START, EMPTY_CELL, FIRST_LORD, SEAT_SHIFT, SKY_LIFT, SKY_START, WALL_CELL,
)
from ludarium.games.ludus.rules cimport LudusPosition

cdef unsigned long long FLIERS[2]
cdef int FLIER_SCORE, NO_FLIER_PERCENT, CONTESTED_FLIER_PERCENT, LONE_FLIER_PERCENT
cdef int HUNTED_PIECES, ESCAPE_SCORE, MOST_ESCAPES, APPROACH_SCORE

@cython.locals(own=int, other=int, percent=int)
cdef int damp_lead(LudusPosition position, int seat, int score) noexcept nogil
@cython.locals(
    one="unsigned long long", size=int, fliers="unsigned long long", hunters="unsigned long long",
    score=int, lord=int, cell=int, gap=int,
)
cdef int score_hunt(LudusPosition position, int seat) noexcept nogil
@cython.locals(lord=int, escapes=int, way=int, cell=int)
cdef int count_escapes(LudusPosition position, int seat) noexcept nogil
@cython.locals(what=int)
cdef bint is_escape(LudusPosition position, int cell, int seat) noexcept nogil
