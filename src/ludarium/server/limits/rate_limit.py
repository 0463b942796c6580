"""Rate limiter: a token bucket for each client address."""

from __future__ import annotations

from collections import OrderedDict

from ludarium.server.limits.proxies import limit_key
from ludarium.server.limits.token_bucket import TokenBucket
from ludarium.server.protocol.errors import Refused

MAX_TRACKED_ADDRESSES = 10_000  # the buckets of the least recent addresses are dropped
TOO_OFTEN = "That was asked too often; try again in a moment."


class RateLimiter:
    """Lets each address spend `capacity` tokens in `window_s` seconds."""

    def __init__(self, capacity: int, window_s: float, message: str = TOO_OFTEN) -> None:
        self.capacity = capacity
        self.window_s = window_s
        self.message = message
        self.buckets: OrderedDict[str, TokenBucket] = OrderedDict()
        self.spent: dict[str, float] | None = None  # by key, for the other nodes of a cluster

    def spend_tokens(self, address: str, now: float, cost: int = 1) -> None:
        """Spend tokens of an address; Refused if too few are left, and then none is spent."""
        bucket = self._bucket_of(address, now)
        if not bucket.spend_tokens(now, cost):
            bucket.tokens += cost
            raise Refused("too_often", self.message)
        self._note_spent(address, cost)

    def check_tokens(self, address: str, now: float) -> None:
        """Refused if an address has no token left; none is spent."""
        bucket = self._bucket_of(address, now)
        enough = bucket.spend_tokens(now)
        bucket.tokens += 1
        if not enough:
            raise Refused("too_often", self.message)

    def charge_tokens(self, address: str, now: float, cost: float) -> None:
        """Spend tokens for work that is done, even if that leaves a debt."""
        self._bucket_of(address, now).spend_tokens(now, cost)
        self._note_spent(address, cost)

    def charge_elsewhere(self, address: str, now: float, cost: float) -> None:
        """Spend tokens for what another node allowed; the debt is at most one bucket."""
        bucket = self._bucket_of(address, now)
        bucket.spend_tokens(now, cost)
        bucket.tokens = max(bucket.tokens, -bucket.capacity)

    def _note_spent(self, address: str, cost: float) -> None:
        if self.spent is not None:
            key = limit_key(address)
            self.spent[key] = self.spent.get(key, 0.0) + cost

    def _bucket_of(self, address: str, now: float) -> TokenBucket:
        key = limit_key(address)
        bucket = self.buckets.pop(key, None) or TokenBucket(self.capacity, self.window_s, now)
        self.buckets[key] = bucket
        if len(self.buckets) > MAX_TRACKED_ADDRESSES:
            self.buckets.popitem(last=False)
        return bucket
