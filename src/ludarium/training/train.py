"""Training in generations: self-play, fit, match against the parent; resumable at any moment."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec

from ludarium.core import network
from ludarium.search.limits import Limits
from ludarium.training import gate, lineage
from ludarium.training.pool import open_pool, spread
from ludarium.training.selfplay import Job, Style, play_games
from ludarium.training.setting import CannotTrain, Setting, check, home

if TYPE_CHECKING:
    from ludarium.training.samples import Samples

EXTRA = ("numpy", "torch", "matplotlib")
# Games of a file of samples: what an interrupt loses of each worker's work at the most.
SHARD = 20
# Generations whose positions the next one learns from too: older ones were labelled too badly.
REMEMBERED = 2
SAMPLES = "samples"
WEIGHTS = "weights.bin"
FITTING = "fit.json"
GATE = "gate.json"
SECONDS = "seconds.json"

Tell = Callable[[str, int, int], None]


class Plan(NamedTuple):
    """Everything that a run is told; what is under `settings` must not change on the way."""

    setting: Setting
    folder: Path
    generations: int = 2
    games: int = 2000
    style: Style = Style()
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
        self, plan: Plan, seed: int, folder: Path, samples: Samples, tell: Tell
    ) -> tuple[network.Weights, lineage.Fitting]:
        """The weights, and how they were learnt."""


def train(plan: Plan, tell: Tell, fit: Fitter | None = None) -> lineage.Lineage:
    """Make the generations that are not there yet; what is finished is not done again."""
    game = plan.setting.load()
    start = _read(plan.parent)
    check(game, start)
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
        before=lineage.of(plan.parent, digest) if plan.parent else None,
    )
    made = lineage.begin(plan.folder, fresh)
    with open_pool(plan.workers, plan.ray) as pool:
        while len(made.generations) < plan.generations:
            try:
                made.generations.append(_Step(plan, made, start, pool, tell).run(fit))
            except KeyboardInterrupt:
                pool.shutdown(wait=True, cancel_futures=True)
                raise
            lineage.save(plan.folder, made)
    if plan.install and made.best():
        install(plan, made)
    return made


def need_extra() -> None:
    """What only training needs may not be installed: say so before the work begins."""
    missing = [name for name in EXTRA if find_spec(name) is None]
    if missing:
        raise CannotTrain(
            "missing_extra", f"Training needs {', '.join(missing)}: pip install 'ludarium[train]'."
        )


def folder_of(plan: Plan, generation: int) -> Path:
    """Where a generation's files are."""
    return plan.folder / f"generation-{generation:03}"


def install(plan: Plan, made: lineage.Lineage) -> None:
    """Give the best network to the game, with where it comes from."""
    place = home(plan.setting.load())
    lineage.replace(place, (folder_of(plan, made.best()) / WEIGHTS).read_bytes())
    lineage.replace(place.with_suffix(".json"), lineage.shown(made))


def _read(path: Path | None) -> bytes | None:
    try:
        return path.read_bytes() if path else None
    except OSError as error:
        raise CannotTrain("no_such_file", "The parent's weights cannot be read.") from error


def _fit_with_torch(
    plan: Plan, seed: int, folder: Path, samples: Samples, tell: Tell
) -> tuple[network.Weights, lineage.Fitting]:
    from ludarium.training.fit import Fit, Recipe  # noqa: PLC0415  an extra, and slow to import

    recipe = Recipe(plan.hidden, plan.epochs, plan.mix, seed)
    evaluator = check(plan.setting.load(), None)
    return Fit(folder, evaluator, samples, recipe).run(tell)


class _Step:
    """The making of one generation."""

    def __init__(
        self,
        plan: Plan,
        made: lineage.Lineage,
        start: bytes | None,
        pool: Executor,
        tell: Tell,
    ) -> None:
        self.plan = plan
        self.pool = pool
        self.tell = tell
        self.number = len(made.generations) + 1
        self.parent = made.best()
        self.sources = [*made.recent(REMEMBERED), self.number]
        self.folder = folder_of(plan, self.number)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.old = _read(folder_of(plan, self.parent) / WEIGHTS) if self.parent else start
        self.seed = f"{plan.seed}/{self.number}"

    def run(self, fit: Fitter) -> lineage.Generation:
        fitting = self.fit(fit)
        result = self.gate()
        weights = (self.folder / WEIGHTS).read_bytes()
        played = lineage.Gated(
            **result._asdict(), nodes=self.limits().nodes, seconds=self.limits().seconds
        )
        return lineage.Generation(
            number=self.number,
            parent=self.parent,
            seed=self.plan.seed,
            nodes=self.plan.style.nodes,
            games=self.plan.games,
            sources=self.sources,
            hidden=network.unpack(weights).hidden,
            mix=self.plan.mix,
            fitting=fitting,
            gate=played,
            accepted=gate.passes(result, self.plan.needed, self.plan.floor),
            sha256=hashlib.sha256(weights).hexdigest(),
            seconds=self.seconds(),
        )

    def fit(self, fit: Fitter) -> lineage.Fitting:
        from ludarium.training import samples  # noqa: PLC0415  needs an extra

        done = self.folder / FITTING
        if done.is_file():
            return msgspec.json.decode(done.read_bytes(), type=lineage.Fitting)
        self.play()
        read = samples.read(folder_of(self.plan, number) / SAMPLES for number in self.sources)
        with self.timed("fit"):
            seed = self.plan.seed * 1000 + self.number
            weights, fitting = fit(self.plan, seed, self.folder, read, self.tell)
        lineage.replace(self.folder / WEIGHTS, network.pack(weights))
        lineage.replace(done, lineage.shown(fitting))
        return fitting

    def play(self) -> None:
        """Play the games that are in no file yet."""
        from ludarium.training import samples  # noqa: PLC0415  needs an extra

        plan = self.plan
        slots = check(plan.setting.load(), self.old).slots
        place = self.folder / SAMPLES
        missing = samples.missing(place, plan.games, SHARD)
        jobs = [Job(plan.setting, self.old, plan.style, self.seed, *run) for run in missing]
        done = plan.games - sum(job.end - job.first for job in jobs)
        self.tell("self-play", done, plan.games)
        with self.timed("self-play"):
            for job, haul in spread(self.pool, play_games, jobs, plan.workers):
                samples.write(place, job.first, job.end, samples.from_haul(haul, slots))
                done += job.end - job.first
                self.tell("self-play", done, plan.games)

    def gate(self) -> gate.Standing:
        """Play the openings of the match that are not played yet."""
        plan = self.plan
        file = self.folder / GATE
        played: dict[int, list[float]] = {}
        if file.is_file():
            played = msgspec.json.decode(file.read_bytes(), type=dict[int, list[float]])
        counts = plan.setting.load().seat_counts
        each = sum(len(gate.lineups(seats)) for seats in counts) / len(counts)
        openings = max(round(plan.gate_games / each), 1)
        new = (self.folder / WEIGHTS).read_bytes()
        duels = [
            gate.Duel(
                plan.setting, new, self.old, self.limits(), plan.style.opening, self.seed, number
            )
            for number in range(openings)
            if number not in played
        ]
        with self.timed("gate"):
            for duel, points in spread(self.pool, gate.play_duel, duels, plan.workers):
                played[duel.number] = points
                lineage.replace(file, msgspec.json.encode(dict(sorted(played.items()))))
                self.tell("gate", len(played), openings)
        return gate.standing(played[number] for number in range(openings))

    def limits(self) -> Limits:
        if self.plan.gate_seconds:
            return Limits(seconds=self.plan.gate_seconds)
        return Limits(nodes=self.plan.gate_nodes or self.plan.style.nodes)

    def seconds(self) -> dict[str, float]:
        file = self.folder / SECONDS
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
            lineage.replace(self.folder / SECONDS, msgspec.json.encode(spent))
