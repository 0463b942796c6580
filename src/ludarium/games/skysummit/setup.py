"""Skysummit: states of a board that was set up by hand."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.core.board_setup import spot_cell
from ludarium.core.errors import InvalidState
from ludarium.core.game import State
from ludarium.core.scene import Scene
from ludarium.games.skysummit.board import CELLS, DOME, SIZE, SUMMIT

SEAT_WORKERS = 2


def setup_states(scene: Scene, to_move: int) -> Iterator[State]:
    """The states that look like a scene: the storeys tell how many turns were played."""
    height = [0] * CELLS
    for cell in scene.cells:
        row, col = spot_cell(cell.at)
        height[SIZE * row + col] = DOME if cell.mark == "dome" else cell.level
    workers: list[list[int | None]] = [[], []]
    for token in scene.tokens:
        row, col = spot_cell(token.at)
        workers[token.seat or 0].append(SIZE * row + col)
    placed = [bool(cells) for cells in workers]
    if any(cells and len(cells) != SEAT_WORKERS for cells in workers):
        raise InvalidState("impossible", "Each seat has two workers.")
    standing = [sorted(cells, key=str) if cells else [None] * SEAT_WORKERS for cells in workers]
    # A worker that reached the summit did not build.
    risen = any(cell is not None and height[cell] == SUMMIT for cells in standing for cell in cells)
    ply = sum(placed) + sum(height) + risen
    if ply % 2 != to_move:
        raise InvalidState("impossible", "With so much built it is the other seat's turn.")
    yield {
        "phase": "place" if ply < SEAT_WORKERS else "play",
        "ply": ply,
        "board": height,
        "workers": standing,
        "winner": None,
        "reason": "",
    }
