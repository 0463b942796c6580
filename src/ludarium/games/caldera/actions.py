"""Caldera: the action space: from a cell to a cell, moves first and then forges."""

from __future__ import annotations

from ludarium.core.batch.actions import ActionField, ActionKind
from ludarium.games.caldera.board import CELLS, FORGE_FLAG, TARGET_SHIFT

_CELLS = range(CELLS)
_ENDS = (ActionField(0, _CELLS), ActionField(TARGET_SHIFT, _CELLS))

ACTION_KINDS = (ActionKind(FORGE_FLAG, 0, _ENDS), ActionKind(FORGE_FLAG, FORGE_FLAG, _ENDS))
