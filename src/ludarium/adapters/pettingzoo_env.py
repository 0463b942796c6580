"""Every game as a PettingZoo environment, in which agents move in turn (AEC)."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from ludarium.core.batch.batch import GameBatch
from ludarium.core.errors import IllegalMove
from ludarium.core.game import AnyGame
from ludarium.core.position import ONGOING
from ludarium.core.registry import load

Observation = dict[str, NDArray[Any]]


class GameAEC(AECEnv):  # type: ignore[misc]  # PettingZoo is an extra, so its types may be missing
    """A game as PettingZoo plays it: agents `seat_0`, `seat_1` … and masks of legal actions.

    An illegal action raises IllegalMove and changes nothing.
    """

    metadata = {"name": "ludarium_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        game: AnyGame,
        seats: int | None = None,
        observation: str = "features",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = game
        self.render_mode = render_mode
        self.batch = GameBatch(game, 1, seats=seats, observation=observation, auto_reset=False)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.batch.seats)]
        self.agents = self.possible_agents[:]
        width = self.batch.observations.shape[1]
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (width,), np.uint8),
                "action_mask": spaces.Box(0, 1, (self.batch.action_count,), np.int8),
            }
        )
        self._action_spaces = {
            agent: spaces.Discrete(self.batch.action_count) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of observations; it is the same for every agent."""
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The actions; `action_mask` says which of them are legal."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; the seed chooses the set-up of games that have several."""
        self.batch.reset(seed or 0)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._info() for agent in self.agents}
        self.agent_selection = self._mover()

    def observe(self, agent: str) -> Observation:
        """The position as an agent sees it; the mask is empty unless it is to move."""
        seat = self.possible_agents.index(agent)
        moves = agent == self._mover() and self.batch.verdicts[0] == ONGOING
        mask = self.batch.masks[0].astype(np.int8)
        return {
            "observation": self.batch.observe(0, seat),
            "action_mask": mask if moves else np.zeros_like(mask),
        }

    def step(self, action: int | None) -> None:
        """Play an action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalMove("malformed_actions", "A running game needs an action.", "G3")
        self._cumulative_rewards[agent] = 0.0
        result = self.batch.step(np.array([action]))
        self.rewards = {
            agent: float(result.rewards[0, seat]) for seat, agent in enumerate(self.possible_agents)
        }
        if result.verdicts[0] != ONGOING:
            self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {agent: self._info() for agent in self.agents}
        self.agent_selection = self._mover()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as text, if the environment was made with `render_mode="ansi"`."""
        return self.batch.render(0) if self.render_mode else None

    def close(self) -> None:
        """End the environment."""
        self.batch.close()

    def _mover(self) -> str:
        return self.possible_agents[int(self.batch.to_move[0])]

    def _info(self) -> dict[str, Any]:
        outcome = self.batch.outcome(0)
        return outcome._asdict() if outcome else {}


def env(game: str, ruleset: str = "standard", seats: int | None = None, **settings: Any) -> GameAEC:
    """Make the environment of a game by its id; `settings` are those of GameAEC."""
    return GameAEC(load(game, ruleset), seats, **settings)
