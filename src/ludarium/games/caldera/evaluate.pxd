cimport cython

from ludarium.core.bits cimport count_bits, lowest_bit
from ludarium.core.evaluator cimport Evaluator
from ludarium.core.position cimport Position
from ludarium.core.constants cimport NO_FEATURE, NO_MOVE
from ludarium.games.caldera.board cimport (
    CAPTURE_FLAG, CELLS, CELL_MASK, ERUPT_FLAG, FORGE_FLAG, LANCER, NO_CELL, PIECE_SHIFT,
    SEAT_PIECES, SMITH, TARGET_SHIFT, VENT,
)
from ludarium.games.caldera.rules cimport CalderaPosition

cdef int CELL_LEVELS
cdef int PIECE_LEVELS
cdef int OWN_PIECES_AT
cdef int ENEMY_PIECES_AT
cdef int LIMIT_AT
cdef int LAST_PLIES
cdef int LIMIT_RESULTS
cdef int INPUTS
cdef int SLOTS
cdef int PIECE_KIND[5]

cdef int KIND_SCORE[3]
cdef int HEIGHT_SCORE[4]
cdef int CROWN_HEIGHT_SCORE[4]
cdef int CENTRE_SCORE[3]
cdef int REFUGE_SCORE
cdef int PREY_SCORE
cdef int GUARD_SCORE
cdef int TEMPO_SCORE
cdef int LIMIT_SCORE

cdef int CROWN_URGENCY
cdef int EVEN_TRADE_URGENCY
cdef int QUIET_URGENCY

cdef unsigned long long NEIGHBOURS[49]
cdef unsigned long long SIDE_NEIGHBOURS[49]
cdef int STEP_TARGET[49][8]
cdef int LEAP_TARGET[49][8]
cdef unsigned long long LEAP_MASK[49]
cdef int EDGE_DISTANCE[49]

cdef class CalderaEvaluator(Evaluator):
    cpdef int by_hand(self, Position position, int seat) noexcept nogil
    cpdef void fill_features(self, Position position, int seat, short[::1] out) noexcept nogil
    cpdef int move_urgency(self, Position position, unsigned int move) noexcept nogil
    cpdef unsigned int winning_move(self, Position position) noexcept nogil
    @cython.locals(other=int)
    cpdef bint is_threatened(self, Position position) noexcept nogil

    @cython.locals(target=int, piece=int)
    cdef unsigned int crown_kill(self, CalderaPosition position, int seat) noexcept nogil
    @cython.locals(
        one="unsigned long long", height=int, first=int, footing="unsigned long long", piece=int,
        source=int, middle=int,
    )
    cdef int find_attacker(self, CalderaPosition position, int seat, int target) noexcept nogil
    @cython.locals(brim="unsigned long long", reach="unsigned long long")
    cdef unsigned long long eruptible_cells(self, CalderaPosition position, int seat) noexcept nogil
    cdef unsigned long long smith_reach(self, int smith) noexcept nogil
    @cython.locals(
        brims="unsigned long long", enemy=int, own=int, start=int, vents="unsigned long long",
        smith=int,
    )
    cdef unsigned int fatal_forge(self, CalderaPosition position, int seat) noexcept nogil
    @cython.locals(sides=int)
    cdef bint is_shielded(self, CalderaPosition position, int cell) noexcept nogil
    @cython.locals(
        one="unsigned long long", first="unsigned long long", second="unsigned long long",
        third="unsigned long long", vents="unsigned long long", waiting="unsigned long long",
        raised="unsigned long long",
    )
    cdef unsigned long long eruption_vents(self, CalderaPosition position, int start) noexcept nogil

    @cython.locals(
        reach="unsigned long long", danger="unsigned long long", score=int, left=int, ahead=int,
    )
    cdef int score_by_hand(self, CalderaPosition position, int seat) noexcept nogil
    @cython.locals(
        first=int, own="unsigned long long", enemy="unsigned long long", score=int, piece=int,
        cell=int, crown=int, kind=int,
    )
    cdef int score_army(
        self, CalderaPosition position, int seat, unsigned long long reach,
        unsigned long long danger,
    ) noexcept nogil
    @cython.locals(cells="unsigned long long", piece=int)
    cdef unsigned long long reachable_cells(self, CalderaPosition position, int seat) noexcept nogil
    @cython.locals(
        one="unsigned long long", source=int, height=int, cells="unsigned long long",
        leaps="unsigned long long", direction=int, near=int, reach="unsigned long long",
    )
    cdef unsigned long long piece_targets(self, CalderaPosition position, int piece) noexcept nogil
    @cython.locals(own=int, other=int, lead=int, rise=int)
    cdef int limit_result(self, CalderaPosition position, int seat) noexcept nogil
    @cython.locals(count=int, piece=int)
    cdef int count_alive(self, CalderaPosition position, int first) noexcept nogil

    @cython.locals(cell=int, seen=int, piece=int, base=int, left=int, standing=int)
    cdef void fill_slots(self, CalderaPosition position, int seat, short[::1] out) noexcept nogil

    @cython.locals(target=int, enemy=int, victim=int, worth=int, piece=int, net=int)
    cdef int rate_capture(self, CalderaPosition position, unsigned int move) noexcept nogil
    @cython.locals(vents="unsigned long long", seat=int, net=int, piece=int, worth=int)
    cdef int rate_eruption(self, CalderaPosition position, int start) noexcept nogil
