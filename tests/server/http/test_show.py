"""The show game: levels play while it is watched, and pause when it is not."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from ludarium.core import registry
from ludarium.core.match import Match, Player
from ludarium.server.engines.site_jobs import ShowMoveJob, SitePriority
from ludarium.server.http.show_service import WATCHED_S, ShowService
from ludarium.server.protocol.errors import Refused
from ludarium.server.runtime.settings import Settings
from tests.server.cluster.nodes import clustered, stop_node
from tests.server.serving import ask, running


class FirstMovePool:
    """Answers every job with the first legal move, at once."""

    def __init__(self) -> None:
        self.jobs = 0
        self.match: Match | None = None  # of the last job: a replay for each move would take long

    def enqueue_site_job(self, job: ShowMoveJob) -> None:
        self.jobs += 1
        line = job.played
        if not line.moves or self.match is None:
            kind = registry.registered_game(line.game)
            seats = [Player("", "easy")] * line.seats
            self.match = Match(kind(line.ruleset, **line.options), line.seed, seats)
        for move in line.moves[len(self.match.moves) :]:
            self.match.play(move)
        game, position = self.match.game, self.match.position
        job.notation = game.notate(position, game.moves(position)[0])
        job.notify()

    def cancel_site_job(self, job: ShowMoveJob) -> None:
        pass


class PoolHub:
    """A hub with a clock that a test sets."""

    def __init__(self) -> None:
        self.pool = FirstMovePool()
        self.time_s = 0.0

    def now(self) -> float:
        return self.time_s


def test_games_follow_each_other_and_stop_when_no_client_asks() -> None:
    async def play() -> None:
        hub: Any = PoolHub()
        seen: set[str] = set()

        async def pause(_seconds: float) -> None:
            await asyncio.sleep(0)
            current = show.watch() if len(seen) < len(registry.games()) else show.current
            assert current is not None
            seen.add(current.game.id)
            if len(seen) == len(registry.games()):
                hub.time_s += 1.0

        show = ShowService(hub, pause)
        show.watch()
        task = show._task
        assert task is not None
        await task
        assert seen == set(registry.games())
        assert hub.time_s >= WATCHED_S
        played = hub.pool.jobs
        await asyncio.sleep(0)
        assert hub.pool.jobs == played
        # The next request goes on with the same game.
        assert show.watch() is show.current
        await show.close()

    asyncio.run(play())


def test_one_node_of_a_cluster_plays_the_show_for_all(postgres_database: str) -> None:
    async def watch() -> None:
        async with clustered(postgres_database, 2) as nodes:
            shows = {node.name: ShowService(node.hub, wait_long) for node in nodes}
            for node in nodes:
                node.play_show = partial(_document, shows[node.name])
            documents = [await shows[node.name].read_document() for node in nodes]
            assert documents[0] == documents[1]
            (player,) = [node for node in nodes if shows[node.name].current is not None]
            assert player.directory.has_show
            await stop_node(player)
            other = next(node for node in nodes if node is not player)
            shows[other.name]._fetch_at = 0.0
            with suppress(Refused):  # the first one learns that the node is gone
                await shows[other.name].read_document()
            shows[other.name]._fetch_at = 0.0
            assert await shows[other.name].read_document()
            assert other.directory.has_show
            for show in shows.values():
                await show.close()

    asyncio.run(watch())


async def wait_long(_seconds: float) -> None:
    await asyncio.Event().wait()


def _document(show: ShowService) -> bytes:
    return show.watch().document


def test_the_show_comes_after_all_other_work() -> None:
    assert ShowMoveJob.priority == max(SitePriority)


def test_the_show_is_served_once_for_all(tmp_path: Path) -> None:
    database = tmp_path / "ludarium.db"
    with running(Settings(database=str(database), workers=1, questions=100_000)) as port:
        status, first, headers = ask(port, "/api/show")
        assert status == 200
        assert len(first["levels"]) == 2
        tag = headers["etag"]
        while (again := ask(port, "/api/show", If_None_Match=tag))[0] == 200:
            tag = again[2]["etag"]  # a move was made meanwhile
        assert again[0] == 304
        while not (shown := ask(port, "/api/show")[1])["played"]:
            time.sleep(0.1)
        assert (shown["number"], shown["game"]) == (first["number"], first["game"])
        assert shown["view"]["ply"] == len(shown["played"])
