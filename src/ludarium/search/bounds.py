"""Values of a search and the layout of its table's entries."""
# not compiled

# A win is worth this much less the plies until it comes; every value is below LIMIT.
WIN = 30_000
LIMIT = 32_000
LONGEST = 250

# What a value of the table says of the true one.
EXACT = 1
AT_LEAST = 2
AT_MOST = 3
BOUND = 3

COMPLETE = 255  # in place of a depth: nothing lay deeper
HISTORY = 1 << 16  # counters of moves that cut off others
DEPTH = 2
VALUE = 10
MOVE = 26
