cimport cython

from ludarium.core.bits cimport lowest_bit
from ludarium.core.constants cimport NO_MOVE
from ludarium.games.pyramids.board cimport (
    CELLS, DIRECTION, FLOW, LANDED, LENGTH, PIECE, POWER, SIZE_OF, TARGET,
)
from ludarium.games.pyramids.eruption cimport flowing, hits
from ludarium.games.pyramids.progress cimport Progress
from ludarium.games.pyramids.reach cimport LANDINGS
from ludarium.games.pyramids.rules cimport DELTA, PyramidsPosition

cdef int OF_SIZE[3]

cdef class Finish:
    cdef Progress hand
    cdef int lack
    cdef int held

    @cython.locals(turn="unsigned int", source=int, height=int, towards=int, room=int)
    cpdef unsigned int seek(self, PyramidsPosition board, int seat) noexcept nogil
    @cython.locals(found="unsigned int", taken=int, captured=int, count=int, code=int)
    cdef unsigned int erupt(self, PyramidsPosition board, int source, int towards, int longest) noexcept nogil
    @cython.locals(step=int, code=int, given=int, piece=int, cell=int, power="unsigned int")
    cdef unsigned int swap(
        self, PyramidsPosition board, int source, int towards, int count, int captured
    ) noexcept nogil
    @cython.locals(power="unsigned int", captured=int, taken=int, number=int, count=int, code=int)
    cdef unsigned int push(self, PyramidsPosition board, int source, int towards, int longest) noexcept nogil
    @cython.locals(given=int, code=int)
    cdef unsigned int first(self, PyramidsPosition board, int source, int towards) noexcept nogil
    @cython.locals(lack=int)
    cdef int without(self, int code) noexcept nogil

cdef unsigned int packed(int source, int towards, int count) noexcept nogil
