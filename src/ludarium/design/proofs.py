"""Proofs about candidates: whether `solve` finds a forced win from the start."""

from __future__ import annotations

from typing import NamedTuple

from ludarium.arena.formats.game_setting import GameSetting
from ludarium.core.position import ONGOING
from ludarium.search.solve import solve_position

LARGEST_PROOF_TABLE_MEBIBYTES = 128
POSITIONS_PER_MEBIBYTE = 50_000


class ProofJob(NamedTuple):
    """A start position and the budget of its proof."""

    candidate: int
    setting: GameSetting
    seats: int
    positions: int

    def __str__(self) -> str:
        """How errors name the job."""
        return f"The proof of candidate {self.candidate + 1}"


def prove_start(job: ProofJob) -> str:
    """The proved result for the seat that begins: win, loss, draw or unknown."""
    position = job.setting.load().new(0, job.seats)
    if position.verdict != ONGOING:
        return "draw"
    wanted = 1 + job.positions // POSITIONS_PER_MEBIBYTE
    mebibytes = min(wanted, LARGEST_PROOF_TABLE_MEBIBYTES)
    return solve_position(position, job.positions, mebibytes=mebibytes).verdict
