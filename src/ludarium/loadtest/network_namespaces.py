"""Network namespaces: each node has a network of its own, whose way to the bus can be cut."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Sequence

FIRST_NODE_HOST = 10  # the last number of the address of the first node
IP_PROGRAMS = ("ip", "/usr/sbin/ip", "/sbin/ip")

RunCommand = Callable[[Sequence[str]], None]


class NoNamespaces(Exception):
    """This machine does not let us make network namespaces."""


class VethLink:
    """The cable between a node and the bus."""

    def __init__(self, run: RunCommand, device: str) -> None:
        self.device = device
        self._run = run

    def set_cut(self, cut: bool) -> None:
        """Take the cable out, or put it in again; no end is told of it."""
        self._run(["link", "set", self.device, "down" if cut else "up"])


class NamespaceNetwork:
    """Two bridges on this machine: over one clients reach the nodes, over the other nodes the bus.

    The database is reached by its socket file, as if each node had a cable of its own to it.
    """

    def __init__(
        self, count: int, run: RunCommand | None = None, number: int | None = None
    ) -> None:
        self.count = count
        number = os.getpid() if number is None else number
        self._run = run or _run_ip
        self._name = f"lud{number % 100_000}"  # of a device at most 15 characters
        self._subnets = {"b": f"10.{100 + number % 50}.0", "c": f"10.{150 + number % 50}.0"}
        self.links = [VethLink(self._run, self._device("b", node)) for node in range(count)]

    @property
    def bus_host(self) -> str:
        """The address of the bus."""
        return f"{self._subnets['b']}.1"

    def node_host(self, node: int) -> str:
        """The address at which clients reach a node."""
        return f"{self._subnets['c']}.{FIRST_NODE_HOST + node}"

    def exec_prefix(self, node: int) -> list[str]:
        """What precedes the command of a node."""
        return [_ip_program(), "netns", "exec", self._namespace(node)]

    def create(self) -> None:
        """Make bridges and namespaces; NoNamespaces if that is forbidden here."""
        try:
            for side, subnet in self._subnets.items():
                bridge = f"{self._name}{side}"
                self._run(["link", "add", bridge, "type", "bridge"])
                self._run(["addr", "add", f"{subnet}.1/24", "dev", bridge])
                self._run(["link", "set", bridge, "up"])
            for node in range(self.count):
                self._connect_node(node)
        except NoNamespaces:
            self.remove()
            raise

    def remove(self) -> None:
        """Remove everything that was made."""
        names = [["netns", "del", self._namespace(node)] for node in range(self.count)]
        for command in [
            *names,
            *(["link", "del", f"{self._name}{side}"] for side in self._subnets),
        ]:
            try:
                self._run(command)
            except NoNamespaces:
                continue  # it was not made

    def _connect_node(self, node: int) -> None:
        namespace = self._namespace(node)
        self._run(["netns", "add", namespace])
        self._run(["-n", namespace, "link", "set", "lo", "up"])
        for side, subnet in self._subnets.items():
            device, inner = self._device(side, node), f"eth-{side}"
            self._run(["link", "add", device, "type", "veth", "peer", inner, "netns", namespace])
            self._run(["link", "set", device, "master", f"{self._name}{side}", "up"])
            address = f"{subnet}.{FIRST_NODE_HOST + node}/24"
            self._run(["-n", namespace, "addr", "add", address, "dev", inner])
            self._run(["-n", namespace, "link", "set", inner, "up"])

    def _namespace(self, node: int) -> str:
        return f"{self._name}n{node}"

    def _device(self, side: str, node: int) -> str:
        return f"{self._name}{side}{node}"


def _ip_program() -> str:
    found = next((path for name in IP_PROGRAMS if (path := shutil.which(name))), None)
    if found is None:
        raise NoNamespaces("the program `ip` is missing: apt-get install iproute2")
    return found


def _run_ip(command: Sequence[str]) -> None:
    done = subprocess.run(
        [_ip_program(), *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False
    )
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip()
        raise NoNamespaces(
            f"network namespaces are not possible here, root may be needed: {reason}"
        )
