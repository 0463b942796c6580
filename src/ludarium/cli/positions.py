"""Commands about a position: count what lies below it, prove who wins."""
# ruff: noqa: PLC0415  what is slow to import is imported by the command that needs it

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from ludarium.cli.arguments import (
    GameName,
    Options,
    Ruleset,
    Seats,
    Seed,
    console,
    load,
    position_of,
)
from ludarium.core.errors import InvalidState
from ludarium.core.options import STANDARD


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

    loaded = load(game, ruleset, option)
    position = loaded.new(seed, seats) if state is None else position_of(loaded, state)
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
    from ludarium.search.solve import solve_position as prove

    loaded = load(game, ruleset, option)
    position = loaded.new(seed, seats) if state is None else position_of(loaded, state)
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
