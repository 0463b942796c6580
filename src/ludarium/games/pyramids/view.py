"""Pyramids: scene, notation, click paths and events."""

from __future__ import annotations

from collections import Counter

from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import ONGOING
from ludarium.core.scene import Button, Event, Grid, Scene, Token, Tray, cell_name, cell_spot
from ludarium.games.pyramids import board
from ludarium.games.pyramids.board import (
    CELLS,
    CODE_MASK,
    CODE_NAMES,
    COLOUR_SHIFT,
    NUMBER_SHIFT,
    SIZE,
    SIZE_MASK,
)
from ludarium.games.pyramids.rules import PyramidsPosition

GRID = Grid("board", SIZE, SIZE)
SEAT_NAMES = ("Violet", "Copper", "Slate")
PASS_BUTTON = Button("!pass", "Pass", "p")
MOVE_PROMPTS = ("Move a cap", "Choose where it steps")
POWER_PROMPTS = ("Move a cap, or put back a captured piece", "Choose where it goes")
PASS_PROMPTS = ("No cap can erupt: pass",)
GLYPHS = ("pyramid.large", "pyramid.medium", "pyramid.small")  # in the order of board.SIZES
COLOUR_TINTS = ("blue", "green", "red", "yellow")  # in the order of board.COLOURS
SPOTS = tuple(cell_spot(GRID.id, *divmod(cell, SIZE)) for cell in range(CELLS))
CELL_NAMES = tuple(cell_name(*divmod(cell, SIZE), SIZE) for cell in range(CELLS))


def _tray_slot(seat: int, code: int) -> str:
    return f"captured{seat}:{CODE_NAMES[code]}"


def _token_id(piece: int) -> str:
    return f"{CODE_NAMES[piece & CODE_MASK]}{piece >> NUMBER_SHIFT}"


def _cap_id(number: int) -> str:
    return f"cap{number}"


def _pyramid_token(piece: int, at: str, layer: int, group: str = "") -> Token:
    code = piece & CODE_MASK
    glyph, tint = GLYPHS[code & SIZE_MASK], COLOUR_TINTS[code >> COLOUR_SHIFT]
    return Token(_token_id(piece), glyph, CODE_NAMES[code], at, layer=layer, tint=tint, group=group)


def _count_trios(hand: list[int]) -> int:
    """How many trios a hand holds: a small, a medium and a large piece of one colour each."""
    counts = Counter(piece & CODE_MASK for piece in hand)
    return sum(
        min(counts[colour << COLOUR_SHIFT | size] for size in range(len(GLYPHS)))
        for colour in range(len(COLOUR_TINTS))
    )


def _captured_tokens(position: PyramidsPosition, seat: int) -> list[Token]:
    """The captures of a seat; the pieces of one trio lie together."""
    seen: Counter[int] = Counter()
    tokens = []
    for piece in position.hand_pieces(seat):
        code = piece & CODE_MASK
        trio = f"{code >> COLOUR_SHIFT}.{seen[code]}"
        tokens.append(_pyramid_token(piece, _tray_slot(seat, code), seen[code], trio))
        seen[code] += 1
    return tokens


def _turn_prompts(position: PyramidsPosition, moves: list[int]) -> tuple[str, ...]:
    if moves == [board.PASS_FLAG]:
        return PASS_PROMPTS
    return POWER_PROMPTS if any(move & board.POWER_FLAG for move in moves) else MOVE_PROMPTS


def _tray_label(position: PyramidsPosition, seat: int) -> str:
    """Whose captures these are and, for the seat to move, its quiet cap moves left (rule P4)."""
    label = f"Captured by {SEAT_NAMES[seat]}"
    if seat != position.to_move or position.verdict != ONGOING:
        return label
    return f"{label} ({position.quiet_limit - position.quiet} cap moves left)"


def build_scene(position: PyramidsPosition) -> Scene:
    """The scene: stacks with caps, and a tray with the captures of each seat."""
    tokens = []
    for cell in range(CELLS):
        stack = position.stack_on(cell)
        tokens += [_pyramid_token(piece, SPOTS[cell], layer) for layer, piece in enumerate(stack)]
        if position.caps >> cell & 1:
            number = position.cap_on[cell]
            tokens.append(
                Token(_cap_id(number), "cap", "^", SPOTS[cell], None, len(stack), "black")
            )
    trays = []
    for seat in range(position.seats):
        trios = _count_trios(position.hand_pieces(seat))
        note = f"Trios: {trios} of {board.TRIOS_TO_WIN}"
        trays.append(Tray(f"captured{seat}", _tray_label(position, seat), seat, note))
        tokens += _captured_tokens(position, seat)
    moves = legal_moves(position)
    buttons = (PASS_BUTTON,) if moves == [board.PASS_FLAG] else ()
    return Scene((GRID,), (), tuple(tokens), tuple(trays), buttons, _turn_prompts(position, moves))


def notate_move(position: PyramidsPosition, move: int) -> str:
    """`b2-c3` moves a cap, `b2-c3!` with an eruption, `RL@c3` is a power play, or `pass`."""
    target = CELL_NAMES[board.move_target(move)]
    if move & board.PASS_FLAG:
        return "pass"
    if move & board.POWER_FLAG:
        return f"{CODE_NAMES[board.move_code(move)]}@{target}"
    return f"{CELL_NAMES[board.move_source(move)]}-{target}" + "!" * position.is_eruption(move)


def click_path(position: PyramidsPosition, move: int) -> tuple[str, ...]:
    """The click path: the cap or the captured piece, and its target."""
    if move & board.PASS_FLAG:
        return (PASS_BUTTON.at,)
    target = SPOTS[board.move_target(move)]
    if move & board.POWER_FLAG:
        return _tray_slot(position.to_move, board.move_code(move)), target
    return SPOTS[board.move_source(move)], target


def move_events(position: PyramidsPosition, move: int) -> list[Event]:
    """The events of a move: the cap, then each piece of the eruption and its capture."""
    if move & board.PASS_FLAG:
        return []
    after = position.copy()
    after.play(move)
    source, target = board.move_source(move), board.move_target(move)
    if move & board.POWER_FLAG:
        token = _token_id(after.stack_on(target)[-1])
        at = _tray_slot(position.to_move, board.move_code(move))
        return [Event("move", token, at, SPOTS[target])]
    step = Event("move", _cap_id(position.cap_on[source]), SPOTS[source], SPOTS[target])
    flowing = position.stack_on(source)[after.height[source] :]
    if not flowing:
        return [step]
    told = [step, Event("erupt", at=SPOTS[source])]
    taken = set(after.hand_pieces(position.to_move))
    for distance, piece in enumerate(reversed(flowing), 2):
        landing = SPOTS[source + distance * (target - source)]
        told.append(Event("move", _token_id(piece), SPOTS[source], landing))
        if piece in taken:
            slot = _tray_slot(position.to_move, piece & CODE_MASK)
            told.append(Event("capture", _token_id(piece), landing, slot))
    return told


def preview_events(position: PyramidsPosition, move: int) -> list[Event]:
    """What a cap's move lets erupt, where it lands, and what is captured."""
    erupts = move < board.POWER_FLAG and position.is_eruption(move)
    return move_events(position, move)[1:] if erupts else []
