"""A bot that uses the rules, so it needs no list of legal moves: wins in one, else random."""

from __future__ import annotations

import random
from typing import Any

from ludarium import load
from ludarium.agents import Agent, run


class Lookahead(Agent):
    """Plays a move that wins at once, else a random one."""

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
