"""Shared limits: what a client address does at one node counts at all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from heapq import nlargest
from operator import itemgetter
from typing import NamedTuple

from ludarium.server.cluster.packets import AddressUse
from ludarium.server.limits.rate_limit import RateLimiter

NAMED_SHARE = 8  # an address with less than this part of a limit at a node is not named
MAX_NAMED_ADDRESSES = 1000  # of a limit in one message, those that spent most


class SharedRate(NamedTuple):
    """A rate limit of all nodes."""

    limiter: RateLimiter
    spent: dict[str, float]  # since the last message
    clock: Callable[[], float]


class SharedCount(NamedTuple):
    """A limit on open things of all nodes."""

    here: Mapping[str, int]
    limit: int


class SharedLimits:
    """Nodes tell each other twice a second, so an address may exceed a limit for that long."""

    def __init__(self, node: str) -> None:
        self.node = node
        self.rates: dict[str, SharedRate] = {}
        self.counts: dict[str, SharedCount] = {}
        self._elsewhere: dict[str, dict[str, dict[str, int]]] = {}  # by node, limit and address
        self._told = False

    def share_rate(self, name: str, limiter: RateLimiter, clock: Callable[[], float]) -> None:
        """Charge tokens that an address spends here at the other nodes too."""
        spent: dict[str, float] = {}
        limiter.spent = spent
        self.rates[name] = SharedRate(limiter, spent, clock)

    def share_count(self, name: str, here: Mapping[str, int], limit: int) -> None:
        """Tell the other nodes how many open things an address has here."""
        self.counts[name] = SharedCount(here, limit)

    def count_elsewhere(self, name: str, address: str) -> int:
        """How many open things an address has at the other nodes."""
        return sum(told.get(name, {}).get(address, 0) for told in self._elsewhere.values())

    def take_use(self) -> AddressUse | None:
        """What addresses did here since the last time; None if there is nothing to tell."""
        spent = {}
        for name, rate in self.rates.items():
            if rate.spent:
                heaviest = nlargest(MAX_NAMED_ADDRESSES, rate.spent.items(), key=itemgetter(1))
                spent[name] = dict(heaviest)
                rate.spent.clear()
        found = {name: _heavy_users(count) for name, count in self.counts.items()}
        told = {name: users for name, users in found.items() if users}
        if not spent and not told and not self._told:
            return None
        self._told = bool(told)
        return AddressUse(self.node, spent, told)

    def apply_use(self, use: AddressUse) -> None:
        """Charge what addresses spent at another node."""
        self._elsewhere[use.node] = use.open
        for name, spent in use.spent.items():
            rate = self.rates.get(name)
            if rate is None:
                continue
            for address, tokens in spent.items():
                rate.limiter.charge_elsewhere(address, rate.clock(), tokens)

    def forget_node(self, node: str) -> None:
        """A node is gone, with what was open there."""
        self._elsewhere.pop(node, None)


def _heavy_users(count: SharedCount) -> dict[str, int]:
    least = max(1, count.limit // NAMED_SHARE)
    return {address: open_here for address, open_here in count.here.items() if open_here >= least}
