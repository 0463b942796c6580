"""Forge Grid Tactics, naively: a second implementation of the rules to compare the product with."""

from typing import Any

State = dict[str, Any]
Move = dict[str, Any]
Options = dict[str, Any]
Cell = tuple[int, int]
Grid = list[list[str | None]]

RULESETS: dict[str, Options] = {
    "standard": {
        "straight": True,
        "reach": 0,
        "forge_columns": 345,
        "hold": 2,
        "shared_forges": False,
        "closed_forges": True,
        "onyx_embers": 5,
        "amber_embers": 5,
        "opening_embers": 0,
        "ember_every": 0,
        "burn_turns": 16,
        "points": True,
        "swap": False,
        "turn_limit": 140,
    },
    "as_written": {
        "straight": False,
        "reach": 0,
        "forge_columns": 3,
        "hold": 1,
        "shared_forges": True,
        "closed_forges": False,
        "onyx_embers": 0,
        "amber_embers": 0,
        "opening_embers": 0,
        "ember_every": 0,
        "burn_turns": 0,
        "points": False,
        "swap": False,
        "turn_limit": 200,
    },
}

SIZE = 6
EMBER = "ember"
BOARD: list[Cell] = [(row, column) for row in range(SIZE) for column in range(SIZE)]
LINES = [(-1, 0), (0, -1), (0, 1), (1, 0)]
NEIGHBOURS: dict[Cell, list[Cell]] = {
    (row, column): [(row + y, column + x) for y, x in LINES if (row + y, column + x) in BOARD]
    for row, column in BOARD
}


def initial_state(options: Options) -> State:
    """Three tokens each: player 1 at the bottom left, player 2 at the top right."""
    grid: Grid = [[None] * SIZE for _ in range(SIZE)]
    for column in (0, 1, 2):
        grid[5][column] = "p0"
    for column in (3, 4, 5):
        grid[0][column] = "p1"
    opening = options["opening_embers"] > 0
    return {
        "grid": grid,
        "currentPlayer": 2 if opening else 1,
        "phase": "ember" if opening else "move",
        "status": "playing",
        "moveCount": 0,
        "turns": [0, 0],
        "passes": 0,
        "embersLeft": [options["onyx_embers"], options["amber_embers"]],
        "embers": [],
        "burnt": [],
        "swapped": False,
        "lastMove": None,
        "winner": None,
        "reason": "",
    }


def legal_moves(state: State, options: Options) -> list[Move]:
    """Token moves, then embers, or the pass; the swap comes last."""
    if state["reason"] != "":
        return []
    seat = state["currentPlayer"] - 1
    if state["phase"] == "ember":
        return ember_moves(state, options)
    moves = token_moves(state, options)
    if options["ember_every"] == 0 and state["embersLeft"][seat] > 0:
        moves += ember_moves(state, options)
    if not moves:
        moves = [{"action": "pass"}]
    if options["swap"] and not state["swapped"] and state["turns"] == [1, 0]:
        moves.append({"action": "swap"})
    return moves


def ember_moves(state: State, options: Options) -> list[Move]:
    """An ember on every cell that may burn, row by row."""
    forges = [forges_of(state, seat, options) for seat in (0, 1)]
    barred = [barred_cells(state, seat, options) for seat in (0, 1)]
    moves: list[Move] = []
    for row, column in BOARD:
        if state["grid"][row][column] is not None or (row, column) in forges[0] + forges[1]:
            continue
        burning = [list(line) for line in state["grid"]]
        burning[row][column] = EMBER
        if all(is_connected(burning, seat, forges[seat], barred[seat]) for seat in (0, 1)):
            moves.append({"action": "ember", "row": row, "col": column})
    return moves


def token_moves(state: State, options: Options) -> list[Move]:
    """Every token of the seat to move with every cell it can be dragged to."""
    seat = state["currentPlayer"] - 1
    moves: list[Move] = []
    for source in tokens_of(state["grid"], seat):
        reached = straight_cells if options["straight"] else bent_cells
        for row, column in sorted(reached(state, source, seat, options)):
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


def straight_cells(state: State, source: Cell, seat: int, options: Options) -> list[Cell]:
    """The cells in the four lines from the token up to the first obstacle."""
    found: list[Cell] = []
    for down, right in LINES:
        length = 1
        cell = (source[0] + down, source[1] + right)
        while is_free(state, cell, seat, options) and within(length, options):
            found.append(cell)
            length += 1
            cell = (cell[0] + down, cell[1] + right)
    return found


def bent_cells(state: State, source: Cell, seat: int, options: Options) -> list[Cell]:
    """The cells that a path of empty cells within the reach leads to from the token."""
    found: list[Cell] = []
    edge = [source]
    length = 1
    while edge and within(length, options):
        length += 1
        next_edge: list[Cell] = []
        for cell in edge:
            for beside in NEIGHBOURS[cell]:
                if is_free(state, beside, seat, options) and beside not in found:
                    found.append(beside)
                    next_edge.append(beside)
        edge = next_edge
    return found


def within(length: int, options: Options) -> bool:
    """Whether a token may go so far."""
    return bool(options["reach"] == 0 or length <= options["reach"])


def is_free(state: State, cell: Cell, seat: int, options: Options) -> bool:
    """Whether the seat may enter the cell: on the board, empty, and not a closed forge."""
    if cell not in NEIGHBOURS or state["grid"][cell[0]][cell[1]] is not None:
        return False
    return cell not in barred_cells(state, seat, options)


def is_connected(grid: Grid, seat: int, forges: list[Cell], barred: list[Cell]) -> bool:
    """Whether a path without embers leads from one of the seat's tokens to one of its forges."""
    waiting = list(forges)
    seen = set(forges) | set(barred)
    while waiting:
        cell = waiting.pop()
        if grid[cell[0]][cell[1]] == f"p{seat}":
            return True
        for beside in NEIGHBOURS[cell]:
            if beside not in seen and grid[beside[0]][beside[1]] != EMBER:
                seen.add(beside)
                waiting.append(beside)
    return False


def apply_move(state: State, move: Move, options: Options) -> State:
    """The state after a legal move, with the winner and the reason when it ends the game."""
    after = copy_of(state)
    after["moveCount"] += 1
    after["lastMove"] = dict(move)
    after["burnt"] = []
    seat = state["currentPlayer"] - 1
    if move["action"] == "swap":
        swap_seats(after)
    elif move["action"] == "pass":
        after["passes"] += 1
        end_turn(after, seat, options)
    elif move["action"] == "ember":
        after["passes"] = 0
        apply_ember(after, seat, move, options)
    else:
        after["passes"] = 0
        apply_token_move(after, seat, move, options)
    return after


def swap_seats(state: State) -> None:
    """Everything on the board changes hands, and so does the turn."""
    exchange: dict[str | None, str | None] = {"p0": "p1", "p1": "p0"}
    state["grid"] = [[exchange.get(piece, piece) for piece in row] for row in state["grid"]]
    state["turns"].reverse()
    state["embersLeft"].reverse()
    state["swapped"] = True
    state["currentPlayer"] = 3 - state["currentPlayer"]


def apply_ember(state: State, seat: int, move: Move, options: Options) -> None:
    """Light the ember; before the first move the other seat begins after the last one."""
    opening = state["turns"] == [0, 0] and state["moveCount"] <= options["opening_embers"]
    state["grid"][move["row"]][move["col"]] = EMBER
    state["embersLeft"][seat] -= 1
    burning = None
    if options["burn_turns"]:
        burning = options["burn_turns"] + (0 if opening else 1)  # this turn still ends
    state["embers"].append({"row": move["row"], "col": move["col"], "turnsLeft": burning})
    state["embers"].sort(key=lambda ember: (ember["row"], ember["col"]))
    if not opening:
        end_turn(state, seat, options)
    elif state["moveCount"] == options["opening_embers"]:
        state["phase"] = "move"
        state["currentPlayer"] = 1


def apply_token_move(state: State, seat: int, move: Move, options: Options) -> None:
    """Drag the token; it wins on the last forge, or leaves an ember owed, or the turn ends."""
    grid = state["grid"]
    grid[move["sourceRow"]][move["sourceCol"]] = None
    grid[move["destRow"]][move["destCol"]] = f"p{seat}"
    if held(state, seat, options) >= options["hold"]:
        finish_turn(state, seat, options)
        finish(state, "won", seat + 1, "forge_reached")
    elif owes_ember(state, seat, options) and ember_moves(state, options):
        state["phase"] = "ember"
    else:
        end_turn(state, seat, options)


def owes_ember(state: State, seat: int, options: Options) -> bool:
    """Whether the seat's turn under way is one of those that end with an ember."""
    every = options["ember_every"]
    if every == 0 or state["embersLeft"][seat] == 0:
        return False
    return bool((state["turns"][seat] + 1) % every == 0)


def end_turn(state: State, seat: int, options: Options) -> None:
    """Hand the turn over; two passes in a row, or else the limit, end the game."""
    finish_turn(state, seat, options)
    if state["passes"] == 2:
        finish(state, "draw", None, "two_passes")
    elif sum(state["turns"]) == options["turn_limit"]:
        own, other = held(state, 0, options), held(state, 1, options)
        if own == other or not options["points"]:
            finish(state, "draw", None, "turn_limit")
        else:
            finish(state, "won", 1 if own > other else 2, "turn_limit_points")


def finish_turn(state: State, seat: int, options: Options) -> None:
    """Count the seat's turn, let embers burn out and the other seat move."""
    state["turns"][seat] += 1
    state["phase"] = "move"
    state["currentPlayer"] = 2 - seat
    if options["burn_turns"] == 0:
        return
    still = []
    for ember in state["embers"]:
        left = ember["turnsLeft"] - 1
        if left:
            still.append({**ember, "turnsLeft": left})
        else:
            state["burnt"].append({"row": ember["row"], "col": ember["col"]})
            state["grid"][ember["row"]][ember["col"]] = None
    state["embers"] = still


def finish(state: State, status: str, winner: int | None, reason: str) -> None:
    """Record how the game ended."""
    state["status"] = status
    state["winner"] = winner
    state["reason"] = reason


def forges_of(state: State, seat: int, options: Options) -> list[Cell]:
    """The cells the seat must hold."""
    columns = [int(digit) - 1 for digit in str(options["forge_columns"])]
    top = options["shared_forges"] or (seat == 0) != state["swapped"]
    return [(0, column) if top else (5, 5 - column) for column in columns]


def barred_cells(state: State, seat: int, options: Options) -> list[Cell]:
    """The cells the seat may neither enter nor pass: closed forges of the other seat."""
    if options["shared_forges"] or not options["closed_forges"]:
        return []
    return forges_of(state, 1 - seat, options)


def held(state: State, seat: int, options: Options) -> int:
    """How many of its forges the seat's tokens stand on."""
    tokens = tokens_of(state["grid"], seat)
    return sum(cell in tokens for cell in forges_of(state, seat, options))


def tokens_of(grid: Grid, seat: int) -> list[Cell]:
    """Where the seat's tokens stand, row by row."""
    return [(row, column) for row, column in BOARD if grid[row][column] == f"p{seat}"]


def copy_of(state: State) -> State:
    """A copy that shares nothing that can change."""
    return {
        **state,
        "grid": [list(row) for row in state["grid"]],
        "turns": list(state["turns"]),
        "embersLeft": list(state["embersLeft"]),
        "embers": [dict(ember) for ember in state["embers"]],
        "burnt": [dict(cell) for cell in state["burnt"]],
    }
