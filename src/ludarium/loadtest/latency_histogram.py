"""LatencyHistogram: counts of delays in exponential buckets, of constant size."""

from __future__ import annotations

import math

BUCKET_GROWTH = 1.02  # ratio of the bounds of two neighbouring buckets
FIRST_BUCKET_S = 1e-4


class LatencyHistogram:
    """Counts delays with an error of at most 2 %."""

    def __init__(self) -> None:
        self.counts: dict[int, int] = {}
        self.total = 0
        self.max_s = 0.0

    def record(self, seconds: float) -> None:
        """Count one delay."""
        place = int(math.log(max(seconds, FIRST_BUCKET_S) / FIRST_BUCKET_S, BUCKET_GROWTH))
        self.counts[place] = self.counts.get(place, 0) + 1
        self.total += 1
        self.max_s = max(self.max_s, seconds)

    def add(self, other: LatencyHistogram) -> None:
        """Add the delays of another histogram."""
        for place, count in other.counts.items():
            self.counts[place] = self.counts.get(place, 0) + count
        self.total += other.total
        self.max_s = max(self.max_s, other.max_s)

    def quantile(self, share: float) -> float:
        """The delay that this share of the delays does not exceed; 0 if there are none."""
        wanted = share * self.total
        for place in sorted(self.counts):
            wanted -= self.counts[place]
            if wanted <= 0:
                return min(FIRST_BUCKET_S * BUCKET_GROWTH ** (place + 1), self.max_s)
        return self.max_s

    def __str__(self) -> str:
        """Median, 99th percentile and maximum, in milliseconds."""
        half, most = self.quantile(0.5), self.quantile(0.99)
        return f"{half * 1000:.1f} / {most * 1000:.1f} / {self.max_s * 1000:.0f} ms"
