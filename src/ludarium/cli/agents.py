"""Commands about agents: check one."""
# ruff: noqa: PLC0415  what is slow to import is imported by the command that needs it

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape

from ludarium.cli.arguments import Options, Ruleset, console, load
from ludarium.core.options import STANDARD
from ludarium.core.registry import games as known_games

COLOURS = {"ok": "green", "advice": "yellow", "fault": "red"}


def check_agent(
    agent: Annotated[
        str,
        typer.Argument(
            help="Such as 'subprocess:python bot.py', bot.py:Symbol, ws://host:port, search."
        ),
    ],
    game: Annotated[str, typer.Option(help="This game only, instead of all.")] = "",
    ruleset: Ruleset = STANDARD,
    option: Options = [],  # noqa: B006  typer reads the default, nobody changes it
    time: Annotated[
        str, typer.Option(help="move=1.0, move=1,bank=10, clock=60+0.6, nodes=20000 or none.")
    ] = "move=10",
    sandbox: Annotated[str, typer.Option(help="For programs: auto, required or off.")] = "auto",
) -> None:
    """Check an agent: whether it plays everything, in time, and behaves itself, with advice."""
    from ludarium.agents import time_control
    from ludarium.agents.hosting.agent_check import CHECK_FAULT, AgentCheck

    names = [game] if game else known_games()
    loaded = [load(name, ruleset, option) for name in names]
    faults = 0
    checkup = AgentCheck(agent, loaded, time_control.read_time_control(time), sandbox)
    notes = checkup.run_checks()
    while True:
        with console.status("playing"):
            note = next(notes, None)
        if note is None:
            break
        faults += note.mark == CHECK_FAULT
        mark = f"[{COLOURS[note.mark]}]{note.mark:<6}[/]"
        console.print(f"{mark} [bold]{escape(note.what)}[/bold]: {escape(note.text)}")
    if faults:
        many = "a fault" if faults == 1 else f"{faults} faults"
        console.print(f"[red]The agent has {many}: in an arena it loses by that.[/red]")
        raise typer.Exit(1)
    console.print("The agent keeps the protocol.")
