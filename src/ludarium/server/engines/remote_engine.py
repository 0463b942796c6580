"""Remote engine: the slot of a job that an engine worker elsewhere has taken over the bus."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING

import msgspec

from ludarium.server.bus.bus import NoResponder
from ludarium.server.engines.bus_messages import (
    EngineOrder,
    EngineOutput,
    OrderAnswer,
    OrderKind,
    answer_decoder,
    encoder,
)
from ludarium.server.engines.engine_slot import EngineSlot
from ludarium.server.engines.ipc import EngineReply, EngineRequest, SearchRequest, StopRequest
from ludarium.server.engines.player_jobs import EngineJob
from ludarium.server.engines.site_jobs import SiteJob

if TYPE_CHECKING:
    from ludarium.server.engines.bus_pool import BusEnginePool

ORDER_TIMEOUT_S = 2.0  # for a worker to take an order
MAX_MISSING_SIGNS = 2  # of life without an order, after which it counts as lost

reply_decoder: msgspec.json.Decoder[EngineReply] = msgspec.json.Decoder(EngineReply)


class RemoteEngine(EngineSlot):
    """One order at a time. Each has a token: an answer to a former one has no effect."""

    def __init__(self, pool: BusEnginePool) -> None:
        super().__init__(pool)
        self.bus_pool = pool
        self.token = ""  # of the current order
        self.worker = ""  # that has taken it
        self.missing = 0  # signs of life of the worker that do not name it
        self._stop_wanted = False
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_free(self) -> bool:
        """Whether there is no job."""
        return self.job is None

    async def close(self) -> None:
        """Let the worker stop."""
        for task in list(self._tasks):
            task.cancel()
        if self.job is not None:
            self._send_stop()
        self._cancel_deadline()

    @staticmethod
    def kind_of(job: EngineJob | SiteJob) -> OrderKind:
        """What the order of a job is: workers prefer players to pages."""
        return "site" if isinstance(job, SiteJob) else "player"

    def _send_request(self, request: EngineRequest) -> None:
        if isinstance(request, StopRequest):
            self._stop_wanted = True
            self._send_stop()
            return
        assert self.job is not None
        self.token = f"{self.bus_pool.name}.{secrets.token_hex(8)}"
        self.worker, self.missing = "", 0
        self._stop_wanted = False
        played = request.think if isinstance(request, SearchRequest) else request.played
        order = EngineOrder(
            self.token,
            self.bus_pool.name,
            self.kind_of(self.job),
            played.game,
            self.bus_pool.rules_version(played.game),
            msgspec.json.encode(request),
        )
        task = asyncio.get_running_loop().create_task(self._place_order(order))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _place_order(self, order: EngineOrder) -> None:
        subject = self.bus_pool.order_subject(order)
        try:
            payload = await self.bus_pool.bus.request(
                subject, encoder.encode(order), ORDER_TIMEOUT_S
            )
            answer = answer_decoder.decode(payload)
        except (NoResponder, msgspec.DecodeError):
            answer = OrderAnswer("", "busy")
        if self.token != order.token or self.job is None:
            return  # it was given up meanwhile, or the engine has answered already
        if answer.code:
            self._return_order(order, answer)
            return
        self.worker = answer.worker
        if self._stop_wanted:
            self._send_stop()

    def _return_order(self, order: EngineOrder, answer: OrderAnswer) -> None:
        """No worker has taken the order: its job waits."""
        job, self.job, self.token = self.job, None, ""
        self._cancel_deadline()
        assert job is not None
        self.bus_pool.requeue_job(job, order, answer)

    def receive_output(self, output: EngineOutput) -> None:
        """Take a reply of the worker over."""
        try:
            reply = reply_decoder.decode(output.reply)
        except msgspec.DecodeError:
            self.lose_engine()
            return
        if getattr(reply, "final", True):
            self.token = ""
        self._receive_reply(reply)

    def note_sign(self, tokens: list[str]) -> None:
        """The worker tells which orders it has; one that it has lost is placed again."""
        self.missing = 0 if self.token in tokens else self.missing + 1
        if self.missing >= MAX_MISSING_SIGNS:
            self.lose_engine()

    def lose_engine(self) -> None:
        """The worker is gone, or has forgotten the order."""
        self.token = ""
        if self.job is not None:
            self._fail_job()

    def _send_stop(self) -> None:
        if self.worker and self.token:
            self.bus_pool.publish_stop(self.worker, self.token)

    def _abandon_engine(self) -> None:
        """The worker lives, but its engine hangs: another one gets the order."""
        self._send_stop()
        self.lose_engine()
