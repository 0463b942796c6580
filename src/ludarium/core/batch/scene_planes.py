"""Observations from scenes: a plane of cells for every kind of piece, mark and height.

Counts of the pieces in trays follow.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ludarium.core.batch.tray_counts import Held, TrayCounts, count_most
from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import ONGOING, Position
from ludarium.core.scene import Scene, cell_name, parse_spot

if TYPE_CHECKING:
    from ludarium.core.game import AnyGame

SURVEY_GAMES = 12  # seeded random games that show which pieces and marks there are
SURVEY_PLIES = 400
ANYTHING_ELSE = "?"  # the plane of pieces and marks that no surveyed game has shown


class ScenePlanes:
    """Which planes a game has, and how a position fills them.

    Seats are relative: 0 is the seat that looks. A cell of a grid is one entry of each of its
    planes; then come the counts of pieces in trays, and a last entry per seat tells which seat of
    the game is to move.
    """

    def __init__(self, game: AnyGame, seats: int | None = None) -> None:
        self.game = game
        first: Scene = game.scene(game.new(0, seats))
        self.seats = game.new(0, seats).seats
        self.grids = {grid.id: (grid.rows, grid.cols) for grid in first.grids}
        found: set[tuple[str, str]] = set()
        most: Counter[Held] = Counter()
        for scene in _survey_scenes(game, seats):
            found.update((grid, kind) for grid, kind, _, _ in _scene_entries(scene))
            most |= count_most(scene, self.seats)
        shown = sorted(found)
        pieces = [
            (grid, kind, seat)
            for grid, kind in [*shown, *((grid, ANYTHING_ELSE) for grid in self.grids)]
            for seat in (*range(self.seats), None)
        ]
        self._offsets: dict[tuple[str, str, int | None], int] = {}
        self.planes: list[tuple[str, str, int | None]] = pieces
        self.size = 0
        for plane in pieces:
            self._offsets[plane] = self.size
            rows, cols = self.grids[plane[0]]
            self.size += rows * cols
        self.trays = TrayCounts(most, self.seats)
        self._tray_offset = self.size
        self.size += self.trays.size
        self._seat_offset = self.size
        self.size += self.seats

    def entry_names(self) -> list[str]:
        """The name of every entry: grid and cell, piece or mark, and whose it is."""
        names = []
        for grid, kind, seat in self.planes:
            rows, cols = self.grids[grid]
            owner = "" if seat is None else f", seat +{seat}" if seat else ", own"
            names += [
                f"{grid} {cell_name(row, col, rows)}: {kind}{owner}"
                for row in range(rows)
                for col in range(cols)
            ]
        names += self.trays.entry_names()
        return names + [f"seat {seat} is to move" for seat in range(self.seats)]

    def fill(self, position: Position, row: NDArray[np.uint8], viewer: int) -> None:
        """Fill a row with the planes of a position, as a seat sees it."""
        row.fill(0)
        row[self._seat_offset + position.to_move] = 1
        scene = self.game.scene(position)
        self.trays.fill(scene, row, self._tray_offset, viewer)
        for grid, kind, seat, place in _scene_entries(scene):
            cols = self.grids[grid][1]
            relative = None if seat is None else (seat - viewer) % self.seats
            offset = self._offsets.get((grid, kind, relative))
            if offset is None:
                offset = self._offsets[grid, ANYTHING_ELSE, relative]
            row[offset + cols * place[0] + place[1]] = 1


def _scene_entries(scene: Scene) -> list[tuple[str, str, int | None, tuple[int, int]]]:
    """Grid, kind, seat and place of every piece, mark and height on the board."""
    grids = {grid.id for grid in scene.grids}
    entries = []
    for token in scene.tokens:
        spot = parse_spot(token.at)
        if spot and spot[0] in grids:
            signs = " ".join(sign for sign in (token.facing, token.badge) if sign)
            kind = f"token {token.glyph} {token.text} {token.layer} {signs}".rstrip()
            entries.append((spot[0], kind, token.seat, spot[1:]))
    for cell in scene.cells:
        spot = parse_spot(cell.at)
        if spot and spot[0] in grids:
            entries.append((spot[0], f"cell {cell.mark} {cell.level}", cell.seat, spot[1:]))
    return entries


def _survey_scenes(game: AnyGame, seats: int | None) -> Iterator[Scene]:
    for seed in range(SURVEY_GAMES):
        rng = random.Random(seed)
        position = game.new(seed, seats)
        for _ in range(SURVEY_PLIES):
            yield game.scene(position)
            if position.verdict != ONGOING:
                break
            game.advance(position, rng.choice(legal_moves(position)))
