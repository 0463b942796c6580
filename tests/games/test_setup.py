"""Positions set up by hand: a board gives a state that looks the same, or the reason why not."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from ludarium import load
from ludarium.core.board_setup import state_from_scene
from ludarium.core.errors import InvalidState
from ludarium.core.game import AnyGame
from ludarium.core.options import STANDARD
from ludarium.core.position import ONGOING
from ludarium.core.registry import games, registered_game
from ludarium.core.scene import Cell, Scene, Token

SAMPLES = 12  # of each game under standard rules
FEW_SAMPLES = 3  # under each other ruleset


def look(scene: Scene) -> tuple[object, object]:
    """What a player sees: pieces that look alike have no names."""
    boards = {grid.id for grid in scene.grids}
    tokens = sorted(
        (token.at, token.layer, token.glyph, token.seat is not None and token.seat, token.tint)
        for token in scene.tokens
        if token.at.partition(":")[0] in boards
    )
    return tokens, sorted((cell.at, cell.level, cell.mark) for cell in scene.cells)


def variants() -> list[tuple[str, str, int]]:
    """Every ruleset of every game, for each number of seats."""
    kinds = [(name, registered_game(name)) for name in games()]
    return [
        (name, ruleset, seats)
        for name, kind in kinds
        for ruleset in kind.ruleset_names()
        for seats in kind.seat_counts
    ]


@pytest.mark.parametrize(("name", "ruleset", "seats"), variants())
def test_every_board_of_a_game_can_be_set_up(name: str, ruleset: str, seats: int) -> None:
    game: AnyGame = load(name, ruleset)
    rng = Random(f"{name} {ruleset} {seats}")
    for _ in range(SAMPLES if ruleset == STANDARD else FEW_SAMPLES):
        position = game.new(rng.getrandbits(16), seats)
        for _ in range(rng.randrange(1, 40)):
            before = position.copy()
            game.advance(position, rng.choice(game.moves(position)))
            if position.verdict != ONGOING:
                position = before
                break
        if name == "forge" and game.state_to_json(position)["phase"] == "ember":
            continue  # a board does not show that an ember is due
        scene = game.scene(position)
        found = game.state_from_json(state_from_scene(game, scene, position.to_move, seats=seats))
        assert found.to_move == position.to_move
        assert look(game.scene(found)) == look(scene)


def test_what_cannot_arise_is_explained() -> None:
    game = load("skysummit")
    first = game.scene(game.new())
    with pytest.raises(InvalidState, match="other seat"):
        state_from_scene(game, replace(first, cells=(Cell("board:0,0", 1),)), 0)
    alone = (Token("w", "worker", "W", "board:0,0", 0),)
    with pytest.raises(InvalidState, match="two workers"):
        state_from_scene(game, replace(first, tokens=alone), 0)
    caldera = load("caldera")
    scene = caldera.scene(caldera.new())
    with pytest.raises(InvalidState, match="stands on a vent"):
        state_from_scene(caldera, replace(scene, cells=(Cell("board:6,3", mark="vent"),)), 0)
    ludus = load("ludus")
    scene = ludus.scene(ludus.new())
    crowded = (*scene.tokens, replace(scene.tokens[0], id="x", at="ground:5,5"))
    with pytest.raises(InvalidState, match="more pieces of a kind"):
        state_from_scene(ludus, replace(scene, tokens=crowded), 0)


@pytest.mark.parametrize("name", games())
def test_a_board_with_unknown_cells_seats_or_pieces_is_refused(name: str) -> None:
    game: AnyGame = load(name)
    scene = game.scene(game.new())
    odd = Token("x", "x", "x", "board:0,0", 0)
    for token in (
        replace(odd, at="board:99,0"),
        replace(odd, at="nowhere"),
        replace(odd, at=scene.grids[0].id + ":0,0"),
        replace(odd, seat=5),
    ):
        with pytest.raises(InvalidState):
            state_from_scene(game, replace(scene, tokens=(*scene.tokens, token)), 0)
    with pytest.raises(InvalidState):
        state_from_scene(game, replace(scene, cells=(Cell("board:99,0", 1),)), 0)
    with pytest.raises(InvalidState):
        state_from_scene(game, scene, 2)
