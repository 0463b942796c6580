"""The command line. The modules of this package hold the commands, by noun."""

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
from ludarium.core.extras import require_extra

# The module and the function of each command. Only the requested module is imported.
CLI_COMMANDS = {
    "games": ("games", "list_games"),
    "rules": ("games", "rules"),
    "check-game": ("games", "check_game"),
    "new-game": ("design", "new_game"),
    "compile": ("design", "compile_game"),
    "check-agent": ("agents", "check_agent"),
    "bench": ("games", "bench"),
    "play": ("matches", "play"),
    "replay": ("matches", "replay"),
    "convert": ("converting", "convert"),
    "perft": ("positions", "perft"),
    "solve": ("positions", "solve"),
    "tables": ("tables", "tables"),
    "analyse": ("analysis", "analyse"),
    "train": ("training", "train"),
    "tune": ("tuning", "tune"),
    "match": ("events", "match"),
    "round-robin": ("events", "round_robin"),
    "gauntlet": ("events", "gauntlet"),
    "swiss": ("events", "swiss"),
    "knockout": ("events", "knockout"),
    "sprt": ("events", "sprt"),
    "home-and-away": ("events", "home_and_away"),
    "arena": ("arena", "app"),
    "strength": ("strength", "app"),
    "balance": ("design", "balance"),
    "profile": ("design", "profile"),
    "book": ("training", "book"),
    "puzzles": ("puzzles", "puzzles"),
    "serve": ("server", "serve"),
    "engine-worker": ("server", "engine_worker"),
    "admin": ("admin", "app"),
    "load": ("load", "load"),
    "chaos": ("load", "chaos"),
    "fuzz": ("load", "fuzz"),
    "mcp": ("assistants", "mcp"),
    "llm-bench": ("assistants", "llm_bench"),
    "sandbox-check": ("sandbox", "sandbox_check"),
}
# The extra that a command needs; a command that can do without says so itself.
COMMAND_EXTRAS = {
    **dict.fromkeys(("serve", "engine-worker", "admin", "load", "chaos", "fuzz"), "server"),
    "mcp": "mcp",
    **dict.fromkeys(("match", "round-robin", "gauntlet", "swiss", "knockout", "sprt"), "arena"),
    **dict.fromkeys(("home-and-away", "arena", "strength", "balance", "profile", "book"), "arena"),
    "tune": "arena",
}
GC_THRESHOLDS = (20_000, 20, 100)  # allocations and rounds between collections


def make_application(names: Iterable[str] = CLI_COMMANDS) -> typer.Typer:
    """Make the command line with these commands."""
    app = typer.Typer(
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        add_completion=False,
        help="Deterministic board games: play, analyse, check, count and replay them.",
    )
    app.callback()(_common_options)
    for name in names:
        module, attribute = CLI_COMMANDS[name]
        found = getattr(import_module(f"{__name__}.{module}"), attribute)
        if isinstance(found, typer.Typer):
            app.add_typer(found, name=name)
        else:
            app.command(name)(found)
    return app


def main() -> None:
    """Run a command. An error of the user ends it with one line and exit code 2."""
    # Most objects of the start-up stay. Collecting them repeatedly would take a sixth of its time.
    gc.set_threshold(*GC_THRESHOLDS)
    for module in mode.stale():
        typer.echo(f"warning: {module} is older than its source; run make build", err=True)
    requested = sys.argv[1:2]
    try:
        if requested and "--help" not in sys.argv:
            require_extra(COMMAND_EXTRAS.get(requested[0], ""))
        make_application(requested if set(requested) & CLI_COMMANDS.keys() else CLI_COMMANDS)()
    except LudariumError as error:
        typer.echo(f"error ({error.code}): {error.message}", err=True)
        sys.exit(2)
    except OSError as error:
        if error.filename is None:  # no file that the command names
            raise
        typer.echo(f"error (file_error): {error.filename}: {error.strerror}.", err=True)
        sys.exit(2)


def _print_version(wanted: bool) -> None:
    if wanted:
        engine = "compiled" if mode.compiled() else "interpreted (about 100 times slower)"
        typer.echo(f"ludarium {ludarium.__version__}, {engine} engine")
        raise typer.Exit


def _common_options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show and exit."),
    ] = False,
) -> None:
    pass
