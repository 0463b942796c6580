"""Numbers that rules and search agree on; the .pxd gives them to compiled code as constants."""
# not compiled

ONGOING = -1
DRAW = -2
# A position takes back at most this many moves in a row; older ones are forgotten.
UNDO_DEPTH = 512
# A counter towards a limit further away than this may be left out of the key.
HORIZON = 64
