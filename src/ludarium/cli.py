"""The command line; what is slow to import is imported by the command that needs it."""
# ruff: noqa: PLC0415  see above

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

import ludarium
from ludarium import mode
from ludarium.core.errors import (
    InvalidOption,
    InvalidRecord,
    InvalidState,
    LudariumError,
    UnknownGame,
)
from ludarium.core.game import AnyGame
from ludarium.core.options import STANDARD
from ludarium.core.position import Position
from ludarium.core.registry import find, games, load

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    help="Deterministic board games: play, check, count and replay them.",
)
console = Console()

GameName = Annotated[str, typer.Argument(help="A game's id, or path/to/file.py:Symbol.")]
Ruleset = Annotated[str, typer.Option(help="A ruleset of the game.")]
Options = Annotated[
    list[str], typer.Option("--option", help="name=value, laid over the ruleset; repeatable.")
]
Seed = Annotated[int, typer.Option(help="Draws the set-up, where the game has one.")]
Seats = Annotated[int | None, typer.Option(help="How many play.")]


def main() -> None:
    """Run a command; errors meant for the user end it with one line and exit code 2."""
    for module in mode.stale():
        typer.echo(f"warning: {module} is older than its source; run make build", err=True)
    try:
        app()
    except LudariumError as error:
        typer.echo(f"error ({error.code}): {error.message}", err=True)
        sys.exit(2)


def _version(wanted: bool) -> None:
    if wanted:
        engine = "compiled" if mode.compiled() else "interpreted (about 100 times slower)"
        typer.echo(f"ludarium {ludarium.__version__}, {engine} engine")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show and exit.")
    ] = False,
) -> None:
    pass


def _load(name: str, ruleset: str, options: list[str]) -> AnyGame:
    return load(name, ruleset, **dict(map(_option, options)))


def _option(written: str) -> tuple[str, Any]:
    name, _, value = written.partition("=")
    try:
        return name, json.loads(value)
    except ValueError as error:
        message = "Write options as name=value, the value a number, true or false."
        raise InvalidOption("malformed_option", message) from error


def _read(path: Path, error: type[LudariumError]) -> bytes:
    try:
        return path.read_bytes()
    except OSError as cause:
        raise error("no_such_file", "That file cannot be read.") from cause


def _kinds() -> Iterator[type[AnyGame]]:
    """Every game that can be loaded; an installed one that is broken must not hide the others."""
    for name in games():
        try:
            yield find(name)
        except UnknownGame as error:
            typer.echo(f"warning ({error.code}): {name}: {error.message}", err=True)


@app.command("games")
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


@app.command()
def rules(game: GameName) -> None:
    """Show the rules of a game."""
    from rich.markdown import Markdown

    console.print(Markdown(find(game).rules()))


@app.command()
def perft(
    game: GameName,
    depth: Annotated[int, typer.Option(min=0, help="How many plies down.")] = 3,
    divide: Annotated[bool, typer.Option(help="Count below each legal move apart.")] = False,
    state: Annotated[Path | None, typer.Option(help="A state as JSON; else the start.")] = None,
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default, nobody changes it
    seed: Seed = 0,
    seats: Seats = None,
) -> None:
    """Count the positions so many plies below, playing and taking back every one."""
    from rich.table import Table

    from ludarium.search.perft import perft as count

    loaded = _load(game, ruleset, option)
    position = loaded.new(seed, seats) if state is None else _position(loaded, state)
    if divide:
        total = 0
        for move in loaded.moves(position) if depth else ():
            notation = loaded.notate(position, move)
            position.play(move)
            leaves = count(position, depth - 1)
            position.undo()
            total += leaves
            typer.echo(f"{notation}: {leaves}")
        typer.echo(f"total: {total if depth else 1}")
        return
    table = Table("depth", "leaves", "CPU s", "million/s")
    for column in table.columns:
        column.justify = "right"
    for plies in range(1, depth + 1):
        began = time.process_time()
        leaves = count(position, plies)
        spent = time.process_time() - began
        speed = f"{leaves / spent / 1e6:.1f}" if spent > 1e-3 else "-"
        table.add_row(str(plies), f"{leaves:,}".replace(",", " "), f"{spent:.2f}", speed)
    console.print(table)


@app.command()
def solve(
    game: GameName,
    state: Annotated[Path | None, typer.Option(help="A state as JSON; else the start.")] = None,
    nodes: Annotated[int, typer.Option(min=1, help="Positions to look at, at most.")] = 100_000_000,
    depth: Annotated[int, typer.Option(min=1, help="Plies to look ahead, at most.")] = 250,
    memory: Annotated[int, typer.Option(min=1, help="MiB for what was found out.")] = 256,
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default, nobody changes it
    seed: Seed = 0,
    seats: Seats = None,
) -> None:
    """Prove a forced win, loss or draw of the seat to move, without any evaluation."""
    from ludarium.core.position import ONGOING
    from ludarium.search.solve import solve as prove

    loaded = _load(game, ruleset, option)
    position = loaded.new(seed, seats) if state is None else _position(loaded, state)
    if position.verdict != ONGOING:
        raise InvalidState("game_over", "The game of that state has ended.")
    status = Console(stderr=True)
    with status.status("looking 1 ply ahead") as shown:
        proof = prove(
            position,
            nodes,
            depth,
            memory,
            lambda done, seen: shown.update(
                f"nothing within {_plies(done)}, {seen:,} positions; looking {done + 1} ahead"
            ),
        )
    seat = loaded.seat_names[position.to_move]
    sentences = {
        "win": f"{seat} wins in {_plies(proof.plies)}.",
        "loss": f"{seat} loses in {_plies(proof.plies)}.",
        "draw": "With best play nobody wins.",
        "unknown": f"Nothing is proved within {_plies(proof.depth)}.",
    }
    console.print(f"{sentences[proof.verdict]} {proof.nodes:,} positions looked at.")
    for number, move in enumerate(proof.line, 1):
        name = loaded.seat_names[position.to_move]
        console.print(f"{number:>4}. {escape(name)}: {escape(loaded.notate(position, move))}")
        loaded.advance(position, move)


def _plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"


def _position(game: AnyGame, path: Path) -> Position:
    try:
        value = json.loads(_read(path, InvalidState))
    except (ValueError, RecursionError) as error:
        raise InvalidState("not_json", "The file is not a JSON document.") from error
    position: Position = game.state_from_json(value)
    return position


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="A game's id, or path/to/file.py:Symbol.")] = "",
    players: Annotated[
        str, typer.Option(help="One for each seat, human or random, separated by commas.")
    ] = "human,random",
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default, nobody changes it
    seed: Seed = 0,
    record: Annotated[Path | None, typer.Option("--load", help="Go on with a record.")] = None,
    save: Annotated[Path | None, typer.Option(help="Write the record here at the end.")] = None,
) -> None:
    """Play a game in the terminal."""
    from ludarium.core.match import Match, Player
    from ludarium.terminal.play import Session

    if record is not None:
        match = _replay(record, game)
    elif not game:
        raise InvalidOption("no_game", "Name a game, or a record with --load.")
    else:
        loaded = _load(game, ruleset, option)
        kinds = players.split(",")
        if not set(kinds) <= {"human", "random"}:
            raise InvalidOption("unknown_player", "A player is human or random.")
        if len(kinds) not in loaded.seat_counts:
            known = " or ".join(map(str, loaded.seat_counts))
            raise InvalidOption("wrong_seats", f"{loaded.title} is a game for {known} seats.")
        names = zip(loaded.seat_names, kinds, strict=False)
        match = Match(loaded, seed, [Player(name, kind) for name, kind in names])
    Session(match, console, save).run()


@app.command()
def replay(
    record: Annotated[Path, typer.Argument(help="A game record.")],
    game: Annotated[str, typer.Option(help="path/to/file.py:Symbol, if not registered.")] = "",
    boards: Annotated[bool, typer.Option(help="Draw the board after every move.")] = False,
) -> None:
    """Check a game record move by move and show it."""
    from ludarium.terminal.board import board
    from ludarium.terminal.play import describe

    match = _replay(record, game)
    for number, (position, move) in enumerate(match.steps(), 1):
        if boards and number > 1:
            console.print(board(match.game.scene(position)))
        seat = match.players[position.to_move].name
        console.print(f"{number:>4}. {escape(seat)}: {escape(match.game.notate(position, move))}")
    console.print(board(match.game.scene(match.position)))
    console.print(describe(match))


def _replay(path: Path, game: str) -> Any:
    from ludarium.core import record as records

    given = records.loads(_read(path, InvalidRecord))
    return records.replay(given, find(game) if game else None)


@app.command("check-game")
def check_game(
    game: GameName,
    playouts: Annotated[int, typer.Option(min=1, help="Random games to look at.")] = 20,
    seed: Annotated[int, typer.Option(help="The first random game's seed.")] = 0,
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default, nobody changes it
) -> None:
    """Check that a game keeps the contract of games; says what fails and where."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from ludarium.testing import Nonconformance, check

    loaded = _load(game, ruleset, option)
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(f"random games of {loaded.title}", total=playouts)
            plies = check(loaded, playouts, seed, lambda done: bar.update(task, completed=done))
    except Nonconformance as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None
    console.print(f"{loaded.title} keeps the contract: {plies} positions of {playouts} games.")
