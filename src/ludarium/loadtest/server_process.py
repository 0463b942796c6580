"""A server for the load: a process of its own, which can be killed and started again."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from random import sample

PATIENCE = 60.0  # seconds for it to answer
PORTS = range(20_000, 30_000)
MANY = 100_000  # connections and rooms of one address, for all come from this one


class Served:
    """`ludarium serve` with a database of its own."""

    def __init__(self, database: str, *options: str) -> None:
        self.port = _free()
        limits = ["--connections", str(MANY), "--rooms", str(MANY)]
        where = ["--port", str(self.port), "--database", database]
        self.command = [sys.executable, "-m", "ludarium", "serve", *where, *limits, *options]
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where guests connect."""
        return f"ws://127.0.0.1:{self.port}/ws"

    @property
    def health(self) -> str:
        """Where it tells how it is."""
        return f"http://127.0.0.1:{self.port}/api/health"

    async def start(self) -> float:
        """Start it, and give the seconds until it answered."""
        began = time.monotonic()
        self.process = process = await asyncio.to_thread(self._open)
        while not await asyncio.to_thread(self._answers):
            if process.poll() is not None or time.monotonic() - began > PATIENCE:
                raise RuntimeError("the server did not come up")
            await asyncio.sleep(0.02)
        return time.monotonic() - began

    def end(self, number: int = signal.SIGKILL) -> None:
        """Kill it."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(number)
            self.process.wait()

    def memory(self) -> int:
        """Bytes that the server's process has in memory, without its engines."""
        return _field(self.process, "VmRSS:") * 1024

    def seconds(self) -> float:
        """Processor time that it has taken."""
        if self.process is None:
            return 0.0
        try:
            text = Path(f"/proc/{self.process.pid}/stat").read_text()
        except OSError:
            return 0.0
        user, kernel = text.rpartition(")")[2].split()[11:13]
        return (int(user) + int(kernel)) / os.sysconf("SC_CLK_TCK")

    def _open(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(self.command, stdout=subprocess.DEVNULL)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.health, timeout=PATIENCE) as it:
                return bool(it.status == 200)
        except OSError:
            return False


def _free() -> int:
    """A port below those that the system gives to callers: one of thousands who call while nobody
    listens would be given that very port, reach itself, and keep the server out."""
    for port in sample(PORTS, len(PORTS)):
        with socket.socket() as found, suppress(OSError):
            found.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no port is free")


def _field(process: subprocess.Popen[bytes] | None, name: str) -> int:
    if process is None:
        return 0
    try:
        lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(name)), 0)
