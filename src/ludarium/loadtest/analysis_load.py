"""Analyses that run beside other load, to measure that they delay no bot."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from urllib.parse import urlsplit

ANALYSIS_S = 30  # of engine time that each analysis asks for
RETRY_S = 1.0  # after a refusal


class AnalysisLoad:
    """So many clients, each with one analysis after another; they count what they receive."""

    def __init__(self, url: str, games: Sequence[str], count: int) -> None:
        address = urlsplit(url)
        self.host, self.port = address.hostname or "127.0.0.1", address.port or 80
        self.games = games
        self.count = count
        self.updates = 0  # lines with a depth
        self.finished = 0
        self.refused = 0
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def running(self) -> bool:
        """Whether the analyses have begun."""
        return bool(self._tasks)

    async def start(self) -> None:
        """Begin every analysis."""
        self._tasks = [asyncio.create_task(self._analyse(number)) for number in range(self.count)]

    async def stop(self) -> None:
        """Cancel every analysis."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    async def _analyse(self, number: int) -> None:
        game = self.games[number % len(self.games)]
        body = json.dumps({"position": {"game": game}, "seconds": ANALYSIS_S}).encode()
        # Each client has an address of its own, because the limits are by address.
        address = f"10.1.{number // 250}.{number % 250 + 1}"
        head = (
            f"POST /api/analyses HTTP/1.1\r\nHost: {self.host}\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
            f"X-Forwarded-For: {address}\r\n\r\n"
        )
        while True:
            with suppress(OSError):
                await self._read_updates(head.encode() + body)

    async def _read_updates(self, request: bytes) -> None:
        reader, writer = await asyncio.open_connection(self.host, self.port)
        try:
            writer.write(request)
            if b" 200 " not in await reader.readline():
                self.refused += 1
                await asyncio.sleep(RETRY_S)
                return
            while line := await reader.readline():
                self.updates += b'"depth"' in line
                self.finished += b'"final":true' in line
        finally:
            writer.close()
