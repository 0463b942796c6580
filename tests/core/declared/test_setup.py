"""Boards of declared games that were set up by hand."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from ludarium import (
    AnyGame,
    BoardShape,
    CellPart,
    DeclaredGame,
    DeclaredPosition,
    InvalidState,
    MoveShape,
    Piece,
    Scene,
    Token,
    board_field,
    load,
    number_field,
)
from ludarium.core.board_setup import state_from_scene
from ludarium.core.game import State
from tests.core.declared.drops import Drops
from tests.core.declared.lions import Lions

EXAMPLES = Path(__file__).parents[3] / "examples"
CROSSFIRE = load(f"{EXAMPLES}/crossfire/crossfire.py:Crossfire")
TIC_TAC_TOE = load(f"{EXAMPLES}/tictactoe/tictactoe.py:TicTacToe")
DROPS = Drops()
LIONS = Lions()


def random_states(game: AnyGame, seed: int) -> list[State]:
    rng, state = random.Random(seed), game.initial_state()
    found: list[State] = []
    while game.outcome(state) is None and len(found) < 40:
        found.append(state)
        state = game.apply_move(state, rng.choice(game.legal_moves(state)))
    return found


@pytest.mark.parametrize(
    "game", [CROSSFIRE, TIC_TAC_TOE, DROPS, LIONS], ids=lambda game: str(game.id)
)
def test_the_board_of_a_state_gives_the_state_back(game: AnyGame) -> None:
    for state in random_states(game, 1):
        position = game.state_from_json(state)
        found = state_from_scene(game, game.scene(position), position.to_move)
        # A scene shows neither a counter nor which of two equal pieces has which number.
        assert board(game, found) == board(game, state)
        assert found["to_move"] == state["to_move"]


def board(game: AnyGame, state: State) -> set[tuple[str, str, str, str, int | None]]:
    tokens = game.scene(game.state_from_json(state)).tokens
    return {(token.glyph, token.at, token.facing, token.badge, token.seat) for token in tokens}


def scene_after(game: AnyGame, moves: int) -> Scene:
    return game.scene(game.state_from_json(random_states(game, 2)[moves]))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"at": "board:3,4"}, "Two pieces|No game"),
        ({"badge": "many"}, "whole number"),
        ({"badge": "9"}, "hits"),
        ({"facing": ""}, "direction"),
        ({"glyph": "horse"}, "too many"),
    ],
)
def test_an_impossible_board_is_refused(change: dict[str, str], message: str) -> None:
    scene = scene_after(CROSSFIRE, 0)
    standing = {token.at: token for token in scene.tokens}
    first = scene.tokens[0]
    if "at" in change:
        change = {"at": next(at for at in standing if at != first.at)}
    wrong = replace(scene, tokens=(replace(first, **change), *scene.tokens[1:]))
    with pytest.raises(InvalidState, match=message):
        state_from_scene(CROSSFIRE, wrong, 0)


def test_the_wrong_seat_to_move_is_refused() -> None:
    with pytest.raises(InvalidState):
        state_from_scene(TIC_TAC_TOE, scene_after(TIC_TAC_TOE, 3), 0)


class CountedPosition(DeclaredPosition):
    board = board_field(BoardShape(1, 3), (Piece("X", "cross", seat=0), Piece("O", "ring", seat=1)))
    plies = number_field(0, 3)

    def list_moves(self) -> list[int]:
        return [cell for cell in range(3) if not self.board[cell]]

    def is_reachable(self) -> bool:
        return self.plies == 3 - self.board.count(0) and self.to_move == self.plies % 2


class Counted(DeclaredGame[CountedPosition]):
    id, title, summary = "counted", "Counted", "Fill the row."
    move_shape = MoveShape(CellPart("cell", BoardShape(1, 3)))


def test_a_counter_that_must_fit_is_found() -> None:
    game = Counted()
    scene = Scene(
        (BoardShape(1, 3).grid,),
        tokens=(Token("a", "cross", "X", "board:0,1", 0), Token("b", "ring", "O", "board:0,0", 1)),
    )
    state = state_from_scene(game, scene, 0)
    assert (state["plies"], state["board"]) == (2, ["O", "X", None])
    with pytest.raises(InvalidState):
        state_from_scene(game, scene, 1)
