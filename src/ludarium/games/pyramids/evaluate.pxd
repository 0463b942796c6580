cimport cython

from ludarium.core.bits cimport count_bits
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.core.constants cimport NO_FEATURE
from ludarium.games.pyramids.board cimport (
    CELLS, CELL_MASK, CODE_MASK, CODE_SHIFT, DIRECTION_SHIFT, HAND_CODES, LANDED_SHIFT, PASS_FLAG,
    PIECES, POWER_FLAG, SIZE_MASK, TARGET_SHIFT,
)
from ludarium.games.pyramids.captures cimport CaptureCounter
from ludarium.games.pyramids.eruption cimport flowing_code, is_captured
from ludarium.games.pyramids.progress cimport TrioProgress
from ludarium.games.pyramids.rules cimport BIT_COUNT, DIRECTION_STEP
from ludarium.games.pyramids.turns cimport TurnsPosition

cdef int LACK_SCORE[10]
cdef int PROGRESS_URGENCY[4]
cdef int NEEDED_SCORE, HELD_PIECE_SCORE, TEMPO_SCORE, NO_CAPTURE_URGENCY, TAKEN_COUNT_SHIFT
cdef int TOPS_AT, TOP_LEVELS, HEIGHTS_AT, HEIGHT_BUCKETS, HANDS_AT, HAND_BUCKETS, LACKING_AT
cdef int TURN_AT, END_AT, LOOSE_AT, LOOSE_BUCKETS
cdef int CODE_COUNT

cdef class PyramidsEvaluator(Evaluator):
    cdef TrioProgress hand
    cdef CaptureCounter captures
    cdef TrioProgress mover
    cdef unsigned long long stacked
    cdef int owner
    cdef int lack

    cpdef unsigned int winning_move(self, Position position) noexcept nogil
    cpdef bint is_threatened(self, Position position) noexcept nogil
    cpdef int by_hand(self, Position position, int seat) noexcept nogil
    cpdef void fill_features(self, Position position, int seat, short[::1] out) noexcept nogil
    cpdef int move_urgency(self, Position position, unsigned int move) noexcept nogil
    cdef unsigned int find_win(self, TurnsPosition position) noexcept nogil
    cdef bint has_menace(self, TurnsPosition position) noexcept nogil
    @cython.locals(rival=int, other=int)
    cdef int score_by_hand(self, TurnsPosition position, int seat) noexcept nogil
    @cython.locals(worth=int)
    cdef int score_hand(self, TurnsPosition position, int seat) noexcept nogil
    @cython.locals(taken=int, gain=int)
    cdef int rate_move(self, TurnsPosition position, unsigned int turn) noexcept nogil
    @cython.locals(i=int)
    cdef int apply_turn(self, unsigned int turn, int taken, int by) noexcept nogil
    @cython.locals(
        source=int, towards=int, cell=int, given=int, shift=int, taken=int, codes=int, count=int,
        code=int, hit="bint",
    )
    cdef int captured_codes(self, TurnsPosition position, unsigned int turn) noexcept nogil
    @cython.locals(
        cell=int, height=int, level=int, code=int, at=int, bucket=int, slot=int, turn=int, left=int,
    )
    cdef void fill_slots(self, TurnsPosition position, int seat, short[::1] out) noexcept nogil
    @cython.locals(code=int, at=int, loose=int)
    cdef void fill_capture_slots(
        self, TurnsPosition position, int slot, short[::1] out
    ) noexcept nogil
    @cython.locals(i=int, owner=int, code=int, count=int, at=int, lacking=int)
    cdef void fill_hand_slots(
        self, TurnsPosition position, int seat, int turn, int slot, short[::1] out
    ) noexcept nogil

cdef int dense_code(int code) noexcept nogil
