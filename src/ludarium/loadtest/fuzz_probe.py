"""The probe of a fuzzing run: well-behaved clients that measure how late their answers are."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from ludarium.loadtest.client_pool import ClientPool
from ludarium.loadtest.latency_histogram import LatencyHistogram
from ludarium.loadtest.message_subset import ServerMessage
from ludarium.loadtest.virtual_client import VirtualClient

PROBE_TABS = 6
PING_INTERVAL_S = 0.25  # between two pings of a tab; more would be too many messages
CHAT_INTERVAL_S = 1.0  # between two lines of chat: the room keeps them all
PROBE_TIMEOUT_S = 10.0  # after which an answer counts as lost, unless it may be that late


class LatencyProbe:
    """Clients of one address that chat in their own room and ping. No answer may be late."""

    def __init__(self, url: str, late_s: float = 0.0) -> None:
        self.timeout_s = max(PROBE_TIMEOUT_S, late_s)
        self.pool = ClientPool(url, heartbeat=60.0)
        self.pongs = LatencyHistogram()
        self.commits = LatencyHistogram()  # answers that wait until they are stored
        self.lost = 0
        self.tabs: list[VirtualClient] = []
        self._pending: dict[str, asyncio.Future[ServerMessage]] = {}

    async def start(self) -> None:
        """Connect the tabs and open the room."""
        clients = [
            VirtualClient(self.pool, f"probe{number}", self._handle_message)
            for number in range(PROBE_TABS)
        ]
        await self.pool.connect_clients(clients)
        seats = [{"kind": "host"}, {"kind": "host"}]
        done = await self._send_and_wait(
            clients[0], "create", setup={"game": "forge", "seats": seats}
        )
        clients[0].room = done.room
        self.tabs = clients

    async def run(self) -> None:
        """Send requests until cancelled."""
        await asyncio.gather(*(self._probe_repeatedly(number) for number in range(PROBE_TABS)))

    def disconnect_tabs(self) -> None:
        """Close the tabs."""
        self.pool.disconnect_all()

    @property
    def slowest_s(self) -> float:
        """Seconds until the slowest answer."""
        return max(self.pongs.max_s, self.commits.max_s)

    async def _probe_repeatedly(self, number: int) -> None:
        await asyncio.sleep(PING_INTERVAL_S * number / PROBE_TABS)
        client = self.tabs[number]
        while True:
            began = time.monotonic()
            histogram = self.pongs if number else self.commits
            try:
                if number:
                    await self._send_and_wait(client, "ping")
                else:
                    await self._send_and_wait(client, "say", room=client.room, text="still here")
            except TimeoutError:
                self.lost += 1
            histogram.record(time.monotonic() - began)
            await asyncio.sleep(PING_INTERVAL_S if number else CHAT_INTERVAL_S)

    async def _send_and_wait(
        self, client: VirtualClient, kind: str, **fields: Any
    ) -> ServerMessage:
        answer: asyncio.Future[ServerMessage] = asyncio.get_running_loop().create_future()
        id = client.send_request(kind, **fields)
        self._pending[id] = answer
        return await asyncio.wait_for(answer, self.timeout_s)

    def _handle_message(self, client: VirtualClient, message: ServerMessage) -> None:
        client.pending.pop(message.id, None)
        answer = self._pending.pop(message.id, None)
        if answer is not None and not answer.done():
            answer.set_result(message)
