"""Forge: states and moves as JSON."""

from __future__ import annotations

from dataclasses import dataclass

from ludarium.core.errors import InvalidState
from ludarium.core.game import Move, State
from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import DRAW, ONGOING
from ludarium.core.strict_json import Json, read_bool, read_choice, read_int, read_list, read_object
from ludarium.games.forge import board
from ludarium.games.forge.board import (
    CELLS,
    EMBER_FLAG,
    NO_LAST_MOVE,
    PASS_FLAG,
    SEAT_TOKENS,
    SIZE,
    SWAP_FLAG,
    TARGET_SHIFT,
)
from ludarium.games.forge.reachable import check_reachable
from ludarium.games.forge.rules import ForgePosition

STATE_FIELDS = (
    "grid",
    "currentPlayer",
    "phase",
    "status",
    "moveCount",
    "turns",
    "passes",
    "embersLeft",
    "embers",
    "burnt",
    "swapped",
    "lastMove",
    "winner",
    "reason",
)
MOVE_FIELDS = {
    "move": ("action", "sourceRow", "sourceCol", "destRow", "destCol"),
    "ember": ("action", "row", "col"),
    "pass": ("action",),
    "swap": ("action",),
}
PIECE_NAMES = ("p0", "p1", "ember")
MAX_PLIES = 1200  # the highest limit of turns, the embers of both seats and a swap
WRONG_BURNT = "The list of burnt embers does not fit the last turn."


@dataclass
class _Draft:
    """What a state says, by side; a fire is a cell and the turn in which it was lit."""

    tokens: list[int]
    fires: list[tuple[int, int]]
    burnt: list[int]
    left: list[int]
    turns: list[int]
    passes: int
    lights: bool
    swapped: bool
    side: int
    opening_left: int = 0


def write_state(position: ForgePosition, reason: str) -> State:
    """Write a position as a state (rule F5)."""
    swapped = bool(position.swapped)
    by_seat = slice(None, None, -1) if swapped else slice(None)
    piece: list[str | None] = [None] * CELLS
    masks = (*list(position.tokens)[by_seat], position.embers)
    for name, mask in zip(PIECE_NAMES, masks, strict=True):
        for cell in board.mask_cells(mask):
            piece[cell] = name
    verdict = position.verdict
    return {
        "grid": [piece[start : start + SIZE] for start in range(0, CELLS, SIZE)],
        "currentPlayer": position.to_move + 1,
        "phase": "ember" if position.lights_now() else "move",
        "status": "playing" if verdict == ONGOING else "draw" if verdict == DRAW else "won",
        "moveCount": position.ply,
        "turns": list(position.turns)[by_seat],
        "passes": position.passes,
        "embersLeft": list(position.left)[by_seat],
        "embers": _write_embers(position),
        "burnt": [_write_cell(cell) for cell in sorted(position.burnt_cells())],
        "swapped": swapped,
        "lastMove": None if position.last == NO_LAST_MOVE else write_move(position, position.last),
        "winner": verdict + 1 if verdict >= 0 else None,
        "reason": reason,
    }


def _write_cell(cell: int) -> State:
    return {"row": cell // SIZE, "col": cell % SIZE}


def _write_embers(position: ForgePosition) -> list[State]:
    turns_left = {}
    for fire in range(position.fires_out, position.fires_lit):
        turns = position.fire_turn[fire] + position.burn_turns - sum(position.turns)
        turns_left[position.fire_cell[fire]] = turns if position.burn_turns else None
    return [{**_write_cell(cell), "turnsLeft": turns_left[cell]} for cell in sorted(turns_left)]


def write_move(position: ForgePosition, move: int) -> Move:
    """Write a move as JSON."""
    if move & PASS_FLAG:
        return {"action": "pass"}
    if move & SWAP_FLAG:
        return {"action": "swap"}
    row, col = divmod(board.move_target(move), SIZE)
    if move & EMBER_FLAG:
        return {"action": "ember", "row": row, "col": col}
    source_row, source_col = divmod(board.move_source(move), SIZE)
    return {
        "action": "move",
        "sourceRow": source_row,
        "sourceCol": source_col,
        "destRow": row,
        "destCol": col,
    }


def read_state(value: Json, position: ForgePosition) -> ForgePosition:
    """Read a state into the given start position.

    The last move is undone and played again, so that the rules give the verdict.
    """
    state = read_object(value, STATE_FIELDS, "state")
    last = _read_last_move(state["lastMove"])
    _arrange_before_last(position, state, last)
    check_reachable(position)
    if last != NO_LAST_MOVE:
        if last not in legal_moves(position):
            raise InvalidState("impossible", "The last move was not a legal one.")
        position.play(last)
        position.number_tokens()
    if len(position.burnt_cells()) != len(state["burnt"]):
        raise InvalidState("impossible", WRONG_BURNT)
    return position


def _arrange_before_last(position: ForgePosition, state: State, last: int) -> None:
    """Set up the position before the last move."""
    draft = _read_draft(position, state)
    ply = read_int(state["moveCount"], 0, MAX_PLIES, "moveCount")
    if (last == NO_LAST_MOVE) != (ply == 0):
        raise InvalidState("impossible", "There is a last move as soon as one has been made.")
    if draft.lights and draft.side == 1 and sum(draft.turns) == 0:
        draft.opening_left = max(position.values["opening_embers"] - ply, 0)
        draft.lights = not draft.opening_left
    if draft.turns[0] - draft.turns[1] != draft.side and not draft.opening_left:
        raise InvalidState("impossible", "The seats take turns, beginning with player 1.")
    if last & SWAP_FLAG:
        _undo_swap(draft)
    elif last & EMBER_FLAG and sum(draft.turns) == 0:
        draft.side = 1
        draft.opening_left += 1
        _undo_ember(draft, last)
    elif last != NO_LAST_MOVE:
        _undo_turn(draft, last, position)
    position.arrange_board(
        draft.tokens,
        draft.fires,
        draft.left,
        draft.turns,
        draft.passes,
        draft.lights,
        draft.opening_left,
        draft.swapped,
        draft.side ^ draft.swapped,
    )
    if position.ply + (last != NO_LAST_MOVE) != ply:
        raise InvalidState("impossible", "moveCount is not the number of moves, embers and passes.")


def _read_draft(position: ForgePosition, state: State) -> _Draft:
    swapped = read_bool(state["swapped"], "swapped")
    turns = _read_pair(state["turns"], position.turn_limit, "turns", swapped)
    tokens, embers = _read_grid(state["grid"])
    fires = []
    for ember in read_list(state["embers"], "embers"):
        read_object(ember, ("row", "col", "turnsLeft"), "embers")
        lit = 0
        if position.burn_turns:
            turns_left = read_int(ember["turnsLeft"], 1, position.burn_turns, "turnsLeft")
            lit = sum(turns) + turns_left - position.burn_turns
        fires.append((_read_cell(ember, "embers"), lit))
    if sorted(cell for cell, _ in fires) != board.mask_cells(embers):
        raise InvalidState("impossible", "The list of embers does not fit the grid.")
    burnt = []
    for ash in read_list(state["burnt"], "burnt"):
        read_object(ash, ("row", "col"), "burnt")
        burnt.append(_read_cell(ash, "burnt"))
    if len(set(burnt)) != len(burnt) or any(embers >> cell & 1 for cell in burnt):
        raise InvalidState("impossible", WRONG_BURNT)
    return _Draft(
        tokens=tokens[::-1] if swapped else tokens,
        fires=fires,
        burnt=burnt,
        left=_read_pair(state["embersLeft"], CELLS, "embersLeft", swapped),
        turns=turns,
        passes=read_int(state["passes"], 0, 2, "passes"),
        lights=read_choice(state["phase"], ("move", "ember"), "phase") == "ember",
        swapped=swapped,
        side=read_int(state["currentPlayer"], 1, 2, "currentPlayer") - 1 ^ swapped,
    )


def _undo_swap(draft: _Draft) -> None:
    if not draft.swapped or sum(draft.turns) != 1:
        raise InvalidState("impossible", "The seats are swapped once, after the first turn.")
    draft.swapped = False


def _undo_turn(draft: _Draft, last: int, position: ForgePosition) -> None:
    if draft.lights:
        draft.lights = False
    else:
        draft.side ^= 1
        draft.turns[draft.side] -= 1
        if draft.turns[draft.side] < 0:
            raise InvalidState("impossible", "The last move belongs to no turn.")
        lit = sum(draft.turns) + 1 - position.burn_turns
        draft.fires += [(cell, lit) for cell in draft.burnt]
    # A pass adds to the count, and any other move resets it.
    draft.passes = max(draft.passes - 1, 0) if last & PASS_FLAG else 0
    if last & EMBER_FLAG:
        _undo_ember(draft, last)
        draft.lights = position.ember_every > 0
    elif not last & PASS_FLAG:
        _undo_drag(draft, last)


def _undo_ember(draft: _Draft, last: int) -> None:
    fires = [fire for fire in draft.fires if fire[0] != board.move_target(last)]
    if len(fires) == len(draft.fires):
        raise InvalidState("impossible", "The last ember is not on the board.")
    draft.fires = fires
    draft.left[draft.side] += 1


def _undo_drag(draft: _Draft, last: int) -> None:
    source, target = 1 << board.move_source(last), 1 << board.move_target(last)
    embers = sum(1 << cell for cell, _ in draft.fires)
    if (
        source & (draft.tokens[0] | draft.tokens[1] | embers)
        or not target & draft.tokens[draft.side]
    ):
        raise InvalidState("impossible", "The last move does not fit the board.")
    draft.tokens[draft.side] ^= source | target


def _read_pair(value: Json, high: int, name: str, swapped: bool) -> list[int]:
    """A number for each seat, returned by side."""
    pair = [read_int(count, 0, high, name) for count in read_list(value, name, 2)]
    return pair[::-1] if swapped else pair


def _read_grid(value: Json) -> tuple[list[int], int]:
    masks = dict.fromkeys(PIECE_NAMES, 0)
    for row, line in enumerate(read_list(value, "grid", SIZE)):
        for col, piece in enumerate(read_list(line, "grid", SIZE)):
            if piece is not None:
                masks[read_choice(piece, PIECE_NAMES, "grid")] |= 1 << (SIZE * row + col)
    tokens = [masks["p0"], masks["p1"]]
    if any(mask.bit_count() != SEAT_TOKENS for mask in tokens):
        raise InvalidState("impossible", "Each seat has three tokens.")
    return tokens, masks["ember"]


def _read_cell(value: State, name: str) -> int:
    row, col = (read_int(value[axis], 0, SIZE - 1, name) for axis in ("row", "col"))
    return SIZE * row + col


def _read_last_move(value: Json) -> int:
    if value is None:
        return NO_LAST_MOVE
    if not isinstance(value, dict):
        raise InvalidState("wrong_type", "lastMove must be an object or null.")
    action = read_choice(value.get("action"), MOVE_FIELDS, "lastMove")
    names = MOVE_FIELDS[action][1:]
    read_object(value, MOVE_FIELDS[action], "lastMove")
    numbers = [read_int(value[name], 0, SIZE - 1, "lastMove") for name in names]
    places = [SIZE * row + col for row, col in zip(numbers[::2], numbers[1::2], strict=True)]
    if action in ("pass", "swap"):
        return PASS_FLAG if action == "pass" else SWAP_FLAG
    if action == "ember":
        return EMBER_FLAG | places[0] << TARGET_SHIFT
    return places[1] << TARGET_SHIFT | places[0]
