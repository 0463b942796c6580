"""Levels from medium up take a win in one and stop a loss in one in every position."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from ludarium import ONGOING, AnyGame, Position, load, mode
from ludarium.agents import levels
from ludarium.agents.level_player import LevelPlayer
from ludarium.agents.levels import DIAL
from tests.soak import sweep_length
from tests.tactics import pyramids
from tests.tactics.generate import COUNT, HERE, Rules, Tactic, safe

State = dict[str, Any]
# Interpreted, every level searches the same few nodes: one stands for all.
LEVELS = ("medium", "hard", "master") if mode.compiled() else ("medium",)
# A node limit replaces the clock, so that the result does not depend on the load.
NODES = 3_000 if mode.compiled() else 1_000
SAMPLE = sweep_length(COUNT // 2, COUNT) if mode.compiled() else COUNT // 40
BY_MOVES = ("caldera", "forge", "ludus", "skysummit")
# A move is a part of a turn; a tactic is a whole one.
BY_TURNS = ("pyramids",)
TURN_SAMPLE = min(SAMPLE, sweep_length(COUNT // 4, COUNT))  # a turn is searched move by move


def promising_levels(*names: str) -> list[tuple[str, str]]:
    """The games with each of their levels that promise to see what wins or loses in one."""
    numbers = DIAL[:-1] if mode.compiled() else ()
    return [
        (name, level)
        for name in names
        for level in (*LEVELS, *numbers)
        if level in LEVELS or int(level) > int(levels.find_mark(name, "medium"))
    ]


def tactics(name: str, kind: str) -> list[Any]:
    """The tactics of a game, spread over the file if they are a sample."""
    with gzip.open(HERE / f"{name}.json.gz") as file:
        found: list[Any] = json.load(file)[kind]
    assert len(found) == COUNT
    return found[:: COUNT // (TURN_SAMPLE if name in BY_TURNS else SAMPLE)]


def player_of(game: AnyGame, level: str) -> LevelPlayer:
    own = levels.find_level(game.id, level).nodes if mode.compiled() else 0
    return LevelPlayer(game, level, nodes=own or NODES)


def turn(game: AnyGame, player: LevelPlayer, position: Position) -> list[int]:
    """The moves of a whole turn of a player that knows nothing yet; the position is played on."""
    player.forget()
    seat = position.to_move
    moves = []
    while position.verdict == ONGOING and position.to_move == seat:
        moves.append(player.choose_move(position))
        game.advance(position, moves[-1])
    return moves


@pytest.mark.parametrize(("name", "level"), promising_levels(*BY_MOVES))
def test_a_win_in_one_is_taken(name: str, level: str) -> None:
    game = load(name)
    player = player_of(game, level)
    for state, right in (Tactic(*found) for found in tactics(name, "winning")):
        player.forget()
        position = game.state_from_json(state)
        assert game.moves(position).index(player.choose_move(position)) in right, state


@pytest.mark.parametrize(("name", "level"), promising_levels(*BY_MOVES))
def test_a_loss_in_one_is_stopped(name: str, level: str) -> None:
    game = load(name)
    rules = Rules(name)
    player = player_of(game, level)
    for state, right in (Tactic(*found) for found in tactics(name, "stopping")):
        position = game.state_from_json(state)
        seat = position.to_move
        first = game.moves(position).index(turn(game, player, position)[0])
        assert first in right, state
        # A turn may be of two moves, and the second one can still be wrong.
        assert safe(rules, game.state_to_json(position), seat), state


@pytest.mark.parametrize(("name", "level"), promising_levels(*BY_TURNS))
def test_a_turn_that_wins_is_taken(name: str, level: str) -> None:
    game = load(name)
    player = player_of(game, level)
    for state in tactics(name, "winning"):
        after = played_by_the_reference(game, player, state)
        assert after["winner"] == state["to_move"], state


@pytest.mark.parametrize(("name", "level"), promising_levels(*BY_TURNS))
def test_a_turn_that_loses_is_not_played(name: str, level: str) -> None:
    game = load(name)
    player = player_of(game, level)
    for state in tactics(name, "stopping"):
        after = played_by_the_reference(game, player, state)
        assert not pyramids.threatens(after, after["to_move"]), state


def played_by_the_reference(game: AnyGame, player: LevelPlayer, state: State) -> State:
    """The state after a player's whole turn, as the naive rules have it."""
    position = game.state_from_json(state)
    rules = Rules(game.id)
    for move in turn(game, player, game.state_from_json(state)):
        state = rules.after(state, game.move_to_json(position, move))
        game.advance(position, move)
    return state
