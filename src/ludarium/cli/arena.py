"""Commands about stored events: show, export, report, and single records."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.arguments import console

app = typer.Typer(no_args_is_help=True, help="Stored events, finished or running.")

EventFile = Annotated[
    Path, typer.Argument(help="The file of an event. The command that played it prints the path.")
]


AnchorOption = Annotated[
    str,
    typer.Option("--anchor", help="The fixed Elo: name=1500, name (is 0), or =1500 (the mean)."),
]


@app.command()
def show(file: EventFile, anchor: AnchorOption = "") -> None:
    """Show the standings of an event."""
    from ludarium.arena.report.anchor import read_anchor
    from ludarium.arena.run.event_store import EventStore
    from ludarium.arena.session import show_event

    with EventStore(file) as store:
        show_event(store, console, read_anchor(anchor, store.event))


@app.command()
def export(
    file: EventFile,
    out: Annotated[Path, typer.Argument(help="The JSON document to write.")],
) -> None:
    """Write everything about an event as one JSON document."""
    write_export(file, out)


@app.command()
def text(
    file: EventFile,
    out: Annotated[Path, typer.Argument(help="The file to write.")],
) -> None:
    """Write all games of an event as text in the manner of PGN, with scores and times."""
    from ludarium.arena.report.event_text import event_text
    from ludarium.arena.run.event_store import EventStore

    with EventStore(file) as store, out.open("w", encoding="utf-8") as target:
        target.writelines(event_text(store))


@app.command()
def record(
    file: EventFile,
    unit: Annotated[int, typer.Argument(min=1, help="The unit, as in the report.")],
    game: Annotated[int, typer.Argument(min=1, help="The game within it.")],
) -> None:
    """Print the record of one game, for `ludarium replay` and `ludarium analyse`."""
    from ludarium.arena.run.event_store import EventStore
    from ludarium.core.record import dumps

    with EventStore(file) as store:
        typer.echo(dumps(store.game(unit - 1, game - 1).record), nl=False)


@app.command()
def report(
    file: EventFile,
    out: Annotated[
        Path | None, typer.Option(help="The page to write; by default beside the file.")
    ] = None,
    pictures: Annotated[Path | None, typer.Option(help="A folder for plots as PNG.")] = None,
    replays: Annotated[
        int, typer.Option(min=0, help="The number of games with a replay; 0: all.")
    ] = 2000,
    anchor: AnchorOption = "",
) -> None:
    """Write an event's page: standings, Elo, cross table, and its games move by move."""
    from ludarium.arena.report.anchor import read_anchor
    from ludarium.arena.report.html_page import write_page
    from ludarium.arena.run.event_store import EventStore

    page = out or file.with_suffix(".html")
    with EventStore(file) as store:
        write_page(store, page, replays, read_anchor(anchor, store.event))
        if pictures is not None:
            from ludarium.arena.report.png_charts import draw_charts

            for picture in draw_charts(store, pictures):
                console.print(f"Drawn: {picture}", markup=False, highlight=False, soft_wrap=True)
    console.print(f"The report is {page}.", markup=False, highlight=False, soft_wrap=True)


def write_export(file: Path, out: Path) -> None:
    """Write the JSON document of an event."""
    from ludarium.arena.report.json_export import export_document
    from ludarium.arena.run.event_store import EventStore

    with EventStore(file) as store, out.open("w", encoding="utf-8") as target:
        target.writelines(export_document(store))
