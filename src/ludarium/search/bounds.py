"""Values of a search and the layout of its table's entries."""
# not compiled

from __future__ import annotations

# A win is worth this much less the plies until it comes; every value is below LIMIT.
WIN = 30_000
LIMIT = 32_000
LONGEST = 250
DECIDED = 15_000  # values beyond this, either way, are wins and losses

# What a value of the table says of the true one.
EXACT = 1
AT_LEAST = 2
AT_MOST = 3
BOUND = 3

COMPLETE = 255  # in place of a depth: nothing lay deeper
HISTORY = 1 << 16  # counters of moves that cut off others
# An entry of the table: the bound in 2 bits, then the age, the depth, the value and the move.
AGE = 2
DEPTH = 8
VALUE = 16
MOVE = 32
AGES = 63
NO_STATIC = -32_000  # in place of a static evaluation

DEEPEST = 128  # plies from the root
ROOM = 8192  # of the move stack, for the moves of one position
WINDOW = 30  # how far a deeper search is first thought to differ
# Counters of moves that were good, anywhere and after others: small, to stay in fast memory.
RENOWN = 1 << 14
CONTINUATION = 1 << 16
MOST_RENOWN = 8192
# Ranks of moves: the best known, urgent ones, killers, and below them what history says.
FIRST = 1 << 30
LOUD = 1 << 20
TOP_RANK = 1 << 28
KILLER = 1 << 19


def distance(score: int) -> int | None:
    """Plies until a forced end, below zero for a loss; None if nothing is forced."""
    if abs(score) <= DECIDED:
        return None
    return WIN - score if score > 0 else -(WIN + score)
