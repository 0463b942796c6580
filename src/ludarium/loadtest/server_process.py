"""ServerProcess: `ludarium serve` as a child process, which can be killed and restarted."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import sample
from typing import IO

SERVER_START_TIMEOUT_S = 60.0
SERVER_PORTS = range(20_000, 30_000)
MAX_CLIENTS = 100_000  # connections and rooms per address, because all clients share one


class ServerProcess:
    """`ludarium serve` with a database of its own."""

    def __init__(
        self, database: str, *options: str, host: str = "127.0.0.1", prefix: Sequence[str] = ()
    ) -> None:
        self.host = host
        self.port = free_port()
        limits = ["--connections", str(MAX_CLIENTS), "--rooms", str(MAX_CLIENTS)]
        where = ["--host", host, "--port", str(self.port), "--database", database]
        # A line for every restart would cover the progress of the run.
        quiet = ["--log-level", "warning"]
        self.command = [
            *prefix,
            sys.executable,
            "-m",
            "ludarium",
            "serve",
            *where,
            *limits,
            *quiet,
            *options,
        ]
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The WebSocket address of the server."""
        return f"ws://{self.host}:{self.port}/ws"

    @property
    def health_url(self) -> str:
        """The address of its health check."""
        return f"http://{self.host}:{self.port}/api/health"

    async def start(self) -> float:
        """Start the server. Returns the seconds until it answered."""
        began = time.monotonic()
        self.process = process = await asyncio.to_thread(self._start_process)
        while not await asyncio.to_thread(self._is_healthy):
            if process.poll() is not None or time.monotonic() - began > SERVER_START_TIMEOUT_S:
                raise RuntimeError("the server did not come up")
            await asyncio.sleep(0.02)
        return time.monotonic() - began

    def stop(self, number: int = signal.SIGKILL) -> None:
        """Send a signal, SIGKILL by default, and wait for the exit."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(number)
            self.process.wait()

    def memory_bytes(self) -> int:
        """The resident memory of the server's process, without its engines."""
        return _status_field(self.process, "VmRSS:") * 1024

    def cpu_seconds(self) -> float:
        """The CPU time of the server's process."""
        return process_cpu_seconds(self.process)

    def _start_process(self, log: IO[bytes] | None = None) -> subprocess.Popen[bytes]:
        # A process group of its own: an interrupt in the terminal is for the load test alone.
        return subprocess.Popen(
            self.command, stdout=subprocess.DEVNULL, stderr=log, process_group=0
        )

    def _is_healthy(self) -> bool:
        try:
            with urllib.request.urlopen(self.health_url, timeout=SERVER_START_TIMEOUT_S) as it:
                return bool(it.status == 200)
        except OSError:
            return False


def process_cpu_seconds(process: subprocess.Popen[bytes] | None) -> float:
    """The CPU time of a child process."""
    if process is None:
        return 0.0
    try:
        text = Path(f"/proc/{process.pid}/stat").read_text()
    except OSError:
        return 0.0
    user, kernel = text.rpartition(")")[2].split()[11:13]
    return (int(user) + int(kernel)) / os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    """A free port outside the ephemeral range.

    A client that connects while no server listens could be given that very port as its own, reach
    itself, and keep the server from binding it.
    """
    for port in sample(SERVER_PORTS, len(SERVER_PORTS)):
        with socket.socket() as found, suppress(OSError):
            found.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no port is free")


def _status_field(process: subprocess.Popen[bytes] | None, name: str) -> int:
    if process is None:
        return 0
    try:
        lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(name)), 0)
