"""The game loop: plays one game of an event, reproducibly where no time is limited."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack
from random import Random
from typing import Any, NamedTuple

import msgspec

from ludarium.agents import time_control
from ludarium.agents.contender import Contender, Forfeit
from ludarium.agents.player_spec import public_label
from ludarium.arena.formats.adjudication import Adjudication
from ludarium.arena.formats.event import ArenaEvent, Entrant
from ludarium.arena.formats.game_setting import GameSetting
from ludarium.arena.formats.opening_file import WrittenOpening, choose_opening, play_opening
from ludarium.arena.formats.unit import GameResult, Unit, lineups
from ludarium.arena.run.adjudicator import Adjudicator
from ludarium.arena.run.contender_pool import ProgramKey, worker_pool
from ludarium.arena.run.game_measures import GameMeasures, measure_match
from ludarium.arena.run.opening import draw_opening
from ludarium.core import record as records
from ludarium.core.game import Outcome
from ludarium.core.match import Match, Player

LONGEST_GAME_MOVES = 5000  # our games are far shorter; a game from elsewhere may never end
ABORTED = "aborted"


class ScheduledGame(NamedTuple):
    """One game of a unit: the entrant of each seat, the opening and the terms."""

    unit: int
    game: int  # within the unit
    number: int  # of the ground
    ground: GameSetting
    lineup: tuple[int, ...]
    seated: tuple[Entrant, ...]  # seat by seat
    opening: tuple[int, int]
    fair: int
    seed: int
    control: str
    expose_legal_moves: bool
    sandbox: str
    written: WrittenOpening | None = None  # the opening of a file, instead of a drawn one
    adjudication: Adjudication | None = None

    def __str__(self) -> str:
        """The name of the game in errors."""
        return f"Game {self.game + 1} of unit {self.unit + 1}"


class ForfeitDetail(msgspec.Struct, frozen=True):
    """The seat that forfeited, and the offending output."""

    seat: int
    code: str
    message: str
    detail: str


class GameExtras(msgspec.Struct, frozen=True, omit_defaults=True):
    """The data stored beside the record of a game."""

    opening: int = 0  # random moves at the start, before the players began
    seconds: list[float] = []  # for each move after them, from the request to the answer
    movers: str = ""  # the seat of each of these moves, a digit each
    # Seat by seat, what players inside the process spent of a processor; programs are not counted.
    cpu_seconds: list[float] = []
    infos: dict[int, list[dict[str, Any]]] = {}  # by the number of the move, counted from 0
    stderr: dict[int, str] = {}  # by seat
    fault: ForfeitDetail | None = None
    measures: GameMeasures | None = None  # of games that `play_measured_game` played


class FinishedGame(NamedTuple):
    """A finished game: its result, its record and extras as JSON, and its seconds."""

    result: GameResult
    record: bytes
    extras: bytes
    seconds: float


def schedule_games(event: ArenaEvent, unit: Unit) -> list[ScheduledGame]:
    """The games of a unit."""
    written = None
    if event.openings is not None:
        written = choose_opening(event.openings, event.seed, unit.number)
    return [
        ScheduledGame(
            unit.number,
            game,
            unit.ground,
            event.grounds[unit.ground],
            lineup,
            tuple(event.entrants[who] for who in lineup),
            event.opening,
            event.fair,
            event.seed,
            event.control,
            event.expose_legal_moves,
            event.sandbox,
            written,
            event.adjudication,
        )
        for game, lineup in enumerate(lineups(unit.group, event.seats))
    ]


def play_game(scheduled: ScheduledGame) -> FinishedGame:
    """Play one game to its end, or to the first forfeit."""
    began = time.monotonic()
    loop = run_scheduled_game(scheduled)
    return finish_game(loop, loop.extras(), time.monotonic() - began)


def play_measured_game(scheduled: ScheduledGame) -> FinishedGame:
    """Play one game as `play_game` does, and store its measures beside the record."""
    began = time.monotonic()
    loop = run_scheduled_game(scheduled)
    measures = measure_match(loop.match, loop.opening)
    extras = msgspec.structs.replace(loop.extras(), measures=measures)
    return finish_game(loop, extras, time.monotonic() - began)


def run_scheduled_game(scheduled: ScheduledGame) -> GameLoop:
    """Draw the opening and play the game."""
    players = [Player(entrant.name, public_label(entrant.spec)) for entrant in scheduled.seated]
    rng = Random(f"{scheduled.seed}/{scheduled.unit}")
    game = scheduled.ground.load()
    if scheduled.written is not None:
        match = play_opening(game, scheduled.written, players)
    else:
        match = draw_opening(game, rng, players, scheduled.opening, scheduled.fair)
    loop = GameLoop(scheduled, match)
    loop.run()
    return loop


def finish_game(loop: GameLoop, extras: GameExtras, seconds: float) -> FinishedGame:
    """A finished game as it is sent to the store."""
    record = msgspec.json.encode(records.record(loop.match))
    return FinishedGame(loop.result(), record, msgspec.json.encode(extras), seconds)


class GameLoop:
    """Asks the players of a running match for moves until it ends."""

    def __init__(self, scheduled: ScheduledGame, match: Match) -> None:
        self.scheduled = scheduled
        self.match = match
        seats = len(scheduled.lineup)
        self.clocks = open_clocks(scheduled)
        rules = scheduled.adjudication
        self.adjudicator = None if rules is None else Adjudicator(rules, seats)
        self.opening = len(match.moves)
        self.seconds: list[float] = []
        self.movers = ""
        self.cpu_seconds = [0.0] * seats
        self.infos: dict[int, list[dict[str, Any]]] = {}
        self.stderr: dict[int, str] = {}
        self.fault: ForfeitDetail | None = None
        self.completed = False

    def run(self) -> None:
        """Borrow the players, play the game, and return the players."""
        with ExitStack() as returning:
            contenders: list[Contender] = []
            seat = 0
            try:
                for seat, entrant in enumerate(self.scheduled.seated):
                    contenders.append(self.borrow_player(entrant))
                    returning.callback(self.return_player, contenders[-1], seat)
                    self.start_player(contenders[-1], seat)
                while self.match.outcome is None and len(self.match.moves) < LONGEST_GAME_MOVES:
                    seat = self.match.position.to_move
                    self.play_move(contenders[seat], seat)
            except Forfeit as forfeit:
                self.fault = ForfeitDetail(seat, forfeit.code, forfeit.message, forfeit.detail)
            outcome = self.settle_outcome()
            for contender in contenders:
                contender.end_game(outcome)
            self.completed = True
        self.stderr = {
            seat: contender.stderr for seat, contender in enumerate(contenders) if contender.stderr
        }

    def borrow_player(self, entrant: Entrant) -> Contender:
        """The player of an entrant, a program that waits since its last game if there is one."""
        return worker_pool().borrow_contender(self.program_key(entrant), restart=entrant.restart)

    def return_player(self, contender: Contender, seat: int) -> None:
        """Keep a program for its next game unless it failed in this one."""
        entrant = self.scheduled.seated[seat]
        failed = self.fault is not None and self.fault.seat == seat
        keep = self.completed and not failed and not entrant.restart
        worker_pool().return_contender(self.program_key(entrant), contender, keep=keep)

    def program_key(self, entrant: Entrant) -> ProgramKey:
        """What a program must have in common with another to play in its place."""
        file_game = self.scheduled.ground.file_game()
        return ProgramKey(entrant.spec, self.scheduled.sandbox, file_game, entrant.ponder)

    def start_player(self, contender: Contender, seat: int) -> None:
        """Begin the game for one seat."""
        scheduled = self.scheduled
        # Every game has its own draws: the same player twice in a unit would repeat itself.
        text = f"{scheduled.seed}/{scheduled.unit}/{scheduled.game}/{seat}"
        seed = Random(text).getrandbits(32)
        seats = len(scheduled.lineup)
        contender.start_game(self.match.game, seat, seats, seed, scheduled.expose_legal_moves)

    def play_move(self, contender: Contender, seat: int) -> None:
        """Ask one seat for a move, count its time, and play it."""
        began = time.process_time()
        reply = contender.request_move(self.match, self.clocks.allowance(seat))
        self.cpu_seconds[seat] += time.process_time() - began
        if self.clocks.spend_time(seat, reply.seconds) < 0:
            raise Forfeit("timeout", "The move came too late.", f"{reply.seconds:.3f} s")
        self.seconds.append(round(reply.seconds, 6))
        self.movers += str(seat)
        if reply.infos:
            self.infos[len(self.match.moves)] = reply.infos
        self.match.play(reply.move)
        if self.adjudicator is not None:
            self.adjudicator.note_move(seat, reply.infos)
            judged = None if self.match.outcome else self.adjudicator.judge(self.match)
            if judged is not None:
                self.match.end(judged)

    def settle_outcome(self) -> Outcome:
        """The outcome by the rules, else by a forfeit or by the limit of moves."""
        if self.fault is not None:
            others = [seat for seat in range(len(self.scheduled.lineup)) if seat != self.fault.seat]
            winner = others[0] if len(others) == 1 else None
            self.match.end(Outcome(winner, self.fault.code))
        elif self.match.outcome is None:
            self.match.end(Outcome(None, ABORTED))
        assert self.match.outcome is not None
        return self.match.outcome

    def result(self) -> GameResult:
        scheduled, outcome = self.scheduled, self.match.outcome
        assert outcome is not None
        at_fault = self.fault.seat if self.fault else None
        return GameResult(
            scheduled.unit,
            scheduled.game,
            scheduled.number,
            scheduled.lineup,
            share_points(scheduled.lineup, outcome.winner, at_fault),
            outcome.reason,
            at_fault,
            len(self.match.moves),
        )

    def extras(self) -> GameExtras:
        return GameExtras(
            opening=self.opening,
            seconds=self.seconds,
            movers=self.movers,
            cpu_seconds=[round(seconds, 6) for seconds in self.cpu_seconds],
            infos=self.infos,
            stderr=self.stderr,
            fault=self.fault,
        )


def open_clocks(scheduled: ScheduledGame) -> time_control.GameClocks:
    """The clocks of a game; a player may have its own time control."""
    own = {
        seat: time_control.read_time_control(entrant.control)
        for seat, entrant in enumerate(scheduled.seated)
        if entrant.control
    }
    control = time_control.read_time_control(scheduled.control)
    return time_control.GameClocks(control, len(scheduled.seated), own)


def share_points(lineup: Sequence[int], winner: int | None, fault: int | None) -> tuple[float, ...]:
    """The points of each seat, one in all: to the winner, or shared by all seats not at fault."""
    seats = range(len(lineup))
    if winner is not None:
        return tuple(float(seat == winner) for seat in seats)
    sharing = list(seats)
    if fault is not None:
        # An entrant's second seat must not profit from the fault of its first.
        sharing = [seat for seat in seats if lineup[seat] != lineup[fault]] or sharing
    return tuple((seat in sharing) / len(sharing) for seat in seats)
