"""Commands about strength: matches between players, self-play, and the report on them."""
# ruff: noqa: PLC0415  what is slow to import is imported by the command that needs it

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.arguments import GameName, Options, Ruleset, console, load
from ludarium.core.options import STANDARD

RUNS = Path("runs") / "strength"

app = typer.Typer(no_args_is_help=True, help="How strong players are, and what games are like.")

PlayerName = Annotated[
    str,
    typer.Argument(
        help="easy, medium, hard, master, each also with :nodes=N; paranoid:nodes=N, maxn:nodes=N, "
        "mcts:iterations=N, judged:iterations=N, each also with seconds=S instead."
    ),
]
Seats = Annotated[int, typer.Option(min=2, help="How many play.")]
Opening = Annotated[str, typer.Option(help="Random plies at the start, as 2-6.")]
Seed = Annotated[int, typer.Option(min=0, help="The same seed, the same openings.")]
Fair = Annotated[
    int,
    typer.Option(min=0, help="Positions to look at before an opening is found fair; 0: all are."),
]
Workers = Annotated[int, typer.Option(min=0, help="Processes; 0: one for a core.")]
Out = Annotated[Path, typer.Option(help="The folder with the files of games.")]


@app.command()
def match(
    game: GameName,
    player: PlayerName,
    against: PlayerName,
    games: Annotated[int, typer.Option(min=1, help="Games in all.")] = 200,
    seats: Seats = 2,
    opening: Opening = "2-6",
    seed: Seed = 1,
    fair: Fair = 100_000,
    workers: Workers = 0,
    out: Out = RUNS,
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default, nobody changes it
) -> None:
    """Let two players play each other in all seats; the same command goes on after Ctrl-C."""
    _play(game, (player, against), games, seats, opening, seed, fair, workers, out, ruleset, option)


@app.command()
def selfplay(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, help="Games in all.")] = 100,
    nodes: Annotated[int, typer.Option(min=1, help="Positions to look at for a move.")] = 5000,
    seats: Seats = 2,
    opening: Opening = "2-6",
    seed: Seed = 1,
    fair: Fair = 100_000,
    workers: Workers = 0,
    out: Out = RUNS,
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default, nobody changes it
) -> None:
    """Let a strong player play itself: who wins, how and how soon, and what happens."""
    players = (f"hard:nodes={nodes}",)
    _play(game, players, games, seats, opening, seed, fair, workers, out, ruleset, option)


@app.command()
def report(
    runs: Annotated[Path, typer.Option(help="The folder with the files of games.")] = RUNS,
    docs: Annotated[Path, typer.Option(help="Where strength.md and its pictures go.")] = Path(
        "docs"
    ),
) -> None:
    """Write docs/strength.md from the results, new ones and those stored before."""
    from ludarium.training.document import DOCUMENT, write

    kept = write(runs, docs)
    console.print(f"{len(kept)} results are in {docs / DOCUMENT}.", soft_wrap=True)


def _play(
    game: str,
    players: tuple[str, ...],
    games: int,
    seats: int,
    opening: str,
    seed: int,
    fair: int,
    workers: int,
    out: Path,
    ruleset: str,
    option: list[str],
) -> None:
    from ludarium.training.scoreboard import show
    from ludarium.training.selfplay import plies
    from ludarium.training.setting import Setting
    from ludarium.training.strength import Plan

    loaded = load(game, ruleset, option)
    setting = Setting(game, ruleset, dict(loaded.values))
    plan = Plan(setting, players, out, seats, games, plies(opening), seed, fair, workers)
    show(plan, console)
