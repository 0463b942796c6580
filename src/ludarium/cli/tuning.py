"""The command that tunes the parameters of a game's search."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.arguments import (
    GameName,
    OnRay,
    Options,
    Ruleset,
    RunSeed,
    Workers,
    console,
    load_named_game,
)
from ludarium.core.options import STANDARD


def tune(
    game: GameName,
    parameter: Annotated[
        list[str], typer.Option(help="NAME or NAME=STEP, several times; none: the usual ones.")
    ] = [],  # noqa: B006  typer reads the default and never changes it
    iterations: Annotated[int, typer.Option(min=1, help="Steps of SPSA in all.")] = 200,
    openings: Annotated[
        int, typer.Option(min=1, help="Openings of each step, played from all seats.")
    ] = 8,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes for each move.")] = 2000,
    seconds: Annotated[
        float, typer.Option(min=0, help="Seconds for each move, instead of nodes.")
    ] = 0,
    opening: Annotated[
        str, typer.Option(help="Random turns at the start, for example 4 or 2-8.")
    ] = "2-8",
    seats: Annotated[int, typer.Option(min=2, help="Seats of a game.")] = 2,
    seed: RunSeed = 1,
    rate: Annotated[
        float,
        typer.Option(
            min=0.001, max=100, help="Steps that a clean win moves a parameter by, at the end."
        ),
    ] = 0.5,
    workers: Workers = 0,
    ray: OnRay = False,
    out: Annotated[
        Path | None, typer.Option(help="The folder of the run; by default runs/tune/<game>.")
    ] = None,
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default and never changes it
) -> None:
    """Tune the search of a game by SPSA. After Ctrl-C the same command continues."""
    from ludarium.agents.searcher_factory import make_evaluator
    from ludarium.arena.formats.game_setting import describe_game
    from ludarium.arena.formats.opening_range import read_turns
    from ludarium.training.session import show_tuning
    from ludarium.training.tune import TuningPlan, choose_parameters

    loaded = load_named_game(game, ruleset, option)
    plan = TuningPlan(
        setting=describe_game(game, ruleset, loaded.values),
        folder=out or Path("runs") / "tune" / loaded.id,
        parameters=choose_parameters(make_evaluator(loaded), parameter),
        iterations=iterations,
        openings=openings,
        limit=f"seconds={seconds:g}" if seconds else f"nodes={nodes}",
        opening=read_turns(opening),
        seats=seats,
        seed=seed,
        rate=rate,
        workers=workers,
        ray=ray,
    )
    show_tuning(plan, console)
