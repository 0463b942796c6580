"""Scores, ranks and sizes of the search, and the bit layout of table entries."""
# not compiled

from __future__ import annotations

from ludarium.core.constants import DECIDED_SCORE, WIN_SCORE

SCORE_INFINITY = 32_000  # above every value
# The better side of a drawn ending gets this part of its evaluation, up to a limit.
DRAWN_SCORE_DIVISOR = 32
DRAWN_SCORE_LIMIT = 20
MAX_PROOF_PLIES = 250  # the depth limit of a proof

# How a stored value relates to the true value.
EXACT = 1
LOWER_BOUND = 2
UPPER_BOUND = 3
BOUND_MASK = 3

COMPLETE_DEPTH = 255  # in place of a depth: the tree ended above every depth limit
PROOF_HISTORY_SIZE = 1 << 16  # counters of the history heuristic in proofs
# A table entry: the bound in 2 bits, then the age, the depth, the value and the move.
AGE_SHIFT = 2
DEPTH_SHIFT = 8
VALUE_SHIFT = 16
MOVE_SHIFT = 32
AGE_MASK = 63
NO_ENTRY = 0xFFFF_FFFF << MOVE_SHIFT  # in place of an entry: no move and no bound
NO_STATIC_EVAL = -32_000  # no static evaluation is stored

MAX_PLY = 128  # the largest distance from the root
MOVE_ROOM = 8192  # entries of the move stack kept free for one position
# Counters of the history heuristic, plain and by continuation; small, to stay in the cache.
HISTORY_SIZE = 1 << 14
CONTINUATION_SIZE = 1 << 16
HISTORY_MAX = 8192
# Correction history: counters, their limit, and the points that a counter at its limit adds.
CORRECTION_SIZE = 1 << 14
CORRECTION_MAX = 8192
CORRECTION_POINTS = 128
CORRECTION_ERROR_LIMIT = 2000  # of one search, in points times plies
SINGULAR_ENTRY_PLIES = 3  # a table entry tells of a singular move up to so much less deep
MULTI_CUT = -100  # in place of an extension: even without the hash move beta is reached
# Ranks of the move ordering: hash move, urgent moves, killer moves, then the history.
HASH_MOVE_RANK = 1 << 30
URGENT_RANK = 1 << 20
MAX_URGENCY = 1 << 28
KILLER_RANK = 1 << 19


def plies_to_end(score: int) -> int | None:
    """The plies until a forced end, negative for a loss; None if no end is forced."""
    if abs(score) <= DECIDED_SCORE:
        return None
    return WIN_SCORE - score if score > 0 else -(WIN_SCORE + score)
