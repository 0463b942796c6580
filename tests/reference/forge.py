"""Forge Grid Tactics, naively: a second implementation of the rules to compare the product with."""

from typing import Any

State = dict[str, Any]
Move = dict[str, Any]
Options = dict[str, Any]
Cell = tuple[int, int]
Grid = list[list[str | None]]

RULESETS: dict[str, Options] = {
    "standard": {
        "reach": 1,
        "ember_first": 60,
        "ember_every": 100,
        "both_place": False,
        "shared_forge": False,
        "turn_limit": 200,
    },
    "as_written": {
        "reach": 0,
        "ember_first": 0,
        "ember_every": 1,
        "both_place": False,
        "shared_forge": True,
        "turn_limit": 200,
    },
}

SIZE = 6
EMBER = "ember"
BOARD: list[Cell] = [(row, column) for row in range(SIZE) for column in range(SIZE)]


def initial_state(options: Options) -> State:
    """Three tokens each: seat 0 at the bottom left, seat 1 at the top right."""
    grid: Grid = [[None] * SIZE for _ in range(SIZE)]
    for column in (0, 1, 2):
        grid[5][column] = "p0"
    for column in (3, 4, 5):
        grid[0][column] = "p1"
    return {
        "grid": grid,
        "currentPlayer": 1,
        "phase": "move",
        "status": "playing",
        "moveCount": 0,
        "turns": [0, 0],
        "passes": 0,
        "lastMove": None,
        "winner": None,
        "reason": "",
    }


def legal_moves(state: State, options: Options) -> list[Move]:
    """Embers while one is owed, else token moves, else the pass; none once the game has ended."""
    if state["reason"] != "":
        return []
    if state["phase"] == "ember":
        return [
            {"action": "ember", "row": row, "col": column}
            for row, column in ember_cells(state["grid"], options)
        ]
    moves = token_moves(state, options)
    return moves or [{"action": "pass"}]


def token_moves(state: State, options: Options) -> list[Move]:
    """Every token of the seat to move with every cell it can be dragged to."""
    grid = state["grid"]
    seat = state["currentPlayer"] - 1
    moves: list[Move] = []
    for source in tokens_of(grid, seat):
        for row, column in sorted(drag_cells(grid, source, seat, options)):
            moves.append(
                {
                    "action": "move",
                    "sourceRow": source[0],
                    "sourceCol": source[1],
                    "destRow": row,
                    "destCol": column,
                }
            )
    return moves


def drag_cells(grid: Grid, source: Cell, seat: int, options: Options) -> list[Cell]:
    """The cells that a path of empty cells within the reach leads to from the token."""
    barred = barred_cells(seat, options)
    found: list[Cell] = []
    edge = [source]
    length = 0
    while edge and (options["reach"] == 0 or length < options["reach"]):
        length += 1
        next_edge: list[Cell] = []
        for cell in edge:
            for row, column in neighbours(cell):
                is_free = grid[row][column] is None and (row, column) not in barred
                if is_free and (row, column) not in found:
                    found.append((row, column))
                    next_edge.append((row, column))
        edge = next_edge
    return found


def ember_cells(grid: Grid, options: Options) -> list[Cell]:
    """The cells that may burn, row by row."""
    return [cell for cell in BOARD if may_burn(grid, cell, options)]


def may_burn(grid: Grid, cell: Cell, options: Options) -> bool:
    """Whether an ember can lie here: an empty cell, no forge, and neither seat is cut off."""
    row, column = cell
    forges = [forge_of(0, options), forge_of(1, options)]
    if grid[row][column] is not None or cell in forges:
        return False
    burnt = [list(line) for line in grid]
    burnt[row][column] = EMBER
    return is_connected(burnt, 0, options) and is_connected(burnt, 1, options)


def is_connected(grid: Grid, seat: int, options: Options) -> bool:
    """Whether a path without embers leads from the seat's forge to one of its tokens."""
    barred = barred_cells(seat, options)
    forge = forge_of(seat, options)
    own = f"p{seat}"
    seen = {forge}
    waiting = [forge]
    while waiting:
        cell = waiting.pop()
        if grid[cell[0]][cell[1]] == own:
            return True
        for beside in neighbours(cell):
            if beside in seen or beside in barred or grid[beside[0]][beside[1]] == EMBER:
                continue
            seen.add(beside)
            waiting.append(beside)
    return False


def apply_move(state: State, move: Move, options: Options) -> State:
    """The state after a legal move, with the winner and the reason when it ends the game."""
    after = copy_of(state)
    after["moveCount"] += 1
    after["lastMove"] = dict(move)
    seat = state["currentPlayer"] - 1
    if move["action"] == "pass":
        after["passes"] += 1
        end_turn(after, seat, options)
    elif move["action"] == "ember":
        after["grid"][move["row"]][move["col"]] = EMBER
        end_turn(after, seat, options)
    else:
        after["passes"] = 0
        apply_token_move(after, seat, move, options)
    return after


def apply_token_move(state: State, seat: int, move: Move, options: Options) -> None:
    """Drag the token; it wins on the forge, or leaves an ember owed, or the turn ends."""
    grid = state["grid"]
    target = (move["destRow"], move["destCol"])
    grid[move["sourceRow"]][move["sourceCol"]] = None
    grid[target[0]][target[1]] = f"p{seat}"
    if target == forge_of(seat, options):
        pass_turn(state, seat)
        finish(state, "won", seat + 1, "forge_reached")
    elif owes_ember(state, seat, options) and any(may_burn(grid, cell, options) for cell in BOARD):
        state["phase"] = "ember"
    else:
        end_turn(state, seat, options)


def owes_ember(state: State, seat: int, options: Options) -> bool:
    """Whether the seat's turn under way is one of those that place an ember."""
    first = options["ember_first"]
    if first == 0 or (seat == 0 and not options["both_place"]):
        return False
    turn: int = state["turns"][seat] + 1
    return bool(turn >= first and (turn - first) % options["ember_every"] == 0)


def end_turn(state: State, seat: int, options: Options) -> None:
    """Hand the turn over; two passes in a row, or else the limit, make a draw."""
    pass_turn(state, seat)
    if state["passes"] == 2:
        finish(state, "draw", None, "two_passes")
    elif state["turns"][0] + state["turns"][1] == options["turn_limit"]:
        finish(state, "draw", None, "turn_limit")


def pass_turn(state: State, seat: int) -> None:
    """Count the seat's turn and let the other one move."""
    state["turns"][seat] += 1
    state["phase"] = "move"
    state["currentPlayer"] = 2 - seat


def finish(state: State, status: str, winner: int | None, reason: str) -> None:
    """Record how the game ended."""
    state["status"] = status
    state["winner"] = winner
    state["reason"] = reason


def forge_of(seat: int, options: Options) -> Cell:
    """The cell the seat must reach."""
    if seat == 0 or options["shared_forge"]:
        return (0, 2)
    return (5, 3)


def barred_cells(seat: int, options: Options) -> list[Cell]:
    """The cells the seat may neither stand on nor pass: a forge that is only the other seat's."""
    if options["shared_forge"]:
        return []
    return [forge_of(1 - seat, options)]


def tokens_of(grid: Grid, seat: int) -> list[Cell]:
    """Where the seat's tokens stand, row by row."""
    return [(row, column) for row, column in BOARD if grid[row][column] == f"p{seat}"]


def neighbours(cell: Cell) -> list[Cell]:
    """The up to four cells beside this one."""
    row, column = cell
    around: list[Cell] = []
    if row > 0:
        around.append((row - 1, column))
    if column < SIZE - 1:
        around.append((row, column + 1))
    if row < SIZE - 1:
        around.append((row + 1, column))
    if column > 0:
        around.append((row, column - 1))
    return around


def copy_of(state: State) -> State:
    """A copy that shares nothing that can change."""
    return {
        "grid": [list(row) for row in state["grid"]],
        "currentPlayer": state["currentPlayer"],
        "phase": state["phase"],
        "status": state["status"],
        "moveCount": state["moveCount"],
        "turns": list(state["turns"]),
        "passes": state["passes"],
        "lastMove": state["lastMove"],
        "winner": state["winner"],
        "reason": state["reason"],
    }
