"""The engine: a process of its own that thinks for the bots, one question after another."""

from __future__ import annotations

import os
import sys
import time
from collections import OrderedDict
from queue import SimpleQueue
from threading import Thread
from typing import Any

import msgspec

from ludarium.agents.player import LevelPlayer
from ludarium.core.match import Match, Player
from ludarium.core.registry import registered_game
from ludarium.server.engines.ipc import Order, Stop, Thought
from ludarium.server.protocol.effects import Think

MEMORY = 256  # mebibytes of positions that the players who are kept may have together
SHARE = (
    16  # mebibytes of one: all levels of five games fit, for making one takes longer than a move
)
POLITENESS = 5  # the server, which everybody waits for, goes first


class Engine:
    """Keeps the players that were asked last: what they learned helps every room of that kind."""

    def __init__(self) -> None:
        self.players: OrderedDict[tuple[Any, ...], LevelPlayer] = OrderedDict()
        self.thinking = 0  # the order
        self.player: LevelPlayer | None = None

    def answer(self, order: Order) -> Thought:
        """The moves of the seat's turn as far as it is planned."""
        think = order.think
        match = Match(
            registered_game(think.game)(think.ruleset, **think.options),
            think.seed,
            [Player("", "")] * think.seats,
        )
        for move in think.moves:
            match.play(move)
        self.player = self._player(match, think)
        began = time.monotonic()
        self.thinking = order.number
        self.player.hurry(order.seconds)
        if think.hint:
            advice = self.player.advise(match.position)
            self.thinking = 0
            return Thought(order.number, advice.moves, time.monotonic() - began, advice.chance)
        moves = [self.player.choose(match.position)]
        while self.player.plan:
            match.play(moves[-1])
            moves.append(self.player.choose(match.position))
        self.thinking = 0
        return Thought(order.number, moves, time.monotonic() - began)

    def stop(self, number: int) -> None:
        """Come to an end with an order, from another thread."""
        if self.thinking == number and self.player is not None:
            self.player.stop()

    def _player(self, match: Match, think: Think) -> LevelPlayer:
        key = (think.game, think.ruleset, *sorted(think.options.items()), think.level)
        player = self.players.pop(key, None)
        if player is None:
            seed = int.from_bytes(os.urandom(4), "big")
            # One thread for a search: there is an engine for every core.
            player = LevelPlayer(match.game, think.level, seed, threads=1, mebibytes=SHARE)
        self.players[key] = player
        player.plan = []
        while len(self.players) > 1 and sum(map(_memory, self.players.values())) > MEMORY:
            self.players.popitem(last=False)
        return player


def _memory(player: LevelPlayer) -> int:
    return player.level.mebibytes if player.level.kind == "search" else 0


def main() -> None:
    """Answer the server's orders until it is gone, and then be gone too."""
    os.nice(POLITENESS)
    out = os.fdopen(os.dup(1), "wb", 0)
    os.dup2(2, 1)  # what anybody prints is no answer
    engine = Engine()
    orders: SimpleQueue[Order] = SimpleQueue()
    Thread(target=_listen, args=(engine, orders), daemon=True).start()
    while True:
        order = orders.get()
        try:
            thought = engine.answer(order)
        except Exception as error:  # noqa: BLE001  whatever it is, the server is told
            thought = Thought(order.number, error=f"{type(error).__name__}: {error}")
        out.write(msgspec.json.encode(thought) + b"\n")


def _listen(engine: Engine, orders: SimpleQueue[Order]) -> None:
    decoder = msgspec.json.Decoder(Order | Stop)
    for line in sys.stdin.buffer:
        told = decoder.decode(line)
        if isinstance(told, Stop):
            engine.stop(told.number)
        else:
            orders.put(told)
    os._exit(0)


if __name__ == "__main__":
    main()
