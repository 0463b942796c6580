"""Training in generations: self-play, fit, match against the parent; resumable at any moment."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec

from ludarium.arena.formats.game_setting import WEIGHTS_FILE, GameSetting, weights_file
from ludarium.arena.run.atomic_file import indented_json, replace_file
from ludarium.arena.run.executor import Executor, open_executor, run_jobs
from ludarium.core import network
from ludarium.search.limits import Limits
from ludarium.training import lineage
from ludarium.training.gate import GateMatch, passes_gate, play_gate
from ludarium.training.selfplay import SelfPlayJob, SelfPlayStyle, play_games
from ludarium.training.weights import CannotTrain, check_weights, read_weights

if TYPE_CHECKING:
    from ludarium.training.samples import Samples

TRAINING_MODULES = ("numpy", "torch", "matplotlib")
# Games of a file of samples: what an interrupt loses of each worker's work at the most.
GAMES_PER_SHARD = 20
# Generations whose positions the next one learns from too: older ones were labelled too badly.
REMEMBERED_GENERATIONS = 2
SAMPLES_FOLDER = "samples"
FIT_FILE = "fit.json"
SECONDS_FILE = "seconds.json"

OnStep = Callable[[str, int, int], None]


class TrainingPlan(NamedTuple):
    """The options of a run; the settings of its lineage must not change on the way."""

    setting: GameSetting
    folder: Path
    generations: int = 2
    games: int = 2000
    style: SelfPlayStyle = SelfPlayStyle()
    seed: int = 1
    hidden: int = 128
    epochs: int = 30
    mix: float = 0.9
    parent: Path | None = None  # weights to begin with, instead of the evaluation by hand
    gate_games: int = 200
    gate_nodes: int = 0  # 0: as many as in self-play
    gate_seconds: float = 0.0  # instead of nodes, if not 0
    needed: float = 0.52  # share of the points that a new network must reach
    floor: float = 0.0  # and the least that its lower bound must be
    workers: int = 0
    ray: bool = False
    install: bool = False


class Fitter(Protocol):
    """What turns samples into weights."""

    def __call__(
        self, plan: TrainingPlan, seed: int, folder: Path, samples: Samples, tell: OnStep
    ) -> tuple[network.Weights, lineage.Fitting]:
        """The weights, and how they were learnt."""


def train(plan: TrainingPlan, tell: OnStep, fit: Fitter | None = None) -> lineage.Lineage:
    """Make the missing generations; finished steps are not repeated."""
    game = plan.setting.load()
    start = read_weights(plan.parent)
    check_weights(game, start)
    if fit is None:
        fit = _fit_with_torch
        need_extra()
    digest = hashlib.sha256(start).hexdigest() if start else ""
    fresh = lineage.Lineage(
        game=game.id,
        ruleset=plan.setting.ruleset,
        options=plan.setting.options,
        rules_version=game.rules_version,
        settings={
            **plan.style._asdict(),
            "opening": list(plan.style.opening),  # as it comes back from the file
            "seed": plan.seed,
            "hidden": plan.hidden,
            "parent": digest,
        },
        before=lineage.find_lineage(plan.parent, digest) if plan.parent else None,
    )
    made = lineage.begin_lineage(plan.folder, fresh)
    executor = open_executor("ray" if plan.ray else "processes", plan.workers, pinned=False)
    try:
        while len(made.generations) < plan.generations:
            made.generations.append(GenerationStep(plan, made, executor, tell).run(fit))
            lineage.save_lineage(plan.folder, made)
    finally:
        executor.close()
    if plan.install and made.best():
        install_network(plan, made)
    return made


def need_extra() -> None:
    """What only training needs may not be installed: say so before the work begins."""
    missing = [name for name in TRAINING_MODULES if find_spec(name) is None]
    if missing:
        raise CannotTrain(
            "missing_extra", f"Training needs {', '.join(missing)}: pip install 'ludarium[train]'."
        )


def folder_of(plan: TrainingPlan, generation: int) -> Path:
    """Where a generation's files are."""
    return plan.folder / f"generation-{generation:03}"


def install_network(plan: TrainingPlan, made: lineage.Lineage) -> None:
    """Give the best network to the game, with where it comes from."""
    place = weights_file(plan.setting.load())
    replace_file(place, (folder_of(plan, made.best()) / WEIGHTS_FILE).read_bytes())
    replace_file(place.with_suffix(".json"), indented_json(made))


def _fit_with_torch(
    plan: TrainingPlan, seed: int, folder: Path, samples: Samples, tell: OnStep
) -> tuple[network.Weights, lineage.Fitting]:
    from ludarium.training.fit import Fit, Recipe  # noqa: PLC0415  an extra, and slow to import

    recipe = Recipe(plan.hidden, plan.epochs, plan.mix, seed)
    evaluator = check_weights(plan.setting.load(), None)
    return Fit(folder, evaluator, samples, recipe).run(tell)


class GenerationStep:
    """The making of one generation."""

    def __init__(
        self,
        plan: TrainingPlan,
        made: lineage.Lineage,
        executor: Executor,
        tell: OnStep,
    ) -> None:
        self.plan = plan
        self.executor = executor
        self.tell = tell
        self.number = len(made.generations) + 1
        self.parent = made.best()
        self.sources = [*made.recent(REMEMBERED_GENERATIONS), self.number]
        self.folder = folder_of(plan, self.number)
        self.folder.mkdir(parents=True, exist_ok=True)
        # The parent's weights; none are the evaluation by hand.
        self.old = folder_of(plan, self.parent) / WEIGHTS_FILE if self.parent else plan.parent
        self.seed = f"{plan.seed}/{self.number}"

    def run(self, fit: Fitter) -> lineage.Generation:
        fitting = self.fit(fit)
        result = self.gate()
        weights = (self.folder / WEIGHTS_FILE).read_bytes()
        return lineage.Generation(
            number=self.number,
            parent=self.parent,
            seed=self.plan.seed,
            nodes=self.plan.style.nodes,
            games=self.plan.games,
            sources=self.sources,
            hidden=network.unpack_weights(weights).hidden,
            mix=self.plan.mix,
            fitting=fitting,
            gate=result,
            accepted=passes_gate(result, self.plan.needed, self.plan.floor),
            sha256=hashlib.sha256(weights).hexdigest(),
            seconds=self.seconds(),
        )

    def fit(self, fit: Fitter) -> lineage.Fitting:
        from ludarium.training import samples  # noqa: PLC0415  needs an extra

        done = self.folder / FIT_FILE
        if done.is_file():
            return msgspec.json.decode(done.read_bytes(), type=lineage.Fitting)
        self.play()
        read = samples.read(
            folder_of(self.plan, number) / SAMPLES_FOLDER for number in self.sources
        )
        with self.timed("fit"):
            weights, fitting = fit(self.plan, self.numeric_seed(), self.folder, read, self.tell)
        replace_file(self.folder / WEIGHTS_FILE, network.pack_weights(weights))
        replace_file(done, indented_json(fitting))
        return fitting

    def play(self) -> None:
        """Play the games that are in no file yet."""
        from ludarium.training import samples  # noqa: PLC0415  needs an extra

        plan = self.plan
        weights = read_weights(self.old)
        slots = check_weights(plan.setting.load(), weights).slots
        place = self.folder / SAMPLES_FOLDER
        missing = samples.missing(place, plan.games, GAMES_PER_SHARD)
        jobs = [SelfPlayJob(plan.setting, weights, plan.style, self.seed, *run) for run in missing]
        done = plan.games - sum(job.end - job.first for job in jobs)
        self.tell("self-play", done, plan.games)
        with self.timed("self-play"):
            for job, haul in run_jobs(self.executor, play_games, jobs):
                samples.write(place, job.first, job.end, samples.from_haul(haul, slots))
                done += job.end - job.first
                self.tell("self-play", done, plan.games)

    def gate(self) -> lineage.GateFigures:
        """Play the match against the parent, or the missing part of it."""
        plan = self.plan
        match = GateMatch(
            plan.setting,
            self.folder / WEIGHTS_FILE,
            self.old,
            self.limits(),
            plan.style.opening,
            self.numeric_seed(),
            plan.gate_games,
        )
        with self.timed("gate"):
            return play_gate(match, self.folder, self.executor, partial(self.tell, "gate"))

    def numeric_seed(self) -> int:
        """A number of its own for each generation of each seed."""
        return self.plan.seed * 1000 + self.number

    def limits(self) -> Limits:
        if self.plan.gate_seconds:
            return Limits(seconds=self.plan.gate_seconds)
        return Limits(nodes=self.plan.gate_nodes or self.plan.style.nodes)

    def seconds(self) -> dict[str, float]:
        file = self.folder / SECONDS_FILE
        if not file.is_file():
            return {}
        return msgspec.json.decode(file.read_bytes(), type=dict[str, float])

    @contextmanager
    def timed(self, step: str) -> Iterator[None]:
        """Add up how long a step takes, over all its parts if it is interrupted."""
        began = time.monotonic()
        try:
            yield
        finally:
            spent = self.seconds()
            spent[step] = round(spent.get(step, 0.0) + time.monotonic() - began, 1)
            replace_file(self.folder / SECONDS_FILE, msgspec.json.encode(spent))
