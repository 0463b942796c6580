"""Bots beside analyses: the same run measures both, in slices of the time."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence

from ludarium.loadtest.analysis_load import AnalysisLoad
from ludarium.loadtest.bot_games import BotLoad
from ludarium.loadtest.client_pool import ClientPool
from ludarium.loadtest.latency_histogram import LatencyHistogram
from ludarium.loadtest.virtual_client import VirtualClient


class IdlePool(ClientPool):
    """A pool without a server."""

    def start_task(self, work: Coroutine[None, None, None]) -> None:
        work.close()

    async def connect_clients(self, clients: Sequence[VirtualClient]) -> None:
        """Connect nothing."""


class NotedAnalyses(AnalysisLoad):
    """Notes when it runs."""

    def __init__(self, count: int) -> None:
        super().__init__("ws://127.0.0.1:1/ws", ("skysummit",), count)
        self.noted: list[str] = []

    @property
    def running(self) -> bool:
        return bool(self.noted) and self.noted[-1] == "start"

    async def start(self) -> None:
        self.noted.append("start")

    async def stop(self) -> None:
        self.noted.append("stop")


def test_analyses_run_in_the_middle_of_the_time_and_answers_of_the_warm_up_do_not_count() -> None:
    async def play(count: int) -> BotLoad:
        load = BotLoad(IdlePool("ws://127.0.0.1:1/ws", 0), NotedAnalyses(count), ("1",))
        load.answers["1"].record(9.0)
        await load.play_games(("skysummit",), 0, 0.0)
        return load

    compared, alone = asyncio.run(play(2)), asyncio.run(play(0))
    assert isinstance(compared.analyses, NotedAnalyses)
    assert compared.analyses.noted == ["start", "stop", "stop"]
    assert compared.answers["1"].total == 0
    assert isinstance(alone.analyses, NotedAnalyses)
    assert alone.analyses.noted == []
    assert alone.answers["1"].total == 1


def test_a_histogram_adds_another() -> None:
    one, other = LatencyHistogram(), LatencyHistogram()
    one.record(0.1)
    other.record(0.1)
    other.record(2.0)
    one.add(other)
    assert one.total == 3
    assert one.max_s == 2.0
    assert one.quantile(0.5) < 0.11 < one.quantile(0.99)
