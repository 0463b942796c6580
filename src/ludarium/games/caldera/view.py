"""Caldera: scene, notation, click paths and events."""

from __future__ import annotations

from collections import deque

from ludarium.core.scene import Button, Cell, Event, Grid, Scene, Token, cell_name, cell_spot
from ludarium.games.caldera import board
from ludarium.games.caldera.board import (
    CELLS,
    FORGE_FLAG,
    NO_CELL,
    PIECE_KINDS,
    SEAT_PIECES,
    SIZE,
    VENT,
)
from ludarium.games.caldera.rules import CalderaPosition

GRID = Grid("board", SIZE, SIZE)
SPOTS = tuple(cell_spot(GRID.id, *divmod(cell, SIZE)) for cell in range(SIZE * SIZE))
CELL_NAMES = tuple(cell_name(*divmod(cell, SIZE), SIZE) for cell in range(SIZE * SIZE))
FORGE_BUTTON = Button("!forge", "Forge", "f", "Choose the cell to raise")
PROMPTS = ("Move a piece, or forge with a smith", "Choose where it goes")


def _piece_kind(piece: int) -> str:
    return PIECE_KINDS[piece % SEAT_PIECES]


def _token_id(piece: int) -> str:
    return f"{_piece_kind(piece)}{piece}"


def build_scene(position: CalderaPosition) -> Scene:
    """The scene: ground, vents and pieces."""
    height = position.height
    cells = tuple(
        Cell(SPOTS[cell], mark="vent") if height[cell] == VENT else Cell(SPOTS[cell], height[cell])
        for cell in range(CELLS)
        if height[cell]
    )
    tokens = tuple(
        Token(
            _token_id(i),
            _piece_kind(i),
            _piece_kind(i)[0].upper(),
            SPOTS[cell],
            seat=i // SEAT_PIECES,
        )
        for i, cell in enumerate(position.where)
        if cell != NO_CELL
    )
    return Scene((GRID,), cells, tokens, buttons=(FORGE_BUTTON,), prompts=PROMPTS)


def notate_move(position: CalderaPosition, move: int) -> str:
    """`d1-d2` moves, `d1xd2` captures, `c1^c2` forges."""
    sign = "^" if move & FORGE_FLAG else "x" if board.is_capture(move) else "-"
    return f"{CELL_NAMES[board.move_source(move)]}{sign}{CELL_NAMES[board.move_target(move)]}"


def click_path(position: CalderaPosition, move: int) -> tuple[str, ...]:
    """The click path: the piece and its target, or the smith, the button and the cell."""
    source, target = SPOTS[board.move_source(move)], SPOTS[board.move_target(move)]
    return (source, FORGE_BUTTON.at, target) if move & FORGE_FLAG else (source, target)


def move_events(position: CalderaPosition, move: int) -> list[Event]:
    """The events of a move: step and capture, or the raised cell and its eruptions."""
    source, target = board.move_source(move), board.move_target(move)
    if move & FORGE_FLAG:
        return _raise_events(position, target)
    step = Event("move", _token_id(board.move_piece(move)), SPOTS[source], SPOTS[target])
    if not board.is_capture(move):
        return [step]
    return [step, Event("capture", _token_id(position.where.index(target)), SPOTS[target])]


def preview_events(position: CalderaPosition, move: int) -> list[Event]:
    """The eruptions that a forge starts, with all that they raise and destroy."""
    events = move_events(position, move) if move & FORGE_FLAG else []
    return events if any(event.kind == "erupt" for event in events) else []


def _raise_events(position: CalderaPosition, target: int) -> list[Event]:
    """The raised cell, then each eruption with its raised neighbours."""
    height = list(position.height)
    found: list[Event] = []
    waiting: deque[int] = deque()
    raised = [target]
    while True:
        for cell in raised:
            if height[cell] == VENT:  # a vent already, or about to be one: rule C10
                continue
            height[cell] += 1
            if height[cell] == VENT:
                waiting.append(cell)
            else:
                found.append(Event("raise", at=SPOTS[cell], level=height[cell]))
        if not waiting:
            return found
        cell = waiting.popleft()
        found.append(Event("erupt", at=SPOTS[cell]))
        if cell in position.where:
            found.append(Event("remove", _token_id(position.where.index(cell)), SPOTS[cell]))
        raised = board.side_cells(cell)
