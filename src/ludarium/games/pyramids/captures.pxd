cimport cython

from ludarium.games.pyramids.board cimport CELLS, CODE_MASK, MAX_FLOW, PIECES, SIZE_MASK
from ludarium.games.pyramids.rules cimport PyramidsPosition

cdef int AXIS_STEP[4]
cdef unsigned int FORWARD_ROOM[4][4]
cdef unsigned int BACKWARD_ROOM[4][4]

cdef class CaptureCounter:
    cdef int loose[16]
    cdef unsigned int captors[16]

    @cython.locals(code=int, cell=int, at=int, count=int)
    cdef void count_captures(self, PyramidsPosition board) noexcept nogil
    @cython.locals(
        size=int, tops="unsigned int", cell=int, count=int, found="unsigned int", axis=int,
        shift=int,
    )
    cdef void find_captors(self, PyramidsPosition board) noexcept nogil
