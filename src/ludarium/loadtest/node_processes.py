"""NodeProcesses: a cluster of `ludarium serve` with its bus and its database, all killable."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from random import Random

from ludarium.loadtest.nats_process import NatsProcess
from ludarium.loadtest.network_namespaces import NamespaceNetwork, VethLink
from ludarium.loadtest.server_process import ServerProcess

POSTGRES_SCRIPT = Path(__file__).parents[3] / "scripts" / "postgres.sh"
VICTIM_WEIGHTS = {"node": 6, "bus": 2, "database": 1, "cut": 1}
NAMESPACE_WEIGHTS = {**VICTIM_WEIGHTS, "cut": 6}  # such a run is about cuts
OUTAGE_S = (0.2, 1.0)  # of the bus or the database, before it is started again
CUT_S = (4.0, 7.0)  # for which a node cannot reach the bus: it gives its rooms up


class NoPostgres(Exception):
    """No database was named, and the project's script for one is not here."""


class PostgresProcess:
    """A PostgreSQL server in a folder, by the project's script, unless a URL is given."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        if not POSTGRES_SCRIPT.exists():
            raise NoPostgres("name a database by --database postgresql://…")

    def start(self) -> str:
        """Start it; its URL."""
        self.folder.parent.chmod(0o711)  # root's server runs as another user
        command = [str(POSTGRES_SCRIPT), "start", str(self.folder)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        return done.stdout.strip()

    def stop(self) -> None:
        """Stop it like a crash."""
        subprocess.run(
            [str(POSTGRES_SCRIPT), "stop", str(self.folder)],
            check=False,
            env={**os.environ, "STOP": "immediate"},
        )


class Relay:
    """A TCP relay between a node and the bus, which can be cut without closing a connection."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = 0
        self.cut = False
        self._server: asyncio.Server | None = None
        self._joined = asyncio.Event()
        self._joined.set()

    @property
    def url(self) -> str:
        """The URL for `--bus`."""
        return f"nats://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Listen."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def set_cut(self, cut: bool) -> None:
        """Pass nothing in either direction, as if a cable were out; or pass again."""
        self.cut = cut
        if cut:
            self._joined.clear()
        else:
            self._joined.set()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._joined.wait()
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
            return
        with suppress(asyncio.CancelledError):  # the run is over
            await asyncio.gather(self._pass(reader, far_writer), self._pass(far_reader, writer))

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65_536):
                await self._joined.wait()
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()


class NodeProcesses:
    """Several nodes of one cluster."""

    def __init__(
        self,
        count: int,
        folder: Path,
        database: str = "",
        relayed: bool = False,
        network: NamespaceNetwork | None = None,
    ) -> None:
        self.relayed = relayed  # whether nodes can be cut off from the bus
        self.network = network  # or by the network itself
        self.nats = NatsProcess(network.bus_host) if network else NatsProcess()
        self.postgres = None if database else PostgresProcess(folder / "pg")
        self.database = database
        self.count = count
        self.nodes: list[ServerProcess] = []
        self.relays: list[Relay | VethLink] = []
        self.dead_cpu_s = 0.0  # of nodes that were killed
        self._stopped = False
        self._restart: asyncio.Task[float] | None = None  # of the last node that was killed

    @property
    def urls(self) -> list[str]:
        """The WebSocket addresses of all nodes."""
        return [node.url for node in self.nodes]

    async def start(self) -> float:
        """Start everything; the seconds until the last node answered."""
        if self.network is not None:
            await asyncio.to_thread(self.network.create)
            self.relays += self.network.links
        await asyncio.to_thread(self.nats.start)
        if self.postgres is not None:
            self.database = await asyncio.to_thread(self.postgres.start)
        for number in range(self.count):
            self.nodes.append(await self._make_node(number))
        return max(await asyncio.gather(*(node.start() for node in self.nodes)))

    async def _make_node(self, number: int) -> ServerProcess:
        options = ["--workers", "1", "--bus"]
        if self.network is not None:
            host, prefix = self.network.node_host(number), self.network.exec_prefix(number)
            return ServerProcess(self.database, *options, self.nats.url, host=host, prefix=prefix)
        bus = await self._start_relay() if self.relayed else self.nats.url
        return ServerProcess(self.database, *options, bus)

    async def _start_relay(self) -> str:
        relay = Relay(self.nats.port)
        await relay.start()
        self.relays.append(relay)
        return relay.url

    def stop(self) -> None:
        """Kill everything, once."""
        if self._stopped:
            return
        self._stopped = True
        for node in self.nodes:
            node.stop()
        self.nats.stop()
        if self.postgres is not None:
            self.postgres.stop()
        if self.network is not None:
            self.network.remove()

    def memory_bytes(self) -> int:
        """The resident memory of all nodes."""
        return sum(node.memory_bytes() for node in self.nodes)

    def cpu_seconds(self) -> float:
        """The CPU time of all nodes."""
        return self.dead_cpu_s + sum(node.cpu_seconds() for node in self.nodes)

    def bus_cpu_seconds(self) -> float:
        """The CPU time of the nats-server."""
        return self.nats.cpu_seconds()

    async def strike(self, rng: Random) -> str:
        """Kill or cut something at random, and let it come back; what it was.

        A killed node starts in the background: its clients and rooms have the others meanwhile.
        """
        missing = {"database"} if self.postgres is None else set()
        missing |= set() if self.relays else {"cut"}
        weights = VICTIM_WEIGHTS if self.network is None else NAMESPACE_WEIGHTS
        names = [name for name in weights if name not in missing]
        victim = rng.choices(names, [weights[name] for name in names])[0]
        if victim == "node":
            node = rng.choice(self.nodes)
            self.dead_cpu_s += node.cpu_seconds()
            node.stop(signal.SIGKILL)
            self._restart = asyncio.create_task(node.start())
        elif victim == "bus":
            await asyncio.to_thread(self.nats.stop)
            await asyncio.sleep(rng.uniform(*OUTAGE_S))
            await asyncio.to_thread(self.nats.start)
        elif victim == "database" and self.postgres is not None:
            await asyncio.to_thread(self.postgres.stop)
            await asyncio.sleep(rng.uniform(*OUTAGE_S))
            await asyncio.to_thread(self.postgres.start)
        else:
            relay = rng.choice(self.relays)
            relay.set_cut(True)
            await asyncio.sleep(rng.uniform(*CUT_S))
            relay.set_cut(False)
        return victim

    async def wait_for_restart(self) -> None:
        """Wait until the last node that was killed serves again."""
        if self._restart is not None:
            await self._restart
            self._restart = None
