cdef enum:
    ONGOING = -1
    DRAW = -2
    UNDO_DEPTH = 512
    SLOT_DRAWS = 64
    KEY_HORIZON = 64
    SCORE_LIMIT = 12000
    DECIDED_SCORE = 15000
    WIN_SCORE = 30000
    ODDS_POINTS = 400
    NO_FEATURE = -1
    ACTIVATION_ONE = 255
    OUTPUT_ONE = 64
    UNKNOWN_ENDING = 1048576
    ENDING_DRAW = 0
    MAX_ENDING_PLIES = 250
    NO_POSITION = 255

cdef extern from * nogil:
    """
    #define LUDARIUM_NO_MOVE 0xFFFFFFFFu
    """
    const unsigned int NO_MOVE "LUDARIUM_NO_MOVE"
