"""The table that a load shows while it runs, and at its end."""

from __future__ import annotations

import os

from rich.table import Table

from ludarium.loadtest.run import Run


def picture(run: Run) -> Table:
    """How a run goes."""
    crowd = run.crowd
    moves = crowd.moves - run.moved
    elapsed = run.elapsed if not crowd.checking else run.plan.seconds
    table = Table(show_header=False)
    table.add_row("seconds", f"{elapsed:.0f}")
    table.add_row("connections", f"{crowd.here} of {len(crowd.guests)}")
    table.add_row("moves", f"{moves}, {moves / elapsed:.1f} a second" if elapsed else "")
    table.add_row("games finished", str(crowd.games))
    table.add_row("move to broadcast, p50 / p99 / max", f"{crowd.told} of {crowd.told.total}")
    table.add_row("move to acknowledgement", str(crowd.acknowledged))
    if run.server is not None:
        busy = (run.server.seconds() - run.spent) / elapsed if elapsed else 0.0
        table.add_row("memory of the server, most", f"{run.peak / 2**20:.0f} MiB")
        if not run.kills:
            table.add_row("processor of the server", f"{busy:.0%} of a core")
    if run.kills:
        table.add_row("kills", str(run.kills))
        took = sorted(run.returns) or [0.0]
        shown = [f"{took[int(part * (len(took) - 1))]:.1f}" for part in (0.5, 0.9, 1.0)]
        table.add_row("all back, half / nine of ten / all", " / ".join(shown) + " s")
    elif crowd.cuts:
        table.add_row(
            "connections lost", ", ".join(f"{n} by {why}" for why, n in crowd.cuts.items())
        )
    table.add_row("faults", ", ".join(f"{n} {name}" for name, n in crowd.faults.items()))
    if crowd.refusals:
        told = ", ".join(f"{n} {code}" for code, n in crowd.refusals.items())
        table.add_row("refusals", told)
    table.add_row("load average", f"{os.getloadavg()[0]:.1f}")
    if run.note:
        table.add_row("gave up", run.note)
    return table
