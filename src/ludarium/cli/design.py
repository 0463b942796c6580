"""Commands for designers of rules: search a space of options, and profile a game."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.arguments import GameName, Options, Ruleset, RunSeed, console, load_named_game
from ludarium.cli.event_options import RunOptions, expand_options
from ludarium.core.options import STANDARD

BALANCE_RUNS = Path("runs") / "balance"
PROFILE_RUNS = Path("runs") / "profile"


@dataclasses.dataclass(frozen=True)
class BalanceRun(RunOptions):
    """Studies go to a folder of their own."""

    out: Annotated[Path, typer.Option(help="The folder with the folders of studies.")] = (
        BALANCE_RUNS
    )


@dataclasses.dataclass(frozen=True)
class ProfileRun(RunOptions):
    """Profiles go to a folder of their own."""

    out: Annotated[Path, typer.Option(help="The folder with the files of profiles.")] = PROFILE_RUNS


@expand_options
def balance(
    game: GameName,
    space: Annotated[Path, typer.Option(help="A TOML file with options, targets and stages.")],
    *,
    place: BalanceRun,
) -> None:
    """Search a space of options for rulesets that meet targets. The same command continues it."""
    from ludarium.design.balance_session import RESULT_FILE, run_balance, study_folder
    from ludarium.design.space import read_space

    read = read_space(space, game)
    run_balance(read, place.out, place.open_executor, console)
    if place.export is not None:
        place.export.write_bytes((study_folder(read, place.out) / RESULT_FILE).read_bytes())


@expand_options
def profile(
    game: GameName,
    nodes: Annotated[int, typer.Option(min=2, help="Nodes for each move.")] = 2000,
    games: Annotated[int, typer.Option(min=1, help="Games of self-play.")] = 100,
    doublings: Annotated[
        int, typer.Option(min=0, help="Matches of twice the nodes, up to --nodes.")
    ] = 2,
    match_games: Annotated[int, typer.Option(min=1, help="Games of each of these matches.")] = 100,
    seats: Annotated[int, typer.Option(min=0, help="Seats; 0: as few as the game allows.")] = 0,
    opening: Annotated[
        str, typer.Option(help="Random turns at the start, for example 4 or 2-6.")
    ] = "2-4",
    fair: Annotated[
        int,
        typer.Option(min=0, help="Nodes of the search that checks openings; 0: no check."),
    ] = 0,
    seed: RunSeed = 1,
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default and never changes it
    docs: Annotated[
        Path | None, typer.Option(help="Also write Markdown, pictures and records there.")
    ] = None,
    *,
    place: ProfileRun,
) -> None:
    """Write a page about a game: seats, length, events, lead, depth, endings, model games."""
    from ludarium.arena.formats.game_setting import describe_game
    from ludarium.arena.formats.opening_range import read_turns
    from ludarium.design.profile_plan import ProfilePlan
    from ludarium.design.profile_session import run_profile

    loaded = load_named_game(game, ruleset, option)
    plan = ProfilePlan(
        setting=describe_game(game, ruleset, loaded.values),
        seats=seats or loaded.seat_counts[0],
        nodes=nodes,
        games=games,
        doublings=doublings,
        match_games=match_games,
        opening=read_turns(opening),
        fair=fair,
        seed=seed,
    )
    run_profile(plan, place.out, place.open_executor, console, docs)


def new_game(
    name: Annotated[str, typer.Argument(help="The id of the game: small letters, digits and _.")],
    folder: Annotated[Path, typer.Option(help="Where its folder is made.")] = Path(),
) -> None:
    """Write the skeleton of a new game, which plays at once."""
    from ludarium.design.game_skeleton import write_skeleton

    written = write_skeleton(name, folder)
    typer.echo(f"Written: {written}\n\nNext:")
    typer.echo(f"  ludarium check-game {written}")
    typer.echo(f"  ludarium serve --game {written}")


def compile_game(
    file: Annotated[
        Path, typer.Argument(help="The file of a game, with its .pxd beside it or not.")
    ],
) -> None:
    """Compile the rules of a file by Cython; the file is then loaded compiled until it changes."""
    from ludarium.arena.report.step_bar import stoppable_bars
    from ludarium.design.rules_compiler import compile_rules

    with stoppable_bars(f"Stopped; {file.name} is loaded as before.") as bar:
        made = compile_rules(
            file.absolute(),
            lambda doing, percent: bar.tell(f"Compiling {file.name}", percent, 100, doing),
        )
    sources = {
        "given": f"C types from {file.with_suffix('.pxd').name}.",
        "fields": f"C types derived from the declared fields:\n\n{made.declarations}",
        "derived": f"C types derived from the first position:\n\n{made.declarations}",
        "none": "Without C types, so it is hardly faster. For more speed write a .pxd: see the "
        f"game contract.\n{made.note}".rstrip(),
    }
    typer.echo(f"Compiled: {made.module}\n{sources[made.types].rstrip()}")
    typer.echo("Random games of every ruleset were played the same, interpreted and compiled.")
