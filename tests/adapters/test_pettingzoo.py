"""PettingZoo's own checks pass for every game."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from ludarium import IllegalMove, games, load
from ludarium.adapters.pettingzoo_env import GameAEC, env
from tests.search.test_mcts import TICTACTOE


@pytest.mark.parametrize("name", games())
def test_the_checks_of_pettingzoo_pass(name: str) -> None:
    with warnings.catch_warnings():
        # A dictionary with a mask is the convention for games, yet the check warns of it.
        warnings.filterwarnings("ignore", "Observation")
        api_test(env(name), num_cycles=60)
        seed_test(lambda: env(name), num_cycles=30)


def test_a_game_from_a_file_is_observed_through_its_scene() -> None:
    game = GameAEC(load(TICTACTOE), render_mode="ansi")
    game.reset(seed=1)
    seen = {agent: game.observe(agent) for agent in game.agents}
    assert seen["seat_0"]["action_mask"].sum() == 9
    assert seen["seat_1"]["action_mask"].sum() == 0
    assert "·" in (game.render() or "") or game.render()


def test_the_winner_gets_one_point_and_an_illegal_action_changes_nothing() -> None:
    game = env("forge", "as_written")
    game.reset(seed=1)
    rng = np.random.default_rng(5)
    with pytest.raises(IllegalMove):
        game.step(int(np.flatnonzero(game.observe(game.agent_selection)["action_mask"] == 0)[0]))
    totals = dict.fromkeys(game.agents, 0.0)
    for agent in game.agent_iter():
        seen, reward, termination, _, info = game.last()
        totals[agent] += reward
        if termination:
            assert info["reason"]
        legal = np.flatnonzero(seen["action_mask"])
        game.step(None if termination else int(rng.choice(legal)))
    assert sorted(totals.values()) in ([-1.0, 1.0], [0.0, 0.0])
