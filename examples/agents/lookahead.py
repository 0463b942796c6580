"""A bot that uses the rules, also where legal moves are withheld: it wins in one, or draws."""

from __future__ import annotations

import random
from typing import Any

from ludarium import load
from ludarium.agents import Agent, run


class Lookahead(Agent):
    """Tries every move; one that wins at once is played."""

    def start(self) -> None:
        game = self.game
        self.rules = load(game["game"], game["ruleset"], **game["options"])
        self.rng = random.Random(game["seed"])

    def choose(self, state: Any, legal_moves: list[Any]) -> Any:
        moves = legal_moves or self.rules.legal_moves(state)
        for move in moves:
            outcome = self.rules.outcome(self.rules.apply_move(state, move))
            if outcome is not None and outcome.winner == self.turn["player"]:
                self.info(score=1, text="wins at once")
                return move
        return self.rng.choice(moves)


if __name__ == "__main__":
    run(Lookahead)
