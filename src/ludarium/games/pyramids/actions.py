"""Pyramids: the action space: caps by cell and direction, power plays by piece and cell, a pass."""

from __future__ import annotations

from ludarium.core.batch.actions import ActionField, ActionKind
from ludarium.games.pyramids.board import (
    CELLS,
    CODE_SHIFT,
    DIRECTION_SHIFT,
    PASS_FLAG,
    POWER_FLAG,
    TARGET_SHIFT,
)

_CELLS = range(CELLS)
_FLAGS = POWER_FLAG | PASS_FLAG
_CODES = [4 * colour + size for colour in range(4) for size in range(3)]

ACTION_KINDS = (
    ActionKind(_FLAGS, 0, (ActionField(0, _CELLS), ActionField(DIRECTION_SHIFT, range(8)))),
    ActionKind(
        _FLAGS, POWER_FLAG, (ActionField(CODE_SHIFT, _CODES), ActionField(TARGET_SHIFT, _CELLS))
    ),
    ActionKind(_FLAGS, PASS_FLAG),
)
