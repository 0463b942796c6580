"""The command that analyses a state or reviews a record."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape

from ludarium.cli.arguments import (
    Options,
    Ruleset,
    console,
    load_named_game,
    read_file,
    read_match,
    read_position,
)
from ludarium.core.errors import InvalidOption, InvalidRecord
from ludarium.core.game import AnyGame
from ludarium.core.match import Match
from ludarium.core.options import STANDARD

if TYPE_CHECKING:
    from ludarium.analysis.match_review import Review, ReviewStep
    from ludarium.analysis.position_analysis import Analysis
    from ludarium.search.limits import Limits

# Used without a limit on the command line.
STATE_ANALYSIS_S = 5.0
MOVE_REVIEW_S = 1.0


def analyse(
    file: Annotated[Path, typer.Argument(help="A game record, or a state as JSON.")],
    game: Annotated[
        str, typer.Option(help="The game of a state, or of a record if it is not registered.")
    ] = "",
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default and never changes it
    seconds: Annotated[
        float, typer.Option(min=0, help="Time, for a record that of each move; 0: no limit.")
    ] = 0.0,
    nodes: Annotated[int, typer.Option(min=0, help="Limit of nodes, instead of time.")] = 0,
    depth: Annotated[int, typer.Option(min=0, help="Limit of search depth in plies.")] = 0,
    multipv: Annotated[int, typer.Option(min=1, help="The number of lines of a state.")] = 3,
    graph: Annotated[
        Path | None, typer.Option(help="Write a graph of the winning chances of a record (PNG).")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead.")] = False,
) -> None:
    """Find the best lines of a state, or the loss of each move of a record.

    Ctrl-C ends it with the result so far.
    """
    from ludarium.search.limits import Limits

    limits = Limits(nodes, depth, seconds, multipv)
    unlimited = not (nodes or depth or seconds)
    if _is_record(file):
        if unlimited:
            limits = limits._replace(seconds=MOVE_REVIEW_S)
        _review_match(read_match(file, game), limits, graph, as_json)
        return
    if not game:
        raise InvalidOption("no_game", "Name the game of that state with --game.")
    if graph is not None:
        raise InvalidOption("no_moves", "A graph is drawn of a record; that file is a state.")
    loaded = load_named_game(game, ruleset, option)
    if unlimited:
        limits = limits._replace(seconds=STATE_ANALYSIS_S)
    _analyse_state(loaded, file, limits, as_json)


def _is_record(path: Path) -> bool:
    """Whether a file is a record, valid or not. No state has a key `format`."""
    try:
        value = json.loads(read_file(path, InvalidRecord))
    except (ValueError, RecursionError) as error:
        raise InvalidRecord("not_json", "The file is not a JSON document.") from error
    return isinstance(value, dict) and "format" in value


def _analyse_state(game: AnyGame, file: Path, limits: Limits, as_json: bool) -> None:
    from ludarium.analysis.position_analysis import analyse as look

    position = read_position(game, file)
    with Console(stderr=True).status("searching; Ctrl-C ends it with the result so far"):
        found = look(game, position, limits)
    if as_json:
        _print_json(found)
        return
    console.print(
        f"{escape(game.seat_names[found.seat])} to move, {found.depth} plies deep,"
        f" {found.nodes:,} positions in {found.seconds:.1f} s"
    )
    for number, line in enumerate(found.lines, 1):
        worth = _format_chance(line.chance, line.plies)
        console.print(f"{number:>4}. [bold]{worth}[/bold]  {escape(' '.join(line.notation))}")


def _review_match(match: Match, limits: Limits, graph: Path | None, as_json: bool) -> None:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from ludarium.analysis import win_chance_graph as graphs
    from ludarium.analysis.match_review import review
    from ludarium.core.extras import require_packages

    if graph is not None:
        require_packages("matplotlib")
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("analysing moves", total=None)
        found = review(
            match, limits, lambda done, total: bar.update(task, completed=done, total=total)
        )
    if as_json:
        _print_json(found)
    else:
        for step in found.steps:
            console.print(_format_step(match, step))
        if not found.complete:
            console.print("Interrupted: the rest is not analysed.")
    if graph is not None:
        graphs.draw_graph(found, [player.name for player in match.players], graph)


def _format_step(match: Match, step: ReviewStep) -> str:
    name = escape(match.players[step.seat].name)
    moves = escape(" ".join(step.notation))
    line = f"{step.ply:>4}. {name}: [bold]{moves}{step.mark and ' ' + step.mark}[/bold]"
    if step.mark:
        line += f"  {_format_chance(step.before, step.plies)} before, {step.after:.0%} after;"
        line += f" better {escape(' '.join(step.better[:5]))}"
    return line


def _format_chance(chance: float, plies: int | None) -> str:
    """The winning chance of a line, or its forced end."""
    if plies is None:
        return f"{chance:.0%}"
    return f"{'wins' if plies > 0 else 'loses'} in {abs(plies)}"


def _print_json(found: Analysis | Review) -> None:
    import msgspec

    typer.echo(json.dumps(msgspec.to_builtins(found), indent=2))
