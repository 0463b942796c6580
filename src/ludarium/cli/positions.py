"""Commands about a position: count the positions below it, prove its result."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from ludarium.cli.arguments import (
    REPORT_INTERVAL_S,
    GameName,
    Options,
    Ruleset,
    Seats,
    Seed,
    console,
    load_named_game,
    read_position,
)
from ludarium.core.errors import InvalidState
from ludarium.core.options import STANDARD


def perft(
    game: GameName,
    depth: Annotated[int, typer.Option(min=0, help="Depth in plies.")] = 3,
    divide: Annotated[bool, typer.Option(help="Count below each legal move separately.")] = False,
    state: Annotated[
        Path | None, typer.Option(help="A state as JSON; by default the start.")
    ] = None,
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default and never changes it
    seed: Seed = 0,
    seats: Seats = None,
) -> None:
    """Count the positions at a depth, playing and undoing every move."""
    from rich.table import Table

    from ludarium.search.perft import perft as count

    loaded = load_named_game(game, ruleset, option)
    position = loaded.new(seed, seats) if state is None else read_position(loaded, state)
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


def solve(
    game: GameName,
    state: Annotated[
        Path | None, typer.Option(help="A state as JSON; by default the start.")
    ] = None,
    nodes: Annotated[int, typer.Option(min=1, help="Limit of nodes.")] = 100_000_000,
    depth: Annotated[int, typer.Option(min=1, help="Limit of search depth in plies.")] = 250,
    memory: Annotated[
        int, typer.Option(min=1, help="Memory of the transposition table in MiB.")
    ] = 256,
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default and never changes it
    seed: Seed = 0,
    seats: Seats = None,
) -> None:
    """Prove a forced win, loss or draw of the seat to move, without any evaluation."""
    from ludarium.core.position import ONGOING
    from ludarium.search.solve import solve_position as prove

    loaded = load_named_game(game, ruleset, option)
    position = loaded.new(seed, seats) if state is None else read_position(loaded, state)
    if position.verdict != ONGOING:
        raise InvalidState("game_over", "The game of that state has ended.")
    status = Console(stderr=True)
    with status.status("searching 1 ply") as shown:
        told_s = -math.inf

        def tell(done: int, seen: int) -> None:
            nonlocal told_s
            text = f"nothing within {_count_plies(done)}, {seen:,} positions; searching deeper"
            if status.is_terminal:
                shown.update(text)
            elif time.monotonic() - told_s >= REPORT_INTERVAL_S:
                told_s = time.monotonic()
                status.print(text, soft_wrap=True)

        proof = prove(position, nodes, depth, memory, tell, loaded.evaluator())
    seat = loaded.seat_names[position.to_move]
    sentences = {
        "win": f"{seat} wins in {_count_plies(proof.plies)}.",
        "loss": f"{seat} loses in {_count_plies(proof.plies)}.",
        "draw": "With best play the game is a draw.",
        "unknown": f"Nothing is proved within {_count_plies(proof.depth)}.",
    }
    console.print(f"{sentences[proof.verdict]} {proof.nodes:,} positions looked at.")
    for number, move in enumerate(proof.line, 1):
        name = loaded.seat_names[position.to_move]
        console.print(f"{number:>4}. {escape(name)}: {escape(loaded.notate(position, move))}")
        loaded.advance(position, move)


def _count_plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"
