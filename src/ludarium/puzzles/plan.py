"""The plan of a run: the game, the self-play, and the limits of every search."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec

from ludarium.arena.formats.game_setting import GameSetting


class PuzzleLimits(msgspec.Struct, frozen=True):
    """Nodes of the searches: of self-play, of the scan of a game, of the check, of the proof."""

    play: int = 400
    scan: int = 1_500
    check: int = 60_000
    proof: int = 300_000


class PuzzlePlan(NamedTuple):
    """What a set of puzzles is made from. The same plan makes the same set."""

    setting: GameSetting
    folder: Path
    wanted: int = 300
    seed: int = 1
    levels: tuple[str, ...] = ("medium", "hard")
    opening_turns: int = 6  # random turns at the start of a game, at the most
    limits: PuzzleLimits = PuzzleLimits()
    gap: float = 0.25  # in winning chance, between the right turn and the second best
    easy_share: float = 0.3  # the most easy puzzles of a set: see `is_easy`
    workers: int = 0


class GameJob(NamedTuple):
    """One game of self-play, in which puzzles are searched."""

    setting: GameSetting
    seed: int
    number: int
    levels: tuple[str, ...]
    opening_turns: int
    limits: PuzzleLimits
    gap: float

    def __str__(self) -> str:
        """How errors name the job."""
        return f"The search for puzzles in game {self.number}"
