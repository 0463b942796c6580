"""Caldera for Looney Pyramids, written down as plainly as its rules allow."""

from typing import Any

State = dict[str, Any]
Move = dict[str, Any]
Options = dict[str, Any]

RULESETS: dict[str, Options] = {
    "standard": {"power_play": True, "quiet_caps": 24, "barren_turns": 40, "ply_limit": 3000},
}

SIZE = 5
COLOURS = "RYGB"
SIZES = "SML"
TRIOS_TO_WIN = 3
DIRECTIONS = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]


def initial_state(options: Options, colours: list[list[str | None]], seats: int) -> State:
    """Set up a nest of each given colour, none where None stands, and caps on the red ones."""
    stacks: list[list[list[str]]] = []
    caps = []
    for r in range(SIZE):
        row: list[list[str]] = []
        for c in range(SIZE):
            colour = colours[r][c]
            row.append([] if colour is None else [colour + size for size in SIZES])
            if colour == "R":
                caps.append([r, c])
        stacks.append(row)
    return {
        "stacks": stacks,
        "caps": caps,
        "captured": [[] for _ in range(seats)],
        "to_move": 0,
        "quiet_caps": 0,
        "power_used": False,
        "barren_turns": 0,
        "ply": 0,
        "winner": None,
        "reason": "",
    }


def legal_moves(state: State, options: Options) -> list[Move]:
    """List cap moves, then power plays; a pass if there is neither; none after the end."""
    if state["reason"]:
        return []
    must_erupt = state["quiet_caps"] >= options["quiet_caps"]
    moves = _cap_moves(state, must_erupt)
    if options["power_play"] and not state["power_used"] and not must_erupt:
        moves += _power_plays(state)
    return moves or [{"t": "pass"}]


def _cap_moves(state: State, must_erupt: bool) -> list[Move]:
    moves: list[Move] = []
    for r, c in state["caps"]:
        for dr, dc in DIRECTIONS:
            if not _is_free(state, r + dr, c + dc):
                continue
            if must_erupt and not _erupts(state, r, c, dr, dc):
                continue
            moves.append({"t": "cap", "from": [r, c], "to": [r + dr, c + dc]})
    return moves


def _power_plays(state: State) -> list[Move]:
    return [
        {"t": "power", "piece": piece, "to": [r, c]}
        for piece in sorted(set(state["captured"][state["to_move"]]))
        for r in range(SIZE)
        for c in range(SIZE)
        if _is_free(state, r, c)
    ]


def apply_move(state: State, move: Move, options: Options) -> State:
    """Play a legal move; the given state stays as it is."""
    after: State = {
        "stacks": [[list(stack) for stack in row] for row in state["stacks"]],
        "caps": [list(cap) for cap in state["caps"]],
        "captured": [list(pieces) for pieces in state["captured"]],
        "to_move": state["to_move"],
        "quiet_caps": state["quiet_caps"],
        "power_used": state["power_used"],
        "barren_turns": state["barren_turns"],
        "ply": state["ply"] + 1,
        "winner": None,
        "reason": "",
    }
    mine = after["captured"][state["to_move"]]

    if move["t"] == "power":
        r, c = move["to"]
        mine.remove(move["piece"])
        after["stacks"][r][c].append(move["piece"])
        after["power_used"] = True
        return after

    if move["t"] == "pass":
        _end_turn(after, False, options)
        return after

    r, c = move["from"]
    dr, dc = move["to"][0] - r, move["to"][1] - c
    erupts = _erupts(state, r, c, dr, dc)
    after["caps"].remove(move["from"])
    after["caps"].append(list(move["to"]))
    after["caps"].sort()
    if not erupts:
        after["quiet_caps"] += 1
        return after

    taken = _erupt(after, r, c, dr, dc)
    mine.extend(taken)
    mine.sort()
    _end_turn(after, bool(taken), options)
    return after


def _is_free(state: State, r: int, c: int) -> bool:
    """Whether a cap or an erupting piece may come to this cell."""
    return 0 <= r < SIZE and 0 <= c < SIZE and [r, c] not in state["caps"]


def _erupts(state: State, r: int, c: int, dr: int, dc: int) -> bool:
    """Whether a cap that leaves this cell in this direction sets off its stack."""
    return bool(state["stacks"][r][c]) and _is_free(state, r + 2 * dr, c + 2 * dc)


def _erupt(state: State, r: int, c: int, dr: int, dc: int) -> list[str]:
    """Let the stack flow, the cap having moved on already; the pieces captured."""
    source = state["stacks"][r][c]
    taken = []
    distance = 2
    while source and _is_free(state, r + distance * dr, c + distance * dc):
        piece = source.pop()
        landing = state["stacks"][r + distance * dr][c + distance * dc]
        if landing and _size(landing[-1]) == _size(piece):
            taken.append(piece)
        else:
            landing.append(piece)
        distance += 1
    return taken


def _end_turn(state: State, captured: bool, options: Options) -> None:
    """Hand the turn on and see whether the game is over."""
    mover = state["to_move"]
    seats = len(state["captured"])
    state["to_move"] = (mover + 1) % seats
    state["quiet_caps"] = 0
    state["power_used"] = False
    state["barren_turns"] = 0 if captured else state["barren_turns"] + 1
    if captured and _trios(state["captured"][mover]) >= TRIOS_TO_WIN:
        state["winner"] = mover
        state["reason"] = "three_trios"
        return
    too_long = options["ply_limit"] and state["ply"] >= options["ply_limit"]
    if too_long or state["barren_turns"] >= options["barren_turns"]:
        _settle_barren(state)


def _settle_barren(state: State) -> None:
    """Most trios win; among equal seats most pieces; else it is a draw."""
    trios = [_trios(pieces) for pieces in state["captured"]]
    leaders = [seat for seat, count in enumerate(trios) if count == max(trios)]
    if len(leaders) == 1:
        state["winner"] = leaders[0]
        state["reason"] = "barren_trios"
        return
    most = max(len(state["captured"][seat]) for seat in leaders)
    leaders = [seat for seat in leaders if len(state["captured"][seat]) == most]
    if len(leaders) == 1:
        state["winner"] = leaders[0]
        state["reason"] = "barren_pieces"
    else:
        state["reason"] = "barren"


def _size(piece: str) -> str:
    return piece[1]


def _trios(pieces: list[str]) -> int:
    """Complete sets of small, medium and large in one colour, over all colours."""
    return sum(min(pieces.count(colour + size) for size in SIZES) for colour in COLOURS)
