"""Constants shared by rules and search; the .pxd declares them for compiled code."""
# not compiled

ONGOING = -1  # the verdict while a game runs
DRAW = -2  # the verdict of a drawn game
# A position can undo this many moves in a row; it forgets older ones.
UNDO_DEPTH = 512
# A random move is sought in this many slots, and then drawn from the list of all moves.
SLOT_DRAWS = 64
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
# In place of the plies to the end of a game: no endgame table knows the position.
UNKNOWN_ENDING = 1 << 20
# The value of a position in an endgame table is the number of plies to its end under best play:
# odd if the seat to move wins, even if it loses. The winner hurries, the loser delays.
ENDING_DRAW = 0
MAX_ENDING_PLIES = 250
NO_POSITION = 255  # a number of the table that stands for no position
