"""Upkeep: what a hub does regularly, as tasks of the event loop."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from ludarium.server.runtime.connection import CLOSE_SILENT
from ludarium.server.storage.lease import RENEW_LEASE_S, LostLease

if TYPE_CHECKING:
    from ludarium.server.runtime.hub import Hub

log = logging.getLogger(__name__)
SWEEP_INTERVAL_S = 1.0  # between two looks for silent connections
LAG_INTERVAL_S = 0.5  # between two measurements of the event loop


async def renew_lease(hub: Hub) -> None:
    """Extend the lease of a server that stores nothing, and find out that it was lost."""
    lease = hub.store.lease
    while lease is not None:
        await asyncio.sleep(RENEW_LEASE_S)
        try:
            await asyncio.to_thread(lease.renew)
        except LostLease:
            hub.lose_lease()
            return
        except SQLAlchemyError:
            log.warning("the lease cannot be renewed now; it is tried again")


async def close_silent_connections(hub: Hub) -> None:
    """Close connections without a sign of life, and ask the others for one."""
    while True:
        await asyncio.sleep(SWEEP_INTERVAL_S)
        now = hub.now()
        for connection in list(hub.connections.values()):
            silent = now - connection.last_active
            if silent > hub.settings.silence:
                connection.close(CLOSE_SILENT)
            elif silent > hub.settings.silence / 2:
                # A client that receives much has no reason to send a ping.
                connection.socket.send_ping()


async def measure_lag(hub: Hub) -> None:
    """Measure by how much the event loop is late."""
    while True:
        wanted = time.monotonic() + LAG_INTERVAL_S
        await asyncio.sleep(LAG_INTERVAL_S)
        hub.metrics.observe_lag(time.monotonic() - wanted)
