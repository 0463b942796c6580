cimport cython

from ludarium.core.bits cimport lowest_bit
from ludarium.core.constants cimport NO_MOVE
from ludarium.games.pyramids.board cimport (
    CELLS, CODE_SHIFT, DIRECTION_SHIFT, LANDED_SHIFT, LENGTH_SHIFT, MAX_FLOW, POWER_FLAG, SIZE_MASK,
    TARGET_SHIFT,
)
from ludarium.games.pyramids.eruption cimport flowing_code, is_captured
from ludarium.games.pyramids.progress cimport TrioProgress
from ludarium.games.pyramids.reach cimport LANDING_ROOM
from ludarium.games.pyramids.rules cimport DIRECTION_STEP, PyramidsPosition

cdef int CODES_OF_SIZE[3]

cdef class WinFinder:
    cdef TrioProgress hand
    cdef int lack
    cdef int held

    @cython.locals(turn="unsigned int", source=int, height=int, towards=int, room=int)
    cpdef unsigned int find_win(self, PyramidsPosition board, int seat) noexcept nogil
    @cython.locals(found="unsigned int", taken=int, captured=int, count=int, code=int)
    cdef unsigned int find_plain_win(
        self, PyramidsPosition board, int source, int towards, int longest
    ) noexcept nogil
    @cython.locals(step=int, code=int, given=int, piece=int, cell=int, power="unsigned int")
    cdef unsigned int find_swap_win(
        self, PyramidsPosition board, int source, int towards, int count, int captured
    ) noexcept nogil
    @cython.locals(power="unsigned int", captured=int, taken=int, number=int, count=int, code=int)
    cdef unsigned int find_push_win(
        self, PyramidsPosition board, int source, int towards, int longest
    ) noexcept nogil
    @cython.locals(given=int, code=int)
    cdef unsigned int find_first_code(
        self, PyramidsPosition board, int source, int towards
    ) noexcept nogil
    @cython.locals(lack=int)
    cdef int missing_without(self, int code) noexcept nogil

cdef unsigned int pack_turn(int source, int towards, int count) noexcept nogil
