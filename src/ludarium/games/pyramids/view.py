"""Pyramids as players see, click and write it."""

from __future__ import annotations

from collections import Counter

from ludarium.core.legal_moves import legal_moves
from ludarium.core.scene import Button, Event, Grid, Scene, Token, Tray, cell_name, cell_spot
from ludarium.games.pyramids import board
from ludarium.games.pyramids.board import CELLS, CODE, COLOUR, NAMES, NUMBER, SIZE, SIZE_OF
from ludarium.games.pyramids.rules import PyramidsPosition

GRID = Grid("board", SIZE, SIZE)
SEATS = ("First", "Second", "Third")
PASSING = Button("!pass", "Pass", "p")
GLYPHS = ("pyramid.large", "pyramid.medium", "pyramid.small")  # in the order of board.SIZES
TINTS = ("blue", "green", "red", "yellow")  # in the order of board.COLOURS
SPOTS = tuple(cell_spot(GRID.id, *divmod(cell, SIZE)) for cell in range(CELLS))
CELL_NAMES = tuple(cell_name(*divmod(cell, SIZE), SIZE) for cell in range(CELLS))


def _slot(seat: int, code: int) -> str:
    return f"captured{seat}:{NAMES[code]}"


def _token(piece: int) -> str:
    return f"{NAMES[piece & CODE]}{piece >> NUMBER}"


def _cap(number: int) -> str:
    return f"cap{number}"


def _pyramid(piece: int, at: str, layer: int) -> Token:
    code = piece & CODE
    glyph, tint = GLYPHS[code & SIZE_OF], TINTS[code >> COLOUR]
    return Token(_token(piece), glyph, NAMES[code], at, layer=layer, tint=tint)


def scene(position: PyramidsPosition) -> Scene:
    """The stacks with their caps, and a tray for each seat's captures."""
    tokens = []
    for cell in range(CELLS):
        stack = position.stack(cell)
        tokens += [_pyramid(piece, SPOTS[cell], layer) for layer, piece in enumerate(stack)]
        if position.caps >> cell & 1:
            number = position.cap_on[cell]
            tokens.append(Token(_cap(number), "cap", "^", SPOTS[cell], None, len(stack), "black"))
    trays = tuple(
        Tray(f"captured{seat}", f"Captured by {SEATS[seat]}", seat)
        for seat in range(position.seats)
    )
    for seat in range(position.seats):
        seen: Counter[int] = Counter()
        for piece in position.hand(seat):
            code = piece & CODE
            tokens.append(_pyramid(piece, _slot(seat, code), seen[code]))
            seen[code] += 1
    buttons = (PASSING,) if legal_moves(position) == [board.PASS] else ()
    return Scene((GRID,), (), tuple(tokens), trays, buttons)


def notate(position: PyramidsPosition, move: int) -> str:
    """`b2-c3` moves a cap, `b2-c3!` with an eruption, `RL@c3` is a power play, or `pass`."""
    target = CELL_NAMES[board.target(move)]
    if move & board.PASS:
        return "pass"
    if move & board.POWER:
        return f"{NAMES[board.code(move)]}@{target}"
    return f"{CELL_NAMES[board.source(move)]}-{target}" + "!" * position.erupts(move)


def path(position: PyramidsPosition, move: int) -> tuple[str, ...]:
    """The cap or the captured piece, and where it goes."""
    if move & board.PASS:
        return (PASSING.at,)
    target = SPOTS[board.target(move)]
    if move & board.POWER:
        return _slot(position.to_move, board.code(move)), target
    return SPOTS[board.source(move)], target


def events(position: PyramidsPosition, move: int) -> list[Event]:
    """The cap, then the eruption piece by piece, each captured where it landed."""
    if move & board.PASS:
        return []
    after = position.copy()
    after.play(move)
    source, target = board.source(move), board.target(move)
    if move & board.POWER:
        token = _token(after.stack(target)[-1])
        at = _slot(position.to_move, board.code(move))
        return [Event("move", token, at, SPOTS[target])]
    step = Event("move", _cap(position.cap_on[source]), SPOTS[source], SPOTS[target])
    flowing = position.stack(source)[after.height[source] :]
    if not flowing:
        return [step]
    told = [step, Event("erupt", at=SPOTS[source])]
    taken = set(after.hand(position.to_move))
    for distance, piece in enumerate(reversed(flowing), 2):
        landing = SPOTS[source + distance * (target - source)]
        told.append(Event("move", _token(piece), SPOTS[source], landing))
        if piece in taken:
            slot = _slot(position.to_move, piece & CODE)
            told.append(Event("capture", _token(piece), landing, slot))
    return told
