"""OpenSpiel's simulation test passes, and its bots play our games."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts
from open_spiel.python.observation import make_observation

from ludarium import load
from ludarium.adapters.openspiel_game import register_games

SHORT = "ludarium_skysummit(ruleset=tournament)"


@pytest.fixture(autouse=True)
def registered() -> list[str]:
    return register_games()


@pytest.mark.parametrize(
    "name",
    ["ludarium_caldera(ruleset=tournament)", "ludarium_forge(ruleset=as_written)", SHORT],
)
def test_the_simulation_test_of_openspiel_passes(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


def test_every_game_is_registered_and_plays(registered: list[str]) -> None:
    rng = np.random.default_rng(3)
    for name in registered:
        game = pyspiel.load_game(name)
        state = game.new_initial_state()
        observation = make_observation(game)
        while not state.is_terminal() and state.move_number() < 20:
            observation.set_from(state, state.current_player())
            assert observation.tensor.any()
            state.apply_action(int(rng.choice(state.legal_actions())))
        assert state.move_number() > 2


def test_a_program_with_our_games_ends_as_it_should() -> None:
    script = (
        "import pyspiel; from ludarium.adapters.openspiel_game import register_games;"
        "register_games(); state = pyspiel.load_game('ludarium_forge').new_initial_state()"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_state_is_cloned_with_its_position() -> None:
    state = pyspiel.load_game(SHORT).new_initial_state()
    copied = state.clone()
    copied.apply_action(copied.legal_actions()[0])
    assert copied.current_player() == 1
    assert state.current_player() == 0
    assert len(state.legal_actions()) == len(
        load("skysummit").legal_moves(load("skysummit").initial_state())
    )


def test_the_tree_search_of_openspiel_finds_a_win_in_one() -> None:
    game = pyspiel.load_game("ludarium_forge(ruleset=as_written)")
    state = game.new_initial_state()
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.4, 60, evaluator, random_state=np.random.RandomState(1), solve=True)
    state.apply_action(bot.step(state))
    assert state.is_terminal()
    assert state.returns() == [1.0, -1.0]
