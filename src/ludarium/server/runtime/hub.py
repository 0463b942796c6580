"""The hub: connections, the site, its store and its engines in one event loop."""

from __future__ import annotations

import asyncio
import logging
import signal
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import groupby
from operator import attrgetter
from random import SystemRandom
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from ludarium.server.engines.bus_pool import make_pool
from ludarium.server.limits.rate_limit import RateLimiter
from ludarium.server.protocol.codec import (
    Cancel,
    ClientMessage,
    Create,
    Enter,
    Envelope,
    Named,
    Ping,
    RoomMessage,
    Think,
    To,
    encoder,
    refusal_of,
)
from ludarium.server.protocol.errors import Refused
from ludarium.server.protocol.member_names import is_reserved
from ludarium.server.rooms.membership import Access
from ludarium.server.rooms.room import Room
from ludarium.server.runtime import upkeep
from ludarium.server.runtime.connection import (
    CLOSE_BROKEN,
    CLOSE_RESTART,
    Connection,
    frame_text,
)
from ludarium.server.runtime.identity import Identities
from ludarium.server.runtime.logs import log_ids
from ludarium.server.runtime.metrics import Metrics
from ludarium.server.runtime.moderation import Moderation
from ludarium.server.runtime.outbox import Batch, Outbox
from ludarium.server.runtime.reconnect_backlog import RECONNECT_WINDOW_S, ReconnectBacklog
from ludarium.server.runtime.rollback import Rollback, keys_of
from ludarium.server.runtime.router import Router, count_open
from ludarium.server.runtime.settings import Settings
from ludarium.server.site import room_codes
from ludarium.server.site.approach import GUESSES, Approach
from ludarium.server.site.site import Site
from ludarium.server.storage.room_archive import Archive, opened_rooms
from ludarium.server.storage.store import Store
from ludarium.server.storage.write_probe import WriteProbe

log = logging.getLogger(__name__)
LOOP_SLICE_S = 0.02  # the longest that a background task holds up the event loop
START_ENGINES_AFTER_S = 1.0  # if no bot needs them before
GUESSED_TOO_OFTEN = "Too many wrong codes came from your address; try again in a minute."


class Hub:
    """Stores the events of a batch before it sends the batch, and never sends without storing."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics | None = None) -> None:
        self.store = store
        self.settings = settings
        self.metrics = metrics or Metrics()
        self.identities = Identities(store)
        self.archive = Archive(store, SystemRandom())
        self.moderation = Moderation(self)
        self.rollback = Rollback(self)
        self.outbox = Outbox(store, self.rollback.run, self.lose_lease, self.metrics.observe_commit)
        self.probe = WriteProbe(store.check_writable)
        self.quit: Callable[[], None] = partial(signal.raise_signal, signal.SIGTERM)
        answers = (self._play_bot_move, self._report_busy, self._deliver_hint)
        self.pool = make_pool(settings.engines, settings.site, settings.workers, *answers)
        self.site = Site(SystemRandom(), grace_s=settings.grace)
        self.router: Router | None = None  # of a node of a cluster
        self.tab_prefix = ""  # sets the tabs of a node apart from those of others
        self.first_number = 0  # of the lists, likewise
        self.ready = asyncio.Event()
        self.connections: dict[str, Connection] = {}
        self.addresses: Counter[str] = Counter()
        self.origins: dict[str, str] = {}  # the address that opened a room
        self.hosted: Counter[str] = Counter()
        self.request_limiter = RateLimiter(settings.questions, settings.window)
        self.guess_limiter = RateLimiter(settings.guesses, settings.guess_window, GUESSED_TOO_OFTEN)
        self._offset = time.time() - time.monotonic()
        self.reconnects = ReconnectBacklog(self.now(), bool(self.archive.opened))
        self._held: asyncio.TimerHandle | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._wake: float | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self.metrics.watch_hub(self)

    def now(self) -> float:
        """The time of day, which here never jumps."""
        return time.monotonic() + self._offset

    # Start and stop.

    def start(self) -> None:
        """Begin to load; connections wait until that is done."""
        loop = asyncio.get_running_loop()
        self.pool.connect()
        work = [
            self._restore_or_quit(),
            upkeep.close_silent_connections(self),
            upkeep.renew_lease(self),
            upkeep.measure_lag(self),
            self.moderation.follow_acts(),
        ]
        self._tasks = [loop.create_task(task) for task in work]
        # Reads a table of Unicode once, which would hold up the loop at the first new name.
        loop.run_in_executor(None, is_reserved, "")

    async def stop(self) -> None:
        """Store waiting batches within a bound, and tell every client to reconnect later."""
        for task in self._tasks:
            task.cancel()
        await self.moderation.stop()
        for timer in (self._alarm, self._held):
            if timer is not None:
                timer.cancel()
        await self.pool.close()
        await self.outbox.close()
        if self.router is not None:
            await self.router.leave()
        for connection in list(self.connections.values()):
            connection.close(CLOSE_RESTART)

    async def _restore_or_quit(self) -> None:
        try:
            await self._restore_rooms()
        except Exception:
            log.critical("the store cannot be read; the server stops", exc_info=True)
            self.quit()
            raise

    def lose_lease(self) -> None:
        """Stop at once; clients repeat unacknowledged messages at the other server."""
        log.critical("another server has taken the database over; this server stops")
        self.outbox.drop()
        for connection in list(self.connections.values()):
            connection.close(CLOSE_RESTART)
        self.quit()

    async def _restore_rooms(self) -> None:
        """Admit clients; a room is restored when it is asked for, the others in the background."""
        self.site = Site(
            SystemRandom(),
            self.archive.load_notices(),
            self.archive.opened,
            self.settings.grace,
            self.first_number,
        )
        self.ready.set()
        # Engines take both cores to start: not while clients reconnect.
        warm = RECONNECT_WINDOW_S if self.archive.opened else START_ENGINES_AFTER_S
        asyncio.get_running_loop().call_later(warm, self.pool.start_engines)
        held = time.monotonic()
        for code in self.archive.opened:
            self.restore_room(code)
            if time.monotonic() - held > LOOP_SLICE_S:
                await asyncio.sleep(0)
                held = time.monotonic()
        log.info("all rooms are back", extra={"rooms": self.site.room_count})

    def restore_room(self, code: str) -> None:
        """Restore a room from the store, unless it is here."""
        if not self.site.is_expected(code):
            return
        room = self.archive.rebuild_room(code)
        if room is None:
            self.rollback.give_up(code)
        else:
            self.deliver(self.site.admit(room, self.now()))
            self.moderation.clear_room(code)

    def find_room(self, code: str) -> Room | None:
        """A room to be read, also by another thread; None without one."""
        found = self.site.find_room(code)
        if found is None and self.router is not None:
            key = self.router.find_key(code)
            return self.archive.rebuild_by_key(code, key) if key is not None else None
        if found is None and self.site.is_expected(code):
            return self.archive.rebuild_room(code)
        return found

    # Connections.

    def connect(self, connection: Connection) -> None:
        """A tab opened."""
        connection.last_active = self.now()
        self.reconnects.note_reconnect(self.now())
        self.connections[connection.member.tab] = connection
        self.addresses[connection.address] += 1
        self.deliver(self.site.connect(connection.member, self.now()), connection)
        connection.on_admitted()

    def attach(self, connection: Connection) -> None:
        """A tab of another node comes to a room of this one."""
        self.connections[connection.member.tab] = connection
        self.site.attach(connection.member, self.now())

    def disconnect(self, connection: Connection) -> None:
        """A tab is gone."""
        if self.connections.pop(connection.member.tab, None) is None:
            return
        if not connection.remote:
            self.addresses[connection.address] -= 1
            if not self.addresses[connection.address]:
                del self.addresses[connection.address]
            if self.router is not None:
                self.router.note_disconnect(connection)
        self._deliver_by_room(self.site.disconnect(connection.member, self.now()), connection)

    def receive(self, connection: Connection, message: ClientMessage) -> None:
        """A message of a tab."""
        if isinstance(message, Ping):
            # Not through the outbox: the answer shows that the server is here, not that it stores.
            for envelope in self.site.handle(connection.member, message, self.now()):
                self._send(envelope.message, [connection])
            return
        if isinstance(message, Enter):
            self.reconnects.note_reconnect(self.now())
        if not self.reconnects.hold_message(connection, message, self.now()):
            self.handle_message(connection, message)
        elif self._held is None:
            self._held = asyncio.get_running_loop().call_later(LOOP_SLICE_S, self._release_held)

    def _release_held(self) -> None:
        """Handle messages that waited for reconnecting clients, a few at a time."""
        self._held = None
        end = self.now() + LOOP_SLICE_S
        while (now := self.now()) < end and (held := self.reconnects.next_ready(now)):
            if not held.connection.closed:
                self.handle_message(held.connection, held.message)
        if self.reconnects.waiting:
            self._held = asyncio.get_running_loop().call_later(LOOP_SLICE_S, self._release_held)

    def handle_message(self, connection: Connection, message: ClientMessage) -> None:
        """Handle a message of a tab at once, or forward it to the owner of its room."""
        code = room_codes.parse_code(message.room) if isinstance(message, RoomMessage) else ""
        bound = log_ids.set({"tab": connection.member.tab, "room": code})
        try:
            self._handle_for_room(connection, message, code)
        finally:
            log_ids.reset(bound)

    def _handle_for_room(self, connection: Connection, message: ClientMessage, code: str) -> None:
        try:
            self.moderation.check_message(connection, message)
            if self.router is not None and self.router.route_message(connection, message, code):
                return
            approach = self._check_limits(connection, message, code)
        except Refused as error:
            refusal = refusal_of(error, message.id)
            self.metrics.count_refusal(refusal.code)
            self.outbox.enqueue(Batch([], lambda: self._send(refusal, [connection]), lambda: None))
            return
        except SQLAlchemyError:
            connection.close(CLOSE_BROKEN)  # the client reconnects and repeats the message
            return
        batch = self.site.handle(connection.member, message, self.now(), approach)
        for opened in opened_rooms(batch):
            log.debug("room opened", extra={"room": opened})
            self.origins[opened] = connection.address
            self.hosted[connection.address] += 1
        self.deliver(batch, connection)

    def _check_limits(
        self, connection: Connection, message: ClientMessage, code: str
    ) -> Approach | None:
        """Refuse a message over a limit; for a room, restore it and say how the sender comes in."""
        if self.outbox.full:
            raise Refused("overloaded", "The server is busy; try again.")
        if isinstance(message, RoomMessage):
            self.restore_room(code)
            approach = self.site.approach_room(connection.member, message, code)
            self.spend_guess(connection.address, approach.access)
            return approach
        hosted = count_open(self.router, "rooms", self.hosted, connection.address)
        if isinstance(message, Create) and hosted >= self.settings.rooms:
            raise Refused("too_many_rooms", "Too many rooms from your address.")
        return None

    def spend_guess(self, address: str, access: Access) -> None:
        """Count a code that leads nowhere; Refused after too many of an address.

        That goes for private rooms which are there too, or the limit would tell which are.
        """
        if access not in GUESSES:
            return
        self.guess_limiter.check_tokens(address, self.now())
        if access is Access.NONE:
            self.guess_limiter.spend_tokens(address, self.now())

    # Batches of the site.

    def deliver(self, batch: list[Envelope], sender: Connection | None = None) -> None:
        """Store the events of a batch, then send it to its audience of this moment."""
        posts = [(sent.message, self._connections_of(sent)) for sent in batch]
        orders = [sent for sent in batch if sent.to is To.SHELL]
        writes = self.archive.batch_writes(batch)
        closed = self.archive.closed_rooms(batch)
        began = time.monotonic()

        def send() -> None:
            for message, connections in posts:
                self._send(message, connections)
            for order in orders:
                self._carry_out(order)
            if self.router is not None:
                self.router.publish_stored(batch)
            for code, key in closed.items():
                if self.archive.keys.get(code) == key:
                    log.debug("room closed", extra={"room": code})
                    self.forget(code)
            self.metrics.count_batch(batch, time.monotonic() - began, bool(writes))

        lose = partial(self.rollback.lose, batch, sender)
        self.outbox.enqueue(Batch(writes, send, lose, keys_of(batch, sender)))
        self.set_alarm()

    def _deliver_by_room(self, batch: list[Envelope], sender: Connection | None = None) -> None:
        """Deliver what happened in several rooms room by room: a loss in one is not another's."""
        for _, part in groupby(batch, key=attrgetter("room")):
            self.deliver(list(part), sender)
        self.set_alarm()

    def _send(self, message: Any, connections: list[Connection]) -> None:
        if not connections:
            return
        frame = frame_text(encoder.encode(message))
        for connection in connections:
            connection.send_message(message, frame)

    def _connections_of(self, sent: Envelope) -> list[Connection]:
        if sent.to is To.SHELL:
            return []
        return [self.connections[tab] for tab in sent.tabs if tab in self.connections]

    def _carry_out(self, sent: Envelope) -> None:
        order = sent.message
        if isinstance(order, Think):
            self.pool.enqueue_search(order)
        elif isinstance(order, Cancel):
            self.pool.cancel_search(order.room, order.request)
        elif isinstance(order, Named):
            self.identities.cache_name(order.member, order.name)
            for tab in sent.tabs & self.connections.keys():
                self.connections[tab].rename_member(order.name)

    def forget(self, code: str) -> None:
        """Forget a room that is closed, or given up."""
        self.rollback.forget_room(code)
        self.archive.keys.pop(code, None)
        address = self.origins.pop(code, None)
        if address is not None:
            self.hosted[address] -= 1
            if not self.hosted[address]:
                del self.hosted[address]

    def set_alarm(self) -> None:
        """Set the timer for the next time at which the site has something to do."""
        wake = self.site.next_wake()
        if self._alarm is not None:
            if wake == self._wake:
                return
            self._alarm.cancel()
            self._alarm = None
        self._wake = wake
        if wake is not None:
            delay = max(wake - self.now(), 0.0)
            self._alarm = asyncio.get_running_loop().call_later(delay, self._tick_site)

    def _tick_site(self) -> None:
        self._alarm = None
        self._deliver_by_room(self.site.tick(self.now()))

    # Answers of the engines.

    def _play_bot_move(self, room: str, request: int, move: int, seconds: float) -> None:
        self.deliver(self.site.play_bot_move(room, request, move, seconds, self.now()))

    def _deliver_hint(self, room: str, request: int, moves: list[int], chance: float) -> None:
        self.deliver(self.site.deliver_hint(room, request, moves, chance, self.now()))

    def _report_busy(self, room: str, seat: int, place: int) -> None:
        self.deliver(self.site.report_busy(room, seat, place))
