"""Commands that load-test a server: load, chaos and fuzz."""
# ruff: noqa: PLC0415  slow imports happen in the command that needs them

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Annotated

import typer

from ludarium.cli.arguments import console

if TYPE_CHECKING:
    from rich.status import Status

    from ludarium.loadtest.bot_games import BotLoad
    from ludarium.loadtest.fuzz_run import FuzzRun
    from ludarium.loadtest.load_run import LoadPlan
    from ludarium.loadtest.node_processes import NodeProcesses
    from ludarium.loadtest.server_process import ServerProcess

MAX_SHOWN_TRACEBACKS = 3  # of the server
PROGRESS_INTERVAL_S = 15.0  # between two lines where there is no terminal

Games = Annotated[int, typer.Option(min=1, help="Rooms, each with two players.")]
Spectators = Annotated[int, typer.Option(min=0, help="Spectators, spread over the rooms.")]
Rate = Annotated[float, typer.Option(min=0.01, help="Moves per second in all rooms together.")]
Seed = Annotated[int, typer.Option(help="The same seed plays the same moves.")]
Heartbeat = Annotated[float, typer.Option(help="Seconds of silence before a client sends a ping.")]
Nodes = Annotated[
    int,
    typer.Option(min=0, help="Start so many nodes on PostgreSQL and NATS; 0: one server alone."),
]
Database = Annotated[
    str, typer.Option(help="The database of the started server; by default a new file.")
]


def load(
    games: Games = 1000,
    spectators: Spectators = 2000,
    rate: Rate = 250.0,
    minutes: Annotated[float, typer.Option(min=0.01)] = 10.0,
    seed: Seed = 0,
    url: Annotated[
        str, typer.Option(help="ws://…/ws of a running server; by default one is started.")
    ] = "",
    heartbeat: Heartbeat = 2.5,
    database: Database = "",
    nodes: Nodes = 0,
    idle: Annotated[
        int,
        typer.Option(min=0, help="Only measure the memory of this many idle connections."),
    ] = 0,
    bots: Annotated[int, typer.Option(min=0, help="Only play this many games against bots.")] = 0,
    level: Annotated[
        list[str], typer.Option(help="With --bots: a level or mark, several times; none: marks.")
    ] = [],  # noqa: B006  typer reads the default and never changes it
    analyses: Annotated[
        int, typer.Option(min=0, help="With --bots: this many analyses, half of the time.")
    ] = 0,
) -> None:
    """Play many games at once and check that no move is lost, doubled or reordered."""
    from ludarium.agents.levels import read_level_name
    from ludarium.loadtest.load_run import LoadPlan

    for name in level:
        read_level_name(name)
    if idle or bots:
        with _temporary_server(database) as server:
            if idle:
                _measure_idle(server, idle)
            else:
                _measure_bots(server, bots, level, minutes * 60, seed, analyses)
        return
    plan = LoadPlan(_game_names(), games, spectators, rate, minutes * 60, seed, heartbeat)
    if url:
        _show_run(plan, url, None)
        return
    if nodes:
        with _temporary_cluster(nodes, database) as cluster:
            _show_run(plan, "", cluster)
        return
    with _temporary_server(database) as server:
        _show_run(plan, server.url, server)


def chaos(
    kills: Annotated[int, typer.Option(min=1, help="How often the server is killed.")] = 200,
    games: Games = 1000,
    spectators: Spectators = 2000,
    rate: Rate = 250.0,
    seed: Seed = 0,
    heartbeat: Heartbeat = 2.5,
    database: Database = "",
    nodes: Nodes = 0,
    namespaces: Annotated[
        bool,
        typer.Option(help="With --nodes, as root: cut real networks, in Linux namespaces."),
    ] = False,
) -> None:
    """Kill the server repeatedly under load, and check that no move is lost.

    With --nodes it kills nodes, the bus and the database, and cuts nodes off from the bus.
    """
    from ludarium.loadtest.load_run import LoadPlan

    if namespaces and (not nodes or database):
        raise typer.BadParameter("needs --nodes, and no --database", param_hint="--namespaces")
    plan = LoadPlan(_game_names(), games, spectators, rate, 20.0, seed, heartbeat, kills)
    if nodes:
        with _temporary_cluster(nodes, database, relayed=True, namespaces=namespaces) as cluster:
            _show_run(plan, "", cluster)
        return
    with _temporary_server(database) as server:
        _show_run(plan, server.url, server)


def fuzz(
    count: Annotated[int, typer.Option(min=1, help="Frames and requests to send.")] = 100_000,
    seed: Annotated[int, typer.Option(help="The same seed sends the same bytes.")] = 0,
    processes: Annotated[
        int, typer.Option(min=1, help="Processes that send at the same time.")
    ] = 1,
    connections: Annotated[
        int, typer.Option(min=1, help="Connections of each process at a time.")
    ] = 40,
    addresses: Annotated[
        int, typer.Option(min=1, max=60_000, help="Addresses of 127.0.0.0/8 to send from.")
    ] = 64,
    late_ms: Annotated[float, typer.Option(help="Limit of an answer to the probe.")] = 100.0,
    growth_mib: Annotated[
        float, typer.Option(help="Limit of the growth of the server's memory.")
    ] = 32.0,
) -> None:
    """Send hostile frames and requests, and check that other clients are not affected."""
    import tempfile
    from pathlib import Path

    import uvloop

    from ludarium.loadtest.fuzz_run import FuzzPlan, FuzzRun, LoggedServer

    growth = int(growth_mib * 2**20)
    plan = FuzzPlan(count, seed, processes, connections, addresses, late_ms / 1000, growth)
    with tempfile.TemporaryDirectory(prefix="ludarium-fuzz-") as folder:
        run = FuzzRun(plan, LoggedServer(Path(folder)))
        try:
            with (
                suppress(KeyboardInterrupt),  # the report then covers what was sent
                console.status("The server starts.") as status,
            ):
                uvloop.run(run.run(_progress_display(status, run.progress)))
            _print_fuzz_report(run)
            faults = run.find_faults()
        finally:
            run.server.stop()
    for fault in faults:
        console.print(fault, markup=False)
    if faults:
        raise typer.Exit(1)


def _progress_display(status: Status, progress: Callable[[], str]) -> Callable[[], None]:
    """Show progress in a status line; without a terminal print a line now and then."""
    printed_at = time.monotonic()

    def show() -> None:
        nonlocal printed_at
        status.update(progress())
        if not console.is_terminal and time.monotonic() - printed_at > PROGRESS_INTERVAL_S:
            printed_at = time.monotonic()
            console.print(progress(), markup=False, soft_wrap=True)

    return show


def _print_fuzz_report(run: FuzzRun) -> None:
    """Show what a fuzzing run sent and measured."""
    tally, probe = run.tally, run.probe
    elapsed = run.ended - run.began
    statuses = ", ".join(f"{n} with {status}" for status, n in sorted(tally.statuses.items()))
    before, after = run.memory_before / 2**20, run.memory_after / 2**20
    sent = f"{tally.frames} frames and {tally.requests} requests in {elapsed:.0f} s"
    opened = f"{tally.connections} connections, {tally.unreachable} of them not accepted"
    stored = f"{probe.commits} of {probe.commits.total} stored lines"
    memory = f"memory {before:.0f} MiB after a tenth, {after:.0f} MiB at the end"
    lines = [
        run.progress(),
        f"{sent} over {opened}",
        f"answers over HTTP: {statuses}",
        f"probe, p50 / p99 / max: {probe.pongs} of {probe.pongs.total} pongs, {stored}",
        f"pongs before the attack: {run.calm} of {run.calm.total}",
        f"server: {run.cpu_s / elapsed:.0%} of a core, {memory}",
        *tally.samples,
        *run.server.tracebacks()[:MAX_SHOWN_TRACEBACKS],
    ]
    for line in lines:
        console.print(line, markup=False, soft_wrap=True)


def _show_run(plan: LoadPlan, url: str, server: ServerProcess | NodeProcesses | None) -> None:
    """Run a load test, show its progress, and exit with 1 if it failed."""
    import asyncio

    import uvloop
    from rich.live import Live

    from ludarium.loadtest.live_table import run_table
    from ludarium.loadtest.load_run import LoadRun
    from ludarium.loadtest.node_processes import NodeProcesses
    from ludarium.server.storage.writer_check import find_writer_faults

    async def go() -> bool:
        if server is not None:
            console.print(f"The server answered after {await server.start():.2f} s.")
        urls = server.urls if isinstance(server, NodeProcesses) else url
        run = LoadRun(plan, urls, server)
        with Live(run_table(run), console=console, auto_refresh=False) as live:
            await run.run(lambda: live.update(run_table(run), refresh=True))
            live.update(run_table(run), refresh=True)
        if not isinstance(server, NodeProcesses):
            return run.passed
        faults = await asyncio.to_thread(find_writer_faults, server.database)
        for fault in faults:
            console.print(fault, markup=False)
        server.stop()
        return run.passed and not faults

    if not uvloop.run(go()):
        raise typer.Exit(1)


def _measure_idle(server: ServerProcess, count: int) -> None:
    """Measure idle connections. Their heartbeat is rare, so that they stay idle."""
    import uvloop

    from ludarium.loadtest.idle_clients import IdleMemory, measure_idle_memory

    async def go() -> IdleMemory:
        await server.start()
        return await measure_idle_memory(server, count, heartbeat=20.0)

    found = uvloop.run(go())
    console.print(f"{found.sockets} idle sockets: {found.bytes_each / 1024:.1f} KiB each")
    console.print(f"memory of the server: {found.server_bytes / 2**20:.0f} MiB; lost: {found.lost}")
    if found.lost:
        raise typer.Exit(1)


def _measure_bots(
    server: ServerProcess,
    count: int,
    levels: list[str],
    seconds: float,
    seed: int,
    analyses: int,
) -> None:
    """Measure the answers of bots. Late answers without an announced wait are faults."""
    import os

    import uvloop

    from ludarium.agents.levels import MARKS
    from ludarium.loadtest.analysis_load import AnalysisLoad
    from ludarium.loadtest.bot_games import BotLoad
    from ludarium.loadtest.client_pool import ClientPool

    async def go() -> BotLoad:
        await server.start()
        beside = AnalysisLoad(server.url, _game_names(), analyses)
        found = BotLoad(ClientPool(server.url, seed), beside, levels or MARKS)
        await found.play_games(_game_names(), count, seconds)
        return found

    found = uvloop.run(go())
    for level, histogram in found.answers.items():
        late, silent = found.late[level], found.unannounced[level]
        told = f"{histogram.total} answers, p50 / p99 / max {histogram}"
        if analyses:
            told += f"; beside analyses {found.beside[level].total}, {found.beside[level]}"
        console.print(f"{level}: {told}; {late} after 2 s, {silent} of them unannounced")
    if analyses:
        _print_beside(found)
    console.print(f"load average {os.getloadavg()[0]:.1f}; refusals {dict(found.pool.refusals)}")
    if found.unannounced.total() or not found.pool.passed:
        raise typer.Exit(1)


def _print_beside(found: BotLoad) -> None:
    """Compare the answers beside analyses with those of the same run without."""
    from ludarium.loadtest.latency_histogram import LatencyHistogram

    alone, beside = LatencyHistogram(), LatencyHistogram()
    for level in found.levels:
        alone.add(found.answers[level])
        beside.add(found.beside[level])
    load = found.analyses
    console.print(
        f"{load.count} analyses: {load.updates} updates, {load.finished} finished, "
        f"{load.refused} refused"
    )
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        before, after = alone.quantile(share), beside.quantile(share)
        ratio = f"{after / before:.2f}" if before and beside.total else "unknown"
        console.print(
            f"{name} of all bots: alone {before * 1000:.0f} ms, beside analyses "
            f"{after * 1000:.0f} ms; ratio {ratio}"
        )


def _game_names() -> tuple[str, ...]:
    from ludarium.core import registry

    return tuple(registry.games())


@contextmanager
def _temporary_server(database: str) -> Iterator[ServerProcess]:
    import tempfile
    from pathlib import Path

    from ludarium.loadtest.server_process import ServerProcess

    with tempfile.TemporaryDirectory(prefix="ludarium-load-") as folder:
        server = ServerProcess(database or str(Path(folder) / "ludarium.db"))
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def _temporary_cluster(
    count: int, database: str, relayed: bool = False, namespaces: bool = False
) -> Iterator[NodeProcesses]:
    import tempfile
    from pathlib import Path

    from ludarium.loadtest.nats_process import NatsMissing
    from ludarium.loadtest.network_namespaces import NamespaceNetwork, NoNamespaces
    from ludarium.loadtest.node_processes import NodeProcesses, NoPostgres

    with tempfile.TemporaryDirectory(prefix="ludarium-load-", ignore_cleanup_errors=True) as folder:
        try:
            network = NamespaceNetwork(count) if namespaces else None
            cluster = NodeProcesses(count, Path(folder), database, relayed, network)
        except (NatsMissing, NoPostgres) as error:
            raise typer.BadParameter(str(error), param_hint="--nodes") from None
        try:
            yield cluster
        except NoNamespaces as error:
            raise typer.BadParameter(str(error), param_hint="--namespaces") from None
        finally:
            cluster.stop()
