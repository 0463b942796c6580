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
from ludarium.server.engines.ipc import SearchReply, SearchRequest, StopRequest
from ludarium.server.protocol.effects import Think

MAX_PLAYERS_MIB = 256  # mebibytes of positions that the players who are kept may have together
PLAYER_TABLE_MIB = (
    16  # mebibytes of one: all levels of five games fit, for making one takes longer than a move
)
ENGINE_NICENESS = 5  # the server, which everybody waits for, goes first


class Engine:
    """Keeps the players that were asked last: what they learned helps every room of that kind."""

    def __init__(self) -> None:
        self.players: OrderedDict[tuple[Any, ...], LevelPlayer] = OrderedDict()
        self.thinking = 0  # the order
        self.player: LevelPlayer | None = None

    def answer_request(self, order: SearchRequest) -> SearchReply:
        """The moves of the seat's turn as far as it is planned."""
        think = order.think
        match = Match(
            registered_game(think.game)(think.ruleset, **think.options),
            think.seed,
            [Player("", "")] * think.seats,
        )
        for move in think.moves:
            match.play(move)
        self.player = self._player_of(match, think)
        began = time.monotonic()
        self.thinking = order.number
        self.player.hurry(order.seconds)
        if think.hint:
            advice = self.player.advise(match.position)
            self.thinking = 0
            return SearchReply(order.number, advice.moves, time.monotonic() - began, advice.chance)
        moves = [self.player.choose(match.position)]
        while self.player.plan:
            match.play(moves[-1])
            moves.append(self.player.choose(match.position))
        self.thinking = 0
        return SearchReply(order.number, moves, time.monotonic() - began)

    def stop_search(self, number: int) -> None:
        """Come to an end with an order, from another thread."""
        if self.thinking == number and self.player is not None:
            self.player.stop()

    def _player_of(self, match: Match, think: Think) -> LevelPlayer:
        key = (think.game, think.ruleset, *sorted(think.options.items()), think.level)
        player = self.players.pop(key, None)
        if player is None:
            seed = int.from_bytes(os.urandom(4), "big")
            # One thread for a search: there is an engine for every core.
            player = LevelPlayer(
                match.game, think.level, seed, threads=1, mebibytes=PLAYER_TABLE_MIB
            )
        self.players[key] = player
        player.plan = []
        while (
            len(self.players) > 1
            and sum(map(_table_mebibytes, self.players.values())) > MAX_PLAYERS_MIB
        ):
            self.players.popitem(last=False)
        return player


def _table_mebibytes(player: LevelPlayer) -> int:
    return player.level.mebibytes if player.level.kind == "search" else 0


def main() -> None:
    """Answer the server's orders until it is gone, and then be gone too."""
    os.nice(ENGINE_NICENESS)
    out = os.fdopen(os.dup(1), "wb", 0)
    os.dup2(2, 1)  # what anybody prints is no answer
    engine = Engine()
    orders: SimpleQueue[SearchRequest] = SimpleQueue()
    Thread(target=_read_requests, args=(engine, orders), daemon=True).start()
    while True:
        order = orders.get()
        try:
            thought = engine.answer_request(order)
        except Exception as error:  # noqa: BLE001  whatever it is, the server is told
            thought = SearchReply(order.number, error=f"{type(error).__name__}: {error}")
        out.write(msgspec.json.encode(thought) + b"\n")


def _read_requests(engine: Engine, orders: SimpleQueue[SearchRequest]) -> None:
    decoder = msgspec.json.Decoder(SearchRequest | StopRequest)
    for line in sys.stdin.buffer:
        told = decoder.decode(line)
        if isinstance(told, StopRequest):
            engine.stop_search(told.number)
        else:
            orders.put(told)
    os._exit(0)


if __name__ == "__main__":
    main()
