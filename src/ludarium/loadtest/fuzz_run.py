"""FuzzRun: hostile processes attack a server, while a probe measures its other clients."""

from __future__ import annotations

import asyncio
import multiprocessing
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection as Pipe
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import IO, NamedTuple

from ludarium.loadtest.fuzz_attack import AttackPlan, Tally, run_attack
from ludarium.loadtest.fuzz_probe import LatencyProbe
from ludarium.loadtest.latency_histogram import LatencyHistogram
from ludarium.loadtest.server_process import ServerProcess

WARM_UP_SHARE = 0.1  # of the run; then the memory of the server is first measured
CALM_S = 3.0  # before the attack
DRAIN_S = 5.0  # after the last frame, until connections and buffers are gone
TALLY_POLL_S = 0.5
# The defaults of an operator, except few rooms, because open rooms legitimately take memory.
FUZZ_SERVER_OPTIONS = ("--connections", "100", "--rooms", "10")


class FuzzPlan(NamedTuple):
    """The parameters of a fuzzing run."""

    size: int  # frames and requests
    seed: int = 0
    processes: int = 1
    connections: int = 40  # of each process at the same time
    addresses: int = 64
    late_s: float = 0.1  # limit of an answer to the probe
    growth_b: int = 32 * 2**20  # limit of the growth of the server's memory


class LoggedServer(ServerProcess):
    """A server whose log is kept: a traceback in it is a fault."""

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder / "ludarium.db"), *FUZZ_SERVER_OPTIONS)
        self.log = folder / "server.log"

    def tracebacks(self) -> list[str]:
        """The exceptions that the server did not expect."""
        if not self.log.exists():
            return []
        return self.log.read_text(errors="replace").split("Traceback (most recent call last):")[1:]

    def _start_process(self, log: IO[bytes] | None = None) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as own:
            return super()._start_process(log or own)


class FuzzRun:
    """A run, with figures that can be read while it goes."""

    def __init__(self, plan: FuzzPlan, server: LoggedServer) -> None:
        self.plan = plan
        self.server = server
        self.probe = LatencyProbe(server.url, plan.late_s)
        self.tallies: dict[int, Tally] = {}  # by the number of the process
        self.calm = LatencyHistogram()  # before the attack: the delay of this machine by itself
        self.began = time.monotonic()
        self.ended = 0.0
        self.memory_before = self.memory_after = 0
        self.cpu_s = 0.0  # processor time of the server
        self.cuts = 0  # probes that the server disconnected

    @property
    def tally(self) -> Tally:
        """The sum over all processes."""
        total = Tally()
        for tally in self.tallies.values():
            total.add(tally)
        return total

    async def run(self, look: Callable[[], None]) -> None:
        """Do the whole run. `look` is called twice a second."""
        await self.server.start()
        await self.probe.start()
        probing = asyncio.create_task(self.probe.run())
        await asyncio.sleep(CALM_S)
        self.calm = self.probe.pongs
        self.probe.pongs, self.probe.commits = LatencyHistogram(), LatencyHistogram()
        self.began = time.monotonic()
        children = [self._start_child(number) for number in range(self.plan.processes)]
        try:
            await self._collect_tallies([pipe for _, pipe in children], look)
        finally:
            for child, _ in children:
                child.terminate()
                child.join()
            self.ended = time.monotonic()
            self.cpu_s = self.server.cpu_seconds()
            self.memory_after = self.server.memory_bytes()  # for an interrupted run
        probing.cancel()
        with suppress(asyncio.CancelledError):
            await probing
        self.cuts = sum(self.probe.pool.disconnects.values())
        self.probe.disconnect_tabs()
        await asyncio.sleep(DRAIN_S)
        self.memory_after = self.server.memory_bytes()

    def find_faults(self) -> list[str]:
        """A sentence for every limit that the server broke."""
        plan, probe = self.plan, self.probe
        failed = sum(n for status, n in self.tally.statuses.items() if status.startswith("5"))
        raised = len(self.server.tracebacks())
        growth = self.memory_after - self.memory_before
        found = {
            f"{failed} answers with a 5xx": failed > 0,
            f"{raised} tracebacks in its log": raised > 0,
            f"{probe.lost} answers to the probe were lost": probe.lost > 0,
            f"{self.cuts} probes were cut off": self.cuts > 0,
            f"the probe waited {probe.slowest_s * 1000:.0f} ms": probe.slowest_s > plan.late_s,
            f"memory grew by {growth / 2**20:.0f} MiB": growth > plan.growth_b,
            "the server ended": self.server.process is None
            or self.server.process.poll() is not None,
        }
        return [text for text, wrong in found.items() if wrong]

    def progress(self) -> str:
        """One line of progress."""
        elapsed = (self.ended or time.monotonic()) - self.began
        sent = self.tally.sent
        rate = sent / elapsed if elapsed else 0.0
        left = (self.plan.size - sent) / rate if rate else 0.0
        return (
            f"{sent} of {self.plan.size} sent, {rate:.0f} a second, {max(left, 0):.0f} s left; "
            f"pongs {self.probe.pongs}; memory {self.server.memory_bytes() / 2**20:.0f} MiB"
        )

    def _start_child(self, number: int) -> tuple[BaseProcess, Pipe]:
        plan = self.plan
        ours, theirs = multiprocessing.get_context("spawn").Pipe(duplex=False)
        share = -(-plan.size // plan.processes)
        orders = AttackPlan(
            self.server.port, share, f"{plan.seed} {number}", plan.connections, plan.addresses
        )
        child = multiprocessing.get_context("spawn").Process(
            target=run_attack, args=(orders, theirs), daemon=True
        )
        child.start()
        theirs.close()
        return child, ours

    async def _collect_tallies(self, pipes: list[Pipe], look: Callable[[], None]) -> None:
        """Add up the tallies of the child processes until all have ended."""
        left = dict(enumerate(pipes))
        while left:
            await asyncio.sleep(TALLY_POLL_S)
            left = {
                number: pipe for number, pipe in left.items() if self._read_tallies(number, pipe)
            }
            if not self.memory_before and self.tally.sent >= self.plan.size * WARM_UP_SHARE:
                self.memory_before = self.server.memory_bytes()
            look()

    def _read_tallies(self, number: int, pipe: Pipe) -> bool:
        """Read the tallies of a child. Returns False if it has ended."""
        try:
            while pipe.poll():
                self.tallies[number] = pipe.recv()
        except EOFError:
            return False
        return True
