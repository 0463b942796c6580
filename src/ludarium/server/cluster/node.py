"""Node: forwards messages to the owners of rooms, takes those of other nodes, and adopts rooms."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from ludarium.server.bus.bus import Bus, Delivery, NoResponder
from ludarium.server.cluster.cluster_metrics import ClusterMetrics
from ludarium.server.cluster.directory import Directory, OwnerUnknown
from ludarium.server.cluster.link import RemoteConnection
from ludarium.server.cluster.links import Links
from ludarium.server.cluster.replication import Replication
from ludarium.server.protocol import codec as m
from ludarium.server.protocol.codec import ClientMessage, Envelope, Member
from ludarium.server.protocol.errors import Refused
from ludarium.server.runtime.connection import CLOSE_BROKEN, CLOSE_RESTART, Connection
from ludarium.server.runtime.hub import Hub
from ludarium.server.site.site import HOSTED_ROOMS_LIMIT
from ludarium.server.storage.lease import LostLease
from ludarium.server.storage.room_leases import (
    BOARD_CODE,
    RENEW_NODE_S,
    SHOW_CODE,
    RoomLeases,
)

log = logging.getLogger(__name__)
T = TypeVar("T")
TICK_S = 0.5
SUSPEND_AFTER_TICKS = 4  # without the bus, a node gives its rooms up
ADOPT_EVERY_TICKS = 6
SHOW_TIMEOUT_S = 2.0  # for the node that plays the show game
ADOPTED_ROOMS_COUNT = 25  # at most, of those for which no client has asked


class Node:
    """The router of a hub. A link that misses anything is reset, with the tabs that use it."""

    def __init__(self, hub: Hub, bus: Bus, leases: RoomLeases, prefix: str) -> None:
        self.hub = hub
        self.bus = bus
        self.leases = leases
        self.name = leases.node
        self.prefix = prefix
        self.directory = Directory(hub, leases)
        self.replication = Replication(hub, bus, self.name, f"{prefix}.lists")
        self.replication.note_heard = self.directory.note_heard
        self.links = Links(hub, bus, self.name, prefix, self.directory)
        self.suspended = False
        self.play_show: Callable[[], bytes] = lambda: b""
        self.lost_room_count = 0  # that another node has, or that were given up without the bus
        self.bus_loss_count = 0
        self.bus_lag_s = 0.0  # of the last message of this node to itself
        self._busless_ticks = 0
        self._bus_was_there = True
        self._ticks = 0
        # One thread asks the store: who leaves waits for a renewal under way.
        self._thread = ThreadPoolExecutor(1, "leases")
        self.replication.in_thread = self._in_thread
        self._upkeep: asyncio.Task[None]
        self._renewals: asyncio.Task[None]
        hub.router = self
        hub.tab_prefix = f"{self.name}."
        # Lists of different nodes have numbers that never meet; JavaScript counts up to 2**53.
        hub.first_number = secrets.randbits(30) << 20
        hub.identities.share_names()
        limits = self.replication.limits
        limits.share_rate("questions", hub.request_limiter, hub.now)
        limits.share_rate("guesses", hub.guess_limiter, hub.now)
        limits.share_count("connections", hub.addresses, hub.settings.connections)
        limits.share_count("rooms", hub.hosted, hub.settings.rooms)

    # Start and stop.

    async def start(self) -> None:
        """Take messages of other nodes; the hub has started."""
        await self.hub.ready.wait()
        await self.links.start()
        await self.replication.start()
        await self.bus.subscribe(f"{self.prefix}.echo.{self.name}", self._hear_echo)
        await self.bus.subscribe(self._show_subject(self.name), self._answer_show)
        self.hub.metrics.registry.register(ClusterMetrics(self))
        loop = asyncio.get_running_loop()
        self._upkeep = loop.create_task(self._tick())
        self._renewals = loop.create_task(self._renew_leases())

    async def leave(self) -> None:
        """Give all rooms up; what was acknowledged is stored."""
        self._upkeep.cancel()
        self.stop_renewals()
        try:
            await self._in_thread(self.leases.leave)
        except SQLAlchemyError:
            log.warning("the leases could not be given up; they run out in a few seconds")
        self._thread.shutdown(wait=False, cancel_futures=True)
        self.links.reset_all()

    async def _in_thread(self, work: Callable[..., T], *given: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *given)

    def stop_renewals(self) -> None:
        """Let the lease of the node run out."""
        self._renewals.cancel()

    async def stop(self) -> None:
        """Disconnect; the hub has stopped."""
        await self.bus.close()

    # What the hub asks.

    def route_message(self, connection: Connection, message: ClientMessage, code: str) -> bool:
        """Forward a message whose room is not here; False if it is to be handled here."""
        if self.suspended:
            connection.close(CLOSE_RESTART)
            return True
        if (connection.member.id, message.id) in self.hub.site.receipts:
            return False
        if isinstance(message, m.Create):
            self._check_create(connection.member, message)
            return False
        if isinstance(message, m.Post):
            code = BOARD_CODE
        elif not isinstance(message, m.RoomMessage):
            return False
        if isinstance(connection, RemoteConnection):
            return self._return_unowned(connection, message, code)
        try:
            owner = self.directory.find_owner(code)
        except OwnerUnknown:
            connection.close(CLOSE_BROKEN)
            return True
        if not owner:
            return connection.closed  # by the adoption of the room that it was in
        self.links.forward(owner, connection, message)
        return True

    def _check_create(self, member: Member, message: m.Create) -> None:
        """Refuse a room too many; find the room that the message opened at another node."""
        opened = self.leases.find_opened(member.id, message.id)
        if opened is not None:
            self.hub.site.remember_opened(member.id, message.id, opened)
        elif self.leases.count_opened(member.id) >= HOSTED_ROOMS_LIMIT:
            raise Refused("too_many_rooms", "Close one of your rooms first.")

    def _return_unowned(
        self, connection: RemoteConnection, message: ClientMessage, code: str
    ) -> bool:
        if self.directory.is_here(code):
            return False
        self.links.return_unowned(connection, message)
        return True

    def find_owner(self, code: str) -> str:
        """The node that owns a room, "" for this one; Refused while that is not known."""
        try:
            return self.directory.find_owner(code)
        except (OwnerUnknown, SQLAlchemyError):
            raise Refused("overloaded", "The server is busy; try again.") from None

    def open_agent(self, owner: str, connection: Connection, room: str, seat: str) -> None:
        """Let the owner of the room speak the agent protocol with a program of this node."""
        self.links.open_agent(owner, connection, room, seat)

    def forward_agent_text(self, owner: str, connection: Connection, text: bytes) -> None:
        """Forward what a program wrote."""
        self.links.forward_agent_text(owner, connection, text)

    def find_key(self, code: str) -> int | None:
        """The key of a room that any node owns."""
        lease = self.leases.find_room(code) if code else None
        return lease.key if lease else None

    def seated_rooms(self, member: str) -> list[str]:
        """The rooms of other nodes with a game, not over yet, in which a member has a seat."""
        return self.replication.seated_rooms(member)

    def count_elsewhere(self, limit: str, address: str) -> int:
        """How many open things that a limit counts an address has at other nodes."""
        return self.replication.limits.count_elsewhere(limit, address)

    def note_disconnect(self, connection: Connection) -> None:
        """A tab of this node is gone: the owners of its rooms learn of it."""
        self.links.note_disconnect(connection.member.tab)

    def publish_stored(self, batch: list[Envelope]) -> None:
        """Tell the other nodes of stored notices and names."""
        self.replication.publish_stored(batch)

    def drop_room(self, code: str) -> None:
        """A room is not here any more; its tabs were closed."""
        self.lost_room_count += 1
        key = self.hub.archive.keys.get(code)
        self.hub.forget(code)
        if key is not None:
            self.leases.epochs.pop(key, None)

    def drop_board(self) -> None:
        """The message board is not here any more."""
        self.directory.has_board = False

    # The show game, which one node plays for all.

    async def fetch_show(self) -> bytes | None:
        """The show game as its node plays it, None if that is this node.

        Refused while it is not known which node that is.
        """
        owner = self.find_owner(SHOW_CODE)
        if not owner:
            return None
        try:
            found = await self.bus.request(self._show_subject(owner), b"", SHOW_TIMEOUT_S)
        except NoResponder:
            found = b""
        if not found:
            self.directory.owners.pop(SHOW_CODE, None)
            raise Refused("overloaded", "The server is busy; try again.")
        return found

    def _answer_show(self, delivery: Delivery) -> None:
        """Send the show game to another node; nothing if this node does not play it."""
        document = self.play_show() if self.directory.has_show else b""
        self.bus.publish(delivery.reply, document)

    def _show_subject(self, node: str) -> str:
        return f"{self.prefix}.show.{node}"

    # Upkeep.

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            try:
                self._tick_once()
            except Exception:
                log.exception("the upkeep of a node failed")

    def _tick_once(self) -> None:
        self._ticks += 1
        self._watch_bus()
        if self.suspended or not self.bus.connected:
            return
        self.links.tick()
        self.replication.tick()
        self.bus.publish(f"{self.prefix}.echo.{self.name}", str(time.monotonic()).encode())

    def _hear_echo(self, delivery: Delivery) -> None:
        """Measure how long a message takes to the bus and back."""
        self.bus_lag_s = time.monotonic() - float(delivery.payload)

    def _watch_bus(self) -> None:
        """Catch up after a short loss of the bus; after a long one give the rooms up."""
        there = self.bus.connected
        self._busless_ticks = 0 if there else self._busless_ticks + 1
        self.bus_loss_count += self._busless_ticks == 1
        if there and not self._bus_was_there and not self.suspended:
            self._catch_up()
        elif self._busless_ticks > SUSPEND_AFTER_TICKS and not self.suspended:
            self._suspend()
        self._bus_was_there = there

    def _suspend(self) -> None:
        """Without the others a node serves no client: rooms are given up, tabs reconnect."""
        log.error("the bus is away; the node gives its rooms up until it is back")
        self.suspended = True
        for connection in list(self.hub.connections.values()):
            connection.close(CLOSE_RESTART)
        self._drop_rooms(list(self.hub.site.rooms))
        self.drop_board()
        self.directory.has_show = False
        self.links.open = False
        self.links.close_all()
        self.directory.owners.clear()
        self.directory.silent.clear()
        self.replication.forget_all()

    def _resume(self) -> None:
        log.warning("the node serves clients again")
        self.suspended = False
        self.links.open = True
        self._catch_up()

    def _catch_up(self) -> None:
        """Names and lists may have changed without this node."""
        self.hub.identities.forget_names()
        self.replication.resync()

    def _drop_rooms(self, codes: list[str]) -> None:
        for code in codes:
            self.hub.rollback.discard(code)
            self.drop_room(code)

    async def _renew_leases(self) -> None:
        while True:
            await asyncio.sleep(RENEW_NODE_S)
            try:
                if self.suspended and self.bus.connected:
                    await self._in_thread(self.leases.renew)
                    self._resume()
                elif self.suspended:
                    await self._in_thread(self.leases.leave)
                elif not await self._in_thread(self.leases.renew):
                    owned = await self._in_thread(self.leases.owned_epochs)
                    self._drop_rooms(self.directory.lost_rooms(owned))
                    self.drop_board()
                    self.directory.has_show = False
                elif self._ticks % ADOPT_EVERY_TICKS < 2:
                    await self._adopt_unowned()
            except LostLease:
                self.hub.lose_lease()
                return
            except SQLAlchemyError:
                log.warning("the lease of the node cannot be renewed now; it is tried again")

    async def _adopt_unowned(self) -> None:
        """Adopt rooms for which no client has asked: their clocks and bots go on."""
        for lease in await self._in_thread(self.leases.find_unowned, ADOPTED_ROOMS_COUNT):
            if self.suspended or self.directory.is_here(lease.code):
                continue
            if lease.code in self.hub.site.renounced:
                continue
            self.directory.adopt(lease)
            await asyncio.sleep(0)
