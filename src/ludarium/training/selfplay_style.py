"""The style of self-play: nodes of a move, random openings and moves, and when games end."""

from __future__ import annotations

from typing import NamedTuple


class SelfPlayStyle(NamedTuple):
    """How games of self-play go; one seed and one style make one and the same game."""

    nodes: int = 1500
    jitter: float = 0.2  # the share by which the nodes of a move differ
    opening: tuple[int, int] = (2, 12)  # random plies before the first thought
    stray: float = 0.02  # how often a random move is played later, for variety
    sure: int = 1200  # both seats find the game won by this much
    patience: int = 6  # for so many plies: then it counts as won
    kept: float = 1.0  # the share of the labelled positions that is stored
    played_out: float = 0.1  # the share of games that are played to the end nevertheless
    longest: int = 400  # plies; a longer game counts as drawn
