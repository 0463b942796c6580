"""Tuning of search parameters by games: SPSA over pairs of settings, resumable at any iteration."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from ludarium.arena.formats.event import ArenaEvent, check_event, entrant
from ludarium.arena.formats.game_setting import GameSetting
from ludarium.arena.formats.schedule import open_format
from ludarium.arena.formats.unit import points_of
from ludarium.arena.run.atomic_file import indented_json, replace_file
from ludarium.arena.run.executor import Executor, open_executor, run_jobs
from ludarium.arena.run.game_loop import ScheduledGame, play_game, schedule_games
from ludarium.core.errors import InvalidOption
from ludarium.core.evaluator import Evaluator
from ludarium.search.parameters import SEARCH_PARAMETERS, read_parameters
from ludarium.training.spsa import Spsa, TunedParameter
from ludarium.training.weights import CannotTrain

TUNING_FILE = "tune.json"
# What is tuned if no parameter is named: what decides which moves are searched how deep.
USUAL_PARAMETERS = (
    "futility_margin",
    "reverse_futility_percent",
    "late_move_count",
    "reduction_percent",
    "worse_move_reduction",
    "history_reduction",
    "history_bonus",
    "aspiration_window",
)
STEP_SHARE = 6  # the perturbation is a sixth of the first value unless it is given
ITERATION_SEEDS = 1_000_003  # a prime between the seeds of runs: no two iterations share one

OnGames = Callable[[str, int, int], None]


class TuningPlan(NamedTuple):
    """The options of a run; all of them but the processes are fixed once it has begun."""

    setting: GameSetting
    folder: Path
    parameters: Sequence[TunedParameter]
    iterations: int = 200
    openings: int = 8  # of each iteration; every one is played from all seats
    limit: str = "nodes=2000"  # of every move
    opening: tuple[int, int] = (2, 8)
    seats: int = 2
    seed: int = 1
    rate: float = 0.5
    workers: int = 0
    ray: bool = False

    def spec(self, values: Mapping[str, int]) -> str:
        """The player with these values of the parameters."""
        return ",".join([f"search:{self.limit}", *(f"{k}={v}" for k, v in values.items())])


class Tuning(msgspec.Struct, kw_only=True):
    """A run as its file has it: what it is about, the scores so far, and the values they give."""

    setting: GameSetting
    parameters: list[TunedParameter]
    iterations: int
    openings: int
    limit: str
    opening: tuple[int, int]
    seats: int
    seed: int
    rate: float
    scores: list[float] = []  # of the first setting in every iteration, its share of the points
    values: dict[str, int] = {}  # tuned so far


def choose_parameters(evaluator: Evaluator, written: Sequence[str]) -> list[TunedParameter]:
    """The parameters to tune, written as NAME or NAME=STEP; none are the usual ones."""
    starts = read_parameters(evaluator)
    found = [_read_parameter(starts, text) for text in written or USUAL_PARAMETERS]
    if len({one.name for one in found}) < len(found):
        raise InvalidOption("wrong_parameter", "Every parameter is named once.")
    return found


def _read_parameter(starts: Mapping[str, int], written: str) -> TunedParameter:
    name, equals, step = written.partition("=")
    if name not in SEARCH_PARAMETERS:
        known = ", ".join(SEARCH_PARAMETERS)
        raise InvalidOption(
            "unknown_parameter", f"The search has no parameter {name!r}; known are {known}."
        )
    least, most = SEARCH_PARAMETERS[name]
    try:
        width = float(step) if equals else max(starts[name] / STEP_SHARE, 1.0)
    except ValueError:
        width = 0.0
    if not 0.5 <= width <= most - least:
        raise InvalidOption(
            "wrong_parameter", f"The step of {name} is a number from 0.5 to {most - least}."
        )
    start = min(max(starts[name], least), most)
    return TunedParameter(name, float(start), float(least), float(most), width)


def tune(plan: TuningPlan, tell: OnGames) -> Tuning:
    """Play the missing iterations; the same plan gives the same values, interrupted or not."""
    made = begin_tuning(plan)
    spsa = Spsa(plan.parameters, plan.iterations, plan.seed, plan.rate)
    for score in made.scores:
        spsa.learn(score)
    made.values = spsa.result()
    executor = open_executor("ray" if plan.ray else "processes", plan.workers)
    try:
        while len(spsa.scores) < plan.iterations:
            spsa.learn(play_iteration(plan, spsa, executor, tell))
            made.scores, made.values = spsa.scores, spsa.result()
            replace_file(plan.folder / TUNING_FILE, indented_json(made))
    finally:
        executor.close()
    return made


def begin_tuning(plan: TuningPlan) -> Tuning:
    """The run of a folder to continue, or a new one; never one with other options."""
    fresh = Tuning(
        **{name: getattr(plan, name) for name in Tuning.__struct_fields__ if hasattr(plan, name)}
    )
    fresh.parameters = list(plan.parameters)
    check_event(iteration_event(plan, Spsa(plan.parameters, plan.iterations, 0, 0)))
    path = plan.folder / TUNING_FILE
    if not path.is_file():
        plan.folder.mkdir(parents=True, exist_ok=True)
        return fresh
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Tuning)
    except msgspec.DecodeError as error:
        raise CannotTrain("bad_tuning", f"{TUNING_FILE} in the folder cannot be read.") from error
    for name in Tuning.__struct_fields__:
        before, now = getattr(found, name), getattr(fresh, name)
        if name not in ("scores", "values") and before != now:
            raise CannotTrain(
                "other_run", f"The folder holds another run: its {name} is {before}, not {now}."
            )
    return found


def iteration_event(plan: TuningPlan, spsa: Spsa) -> ArenaEvent:
    """The match of the next iteration; each iteration has openings of its own."""
    first, second = spsa.settings()
    return ArenaEvent(
        format="match",
        grounds=(plan.setting,),
        entrants=(entrant("first", plan.spec(first)), entrant("second", plan.spec(second))),
        length=plan.openings,
        seats=plan.seats,
        opening=plan.opening,
        seed=plan.seed * ITERATION_SEEDS + len(spsa.scores),
    )


def play_iteration(plan: TuningPlan, spsa: Spsa, executor: Executor, tell: OnGames) -> float:
    """Play the match of an iteration; the first setting's share of the points."""
    event = iteration_event(plan, spsa)
    games: list[ScheduledGame] = [
        game for unit in open_format(event).units({}) for game in schedule_games(event, unit)
    ]
    before = len(spsa.scores) * len(games)
    total = plan.iterations * len(games)
    tell("games", before, total)
    results = []
    for _, finished in run_jobs(executor, play_game, games):
        results.append(finished.result)
        tell("games", before + len(results), total)
    return points_of(results, 0) / len(results)
