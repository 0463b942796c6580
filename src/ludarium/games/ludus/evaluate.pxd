cimport cython

from ludarium.core.bits cimport lowest_bit
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.core.constants cimport ENDING_DRAW, NO_FEATURE, NO_MOVE, ONGOING, UNKNOWN_ENDING
from ludarium.games.ludus.attack cimport (
    CELL_COLUMN, CELL_ROW, DIRECTION_STEP, FIRST_LORD_ID, STEADHOLDER_ID,
)
from ludarium.games.ludus.board cimport (
    CELL_MASK, FIRST_LORD, FIRST_SHIFT, KIND_COUNT, NO_FLANKED, NO_LIMIT, NO_PIECE, PIECES,
    PIECE_MASK, PROMOTION_FLAG, SEAT_SHIFT, SKY_START, STRIKE_FLAG, TARGET_SHIFT,
)
from ludarium.games.ludus.endgame cimport damp_lead, score_hunt
from ludarium.games.ludus.ending_tables cimport LudusTables
from ludarium.games.ludus.rules cimport LudusPosition

cdef int TEMPO_SCORE, GUARD_SCORE, SUPPORT_SCORE, SHELTER_SCORE, BEATEN_PIECES, HUNT_FACTOR, TALLY_SCORE, FADE_PLIES
cdef int LORD_URGENCY, CAPTURE_URGENCY, PROMOTION_URGENCY
cdef int RIVAL_AT, LIMIT_AT, LIMIT_BUCKETS
cdef int KIND_SCORE[12]
cdef short PLACE_SCORE[24][273]
cdef short PRESSURE_SCORE[12][11]
cdef short OWN_FEATURE[24][273]
cdef short RIVAL_FEATURE[24][273]

cdef class LudusEvaluator(Evaluator):
    cdef unsigned int[::1] replies
    cdef LudusTables endings

    cpdef unsigned int winning_move(self, Position position) noexcept nogil
    cpdef bint is_threatened(self, Position position) noexcept nogil
    cpdef int by_hand(self, Position position, int seat) noexcept nogil
    cpdef void fill_features(self, Position position, int seat, short[::1] out) noexcept nogil
    cpdef int move_urgency(self, Position position, unsigned int move) noexcept nogil
    cpdef int plies_to_end(self, Position position) noexcept nogil
    cpdef int damp_score(self, Position position, int seat, int score) noexcept nogil
    @cython.locals(plies=int)
    cdef int find_ending(self, LudusPosition position) noexcept nogil
    cdef unsigned int find_win(self, LudusPosition position) noexcept nogil
    @cython.locals(seat=int, end=int, i=int, move="unsigned int", won="bint")
    cdef unsigned int find_mate(self, LudusPosition position) noexcept nogil
    @cython.locals(flanked="unsigned int")
    cdef int rate_move(self, LudusPosition position, unsigned int move) noexcept nogil
    @cython.locals(gain=int, i=int, victim=int, taker=int, price=int, target=int)
    cdef int rate_capture(
        self, LudusPosition position, unsigned int move, unsigned int flanked
    ) noexcept nogil
    @cython.locals(score=int, quiet=int, left=int, lead=int)
    cdef int score_by_hand(self, LudusPosition position, int seat) noexcept nogil
    @cython.locals(
        total=int, lord=int, pieces="unsigned long long", piece=int, cell=int, kind=int, gap=int,
        hunt=int,
    )
    cdef int score_army(self, LudusPosition position, int seat) noexcept nogil
    @cython.locals(friends=int, factor=int, way=int, what=int)
    cdef int count_support(self, LudusPosition position, int cell, int seat) noexcept nogil
    @cython.locals(pieces="unsigned long long")
    cdef bint is_beaten(self, LudusPosition position, int seat) noexcept nogil
    @cython.locals(cell=int, total=int, way=int)
    cdef int score_safety(self, LudusPosition position, int seat) noexcept nogil
    @cython.locals(
        piece=int, own="unsigned long long", others="unsigned long long", code=int, quiet=int,
        left=int,
    )
    cdef void fill_slots(self, LudusPosition position, int seat, short[::1] out) noexcept nogil
    @cython.locals(found=int)
    cdef int limit_bucket(self, int left) noexcept nogil
