"""A bout: one game of an event, a pure function of its description where no time is limited."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack
from random import Random
from typing import Any, NamedTuple

import msgspec

from ludarium.agents import timecontrol
from ludarium.agents.contender import Contender, Forfeit
from ludarium.agents.spec import label, open_contender
from ludarium.arena.formats.event import Entrant, Event
from ludarium.arena.formats.game_setting import Ground
from ludarium.arena.formats.unit import Result, Unit, lineups
from ludarium.arena.run.opening import opened
from ludarium.core import record as records
from ludarium.core.game import Outcome
from ludarium.core.match import Match, Player

LONGEST = 5000  # moves; none of our games comes near it, and somebody else's may never end
ABORTED = "aborted"


class Bout(NamedTuple):
    """One game: who sits where, from which opening."""

    unit: int
    game: int  # within the unit
    number: int  # of the ground
    ground: Ground
    lineup: tuple[int, ...]
    seated: tuple[Entrant, ...]  # seat by seat
    opening: tuple[int, int]
    fair: int
    seed: int
    control: str
    expose_legal_moves: bool
    sandbox: str


class Fault(msgspec.Struct, frozen=True):
    """Why a game was forfeited: by which seat, and the output that was at fault."""

    seat: int
    code: str
    message: str
    detail: str


class Extras(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is kept of a game beside its record."""

    opening: int = 0  # moves at the start that nobody chose
    seconds: list[float] = []  # for each move after them, from the request to the answer
    movers: str = ""  # the seat of each of those moves, a digit each
    infos: dict[int, list[dict[str, Any]]] = {}  # by the number of the move, counted from 0
    stderr: dict[int, str] = {}  # by seat
    fault: Fault | None = None


class Played(NamedTuple):
    """A finished game: its result, its record as JSON, the rest, and how long it took."""

    result: Result
    record: bytes
    extras: bytes
    seconds: float


def bouts(event: Event, unit: Unit) -> list[Bout]:
    """The games of a unit."""
    return [
        Bout(
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
        )
        for game, lineup in enumerate(lineups(unit.group, event.seats))
    ]


def play(bout: Bout) -> Played:
    """Play one game to its end, or to the first fault of somebody."""
    began = time.monotonic()
    players = [Player(entrant.name, label(entrant.spec)) for entrant in bout.seated]
    rng = Random(f"{bout.seed}/{bout.unit}")
    match = opened(bout.ground.load(), rng, players, bout.opening, bout.fair)
    course = Course(bout, match)
    course.run()
    record = msgspec.json.encode(records.record(match))
    extras = msgspec.json.encode(course.extras())
    return Played(course.result(), record, extras, time.monotonic() - began)


class Course:
    """A game on its way."""

    def __init__(self, bout: Bout, match: Match) -> None:
        self.bout = bout
        self.match = match
        self.clocks = timecontrol.Clocks(timecontrol.read(bout.control), len(bout.lineup))
        self.opening = len(match.moves)
        self.seconds: list[float] = []
        self.movers = ""
        self.infos: dict[int, list[dict[str, Any]]] = {}
        self.stderr: dict[int, str] = {}
        self.fault: Fault | None = None

    def run(self) -> None:
        """Have everybody sit down, play, and leave."""
        with ExitStack() as leaving:
            contenders: list[Contender] = []
            seat = 0
            try:
                for seat, entrant in enumerate(self.bout.seated):
                    contenders.append(open_contender(entrant.spec, sandbox=self.bout.sandbox))
                    leaving.callback(contenders[-1].close)
                    self.start(contenders[-1], seat)
                while self.match.outcome is None and len(self.match.moves) < LONGEST:
                    seat = self.match.position.to_move
                    self.move(contenders[seat], seat)
            except Forfeit as forfeit:
                self.fault = Fault(seat, forfeit.code, forfeit.message, forfeit.detail)
            outcome = self.settle()
            for contender in contenders:
                contender.end(outcome)
        self.stderr = {
            seat: contender.stderr for seat, contender in enumerate(contenders) if contender.stderr
        }

    def start(self, contender: Contender, seat: int) -> None:
        bout = self.bout
        # Every game its own draws: the same player twice in a unit would repeat itself.
        seed = Random(f"{bout.seed}/{bout.unit}/{bout.game}/{seat}").getrandbits(32)
        contender.start(self.match.game, seat, len(bout.lineup), seed, bout.expose_legal_moves)

    def move(self, contender: Contender, seat: int) -> None:
        reply = contender.ask(self.match, self.clocks.allowance(seat))
        if self.clocks.spend(seat, reply.seconds) < 0:
            raise Forfeit("timeout", "The move came too late.", f"{reply.seconds:.3f} s")
        self.seconds.append(round(reply.seconds, 6))
        self.movers += str(seat)
        if reply.infos:
            self.infos[len(self.match.moves)] = reply.infos
        self.match.play(reply.move)

    def settle(self) -> Outcome:
        """The outcome of a match that nobody goes on with."""
        if self.fault is not None:
            others = [seat for seat in range(len(self.bout.lineup)) if seat != self.fault.seat]
            winner = others[0] if len(others) == 1 else None
            self.match.end(Outcome(winner, self.fault.code))
        elif self.match.outcome is None:
            self.match.end(Outcome(None, ABORTED))
        assert self.match.outcome is not None
        return self.match.outcome

    def result(self) -> Result:
        bout, outcome = self.bout, self.match.outcome
        assert outcome is not None
        at_fault = self.fault.seat if self.fault else None
        return Result(
            bout.unit,
            bout.game,
            bout.number,
            bout.lineup,
            points(bout.lineup, outcome.winner, at_fault),
            outcome.reason,
            at_fault,
            len(self.match.moves),
        )

    def extras(self) -> Extras:
        return Extras(self.opening, self.seconds, self.movers, self.infos, self.stderr, self.fault)


def points(lineup: Sequence[int], winner: int | None, fault: int | None) -> tuple[float, ...]:
    """One point for a game, seat by seat: to the winner, or shared by all who are not at fault."""
    seats = range(len(lineup))
    if winner is not None:
        return tuple(float(seat == winner) for seat in seats)
    sharing = list(seats)
    if fault is not None:
        # An entrant's second seat must not profit from the fault of its first.
        sharing = [seat for seat in seats if lineup[seat] != lineup[fault]] or sharing
    return tuple((seat in sharing) / len(sharing) for seat in seats)
