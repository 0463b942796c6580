cdef enum:
    CELLS = 25
    PIECES = 72
    HAND = 16
    TRIOS = 3
    NEVER = 0x40000000

    SIZE_OF = 3
    NUMBER = 4
    CODE = 15

    TARGET = 5
    DIRECTION = 10
    PIECE = 13
    POWER = 0x20000
    PASS = 0x40000
    CELL = 31

    BARREN_TURNS = 10
    POWER_USED = 20
    SEAT = 21
    COUNTER = 1023
    TAKEN = 0x80
    ANY_TAKEN = 0x808080
    FLOWN = 24

    THREE_TRIOS = 1
    BARREN_TRIOS = 2
    BARREN_PIECES = 3
    BARREN = 4
