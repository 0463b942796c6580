"""Forge: scene, notation, click paths and events."""

from __future__ import annotations

from itertools import pairwise

from ludarium.core.scene import Button, Cell, Event, Grid, Scene, Token, cell_name, cell_spot
from ludarium.games.forge import board
from ludarium.games.forge.board import EMBER_FLAG, PASS_FLAG, SIZE, shortest_track
from ludarium.games.forge.rules import ForgePosition

GRID = Grid("board", SIZE, SIZE)
SPOTS = tuple(cell_spot(GRID.id, *divmod(cell, SIZE)) for cell in range(SIZE * SIZE))
CELL_NAMES = tuple(cell_name(*divmod(cell, SIZE), SIZE) for cell in range(SIZE * SIZE))
PASS_BUTTON = Button("!pass", "Pass", "p")


def _token_id(number: int) -> str:
    return f"token{number}"


def _ember_id(cell: int) -> str:
    return f"ember{cell}"


def build_scene(position: ForgePosition) -> Scene:
    """The scene: forges, tokens and embers."""
    number = position.number
    forges = tuple(
        Cell(SPOTS[cell], mark="goal", seat=None if position.shared_forge else seat)
        for seat, cell in enumerate(position.forge)
    )
    tokens = [
        Token(_token_id(number[cell]), "token", "T", SPOTS[cell], seat=seat)
        for seat, mask in enumerate(position.tokens)
        for cell in board.mask_cells(mask)
    ]
    embers = [
        Token(_ember_id(cell), "ember", "*", SPOTS[cell])
        for cell in board.mask_cells(position.embers)
    ]
    return Scene(
        (GRID,),
        forges[:1] if position.shared_forge else forges,
        tuple(sorted(tokens, key=lambda token: token.id) + embers),
        buttons=(PASS_BUTTON,),
    )


def notate_move(position: ForgePosition, move: int) -> str:
    """`a1-b3` moves, `@c3` lights an ember, `pass`."""
    if move & PASS_FLAG:
        return "pass"
    target = CELL_NAMES[board.move_target(move)]
    return f"@{target}" if move & EMBER_FLAG else f"{CELL_NAMES[board.move_source(move)]}-{target}"


def click_path(position: ForgePosition, move: int) -> tuple[str, ...]:
    """The click path: the token and its target, or the cell of an ember."""
    if move & PASS_FLAG:
        return (PASS_BUTTON.at,)
    target = SPOTS[board.move_target(move)]
    return (target,) if move & EMBER_FLAG else (SPOTS[board.move_source(move)], target)


def move_events(position: ForgePosition, move: int) -> list[Event]:
    """The events of a move: a drag goes cell by cell around obstacles."""
    if move & PASS_FLAG:
        return []
    source, target = board.move_source(move), board.move_target(move)
    if move & EMBER_FLAG:
        return [Event("place", _ember_id(target), to=SPOTS[target])]
    token = _token_id(position.number[source])
    way = shortest_track(source, target, position.free_cells(position.to_move))
    return [Event("move", token, SPOTS[a], SPOTS[b]) for a, b in pairwise(way)]
