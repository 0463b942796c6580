"""Caldera as players see, click and write it."""

from __future__ import annotations

from collections import deque

from ludarium.core.scene import Button, Cell, Event, Grid, Scene, Token, cell_name, cell_spot
from ludarium.games.caldera import board
from ludarium.games.caldera.board import CELLS, FORGE, KINDS, NOWHERE, PIECES, SIZE, VENT
from ludarium.games.caldera.rules import CalderaPosition

GRID = Grid("board", SIZE, SIZE)
SPOTS = tuple(cell_spot(GRID.id, *divmod(cell, SIZE)) for cell in range(SIZE * SIZE))
CELL_NAMES = tuple(cell_name(*divmod(cell, SIZE), SIZE) for cell in range(SIZE * SIZE))
FORGE_BUTTON = Button("!forge", "Forge", "f")


def _kind(piece: int) -> str:
    return KINDS[piece % PIECES]


def _token(piece: int) -> str:
    return f"{_kind(piece)}{piece}"


def scene(position: CalderaPosition) -> Scene:
    """Ground, vents and pieces."""
    height = position.height
    cells = tuple(
        Cell(SPOTS[cell], mark="vent") if height[cell] == VENT else Cell(SPOTS[cell], height[cell])
        for cell in range(CELLS)
        if height[cell]
    )
    tokens = tuple(
        Token(_token(i), _kind(i), _kind(i)[0].upper(), SPOTS[cell], seat=i // PIECES)
        for i, cell in enumerate(position.where)
        if cell != NOWHERE
    )
    return Scene((GRID,), cells, tokens, buttons=(FORGE_BUTTON,))


def notate(position: CalderaPosition, move: int) -> str:
    """`d1-d2` moves, `d1xd2` captures, `c1^c2` forges."""
    sign = "^" if move & FORGE else "x" if board.captures(move) else "-"
    return f"{CELL_NAMES[board.source(move)]}{sign}{CELL_NAMES[board.target(move)]}"


def path(position: CalderaPosition, move: int) -> tuple[str, ...]:
    """The piece and where it goes; the smith, the button and the cell to raise."""
    source, target = SPOTS[board.source(move)], SPOTS[board.target(move)]
    return (source, FORGE_BUTTON.at, target) if move & FORGE else (source, target)


def events(position: CalderaPosition, move: int) -> list[Event]:
    """The step and the capture, or the raised cell with the eruptions that follow."""
    source, target = board.source(move), board.target(move)
    if move & FORGE:
        return _raising(position, target)
    step = Event("move", _token(board.piece(move)), SPOTS[source], SPOTS[target])
    if not board.captures(move):
        return [step]
    return [step, Event("capture", _token(position.where.index(target)), SPOTS[target])]


def _raising(position: CalderaPosition, target: int) -> list[Event]:
    """The blow, then eruption by eruption what each one does to its neighbours."""
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
            found.append(Event("remove", _token(position.where.index(cell)), SPOTS[cell]))
        raised = board.beside(cell)
