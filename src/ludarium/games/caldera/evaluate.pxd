cimport cython

from ludarium.core.bits cimport lowest_bit, count_bits
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.core.constants cimport NO_FEATURE, NO_MOVE
from ludarium.games.caldera.board cimport (
    CAPTURE, CELL, CELLS, ERUPT, FORGE, LANCER, NOWHERE, PIECE, PIECES, SMITH, TARGET, VENT,
)
from ludarium.games.caldera.rules cimport CalderaPosition

cdef int HEIGHTS
cdef int STANDS
cdef int ARMY
cdef int ENEMY
cdef int CLOSING
cdef int LAST_PLIES
cdef int STANDINGS
cdef int INPUTS
cdef int SLOTS
cdef int KIND[5]

cdef int WORTH[3]
cdef int RISE[4]
cdef int CROWN_RISE[4]
cdef int PLATEAU[3]
cdef int REFUGE
cdef int PREY
cdef int GUARD
cdef int TURN
cdef int LIMIT

cdef int CROWN_TAKEN
cdef int EVEN
cdef int QUIET

cdef unsigned long long AROUND[49]
cdef unsigned long long BESIDE[49]
cdef int NEAR[49][8]
cdef int FAR[49][8]
cdef unsigned long long LEAPS[49]
cdef int EDGE[49]

cdef class CalderaEvaluator(Evaluator):
    cpdef int by_hand(self, Position position, int seat) noexcept nogil
    cpdef void fill_features(self, Position position, int seat, short[::1] out) noexcept nogil
    cpdef int move_urgency(self, Position position, unsigned int move) noexcept nogil
    cpdef unsigned int winning_move(self, Position position) noexcept nogil
    @cython.locals(other=int)
    cpdef bint is_threatened(self, Position position) noexcept nogil

    @cython.locals(target=int, piece=int)
    cdef unsigned int crown_blow(self, CalderaPosition position, int seat) noexcept nogil
    @cython.locals(
        one="unsigned long long", height=int, first=int, footing="unsigned long long", piece=int,
        source=int, middle=int,
    )
    cdef int attacker(self, CalderaPosition position, int seat, int target) noexcept nogil
    @cython.locals(brim="unsigned long long", reach="unsigned long long")
    cdef unsigned long long brims(self, CalderaPosition position, int seat) noexcept nogil
    cdef unsigned long long hammered(self, int smith) noexcept nogil
    @cython.locals(
        brims="unsigned long long", enemy=int, own=int, start=int, vents="unsigned long long",
        smith=int,
    )
    cdef unsigned int fatal_forge(self, CalderaPosition position, int seat) noexcept nogil
    @cython.locals(sides=int)
    cdef bint shielded(self, CalderaPosition position, int cell) noexcept nogil
    @cython.locals(
        one="unsigned long long", first="unsigned long long", second="unsigned long long",
        third="unsigned long long", vents="unsigned long long", waiting="unsigned long long",
        raised="unsigned long long",
    )
    cdef unsigned long long chain(self, CalderaPosition position, int start) noexcept nogil

    @cython.locals(
        reach="unsigned long long", danger="unsigned long long", score=int, left=int, ahead=int,
    )
    cdef int weigh(self, CalderaPosition position, int seat) noexcept nogil
    @cython.locals(
        first=int, own="unsigned long long", enemy="unsigned long long", score=int, piece=int,
        cell=int, crown=int, kind=int,
    )
    cdef int side(
        self, CalderaPosition position, int seat, unsigned long long reach,
        unsigned long long danger,
    ) noexcept nogil
    @cython.locals(cells="unsigned long long", piece=int)
    cdef unsigned long long reach(self, CalderaPosition position, int seat) noexcept nogil
    @cython.locals(
        one="unsigned long long", source=int, height=int, cells="unsigned long long",
        leaps="unsigned long long", direction=int, near=int, reach="unsigned long long",
    )
    cdef unsigned long long ways(self, CalderaPosition position, int piece) noexcept nogil
    @cython.locals(own=int, other=int, lead=int, rise=int)
    cdef int standing(self, CalderaPosition position, int seat) noexcept nogil
    @cython.locals(count=int, piece=int)
    cdef int alive(self, CalderaPosition position, int first) noexcept nogil

    @cython.locals(cell=int, seen=int, piece=int, base=int, left=int, standing=int)
    cdef void describe(self, CalderaPosition position, int seat, short[::1] out) noexcept nogil

    @cython.locals(target=int, enemy=int, victim=int, worth=int, piece=int, net=int)
    cdef int capture(self, CalderaPosition position, unsigned int move) noexcept nogil
    @cython.locals(vents="unsigned long long", seat=int, net=int, piece=int, worth=int)
    cdef int eruption(self, CalderaPosition position, int start) noexcept nogil
