"""A bot with the SDK: random moves. `subprocess:python examples/agents/randomly.py`."""

from __future__ import annotations

import random
from typing import Any

from ludarium.agents import Agent, run


class Randomly(Agent):
    """Draws moves by the seed of the game, so that the game can be repeated."""

    def start(self) -> None:
        self.rng = random.Random(self.game["seed"])

    def choose(self, state: Any, legal_moves: list[Any]) -> Any:
        self.info(text=f"one of {len(legal_moves)}")
        return self.rng.choice(legal_moves)


if __name__ == "__main__":
    run(Randomly)
