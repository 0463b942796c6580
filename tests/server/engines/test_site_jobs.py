"""Site jobs: analyses and reviews yield their engine to players, and are taken up again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from ludarium import load
from ludarium.core.match import Match
from ludarium.server.engines import site_jobs
from ludarium.server.engines.ipc import PlayedLine
from ludarium.server.engines.player_jobs import EngineJob
from ludarium.server.engines.pool import EnginePool
from ludarium.server.engines.site_jobs import AnalysisJob, LevelMoveJob, ReviewJob, SiteJob
from ludarium.server.protocol.effects import Think

LONG_S = 60.0  # of an analysis that only a stop can end in time


class Pool:
    """A pool of one engine, the moves that it found and the changes of its site jobs."""

    def __init__(self) -> None:
        self.moves: asyncio.Queue[str] = asyncio.Queue()
        self.changes: asyncio.Queue[SiteJob] = asyncio.Queue()
        self.charged: list[float] = []
        self.pool = EnginePool(
            1, lambda room, *_: self.moves.put_nowait(room), lambda *_: None, self._hinted
        )

    def _hinted(self, room: str, *_: object) -> None:
        self.moves.put_nowait(f"hint {room}")

    def analyse(self, line: PlayedLine, seconds: float = LONG_S) -> AnalysisJob:
        job = AnalysisJob(line, 3, seconds, self.changes.put_nowait, self.charged.append)
        self.pool.enqueue_site_job(job)
        return job

    def review(self, line: PlayedLine) -> ReviewJob:
        job = ReviewJob(line, self.changes.put_nowait, self.charged.append)
        self.pool.enqueue_site_job(job)
        return job

    async def until(self, done: Callable[[], bool]) -> None:
        while not done():
            await self.changes.get()


def run(scene: Callable[[Pool], Awaitable[None]]) -> None:
    async def play() -> None:
        pool = Pool()
        try:
            await scene(pool)
        finally:
            await pool.pool.close()

    asyncio.run(play())


def line_of(game: str, moves: tuple[int, ...] = ()) -> PlayedLine:
    return PlayedLine(game, "standard", {}, 0, 2, moves)


def think(room: str, hint: bool = False) -> Think:
    return Think(room, 1, "forge", "standard", {}, 0, 2, 0, (), "easy", None, hint)


def test_an_analysis_gets_deeper_and_its_three_lines_are_legal() -> None:
    game = load("forge")
    legal = {choice.notation: choice.path for choice in game.choices(game.new())}

    async def scene(pool: Pool) -> None:
        job = pool.analyse(line_of("forge"))
        depths: set[int] = set()
        while len(depths) < 3:
            await pool.changes.get()
            assert job.best is not None
            depths.add(job.best.depth)
        assert job.best is not None
        lines = job.best.lines
        assert len({line.notation[0] for line in lines}) == 3
        assert all(legal[line.notation[0]] == line.path for line in lines)
        assert [line.chance for line in lines] == sorted(
            (line.chance for line in lines), reverse=True
        )

    run(scene)


def test_a_players_search_stops_an_analysis_which_then_goes_on() -> None:
    async def scene(pool: Pool) -> None:
        job = pool.analyse(line_of("forge"))
        await pool.until(lambda: job.best is not None)
        pool.pool.enqueue_search(think("HHHHH", hint=True))
        pool.pool.enqueue_search(think("CCCCC"))
        # The move comes before the hint that was asked for earlier.
        assert await pool.moves.get() == "CCCCC"
        assert await pool.moves.get() == "hint HHHHH"
        assert job.best is not None
        nodes = job.best.nodes
        await pool.until(lambda: job.best is not None and job.best.nodes > nodes)
        assert pool.charged
        assert not job.finished

    run(scene)


def test_a_site_job_shortens_no_players_search() -> None:
    async def scene(pool: Pool) -> None:
        alone = pool.pool.search_seconds(EngineJob(think("CCCCC")))
        for _ in range(20):
            pool.analyse(line_of("forge"))
        assert pool.pool.search_seconds(EngineJob(think("CCCCC"))) == pytest.approx(alone, abs=0.1)

    run(scene)


def test_a_cancelled_analysis_frees_its_engine() -> None:
    async def scene(pool: Pool) -> None:
        first = pool.analyse(line_of("forge"))
        await pool.until(lambda: first.best is not None)
        second = pool.analyse(line_of("skysummit"), seconds=0.3)
        pool.pool.cancel_site_job(first)
        await pool.until(lambda: second.finished)
        assert not pool.pool.site_queue

    run(scene)


def test_analyses_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_jobs, "FIRST_SLICE_S", 0.1)

    async def scene(pool: Pool) -> None:
        jobs = [pool.analyse(line_of("forge")) for _ in range(3)]
        await pool.until(lambda: all(job.best is not None for job in jobs))
        assert not any(job.finished for job in jobs)

    run(scene)


def test_an_analysis_comes_before_a_review_and_the_review_is_complete(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(site_jobs, "REVIEW_NODES", 200)
    match = Match(load("forge"))
    while match.outcome is None and len(match.moves) < 12:
        match.play(match.game.moves(match.position)[0])

    async def scene(pool: Pool) -> None:
        review = pool.review(line_of("forge", tuple(match.moves)))
        await pool.until(lambda: len(review.steps) > 1)
        analysis = pool.analyse(line_of("forge"), seconds=0.2)
        await pool.until(lambda: analysis.finished)
        await pool.until(lambda: review.finished)
        assert [step.ply for step in review.steps] == list(range(1, len(match.moves) + 1))

    run(scene)


def test_a_level_moves_in_a_position_without_a_room() -> None:
    game = load("skysummit")

    async def scene(pool: Pool) -> None:
        job = LevelMoveJob(
            line_of("skysummit"), "easy", 1, pool.changes.put_nowait, pool.charged.append
        )
        pool.pool.enqueue_site_job(job)
        await pool.until(lambda: job.finished)
        assert job.notation in {choice.notation for choice in game.choices(game.new())}

    run(scene)


def test_an_analysis_that_no_engine_can_do_fails_and_harms_no_other() -> None:
    async def scene(pool: Pool) -> None:
        broken = pool.analyse(line_of("chess"))
        sound = pool.analyse(line_of("forge"), seconds=0.2)
        await pool.until(lambda: broken.failed and sound.finished)

    run(scene)
