"""Wakeups: which rooms have something to do by now."""

from __future__ import annotations

import heapq
from collections.abc import Iterator


class Wakeups:
    """Times by key in a heap; setting one is cheap, because only an earlier one is pushed."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, str]] = []
        self._noted: dict[str, float] = {}  # the earliest time in the heap
        self._wanted: dict[str, float] = {}

    def set_time(self, key: str, time: float | None) -> None:
        """Wake a key at a time, or never."""
        if time is None:
            self._wanted.pop(key, None)
            return
        self._wanted[key] = time
        if time < self._noted.get(key, float("inf")):
            self._noted[key] = time
            heapq.heappush(self._heap, (time, key))

    def next_time(self) -> float | None:
        """The earliest time at which something may be due."""
        return self._heap[0][0] if self._heap else None

    def due(self, now: float) -> Iterator[str]:
        """The keys whose time has come, each once."""
        while self._heap and self._heap[0][0] <= now:
            time, key = heapq.heappop(self._heap)
            if self._noted.get(key) != time:
                continue  # an earlier one was noted after it
            del self._noted[key]
            wanted = self._wanted.get(key)
            if wanted is not None and wanted <= now:
                del self._wanted[key]
                yield key
            else:
                self.set_time(key, wanted)
