"""Commands about strength: matches between players, self-play, and the report on them."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.arguments import GameName, console
from ludarium.cli.events import Games, Player
from ludarium.cli.terms import GameTerms, RunOptions, spread

STRENGTH_RUNS = Path("runs") / "strength"

app = typer.Typer(no_args_is_help=True, help="How strong players are, and what games are like.")


@dataclasses.dataclass(frozen=True)
class MeasuringTerms(GameTerms):
    """Terms of a measurement: openings are fair unless another number of nodes is given."""

    fair: Annotated[
        int, typer.Option(min=0, help="Nodes of a search that has to find openings fair; 0: none.")
    ] = 100_000


@dataclasses.dataclass(frozen=True)
class MeasuringRun(RunOptions):
    """Measurements have a folder of their own, which the report reads."""

    out: Annotated[Path, typer.Option(help="The folder with the files of events.")] = STRENGTH_RUNS


@app.command()
@spread
def match(
    game: GameName,
    player: Player,
    against: Player,
    games: Games = 200,
    *,
    terms: MeasuringTerms,
    place: MeasuringRun,
) -> None:
    """Let two players play each other in all seats; the same command goes on after Ctrl-C."""
    from ludarium.arena.session import show_strength

    length = terms.openings(games, 2)
    place.run(terms.event("match", game, [player, against], length=length), show_strength)


@app.command()
@spread
def selfplay(
    game: GameName,
    games: Games = 100,
    nodes: Annotated[int, typer.Option(min=1, help="Positions to look at for a move.")] = 5000,
    *,
    terms: MeasuringTerms,
    place: MeasuringRun,
) -> None:
    """Let a strong player play itself: who wins, how and how soon, and what happens."""
    from ludarium.arena.session import show_strength

    player = f"hard:nodes={nodes}"
    place.run(terms.event("self-play", game, [player], length=games), show_strength)


@app.command()
def report(
    runs: Annotated[Path, typer.Option(help="The folder with files of events.")] = STRENGTH_RUNS,
    docs: Annotated[Path, typer.Option(help="Where strength.md and its charts go.")] = Path(
        "docs/reference"
    ),
) -> None:
    """Write docs/reference/strength.md from new results and the stored ones."""
    from ludarium.arena.report.strength_document import DOCUMENT_FILE, write_document

    kept = write_document(runs, docs)
    console.print(f"{len(kept)} results are in {docs / DOCUMENT_FILE}.", soft_wrap=True)
