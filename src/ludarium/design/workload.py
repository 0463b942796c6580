"""The work of a study in nodes: what this run has done, and the most that is left."""

from __future__ import annotations

from collections.abc import Sequence

from ludarium.design.candidates import space_size
from ludarium.design.space import Space, Stage

GAME_MOVES = 40  # of a usual game, to compare games with the positions of a proof


class Workload:
    """Counts work part by part; the parts of a stage are its proofs and its kinds of openings.

    The games of an earlier run are left out: they say nothing about the speed.
    """

    def __init__(self, space: Space) -> None:
        self.done = 0
        self.proof_positions = max(
            (one.positions for one in space.file.targets if one.measure == "proved"), default=0
        )
        self.confirm = space.file.confirm
        self.later = [self._stage_parts(stage, count) for stage, count in _plan_stages(space)]
        self.stage: list[int] = []
        self.part = 0  # what is left of the running part
        self.counted = 0  # what is done of the running part, here or in an earlier run

    @property
    def total(self) -> int:
        """The work of this run: what it has done and the most that is left."""
        return self.done + self.part + sum(self.stage) + sum(map(sum, self.later))

    def begin_stage(self, stage: Stage, candidates: int) -> None:
        """Begin the next stage with so many candidates, at most as many as were planned."""
        self.part = 0
        del self.later[:1]
        self.stage = self._stage_parts(stage, candidates)

    def begin_part(self, counted: int) -> None:
        """Begin the next part of the stage; `counted` of it was done before."""
        self.part = self.stage.pop(0)
        self.counted = counted

    def count(self, counted: int, total: int) -> None:
        """Note how much of the running part is done, and how much it has in all."""
        self.done += counted - self.counted
        self.counted = counted
        self.part = total - counted

    def stage_positions(self, stage: Stage) -> int:
        """The budget of a proof in a stage; 0 where nothing has to be proved."""
        if stage is self.confirm:
            return self.proof_positions
        return min(stage.proof_positions, self.proof_positions)

    def _stage_parts(self, stage: Stage, candidates: int) -> list[int]:
        games = candidates * stage.games * game_work(stage)
        return [candidates * self.stage_positions(stage), *(games for _ in stage.kinds)]


def game_work(stage: Stage) -> int:
    """The nodes of a usual game."""
    return GAME_MOVES * stage.nodes


def _plan_stages(space: Space) -> Sequence[tuple[Stage, int]]:
    """The waves, stages and the confirmation, with the most candidates of each."""
    file = space.file
    size = space_size(space)
    wave = min(file.candidates, size)
    if not file.stages:
        return [(file.confirm, wave)]
    planned: list[tuple[Stage, int]] = [(file.stages[0], wave)] * file.waves
    left = min(file.candidates * file.waves, size)
    for stage, after in zip(file.stages, (*file.stages[1:], file.confirm), strict=True):
        left = min(stage.keep or left, left)
        planned.append((after, left))
    return planned
