"""Forge as players see, click and write it."""

from __future__ import annotations

from itertools import pairwise

from ludarium.core.scene import Button, Cell, Event, Grid, Scene, Token, cell_name, cell_spot
from ludarium.games.forge import board
from ludarium.games.forge.board import EMBER, PASS, SIZE, track
from ludarium.games.forge.rules import ForgePosition

GRID = Grid("board", SIZE, SIZE)
SPOTS = tuple(cell_spot(GRID.id, *divmod(cell, SIZE)) for cell in range(SIZE * SIZE))
CELL_NAMES = tuple(cell_name(*divmod(cell, SIZE), SIZE) for cell in range(SIZE * SIZE))
PASSING = Button("!pass", "Pass", "p")


def _token(number: int) -> str:
    return f"token{number}"


def _ember(cell: int) -> str:
    return f"ember{cell}"


def scene(position: ForgePosition) -> Scene:
    """Forges, tokens and embers."""
    number = position.number
    forges = tuple(
        Cell(SPOTS[cell], mark="goal", seat=None if position.shared_forge else seat)
        for seat, cell in enumerate(position.forge)
    )
    tokens = [
        Token(_token(number[cell]), "token", "T", SPOTS[cell], seat=seat)
        for seat, mask in enumerate(position.tokens)
        for cell in board.cells(mask)
    ]
    embers = [
        Token(_ember(cell), "ember", "*", SPOTS[cell]) for cell in board.cells(position.embers)
    ]
    return Scene(
        (GRID,),
        forges[:1] if position.shared_forge else forges,
        tuple(sorted(tokens, key=lambda token: token.id) + embers),
        buttons=(PASSING,),
    )


def notate(position: ForgePosition, move: int) -> str:
    """`a1-b3` moves, `@c3` lights an ember, `pass`."""
    if move & PASS:
        return "pass"
    target = CELL_NAMES[board.target(move)]
    return f"@{target}" if move & EMBER else f"{CELL_NAMES[board.source(move)]}-{target}"


def path(position: ForgePosition, move: int) -> tuple[str, ...]:
    """The token and where it goes, or the ember's cell."""
    if move & PASS:
        return (PASSING.at,)
    target = SPOTS[board.target(move)]
    return (target,) if move & EMBER else (SPOTS[board.source(move)], target)


def events(position: ForgePosition, move: int) -> list[Event]:
    """A drag goes cell by cell round what stands in its way."""
    if move & PASS:
        return []
    source, target = board.source(move), board.target(move)
    if move & EMBER:
        return [Event("place", _ember(target), to=SPOTS[target])]
    token = _token(position.number[source])
    way = track(source, target, position.free(position.to_move))
    return [Event("move", token, SPOTS[a], SPOTS[b]) for a, b in pairwise(way)]
