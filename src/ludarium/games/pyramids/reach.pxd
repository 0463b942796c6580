cimport cython

from ludarium.core.bits cimport lowest_bit
from ludarium.games.pyramids.board cimport (
    ALL_ERUPTIONS, CAP_COUNT, CELLS, CODE_SHIFT, DIRECTION_SHIFT, ERUPTION_KINDS, ERUPTION_WAYS, LAYER_SHIFT,
    NO_CELL, POWER_FLAG, RETURN_ROW, TARGET_SHIFT,
)
from ludarium.games.pyramids.rules cimport PyramidsPosition

cdef unsigned int ALL_CELLS
cdef int CAP_PLACINGS
cdef int SEEN_WORDS
cdef unsigned int NO_ENTRY
cdef int NEAR_WAYS[625]
cdef int STEP_WAYS[25]
cdef int ERUPTION_ROOM[25]
cdef int ONE_AWAY[25][8]
cdef int TWO_AWAY[25][8]
cdef int THREE_AWAY[25][8]
cdef int FOUR_AWAY[25][8]
cdef int LANDING_ROOM[25][8]
cdef int HIGH_NUMBER[4096]
cdef int LOW_NUMBER[8192]

cdef class CapReach:
    cdef readonly unsigned int start
    cdef readonly int left
    cdef bint power
    cdef unsigned int occupied
    cdef unsigned int explored
    cdef int height[25]
    cdef unsigned char wanted[400]
    cdef unsigned char wanted_ways[50]
    cdef int cells[6]
    cdef readonly int missing
    cdef readonly int count
    cdef int[::1] near
    cdef unsigned long long[::1] seen
    cdef unsigned int[::1] where
    cdef unsigned int[::1] came

    @cython.locals(source=int, towards=int, way=int, kinds=int)
    cdef void survey_board(self) noexcept nogil
    @cython.locals(way=int, source=int)
    cdef void clear_wanted(self) noexcept nogil
    cdef void want_kinds(self, int way, int kinds) noexcept nogil
    @cython.locals(longest=int)
    cdef int allowed_kinds(self, int source, int towards, int more) noexcept nogil
    @cython.locals(more=int, longest=int, kind=int, plain=int)
    cpdef int quiet_distance(self, int source, int towards, int count, int cell) noexcept nogil
    @cython.locals(source=int, towards=int)
    cdef void explore_power_cell(self, int cell) noexcept nogil
    @cython.locals(depth=int, at=int, level=int, word=int)
    cdef int walk_placings(self, int cell) noexcept nogil
    @cython.locals(number=int, entry=int, bit="unsigned long long")
    cdef void enter_placing(
        self, unsigned int caps, unsigned int layer, unsigned int parent, int depth, int cell
    ) noexcept nogil
    @cython.locals(
        caps="unsigned int", layer="unsigned int", occupied="unsigned int", heed="bint",
        blocked="unsigned int", rest="unsigned int", i=int, j=int, source=int, near=int, steps=int,
        eruptions=int, found=int, target=int, after="unsigned int",
    )
    cdef void expand_placing(self, int at, int depth, int cell) noexcept nogil
    @cython.locals(ways=int, towards=int)
    cdef void note_returns(self, int source, unsigned int blocked, int depth) noexcept nogil
    @cython.locals(run=int, kinds=int, way=int, want=int)
    cdef void note_kinds(
        self, unsigned int blocked, int source, int towards, int depth, int row
    ) noexcept nogil
    @cython.locals(more=int, longest=int, kind=int, at=int)
    cpdef list moves_to(self, int source, int towards, int count, int cell, int code)
