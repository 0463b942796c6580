"""The Elo formula: the expected score of a difference in rating."""

from __future__ import annotations

import math

ELO_PER_NAT = 400 / math.log(10)  # of one unit of the natural logarithm of strength


def expected_score(elo: float) -> float:
    """The expected score, from 0 to 1, of a player who is rated `elo` above the opponent."""
    return 1 / (1 + 10 ** (-elo / 400))
