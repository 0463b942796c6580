cimport cython

from ludarium.core.bits cimport lowest_bit
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.core.constants cimport NO_FEATURE, NO_MOVE
from ludarium.games.forge.board cimport CELL, CELLS, EMBER, PASS, SIZE, TARGET, TOKENS
from ludarium.games.forge.rules cimport ForgePosition

cdef unsigned long long FULL, NOT_FIRST, NOT_LAST
cdef int PROMISE[10]
cdef int SOON[4]
cdef int FURTHEST, BLOCKED, RESERVE, NARROW, TEMPO, LIT_NOW, FADE
cdef int WINNING, QUENCHING, IDLE
cdef int OWN, OTHER, BURNT, DUE, TO_EMBER, EMBER_BUCKETS, LEFT, LEFT_BUCKETS
cdef int STEPS, STEP_BUCKETS, RACE, RACE_BUCKETS

cdef unsigned long long spread(unsigned long long cells) noexcept nogil

cdef class ForgeEvaluator(Evaluator):
    cdef int steps[6]
    cdef int narrow[2]

    cpdef unsigned int winning_move(self, Position position) noexcept nogil
    cpdef bint is_threatened(self, Position position) noexcept nogil
    cpdef int by_hand(self, Position position, int seat) noexcept nogil
    cpdef void fill_features(self, Position position, int seat, short[::1] out) noexcept nogil
    cpdef int move_urgency(self, Position position, unsigned int move) noexcept nogil
    @cython.locals(movers="unsigned long long")
    cdef unsigned int winning_drag(self, ForgePosition position) noexcept nogil
    cdef bint threat(self, ForgePosition position) noexcept nogil
    @cython.locals(
        one="unsigned long long", free="unsigned long long", seen="unsigned long long",
        wider="unsigned long long", _=int,
    )
    cdef unsigned long long arriving(self, ForgePosition position, int seat) noexcept nogil
    @cython.locals(taken="unsigned long long")
    cdef unsigned long long free(self, ForgePosition position, int seat) noexcept nogil
    @cython.locals(seat=int, target=int)
    cdef int press(self, ForgePosition position, unsigned int move) noexcept nogil
    @cython.locals(
        one="unsigned long long", seat=int, free="unsigned long long", seen="unsigned long long",
        wider="unsigned long long", _=int,
    )
    cdef bint meets(self, ForgePosition position, unsigned int move) noexcept nogil
    @cython.locals(
        one="unsigned long long", free="unsigned long long", tokens="unsigned long long",
        ring="unsigned long long", seen="unsigned long long", wider="unsigned long long",
        met="unsigned long long", at=int, end=int, i=int, steps=int,
    )
    cdef void approach(self, ForgePosition position, int seat) noexcept nogil
    @cython.locals(steps=int)
    cdef int drags(self, ForgePosition position, int token) noexcept nogil
    @cython.locals(first=int, worth=int, token=int)
    cdef int standing(self, ForgePosition position, int seat) noexcept nogil
    cdef int embers(self, ForgePosition position, int seat) noexcept nogil
    @cython.locals(score=int, left=int)
    cdef int weigh(self, ForgePosition position, int seat) noexcept nogil
    @cython.locals(slot=int, turn=int, own=int, i=int, token=int, race=int, rival=int)
    cdef void describe(self, ForgePosition position, int seat, short[::1] out) noexcept nogil
    @cython.locals(cell=int)
    cdef void place(
        self, unsigned long long cells, int first, int turn, short[::1] out
    ) noexcept nogil
    cdef int ember_bucket(self, ForgePosition position, int seat) noexcept nogil
    @cython.locals(left=int)
    cdef int left_bucket(self, ForgePosition position) noexcept nogil
    @cython.locals(bucket=int)
    cdef int bucket(self, int turns, int buckets) noexcept nogil
