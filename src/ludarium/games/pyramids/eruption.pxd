from ludarium.games.pyramids.board cimport CODE_MASK, PIECES, SIZE_MASK
from ludarium.games.pyramids.rules cimport DIRECTION_STEP, PyramidsPosition


cdef inline int flowing_code(PyramidsPosition board, int source, int count) noexcept nogil:
    return board.piece[PIECES * source + board.height[source] - count] & CODE_MASK


cdef inline bint is_captured(
    PyramidsPosition board, int source, int towards, int count, int code
) noexcept nogil:
    return board.top_size[source + (count + 1) * DIRECTION_STEP[towards]] == (code & SIZE_MASK) + 1
