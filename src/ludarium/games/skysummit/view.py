"""Skysummit as players see, click and write it."""

from __future__ import annotations

from ludarium.core.scene import Cell, Event, Grid, Scene, Token, cell_name, cell_spot
from ludarium.games.skysummit import board
from ludarium.games.skysummit.board import CELLS, DOME, NOWHERE, SIZE
from ludarium.games.skysummit.rules import SkysummitPosition

GRID = Grid("board", SIZE, SIZE)
SPOTS = tuple(cell_spot(GRID.id, *divmod(cell, SIZE)) for cell in range(SIZE * SIZE))
CELL_NAMES = tuple(cell_name(*divmod(cell, SIZE), SIZE) for cell in range(SIZE * SIZE))


def _token(index: int) -> str:
    return f"worker{index}"


def scene(position: SkysummitPosition) -> Scene:
    """Towers and workers."""
    height = position.height
    cells = tuple(
        Cell(SPOTS[cell], height[cell], "dome" if height[cell] == DOME else "")
        for cell in range(CELLS)
        if height[cell]
    )
    tokens = tuple(
        Token(_token(i), "worker", "W", SPOTS[cell], seat=i // 2)
        for i, cell in enumerate(position.where)
        if cell != NOWHERE
    )
    return Scene((GRID,), cells, tokens)


def notate(position: SkysummitPosition, move: int) -> str:
    """`b4,d2` places, `b2-c3+d3` moves and builds, `b2-c3#` reaches the summit."""
    source, target = CELL_NAMES[board.source(move)], CELL_NAMES[board.target(move)]
    if move & board.PLACE:
        return f"{source},{target}"
    built = board.build(move)
    return f"{source}-{target}" + ("#" if built == NOWHERE else f"+{CELL_NAMES[built]}")


def path(position: SkysummitPosition, move: int) -> tuple[str, ...]:
    """The worker, where it goes, where it builds."""
    steps = (SPOTS[board.source(move)], SPOTS[board.target(move)])
    built = board.build(move)
    if move & board.PLACE or built == NOWHERE:
        return steps
    return (*steps, SPOTS[built])


def events(position: SkysummitPosition, move: int) -> list[Event]:
    """The step, then the build."""
    first = 2 * position.to_move
    source, target = board.source(move), board.target(move)
    if move & board.PLACE:
        pair = sorted((source, target))
        return [Event("place", _token(first + i), to=SPOTS[pair[i]]) for i in range(2)]
    step = Event("move", _token(first + board.worker(move)), SPOTS[source], SPOTS[target])
    built = board.build(move)
    if built == NOWHERE:
        return [step]
    return [step, Event("raise", at=SPOTS[built], level=position.height[built] + 1)]
