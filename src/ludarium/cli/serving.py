"""Commands about the server."""
# ruff: noqa: PLC0415  what is slow to import is imported by the command that needs it

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network, ip_network
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
    http_connections: Annotated[
        int, typer.Option(min=1, help="That one address may open beside its WebSockets.")
    ] = 100,
    requests: Annotated[
        int, typer.Option(min=1, help="That one address may send over HTTP in 20 seconds.")
    ] = 2000,
    rooms: Annotated[int, typer.Option(min=1, help="That one address may keep open.")] = 100,
    grace: Annotated[
        float, typer.Option(min=0, help="Seconds that the seat of a player who is gone is kept.")
    ] = 60.0,
    secure: Annotated[bool, typer.Option(help="Cookies for https alone, and HSTS.")] = False,
    origin: Annotated[
        list[str], typer.Option(help="Another site whose pages may connect; repeatable.")
    ] = [],  # noqa: B006  typer reads the default, nobody changes it
    proxy: Annotated[
        list[str],
        typer.Option(
            help="An address or network whose X-Forwarded-For is believed; repeatable. "
            "By itself 127.0.0.1 and ::1."
        ),
    ] = [],  # noqa: B006  as above
    security_contact: Annotated[
        str, typer.Option(help="A URI or an e-mail address for /.well-known/security.txt.")
    ] = "",
) -> None:
    """Serve games: rooms, bots, spectators, records."""
    from ludarium.server.runtime.serve import serve as run
    from ludarium.server.runtime.settings import Settings
    from ludarium.server.transport.proxies import LOOPBACK

    proxies = tuple(_network(one) for one in proxy) or LOOPBACK
    contact = _contact(security_contact)
    typer.echo(f"Ludarium on http://{host}:{port}; Ctrl-C ends it.")
    run(
        Settings(
            host=host,
            port=port,
            database=database,
            workers=workers,
            connections=connections,
            http_connections=http_connections,
            requests=requests,
            rooms=rooms,
            grace=grace,
            secure=secure,
            origins=tuple(origin),
            proxies=proxies,
            security_contact=contact,
        )
    )


def _network(text: str) -> IPv4Network | IPv6Network:
    """The addresses that a proxy may have; the bits of a host in a network do not matter."""
    try:
        return ip_network(text, strict=False)
    except ValueError:
        message = f"{text!r} is neither an address nor a network"
        raise typer.BadParameter(message, param_hint="--proxy") from None


def _contact(text: str) -> str:
    """A contact as RFC 9116 wants it: a URI, which an e-mail address becomes."""
    if not text:
        return ""
    uri = f"mailto:{text}" if "@" in text and ":" not in text else text
    if not uri.startswith(("mailto:", "https://", "tel:")) or not uri.isprintable() or " " in uri:
        message = "give an e-mail address, or a URI that begins with mailto:, https:// or tel:"
        raise typer.BadParameter(message, param_hint="--security-contact")
    return uri
