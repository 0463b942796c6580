"""Constants shared by rules and search; the .pxd declares them for compiled code."""
# not compiled

ONGOING = -1  # the verdict while a game runs
DRAW = -2  # the verdict of a drawn game
# A position can undo this many moves in a row; it forgets older ones.
UNDO_DEPTH = 512
# The key may leave out a counter that is more plies than this away from its limit.
KEY_HORIZON = 64
# Stands for no move.
NO_MOVE = 0xFFFFFFFF
# Scores of running games stay within SCORE_LIMIT; ODDS_POINTS more multiply the odds by e.
SCORE_LIMIT = 12_000
ODDS_POINTS = 400
# A search scores a win as WIN_SCORE less the plies to it; scores beyond DECIDED_SCORE are wins.
DECIDED_SCORE = 15_000
WIN_SCORE = 30_000
# Networks: an empty feature slot, and the integers that stand for 1.0 in each layer.
NO_FEATURE = -1
ACTIVATION_ONE = 255
OUTPUT_ONE = 64
