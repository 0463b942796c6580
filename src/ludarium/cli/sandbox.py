"""The command that tries the sandbox on this machine."""
# ruff: noqa: PLC0415  what is slow to import is imported by the command that needs it

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.arguments import console

if TYPE_CHECKING:
    from rich.table import Table

    from ludarium.sandbox.siege import Verdict


def sandbox_check(
    control: Annotated[
        bool, typer.Option("--control", help="Try them without a sandbox too, for comparison.")
    ] = False,
) -> None:
    """Attack this machine's sandbox from inside; exit code 1 if anything succeeds."""
    from ludarium.sandbox.policy import probe
    from ludarium.sandbox.siege import besiege, layers

    machine = probe()
    console.print("What holds an agent here:")
    for layer in layers(machine):
        console.print(f"  {layer}", markup=False, highlight=False, soft_wrap=True)
    verdicts = besiege(machine=machine)
    without = besiege("off", machine) if control else []
    console.print(_table(verdicts, without))
    successes = [verdict for verdict in verdicts if verdict.succeeded]
    told = f"{len(verdicts)} attacks, {len(successes)} succeeded"
    if control:
        told += f"; without a sandbox {sum(verdict.succeeded for verdict in without)} did"
    console.print(f"{told}.")
    if successes:
        raise typer.Exit(1)


def _table(verdicts: list[Verdict], without: list[Verdict]) -> Table:
    from rich.markup import escape
    from rich.table import Table

    table = Table("on", "attack", "verdict", "because", *(["without a sandbox"] if without else []))
    free = {(verdict.group, verdict.name): verdict.succeeded for verdict in without}
    for group, name, succeeded, detail in verdicts:
        verdict = "[bold red]SUCCEEDED[/]" if succeeded else "[green]refused[/]"
        row = [group, name.replace("_s_", "'s_").replace("_", " "), verdict, escape(detail)]
        if without:
            beside = free.get((group, name))
            row.append("not tried" if beside is None else "succeeds" if beside else "refused")
        table.add_row(*row)
    return table
