"""NatsProcess: a nats-server as a child process, which can be killed and restarted."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time

from ludarium.loadtest.server_process import free_port, process_cpu_seconds

NATS_START_TIMEOUT_S = 20.0
NATS_PATHS = ("nats-server", "/usr/sbin/nats-server")


class NatsMissing(Exception):
    """There is no nats-server."""


class NatsProcess:
    """A nats-server on a port of its own; by default on this machine only."""

    def __init__(self, host: str = "127.0.0.1") -> None:
        names = (os.environ.get("NATS_SERVER", ""), *NATS_PATHS)
        found = next((path for name in names if name and (path := shutil.which(name))), None)
        if found is None:
            raise NatsMissing("nats-server is missing: scripts/nats.sh installs it")
        self.program = found
        self.host = host
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The URL for `--bus`."""
        return f"nats://{self.host}:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it accepts connections."""
        command = [self.program, "--addr", self.host, "--port", str(self.port)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, process_group=0
        )
        end = time.monotonic() + NATS_START_TIMEOUT_S
        while not self._accepts():
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("nats-server did not come up")
            time.sleep(0.02)

    def stop(self, number: int = signal.SIGKILL) -> None:
        """Send a signal, SIGKILL by default, and wait for the exit."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(number)
            self.process.wait()

    def cpu_seconds(self) -> float:
        """Its CPU time."""
        return process_cpu_seconds(self.process)

    def _accepts(self) -> bool:
        try:
            socket.create_connection((self.host, self.port), timeout=1).close()
        except OSError:
            return False
        return True
