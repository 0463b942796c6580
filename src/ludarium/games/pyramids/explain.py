"""Pyramids: parses typed and clicked moves, and explains refusals."""

from __future__ import annotations

import re

from ludarium.core.errors import IllegalMove
from ludarium.core.legal_moves import legal_moves
from ludarium.core.scene import parse_cell_name, parse_spot
from ludarium.core.strict_json import Json
from ludarium.games.pyramids.board import (
    CELL_MASK,
    CELLS,
    CODE_MASK,
    NAME_CODES,
    PASS_FLAG,
    POWER_FLAG,
    SIZE,
    TARGET_SHIFT,
    cap_moves,
)
from ludarium.games.pyramids.rules import PyramidsPosition

ACTION_FIELDS = {"cap": {"t", "from", "to"}, "power": {"t", "piece", "to"}, "pass": {"t"}}
MALFORMED_MOVE = IllegalMove(
    "malformed_move",
    'A move is {"t": "cap", "from": [row, column], "to": [row, column]}, '
    '{"t": "power", "piece": "RL", "to": [row, column]} or {"t": "pass"}.',
    "P8",
)
OFF_BOARD_CELL = IllegalMove("off_board", "A cell is [row, column], each from 0 to 4.", "P8")
STEP_NOTATION = re.compile(r"([a-z]\d)-([a-z]\d)(!?)", re.ASCII)
POWER_NOTATION = re.compile(r"(\w\w)@([a-z]\d)", re.ASCII)


def parse_notation(position: PyramidsPosition, written: str) -> Json | None:
    """Parse notation into a move, even an illegal one."""
    if written == "pass":
        return {"t": "pass"}
    if match := POWER_NOTATION.fullmatch(written):
        return {"t": "power", "piece": match[1], "to": list(parse_cell_name(match[2], SIZE))}
    match = STEP_NOTATION.fullmatch(written)
    if match is None:
        return None
    cells = [list(parse_cell_name(name, SIZE)) for name in match.groups()[:2]]
    source, target = (_parse_cell(cell) for cell in cells)
    if source is not None and target is not None:
        _check_mark(position, source, target, match[3])
    return {"t": "cap", "from": cells[0], "to": cells[1]}


def parse_path(position: PyramidsPosition, path: tuple[str, ...]) -> Json | None:
    """Parse a click path into a move, even an illegal one."""
    if path == ("!pass",):
        return {"t": "pass"}
    cells = [list(place[1:]) for place in map(parse_spot, path) if place]
    tray, _, piece = path[0].partition(":") if path else ("", "", "")
    if tray.startswith("captured") and len(path) - 1 == len(cells) < 2:
        if tray != f"captured{position.to_move}":
            raise IllegalMove("not_yours", "Another player has captured that piece.", "P5")
        open_cell = next(cell for cell in range(CELLS) if not position.caps >> cell & 1)
        return {"t": "power", "piece": piece, "to": (*cells, list(divmod(open_cell, SIZE)))[0]}
    if not 1 <= len(cells) == len(path) <= 2:
        return None
    cell = _parse_cell(cells[0])
    if len(path) == 1 and cell is not None and position.caps >> cell & 1:
        raise IllegalMove("stuck_cap", "That cap cannot go anywhere now.", "P2")
    return {"t": "cap", "from": cells[0], "to": cells[-1]}


def _check_mark(position: PyramidsPosition, source: int, target: int, mark: str) -> None:
    """Refuse a legal move whose notation has the wrong ending."""
    for move in legal_moves(position):
        here = (move & CELL_MASK, move >> TARGET_SHIFT & CELL_MASK) == (
            source,
            target,
        ) and move < POWER_FLAG
        if here and position.is_eruption(move) != bool(mark):
            raise IllegalMove("wrong_mark", "A ! ends the moves that erupt, and only those.", "P2")


def explain_move(position: PyramidsPosition, value: Json) -> IllegalMove:
    """The refusal with the first rule that the move breaks."""
    if not isinstance(value, dict) or not isinstance(value.get("t"), str):
        return MALFORMED_MOVE
    if value.keys() != ACTION_FIELDS.get(value["t"]):
        return MALFORMED_MOVE
    if value["t"] == "pass":
        return IllegalMove("pass_not_allowed", "Only a player with no other move passes.", "P10")
    target = _parse_cell(value["to"])
    if value["t"] == "power":
        return _explain_power(position, value["piece"], target)
    return _explain_step(position, _parse_cell(value["from"]), target)


def _explain_step(
    position: PyramidsPosition, source: int | None, target: int | None
) -> IllegalMove:
    if source is None or target is None:
        return OFF_BOARD_CELL
    if not position.caps >> source & 1:
        return IllegalMove("no_cap_there", "Only caps move, and there is none on that cell.", "P2")
    if target not in [step >> TARGET_SHIFT & CELL_MASK for step in cap_moves(source)]:
        return IllegalMove("not_adjacent", "A cap goes to one of the 8 cells around it.", "P2")
    if position.caps >> target & 1:
        return IllegalMove("cap_in_the_way", "Nothing may be put on a cap.", "P2")
    if legal_moves(position) == [PASS_FLAG]:
        return IllegalMove(
            "must_pass", "No quiet move is left in this turn and no cap can erupt: pass.", "P17"
        )
    return IllegalMove("must_erupt", "No quiet move is left in this turn: make one erupt.", "P17")


def _explain_power(position: PyramidsPosition, piece: Json, target: int | None) -> IllegalMove:
    if not isinstance(piece, str) or piece not in NAME_CODES:
        return IllegalMove(
            "unknown_piece", "A piece is R, Y, G or B and then S, M or L, as in RL.", "P11"
        )
    if target is None:
        return OFF_BOARD_CELL
    if not position.power_play:
        return IllegalMove("no_power_plays", "This game is played without power plays.", "P20")
    if position.quiet >= position.quiet_limit:
        return IllegalMove(
            "power_too_late", "No quiet move is left in this turn, nor a power play.", "P17"
        )
    if position.power_used:
        return IllegalMove("power_used", "There is one power play in a turn.", "P5")
    owners = [
        seat for seat in range(position.seats) if _holds_code(position, seat, NAME_CODES[piece])
    ]
    if not owners:
        return IllegalMove("not_captured", "No player has captured such a piece.", "P5")
    if position.to_move not in owners:
        return IllegalMove("not_yours", "Another player has captured that piece.", "P5")
    return IllegalMove("capped", "A piece goes on a cell without a cap.", "P5")


def _holds_code(position: PyramidsPosition, seat: int, code: int) -> bool:
    return any(piece & CODE_MASK == code for piece in position.hand_pieces(seat))


def _parse_cell(value: Json) -> int | None:
    """The number of a cell; None for any other value."""
    if not isinstance(value, list) or len(value) != 2:
        return None
    row, col = value
    if type(row) is not int or type(col) is not int or not (0 <= row < SIZE and 0 <= col < SIZE):
        return None
    return SIZE * row + col
