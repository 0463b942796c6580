"""The command that checks an agent."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape

from ludarium.cli.arguments import Options, Ruleset, console, load_named_game
from ludarium.core.options import STANDARD
from ludarium.core.registry import games as known_games

MARK_COLOURS = {"ok": "green", "advice": "yellow", "fault": "red"}


def check_agent(
    agent: Annotated[
        str,
        typer.Argument(
            help="For example 'subprocess:python bot.py', bot.py:Symbol, ws://host:port, search."
        ),
    ],
    game: Annotated[str, typer.Option(help="Check this game only, not all games.")] = "",
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default and never changes it
    time: Annotated[
        str, typer.Option(help="move=1.0, move=1,bank=10, clock=60+0.6, nodes=20000 or none.")
    ] = "move=10",
    sandbox: Annotated[str, typer.Option(help="For programs: auto, required or off.")] = "auto",
) -> None:
    """Check that an agent plays every game, in time and by the protocol, and give advice."""
    from ludarium.agents import time_control
    from ludarium.agents.hosting.agent_check import CHECK_FAULT, AgentCheck

    names = [game] if game else known_games()
    loaded = [load_named_game(name, ruleset, option) for name in names]
    faults = 0
    check = AgentCheck(agent, loaded, time_control.read_time_control(time), sandbox)
    notes = check.run_checks()
    while True:
        with console.status("playing"):
            note = next(notes, None)
        if note is None:
            break
        faults += note.mark == CHECK_FAULT
        mark = f"[{MARK_COLOURS[note.mark]}]{note.mark:<6}[/]"
        console.print(f"{mark} [bold]{escape(note.what)}[/bold]: {escape(note.text)}")
    if faults:
        many = "a fault" if faults == 1 else f"{faults} faults"
        console.print(f"[red]The agent has {many}: in the arena they lose games.[/red]")
        raise typer.Exit(1)
    console.print("The agent follows the protocol.")
