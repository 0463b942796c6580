"""Bus worker: the engines of one machine, which take orders of any server from a queue group."""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

import ludarium
from ludarium.core import registry
from ludarium.server.engines.bus_messages import (
    ENGINE_BUS_VERSION,
    ENGINE_GROUP,
    ENGINE_TICK_S,
    EngineOrder,
    EngineOutput,
    EngineSubjects,
    OrderAnswer,
    OrderKind,
    StopOrder,
    WorkerAlive,
    WorkerHello,
    encoder,
    node_decoder,
    rules_version_of,
    worker_decoder,
)
from ludarium.server.engines.engine_process import EngineProcess
from ludarium.server.engines.engine_slot import ENGINE_GRACE_S
from ludarium.server.engines.ipc import (
    EngineReply,
    QueuedRequest,
    ReviewRequest,
    StopRequest,
    error_reply,
)

if TYPE_CHECKING:
    from ludarium.server.bus.bus import Bus, Delivery, Subscription

log = logging.getLogger(__name__)
MAX_SILENT_NODE_TICKS = 10  # after which the orders of a server are dropped
HELLO_TICKS = 20  # between two words on the version
FINISH_TIMEOUT_S = 5.0  # for players' searches, when the worker stops
SEARCHES_PER_STEP = 4  # of a review, at most
ORDER_KINDS: tuple[OrderKind, ...] = ("player", "site")

request_decoder: msgspec.json.Decoder[QueuedRequest] = msgspec.json.Decoder(QueuedRequest)


class EngineSeat:
    """One engine, the order that it works on, and an order that waits for it."""

    def __init__(self, worker: BusWorker) -> None:
        self.worker = worker
        self.order: EngineOrder | None = None
        self.next_order: EngineOrder | None = None  # of a player, for which a page was stopped
        self.number = 0
        self._reply_s = 0.0  # the most time for the next reply
        self._deadline: asyncio.TimerHandle | None = None
        self.engine = EngineProcess(worker.note_change, self._receive_reply, self._lose_engine)

    @property
    def is_free(self) -> bool:
        """Whether the engine runs and has no order."""
        return self.engine.process is not None and self.order is None

    @property
    def can_yield(self) -> bool:
        """Whether a player's order can have the engine of a page."""
        order = self.order
        return order is not None and order.kind == "site" and self.next_order is None

    def take_order(self, order: EngineOrder) -> None:
        """Start an order, or stop that of a page for it."""
        if self.order is None:
            self._start(order)
        else:
            self.next_order = order
            self.stop_engine()

    def stop_order(self, token: str) -> None:
        """Stop an order that is not wanted, or is wanted at once."""
        if self.order is not None and self.order.token == token:
            self.stop_engine()
        elif self.next_order is not None and self.next_order.token == token:
            order, self.next_order = self.next_order, None
            self.worker.send_reply(order, error_reply(_request_of(order), "stopped"))

    def stop_engine(self) -> None:
        """Let the engine answer with what it has."""
        self.engine.send_request(StopRequest(self.number))

    def _start(self, order: EngineOrder) -> None:
        request = _request_of(order)
        self.order = order
        self.number += 1
        self._reply_s = request.seconds * (SEARCHES_PER_STEP if _is_review(request) else 1)
        self._set_deadline()
        # The numbers of several servers could be the same: a late stop would hit another search.
        self.engine.send_request(replace(request, number=self.number))

    def _receive_reply(self, reply: EngineReply) -> None:
        order = self.order
        if order is None:
            return
        if getattr(reply, "final", True):
            self._finish(reply)
        else:
            self._set_deadline()
            self.worker.send_reply(order, reply)

    def _lose_engine(self) -> None:
        if self.order is not None:
            self._finish(error_reply(_request_of(self.order), "the engine ended"))

    def _finish(self, reply: EngineReply) -> None:
        order, self.order = self.order, None
        assert order is not None
        self._cancel_deadline()
        self.worker.send_reply(order, reply)
        waiting, self.next_order = self.next_order, None
        if waiting is not None and self.engine.process is not None:
            self._start(waiting)
        elif waiting is not None:
            self.worker.send_reply(waiting, error_reply(_request_of(waiting), "the engine ended"))
        self.worker.note_change()

    def _set_deadline(self) -> None:
        """Kill an engine that hangs: its server places the order again."""
        self._cancel_deadline()
        self._deadline = asyncio.get_running_loop().call_later(
            self._reply_s + ENGINE_GRACE_S, self.engine.kill
        )

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def _is_review(request: QueuedRequest) -> bool:
    return isinstance(request, ReviewRequest)


def _request_of(order: EngineOrder) -> QueuedRequest:
    return request_decoder.decode(order.request)


class BusWorker:
    """Takes an order only if it can start at once, and is a member of the group only then.

    So a message of the group always finds a worker with room, and orders that find none wait at
    their servers. A player's order takes the engine of a page, which its server continues later.
    """

    def __init__(self, bus: Bus, engines: int, subjects: EngineSubjects | None = None) -> None:
        self.bus = bus
        self.subjects = subjects or EngineSubjects()
        self.size = engines
        self.name = f"w{secrets.token_hex(5)}"
        self.games = _known_games()
        self.seats: list[EngineSeat] = []
        self.nodes: dict[str, int] = {}  # ticks since the last sign of life
        self.closing = False
        self._members: dict[OrderKind, Subscription] = {}
        self._changed = asyncio.Event()
        self._idle = asyncio.Event()  # it stops, and has no order any more
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Connect, start the engines and take orders; NoBus if there is no bus."""
        await self.bus.open()
        await self.bus.subscribe(self.subjects.worker(self.name), self._receive)
        await self.bus.subscribe(self.subjects.nodes, self._note_node)
        self.seats = [EngineSeat(self) for _ in range(self.size)]
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._follow_changes()), loop.create_task(self._tick())]

    async def stop(self) -> None:
        """Take no more orders, finish those of players, and give those of pages back."""
        self.closing = True
        self.note_change()
        for seat in self.seats:
            if seat.order is not None and seat.order.kind == "site":
                seat.stop_engine()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), FINISH_TIMEOUT_S)
        for task in self._tasks:
            task.cancel()
        self._publish_alive(left=True)
        for seat in self.seats:
            await seat.engine.close()
        await self.bus.close()

    def room_for(self, kind: OrderKind) -> int:
        """How many orders of a kind can start at once; one engine of several is for players."""
        if self.closing:
            return 0
        free = sum(seat.is_free for seat in self.seats)
        if kind == "player":
            return free + sum(seat.can_yield for seat in self.seats)
        return max(free - (len(self.seats) > 1), 0)

    def note_change(self) -> None:
        """An engine has become free or busy."""
        self._changed.set()

    def send_reply(self, order: EngineOrder, reply: EngineReply) -> None:
        """Send a reply to the server of an order."""
        output = EngineOutput(order.token, msgspec.json.encode(reply))
        self.bus.publish(self.subjects.node(order.node), encoder.encode(output))

    # Orders.

    def _receive(self, delivery: Delivery) -> None:
        try:
            message = worker_decoder.decode(delivery.payload)
        except msgspec.DecodeError:
            log.warning("an order cannot be decoded")
            return
        if isinstance(message, StopOrder):
            for seat in self.seats:
                seat.stop_order(message.token)
            return
        answer = self._take_order(message)
        self.bus.publish(delivery.reply, encoder.encode(answer))
        self.note_change()

    def _take_order(self, order: EngineOrder) -> OrderAnswer:
        known = self.games.get(order.game)
        if known is None:
            return OrderAnswer(self.name, "unknown_game")
        if known != order.rules_version:
            return OrderAnswer(self.name, "other_rules")
        if not self.room_for(order.kind):
            return OrderAnswer(self.name, "busy")
        try:
            _request_of(order)
        except msgspec.DecodeError:
            return OrderAnswer(self.name, "other_rules")
        free = [seat for seat in self.seats if seat.is_free]
        yielding = [seat for seat in self.seats if seat.can_yield]
        self.nodes.setdefault(order.node, 0)
        (free or yielding)[0].take_order(order)
        return OrderAnswer(self.name)

    # Signs of life.

    async def _follow_changes(self) -> None:
        """Join and leave the groups as engines become free and busy, and tell of room."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            for kind in ORDER_KINDS:
                await self._set_member(kind, bool(self.room_for(kind)))
            self._publish_alive()
            if self.closing and not any(seat.order for seat in self.seats):
                self._idle.set()

    async def _set_member(self, kind: OrderKind, wanted: bool) -> None:
        member = self._members.get(kind)
        if wanted and member is None:
            self._members[kind] = await self.bus.subscribe(
                self.subjects.group(kind), self._receive, ENGINE_GROUP
            )
        elif member is not None and not wanted:
            del self._members[kind]
            await member.stop()

    async def _tick(self) -> None:
        ticks = 0
        while True:
            if ticks % HELLO_TICKS == 0:
                hello = WorkerHello(ENGINE_BUS_VERSION, ludarium.__version__, self.name)
                self.bus.publish(self.subjects.hello, msgspec.json.encode(hello))
            ticks += 1
            if self.bus.connected:
                self._publish_alive()
                self._drop_silent_nodes()
            await asyncio.sleep(ENGINE_TICK_S)

    def _publish_alive(self, left: bool = False) -> None:
        orders = [order for seat in self.seats for order in (seat.order, seat.next_order) if order]
        free: dict[str, int] = {kind: self.room_for(kind) for kind in ORDER_KINDS}
        tokens = [order.token for order in orders]
        told = WorkerAlive(self.name, len(self.seats), free, self.games, tokens, left)
        self.bus.publish(self.subjects.workers, encoder.encode(told))

    def _note_node(self, delivery: Delivery) -> None:
        try:
            node = node_decoder.decode(delivery.payload).node
        except msgspec.DecodeError:
            return
        if node not in self.nodes:
            self._publish_alive()  # it has just started, and knows no worker
        self.nodes[node] = 0

    def _drop_silent_nodes(self) -> None:
        for node in list(self.nodes):
            self.nodes[node] += 1
            if self.nodes[node] <= MAX_SILENT_NODE_TICKS:
                continue
            del self.nodes[node]
            for seat in self.seats:
                for order in (seat.order, seat.next_order):
                    if order is not None and order.node == node:
                        seat.stop_order(order.token)


def _known_games() -> dict[str, int]:
    """The games of this machine, with the versions of their rules."""
    found = {game: rules_version_of(game) for game in registry.games()}
    return {game: version for game, version in found.items() if version is not None}
