"""Forge: the action space: drags from a cell to a cell, embers by cell, the pass, the swap."""

from __future__ import annotations

from ludarium.core.batch.actions import ActionField, ActionKind
from ludarium.games.forge.board import CELLS, EMBER_FLAG, PASS_FLAG, SWAP_FLAG, TARGET_SHIFT

_CELLS = range(CELLS)
_FLAGS = EMBER_FLAG | PASS_FLAG | SWAP_FLAG

ACTION_KINDS = (
    ActionKind(_FLAGS, 0, (ActionField(0, _CELLS), ActionField(TARGET_SHIFT, _CELLS))),
    ActionKind(_FLAGS, EMBER_FLAG, (ActionField(TARGET_SHIFT, _CELLS),)),
    ActionKind(_FLAGS, PASS_FLAG),
    ActionKind(_FLAGS, SWAP_FLAG),
)
