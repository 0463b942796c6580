"""Site jobs: analyses and reviews, which yield their engine to every player's search."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from enum import IntEnum

from ludarium.analysis.match_review import ReviewStep
from ludarium.server.engines.ipc import (
    AnalysisReply,
    AnalysisRequest,
    LevelReply,
    LevelRequest,
    PlayedLine,
    ReviewReply,
    ReviewRequest,
    SiteReply,
    SiteRequest,
)
from ludarium.server.protocol.room_setup import Level

FIRST_SLICE_S = 1.5  # of a job while another one waits; each slice is twice as long as the last
REVIEW_NODES = 150_000  # of the search of each position
REVIEW_SEARCH_S = 1.5  # of the same, for games with slow positions
MAX_SITE_ATTEMPTS = 3  # of a job whose engine dies
EARLY_END_SHARE = 0.5  # a search that ends before this share of its time has found everything
LEVEL_MOVE_S = 1.0  # of the search for a level's move
SHOW_MOVE_S = 0.3  # of the same in the show game


class SitePriority(IntEnum):
    """The order of site jobs; all of them come after players' moves and hints."""

    LEVEL_MOVE = 0
    ANALYSIS = 1
    REVIEW = 2
    SHOW = 3


class SiteJob(ABC):
    """Work for a page, done in slices by one engine after another."""

    priority: SitePriority

    def __init__(self, played: PlayedLine, charge: Callable[[float], None]) -> None:
        self.played = played
        self.charge = charge  # called with the seconds of engine time that were used
        self.wanted = True
        self.stopped = False  # the engine was told to end the current slice
        self.failed = False
        self.attempts = 0
        self.slice_s = FIRST_SLICE_S
        self.started_at = 0.0

    @abstractmethod
    def make_request(self, number: int) -> SiteRequest:
        """The request for the rest of the work."""

    @abstractmethod
    def receive(self, reply: SiteReply) -> None:
        """Take a reply of the engine over."""

    @property
    @abstractmethod
    def finished(self) -> bool:
        """Whether nothing is left to do."""

    @property
    @abstractmethod
    def reply_seconds(self) -> float:
        """The most time that an engine needs for its next reply."""

    @abstractmethod
    def notify(self) -> None:
        """Tell the page that the job waits, has ended or has failed."""

    def start_slice(self) -> None:
        """An engine begins to work."""
        self.stopped = False
        self.started_at = time.monotonic()

    def end_slice(self) -> None:
        """The engine has sent its last reply."""
        self.charge(time.monotonic() - self.started_at)
        if self.stopped:
            self.slice_s *= 2

    def is_slice_over(self) -> bool:
        """Whether another site job may have the engine now."""
        return time.monotonic() - self.started_at >= self.slice_s

    def fail_slice(self) -> None:
        """The engine died or reported an error."""
        self.attempts += 1
        self.failed = self.attempts >= MAX_SITE_ATTEMPTS


class LevelMoveJob(SiteJob):
    """The move of a level in a position that belongs to no room."""

    priority = SitePriority.LEVEL_MOVE
    search_s = LEVEL_MOVE_S

    def __init__(
        self,
        played: PlayedLine,
        level: Level,
        seed: int,
        on_change: Callable[[LevelMoveJob], None],
        charge: Callable[[float], None],
    ) -> None:
        super().__init__(played, charge)
        self.level: Level = level
        self.seed = seed
        self.on_change = on_change
        self.notation = ""

    def make_request(self, number: int) -> LevelRequest:
        """The request for the move."""
        return LevelRequest(number, self.played, self.level, self.seed, self.search_s)

    def receive(self, reply: SiteReply) -> None:
        """Keep the move."""
        assert isinstance(reply, LevelReply)
        self.notation = reply.notation

    @property
    def finished(self) -> bool:
        """Whether the move is here."""
        return bool(self.notation)

    @property
    def reply_seconds(self) -> float:
        """The time of the search."""
        return self.search_s

    def notify(self) -> None:
        """Tell the page."""
        self.on_change(self)


class ShowMoveJob(LevelMoveJob):
    """A move of the show game: after everything that a visitor has asked for."""

    priority = SitePriority.SHOW
    search_s = SHOW_MOVE_S


class AnalysisJob(SiteJob):
    """The best lines of a position, deeper and deeper."""

    priority = SitePriority.ANALYSIS

    def __init__(
        self,
        played: PlayedLine,
        lines: int,
        seconds: float,
        on_change: Callable[[AnalysisJob], None],
        charge: Callable[[float], None],
    ) -> None:
        super().__init__(played, charge)
        self.lines = lines
        self.rest_s = seconds
        self.on_change = on_change
        self.best: AnalysisReply | None = None
        self.nodes = 0  # of earlier slices
        self.spent_s = 0.0
        self.complete = False

    def make_request(self, number: int) -> AnalysisRequest:
        """The request for the rest of the time."""
        return AnalysisRequest(number, self.played, self.lines, self.rest_s)

    def receive(self, reply: SiteReply) -> None:
        """Keep the deepest lines: a later slice begins at the first depth again."""
        assert isinstance(reply, AnalysisReply)
        if reply.final:
            early = not self.stopped and reply.seconds < EARLY_END_SHARE * self.rest_s
            self.complete = early or not self.stopped
            self.rest_s -= reply.seconds
        best = self.best
        if reply.lines and (best is None or reply.depth >= best.depth):
            self.best = AnalysisReply(
                reply.number,
                reply.final,
                reply.seat,
                reply.depth,
                self.nodes + reply.nodes,
                self.spent_s + reply.seconds,
                reply.lines,
            )
            self.on_change(self)
        if reply.final:
            self.nodes += reply.nodes
            self.spent_s += reply.seconds

    @property
    def finished(self) -> bool:
        """Whether the time is used up or everything is found."""
        return self.complete or self.rest_s <= 0

    @property
    def reply_seconds(self) -> float:
        """The rest of the time."""
        return self.rest_s

    def notify(self) -> None:
        """Tell the page."""
        self.on_change(self)


class ReviewJob(SiteJob):
    """The steps of a finished game, one after another."""

    priority = SitePriority.REVIEW

    def __init__(
        self,
        played: PlayedLine,
        on_change: Callable[[ReviewJob], None],
        charge: Callable[[float], None],
    ) -> None:
        super().__init__(played, charge)
        self.on_change = on_change
        self.steps: list[ReviewStep] = []
        self.total: int | None = None

    def make_request(self, number: int) -> ReviewRequest:
        """The request for the steps that are left."""
        return ReviewRequest(number, self.played, len(self.steps), REVIEW_NODES, REVIEW_SEARCH_S)

    def receive(self, reply: SiteReply) -> None:
        """Keep a step."""
        assert isinstance(reply, ReviewReply)
        self.total = reply.total
        if reply.step is not None:
            self.steps.append(reply.step)
            self.on_change(self)

    @property
    def finished(self) -> bool:
        """Whether every step is here."""
        return self.total is not None and len(self.steps) >= self.total

    @property
    def reply_seconds(self) -> float:
        """A step takes up to three searches, one of them with twice the limits."""
        return 4 * REVIEW_SEARCH_S

    def notify(self) -> None:
        """Tell the page."""
        self.on_change(self)


class SiteQueue:
    """Waiting site jobs: by priority, and in turn within a priority."""

    def __init__(self) -> None:
        self.jobs: list[SiteJob] = []

    def __len__(self) -> int:
        return len(self.jobs)

    def add_job(self, job: SiteJob) -> None:
        """Put a job behind the others of its priority."""
        self.jobs.append(job)
        self.jobs.sort(key=lambda each: each.priority)  # stable

    def next_job(self) -> SiteJob:
        """The first job, which leaves the queue."""
        return self.jobs.pop(0)

    def remove_job(self, job: SiteJob) -> None:
        """Drop a job, if it is here."""
        self.jobs = [each for each in self.jobs if each is not job]

    def place_of(self, job: SiteJob) -> int:
        """The place of a job in the queue, counted from 1; 0 if it does not wait."""
        return self.jobs.index(job) + 1 if job in self.jobs else 0

    def outranks(self, running: SiteJob) -> bool:
        """Whether the first waiting job has priority over a running one, or its turn now."""
        if not self.jobs:
            return False
        first = self.jobs[0].priority
        return first < running.priority or (first == running.priority and running.is_slice_over())
