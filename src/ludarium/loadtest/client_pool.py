"""A crowd: all guests of a load, what they count together, and the pace at which they move."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Coroutine, Sequence
from random import Random
from typing import Any
from urllib.parse import urlsplit

from ludarium.loadtest.latency_histogram import Gauge
from ludarium.loadtest.load_room import Table
from ludarium.loadtest.virtual_client import Guest

FAULTS = ("lost", "doubled", "reordered", "changed", "misnumbered")
TOGETHER = 50  # guests who come at the same time
PATIENCE = 60.0  # seconds for all to come, or for the last answers
BEAT = 0.02  # seconds between two looks at a part of the guests
PARTS = 25  # of them, so that not all ask at once
PULSE = 0.004  # seconds between two looks at which moves are due
# Refusals that a good client meets: its message came late, for the second time, or to nobody.
EXPECTED = {
    "game_moved_on",
    "already_offered",
    "no_such_offer",
    "not_finished",
    "already_agreed",
    "opponent_gone",
}


class NotHere(Exception):
    """Guests did not come, or answers did not."""


class Crowd:
    """Guests of one server."""

    def __init__(self, url: str, seed: int = 0, heartbeat: float = 2.5) -> None:
        self.url = url
        self.host = urlsplit(url).hostname or ""
        self.port = urlsplit(url).port or 80
        self.seed = seed
        self.heartbeat = heartbeat
        self.guests: list[Guest] = []
        self.tables: list[Table] = []
        self.faults: Counter[str] = Counter(dict.fromkeys(FAULTS, 0))
        self.refusals: Counter[str] = Counter()
        self.cuts: Counter[str] = Counter()
        self.told = Gauge()  # from a move to each who hears of it
        self.acknowledged = Gauge()
        self.moves = self.games = self.silent = 0
        self.checking = self.closing = False
        self.now = time.monotonic
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def here(self) -> int:
        """How many are connected and have caught up."""
        return sum(guest.back for guest in self.guests)

    @property
    def sound(self) -> bool:
        """Whether nothing went wrong."""
        return not any(self.faults.values()) and not self.refusals.keys() - EXPECTED

    def keep(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def refuse(self, code: str) -> None:
        """A message of a guest was refused."""
        self.refusals[code] += 1

    async def invite(self, guests: Sequence[Guest]) -> None:
        """Have guests come, and wait until they are here."""
        first = len(self.guests)
        self.guests += guests
        for at in range(0, len(guests), TOGETHER):
            group = guests[at : at + TOGETHER]
            await asyncio.gather(*(guest.come() for guest in group))
            await self.until(lambda group=group: all(guest.here for guest in group))
        assert len(self.guests) == first + len(guests)

    async def seat(self, games: Sequence[str], count: int, watchers: int) -> None:
        """Open rooms for games in turn, with spectators spread over them."""
        for number in range(count):
            share = watchers // count + (number < watchers % count)
            self.tables.append(Table(self, number, games[number % len(games)], share))
        await self.invite([guest for table in self.tables for guest in table.guests])
        for at in range(0, count, TOGETHER):
            group = self.tables[at : at + TOGETHER]
            for table in group:
                table.open()
            await self.until(lambda group=group: all(table.ready for table in group))

    async def until(self, done: Any, patience: float = PATIENCE) -> None:
        """Wait for something; NotHere if it does not come."""
        end = self.now() + patience
        while not done():
            if self.now() > end:
                raise NotHere(f"{self.here} of {len(self.guests)} guests; cuts {dict(self.cuts)}")
            await asyncio.sleep(0.01)

    async def play(self, rate: float) -> None:
        """Move at a pace until cancelled, at whichever tables somebody is to move."""
        order = list(self.tables)
        Random(self.seed).shuffle(order)
        due, at, last = 0.0, 0, self.now()
        while True:
            await asyncio.sleep(PULSE)
            now = self.now()
            # Nobody makes up for more than a moment: that would be another load.
            due = min(due + (now - last) * rate, max(rate / 10, 1.0))
            last = now
            for _ in range(len(order)):
                if due < 1:
                    break
                at = (at + 1) % len(order)
                due -= order[at].move()

    async def live(self) -> None:
        """Heartbeats, until cancelled."""
        part = 0
        while True:
            await asyncio.sleep(BEAT)
            part = (part + 1) % PARTS
            now = self.now()
            for guest in self.guests[part::PARTS]:
                guest.beat(now)

    async def settle(self) -> None:
        """Wait for the last answers, then compare every room with the books."""
        everybody = self.guests
        await self.until(lambda: all(guest.back and not guest.pending for guest in everybody))
        await asyncio.sleep(1.0)  # the last broadcasts
        for table in self.tables:
            behind = [guest for guest in table.guests if guest.last != table.ledger.number]
            self.faults["lost"] += len(behind)
        self.checking = True
        for table in self.tables:
            table.check()
        await self.until(lambda: all(table.checked for table in self.tables))

    def leave(self) -> None:
        """Everybody goes."""
        self.closing = True
        for guest in self.guests:
            if guest.wire is not None:
                guest.wire.cut()
