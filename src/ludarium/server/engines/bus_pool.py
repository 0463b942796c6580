"""Bus engine pool: the queues of a server whose engines run elsewhere."""

from __future__ import annotations

import asyncio
import logging
import secrets

import msgspec

from ludarium.server.bus.bus import Bus, Delivery, NoBus
from ludarium.server.bus.nats_bus import NatsBus
from ludarium.server.engines.bus_messages import (
    ENGINE_BUS_VERSION,
    ENGINE_TICK_S,
    EngineOrder,
    EngineSubjects,
    NodeAlive,
    OrderAnswer,
    OrderKind,
    StopOrder,
    WorkerAlive,
    alive_decoder,
    encoder,
    hello_decoder,
    output_decoder,
    rules_version_of,
)
from ludarium.server.engines.engine_slot import EngineSlot
from ludarium.server.engines.player_jobs import EngineJob
from ludarium.server.engines.pool import EnginePool, HintCallback, MoveCallback, WaitCallback
from ludarium.server.engines.remote_engine import RemoteEngine
from ludarium.server.engines.site_jobs import SiteJob

log = logging.getLogger(__name__)
MAX_SILENT_WORKER_TICKS = 4  # after which the orders of a worker go to others
FULL_RETRY_S = 1.0  # workers without room are asked again after this, if none tells of room
BUS_RETRY_S = 1.0  # between two tries to reach the bus at the start
# Free engines go to the players of all servers first, then to hints, then to pages.
HINT_DELAY_S = 0.03
SITE_DELAY_S = 0.06


class KnownWorker:
    """What a worker has told of itself."""

    def __init__(self, told: WorkerAlive) -> None:
        self.told = told
        self.silent_ticks = 0


class BusEnginePool(EnginePool):
    """Orders wait here until a worker has room: a full worker leaves the queue group."""

    def __init__(
        self,
        bus: Bus,
        on_move: MoveCallback,
        on_wait: WaitCallback,
        on_hint: HintCallback | None = None,
        subjects: EngineSubjects | None = None,
    ) -> None:
        super().__init__(1, on_move, on_wait, on_hint)
        self.bus = bus
        self.subjects = subjects or EngineSubjects()
        self.name = f"s{secrets.token_hex(5)}"
        self.known: dict[str, KnownWorker] = {}
        self._blocked: dict[OrderKind, asyncio.TimerHandle] = {}
        self._warned: set[str] = set()
        self._rules: dict[str, int] = {}
        self._running: asyncio.Task[None] | None = None

    # The bus.

    def connect(self) -> None:
        """Reach the workers; what is queued before waits."""
        self._running = asyncio.get_running_loop().create_task(self._run())

    def start_engines(self) -> None:
        """Do nothing: workers have started their engines."""

    async def close(self) -> None:
        """Stop all orders and disconnect."""
        for timer in self._blocked.values():
            timer.cancel()
        await super().close()
        if self._running is not None:
            self._running.cancel()
            await self.bus.close()

    async def _run(self) -> None:
        while True:
            try:
                await self.bus.open()
                break
            except NoBus:
                log.warning("the bus of the engines cannot be reached; it is tried again")
                await asyncio.sleep(BUS_RETRY_S)
        await self.bus.subscribe(self.subjects.workers, self._receive_alive)
        await self.bus.subscribe(self.subjects.hello, self._receive_hello)
        await self.bus.subscribe(self.subjects.node(self.name), self._receive_output)
        while True:
            self._tick()
            await asyncio.sleep(ENGINE_TICK_S)

    def _tick(self) -> None:
        if not self.bus.connected:
            return
        self.bus.publish(self.subjects.nodes, encoder.encode(NodeAlive(self.name)))
        for name, worker in list(self.known.items()):
            worker.silent_ticks += 1
            if worker.silent_ticks > MAX_SILENT_WORKER_TICKS:
                log.warning("an engine worker is silent; others get its orders: %s", name)
                self._forget_worker(name)

    def _receive_alive(self, delivery: Delivery) -> None:
        try:
            told = alive_decoder.decode(delivery.payload)
        except msgspec.DecodeError:
            return
        if told.left:
            self._forget_worker(told.worker)
            return
        self.known[told.worker] = KnownWorker(told)
        self._count_engines()
        for slot in self._slots():
            if slot.worker == told.worker and slot.token:
                slot.note_sign(told.tokens)
        self._stop_unknown_orders(told)
        self._note_room(told)
        self.dispatch_jobs()

    def _receive_hello(self, delivery: Delivery) -> None:
        try:
            hello = hello_decoder.decode(delivery.payload)
        except msgspec.DecodeError:
            return
        if hello.version != ENGINE_BUS_VERSION and hello.worker not in self._warned:
            self._warned.add(hello.worker)
            log.error(
                "engine worker %s of version %s is left out: it speaks version %d of the bus, "
                "this server %d",
                *(hello.worker, hello.program, hello.version, ENGINE_BUS_VERSION),
            )

    def _receive_output(self, delivery: Delivery) -> None:
        try:
            output = output_decoder.decode(delivery.payload)
        except msgspec.DecodeError:
            return
        for slot in self._slots():
            if slot.token == output.token:
                slot.receive_output(output)
                break

    def _stop_unknown_orders(self, told: WorkerAlive) -> None:
        """Stop orders of this server that were placed again meanwhile."""
        mine = {slot.token for slot in self._slots()}
        for token in told.tokens:
            if token.startswith(self.name) and token not in mine:
                self.publish_stop(told.worker, token)

    def _forget_worker(self, name: str) -> None:
        if self.known.pop(name, None) is None:
            return
        self._count_engines()
        for slot in self._slots():
            if slot.worker == name and slot.token:
                slot.lose_engine()

    def publish_stop(self, worker: str, token: str) -> None:
        """Let a worker stop an order."""
        self.bus.publish(self.subjects.worker(worker), encoder.encode(StopOrder(token)))

    def _count_engines(self) -> None:
        self.size = max(1, sum(worker.told.engines for worker in self.known.values()))

    def _slots(self) -> list[RemoteEngine]:
        return [slot for slot in self.workers if isinstance(slot, RemoteEngine)]

    # Rules.

    def rules_version(self, game: str) -> int:
        """The version of the rules of a game at this server."""
        if game not in self._rules:
            self._rules[game] = rules_version_of(game) or 0
        return self._rules[game]

    def _knows_game(self, worker: KnownWorker, game: str) -> bool:
        return worker.told.games.get(game) == self.rules_version(game)

    def _is_servable(self, game: str) -> bool:
        """Whether some worker has the rules of a game; warns once if none has."""
        if any(self._knows_game(worker, game) for worker in self.known.values()):
            self._warned.discard(game)
            return True
        if self.known and game not in self._warned:
            self._warned.add(game)
            log.error(
                "no engine worker has version %d of the rules of %s",
                *(self.rules_version(game), game),
            )
        return False

    def order_subject(self, order: EngineOrder) -> str:
        """The queue group; if some workers do not have the rules, one that has them."""
        able = [one for one in self.known.values() if self._knows_game(one, order.game)]
        if len(able) == len(self.known) or not able:
            return self.subjects.group(order.kind)
        best = max(able, key=lambda one: one.told.free.get(order.kind, 0))
        return self.subjects.worker(best.told.worker)

    # Queues.

    def requeue_job(
        self, job: EngineJob | SiteJob, order: EngineOrder, answer: OrderAnswer
    ) -> None:
        """No worker has taken a job: it keeps its place until one has room."""
        if answer.code in {"unknown_game", "other_rules"}:
            log.error("engine worker %s refuses %s: %s", answer.worker, order.game, answer.code)
        if job.wanted and not self.closed:
            if isinstance(job, SiteJob):
                job.stopped = False
                self.site_queue.jobs.insert(0, job)
            else:
                self.queue.appendleft(job)
        self._block(order.kind, FULL_RETRY_S)

    def _block(self, kind: OrderKind, seconds: float) -> None:
        """Place no more orders of a kind for a while."""
        before = self._blocked.pop(kind, None)
        if before is not None:
            before.cancel()
        loop = asyncio.get_running_loop()
        self._blocked[kind] = loop.call_later(seconds, self._unblock, kind)

    def _unblock(self, kind: OrderKind) -> None:
        timer = self._blocked.pop(kind, None)
        if timer is not None:
            timer.cancel()
        self.dispatch_jobs()

    def _note_room(self, told: WorkerAlive) -> None:
        """Ask again, moves before hints before pages, so that all servers keep this order."""
        if "player" in self._blocked and told.free.get("player", 0):
            if any(not job.think.hint for job in self.queue):
                self._unblock("player")
            else:
                self._block("player", HINT_DELAY_S)
        if "site" in self._blocked and told.free.get("site", 0):
            self._block("site", SITE_DELAY_S)

    def _free_worker(self, site: bool = False) -> EngineSlot | None:
        if not self.bus.connected or not self.known:
            return None
        if ("site" if site else "player") in self._blocked:
            return None
        if not site and not any(self._is_servable(job.think.game) for job in self.queue):
            return None
        busy = sum(slot.job is not None for slot in self.workers)
        if busy >= self.size:
            return None
        return super()._free_worker(site) or super()._free_worker(site)

    def _make_worker(self) -> EngineSlot:
        return RemoteEngine(self)

    def _next_search(self) -> EngineJob:
        """The first move, or the first hint, of a game that some worker knows."""
        able = [job for job in self.queue if self._is_servable(job.think.game)]
        job = next((job for job in able if not job.think.hint), able[0])
        self.queue.remove(job)
        return job

    def enqueue_site_job(self, job: SiteJob) -> None:
        """Queue an analysis or a review; one that no worker can do fails at once."""
        if self.known and not self._is_servable(job.played.game):
            job.failed = True
            job.notify()
            return
        super().enqueue_site_job(job)

    @property
    def engine_count(self) -> int:
        """How many engines the workers have."""
        return sum(worker.told.engines for worker in self.known.values())


def make_pool(
    url: str,
    site: str,
    size: int,
    on_move: MoveCallback,
    on_wait: WaitCallback,
    on_hint: HintCallback,
) -> EnginePool:
    """The pool of a server: processes of its own, or the workers of its site on a bus."""
    if url:
        return BusEnginePool(NatsBus(url), on_move, on_wait, on_hint, EngineSubjects(site))
    return EnginePool(size, on_move, on_wait, on_hint)
