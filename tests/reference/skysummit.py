"""Skysummit, naively: a second implementation of the rules to compare the product with."""

from typing import Any

State = dict[str, Any]
Move = dict[str, Any]
Options = dict[str, Any]

RULESETS: dict[str, Options] = {
    "standard": {"turn_limit": 200},
    "tournament": {"turn_limit": 50},
}

SIZE = 5
CELLS = SIZE * SIZE
SUMMIT = 3
DOME = 4


def initial_state(options: Options) -> State:
    """An empty board, all workers still to be placed."""
    return {
        "phase": "place",
        "ply": 0,
        "board": [0] * CELLS,
        "workers": [[None, None], [None, None]],
        "winner": None,
        "reason": "",
    }


def legal_moves(state: State, options: Options) -> list[Move]:
    """Placements or steps with their builds, in order; none once the game has ended."""
    if state["reason"] != "":
        return []
    if state["phase"] == "place":
        return placements(state)
    return worker_moves(state)


def placements(state: State) -> list[Move]:
    """Every pair of free cells, in both orders."""
    occupied = occupied_cells(state)
    free = [cell for cell in range(CELLS) if cell not in occupied]
    moves: list[Move] = []
    for a in free:
        for b in free:
            if a < b:
                moves.append({"t": "place", "to": [a, b]})
                moves.append({"t": "place", "to": [b, a]})
    return moves


def worker_moves(state: State) -> list[Move]:
    """Each worker's steps; a step to the summit builds nothing, any other builds once."""
    board = state["board"]
    occupied = occupied_cells(state)
    moves: list[Move] = []
    for worker, origin in enumerate(state["workers"][state["ply"] % 2]):
        for target in neighbours(origin):
            if target in occupied or board[target] == DOME or board[target] - board[origin] > 1:
                continue
            if board[target] == SUMMIT:
                moves.append({"t": "move", "w": worker, "to": target, "build": None})
                continue
            for site in neighbours(target):
                is_free = site == origin or site not in occupied
                if is_free and board[site] < DOME:
                    moves.append({"t": "move", "w": worker, "to": target, "build": site})
    return moves


def apply_move(state: State, move: Move, options: Options) -> State:
    """The state after a legal move, with the winner and the reason when it ends the game."""
    after = copy_of(state)
    mover = state["ply"] % 2
    after["ply"] += 1
    if move["t"] == "place":
        after["workers"][mover] = sorted(move["to"])
        if mover == 1:
            after["phase"] = "play"
    else:
        after["workers"][mover][move["w"]] = move["to"]
        if move["build"] is not None:
            after["board"][move["build"]] += 1
    settle(after, mover, move, options)
    return after


def settle(state: State, mover: int, move: Move, options: Options) -> None:
    """End the game at the summit, when the next seat cannot move, or at the limit."""
    if move["t"] == "move" and state["board"][move["to"]] == SUMMIT:
        finish(state, mover, "reach_level3")
    elif not legal_moves(state, options):
        finish(state, mover, "no_legal_moves")
    elif state["ply"] == options["turn_limit"]:
        settle_limit(state)


def settle_limit(state: State) -> None:
    """The higher sum of heights wins, then the higher single worker; else it is a draw."""
    heights = [heights_under(state, 0), heights_under(state, 1)]
    altitudes = [sum(heights[0]), sum(heights[1])]
    peaks = [max(heights[0]), max(heights[1])]
    if altitudes[0] != altitudes[1]:
        finish(state, 0 if altitudes[0] > altitudes[1] else 1, "turn_limit_altitude")
    elif peaks[0] != peaks[1]:
        finish(state, 0 if peaks[0] > peaks[1] else 1, "turn_limit_peak")
    else:
        finish(state, None, "turn_limit_draw")


def finish(state: State, winner: int | None, reason: str) -> None:
    """Record how the game ended."""
    state["winner"] = winner
    state["reason"] = reason


def heights_under(state: State, seat: int) -> list[int]:
    """The heights under the seat's two workers, 0 for one that is not placed."""
    return [0 if cell is None else state["board"][cell] for cell in state["workers"][seat]]


def occupied_cells(state: State) -> list[int]:
    """Where workers stand."""
    return [cell for pair in state["workers"] for cell in pair if cell is not None]


def neighbours(cell: int) -> list[int]:
    """The up to eight cells around this one, row by row."""
    row, column = divmod(cell, SIZE)
    around: list[int] = []
    for r in range(max(row - 1, 0), min(row + 2, SIZE)):
        for c in range(max(column - 1, 0), min(column + 2, SIZE)):
            if (r, c) != (row, column):
                around.append(r * SIZE + c)
    return around


def copy_of(state: State) -> State:
    """A copy that shares nothing that can change."""
    return {
        "phase": state["phase"],
        "ply": state["ply"],
        "board": list(state["board"]),
        "workers": [list(pair) for pair in state["workers"]],
        "winner": state["winner"],
        "reason": state["reason"],
    }
