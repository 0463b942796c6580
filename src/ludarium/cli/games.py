"""Commands about games: list them, show rules, check one, measure the search."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated

import typer
from rich.console import Console

from ludarium.cli.arguments import GameName, Options, Ruleset, console, load_named_game
from ludarium.core import diagram
from ludarium.core.errors import LudariumError, UnknownGame
from ludarium.core.game import AnyGame
from ludarium.core.options import STANDARD
from ludarium.core.registry import find_game, games


def list_games(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead.")] = False,
) -> None:
    """List the games."""
    from rich.table import Table

    kinds = list(_loadable_games())
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
    table = Table("id", "game", "seats", "rulesets", "summary")
    for kind in kinds:
        seats = " or ".join(map(str, kind.seat_counts))
        rulesets = ", ".join(kind.ruleset_names())
        table.add_row(kind.id, kind.title, seats, rulesets, kind.summary)
    console.print(table)


def rules(
    game: GameName,
    programs: Annotated[
        bool, typer.Option(help="Show the reference for programs instead: JSON, order of moves.")
    ] = False,
) -> None:
    """Show the rules of a game."""
    from rich.markdown import Markdown

    kind = find_game(game)
    if programs and not kind.reference():
        raise LudariumError("no_reference", f"{kind.title} has no reference for programs.")
    text = kind.reference() if programs else diagram.draw_diagrams(kind.rules(), kind)
    console.print(Markdown(text))


def _loadable_games() -> Iterator[type[AnyGame]]:
    """All games that can be loaded. A broken one gives a warning and must not hide the others."""
    for name in games():
        try:
            yield find_game(name)
        except UnknownGame as error:
            typer.echo(f"warning ({error.code}): {name}: {error.message}", err=True)


def check_game(
    game: GameName,
    playouts: Annotated[int, typer.Option(min=1, help="Random games to check.")] = 20,
    seed: Annotated[int, typer.Option(help="The first random game's seed.")] = 0,
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default and never changes it
) -> None:
    """Check that a game keeps the contract of games; every broken rule is printed once."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from ludarium.testing import Nonconformance, check_game

    loaded = load_named_game(game, ruleset, option)
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
    work: Annotated[int, typer.Option(min=1, help="Nodes for each position.")] = 20_000,
    trained: Annotated[
        bool, typer.Option(help="Use the trained networks of games that have one.")
    ] = True,
) -> None:
    """Search fixed positions of every game. The sum of nodes changes if the search changes."""
    from rich.table import Table

    from ludarium.search.signature import measure_signature

    table = Table("game", "nodes", "CPU s", "million/s")
    for column in table.columns[1:]:
        column.justify = "right"
    total = 0
    for kind in _loadable_games():
        found = measure_signature(kind(), work, trained)
        total += found.nodes
        speed = f"{found.nodes / found.seconds / 1e6:.2f}" if found.seconds > 1e-3 else "-"
        table.add_row(kind.id, str(found.nodes), f"{found.seconds:.2f}", speed)
    console.print(table)
    console.print(f"signature: {total}")
