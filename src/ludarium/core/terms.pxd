cdef enum:
    ONGOING = -1
    DRAW = -2
    UNDO_DEPTH = 512
    HORIZON = 64
