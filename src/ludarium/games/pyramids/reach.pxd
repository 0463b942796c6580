cimport cython

from ludarium.core.bits cimport lowest_bit
from ludarium.games.pyramids.board cimport (
    AGAIN, ALL_KINDS, CELLS, DIRECTION, KINDS, LAYER, NO_CELL, PIECE, POWER, TARGET, WAYS_OUT,
)
from ludarium.games.pyramids.rules cimport PyramidsPosition

cdef unsigned int FULL
cdef int PLACINGS
cdef int NEXT[25][8]
cdef int FAR[25][8]
cdef int THIRD[25][8]
cdef int FOURTH[25][8]
cdef int LANDINGS[25][8]
cdef int HIGH[4096]
cdef int LOW[8192]

cdef class Reach:
    cdef readonly unsigned int start
    cdef readonly int left
    cdef bint power
    cdef unsigned int occupied
    cdef unsigned int explored
    cdef int height[25]
    cdef unsigned char wanted[400]
    cdef readonly int missing
    cdef unsigned char epoch
    cdef readonly int count
    cdef int[::1] near
    cdef unsigned char[::1] seen
    cdef unsigned int[::1] where
    cdef int[::1] came

    @cython.locals(source=int, towards=int, way=int, kinds=int)
    cdef void survey(self) noexcept nogil
    @cython.locals(way=int)
    cdef void forget(self) noexcept nogil
    cdef void want(self, int way, int kinds) noexcept nogil
    @cython.locals(longest=int)
    cdef int kinds(self, int source, int towards, int more) noexcept nogil
    @cython.locals(more=int, longest=int, kind=int, plain=int)
    cpdef int distance(self, int source, int towards, int count, int cell) noexcept nogil
    @cython.locals(source=int, towards=int)
    cdef void look_closely(self, int cell) noexcept nogil
    @cython.locals(depth=int, at=int, level=int)
    cdef int explore(self, int cell) noexcept nogil
    @cython.locals(number=int, entry=int)
    cdef void enter(self, unsigned int caps, unsigned int layer, int parent, int depth, int cell) noexcept nogil
    @cython.locals(
        caps="unsigned int", layer="unsigned int", occupied="unsigned int", heed="bint",
        blocked="unsigned int", rest="unsigned int", source=int, towards=int, target=int,
        after="unsigned int",
    )
    cdef void expand(self, int at, int depth, int cell) noexcept nogil
    @cython.locals(towards=int)
    cdef void return_to(self, int source, unsigned int blocked, int depth) noexcept nogil
    @cython.locals(run=int, kinds=int, way=int, want=int)
    cdef void note(self, unsigned int blocked, int source, int towards, int depth, int row) noexcept nogil
    @cython.locals(more=int, longest=int, kind=int, at=int)
    cpdef list path(self, int source, int towards, int count, int cell, int code)
