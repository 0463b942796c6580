"""Caldera: states of a board that was set up by hand."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.core.board_setup import spot_cell
from ludarium.core.game import State
from ludarium.core.scene import Scene, Token
from ludarium.games.caldera.board import PIECE_KINDS, SIZE
from ludarium.games.caldera.state import OPEN_VENT


def setup_states(scene: Scene, to_move: int, turn_limit: int) -> Iterator[State]:
    """The states that look like a scene, by rising ply: the board does not show it."""
    levels = [[0] * SIZE for _ in range(SIZE)]
    for cell in scene.cells:
        row, col = spot_cell(cell.at)
        levels[row][col] = OPEN_VENT if cell.mark == "vent" else cell.level
    armies = [_write_army(scene, seat) for seat in range(2)]
    for ply in range(to_move, turn_limit, 2):
        yield {
            "board": levels,
            "p0": armies[0],
            "p1": armies[1],
            "ply": ply,
            "winner": None,
            "reason": "",
        }


def _write_army(scene: Scene, seat: int) -> list[State]:
    def rank(token: Token) -> int:
        return PIECE_KINDS.index(token.glyph) if token.glyph in PIECE_KINDS else len(PIECE_KINDS)

    own = sorted((token for token in scene.tokens if token.seat == seat), key=rank)
    places = [(token.glyph, *spot_cell(token.at)) for token in own]
    return [{"type": kind, "r": row, "c": col} for kind, row, col in places]
