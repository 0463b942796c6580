"""Ludus: the cells and the names of endings of few pieces."""
# not compiled

from __future__ import annotations

from collections.abc import Sequence

from ludarium.games.ludus import board, worth

KINDS = (
    board.CURSOR, board.HIGH_LORD, board.AERIS, board.FERROUS, board.IGNUS, board.TERRA,
    board.FLORA, board.STEADHOLDER, board.VETERAN, board.LEGIONARE,
)  # fmt: skip
SINGLE_KINDS = (board.CURSOR, board.STEADHOLDER)  # an army has one at most

# Cells in the order in which they are counted, the ground first. The attacker's First Lord stands
# in the left half or the middle column, because a reflection changes nothing.
ALL_CELLS = list(board.PLACES)
GROUND = [cell for cell in ALL_CELLS if cell < board.SKY_START]
CENTRE_COLUMN = board.GROUND_SIZE // 2
HALF = [cell for cell in ALL_CELLS if worth.ground_place(cell)[1] <= CENTRE_COLUMN]


def mirror_cell(cell: int) -> int:
    """The cell on the other side of the middle column."""
    return cell + 2 * (CENTRE_COLUMN - worth.ground_place(cell)[1])


def turn_cell(cell: int) -> int:
    """The cell that looks to the other seat as this one does to this seat."""
    return cell + 2 * board.ROW_WIDTH * (CENTRE_COLUMN - worth.ground_place(cell)[0])


def army_code(kinds: Sequence[int]) -> int:
    """The code of the pieces beside a First Lord: two at most, each in 4 bits, the higher first."""
    code = 0
    for kind in sorted(kinds, reverse=True):
        code = code << 4 | kind + 1
    return code


def legionare_cells(seat: int) -> list[int]:
    """The cells of a legionare; it leaves its second row forward and becomes a Veteran in time."""
    rows = range(1, board.GROUND_SIZE - 1)
    cells = [board.ground_cell(row, col) for row in rows for col in range(board.GROUND_SIZE)]
    return cells + fresh_cells(seat)


def fresh_cells(seat: int) -> list[int]:
    """The cells on which a legionare may be that has not moved."""
    row = board.GROUND_SIZE - 2 if seat == board.WHITE else 1
    return [board.ground_cell(row, col) for col in range(board.GROUND_SIZE)]


def slot_cells(seat: int, kind: int) -> list[int]:
    """The cells of a piece, one for each digit; those of a fresh legionare come last."""
    if kind == board.LEGIONARE:
        return legionare_cells(seat)
    return ALL_CELLS if kind in board.AERIAL else GROUND


def name_ending(attackers: Sequence[int], defenders: Sequence[int]) -> str:
    """The name of a class: the tags of both armies, as in `FL-HL-CU_FL`."""
    return "_".join(
        "-".join(["FL", *(board.TAGS[kind] for kind in sorted(army, key=KINDS.index))])
        for army in (attackers, defenders)
    )


def choose_pieces(slots: Sequence[tuple[int, int]]) -> list[int]:
    """Pieces of the start for the slots: a Steadholder's number, for one, decides about wards."""
    chosen: list[int] = []
    for seat, kind in slots:
        start = board.FRESH if kind in (board.LEGIONARE, board.VETERAN) else kind
        chosen.append(
            next(
                piece
                for piece in range(board.PIECES)
                if board.OWNER[piece] == seat
                and board.START_KIND[piece] == start
                and piece not in chosen
            )
        )
    return chosen
