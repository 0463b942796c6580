"""Numbers that rules and search agree on; the .pxd gives them to compiled code as constants."""
# not compiled

ONGOING = -1
DRAW = -2
# A position takes back at most this many moves in a row; older ones are forgotten.
UNDO_DEPTH = 512
# A counter towards a limit further away than this may be left out of the key.
HORIZON = 64
# In place of a move: none.
NO_MOVE = 0xFFFFFFFF
# Scores of running games stay within this, and mean odds on a logistic curve of this width.
SCORE_LIMIT = 12_000
ODDS = 400
# A search scores a win as WIN_SCORE less the plies to it; scores beyond DECIDED_SCORE are wins.
DECIDED_SCORE = 15_000
WIN_SCORE = 30_000
# A network's features, and its units of 1 in the hidden layer and at the output.
NO_FEATURE = -1
CEILING = 255
ONE_OUT = 64
