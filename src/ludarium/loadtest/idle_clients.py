"""Idle guests: how much memory of the server one takes who is there and does nothing."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from ludarium.loadtest.client_pool import Crowd
from ludarium.loadtest.message_subset import Told
from ludarium.loadtest.server_process import Served
from ludarium.loadtest.virtual_client import Guest

FEW = 200  # who come first: what the first one costs is not what one costs
REST = 3.0  # seconds until the server has put away what it needed to let them in


class Idle(NamedTuple):
    """What was measured."""

    sockets: int
    each: float  # bytes
    memory: int
    lost: int


async def idle(server: Served, count: int, heartbeat: float) -> Idle:
    """Have so many come, and compare the memory of the server with that of before."""
    crowd = Crowd(server.url, heartbeat=heartbeat)
    crowd.keep(crowd.live())
    guests = [Guest(crowd, f"i{number}", _nothing) for number in range(count + FEW)]
    await crowd.invite(guests[:FEW])
    await asyncio.sleep(REST)
    before = server.memory()
    await crowd.invite(guests[FEW:])
    await asyncio.sleep(REST)
    after = server.memory()
    lost = sum(crowd.cuts.values())
    crowd.leave()
    return Idle(count, (after - before) / count, after, lost)


def _nothing(_guest: Guest, _said: Told) -> None:
    pass
