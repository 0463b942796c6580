"""A checkup of an agent for its author: does it play everything, in time, and behave itself?"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import NamedTuple

from ludarium.agents.contender import Contender, Forfeit, Reply
from ludarium.agents.hosting.process import LEAVING, Process
from ludarium.agents.hosting.program import Program
from ludarium.agents.human import Human
from ludarium.agents.spec import open_contender
from ludarium.agents.timecontrol import Clocks, TimeControl
from ludarium.core.errors import InvalidOption
from ludarium.core.game import AnyGame, Outcome
from ludarium.core.match import Match, Player

OK, ADVICE, FAULT = "ok", "advice", "fault"
OPPONENT = "random"
LONGEST = 2000  # moves after which a game is broken off; bots that wander about are no fault
UNKNOWN = b'{"type":"weather","text":"A message of a type that does not exist yet."}\n'
ADVISED = {
    "timeout": "Does it flush its output after every line, and keep an eye on clock.limit_ms?",
    "illegal_move": "Send back one of legal_moves unchanged: same keys, same types.",
    "agent_error": "It gave up or wrote too much; what it said is above.",
    "crash": "Its last words, on stderr, tell why; it must stay until its input ends.",
}


class Note(NamedTuple):
    """One thing that was looked at: how it is, what it was, and what there is to say about it."""

    mark: str
    what: str
    text: str


class Checkup:
    """Examines one agent; `notes` come one by one, the next after some games have been played."""

    def __init__(
        self, written: str, games: list[AnyGame], control: TimeControl, sandbox: str = "auto"
    ) -> None:
        self.written = written
        self.games = games
        self.control = control
        self.sandbox = sandbox
        self.replies: list[Reply] = []
        self.contender: Contender = open_contender(written, sandbox)
        if isinstance(self.contender, Human):
            raise InvalidOption("not_a_program", "People are not checked.")

    def notes(self) -> Iterator[Note]:
        """Look at everything; the agent has left when the last note has come."""
        try:
            started = self.start()
            yield started
            if started.mark == FAULT:
                return
            yield self.unknown()
            for game in self.games:
                yield self.whole_games(game)
            yield self.again()
            yield self.pace()
            yield from self.output()
            self.contender.close()
            yield from self.parting()
            yield self.withheld()
        finally:
            self.contender.close()

    def start(self) -> Note:
        """Does it start and answer a turn?"""
        began = time.monotonic()
        what = "starts and answers"
        game = self.games[0]
        try:
            self.contender.start(game, 0, game.seat_counts[0], 1, expose_legal_moves=True)
            up = time.monotonic() - began
            self.ask(game)
        except Forfeit as forfeit:
            return self.fault(what, forfeit)
        told = f"It was there after {up:.2f} s."
        program = self.contender
        if isinstance(program, Program) and program.plain:
            return Note(ADVICE, what, f"{told} It ends when it reads `hello`: ignore that instead.")
        if isinstance(program, Program) and not program.faithful:
            told += " It says `ready` to `hello` but not to `start`, so every game begins late."
            return Note(ADVICE, what, told)
        if isinstance(program, Program) and not program.polite:
            told += " It does not say `ready`, so slow preparations would cost its clock."
            return Note(ADVICE, what, told)
        return Note(OK, what, told)

    def unknown(self) -> Note:
        """Does it leave messages alone that it does not know?"""
        what = "survives unknown messages"
        if not isinstance(self.contender, Program):
            return Note(OK, what, "It gets none.")
        try:
            self.contender.link.resume()
            self.contender.link.send(UNKNOWN, time.monotonic() + 1)
            self.ask(self.games[0])
        except Forfeit as forfeit:
            self.contender.close()
            return self.fault(what, forfeit, "Ignore types that you do not know.")
        return Note(OK, what, "It does.")

    def whole_games(self, game: AnyGame) -> Note:
        """Does it play a game to its end, in every seat?"""
        what = f"plays {game.title}"
        played, moves, long = 0, 0, 0
        for seats in game.seat_counts:
            for seat in range(seats):
                try:
                    match = self.play(game, seats, seat, seed=seat)
                except Forfeit as forfeit:
                    return self.fault(f"{what}, seat {seat} of {seats}", forfeit)
                played += 1
                moves += len(match.moves)
                long += match.outcome is None
        cut = f"; {long} were broken off after {LONGEST}" if long else ""
        return Note(OK, what, f"{played} games in all seats, {moves} moves{cut}.")

    def withheld(self) -> Note:
        """Can it do without being told the legal moves?"""
        what = "plays without legal_moves"
        game = self.games[0]
        if not isinstance(self.contender, Program):
            return Note(OK, what, "It knows the rules.")
        try:
            self.play(game, game.seat_counts[0], 0, seed=1, exposed=False)
        except Forfeit as forfeit:
            told = f"It does not ({forfeit.code}); few matches withhold them."
            return Note(ADVICE, what, told)
        return Note(OK, what, f"It knows the rules of {game.title}.")

    def again(self) -> Note:
        """Does it play the same game again, given the same seed?"""
        what = "plays the same again"
        game = self.games[0]
        try:
            first, second = (
                self.play(game, game.seat_counts[0], 0, seed=5).moves for _ in range(2)
            )
        except Forfeit as forfeit:
            return self.fault(what, forfeit)
        if first == second:
            return Note(OK, what, "The same seed gave the same moves.")
        return Note(ADVICE, what, "It does not: draw by the seed of `start`, and limit nodes.")

    def pace(self) -> Note:
        """How long does it take?"""
        seconds = sorted(reply.seconds for reply in self.replies)
        middle, slowest = statistics.median(seconds), seconds[-1]
        told = f"median {1000 * middle:.1f} ms, slowest {1000 * slowest:.1f} ms a move"
        limit = self.control.move or self.control.clock
        if limit is not None and slowest > limit / 2:
            return Note(ADVICE, "time", f"{told}; more than half of its limit of {limit:g} s.")
        return Note(OK, "time", f"{told}.")

    def output(self) -> Iterator[Note]:
        """What does it write, and how much memory does it take?"""
        program = self.contender
        if not isinstance(program, Program):
            return
        if isinstance(program.link, Process):
            yield Note(OK, "memory", f"{program.link.memory() / 1024**2:.0f} MiB at most.")
        infos = sum(len(reply.infos) for reply in self.replies)
        yield Note(OK, "infos", f"{infos} in {len(self.replies)} moves were kept.")
        if program.ignored:
            told = f"{len(program.ignored)} lines were ignored, the first: {program.ignored[0]}"
            yield Note(ADVICE, "stray output", f"{told} Write what is not for the arena to stderr.")
        else:
            yield Note(OK, "stray output", "None.")
        if program.stderr:
            told = f"{len(program.stderr)} characters were kept; they end with: "
            yield Note(OK, "stderr", told + program.stderr.strip()[-200:])

    def parting(self) -> Iterator[Note]:
        """Does it leave when its input ends?"""
        if isinstance(self.contender, Program) and isinstance(self.contender.link, Process):
            what = "leaves when its input ends"
            if self.contender.link.stayed:
                told = f"It had to be killed after {LEAVING} s: end with your input."
                yield Note(ADVICE, what, told)
            else:
                yield Note(OK, what, "It does.")

    def ask(self, game: AnyGame) -> None:
        """One answer to the first turn of a game."""
        allowance = Clocks(self.control, game.seat_counts[0]).allowance(0)
        self.replies.append(self.contender.ask(Match(game, seed=1), allowance))

    def play(self, game: AnyGame, seats: int, seat: int, seed: int, exposed: bool = True) -> Match:
        """A game against players who draw their moves."""
        match = Match(game, seed, [Player(str(number), "") for number in range(seats)])
        contenders = [open_contender(OPPONENT) for _ in range(seats)]
        contenders[seat] = self.contender
        for number, contender in enumerate(contenders):
            contender.start(game, number, seats, seed + number, exposed)
        clocks = Clocks(self.control, seats)
        while match.outcome is None and len(match.moves) < LONGEST:
            who = match.position.to_move
            reply = contenders[who].ask(match, clocks.allowance(who))
            if clocks.spend(who, reply.seconds) < 0:
                raise Forfeit("timeout", "Its clock ran out.")
            if who == seat:
                self.replies.append(reply)
            match.play(reply.move)
        self.contender.end(match.outcome or Outcome(None, "aborted"))
        return match

    def fault(self, what: str, forfeit: Forfeit, advice: str = "") -> Note:
        """What went wrong, in what words, and what may help."""
        said = f" It said: {forfeit.detail}" if forfeit.detail else ""
        help_ = advice or ADVISED[forfeit.code]
        return Note(FAULT, what, f"{forfeit.code}: {forfeit.message}{said} {help_}")
