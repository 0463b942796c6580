"""Commands about strength: matches between players, self-play, and the report on them."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.arguments import GameName, console
from ludarium.cli.event_options import GameTerms, RunOptions, expand_options
from ludarium.cli.events import Games, Player

STRENGTH_RUNS = Path("runs") / "strength"

app = typer.Typer(
    no_args_is_help=True, help="Measure the strength of players and the character of games."
)


@dataclasses.dataclass(frozen=True)
class MeasuringTerms(GameTerms):
    """The conditions of a measurement: openings are checked for fairness by default."""

    fair: Annotated[
        int,
        typer.Option(
            min=0, help="Nodes of the search that checks openings for fairness; 0: no check."
        ),
    ] = 100_000


@dataclasses.dataclass(frozen=True)
class MeasuringRun(RunOptions):
    """Measurements go to a folder of their own, which the report reads."""

    out: Annotated[Path, typer.Option(help="The folder with the files of events.")] = STRENGTH_RUNS


@app.command()
@expand_options
def match(
    game: GameName,
    player: Player,
    against: Player,
    games: Games = 200,
    *,
    terms: MeasuringTerms,
    place: MeasuringRun,
) -> None:
    """Play a match of two players in all seats. After Ctrl-C the same command continues it."""
    from ludarium.arena.session import show_strength

    length = terms.count_openings(games, 2)
    place.run_event(
        terms.make_event("match", game, [player, against], length=length), show_strength
    )


@app.command()
@expand_options
def selfplay(
    game: GameName,
    games: Games = 100,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes for each move.")] = 5000,
    *,
    terms: MeasuringTerms,
    place: MeasuringRun,
) -> None:
    """Play a strong player against itself: count results, lengths and events of the games."""
    from ludarium.arena.session import show_strength

    player = f"hard:nodes={nodes}"
    place.run_event(terms.make_event("self-play", game, [player], length=games), show_strength)


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
