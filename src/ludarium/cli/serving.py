"""Commands about the server."""
# ruff: noqa: PLC0415  what is slow to import is imported by the command that needs it

from __future__ import annotations

from typing import Annotated

import typer


def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen; 0.0.0.0 for everybody.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8000,
    database: Annotated[
        str, typer.Option(help="A file, or postgresql://…; else ./data or the user's folder.")
    ] = "",
    workers: Annotated[
        int, typer.Option(min=0, help="Processes that think for bots; 0: one on every core.")
    ] = 0,
    connections: Annotated[int, typer.Option(min=1, help="That one address may open.")] = 100,
    rooms: Annotated[int, typer.Option(min=1, help="That one address may keep open.")] = 100,
    grace: Annotated[
        float, typer.Option(min=0, help="Seconds that the seat of a player who is gone is kept.")
    ] = 60.0,
    secure: Annotated[bool, typer.Option(help="Cookies for https alone.")] = False,
    origin: Annotated[
        list[str], typer.Option(help="Another site whose pages may connect; repeatable.")
    ] = [],  # noqa: B006  typer reads the default, nobody changes it
) -> None:
    """Serve games: rooms, bots, spectators, records."""
    from ludarium.server.serve import serve as run
    from ludarium.server.settings import Settings

    typer.echo(f"Ludarium on http://{host}:{port}; Ctrl-C ends it.")
    run(
        Settings(
            host=host,
            port=port,
            database=database,
            workers=workers,
            connections=connections,
            rooms=rooms,
            grace=grace,
            secure=secure,
            origins=tuple(origin),
        )
    )
