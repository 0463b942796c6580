"""Every game as a game of OpenSpiel, so that its bots and algorithms play it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from ludarium.core.batch.batch import GameBatch
from ludarium.core.game import AnyGame, State
from ludarium.core.position import DRAW, ONGOING, Position
from ludarium.core.registry import games, load

MOST_PLIES = 20_000  # for rulesets without a limit of their own
PREFIX = "ludarium_"


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # as in pettingzoo_env
    """A game of Ludarium under the name `ludarium_<id>`; parameters: `ruleset` and `seed`."""

    game_id = ""  # set in the class of each game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = params or {}
        self.source, self.batch = _open_game(self.game_id, str(chosen.get("ruleset", "standard")))
        self.seed = int(chosen.get("seed", 0))
        super().__init__(
            _describe_type(self.source),
            pyspiel.GameInfo(
                num_distinct_actions=self.batch.action_count,
                max_chance_outcomes=0,
                num_players=self.batch.seats,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0 if self.batch.seats == 2 else None,
                max_game_length=MOST_PLIES,
            ),
            chosen,
        )

    def new_initial_state(self, observation: str | None = None) -> OpenSpielState:
        """The start of a game."""
        return OpenSpielState(self, self.source.new(self.seed))

    def make_py_observer(
        self, iig_obs_type: object = None, params: dict[str, Any] | None = None
    ) -> FeatureObserver:
        """An observer of the features that the batch has."""
        return FeatureObserver(self)


class Cursor:
    """A position with its game and its legal moves.

    OpenSpiel copies a state by copying its attributes: of this one, the position alone is copied.
    """

    def __init__(self, source: AnyGame, batch: GameBatch, position: Position) -> None:
        self.source = source
        self.batch = batch
        self.position = position
        self._moves: dict[int, int] | None = None

    def __deepcopy__(self, memo: object) -> Cursor:
        """A cursor that can be played on without a change of this one."""
        copied = Cursor(self.source, self.batch, self.position.copy())
        copied._moves = self._moves
        return copied

    def __reduce__(self) -> tuple[Any, ...]:
        """Store the names of game and ruleset, and the state as JSON."""
        state = self.source.state_to_json(self.position)
        return _restore_cursor, (self.source.id, self.source.ruleset, state)

    def legal_moves(self) -> dict[int, int]:
        """The legal moves by their actions."""
        if self._moves is None:
            self.batch.set_position(0, self.position)
            self._moves = self.batch.legal_actions(0)
        return self._moves

    def play(self, action: int) -> None:
        """Play a legal action."""
        self.source.advance(self.position, self.legal_moves()[action])
        self._moves = None


@lru_cache(maxsize=64)
def _open_game(name: str, ruleset: str) -> tuple[AnyGame, GameBatch]:
    source = load(name, ruleset)
    return source, GameBatch(source, 1, auto_reset=False)


def _restore_cursor(name: str, ruleset: str, state: State) -> Cursor:
    source, batch = _open_game(name, ruleset)
    return Cursor(source, batch, source.state_from_json(state))


class OpenSpielState(pyspiel.State):  # type: ignore[misc]  # as above
    """A position of a game, with its legal actions."""

    def __init__(self, game: OpenSpielGame, position: Position) -> None:
        super().__init__(game)
        self.cursor = Cursor(game.source, game.batch, position)

    def current_player(self) -> int:
        """The seat to move, or the mark of a finished game."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.cursor.position.to_move

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.cursor.legal_moves())

    def _apply_action(self, action: int) -> None:
        self.cursor.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        move = self.cursor.legal_moves()[action]
        return self.cursor.source.notate(self.cursor.position, move)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.cursor.position.verdict != ONGOING

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the others; 0 for a draw or a running game."""
        verdict = self.cursor.position.verdict
        seats = range(self.cursor.position.seats)
        if verdict in (ONGOING, DRAW):
            return [0.0 for _ in seats]
        return [1.0 if seat == verdict else -1.0 for seat in seats]

    def __str__(self) -> str:
        """The board as text."""
        source = self.cursor.source
        return source.render(source.state_to_json(self.cursor.position))


class FeatureObserver:
    """Fills a tensor with the features of a position, as a player sees it."""

    def __init__(self, game: OpenSpielGame) -> None:
        self.game = game
        width = game.batch.observations.shape[1]
        self.tensor = np.zeros(width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Fill the tensor from a state."""
        self.game.batch.set_position(0, state.cursor.position)
        self.tensor[:] = self.game.batch.observe(0, player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """The position as text; it is the same for all players."""
        return str(state)


def register_games() -> list[str]:
    """Register all games with OpenSpiel; returns their names there."""
    return [_register(name) for name in games()]


def _register(name: str) -> str:
    kind = _describe_type(load(name))
    if kind.short_name not in pyspiel.registered_names():
        # A class and no function: OpenSpiel lets go of it after the interpreter has ended, and
        # only an object that is never freed survives that.
        pyspiel.register_game(kind, type(f"Game_{name}", (OpenSpielGame,), {"game_id": name}))
    return str(kind.short_name)


def _describe_type(game: AnyGame) -> Any:
    two = game.seat_counts[0] == 2
    return pyspiel.GameType(
        short_name=f"{PREFIX}{game.id}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if two else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seat_counts),
        min_num_players=min(game.seat_counts),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"ruleset": "standard", "seed": 0},
    )
