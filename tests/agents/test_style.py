"""Styles: what a bold and a trading player prefer can be counted."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludarium import AnyGame, games, load, mode
from ludarium.agents.level_player import LevelPlayer
from ludarium.agents.style import STYLE_POINTS, count_tokens, mean_distance, style_points
from ludarium.core.position import ONGOING, Position
from tests.agents.sampling import TICTACTOE, played

NODES = 400 if mode.compiled() else 60
PLIES = 24 if mode.compiled() else 6


@pytest.mark.parametrize("name", [*games(), TICTACTOE])
@pytest.mark.parametrize("level", ["4-bold", "8-trader"])
def test_a_style_plays_legal_moves_and_the_same_ones_again(name: str, level: str) -> None:
    game = load(name)

    def moves() -> list[int]:
        player = LevelPlayer(game, level, 3, nodes=NODES)
        position = game.new(1)
        chosen: list[int] = []
        while position.verdict == ONGOING and len(chosen) < 4:
            chosen.append(player.choose_move(position))
            assert chosen[-1] in game.moves(position)
            game.advance(position, chosen[-1])
        return chosen

    assert moves() == moves()


def test_a_preference_is_worth_a_few_points() -> None:
    game = load("caldera")
    position = game.new()
    for move in game.moves(position):
        for style in ("bold", "trader"):
            assert abs(style_points(game, position, [move], style)) <= STYLE_POINTS
        assert style_points(game, position, [move], "steady") == 0


def test_to_come_nearer_is_bold() -> None:
    game = load("caldera")
    position = game.new()

    def nearer(move: int) -> float:
        before = mean_distance(game.scene(position), 0)
        return before - mean_distance(game.scene(played(game, position, move)), 0)

    moves = sorted(game.moves(position), key=nearer)
    bold = [style_points(game, position, [move], "bold") for move in moves]
    assert bold == sorted(bold)
    assert bold[0] < bold[-1]


@pytest.mark.parametrize(
    ("style", "measure"),
    [
        ("bold", lambda game, position: -mean_distance(game.scene(position), 0)),
        ("trader", lambda game, position: -count_tokens(game.scene(position))),
    ],
)
def test_games_of_a_style_differ_by_what_it_prefers(
    style: str, measure: Callable[[AnyGame, Position], float]
) -> None:
    game = load("caldera")

    def total(name: str) -> float:
        found = 0.0
        for seed in range(8 if mode.compiled() else 1):
            players = [LevelPlayer(game, name, seed, NODES), LevelPlayer(game, "8", seed, NODES)]
            position = game.new(seed)
            for _ in range(PLIES):
                if position.verdict != ONGOING:
                    break
                game.advance(position, players[position.to_move].choose_move(position))
                found += measure(game, position)
        return found

    if mode.compiled():
        assert total(f"8-{style}") > total("8")
    else:
        assert total(f"8-{style}") == total(f"8-{style}")
