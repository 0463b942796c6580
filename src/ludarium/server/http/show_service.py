"""Show game: levels play each other for ever, one game after another, while a visitor watches."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable

import msgspec

from ludarium.core import registry
from ludarium.core.game import AnyGame
from ludarium.core.position import ONGOING
from ludarium.core.scene import Event as Step
from ludarium.server.engines.ipc import PlayedLine
from ludarium.server.engines.site_jobs import ShowMoveJob
from ludarium.server.http.positions import position_view
from ludarium.server.http.schemas import Show
from ludarium.server.protocol.server_messages import Played
from ludarium.server.runtime.hub import Hub

log = logging.getLogger(__name__)
WATCHED_S = 12.0  # without a request for so long, the show pauses
MOVE_PAUSE_S = 2.5  # between two moves
FETCH_PAUSE_S = 1.0  # between two questions of a node to the one that plays the show
GAME_PAUSE_S = 10.0  # after the end of a game
SHOW_LEVELS = ("hard", "medium")  # of the first seat and of all others; they change with each game


class ShowGame:
    """One game of the show; it is kept in memory only."""

    def __init__(self, number: int, kind: type[AnyGame], seed: int) -> None:
        self.number = number
        self.game = kind()
        self.seed = seed
        self.position = self.game.new(seed)
        self.moves: list[int] = []
        self.played: list[Played] = []
        strong = number % self.position.seats
        self.levels = tuple(
            SHOW_LEVELS[0] if seat == strong else SHOW_LEVELS[1]
            for seat in range(self.position.seats)
        )
        self.document = b""
        self._render([])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.position.verdict != ONGOING)

    def play(self, notation: str) -> None:
        """Play a move."""
        game, position = self.game, self.position
        move = game.move_from_notation(position, notation)
        self.played.append(Played(position.to_move, notation))
        self.moves.append(move)
        steps = game.events(position, move)
        game.advance(position, move)
        self._render(steps)

    def line(self) -> PlayedLine:
        """The game so far, for an engine."""
        game = self.game
        return PlayedLine(
            game.id,
            game.ruleset,
            dict(game.values),
            self.seed,
            self.position.seats,
            tuple(self.moves),
        )

    def _render(self, steps: list[Step]) -> None:
        """Encode the document once for all visitors."""
        shown = Show(
            self.number,
            self.game.id,
            self.seed,
            self.levels,
            tuple(self.played),
            position_view(self.game, self.position, self.played, steps),
        )
        self.document = msgspec.json.encode(shown)


class ShowService:
    """The show of one server: it plays only while requests for it come."""

    def __init__(self, hub: Hub, pause: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self.hub = hub
        self.pause = pause
        self.current: ShowGame | None = None
        self.watched_at = 0.0
        self._task: asyncio.Task[None] | None = None
        self._fetched: bytes | None = None  # of the node that plays it
        self._fetch_at = 0.0

    def watch(self) -> ShowGame:
        """The game as it is now; it goes on for a while."""
        self.watched_at = self.hub.now()
        if self.current is None:
            self.current = self._next_game(0)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._play_while_watched())
        return self.current

    async def read_document(self) -> bytes:
        """The show game as JSON; in a cluster one node plays it, and the others ask that one."""
        now, router = self.hub.now(), self.hub.router
        if router is None:
            return self.watch().document
        if now >= self._fetch_at:
            self._fetch_at = now + FETCH_PAUSE_S
            self._fetched = await router.fetch_show()
        return self.watch().document if self._fetched is None else self._fetched

    async def close(self) -> None:
        """End the show."""
        if self._task is not None:
            self._task.cancel()

    def _next_game(self, number: int) -> ShowGame:
        names = registry.games()
        kind = registry.registered_game(names[number % len(names)])
        return ShowGame(number, kind, int.from_bytes(os.urandom(4), "big"))

    async def _play_while_watched(self) -> None:
        while self.hub.now() - self.watched_at < WATCHED_S:
            show = self.current
            assert show is not None
            await self.pause(GAME_PAUSE_S if show.is_over else MOVE_PAUSE_S)
            notation = "" if show.is_over else await self._choose_move(show)
            if notation:
                show.play(notation)
            else:
                self.current = self._next_game(show.number + 1)

    async def _choose_move(self, show: ShowGame) -> str:
        """The next move; empty if no engine finds one."""
        changed = asyncio.Event()
        job = ShowMoveJob(
            show.line(),
            show.levels[show.position.to_move],
            show.seed + len(show.moves),
            lambda _job: changed.set(),
            lambda _seconds: None,
        )
        try:
            self.hub.pool.enqueue_site_job(job)
            while not (job.finished or job.failed):
                changed.clear()
                await changed.wait()
        finally:
            self.hub.pool.cancel_site_job(job)
        if job.failed:
            log.error("no engine finds a move of the show game", extra={"game": show.game.id})
            return ""
        return job.notation
