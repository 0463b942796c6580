"""The hub: brings connections, the site, its store and its bots together in one event loop."""

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

from ludarium.server.engines.pool import EnginePool
from ludarium.server.limits.rate_limit import RateLimiter
from ludarium.server.protocol.codec import (
    Cancel,
    ClientMessage,
    Create,
    Enter,
    Envelope,
    Happened,
    Named,
    Ping,
    Refusal,
    RoomMessage,
    Think,
    To,
    encoder,
)
from ludarium.server.protocol.errors import Refused
from ludarium.server.protocol.events import Created
from ludarium.server.protocol.member_names import is_reserved
from ludarium.server.rooms.membership import Access
from ludarium.server.rooms.room import Room
from ludarium.server.runtime.identity import Identities
from ludarium.server.runtime.outbox import Batch, Outbox
from ludarium.server.runtime.reconnect_backlog import GATHERING, Arrivals
from ludarium.server.runtime.rollback import Rollback, keys_of
from ludarium.server.runtime.settings import Settings
from ludarium.server.site import room_codes
from ludarium.server.site.site import Site
from ludarium.server.storage.lease import RENEW_LEASE_S, LostLease
from ludarium.server.storage.room_archive import Archive
from ludarium.server.storage.store import Store
from ludarium.server.storage.write_probe import WriteProbe
from ludarium.server.transport.connection import (
    CLOSE_BROKEN,
    CLOSE_RESTART,
    CLOSE_SILENT,
    Connection,
    frame_text,
)

log = logging.getLogger(__name__)
BREATH = 0.02  # seconds that loading may hold up everything else
WARM = 1.0  # seconds after which engines are started, if no bot asks for them before
GUESSED_TOO_OFTEN = "Too many wrong codes came from your address; try again in a minute."
SWEEP = 1.0  # seconds between two looks for silent connections


class Hub:
    """The shell around the site: stores before it sends, and never sends what is not stored."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.identities = Identities(store)
        self.archive = Archive(store, self.identities, SystemRandom())
        self.rollback = Rollback(self)
        self.outbox = Outbox(store, self.rollback.run, self._lease_lost)
        self.probe = WriteProbe(store.check_writable)
        self.quit: Callable[[], None] = partial(signal.raise_signal, signal.SIGTERM)
        self.pool = EnginePool(settings.workers, self._thought, self._busy, self._advised)
        self.site = Site(SystemRandom(), grace_s=settings.grace)
        self.ready = asyncio.Event()
        self.connections: dict[str, Connection] = {}
        self.addresses: Counter[str] = Counter()
        self.origins: dict[str, str] = {}  # the address that opened a room
        self.hosted: Counter[str] = Counter()
        self.rations = RateLimiter(settings.questions, settings.window)
        self.guesses = RateLimiter(settings.guesses, settings.guess_window, GUESSED_TOO_OFTEN)
        self._offset = time.time() - time.monotonic()
        self.arrivals = Arrivals(self.now(), bool(self.archive.opened))
        self._held: asyncio.TimerHandle | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._wake: float | None = None
        self._tasks: list[asyncio.Task[None]] = []

    def now(self) -> float:
        """The time of day, which here never jumps."""
        return time.monotonic() + self._offset

    # Coming and going of the server itself.

    def start(self) -> None:
        """Begin to load; connections wait until that is done."""
        loop = asyncio.get_running_loop()
        work = [self._load(), self._sweep(), self._renew_lease()]
        self._tasks = [loop.create_task(task) for task in work]
        # Reads a table of Unicode once, which would hold up the loop at the first new name.
        loop.run_in_executor(None, is_reserved, "")

    async def stop(self) -> None:
        """Store what is left within a bound, and tell every client to come back later."""
        for task in self._tasks:
            task.cancel()
        for timer in (self._alarm, self._held):
            if timer is not None:
                timer.cancel()
        await self.pool.close()
        await self.outbox.close()
        for connection in list(self.connections.values()):
            connection.close(CLOSE_RESTART)

    async def _load(self) -> None:
        try:
            await self._restore()
        except Exception:
            log.critical("the store cannot be read; the server stops", exc_info=True)
            self.quit()
            raise

    async def _renew_lease(self) -> None:
        """Extend the lease of a server that stores nothing, and find out that it was lost."""
        lease = self.store.lease
        while lease is not None:
            await asyncio.sleep(RENEW_LEASE_S)
            try:
                await asyncio.to_thread(lease.renew)
            except LostLease:
                self._lease_lost()
                return
            except SQLAlchemyError:
                log.warning("the lease cannot be renewed now; it is tried again")

    def _lease_lost(self) -> None:
        """Stop at once: what is not stored is not done, and clients ask the other server."""
        log.critical("another server has taken the database over; this server stops")
        self.outbox.drop()
        for connection in list(self.connections.values()):
            connection.close(CLOSE_RESTART)
        self.quit()

    async def _restore(self) -> None:
        """Let everybody in; rooms come back when they are asked for, the others meanwhile."""
        self.site = Site(
            SystemRandom(), self.archive.load_notices(), self.archive.opened, self.settings.grace
        )
        self.ready.set()
        # Engines take both cores to start: not while everybody comes back.
        warm = GATHERING if self.archive.opened else WARM
        asyncio.get_running_loop().call_later(warm, self.pool.start_engines)
        held = time.monotonic()
        for code in self.archive.opened:
            self.recall(code)
            if time.monotonic() - held > BREATH:
                await asyncio.sleep(0)
                held = time.monotonic()
        log.info("%d rooms are back", self.site.room_count)

    def recall(self, code: str) -> None:
        """Have a room back that is not yet."""
        if not self.site.is_expected(code):
            return
        room = self.archive.rebuild_room(code)
        if room is None:
            self.rollback.give_up(code)
        else:
            self.deliver(self.site.admit(room, self.now()))

    def look(self, code: str) -> Room | None:
        """A room to be read, also by another thread; None if there is none."""
        found = self.site.find_room(code)
        if found is None and self.site.is_expected(code):
            return self.archive.rebuild_room(code)
        return found

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            now = self.now()
            for connection in list(self.connections.values()):
                silent = now - connection.last_active
                if silent > self.settings.silence:
                    connection.close(CLOSE_SILENT)
                elif silent > self.settings.silence / 2:
                    # It may hear so much that it has no reason to ask.
                    connection.socket.send_ping()

    # What connections do.

    def connect(self, connection: Connection) -> None:
        """A tab opened."""
        connection.last_active = self.now()
        self.arrivals.note(self.now())
        self.connections[connection.member.tab] = connection
        self.addresses[connection.address] += 1
        self.deliver(self.site.connect(connection.member, self.now()), connection)
        connection.on_admitted()

    def disconnect(self, connection: Connection) -> None:
        """A tab is gone."""
        if self.connections.pop(connection.member.tab, None) is None:
            return
        self.addresses[connection.address] -= 1
        if not self.addresses[connection.address]:
            del self.addresses[connection.address]
        self._deliver_by_room(self.site.disconnect(connection.member, self.now()), connection)

    def receive(self, connection: Connection, message: ClientMessage) -> None:
        """A message of a tab."""
        if isinstance(message, Ping):
            # Past the outbox: it asks whether the server is here, not what it has stored.
            for envelope in self.site.handle(connection.member, message, self.now()):
                self._tell(envelope.message, [connection])
            return
        if isinstance(message, Enter):
            self.arrivals.note(self.now())
        if not self.arrivals.holds(connection, message, self.now()):
            self._follow(connection, message)
        elif self._held is None:
            self._held = asyncio.get_running_loop().call_later(BREATH, self._let_go)

    def _let_go(self) -> None:
        """Follow what waited while others arrived, a little at a time."""
        self._held = None
        end = self.now() + BREATH
        while (now := self.now()) < end and (held := self.arrivals.next(now)):
            if not held.connection.closed:
                self._follow(held.connection, held.message)
        if self.arrivals.waiting:
            self._held = asyncio.get_running_loop().call_later(BREATH, self._let_go)

    def _follow(self, connection: Connection, message: ClientMessage) -> None:
        if self.outbox.full:
            self._refuse(connection, message, "overloaded", "The server is busy; try again.")
            return
        create = isinstance(message, Create)
        if create and self.hosted[connection.address] >= self.settings.rooms:
            self._refuse(connection, message, "too_many_rooms", "Too many rooms from your address.")
            return
        if isinstance(message, RoomMessage):
            try:
                self.recall(room_codes.parse_code(message.room))
            except SQLAlchemyError:
                connection.close(CLOSE_BROKEN)  # the client comes back and asks again
                return
            try:
                access = self.site.access_of(connection.member, message)
                self.spend_guess(connection.address, access)
            except Refused as error:
                self._refuse(connection, message, error.code, error.message)
                return
        batch = self.site.handle(connection.member, message, self.now())
        for code in _opened_rooms(batch):
            self.origins[code] = connection.address
            self.hosted[connection.address] += 1
        self.deliver(batch, connection)

    def spend_guess(self, address: str, access: Access) -> None:
        """Count a code that leads nowhere; Refused after too many of an address.

        That goes for private rooms which are there too, or the limit would tell which are.
        """
        if access in (Access.INSIDE, Access.LISTED):
            return
        self.guesses.check_tokens(address, self.now())
        if access is Access.NONE:
            self.guesses.spend_tokens(address, self.now())

    def _refuse(
        self, connection: Connection, message: ClientMessage, code: str, sentence: str
    ) -> None:
        refusal = Refusal(message.id, code, sentence)
        self.outbox.put(Batch([], lambda: self._tell(refusal, [connection]), lambda: None))

    # What the site says.

    def deliver(self, batch: list[Envelope], sender: Connection | None = None) -> None:
        """Store what has to be, then send to those who are meant now."""
        posts = [(sent.message, self._connections_of(sent)) for sent in batch]
        orders = [sent for sent in batch if sent.to is To.SHELL]
        writes = self.archive.batch_writes(batch)
        closed = self.archive.closed_rooms(batch)

        def send() -> None:
            for message, connections in posts:
                self._tell(message, connections)
            for order in orders:
                self._carry_out(order)
            for code, key in closed.items():
                if self.archive.keys.get(code) == key:
                    self.forget(code)

        lose = partial(self.rollback.lose, batch, sender)
        self.outbox.put(Batch(writes, send, lose, keys_of(batch, sender)))
        self._set_alarm()

    def _deliver_by_room(self, batch: list[Envelope], sender: Connection | None = None) -> None:
        """Deliver what happened in several rooms room by room: a loss in one is not another's."""
        for _, part in groupby(batch, key=attrgetter("room")):
            self.deliver(list(part), sender)
        self._set_alarm()

    def _tell(self, message: Any, connections: list[Connection]) -> None:
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
            self.identities.note(order.member, order.name)
            for tab in sent.tabs & self.connections.keys():
                self.connections[tab].rename_member(order.name)

    def forget(self, code: str) -> None:
        """Forget a room that is closed, or given up."""
        self.archive.keys.pop(code, None)
        address = self.origins.pop(code, None)
        if address is not None:
            self.hosted[address] -= 1
            if not self.hosted[address]:
                del self.hosted[address]

    def _set_alarm(self) -> None:
        """Wake up when the site has something to do."""
        wake = self.site.next_wake()
        if self._alarm is not None:
            if wake == self._wake:
                return
            self._alarm.cancel()
            self._alarm = None
        self._wake = wake
        if wake is not None:
            delay = max(wake - self.now(), 0.0)
            self._alarm = asyncio.get_running_loop().call_later(delay, self._tick)

    def _tick(self) -> None:
        self._alarm = None
        self._deliver_by_room(self.site.tick(self.now()))

    # What bots say.

    def _thought(self, room: str, request: int, move: int, seconds: float) -> None:
        self.deliver(self.site.play_bot_move(room, request, move, seconds, self.now()))

    def _advised(self, room: str, request: int, moves: list[int], chance: float) -> None:
        self.deliver(self.site.deliver_hint(room, request, moves, chance, self.now()))

    def _busy(self, room: str, seat: int, place: int) -> None:
        self.deliver(self.site.report_busy(room, seat, place))


def _opened_rooms(batch: list[Envelope]) -> list[str]:
    """The codes of rooms that a batch opens."""
    events = [sent.message for sent in batch if isinstance(sent.message, Happened)]
    return [event.room for event in events if isinstance(event.fact, Created)]
