"""A contender that is a program: spoken to in the agent protocol, whatever the link to it."""

from __future__ import annotations

import time
from typing import Any

import ludarium
from ludarium.agents.contender import Allowance, Forfeit, Reply
from ludarium.agents.hosting import protocol
from ludarium.agents.hosting.link import PATIENCE, Link
from ludarium.agents.hosting.protocol import End, Hello, NotAMessage, Start, Turn, shown
from ludarium.core.game import AnyGame, Outcome
from ludarium.core.match import Match
from ludarium.core.strict_json import Json, same_json

GRACE = 0.5  # seconds for `ready` after an agent has read `hello`; many do not know it
READYING = 20.0  # seconds to read `start`, and for `ready` if an agent is known to say it
PARTING = 0.2  # seconds to read `end`
LOGGED = 100  # ignored lines that are kept
LINES = 10_000  # lines that an agent may write for one move


class Program:
    """Keeps to the clock and to the letter: what is not a whole legal move in time is none."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.running = False
        self.spoiled = False  # it lost by its own fault, so it is started anew for the next game
        self.polite = False  # it says `ready`
        self.faithful = True  # unless it said so to `hello` and then not to `start`
        self.plain = False  # it knows `turn` only, and ended when it was greeted
        self.unmet = False  # it has not read anything since it was started
        self.ignored: list[str] = []  # stray output, and why it was ignored

    @property
    def stderr(self) -> str:
        """What it wrote there, capped."""
        return self.link.stderr

    def start(
        self, game: AnyGame, seat: int, seats: int, seed: int, expose_legal_moves: bool
    ) -> None:
        """Start it if it does not run, tell of the game, and wait for it politely."""
        self.seat = seat
        self.exposed = expose_legal_moves
        if self.running and (self.spoiled or self.link.lost):
            self._stop()
        fresh = not self.running
        if fresh:
            self._open()
        if self.plain:
            self.link.hold()
            return
        message = Start(
            game.id, game.ruleset, dict(game.values), seat, seats, seed, expose_legal_moves
        )
        try:
            self._begin(protocol.write(message), fresh)
        except Forfeit as forfeit:
            if forfeit.code != "crash" or (fresh and self.polite):
                raise
            if fresh:  # it ended slowly, but did not come to read `start`
                self._open_plain(forfeit)
                self.link.hold()
            else:  # it left after the last game, which it may
                self._stop()
                self.start(game, seat, seats, seed, expose_legal_moves)

    def ask(self, match: Match, allowance: Allowance) -> Reply:
        """Its move; the clock runs from the moment that it may run itself."""
        game, position = match.game, match.position
        moves = game.moves(position)
        legal = [game.move_to_json(position, move) for move in moves]
        turn = Turn(
            game=game.id,
            ruleset=game.ruleset,
            options=game.values,
            player=self.seat,
            state=game.state_to_json(position),
            legal_moves=legal if self.exposed else None,
            clock=allowance.clock,
            ts_ms=time.time_ns() // 1_000_000,
        )
        line = protocol.write(turn)
        for stray in self.link.early():
            self._ignore(stray, "nobody had asked")
        self.spoiled = True
        self.link.resume()
        try:
            if self.unmet:  # it starts up until it reads its first turn
                line = self.link.greet(line)
                self.unmet = False
            began = time.monotonic()
            deadline = began + (PATIENCE if allowance.seconds is None else allowance.seconds)
            if line:
                self.link.send(line, deadline)
            answer, infos = self._listen(turn.ts_ms, deadline)
            seconds = time.monotonic() - began
        finally:
            self.link.hold()
        if allowance.seconds is not None:  # this host may be late, but the answer was not
            seconds = min(seconds, allowance.seconds)
        for move, written in zip(moves, legal, strict=True):
            if same_json(written, answer):
                self.spoiled = False
                return Reply(move, seconds, infos)
        raise Forfeit("illegal_move", "The agent's move is not legal.", self.answer)

    def end(self, outcome: Outcome) -> None:
        """Tell how the game ended, unless it will not listen."""
        if not self.running or self.plain:
            return
        message = protocol.write(End(outcome.winner, outcome.reason))
        try:
            # It goes on running: nobody's turn is disturbed, and it may want to leave.
            self.link.resume()
            self.link.send(message, time.monotonic() + PARTING)
        except Forfeit:
            self._stop()  # the game is over, so it costs nothing but a new start

    def close(self) -> None:
        """Have it leave."""
        self._stop()

    def _begin(self, start: bytes, fresh: bool) -> None:
        """Tell of a game, wait until that is read, and for `ready` from one who says it."""
        deadline = time.monotonic() + READYING
        self.link.resume()
        try:
            # First `end` of the last game is read; `hello` was waited for already.
            heard = self.link.settle(time.monotonic() if fresh else deadline)
            self.link.send(start, deadline)
            if heard:
                self.link.settle(deadline)
            if self.polite:
                self.polite = self.faithful = self._await_ready(READYING)
        finally:
            self.link.hold()

    def _open(self) -> None:
        """Start it and greet it; one who cannot bear that is started again and not greeted."""
        self.running = True
        self.spoiled = False
        self.link.open()
        self.unmet = self.plain
        if self.plain:
            return
        hello = Hello(protocol.VERSION, f"ludarium {ludarium.__version__}")
        try:
            self.link.greet(protocol.write(hello))
            self.polite = self._await_ready(GRACE)
        except Forfeit as forfeit:
            if forfeit.code != "crash":
                raise
            self._open_plain(forfeit)

    def _open_plain(self, forfeit: Forfeit) -> None:
        """Start it again, to be told of turns only."""
        self._log(f"hello: {forfeit.message} Now it is told of turns only.")
        self.plain = True
        self._stop()
        self._open()

    def _stop(self) -> None:
        if self.running:
            self.running = False
            self.link.close()

    def _await_ready(self, seconds: float) -> bool:
        """Whether it says `ready` within some seconds, which are not its own."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.link.receive(deadline)
            except Forfeit as forfeit:
                if forfeit.code == "timeout":
                    return False
                raise
            message = self._read(line)
            if message is not None and message["type"] == "ready":
                return True
            if message is not None:
                self._ignore(line, "nobody had asked")

    def _listen(self, ts_ms: int, deadline: float) -> tuple[Json, list[dict[str, Any]]]:
        """The move that it answers, and what it told before."""
        infos: list[dict[str, Any]] = []
        before = len(self.ignored)
        try:
            for _ in range(LINES):
                line = self.link.receive(deadline)
                message = self._read(line)
                if message is None:
                    continue
                kind = message["type"]
                if kind == "move" and message.get("ts_ms", ts_ms) == ts_ms:
                    self.answer = shown(line, 1000)
                    return message.get("move"), infos
                if kind == "error":
                    what = str(message.get("error", ""))
                    raise Forfeit("agent_error", "The agent reported an error.", what)
                if kind == "info" and len(line) > protocol.INFO:
                    self._ignore(line, "too long")
                elif kind == "info":
                    del message["type"]
                    infos = [*infos, message][-protocol.INFOS :]
                elif kind != "ready":
                    self._ignore(line, "of another turn" if kind == "move" else "unknown type")
            raise Forfeit("agent_error", "The agent wrote too much for one move.")
        except Forfeit as forfeit:
            # What was ignored is most likely what it took for its answer.
            said = [*self.ignored[before:], forfeit.detail]
            raise Forfeit(forfeit.code, forfeit.message, "\n".join(filter(None, said))) from None

    def _read(self, line: bytes) -> dict[str, Json] | None:
        """The message of a line, None if it is ignored."""
        try:
            return protocol.read(line)
        except NotAMessage as error:
            self._ignore(line, str(error))
            return None

    def _ignore(self, line: bytes, why: str) -> None:
        if line.strip():
            self._log(f"{why}: {shown(line)}")

    def _log(self, text: str) -> None:
        if len(self.ignored) < LOGGED:
            self.ignored.append(text)
