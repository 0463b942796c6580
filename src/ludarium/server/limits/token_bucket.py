"""Token bucket: a full one allows a burst, and it refills at a constant rate."""

from __future__ import annotations


class TokenBucket:
    """Holds at most `capacity` tokens, and refills completely in `window_s` seconds."""

    __slots__ = ("capacity", "rate", "tokens", "updated_at")

    def __init__(self, capacity: int, window_s: float, now: float) -> None:
        self.capacity = float(capacity)
        self.rate = capacity / window_s
        self.tokens = self.capacity
        self.updated_at = now

    def spend_tokens(self, now: float, cost: float = 1) -> bool:
        """Spend tokens even if that leaves a debt; False if it does."""
        self.tokens = min(self.tokens + (now - self.updated_at) * self.rate, self.capacity)
        self.updated_at = now
        self.tokens -= cost
        return self.tokens >= 0
