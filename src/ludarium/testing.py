"""The public conformance suite: checks the game contract over seeded random games."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ludarium.core.error_place import find_error_place
from ludarium.core.errors import IllegalMove
from ludarium.core.game import AnyGame, Choice
from ludarium.core.learning_check import learning_faults
from ludarium.core.position import ONGOING, Position
from ludarium.core.position_checks import (
    JUNK_VALUES,
    check_bad_states,
    check_end,
    check_events,
    check_json,
    check_moves,
    check_paths,
    check_tokens,
    check_undo,
    check_undo_line,
    dump_json,
    mutate,
    take_snapshot,
)
from ludarium.core.strict_json import same_json

MAX_PLIES = 20_000
CHECKED_PLIES = 250  # plies of a game that are checked; of a longer game also the end


class BrokenRule(NamedTuple):
    """A broken rule of the contract, with the position that shows it if one does."""

    rule: str
    detail: str
    seed: int = 0
    ply: int = 0
    state: str = ""

    def __str__(self) -> str:
        if not self.state:
            return f"{self.rule}: {self.detail}"
        return f"{self.rule}: {self.detail} (seed {self.seed}, ply {self.ply})\n  {self.state}"


class Nonconformance(AssertionError):
    """Raised by `check_game` with all broken rules."""

    def __init__(self, game: AnyGame, faults: list[BrokenRule]) -> None:
        super().__init__(f"{game.id} breaks the contract:\n" + "\n".join(map(str, faults)))
        self.faults = faults


def check_game(
    game: AnyGame,
    playouts: int = 10,
    seed: int = 0,
    progress: Callable[[int], None] = lambda done: None,
) -> int:
    """Check a game over random games for every number of seats; returns the checked plies.

    Raises Nonconformance with the first example of every broken rule.
    """
    run = _SuiteRun(game)
    for number in range(playouts):
        for seats in game.seat_counts:
            run.play(seed + number, seats)
        progress(number + 1)
    for rule, detail in learning_faults(type(game)):
        run.faults.setdefault(rule, BrokenRule(rule, detail))
    if run.faults:
        raise Nonconformance(game, list(run.faults.values()))
    return run.plies


class _SuiteRun:
    """One run of the suite: the broken rules, and facts that must hold across positions."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.faults: dict[str, BrokenRule] = {}
        self.plies = 0
        self.futures: dict[int, tuple[Any, ...]] = {}
        self.foreign: list[Any] = []  # moves of other positions, which must be refused if illegal
        self.seed = 0
        self.ply = 0

    def play(self, seed: int, seats: int) -> None:
        """Play a random game, check every position, and play it again to compare."""
        self.seed = seed
        try:
            history = self._play_game(seed, seats, look=True)
            again = self._play_game(seed, seats, look=False)
        except Exception as error:  # noqa: BLE001  earlier faults must still be reported
            self.add_fault("nothing crashes", self._describe_crash(error), None)
            return
        if history != again:
            self.add_fault("same seed, same game", "a second run went another way", None)
        new = self.game.new
        if not self.game.random_setup and new(seed, seats).key() != new(0, seats).key():
            self.add_fault("without a random set-up all seeds begin alike", "", None)

    def _play_game(self, seed: int, seats: int, look: bool) -> list[str]:
        rng = random.Random(f"{self.game.id} {seed} {seats}")
        position = self.game.new(seed, seats)
        history = [dump_json(self.game.state_to_json(position))]
        for ply in range(MAX_PLIES):
            self.ply = ply
            moves = self.game.moves(position)
            over = position.verdict != ONGOING or not moves
            if look and (ply < CHECKED_PLIES or over):
                self.plies += 1
                self._check_safely(position, random.Random(f"{seed} {ply}"))
            if over:
                break
            self.game.advance(position, rng.choice(moves))
            history.append(dump_json(self.game.state_to_json(position)))
        else:
            self.add_fault("the game ends", f"not within {MAX_PLIES} plies", position)
        return history

    def _check_safely(self, position: Position, rng: random.Random) -> None:
        try:
            for rule, detail in self._check_position(position, rng):
                self.add_fault(rule, detail, position)
        except (Nonconformance, KeyboardInterrupt):
            raise
        except Exception as error:  # noqa: BLE001  a crash must not hide other faults
            self.add_fault("nothing crashes", self._describe_crash(error), position)

    def _describe_crash(self, error: Exception) -> str:
        file = getattr(sys.modules.get(type(self.game).__module__), "__file__", None) or ""
        return str(find_error_place(error, Path(file).parent))

    def add_fault(self, rule: str, detail: str, position: Position | None) -> None:
        state = dump_json(self.game.state_to_json(position)) if position else "-"
        self.faults.setdefault(rule, BrokenRule(rule, detail, self.seed, self.ply, state))

    def _check_position(self, position: Position, rng: random.Random) -> Iterator[tuple[str, str]]:
        game = self.game
        choices = game.choices(position)
        scene = game.scene(position)
        sample = rng.sample(choices, min(len(choices), 4))
        yield from check_moves(game, position, choices)
        yield from check_json(game, position, choices)
        yield from self._check_key(position, choices)
        more = [path for one in choices for path in self.game.other_paths(position, one.move)]
        yield from check_paths(choices, more, scene)
        yield from check_tokens(scene)
        yield from check_end(game, position, choices)
        for choice in sample:
            yield from check_undo(game, position, choice)
            yield from check_events(game, position, choice, scene)
        if position.verdict == ONGOING:
            yield from check_undo_line(game, position, rng)
            yield from self._check_refusals(position, choices, rng)
        yield from check_bad_states(game, position, rng)
        self.foreign = (self.foreign + [choice.json for choice in sample])[-24:]

    def _check_key(self, position: Position, choices: list[Choice]) -> Iterator[tuple[str, str]]:
        key = position.key()
        if not 0 <= key < 1 << 64:
            yield "keys have 64 bits", str(key)
        if position.copy().key() != key:
            yield "a copy has the same key", ""
        written = self.game.state_to_json(position)
        if self.game.state_from_json(written).key() != key:
            yield "the reloaded state has the same key", ""
        future = (
            position.to_move,
            self.game.result(position),
            sorted(choice.notation for choice in choices),
        )
        if self.futures.setdefault(key, future) != future:
            yield "different futures have different keys", f"key {key:016x} stands for two"

    def _check_refusals(
        self, position: Position, choices: list[Choice], rng: random.Random
    ) -> Iterator[tuple[str, str]]:
        before = take_snapshot(self.game, position)
        tried = [*rng.sample(JUNK_VALUES, 3), *rng.sample(self.foreign, min(len(self.foreign), 4))]
        tried += [mutate(rng.choice(choices).json, rng) for _ in range(4)]
        for value in tried:
            if any(same_json(choice.json, value) for choice in choices):
                continue
            try:
                self.game.move_from_json(position, value)
            except IllegalMove as refusal:
                if not (refusal.code and refusal.message and refusal.rule):
                    yield "a refusal has code, sentence and rule", dump_json(value)
            else:
                yield "no illegal move is accepted", dump_json(value)
        if take_snapshot(self.game, position) != before:
            yield "a refused move changes nothing", ""
