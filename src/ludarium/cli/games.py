"""Commands about games: list them, show their rules, check one."""
# ruff: noqa: PLC0415  what is slow to import is imported by the command that needs it

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated

import typer
from rich.console import Console

from ludarium.cli.arguments import GameName, Options, Ruleset, console, load
from ludarium.core import diagram
from ludarium.core.errors import UnknownGame
from ludarium.core.game import AnyGame
from ludarium.core.options import STANDARD
from ludarium.core.registry import find_game, games


def list_games(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead.")] = False,
) -> None:
    """List the games."""
    from rich.table import Table

    kinds = list(_kinds())
    if as_json:
        facts = [
            {
                "id": kind.id,
                "title": kind.title,
                "seats": list(kind.seat_counts),
                "rulesets": kind.ruleset_names(),
                "options": {name: option.default for name, option in kind.options.items()},
            }
            for kind in kinds
        ]
        typer.echo(json.dumps(facts, indent=2))
        return
    table = Table("id", "game", "seats", "rulesets", "what it is")
    for kind in kinds:
        seats = " or ".join(map(str, kind.seat_counts))
        rulesets = ", ".join(kind.ruleset_names())
        table.add_row(kind.id, kind.title, seats, rulesets, kind.summary)
    console.print(table)


def rules(game: GameName) -> None:
    """Show the rules of a game."""
    from rich.markdown import Markdown

    kind = find_game(game)
    console.print(Markdown(diagram.draw_diagrams(kind.rules(), kind)))


def _kinds() -> Iterator[type[AnyGame]]:
    """Every game that can be loaded; an installed one that is broken must not hide the others."""
    for name in games():
        try:
            yield find_game(name)
        except UnknownGame as error:
            typer.echo(f"warning ({error.code}): {name}: {error.message}", err=True)


def check_game(
    game: GameName,
    playouts: Annotated[int, typer.Option(min=1, help="Random games to look at.")] = 20,
    seed: Annotated[int, typer.Option(help="The first random game's seed.")] = 0,
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default, nobody changes it
) -> None:
    """Check that a game keeps the contract of games; says what fails and where."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from ludarium.testing import Nonconformance, check_game

    loaded = load(game, ruleset, option)
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(f"random games of {loaded.title}", total=playouts)
            plies = check_game(
                loaded, playouts, seed, lambda done: bar.update(task, completed=done)
            )
    except Nonconformance as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None
    console.print(f"{loaded.title} keeps the contract: {plies} positions of {playouts} games.")


def bench(
    work: Annotated[int, typer.Option(min=1, help="Nodes a position is searched for.")] = 20_000,
    trained: Annotated[bool, typer.Option(help="With the networks, where there are any.")] = True,
) -> None:
    """Search fixed positions of every game; the sum of nodes changes when the search does."""
    from rich.table import Table

    from ludarium.search.signature import measure_signature

    table = Table("game", "nodes", "CPU s", "million/s")
    for column in table.columns[1:]:
        column.justify = "right"
    total = 0
    for kind in _kinds():
        found = measure_signature(kind(), work, trained)
        total += found.nodes
        speed = f"{found.nodes / found.seconds / 1e6:.2f}" if found.seconds > 1e-3 else "-"
        table.add_row(kind.id, str(found.nodes), f"{found.seconds:.2f}", speed)
    console.print(table)
    console.print(f"signature: {total}")
