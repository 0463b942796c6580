"""TrialLog: the scores of all trials of a run in a file, so that the same command goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from ludarium.arena.run.executor import Executor, run_jobs
from ludarium.arena.tuning.trial import Trial, play_trial

OnTrial = Callable[[int], None]


class LoggedScore(NamedTuple):
    """One line of the file."""

    digest: str
    unit: int
    score: float


class TrialLog:
    """Plays trials, or finds their scores."""

    def __init__(self, path: Path, executor: Executor) -> None:
        self.path = path
        self.executor = executor
        self.scores: dict[tuple[str, int], float] = {}
        if path.is_file():
            for line in path.read_bytes().splitlines():
                with suppress(msgspec.DecodeError):  # the last line of a run that was killed
                    found = msgspec.json.decode(line, type=LoggedScore)
                    self.scores[found.digest, found.unit] = found.score

    def play(self, trials: Sequence[Trial], on_trial: OnTrial = lambda done: None) -> list[float]:
        """The scores of trials in their order; those without a line are played.

        `on_trial` is told how many of them have a score.
        """
        keys = [(trial.digest(), trial.unit) for trial in trials]
        missing = [trial for trial, key in zip(trials, keys, strict=True) if key not in self.scores]
        done = len(trials) - len(missing)
        on_trial(done)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            for trial, score in run_jobs(self.executor, play_trial, missing):
                played = LoggedScore(trial.digest(), trial.unit, score)
                self.scores[played.digest, played.unit] = score
                file.write(msgspec.json.encode(played) + b"\n")
                file.flush()
                done += 1
                on_trial(done)
        return [self.scores[key] for key in keys]
