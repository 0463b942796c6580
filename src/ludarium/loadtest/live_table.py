"""The table of figures that a load test shows while it runs."""

from __future__ import annotations

import os

from rich.table import Table

from ludarium.loadtest.load_run import LoadRun


def run_table(run: LoadRun) -> Table:
    """The figures of a run so far."""
    pool = run.pool
    moves = pool.moves - run.warm_up_moves
    elapsed = run.elapsed if not pool.checking else run.plan.seconds
    table = Table(show_header=False)
    table.add_row("seconds", f"{elapsed:.0f}")
    table.add_row("connections", f"{pool.connected} of {len(pool.clients)}")
    table.add_row("moves", f"{moves}, {moves / elapsed:.1f} a second" if elapsed else "")
    table.add_row("games finished", str(pool.games))
    table.add_row(
        "move to broadcast, p50 / p99 / max",
        f"{pool.broadcast_latency} of {pool.broadcast_latency.total}",
    )
    table.add_row("move to acknowledgement", str(pool.ack_latency))
    if run.server is not None:
        busy = (run.server.cpu_seconds() - run.cpu_s_before) / elapsed if elapsed else 0.0
        table.add_row("peak memory of the server", f"{run.peak_memory_bytes / 2**20:.0f} MiB")
        if not run.kills:
            table.add_row("CPU of the server", f"{busy:.0%} of a core")
            if moves:
                spent = 1000 * (run.server.cpu_seconds() - run.cpu_s_before) / moves
                table.add_row("CPU of the server for a move", f"{spent:.2f} ms")
    if run.kills:
        struck = ", ".join(f"{n} of a {name}" for name, n in run.strikes.items())
        table.add_row("kills", f"{run.kills} ({struck})" if struck else str(run.kills))
        took = sorted(run.return_times_s) or [0.0]
        shown = [f"{took[int(part * (len(took) - 1))]:.1f}" for part in (0.5, 0.9, 1.0)]
        table.add_row("all reconnected, p50 / p90 / max", " / ".join(shown) + " s")
    elif pool.disconnects:
        table.add_row(
            "connections lost", ", ".join(f"{n} by {why}" for why, n in pool.disconnects.items())
        )
    table.add_row("faults", ", ".join(f"{n} {name}" for name, n in pool.faults.items()))
    if pool.refusals:
        told = ", ".join(f"{n} {code}" for code, n in pool.refusals.items())
        table.add_row("refusals", told)
    table.add_row("load average", f"{os.getloadavg()[0]:.1f}")
    if run.failure:
        table.add_row("gave up", run.failure)
    return table
