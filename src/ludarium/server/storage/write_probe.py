"""Write probe: finds out within a time limit whether the database accepts writes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

WRITE_PROBE_TIMEOUT_S = 1.0  # a check that takes longer has failed
PROBE_FRESH_S = 0.5  # a result is reused for this time


class WriteProbe:
    """Runs a check in a thread, one at a time."""

    def __init__(self, check: Callable[[], None]) -> None:
        self._check = check
        self._running: asyncio.Task[bool] | None = None
        self._ended = 0.0

    async def can_write(self) -> bool:
        """Whether the check passes, by the running one or a fresh result."""
        task = self._running
        if task is None or (task.done() and time.monotonic() - self._ended > PROBE_FRESH_S):
            task = self._running = asyncio.get_running_loop().create_task(self._run_check())
        await asyncio.wait({task}, timeout=WRITE_PROBE_TIMEOUT_S)
        return task.done() and not task.cancelled() and task.result()

    async def _run_check(self) -> bool:
        try:
            await asyncio.to_thread(self._check)
        except Exception:  # noqa: BLE001  any error means that nothing can be stored
            return False
        finally:
            self._ended = time.monotonic()
        return True
