"""Commands about strength: matches between players, self-play, and the report on them."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

import dataclasses
import math
import shlex
from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.arguments import GameName, RunSeed, Workers, console
from ludarium.cli.event_options import GameTerms, RunOptions, expand_options
from ludarium.cli.events import PLAYER_HELP, Games

STRENGTH_RUNS = Path("runs") / "strength"
DIAL_RUNS = Path("runs") / "dial"
TUNING_RUNS = Path("runs") / "dial-tuning"
REFERENCE_DOCS = Path("docs") / "reference"

app = typer.Typer(
    no_args_is_help=True, help="Measure the strength of players and the character of games."
)


@dataclasses.dataclass(frozen=True)
class MeasuringTerms(GameTerms):
    """The conditions of a measurement: openings are checked for fairness by default."""

    fair: Annotated[
        int,
        typer.Option(
            min=0, help="Nodes of the search that checks openings for fairness; 0: no check."
        ),
    ] = 100_000


@dataclasses.dataclass(frozen=True)
class MeasuringRun(RunOptions):
    """Measurements go to a folder of their own, which the report reads."""

    out: Annotated[Path, typer.Option(help="The folder with the files of events.")] = STRENGTH_RUNS


@app.command()
@expand_options
def match(
    game: GameName,
    player: Annotated[str, typer.Argument(help=PLAYER_HELP)],
    against: Annotated[str, typer.Argument(help=PLAYER_HELP)],
    games: Games = 200,
    *,
    terms: MeasuringTerms,
    place: MeasuringRun,
) -> None:
    """Play a match of two players in all seats. After Ctrl-C the same command continues it."""
    from ludarium.arena.session import show_strength

    length = terms.count_openings(games, 2)
    place.run_event(
        terms.make_event("match", game, [player, against], length=length), show_strength
    )


@app.command()
@expand_options
def selfplay(
    game: GameName,
    games: Games = 100,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes for each move.")] = 5000,
    *,
    terms: MeasuringTerms,
    place: MeasuringRun,
) -> None:
    """Play a strong player against itself: count results, lengths and events of the games."""
    from ludarium.arena.session import show_strength

    player = f"hard:nodes={nodes}"
    place.run_event(terms.make_event("self-play", game, [player], length=games), show_strength)


@app.command()
def calibrate(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Games, or path/to/file.py:Symbol; without any, all registered ones."),
    ] = None,
    games: Annotated[int, typer.Option(min=2, help="Games of each pair of levels.")] = 200,
    costly_games: Annotated[
        int, typer.Option(min=2, help="The least: from 10 000 nodes a move on games fall.")
    ] = 60,
    engine_nodes: Annotated[
        int,
        typer.Option(min=0, help="Nodes of the full engine; 0: those that levels.toml names."),
    ] = 0,
    seed: RunSeed = 1,
    styles: Annotated[bool, typer.Option(help="Also compare the styles.")] = True,
    publish: Annotated[
        bool, typer.Option("--publish", help="Store the ratings and write levels.md.")
    ] = False,
    workers: Workers = 0,
    runs: Annotated[Path, typer.Option("--out", help="The folder with files of events.")] = (
        DIAL_RUNS
    ),
    docs: Annotated[Path, typer.Option(help="Where levels.md goes.")] = REFERENCE_DOCS,
) -> None:
    """Measure the twelve levels of games in Elo. After Ctrl-C the same command continues."""
    from ludarium.agents.level_ratings import GameRatings
    from ludarium.arena.dial_session import calibrate_game
    from ludarium.arena.report.dial import DialTerms
    from ludarium.arena.report.dial_document import publish_ratings
    from ludarium.arena.run.executor import open_executor
    from ludarium.core.registry import games as registered_games
    from ludarium.core.registry import load

    terms = DialTerms(games, costly_games, seed, engine_nodes)
    # No clock decides, so the processes need no core of their own.
    executor = open_executor("processes", workers, pinned=False)
    measured: dict[str, GameRatings] = {}
    try:
        for name in names or registered_games():
            found = calibrate_game(name, terms, runs, executor, console, styles)
            measured[load(name).id] = found
            if publish:
                publish_ratings(measured, docs)
    finally:
        executor.close()


@app.command()
def tune_levels(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Games, or path/to/file.py:Symbol; without any, all registered ones."),
    ] = None,
    games: Annotated[int, typer.Option(min=10, help="Games of each pair of levels.")] = 400,
    costly_games: Annotated[
        int, typer.Option(min=10, help="The least: from 10 000 nodes a move on games fall.")
    ] = 50,
    seed: RunSeed = 1,
    dial: Annotated[bool, typer.Option(help="Tune the levels.")] = True,
    styles: Annotated[bool, typer.Option(help="Tune the styles, after the levels.")] = True,
    write: Annotated[
        bool, typer.Option("--write", help="Replace the lines in levels.toml and styles.toml.")
    ] = False,
    workers: Workers = 0,
    runs: Annotated[Path, typer.Option("--out", help="The folder with the scores of trials.")] = (
        TUNING_RUNS
    ),
) -> None:
    """Find levels that lie equally far apart. After Ctrl-C the same command continues.

    Each game is played in five rounds. A fit of all scores moves the levels after every one.
    """
    from ludarium.arena.report.step_bar import progress_bars
    from ludarium.arena.run.executor import open_executor
    from ludarium.arena.tuning import session
    from ludarium.arena.tuning.tuner import TuningTerms
    from ludarium.core.registry import games as registered_games

    # No clock decides, so the processes need no core of their own.
    executor = open_executor("processes", workers, pinned=False)
    terms = TuningTerms(games, costly_games, seed)
    work = session.TuningWork(terms, runs, executor, write)
    try:
        with progress_bars(runs) as bar:
            for name in names or registered_games():
                if dial:
                    session.tune_levels(name, work, console, bar.tell)
                if styles:
                    session.tune_styles(name, work, console, bar.tell)
    finally:
        executor.close()


@app.command()
def again(
    games: Annotated[
        list[str] | None, typer.Option("--game", help="Only results of this game; repeatable.")
    ] = None,
    most: Annotated[
        float, typer.Option("--most-seconds", help="Skip results whose turns took more CPU.")
    ] = math.inf,
    workers: Workers = 0,
    dry: Annotated[bool, typer.Option("--dry-run", help="Only list the commands.")] = False,
    runs: Annotated[Path, typer.Option(help="The folder with files of events.")] = STRENGTH_RUNS,
    docs: Annotated[Path, typer.Option(help="Where strength.json is.")] = REFERENCE_DOCS,
) -> None:
    """Measure outdated results again, the cheapest first. After Ctrl-C the same command continues.

    A result is outdated if its rules, network, levels or engine have changed since.
    """
    from ludarium.arena.report.strength_document import (
        SUMMARIES_FILE,
        command_line,
        read_summaries,
        write_document,
    )
    from ludarium.arena.report.strength_outdated import find_outdated

    outdated = [
        one
        for one in find_outdated(read_summaries(docs / SUMMARIES_FILE))
        if one.cpu_s <= most and (not games or one.summary.about.game in games)
    ]
    for number, one in enumerate(outdated, 1):
        line = command_line(one.summary)
        console.print(
            f"{number} of {len(outdated)} ({one.reason}, {one.cpu_s:.0f} s of CPU before): {line}",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )
        if not dry:
            place = ["--out", str(runs), "--workers", str(workers)]
            app([*shlex.split(line)[2:], *place], standalone_mode=False)
            write_document(runs, docs)


@app.command()
def report(
    runs: Annotated[Path, typer.Option(help="The folder with files of events.")] = STRENGTH_RUNS,
    docs: Annotated[
        Path, typer.Option(help="Where strength.md and its charts go.")
    ] = REFERENCE_DOCS,
) -> None:
    """Write docs/reference/strength.md from new results and the stored ones."""
    from ludarium.arena.report.strength_document import DOCUMENT_FILE, write_document

    kept = write_document(runs, docs)
    console.print(f"{len(kept)} results are in {docs / DOCUMENT_FILE}.", soft_wrap=True)
