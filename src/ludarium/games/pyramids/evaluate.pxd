cimport cython

from ludarium.core.bits cimport count_bits
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.core.constants cimport NO_FEATURE
from ludarium.games.pyramids.board cimport (
    CELL, CELLS, CODE, DIRECTION, HAND, LANDED, PASS, PIECE, PIECES, POWER, SIZE_OF, TARGET,
)
from ludarium.games.pyramids.eruption cimport flowing, hits
from ludarium.games.pyramids.progress cimport Progress
from ludarium.games.pyramids.rules cimport COUNT, DELTA
from ludarium.games.pyramids.turns cimport TurnsPosition

cdef int WORTH[10]
cdef int LEAP[4]
cdef int CHOICE, HOLDING, TEMPO, NO_CAPTURE, TAKEN_COUNT
cdef int TOPS, LEVELS, HEIGHTS, HEIGHT_BUCKETS, HANDS, HAND_BUCKETS, LACKING, TURN, END
cdef int KINDS_OF_PIECE

cdef class PyramidsEvaluator(Evaluator):
    cdef Progress hand
    cdef Progress mover
    cdef unsigned long long stacked
    cdef int owner
    cdef int lack

    cpdef unsigned int winning_move(self, Position position) noexcept nogil
    cpdef bint is_threatened(self, Position position) noexcept nogil
    cpdef int by_hand(self, Position position, int seat) noexcept nogil
    cpdef void fill_features(self, Position position, int seat, short[::1] out) noexcept nogil
    cpdef int move_urgency(self, Position position, unsigned int move) noexcept nogil
    cdef unsigned int win(self, TurnsPosition position) noexcept nogil
    cdef bint menace(self, TurnsPosition position) noexcept nogil
    @cython.locals(rival=int, other=int)
    cdef int weigh(self, TurnsPosition position, int seat) noexcept nogil
    @cython.locals(worth=int)
    cdef int standing(self, TurnsPosition position, int seat) noexcept nogil
    @cython.locals(taken=int, gain=int)
    cdef int press(self, TurnsPosition position, unsigned int turn) noexcept nogil
    @cython.locals(i=int)
    cdef int change(self, unsigned int turn, int taken, int by) noexcept nogil
    @cython.locals(
        source=int, towards=int, cell=int, given=int, shift=int, taken=int, codes=int, count=int,
        code=int, hit="bint",
    )
    cdef int captured(self, TurnsPosition position, unsigned int turn) noexcept nogil
    @cython.locals(
        cell=int, height=int, level=int, code=int, at=int, bucket=int, slot=int, turn=int, left=int,
    )
    cdef void describe(self, TurnsPosition position, int seat, short[::1] out) noexcept nogil
    @cython.locals(i=int, owner=int, code=int, count=int, at=int, lacking=int)
    cdef void describe_hand(
        self, TurnsPosition position, int seat, int turn, int slot, short[::1] out
    ) noexcept nogil

cdef int plain(int code) noexcept nogil
