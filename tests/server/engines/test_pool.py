"""Engine pool: a bot moves in time, even if an engine dies or hangs."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec import structs

from ludarium import load
from ludarium.agents.levels import LEVELS
from ludarium.core.position import ONGOING
from ludarium.server.engines import engine_slot, pool
from ludarium.server.engines.engine_process import EngineWorker
from ludarium.server.engines.player_jobs import EngineJob
from ludarium.server.engines.pool import EnginePool
from ludarium.server.protocol.effects import Think

Answer = tuple[str, int, int, float]


def think(room: str = "CCCCC", level: Any = "easy", game: str = "forge", request: int = 1) -> Think:
    return Think(room, request, game, "standard", {}, 0, 2, 0, (), level, None)


class Asked:
    """A pool, and what it has said so far."""

    def __init__(self, size: int) -> None:
        self.answers: asyncio.Queue[Answer] = asyncio.Queue()
        self.waits: list[tuple[str, int, int]] = []
        self.pool = EnginePool(
            size,
            lambda *answer: self.answers.put_nowait(answer),
            lambda *wait: self.waits.append(wait),
        )


def process_of(asked: Asked) -> asyncio.subprocess.Process | None:
    worker = asked.pool.workers[0]
    assert isinstance(worker, EngineWorker)
    return worker.process


def asked(scene: Callable[[Asked], Awaitable[None]], size: int = 1) -> None:
    """Run a scene with a pool."""

    async def run() -> None:
        asked = Asked(size)
        try:
            await scene(asked)
        finally:
            await asked.pool.close()

    asyncio.run(run())


def test_every_level_answers_with_a_legal_move() -> None:
    game = load("forge")
    legal = game.moves(game.new())

    async def scene(asked: Asked) -> None:
        for number, level in enumerate(LEVELS, 1):
            asked.pool.enqueue_search(think(level=level, request=number))
            room, request, move, _ = await asked.answers.get()
            assert (room, request) == ("CCCCC", number)
            assert move in legal

    asked(scene)


def test_a_killed_engine_is_replaced_and_its_question_answered() -> None:
    async def scene(asked: Asked) -> None:
        asked.pool.enqueue_search(think("CCCCC"))
        await asked.answers.get()
        process = process_of(asked)
        assert process is not None
        os.kill(process.pid, signal.SIGSTOP)  # so that it surely has not answered yet
        asked.pool.enqueue_search(think("DDDDD", request=7))
        os.kill(process.pid, signal.SIGKILL)
        assert (await asked.answers.get())[:2] == ("DDDDD", 7)
        assert process_of(asked) is not process

    asked(scene)


def test_an_engine_that_hangs_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(asked: Asked) -> None:
        asked.pool.enqueue_search(think("CCCCC"))
        await asked.answers.get()
        process = process_of(asked)
        assert process is not None
        monkeypatch.setattr(engine_slot, "ENGINE_GRACE_S", 0.2)
        os.kill(process.pid, signal.SIGSTOP)
        asked.pool.enqueue_search(think("DDDDD"))
        monkeypatch.setattr(engine_slot, "ENGINE_GRACE_S", 10.0)
        assert (await asked.answers.get())[0] == "DDDDD"

    asked(scene)


def test_a_question_that_cannot_be_answered_harms_no_other() -> None:
    async def scene(asked: Asked) -> None:
        asked.pool.enqueue_search(think("CCCCC", game="chess"))
        asked.pool.enqueue_search(think("DDDDD"))
        assert (await asked.answers.get())[0] == "DDDDD"

    asked(scene)


def test_a_cancelled_question_is_not_answered() -> None:
    async def scene(asked: Asked) -> None:
        asked.pool.enqueue_search(think("CCCCC", "master"))
        asked.pool.enqueue_search(think("DDDDD"))
        asked.pool.enqueue_search(think("FFFFF"))
        asked.pool.cancel_search("CCCCC", 1)
        asked.pool.cancel_search("DDDDD", 1)
        assert (await asked.answers.get())[0] == "FFFFF"
        assert asked.answers.empty()

    asked(scene)


def test_the_rest_of_a_planned_turn_is_played_without_asking_again() -> None:
    game = load("pyramids")

    async def scene(asked: Asked) -> None:
        position = game.new()
        moves: tuple[int, ...] = ()
        planned = 0
        # How long it thinks decides what it plays, and a turn may be a single move.
        while not planned and position.verdict == ONGOING:
            seat = position.to_move
            known = "CCCCC" in asked.pool.plans
            given = think(game="pyramids", level="hard", request=len(moves) + 1)
            asked.pool.enqueue_search(structs.replace(given, seat=seat, moves=moves))
            thinking = [worker for worker in asked.pool.workers if worker.job]
            assert known == (not asked.pool.queue and not thinking)
            planned += known
            move = (await asked.answers.get())[2]
            assert move in game.moves(position)
            game.advance(position, move)
            moves += (move,)
        assert planned

    asked(scene)


def test_a_longer_queue_shortens_every_search() -> None:
    async def scene(asked: Asked) -> None:
        jobs = [EngineJob(think()) for _ in range(50)]
        alone = asked.pool.search_seconds(jobs[0])
        asked.pool.queue.extend(jobs[1:])
        crowded = asked.pool.search_seconds(jobs[0])
        assert pool.MIN_BOT_SEARCH_S <= crowded < alone <= pool.BOT_TURN_LIMIT_S
        jobs[0].queued_at -= 60
        assert asked.pool.search_seconds(jobs[0]) == pool.MIN_BOT_SEARCH_S
        asked.pool.queue.clear()

    asked(scene, size=2)


def test_rooms_are_told_when_their_bots_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "REPORT_WAIT_S", 0.05)

    async def scene(asked: Asked) -> None:
        asked.pool.enqueue_search(think("CCCCC", "hard"))
        asked.pool.enqueue_search(think("DDDDD", "hard"))
        asked.pool.enqueue_search(think("FFFFF", "hard"))
        for _ in range(3):
            await asked.answers.get()
        assert ("DDDDD", 0, 1) in asked.waits
        assert ("FFFFF", 0, 2) in asked.waits

    asked(scene)
