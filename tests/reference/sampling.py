"""Finds positions of wanted kinds in seeded random games of a reference."""

from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import Any, Protocol

State = dict[str, Any]
Move = dict[str, Any]
Options = dict[str, Any]
Wanted = Callable[[State, Options], bool]
Weight = Callable[[State, Move], float]


class Game(Protocol):
    """What a reference module offers here."""

    def initial_state(self, options: Options) -> State: ...
    def legal_moves(self, state: State, options: Options) -> list[Move]: ...
    def apply_move(self, state: State, move: Move, options: Options) -> State: ...


def evenly(state: State, move: Move) -> float:
    """Every move is as likely as any other."""
    return 1.0


class Sampler:
    """Plays random games; `patient` ones end the game only when every move does."""

    def __init__(self, game: Game, weight: Weight = evenly) -> None:
        self.game = game
        self.weight = weight

    def find(self, options: Options, wanted: Wanted, seed: int, patient: bool = True) -> State:
        """A wanted state out of the first game from this seed on that has one."""
        for attempt in count():
            rng = Random(f"{seed}/{attempt}")
            states = list(self.play(options, rng, patient))
            found = [state for state in states if wanted(state, options)]
            if found:
                return rng.choice(found)
        raise AssertionError

    def play(self, options: Options, rng: Random, patient: bool) -> Iterator[State]:
        """The states of one random game, the first and the last included."""
        state = self.game.initial_state(options)
        yield state
        while moves := self.game.legal_moves(state, options):
            state = self.next_state(state, moves, options, rng, patient)
            yield state

    def next_state(
        self, state: State, moves: list[Move], options: Options, rng: Random, patient: bool
    ) -> State:
        """The state after one of the moves, drawn by weight."""
        while True:
            move = rng.choices(moves, [self.weight(state, move) for move in moves])[0]
            after = self.game.apply_move(state, move, options)
            if not patient or after["reason"] == "" or len(moves) == 1:
                return after
            moves.remove(move)

    def children(self, state: State, options: Options) -> list[State]:
        """Every state one ply below."""
        moves = self.game.legal_moves(state, options)
        return [self.game.apply_move(state, move, options) for move in moves]

    def in_reach(self, *reasons: str) -> Wanted:
        """Wants a state where some moves end the game, by each of these reasons."""

        def wanted(state: State, options: Options) -> bool:
            found = {child["reason"] for child in self.children(state, options)}
            return found.issuperset(reasons)

        return wanted


def ended(reason: str) -> Wanted:
    """Wants a game that has ended by this reason."""

    def wanted(state: State, options: Options) -> bool:
        return bool(state["reason"] == reason)

    return wanted
