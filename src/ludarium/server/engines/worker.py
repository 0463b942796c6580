"""Engine: a worker process for bots, hints, analyses and reviews, one request at a time."""

from __future__ import annotations

import os
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any

import msgspec

from ludarium.agents.level_player import LevelPlayer
from ludarium.core.match import Match, Player
from ludarium.core.registry import registered_game
from ludarium.server.engines.analysis_engine import AnalysisEngine
from ludarium.server.engines.ipc import (
    AnalysisRequest,
    EngineReply,
    EngineRequest,
    LevelRequest,
    QueuedRequest,
    ReviewRequest,
    SearchReply,
    SearchRequest,
    StopRequest,
    error_reply,
)
from ludarium.server.protocol.effects import Think

MAX_PLAYERS_MIB = 256  # transposition tables of all cached players together
# All levels of five games fit; making a player takes longer than a move.
PLAYER_TABLE_MIB = 16
ENGINE_NICENESS = 5  # the server, which all clients wait for, has priority


class Engine:
    """Caches the most recent players: their tables help every room with the same game and level."""

    def __init__(self) -> None:
        self.players: OrderedDict[tuple[Any, ...], LevelPlayer] = OrderedDict()
        self.searching = 0  # the number of the current request, 0 if there is none
        self.player: LevelPlayer | None = None

    def answer_request(self, request: SearchRequest) -> SearchReply:
        """Search for the moves of the seat's turn, as far as the player plans it."""
        began = time.monotonic()
        think = request.think
        match = Match(
            registered_game(think.game)(think.ruleset, **think.options),
            think.seed,
            [Player("", "")] * think.seats,
        )
        for move in think.moves:
            match.play(move)
        self.player = self._player_of(match, think)
        self.searching = request.number
        self.player.limit_time(request.seconds)
        if think.hint:
            advice = self.player.find_best_line(match.position)
            self.searching = 0
            return SearchReply(
                request.number, advice.moves, time.monotonic() - began, advice.chance
            )
        # A new player has loaded its network and its memory: that time is part of the answer.
        moves = [self.player.choose_move(match.position, time.monotonic() - began)]
        while self.player.plan:
            match.play(moves[-1])
            moves.append(self.player.choose_move(match.position))
        self.searching = 0
        return SearchReply(request.number, moves, time.monotonic() - began)

    def stop_search(self, number: int) -> None:
        """End the search of a request; called by another thread."""
        if self.searching == number and self.player is not None:
            self.player.stop()

    def _player_of(self, match: Match, think: Think) -> LevelPlayer:
        key = (think.game, think.ruleset, *sorted(think.options.items()), think.level)
        player = self.players.pop(key, None)
        if player is None:
            seed = int.from_bytes(os.urandom(4), "big")
            # One thread per search, because there is an engine for every core.
            player = LevelPlayer(
                match.game,
                think.level,
                seed,
                threads=1,
                mebibytes=PLAYER_TABLE_MIB,
                seats=match.position.seats,
            )
        self.players[key] = player
        player.plan.clear()
        while (
            len(self.players) > 1
            and sum(map(_table_mebibytes, self.players.values())) > MAX_PLAYERS_MIB
        ):
            self.players.popitem(last=False)
        return player


def _table_mebibytes(player: LevelPlayer) -> int:
    return player.level.mebibytes if player.level.kind == "search" else 0


def main() -> None:
    """Answer requests until the server closes the pipe, and then exit."""
    os.nice(ENGINE_NICENESS)
    out = os.fdopen(os.dup(1), "wb", 0)
    os.dup2(2, 1)  # printed text must not mix with replies
    engine, analysis = Engine(), AnalysisEngine()
    requests: SimpleQueue[QueuedRequest] = SimpleQueue()
    Thread(target=_read_requests, args=(engine, analysis, requests), daemon=True).start()

    def send(reply: EngineReply) -> None:
        out.write(msgspec.json.encode(reply) + b"\n")

    while True:
        request = requests.get()
        try:
            _answer(request, engine, analysis, send)
        except Exception as error:  # noqa: BLE001  the server logs it and retries
            send(error_reply(request, f"{type(error).__name__}: {error}"))


def _answer(
    request: QueuedRequest,
    engine: Engine,
    analysis: AnalysisEngine,
    send: Callable[[EngineReply], None],
) -> None:
    if isinstance(request, AnalysisRequest):
        analysis.analyse(request, send)
    elif isinstance(request, LevelRequest):
        analysis.choose_level_move(request, send)
    elif isinstance(request, ReviewRequest):
        analysis.review(request, send)
    else:
        send(engine.answer_request(request))


def _read_requests(
    engine: Engine, analysis: AnalysisEngine, requests: SimpleQueue[QueuedRequest]
) -> None:
    decoder = msgspec.json.Decoder(EngineRequest)
    for line in sys.stdin.buffer:
        request = decoder.decode(line)
        if isinstance(request, StopRequest):
            engine.stop_search(request.number)
            analysis.stop(request.number)
        else:
            if not isinstance(request, SearchRequest):
                analysis.expect(request.number)
            requests.put(request)
    os._exit(0)


if __name__ == "__main__":
    main()
