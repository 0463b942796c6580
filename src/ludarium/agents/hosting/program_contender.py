"""ProgramContender: plays for a program by the agent protocol, over any link."""

from __future__ import annotations

import time
from typing import Any

import ludarium
from ludarium.agents.contender import Allowance, Forfeit, Reply
from ludarium.agents.hosting import protocol
from ludarium.agents.hosting.link import UNLIMITED_MOVE_S, Link
from ludarium.agents.hosting.protocol import (
    EndMessage,
    HelloMessage,
    NotAMessage,
    StartMessage,
    TurnMessage,
    printable_line,
)
from ludarium.core.game import AnyGame, Outcome
from ludarium.core.match import Match
from ludarium.core.strict_json import Json, same_json

HELLO_READY_S = 0.5  # for `ready` after an agent has read `hello`; many agents do not send it
START_READY_S = 20.0  # to read `start`, and for `ready` if the agent answered `hello` with it
READ_END_S = 0.2  # for an agent to read `end`
MAX_IGNORED_LINES = 100  # kept in the log
MAX_MOVE_LINES = 10_000  # of an agent's output for one move


class ProgramContender:
    """Forfeits unless one complete legal move arrives before the deadline."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.running = False
        self.needs_restart = False  # after a forfeit the program is restarted for the next game
        self.says_ready = False  # it answers with `ready`
        self.answers_start = True  # False if it sent `ready` after `hello` but not after `start`
        self.turns_only = False  # it ended on `hello`, so it receives `turn` only
        self.first_turn_unread = False  # the restarted program has not read its first turn yet
        self.ignored: list[str] = []  # stray output, with the reason
        self.ponder = False  # it runs on while the others think

    @property
    def stderr(self) -> str:
        """The captured stderr of the program, capped."""
        return self.link.stderr

    def start_game(
        self, game: AnyGame, seat: int, seats: int, seed: int, expose_legal_moves: bool
    ) -> None:
        """Start the program unless it runs, send `start`, and wait for `ready` if it sends it."""
        self.seat = seat
        self.exposed = expose_legal_moves
        if self.running and (self.needs_restart or self.link.lost):
            self._close_link()
        fresh = not self.running
        if fresh:
            self._open_link()
        if self.turns_only:
            self._pause_link()
            return
        message = StartMessage(
            game=game.id,
            ruleset=game.ruleset,
            options=dict(game.values),
            player=seat,
            seats=seats,
            seed=seed,
            expose_legal_moves=expose_legal_moves,
            ponder=self.ponder,
        )
        try:
            self._announce_game(protocol.encode_message(message), fresh)
        except Forfeit as forfeit:
            if forfeit.code != "crash" or (fresh and self.says_ready):
                raise
            if fresh:  # it ended on `hello`, but slowly
                self._reopen_turns_only(forfeit)
                self._pause_link()
            else:  # it may end after a game
                self._close_link()
                self.start_game(game, seat, seats, seed, expose_legal_moves)

    def request_move(self, match: Match, allowance: Allowance) -> Reply:
        """Send `turn` and receive the move. The clock starts when the program may run."""
        game, position = match.game, match.position
        moves = game.moves(position)
        legal = game.moves_to_json(position, moves)
        turn = TurnMessage(
            game=game.id,
            ruleset=game.ruleset,
            options=game.values,
            player=self.seat,
            state=game.state_to_json(position),
            legal_moves=legal if self.exposed else None,
            clock=allowance.clock,
            ts_ms=time.time_ns() // 1_000_000,
        )
        line = protocol.encode_message(turn)
        for stray in self.link.take_early_lines():
            self._ignore_line(stray, "it was not its turn")
        self.needs_restart = True
        self.link.resume()
        try:
            if self.first_turn_unread:  # its time to start up does not count
                line = self.link.send_first_line(line)
                self.first_turn_unread = False
            began = time.monotonic()
            deadline = began + (
                UNLIMITED_MOVE_S if allowance.seconds is None else allowance.seconds
            )
            if line:
                self.link.send_line(line, deadline)
            answer, infos = self._receive_move(turn.ts_ms, deadline)
            seconds = time.monotonic() - began
        finally:
            self._pause_link()
        if allowance.seconds is not None:  # this host may read late, though the answer was in time
            seconds = min(seconds, allowance.seconds)
        for move, written in zip(moves, legal, strict=True):
            if written == answer and same_json(written, answer):  # the first is quick
                self.needs_restart = False
                return Reply(move, seconds, infos)
        raise Forfeit("illegal_move", "The agent's move is not legal.", self.answer)

    def end_game(self, outcome: Outcome) -> None:
        """Send `end`. A program that does not read it is stopped."""
        if not self.running or self.turns_only:
            return
        message = protocol.encode_message(EndMessage(outcome.winner, outcome.reason))
        try:
            # The program is not paused: no turn is disturbed, and it may want to end.
            self.link.resume()
            self.link.send_line(message, time.monotonic() + READ_END_S)
        except Forfeit:
            self._close_link()  # the game is over, so this costs only a restart

    def suspend(self) -> None:
        """Stop the program until its next game, and read what it has written."""
        if self.running:
            self.link.pause()
            self.link.take_early_lines()

    def clear_log(self) -> None:
        """Forget the stderr and the stray output of earlier games."""
        self.link.clear_stderr()
        self.ignored = []

    def close(self) -> None:
        """End the program."""
        self._close_link()

    def _announce_game(self, start: bytes, fresh: bool) -> None:
        """Send `start` and wait until it is read, and for `ready` if the program sends it."""
        deadline = time.monotonic() + START_READY_S
        self.link.resume()
        try:
            # The program first reads `end` of the last game. `hello` has been waited for already.
            heard = self.link.wait_until_read(time.monotonic() if fresh else deadline)
            self.link.send_line(start, deadline)
            if heard:
                self.link.wait_until_read(deadline)
            if self.says_ready:
                self.says_ready = self.answers_start = self._await_ready(START_READY_S)
        finally:
            self._pause_link()

    def _open_link(self) -> None:
        """Start the program and send `hello`. If it ends on that, restart it without `hello`."""
        self.needs_restart = False
        self.link.open()  # may forfeit: then nothing runs
        self.running = True
        self.first_turn_unread = self.turns_only
        if self.turns_only:
            return
        hello = HelloMessage(protocol.AGENT_PROTOCOL_VERSION, f"ludarium {ludarium.__version__}")
        try:
            self.link.send_first_line(protocol.encode_message(hello))
            self.says_ready = self._await_ready(HELLO_READY_S)
        except Forfeit as forfeit:
            if forfeit.code != "crash":
                raise
            self._reopen_turns_only(forfeit)

    def _reopen_turns_only(self, forfeit: Forfeit) -> None:
        """Restart the program. It receives `turn` messages only."""
        self._log_ignored(f"hello: {forfeit.message} Now it receives turns only.")
        self.turns_only = True
        self._close_link()
        self._open_link()

    def _pause_link(self) -> None:
        """Stop the program until its next turn, unless it may ponder."""
        if not self.ponder:
            self.link.pause()

    def _close_link(self) -> None:
        if self.running:
            self.running = False
            self.link.close()

    def _await_ready(self, seconds: float) -> bool:
        """Whether `ready` arrives in time. The program's own clock does not run."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.link.receive_line(deadline)
            except Forfeit as forfeit:
                if forfeit.code == "timeout":
                    return False
                raise
            message = self._decode_line(line)
            if message is not None and message["type"] == "ready":
                return True
            if message is not None:
                self._ignore_line(line, "it was not its turn")

    def _receive_move(self, ts_ms: int, deadline: float) -> tuple[Json, list[dict[str, Any]]]:
        """Receive lines until one is the move. Returns it with the info messages before it."""
        infos: list[dict[str, Any]] = []
        before = len(self.ignored)
        try:
            for _ in range(MAX_MOVE_LINES):
                line = self.link.receive_line(deadline)
                message = self._decode_line(line)
                if message is None:
                    continue
                kind = message["type"]
                if kind == "move" and message.get("ts_ms", ts_ms) == ts_ms:
                    self.answer = printable_line(line, 1000)
                    return message.get("move"), infos
                if kind == "error":
                    what = str(message.get("error", ""))
                    raise Forfeit("agent_error", "The agent reported an error.", what)
                if kind == "info" and len(line) > protocol.MAX_INFO_BYTES:
                    self._ignore_line(line, "too long")
                elif kind == "info":
                    del message["type"]
                    infos = [*infos, message][-protocol.MAX_MOVE_INFOS :]
                elif kind != "ready":
                    self._ignore_line(line, "of another turn" if kind == "move" else "unknown type")
            raise Forfeit("agent_error", "The agent wrote too much for one move.")
        except Forfeit as forfeit:
            # An ignored line was most likely meant to be the answer.
            said = [*self.ignored[before:], forfeit.detail]
            raise Forfeit(forfeit.code, forfeit.message, "\n".join(filter(None, said))) from None

    def _decode_line(self, line: bytes) -> dict[str, Json] | None:
        """Decode a line, None if it is ignored."""
        try:
            return protocol.decode_message(line)
        except NotAMessage as error:
            self._ignore_line(line, str(error))
            return None

    def _ignore_line(self, line: bytes, why: str) -> None:
        if line.strip():
            self._log_ignored(f"{why}: {printable_line(line)}")

    def _log_ignored(self, text: str) -> None:
        if len(self.ignored) < MAX_IGNORED_LINES:
            self.ignored.append(text)
