"""Forge: states and moves as JSON."""

from __future__ import annotations

from itertools import permutations

from ludarium.core.errors import InvalidState
from ludarium.core.game import Move, State
from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import DRAW, ONGOING
from ludarium.core.strict_json import Json, read_choice, read_int, read_list, read_object
from ludarium.games.forge import board
from ludarium.games.forge.board import (
    CELLS,
    EMBER_FLAG,
    HOME_CELLS,
    NO_LAST_MOVE,
    PASS_FLAG,
    SEAT_TOKENS,
    SIZE,
    TARGET_SHIFT,
)
from ludarium.games.forge.rules import ForgePosition

STATE_FIELDS = (
    "grid",
    "currentPlayer",
    "phase",
    "status",
    "moveCount",
    "turns",
    "passes",
    "lastMove",
    "winner",
    "reason",
)
MOVE_FIELDS = {
    "move": ("action", "sourceRow", "sourceCol", "destRow", "destCol"),
    "ember": ("action", "row", "col"),
    "pass": ("action",),
}
PIECE_NAMES = ("p0", "p1", "ember")


def write_state(position: ForgePosition, reason: str) -> State:
    """Write a position as a state (rule F5)."""
    piece: list[str | None] = [None] * CELLS
    for name, mask in zip(PIECE_NAMES, (*position.tokens, position.embers), strict=True):
        for cell in board.mask_cells(mask):
            piece[cell] = name
    verdict = position.verdict
    return {
        "grid": [piece[start : start + SIZE] for start in range(0, CELLS, SIZE)],
        "currentPlayer": position.to_move + 1,
        "phase": "ember" if position.ember_due else "move",
        "status": "playing" if verdict == ONGOING else "draw" if verdict == DRAW else "won",
        "moveCount": position.ply,
        "turns": list(position.turns),
        "passes": position.passes,
        "lastMove": None if position.last == NO_LAST_MOVE else write_move(position, position.last),
        "winner": verdict + 1 if verdict >= 0 else None,
        "reason": reason,
    }


def write_move(position: ForgePosition, move: int) -> Move:
    """Write a move as JSON."""
    if move & PASS_FLAG:
        return {"action": "pass"}
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
    _check_reachable(position)
    if last != NO_LAST_MOVE:
        if last not in legal_moves(position):
            raise InvalidState("impossible", "The last move was not a legal one.")
        position.play(last)
        position.number_tokens()
    return position


def _arrange_before_last(position: ForgePosition, state: State, last: int) -> None:
    """Set up the position before the last move."""
    tokens, embers = _read_grid(state["grid"])
    to_move = read_int(state["currentPlayer"], 1, 2, "currentPlayer") - 1
    ember_due = read_choice(state["phase"], ("move", "ember"), "phase") == "ember"
    counts = read_list(state["turns"], "turns", 2)
    turns = [read_int(count, 0, position.turn_limit, "turns") for count in counts]
    passes = read_int(state["passes"], 0, 2, "passes")
    ply = read_int(state["moveCount"], 0, position.turn_limit + CELLS, "moveCount")
    if turns[0] - turns[1] != to_move:
        raise InvalidState("impossible", "The seats take turns, beginning with player 1.")
    if sum(turns) + embers.bit_count() + ember_due != ply:
        raise InvalidState("impossible", "moveCount is not the number of moves, embers and passes.")
    if (last == NO_LAST_MOVE) != (ply == 0):
        raise InvalidState("impossible", "There is a last move as soon as one has been made.")
    if last != NO_LAST_MOVE:
        to_move = to_move if ember_due else 1 - to_move
        turns[to_move] -= not ember_due
        ember_due = bool(last & EMBER_FLAG)
        # A pass adds to the count, and any other move resets it.
        passes = max(passes - 1, 0) if last & PASS_FLAG else 0
        tokens, embers = _undo_last_move(tokens, embers, to_move, last)
    position.arrange_board(tokens, embers, turns, passes, ember_due, to_move)


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
    if action == "pass":
        return PASS_FLAG
    if action == "ember":
        return EMBER_FLAG | places[0] << TARGET_SHIFT
    return places[1] << TARGET_SHIFT | places[0]


def _undo_last_move(tokens: list[int], embers: int, seat: int, last: int) -> tuple[list[int], int]:
    """The tokens and embers before the last move."""
    if last & PASS_FLAG:
        return tokens, embers
    source, target = 1 << board.move_source(last), 1 << board.move_target(last)
    if last & EMBER_FLAG:
        if not embers & target:
            raise InvalidState("impossible", "The last ember is not on the board.")
        return tokens, embers ^ target
    if source & (tokens[0] | tokens[1] | embers) or not target & tokens[seat]:
        raise InvalidState("impossible", "The last move does not fit the board.")
    before = list(tokens)
    before[seat] ^= source | target
    return before, embers


def _check_reachable(position: ForgePosition) -> None:
    """Refuse a running position that no game can reach."""
    turns, embers = position.turns, position.embers
    if sum(turns) >= position.turn_limit:
        raise InvalidState("impossible", "The game had already ended by the limit.")
    if (position.tokens[0] | position.tokens[1] | embers) & position.forges:
        raise InvalidState("impossible", "Nothing stands on a forge while the game runs.")
    if position.ember_due and not position.owes_ember():
        raise InvalidState("impossible", "The seat owes no ember in this turn.")
    if embers.bit_count() > sum(_embers_owed(position, seat) for seat in range(2)):
        raise InvalidState("impossible", "There are more embers than turns that light one.")
    for seat in range(2):
        if not position.shortest_way(seat, embers):
            raise InvalidState("impossible", "Embers never cut a seat off from its forge.")
        moves = turns[seat] + (position.ember_due and position.to_move == seat)
        needed = _moves_needed(position, seat)
        if needed > moves or needed < moves == 1:
            raise InvalidState("impossible", "The tokens do not stand where so many moves lead.")
    if position.passes and _can_move(position, 1 - position.to_move):
        raise InvalidState("impossible", "A seat passes only if it cannot move.")


def _embers_owed(position: ForgePosition, seat: int) -> int:
    late = position.turns[seat] - position.ember_first
    return late // position.ember_every + 1 if position.lights[seat] and late >= 0 else 0


def _moves_needed(position: ForgePosition, seat: int) -> int:
    """The fewest moves from the home cells to the tokens' cells on an open board."""
    places = board.mask_cells(position.tokens[seat])

    def moves(home: int, place: int) -> int:
        steps = abs(home // SIZE - place // SIZE) + abs(home % SIZE - place % SIZE)
        return -(-steps // position.reach)

    return min(sum(map(moves, homes, places)) for homes in permutations(HOME_CELLS[seat]))


def _can_move(position: ForgePosition, seat: int) -> bool:
    return any(
        position.drag_targets(seat, cell) for cell in board.mask_cells(position.tokens[seat])
    )
