"""Ludus: states and moves as JSON."""

from __future__ import annotations

from typing import NamedTuple

from ludarium.core.errors import InvalidState
from ludarium.core.game import Move, State
from ludarium.core.strict_json import (
    Json,
    read_bool,
    read_choice,
    read_int,
    read_list,
    read_object,
)
from ludarium.games.ludus import board
from ludarium.games.ludus.board import (
    AERIAL,
    ARMY_SIZE,
    COLOUR_NAMES,
    FIRST_LORD,
    FIRST_LORD_IDS,
    FLANK_BITS,
    FLORA,
    FRESH,
    GROUND_SIZE,
    KIND_MASK,
    LAST_ROW,
    LEGIONARE,
    MAX_WALL_SIZE,
    NO_PIECE,
    OWNER,
    PIECE_MASK,
    PIECES,
    PIERCERS,
    PLACES,
    SKY_SIZE,
    START_CELL,
    START_KIND,
    TAGS,
    TAKEN_KIND_SHIFT,
    TAKER_KIND_SHIFT,
    VETERAN,
    LudusSettings,
    Placement,
)
from ludarium.games.ludus.rules import LudusPosition

STATE_FIELDS = ("pieces", "turn", "winner", "moveCount", "captured", "quiet", "reason")
PIECE_FIELDS = ("id", "type", "color", "board", "r", "c", "moved")
TAKEN_FIELDS = ("type", "color", "by")
PIECE_NAMES = [f"p{piece}" for piece in range(PIECES)]
PIECE_NUMBERS = {name: piece for piece, name in enumerate(PIECE_NAMES)}
PIECE_COLOURS = [COLOUR_NAMES[seat] for seat in OWNER]
TAG_KINDS = {tag: kind for kind, tag in enumerate(TAGS[:FRESH])}
MOST_REMOVED = 5  # by one move that captures and flanks on all four sides
LEGIONARE_ROWS = GROUND_SIZE - 2  # from the first to the last row of a legionare


class ArmyHistory(NamedTuple):
    """The least that a seat must have done, as its pieces show."""

    actions: int
    progress: int
    proof: bool  # whether the seat can have made progress


def start_position(settings: LudusSettings) -> LudusPosition:
    """The first position (rule L1)."""
    position = LudusPosition(settings)
    standing = {piece: (START_KIND[piece], START_CELL[piece]) for piece in range(PIECES)}
    position.arrange_board(Placement(standing, set(), [[], []], 0, 0))
    return position


def write_state(position: LudusPosition, reason: str) -> State:
    """Write a position as a state (rule L2)."""
    alive = position.alive[0] | position.alive[1]
    kind, where, moves = position.kind, position.where, position.moves
    return {
        "pieces": [
            {
                "id": PIECE_NAMES[piece],
                "type": TAGS[kind[piece]],
                "color": PIECE_COLOURS[piece],
                "board": (place := PLACES[where[piece]])[0],
                "r": place[1],
                "c": place[2],
                "moved": moves[piece] > 0,
            }
            for piece in range(PIECES)
            if alive >> piece & 1
        ],
        "turn": COLOUR_NAMES[position.to_move],
        "winner": COLOUR_NAMES[position.verdict] if position.verdict >= 0 else None,
        "moveCount": position.ply,
        "captured": {
            colour: [
                {
                    "type": TAGS[entry >> TAKEN_KIND_SHIFT & KIND_MASK],
                    "color": COLOUR_NAMES[1 - seat],
                    "by": TAGS[entry >> TAKER_KIND_SHIFT & KIND_MASK],
                }
                for entry in taken_entries(position, seat)
            ]
            for seat, colour in enumerate(COLOUR_NAMES)
        },
        "quiet": position.ply - position.progress,
        "reason": reason,
    }


def taken_entries(position: LudusPosition, seat: int) -> list[int]:
    """The packed captures of a seat, in order."""
    return position.booty[ARMY_SIZE * seat : ARMY_SIZE * seat + position.taken[seat]]


def removed_pieces(position: LudusPosition, move: int) -> list[int]:
    """The pieces that a move removes: the named ones, nearer first, then the flanked ones."""
    if not position.flanking:
        return board.named_pieces(move)
    flanked = position.list_flanked(move)
    return board.named_pieces(move) + [
        flanked >> shift & PIECE_MASK
        for shift in range(0, 4 * FLANK_BITS, FLANK_BITS)
        if flanked >> shift & PIECE_MASK != NO_PIECE
    ]


def write_move(position: LudusPosition, move: int) -> Move:
    """Write a move as JSON (rules L2, L10)."""
    size = board.wall_size(move)
    kind = "attack" if move & board.STRIKE_FLAG else "fly" if move & board.FLIGHT_FLAG else "move"
    name, row, col = PLACES[board.move_target(move)]
    written: Move = {
        "pieceId": PIECE_NAMES[board.move_piece(move)],
        "type": "wall" if size else kind,
        "to": {"board": name, "r": row, "c": col},
        "targets": [PIECE_NAMES[piece] for piece in removed_pieces(position, move)],
    }
    if size:
        written["count"] = size
    return written


def read_state(value: Json, settings: LudusSettings) -> LudusPosition:
    """Read a state into a position; facts that follow from the board are computed."""
    state = read_object(value, STATE_FIELDS, "state")
    # Without a limit the counters end at board.NO_LIMIT with a draw: every ply written is read.
    ply = read_int(state["moveCount"], 0, settings.turn_limit or board.NO_LIMIT, "moveCount")
    quiet = read_int(state["quiet"], 0, min(ply, settings.quiet_limit or ply), "quiet")
    turn = read_choice(state["turn"], COLOUR_NAMES, "turn")
    if turn != COLOUR_NAMES[ply % 2]:
        raise _impossible("White moves at even counts of moves, black at odd ones.")
    standing, moved = _read_pieces(state["pieces"])
    captured = read_object(state["captured"], COLOUR_NAMES, "captured")
    taken = [_read_booty(captured[COLOUR_NAMES[seat]], seat, standing) for seat in range(2)]
    _check_first_lords(standing, taken, ply, quiet, settings)
    _check_counts(standing, moved, taken, ply, quiet, settings)
    position = LudusPosition(settings)
    position.arrange_board(Placement(standing, moved, taken, ply, quiet))
    if settings.check and position.is_attacked(position.to_move ^ 1):
        raise _impossible("The seat that has just moved left its First Lord open to capture.")
    return position


def _impossible(message: str) -> InvalidState:
    return InvalidState("impossible", message)


def _read_pieces(value: Json) -> tuple[dict[int, tuple[int, int]], set[int]]:
    """The kind and cell of each piece on the boards, and the set of moved pieces."""
    standing: dict[int, tuple[int, int]] = {}
    moved: set[int] = set()
    last = -1
    for item in read_list(value, "pieces"):
        fields = read_object(item, PIECE_FIELDS, "A piece")
        piece = _read_id(fields["id"])
        if piece <= last:
            raise InvalidState("wrong_order", "Pieces must be listed once, in the order of ids.")
        last = piece
        has_moved = read_bool(fields["moved"], "moved")
        kind, cell = _read_kind(fields, piece, has_moved), _read_cell(fields)
        _check_piece(piece, kind, cell, has_moved)
        standing[piece] = kind, cell
        if has_moved:
            moved.add(piece)
    if len({cell for _, cell in standing.values()}) != len(standing):
        raise _impossible("Two pieces stand on one cell.")
    return standing, moved


def _read_id(value: Json) -> int:
    if not isinstance(value, str):
        raise InvalidState("wrong_type", "id must be a word.")
    if value not in PIECE_NUMBERS:
        raise InvalidState("out_of_range", "id must be one of p0 to p51.")
    return PIECE_NUMBERS[value]


def _read_kind(fields: dict[str, Json], piece: int, has_moved: bool) -> int:
    colour = read_choice(fields["color"], COLOUR_NAMES, "color")
    kind = TAG_KINDS[read_choice(fields["type"], TAG_KINDS, "type")]
    if colour != COLOUR_NAMES[OWNER[piece]] or _root_kind(kind) != _root_kind(START_KIND[piece]):
        raise _impossible("A piece has a type or a colour that its id does not have.")
    return FRESH if kind == LEGIONARE and not has_moved else kind


def _root_kind(kind: int) -> int:
    """The kind that a piece had at the start."""
    return FRESH if kind in (LEGIONARE, VETERAN) else kind


def _read_cell(fields: dict[str, Json]) -> int:
    if read_choice(fields["board"], ("ground", "sky"), "board") == "sky":
        most = SKY_SIZE - 1
        return board.sky_cell(
            read_int(fields["r"], 0, most, "r"), read_int(fields["c"], 0, most, "c")
        )
    most = GROUND_SIZE - 1
    return board.ground_cell(
        read_int(fields["r"], 0, most, "r"), read_int(fields["c"], 0, most, "c")
    )


def _check_piece(piece: int, kind: int, cell: int, has_moved: bool) -> None:
    where, row, col = PLACES[cell]
    if not has_moved and (cell != START_CELL[piece] or kind == VETERAN):
        raise _impossible("A piece that has not moved is not as it was at the start.")
    if where == "sky" and kind not in AERIAL:
        raise _impossible("A piece that cannot fly is in the sky.")
    if kind == LEGIONARE and not 0 <= _rows_forward(piece, kind, cell) < LEGIONARE_ROWS:
        raise _impossible("A legionare stands where none can stand.")  # rules L4, L27
    _, start_row, start_col = PLACES[START_CELL[piece]]
    if kind == FLORA and (row + col - start_row - start_col) % 2:
        raise _impossible("A Knight Flora never leaves the diagonals it stands on.")


def _rows_forward(piece: int, kind: int, cell: int) -> int:
    """The rows that a legionare went forward, or a veteran before its promotion."""
    row, start_row = PLACES[cell][1], PLACES[START_CELL[piece]][1]
    if kind == VETERAN:
        row = LAST_ROW[OWNER[piece]]
    return start_row - row if OWNER[piece] == board.WHITE else row - start_row


def _read_booty(value: Json, seat: int, standing: dict[int, tuple[int, int]]) -> list[int]:
    """Read the captures of a seat as packed entries.

    The state does not say which of several equal pieces was taken first, so the lowest id counts
    as the first.
    """
    missing = [p for p in range(PIECES) if OWNER[p] != seat and p not in standing]
    entries = []
    for item in read_list(value, "captured", len(missing)):
        fields = read_object(item, TAKEN_FIELDS, "A captured piece")
        if read_choice(fields["color"], COLOUR_NAMES, "color") == COLOUR_NAMES[seat]:
            raise _impossible("A colour has captured a piece of its own.")
        kind = TAG_KINDS[read_choice(fields["type"], TAG_KINDS, "type")]
        taker = TAG_KINDS[read_choice(fields["by"], TAG_KINDS, "by")]
        piece = next((p for p in missing if _root_kind(START_KIND[p]) == _root_kind(kind)), None)
        if piece is None:
            raise _impossible("The captured pieces are not those that are missing.")
        missing.remove(piece)
        entries.append(piece | kind << TAKEN_KIND_SHIFT | taker << TAKER_KIND_SHIFT)
    return entries


def _check_first_lords(
    standing: dict[int, tuple[int, int]],
    taken: list[list[int]],
    ply: int,
    quiet: int,
    settings: LudusSettings,
) -> None:
    """Refuse a missing First Lord that the last action did not take."""
    fallen = [seat for seat in range(2) if FIRST_LORD_IDS[seat] not in standing]
    if not fallen:
        return
    if len(fallen) == 2 or fallen[0] != ply % 2 or quiet or settings.check:
        raise _impossible("The game ends when a First Lord is taken.")
    entries = taken[1 - fallen[0]]
    kinds = [entry >> TAKEN_KIND_SHIFT & KIND_MASK for entry in entries]
    last = entries[kinds.index(FIRST_LORD) :]  # the First Lord and what fell with it
    takers = {entry >> TAKER_KIND_SHIFT & KIND_MASK for entry in last}
    pierced = len(last) == 2 and takers < set(PIERCERS)
    flanked = settings.flanking and len(last) < MOST_REMOVED
    if len(last) > 1 and not (len(takers) == 1 and (pierced or flanked)):
        raise _impossible("The game ends when a First Lord is taken.")


def _check_counts(
    standing: dict[int, tuple[int, int]],
    moved: set[int],
    taken: list[list[int]],
    ply: int,
    quiet: int,
    settings: LudusSettings,
) -> None:
    """Refuse counters that are too small for what must have happened."""
    last = ply - quiet  # the ply of the last progress
    armies = [_army_history(seat, standing, moved, taken, settings) for seat in range(2)]
    for seat, army in enumerate(armies):
        if army.actions > (ply + 1 - seat) // 2 or army.progress > (last + 1 - seat) // 2:
            raise _impossible("More has happened than the counters allow.")
    if last and not armies[(last - 1) % 2].proof:
        raise _impossible("The quiet count tells of progress that no seat has made.")


def _army_history(
    seat: int,
    standing: dict[int, tuple[int, int]],
    moved: set[int],
    taken: list[list[int]],
    settings: LudusSettings,
) -> ArmyHistory:
    own = [(piece, *standing[piece]) for piece in standing if OWNER[piece] == seat]
    lost = [entry >> TAKEN_KIND_SHIFT & KIND_MASK for entry in taken[1 - seat]]
    takers = [entry >> TAKER_KIND_SHIFT & KIND_MASK for entry in taken[seat]]
    promoted = lost.count(VETERAN)
    if VETERAN in takers and not promoted and all(kind != VETERAN for _, kind, _ in own):
        raise _impossible("A veteran that never was has captured a piece.")
    rows = [_rows_forward(*it) for it in own if _root_kind(it[1]) == FRESH] + [
        LEGIONARE_ROWS
    ] * promoted
    steps = _count_steps(rows, settings.shieldwall)
    sideways = sum(
        it[0] in moved and _root_kind(it[1]) == FRESH and not _rows_forward(*it) for it in own
    )
    others = sum(piece in moved and _root_kind(kind) != FRESH for piece, kind, _ in own)
    takings = sum(
        -(-takers.count(kind) // _most_removed(kind, settings.flanking))
        for kind in set(takers) - {LEGIONARE}
    )
    # A legionare captures by a step forward, another piece by a move or a strike. A legionare
    # that flanks may also step sideways.
    marches = -(-takers.count(LEGIONARE) // _most_removed(LEGIONARE, settings.flanking))
    forward = max(steps, marches)
    infantry = max(steps + sideways, marches) if settings.flanking else forward + sideways
    return ArmyHistory(
        infantry + max(others, takings),
        forward + takings,
        bool(takers or any(rows) or FRESH in map(_root_kind, lost)),
    )


def _count_steps(rows: list[int], shieldwall: bool) -> int:
    """The least actions in which legionares can have gone these rows; the first may be double."""
    steps = [n - (n > 1) for n in rows]
    if not shieldwall:
        return sum(steps)
    return max([0, *steps, -(-sum(rows) // MAX_WALL_SIZE)])


def _most_removed(kind: int, flanking: bool) -> int:
    """The most pieces that one action of this kind of piece removes."""
    if flanking:
        return MOST_REMOVED
    return 2 if kind in PIERCERS else 1
