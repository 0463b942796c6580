"""Measures the answer time of each bot level while many games run at once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from random import Random

from ludarium.agents.levels import MARKS
from ludarium.loadtest import message_subset
from ludarium.loadtest.analysis_load import AnalysisLoad
from ludarium.loadtest.client_pool import ClientPool
from ludarium.loadtest.latency_histogram import LatencyHistogram
from ludarium.loadtest.message_subset import ServerMessage
from ludarium.loadtest.virtual_client import VirtualClient

MAX_ANSWER_S = 2.0  # for a bot to answer, or for the server to announce a wait
# Slices with and without analyses: a machine that gets slower or faster affects both alike.
SLICES = (False, True, True, False)
BOTS_WARM_UP_SHARE = 0.2  # of the time, before the first slice: answers of engines that start


class BotOpponent:
    """A client that plays random moves against a bot, game after game."""

    def __init__(self, bots: BotLoad, number: int, game: str, level: str) -> None:
        self.load = bots
        self.level = level
        self.client = VirtualClient(bots.pool, f"b{number}", self.handle_message)
        self.rng = Random(f"{bots.pool.seed} {number}")
        seats = [{"kind": "host"}, {"kind": "bot", "level": level}]
        self.setup = {"game": game, "seats": seats}
        self.asked_at: float | None = None  # when the bot became the seat to move
        self.wait_announced = False  # whether the server has announced a wait
        self.asked_beside = False  # whether analyses ran when the bot was asked

    def open_room(self) -> None:
        """Open a room. Its game begins at once."""
        self.client.send_request("create", setup=self.setup)

    def handle_message(self, client: VirtualClient, message: ServerMessage) -> None:
        """Handle a message of the server."""
        now = self.load.pool.now()
        if message.type == "turn":
            move = self.rng.choice(message_subset.legal_moves_decoder.decode(message.choices)).move
            client.send_request("play", room=message.room, ply=message.ply, move=move)
        elif message.type == "busy":
            self.wait_announced = True
        elif message.type == "event":
            self._handle_event(message, now)
        elif message.type == "refusal":
            self.load.pool.count_refusal(message.code)

    def _handle_event(self, event: ServerMessage, now: float) -> None:
        self.client.room = event.room  # entered again after a reconnect
        fact = message_subset.event_decoder.decode(event.fact)
        if fact.type == "moved" and fact.seat == 1 and self.asked_at is not None:
            answered = self.load.beside if self.asked_beside else self.load.answers
            answered[self.level].record(now - self.asked_at)
            self.load.count_late_answer(self.level, now - self.asked_at, self.wait_announced)
        if event.view is not None:
            self.asked_at = now if event.view.to_move == 1 else None
            self.wait_announced = False
            self.asked_beside = self.load.analyses.running
        if fact.type == "ended":
            self.client.send_request("offer", room=event.room, kind="rematch")


class BotLoad:
    """Clients against bots of some levels in all games, and the times of the answers."""

    def __init__(
        self, pool: ClientPool, analyses: AnalysisLoad, levels: Sequence[str] = MARKS
    ) -> None:
        self.pool = pool
        self.levels = levels
        self.analyses = analyses
        # Alone, and beside analyses.
        self.answers: dict[str, LatencyHistogram] = {level: LatencyHistogram() for level in levels}
        self.beside: dict[str, LatencyHistogram] = {level: LatencyHistogram() for level in levels}
        self.late: Counter[str] = Counter()  # answers after MAX_ANSWER_S
        self.unannounced: Counter[str] = Counter()  # late answers without an announced wait

    async def play_games(self, games: Sequence[str], count: int, seconds: float) -> None:
        """Play `count` games at once for some seconds; with analyses for half of that time."""
        self.pool.start_task(self.pool.send_heartbeats())
        opponents = [
            BotOpponent(
                self, number, games[number % len(games)], self.levels[number % len(self.levels)]
            )
            for number in range(count)
        ]
        await self.pool.connect_clients([opponent.client for opponent in opponents])
        for opponent in opponents:
            opponent.open_room()
        if self.analyses.count:
            await self._compare_slices(seconds)
        else:
            await asyncio.sleep(seconds)
        self.pool.disconnect_all()

    async def _compare_slices(self, seconds: float) -> None:
        """Let analyses run in some slices of the time, and count those answers apart."""
        await asyncio.sleep(BOTS_WARM_UP_SHARE * seconds)
        self.answers = {level: LatencyHistogram() for level in self.levels}
        for beside in SLICES:
            if beside != self.analyses.running:
                await (self.analyses.start() if beside else self.analyses.stop())
            await asyncio.sleep((1 - BOTS_WARM_UP_SHARE) * seconds / len(SLICES))
        await self.analyses.stop()

    def count_late_answer(self, level: str, seconds: float, waits: bool) -> None:
        """Count an answer of a bot if it was late."""
        if seconds > MAX_ANSWER_S:
            self.late[level] += 1
            self.unannounced[level] += not waits
