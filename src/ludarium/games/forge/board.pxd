cdef enum:
    SIZE = 6
    CELLS = 36
    TOKENS = 3

    TARGET = 6
    CELL = 63
    EMBER = 0x1000
    PASS = 0x2000
    NO_MOVE = 0

    FORGE_REACHED = 1
    TWO_PASSES = 2
    TURN_LIMIT = 3
