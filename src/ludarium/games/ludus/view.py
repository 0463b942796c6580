"""Ludus: scene, notation, click paths and events."""

from __future__ import annotations

from ludarium.core.scene import Button, Event, Grid, Scene, Token, Tray, cell_name, cell_spot
from ludarium.games.ludus import board
from ludarium.games.ludus.board import (
    GROUND_SIZE,
    KIND_MASK,
    OWNER,
    PIECE_MASK,
    PIECES,
    PLACES,
    SKY_CORNER,
    SKY_SIZE,
    TAGS,
    TAKEN_KIND_SHIFT,
)
from ludarium.games.ludus.rules import LudusPosition
from ludarium.games.ludus.state import taken_entries

GRIDS = (
    Grid("ground", GROUND_SIZE, GROUND_SIZE),
    Grid("sky", SKY_SIZE, SKY_SIZE, over="ground", row=SKY_CORNER, col=SKY_CORNER),
)
TRAYS = (Tray("taken0", "Taken by White", seat=0), Tray("taken1", "Taken by Black", seat=1))
STRIKE_BUTTON = Button("!strike", "Strike", "s")
GLYPHS = (
    "legionare", "veteran", "flora", "terra", "ignus", "ferrous", "aeris", "highlord", "cursor",
    "steadholder", "firstlord", "legionare",
)  # fmt: skip


def _cell_name(cell: int) -> str:
    """The name of a cell; a sky cell has the name of the cell below it, capitalised."""
    where, row, col = PLACES[cell]
    if where == "ground":
        return cell_name(row, col, GROUND_SIZE)
    return cell_name(row + SKY_CORNER, col + SKY_CORNER, GROUND_SIZE).capitalize()


SPOTS = {cell: cell_spot(*place) for cell, place in PLACES.items()}
CELL_NAMES = {cell: _cell_name(cell) for cell in SPOTS}


def _make_token(piece: int, kind: int, at: str) -> Token:
    return Token(f"p{piece}", GLYPHS[kind], TAGS[kind], at, seat=OWNER[piece])


def _tray_slot(seat: int, number: int) -> str:
    return f"{TRAYS[seat].id}:{number}"


def build_scene(position: LudusPosition) -> Scene:
    """The scene: both boards, and a tray with the captures of each seat.

    A token keeps the id of its piece on the boards and in the trays. A state does not say which of
    several equal pieces was taken first; there the lower id lies in the earlier slot.
    """
    alive, kind, where = position.alive, position.kind, position.where
    standing = [
        _make_token(piece, kind[piece], SPOTS[where[piece]])
        for piece in range(PIECES)
        if alive[OWNER[piece]] >> piece & 1
    ]
    taken = [
        _make_token(
            entry & PIECE_MASK, entry >> TAKEN_KIND_SHIFT & KIND_MASK, _tray_slot(seat, number)
        )
        for seat in range(2)
        for number, entry in enumerate(taken_entries(position, seat))
    ]
    return Scene(GRIDS, (), (*standing, *taken), TRAYS, (STRIKE_BUTTON,))


def notate_move(position: LudusPosition, move: int) -> str:
    """`e3-e5` moves, `e5xf6` captures, `e5-E5` flies, `e5*e6` strikes the first cell named."""
    where = position.where
    source, target = where[board.move_piece(move)], board.move_target(move)
    removed = board.removed_pieces(move)
    if move & board.STRIKE_FLAG:
        return f"{CELL_NAMES[source]}*{CELL_NAMES[where[removed[0]]]}"
    return f"{CELL_NAMES[source]}{'x' if removed else '-'}{CELL_NAMES[target]}"


def click_path(position: LudusPosition, move: int) -> tuple[str, ...]:
    """The click path: the piece and its target, or the piece, the button and the first victim."""
    where = position.where
    source = SPOTS[where[board.move_piece(move)]]
    if move & board.STRIKE_FLAG:
        return source, STRIKE_BUTTON.at, SPOTS[where[board.removed_pieces(move)[0]]]
    return source, SPOTS[board.move_target(move)]


def move_events(position: LudusPosition, move: int) -> list[Event]:
    """The events of a move: strike or step, captures and promotion."""
    where, seat = position.where, position.to_move
    piece, target = board.move_piece(move), SPOTS[board.move_target(move)]
    steps = []
    source = SPOTS[where[piece]]
    if not move & board.STRIKE_FLAG:
        steps.append(Event("move", f"p{piece}", source, target))
    for number, victim in enumerate(board.removed_pieces(move), position.taken[seat]):
        cell = SPOTS[where[victim]]
        if move & board.STRIKE_FLAG:
            steps.append(Event("strike", at=source, to=cell))
            source = cell  # a pierce goes on from the first target
        steps.append(Event("capture", f"p{victim}", cell, _tray_slot(seat, number)))
    if move & board.PROMOTION_FLAG:
        steps.append(Event("change", f"p{piece}", target))
    return steps
