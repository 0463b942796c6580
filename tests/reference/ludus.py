"""Ludus, written down as plainly as its rules allow."""

from collections.abc import Iterator
from typing import Any

State = dict[str, Any]
Move = dict[str, Any]
Options = dict[str, Any]
Piece = dict[str, Any]
Board = dict[tuple[int, int], Piece]
Cell = tuple[str, int, int]
Directions = list[tuple[int, int]]

STANDARD: Options = {
    "sky_combat": True,
    "quiet_limit": 100,
    "turn_limit": 600,
    "shieldwall": False,
    "flanking": False,
    "check": False,
    "tally": False,
}
RULESETS: dict[str, Options] = {
    "standard": STANDARD,
    "original": {**STANDARD, "sky_combat": False, "quiet_limit": 0, "turn_limit": 0},
    "legion": {**STANDARD, "shieldwall": True, "flanking": True, "check": True},
    "campaign": {
        "sky_combat": True,
        "quiet_limit": 50,
        "turn_limit": 300,
        "shieldwall": True,
        "flanking": True,
        "check": True,
        "tally": True,
    },
}
# What an army counts at a limit.
VALUES = {
    "L": 1, "VL": 2, "KF": 3, "KT": 3, "KI": 3, "KR": 4, "KA": 4, "HL": 6, "CU": 3, "SH": 2, "FL": 0
}  # fmt: skip

GROUND_SIZE = 11
SKY_SIZE = 5
SKY_OFFSET = 3  # sky (r, c) hangs over ground (r + 3, c + 3)

BACK_RANK = ["KA", "KT", "KI", "KF", "HL", "FL", "HL", "KF", "KI", "KT", "KA"]
THIRD_RANK = [("CU", 4), ("SH", 6), ("KR", 3), ("KR", 7)]

ALL: Directions = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]
ORTHOGONAL: Directions = [(-1, 0), (0, 1), (1, 0), (0, -1)]
DIAGONAL: Directions = [(-1, 1), (1, 1), (1, -1), (-1, -1)]
JUMPS: Directions = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]

# How a type slides on the ground: directions and the greatest number of cells.
SLIDES: dict[str, tuple[Directions, int]] = {
    "VL": (ALL, 1),
    "KF": (DIAGONAL, 2),
    "KI": (ORTHOGONAL, 2),
    "KR": (ALL, 2),
    "KA": (ALL, 2),
    "HL": (ALL, 2),
    "FL": (ALL, 2),
    "CU": (ALL, 4),
    "SH": (ALL, 1),
}

# How a type strikes from the ground: directions, range, whether it pierces.
STRIKES: dict[str, tuple[Directions, int, bool]] = {
    "KF": (DIAGONAL, 2, False),
    "KT": (ORTHOGONAL, 1, True),
    "KI": (ORTHOGONAL, 2, False),
    "HL": (ORTHOGONAL, 2, True),
}

AERIAL = ["KA", "HL", "FL"]
FORWARD = {"white": -1, "black": 1}
FAR_RANK = {"white": 0, "black": 10}
OPPONENT = {"white": "black", "black": "white"}


def initial_state(options: Options) -> State:
    """Set up the start; it is the same under all options."""
    placed: list[tuple[str, str, int, int]] = []
    for column in range(GROUND_SIZE):
        placed.append((BACK_RANK[column], "black", 0, column))
        placed.append(("L", "black", 1, column))
        placed.append(("L", "white", 9, column))
        placed.append((BACK_RANK[column], "white", 10, column))
    for kind, column in THIRD_RANK:
        placed.append((kind, "black", 2, column))
    for kind, column in THIRD_RANK:
        placed.append((kind, "white", 8, column))
    pieces = [
        {
            "id": f"p{number}",
            "type": kind,
            "color": color,
            "board": "ground",
            "r": row,
            "c": column,
            "moved": False,
        }
        for number, (kind, color, row, column) in enumerate(placed)
    ]
    return {
        "pieces": pieces,
        "turn": "white",
        "winner": None,
        "moveCount": 0,
        "captured": {"white": [], "black": []},
        "quiet": 0,
        "reason": "",
    }


def legal_moves(state: State, options: Options) -> list[Move]:
    """List the legal actions of the side to move; none once the game has ended."""
    return list(_legal_actions(state, options))


def _legal_actions(state: State, options: Options) -> Iterator[Move]:
    for move in _actions(state, options):
        if not options["check"] or not _lord_is_open(_after(state, move), state["turn"], options):
            yield move


def _lord_is_open(state: State, color: str, options: Options) -> bool:
    """Whether the other side, if it were to move, could remove this side's First Lord."""
    lord = next(p["id"] for p in state["pieces"] if p["type"] == "FL" and p["color"] == color)
    asked = {**state, "turn": OPPONENT[color], "reason": ""}
    return any(lord in move["targets"] for move in _actions(asked, options))


def apply_move(state: State, move: Move, options: Options) -> State:
    """Play a legal action; the given state stays as it is."""
    mover = state["turn"]
    after = _after(state, move)
    enemy = OPPONENT[mover]
    if not any(p["type"] == "FL" and p["color"] == enemy for p in after["pieces"]):
        after["winner"] = mover
        after["reason"] = "first_lord_captured"
    elif next(_legal_actions(after, options), None) is None:
        after["winner"] = mover
        mated = options["check"] and _lord_is_open(after, enemy, options)
        after["reason"] = "checkmated" if mated else "no_legal_moves"
    elif options["quiet_limit"] and after["quiet"] >= options["quiet_limit"]:
        _judge(after, "quiet_limit", options)
    elif options["turn_limit"] and after["moveCount"] >= options["turn_limit"]:
        _judge(after, "turn_limit", options)
    return after


def _judge(state: State, reason: str, options: Options) -> None:
    """End the game at a limit: a draw, or by the values of the armies."""
    worth = {
        color: sum(VALUES[piece["type"]] for piece in state["pieces"] if piece["color"] == color)
        for color in OPPONENT
    }
    state["reason"] = reason
    if options["tally"] and worth["white"] != worth["black"]:
        state["winner"] = max(worth, key=lambda color: worth[color])
        state["reason"] = f"{reason}_value"


def _after(state: State, move: Move) -> State:
    """The state after an action, before anything is said about the end of the game."""
    mover = state["turn"]
    by_id = {piece["id"]: piece for piece in state["pieces"]}
    actor = by_id[move["pieceId"]]
    taken = [by_id[target] for target in move["targets"]]
    captured = {
        "white": [dict(entry) for entry in state["captured"]["white"]],
        "black": [dict(entry) for entry in state["captured"]["black"]],
    }
    for piece in taken:
        captured[mover].append(
            {"type": piece["type"], "color": piece["color"], "by": actor["type"]}
        )

    # A legionare changes its row only by going forward, promotions included.
    advanced = actor["type"] == "L" and move["to"]["r"] != actor["r"]
    wall = range(actor["c"], actor["c"] + move.get("count", 1))
    pieces = []
    for piece in state["pieces"]:
        walks = (
            move["type"] == "wall"
            and piece["board"] == "ground"
            and piece["r"] == actor["r"]
            and piece["c"] in wall
        )
        if piece is actor or walks:
            shift = piece["c"] - actor["c"] if walks else 0
            pieces.append(_moved(piece, move, shift))
        elif piece["id"] not in move["targets"]:
            pieces.append(dict(piece))
    return {
        "pieces": pieces,
        "turn": OPPONENT[mover],
        "winner": None,
        "moveCount": state["moveCount"] + 1,
        "captured": captured,
        "quiet": 0 if taken or advanced else state["quiet"] + 1,
        "reason": "",
    }


def _moved(actor: Piece, move: Move, shift: int) -> Piece:
    """Copy a piece to where it goes, columns beside the first of its wall; a striker stays."""
    piece = dict(actor)
    if move["type"] != "attack":
        piece["board"] = move["to"]["board"]
        piece["r"] = move["to"]["r"]
        piece["c"] = move["to"]["c"] + shift
        piece["moved"] = True
        if actor["type"] == "L" and piece["r"] == FAR_RANK[actor["color"]]:
            piece["type"] = "VL"
    return piece


def _actions(state: State, options: Options) -> Iterator[Move]:
    if state["reason"]:
        return
    ground: Board = {}
    sky: Board = {}
    for piece in state["pieces"]:
        board = ground if piece["board"] == "ground" else sky
        board[piece["r"], piece["c"]] = piece

    for piece in state["pieces"]:
        if piece["color"] != state["turn"]:
            continue
        if piece["board"] == "sky":
            yield from _sky_steps(piece, sky, options)
            yield from _descent(piece, ground)
            continue
        if piece["type"] == "L":
            steps = _legionare(piece, ground)
        elif piece["type"] == "KT":
            steps = _jumps(piece, ground)
        else:
            steps = _slides(piece, ground)
        for move in steps:
            if options["flanking"]:
                move["targets"] += _flanked(piece, move, ground)
            yield move
        if piece["type"] == "L" and options["shieldwall"]:
            yield from _walls(piece, ground)
        if piece["type"] in AERIAL:
            yield from _ascent(piece, sky)
        if piece["type"] in STRIKES:
            yield from _strikes(piece, ground)


def _action(piece: Piece, kind: str, to: Cell, targets: list[str]) -> Move:
    return {
        "pieceId": piece["id"],
        "type": kind,
        "to": {"board": to[0], "r": to[1], "c": to[2]},
        "targets": targets,
    }


def _legionare(piece: Piece, ground: Board) -> Iterator[Move]:
    """Forward one or two, sideways, and captures on the two forward diagonals."""
    r, c = piece["r"], piece["c"]
    forward = FORWARD[piece["color"]]
    # A legionare never stands on its far rank, so the row ahead exists.
    if (r + forward, c) not in ground:
        yield _action(piece, "move", ("ground", r + forward, c), [])
        if not piece["moved"] and (r + 2 * forward, c) not in ground:
            yield _action(piece, "move", ("ground", r + 2 * forward, c), [])
    for side in (c - 1, c + 1):
        if 0 <= side < GROUND_SIZE and (r, side) not in ground:
            yield _action(piece, "move", ("ground", r, side), [])
    for side in (c - 1, c + 1):
        met = ground.get((r + forward, side))
        if met is not None and met["color"] != piece["color"]:
            yield _action(piece, "move", ("ground", r + forward, side), [met["id"]])


def _walls(piece: Piece, ground: Board) -> Iterator[Move]:
    """The row from this legionare on to the right, two to five long, steps forward."""
    r, c = piece["r"], piece["c"]
    forward = FORWARD[piece["color"]]
    for size in (2, 3, 4, 5):
        row = [ground.get((r, c + n)) for n in range(size)]
        ahead = [(r + forward, c + n) in ground for n in range(size)]
        same = all(p and p["type"] == "L" and p["color"] == piece["color"] for p in row)
        if same and not any(ahead):
            yield {**_action(piece, "wall", ("ground", r + forward, c), []), "count": size}


def _flanked(piece: Piece, move: Move, ground: Board) -> list[str]:
    """The enemies beside the moved piece with another piece of the mover right behind them."""
    r, c = move["to"]["r"], move["to"]["c"]
    found = []
    for dr, dc in ORTHOGONAL:
        beside = ground.get((r + dr, c + dc))
        behind = ground.get((r + 2 * dr, c + 2 * dc))
        if beside is None or behind is None or behind is piece or beside["type"] == "FL":
            continue
        if beside["color"] != piece["color"] and behind["color"] == piece["color"]:
            found.append(beside["id"])
    return found


def _jumps(piece: Piece, ground: Board) -> Iterator[Move]:
    """Jump like a chess knight."""
    for dr, dc in JUMPS:
        r, c = piece["r"] + dr, piece["c"] + dc
        if not (0 <= r < GROUND_SIZE and 0 <= c < GROUND_SIZE):
            continue
        met = ground.get((r, c))
        if met is None:
            yield _action(piece, "move", ("ground", r, c), [])
        elif met["color"] != piece["color"]:
            yield _action(piece, "move", ("ground", r, c), [met["id"]])


def _slides(piece: Piece, ground: Board) -> Iterator[Move]:
    """Up to the type's reach along each direction, ending at the first piece met."""
    directions, reach = SLIDES[piece["type"]]
    for dr, dc in directions:
        for distance in range(1, reach + 1):
            r, c = piece["r"] + distance * dr, piece["c"] + distance * dc
            if not (0 <= r < GROUND_SIZE and 0 <= c < GROUND_SIZE):
                break
            met = ground.get((r, c))
            if met is None:
                yield _action(piece, "move", ("ground", r, c), [])
                continue
            if met["color"] != piece["color"]:
                yield _action(piece, "move", ("ground", r, c), [met["id"]])
            break


def _sky_steps(piece: Piece, sky: Board, options: Options) -> Iterator[Move]:
    """One cell in any direction, onto an enemy only where the sky knows combat."""
    for dr, dc in ALL:
        r, c = piece["r"] + dr, piece["c"] + dc
        if not (0 <= r < SKY_SIZE and 0 <= c < SKY_SIZE):
            continue
        met = sky.get((r, c))
        if met is None:
            yield _action(piece, "move", ("sky", r, c), [])
        elif options["sky_combat"] and met["color"] != piece["color"]:
            yield _action(piece, "move", ("sky", r, c), [met["id"]])


def _ascent(piece: Piece, sky: Board) -> Iterator[Move]:
    """Straight up from under the sky, to an empty sky cell only."""
    r, c = piece["r"] - SKY_OFFSET, piece["c"] - SKY_OFFSET
    if 0 <= r < SKY_SIZE and 0 <= c < SKY_SIZE and (r, c) not in sky:
        yield _action(piece, "fly", ("sky", r, c), [])


def _descent(piece: Piece, ground: Board) -> Iterator[Move]:
    """Straight down: a flight to an empty cell, a capturing move onto an enemy."""
    r, c = piece["r"] + SKY_OFFSET, piece["c"] + SKY_OFFSET
    met = ground.get((r, c))
    if met is None:
        yield _action(piece, "fly", ("ground", r, c), [])
    elif met["color"] != piece["color"]:
        yield _action(piece, "move", ("ground", r, c), [met["id"]])


def _strikes(piece: Piece, ground: Board) -> Iterator[Move]:
    """Strike the first piece on each line, which blocks it if it is a friend or warded."""
    directions, reach, pierces = STRIKES[piece["type"]]
    for dr, dc in directions:
        for distance in range(1, reach + 1):
            r, c = piece["r"] + distance * dr, piece["c"] + distance * dc
            met = ground.get((r, c))
            if met is None:
                continue
            if _can_be_struck(met, piece["color"], ground):
                targets = [met["id"]]
                behind = ground.get((r + dr, c + dc))
                if pierces and behind and _can_be_struck(behind, piece["color"], ground):
                    targets.append(behind["id"])
                yield _action(piece, "attack", ("ground", piece["r"], piece["c"]), targets)
            break


def _can_be_struck(target: Piece, striker_color: str, ground: Board) -> bool:
    """Whether it is an enemy, no Knight Ferrous, with no Steadholder of its own beside it."""
    if target["color"] == striker_color or target["type"] == "KR":
        return False
    for dr, dc in ORTHOGONAL:
        beside = ground.get((target["r"] + dr, target["c"] + dc))
        if beside and beside["type"] == "SH" and beside["color"] == target["color"]:
            return False
    return True
