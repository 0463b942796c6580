"""Styles: what a bold and a trading player prefer can be counted."""

from __future__ import annotations

from random import Random

import pytest

from ludarium import games, load, mode
from ludarium.agents.level_player import LevelPlayer
from ludarium.agents.style import STYLE_POINTS, mean_distance, style_points
from ludarium.core.position import ONGOING
from tests.agents.sampling import TICTACTOE, played

NODES = 400 if mode.compiled() else 150
POSITIONS = 60 if mode.compiled() else 30


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


@pytest.mark.parametrize("style", ["bold", "trader"])
def test_a_style_plays_more_of_what_it_prefers(style: str) -> None:
    game = load("caldera")
    rng = Random(style)
    plain, styled = LevelPlayer(game, "8", 1, NODES), LevelPlayer(game, f"8-{style}", 1, NODES)
    liked = {plain: 0.0, styled: 0.0}
    for _ in range(POSITIONS):
        position = game.new()
        for _ in range(rng.randrange(6, 30)):
            if position.verdict == ONGOING:
                game.advance(position, rng.choice(game.moves(position)))
        if position.verdict == ONGOING:
            for player in liked:
                player.forget()
                move = player.choose_move(position)
                liked[player] += style_points(game, position, [move], style)
    assert liked[styled] > liked[plain]
