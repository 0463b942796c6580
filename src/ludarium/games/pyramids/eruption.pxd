cimport cython

from ludarium.games.pyramids.board cimport CODE_MASK, PIECES, SIZE_MASK
from ludarium.games.pyramids.rules cimport DIRECTION_STEP, PyramidsPosition

cdef int flowing_code(PyramidsPosition board, int source, int count) noexcept nogil
@cython.locals(landing=int, height=int)
cdef bint is_captured(
    PyramidsPosition board, int source, int towards, int count, int code
) noexcept nogil
