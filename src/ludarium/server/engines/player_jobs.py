"""Player jobs: the search for a bot's move or for a hint."""

from __future__ import annotations

import time

from ludarium.server.protocol.effects import Think


class EngineJob:
    """A search in the queue or at a worker."""

    def __init__(self, think: Think) -> None:
        self.think = think
        self.queued_at = time.monotonic()
        self.started_at = self.queued_at
        self.attempts = 0
        self.wanted = True
