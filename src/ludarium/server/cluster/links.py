"""Links: all links of a node, by the node at their other end."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from ludarium.server.bus.bus import Bus, Delivery
from ludarium.server.cluster.directory import Directory, OwnerUnknown
from ludarium.server.cluster.link import LinkSocket, NodeLink, RemoteConnection
from ludarium.server.cluster.packets import (
    AgentOpened,
    AgentText,
    CloseTab,
    FanOut,
    Forwarded,
    LinkItem,
    NotOwned,
    Packet,
    TabGone,
    encoder,
    packet_decoder,
)
from ludarium.server.protocol import codec as m
from ludarium.server.protocol.codec import ClientMessage, Member
from ludarium.server.protocol.errors import Refused
from ludarium.server.runtime.connection import CLOSE_BROKEN, Connection, SocketWriter
from ludarium.server.runtime.identity import Identity
from ludarium.server.site import room_codes
from ludarium.server.storage.room_leases import BOARD_CODE

if TYPE_CHECKING:
    from ludarium.server.runtime.hub import Hub

log = logging.getLogger(__name__)

AgentFactory = Callable[[Identity, str, SocketWriter, str, str, "Hub"], Connection]


class Links:
    """A link that misses anything is reset, with the tabs that use it."""

    def __init__(self, hub: Hub, bus: Bus, name: str, prefix: str, directory: Directory) -> None:
        self.hub = hub
        self.bus = bus
        self.name = name
        self.prefix = prefix
        self.directory = directory
        self.outgoing: dict[str, NodeLink] = {}  # by owner: this node has the tabs
        self.incoming: dict[str, NodeLink] = {}  # by edge: this node has the rooms
        self.make_agent: AgentFactory | None = None
        self.open = True  # False while the node is cut off
        self.forwarded_count = 0
        self.reset_count = 0
        directory.drop_owner = self.drop_owner

    async def start(self) -> None:
        """Take packets of other nodes."""
        await self.bus.subscribe(self._subject(self.name), self._receive)

    def flush(self) -> None:
        """Send what is posted."""
        for link in (*self.outgoing.values(), *self.incoming.values()):
            link.flush()

    def tick(self) -> None:
        """Send heartbeats, by which the other ends miss nothing, and drop silent links."""
        for link in list(self.outgoing.values()):
            if link.needs_heartbeat():
                self._send_from_edge(link, [])
            if not link.tick():
                log.warning("another node is silent", extra={"node": link.peer})
                self.directory.note_silent(link.peer)
                self._drop_outgoing(link)
        for link in list(self.incoming.values()):
            if link.needs_heartbeat():
                self._send_from_owner(link, [])
            if not link.tick():
                self._drop_incoming(link)

    def reset_all(self) -> None:
        """Let the other nodes forget this one at once: it has given its rooms up."""
        self.flush()
        for link in self.outgoing.values():
            self._send_reset(link.peer, link.session, from_edge=True)
        for link in self.incoming.values():
            self._send_reset(link.peer, link.session, from_edge=False)
        self.open = False
        self.close_all()

    def close_all(self) -> None:
        """Forget all links; the caller closes the tabs."""
        for link in (*self.outgoing.values(), *self.incoming.values()):
            link.closed = True
        self.outgoing.clear()
        self.incoming.clear()

    # This node has the tab.

    def forward(self, owner: str, connection: Connection, message: ClientMessage) -> None:
        """Forward a message of a tab to the owner of its room."""
        link = self._link_to(owner)
        member = connection.member
        link.tabs[member.tab] = connection
        text = m.encoder.encode(message)
        sent = Forwarded(member.tab, member.id, member.name, member.kind, connection.address, text)
        link.post(sent, len(text))
        self.forwarded_count += 1

    def open_agent(self, owner: str, connection: Connection, room: str, seat: str) -> None:
        """Let the owner of the room speak the agent protocol with a program of this node."""
        member = connection.member
        link = self._link_to(owner)
        link.tabs[member.tab] = connection
        link.post(AgentOpened(member.tab, member.id, member.name, connection.address, room, seat))

    def forward_agent_text(self, owner: str, connection: Connection, text: bytes) -> None:
        """Forward what a program wrote."""
        link = self.outgoing.get(owner)
        if link is None or connection.member.tab not in link.tabs:
            connection.close(CLOSE_BROKEN)
        else:
            link.post(AgentText(connection.member.tab, text), len(text))

    def note_disconnect(self, tab: str) -> None:
        """A tab of this node is gone: the owners of its rooms learn of it."""
        for link in self.outgoing.values():
            if link.tabs.pop(tab, None) is not None:
                link.post(TabGone(tab))

    def drop_owner(self, owner: str) -> None:
        """Close the tabs with a room at a node that has lost its rooms."""
        link = self.outgoing.get(owner)
        if link is None:
            self.directory.forget_node(owner)
        else:
            self._drop_outgoing(link)

    # This node has the room.

    def return_unowned(self, connection: RemoteConnection, message: ClientMessage) -> None:
        """Send a message back whose room is not here."""
        text = m.encoder.encode(message)
        connection.link.post(NotOwned(connection.member.tab, text), len(text))

    # Packets.

    def _subject(self, node: str) -> str:
        return f"{self.prefix}.node.{node}"

    def _link_to(self, owner: str) -> NodeLink:
        link = self.outgoing.get(owner)
        if link is None:
            link = self.outgoing[owner] = NodeLink(
                owner, secrets.token_hex(6), self._send_from_edge
            )
        return link

    def _send_from_edge(self, link: NodeLink, items: list[LinkItem]) -> None:
        self._send(link, items, from_edge=True)

    def _send_from_owner(self, link: NodeLink, items: list[LinkItem]) -> None:
        self._send(link, items, from_edge=False)

    def _send(self, link: NodeLink, items: list[LinkItem], from_edge: bool) -> None:
        link.sent += 1
        packet = Packet(self.name, link.session, from_edge, link.sent, items)
        self.bus.publish(self._subject(link.peer), encoder.encode(packet))

    def _send_reset(self, peer: str, session: str, from_edge: bool) -> None:
        packet = Packet(self.name, session, from_edge, 0, reset=True)
        self.bus.publish(self._subject(peer), encoder.encode(packet))

    def _receive(self, delivery: Delivery) -> None:
        try:
            packet = packet_decoder.decode(delivery.payload)
        except msgspec.DecodeError:
            log.warning("a packet of another node cannot be decoded")
            return
        self.directory.note_heard(packet.node)
        if packet.from_edge:
            self._receive_from_edge(packet)
        else:
            self._receive_from_owner(packet)

    def _receive_from_edge(self, packet: Packet) -> None:
        link = self.incoming.get(packet.node)
        known = link is not None and link.session == packet.session
        if packet.reset:
            if link is not None and known:
                self._drop_incoming(link)
            return
        if not known and packet.number == 1 and self.open:
            if link is not None:
                self._drop_incoming(link)
            link = NodeLink(packet.node, packet.session, self._send_from_owner)
            self.incoming[packet.node] = link
        elif not known:
            self._send_reset(packet.node, packet.session, from_edge=False)
            return
        assert link is not None
        if not link.accept(packet):
            log.warning("a packet of another node is missing; its link is reset")
            self._drop_incoming(link)
            self._send_reset(packet.node, packet.session, from_edge=False)
            return
        for item in packet.items:
            self._handle_edge_item(link, item)

    def _handle_edge_item(self, link: NodeLink, item: LinkItem) -> None:
        if isinstance(item, Forwarded):
            connection = self._attached(link, item)
            if connection.closed:
                return  # it was sent before the tab learned of its end
            try:
                message = m.decode_message(item.text)
            except Refused:
                return  # the edge has decoded it before: another version sent it
            self.hub.handle_message(connection, message)
        elif isinstance(item, TabGone):
            gone = link.tabs.pop(item.tab, None)
            if gone is not None:
                gone.closed = True
                self.hub.disconnect(gone)
        elif isinstance(item, AgentOpened) and self.make_agent is not None:
            identity = Identity(item.member, item.name, program=True)
            socket = LinkSocket(link, item.tab)
            made = self.make_agent(identity, item.address, socket, item.room, item.seat, self.hub)
            made.last_active = float("inf")
            link.tabs[item.tab] = made
            self.hub.connect(made)
        elif isinstance(item, AgentText):
            agent = link.tabs.get(item.tab)
            if agent is not None and not agent.closed:
                agent.handle_text(item.text)

    def _attached(self, link: NodeLink, item: Forwarded) -> Connection:
        """The connection of a tab of another node."""
        connection = link.tabs.get(item.tab)
        if connection is None:
            member = Member(item.member, item.name, item.tab, item.kind)
            connection = RemoteConnection(member, item.address, link, self.hub)
            link.tabs[item.tab] = connection
            self.hub.attach(connection)
        elif connection.member.name != item.name:
            connection.rename_member(item.name)
        return connection

    def _receive_from_owner(self, packet: Packet) -> None:
        link = self.outgoing.get(packet.node)
        if link is None or link.session != packet.session:
            if not packet.reset:
                self._send_reset(packet.node, packet.session, from_edge=True)
            return
        if packet.reset:
            self._drop_outgoing(link)
            return
        if not link.accept(packet):
            log.warning("a packet of another node is missing; its link is reset")
            self._drop_outgoing(link)
            self._send_reset(packet.node, packet.session, from_edge=True)
            return
        for item in packet.items:
            self._handle_owner_item(link, item)

    def _handle_owner_item(self, link: NodeLink, item: LinkItem) -> None:
        connections = self.hub.connections
        if isinstance(item, FanOut):
            for tab in item.tabs:
                if tab in connections:
                    connections[tab].send_frame(item.frame)
        elif isinstance(item, CloseTab):
            if item.tab in connections:
                connections[item.tab].close(item.code)
        elif isinstance(item, NotOwned):
            self._handle_unowned(link, item)

    def _handle_unowned(self, link: NodeLink, item: NotOwned) -> None:
        """The room has moved, or it is closed: then the message is answered here."""
        connection = self.hub.connections.get(item.tab)
        if connection is None:
            return
        message = m.decode_message(item.text)
        code = room_codes.parse_code(message.room) if isinstance(message, m.RoomMessage) else ""
        self.directory.owners.pop(code or BOARD_CODE, None)
        try:
            moved = bool(self.directory.find_owner(code or BOARD_CODE))
        except (OwnerUnknown, SQLAlchemyError):
            moved = True
        if moved or self.directory.is_here(code or BOARD_CODE):
            # Later messages of the tab are on their way: in order they come by a reconnect.
            connection.close(CLOSE_BROKEN)
        else:
            self.hub.handle_message(connection, message)

    def _drop_incoming(self, link: NodeLink) -> None:
        """Forget the tabs of another node."""
        link.closed = True
        self.reset_count += 1
        if self.incoming.get(link.peer) is link:
            del self.incoming[link.peer]
        for connection in link.tabs.values():
            if connection is not None and not connection.closed:
                connection.closed = True
                self.hub.disconnect(connection)

    def _drop_outgoing(self, link: NodeLink) -> None:
        """Let the clients of a link reconnect: they catch up, and repeat what is unanswered."""
        link.closed = True
        self.reset_count += 1
        self.directory.forget_node(link.peer)
        if self.outgoing.get(link.peer) is link:
            del self.outgoing[link.peer]
        for connection in list(link.tabs.values()):
            if connection is not None:
                connection.close(CLOSE_BROKEN)
