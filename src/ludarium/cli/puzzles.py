"""The command that makes the puzzles of a game."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.arguments import GameName, Options, Ruleset, Workers, console, load_named_game
from ludarium.core.options import STANDARD

if TYPE_CHECKING:
    from ludarium.puzzles.plan import PuzzlePlan


def puzzles(
    game: GameName,
    count: Annotated[int, typer.Option(min=1, help="Puzzles to make.")] = 300,
    seed: Annotated[int, typer.Option(min=0, help="The same seed makes the same puzzles.")] = 1,
    levels: Annotated[
        str, typer.Option(help="Levels that play the games, with commas between.")
    ] = "medium,hard",
    opening: Annotated[
        int, typer.Option(min=0, help="Random turns at the start of a game, at most.")
    ] = 6,
    play: Annotated[int, typer.Option(min=1, help="Nodes for each move of a game.")] = 400,
    scan: Annotated[int, typer.Option(min=1, help="Nodes that look for a candidate.")] = 1500,
    check: Annotated[int, typer.Option(min=1, help="Nodes that check a turn.")] = 60_000,
    proof: Annotated[int, typer.Option(min=0, help="Nodes of a proof; 0: none.")] = 300_000,
    gap: Annotated[
        float, typer.Option(min=0.05, max=1, help="Chance between the best turn and the second.")
    ] = 0.25,
    easy: Annotated[
        float, typer.Option(min=0, max=1, help="Most easy puzzles, as a share of the set.")
    ] = 0.3,
    workers: Workers = 0,
    out: Annotated[
        Path | None, typer.Option(help="The folder of the run; by default runs/puzzles/<game>.")
    ] = None,
    install: Annotated[
        bool, typer.Option("--install", help="Install the puzzles in the game.")
    ] = False,
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default and never changes it
) -> None:
    """Make puzzles from games between levels. After Ctrl-C the same command continues."""
    from ludarium.agents.levels import find_level
    from ludarium.arena.formats.game_setting import describe_game
    from ludarium.puzzles.plan import PuzzleLimits, PuzzlePlan
    from ludarium.puzzles.session import show_puzzles

    loaded = load_named_game(game, ruleset, option)
    names = tuple(levels.split(","))
    for name in names:
        find_level(loaded.id, name)
    plan = PuzzlePlan(
        setting=describe_game(game, ruleset, loaded.values),
        folder=out or Path("runs") / "puzzles" / loaded.id,
        wanted=count,
        seed=seed,
        levels=names,
        opening_turns=opening,
        limits=PuzzleLimits(play, scan, check, proof),
        gap=gap,
        easy_share=easy,
        workers=workers,
    )
    show_puzzles(plan, _plan_command(game, ruleset, option, plan), install, console)


def _plan_command(game: str, ruleset: str, options: list[str], plan: PuzzlePlan) -> str:
    """The command that makes the same puzzles, without what does not matter for them."""
    given: dict[str, object] = {
        "--count": plan.wanted,
        "--seed": plan.seed,
        "--levels": ",".join(plan.levels),
        "--opening": plan.opening_turns,
        "--play": plan.limits.play,
        "--scan": plan.limits.scan,
        "--check": plan.limits.check,
        "--proof": plan.limits.proof,
        "--gap": plan.gap,
        "--easy": plan.easy_share,
    }
    if ruleset != STANDARD:
        given["--ruleset"] = ruleset
    words = ["ludarium", "puzzles", game]
    words += [word for name, value in given.items() for word in (name, str(value))]
    words += [word for option in options for word in ("--option", option)]
    return shlex.join(words)
