cimport cython

from ludarium.core.bits cimport MASK_64, mix_bits
from ludarium.core.constants cimport DRAW, NO_FEATURE, NO_MOVE, ONGOING
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position

cdef int NO_ACTION

@cython.locals(
    scratch="unsigned int[::1]", mixed_seed="unsigned long long", number="unsigned long long",
    position=Position,
)
cpdef run_playouts(
    object new_position, Position first, object numbers, object seed, int max_plies,
    int[::1] verdicts, int[::1] reasons, int[::1] plies
)
@cython.locals(plies=int, move="unsigned int")
cdef int play_random(
    Position position, unsigned int[::1] scratch, unsigned long long seed, int max_plies
) noexcept nogil

cdef class Env:
    cdef readonly int index
    cdef readonly Position position
    cdef readonly bint finished
    cdef Env following
    cdef Evaluator evaluator
    cdef int slots
    cdef int kind_entries
    cdef int move_count
    cdef int chosen
    cdef unsigned int[::1] moves
    cdef int[::1] actions
    cdef long long[::1] kinds
    cdef long long[::1] fields
    cdef long long[::1] digits
    cdef short[::1] features
    cdef unsigned char[::1] mask
    cdef unsigned char[::1] observation
    cdef float[::1] rewards
    cdef int[::1] to_move
    cdef int[::1] verdicts

    cpdef void connect(
        self, Env following, unsigned char[::1] mask, unsigned char[::1] observation,
        float[::1] rewards, int[::1] to_move, int[::1] verdicts
    )
    cpdef void start(self, Position position)
    @cython.locals(at=int)
    cdef void prepare(self) noexcept nogil
    @cython.locals(at=int)
    cdef void fill_observation(self) noexcept nogil
    @cython.locals(
        move="unsigned int", field=int, kind=int, end=int, action=int, digit=int,
        value="unsigned int",
    )
    cdef int action_of(self, int at) noexcept nogil
    @cython.locals(wrong=int)
    cpdef int choose(self, int[::1] actions)
    cpdef void choose_randomly(self, unsigned long long seed)
    cpdef void play(self)
    @cython.locals(at=int, wrong=int)
    cdef int choose_all(self, int[::1] actions) noexcept nogil
    @cython.locals(drawn="unsigned long long")
    cdef void choose_random_all(self, unsigned long long seed) noexcept nogil
    @cython.locals(seat=int)
    cdef void play_all(self) noexcept nogil
