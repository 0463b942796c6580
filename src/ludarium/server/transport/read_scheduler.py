"""Read scheduler: bounds how long one round of the event loop parses input of clients."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable
from time import monotonic

log = logging.getLogger(__name__)
READ_ROUND_S = 0.005  # parsing time of one round; other callbacks run between two rounds
READ_WINDOW_S = 0.010  # reads outside the queue may take READ_ROUND_S in this time

Slice = Callable[[], bool]  # parses a bounded piece; True if more is left


class ReadScheduler:
    """Round robin over client addresses, so that no address waits for all slices of another."""

    def __init__(self) -> None:
        self._queues: OrderedDict[str, deque[Slice]] = OrderedDict()
        self._window = self._entered = 0.0
        self._spent_s = 0.0

    def begin_read(self) -> bool:
        """Whether a small read may be parsed at once; then `leave` must follow."""
        self._entered = now = monotonic()
        if now - self._window > READ_WINDOW_S:
            self._window, self._spent_s = now, 0.0
        return self._spent_s < READ_ROUND_S

    def end_read(self) -> None:
        """Charge the read that `enter` allowed."""
        self._spent_s += monotonic() - self._entered

    def queue_slices(self, address: str, parse_slice: Slice) -> None:
        """Call `parse_slice` in the turns of its address until nothing is left."""
        if not self._queues:
            asyncio.get_running_loop().call_soon(self._run_round)
        self._queues.setdefault(address, deque()).append(parse_slice)

    def _run_round(self) -> None:
        end = monotonic() + READ_ROUND_S
        while self._queues:
            address, queue = next(iter(self._queues.items()))
            parse_slice = queue.popleft()
            try:
                if parse_slice():
                    queue.append(parse_slice)
            except Exception:
                log.exception("a read could not be parsed")  # the other connections continue
            if queue:
                self._queues.move_to_end(address)
            else:
                del self._queues[address]
            if monotonic() > end:
                break
        if self._queues:
            asyncio.get_running_loop().call_soon(self._run_round)


class TurnQueue:
    """Starts few requests in one round of the event loop, and takes client addresses in turn."""

    def __init__(self, starts: int) -> None:
        self.starts = starts
        self._free = starts
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def wait_turn(self, address: str) -> None:
        """Return when a request of this address may start."""
        if self._free == self.starts:
            asyncio.get_running_loop().call_soon(self._run_round)
        if self._free > 0:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        await turn

    def _run_round(self) -> None:
        self._free = self.starts
        while self._waiting and self._free > 0:
            address, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if not turn.done():  # the server may have cancelled it
                turn.set_result(None)
                self._free -= 1
            if turns:
                self._waiting[address] = turns
        if self._free < self.starts:
            asyncio.get_running_loop().call_soon(self._run_round)
