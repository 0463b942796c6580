"""Metrics: what Prometheus reads about a server, in a registry of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

from ludarium.server.protocol.codec import Envelope, Happened, Refusal
from ludarium.server.protocol.events import Moved

if TYPE_CHECKING:
    from ludarium.server.runtime.hub import Hub

LATENCY_BUCKETS_S = (
    *(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05),
    *(0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
)


class Metrics:
    """Counters and histograms that the server fills; gauges ask the hub when they are read."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)  # memory, processor time, open files
        self.moves = Counter("ludarium_moves", "Moves that were stored.", registry=self.registry)
        self._refusals = Counter(
            "ludarium_refusals", "Refused messages and requests.", ["code"], registry=self.registry
        )
        self._responses = Counter(
            "ludarium_http_responses", "Answers over HTTP.", ["status"], registry=self.registry
        )
        self._written = Counter(
            "ludarium_writes", "Rows and statements that were committed.", registry=self.registry
        )
        self._commits = self._latency("commit", "A commit of the writer.")
        self._broadcasts = self._latency(
            "broadcast", "From the handling of a message until its events were stored and sent."
        )
        self._requests = self._latency("http", "A request over HTTP.")
        self._lags = self._latency("loop_lag", "By how much the event loop was late.")

    def _latency(self, name: str, text: str) -> Histogram:
        full = f"ludarium_{name}_seconds"
        return Histogram(full, text, buckets=LATENCY_BUCKETS_S, registry=self.registry)

    def watch_hub(self, hub: Hub) -> None:
        """Read the state of a hub with every scrape, in the thread of the scrape."""
        gauges = {
            "connections": ("Open WebSockets.", lambda: len(hub.connections)),
            "rooms": ("Open rooms.", lambda: hub.site.room_count),
            "batches_waiting": ("Batches that wait for a commit.", lambda: len(hub.outbox.waiting)),
            "database_away": ("1 while nothing can be stored.", lambda: hub.outbox.stalled),
            "engine_queue": ("Searches that wait for an engine.", lambda: len(hub.pool.queue)),
            "engines": ("Engines, here or at workers.", lambda: hub.pool.engine_count),
        }
        for name, (text, read) in gauges.items():
            Gauge(f"ludarium_{name}", text, registry=self.registry).set_function(read)

    # Hot: called for every batch.

    def count_batch(self, batch: Iterable[Envelope], seconds: float, stored: bool) -> None:
        """Count the moves and refusals of a batch that was sent `seconds` after its handling."""
        for envelope in batch:
            message = envelope.message
            if isinstance(message, Happened):
                if envelope.durable and isinstance(message.fact, Moved):
                    self.moves.inc()
            elif isinstance(message, Refusal):
                self.count_refusal(message.code)
        if stored:
            self._broadcasts.observe(seconds)

    def count_refusal(self, code: str) -> None:
        """Count a refusal; codes are ours, so there are few."""
        self._refusals.labels(code).inc()

    def observe_commit(self, seconds: float, writes: int) -> None:
        """Note a commit; called in the thread of the writer."""
        self._commits.observe(seconds)
        self._written.inc(writes)

    def observe_response(self, status: int, seconds: float) -> None:
        """Note an answer over HTTP."""
        self._responses.labels(str(status)).inc()
        self._requests.observe(seconds)

    def observe_lag(self, seconds: float) -> None:
        """Note by how much a timer of the event loop was late."""
        self._lags.observe(max(seconds, 0.0))
