"""The probe of a fuzzing run: well-behaved clients that measure how late their answers are."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from ludarium.loadtest.client_pool import Crowd
from ludarium.loadtest.latency_histogram import Gauge
from ludarium.loadtest.message_subset import Told
from ludarium.loadtest.virtual_client import Guest

TABS = 6
PAUSE_S = 0.25  # between two pings of a tab; more would be too many messages
CHAT_PAUSE_S = 1.0  # between two lines of chat: the room keeps them all
GIVE_UP_S = 10.0  # after which an answer counts as lost


class Probe:
    """Tabs of one address that chat in a room of their own and ping; none may be kept waiting."""

    def __init__(self, url: str) -> None:
        self.crowd = Crowd(url, heartbeat=60.0)
        self.pongs = Gauge()
        self.commits = Gauge()  # answers that wait until they are stored
        self.lost = 0
        self.tabs: list[Guest] = []
        self._asked: dict[str, asyncio.Future[Told]] = {}

    async def start(self) -> None:
        """Have the tabs come, and open the room."""
        guests = [Guest(self.crowd, f"probe{number}", self._heard) for number in range(TABS)]
        await self.crowd.invite(guests)
        seats = [{"kind": "host"}, {"kind": "host"}]
        done = await self._ask(guests[0], "create", setup={"game": "forge", "seats": seats})
        guests[0].room = done.room
        self.tabs = guests

    async def run(self) -> None:
        """Ask again and again, until cancelled."""
        await asyncio.gather(*(self._question(number) for number in range(TABS)))

    def leave(self) -> None:
        """Close the tabs."""
        self.crowd.leave()

    @property
    def latest(self) -> float:
        """Seconds until the slowest answer."""
        return max(self.pongs.most, self.commits.most)

    async def _question(self, number: int) -> None:
        await asyncio.sleep(PAUSE_S * number / TABS)
        guest = self.tabs[number]
        while True:
            began = time.monotonic()
            gauge = self.pongs if number else self.commits
            try:
                if number:
                    await self._ask(guest, "ping")
                else:
                    await self._ask(guest, "say", room=guest.room, text="still here")
            except TimeoutError:
                self.lost += 1
            gauge.note(time.monotonic() - began)
            await asyncio.sleep(PAUSE_S if number else CHAT_PAUSE_S)

    async def _ask(self, guest: Guest, kind: str, **fields: Any) -> Told:
        answer: asyncio.Future[Told] = asyncio.get_running_loop().create_future()
        id = guest.say(kind, **fields)
        self._asked[id] = answer
        return await asyncio.wait_for(answer, GIVE_UP_S)

    def _heard(self, guest: Guest, said: Told) -> None:
        guest.pending.pop(said.id, None)
        answer = self._asked.pop(said.id, None)
        if answer is not None and not answer.done():
            answer.set_result(said)
