"""Gymnasium's own check passes for every game, and masks keep a learner legal."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from ludarium import InvalidOption, games
from ludarium.adapters.gymnasium_env import GameAgainstOpponent, register_environments


@pytest.mark.parametrize("name", games())
def test_the_check_of_gymnasium_passes(name: str) -> None:
    register_environments()
    made = gymnasium.make(f"ludarium/{name}-v0", opponent="easy", render_mode="ansi")
    check_env(made.unwrapped, skip_close_check=True)


def play_episode(env: GameAgainstOpponent, seed: int) -> tuple[float, dict[str, object]]:
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    while True:
        action = int(rng.choice(np.flatnonzero(env.action_masks())))
        _, reward, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            return reward, info


def test_an_episode_depends_on_its_seed_alone() -> None:
    env = GameAgainstOpponent("skysummit", "search:nodes=50", seat=None)
    first = [play_episode(env, seed)[0] for seed in range(6)]
    assert [play_episode(env, seed)[0] for seed in range(6)] == first
    # A search of 50 nodes beats random play, from both seats.
    assert sum(first) < 0


def test_an_illegal_action_loses() -> None:
    env = GameAgainstOpponent("forge")
    env.reset(seed=1)
    wrong = int(np.flatnonzero(~env.action_masks())[0])
    for action in (wrong, -1, env.action_space.n):
        _, reward, terminated, _, info = env.step(action)
        assert (reward, terminated, info["reason"]) == (-1.0, True, "illegal_action")


def test_a_seat_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(InvalidOption) as refusal:
        GameAgainstOpponent("forge", seat=2)
    assert refusal.value.code == "wrong_seat"
