"""Numbered pieces: they lie in trays, change sides and are promoted."""

from __future__ import annotations

import pytest

from ludarium import (
    CellPart,
    DeclaredGame,
    DeclaredPosition,
    IllegalMove,
    MoveShape,
    Piece,
    Scene,
    check_game,
    number_field,
    place_field,
    scene_differences,
)
from tests.core.declared.bazaar import BOARD
from tests.core.declared.drops import Drops
from tests.core.declared.lions import Lions


def test_pieces_off_the_board_lie_in_a_tray() -> None:
    game = Drops()
    assert check_game(game, playouts=4) > 20
    first = game.scene(game.new())
    assert [tray.id for tray in first.trays] == ["hand"]
    assert [token.at for token in first.tokens] == [f"hand:{stone}" for stone in range(6)]
    state = game.apply_move(game.initial_state(), {"stone": 2, "to": 4})
    assert {t.id: t.at for t in game.scene(game.state_from_json(state)).tokens}[
        "at2"
    ] == "board:1,1"
    position = game.state_from_json(game.apply_move(state, {"stone": 3, "to": 1}))
    assert position.at == [-1, -1, -1, 1, -1, -1]
    move = game.move_from_notation(position, "@2-b2")
    assert game.path(position, move) == ("hand:2", "board:1,1")
    assert [event.kind for event in game.events(position, move)] == ["move", "move"]


def test_a_captured_piece_lies_in_the_hand_of_its_captor() -> None:
    game = Lions()
    assert check_game(game, playouts=4) > 40
    position = game.new()
    assert [tray.id for tray in game.scene(position).trays] == ["forest", "sky"]
    for written in ("b2-b3", "b4-b3"):
        move = game.move_from_notation(position, written)
        assert [event.kind for event in game.events(position, move)] == ["move", "move"]
        game.advance(position, move)
    tokens = {token.id: token for token in game.scene(position).tokens}
    assert [(tokens[n].at, tokens[n].seat) for n in ("at2", "at5")] == [
        ("sky:2", 1),
        ("forest:5", 0),
    ]
    text = game.render(game.state_to_json(position))
    assert text.endswith("Forest's hand: C@5\n\nSky's hand: C@2")
    drop = game.move_from_notation(position, "@5-b2")
    assert game.path(position, drop) == ("forest:5", "board:2,1")
    game.advance(position, drop)
    assert {game.path(position, move)[0] for move in game.moves(position)} >= {"sky:2"}
    with pytest.raises(IllegalMove):
        game.move_from_path(position, ("forest:2", "board:2,2"))


def test_a_piece_that_is_promoted_changes_its_look() -> None:
    game = Lions()
    position = game.new()
    position.at = [10, 11, 4, 1, 0, -1]
    move = game.move_from_notation(position, "b3-b4")
    assert [event.kind for event in game.events(position, move)] == ["move", "change", "move"]


class Turncoat(DeclaredPosition):
    at = place_field(
        BOARD, (Piece("X", "token", 0), Piece("X", "token", 1)), start=[0], kind="side"
    )
    side = number_field(0, 1, length=1)


def test_a_piece_that_changes_sides_on_the_board_is_an_event() -> None:
    before, after = Turncoat(), Turncoat()
    after.side = [1]
    field = Turncoat.declared_fields["at"]
    scenes = [
        Scene((BOARD.grid,), tokens=tuple(field.draw_tokens("at", each)))
        for each in (before, after)
    ]
    assert [event.kind for event in scene_differences(*scenes)] == ["change"]


@pytest.mark.parametrize("kind", ["nothing", "short", "wide"])
def test_a_field_of_pieces_needs_fields_that_fit(kind: str) -> None:
    class Misfit(DeclaredPosition):
        at = place_field(BOARD, (Piece("X", "token"),), start=[0, 1], kind=kind)
        short = number_field(0, 0, length=1)
        wide = number_field(0, 1, length=2)

    class Game(DeclaredGame[Misfit]):
        move_shape = MoveShape(CellPart("cell", BOARD))

    with pytest.raises(TypeError, match=kind):
        Game()
