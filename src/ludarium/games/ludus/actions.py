"""Ludus: the action space: piece and target, striker and first victim, wall and its size."""

from __future__ import annotations

from ludarium.core.batch.actions import ActionField, ActionKind
from ludarium.games.ludus.board import (
    FIRST_SHIFT,
    MAX_WALL_SIZE,
    MIN_WALL_SIZE,
    NO_SECOND,
    PIECES,
    PLACES,
    SECOND_SHIFT,
    STRIKE_FLAG,
    TARGET_SHIFT,
)

_PIECES = ActionField(0, range(PIECES), bits=6)

_SIZES = ActionField(SECOND_SHIFT, range(MIN_WALL_SIZE, MAX_WALL_SIZE + 1), bits=6)
_WALL_MASK = 0b111000 << SECOND_SHIFT  # no size reaches these bits, and without a wall they are set

ACTION_KINDS = (
    ActionKind(
        STRIKE_FLAG | NO_SECOND, NO_SECOND, (_PIECES, ActionField(TARGET_SHIFT, sorted(PLACES)))
    ),
    ActionKind(
        STRIKE_FLAG, STRIKE_FLAG, (_PIECES, ActionField(FIRST_SHIFT, range(PIECES), bits=6))
    ),
    ActionKind(STRIKE_FLAG | _WALL_MASK, 0, (_PIECES, _SIZES)),
)
