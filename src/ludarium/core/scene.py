"""The scene: a closed vocabulary for boards that every client can draw and click."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

NAME_CACHE_SIZE = 4096  # cached names of cells: choices repeat the same few
# Directions on a board: rows and columns of one step. `Token.facing` uses the same words.
COMPASS = {
    "n": (-1, 0),
    "ne": (-1, 1),
    "e": (0, 1),
    "se": (1, 1),
    "s": (1, 0),
    "sw": (1, -1),
    "w": (0, -1),
    "nw": (-1, -1),
}


class Grid(Struct, frozen=True, omit_defaults=True):
    """A board of cells; it may float over another, with its corner at one of its cells."""

    id: str
    rows: int
    cols: int
    over: str = ""
    row: int = 0
    col: int = 0


class Cell(Struct, frozen=True, omit_defaults=True):
    """A special cell: its height, or a mark (`vent`, `dome`, `goal`) and the owner's seat."""

    at: str
    level: int = 0
    mark: str = ""
    seat: int | None = None


class Token(Struct, frozen=True, omit_defaults=True):
    """A piece with a fixed id; `at` is a cell or a tray slot, `layer` the level in a stack.

    Tokens of one `group` lie together in a tray. `facing` is a direction of `COMPASS` in which the
    piece points, `badge` a short text on it, such as its hit points. `badge_name` is the word for
    it, as it is read after the badge: `hit point` or `hit points`.
    """

    id: str
    glyph: str
    text: str
    at: str
    seat: int | None = None
    layer: int = 0
    tint: str = ""
    group: str = ""
    facing: str = ""
    badge: str = ""
    badge_name: str = ""


class Tray(Struct, frozen=True, omit_defaults=True):
    """A place beside the board; tokens in it are at `<tray>:<slot>`, `note` counts them."""

    id: str
    label: str
    seat: int | None = None
    note: str = ""


class Button(Struct, frozen=True, omit_defaults=True):
    """An action that is no cell; `at` begins with `!`, `key` is its shortcut letter.

    `prompt` says what to click after it.
    """

    at: str
    label: str
    key: str
    prompt: str = ""


class Scene(Struct, frozen=True, omit_defaults=True):
    """A complete snapshot of the board, without flat and unmarked cells.

    `prompts` say to the player to move what to click: first, after one click, after two.
    """

    grids: tuple[Grid, ...]
    cells: tuple[Cell, ...] = ()
    tokens: tuple[Token, ...] = ()
    trays: tuple[Tray, ...] = ()
    buttons: tuple[Button, ...] = ()
    prompts: tuple[str, ...] = ()


class Event(Struct, frozen=True, omit_defaults=True):
    """One visible step of a move, in order.

    `move`, `capture`, `remove`, `place` and `change` are of a token (`change`: same id, new
    glyph, facing or badge), `raise` and `erupt` of a cell, `strike` goes from the cell `at` to the
    cell `to`, `beam` also around the corners `via`. An event that happens `together` plays at the
    same time as the event before it.
    """

    kind: str
    token: str = ""
    at: str = ""
    to: str = ""
    level: int = 0
    via: tuple[str, ...] = ()
    together: bool = False


@lru_cache(NAME_CACHE_SIZE)
def cell_spot(grid: str, row: int, col: int) -> str:
    """The hotspot of a cell."""
    return f"{grid}:{row},{col}"


def parse_spot(at: str) -> tuple[str, int, int] | None:
    """Parse a cell's hotspot into grid, row and column; None for any other text."""
    grid, _, place = at.partition(":")
    row, _, col = place.partition(",")
    if not (row.isascii() and row.isdecimal() and col.isascii() and col.isdecimal()):
        return None
    # No board needs more digits, and very long ones are slow to parse or fail.
    return (grid, int(row), int(col)) if len(place) < 8 else None


@lru_cache(NAME_CACHE_SIZE)
def cell_name(row: int, col: int, rows: int) -> str:
    """The name of a cell: a letter for the column, then the row counted from the bottom."""
    return f"{chr(ord('a') + col)}{rows - row}"


def parse_cell_name(name: str, rows: int) -> tuple[int, int]:
    """Parse the name of a cell into row and column, which may be off the board."""
    return rows - int(name[1:]), ord(name[0]) - ord("a")


def scene_hotspots(scene: Scene) -> set[str]:
    """All hotspots that a click path may name."""
    trays = {tray.id for tray in scene.trays}
    spots = {
        cell_spot(grid.id, row, col)
        for grid in scene.grids
        for row in range(grid.rows)
        for col in range(grid.cols)
    }
    spots.update(token.at for token in scene.tokens if token.at.split(":")[0] in trays)
    spots.update(button.at for button in scene.buttons)
    return spots


def scene_differences(before: Scene, after: Scene) -> Iterator[Event]:
    """The events between two scenes, for games that write no events of their own."""
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
        turned = past.seat != token.seat and parse_spot(token.at)  # in a tray the move tells it
        if turned or _token_look(past) != _token_look(token):
            yield Event("change", token.id, token.at)
    levels = {cell.at: cell.level for cell in before.cells}
    for cell in after.cells:
        if cell.level != levels.get(cell.at, 0):
            yield Event("raise", at=cell.at, level=cell.level)


def _token_look(token: Token) -> tuple[str, str, str]:
    return token.glyph, token.facing, token.badge
