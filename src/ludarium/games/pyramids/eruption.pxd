cimport cython

from ludarium.games.pyramids.board cimport CODE, PIECES, SIZE_OF
from ludarium.games.pyramids.rules cimport DELTA, PyramidsPosition

cdef int flowing(PyramidsPosition board, int source, int count) noexcept nogil
@cython.locals(landing=int, height=int)
cdef bint hits(PyramidsPosition board, int source, int towards, int count, int code) noexcept nogil
