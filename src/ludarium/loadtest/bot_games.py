"""Games against bots: how long each level takes to answer when many are asked at once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from random import Random

from ludarium.loadtest import message_subset
from ludarium.loadtest.client_pool import Crowd
from ludarium.loadtest.latency_histogram import Gauge
from ludarium.loadtest.message_subset import Told
from ludarium.loadtest.virtual_client import Guest

LEVELS = ("easy", "medium", "hard", "master")
LIMIT = 2.0  # seconds within which a bot answers, or says that it waits


class Opponent:
    """Somebody who plays drawn moves against a bot, game after game, without thinking."""

    def __init__(self, bots: Bots, number: int, game: str, level: str) -> None:
        self.bots = bots
        self.level = level
        self.guest = Guest(bots.crowd, f"b{number}", self.hear)
        self.rng = Random(f"{bots.crowd.seed} {number}")
        seats = [{"kind": "host"}, {"kind": "bot", "level": level}]
        self.setup = {"game": game, "seats": seats}
        self.asked: float | None = None  # since when the bot is to move
        self.waits = False  # whether it was said that it waits

    def open(self) -> None:
        """Open a room, in which the game begins at once."""
        self.guest.say("create", setup=self.setup)

    def hear(self, guest: Guest, said: Told) -> None:
        """The guest was told something."""
        now = self.bots.crowd.now()
        if said.type == "turn":
            move = self.rng.choice(message_subset.choices.decode(said.choices)).move
            guest.say("play", room=said.room, ply=said.ply, move=move)
        elif said.type == "busy":
            self.waits = True
        elif said.type == "event":
            self._event(said, now)
        elif said.type == "refusal":
            self.bots.crowd.refuse(said.code)

    def _event(self, event: Told, now: float) -> None:
        fact = message_subset.fact.decode(event.fact)
        if fact.type == "moved" and fact.seat == 1 and self.asked is not None:
            self.bots.note(self.level, now - self.asked, self.waits)
        if event.view is not None:
            self.asked = now if event.view.to_move == 1 else None
            self.waits = False
        if fact.type == "ended":
            self.guest.say("offer", room=event.room, kind="rematch")


class Bots:
    """Opponents of all levels in all games, and the answers that they got."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd = crowd
        self.answers: dict[str, Gauge] = {level: Gauge() for level in LEVELS}
        self.late: Counter[str] = Counter()  # answers after the limit
        self.silent: Counter[str] = Counter()  # of which without a word that it waits

    async def play(self, games: Sequence[str], count: int, seconds: float) -> None:
        """Play so many games at once, for so long."""
        self.crowd.keep(self.crowd.live())
        opponents = [
            Opponent(self, number, games[number % len(games)], LEVELS[number % len(LEVELS)])
            for number in range(count)
        ]
        await self.crowd.invite([opponent.guest for opponent in opponents])
        for opponent in opponents:
            opponent.open()
        await asyncio.sleep(seconds)
        self.crowd.leave()

    def note(self, level: str, seconds: float, waits: bool) -> None:
        """A bot has answered."""
        self.answers[level].note(seconds)
        if seconds > LIMIT:
            self.late[level] += 1
            self.silent[level] += not waits
