"""The board of a position for an assistant: a drawing in characters and what its signs mean."""

from __future__ import annotations

from ludarium.core.game import AnyGame
from ludarium.core.position import Position
from ludarium.core.text_renderer import describe_texts, draw_scene


def describe_board(game: AnyGame, position: Position) -> dict[str, str]:
    """The board as text under `board`, its signs under `signs`."""
    scene = game.scene(position)
    return {
        "board": draw_scene(scene, game.slot_letters),
        "signs": describe_texts(scene, game.piece_names, game.seat_names),
    }
