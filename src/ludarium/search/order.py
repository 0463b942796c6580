"""The order of moves: the most promising of those left comes next."""

from __future__ import annotations

from collections.abc import MutableSequence


def bring_forward(
    moves: MutableSequence[int], ranks: MutableSequence[int], i: int, end: int
) -> None:
    """Put the most promising of the moves from i on in place i."""
    best = i
    for j in range(i + 1, end):
        if ranks[j] > ranks[best]:
            best = j
    move = moves[i]
    moves[i] = moves[best]
    moves[best] = move
    rank = ranks[i]
    ranks[i] = ranks[best]
    ranks[best] = rank
