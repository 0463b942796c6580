"""Caldera, naively: a second implementation of the rules to compare the product with."""

from typing import Any

State = dict[str, Any]
Move = dict[str, Any]
Options = dict[str, Any]

RULESETS: dict[str, Options] = {
    "standard": {"turn_limit": 200, "start_height": 0},
    "tournament": {"turn_limit": 50, "start_height": 0},
    "eruptive": {"turn_limit": 200, "start_height": 2},
}

SIZE = 7
VENT = -1
ERUPTION_HEIGHT = 4
ALL_DIRECTIONS = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]
ORTHOGONAL_DIRECTIONS = [(-1, 0), (0, 1), (1, 0), (0, -1)]
LAYOUT = [("crown", 3), ("lancer", 1), ("lancer", 5), ("smith", 2), ("smith", 4)]


def initial_state(options: Options) -> State:
    """Level ground; seat 0 on the bottom row, seat 1 on the top row."""
    return {
        "board": [[options["start_height"]] * SIZE for _ in range(SIZE)],
        "p0": [{"type": kind, "r": 6, "c": column} for kind, column in LAYOUT],
        "p1": [{"type": kind, "r": 0, "c": column} for kind, column in LAYOUT],
        "ply": 0,
        "winner": None,
        "reason": "",
    }


def legal_moves(state: State, options: Options) -> list[Move]:
    """Piece by piece, its moves by direction and then its forges; none once the game has ended."""
    if state["reason"] != "":
        return []
    board = state["board"]
    seat = state["ply"] % 2
    own = cells_of(state[f"p{seat}"])
    enemy = cells_of(state[f"p{1 - seat}"])
    moves: list[Move] = []
    for piece in state[f"p{seat}"]:
        origin = (piece["r"], piece["c"])
        for direction in ALL_DIRECTIONS:
            for row, column in destinations(board, piece["type"], origin, direction):
                if (row, column) not in own:
                    moves.append({"action": "move", "from": list(origin), "to": [row, column]})
        if piece["type"] != "smith":
            continue
        for direction in ORTHOGONAL_DIRECTIONS:
            target = step(origin, direction)
            if is_ground(board, target) and target not in own and target not in enemy:
                moves.append({"action": "forge", "smith": list(origin), "target": list(target)})
    return moves


def destinations(
    board: list[list[int]], kind: str, origin: tuple[int, int], direction: tuple[int, int]
) -> list[tuple[int, int]]:
    """The cells a piece can climb to in one direction, occupied or not."""
    first = step(origin, direction)
    if not can_step(board, origin, first):
        return []
    if kind != "lancer":
        return [first]
    second = step(first, direction)
    if not can_step(board, first, second):
        return [first]
    return [first, second]


def apply_move(state: State, move: Move, options: Options) -> State:
    """The state after a legal move, with the winner and the reason when it ends the game."""
    after = copy_of(state)
    mover = state["ply"] % 2
    after["ply"] += 1
    if move["action"] == "move":
        move_piece(after, mover, move["from"], move["to"])
    else:
        row, column = move["target"]
        raise_cell(after, row, column)
    settle(after, mover, move, options)
    return after


def move_piece(state: State, mover: int, origin: list[int], target: list[int]) -> None:
    """Put the piece down on the target; an enemy that stood there is gone."""
    remove_piece_at(state, f"p{1 - mover}", target[0], target[1])
    for piece in state[f"p{mover}"]:
        if [piece["r"], piece["c"]] == origin:
            piece["r"], piece["c"] = target
            return


def raise_cell(state: State, row: int, column: int) -> None:
    """Raise a cell by one; at the eruption height it becomes a vent and raises its neighbours."""
    board = state["board"]
    if not is_ground(board, (row, column)):
        return
    board[row][column] += 1
    if board[row][column] < ERUPTION_HEIGHT:
        return
    board[row][column] = VENT
    remove_piece_at(state, "p0", row, column)
    remove_piece_at(state, "p1", row, column)
    for direction in ORTHOGONAL_DIRECTIONS:
        raise_cell(state, *step((row, column), direction))


def settle(state: State, mover: int, move: Move, options: Options) -> None:
    """End the game if a crown fell, the next seat cannot move, or the limit is reached."""
    enemy = 1 - mover
    own_crown = has_crown(state, mover)
    enemy_crown = has_crown(state, enemy)
    if not enemy_crown and move["action"] == "move":
        finish(state, mover, "crown_captured")
    elif not enemy_crown and own_crown:
        finish(state, mover, "crown_erupted")
    elif not own_crown and enemy_crown:
        finish(state, enemy, "crown_erupted")
    elif not own_crown and not enemy_crown:
        finish(state, enemy, "crowns_erupted_mutual")
    elif not legal_moves(state, options):
        finish(state, mover, "no_legal_moves")
    elif state["ply"] == options["turn_limit"]:
        settle_limit(state)


def settle_limit(state: State) -> None:
    """More pieces win, then the higher crown; else it is a draw."""
    pieces = [len(state["p0"]), len(state["p1"])]
    crowns = [crown_height(state, 0), crown_height(state, 1)]
    if pieces[0] != pieces[1]:
        finish(state, 0 if pieces[0] > pieces[1] else 1, "turn_limit_pieces")
    elif crowns[0] != crowns[1]:
        finish(state, 0 if crowns[0] > crowns[1] else 1, "turn_limit_crown_height")
    else:
        finish(state, None, "turn_limit_draw")


def finish(state: State, winner: int | None, reason: str) -> None:
    """Record how the game ended."""
    state["winner"] = winner
    state["reason"] = reason


def has_crown(state: State, seat: int) -> bool:
    """Whether the seat's crown is alive."""
    return any(piece["type"] == "crown" for piece in state[f"p{seat}"])


def crown_height(state: State, seat: int) -> int:
    """The height of the cell under the seat's crown."""
    crown = next(piece for piece in state[f"p{seat}"] if piece["type"] == "crown")
    height: int = state["board"][crown["r"]][crown["c"]]
    return height


def remove_piece_at(state: State, side: str, row: int, column: int) -> None:
    """Take the side's piece off this cell, if there is one."""
    state[side] = [piece for piece in state[side] if piece["r"] != row or piece["c"] != column]


def cells_of(pieces: list[dict[str, Any]]) -> set[tuple[int, int]]:
    """Where these pieces stand."""
    return {(piece["r"], piece["c"]) for piece in pieces}


def step(cell: tuple[int, int], direction: tuple[int, int]) -> tuple[int, int]:
    """The neighbouring cell in this direction, on the board or not."""
    return cell[0] + direction[0], cell[1] + direction[1]


def is_ground(board: list[list[int]], cell: tuple[int, int]) -> bool:
    """Whether the cell is on the board and no vent."""
    row, column = cell
    return 0 <= row < SIZE and 0 <= column < SIZE and board[row][column] != VENT


def can_step(board: list[list[int]], origin: tuple[int, int], target: tuple[int, int]) -> bool:
    """Whether the ground allows this step: a climb of one at most, a drop of any depth."""
    if not is_ground(board, target):
        return False
    return board[target[0]][target[1]] <= board[origin[0]][origin[1]] + 1


def copy_of(state: State) -> State:
    """A copy that shares nothing that can change."""
    return {
        "board": [list(row) for row in state["board"]],
        "p0": [dict(piece) for piece in state["p0"]],
        "p1": [dict(piece) for piece in state["p1"]],
        "ply": state["ply"],
        "winner": state["winner"],
        "reason": state["reason"],
    }
