"""The command line; its commands are in the modules of this package, by noun."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import ludarium
from ludarium import mode
from ludarium.cli import (
    agents,
    analysis,
    arena,
    events,
    games,
    load,
    matches,
    positions,
    sandbox,
    serving,
    strength,
    training,
)
from ludarium.core.errors import LudariumError

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    help="Deterministic board games: play, analyse, check, count and replay them.",
)
app.command("games")(games.list_games)
app.command()(games.rules)
app.command("check-game")(games.check_game)
app.command("check-agent")(agents.check_agent)
app.command()(games.bench)
app.command()(matches.play)
app.command()(matches.replay)
app.command()(positions.perft)
app.command()(positions.solve)
app.command()(analysis.analyse)
app.command()(training.train)
app.command()(events.match)
app.command("round-robin")(events.round_robin)
app.command()(events.gauntlet)
app.command()(events.swiss)
app.command()(events.sprt)
app.command("home-and-away")(events.home_and_away)
app.add_typer(arena.app, name="arena")
app.add_typer(strength.app, name="strength")
app.command()(training.book)
app.command()(serving.serve)
app.command()(load.load)
app.command()(load.chaos)
app.command("sandbox-check")(sandbox.sandbox_check)


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
