"""Train a small policy by self-play: a batch of games, masks, NumPy and nothing else.

    python examples/research/train_policy.py skysummit --updates 60

A linear softmax policy plays all seats of 128 games. After each update of so many steps, every
action is made likelier if its seat won in the end, and less likely if it lost (REINFORCE). At the
end the policy plays random moves for a score.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from ludarium import DRAW, load
from ludarium.core.game import AnyGame

GAMES = 128
STEPS_PER_UPDATE = 32
DISCOUNT = 0.97  # an action long before the end counts less
Numbers = NDArray[np.float32]


class Policy:
    """Scores of actions: a weighted sum of the features, softmax over the legal actions."""

    def __init__(self, features: int, actions: int) -> None:
        self.weights: Numbers = np.zeros((features, actions), np.float32)

    def chances(self, observations: NDArray[np.uint8], masks: NDArray[np.bool_]) -> Numbers:
        """The chance of every action; illegal ones have none."""
        scores = observations.astype(np.float32) @ self.weights
        scores = np.where(masks, scores, -np.inf)
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances: Numbers = raised / raised.sum(axis=1, keepdims=True)
        return chances

    def learn(
        self, seen: NDArray[np.uint8], chances: Numbers, actions: NDArray[np.int64], gains: Numbers
    ) -> None:
        """Take one step along the gradient of the expected gain."""
        slope = -chances * gains[:, None]
        slope[np.arange(len(actions)), actions] += gains
        self.weights += seen.astype(np.float32).T @ slope / len(actions) * 30


def draw(chances: Numbers, rng: np.random.Generator) -> NDArray[np.int64]:
    """One action of every game by its chances."""
    limits = chances.cumsum(axis=1)
    drawn = rng.random((len(chances), 1)) * limits[:, -1:]
    actions: NDArray[np.int64] = (limits < drawn).sum(axis=1)
    return actions


def train(game: AnyGame, updates: int, seed: int) -> Policy:
    """Train by self-play; prints a line now and then."""
    batch = game.batch(GAMES, seed=seed)
    policy = Policy(batch.observations.shape[1], batch.action_count)
    rng = np.random.default_rng(seed)
    step = batch.reset(seed)
    begun = time.monotonic()
    for update in range(updates):
        memory = []
        for _ in range(STEPS_PER_UPDATE):
            chances = policy.chances(step.observations, step.masks)
            actions = draw(chances, rng)
            before = (step.observations.copy(), chances, actions, step.to_move.copy())
            step = batch.step(actions)
            memory.append((*before, step.rewards.copy(), step.dones.copy()))
        worth = np.zeros((GAMES, batch.seats), np.float32)
        for seen, chances, actions, seats, rewards, dones in reversed(memory):
            worth = np.where(dones[:, None], rewards, worth * DISCOUNT)
            policy.learn(seen, chances, actions, worth[np.arange(GAMES), seats])
        if update % 10 == 9:
            print(f"update {update + 1} of {updates}, {time.monotonic() - begun:.0f} s", flush=True)
    batch.close()
    return policy


def score_against_random(game: AnyGame, policy: Policy, games: int, seed: int) -> float:
    """The share of points of the policy against random moves, half of the games in each seat."""
    batch = game.batch(games, seed=seed, auto_reset=False)
    rng = np.random.default_rng(seed)
    step = batch.reset(seed)
    own = np.arange(games) % 2
    while step.masks.any():
        over = ~step.masks.any(axis=1, keepdims=True)
        chances = policy.chances(step.observations, step.masks | over)
        even = step.masks / np.maximum(step.masks.sum(axis=1, keepdims=True), 1)
        step = batch.step(draw(np.where((step.to_move == own)[:, None], chances, even), rng))
    batch.close()
    won, drawn = step.verdicts == own, step.verdicts == DRAW
    return float(won.mean() + drawn.mean() / 2)


def main() -> None:
    """Train a policy and say what it scores."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("game", nargs="?", default="skysummit")
    options.add_argument("--updates", type=int, default=60)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    game = load(given.game)
    policy = train(game, given.updates, given.seed)
    score = score_against_random(game, policy, 400, given.seed + 1)
    print(f"score against random moves: {score:.3f}")


if __name__ == "__main__":
    main()
