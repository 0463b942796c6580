"""Engine budget: the engine time that analyses and reviews of one client address may take."""

from __future__ import annotations

from collections import Counter

from ludarium.server.limits.proxies import limit_key
from ludarium.server.limits.rate_limit import RateLimiter
from ludarium.server.protocol.errors import Refused

SPENT_MESSAGE = "Your address has used its engine time; try again in a minute."
BUSY_MESSAGE = "Too many analyses of your address are running."


class EngineBudget:
    """A token is a second of engine time. It is spent when it was used, so a debt is possible."""

    def __init__(self, seconds: int, window_s: float, running_limit: int) -> None:
        self.limiter = RateLimiter(seconds, window_s, SPENT_MESSAGE)
        self.running_limit = running_limit
        self.running: Counter[str] = Counter()

    def begin_job(self, address: str, now: float, elsewhere: int = 0) -> None:
        """Count a job; Refused if too many of its address run, or its engine time is used up.

        `elsewhere` are those that run at other nodes of a cluster.
        """
        key = limit_key(address)
        if self.running[key] + elsewhere >= self.running_limit:
            raise Refused("too_many_analyses", BUSY_MESSAGE)
        self.limiter.check_tokens(address, now)
        self.running[key] += 1

    def end_job(self, address: str) -> None:
        """Count one running job less."""
        key = limit_key(address)
        self.running[key] -= 1
        if self.running[key] <= 0:
            del self.running[key]

    def charge_seconds(self, address: str, now: float, seconds: float) -> None:
        """Spend engine time that an address has used."""
        self.limiter.charge_tokens(address, now, seconds)
