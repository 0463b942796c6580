"""Move times of each entrant: percentiles and a histogram."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ludarium.arena.run.event_store import StoredGame

# Borders of the histogram in seconds, four to a decade; the first and the last are open.
HISTOGRAM_BORDERS_S = tuple(10 ** (power / 4) for power in range(-24, 9))


class MoveTimes(NamedTuple):
    """The moves of an entrant: their number, percentiles of their seconds, and a histogram."""

    moves: int
    median: float
    most: float  # of ten, nine took no longer
    nearly_all: float  # of a hundred, ninety-nine took no longer
    longest: float
    histogram: list[int]


def move_times(entrants: int, games: Iterable[StoredGame]) -> list[MoveTimes]:
    """The times of every entrant's moves in some games."""
    found: list[list[float]] = [[] for _ in range(entrants)]
    for kept in games:
        lineup = kept.result.lineup
        for seat, seconds in zip(kept.extras.movers, kept.extras.seconds, strict=True):
            found[lineup[int(seat)]].append(seconds)
    return [_times(sorted(one)) for one in found]


def _times(ordered: Sequence[float]) -> MoveTimes:
    histogram = [0] * (len(HISTOGRAM_BORDERS_S) + 1)
    for seconds in ordered:
        histogram[_bin(seconds)] += 1
    median, most, nearly_all, longest = (_at(ordered, share) for share in (0.5, 0.9, 0.99, 1.0))
    return MoveTimes(len(ordered), median, most, nearly_all, longest, histogram)


def _bin(seconds: float) -> int:
    if seconds < HISTOGRAM_BORDERS_S[0]:
        return 0
    return min(math.floor(4 * math.log10(seconds) + 1e-9) + 25, len(HISTOGRAM_BORDERS_S))


def _at(ordered: Sequence[float], share: float) -> float:
    """The percentile: the value that this share of all values does not exceed."""
    return ordered[max(math.ceil(share * len(ordered)) - 1, 0)] if ordered else 0.0
