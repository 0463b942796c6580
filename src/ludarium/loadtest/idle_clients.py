"""Measures the server memory that one idle connection takes."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from ludarium.loadtest.client_pool import ClientPool
from ludarium.loadtest.message_subset import ServerMessage
from ludarium.loadtest.server_process import ServerProcess
from ludarium.loadtest.virtual_client import VirtualClient

WARM_UP_CLIENTS = 200  # connected first: they pay the one-time costs
MEMORY_SETTLE_S = 3.0  # until the server has freed the buffers of the handshakes


class IdleMemory(NamedTuple):
    """The result of the measurement."""

    sockets: int
    bytes_each: float  # bytes
    server_bytes: int
    lost: int


async def measure_idle_memory(server: ServerProcess, count: int, heartbeat: float) -> IdleMemory:
    """Connect idle clients and compare the memory of the server before and after."""
    pool = ClientPool(server.url, heartbeat=heartbeat)
    pool.start_task(pool.send_heartbeats())
    clients = [
        VirtualClient(pool, f"i{number}", _ignore_message)
        for number in range(count + WARM_UP_CLIENTS)
    ]
    await pool.connect_clients(clients[:WARM_UP_CLIENTS])
    await asyncio.sleep(MEMORY_SETTLE_S)
    before = server.memory_bytes()
    await pool.connect_clients(clients[WARM_UP_CLIENTS:])
    await asyncio.sleep(MEMORY_SETTLE_S)
    after = server.memory_bytes()
    lost = sum(pool.disconnects.values())
    pool.disconnect_all()
    return IdleMemory(count, (after - before) / count, after, lost)


def _ignore_message(_client: VirtualClient, _message: ServerMessage) -> None:
    pass
