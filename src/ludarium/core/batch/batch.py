"""A batch of games of one kind, stepped together: NumPy arrays that compiled code fills."""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludarium.core.batch.actions import ActionTable
from ludarium.core.batch.env import Env, run_playouts
from ludarium.core.batch.scene_planes import ScenePlanes
from ludarium.core.constants import NO_FEATURE
from ludarium.core.errors import IllegalMove, InvalidOption
from ludarium.core.position import ONGOING, Position
from ludarium.core.text_renderer import draw_scene

if TYPE_CHECKING:
    from ludarium.core.game import AnyGame, Outcome

CHAIN_ENVS = 256  # environments that one pass walks through before it returns
PLAYOUT_PLIES = 20_000  # a ruleset without a limit may never end
MAX_ENVS = 1 << 20
OBSERVATIONS = ("features", "scene", "none")

BoolArray = NDArray[np.bool_]
Observations = NDArray[np.uint8]
Rewards = NDArray[np.float32]
IntArray = NDArray[np.int32]


class Step(NamedTuple):
    """The arrays of a batch after a step; the next step overwrites them.

    `dones` and `verdicts` are of the game that the step ended (a seat, DRAW or ONGOING). Where a
    new game has begun, the other arrays show its start.
    """

    observations: Observations
    masks: BoolArray
    to_move: IntArray
    rewards: Rewards
    dones: BoolArray
    verdicts: IntArray


class Rollouts(NamedTuple):
    """The results of random games: verdict (a seat, DRAW or ONGOING), reason code and plies."""

    verdicts: IntArray
    reasons: IntArray
    plies: IntArray


def run_rollouts(
    game: AnyGame,
    count: int,
    seed: int = 0,
    threads: int = 1,
    seats: int | None = None,
    max_plies: int = PLAYOUT_PLIES,
) -> Rollouts:
    """Play random games from the start; the results do not depend on the number of threads."""
    _check_count("count", count, MAX_ENVS * 1024)
    _check_count("threads", threads, 1024)
    verdicts, reasons, plies = (np.zeros(count, np.int32) for _ in range(3))

    def play(numbers: range) -> None:
        setups = Setups(game, seats, seed)
        run_playouts(
            setups.new_position, setups.first, numbers, seed, max_plies, verdicts, reasons, plies
        )

    _run_in_threads(play, [range(first, count, threads) for first in range(threads)])
    return Rollouts(verdicts, reasons, plies)


class Setups:
    """First positions; copies of one where every seed gives the same, which take less time."""

    def __init__(self, game: AnyGame, seats: int | None, seed: int) -> None:
        self.game = game
        self.seats = seats
        first: Position = game.new(seed, seats)
        self.first = None if game.random_setup else first

    def new_position(self, seed: int) -> Position:
        """The first position of a game with this seed."""
        if self.first is not None:
            return self.first.copy()
        position: Position = self.game.new(seed, self.seats)
        return position


class GameBatch:
    """`size` games side by side. A finished game is replaced by a new one unless told otherwise."""

    def __init__(
        self,
        game: AnyGame,
        size: int,
        seed: int = 0,
        seats: int | None = None,
        observation: str = "features",
        threads: int = 1,
        auto_reset: bool = True,
    ) -> None:
        _check_count("size", size, MAX_ENVS)
        _check_count("threads", threads, 1024)
        if observation not in OBSERVATIONS:
            names = ", ".join(OBSERVATIONS)
            raise InvalidOption("unknown_observation", f"An observation is one of: {names}.")
        self.game = game
        self.size = size
        self.auto_reset = auto_reset
        self.table = ActionTable(game.action_kinds)
        self._observer = evaluator = game.observer()
        if observation == "features" and not evaluator.inputs:
            observation = "scene"  # a game without features of its own
        self.planes = ScenePlanes(game, seats) if observation == "scene" else None
        features = evaluator.inputs if observation == "features" else 0
        self.seats = game.new(seed, seats).seats
        self._setups = Setups(game, self.seats, seed)
        width = self.planes.size if self.planes else max(features, 1)
        self._masks = np.zeros((size, self.table.count), np.uint8)
        self.observations: Observations = np.zeros((size, width), np.uint8)
        self.rewards: Rewards = np.zeros((size, self.seats), np.float32)
        self.to_move: IntArray = np.zeros(size, np.int32)
        self.verdicts: IntArray = np.full(size, ONGOING, np.int32)
        # An evaluator serves one thread at a time, because it may cache facts about a position.
        self._chunk = min(CHAIN_ENVS, -(-size // threads))
        self._envs = [
            Env(index, self.table, game.observer() if features else None) for index in range(size)
        ]
        self._connect_envs()
        self._heads = self._envs[:: self._chunk]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.reset(seed)

    def _connect_envs(self) -> None:
        for index, env in enumerate(self._envs):
            last = index + 1 == self.size or (index + 1) % self._chunk == 0
            env.connect(
                None if last else self._envs[index + 1],
                self._masks[index],
                self.observations[index],
                self.rewards[index],
                self.to_move,
                self.verdicts,
            )

    @property
    def action_count(self) -> int:
        """The number of actions: the width of the masks."""
        return self.table.count

    @property
    def observation_names(self) -> list[str]:
        """A name for every number of an observation."""
        if self.planes:
            return self.planes.entry_names()
        return self._observer.feature_names()

    @property
    def masks(self) -> BoolArray:
        """The legal actions of every game; all false where it has ended."""
        return self._masks.view(np.bool_)

    @property
    def dones(self) -> BoolArray:
        """Where the last step ended a game."""
        dones: BoolArray = self.verdicts != ONGOING
        return dones

    def reset(self, seed: int = 0) -> Step:
        """Begin all games again; game n has the set-up of seed + n."""
        self._seed = seed
        self._started = 0
        self.verdicts.fill(ONGOING)
        self.rewards.fill(0)
        for env in self._envs:
            self._start_game(env)
        return self._result()

    def step(self, actions: Any) -> Step:
        """Play one action in every running game; IllegalMove, and nothing played, if one is not.

        Entries of games that have ended are ignored.
        """
        chosen = np.ascontiguousarray(actions)
        if chosen.shape != (self.size,) or not np.issubdtype(chosen.dtype, np.integer):
            raise IllegalMove(
                "malformed_actions", f"The actions are {self.size} whole numbers.", "G3"
            )
        # An action beyond 32 bits must not wrap around to a legal one.
        within = np.clip(chosen, -1, self.table.count).astype(np.int32)
        wrong = sum(self._run(lambda head: head.choose(within)))
        if wrong:
            self._refuse(within)
        return self._play()

    def step_randomly(self, seed: int) -> Step:
        """Play a random legal move in every running game."""
        self._run(lambda head: head.choose_randomly(seed & 0xFFFFFFFFFFFFFFFF))
        return self._play()

    def position(self, index: int) -> Position:
        """A copy of the position of one game."""
        return self._envs[index].position.copy()

    def outcome(self, index: int) -> Outcome | None:
        """The outcome of one game, None while it runs."""
        return self.game.result(self._envs[index].position)

    def render(self, index: int) -> str:
        """The board of one game as text."""
        scene = self.game.scene(self._envs[index].position)
        return draw_scene(scene, self.game.slot_letters)

    def legal_actions(self, index: int) -> dict[int, int]:
        """The legal moves of one game by their actions, in the order of the rules."""
        return self._envs[index].legal_actions()

    def set_position(self, index: int, position: Position) -> None:
        """Continue one game from a copy of this position."""
        self._observer.require_position(position)
        self._envs[index].start(position.copy())
        self.verdicts[index] = position.verdict
        if self.planes:
            self.planes.fill(position, self.observations[index], position.to_move)

    def observe(self, index: int, seat: int) -> Observations:
        """The position of one game as a seat sees it, also when another seat is to move."""
        position = self._envs[index].position
        row: Observations = np.zeros(self.observations.shape[1], np.uint8)
        if self.planes:
            self.planes.fill(position, row, seat)
        elif self._observer.inputs:
            features = array("h", [NO_FEATURE] * self._observer.slots)
            self._observer.fill_features(position, seat, features)
            row[[feature for feature in features if feature != NO_FEATURE]] = 1
        return row

    def close(self) -> None:
        """End the threads of the batch."""
        if self._pool:
            self._pool.shutdown()

    def _play(self) -> Step:
        self._run(Env.play)
        if self.auto_reset:
            for index in np.flatnonzero(self.dones):
                self._start_game(self._envs[index])
        return self._result()

    def _run(self, run: Callable[[Env], Any]) -> list[Any]:
        if self._pool is None:
            return [run(head) for head in self._heads]
        return list(self._pool.map(run, self._heads))

    def _start_game(self, env: Env) -> None:
        env.start(self._setups.new_position(self._seed + self._started))
        self._started += 1

    def _refuse(self, actions: IntArray) -> None:
        running = np.array([not env.finished for env in self._envs])
        legal = self.masks[np.arange(self.size), np.clip(actions, 0, self.table.count - 1)]
        legal &= (actions >= 0) & (actions < self.table.count)
        index = int(np.flatnonzero(running & ~legal)[0])
        raise IllegalMove(
            "illegal_action", f"The action of game {index} is not one of its legal actions.", "G3"
        )

    def _result(self) -> Step:
        if self.planes:
            for env, row in zip(self._envs, self.observations, strict=True):
                self.planes.fill(env.position, row, env.position.to_move)
        return Step(
            self.observations, self.masks, self.to_move, self.rewards, self.dones, self.verdicts
        )


def _run_in_threads(run: Callable[[Any], None], parts: Sequence[Any]) -> None:
    if len(parts) == 1:
        run(parts[0])
        return
    with ThreadPoolExecutor(min(len(parts), 4 * (os.cpu_count() or 1))) as pool:
        list(pool.map(run, parts))


def _check_count(name: str, value: object, most: int) -> None:
    if type(value) is not int or not 1 <= value <= most:
        raise InvalidOption(f"wrong_{name}", f"`{name}` is a whole number from 1 to {most}.")
