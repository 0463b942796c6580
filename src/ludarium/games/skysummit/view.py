"""Skysummit: scene, notation, click paths and events."""

from __future__ import annotations

from ludarium.core.scene import Cell, Event, Grid, Scene, Token, cell_name, cell_spot
from ludarium.games.skysummit import board
from ludarium.games.skysummit.board import CELLS, DOME, NO_CELL, SIZE
from ludarium.games.skysummit.rules import SkysummitPosition

GRID = Grid("board", SIZE, SIZE)
PLACE_PROMPTS = ("Place your first worker", "Place your second worker")
MOVE_PROMPTS = ("Move a worker", "Choose where it steps", "Now build beside it")
SPOTS = tuple(cell_spot(GRID.id, *divmod(cell, SIZE)) for cell in range(SIZE * SIZE))
CELL_NAMES = tuple(cell_name(*divmod(cell, SIZE), SIZE) for cell in range(SIZE * SIZE))


def _token_id(index: int) -> str:
    return f"worker{index}"


def build_scene(position: SkysummitPosition) -> Scene:
    """The scene: towers and workers."""
    height = position.height
    cells = tuple(
        Cell(SPOTS[cell], height[cell], "dome" if height[cell] == DOME else "")
        for cell in range(CELLS)
        if height[cell]
    )
    tokens = tuple(
        Token(_token_id(i), "worker", "W", SPOTS[cell], seat=i // 2)
        for i, cell in enumerate(position.where)
        if cell != NO_CELL
    )
    prompts = PLACE_PROMPTS if NO_CELL in position.where else MOVE_PROMPTS
    return Scene((GRID,), cells, tokens, prompts=prompts)


def notate_move(position: SkysummitPosition, move: int) -> str:
    """`b4,d2` places, `b2-c3+d3` moves and builds, `b2-c3#` reaches the summit."""
    source, target = CELL_NAMES[board.move_source(move)], CELL_NAMES[board.move_target(move)]
    if move & board.PLACE_FLAG:
        return f"{source},{target}"
    built = board.move_build(move)
    return f"{source}-{target}" + ("#" if built == NO_CELL else f"+{CELL_NAMES[built]}")


def click_path(position: SkysummitPosition, move: int) -> tuple[str, ...]:
    """The click path: the worker, its target, the cell to build on."""
    steps = (SPOTS[board.move_source(move)], SPOTS[board.move_target(move)])
    built = board.move_build(move)
    if move & board.PLACE_FLAG or built == NO_CELL:
        return steps
    return (*steps, SPOTS[built])


def move_events(position: SkysummitPosition, move: int) -> list[Event]:
    """The events of a move: the step, then the build."""
    first = 2 * position.to_move
    source, target = board.move_source(move), board.move_target(move)
    if move & board.PLACE_FLAG:
        pair = sorted((source, target))
        return [Event("place", _token_id(first + i), to=SPOTS[pair[i]]) for i in range(2)]
    step = Event("move", _token_id(first + board.move_worker(move)), SPOTS[source], SPOTS[target])
    built = board.move_build(move)
    if built == NO_CELL:
        return [step]
    return [step, Event("raise", at=SPOTS[built], level=position.height[built] + 1)]
