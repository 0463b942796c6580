"""Review service: one review for each finished game, stored when it is complete."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from ludarium.analysis.match_review import ReviewStep
from ludarium.analysis.review_summary import summarise_review
from ludarium.core import record as records
from ludarium.core.match import Match
from ludarium.server.engines.ipc import PlayedLine
from ludarium.server.engines.site_jobs import ReviewJob
from ludarium.server.http.analysis_service import AnalysisService, begin_stream
from ludarium.server.http.api import read_record
from ludarium.server.limits.cpu_budget import CpuBudget
from ludarium.server.protocol.analysis_messages import ReviewUpdate
from ludarium.server.protocol.errors import Refused
from ludarium.server.storage import reviews

log = logging.getLogger(__name__)
REVIEW_REPORT_S = 5.0  # between two lines to a client whose review waits
MAX_REVIEW_MOVES = 1000  # of a game that is reviewed

ResultKey = tuple[int, int]  # room, number of its game


class ReviewRun:
    """A review in work, and the clients that watch it."""

    def __init__(self, match: Match, seconds: list[float]) -> None:
        self.match = match
        self.seconds = seconds
        self.job: ReviewJob
        self.changed = asyncio.Event()

    def wake_clients(self) -> None:
        """Wake every client that waits for a change."""
        self.changed.set()
        self.changed = asyncio.Event()

    def finish_document(self) -> ReviewUpdate:
        """The complete review."""
        steps, match = self.job.steps, self.match
        winner = match.outcome.winner if match.outcome else None
        summary = summarise_review(steps, len(match.players), winner)
        return ReviewUpdate(len(steps), steps, summary, self.seconds, final=True)


class ReviewService:
    """The reviews in work. A review goes on when its page is closed, and is then stored."""

    def __init__(self, analyses: AnalysisService) -> None:
        self.analyses = analyses
        self.hub = analyses.hub
        self.runs: dict[ResultKey, ReviewRun] = {}
        self._writes: set[asyncio.Task[None]] = set()

    async def begin_review(
        self, address: str, key: ResultKey, document: str
    ) -> AsyncIterator[bytes]:
        """Begin a review or join one, and return its updates; Refused over a limit."""
        stored = await asyncio.to_thread(reviews.find_review, self.hub.store, *key)
        if stored is not None:
            return begin_with(stored)
        if key not in self.runs:
            match, seconds = await asyncio.to_thread(self._read_game, key, document)
            if key not in self.runs:  # another client may have been faster
                self._start_run(address, key, ReviewRun(match, seconds))
        return await begin_stream(self._stream_steps(self.runs[key]))

    def _read_game(self, key: ResultKey, document: str) -> tuple[Match, list[float]]:
        given = read_record(document.encode(), MAX_REVIEW_MOVES)
        match = records.replay(given, each=CpuBudget().check)
        if not match.moves:
            raise Refused("no_moves", "This game has no moves.")
        return match, reviews.move_seconds(self.hub.store, *key)

    def _start_run(self, address: str, key: ResultKey, run: ReviewRun) -> None:
        hub, budget = self.hub, self.analyses.budget
        self.analyses.begin_job(address)
        match = run.match
        game = match.game
        line = PlayedLine(
            game.id,
            game.ruleset,
            dict(game.values),
            match.seed,
            len(match.players),
            tuple(match.moves),
            match.start,
        )

        def on_change(job: ReviewJob) -> None:
            if (job.finished or job.failed) and self.runs.pop(key, None) is not None:
                budget.end_job(address)
                if job.finished:
                    self._store_review(key, run)
            run.wake_clients()

        run.job = ReviewJob(
            line, on_change, lambda seconds: budget.charge_seconds(address, hub.now(), seconds)
        )
        self.runs[key] = run
        hub.pool.enqueue_site_job(run.job)

    def _store_review(self, key: ResultKey, run: ReviewRun) -> None:
        row = reviews.review_write(*key, run.finish_document())

        async def commit_review() -> None:
            try:
                await asyncio.to_thread(self.hub.store.commit_writes, [row])
            except SQLAlchemyError:
                log.warning("a review could not be stored; the next request makes it again")

        task = asyncio.get_running_loop().create_task(commit_review())
        self._writes.add(task)
        task.add_done_callback(self._writes.discard)

    async def _stream_steps(self, run: ReviewRun) -> AsyncGenerator[bytes]:
        job = run.job
        sent = 0
        while True:
            changed = run.changed
            if job.finished:
                update = run.finish_document()
                update.steps = update.steps[sent:]
                yield encode_line(update)
                return
            if job.failed:
                yield encode_line(ReviewUpdate(final=True, error="engine_failed"))
                return
            fresh: list[ReviewStep] = job.steps[sent:]
            place = self.hub.pool.site_queue.place_of(job)
            yield encode_line(ReviewUpdate(job.total or 0, fresh, place=place))
            sent += len(fresh)
            try:
                await asyncio.wait_for(changed.wait(), REVIEW_REPORT_S)
            except TimeoutError:
                continue


async def begin_with(review: ReviewUpdate) -> AsyncIterator[bytes]:
    """A stored review as a stream of one line."""
    yield encode_line(review)


def encode_line(update: ReviewUpdate) -> bytes:
    """An update as a line."""
    return msgspec.json.encode(update) + b"\n"
