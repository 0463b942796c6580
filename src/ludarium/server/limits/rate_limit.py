"""Rate limiter: a token bucket for each client address."""

from __future__ import annotations

from collections import OrderedDict
from ipaddress import IPv6Address, IPv6Network, ip_address

from ludarium.server.protocol.errors import Refused
from ludarium.server.transport.connection import Bucket

ADDRESSES = 10_000  # whose buckets are kept
NETWORK_BITS = 64  # of an IPv6 address: one customer of a provider has all that share them

TOO_OFTEN = "That was asked too often; try again in a moment."


class Rations:
    """Lets an address ask for so much in a time, and no more."""

    def __init__(self, most: int, window: float, told: str = TOO_OFTEN) -> None:
        self.most = most
        self.told = told
        self.window = window
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now: float, cost: int = 1) -> None:
        """Spend tokens of an address; Refused if it has too few left, and then none is spent."""
        bucket = self._bucket(address, now)
        if not bucket.take(now, cost):
            bucket.left += cost
            raise Refused("too_often", self.told)

    def check(self, address: str, now: float) -> None:
        """Refused if an address has no token left; none is spent."""
        self.take(address, now)
        self._bucket(address, now).left += 1

    def _bucket(self, address: str, now: float) -> Bucket:
        source = network(address)
        bucket = self.buckets.pop(source, None) or Bucket(self.most, self.window, now)
        self.buckets[source] = bucket
        if len(self.buckets) > ADDRESSES:
            self.buckets.popitem(last=False)
        return bucket


def network(address: str) -> str:
    """What counts as one address: an IPv4 address, or the network of an IPv6 one."""
    try:
        read = ip_address(address)
    except ValueError:
        return address
    if isinstance(read, IPv6Address):
        return str(read.ipv4_mapped or IPv6Network((read, NETWORK_BITS), strict=False))
    return str(read)
