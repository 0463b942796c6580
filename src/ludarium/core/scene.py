"""What a board looks like, in a closed vocabulary that every client can draw and click."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct


class Grid(Struct, frozen=True, omit_defaults=True):
    """A board of cells; one may float over another, its corner at a cell of that one."""

    id: str
    rows: int
    cols: int
    over: str = ""
    row: int = 0
    col: int = 0


class Cell(Struct, frozen=True, omit_defaults=True):
    """What sets a cell apart: its height, or a mark (`vent`, `dome`, `goal`) and whose it is."""

    at: str
    level: int = 0
    mark: str = ""
    seat: int | None = None


class Token(Struct, frozen=True, omit_defaults=True):
    """A piece: its id never changes; `at` is a cell or a slot of a tray, `layer` its floor."""

    id: str
    glyph: str
    text: str
    at: str
    seat: int | None = None
    layer: int = 0
    tint: str = ""


class Tray(Struct, frozen=True, omit_defaults=True):
    """A place beside the board; its slots are called `<tray>:<slot>` by the tokens in it."""

    id: str
    label: str
    seat: int | None = None


class Button(Struct, frozen=True, omit_defaults=True):
    """An action that is not a cell; `at` begins with `!`, `key` is the letter that presses it."""

    at: str
    label: str
    key: str


class Scene(Struct, frozen=True, omit_defaults=True):
    """A whole snapshot of the board. Cells that are flat and unmarked are left out."""

    grids: tuple[Grid, ...]
    cells: tuple[Cell, ...] = ()
    tokens: tuple[Token, ...] = ()
    trays: tuple[Tray, ...] = ()
    buttons: tuple[Button, ...] = ()


class Event(Struct, frozen=True, omit_defaults=True):
    """One visible step of a move, in order.

    `move`, `capture`, `remove`, `place` and `change` are of a token (`change`: same id, new
    glyph), `raise` and `erupt` of a cell, `strike` goes from the cell `at` to the cell `to`.
    """

    kind: str
    token: str = ""
    at: str = ""
    to: str = ""
    level: int = 0


def spot(grid: str, row: int, col: int) -> str:
    """The hotspot of a cell."""
    return f"{grid}:{row},{col}"


def cell_name(row: int, col: int, rows: int) -> str:
    """What players call a cell: a letter for the column, the row counted from the bottom."""
    return f"{chr(ord('a') + col)}{rows - row}"


def read_cell(name: str, rows: int) -> tuple[int, int]:
    """The row and column of a cell's name; off the board for a cell that is not there."""
    return rows - int(name[1:]), ord(name[0]) - ord("a")


def hotspots(scene: Scene) -> set[str]:
    """Everything that a click path may name."""
    trays = {tray.id for tray in scene.trays}
    spots = {
        spot(grid.id, row, col)
        for grid in scene.grids
        for row in range(grid.rows)
        for col in range(grid.cols)
    }
    spots.update(token.at for token in scene.tokens if token.at.split(":")[0] in trays)
    spots.update(button.at for button in scene.buttons)
    return spots


def differences(before: Scene, after: Scene) -> Iterator[Event]:
    """The events that lead from one scene to the next when a game tells none of its own."""
    old = {token.id: token for token in before.tokens}
    new = {token.id: token for token in after.tokens}
    for token in before.tokens:
        if token.id not in new:
            yield Event("remove", token.id, token.at)
    for token in after.tokens:
        past = old.get(token.id)
        if past is None:
            yield Event("place", token.id, to=token.at)
            continue
        if past.at != token.at:
            yield Event("move", token.id, past.at, token.at)
        if past.glyph != token.glyph:
            yield Event("change", token.id, token.at)
    levels = {cell.at: cell.level for cell in before.cells}
    for cell in after.cells:
        if cell.level != levels.get(cell.at, 0):
            yield Event("raise", at=cell.at, level=cell.level)
