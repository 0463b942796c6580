"""Commands about the server."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Annotated, Literal

import typer


def serve(
    game: Annotated[
        str,
        typer.Option(
            help="A game to design, path/to/file.py:Symbol: pages follow every saved change."
        ),
    ] = "",
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0: all interfaces.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8000,
    database: Annotated[
        str,
        typer.Option(
            help="A file, or postgresql://…; by default in ./data or the user's data folder."
        ),
    ] = "",
    bus: Annotated[
        str,
        typer.Option(help="nats://…: be a node of the cluster of all servers on one PostgreSQL."),
    ] = "",
    engines: Annotated[
        str,
        typer.Option(
            help="nats://…: let engine workers on this bus search, in place of processes."
        ),
    ] = "",
    site: Annotated[
        str, typer.Option(help="With --engines: only workers with the same --site are used.")
    ] = "main",
    workers: Annotated[
        int, typer.Option(min=0, help="Engine processes for bots; 0: one per core.")
    ] = 0,
    connections: Annotated[
        int, typer.Option(min=1, help="Limit of WebSockets per client address.")
    ] = 100,
    http_connections: Annotated[
        int, typer.Option(min=1, help="Limit of HTTP connections per client address.")
    ] = 100,
    requests: Annotated[
        int, typer.Option(min=1, help="Limit of HTTP requests per client address in 20 seconds.")
    ] = 2000,
    rooms: Annotated[
        int, typer.Option(min=1, help="Limit of open rooms per client address.")
    ] = 100,
    grace: Annotated[
        float, typer.Option(min=0, help="Seconds for which a disconnected player keeps the seat.")
    ] = 60.0,
    secure: Annotated[bool, typer.Option(help="Send cookies over https only, and HSTS.")] = False,
    origin: Annotated[
        list[str], typer.Option(help="Another site whose pages may connect; repeatable.")
    ] = [],  # noqa: B006  typer reads the default and never changes it
    proxy: Annotated[
        list[str],
        typer.Option(
            help="An address or network of a trusted proxy (X-Forwarded-For); repeatable. "
            "By default 127.0.0.1 and ::1."
        ),
    ] = [],  # noqa: B006  as above
    security_contact: Annotated[
        str, typer.Option(help="A URI or an e-mail address for /.well-known/security.txt.")
    ] = "",
    metrics_port: Annotated[
        int, typer.Option(min=0, max=65535, help="A port for Prometheus; 0: no metrics.")
    ] = 0,
    metrics_host: Annotated[
        str, typer.Option(help="The address that metrics are read on; by default this machine.")
    ] = "127.0.0.1",
    log_format: Annotated[
        Literal["text", "json"], typer.Option(help="Log lines for people, or one JSON object each.")
    ] = "text",
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], typer.Option(help="The lowest level to log.")
    ] = "info",
) -> None:
    """Serve games: rooms, bots, spectators, records."""
    from ludarium.server.limits.proxies import LOOPBACK
    from ludarium.server.runtime.settings import Settings
    from ludarium.server.serve import serve as run

    proxies = tuple(_read_network(one) for one in proxy) or LOOPBACK
    contact = _read_contact(security_contact)
    settings = Settings(
        host=host,
        port=port,
        database=database,
        bus=bus,
        engines=engines,
        site=_read_site(site),
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
        metrics_port=metrics_port,
        metrics_host=metrics_host,
        log_format=log_format,
        log_level=log_level,
    )
    if game:
        from ludarium.design.live_server import LiveServer

        typer.echo(f"Watching {game}; Ctrl-C ends it.")
        with suppress(KeyboardInterrupt):
            LiveServer(game, settings, typer.echo).run()
        return
    typer.echo(f"Ludarium on http://{host}:{port}; Ctrl-C ends it.")
    run(settings)


def engine_worker(
    bus: Annotated[str, typer.Option(help="nats://…: where servers with --engines send orders.")],
    engines: Annotated[int, typer.Option(min=0, help="Engine processes; 0: one per core.")] = 0,
    site: Annotated[
        str, typer.Option(help="Work for the servers with the same --site alone.")
    ] = "main",
    log_format: Annotated[
        Literal["text", "json"], typer.Option(help="Log lines for people, or one JSON object each.")
    ] = "text",
) -> None:
    """Search for the bots, hints and analyses of servers, on any machine."""
    import asyncio
    import os
    import signal

    from ludarium.server.bus.nats_bus import NatsBus
    from ludarium.server.engines.bus_messages import EngineSubjects
    from ludarium.server.engines.bus_worker import BusWorker
    from ludarium.server.runtime.logs import configure_logs

    subjects = EngineSubjects(_read_site(site))
    configure_logs(log_format, "info")

    async def work() -> None:
        stopped = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
        worker = BusWorker(NatsBus(bus), engines or os.cpu_count() or 1, subjects)
        await worker.start()
        typer.echo(f"Engine worker {worker.name} with {worker.size} engines; Ctrl-C ends it.")
        await stopped.wait()
        await worker.stop()

    asyncio.run(work())


def _read_site(text: str) -> str:
    """Parse the name of a site, which is a part of subjects on the bus."""
    from ludarium.server.engines.bus_messages import SITE_PATTERN

    if not SITE_PATTERN.fullmatch(text):
        message = "give 1 to 40 letters, digits, - or _"
        raise typer.BadParameter(message, param_hint="--site")
    return text


def _read_network(text: str) -> IPv4Network | IPv6Network:
    """Parse the addresses of a proxy. Host bits of a network are ignored."""
    try:
        return ip_network(text, strict=False)
    except ValueError:
        message = f"{text!r} is neither an address nor a network"
        raise typer.BadParameter(message, param_hint="--proxy") from None


def _read_contact(text: str) -> str:
    """Parse a contact for RFC 9116. An e-mail address becomes a URI."""
    if not text:
        return ""
    uri = f"mailto:{text}" if "@" in text and ":" not in text else text
    if not uri.startswith(("mailto:", "https://", "tel:")) or not uri.isprintable() or " " in uri:
        message = "give an e-mail address, or a URI that begins with mailto:, https:// or tel:"
        raise typer.BadParameter(message, param_hint="--security-contact")
    return uri
