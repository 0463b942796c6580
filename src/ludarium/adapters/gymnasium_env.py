"""Every game as a Gymnasium environment: one seat learns, a level plays the others."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ludarium.agents.player_spec import read_player_spec
from ludarium.core.batch.batch import GameBatch
from ludarium.core.errors import InvalidOption
from ludarium.core.game import AnyGame
from ludarium.core.position import ONGOING
from ludarium.core.registry import games, load

Observation = NDArray[np.uint8]
ILLEGAL_REWARD = -1.0  # an illegal action loses the game


class GameAgainstOpponent(gymnasium.Env):  # type: ignore[misc]  # as in pettingzoo_env
    """A game against a built-in opponent: `easy` to `master`, `random`, `search:nodes=1000` …

    `seat` is the seat of the learner; None draws one for each game. `info["action_mask"]` and
    `action_masks()` tell the legal actions. An illegal action ends the game as a loss.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: AnyGame | str,
        opponent: str = "random",
        seat: int | None = 0,
        seats: int | None = None,
        observation: str = "features",
        render_mode: str | None = None,
    ) -> None:
        self.game: AnyGame = load(game) if isinstance(game, str) else game
        self.batch = GameBatch(self.game, 1, seats=seats, observation=observation, auto_reset=False)
        if seat is not None and not 0 <= seat < self.batch.seats:
            raise InvalidOption("wrong_seat", f"A seat is 0 to {self.batch.seats - 1}, or None.")
        self.opponent = read_player_spec(opponent)
        self.fixed_seat = seat
        self.seat = seat or 0
        self.render_mode = render_mode
        width = self.batch.observations.shape[1]
        self.observation_space = spaces.Box(0, 1, (width,), np.uint8)
        self.action_space = spaces.Discrete(self.batch.action_count)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game; opponents that move first have moved."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(1 << 31))
        if self.fixed_seat is None:
            self.seat = int(self.np_random.integers(self.batch.seats))
        self.batch.reset(drawn)
        self.players = [
            self.opponent.make_player(self.game, seed=drawn + seat)
            for seat in range(self.batch.seats)
        ]
        self._let_opponents_move()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action and the opponents' answers."""
        if not (0 <= int(action) < self.batch.action_count and self.batch.masks[0][int(action)]):
            return self._observation(), ILLEGAL_REWARD, True, False, self._info(illegal=True)
        self.batch.step(np.array([int(action)]))
        self._let_opponents_move()
        reward = float(self.batch.rewards[0, self.seat])
        return self._observation(), reward, self._is_over(), False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as policies with masks ask for them."""
        masks: NDArray[np.bool_] = self.batch.masks[0].copy()
        return masks

    def render(self) -> str | None:
        """The board as text, if the environment was made with `render_mode="ansi"`."""
        return self.batch.render(0) if self.render_mode else None

    def close(self) -> None:
        """End the environment."""
        self.batch.close()

    def _let_opponents_move(self) -> None:
        while not self._is_over() and self.batch.to_move[0] != self.seat:
            player = self.players[int(self.batch.to_move[0])]
            wanted = player.choose_move(self.batch.position(0))
            legal = self.batch.legal_actions(0)
            action = next(action for action, move in legal.items() if move == wanted)
            self.batch.step(np.array([action]))

    def _is_over(self) -> bool:
        return bool(self.batch.verdicts[0] != ONGOING)

    def _observation(self) -> Observation:
        return self.batch.observe(0, self.seat)

    def _info(self, illegal: bool = False) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks(), "seat": self.seat}
        if illegal:
            return {**info, "reason": "illegal_action"}
        outcome = self.batch.outcome(0)
        return {**info, **outcome._asdict()} if outcome else info


def register_environments() -> None:
    """Make every game known to `gymnasium.make` as `ludarium/<game>-v0`."""
    for name in games():
        identity = f"ludarium/{name}-v0"
        if identity not in gymnasium.registry:
            entry = f"{__name__}:{GameAgainstOpponent.__name__}"
            gymnasium.register(id=identity, entry_point=entry, kwargs={"game": name})
