"""Skysummit: the action space: pairs of placed workers, then worker, target and build."""

from __future__ import annotations

from ludarium.core.batch.actions import ActionField, ActionKind
from ludarium.games.skysummit.board import (
    BUILD_SHIFT,
    CELLS,
    NO_CELL,
    PLACE_FLAG,
    TARGET_SHIFT,
    WORKER_SHIFT,
)

_CELLS = range(CELLS)

ACTION_KINDS = (
    ActionKind(PLACE_FLAG, PLACE_FLAG, (ActionField(0, _CELLS), ActionField(TARGET_SHIFT, _CELLS))),
    ActionKind(
        PLACE_FLAG,
        0,
        (
            ActionField(WORKER_SHIFT, (0, 1), bits=1),  # of the seat that moves
            ActionField(TARGET_SHIFT, _CELLS),
            ActionField(BUILD_SHIFT, (*_CELLS, NO_CELL)),
        ),
    ),
)
