"""Replays for a page: the first scene and the changes of each move, compressed."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable
from typing import Any

import msgspec

from ludarium.arena.formats.game_setting import GameSetting
from ludarium.arena.run.event_store import StoredGame
from ludarium.core import record as records
from ludarium.core.game import AnyGame
from ludarium.core.scene import Cell, Scene, Token

Patch = dict[str, Any]
Parts = dict[str, Token | Cell]


def pack_replay(kept: StoredGame, ground: GameSetting) -> str:
    """A game as base64 of deflated JSON, which browsers can unpack."""
    written = msgspec.json.encode(replay_steps(kept, ground.load()))
    return base64.b64encode(zlib.compress(written, 9)).decode()


def replay_steps(kept: StoredGame, game: AnyGame) -> dict[str, Any]:
    """A game move by move, with the data stored beside its record."""
    match = records.replay(kept.record, type(game))
    steps: list[list[Any]] = []
    past = SceneParts(Scene(()))
    for position, move in match.steps():
        frame = SceneParts(game.scene(position))
        steps.append([past.patch(frame), position.to_move, game.notate(position, move)])
        past = frame
    steps.append([past.patch(SceneParts(game.scene(match.position)))])
    return {"steps": steps, **msgspec.to_builtins(kept.extras, str_keys=True)}


class SceneParts:
    """A scene by the names of its parts."""

    def __init__(self, scene: Scene) -> None:
        self.fixed = (scene.grids, scene.trays)
        self.tokens: Parts = {token.id: token for token in scene.tokens}
        self.cells: Parts = {cell.at: cell for cell in scene.cells}

    def patch(self, after: SceneParts) -> Patch:
        """The patch from this scene to the next. Unchanged parts are left out."""
        changes: Patch = {
            "tokens": _new(self.tokens, after.tokens),
            "gone": [name for name in self.tokens if name not in after.tokens],
            "cells": _new(self.cells, after.cells),
            "flat": [name for name in self.cells if name not in after.cells],
            "fixed": msgspec.to_builtins(after.fixed) if after.fixed != self.fixed else [],
        }
        return {name: value for name, value in changes.items() if value}


def _new(before: Parts, after: Parts) -> list[Any]:
    found: Iterable[Token | Cell] = (
        part for name, part in after.items() if before.get(name) != part
    )
    return [msgspec.to_builtins(part) for part in found]
