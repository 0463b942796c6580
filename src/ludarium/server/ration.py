"""Rations: how much work each address may have done for it in a time."""

from __future__ import annotations

from collections import OrderedDict

from ludarium.server.connections import Bucket
from ludarium.server.refused import Refused

ADDRESSES = 10_000  # of which it is known what they had


class Rations:
    """Lets an address ask for so much in a time, and no more."""

    def __init__(self, most: int, window: float) -> None:
        self.most = most
        self.window = window
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now: float, cost: int = 1) -> None:
        """Give it out, or Refused if too much was asked for lately."""
        bucket = self.buckets.pop(address, None) or Bucket(self.most, self.window, now)
        self.buckets[address] = bucket
        if len(self.buckets) > ADDRESSES:
            self.buckets.popitem(last=False)
        if not bucket.take(now, cost):
            bucket.left += cost  # what was not given out was not had
            raise Refused("too_often", "That was asked too often; try again in a moment.")
