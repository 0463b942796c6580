cimport cython

from ludarium.core.bits cimport lowest_bit
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.core.constants cimport NO_FEATURE, NO_MOVE
from ludarium.games.ludus.board cimport (
    ADVANCE, CELL, CENTRE, CENTRE_END, EMPTY, FERROUS, FIRST, FIRST_LORD, FRESH, HIGH_LORD, KINDS,
    LEGIONARE, LIFT, NO_SECOND, NOBODY, PIECE, PIECES, PROMOTION, ROW_1, ROW_10, SEAT, SECOND, SKY, STRIKE, TARGET,
    TERRA, WIDTH,
)
from ludarium.games.ludus.rules cimport LudusPosition

cdef int TEMPO, GUARD, SHELTERED, FEW, HUNT, FADE
cdef int DECISIVE, CAPTURE, PROMOTING
cdef int OTHER, LEFT, LEFT_BUCKETS
cdef int DELTA[8]
cdef int LEAP[8]
cdef int LORD[2]
cdef int SHELTER[2]
cdef int VALUE[12]
cdef short PLACED[24][273]
cdef short PRESSURE[12][11]
cdef int REACHES[24][8]
cdef short ROW[273]
cdef short COLUMN[273]
cdef short FEATURE[24][273]
cdef short SEEN[24][273]

cdef class LudusEvaluator(Evaluator):
    cpdef unsigned int winning_move(self, Position position) noexcept nogil
    @cython.locals(enemy=int)
    cpdef bint is_threatened(self, Position position) noexcept nogil
    cpdef int by_hand(self, Position position, int seat) noexcept nogil
    cpdef void fill_features(self, Position position, int seat, short[::1] out) noexcept nogil
    cpdef int move_urgency(self, Position position, unsigned int move) noexcept nogil
    @cython.locals(
        lord=int, target=int, take="unsigned int", what=int, way=int, cell=int, distance=int,
        kind=int, move="unsigned int",
    )
    cdef unsigned int assault(self, LudusPosition position, int seat) noexcept nogil
    @cython.locals(way=int, what=int)
    cdef unsigned int assault_sky(
        self, LudusPosition position, int seat, int target, unsigned int take
    ) noexcept nogil
    cdef int step(self, int kind, int target) noexcept nogil
    @cython.locals(second=int, what=int, piece=int)
    cdef unsigned int strike(
        self, LudusPosition position, int seat, int way, int source, int target, int lord
    ) noexcept nogil
    @cython.locals(source=int, what=int, far="bint", kind=int, first=int)
    cdef unsigned int pierce(
        self, LudusPosition position, int seat, int way, int cell, int lord
    ) noexcept nogil
    @cython.locals(gap=int)
    cdef bint warded(self, LudusPosition position, int piece, int owner) noexcept nogil
    @cython.locals(first=int, gain=int, taker=int, price=int, target=int)
    cdef int profit(self, LudusPosition position, unsigned int move) noexcept nogil
    @cython.locals(way=int, what=int, cell=int, distance=int, kind=int)
    cdef bint guarded(
        self, LudusPosition position, int target, int taker, int seat
    ) noexcept nogil
    @cython.locals(score=int, quiet=int, left=int)
    cdef int weigh(self, LudusPosition position, int seat) noexcept nogil
    @cython.locals(
        total=int, lord=int, pieces="unsigned long long", piece=int, cell=int, kind=int, gap=int,
        hunt=int,
    )
    cdef int army(self, LudusPosition position, int seat) noexcept nogil
    @cython.locals(pieces="unsigned long long")
    cdef bint beaten(self, LudusPosition position, int seat) noexcept nogil
    @cython.locals(cell=int, total=int, way=int)
    cdef int safety(self, LudusPosition position, int seat) noexcept nogil
    @cython.locals(
        piece=int, own="unsigned long long", others="unsigned long long", code=int, quiet=int,
    )
    cdef void describe(self, LudusPosition position, int seat, short[::1] out) noexcept nogil
    @cython.locals(found=int)
    cdef int bucket(self, int left) noexcept nogil
