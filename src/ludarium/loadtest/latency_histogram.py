"""A gauge for delays: counts by their length, so that millions take no more room than one."""

from __future__ import annotations

import math

STEP = 1.02  # each class of delays reaches so much further than the one before
FIRST = 1e-4  # seconds


class Gauge:
    """How often which delay was met, to two parts in a hundred."""

    def __init__(self) -> None:
        self.counts: dict[int, int] = {}
        self.total = 0
        self.most = 0.0

    def note(self, seconds: float) -> None:
        """Count one."""
        place = int(math.log(max(seconds, FIRST) / FIRST, STEP))
        self.counts[place] = self.counts.get(place, 0) + 1
        self.total += 1
        self.most = max(self.most, seconds)

    def quantile(self, share: float) -> float:
        """The delay that this share of all does not exceed; 0 if there are none."""
        wanted = share * self.total
        for place in sorted(self.counts):
            wanted -= self.counts[place]
            if wanted <= 0:
                return min(FIRST * STEP ** (place + 1), self.most)
        return self.most

    def __str__(self) -> str:
        """In milliseconds: half of them, 99 of 100, the longest."""
        half, most = self.quantile(0.5), self.quantile(0.99)
        return f"{half * 1000:.1f} / {most * 1000:.1f} / {self.most * 1000:.0f} ms"
