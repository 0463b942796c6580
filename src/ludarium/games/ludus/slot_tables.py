"""Ludus: the slots from which a random move is drawn; every legal move has one of its own."""
# not compiled

from __future__ import annotations

from typing import NamedTuple

from ludarium.games.ludus.board import (
    AERIAL,
    COMPASS,
    FORWARD_STEPS,
    FRESH,
    JUMPS,
    MAX_WALL_SIZE,
    MIN_WALL_SIZE,
    OWNER,
    PIECES,
    SLIDE_REACH,
    START_KIND,
    STRIKE_RANGE,
    STRIKE_WAYS,
    TERRA,
    VETERAN,
)

# What a slot's piece does. The first two are followed by a number of cells, a strike by a
# direction, a wall by its size.
MOVE_SLOT = 0
ADVANCE_SLOT = 1
STRIKE_SLOT = 2
FLIGHT_SLOT = 3
WALL_SLOT = 4

# A packed slot: piece 6 bits, action 3, number 3, conditions 8; above them the step from the
# piece to the first cell. A condition is what may be on that cell, with 4 more for a veteran.
SLOT_ACTION_SHIFT = 6
SLOT_NUMBER_SHIFT = 9
SLOT_FIELD_MASK = 7
SLOT_FIRST_SHIFT = 12
SLOT_STEP_SHIFT = 20
SLOT_VETERAN = 4
EMPTY = 2  # beside the seats

INFANTRY = 11  # legionares of a seat
WALL_SLOTS = INFANTRY * (MAX_WALL_SIZE + 1 - MIN_WALL_SIZE)


class Slot(NamedTuple):
    """A way to act, and what must be on the first cell, which lies a step away from the piece."""

    action: int
    number: int
    step: int
    first: tuple[int, ...]

    def pack(self, piece: int, kind: int) -> int:
        """The slot of a piece while it is of this kind, or of any but a veteran."""
        veteran = SLOT_VETERAN if kind == VETERAN else 0
        return (
            piece
            | self.action << SLOT_ACTION_SHIFT
            | self.number << SLOT_NUMBER_SHIFT
            | sum(1 << veteran + what for what in self.first) << SLOT_FIRST_SHIFT
            | self.step * (1 << SLOT_STEP_SHIFT)
        )


def _legionare_slots(seat: int) -> list[Slot]:
    forward, enemy = FORWARD_STEPS[seat], seat ^ 1
    slots = [Slot(ADVANCE_SLOT, distance, forward, (EMPTY,)) for distance in (1, 2)]
    slots += [Slot(MOVE_SLOT, 1, side, (EMPTY,)) for side in (-1, 1)]
    return slots + [Slot(ADVANCE_SLOT, 1, forward + side, (enemy,)) for side in (-1, 1)]


def _wall_slots(seat: int) -> list[Slot]:
    sizes = range(MIN_WALL_SIZE, MAX_WALL_SIZE + 1)
    return [Slot(WALL_SLOT, size, FORWARD_STEPS[seat], (EMPTY,)) for size in sizes]


def _kind_slots(seat: int, kind: int) -> list[Slot]:
    """The slots of a kind that is no legionare."""
    enemy = seat ^ 1
    slots = []
    for way, step in enumerate(COMPASS):
        reach = SLIDE_REACH.get(kind, (0, 0))[way % 2]
        for distance in range(1, reach + 1):
            first = (EMPTY, enemy) if distance == 1 else (EMPTY,)
            slots.append(Slot(MOVE_SLOT, distance, step, first))
        if STRIKE_WAYS.get(kind, 0) >> way & 1:
            first = (enemy,) if STRIKE_RANGE[kind] == 1 else (EMPTY, enemy)
            slots.append(Slot(STRIKE_SLOT, way, step, first))
    if kind == TERRA:
        slots += [Slot(MOVE_SLOT, 1, jump, (EMPTY, enemy)) for jump in JUMPS]
    if kind in AERIAL:
        slots.append(Slot(FLIGHT_SLOT, 0, 0, (seat,)))
    return slots


def army_slots(seat: int) -> list[int]:
    """The packed slots of a seat; walls come last, because few rulesets have them."""
    own = [piece for piece in range(PIECES) if OWNER[piece] == seat]
    infantry = [piece for piece in own if START_KIND[piece] == FRESH]
    slots = []
    for piece in own:
        kind = START_KIND[piece]
        if kind == FRESH:
            slots += [slot.pack(piece, VETERAN) for slot in _kind_slots(seat, VETERAN)]
            slots += [slot.pack(piece, FRESH) for slot in _legionare_slots(seat)]
        else:
            slots += [slot.pack(piece, kind) for slot in _kind_slots(seat, kind)]
    return slots + [slot.pack(piece, FRESH) for piece in infantry for slot in _wall_slots(seat)]
