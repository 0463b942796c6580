"""Pairings: which games a comparison of players consists of, and one of them being played."""

from __future__ import annotations

import time
from collections import Counter
from random import Random
from typing import NamedTuple

import msgspec

from ludarium.agents import opening, spec
from ludarium.core.game import AnyGame
from ludarium.core.position import DRAW, ONGOING, Position
from ludarium.core.scene import Event, Scene
from ludarium.training.gate import LONGEST, lineups
from ludarium.training.setting import Setting

TOO_LONG = "too_long"
TRAY = "tray"
FAIR = 100_000  # nodes of the search that has to find an opening fair


class Pairing(NamedTuple):
    """One game of a comparison; games of the same number begin with the same opening."""

    setting: Setting
    players: tuple[str, ...]
    lineup: tuple[int, ...]  # seat by seat, which of the players has it
    opening: tuple[int, int]  # the least and the most random plies to begin with
    seed: int
    number: int
    fair: int = FAIR


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """How a game went; what players spent is in seconds of processors, one entry for each."""

    number: int
    lineup: list[int]
    winner: int | None
    reason: str
    turns: int
    moves: int  # of the players: those of the opening left out
    seconds: list[float]
    thoughts: list[int]  # their turns
    events: dict[str, list[int]] = {}  # by kind: how many, and in how many moves


def schedule(
    setting: Setting,
    players: tuple[str, ...],
    seats: int,
    games: int,
    opening: tuple[int, int],
    seed: int,
    fair: int = FAIR,
) -> list[Pairing]:
    """At least so many games: every opening in all distributions of two players over the seats.

    One player alone plays against itself, every opening once.
    """
    arrangements = [tuple(int(not first) for first in lineup) for lineup in lineups(seats)]
    if len(players) == 1:
        arrangements = [(0,) * seats]
    return [
        Pairing(setting, players, lineup, opening, seed, number, fair)
        for number in range(-(-games // len(arrangements)))
        for lineup in arrangements
    ]


def play(pairing: Pairing) -> Played:
    """Play one game."""
    return opened(pairing.setting.load(), pairing).run()


def opened(game: AnyGame, pairing: Pairing) -> Course:
    """A game after its opening, which only the seed and the number decide: a fair one if found."""
    rng = Random(f"{pairing.seed}/{pairing.number}")
    tries = 0
    while True:
        tries += 1
        course = Course(game, game.new(rng.randrange(1 << 32), len(pairing.lineup)), pairing)
        for _ in range(rng.randint(*pairing.opening)):
            if course.position.verdict == ONGOING:
                for move in opening.turn(game, course.position, rng):
                    course.advance(move)
        if course.position.verdict == ONGOING and (
            tries > opening.TRIES or opening.fair(game, course.position, pairing.fair)
        ):
            return course


class Course:
    """A game on its way, and what is counted meanwhile."""

    def __init__(self, game: AnyGame, position: Position, pairing: Pairing) -> None:
        self.game = game
        self.position = position
        self.pairing = pairing
        self.turns = 1
        self.moves = 0
        self.seconds = [0.0] * len(pairing.players)
        self.thoughts = [0] * len(pairing.players)
        self.events: Counter[str] = Counter()
        self.eventful: Counter[str] = Counter()
        self.scene: Scene = game.scene(position)

    def advance(self, move: int) -> None:
        """Play a move and count its turn."""
        seat = self.position.to_move
        self.game.advance(self.position, move)
        if self.position.verdict == ONGOING and self.position.to_move != seat:
            self.turns += 1

    def run(self) -> Played:
        """Play it to its end."""
        pairing, position = self.pairing, self.position
        # One for each seat, though two may be alike: none profits from another's thoughts.
        players = [
            spec.read(pairing.players[who]).player(
                self.game, Random(f"{pairing.seed}/{pairing.number}/{seat}").getrandbits(32)
            )
            for seat, who in enumerate(pairing.lineup)
        ]
        alone = len(pairing.players) == 1
        while position.verdict == ONGOING and self.turns <= LONGEST:
            who = pairing.lineup[position.to_move]
            turn = self.turns
            began = time.process_time()
            move = players[position.to_move].choose(position)
            self.seconds[who] += time.process_time() - began
            if alone:
                self.count(self.game.events(position, move))
            self.advance(move)
            self.moves += 1
            self.thoughts[who] += self.turns != turn or position.verdict != ONGOING
        return self.played()

    def count(self, events: list[Event]) -> None:
        found = Counter(label(event, self.scene) for event in events)
        self.events.update(found)
        self.eventful.update(found.keys())

    def played(self) -> Played:
        verdict = self.position.verdict
        return Played(
            number=self.pairing.number,
            lineup=list(self.pairing.lineup),
            winner=None if verdict in (ONGOING, DRAW) else verdict,
            reason=self.game.reason(self.position) or TOO_LONG,
            turns=self.turns,
            moves=self.moves,
            seconds=[round(seconds, 4) for seconds in self.seconds],
            thoughts=self.thoughts,
            events={kind: [self.events[kind], self.eventful[kind]] for kind in sorted(self.events)},
        )


def label(event: Event, scene: Scene) -> str:
    """The kind of an event, with where from and where to if it leaves a grid or a tray."""
    grids = {grid.id for grid in scene.grids}
    ends = [
        place if place in grids else TRAY
        for place in (end.split(":")[0] for end in (event.at, event.to) if end)
    ]
    if len(set(ends)) < 2:
        return event.kind
    return f"{event.kind}, {ends[0]} to {ends[1]}"
