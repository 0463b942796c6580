"""Ludus as players see, click and write it."""

from __future__ import annotations

from ludarium.core.scene import Button, Event, Grid, Scene, Token, Tray, cell_name, cell_spot
from ludarium.games.ludus import board
from ludarium.games.ludus.board import (
    GROUND_SIZE,
    KIND,
    OWNER,
    PIECE,
    PIECES,
    PLACES,
    SKY_CORNER,
    SKY_SIZE,
    TAGS,
    TAKEN_KIND,
)
from ludarium.games.ludus.rules import LudusPosition
from ludarium.games.ludus.state import booty

GRIDS = (
    Grid("ground", GROUND_SIZE, GROUND_SIZE),
    Grid("sky", SKY_SIZE, SKY_SIZE, over="ground", row=SKY_CORNER, col=SKY_CORNER),
)
TRAYS = (Tray("taken0", "Taken by White", seat=0), Tray("taken1", "Taken by Black", seat=1))
STRIKE = Button("!strike", "Strike", "s")
GLYPHS = (
    "legionare", "veteran", "flora", "terra", "ignus", "ferrous", "aeris", "highlord", "cursor",
    "steadholder", "firstlord", "legionare",
)  # fmt: skip


def _name(cell: int) -> str:
    """What players call a cell; a sky cell like the one below it, with a capital."""
    where, row, col = PLACES[cell]
    if where == "ground":
        return cell_name(row, col, GROUND_SIZE)
    return cell_name(row + SKY_CORNER, col + SKY_CORNER, GROUND_SIZE).capitalize()


SPOTS = {cell: cell_spot(*place) for cell, place in PLACES.items()}
NAMES = {cell: _name(cell) for cell in SPOTS}


def _token(piece: int, kind: int, at: str) -> Token:
    return Token(f"p{piece}", GLYPHS[kind], TAGS[kind], at, seat=OWNER[piece])


def _slot(seat: int, number: int) -> str:
    return f"{TRAYS[seat].id}:{number}"


def scene(position: LudusPosition) -> Scene:
    """Both boards, and what each seat has taken.

    A token is called after its piece, on the boards and in the trays. Of like pieces taken before
    a state was read nobody knows which was which: there the lower id lies in the earlier slot.
    """
    alive, kind, where = position.alive, position.kind, position.where
    standing = [
        _token(piece, kind[piece], SPOTS[where[piece]])
        for piece in range(PIECES)
        if alive[OWNER[piece]] >> piece & 1
    ]
    taken = [
        _token(entry & PIECE, entry >> TAKEN_KIND & KIND, _slot(seat, number))
        for seat in range(2)
        for number, entry in enumerate(booty(position, seat))
    ]
    return Scene(GRIDS, (), (*standing, *taken), TRAYS, (STRIKE,))


def notate(position: LudusPosition, move: int) -> str:
    """`e3-e5` moves, `e5xf6` captures, `e5-E5` flies, `e5*e6` strikes the first cell named."""
    where = position.where
    source, target = where[board.piece(move)], board.target(move)
    removed = board.removed(move)
    if move & board.STRIKE:
        return f"{NAMES[source]}*{NAMES[where[removed[0]]]}"
    return f"{NAMES[source]}{'x' if removed else '-'}{NAMES[target]}"


def path(position: LudusPosition, move: int) -> tuple[str, ...]:
    """The piece and where it goes, or the piece, the button and what it strikes first."""
    where = position.where
    source = SPOTS[where[board.piece(move)]]
    if move & board.STRIKE:
        return source, STRIKE.at, SPOTS[where[board.removed(move)[0]]]
    return source, SPOTS[board.target(move)]


def events(position: LudusPosition, move: int) -> list[Event]:
    """The strike or the step, what falls, and the promotion."""
    where, seat = position.where, position.to_move
    piece, target = board.piece(move), SPOTS[board.target(move)]
    steps = []
    source = SPOTS[where[piece]]
    if not move & board.STRIKE:
        steps.append(Event("move", f"p{piece}", source, target))
    for number, victim in enumerate(board.removed(move), position.taken[seat]):
        cell = SPOTS[where[victim]]
        if move & board.STRIKE:
            steps.append(Event("strike", at=source, to=cell))
            source = cell  # a pierce goes on from the first target
        steps.append(Event("capture", f"p{victim}", cell, _slot(seat, number)))
    if move & board.PROMOTION:
        steps.append(Event("change", f"p{piece}", target))
    return steps
