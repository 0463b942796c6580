"""The command line; its commands are in the modules of this package, by noun."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Annotated

import typer

import ludarium
from ludarium import mode
from ludarium.core.errors import LudariumError

# By the module and the name there; only what is asked for is imported.
COMMANDS = {
    "games": ("games", "list_games"),
    "rules": ("games", "rules"),
    "check-game": ("games", "check_game"),
    "check-agent": ("agents", "check_agent"),
    "bench": ("games", "bench"),
    "play": ("matches", "play"),
    "replay": ("matches", "replay"),
    "perft": ("positions", "perft"),
    "solve": ("positions", "solve"),
    "analyse": ("analysis", "analyse"),
    "train": ("training", "train"),
    "match": ("events", "match"),
    "round-robin": ("events", "round_robin"),
    "gauntlet": ("events", "gauntlet"),
    "swiss": ("events", "swiss"),
    "sprt": ("events", "sprt"),
    "home-and-away": ("events", "home_and_away"),
    "arena": ("arena", "app"),
    "strength": ("strength", "app"),
    "book": ("training", "book"),
    "serve": ("serving", "serve"),
    "load": ("load", "load"),
    "chaos": ("load", "chaos"),
    "fuzz": ("load", "fuzz"),
    "sandbox-check": ("sandbox", "sandbox_check"),
}
GARBAGE = (20_000, 20, 100)  # objects, and rounds, between two looks for garbage


def application(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """The command line with these commands."""
    app = typer.Typer(
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        add_completion=False,
        help="Deterministic board games: play, analyse, check, count and replay them.",
    )
    app.callback()(_common)
    for name in names:
        module, attribute = COMMANDS[name]
        found = getattr(import_module(f"{__name__}.{module}"), attribute)
        if isinstance(found, typer.Typer):
            app.add_typer(found, name=name)
        else:
            app.command(name)(found)
    return app


def main() -> None:
    """Run a command; errors meant for the user end it with one line and exit code 2."""
    # Most of what a start makes stays: to look through it again and again would take a sixth of it.
    gc.set_threshold(*GARBAGE)
    for module in mode.stale():
        typer.echo(f"warning: {module} is older than its source; run make build", err=True)
    asked = sys.argv[1:2]
    try:
        application(asked if set(asked) & COMMANDS.keys() else COMMANDS)()
    except LudariumError as error:
        typer.echo(f"error ({error.code}): {error.message}", err=True)
        sys.exit(2)


def _version(wanted: bool) -> None:
    if wanted:
        engine = "compiled" if mode.compiled() else "interpreted (about 100 times slower)"
        typer.echo(f"ludarium {ludarium.__version__}, {engine} engine")
        raise typer.Exit


def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show and exit.")
    ] = False,
) -> None:
    pass
