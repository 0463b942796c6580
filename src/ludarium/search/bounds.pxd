cdef enum:
    WIN = 30000
    LIMIT = 32000
    LONGEST = 250

    EXACT = 1
    AT_LEAST = 2
    AT_MOST = 3
    BOUND = 3

    COMPLETE = 255
    HISTORY = 65536
    DEPTH = 2
    VALUE = 10
    MOVE = 26
