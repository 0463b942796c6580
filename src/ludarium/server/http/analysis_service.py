"""Analysis service: checks a request, queues its job and yields what the engine finds."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, AsyncIterator

import msgspec

from ludarium.core.errors import InvalidOption
from ludarium.core.game import AnyGame
from ludarium.core.position import ONGOING, Position
from ludarium.core.registry import registered_game
from ludarium.server.engines.ipc import PlayedLine
from ludarium.server.engines.site_jobs import AnalysisJob, LevelMoveJob
from ludarium.server.http.analysis_schemas import AnalysisQuery
from ludarium.server.http.positions import first_position
from ludarium.server.http.schemas import Look
from ludarium.server.limits.cpu_budget import CpuBudget
from ludarium.server.limits.engine_budget import EngineBudget
from ludarium.server.limits.proxies import limit_key
from ludarium.server.protocol.analysis_messages import AnalysisUpdate
from ludarium.server.protocol.errors import Refused
from ludarium.server.protocol.room_setup import Level
from ludarium.server.rooms.room import Room
from ludarium.server.runtime.hub import Hub

LEVEL_MOVE_TIMEOUT_S = 20.0  # with all engines busy for players
QUEUE_REPORT_S = 2.0  # between two lines to a client whose job waits


class AnalysisService:
    """The analyses of one server."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        settings = hub.settings
        self.budget = EngineBudget(
            settings.engine_seconds, settings.engine_window, settings.analyses
        )

    async def begin_analysis(
        self, address: str, member: str, query: AnalysisQuery, line: PlayedLine
    ) -> AsyncIterator[bytes]:
        """Queue the job of an address, and return its updates; Refused over a limit."""
        await self.refuse_own_game(member, line)
        self.begin_job(address)
        return await begin_stream(self._stream_updates(address, query, line))

    async def choose_level_move(
        self, address: str, member: str, level: Level, line: PlayedLine
    ) -> str:
        """The move of a level in notation; Refused over a limit, or if no engine finds it."""
        await self.refuse_own_game(member, line)
        hub = self.hub
        self.begin_job(address)
        changed = asyncio.Event()
        job = LevelMoveJob(
            line,
            level,
            int.from_bytes(os.urandom(4), "big"),
            lambda _job: changed.set(),
            lambda seconds: self.budget.charge_seconds(address, hub.now(), seconds),
        )
        try:
            hub.pool.enqueue_site_job(job)
            async with asyncio.timeout(LEVEL_MOVE_TIMEOUT_S):
                while not (job.finished or job.failed):
                    changed.clear()
                    await changed.wait()
        except TimeoutError:
            raise Refused("overloaded", "The server is busy; try again.") from None
        finally:
            hub.pool.cancel_site_job(job)
            self.budget.end_job(address)
        if job.failed:
            raise Refused("overloaded", "The server is busy; try again.")
        return job.notation

    def begin_job(self, address: str) -> None:
        """Count a job of an address, of which some may run at other nodes; Refused over a limit."""
        router = self.hub.router
        elsewhere = router.count_elsewhere("analyses", limit_key(address)) if router else 0
        self.budget.begin_job(address, self.hub.now(), elsewhere)

    async def refuse_own_game(self, member: str, line: PlayedLine) -> None:
        """Refused while the member plays this game against another player, or rated.

        The rule is for the whole game and not for the position on the board: a player could ask
        for the position after one more move, or for one that is almost the same.
        """
        rooms = list(self.hub.site.rooms.values())
        if self.hub.router is not None:
            codes = self.hub.router.seated_rooms(member)
            found = [await asyncio.to_thread(self.hub.find_room, code) for code in codes]
            rooms += [room for room in found if room is not None]
        if member and any(_is_in_earnest(room, member, line.game) for room in rooms):
            title = registered_game(line.game).title
            raise Refused(
                "game_running",
                f"You are playing {title}. You can analyse it when your game is over.",
            )

    async def _stream_updates(
        self, address: str, query: AnalysisQuery, line: PlayedLine
    ) -> AsyncGenerator[bytes]:
        hub = self.hub
        changed = asyncio.Event()
        job = AnalysisJob(
            line,
            query.lines,
            query.seconds,
            lambda _job: changed.set(),
            lambda seconds: self.budget.charge_seconds(address, hub.now(), seconds),
        )
        try:
            hub.pool.enqueue_site_job(job)
            while True:
                changed.clear()
                place = hub.pool.site_queue.place_of(job)
                yield msgspec.json.encode(make_update(job, place)) + b"\n"
                if job.finished or job.failed:
                    return
                await _wait_for_change(changed)
        finally:
            hub.pool.cancel_site_job(job)
            self.budget.end_job(address)


async def begin_stream(updates: AsyncGenerator[bytes]) -> AsyncIterator[bytes]:
    """Start a generator, so that it is closed even if its client leaves before the first line."""
    first = await anext(updates)

    async def continue_stream() -> AsyncIterator[bytes]:
        try:
            yield first
            async for each in updates:
                yield each
        finally:
            await updates.aclose()

    return continue_stream()


async def _wait_for_change(changed: asyncio.Event) -> None:
    try:
        await asyncio.wait_for(changed.wait(), QUEUE_REPORT_S)
    except TimeoutError:
        return


def make_update(job: AnalysisJob, place: int) -> AnalysisUpdate:
    """What a client hears of a job now."""
    error = "engine_failed" if job.failed else ""
    ended = job.finished or job.failed
    best = job.best
    if best is None:
        return AnalysisUpdate(place=place, final=ended, error=error)
    return AnalysisUpdate(
        best.seat, best.depth, best.nodes, best.seconds, best.lines, place, ended, error
    )


def read_line(asked: Look, budget: CpuBudget) -> PlayedLine:
    """Check a requested position; raises what its state or its moves are refused for."""
    if asked.path is not None:
        raise InvalidOption("not_a_request", "An analysis takes moves, not clicks.")
    game = registered_game(asked.game)(asked.ruleset, **asked.options)
    position = first_position(game, asked)
    seats = position.seats
    moves: list[int] = []
    for given in asked.moves:
        budget.check()
        moves.append(_read_move(game, position, given))
        game.advance(position, moves[-1])
    if position.verdict != ONGOING:
        raise Refused("game_over", "The game of that position has ended.")
    return PlayedLine(
        game.id, game.ruleset, dict(game.values), asked.seed, seats, tuple(moves), asked.state
    )


def _read_move(game: AnyGame, position: Position, given: str | dict[str, object]) -> int:
    if isinstance(given, str):
        return game.move_from_notation(position, given)
    return game.move_from_json(position, given)


def _is_in_earnest(room: Room, member: str, game: str) -> bool:
    """Whether a member plays a game in a room where help would be unfair to another player."""
    state = room.state
    if state.phase != "playing" or state.game.id != game or not state.seats_of(member):
        return False
    return state.setup.rated or bool(state.people() - {member})
