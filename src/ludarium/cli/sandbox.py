"""The command that attacks the sandbox of this machine."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.arguments import console

if TYPE_CHECKING:
    from rich.table import Table

    from ludarium.sandbox.attack_run import AttackVerdict


def sandbox_check(
    control: Annotated[
        bool,
        typer.Option("--control", help="Also try the attacks without a sandbox, for comparison."),
    ] = False,
) -> None:
    """Attack the sandbox of this machine from inside. The exit code is 1 if an attack succeeds."""
    from ludarium.sandbox.attack_run import describe_layers, run_attacks
    from ludarium.sandbox.policy import probe_machine

    machine = probe_machine()
    console.print("The layers around an agent on this machine:")
    for layer in describe_layers(machine):
        console.print(f"  {layer}", markup=False, highlight=False, soft_wrap=True)
    verdicts = run_attacks(machine=machine)
    without = run_attacks("off", machine) if control else []
    console.print(_verdict_table(verdicts, without))
    successes = [verdict for verdict in verdicts if verdict.succeeded]
    summary = f"{len(verdicts)} attacks, {len(successes)} succeeded"
    if control:
        summary += f"; without a sandbox {sum(verdict.succeeded for verdict in without)} did"
    console.print(f"{summary}.")
    if successes:
        raise typer.Exit(1)


def _verdict_table(verdicts: list[AttackVerdict], without: list[AttackVerdict]) -> Table:
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
