"""Training in generations: self-play, fit, match against the parent; resumable at any moment."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

from ludarium.arena.formats.event import Hypotheses
from ludarium.arena.formats.game_setting import GameSetting
from ludarium.arena.run.atomic_file import indented_json, replace_file
from ludarium.arena.run.executor import Executor, open_executor, run_jobs
from ludarium.core import network
from ludarium.core.extras import require_packages
from ludarium.core.game_files import WEIGHTS_FILE
from ludarium.search.limits import Limits
from ludarium.training import lineage
from ludarium.training.gate import GateMatch, passes_gate, play_gate
from ludarium.training.selfplay import SelfPlayJob, play_games
from ludarium.training.selfplay_style import SelfPlayStyle
from ludarium.training.weights import CannotTrain, check_weights, read_weights

if TYPE_CHECKING:
    from ludarium.training.samples import SampleStream

TRAINING_MODULES = ("numpy", "torch", "matplotlib")
# The work in a file of samples, which an interrupt loses at the most: about 10 s of one core.
NODES_PER_SHARD = 20_000_000
SEARCHES_PER_GAME = 40  # a rough figure
MOST_GAMES_PER_SHARD = 500
# The weights that a run began with, so that its folder is all that the next command needs.
PARENT_FILE = "parent.bin"
STYLE_FILE = "style.json"
SAMPLES_FOLDER = "samples"
FIT_FILE = "fit.json"
SECONDS_FILE = "seconds.json"

OnStep = Callable[[str, int, int], None]


class TrainingPlan(NamedTuple):
    """The options of the generations to come; game, seed and first parent of a run are fixed."""

    setting: GameSetting
    folder: Path
    generations: int = 2
    games: int = 2000
    style: SelfPlayStyle = SelfPlayStyle()
    seed: int = 1
    hidden: int = 128
    epochs: int = 30
    mix: float = 0.9
    rate: float = 3e-3  # the highest learning rate
    odds: float = 0.0  # points of a score that are odds of e to 1; 0: fitted to the results
    fresh: bool = False  # fit from random numbers, not from the parent's weights
    remembered: int = 4  # earlier generations whose positions are learnt from too
    parent: Path | None = None  # weights to begin with, instead of the evaluation by hand
    gate_games: int = 1000  # at the most
    gate_seconds: float = 0.1  # for each move
    gate_nodes: int = 0  # instead of seconds, if not 0
    hypotheses: Hypotheses = Hypotheses(elo0=0.0, elo1=20.0)
    workers: int = 0
    ray: bool = False
    install: bool = False


class FitOrder(NamedTuple):
    """A network to fit; without weights to start from it begins with random numbers."""

    plan: TrainingPlan
    seed: int
    folder: Path
    samples: SampleStream
    start: network.Weights | None


class Fitter(Protocol):
    """What turns samples into weights."""

    def __call__(self, order: FitOrder, tell: OnStep) -> tuple[network.Weights, lineage.Fitting]:
        """The weights, and how they were learnt."""


def train(plan: TrainingPlan, tell: OnStep, fit: Fitter | None = None) -> lineage.Lineage:
    """Make the missing generations; finished steps are not repeated."""
    game = plan.setting.load()
    start = read_weights(plan.parent)
    check_weights(game, start)
    if fit is None:
        fit = _fit_with_torch
        require_packages(*TRAINING_MODULES, extra="train")
    digest = hashlib.sha256(start).hexdigest() if start else ""
    fresh = lineage.Lineage(
        game=game.id,
        ruleset=plan.setting.ruleset,
        options=plan.setting.options,
        rules_version=game.rules_version,
        settings={"seed": plan.seed, "parent": digest},
        before=lineage.find_lineage(plan.parent, digest) if plan.parent else None,
    )
    made = lineage.begin_lineage(plan.folder, fresh)
    if start and not (plan.folder / PARENT_FILE).is_file():
        replace_file(plan.folder / PARENT_FILE, start)
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


def games_per_shard(nodes: int) -> int:
    """Games of a file of samples, at so many nodes a move."""
    return max(min(NODES_PER_SHARD // (SEARCHES_PER_GAME * nodes), MOST_GAMES_PER_SHARD), 1)


def _style_settings(style: SelfPlayStyle) -> dict[str, Any]:
    return {**style._asdict(), "opening": list(style.opening)}  # as it comes back from a file


def folder_of(plan: TrainingPlan, generation: int) -> Path:
    """Where a generation's files are."""
    return plan.folder / f"generation-{generation:03}"


def install_network(plan: TrainingPlan, made: lineage.Lineage) -> None:
    """Give the best network to the game, with where it comes from."""
    place = plan.setting.load().weights_file()
    replace_file(place, (folder_of(plan, made.best()) / WEIGHTS_FILE).read_bytes())
    replace_file(place.with_suffix(".json"), indented_json(made))


def _fit_with_torch(order: FitOrder, tell: OnStep) -> tuple[network.Weights, lineage.Fitting]:
    from ludarium.training.fit import Fit, Recipe  # noqa: PLC0415  an extra, and slow to import

    plan = order.plan
    recipe = Recipe(plan.hidden, plan.epochs, plan.mix, order.seed, plan.rate, plan.odds)
    evaluator = check_weights(plan.setting.load(), None)
    return Fit(order.folder, evaluator, order.samples, recipe, order.start).run(tell)


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
        recent = made.recent(plan.remembered) if plan.remembered else []
        self.sources = [*recent, self.number]
        self.folder = folder_of(plan, self.number)
        self.folder.mkdir(parents=True, exist_ok=True)
        # The parent's weights; none are the evaluation by hand.
        self.old: Path | None = plan.folder / PARENT_FILE
        if self.parent:
            self.old = folder_of(plan, self.parent) / WEIGHTS_FILE
        elif not made.settings["parent"]:
            self.old = None
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
            style=_style_settings(self.plan.style),
            fitting=fitting,
            gate=result,
            accepted=passes_gate(result),
            sha256=hashlib.sha256(weights).hexdigest(),
            seconds=self.seconds(),
        )

    def fit(self, fit: Fitter) -> lineage.Fitting:
        from ludarium.training import samples  # noqa: PLC0415  needs an extra

        done = self.folder / FIT_FILE
        if done.is_file():
            return msgspec.json.decode(done.read_bytes(), type=lineage.Fitting)
        self.play()
        stream = samples.SampleStream(
            folder_of(self.plan, number) / SAMPLES_FOLDER for number in self.sources
        )
        old = None if self.plan.fresh else read_weights(self.old)
        start = network.unpack_weights(old) if old else None
        order = FitOrder(self.plan, self.numeric_seed(), self.folder, stream, start)
        with self.timed("fit"):
            weights, fitting = fit(order, self.tell)
        replace_file(self.folder / WEIGHTS_FILE, network.pack_weights(weights))
        replace_file(done, indented_json(fitting))
        return fitting

    def play(self) -> None:
        """Play the games that are in no file yet."""
        from ludarium.training import samples  # noqa: PLC0415  needs an extra

        plan = self.plan
        self.check_style()
        weights = read_weights(self.old)
        slots = check_weights(plan.setting.load(), weights).slots
        place = self.folder / SAMPLES_FOLDER
        missing = samples.missing_games(place, plan.games, games_per_shard(plan.style.nodes))
        jobs = [SelfPlayJob(plan.setting, weights, plan.style, self.seed, *run) for run in missing]
        done = plan.games - sum(job.end - job.first for job in jobs)
        self.tell("self-play", done, plan.games)
        with self.timed("self-play"):
            for job, haul in run_jobs(self.executor, play_games, jobs):
                samples.write_shard(place, job.first, job.end, samples.from_haul(haul, slots))
                done += job.end - job.first
                self.tell("self-play", done, plan.games)

    def check_style(self) -> None:
        """Games of one generation have one style: what was begun otherwise is not mixed with it."""
        now = msgspec.json.encode(_style_settings(self.plan.style), order="sorted")
        file = self.folder / STYLE_FILE
        if not file.is_file():
            replace_file(file, now)
        elif file.read_bytes() != now:
            raise CannotTrain(
                "other_style",
                f"Generation {self.number} was begun with other settings of self-play: "
                f"{file.read_text('utf-8')}. Finish it with them, or delete its folder.",
            )

    def gate(self) -> lineage.GateFigures:
        """Play the test against the parent, or the missing part of it."""
        plan = self.plan
        match = GateMatch(
            plan.setting,
            self.folder / WEIGHTS_FILE,
            self.old,
            self.limits(),
            plan.style.opening,
            self.numeric_seed(),
            plan.gate_games,
            plan.hypotheses,
        )
        with self.timed("gate"):
            return play_gate(match, self.folder, self.executor, partial(self.tell, "gate"))

    def numeric_seed(self) -> int:
        """A number of its own for each generation of each seed."""
        return self.plan.seed * 1000 + self.number

    def limits(self) -> Limits:
        if self.plan.gate_nodes:
            return Limits(nodes=self.plan.gate_nodes)
        return Limits(seconds=self.plan.gate_seconds)

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
