cimport cython

from ludarium.core.constants cimport NO_FEATURE
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.games.pyramids.board cimport CELLS, CODE_MASK, HAND_CODES, PIECES, SIZE_MASK
from ludarium.games.pyramids.rules cimport BIT_COUNT, PyramidsPosition

cdef int TOP_LEVELS, CODE_COUNT, HEIGHTS_AT, HEIGHT_BUCKETS, CAPS_AT, HANDS_AT, HAND_BUCKETS
cdef int POWER_USED_AT, QUIET_AT, COUNTER_BUCKETS, BARREN_AT

cdef class PyramidsObserver(Evaluator):
    cpdef void fill_features(self, Position position, int seat, short[::1] out) noexcept nogil
    @cython.locals(
        one="unsigned int", cell=int, height=int, level=int, at=int, code=int, bucket=int,
        slot=int, turn=int, owner=int, count=int,
    )
    cdef void fill_slots(self, PyramidsPosition position, int seat, short[::1] out) noexcept nogil
    @cython.locals(bucket=int)
    cdef int counter_bucket(self, int left) noexcept nogil
