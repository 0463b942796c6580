"""Ludus: scene, notation, click paths and events."""

from __future__ import annotations

from msgspec.structs import replace

from ludarium.core.position import ONGOING
from ludarium.core.scene import Button, Event, Grid, Scene, Token, Tray, cell_name, cell_spot
from ludarium.games.ludus import board
from ludarium.games.ludus.board import (
    ARMY_VALUES,
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
from ludarium.games.ludus.state import removed_pieces, taken_entries

GRIDS = (
    Grid("ground", GROUND_SIZE, GROUND_SIZE),
    Grid("sky", SKY_SIZE, SKY_SIZE, over="ground", row=SKY_CORNER, col=SKY_CORNER),
)
TRAYS = (Tray("taken0", "Taken by White", seat=0), Tray("taken1", "Taken by Black", seat=1))
STRIKE_BUTTON = Button("!strike", "Strike", "s", "Choose what it strikes")
PROMPTS = ("Move a piece, or strike with one", "Choose where it goes")
COUNTDOWN_PLIES = 20  # from here on the prompt says when the armies are compared
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


def army_value(position: LudusPosition, seat: int) -> int:
    """The value of an army, which decides at a limit under the option `tally` (rule L30)."""
    alive, kind = position.alive[seat], position.kind
    return sum(ARMY_VALUES[kind[piece]] for piece in range(PIECES) if alive >> piece & 1)


def _trays(position: LudusPosition) -> tuple[Tray, ...]:
    """The trays of captures; where armies decide at a limit, each says what its army is worth."""
    if not position.tally:
        return TRAYS
    return tuple(
        replace(tray, note=f"Army: {army_value(position, seat)}") for seat, tray in enumerate(TRAYS)
    )


def _prompts(position: LudusPosition) -> tuple[str, ...]:
    """What to click; shortly before the armies are compared, also how many moves are left."""
    quiet = position.ply - position.progress
    left = min(position.quiet_limit - quiet, position.turn_limit - position.ply)
    if not position.tally or left > COUNTDOWN_PLIES or position.verdict != ONGOING:
        return PROMPTS
    count = "1 move" if left == 1 else f"{left} moves"
    return f"{PROMPTS[0]}; armies decide in {count}", *PROMPTS[1:]


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
    return Scene(
        GRIDS, (), (*standing, *taken), _trays(position), (STRIKE_BUTTON,), _prompts(position)
    )


def notate_move(position: LudusPosition, move: int) -> str:
    """`e3-e5` moves, `e5xf6` captures, `e5-E5` flies, `e5*e6` strikes the first cell named.

    `a2+c2` is a wall from the first cell to the second one.
    """
    where = position.where
    source, target = where[board.move_piece(move)], board.move_target(move)
    named = board.named_pieces(move)
    if move & board.STRIKE_FLAG:
        return f"{CELL_NAMES[source]}*{CELL_NAMES[where[named[0]]]}"
    if size := board.wall_size(move):
        return f"{CELL_NAMES[source]}+{CELL_NAMES[source + size - 1]}"
    return f"{CELL_NAMES[source]}{'x' if named else '-'}{CELL_NAMES[target]}"


def click_path(position: LudusPosition, move: int) -> tuple[str, ...]:
    """The click path: the piece and its target, or the piece, the button and the first victim.

    A wall is clicked by its two ends.
    """
    where = position.where
    source = where[board.move_piece(move)]
    if move & board.STRIKE_FLAG:
        return SPOTS[source], STRIKE_BUTTON.at, SPOTS[where[board.named_pieces(move)[0]]]
    if size := board.wall_size(move):
        return SPOTS[source], SPOTS[source + size - 1]
    return SPOTS[source], SPOTS[board.move_target(move)]


def other_click_paths(position: LudusPosition, move: int) -> tuple[tuple[str, ...], ...]:
    """A wall is clicked from either of its ends."""
    return (click_path(position, move)[::-1],) if board.wall_size(move) else ()


def move_events(position: LudusPosition, move: int) -> list[Event]:
    """The events of a move: strike or steps, captures and promotions."""
    where, seat = position.where, position.to_move
    first, target = where[board.move_piece(move)], board.move_target(move)
    movers = [board.move_piece(move)]
    cells = position.board
    for column in range(1, board.wall_size(move)):
        movers.append(cells[first + column] & PIECE_MASK)
    steps = []
    if not move & board.STRIKE_FLAG:
        steps = [
            Event("move", f"p{piece}", SPOTS[first + n], SPOTS[target + n])
            for n, piece in enumerate(movers)
        ]
    source = SPOTS[first]
    for number, victim in enumerate(removed_pieces(position, move), position.taken[seat]):
        cell = SPOTS[where[victim]]
        if move & board.STRIKE_FLAG:
            steps.append(Event("strike", at=source, to=cell))
            source = cell  # a pierce goes on from the first target
        steps.append(Event("capture", f"p{victim}", cell, _tray_slot(seat, number)))
    if move & board.PROMOTION_FLAG:
        steps += [Event("change", f"p{piece}", SPOTS[target + n]) for n, piece in enumerate(movers)]
    return steps


def preview_events(position: LudusPosition, move: int) -> list[Event]:
    """What a move does beyond its clicks: a pierce, flanked pieces, the steps of a wall."""
    more = len(removed_pieces(position, move)) > bool(board.named_pieces(move))
    return move_events(position, move) if more or board.wall_size(move) else []
