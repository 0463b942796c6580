"""The command that lists and builds endgame tables."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn
from rich.table import Table

from ludarium.cli.arguments import (
    REPORT_INTERVAL_S,
    GameName,
    Options,
    Ruleset,
    console,
    load_named_game,
)
from ludarium.core.constants import ENDING_DRAW
from ludarium.core.endings import TABLES_VARIABLE, EndingCatalogue, table_file
from ludarium.core.errors import InvalidOption
from ludarium.core.game import AnyGame
from ludarium.core.options import STANDARD


def tables(
    game: GameName,
    names: Annotated[
        list[str] | None, typer.Argument(help="Classes to build; none: list all classes.")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option(help="The folder of the tables; by default $LUDARIUM_TABLES.")
    ] = None,
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default and never changes it
) -> None:
    """List the classes of endings of a game, or build their tables.

    A table also needs those of its smaller classes: they are built before. After Ctrl-C the same
    command continues. Searches use the tables of the folder that LUDARIUM_TABLES names.
    """
    loaded = load_named_game(game, ruleset, option)
    catalogue = loaded.endings()
    if catalogue is None:
        raise InvalidOption(
            "no_endings", f"{loaded.title} has no endgame tables with these options."
        )
    named = os.environ.get(TABLES_VARIABLE)
    chosen = folder or (Path(named) if named else Path("runs") / "tables")
    if not names:
        console.print(_list_classes(loaded, catalogue, chosen))
        return
    for name in names:
        for needed in [*catalogue.needed_names(name), name]:
            _build(loaded, catalogue, needed, chosen)
    if named is None or Path(named).resolve() != chosen.resolve():
        console.print(f"Searches use these tables with {TABLES_VARIABLE}={chosen}.")


def _list_classes(game: AnyGame, catalogue: EndingCatalogue, folder: Path) -> Table:
    table = Table("class", "numbers", "table")
    table.columns[1].justify = "right"
    for name in catalogue.names():
        built = table_file(folder, game.id, game.rules_version, name).exists()
        where = "in the package" if catalogue.is_shipped(name) else "built" if built else "-"
        table.add_row(name, f"{catalogue.count_numbers(name):,}", where)
    return table


def _build(game: AnyGame, catalogue: EndingCatalogue, name: str, folder: Path) -> None:
    from ludarium.search.table_building import build_table

    path = table_file(folder, game.id, game.rules_version, name)
    if catalogue.is_shipped(name) or path.exists():
        return
    ending = catalogue.open_class(name, folder)
    began = time.process_time()
    shown = Console(stderr=True)
    columns = ("{task.description}", BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=shown, disable=not shown.is_terminal) as bar:
        task = bar.add_task(name, total=1.0)
        printed_at, layer = time.monotonic(), 0

        def report(plies: int, share: float) -> None:
            nonlocal printed_at, layer
            text = f"{name}: {f'layer {plies}' if plies else 'first values'}"
            if plies != layer:
                layer = plies
                bar.reset(task, total=1.0)
            bar.update(task, completed=share, description=text)
            if not shown.is_terminal and time.monotonic() - printed_at > REPORT_INTERVAL_S:
                printed_at = time.monotonic()
                shown.print(f"{text}, {share:.0%}")

        try:
            found = build_table(ending, path, report)
        except KeyboardInterrupt:
            raise InvalidOption("interrupted", "Interrupted; the same command goes on.") from None
        except OSError as error:
            raise InvalidOption("bad_folder", "The table cannot be written there.") from error
    console.print(
        f"{name}: {found.positions:,} positions, {found.wins / found.positions:.1%} won and"
        f" {found.losses / found.positions:.1%} lost for the seat to move, the longest in"
        f" {found.longest_plies} plies; {time.process_time() - began:.0f} s of CPU time"
    )
    number = ending.number_of(game.new(0))
    if number >= 0:
        with path.open("rb") as file:
            file.seek(number)
            console.print(_describe_start(game, file.read(1)[0]))


def _describe_start(game: AnyGame, value: int) -> str:
    """The value of the first position."""
    if value == ENDING_DRAW:
        return "The start is a draw."
    return f"{game.seat_names[0]}, who begins, {'wins' if value & 1 else 'loses'} in {value} plies."
