"""Hostile connections: a process sends bursts from many addresses and reads the answers."""

from __future__ import annotations

import asyncio
import os
import re
from collections import Counter
from collections.abc import Callable
from multiprocessing.connection import Connection as Pipe
from random import Random
from typing import NamedTuple

from ludarium.loadtest import fuzz_frames, fuzz_requests

STATUS_LINE = re.compile(rb"HTTP/1\.1 (\d\d\d) ")
ANSWER_WAITS_S = (0.0, 0.3, 1.0)  # a connection waits for answers
STALLED_SHARE = 0.02  # of the connections reads nothing for STALL_S
STALL_S = 5.0
TALLY_INTERVAL_S = 0.5
ATTACKER_NICENESS = 5  # below the probe and the server
MAX_SAMPLES = 5  # of requests that led to a 5xx
MAX_SAMPLE_BYTES = 600


class AttackPlan(NamedTuple):
    """The work of one process."""

    port: int
    size: int  # frames and requests
    seed: str
    connections: int  # at the same time
    addresses: int  # from 127.0.0.2 on


class Tally:
    """Counts of frames, requests and answers."""

    def __init__(self) -> None:
        self.frames = self.requests = self.connections = self.unreachable = 0
        self.statuses: Counter[str] = Counter()
        self.samples: list[str] = []

    @property
    def sent(self) -> int:
        """Frames and requests."""
        return self.frames + self.requests

    def add(self, other: Tally) -> None:
        """Add the counts of another process."""
        self.frames += other.frames
        self.requests += other.requests
        self.connections += other.connections
        self.unreachable += other.unreachable
        self.statuses += other.statuses
        self.samples += other.samples[: MAX_SAMPLES - len(self.samples)]


class Attacker(asyncio.Protocol):
    """One hostile connection."""

    def __init__(self, tally: Tally, sent: bytes) -> None:
        self.tally = tally
        self.sent = sent
        self.closed = asyncio.get_running_loop().create_future()
        self.tail = b""  # a status may come in two pieces

    def data_received(self, data: bytes) -> None:
        """Look for errors of the server."""
        seen = self.tail + data
        for found in STATUS_LINE.finditer(seen):
            status = found[1].decode()
            self.tally.statuses[status] += 1
            if status.startswith("5") and len(self.tally.samples) < MAX_SAMPLES:
                self.tally.samples.append(f"{status} after {self.sent[:MAX_SAMPLE_BYTES]!r}")
        last = max((found.end() for found in STATUS_LINE.finditer(seen)), default=0)
        self.tail = seen[max(last, len(seen) - 12) :]

    def connection_lost(self, exc: Exception | None) -> None:
        """The server closed it."""
        if not self.closed.done():
            self.closed.set_result(None)


async def attack(plan: AttackPlan, report: Callable[[Tally], None]) -> None:
    """Send all of it, and report now and then what was sent and answered so far."""
    state = Attack(plan)
    senders = [asyncio.create_task(state.send(number)) for number in range(plan.connections)]
    while not all(sender.done() for sender in senders):
        await asyncio.wait(senders, timeout=TALLY_INTERVAL_S)
        report(state.tally)  # the whole tally: answers to old connections may still come
    for sender in senders:
        sender.result()


class Attack:
    """The hostile connections of one process, some at the same time."""

    def __init__(self, plan: AttackPlan) -> None:
        self.plan = plan
        self.tally = Tally()
        self.sent = 0

    async def send(self, number: int) -> None:
        """Open one connection after the other."""
        rng = Random(f"{self.plan.seed} {number}")
        while self.sent < self.plan.size:
            await self._connect(rng)

    async def _connect(self, rng: Random) -> None:
        data, frames, requests = draw(rng)
        self.sent += frames + requests
        host = rng.randrange(self.plan.addresses) + 2
        source = f"127.0.{host >> 8}.{host & 255}"
        tally = self.tally
        tally.connections += 1
        tally.frames += frames
        tally.requests += requests
        try:
            transport, attacker = await asyncio.get_running_loop().create_connection(
                lambda: Attacker(tally, data),
                "127.0.0.1",
                self.plan.port,
                local_addr=(source, 0),
            )
        except OSError:
            tally.unreachable += 1
            await asyncio.sleep(0.05)
            return
        await _send(rng, transport, attacker, data)


async def _send(rng: Random, transport: asyncio.Transport, attacker: Attacker, data: bytes) -> None:
    linger = rng.choice(ANSWER_WAITS_S)
    if rng.random() < STALLED_SHARE:
        transport.pause_reading()
        linger = STALL_S
    cut = rng.randrange(len(data)) if rng.random() < 0.3 else len(data)
    transport.write(data[:cut])
    if cut < len(data):
        await asyncio.sleep(0.002)
    if not transport.is_closing():
        transport.write(data[cut:])
    await asyncio.wait([attacker.closed], timeout=linger)
    transport.abort()


def draw(rng: Random) -> tuple[bytes, int, int]:
    """What one connection sends, and how many frames and requests that is."""
    if rng.random() < 0.5:
        bursts = [fuzz_frames.frames(rng) for _ in range(rng.randint(1, 4))]
        data = fuzz_frames.handshake(rng) + b"".join(burst.data for burst in bursts)
        return data, sum(burst.size for burst in bursts), 1
    bursts = [fuzz_requests.requests(rng) for _ in range(rng.randint(1, 3))]
    return b"".join(burst.data for burst in bursts), 0, sum(burst.size for burst in bursts)


def run_attack(plan: AttackPlan, pipe: Pipe) -> None:
    """What a process does: attack, and write its tallies into the pipe."""
    import uvloop  # noqa: PLC0415  only this process needs it

    os.nice(ATTACKER_NICENESS)
    uvloop.run(attack(plan, pipe.send))
    pipe.close()
