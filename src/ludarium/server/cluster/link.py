"""Link: one direction of forwarding, from a node with tabs (the edge) to a node with their rooms.

The bus may lose packets. Both ends number theirs, and an end that misses one resets the link: its
tabs are closed, and their clients reconnect and repeat what was not acknowledged.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from ludarium.server.cluster.packets import CloseTab, FanOut, LinkItem, Packet
from ludarium.server.protocol.codec import Member
from ludarium.server.runtime.connection import Connection

if TYPE_CHECKING:
    from ludarium.server.runtime.hub import Hub

MAX_PACKET_BYTES = 512 * 1024  # half of what a nats-server accepts
MAX_SILENT_TICKS = 4  # of half a second, after which the other end counts as gone


class NodeLink:
    """One end of a link; what is posted in one turn of the event loop is one packet."""

    def __init__(
        self, peer: str, session: str, send: Callable[[NodeLink, list[LinkItem]], None]
    ) -> None:
        self.peer = peer
        self.session = session
        self.sent = 0  # the number of the last packet
        self.received = 0
        self._told = 0  # the number of the last packet at the last tick
        self.silent_ticks = 0
        self.closed = False
        self.tabs: dict[str, Connection | None] = {}  # the far end has connections for them
        self._send = send
        self._items: list[LinkItem] = []
        self._bytes = 0

    def post(self, item: LinkItem, size: int = 0) -> None:
        """Send an item with the next packet."""
        if self.closed:
            return
        if not self._items:
            asyncio.get_running_loop().call_soon(self.flush)
        self._items.append(item)
        self._bytes += size
        if self._bytes > MAX_PACKET_BYTES:
            self.flush()

    def post_frame(self, frame: bytes, tab: str) -> None:
        """Send a frame to a tab; the same frame for many tabs is sent once."""
        last = self._items[-1] if self._items else None
        if isinstance(last, FanOut) and last.frame is frame:
            last.tabs.append(tab)
        else:
            self.post(FanOut(frame, [tab]), len(frame))

    def flush(self) -> None:
        """Send what is posted."""
        items, self._items, self._bytes = self._items, [], 0
        if items and not self.closed:
            self._send(self, items)

    def accept(self, packet: Packet) -> bool:
        """Whether a packet is the next one."""
        if packet.number != self.received + 1:
            return False
        self.received = packet.number
        self.silent_ticks = 0
        return True

    def needs_heartbeat(self) -> bool:
        """Whether nothing was sent since the last tick."""
        quiet, self._told = self.sent == self._told, self.sent
        return quiet

    def tick(self) -> bool:
        """Count time; False if the other end is silent for too long.

        Ticks are counted in place of seconds: a pause of this process is no silence of the other.
        """
        self.silent_ticks += 1
        return self.silent_ticks <= MAX_SILENT_TICKS


class RemoteConnection(Connection):
    """A tab of another node, as the owner of its room sees it."""

    remote = True

    __slots__ = ("link",)

    def __init__(self, member: Member, address: str, link: NodeLink, hub: Hub) -> None:
        # Limits and heartbeats are the business of the node that has the socket.
        self.member = member
        self.address = address
        self.link = link
        self.hub = hub
        self.last_active = float("inf")
        self.closed = False

    def send_message(self, message: object, frame: bytes) -> None:
        """Send a message over the link."""
        if not self.closed:
            self.link.post_frame(frame, self.member.tab)

    def close(self, code: int) -> None:
        """Let the other node close the tab."""
        if self.closed:
            return
        self.closed = True
        self.link.post(CloseTab(self.member.tab, code))
        asyncio.get_running_loop().call_soon(self.hub.disconnect, self)


class LinkSocket:
    """The socket of a program that is connected to another node."""

    buffered_bytes = 0  # the other node closes slow connections

    def __init__(self, link: NodeLink, tab: str) -> None:
        self.link = link
        self.tab = tab

    def write_frame(self, frame: bytes) -> None:
        """Send a frame over the link."""
        self.link.post_frame(frame, self.tab)

    def send_ping(self) -> None:
        """Do nothing: the other node asks for signs of life."""

    def close(self, code: int) -> None:
        """Let the other node close the WebSocket."""
        self.link.post(CloseTab(self.tab, code))
