"""AgentCheck: tests an agent for its author, with advice for every fault."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import NamedTuple

from ludarium.agents.contender import Contender, Forfeit, Reply
from ludarium.agents.hosting.process_link import EXIT_GRACE_S, ProcessLink
from ludarium.agents.hosting.program_contender import ProgramContender
from ludarium.agents.human_contender import HumanContender
from ludarium.agents.player_spec import open_contender
from ludarium.agents.time_control import GameClocks, TimeControl
from ludarium.core.errors import InvalidOption
from ludarium.core.game import AnyGame, Outcome
from ludarium.core.match import Match, Player

CHECK_OK, CHECK_ADVICE, CHECK_FAULT = "ok", "advice", "fault"
CHECK_OPPONENT = "random"
MAX_CHECK_MOVES = 2000  # then a game is broken off, because a slow game is no fault
UNKNOWN_MESSAGE = b'{"type":"weather","text":"A message of a type that does not exist yet."}\n'
FORFEIT_ADVICE = {
    "timeout": "Flush the output after every line, and keep within clock.limit_ms.",
    "illegal_move": "Send back one of legal_moves unchanged: same keys, same types.",
    "agent_error": "The agent reported an error or wrote too much; its output is above.",
    "crash": "Its stderr may tell why; an agent must run until its input ends.",
}


class CheckNote(NamedTuple):
    """The result of one check: a mark, the subject and an explanation."""

    mark: str
    what: str
    text: str


class AgentCheck:
    """Runs all checks of one agent. Each note is yielded as soon as its check is done."""

    def __init__(
        self, written: str, games: list[AnyGame], control: TimeControl, sandbox: str = "auto"
    ) -> None:
        self.written = written
        self.games = games
        self.control = control
        self.sandbox = sandbox
        self.replies: list[Reply] = []
        self.contender: Contender = open_contender(written, sandbox)
        if isinstance(self.contender, HumanContender):
            raise InvalidOption("not_a_program", "Only programs can be checked.")

    def run_checks(self) -> Iterator[CheckNote]:
        """Run every check. After the last note the agent has been closed."""
        try:
            started = self.check_start()
            yield started
            if started.mark == CHECK_FAULT:
                return
            yield self.check_unknown_message()
            for game in self.games:
                yield self.check_whole_games(game)
            yield self.check_repeated_game()
            yield self.report_move_times()
            yield from self.report_output()
            self.contender.close()
            yield from self.check_exit()
            yield self.check_withheld_moves()
        finally:
            self.contender.close()

    def check_start(self) -> CheckNote:
        """Check that the agent starts and answers a turn."""
        began = time.monotonic()
        what = "starts and answers"
        game = self.games[0]
        try:
            self.contender.start_game(game, 0, game.seat_counts[0], 1, expose_legal_moves=True)
            up = time.monotonic() - began
            self.request_first_move(game)
        except Forfeit as forfeit:
            return self.fault_note(what, forfeit)
        told = f"It was ready after {up:.2f} s."
        program = self.contender
        if isinstance(program, ProgramContender) and program.turns_only:
            return CheckNote(
                CHECK_ADVICE, what, f"{told} It ends when it reads `hello`: ignore that instead."
            )
        if isinstance(program, ProgramContender) and not program.answers_start:
            told += " It says `ready` to `hello` but not to `start`, so every game begins late."
            return CheckNote(CHECK_ADVICE, what, told)
        if isinstance(program, ProgramContender) and not program.says_ready:
            told += " It does not say `ready`, so slow preparations would cost its clock."
            return CheckNote(CHECK_ADVICE, what, told)
        return CheckNote(CHECK_OK, what, told)

    def check_unknown_message(self) -> CheckNote:
        """Check that the agent ignores messages of unknown types."""
        what = "survives unknown messages"
        if not isinstance(self.contender, ProgramContender):
            return CheckNote(CHECK_OK, what, "It receives none.")
        try:
            self.contender.link.resume()
            self.contender.link.send_line(UNKNOWN_MESSAGE, time.monotonic() + 1)
            self.request_first_move(self.games[0])
        except Forfeit as forfeit:
            self.contender.close()
            return self.fault_note(what, forfeit, "Ignore types that you do not know.")
        return CheckNote(CHECK_OK, what, "It does.")

    def check_whole_games(self, game: AnyGame) -> CheckNote:
        """Check that the agent finishes a game in every seat."""
        what = f"plays {game.title}"
        played, moves, long = 0, 0, 0
        for seats in game.seat_counts:
            for seat in range(seats):
                try:
                    match = self.play_game(game, seats, seat, seed=seat)
                except Forfeit as forfeit:
                    return self.fault_note(f"{what}, seat {seat} of {seats}", forfeit)
                played += 1
                moves += len(match.moves)
                long += match.outcome is None
        cut = f"; {long} were broken off after {MAX_CHECK_MOVES}" if long else ""
        return CheckNote(CHECK_OK, what, f"{played} games in all seats, {moves} moves{cut}.")

    def check_withheld_moves(self) -> CheckNote:
        """Check that the agent can play without the list of legal moves."""
        what = "plays without legal_moves"
        game = self.games[0]
        if not isinstance(self.contender, ProgramContender):
            return CheckNote(CHECK_OK, what, "It knows the rules.")
        try:
            self.play_game(game, game.seat_counts[0], 0, seed=1, exposed=False)
        except Forfeit as forfeit:
            told = f"It does not ({forfeit.code}); few matches withhold them."
            return CheckNote(CHECK_ADVICE, what, told)
        return CheckNote(CHECK_OK, what, f"It knows the rules of {game.title}.")

    def check_repeated_game(self) -> CheckNote:
        """Check that the same seed gives the same game."""
        what = "plays the same again"
        game = self.games[0]
        try:
            first, second = (
                self.play_game(game, game.seat_counts[0], 0, seed=5).moves for _ in range(2)
            )
        except Forfeit as forfeit:
            return self.fault_note(what, forfeit)
        if first == second:
            return CheckNote(CHECK_OK, what, "The same seed gave the same moves.")
        return CheckNote(
            CHECK_ADVICE, what, "It does not: draw by the seed of `start`, and limit nodes."
        )

    def report_move_times(self) -> CheckNote:
        """Report the median and the slowest move."""
        seconds = sorted(reply.seconds for reply in self.replies)
        middle, slowest = statistics.median(seconds), seconds[-1]
        told = f"median {1000 * middle:.1f} ms, slowest {1000 * slowest:.1f} ms a move"
        limit = self.control.move or self.control.clock
        if limit is not None and slowest > limit / 2:
            return CheckNote(
                CHECK_ADVICE, "time", f"{told}; more than half of its limit of {limit:g} s."
            )
        return CheckNote(CHECK_OK, "time", f"{told}.")

    def report_output(self) -> Iterator[CheckNote]:
        """Report the memory, the info messages, stray output and stderr."""
        program = self.contender
        if not isinstance(program, ProgramContender):
            return
        if isinstance(program.link, ProcessLink):
            yield CheckNote(
                CHECK_OK, "memory", f"{program.link.peak_memory_bytes() / 1024**2:.0f} MiB at most."
            )
        infos = sum(len(reply.infos) for reply in self.replies)
        yield CheckNote(CHECK_OK, "infos", f"{infos} in {len(self.replies)} moves were kept.")
        if program.ignored:
            told = f"{len(program.ignored)} lines were ignored, the first: {program.ignored[0]}"
            yield CheckNote(
                CHECK_ADVICE, "stray output", f"{told} Write all other output to stderr."
            )
        else:
            yield CheckNote(CHECK_OK, "stray output", "None.")
        if program.stderr:
            told = f"{len(program.stderr)} characters were kept; they end with: "
            yield CheckNote(CHECK_OK, "stderr", told + program.stderr.strip()[-200:])

    def check_exit(self) -> Iterator[CheckNote]:
        """Check that the agent ends when its input ends."""
        if isinstance(self.contender, ProgramContender) and isinstance(
            self.contender.link, ProcessLink
        ):
            what = "ends when its input ends"
            if self.contender.link.was_killed:
                told = f"It had to be killed after {EXIT_GRACE_S} s: end when stdin ends."
                yield CheckNote(CHECK_ADVICE, what, told)
            else:
                yield CheckNote(CHECK_OK, what, "It does.")

    def request_first_move(self, game: AnyGame) -> None:
        """Request one answer to the first turn of a game."""
        allowance = GameClocks(self.control, game.seat_counts[0]).allowance(0)
        self.replies.append(self.contender.request_move(Match(game, seed=1), allowance))

    def play_game(
        self, game: AnyGame, seats: int, seat: int, seed: int, exposed: bool = True
    ) -> Match:
        """Play a game against random players."""
        match = Match(game, seed, [Player(str(number), "") for number in range(seats)])
        contenders = [open_contender(CHECK_OPPONENT) for _ in range(seats)]
        contenders[seat] = self.contender
        for number, contender in enumerate(contenders):
            contender.start_game(game, number, seats, seed + number, exposed)
        clocks = GameClocks(self.control, seats)
        while match.outcome is None and len(match.moves) < MAX_CHECK_MOVES:
            who = match.position.to_move
            reply = contenders[who].request_move(match, clocks.allowance(who))
            if clocks.spend_time(who, reply.seconds) < 0:
                raise Forfeit("timeout", "Its clock ran out.")
            if who == seat:
                self.replies.append(reply)
            match.play(reply.move)
        self.contender.end_game(match.outcome or Outcome(None, "aborted"))
        return match

    def fault_note(self, what: str, forfeit: Forfeit, advice: str = "") -> CheckNote:
        """A note about a forfeit, with the agent's output and advice."""
        said = f" It said: {forfeit.detail}" if forfeit.detail else ""
        help_ = advice or FORFEIT_ADVICE[forfeit.code]
        return CheckNote(CHECK_FAULT, what, f"{forfeit.code}: {forfeit.message}{said} {help_}")
