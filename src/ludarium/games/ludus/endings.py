"""Ludus: endings of few pieces, by number, and the tables that hold their values."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import cython

from ludarium.core.endings import EndingClass, EndingTables
from ludarium.core.position import Position, new_move_stack
from ludarium.games.ludus import board, ending_cells, worth
from ludarium.games.ludus.board import LudusSettings, Placement
from ludarium.games.ludus.rules import LudusPosition

if not cython.compiled:
    from ludarium.core.bits import lowest_bit
    from ludarium.core.constants import ENDING_DRAW, ONGOING
    from ludarium.games.ludus.board import (
        CELL_MASK,
        EMPTY_CELL,
        FIRST_LORD,
        FIRST_SHIFT,
        FRESH,
        LEGIONARE,
        NO_PIECE,
        PIECE_MASK,
        PROMOTION_FLAG,
        SEAT_SHIFT,
        SECOND_SHIFT,
        TARGET_SHIFT,
    )

MOVE_ROOM_SIZE = 512
LORD_SLOT = 0
PREY_SLOT = 1
MIRRORED = [ending_cells.mirror_cell(cell) if cell in board.PLACES else 0 for cell in range(273)]
TURNED = [ending_cells.turn_cell(cell) if cell in board.PLACES else 0 for cell in range(273)]
IN_RIGHT_HALF = [int(cell in board.PLACES and cell not in ending_cells.HALF) for cell in range(273)]
IN_CENTRE = [int(cell in board.PLACES and MIRRORED[cell] == cell) for cell in range(273)]
FRESH_COLUMN = [worth.ground_place(cell)[1] if cell in board.PLACES else 0 for cell in range(273)]
FIRST_LORD_ID = list(board.FIRST_LORD_IDS)
FORWARD_STEP = list(board.FORWARD_STEPS)
INFANTRY_ROW = [int(cell in ending_cells.legionare_cells(board.WHITE)) for cell in range(273)]
START_ROW = [
    int(cell in ending_cells.fresh_cells(seat)) for seat in range(2) for cell in range(273)
]


def read_code(position: LudusPosition, seat: int) -> int:
    """The code of an army as `army_code` gives it, -1 for more than two pieces."""
    one = 1  # 64 bits wide in C
    pieces = position.alive[seat] & ~(one << FIRST_LORD_ID[seat])
    rest = pieces & (pieces - 1)
    if rest & (rest - 1):
        return -1
    if not pieces:
        return 0
    first = position.kind[lowest_bit(pieces)]
    first = 1 if first == FRESH else first + 1
    if not rest:
        return first
    second = position.kind[lowest_bit(rest)]
    second = 1 if second == FRESH else second + 1
    return first << 4 | second if first > second else second << 4 | first


@cython.final
@cython.cclass
class LudusEnding(EndingClass):
    """First Lords with up to two other pieces; white is the attacker.

    The digits of a number: the turn, the attacker's First Lord, the other First Lord, and the
    other pieces. A piece is in a slot; two slots are for the First Lords.
    """

    def __init__(self, attackers: Sequence[int], defenders: Sequence[int]) -> None:
        slots = [(board.WHITE, FIRST_LORD), (board.BLACK, FIRST_LORD)]
        slots += [(board.WHITE, kind) for kind in sorted(attackers, reverse=True)]
        slots += [(board.BLACK, kind) for kind in sorted(defenders, reverse=True)]
        cells = [
            ending_cells.HALF,
            ending_cells.ALL_CELLS,
            *(ending_cells.slot_cells(*slot) for slot in slots[2:]),
        ]
        size = 2
        for numbers in cells:
            size *= len(numbers)
        super().__init__(ending_cells.name_ending(attackers, defenders), size)
        self.attackers = ending_cells.army_code(attackers)
        self.defenders = ending_cells.army_code(defenders)
        self.slots = len(slots)
        self.half = size // 2
        self.cell_of = array("i", bytes(4 * 4 * 160))
        self.digit_of = array("i", bytes(4 * 4 * 273))
        self.radix = array("i", [len(numbers) for numbers in cells] + [1] * (4 - len(cells)))
        self.is_infantry = array("i", [int(kind == LEGIONARE) for _, kind in slots] + [0] * 2)
        self.fresh_from = array("i", [160] * 4)
        self.seat = array("i", [seat for seat, _ in slots] + [0] * 2)
        self.cell = array("i", [0] * 4)
        self.is_fresh = array("i", [0] * 4)
        self.piece = array("i", ending_cells.choose_pieces(slots) + [0] * 2)
        self.slot_of = array("i", [0] * 64)
        for slot, numbers in enumerate(cells):
            self.slot_of[self.piece[slot]] = slot
            ordinary = len(numbers)
            if self.is_infantry[slot]:
                ordinary -= board.GROUND_SIZE
                self.fresh_from[slot] = ordinary
            for digit, cell in enumerate(numbers):
                self.cell_of[160 * slot + digit] = cell
                if digit < ordinary:
                    self.digit_of[273 * slot + cell] = digit
        self.moves = new_move_stack(MOVE_ROOM_SIZE)
        self.position = LudusPosition(LudusSettings(quiet_limit=0, turn_limit=0))
        self.prepare_position(slots)
        self.known = EndingTables()

    def prepare_position(self, slots: list[tuple[int, int]]) -> None:
        """Put the pieces on some cells, from where `arrange` takes them."""
        free = iter(ending_cells.GROUND[60:])
        standing = {}
        for slot, (_, kind) in enumerate(slots):
            self.cell[slot] = next(free)
            standing[self.piece[slot]] = (kind, self.cell[slot])
        self.position.arrange_board(Placement(standing, set(), [[], []], 0, 0))
        self.position.verdict = ONGOING

    def use_tables(self, known: EndingTables) -> None:
        """The tables of the classes into which a move out of this class leads."""
        self.known = known

    # Numbers.

    def arrange(self, number: int) -> bool:
        for slot in range(self.slots):
            self.position.board[self.cell[slot]] = EMPTY_CELL
        self.position.to_move = 0
        if number >= self.half:
            number -= self.half
            self.position.to_move = 1
        self.position.verdict = ONGOING
        self.position.ply = self.position.to_move
        self.position.progress = 0
        free = True
        slot = self.slots - 1
        while slot >= 0:
            digit = number % self.radix[slot]
            number //= self.radix[slot]
            cell = self.cell_of[160 * slot + digit]
            if self.position.board[cell] != EMPTY_CELL:
                free = False
            piece = self.piece[slot]
            self.cell[slot] = cell
            self.position.where[piece] = cell
            self.position.board[cell] = piece | self.seat[slot] << SEAT_SHIFT
            if self.is_infantry[slot]:
                self.is_fresh[slot] = digit >= self.fresh_from[slot]
                self.position.kind[piece] = FRESH if self.is_fresh[slot] else LEGIONARE
            slot -= 1
        return free

    def count_number(self, moved: int, cell: int, fresh: int, turn: int) -> int:
        """The number of the arranged position after a slot has changed its cell."""
        mirrored = IN_RIGHT_HALF[cell] if moved == LORD_SLOT else False
        return self.count_digits(moved, cell, fresh, turn, mirrored)

    def count_digits(self, moved: int, cell: int, fresh: int, turn: int, mirrored: int) -> int:
        number = turn  # 64 bits wide in C
        for slot in range(self.slots):
            what = cell if slot == moved else self.cell[slot]
            is_fresh = fresh if slot == moved else self.is_fresh[slot]
            number = number * self.radix[slot] + self.digit(slot, what, is_fresh, mirrored)
        return number

    def digit(self, slot: int, cell: int, fresh: int, mirrored: int) -> int:
        if mirrored:
            cell = MIRRORED[cell]
        if fresh:
            return self.fresh_from[slot] + FRESH_COLUMN[cell]
        return self.digit_of[273 * slot + cell]

    def read_number(self, position: LudusPosition, attacker: int) -> int:
        """The number of a position that has the pieces of this class."""
        lord = position.where[FIRST_LORD_ID[attacker]]
        mirrored = IN_RIGHT_HALF[TURNED[lord] if attacker else lord]
        number = position.to_move ^ attacker  # 64 bits wide in C
        number = number * self.radix[LORD_SLOT]
        number += self.digit(LORD_SLOT, TURNED[lord] if attacker else lord, False, mirrored)
        lord = position.where[FIRST_LORD_ID[attacker ^ 1]]
        number = number * self.radix[PREY_SLOT]
        number += self.digit(PREY_SLOT, TURNED[lord] if attacker else lord, False, mirrored)
        return self.read_army(position, attacker, number, attacker, mirrored)

    def read_army(
        self, position: LudusPosition, seat: int, number: int, attacker: int, mirrored: int
    ) -> int:
        """Add the digits of the other pieces: the attacker's, then the defender's."""
        slot = 2
        for _ in range(2):
            one = 1  # 64 bits wide in C
            pieces = position.alive[seat] & ~(one << FIRST_LORD_ID[seat])
            first = lowest_bit(pieces) if pieces else NO_PIECE
            if pieces:
                pieces &= pieces - 1
            second = lowest_bit(pieces) if pieces else NO_PIECE
            # In a slot of a lower number is the piece of the higher kind.
            if second != NO_PIECE and self.plain_kind(position, first) < self.plain_kind(
                position, second
            ):
                first, second = second, first
            if first != NO_PIECE:
                number = number * self.radix[slot]
                number += self.read_digit(position, slot, first, attacker, mirrored)
                slot += 1
            if second != NO_PIECE:
                number = number * self.radix[slot]
                number += self.read_digit(position, slot, second, attacker, mirrored)
                slot += 1
            seat ^= 1
        return number

    def read_digit(
        self, position: LudusPosition, slot: int, piece: int, attacker: int, mirrored: int
    ) -> int:
        cell = position.where[piece]
        if attacker:
            cell = TURNED[cell]
        return self.digit(slot, cell, position.kind[piece] == FRESH, mirrored)

    def plain_kind(self, position: LudusPosition, piece: int) -> int:
        return LEGIONARE if position.kind[piece] == FRESH else position.kind[piece]

    # Neighbours.

    def list_exits(self) -> None:
        self.exit_win = self.exit_loss = 0
        self.exit_draw = False
        end = self.position.generate(self.moves, 0)
        for i in range(end):
            if self.leaves_class(self.moves[i]):
                self.add_exit(self.moves[i])

    def list_successors(self) -> int:
        self.exit_win = self.exit_loss = 0
        self.exit_draw = False
        turn = self.position.to_move ^ 1
        end = self.position.generate(self.moves, 0)
        count = 0
        for i in range(end):
            move = self.moves[i]
            if self.leaves_class(move):
                self.add_exit(move)
            else:
                slot = self.slot_of[move & PIECE_MASK]
                cell = move >> TARGET_SHIFT & CELL_MASK
                self.targets[count] = self.count_number(slot, cell, False, turn)
                count += 1
        return count

    def leaves_class(self, move: int) -> bool:
        return move >> FIRST_SHIFT & PIECE_MASK != NO_PIECE or move & PROMOTION_FLAG != 0

    def add_exit(self, move: int) -> None:
        """Count a capture or a promotion."""
        lord = FIRST_LORD_ID[self.position.to_move ^ 1]
        if move >> FIRST_SHIFT & PIECE_MASK == lord or move >> SECOND_SHIFT & PIECE_MASK == lord:
            self.exit_win = 1
            return
        self.position.play(move)
        plies = self.known.find_plies(self.position)
        self.position.undo()
        if plies == ENDING_DRAW:
            self.exit_draw = True
        elif plies > 0:
            self.exit_loss = max(self.exit_loss, plies + 1)
        elif self.exit_win == 0 or 1 - plies < self.exit_win:
            self.exit_win = 1 - plies

    def list_predecessors(self) -> int:
        """Moves that take nothing can be made backwards, but for those of legionares."""
        self.position.to_move ^= 1
        turn = self.position.to_move
        end = self.position.generate(self.moves, 0)
        self.position.to_move ^= 1
        count = 0
        for i in range(end):
            move = self.moves[i]
            slot = self.slot_of[move & PIECE_MASK]
            cell = move >> TARGET_SHIFT & CELL_MASK
            if self.is_infantry[slot] or self.leaves_class(move):
                continue
            centred = slot == LORD_SLOT and IN_CENTRE[self.cell[slot]]
            if centred and IN_RIGHT_HALF[cell]:
                continue  # a move of the reflected position, which has a number of its own
            self.targets[count] = self.count_number(slot, cell, False, turn)
            count += 1
            if slot == LORD_SLOT and IN_CENTRE[cell] and not centred:
                # The arranged position also stands for its reflection, which comes from here.
                self.targets[count] = self.count_digits(slot, cell, False, turn, True)
                count += 1
        for slot in range(2, self.slots):
            if self.is_infantry[slot] and self.seat[slot] == turn and not self.is_fresh[slot]:
                count = self.list_retreats(slot, turn, count)
        return count

    def list_retreats(self, slot: int, turn: int, count: int) -> int:
        """The cells from which a legionare may have come to its cell."""
        cell = self.cell[slot]
        back = cell - FORWARD_STEP[turn]
        for side in range(-1, 2, 2):
            if self.position.board[cell + side] == EMPTY_CELL:
                count = self.add_retreat(slot, cell + side, turn, count)
        if self.position.board[back] == EMPTY_CELL:
            count = self.add_retreat(slot, back, turn, count)
            back -= FORWARD_STEP[turn]
            if START_ROW[273 * turn + back] and self.position.board[back] == EMPTY_CELL:
                self.targets[count] = self.count_number(slot, back, True, turn)
                count += 1
        return count

    def add_retreat(self, slot: int, cell: int, turn: int, count: int) -> int:
        if not INFANTRY_ROW[cell]:
            return count
        self.targets[count] = self.count_number(slot, cell, False, turn)
        count += 1
        if START_ROW[273 * turn + cell]:
            self.targets[count] = self.count_number(slot, cell, True, turn)
            count += 1
        return count

    def number_of(self, position: Position) -> int:
        own = cython.cast(LudusPosition, position)
        for attacker in range(2):
            kinds = (read_code(own, attacker), read_code(own, attacker ^ 1))
            if kinds == (self.attackers, self.defenders):
                return self.read_number(own, attacker)
        return -1

    def arranged_position(self) -> LudusPosition:
        return self.position.copy()
