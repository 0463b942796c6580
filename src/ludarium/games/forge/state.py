"""Forge's state and moves as JSON."""

from __future__ import annotations

from itertools import permutations

from ludarium.core.errors import InvalidState
from ludarium.core.game import Move, State
from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import DRAW, ONGOING
from ludarium.core.strict_json import Json, read_choice, read_int, read_list, read_object
from ludarium.games.forge import board
from ludarium.games.forge.board import CELLS, EMBER, HOMES, NO_MOVE, PASS, SIZE, TARGET, TOKENS
from ludarium.games.forge.rules import ForgePosition

KEYS = (
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
MOVE_KEYS = {
    "move": ("action", "sourceRow", "sourceCol", "destRow", "destCol"),
    "ember": ("action", "row", "col"),
    "pass": ("action",),
}
PIECES = ("p0", "p1", "ember")


def write(position: ForgePosition, reason: str) -> State:
    """The state of a position (rule F5)."""
    piece: list[str | None] = [None] * CELLS
    for name, mask in zip(PIECES, (*position.tokens, position.embers), strict=True):
        for cell in board.cells(mask):
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
        "lastMove": None if position.last == NO_MOVE else write_move(position, position.last),
        "winner": verdict + 1 if verdict >= 0 else None,
        "reason": reason,
    }


def write_move(position: ForgePosition, move: int) -> Move:
    """A move as JSON."""
    if move & PASS:
        return {"action": "pass"}
    row, col = divmod(board.target(move), SIZE)
    if move & EMBER:
        return {"action": "ember", "row": row, "col": col}
    source_row, source_col = divmod(board.source(move), SIZE)
    return {
        "action": "move",
        "sourceRow": source_row,
        "sourceCol": source_col,
        "destRow": row,
        "destCol": col,
    }


def read(value: Json, position: ForgePosition) -> ForgePosition:
    """The position of a state, made of a start position.

    The last move is taken back and played again, so that the verdict follows from the rules.
    """
    state = read_object(value, KEYS, "state")
    last = _read_last_move(state["lastMove"])
    _arrange(position, state, last)
    _check_reachable(position)
    if last != NO_MOVE:
        if last not in legal_moves(position):
            raise InvalidState("impossible", "The last move was not a legal one.")
        position.play(last)
        position.renumber()
    return position


def _arrange(position: ForgePosition, state: State, last: int) -> None:
    """Set up what was there before the last move."""
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
    if (last == NO_MOVE) != (ply == 0):
        raise InvalidState("impossible", "There is a last move as soon as one has been made.")
    if last != NO_MOVE:
        to_move = to_move if ember_due else 1 - to_move
        turns[to_move] -= not ember_due
        ember_due = bool(last & EMBER)
        # A pass adds to the count; whatever it was before a move, the move cleared it.
        passes = max(passes - 1, 0) if last & PASS else 0
        tokens, embers = _taken_back(tokens, embers, to_move, last)
    position.arrange(tokens, embers, turns, passes, ember_due, to_move)


def _read_grid(value: Json) -> tuple[list[int], int]:
    masks = dict.fromkeys(PIECES, 0)
    for row, line in enumerate(read_list(value, "grid", SIZE)):
        for col, piece in enumerate(read_list(line, "grid", SIZE)):
            if piece is not None:
                masks[read_choice(piece, PIECES, "grid")] |= 1 << (SIZE * row + col)
    tokens = [masks["p0"], masks["p1"]]
    if any(mask.bit_count() != TOKENS for mask in tokens):
        raise InvalidState("impossible", "Each seat has three tokens.")
    return tokens, masks["ember"]


def _read_last_move(value: Json) -> int:
    if value is None:
        return NO_MOVE
    if not isinstance(value, dict):
        raise InvalidState("wrong_type", "lastMove must be an object or null.")
    action = read_choice(value.get("action"), MOVE_KEYS, "lastMove")
    names = MOVE_KEYS[action][1:]
    read_object(value, MOVE_KEYS[action], "lastMove")
    numbers = [read_int(value[name], 0, SIZE - 1, "lastMove") for name in names]
    places = [SIZE * row + col for row, col in zip(numbers[::2], numbers[1::2], strict=True)]
    if action == "pass":
        return PASS
    if action == "ember":
        return EMBER | places[0] << TARGET
    return places[1] << TARGET | places[0]


def _taken_back(tokens: list[int], embers: int, seat: int, last: int) -> tuple[list[int], int]:
    """The board before the last move."""
    if last & PASS:
        return tokens, embers
    source, target = 1 << board.source(last), 1 << board.target(last)
    if last & EMBER:
        if not embers & target:
            raise InvalidState("impossible", "The last ember is not on the board.")
        return tokens, embers ^ target
    if source & (tokens[0] | tokens[1] | embers) or not target & tokens[seat]:
        raise InvalidState("impossible", "The last move does not fit the board.")
    before = list(tokens)
    before[seat] ^= source | target
    return before, embers


def _check_reachable(position: ForgePosition) -> None:
    """Refuse a position, taken to be still in play, that no game can come to."""
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
        if not position.way(seat, embers):
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
    """The fewest moves that bring the tokens from home to where they are, on an open board."""
    places = board.cells(position.tokens[seat])

    def moves(home: int, place: int) -> int:
        steps = abs(home // SIZE - place // SIZE) + abs(home % SIZE - place % SIZE)
        return -(-steps // position.reach)

    return min(sum(map(moves, homes, places)) for homes in permutations(HOMES[seat]))


def _can_move(position: ForgePosition, seat: int) -> bool:
    return any(position.drags(seat, cell) for cell in board.cells(position.tokens[seat]))
