"""ClientPool: all virtual clients of a load test, their shared counters and their pace."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Coroutine, Sequence
from random import Random
from typing import Any

from ludarium.loadtest.latency_histogram import LatencyHistogram
from ludarium.loadtest.load_room import LoadRoom
from ludarium.loadtest.virtual_client import VirtualClient

FAULT_KINDS = ("lost", "doubled", "reordered", "changed", "misnumbered")
CONNECT_BATCH = 50  # clients that connect at the same time
POOL_TIMEOUT_S = 60.0  # for all clients to connect, or for the last answers
HEARTBEAT_POLL_S = 0.02  # between the heartbeats of two groups of clients
HEARTBEAT_GROUPS = 25  # so that not all clients ping at once
MOVE_POLL_S = 0.004
# Refusals that a correct client meets: its message was late, a repeat, or the opponent was gone.
EXPECTED_REFUSALS = {
    "game_moved_on",
    "already_offered",
    "no_such_offer",
    "not_finished",
    "already_agreed",
    "opponent_gone",
}


class PoolTimeout(Exception):
    """Clients did not connect, or answers did not arrive, in time."""


class ClientPool:
    """The virtual clients of one server."""

    def __init__(self, urls: str | Sequence[str], seed: int = 0, heartbeat: float = 2.5) -> None:
        self.urls = [urls] if isinstance(urls, str) else list(urls)  # of the nodes of one site
        self.seed = seed
        self.heartbeat = heartbeat
        self.clients: list[VirtualClient] = []
        self.rooms: list[LoadRoom] = []
        self.faults: Counter[str] = Counter(dict.fromkeys(FAULT_KINDS, 0))
        self.refusals: Counter[str] = Counter()
        self.disconnects: Counter[str] = Counter()
        self.broadcast_latency = LatencyHistogram()  # from a move to each client that receives it
        self.ack_latency = LatencyHistogram()
        self.moves = self.games = 0
        self.checking = self.closing = False
        self.now = time.monotonic
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def connected(self) -> int:
        """How many clients are connected and have caught up."""
        return sum(client.caught_up for client in self.clients)

    @property
    def passed(self) -> bool:
        """Whether there were no faults and no unexpected refusals."""
        return not any(self.faults.values()) and not self.refusals.keys() - EXPECTED_REFUSALS

    def start_task(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a background task and hold a reference to it."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def count_refusal(self, code: str) -> None:
        """Count the refusal of a message."""
        self.refusals[code] += 1

    async def connect_clients(self, clients: Sequence[VirtualClient]) -> None:
        """Connect clients in batches, and wait until they are connected."""
        first = len(self.clients)
        self.clients += clients
        for at in range(0, len(clients), CONNECT_BATCH):
            group = clients[at : at + CONNECT_BATCH]
            await asyncio.gather(*(client.connect() for client in group))
            await self.wait_until(lambda group=group: all(client.connected for client in group))
        assert len(self.clients) == first + len(clients)

    async def open_rooms(self, games: Sequence[str], count: int, spectators: int) -> None:
        """Open rooms, cycling through the games, with spectators spread over them."""
        for number in range(count):
            share = spectators // count + (number < spectators % count)
            self.rooms.append(LoadRoom(self, number, games[number % len(games)], share))
        await self.connect_clients([client for table in self.rooms for client in table.clients])
        for at in range(0, count, CONNECT_BATCH):
            group = self.rooms[at : at + CONNECT_BATCH]
            for table in group:
                table.open_room()
            await self.wait_until(lambda group=group: all(table.ready for table in group))

    def probe_rooms(self) -> None:
        """Count every client as behind, until its room answers once more."""
        for client in self.clients:
            client.caught_up = False
            client.enter_room()

    async def wait_until(self, done: Any, timeout_s: float = POOL_TIMEOUT_S) -> None:
        """Wait for a condition. Raises PoolTimeout if it does not become true."""
        end = self.now() + timeout_s
        while not done():
            if self.now() > end:
                there = f"{self.connected} of {len(self.clients)} clients"
                raise PoolTimeout(f"{there}; disconnects {dict(self.disconnects)}")
            await asyncio.sleep(0.01)

    async def play_moves(self, rate: float) -> None:
        """Play moves at a rate until cancelled, in rooms where a client is to move."""
        order = list(self.rooms)
        Random(self.seed).shuffle(order)
        due, at, last = 0.0, 0, self.now()
        while True:
            await asyncio.sleep(MOVE_POLL_S)
            now = self.now()
            # A backlog of moves is dropped: catching up would be a different load.
            due = min(due + (now - last) * rate, max(rate / 10, 1.0))
            last = now
            for _ in range(len(order)):
                if due < 1:
                    break
                at = (at + 1) % len(order)
                due -= order[at].play_move()

    async def send_heartbeats(self) -> None:
        """Send heartbeats until cancelled."""
        part = 0
        while True:
            await asyncio.sleep(HEARTBEAT_POLL_S)
            part = (part + 1) % HEARTBEAT_GROUPS
            now = self.now()
            for client in self.clients[part::HEARTBEAT_GROUPS]:
                client.send_heartbeat(now)

    async def check_rooms(self) -> None:
        """Wait for the last answers, then compare every room with the recorded events."""
        await self.wait_until(
            lambda: all(one.caught_up and not one.pending for one in self.clients)
        )
        await asyncio.sleep(1.0)  # the last broadcasts
        for table in self.rooms:
            behind = [
                client for client in table.clients if client.last_event != table.checker.last_number
            ]
            self.faults["lost"] += len(behind)
        self.checking = True
        for table in self.rooms:
            table.request_snapshot()
        await self.wait_until(lambda: all(table.checked for table in self.rooms))

    def disconnect_all(self) -> None:
        """Disconnect all clients."""
        self.closing = True
        for client in self.clients:
            if client.connection is not None:
                client.connection.abort()
